// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/operations/construction.h"

#include "roomedit/roomcore/operations/draw.h"

#include <string>

namespace blak::roomcore {

Result<void> checkNumber(int found, int least, int most, const char* what)
{
    if (found >= least && found <= most)
        return {};
    return Error{"expected " + std::to_string(least) + " to " + std::to_string(most) + ", found " + std::to_string(found), what};
}

SectorId sectorAt(const Map& map, MapPoint point)
{
    const auto hit = map.firstToTheLeft(point);
    return hit ? map.line(hit->line).side(hit->side).sector : SectorId();
}

Result<void> drawCut(MapEdit& edit, const std::vector<MapPoint>& outline, const std::vector<std::vector<MapPoint>>& cuts,
                     const MapDefaults& defaults, std::string_view name)
{
    if (auto drawn = drawLines(edit, outline, true, defaults, name); !drawn)
        return drawn.error();
    if (cuts.empty())
        return {};
    auto drawn = drawPolylines(edit, cuts, false, defaults, name);
    return drawn ? Result<void>() : drawn.error();
}

void dressBorder(MapEdit& edit, SectorId sector, const MapDefaults& defaults)
{
    const auto lines = edit.map().linesOf(sector);
    for (const LineId line : std::vector<LineId>(lines.begin(), lines.end()))
        dressSteps(edit, line, defaults);
}

} // namespace blak::roomcore
