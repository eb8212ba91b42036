// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/space/movement.h"

#include <array>
#include <cmath>
#include <deque>
#include <vector>

/// Where a player can walk to, on a lattice of a quarter square: every neighbour that the movement rule lets be reached in a
/// straight line.
namespace blak::test {

class Reach
{
public:
    static constexpr double step = 256; // client units

    Reach(const space::LoadedRoom& room, space::Point start)
        : room_(room), columns_(cells(room.room().width)), rows_(cells(room.room().height))
    {
        reached_.assign(static_cast<std::size_t>(columns_ * rows_), false);
        flood(nearest(start.x), nearest(start.y));
    }

    int columns() const { return columns_; }
    int rows() const { return rows_; }
    static space::Point point(int column, int row) { return {(column + 0.5) * step, (row + 0.5) * step}; }
    bool at(int column, int row) const { return reached_[static_cast<std::size_t>(row * columns_ + column)]; }

    /// Whether any point of the square (counted from 1, as Blakod does) is reached.
    bool square(int row, int column) const
    {
        for (int y = (row - 1) * 4; y < row * 4; ++y)
            for (int x = (column - 1) * 4; x < column * 4; ++x)
                if (x < columns_ && y < rows_ && at(x, y))
                    return true;
        return false;
    }

private:
    static int cells(double length) { return static_cast<int>(length / step); }
    static int nearest(double at) { return static_cast<int>(std::floor(at / step)); }

    void flood(int column, int row)
    {
        constexpr std::array<std::array<int, 2>, 8> ways{{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}}};
        std::deque<std::array<int, 2>> open{{column, row}};
        mark(column, row);
        while (!open.empty()) {
            const auto [x, y] = open.front();
            open.pop_front();
            for (const auto& [dx, dy] : ways) {
                const int nx = x + dx, ny = y + dy;
                if (nx < 0 || ny < 0 || nx >= columns_ || ny >= rows_ || at(nx, ny))
                    continue;
                if (!space::canMove(room_, space::Mover::player(), point(x, y), point(nx, ny)))
                    continue;
                mark(nx, ny);
                open.push_back({nx, ny});
            }
        }
    }

    void mark(int column, int row) { reached_[static_cast<std::size_t>(row * columns_ + column)] = true; }

    const space::LoadedRoom& room_;
    int columns_, rows_;
    std::vector<bool> reached_;
};

} // namespace blak::test
