// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/tools/map_grid.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace blak::roomcore {
namespace {

struct Turn
{
    explicit Turn(double degrees) : sine(std::sin(degrees * std::numbers::pi / 180)), cosine(std::cos(degrees * std::numbers::pi / 180)) {}
    double sine, cosine;
};

} // namespace

MapPoint onGrid(double x, double y, int gridStep)
{
    const auto snap = [gridStep](double value) {
        const double step = std::max(1, gridStep);
        return static_cast<std::int32_t>(
            std::lround(std::clamp<double>(std::round(value / step) * step, lowestCoordinate, highestCoordinate)));
    };
    return {snap(x), snap(y)};
}

MapPoint MapGrid::snap(double x, double y) const
{
    if (step <= 1)
        return onGrid(x, y, 1);
    const auto toStep = [this](double value) { return std::round(value / step) * step; };
    const double fromX = x - origin.x, fromY = y - origin.y;
    if (degrees == 0)
        return onGrid(origin.x + toStep(fromX), origin.y + toStep(fromY), 1);
    const Turn turn(degrees);
    const double u = toStep(fromX * turn.cosine + fromY * turn.sine), v = toStep(fromY * turn.cosine - fromX * turn.sine);
    return onGrid(origin.x + u * turn.cosine - v * turn.sine, origin.y + u * turn.sine + v * turn.cosine, 1);
}

MapPoint MapGrid::along(int columns, int rows) const
{
    const Turn turn(degrees);
    const double u = static_cast<double>(columns) * step, v = static_cast<double>(rows) * step;
    return onGrid(u * turn.cosine - v * turn.sine, u * turn.sine + v * turn.cosine, 1);
}

} // namespace blak::roomcore
