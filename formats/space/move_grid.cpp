// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/space/move_grid.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <queue>

namespace blak::space {
namespace {

constexpr std::int32_t straightCost = 10, diagonalCost = 14;

std::size_t cellCount(std::int32_t rows, std::int32_t columns)
{
    return static_cast<std::size_t>(std::max(rows, 0)) * static_cast<std::size_t>(std::max(columns, 0));
}

/// Cheapest conceivable way: never more than the real one.
std::int32_t estimate(Cell from, Cell to)
{
    const std::int32_t rows = std::abs(from.row - to.row), columns = std::abs(from.column - to.column);
    return straightCost * std::max(rows, columns) + (diagonalCost - straightCost) * std::min(rows, columns);
}

} // namespace

std::optional<MoveGrid> MoveGrid::of(const roo::Room& room, Kind kind)
{
    if (!room.server)
        return std::nullopt;
    const roo::ServerSection& server = *room.server;
    MoveGrid grid;
    if (kind == Kind::HighResolution) {
        if (!server.highResolution)
            return std::nullopt;
        grid.rows_ = server.highResolution->rows;
        grid.columns_ = server.highResolution->columns;
        grid.step_ = highResolutionStep;
        grid.walkable_.reserve(server.highResolution->cells.size());
        grid.ways_.reserve(server.highResolution->cells.size());
        for (const std::uint32_t cell : server.highResolution->cells) {
            grid.walkable_.push_back(cell & 1u);
            grid.ways_.push_back(static_cast<std::uint8_t>(cell >> 1));
        }
    } else {
        if (kind == Kind::Monster && !server.monster)
            return std::nullopt;
        const roo::Grid<std::uint8_t>& ways = kind == Kind::Monster ? *server.monster : server.move;
        grid.rows_ = ways.rows;
        grid.columns_ = ways.columns;
        grid.ways_ = ways.cells;
        grid.walkable_.reserve(server.flags.cells.size());
        for (const std::uint8_t flags : server.flags.cells)
            grid.walkable_.push_back(flags & 1u);
    }
    const std::size_t cells = cellCount(grid.rows_, grid.columns_);
    if (grid.ways_.size() != cells || grid.walkable_.size() != cells)
        return std::nullopt;
    return grid;
}

std::size_t MoveGrid::indexOf(Cell cell) const
{
    return static_cast<std::size_t>(cell.row) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(cell.column);
}

bool MoveGrid::contains(Cell cell) const
{
    return cell.row >= 0 && cell.row < rows_ && cell.column >= 0 && cell.column < columns_;
}

bool MoveGrid::isWalkable(Cell cell) const { return contains(cell) && walkable_[indexOf(cell)] != 0; }

bool MoveGrid::canLeave(Cell cell, Direction way) const
{
    const DirectionStep step = directionSteps[static_cast<std::size_t>(way)];
    return contains(cell) && contains({cell.row + step.row, cell.column + step.column}) &&
           (ways_[indexOf(cell)] >> static_cast<unsigned>(way) & 1u) != 0;
}

bool MoveGrid::canMove(Cell from, Cell to) const
{
    if (contains(to) && !isWalkable(to))
        return false;
    if (!contains(from))
        return true;
    for (std::size_t i = 0; i < directionSteps.size(); ++i)
        if (from.row + directionSteps[i].row == to.row && from.column + directionSteps[i].column == to.column)
            return (ways_[indexOf(from)] >> i & 1u) != 0;
    return true;
}

std::vector<Cell> MoveGrid::findPath(Cell from, Cell to, std::size_t maxVisited) const
{
    if (!contains(from) || !contains(to))
        return {};
    struct Open
    {
        std::int32_t total, cost;
        Cell cell;
        bool operator<(const Open& other) const { return total > other.total; }
    };
    std::vector<std::int32_t> costs(cellCount(rows_, columns_), std::numeric_limits<std::int32_t>::max());
    std::vector<std::uint8_t> cameBy(costs.size(), 0);
    std::priority_queue<Open> open;
    costs[indexOf(from)] = 0;
    open.push({estimate(from, to), 0, from});
    for (std::size_t visited = 0; !open.empty() && visited < maxVisited;) {
        const Open best = open.top();
        open.pop();
        if (best.cost > costs[indexOf(best.cell)])
            continue;
        if (best.cell == to)
            break;
        ++visited;
        for (std::size_t i = 0; i < directionSteps.size(); ++i) {
            const Cell next{best.cell.row + directionSteps[i].row, best.cell.column + directionSteps[i].column};
            if (!canLeave(best.cell, static_cast<Direction>(i)) || !isWalkable(next))
                continue;
            const std::int32_t cost = best.cost + (i % 2 == 0 ? straightCost : diagonalCost);
            if (cost >= costs[indexOf(next)])
                continue;
            costs[indexOf(next)] = cost;
            cameBy[indexOf(next)] = static_cast<std::uint8_t>(i);
            open.push({cost + estimate(next, to), cost, next});
        }
    }
    if (costs[indexOf(to)] == std::numeric_limits<std::int32_t>::max())
        return {};
    std::vector<Cell> path{to};
    while (path.back() != from) {
        const DirectionStep step = directionSteps[cameBy[indexOf(path.back())]];
        path.push_back({path.back().row - step.row, path.back().column - step.column});
    }
    std::reverse(path.begin(), path.end());
    return path;
}

Cell MoveGrid::cellAt(Point point) const
{
    return {static_cast<std::int32_t>(std::floor(point.y / step_)), static_cast<std::int32_t>(std::floor(point.x / step_))};
}

Point MoveGrid::centreOf(Cell cell) const { return {(cell.column + 0.5) * step_, (cell.row + 0.5) * step_}; }

} // namespace blak::space
