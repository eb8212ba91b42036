// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/render/frame.h"

#include <algorithm>
#include <array>

namespace blak::render {
namespace {

constexpr int columnAlignment = 64; ///< bytes: columns start on cache lines

constexpr int block = 16;

/// Reads columns, writes rows: block by block, so that both sides stay in the first-level cache.
template <typename Source, typename Convert>
void transpose(const Frame& frame, Source source, Convert convert, std::uint32_t* out, int outStride)
{
    const int width = frame.width();
    const int height = frame.height();
    for (int x0 = 0; x0 < width; x0 += block) {
        const int columns = std::min(block, width - x0);
        for (int y0 = 0; y0 < height; y0 += block) {
            const int rows = std::min(block, height - y0);
            std::uint32_t* corner = out + static_cast<std::ptrdiff_t>(y0) * outStride + x0;
            for (int i = 0; i < columns; ++i) {
                const auto* column = source(x0 + i) + y0;
                std::uint32_t* target = corner + i;
                if (rows == block) { // a known count: unrolled, the byte loads are merged
                    for (int y = 0; y < block; ++y)
                        target[static_cast<std::ptrdiff_t>(y) * outStride] = convert(column[y], x0 + i);
                    continue;
                }
                for (int y = 0; y < rows; ++y)
                    target[static_cast<std::ptrdiff_t>(y) * outStride] = convert(column[y], x0 + i);
            }
        }
    }
}

bool fits(const Frame& frame, std::span<std::uint32_t> out, int outStride)
{
    return outStride >= frame.width() &&
           out.size() >= static_cast<std::size_t>(outStride) * static_cast<std::size_t>(frame.height() - 1) +
                             static_cast<std::size_t>(frame.width());
}

/// A colour that tells neighbours apart and stays the same from frame to frame for the same thing.
std::uint32_t idColour(const Pick& pick)
{
    if (pick.kind == SurfaceKind::None)
        return 0xFFFF00FF;
    if (pick.kind == SurfaceKind::Background)
        return 0xFF000000;
    std::uint32_t hash = static_cast<std::uint32_t>(pick.kind) * 0x9E3779B1u;
    for (const std::uint32_t part : {pick.isWall() ? pick.linedef : pick.sector, pick.object, std::uint32_t{pick.plusSide}}) {
        hash = (hash ^ part) * 0x85EBCA6Bu;
        hash ^= hash >> 15;
    }
    return 0xFF303030u | (hash & 0xCFCFCFu);
}

} // namespace

void Frame::resize(int width, int height)
{
    width_ = std::clamp(width, 1, maxSize);
    height_ = std::clamp(height, 1, maxSize);
    stride_ = (height_ + columnAlignment - 1) / columnAlignment * columnAlignment;
    if (stride_ % 512 == 0)
        stride_ += columnAlignment; // equal sets in the cache for all columns would make the conversion slow
    const std::size_t size = static_cast<std::size_t>(width_) * static_cast<std::size_t>(stride_);
    pixels_.assign(size, 0);
    ids_.assign(size, 0);
    setStrips(1);
}

void Frame::setStrips(int count)
{
    count = std::clamp(count, 1, width_);
    stripWidth_ = (width_ + count - 1) / count;
    strips_.resize(static_cast<std::size_t>((width_ + stripWidth_ - 1) / stripWidth_));
}

Pick Frame::pick(int x, int y) const
{
    if (x < 0 || y < 0 || x >= width_ || y >= height_)
        return {};
    const std::vector<SurfaceRecord>& surfaces = strip(x / stripWidth_).surfaces;
    const std::size_t id = idColumn(x)[y];
    if (id >= surfaces.size())
        return {};
    Pick pick = surfaces[id].pick;
    const double w = static_cast<double>(surfaces[id].w0) + static_cast<double>(surfaces[id].wx) * (x + 0.5) +
                     static_cast<double>(surfaces[id].wy) * (y + 0.5);
    pick.depth = w > 1e-9 ? 1 / w : 0;
    return pick;
}

void convertToRgb32(const Frame& frame, const palette::Palette& palette, std::span<std::uint32_t> out, int outStride)
{
    if (!fits(frame, out, outStride))
        return;
    std::array<std::uint32_t, 256> colours;
    for (std::size_t i = 0; i < colours.size(); ++i)
        colours[i] = 0xFF000000u | std::uint32_t{palette[i].r} << 16 | std::uint32_t{palette[i].g} << 8 | palette[i].b;
    transpose(
        frame, [&](int x) { return frame.column(x); }, [&](std::uint8_t pixel, int) { return colours[pixel]; }, out.data(),
        outStride);
}

void convertIdsToRgb32(const Frame& frame, std::span<std::uint32_t> out, int outStride)
{
    if (!fits(frame, out, outStride))
        return;
    std::vector<std::vector<std::uint32_t>> colours(static_cast<std::size_t>(frame.stripCount()));
    for (int i = 0; i < frame.stripCount(); ++i)
        for (const SurfaceRecord& surface : frame.strip(i).surfaces)
            colours[static_cast<std::size_t>(i)].push_back(idColour(surface.pick));
    transpose(
        frame, [&](int x) { return frame.idColumn(x); },
        [&](std::uint16_t id, int x) {
            const auto& table = colours[static_cast<std::size_t>(x / frame.stripWidth())];
            return id < table.size() ? table[id] : idColour({});
        },
        out.data(), outStride);
}

} // namespace blak::render
