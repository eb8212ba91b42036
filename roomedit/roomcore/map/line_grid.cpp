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
            visit(column, row);
    }
}

/// Makes the part larger where it has to be, with some room for the next lines.
void LineGrid::cover(const Part& wanted)
{
    constexpr std::int32_t more = 4;
    const bool isFirst = cells_.empty();
    if (!isFirst && wanted.left >= part_.left && wanted.right <= part_.right && wanted.bottom >= part_.bottom &&
        wanted.top <= part_.top)
        return;
    LineGrid larger;
    const auto low = [isFirst](std::int32_t now, std::int32_t least) {
        return isFirst || least < now ? std::max(0, least - more) : now;
    };
    const auto high = [isFirst](std::int32_t now, std::int32_t most) {
        return isFirst || most > now ? std::min(side - 1, most + more) : now;
    };
    larger.part_ = {low(part_.left, wanted.left), low(part_.bottom, wanted.bottom), high(part_.right, wanted.right),
                    high(part_.top, wanted.top)};
    const std::int32_t rows = larger.part_.top - larger.part_.bottom + 1;
    larger.cells_.resize(static_cast<std::size_t>(larger.part_.columns()) * static_cast<std::size_t>(rows));
    for (std::int32_t row = part_.bottom; row <= part_.top; ++row)
        for (std::int32_t column = part_.left; column <= part_.right; ++column)
            larger.cells_[larger.at(column, row)] = std::move(cells_[at(column, row)]);
    *this = std::move(larger);
}

void LineGrid::add(std::uint32_t line, MapPoint a, MapPoint b)
{
    cover({cellOf(std::min(a.x, b.x) - 1), cellOf(std::min(a.y, b.y)), cellOf(std::max(a.x, b.x) + 1), cellOf(std::max(a.y, b.y))});
    eachCell(a, b, [&](std::int32_t column, std::int32_t row) { cells_[at(column, row)].push_back(line); });
}

void LineGrid::remove(std::uint32_t line, MapPoint a, MapPoint b)
{
    eachCell(a, b, [&](std::int32_t column, std::int32_t row) {
        auto& lines = cells_[at(column, row)];
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
    const std::int32_t left = std::max(cellOf(box.left), part_.left), right = std::min(cellOf(box.right), part_.right);
    const std::int32_t bottom = std::max(cellOf(box.bottom), part_.bottom), top = std::min(cellOf(box.top), part_.top);
    for (std::int32_t row = bottom; row <= top; ++row)
        for (std::int32_t column = left; column <= right; ++column) {
            const auto& cell = cells_[at(column, row)];
            lines.insert(lines.end(), cell.begin(), cell.end());
        }
    std::sort(lines.begin(), lines.end());
    lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
    return lines;
}

} // namespace blak::roomcore
