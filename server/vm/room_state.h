// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "formats/space/loaded_room.h"
#include "formats/space/move_grid.h"

#include <array>
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
    space::Point point;
};

/// A room that Blakod loaded: geometry, grids where the file has them, blockers.
struct RoomState
{
    std::string name; ///< of the file, as Blakod asked for it
    space::LoadedRoom room;
    std::optional<space::MoveGrid> players;
    std::optional<space::MoveGrid> monsters;
    std::vector<RoomBlocker> blockers;
    std::array<std::optional<double>, 3> depthOverrides; ///< wading depths 1 to 3, client units
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
