// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/bgfcore/sheet_export.h"
#include "formats/base/file_io.h"
#include "studio/blak/commands.h"
#include "studio/blak/png_file.h"
#include "studio/blak/sprite_input.h"
#include "studio/blak/terminal.h"

#include <algorithm>
#include <array>
#include <memory>

namespace blak::cli {
namespace {

constexpr int mostBitmaps = 1'000'000;

Result<IndexedPicture> decodeBitmap(const bgf::Sprite& sprite, const bgf::Bitmap& bitmap, const std::string& file)
{
    auto indices = bgf::decode(sprite, bitmap, file);
    if (!indices)
        return indices.error();
    return IndexedPicture{bitmap.width, bitmap.height, std::move(indices).value(), {}};
}

Result<int> chosenBitmap(const Arguments& arguments, const bgf::Sprite& sprite)
{
    const int count = static_cast<int>(std::min<std::size_t>(sprite.bitmaps.size(), mostBitmaps));
    if (const auto number = arguments.value("--bitmap"))
        return parseNumber("--bitmap", *number, 1, count);
    const auto group = parseNumber("--group", arguments.value("--group").value_or("1"), 1,
                                   static_cast<int>(std::min<std::size_t>(sprite.groups.size(), mostBitmaps)));
    if (!group)
        return group.error();
    const auto angle = parseNumber("--angle", arguments.value("--angle").value_or("0"), 0, 4095);
    if (!angle)
        return angle.error();
    const std::int32_t index = bgf::bitmapForAngle(sprite.groups[static_cast<std::size_t>(group.value() - 1)], angle.value());
    if (index < 0 || index >= count)
        return Error{"group " + std::to_string(group.value()) + " has no bitmap for that angle", {}};
    return index + 1;
}

/// What stays the same for all pictures of a call.
struct Look
{
    palette::Palette colours{};
    const palette::IndexMap* translation = nullptr;
    bool transparent = true;
};

Result<void> save(IndexedPicture picture, const Look& look, const std::filesystem::path& file)
{
    picture.colours = look.colours;
    if (look.translation != nullptr) {
        for (std::uint8_t& index : picture.indices)
            index = index == bgf::transparentIndex ? index : (*look.translation)[index];
    }
    return writePng(file, picture, look.transparent);
}

Result<void> saveEach(const bgf::Sprite& sprite, const Look& look, const std::string& input, const std::filesystem::path& output)
{
    for (std::size_t i = 0; i < sprite.bitmaps.size(); ++i) {
        auto picture = decodeBitmap(sprite, sprite.bitmaps[i], input);
        if (!picture)
            return picture.error();
        const std::filesystem::path file =
            output.parent_path() / (output.stem().string() + "-" + std::to_string(i + 1) + output.extension().string());
        if (auto saved = save(std::move(picture).value(), look, file); !saved)
            return saved;
    }
    return {};
}

Result<void> makePng(const Arguments& arguments)
{
    const std::string& input = arguments.words[0];
    const std::filesystem::path output =
        arguments.value("-o").value_or(std::filesystem::path(input).filename().replace_extension(".png").string());
    const auto sprite = readSprite(input);
    if (!sprite)
        return sprite.error();
    const auto colours = coloursFor(arguments, input);
    if (!colours)
        return colours.error();
    Look look{colours.value()};
    look.transparent = !arguments.has("--opaque");
    const auto tables = std::make_unique<palette::Tables>();
    if (const auto translation = arguments.value("--translation")) {
        const auto id = parseNumber("--translation", *translation, 0, 255);
        if (!id)
            return id.error();
        palette::buildTables(look.colours, *tables);
        look.translation = &tables->translation[static_cast<std::size_t>(id.value())];
    }
    if (arguments.has("--split"))
        return saveEach(sprite.value(), look, input, output);
    const bool one = arguments.has("--bitmap") || arguments.has("--group") || arguments.has("--angle");
    const auto chosen = one ? chosenBitmap(arguments, sprite.value()) : Result<int>(0);
    if (!chosen)
        return chosen.error();
    if (one) {
        if (arguments.has("--json"))
            return Error{"--json is for sheets of all bitmaps", {}};
        auto picture = decodeBitmap(sprite.value(), sprite.value().bitmaps[static_cast<std::size_t>(chosen.value() - 1)], input);
        return picture ? save(std::move(picture).value(), look, output) : picture.error();
    }
    const auto sheet = bgfcore::makeSheet(sprite.value(), input);
    if (!sheet)
        return sheet.error().code == ErrorCode::TooLarge ? Error{sheet.error().what + "; use --bitmap or --split", input}
                                                         : sheet.error();
    if (auto saved = save(sheet.value().picture, look, output); !saved)
        return saved;
    if (!arguments.has("--json"))
        return {};
    return writeFileAtomically(std::filesystem::path(output).replace_extension(".json"),
                               bgfcore::describeSheet(sprite.value(), sheet.value(), output.filename().string()), Backup::None);
}

int run(const Arguments& arguments)
{
    const auto made = makePng(arguments);
    return made ? success : complain(made.error().text());
}

constexpr std::array options{
    Option{"-o", "FILE", "where to write; without it the name of the sprite with .png, in the current folder"},
    Option{"--bitmap", "N", "only this bitmap, counted from 1"},
    Option{"--group", "N", "only the bitmap of this group, counted from 1, for --angle"},
    Option{"--angle", "N", "seen from this side: 4096 per turn, 0 = from the front"},
    Option{"--split", "", "each bitmap into a file of its own: FILE-1.png, FILE-2.png, ..."},
    Option{"--json", "", "beside a sheet a file .json with the places, offsets, hotspots and groups"},
    paletteOption,
    Option{"--translation", "ID", "colour translation 0 to 255 (0x12 = gray to red)"},
    Option{"--opaque", "", "show the transparent colour instead of making it transparent"},
};
constexpr std::array examples{
    Example{"blak bgf png troll.bgf", "a sheet of all bitmaps in troll.png"},
    Example{"blak bgf png keeper.bgf --group 1 --angle 1024 -o side.png", "one view"},
    Example{"blak bgf png shirt.bgf --translation 0x12 --split -o out/shirt.png", "every bitmap, recoloured"},
};

} // namespace

const Command bgfPngCommand{"bgf png",
                            "Sprites",
                            "Write bitmaps of a sprite as PNG",
                            "FILE",
                            options,
                            examples,
                            1,
                            1,
                            run,
                            "The PNG keeps the palette indices, so that nothing is lost. Index 254 becomes transparent."};

} // namespace blak::cli
