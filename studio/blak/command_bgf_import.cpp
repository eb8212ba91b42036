// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/bgfcore/aseprite_import.h"
#include "bgfeditor/bgfcore/frame_edits.h"
#include "bgfeditor/bgfcore/picture_file.h"
#include "bgfeditor/bgfcore/quantiser.h"
#include "bgfeditor/bgfcore/sheet.h"
#include "formats/base/file_io.h"
#include "studio/blak/commands.h"
#include "studio/blak/counted.h"
#include "studio/blak/parallel.h"
#include "studio/blak/sprite_input.h"
#include "studio/blak/terminal.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace blak::cli {
namespace {

constexpr int mostColumns = 1000;

struct Settings
{
    bgfcore::QuantiserOptions quantiser;
    std::optional<std::pair<int, int>> sheet; ///< columns, rows
    int angles = 1;
    bool crop = false;
};

Result<Settings> settingsFrom(const Arguments& arguments)
{
    Settings settings;
    const std::string dither = arguments.value("--dither").value_or("none");
    const std::string metric = arguments.value("--metric").value_or("light");
    if (dither == "ordered" || dither == "diffused")
        settings.quantiser.dither = dither == "ordered" ? bgfcore::Dither::Ordered : bgfcore::Dither::Diffused;
    else if (dither != "none")
        return Error{"--dither needs none, ordered or diffused, not \"" + dither + "\"", {}};
    if (metric == "rgb")
        settings.quantiser.metric = bgfcore::Metric::Rgb;
    else if (metric == "perceived")
        settings.quantiser.metric = bgfcore::Metric::Perceived;
    else if (metric != "light")
        return Error{"--metric needs light, perceived or rgb, not \"" + metric + "\"", {}};
    if (const auto given = arguments.value("--protect")) {
        const auto indices = bgfcore::parseIndices(*given);
        if (!indices)
            return Error{"--protect: " + indices.error().what, {}};
        settings.quantiser.allowed = ~indices.value();
        settings.quantiser.allowed.reset(bgf::transparentIndex);
    }
    if (const auto given = arguments.value("--sheet")) {
        const std::size_t cross = given->find('x');
        const auto columns = parseNumber("--sheet", given->substr(0, cross), 1, mostColumns);
        if (!columns)
            return columns.error();
        const auto rows =
            cross == std::string::npos ? Result<int>(1) : parseNumber("--sheet", given->substr(cross + 1), 1, mostColumns);
        if (!rows)
            return rows.error();
        settings.sheet = {columns.value(), rows.value()};
    }
    const auto angles = parseNumber("--angles", arguments.value("--angles").value_or("1"), 1, 4096);
    if (!angles)
        return angles.error();
    settings.angles = angles.value();
    settings.crop = arguments.has("--crop");
    return settings;
}

/// What became of the colours of one picture, for the report.
std::string changeText(const std::string& file, const bgfcore::Quantised& result)
{
    char text[160];
    std::snprintf(text, sizeof text, ": %s, %zu not in the palette, mean change %.1f %%, largest %.1f %%\n",
                  counted(result.colours, "colour").c_str(), result.foreignColours, 100 * result.meanChange, 100 * result.largestChange);
    return file + text;
}

/// Nothing where the file is no picture of Aseprite; else whether it was added, with its tags as groups and its slices as
/// hotspots.
std::optional<Result<void>> addIfAseprite(bgfcore::SpriteDocument& document, const std::string& file,
                                          const bgfcore::Quantiser& quantiser)
{
    const auto bytes = readFile(file);
    if (!bytes || !aseprite::isAseprite(bytes.value()))
        return std::nullopt;
    const auto picture = aseprite::read(bytes.value(), file);
    if (!picture)
        return picture.error();
    const auto report = bgfcore::addAseprite(document, picture.value(), quantiser);
    if (!report)
        return report.error();
    char text[128];
    std::snprintf(text, sizeof text, ": %s, %s, largest change %.1f %%\n", counted(report.value().frames.size(), "frame").c_str(),
                  counted(picture.value().tags.size(), "tag").c_str(), 100 * report.value().largestChange);
    print(file + text);
    for (const std::string& slice : report.value().unusedSlices)
        printError("warning: " + file + ": the name of slice \"" + slice + "\" says no hotspot; begin it with a number");
    return Result<void>();
}

Result<void> import(const Arguments& arguments)
{
    const auto output = arguments.value("-o");
    const auto settings = settingsFrom(arguments);
    if (!settings)
        return settings.error();
    const auto colours = coloursFor(arguments, std::filesystem::absolute(*output));
    if (!colours)
        return colours.error();
    const bgfcore::Quantiser quantiser(colours.value(), settings.value().quantiser);

    auto document = bgfcore::SpriteDocument::makeNew(*output);
    if (const auto name = arguments.value("--name"))
        if (const auto set = bgfcore::setHeaderProperty(*document, "name", *name); !set)
            return set;
    if (const auto shrink = arguments.value("--shrink")) {
        const auto number = parseNumber("--shrink", *shrink, 1, 255);
        if (!number)
            return number.error();
        if (const auto set = bgfcore::setHeaderProperty(*document, "shrink", std::int64_t{number.value()}); !set)
            return set;
    }
    std::vector<bgfcore::ImagePointer> images;
    for (const std::string& word : arguments.words) {
        if (const auto added = addIfAseprite(*document, word, quantiser)) {
            if (!*added)
                return *added;
            continue;
        }
        const auto bytes = readFile(word);
        if (!bytes)
            return bytes.error();
        const auto pictures = bgfcore::readPictureColours(bytes.value(), word);
        if (!pictures)
            return pictures.error();
        for (const bgfcore::ColourPicture& picture : pictures.value()) {
            const bgfcore::Quantised result = quantiser.run(picture);
            print(changeText(word, result));
            const auto sheet = bgfcore::FrameImage::ofIndices(picture.width, picture.height, result.indices);
            if (!settings.value().sheet) {
                images.push_back(sheet);
                continue;
            }
            const auto cells = bgfcore::cutGrid(*sheet, settings.value().sheet->first, settings.value().sheet->second);
            if (!cells)
                return Error{cells.error().what, word};
            images.insert(images.end(), cells.value().begin(), cells.value().end());
        }
    }

    const auto frames = bgfcore::addFrames(*document, images);
    if (!frames)
        return frames.error();
    const auto all = document->frames().ids();
    const auto use = arguments.has("--overlay") ? bgfcore::OffsetUse::Hangs : bgfcore::OffsetUse::Stands;
    if (settings.value().crop)
        if (const auto cropped = bgfcore::cropFrames(*document, std::vector<bgfcore::PartId>(all.begin(), all.end()), use);
            !cropped)
            return cropped;
    const auto angles = static_cast<std::size_t>(settings.value().angles);
    if (frames.value().size() % angles != 0)
        return Error{counted(frames.value().size(), "bitmap") + (frames.value().size() == 1 ? " does" : " do") + " not fill groups of " + std::to_string(angles), {}};
    for (std::size_t i = 0; i < frames.value().size(); i += angles) {
        const auto group = bgfcore::addGroup(*document, angles);
        if (!group)
            return group.error();
        for (std::size_t entry = 0; entry < angles; ++entry)
            if (const auto set = bgfcore::setGroupEntry(*document, group.value(), entry, frames.value()[i + entry]); !set)
                return set;
    }
    document->allowOverwriting();
    if (const auto saved = document->save(); !saved)
        return saved;
    print(*output + ": " + std::to_string(all.size()) + (all.size() == 1 ? " bitmap in " : " bitmaps in ") +
          std::to_string(document->groups().size()) + (document->groups().size() == 1 ? " group\n" : " groups\n"));
    return {};
}

int run(const Arguments& arguments)
{
    if (!arguments.has("-o"))
        return complainAboutUsage(bgfImportCommand, "needs -o FILE");
    const auto done = import(arguments);
    return done ? success : complain(done.error().text());
}

constexpr std::array options{
    Option{"-o", "FILE", "the sprite to write; a file that was there stays as FILE~"},
    Option{"--sheet", "COLUMNSxROWS", "each picture is a sheet of so many bitmaps, taken row by row"},
    Option{"--angles", "N", "so many bitmaps make a group, one for each side; 1 without it"},
    Option{"--crop", "", "cut off transparent edges; offsets keep everything where it was"},
    Option{"--overlay", "", "with --crop: the sprite hangs on others, offsets are pixels"},
    Option{"--dither", "HOW", "none, ordered or diffused"},
    Option{"--metric", "HOW", "which colour is the nearest: light, perceived, or rgb"},
    Option{"--protect", "INDICES", "palette indices that no pixel gets, \"8-15, 244\"; 8-15, 244-247 without it"},
    paletteOption,
    Option{"--name", "NAME", "name in the sprite, at most 31 bytes"},
    Option{"--shrink", "K", "shrink factor, 1 to 255"},
};
constexpr std::array examples{
    Example{"blak bgf import front.png side.png back.png -o wolf.bgf --angles 3", "one pose from three sides"},
    Example{"blak bgf import wolf.gif -o wolf.bgf --angles 1 --crop", "each image of an animation is a pose"},
    Example{"blak bgf import wolf.aseprite -o wolf.bgf --crop", "tags become groups, slices hotspots"},
    Example{"blak bgf import walk.png -o wolf.bgf --sheet 8x6 --angles 8 --crop", "a sheet: six poses from eight sides"},
};

} // namespace

const Command bgfImportCommand{"bgf import",
                               "Sprites",
                               "Make a sprite of PNG, BMP, GIF or Aseprite files of any depth",
                               "FILE...",
                               options,
                               examples,
                               1,
                               anyNumber,
                               run,
                               "Colours become the nearest of the palette of the project around the output file; what is more than "
                               "half transparent becomes index 254.\nIndices that belonged to the system (8 to 15, 244 to 247) "
                               "are not used."};

} // namespace blak::cli
