// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/palette/palette.h"

#include <cstdint>

/// The inner loops. All draw `count` pixels down a column.
namespace blak::render::kernel {

/// A line of `size` texels that repeats; v is the texel at the first pixel.
void drawTiledLine(std::uint8_t* out, int count, const std::uint8_t* line, int size, double v, double step,
                   const palette::IndexMap& light);

/// The same, leaving out transparent texels; `id` is written where a pixel is.
void drawMaskedLine(std::uint8_t* out, std::uint16_t* ids, int count, const std::uint8_t* line, int size, double v, double step,
                    const palette::IndexMap& light, std::uint16_t id);

/// A repeated picture seen in perspective: texel column = u / w, texel row = v / w, where u, v and w change evenly.
struct PlaneStep
{
    float w, u, v;    ///< at the first pixel
    float dw, du, dv; ///< from pixel to pixel
};

struct Tile
{
    const std::uint8_t* texels = nullptr; ///< rows
    int widthLog = 0, heightLog = 0;
};

void drawPlane(std::uint8_t* out, int count, const PlaneStep& step, const Tile& tile, const palette::IndexMap& light);

/// Light that changes with distance: level = min(cap, viewer w) + add, cut to 0..63.
struct DistanceLight
{
    float viewer, cap, add;        ///< in levels
    const palette::IndexMap* maps; ///< 64, by level
};

/// `firstRow` is the row of the first pixel.
void drawPlane(std::uint8_t* out, int firstRow, int count, const PlaneStep& step, const Tile& tile, const DistanceLight& light);

void fillIds(std::uint16_t* ids, int count, std::uint16_t id);

} // namespace blak::render::kernel
