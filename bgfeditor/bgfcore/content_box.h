// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bgfeditor/bgfcore/frame_image.h"

#include <optional>

namespace blak::bgfcore {

/// Pixels from left to right - 1 and top to bottom - 1.
struct Box
{
    std::int32_t left = 0, top = 0, right = 0, bottom = 0;

    std::int32_t width() const { return right - left; }
    std::int32_t height() const { return bottom - top; }
    friend bool operator==(const Box&, const Box&) = default;
};

/// The smallest box around what is not transparent; nothing when all is, or nothing can be decoded.
std::optional<Box> contentBox(const FrameImage& image);

/// The same of one row.
std::optional<Box> contentBoxOfRow(const FrameImage& image, std::int32_t row);

} // namespace blak::bgfcore
