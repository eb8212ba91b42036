// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/map/swept_ground.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace blak::roomcore {
namespace {

int signOf(std::int64_t value) { return (value > 0) - (value < 0); }

/// Segments with a common point.
bool touch(MapPoint a, MapPoint b, MapPoint c, MapPoint d)
{
    return MapBox::of(a, b).meets(MapBox::of(c, d)) && signOf(orientation(a, b, c)) * signOf(orientation(a, b, d)) <= 0 &&
           signOf(orientation(c, d, a)) * signOf(orientation(c, d, b)) <= 0;
}

bool isInTriangle(MapPoint a, MapPoint b, MapPoint c, MapPoint point)
{
    const int first = signOf(orientation(a, b, point)), second = signOf(orientation(b, c, point)), third = signOf(orientation(c, a, point));
    return orientation(a, b, c) != 0 && first * second >= 0 && second * third >= 0 && first * third >= 0;
}

/// From a corner of a triangle: along one of its sides, or into it.
bool entersFrom(MapPoint corner, MapPoint b, MapPoint c, MapPoint to)
{
    const auto runsTo = [&](MapPoint end) { return orientation(corner, end, to) == 0 && dot(end - corner, to - corner) > 0; };
    const bool isTriangle = b != corner && c != corner; // an end that stayed is there twice
    return runsTo(b) || runsTo(c) || (isTriangle && (touch(b, c, corner, to) || isInTriangle(corner, b, c, to)));
}

bool meetsTriangle(MapPoint a, MapPoint b, MapPoint c, MapPoint from, MapPoint to)
{
    for (const auto& [near, far] : {std::pair(from, to), std::pair(to, from)}) {
        if (near == a)
            return entersFrom(a, b, c, far);
        if (near == b)
            return entersFrom(b, c, a, far);
        if (near == c)
            return entersFrom(c, a, b, far);
    }
    return touch(a, b, from, to) || touch(b, c, from, to) || touch(c, a, from, to) || isInTriangle(a, b, c, from);
}

} // namespace

void SweptGround::add(MapPoint a, MapPoint b, MapPoint toA, MapPoint toB)
{
    Sweep sweep{{a, b, toA, toB}, MapBox::of(a, b)};
    sweep.box.add(MapBox::of(toA, toB));
    box_.add(sweep.box);
    sweeps_.push_back(sweep);
}

bool SweptGround::meets(MapPoint from, MapPoint to) const
{
    const MapBox box = MapBox::of(from, to);
    if (!box.meets(box_))
        return false;
    return std::any_of(sweeps_.begin(), sweeps_.end(), [&](const Sweep& sweep) {
        if (!box.meets(sweep.box))
            return false;
        // The hull of four points are the triangles of each three of them.
        const auto& corners = sweep.corners;
        for (std::size_t i = 0; i < 4; ++i) {
            if (meetsTriangle(corners[(i + 1) % 4], corners[(i + 2) % 4], corners[(i + 3) % 4], from, to))
                return true;
        }
        return false;
    });
}

} // namespace blak::roomcore
