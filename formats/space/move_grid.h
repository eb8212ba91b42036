// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/roo/room.h"
#include "formats/space/units.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace blak::space {

/// Bit numbers of a move grid byte.
enum class Direction : std::uint8_t { North, NorthEast, East, SouthEast, South, SouthWest, West, NorthWest };

/// Cell of a grid from 0: row southwards, column eastwards.
struct Cell
{
    std::int32_t row = 0, column = 0;
    friend bool operator==(const Cell&, const Cell&) = default;
};

struct DirectionStep
{
    std::int32_t row, column;
};
constexpr std::array<DirectionStep, 8> directionSteps{{{-1, 0}, {-1, 1}, {0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}}};

/// The server's view of a room: which cells have a floor and in which of the eight directions one may leave them.
class MoveGrid
{
public:
    enum class Kind : std::uint8_t { Player, Monster, HighResolution };

    /// Nothing when the room has no such grid (formats.md section 1.10).
    static std::optional<MoveGrid> of(const roo::Room& room, Kind kind);

    std::int32_t rows() const { return rows_; }
    std::int32_t columns() const { return columns_; }
    double step() const { return step_; } ///< client units from one cell to the next

    bool contains(Cell cell) const;
    bool isWalkable(Cell cell) const;              ///< false outside of the grid
    bool canLeave(Cell cell, Direction way) const; ///< false outside of the grid and towards its outside

    /// As the built-in CanMoveInRoom (kod.md, function 64): a way of more than one cell is a teleport and allowed, from outside
    /// of the grid everything is allowed, onto a cell without floor nothing; else the direction decides.
    bool canMove(Cell from, Cell to) const;

    /// Cheapest way from cell to cell, both included; straight steps cost 10, diagonal ones 14. Empty when there is none or more
    /// than `maxVisited` cells would have to be looked at.
    std::vector<Cell> findPath(Cell from, Cell to, std::size_t maxVisited = 65536) const;

    Cell cellAt(Point point) const; ///< may lie outside of the grid
    Point centreOf(Cell cell) const;

private:
    MoveGrid() = default;
    std::size_t indexOf(Cell cell) const;

    std::int32_t rows_ = 0, columns_ = 0;
    double step_ = clientUnitsPerSquare;
    std::vector<std::uint8_t> ways_;
    std::vector<std::uint8_t> walkable_;
};

} // namespace blak::space
