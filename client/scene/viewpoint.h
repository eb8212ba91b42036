// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/space/loaded_room.h"

namespace blak::scene {

/// A place to stand and a direction to look.
struct Viewpoint
{
    space::Point place; ///< client units
    double angle = 0;   ///< 0..4095, as in space::anglesPerTurn
};

/// Where a room shows the most of itself: of the largest pieces of floor in the playable rectangle on which one can stand, the
/// one that is seen farthest from, and the direction in which that is. Where one looks into nothing below the horizon (floors without
/// texture, sides without walls), nothing is seen. `eyeHeight` in client units above the floor. (0, 0) when the room has no floor.
/// Costs up to 1 500 rays.
Viewpoint findViewpoint(const space::LoadedRoom& room, double eyeHeight);

/// Whether there is a floor in the playable rectangle that is seen, that may be walked on, and below a ceiling high enough.
bool canStand(const space::LoadedRoom& room, space::Point place);

/// The direction (0..4095) in which most is seen from a place in client units; 0 where there is no floor.
double widestAngle(const space::LoadedRoom& room, space::Point place, double eyeHeight);

} // namespace blak::scene
