// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/blak/commands.h"
#include "studio/blak/png_file.h"
#include "studio/blak/sprite_input.h"
#include "studio/blak/terminal.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

namespace blak::cli {
namespace {

constexpr int mostBitmaps = 1'000'000;
constexpr std::int64_t mostSheetPixels = 64'000'000;
constexpr std::int32_t gap = 4; ///< pixels between the bitmaps of a sheet

IndexedPicture emptyPicture(std::int32_t width, std::int32_t height)
{
    const auto size = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
    return {width, height, std::vector<std::uint8_t>(size, bgf::transparentIndex), {}};
}

Result<IndexedPicture> decodeBitmap(const bgf::Sprite& sprite, const bgf::Bitmap& bitmap, const std::string& file)
{
    auto indices = bgf::decode(sprite, bitmap, file);
    if (!indices)
        return indices.error();
    return IndexedPicture{bitmap.width, bitmap.height, std::move(indices).value(), {}};
}

/// All bitmaps in rows of about equal width, on transparent ground.
Result<IndexedPicture> makeSheet(const bgf::Sprite& sprite, const std::string& file)
{
    std::int32_t widest = 1, tallest = 1;
    for (const bgf::Bitmap& bitmap : sprite.bitmaps) {
        widest = std::max(widest, bitmap.width);
        tallest = std::max(tallest, bitmap.height);
    }
    const auto count = static_cast<std::int64_t>(std::max<std::size_t>(1, sprite.bitmaps.size()));
    const std::int64_t cellWidth = widest + gap, cellHeight = tallest + gap;
    const auto ideal = std::sqrt(static_cast<double>(count) * static_cast<double>(cellHeight) / static_cast<double>(cellWidth));
    const std::int64_t columns = std::clamp<std::int64_t>(std::llround(ideal), 1, count);
    const std::int64_t rows = (count + columns - 1) / columns;
    const std::int64_t width = columns * cellWidth - gap, height = rows * cellHeight - gap;
    if (width * height > mostSheetPixels)
        return Error{"a sheet of all bitmaps would have " + std::to_string(width) + " x " + std::to_string(height) +
                         " pixels; use --bitmap or --split",
                     file};
    IndexedPicture sheet = emptyPicture(static_cast<std::int32_t>(width), static_cast<std::int32_t>(height));
    for (std::size_t i = 0; i < sprite.bitmaps.size(); ++i) {
        const auto bitmap = decodeBitmap(sprite, sprite.bitmaps[i], file);
        if (!bitmap)
            return bitmap.error();
        const IndexedPicture& picture = bitmap.value();
        const auto place = static_cast<std::int64_t>(i);
        const std::int64_t left = place % columns * cellWidth + (widest - picture.width) / 2;
        const std::int64_t top = place / columns * cellHeight + (tallest - picture.height);
        for (std::int32_t y = 0; y < picture.height; ++y)
            std::copy_n(picture.indices.begin() + std::ptrdiff_t{y} * picture.width, picture.width,
                        sheet.indices.begin() + (top + y) * width + left);
    }
    return sheet;
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
    auto picture = one ? decodeBitmap(sprite.value(), sprite.value().bitmaps[static_cast<std::size_t>(chosen.value() - 1)], input)
                       : makeSheet(sprite.value(), input);
    if (!picture)
        return picture.error();
    return save(std::move(picture).value(), look, output);
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
