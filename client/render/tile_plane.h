// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/space/loaded_room.h"

#include <span>

namespace blak::render {

/// Where pictures lie on a floor or ceiling: coordinates in tiles as an affine function of the place, s = sx (x - originX) +
/// sy (y - originY), t alike. A texture covers one square, whatever its size (formats.md section 1.6).
struct TilePlane
{
    static constexpr double unitsPerTile = 1024;

    double originX = 0, originY = 0;
    double sx = 1 / unitsPerTile, sy = 0;
    double tx = 0, ty = 1 / unitsPerTile;

    double s(space::Point at) const { return sx * (at.x - originX) + sy * (at.y - originY); }
    double t(space::Point at) const { return tx * (at.x - originX) + ty * (at.y - originY); }
};

/// `corners` are those of the leaf.
TilePlane levelTiles(const roo::Sector& sector, std::span<const space::Point> corners);
TilePlane slopedTiles(const roo::Slope& slope, const space::Surface& surface);

} // namespace blak::render
