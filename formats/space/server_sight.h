// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/space/server_room.h"

/// What sees what, as the 105 server judges it (found with its program, docs/compatibility.md). Not symmetric: walls stop by the
/// side that the ray comes from. firstInSight() is for drawing and editing.
namespace blak::space {

struct FlatPoint3
{
    float x = 0, y = 0, z = 0; ///< client units
    FlatPoint flat() const { return {x, y}; }
};

/// Whether nothing stops the straight line. A wall part with a texture does (the normal part unless it is transparent and may be
/// looked through), going down a floor, going up a ceiling with one. The outside stops nothing. O(nodes along the line).
bool isLineFree(const ServerRoom& room, FlatPoint3 from, FlatPoint3 to);

/// Whether someone whose eyes are at `to` is seen from `from`: the eyes, the feet or one of four points around the eyes.
bool sees(const ServerRoom& room, FlatPoint3 from, FlatPoint3 to);

/// Whether `to` lies in the view of someone at `from` who looks in direction `angle` (4096 per turn). Walls do not matter.
bool isInView(FlatPoint from, FlatPoint to, std::int32_t angle);

} // namespace blak::space
