// SPDX-License-Identifier: GPL-3.0-or-later
// Points of shapes to draw.
#include "roomedit/roomcore/operations/construction.h"
#include "roomedit/roomcore/operations/draw.h"

#include <cmath>
#include <numbers>
#include <string>

namespace blak::roomcore {
namespace {

MapPoint rounded(double x, double y)
{
    const auto whole = [](double value) {
        return static_cast<std::int32_t>(std::lround(std::clamp(value, -1e6, 1e6))); // drawing says where it ends
    };
    return {whole(x), whole(y)};
}

std::vector<MapPoint> around(double x, double y, double radiusX, double radiusY, double first, int corners)
{
    std::vector<MapPoint> points;
    for (int i = 0; i < corners; ++i) {
        const double angle = first - 2 * std::numbers::pi * i / corners; // clockwise, so that the area lies right
        const MapPoint point = rounded(x + radiusX * std::cos(angle), y + radiusY * std::sin(angle));
        if (points.empty() || points.back() != point)
            points.push_back(point);
    }
    return points;
}

} // namespace

std::vector<MapPoint> rectanglePoints(MapPoint corner, MapPoint opposite)
{
    const MapBox box = MapBox::of(corner, opposite);
    return {{box.left, box.bottom}, {box.left, box.top}, {box.right, box.top}, {box.right, box.bottom}};
}

Result<std::vector<MapPoint>> ellipsePoints(MapPoint corner, MapPoint opposite, int corners)
{
    if (auto checked = checkNumber(corners, 3, 256, "corners of an ellipse"); !checked)
        return checked.error();
    return around((corner.x + opposite.x) / 2.0, (corner.y + opposite.y) / 2.0, std::abs(opposite.x - corner.x) / 2.0,
                  std::abs(opposite.y - corner.y) / 2.0, std::numbers::pi / 2, corners);
}

Result<std::vector<MapPoint>> polygonPoints(MapPoint centre, MapPoint through, int corners)
{
    if (auto checked = checkNumber(corners, 3, 256, "corners of a polygon"); !checked)
        return checked.error();
    const MapPoint arm = through - centre;
    const double radius = std::hypot(arm.x, arm.y);
    return around(centre.x, centre.y, radius, radius, std::atan2(arm.y, arm.x), corners);
}

Result<std::vector<std::vector<MapPoint>>> gridLines(MapPoint corner, MapPoint opposite, int rows, int columns)
{
    if (auto checked = checkNumber(rows, 1, 64, "rows of a grid"); !checked)
        return checked.error();
    if (auto checked = checkNumber(columns, 1, 64, "columns of a grid"); !checked)
        return checked.error();
    const MapBox box = MapBox::of(corner, opposite);
    std::vector<std::vector<MapPoint>> lines;
    for (int i = 0; i <= columns; ++i) {
        const std::int32_t x = box.left + (box.right - box.left) * i / columns;
        lines.push_back({{x, box.bottom}, {x, box.top}});
    }
    for (int i = 0; i <= rows; ++i) {
        const std::int32_t y = box.bottom + (box.top - box.bottom) * i / rows;
        lines.push_back({{box.left, y}, {box.right, y}});
    }
    return lines;
}

Result<std::vector<MapPoint>> corridorPoints(std::span<const MapPoint> path, int width)
{
    if (auto checked = checkNumber(width, 1, 4096, "width of a corridor"); !checked)
        return checked.error();
    std::vector<MapPoint> middle;
    for (const MapPoint point : path)
        if (middle.empty() || middle.back() != point)
            middle.push_back(point);
    if (middle.size() < 2)
        return Error{"expected two different points at least", "corridor"};
    constexpr double sharpest = 3; // half widths that a mitre may reach out
    const double half = width / 2.0;
    std::vector<MapPoint> left, right;
    for (std::size_t i = 0; i < middle.size(); ++i) {
        const auto normal = [&](std::size_t from) {
            const MapPoint way = middle[from + 1] - middle[from];
            const double length = std::hypot(way.x, way.y);
            return std::pair(-way.y / length, way.x / length);
        };
        auto [nx, ny] = normal(i == 0 ? 0 : i - 1);
        double reach = 1;
        if (i > 0 && i + 1 < middle.size()) {
            const auto [mx, my] = normal(i);
            const double sx = nx + mx, sy = ny + my, length = std::hypot(sx, sy);
            if (length > 1e-9) {
                reach = std::min(sharpest, 2 / length);
                nx = sx / length;
                ny = sy / length;
            }
        }
        left.push_back(rounded(middle[i].x + nx * half * reach, middle[i].y + ny * half * reach));
        right.push_back(rounded(middle[i].x - nx * half * reach, middle[i].y - ny * half * reach));
    }
    left.insert(left.end(), right.rbegin(), right.rend());
    return left;
}

} // namespace blak::roomcore
