// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/render/frame.h"

#include <algorithm>

namespace blak::render {
namespace {

constexpr int columnAlignment = 64; ///< bytes: columns start on cache lines

} // namespace

void Frame::resize(int width, int height)
{
    width = std::clamp(width, 1, maxSize);
    height = std::clamp(height, 1, maxSize);
    if (width == width_ && height == height_)
        return; // every pixel is drawn anyway
    width_ = width;
    height_ = height;
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

} // namespace blak::render
