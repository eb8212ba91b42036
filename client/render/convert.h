// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/render/frame.h"
#include "formats/palette/palette.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace blak::render {

/// The colours of a palette as 0xFFRRGGBB (QImage::Format_RGB32).
using Rgb32Table = std::array<std::uint32_t, 256>;
Rgb32Table rgb32Table(const palette::Palette& palette);

/// Rows of 32-bit pixels, from the top: a window's own picture or a buffer.
struct Rgb32Rows
{
    std::uint32_t* pixels = nullptr;
    std::ptrdiff_t stride = 0; ///< pixels from one row to the next

    explicit operator bool() const { return pixels != nullptr; }
};

/// Writes a part of the frame, which it has to lie in. `rows` must hold part.bottom rows of at least part.right pixels.
void convertPart(const Frame& frame, const Rgb32Table& colours, const FramePart& part, const Rgb32Rows& rows);

/// The whole frame. `out` has height * outStride entries, outStride >= width, both in pixels; otherwise nothing is written.
void convertToRgb32(const Frame& frame, const palette::Palette& palette, std::span<std::uint32_t> out, int outStride);

} // namespace blak::render
