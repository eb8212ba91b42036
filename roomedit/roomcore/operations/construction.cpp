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

void dressBorders(MapEdit& edit, std::span<const SectorId> sectors, const MapDefaults& defaults)
{
    for (const SectorId sector : sectors) {
        if (!edit.map().has(sector))
            continue;
        const auto lines = edit.map().linesOf(sector);
        for (const LineId line : std::vector<LineId>(lines.begin(), lines.end()))
            dressSteps(edit, line, defaults);
    }
}

void dressAndSelect(MapEdit& edit, std::vector<SectorId> sectors, const MapDefaults& defaults)
{
    dressBorders(edit, sectors, defaults);
    MapSelection selection;
    selection.sectors = std::move(sectors);
    edit.select(std::move(selection));
}

} // namespace blak::roomcore
