// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/bots/coverage.h"

#include <algorithm>

namespace blak::bots {
namespace {

constexpr std::uint32_t unitsOfASquare = 64; // of the protocol
constexpr std::int32_t mostSquares = 1024;   // in each direction: what 16 bits hold

} // namespace

Coverage::Seen Coverage::look(const std::string& name, const space::LoadedRoom& room)
{
    Seen seen{name, space::MoveGrid::of(room.room(), space::MoveGrid::Kind::Player), 0, 0, {}, {}};
    const auto squares = [](double length) {
        return std::clamp(static_cast<std::int32_t>(length / space::clientUnitsPerSquare), 0, mostSquares);
    };
    seen.rows = seen.grid ? seen.grid->rows() : squares(room.room().height);
    seen.columns = seen.grid ? seen.grid->columns() : squares(room.room().width);
    for (std::int32_t row = 0; row < seen.rows; ++row)
        for (std::int32_t column = 0; column < seen.columns; ++column) {
            const space::Point middle{(column + 0.5) * space::clientUnitsPerSquare, (row + 0.5) * space::clientUnitsPerSquare};
            seen.walkable.push_back(seen.grid ? seen.grid->isWalkable({row, column}) : room.sectorAt(middle) != space::none);
        }
    seen.visited.resize(seen.walkable.size());
    return seen;
}

void Coverage::visit(std::uint32_t roomFile, const std::string& name, const space::LoadedRoom& room, std::uint32_t row,
                     std::uint32_t column)
{
    auto it = rooms_.find(roomFile);
    if (it == rooms_.end())
        it = rooms_.emplace(roomFile, look(name, room)).first;
    Seen& seen = it->second;
    const auto y = static_cast<std::int32_t>(row / unitsOfASquare) - 1;
    const auto x = static_cast<std::int32_t>(column / unitsOfASquare) - 1;
    if (y >= 0 && x >= 0 && y < seen.rows && x < seen.columns)
        seen.visited[static_cast<std::size_t>(y * seen.columns + x)] = true;
}

std::size_t Coverage::countReachable(const Seen& seen)
{
    if (!seen.grid)
        return static_cast<std::size_t>(std::ranges::count(seen.walkable, true));
    std::vector<bool> reached(seen.visited.size());
    std::vector<space::Cell> open;
    std::size_t count = 0;
    const auto reach = [&](space::Cell cell) {
        const auto index = static_cast<std::size_t>(cell.row * seen.columns + cell.column);
        if (reached[index] || !seen.walkable[index])
            return;
        reached[index] = true;
        ++count;
        open.push_back(cell);
    };
    for (std::int32_t row = 0; row < seen.rows; ++row)
        for (std::int32_t column = 0; column < seen.columns; ++column)
            if (seen.visited[static_cast<std::size_t>(row * seen.columns + column)])
                reach({row, column});
    while (!open.empty()) {
        const space::Cell cell = open.back();
        open.pop_back();
        for (std::size_t i = 0; i < space::directionSteps.size(); ++i) {
            const space::Cell next{cell.row + space::directionSteps[i].row, cell.column + space::directionSteps[i].column};
            if (seen.grid->contains(next) && seen.grid->canLeave(cell, static_cast<space::Direction>(i)))
                reach(next);
        }
    }
    return count;
}

std::vector<RoomCoverage> Coverage::rooms() const
{
    std::vector<RoomCoverage> out;
    for (const auto& [file, seen] : rooms_) {
        RoomCoverage one{seen.name, 0, countReachable(seen), 0};
        for (std::size_t i = 0; i < seen.walkable.size(); ++i) {
            one.walkable += seen.walkable[i] ? 1U : 0U;
            one.visited += seen.walkable[i] && seen.visited[i] ? 1U : 0U;
        }
        out.push_back(std::move(one));
    }
    std::ranges::sort(out, {}, &RoomCoverage::room);
    return out;
}

} // namespace blak::bots
