// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/tools/band_tool.h"

#include <algorithm>
#include <set>

namespace blak::roomcore {

MapSelection partsIn(const Map& map, const MapBox& box, PartKinds kinds)
{
    MapSelection found;
    std::set<VertexId> vertices;
    std::set<SectorId> sectors;
    for (const LineId id : map.linesIn(box)) {
        const MapLine& line = map.line(id);
        for (const VertexId end : {line.start, line.end})
            if (box.holds(map.point(end)))
                vertices.insert(end);
        if (!box.holds(map.point(line.start)) || !box.holds(map.point(line.end)))
            continue;
        if (kinds.lines)
            found.lines.push_back(id);
        for (const LineSide& side : line.sides)
            if (side.sector)
                sectors.insert(side.sector);
    }
    if (kinds.vertices)
        found.vertices.assign(vertices.begin(), vertices.end());
    if (kinds.sectors)
        for (const SectorId sector : sectors) {
            const auto lines = map.linesOf(sector);
            if (std::all_of(lines.begin(), lines.end(), [&](LineId line) {
                    return box.holds(map.startOf(line)) && box.holds(map.endOf(line));
                }))
                found.sectors.push_back(sector);
        }
    if (kinds.things)
        for (std::uint32_t i = 0; i < map.things().size(); ++i)
            if (map.has(ThingId{i}) && box.holds({map.thing({i}).x, map.thing({i}).y}))
                found.things.push_back({i});
    return found;
}

} // namespace blak::roomcore
