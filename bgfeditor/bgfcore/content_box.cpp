// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/bgfcore/content_box.h"

#include <algorithm>

namespace blak::bgfcore {

std::optional<Box> contentBoxOfRow(const FrameImage& image, std::int32_t row)
{
    const FrameImage::Indices* indices = image.indices();
    if (indices == nullptr || row < 0 || row >= image.height())
        return std::nullopt;
    const auto begin = indices->begin() + std::ptrdiff_t{row} * image.width(), end = begin + image.width();
    const auto isSeen = [](std::uint8_t index) { return index != bgf::transparentIndex; };
    const auto first = std::find_if(begin, end, isSeen);
    if (first == end)
        return std::nullopt;
    auto last = end;
    while (!isSeen(*(last - 1)))
        --last;
    return Box{static_cast<std::int32_t>(first - begin), row, static_cast<std::int32_t>(last - begin), row + 1};
}

std::optional<Box> contentBox(const FrameImage& image)
{
    std::optional<Box> box;
    for (std::int32_t y = 0; y < image.height(); ++y) {
        const auto row = contentBoxOfRow(image, y);
        if (!row)
            continue;
        if (!box)
            box = row;
        box->left = std::min(box->left, row->left);
        box->right = std::max(box->right, row->right);
        box->bottom = row->bottom;
    }
    return box;
}

} // namespace blak::bgfcore
