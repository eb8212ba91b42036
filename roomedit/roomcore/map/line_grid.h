// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "roomedit/roomcore/map/plane_geometry.h"

#include <cstdint>
#include <vector>

namespace blak::roomcore {

/// Which lines pass where: the 16-bit plane in squares of 256 editor units, each with the numbers of the lines that touch it.
/// Lines come and go in time proportional to the squares they cross. Squares are kept for the part of the plane that lines have
/// been in; all of it would be 1.5 MB for each room that is open.
class LineGrid
{
public:
    void add(std::uint32_t line, MapPoint a, MapPoint b);
    void remove(std::uint32_t line, MapPoint a, MapPoint b);

    /// Lines that may touch the box, each once, in ascending order.
    std::vector<std::uint32_t> linesIn(const MapBox& box) const;

    /// Calls `visit(cell)` with the lines of the squares of the row of `y`, from the one of `x` to the left, until it returns true.
    /// The second argument is the left border of the square. Squares beside those that lines have been in are left out.
    template <typename Visit>
    void walkLeft(MapPoint from, const Visit& visit) const
    {
        const std::int32_t row = cellOf(from.y);
        if (row < part_.bottom || row > part_.top)
            return;
        for (std::int32_t column = std::min(cellOf(from.x), part_.right); column >= part_.left; --column)
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
    /// Columns and rows of squares, both ends in it.
    struct Part
    {
        std::int32_t left = 0, bottom = 0, right = -1, top = -1;
        std::int32_t columns() const { return right - left + 1; }
    };
    std::size_t at(std::int32_t column, std::int32_t row) const
    {
        return static_cast<std::size_t>(row - part_.bottom) * static_cast<std::size_t>(part_.columns()) +
               static_cast<std::size_t>(column - part_.left);
    }
    template <typename Visit>
    static void eachCell(MapPoint a, MapPoint b, const Visit& visit);
    void cover(const Part& wanted);

    Part part_;
    std::vector<std::vector<std::uint32_t>> cells_; ///< of part_, row by row
};

} // namespace blak::roomcore
