// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/space/server_room.h"

/// Who may go where, as the 105 server judges it (found with its program, docs/compatibility.md). Things in the way are not the
/// room's. movement.h is for clients and editors, which slide.
namespace blak::space {

/// Who goes, and how.
struct Walk
{
    bool isPlayer = false; ///< players come nearer to walls and climb higher steps than monsters: a tolerance for their clients
    float height = 0;      ///< of the feet at the start
    float speed = 0;       ///< client units per millisecond; who is above the ground falls on the way. 0 = at once
};

/// Whether walls let one go straight from one place to another. Crossing a plane too near to one of its walls, or coming too near
/// to a wall at the end, passes through that wall; the passages are judged in the order of their distances from the start.
bool mayWalk(const ServerRoom& room, FlatPoint from, FlatPoint to, const Walk& walk);

/// The same for someone who is on the ground everywhere, with the distances of monsters. For short steps.
bool mayStep(const ServerRoom& room, FlatPoint from, FlatPoint to);

} // namespace blak::space
