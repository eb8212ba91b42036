// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "roomedit/roomcore/walk/walk_grid.h"

#include <optional>
#include <span>
#include <vector>

namespace blak::roomcore {

/// A way out of a room that a world gives it: from a square, or over an edge of the room.
struct WayOut
{
    std::optional<space::Cell> square;
    space::Direction edge = space::Direction::North; ///< where there is no square: one of the four
};

/// A piece of ground as WalkGrid::pieceOf() numbers them.
struct GroundPiece
{
    int squares = 0;
    space::Cell first{0, 0}; ///< the northernmost of its squares, the westernmost of these
    std::vector<std::size_t> exits; ///< numbers of the ways out that can be taken from it
};

/// All pieces, the largest first, with the ways out that can be taken from each. Over an edge one leaves from every square beside it
/// where no wall is in the way of the next step.
std::vector<GroundPiece> groundPieces(const space::LoadedRoom& room, const WalkGrid& grid, std::span<const WayOut> exits);

/// Whether somebody can stand where the way out begins.
bool canBeTaken(const space::LoadedRoom& room, const WalkGrid& grid, const WayOut& exit);

} // namespace blak::roomcore
