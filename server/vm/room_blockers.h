// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/vm/room_state.h"

#include <cstdint>

/// What objects in the way do to who moves (as the 105 server judges it, docs/compatibility.md).
namespace blak::vm::room {

constexpr float keptFromBlockers = 512, keptByPlayers = 160; ///< client units

/// Who passes between them.
struct Passer
{
    std::int64_t object = 0; ///< is not in its own way
    bool isPlayer = false;   ///< whom objects do not stop for two seconds after each of their moves
    std::int64_t now = 0;    ///< milliseconds of the host's clock
    bool ignoresEnd = false; ///< objects exactly at the end of the way do not count
};

/// Who begins too near to a blocker must end farther away from it, everyone else may not touch its circle.
bool blockersStop(const RoomState& room, const Passer& passer, space::FlatPoint from, space::FlatPoint to);

bool isNearBlocker(const RoomState& room, space::FlatPoint point);

} // namespace blak::vm::room
