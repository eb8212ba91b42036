// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/render/convert.h"

#include <bit>
#include <cstring>

namespace blak::render {
namespace {

// Columns become rows block by block. 16 bytes of 16 columns are turned in registers; a row of a block is then 64 bytes of
// output, one cache line.
constexpr int block = 16;
using Bytes = std::uint8_t __attribute__((vector_size(block))); // an extension that g++ and clang share

Bytes lowHalves(Bytes a, Bytes b)
{
    return __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}

Bytes highHalves(Bytes a, Bytes b)
{
    return __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
}

using Lines = std::array<Bytes, block>;

/// Interleaves lines i and i + 8. Four times over, columns are rows.
void interleave(const Lines& in, Lines& out)
{
    for (std::size_t i = 0; i < block / 2; ++i) {
        out[2 * i] = lowHalves(in[i], in[i + block / 2]);
        out[2 * i + 1] = highHalves(in[i], in[i + block / 2]);
    }
}

/// Four pixels; `indices` has the first in its lowest byte (all machines we build for are little-endian).
inline void convertFour(std::uint64_t indices, const Rgb32Table& colours, std::uint32_t* out)
{
    const std::uint32_t a = colours[indices & 255];
    const std::uint32_t b = colours[indices >> 8 & 255];
    const std::uint32_t c = colours[indices >> 16 & 255];
    const std::uint32_t d = colours[indices >> 24 & 255];
    out[0] = a;
    out[1] = b;
    out[2] = c;
    out[3] = d;
}

void convertBlock(const std::uint8_t* corner, std::ptrdiff_t columnStride, const Rgb32Table& colours, std::uint32_t* out,
                  std::ptrdiff_t rowStride)
{
    static_assert(std::endian::native == std::endian::little);
    Lines lines, turned;
    for (Bytes& line : lines) {
        std::memcpy(&line, corner, sizeof line);
        corner += columnStride;
    }
    interleave(lines, turned);
    interleave(turned, lines);
    interleave(lines, turned);
    interleave(turned, lines);
    for (const Bytes& line : lines) {
        const auto halves = std::bit_cast<std::array<std::uint64_t, 2>>(line);
        convertFour(halves[0], colours, out);
        convertFour(halves[0] >> 32, colours, out + 4);
        convertFour(halves[1], colours, out + 8);
        convertFour(halves[1] >> 32, colours, out + 12);
        out += rowStride;
    }
}

} // namespace

Rgb32Table rgb32Table(const palette::Palette& palette)
{
    Rgb32Table colours;
    for (std::size_t i = 0; i < colours.size(); ++i)
        colours[i] = 0xFF000000u | std::uint32_t{palette[i].r} << 16 | std::uint32_t{palette[i].g} << 8 | palette[i].b;
    return colours;
}

void convertPart(const Frame& frame, const Rgb32Table& colours, const FramePart& part, const Rgb32Rows& rows)
{
    const auto convertOneByOne = [&](int x0, int x1, int y0, int y1) {
        for (int x = x0; x < x1; ++x)
            for (int y = y0; y < y1; ++y)
                rows.pixels[y * rows.stride + x] = colours[frame.column(x)[y]];
    };
    const int endOfBlocks = part.left + (part.right - part.left) / block * block;
    const int endOfRows = part.top + (part.bottom - part.top) / block * block;
    for (int y = part.top; y < endOfRows; y += block)
        for (int x = part.left; x < endOfBlocks; x += block)
            convertBlock(frame.column(x) + y, frame.stride(), colours, rows.pixels + y * rows.stride + x, rows.stride);
    convertOneByOne(part.left, endOfBlocks, endOfRows, part.bottom);
    convertOneByOne(endOfBlocks, part.right, part.top, part.bottom);
}

void convertToRgb32(const Frame& frame, const palette::Palette& palette, std::span<std::uint32_t> out, int outStride)
{
    const std::size_t needed = static_cast<std::size_t>(outStride) * static_cast<std::size_t>(frame.height() - 1) +
                               static_cast<std::size_t>(frame.width());
    if (outStride >= frame.width() && out.size() >= needed)
        convertPart(frame, rgb32Table(palette), {0, 0, frame.width(), frame.height()}, {out.data(), outStride});
}

} // namespace blak::render
