// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/walk/walk_grid.h"

#include "formats/space/movement.h"
#include "formats/space/units.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace blak::roomcore {
namespace {

using space::Cell;
using space::Direction;
using space::directionSteps;

constexpr double square = space::clientUnitsPerSquare;
constexpr double editorUnit = square / space::editorUnitsPerSquare; ///< client units

space::Point middleOf(Cell cell) { return {(cell.column + 0.5) * square, (cell.row + 0.5) * square}; }

Cell next(Cell cell, std::size_t way)
{
    return {cell.row + directionSteps[way].row, cell.column + directionSteps[way].column};
}

bool hasFloor(const space::LoadedRoom& room, Cell cell)
{
    const space::Index sector = room.sectorAt(middleOf(cell));
    return sector != space::none && room.sector(sector).floorTexture != 0;
}

/// What of a wall is in the way of somebody who stands at a point; the order is that of space::wallStops.
StepVerdict verdictOf(const space::LoadedRoom& room, const space::LoadedWall& wall, space::Point from, double z)
{
    const space::Mover mover = space::Mover::player();
    const double turn = (wall.end.x - wall.start.x) * (from.y - wall.start.y) - (wall.end.y - wall.start.y) * (from.x - wall.start.x);
    const auto here = turn > 0 ? space::WallSide::Plus : space::WallSide::Minus; // y runs down: right is positive
    const auto behind = here == space::WallSide::Plus ? space::WallSide::Minus : space::WallSide::Plus;
    StepVerdict verdict{StepBlock::Unclear, wall.linedef == space::none ? -1 : static_cast<int>(wall.linedef), 0};
    const space::Index side = wall.side(here), there = wall.sector(behind), own = wall.sector(here);
    const auto units = [](double height) { return static_cast<int>(std::lround(height / editorUnit)); };
    if (side == space::none)
        return verdict;
    const roo::Sidedef& data = room.sidedef(side);
    if (there == space::none) {
        verdict.block = StepBlock::EndOfRoom;
    } else if ((data.flags & roo::side_flag::passable) == 0) {
        verdict.block = StepBlock::Impassable;
    } else if ((room.sector(there).flags & roo::sector_flag::noMove) != 0) {
        verdict.block = StepBlock::NobodyEnters;
    } else {
        const space::SectorShape& target = room.shapes()[there];
        const space::SectorShape& source = own == space::none ? target : room.shapes()[own];
        const double rise = std::max(source.floorLevel, target.floorLevel) - z - target.depth;
        const double opening = std::min(source.ceilingLevel, target.ceilingLevel) - z;
        if (data.belowTexture != 0 && rise > mover.maxStep) {
            verdict.block = StepBlock::HighStep;
            verdict.amount = units(rise);
        } else if (data.aboveTexture != 0 && opening < mover.headRoom) {
            verdict.block = StepBlock::LowCeiling;
            verdict.amount = units(opening);
        }
    }
    return verdict;
}

} // namespace

