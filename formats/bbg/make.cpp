// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/bbg/make.h"

#include "formats/base/byte_reader.h"
#include "formats/base/byte_writer.h"
#include "formats/base/file_io.h"
#include "formats/base/find_file.h"
#include "formats/base/wildcard.h"

#include <algorithm>

namespace blak::bbg {
namespace {

constexpr std::int32_t maxSide = 16'384;

std::string expected(std::string_view wanted, std::int64_t found)
{
    return "expected " + std::string(wanted) + ", found " + std::to_string(found);
}

} // namespace

Result<IndexedImage> readIndexedBmp(std::span<const std::byte> bytes, std::string_view file)
{
    ByteReader in(bytes, file);
    if (in.u16("magic") != 0x4D42)
        in.fail(0, "magic", "not a Windows bitmap: expected \"BM\"", ErrorCode::WrongKind);
    in.raw(8, "file header");
    const std::uint32_t pixels = in.u32("offset of pixels");
    const std::uint32_t header = in.u32("header size");
    if (header != 12 && header != 40 && header != 108)
        in.fail(14, "header size", expected("12, 40 or 108", header));
    IndexedImage image;
    image.width = header == 12 ? in.u16("width") : in.i32("width");
    image.height = header == 12 ? in.u16("height") : in.i32("height");
    in.u16("planes");
    const std::uint16_t depth = in.u16("bits a pixel");
    if (depth != 8)
        in.fail(header == 12 ? 24 : 28, "bits a pixel", expected("8", depth));
    if (header != 12) {
        if (const std::uint32_t compression = in.u32("compression"); compression != 0)
            in.fail(30, "compression", expected("0 (none)", compression));
        in.raw(12, "sizes");
        if (const std::uint32_t colours = in.u32("number of colours"); colours != 0 && colours != 256)
            in.fail(46, "number of colours", expected("256", colours));
    }
    if (in.ok() && (image.width < 1 || image.width > maxSide))
        in.fail(18, "width", expected("1 to 16384", image.width));
    if (in.ok() && (image.height < 1 || image.height > maxSide))
        in.fail(header == 12 ? 20 : 22, "height", expected("1 to 16384 (rows from the bottom)", image.height));
    in.seek(pixels, "offset of pixels");
    const auto width = static_cast<std::size_t>(std::max(image.width, 0));
    const auto height = static_cast<std::size_t>(std::max(image.height, 0));
    const std::size_t stride = (width + 3) / 4 * 4;
    // The last row may lack its padding.
    if (in.ok() && (height - 1) * stride + width > in.remaining())
        in.fail(in.offset(), "pixels",
                expected(std::to_string((height - 1) * stride + width) + " bytes", static_cast<std::int64_t>(in.remaining())));
    if (!in.ok())
        return *in.error();
    image.indices.resize(width * height);
    for (std::size_t row = 0; row < height; ++row) {
        const auto line = bytes.subspan(pixels + row * stride, width);
        std::transform(line.begin(), line.end(), image.indices.begin() + static_cast<std::ptrdiff_t>((height - 1 - row) * width),
                       [](std::byte b) { return std::to_integer<std::uint8_t>(b); });
    }
    return image;
}

IndexedImage transposed(const IndexedImage& image)
{
    IndexedImage out{image.height, image.width, std::vector<std::uint8_t>(image.indices.size())};
    const auto width = static_cast<std::size_t>(image.width);
    const auto height = static_cast<std::size_t>(image.height);
    for (std::size_t y = 0; y < height; ++y)
        for (std::size_t x = 0; x < width; ++x)
            out.indices[x * height + y] = image.indices[y * width + x];
    return out;
}

std::optional<palette::Palette> readBmpColours(std::span<const std::byte> bytes)
{
    if (!readIndexedBmp(bytes, {}))
        return std::nullopt;
    ByteReader in(bytes, {});
    in.seek(14, "header size");
    const std::uint32_t header = in.u32("header size");
    in.seek(14 + std::size_t{header}, "colour table");
    palette::Palette colours;
    for (palette::Colour& colour : colours) {
        colour.b = in.u8("blue");
        colour.g = in.u8("green");
        colour.r = in.u8("red");
        if (header != 12)
            in.u8("nothing");
    }
    return in.ok() ? std::optional(colours) : std::nullopt;
}

std::vector<std::byte> writeIndexedBmp(const IndexedImage& image, const palette::Palette& colours)
{
    constexpr std::uint32_t headers = 14 + 40, table = 256 * 4;
    const auto width = static_cast<std::size_t>(image.width), height = static_cast<std::size_t>(image.height);
    const std::size_t stride = (width + 3) / 4 * 4;
    const auto size = static_cast<std::uint32_t>(stride * height);
    ByteWriter out;
    out.u16(0x4D42);
    out.u32(headers + table + size);
    out.u32(0);
    out.u32(headers + table);
    out.u32(40);
    out.i32(image.width);
    out.i32(image.height);
    out.u16(1);
    out.u16(8);
    out.u32(0); // not compressed
    out.u32(size);
    out.u32(0); // resolution across and down: not said
    out.u32(0);
    out.u32(256);
    out.u32(0);
    for (const palette::Colour& colour : colours)
        out.u32(static_cast<std::uint32_t>(colour.r) << 16 | static_cast<std::uint32_t>(colour.g) << 8 | colour.b);
    for (std::size_t row = height; row-- > 0;)
        for (std::size_t x = 0; x < stride; ++x)
            out.u8(x < width ? image.indices[row * width + x] : 0);
    return out.take();
}

std::string missingBitmapsText(std::span<const std::string> missing, std::size_t all, const std::string& folder)
{
    constexpr std::size_t mostNames = 3;
    std::string names;
    for (const std::string& name : missing.first(std::min(missing.size(), mostNames)))
        names += (names.empty() ? "" : ", ") + name;
    if (missing.size() > mostNames)
        names += " and " + std::to_string(missing.size() - mostNames) + " more";
    if (missing.size() == 1)
        return (all == 1 ? "The bitmap " : "1 of " + std::to_string(all) + " bitmaps is missing: ") + names + (all == 1 ? " is missing" : "") +
               ". It was looked for in " + folder + ".";
    return (missing.size() == all ? "All " : std::to_string(missing.size()) + " of ") + std::to_string(all) + " bitmaps are missing: " + names +
           ". They were looked for in " + folder + ".";
}

Result<bgf::Sprite> make(const CommandFile& commands, const LoadBitmap& load)
{
    bgf::Sprite sprite;
    sprite.version = 10;
    sprite.shrink = commands.effectiveShrink();
    const std::string name = commands.name.value_or(std::string());
    std::copy_n(name.begin(), std::min<std::size_t>(name.size(), sprite.rawName.size() - 1), sprite.rawName.begin());
    for (const BitmapEntry& entry : commands.bitmaps) {
        auto image = load(entry.file);
        if (!image)
            return image.error();
        const IndexedImage pixels = commands.rotate ? transposed(image.value()) : std::move(image).value();
        bgf::Bitmap bitmap = bgf::encode(pixels.width, pixels.height, pixels.indices, !commands.raw);
        if (entry.offset) {
            bitmap.xOffset = entry.offset->first;
            bitmap.yOffset = entry.offset->second;
        }
        for (const Hotspot& hotspot : entry.hotspots)
            bitmap.hotspots.push_back({static_cast<std::int8_t>(hotspot.number), hotspot.x, hotspot.y});
        sprite.bitmaps.push_back(std::move(bitmap));
    }
    for (const GroupEntry& entry : commands.groups) {
        bgf::Group group;
        for (const std::int32_t index : entry.indices)
            group.push_back(index - 1);
        sprite.maxIndices = std::max(sprite.maxIndices, static_cast<std::int32_t>(group.size()));
        sprite.groups.push_back(std::move(group));
    }
    return sprite;
}

Result<std::vector<Token>> expandArguments(std::span<const std::string> arguments)
{
    std::vector<Token> tokens;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string& argument = arguments[i];
        if (argument.starts_with('@')) {
            const std::string file = argument.substr(1);
            const auto text = readTextFile(findFile({}, file).value_or(file), 16u * 1024 * 1024);
            if (!text)
                return text.error();
            auto words = tokenize(text.value(), file);
            if (!words)
                return words.error();
            tokens.insert(tokens.end(), words.value().begin(), words.value().end());
        } else if (!argument.starts_with('-') && hasWildcard(argument)) {
            const std::vector<std::string> files = filesMatching(argument);
            if (files.empty())
                return Error{"no file matches \"" + argument + "\"", "argument " + std::to_string(i + 1)};
            for (const std::string& file : files)
                tokens.push_back({file, nullptr, i + 1, {}});
        } else {
            tokens.push_back({argument, nullptr, i + 1, {}});
        }
        if (tokens.size() > maxTokens)
            return Error{"expected at most 10000 words", "argument " + std::to_string(i + 1)};
    }
    return tokens;
}

} // namespace blak::bbg
