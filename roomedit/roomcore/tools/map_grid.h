// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "roomedit/roomcore/map/plane_geometry.h"

namespace blak::roomcore {

/// The grid that points snap to: it may begin anywhere and be turned, as along a wall.
struct MapGrid
{
    int step = 32;      ///< editor units; 1: whole points, wherever it begins
    MapPoint origin;    ///< a point of it
    double degrees = 0; ///< counter-clockwise

    bool isPlain() const { return origin == MapPoint{} && degrees == 0; }
    /// The point of the grid nearest to a place; rounded to whole units where it is turned.
    MapPoint snap(double x, double y) const;
    /// By that many steps along its two directions.
    MapPoint along(int columns, int rows) const;
    friend bool operator==(const MapGrid&, const MapGrid&) = default;
};

MapPoint onGrid(double x, double y, int gridStep);

} // namespace blak::roomcore