WalkGrid WalkGrid::of(const space::LoadedRoom& room, bool usesGrids, const std::atomic<bool>& cancelled)
{
    WalkGrid grid;
    grid.rows_ = std::max<std::int32_t>(0, static_cast<std::int32_t>(room.room().height / square));
    grid.columns_ = std::max<std::int32_t>(0, static_cast<std::int32_t>(room.room().width / square));
    constexpr std::int64_t mostSquares = 1 << 20; // the 16-bit plane has as many
    if (static_cast<std::int64_t>(grid.rows_) * grid.columns_ > mostSquares)
        grid.rows_ = grid.columns_ = 0;
    grid.cells_.resize(static_cast<std::size_t>(grid.rows_) * static_cast<std::size_t>(grid.columns_));
    const auto stored = usesGrids ? space::MoveGrid::of(room.room(), space::MoveGrid::Kind::Player) : std::nullopt;
    grid.isFromGrids_ = stored && stored->rows() == grid.rows_ && stored->columns() == grid.columns_;
    for (Cell cell{0, 0}; cell.row < grid.rows_; ++cell.row)
        for (cell.column = 0; cell.column < grid.columns_; ++cell.column)
            grid.cells_[grid.indexOf(cell)].isWalkable = grid.isFromGrids_ ? stored->isWalkable(cell) : hasFloor(room, cell);
    const space::Mover mover = space::Mover::player();
    for (Cell cell{0, 0}; cell.row < grid.rows_ && !cancelled; ++cell.row)
        for (cell.column = 0; cell.column < grid.columns_; ++cell.column) {
            Square& at = grid.cells_[grid.indexOf(cell)];
            for (std::size_t way = 0; way < directionSteps.size() && at.isWalkable; ++way) {
                const Cell to = next(cell, way);
                const bool isFree = grid.isWalkable(to) &&
                                    (grid.isFromGrids_ ? stored->canLeave(cell, static_cast<Direction>(way))
                                                       : space::canMove(room, mover, middleOf(cell), middleOf(to)));
                at.ways = static_cast<std::uint8_t>(at.ways | (isFree ? 1u << way : 0u));
            }
        }
    grid.findPieces();
    grid.findWaysBack();
    return grid;
}

/// A way in one direction joins, too: over a cliff one comes down.
void WalkGrid::findPieces()
{
    std::vector<std::size_t> root(cells_.size());
    std::iota(root.begin(), root.end(), std::size_t{0});
    const auto find = [&root](std::size_t at) {
        while (root[at] != at)
            at = root[at] = root[root[at]];
        return at;
    };
    for (Cell cell{0, 0}; cell.row < rows_; ++cell.row)
        for (cell.column = 0; cell.column < columns_; ++cell.column)
            for (std::size_t way = 0; way < directionSteps.size(); ++way)
                if (canLeave(cell, static_cast<Direction>(way)) && contains(next(cell, way)))
                    root[find(indexOf(cell))] = find(indexOf(next(cell, way)));
    std::vector<std::size_t> size(cells_.size(), 0);
    std::vector<std::size_t> roots;
    for (std::size_t i = 0; i < cells_.size(); ++i)
        if (cells_[i].isWalkable && size[find(i)]++ == 0)
            roots.push_back(find(i));
    std::ranges::stable_sort(roots, [&size](std::size_t a, std::size_t b) { return size[a] > size[b]; });
    std::vector<int> number(cells_.size(), -1);
    for (std::size_t i = 0; i < roots.size(); ++i)
        number[roots[i]] = static_cast<int>(i);
    for (std::size_t i = 0; i < cells_.size(); ++i)
        if (cells_[i].isWalkable)
            cells_[i].piece = number[find(i)];
    pieces_ = static_cast<int>(roots.size());
}

/// Numbers of the parts within which one can walk from every square to every other (Tarjan's, without recursion); -1 = none.
std::vector<int> WalkGrid::strongParts() const
{
    struct Visit
    {
        std::size_t at;
        std::size_t way;
    };
    std::vector<int> part(cells_.size(), -1), order(cells_.size(), -1), low(cells_.size(), 0);
    std::vector<std::size_t> open;
    std::vector<Visit> path;
    int nextOrder = 0, nextPart = 0;
    const auto columns = static_cast<std::size_t>(columns_);
    for (std::size_t start = 0; start < cells_.size(); ++start) {
        if (!cells_[start].isWalkable || order[start] >= 0)
            continue;
        path.push_back({start, 0});
        while (!path.empty()) {
            Visit& visit = path.back();
            const std::size_t at = visit.at;
            if (visit.way == 0 && order[at] < 0) {
                order[at] = low[at] = nextOrder++;
                open.push_back(at);
            }
            bool goesDeeper = false;
            while (visit.way < directionSteps.size()) {
                const std::size_t way = visit.way++;
                const Cell cell{static_cast<std::int32_t>(at / columns), static_cast<std::int32_t>(at % columns)};
                const Cell to = next(cell, way);
                if (!canLeave(cell, static_cast<Direction>(way)) || !isWalkable(to))
                    continue;
                const std::size_t other = indexOf(to);
                if (order[other] < 0) {
                    path.push_back({other, 0});
                    goesDeeper = true;
                    break;
                }
                if (part[other] < 0)
                    low[at] = std::min(low[at], order[other]);
            }
            if (goesDeeper)
                continue;
            if (low[at] == order[at]) {
                while (part[at] < 0) {
                    part[open.back()] = nextPart;
                    open.pop_back();
                }
                ++nextPart;
            }
            path.pop_back();
            if (!path.empty() && part[at] < 0)
                low[path.back().at] = std::min(low[path.back().at], low[at]);
        }
    }
    return part;
}

