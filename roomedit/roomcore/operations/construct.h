// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "roomedit/roomcore/map/settle.h"
#include "roomedit/roomcore/operations/properties.h"

#include <span>

/// Things that rooms are made of, in one step each.
namespace blak::roomcore {

/// A flight of steps in a rectangle: `steps` (1 to 64) sectors along the longer way of the two, floors from the first height up (or
/// down) by `rise` each; ceilings stay `headroom` above the floors where that is not 0.
/// Where lines cut a step, as an outer wall that the rectangle crosses, all its parts get its height.
Result<void> drawStairs(MapEdit& edit, MapPoint corner, MapPoint opposite, int steps, int rise, int headroom,
                        const MapDefaults& defaults);

/// An opening in a wall: a sector of a width along it, centred at the place of the line next to `at`, and of a depth on its other
/// side. `sill` raises the floor, `lintel` lowers the ceiling: a door has neither, a window both.
struct Opening
{
    int width = 64, depth = 16;
    int sill = 0, lintel = 0;
};
Result<void> putOpening(MapEdit& edit, LineId line, MapPoint at, const Opening& opening, const MapDefaults& defaults);

/// Heights or light from that of the first sector to that of the last in even steps, in the order given.
enum class Gradient : std::uint8_t { Floor, Ceiling, Light };
Result<void> makeGradient(MapEdit& edit, std::span<const SectorId> sectors, Gradient what, const MapDefaults& defaults);

/// A slope of the floor or ceiling through three of the sector's corners, with their heights; the texture runs along the first side.
struct SlopePoint
{
    MapPoint at;
    int height = 0;
};
Result<void> setSlope(MapEdit& edit, SectorId sector, Plane plane, std::span<const SlopePoint, 3> points);
Result<void> clearSlope(MapEdit& edit, SectorId sector, Plane plane);
/// Tilts around a line of the sector's border: there the height stays, at the farthest corner it is another by `rise`.
Result<void> tiltFromLine(MapEdit& edit, SectorId sector, Plane plane, LineId line, int rise);
/// Height of a plane above a place, editor units; of the sector's own field where it is level.
double heightAt(const roo::Sector& sector, Plane plane, MapPoint at);
/// Tilts by a line of the border: its middle goes up by `rise` from where it is, the side of the border that is farthest from it is the
/// hinge and stays.
Result<void> tiltByLine(MapEdit& edit, SectorId sector, Plane plane, LineId line, int rise);

} // namespace blak::roomcore
