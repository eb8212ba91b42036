// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/tools/tool.h"

#include <cmath>

namespace blak::roomcore {

MapPoint onGrid(double x, double y, int gridStep)
{
    const auto snap = [gridStep](double value) {
        const double step = std::max(1, gridStep);
        return static_cast<std::int32_t>(
            std::lround(std::clamp<double>(std::round(value / step) * step, lowestCoordinate, highestCoordinate)));
    };
    return {snap(x), snap(y)};
}

MapPoint snapped(const Pointer& pointer, const Map& map, int gridStep, bool toVertices)
{
    if (toVertices) {
        const auto low = onGrid(pointer.x - pointer.reach, pointer.y - pointer.reach, 1);
        const auto high = onGrid(pointer.x + pointer.reach, pointer.y + pointer.reach, 1);
        double nearest = pointer.reach;
        MapPoint found;
        bool any = false;
        for (const LineId line : map.linesIn({low.x, low.y, high.x, high.y}))
            for (const MapPoint end : {map.startOf(line), map.endOf(line)})
                if (const double distance = std::hypot(end.x - pointer.x, end.y - pointer.y); distance <= nearest) {
                    nearest = distance;
                    found = end;
                    any = true;
                }
        if (any)
            return found;
    }
    return onGrid(pointer.x, pointer.y, pointer.isFree ? 1 : gridStep);
}

} // namespace blak::roomcore