std::vector<bool> WalkGrid::reached(const std::vector<std::size_t>& from, bool backwards) const
{
    std::vector<bool> known(cells_.size(), false);
    std::vector<std::size_t> waiting = from;
    for (const std::size_t at : waiting)
        known[at] = true;
    const auto columns = static_cast<std::size_t>(columns_);
    while (!waiting.empty()) {
        const std::size_t at = waiting.back();
        waiting.pop_back();
        const Cell cell{static_cast<std::int32_t>(at / columns), static_cast<std::int32_t>(at % columns)};
        for (std::size_t way = 0; way < directionSteps.size(); ++way) {
            const Cell to = next(cell, way);
            const auto opposite = static_cast<Direction>((way + directionSteps.size() / 2) % directionSteps.size());
            if (!isWalkable(to) || known[indexOf(to)] || !(backwards ? canLeave(to, opposite) : canLeave(cell, static_cast<Direction>(way))))
                continue;
            known[indexOf(to)] = true;
            waiting.push_back(indexOf(to));
        }
    }
    return known;
}

void WalkGrid::findWaysBack()
{
    const std::vector<int> part = strongParts();
    std::vector<std::size_t> size(part.size() + 1, 0);
    for (const int one : part)
        if (one >= 0)
            ++size[static_cast<std::size_t>(one)];
    std::vector<int> main(static_cast<std::size_t>(pieces_), -1); // by piece: its largest part
    for (std::size_t i = 0; i < cells_.size(); ++i)
        if (part[i] >= 0 && cells_[i].piece >= 0) {
            int& best = main[static_cast<std::size_t>(cells_[i].piece)];
            if (best < 0 || size[static_cast<std::size_t>(part[i])] > size[static_cast<std::size_t>(best)])
                best = part[i];
        }
    std::vector<std::size_t> seeds;
    for (std::size_t i = 0; i < cells_.size(); ++i)
        if (cells_[i].piece >= 0 && part[i] == main[static_cast<std::size_t>(cells_[i].piece)])
            seeds.push_back(i);
    const std::vector<bool> entered = reached(seeds, false), left = reached(seeds, true);
    for (std::size_t i = 0; i < cells_.size(); ++i) {
        if (cells_[i].piece < 0)
            continue;
        cells_[i].wayBack = entered[i] && left[i] ? WayBack::Both : entered[i] ? WayBack::NoReturn : left[i] ? WayBack::NoWayIn : WayBack::Neither;
        traps_ += cells_[i].wayBack == WayBack::NoReturn ? 1 : 0;
    }
}

StepVerdict explainStep(const space::LoadedRoom& room, const WalkGrid& grid, Cell from, Direction way)
{
    if (grid.canLeave(from, way))
        return {};
    const Cell to = next(from, static_cast<std::size_t>(way));
    const space::Point start = middleOf(from), end = middleOf(to);
    const space::MoveResult moved = space::move(room, space::Mover::player(), start, end);
    if (moved.touched && moved.wall != space::none) {
        const space::Index sector = room.sectorAt(start);
        const double z = sector == space::none ? 0 : room.standHeight(sector, start);
        const StepVerdict verdict = verdictOf(room, room.walls()[moved.wall], start, z);
        if (verdict.block != StepBlock::Unclear || grid.isWalkable(to))
            return verdict;
    }
    return {grid.isWalkable(to) ? StepBlock::Unclear : StepBlock::NoFloor, -1, 0};
}

} // namespace blak::roomcore
