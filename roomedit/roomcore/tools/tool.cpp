// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/tools/tool.h"

#include <cmath>

namespace blak::roomcore {

MapPoint snapped(const Pointer& pointer, const Map& map, const MapGrid& grid, bool toVertices)
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
    return pointer.isFree ? onGrid(pointer.x, pointer.y, 1) : grid.snap(pointer.x, pointer.y);
}

} // namespace blak::roomcore
