// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "roomedit/roomcore/map/plane_geometry.h"

#include <array>
#include <vector>

namespace blak::roomcore {

/// What lines pass over while their ends go straight to other places, taken a little too wide: the hull of both places of each. How
/// often a closed border winds around a place changes only there.
class SweptGround
{
public:
    /// A line from a to b that goes to between toA and toB.
    void add(MapPoint a, MapPoint b, MapPoint toA, MapPoint toB);
    /// A segment touches it, and not only by beginning at a corner of it. In O(n) for n lines.
    bool meets(MapPoint from, MapPoint to) const;
    const MapBox& box() const { return box_; }

private:
    struct Sweep
    {
        std::array<MapPoint, 4> corners;
        MapBox box;
    };
    std::vector<Sweep> sweeps_;
    MapBox box_;
};

} // namespace blak::roomcore
