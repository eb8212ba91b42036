// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "roomedit/roomcore/operations/properties.h"

#include <vector>

/// What a paint bucket reaches: everything that shows the same picture without a gap.
namespace blak::roomcore {

/// Floors (or ceilings) with the texture of the first one, each beside another over a two-sided line. In the order they are met.
std::vector<SectorId> floodSectors(const Map& map, SectorId from, Plane plane);

struct WallSpot
{
    SideRef side;
    WallPart part = WallPart::Normal;
    friend auto operator<=>(const WallSpot&, const WallSpot&) = default;
};
/// Parts of walls with the texture of the first one that meet at their ends: around the border of one sector, and on into sectors
/// that one can see from there past the end of the wall.
std::vector<WallSpot> floodWalls(const Map& map, WallSpot from);

} // namespace blak::roomcore
