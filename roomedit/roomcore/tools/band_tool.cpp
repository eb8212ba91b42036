// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/tools/band_tool.h"

#include <algorithm>
#include <set>

namespace blak::roomcore {
namespace {

/// How often the way goes around a point; points on it count as within.
bool windsAround(const std::vector<MapPoint>& way, MapPoint point)
{
    int turns = 0;
    for (std::size_t i = 0; i < way.size(); ++i) {
        const MapPoint a = way[i], b = way[(i + 1) % way.size()];
        const auto side = orientation(a, b, point);
        if (side == 0 && MapBox::of(a, b).holds(point))
            return true;
        if ((a.y <= point.y) != (b.y <= point.y))
            turns += a.y <= point.y ? (side > 0 ? 1 : 0) : (side < 0 ? -1 : 0);
    }
    return turns != 0;
}

template <typename Holds>
MapSelection partsWithin(const Map& map, const MapBox& box, PartKinds kinds, const Holds& holds)
{
    MapSelection found;
    std::set<VertexId> vertices;
    std::set<SectorId> sectors;
    for (const LineId id : map.linesIn(box)) {
        const MapLine& line = map.line(id);
        for (const VertexId end : {line.start, line.end})
            if (holds(map.point(end)))
                vertices.insert(end);
        if (!holds(map.point(line.start)) || !holds(map.point(line.end)))
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
            if (std::all_of(lines.begin(), lines.end(), [&](LineId line) { return holds(map.startOf(line)) && holds(map.endOf(line)); }))
                found.sectors.push_back(sector);
        }
    if (kinds.things)
        for (std::uint32_t i = 0; i < map.things().size(); ++i)
            if (map.has(ThingId{i}) && holds(MapPoint{map.thing({i}).x, map.thing({i}).y}))
                found.things.push_back({i});
    return found;
}

} // namespace

MapSelection partsIn(const Map& map, const MapBox& box, PartKinds kinds)
{
    return partsWithin(map, box, kinds, [&box](MapPoint point) { return box.holds(point); });
}

MapSelection partsIn(const Map& map, const std::vector<MapPoint>& way, PartKinds kinds)
{
    MapBox box;
    for (const MapPoint point : way)
        box.add(point);
    return way.size() < 3 ? MapSelection{} : partsWithin(map, box, kinds, [&](MapPoint point) { return box.holds(point) && windsAround(way, point); });
}

} // namespace blak::roomcore
