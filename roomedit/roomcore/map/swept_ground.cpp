// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/map/swept_ground.h"

#include <cstddef>

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
            const MapPoint a = corners[(i + 1) % 4], b = corners[(i + 2) % 4], c = corners[(i + 3) % 4];
            if (touch(a, b, from, to) || touch(a, c, from, to) || isInTriangle(a, b, c, from))
                return true;
        }
        return false;
    });
}

} // namespace blak::roomcore
