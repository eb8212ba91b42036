// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/operations/flood.h"

#include <algorithm>
#include <set>

namespace blak::roomcore {
namespace {

std::uint16_t flatOf(const Map& map, SectorId sector, Plane plane)
{
    return plane == Plane::Floor ? map.sector(sector).floorTexture : map.sector(sector).ceilingTexture;
}

/// Sectors around a vertex that can be reached from one of them over the lines that end there.
std::set<SectorId> seenAround(const Map& map, VertexId vertex, SectorId from)
{
    std::set<SectorId> seen{from};
    for (bool grows = true; grows;) {
        grows = false;
        for (const LineId id : map.linesAt(vertex)) {
            const SectorId a = map.line(id).sides[0].sector, b = map.line(id).sides[1].sector;
            if (a && b && seen.contains(a) != seen.contains(b)) {
                seen.insert({a, b});
                grows = true;
            }
        }
    }
    return seen;
}

} // namespace

std::vector<SectorId> floodSectors(const Map& map, SectorId from, Plane plane)
{
    if (!map.has(from))
        return {};
    const std::uint16_t texture = flatOf(map, from, plane);
    std::vector<SectorId> found{from};
    std::set<SectorId> known{from};
    for (std::size_t i = 0; i < found.size(); ++i)
        for (const LineId line : map.linesOf(found[i]))
            for (const LineSide& side : map.line(line).sides)
                if (side.sector && flatOf(map, side.sector, plane) == texture && known.insert(side.sector).second)
                    found.push_back(side.sector);
    return found;
}

std::vector<WallSpot> floodWalls(const Map& map, WallSpot from)
{
    const std::uint16_t texture = wallTexture(map, from.side, from.part);
    if (!map.has(from.side.line))
        return {};
    std::vector<WallSpot> found{from};
    std::set<WallSpot> known{from};
    for (std::size_t i = 0; i < found.size(); ++i) {
        const MapLine& line = map.line(found[i].side.line);
        const SectorId sector = line.side(found[i].side.side).sector;
        if (!sector)
            continue;
        for (const VertexId end : {line.start, line.end}) {
            const std::set<SectorId> around = seenAround(map, end, sector);
            for (const LineId other : map.linesAt(end))
                for (const Side side : bothSides) {
                    const MapLine& wall = map.line(other);
                    if (!around.contains(wall.side(side).sector))
                        continue;
                    const bool isOpen = wall.sides[0].sidedef && wall.sides[1].sidedef;
                    for (const WallPart part : {WallPart::Above, WallPart::Normal, WallPart::Below}) {
                        if (texture == 0 && isOpen == (part == WallPart::Normal))
                            continue; // a bare wall goes on as bare walls, not as the gaps between them
                        const WallSpot spot{{other, side}, part};
                        if (wall.side(side).sidedef && wallTexture(map, spot.side, part) == texture && known.insert(spot).second)
                            found.push_back(spot);
                    }
                }
        }
    }
    return found;
}

} // namespace blak::roomcore
