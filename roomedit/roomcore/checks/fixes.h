// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "roomedit/roomcore/checks/room_check_run.h"
#include "roomedit/roomcore/map/map.h"

/// Ways to put findings right that several rules offer. Each looks again at what is there when it comes to it.
namespace blak::roomcore::checks {

RoomFix deleteLineFix(LineId line);
/// One side of a line: what it shows and its flags. Sidedefs that other lines share are copied.
RoomFix changeSideFix(LineId line, Side side, std::function<void(roo::Sidedef&)> change);
/// Both sides, those that there are.
RoomFix changeSidesFix(LineId line, std::function<void(roo::Sidedef&)> change);
RoomFix changeSectorFix(SectorId sector, std::function<void(roo::Sector&)> change);
/// Cuts lines that cross and joins lines that lie on each other, around one line.
RoomFix stitchFix(LineId line, bool joinsOnly);
/// Moves the vertex at a point to another point, where it becomes one with what is there.
RoomFix moveVertexFix(MapPoint from, MapPoint to);
/// The area that a side looks at gets the sector that most of its border names; the outside gets none.
RoomFix oneSectorFix(LineId line, Side side);
/// Tree, grids, planes and checksum.
RoomFix buildFix();

} // namespace blak::roomcore::checks
