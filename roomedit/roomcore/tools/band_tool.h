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

/// What lies wholly within a closed way: all of its ends. A way that crosses itself holds what it winds around.
MapSelection partsIn(const Map& map, const std::vector<MapPoint>& way, PartKinds kinds);

/// A rubber band: everything within a rectangle, or within the way of the mouse.
class BandTool
{
public:
    explicit BandTool(MapPoint pressed, bool isLasso = false) : from_(pressed), to_(pressed), way_{pressed}, isLasso_(isLasso) {}
    void move(MapPoint to)
    {
        to_ = to;
        if (isLasso_ && way_.back() != to)
            way_.push_back(to);
    }
    bool isLasso() const { return isLasso_; }
    MapBox box() const { return MapBox::of(from_, to_); }
    const std::vector<MapPoint>& way() const { return way_; } ///< of a lasso
    MapSelection parts(const Map& map, PartKinds kinds) const { return isLasso_ ? partsIn(map, way_, kinds) : partsIn(map, box(), kinds); }

private:
    MapPoint from_, to_;
    std::vector<MapPoint> way_;
    bool isLasso_;
};

} // namespace blak::roomcore
