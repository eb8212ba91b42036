// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/space/loaded_room.h"
#include "formats/space/move_grid.h"

#include <atomic>
#include <vector>

/// Where one can walk in a room, square by square, and why not.
namespace blak::roomcore {

/// Why a step from the middle of a square to the next one cannot be taken.
enum class StepBlock : std::uint8_t {
    None,
    NoFloor,     ///< there is no room, or no floor, on the square behind
    EndOfRoom,   ///< a wall with nothing behind it
    Impassable,  ///< the side lets nobody through
    HighStep,    ///< the floor behind is too high
    LowCeiling,  ///< too low to stand under
    NobodyEnters, ///< the sector behind is flagged so
    Unclear,     ///< no wall is in the way: the grid says so, by rules of its own, or is out of date
};

struct StepVerdict
{
    StepBlock block = StepBlock::None;
    int linedef = -1; ///< that is in the way, from 0
    int amount = 0;   ///< editor units: height of the step, or of the opening
};

/// How a square stands to the largest part of its piece in which everybody can walk from everywhere to everywhere.
enum class WayBack : std::uint8_t {
    Both,     ///< of it
    NoReturn, ///< it can be entered from there, and not left again
    NoWayIn,  ///< one leaves it to there, and never comes back
    Neither,
};

/// What a server believes of a room: by the stored grids where it has them, else by geometry, as servers of rooms without grids do.
class WalkGrid
{
public:
    /// `usesGrids`: those of the room are up to date. The rest is O(squares); stops soon when `cancelled` and is then of no use.
    static WalkGrid of(const space::LoadedRoom& room, bool usesGrids, const std::atomic<bool>& cancelled);

    std::int32_t rows() const { return rows_; }
    std::int32_t columns() const { return columns_; }
    bool contains(space::Cell cell) const
    {
        return cell.row >= 0 && cell.row < rows_ && cell.column >= 0 && cell.column < columns_;
    }
    bool isFromGrids() const { return isFromGrids_; }
    bool isWalkable(space::Cell cell) const { return contains(cell) && cells_[indexOf(cell)].isWalkable; }
    bool canLeave(space::Cell cell, space::Direction way) const
    {
        return contains(cell) && (cells_[indexOf(cell)].ways >> static_cast<unsigned>(way) & 1) != 0;
    }
    /// Pieces of ground between which nobody can walk, 0 the largest; -1 where one cannot stand.
    int pieceOf(space::Cell cell) const { return contains(cell) ? cells_[indexOf(cell)].piece : -1; }
    int pieces() const { return pieces_; }
    /// Within its piece; Both where one cannot stand.
    WayBack wayBackOf(space::Cell cell) const { return contains(cell) ? cells_[indexOf(cell)].wayBack : WayBack::Both; }
    /// Squares that can be entered and not left.
    int traps() const { return traps_; }

private:
    struct Square
    {
        bool isWalkable = false;
        std::uint8_t ways = 0; ///< by Direction
        WayBack wayBack = WayBack::Both;
        int piece = -1;
    };
    std::size_t indexOf(space::Cell cell) const
    {
        return static_cast<std::size_t>(cell.row) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(cell.column);
    }
    void findPieces();
    void findWaysBack();
    std::vector<int> strongParts() const;
    std::vector<bool> reached(const std::vector<std::size_t>& from, bool backwards) const;

    std::int32_t rows_ = 0, columns_ = 0;
    bool isFromGrids_ = false;
    int pieces_ = 0, traps_ = 0;
    std::vector<Square> cells_;
};

/// Why the step cannot be taken: the wall that is in the way and what about it.
StepVerdict explainStep(const space::LoadedRoom& room, const WalkGrid& grid, space::Cell from, space::Direction way);

} // namespace blak::roomcore
