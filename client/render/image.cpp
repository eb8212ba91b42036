// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/render/image.h"

#include <algorithm>

namespace blak::render {

std::size_t Image::byteSize() const
{
    std::size_t sum = pixels.size() + columns.size() + tile.size() + hotspots.size() * sizeof(bgf::Hotspot);
    for (const MipLevel& level : mips)
        sum += level.byteSize();
    return sum;
}

std::size_t Picture::byteSize() const
{
    std::size_t sum = sizeof(Picture) + name.size() + file.size() + problem.size();
    for (const Image& image : images)
        sum += sizeof(Image) + image.byteSize();
    for (const bgf::Group& group : groups)
        sum += sizeof(bgf::Group) + group.size() * sizeof(group[0]);
    return sum;
}

const Image& Picture::groupImage(int group) const
{
    const int count = static_cast<int>(groups.size());
    const bgf::Group& chosen = groups[static_cast<std::size_t>(((group % count) + count) % count)];
    const auto found = std::find_if(chosen.begin(), chosen.end(), [](std::int32_t index) { return index >= 0; });
    return images[found == chosen.end() ? 0 : static_cast<std::size_t>(*found)];
}

const Image* Picture::angleImage(int group, int angle) const
{
    const int count = static_cast<int>(groups.size());
    const std::int32_t index = bgf::bitmapForAngle(groups[static_cast<std::size_t>(((group % count) + count) % count)], angle);
    return index < 0 ? nullptr : &images[static_cast<std::size_t>(index)];
}

} // namespace blak::render
