// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/roo/room.h"
#include "studio/views/diff/difference.h"

namespace blak::diff {

/// For each thing of the left room the one it became in the right room, -1 = it is gone; and the same the other way round.
struct Match
{
    std::vector<int> toRight, toLeft;
};

struct RoomMatch
{
    Match lines, sectors, things;
};

/// Lines belong together when they run between the same points, then when one end has moved; sectors when their lines do; things
/// by where they stand. So a line that was put in does not mark those behind it.
RoomMatch matchRooms(const roo::Room& left, const roo::Room& right);

/// Kinds: "room", "line", "sector", "thing". Sides are told with their line ("+ normal texture"), as their numbers mean nothing.
/// BSP tree and grids are summed up in one entry each.
Differences compareRooms(const roo::Room& left, const roo::Room& right, const RoomMatch& match);

} // namespace blak::diff
