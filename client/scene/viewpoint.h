// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/space/loaded_room.h"

#include <span>

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

/// A thing that hides what is behind it: where it stands and half of its width, client units.
struct Screen
{
    space::Point at;
    double radius = 0;
};

/// The direction (0..4095) in which most is seen from a place in client units; 0 where there is no floor. Of `screens` those count that
/// stand within two squares: the nearer one is, the less is seen beside it; see-through walls count as screens.
double widestAngle(const space::LoadedRoom& room, space::Point place, double eyeHeight, std::span<const Screen> screens = {});

} // namespace blak::scene
