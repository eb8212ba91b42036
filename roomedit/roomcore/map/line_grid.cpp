// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/map/line_grid.h"

#include <utility>

namespace blak::roomcore {

/// Row by row, the columns that the segment passes within the row; one more at each end makes up for rounding.
template <typename Visit>
void LineGrid::eachCell(MapPoint a, MapPoint b, const Visit& visit)
{
    if (a.y > b.y)
        std::swap(a, b);
    const std::int32_t firstRow = cellOf(a.y), lastRow = cellOf(b.y);
    for (std::int32_t row = firstRow; row <= lastRow; ++row) {
        std::int32_t x0 = a.x, x1 = b.x;
        if (firstRow != lastRow) {
            const auto xAt = [&](std::int32_t y) {
                const std::int64_t part = std::clamp(y, a.y, b.y) - a.y;
                return static_cast<std::int32_t>(a.x + part * (b.x - a.x) / (b.y - a.y));
            };
            const std::int32_t bottom = row * cellSize + lowestCoordinate;
            x0 = xAt(bottom);
            x1 = xAt(bottom + cellSize);
        }
        for (std::int32_t column = cellOf(std::min(x0, x1) - 1); column <= cellOf(std::max(x0, x1) + 1); ++column)
            visit(at(column, row));
    }
}

void LineGrid::add(std::uint32_t line, MapPoint a, MapPoint b)
{
    if (cells_.empty())
        cells_.resize(static_cast<std::size_t>(side) * side);
    eachCell(a, b, [&](std::size_t cell) { cells_[cell].push_back(line); });
}

void LineGrid::remove(std::uint32_t line, MapPoint a, MapPoint b)
{
    eachCell(a, b, [&](std::size_t cell) {
        auto& lines = cells_[cell];
        const auto found = std::find(lines.begin(), lines.end(), line);
        *found = lines.back();
        lines.pop_back();
    });
}

std::vector<std::uint32_t> LineGrid::linesIn(const MapBox& box) const
{
    std::vector<std::uint32_t> lines;
    if (cells_.empty() || box.isEmpty())
        return lines;
    for (std::int32_t row = cellOf(box.bottom); row <= cellOf(box.top); ++row)
        for (std::int32_t column = cellOf(box.left); column <= cellOf(box.right); ++column) {
            const auto& cell = cells_[at(column, row)];
            lines.insert(lines.end(), cell.begin(), cell.end());
        }
    std::sort(lines.begin(), lines.end());
    lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
    return lines;
}

} // namespace blak::roomcore
