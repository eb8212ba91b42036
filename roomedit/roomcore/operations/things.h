// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "roomedit/roomcore/map/map_edit.h"

/// The two things of a room: opposite corners of the rectangle that players and servers count squares in (formats.md 1.3).
namespace blak::roomcore {

/// Puts a corner at a place: a new thing while there are fewer than two, else the nearer of the first two comes here. It is selected.
Result<ThingId> placeCorner(MapEdit& edit, MapPoint at);

/// Both corners so that the rectangle holds all lines and begins and ends with whole squares of 64, counted from its north-west.
Result<void> fitCorners(MapEdit& edit);

} // namespace blak::roomcore
