// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/render/tile_plane.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace blak::render {

TilePlane levelTiles(const roo::Sector& sector, std::span<const space::Point> corners)
{
    TilePlane tiles;
    for (const space::Point& corner : corners) {
        tiles.originX = std::min(tiles.originX, corner.x);
        tiles.originY = std::min(tiles.originY, corner.y);
    }
    tiles.originX += 16.0 * sector.xOffset;
    tiles.originY += 16.0 * sector.yOffset;
    return tiles;
}

TilePlane slopedTiles(const roo::Slope& slope, const space::Surface& surface)
{
    using Vector = std::array<double, 3>;
    const double turn = slope.angle / 4096.0 * 2 * std::numbers::pi;
    Vector u{std::cos(turn), std::sin(turn), 0};
    u[2] = surface.perX * u[0] + surface.perY * u[1];
    const double uLength = std::hypot(u[0], u[1], u[2]);
    Vector n{slope.a, slope.b, slope.c};
    const double nLength = std::hypot(n[0], n[1], n[2]);
    for (std::size_t i = 0; i < 3; ++i) {
        u[i] /= uLength;
        n[i] /= nLength > 0 ? nLength : 1;
    }
    const Vector v{n[1] * u[2] - n[2] * u[1], n[2] * u[0] - n[0] * u[2], n[0] * u[1] - n[1] * u[0]};

    TilePlane tiles;
    tiles.originX = slope.originX;
    tiles.originY = slope.originY;
    tiles.sx = (u[0] + u[2] * surface.perX) / TilePlane::unitsPerTile;
    tiles.sy = (u[1] + u[2] * surface.perY) / TilePlane::unitsPerTile;
    tiles.tx = (v[0] + v[2] * surface.perX) / TilePlane::unitsPerTile;
    tiles.ty = (v[1] + v[2] * surface.perY) / TilePlane::unitsPerTile;
    return tiles;
}

} // namespace blak::render
