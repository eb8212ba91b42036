// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "roomedit/roomcore/map/map.h"

namespace blak::roomcore {

/// Kinds of parts that a mode is about.
struct PartKinds
{
    bool vertices = false, lines = false, sectors = false, things = false;
};

/// What lies wholly within a box.
MapSelection partsIn(const Map& map, const MapBox& box, PartKinds kinds);

/// A rubber band: everything within a rectangle.
class BandTool
{
public:
    explicit BandTool(MapPoint pressed) : from_(pressed), to_(pressed) {}
    void move(MapPoint to) { to_ = to; }
    MapBox box() const { return MapBox::of(from_, to_); }

private:
    MapPoint from_, to_;
};

} // namespace blak::roomcore
