// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "roomedit/roomcore/map/plane_geometry.h"

#include <cstdint>
#include <vector>

namespace blak::roomcore {

/// Which lines pass where: the 16-bit plane in squares of 256 editor units, each with the numbers of the lines that touch it.
/// Lines come and go in time proportional to the squares they cross.
class LineGrid
{
public:
    void add(std::uint32_t line, MapPoint a, MapPoint b);
    void remove(std::uint32_t line, MapPoint a, MapPoint b);

    /// Lines that may touch the box, each once, in ascending order.
    std::vector<std::uint32_t> linesIn(const MapBox& box) const;

    /// Calls `visit(cell)` with the lines of the squares of the row of `y`, from the one of `x` to the left, until it returns true.
    /// The second argument is the left border of the square.
    template <typename Visit>
    void walkLeft(MapPoint from, const Visit& visit) const
    {
        if (cells_.empty())
            return;
        const std::int32_t row = cellOf(from.y);
        for (std::int32_t column = cellOf(from.x); column >= 0; --column)
            if (visit(cells_[at(column, row)], column * cellSize + lowestCoordinate))
                return;
    }

private:
    static constexpr std::int32_t cellSize = 256;
    static constexpr std::int32_t side = 65536 / cellSize;
    static constexpr std::int32_t cellOf(std::int32_t coordinate)
    {
        return (std::clamp(coordinate, lowestCoordinate, highestCoordinate) - lowestCoordinate) / cellSize;
    }
    static constexpr std::size_t at(std::int32_t column, std::int32_t row)
    {
        return static_cast<std::size_t>(row) * side + static_cast<std::size_t>(column);
    }
    template <typename Visit>
    static void eachCell(MapPoint a, MapPoint b, const Visit& visit);

    std::vector<std::vector<std::uint32_t>> cells_; ///< made with the first line
};

} // namespace blak::roomcore
