// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "formats/space/move_grid.h"
#include "formats/space/server_room.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace blak::vm {

/// An object that stands in the way of others.
struct RoomBlocker
{
    std::int64_t object = 0;
    space::FlatPoint point;
    std::optional<std::int64_t> movedAt{}; ///< milliseconds of the host's clock; nothing before it moved
};

/// A room that Blakod loaded: geometry, grids where the file has them, blockers.
struct RoomState
{
    std::string name; ///< of the file, as Blakod asked for it
    space::ServerRoom room;
    std::optional<space::MoveGrid> players;
    std::optional<space::MoveGrid> monsters;
    std::vector<RoomBlocker> blockers; ///< the same object may be there several times; the last is the one that is meant
};

/// A room as a file has it.
Result<RoomState> loadRoomState(std::span<const std::byte> bytes, std::string_view name);

/// What GetLocationInfoBSP found last; places outside of a room repeat its heights, as in the reference.
struct LocationInfo
{
    std::int64_t floor = 0, floorWithDepth = 0, ceiling = 0;
};

/// Memory that a room has taken.
std::size_t bytesOf(const RoomState& room);

} // namespace blak::vm
