// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/bgfcore/picture_file.h"

#include "formats/base/byte_reader.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>

namespace blak::bgfcore {
namespace {

constexpr std::int64_t mostPixels = 64'000'000;
constexpr std::uint32_t opaque = 0xFF000000;
constexpr std::uint32_t os2Header = 12, plainHeader = 40, masksHeader = 52, alphaHeader = 56, largestHeader = 124;

/// One part of a pixel's bits, stretched to 0..255.
struct Mask
{
    std::uint32_t bits = 0;

    std::uint32_t of(std::uint32_t pixel) const
    {
        if (bits == 0)
            return 0;
        const int shift = std::countr_zero(bits);
        const std::uint64_t most = bits >> shift;
        return static_cast<std::uint32_t>(((pixel & bits) >> shift) * std::uint64_t{255} / most);
    }
};

struct Layout
{
    std::int32_t width = 0, height = 0;
    bool fromTop = false;
    std::uint16_t depth = 0;
    std::uint32_t compression = 0, colours = 0, header = 0, pixels = 0;
    std::array<Mask, 4> masks{}; ///< red, green, blue, alpha; of 16 and 32 bits
};

constexpr std::uint32_t noCompression = 0, bitFields = 3;

void readMasks(ByteReader& in, Layout& layout)
{
    if (layout.compression == bitFields) {
        const std::size_t count = layout.header >= alphaHeader ? 4 : 3; // behind a plain header, or as its next fields
        for (std::size_t i = 0; i < count; ++i)
            layout.masks[i].bits = in.u32("mask of a colour");
    } else if (layout.depth == 16) {
        layout.masks = {Mask{0x7C00}, Mask{0x03E0}, Mask{0x001F}, Mask{0}};
    } else {
        layout.masks = {Mask{0xFF0000}, Mask{0x00FF00}, Mask{0x0000FF}, Mask{0}};
    }
}

Layout readLayout(ByteReader& in)
{
    Layout layout;
    (void)in.raw(10, "file header");
    layout.pixels = in.u32("offset of pixels");
    const std::size_t headerAt = in.offset();
    layout.header = in.u32("header size");
    if (in.ok() && layout.header != os2Header && (layout.header < plainHeader || layout.header > largestHeader))
        in.fail(headerAt, "header size", "expected 12 or 40 to 124, found " + std::to_string(layout.header));
    const std::size_t sizeAt = in.offset();
    std::int64_t height = 0;
    if (layout.header == os2Header) {
        layout.width = in.u16("width");
        height = in.u16("height");
    } else {
        layout.width = in.i32("width");
        height = in.i32("height");
    }
    layout.fromTop = height < 0;
    height = std::abs(height);
    if (in.ok() && (layout.width < 1 || height < 1 || layout.width * height > mostPixels))
        in.fail(sizeAt, "size",
                "expected 1 to " + std::to_string(mostPixels) + " pixels, found " + std::to_string(layout.width) + " x " +
                    std::to_string(height),
                ErrorCode::TooLarge);
    layout.height = in.ok() ? static_cast<std::int32_t>(height) : 0;
    (void)in.u16("planes");
    const std::size_t depthAt = in.offset();
    layout.depth = in.u16("bits a pixel");
    constexpr std::array depths{1, 4, 8, 16, 24, 32};
    if (in.ok() && std::ranges::find(depths, int{layout.depth}) == depths.end())
        in.fail(depthAt, "bits a pixel", "expected 1, 4, 8, 16, 24 or 32, found " + std::to_string(layout.depth));
    if (layout.header != os2Header) {
        const std::size_t at = in.offset();
        layout.compression = in.u32("compression");
        const bool masked = layout.compression == bitFields && (layout.depth == 16 || layout.depth == 32);
        if (in.ok() && layout.compression != noCompression && !masked)
            in.fail(at, "compression", "expected none, found method " + std::to_string(layout.compression) + "; save it without");
        (void)in.raw(12, "sizes");
        layout.colours = in.u32("number of colours");
        (void)in.u32("important colours");
    }
    readMasks(in, layout);
    return layout;
}

std::array<std::uint32_t, 256> readTable(ByteReader& in, const Layout& layout)
{
    std::array<std::uint32_t, 256> table{};
    table.fill(opaque);
    const std::size_t whole = std::size_t{1} << layout.depth;
    const std::size_t count = layout.colours == 0 ? whole : std::min<std::size_t>(layout.colours, whole);
    in.seek(14 + std::uint64_t{layout.header}, "colour table");
    for (std::size_t i = 0; i < count && in.ok(); ++i) {
        const std::uint32_t blue = in.u8("blue"), green = in.u8("green"), red = in.u8("red");
        if (layout.header != os2Header)
            (void)in.u8("nothing");
        table[i] = opaque | red << 16 | green << 8 | blue;
    }
    return table;
}

} // namespace

bool isBmp(std::span<const std::byte> bytes)
{
    return bytes.size() >= 2 && bytes[0] == std::byte{'B'} && bytes[1] == std::byte{'M'};
}

Result<ColourPicture> readBmpPicture(std::span<const std::byte> bytes, const std::string& file)
{
    ByteReader in(bytes, file);
    const Layout layout = readLayout(in);
    const bool indexed = layout.depth <= 8;
    const auto table = indexed && in.ok() ? readTable(in, layout) : std::array<std::uint32_t, 256>{};
    in.seek(layout.pixels, "offset of pixels");
    const auto width = static_cast<std::size_t>(layout.width), height = static_cast<std::size_t>(layout.height);
    const std::size_t used = (width * layout.depth + 7) / 8, stride = (width * layout.depth + 31) / 32 * 4;
    const std::size_t needed = height == 0 ? 0 : (height - 1) * stride + used; // the last row may lack its padding
    if (in.ok() && needed > in.remaining())
        in.fail(in.offset(), "pixels",
                "expected " + std::to_string(needed) + " bytes, found " + std::to_string(in.remaining()), ErrorCode::Truncated);
    if (!in.ok())
        return *in.error();
    ColourPicture picture{layout.width, layout.height, std::vector<std::uint32_t>(width * height)};
    for (std::size_t row = 0; row < height; ++row) {
        const auto line = bytes.subspan(layout.pixels + row * stride, used);
        const auto byteAt = [&line](std::size_t at) { return std::to_integer<std::uint32_t>(line[at]); };
        std::uint32_t* out = picture.pixels.data() + (layout.fromTop ? row : height - 1 - row) * width;
        for (std::size_t x = 0; x < width; ++x) {
            if (indexed) {
                const std::size_t bit = x * layout.depth;
                const std::uint32_t shift = 8u - layout.depth - static_cast<std::uint32_t>(bit % 8);
                out[x] = table[byteAt(bit / 8) >> shift & ((1u << layout.depth) - 1)];
                continue;
            }
            const std::size_t size = layout.depth / 8;
            std::uint32_t pixel = 0;
            for (std::size_t i = size; i-- > 0;)
                pixel = pixel << 8 | byteAt(x * size + i);
            const auto& [red, green, blue, alpha] = layout.masks;
            out[x] = (alpha.bits == 0 ? opaque : alpha.of(pixel) << 24) | red.of(pixel) << 16 | green.of(pixel) << 8 | blue.of(pixel);
        }
    }
    return picture;
}

} // namespace blak::bgfcore
