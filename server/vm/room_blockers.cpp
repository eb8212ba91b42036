// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/vm/room_blockers.h"

#include "formats/space/flat_geometry.h"

#include <algorithm>

namespace blak::vm::room {

bool blockersStop(const RoomState& room, const Passer& passer, space::FlatPoint from, space::FlatPoint to)
{
    constexpr std::int64_t notSeenByPlayers = 2000; ///< milliseconds
    const float keep = passer.isPlayer ? keptByPlayers : keptFromBlockers;
    return std::ranges::any_of(room.blockers, [&](const RoomBlocker& blocker) {
        if (blocker.object == passer.object ||
            (passer.isPlayer && blocker.movedAt && passer.now - *blocker.movedAt < notSeenByPlayers) ||
            (passer.ignoresEnd && squareOf(blocker.point - to) <= space::flatTolerance))
            return false;
        const float before = squareOf(from - blocker.point);
        if (before <= keep * keep)
            return squareOf(to - blocker.point) <= before;
        return space::meetsCircle(blocker.point, keep, from, to);
    });
}

bool isNearBlocker(const RoomState& room, space::FlatPoint point)
{
    return std::ranges::any_of(room.blockers, [&](const RoomBlocker& blocker) {
        return squareOf(point - blocker.point) < keptFromBlockers * keptFromBlockers;
    });
}

} // namespace blak::vm::room
