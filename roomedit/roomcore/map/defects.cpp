// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/map/defects.h"

#include "roomedit/roomcore/map/faces.h"

#include <map>
#include <set>

namespace blak::roomcore {
namespace {

void findPairs(const Map& map, LineId line, MapDefects& defects)
{
    const MapLine& own = map.line(line);
    const MapPoint a = map.point(own.start), b = map.point(own.end);
    for (const LineId other : map.linesIn(map.boxOf(line))) {
        const MapLine& its = map.line(other);
        const MapPoint c = map.point(its.start), d = map.point(its.end);
        if (other == line || c == d)
            continue;
        if (other < line && ((c == a && d == b) || (c == b && d == a)))
            defects.onEachOther.emplace_back(other, line);
        else if (isInside(a, b, c) || isInside(a, b, d) || (other < line && crossesProperly(a, b, c, d)))
            defects.crossing.emplace_back(line, other);
    }
}

/// The sector that most of a border names, and whose sides name another one.
void findUnclosed(const Map& map, Faces& faces, std::size_t face, std::set<LineId>& unclosed)
{
    std::map<SectorId, std::int64_t> lengths;
    const std::vector<HalfEdge> edges = faces.edgesOf(face);
    for (const HalfEdge edge : edges)
        lengths[map.line(edge.line).side(edge.side).sector] += 1 + faces.squaredLength(edge) / 1024;
    SectorId most;
    if (face != 0) {
        std::int64_t longest = -1;
        for (const auto& [sector, length] : lengths)
            if (length > longest) {
                longest = length;
                most = sector;
            }
    }
    for (const HalfEdge edge : edges)
        if (map.line(edge.line).side(edge.side).sector != most)
            unclosed.insert(edge.line);
}

} // namespace

MapDefects findDefects(const Map& map)
{
    MapDefects defects;
    Faces faces(map);
    for (std::size_t i = 0; i < map.lines().size(); ++i) {
        const LineId line{static_cast<std::uint32_t>(i)};
        if (!map.has(line))
            continue;
        if (!faces.isTraced(line)) {
            defects.zeroLength.push_back(line);
            continue;
        }
        findPairs(map, line, defects);
        for (const Side side : bothSides)
            faces.faceOf({line, side});
    }
    std::set<LineId> unclosed;
    for (std::size_t face = 0; face < faces.count(); ++face)
        findUnclosed(map, faces, face, unclosed);
    defects.unclosed.assign(unclosed.begin(), unclosed.end());
    return defects;
}

} // namespace blak::roomcore
