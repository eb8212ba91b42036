// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/walk/ground_pieces.h"

#include "formats/space/movement.h"
#include "formats/space/units.h"

#include <algorithm>
#include <set>

namespace blak::roomcore {
namespace {

using space::Cell;
using space::Direction;

space::Point middleOf(Cell cell)
{
    return {(cell.column + 0.5) * space::clientUnitsPerSquare, (cell.row + 0.5) * space::clientUnitsPerSquare};
}

/// The pieces that a way out can be taken from.
std::set<int> piecesAt(const space::LoadedRoom& room, const WalkGrid& grid, const WayOut& exit)
{
    std::set<int> pieces;
    if (exit.square) {
        if (const int piece = grid.pieceOf(*exit.square); piece >= 0)
            pieces.insert(piece);
        return pieces;
    }
    const bool isNorthSouth = exit.edge == Direction::North || exit.edge == Direction::South;
    const space::DirectionStep step = space::directionSteps[static_cast<std::size_t>(exit.edge)];
    const std::int32_t length = isNorthSouth ? grid.columns() : grid.rows();
    for (std::int32_t i = 0; i < length; ++i) {
        const Cell cell = isNorthSouth ? Cell{exit.edge == Direction::North ? 0 : grid.rows() - 1, i}
                                       : Cell{i, exit.edge == Direction::West ? 0 : grid.columns() - 1};
        const Cell beyond{cell.row + step.row, cell.column + step.column};
        const int piece = grid.pieceOf(cell);
        if (piece >= 0 && !pieces.contains(piece) && space::canMove(room, space::Mover::player(), middleOf(cell), middleOf(beyond)))
            pieces.insert(piece);
    }
    return pieces;
}

} // namespace

std::vector<GroundPiece> groundPieces(const space::LoadedRoom& room, const WalkGrid& grid, std::span<const WayOut> exits)
{
    std::vector<GroundPiece> pieces(static_cast<std::size_t>(std::max(0, grid.pieces())));
    for (Cell cell{0, 0}; cell.row < grid.rows(); ++cell.row)
        for (cell.column = 0; cell.column < grid.columns(); ++cell.column)
            if (const int piece = grid.pieceOf(cell); piece >= 0)
                if (GroundPiece& of = pieces[static_cast<std::size_t>(piece)]; of.squares++ == 0)
                    of.first = cell;
    for (std::size_t i = 0; i < exits.size(); ++i)
        for (const int piece : piecesAt(room, grid, exits[i]))
            pieces[static_cast<std::size_t>(piece)].exits.push_back(i);
    return pieces;
}

bool canBeTaken(const space::LoadedRoom& room, const WalkGrid& grid, const WayOut& exit) { return !piecesAt(room, grid, exit).empty(); }

} // namespace blak::roomcore
