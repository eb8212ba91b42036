// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/map/map_convert.h"

#include <limits>
#include <string>
#include <utility>

namespace blak::roomcore {
namespace {

template <typename IdType>
IdType idOf(std::size_t number)
{
    return {static_cast<std::uint32_t>(number)};
}

LineSide sideOf(const roo::Room& room, std::uint16_t sidedef, std::int16_t sector, std::int16_t xOffset, std::int16_t yOffset)
{
    LineSide side{{}, {}, xOffset, yOffset, sector};
    if (sidedef == 0 || sidedef > room.sidedefs.size())
        return side;
    side.sidedef = idOf<SidedefId>(sidedef - 1u);
    side.staleSector = -1;
    if (sector >= 0 && static_cast<std::size_t>(sector) < room.sectors.size())
        side.sector = idOf<SectorId>(static_cast<std::size_t>(sector));
    return side;
}

template <typename IdType, typename Record>
std::vector<IdType> idsOf(const Map::Slots<Record>& records)
{
    std::vector<IdType> ids;
    for (std::size_t i = 0; i < records.size(); ++i)
        if (records[i])
            ids.push_back(idOf<IdType>(i));
    return ids;
}

/// Numbers by id, for many look-ups.
template <typename IdType>
std::vector<std::uint32_t> numbersOf(const std::vector<IdType>& ids, std::size_t records)
{
    std::vector<std::uint32_t> numbers(records, 0);
    for (std::size_t i = 0; i < ids.size(); ++i)
        numbers[ids[i].value] = static_cast<std::uint32_t>(i);
    return numbers;
}

std::int16_t narrow(std::int32_t coordinate) { return static_cast<std::int16_t>(coordinate); }

Error broken(const char* what, std::size_t id) { return {what, "map, part " + std::to_string(id)}; }

} // namespace

Map mapFromRoom(const roo::Room& room)
{
    Map map;
    for (std::size_t i = 0; i < room.sidedefs.size(); ++i)
        map.put(idOf<SidedefId>(i), room.sidedefs[i]);
    for (std::size_t i = 0; i < room.sectors.size(); ++i)
        map.put(idOf<SectorId>(i), room.sectors[i]);
    for (std::size_t i = 0; i < room.things.size(); ++i)
        map.put(idOf<ThingId>(i), room.things[i]);
    const auto vertexAt = [&map](MapPoint at) {
        VertexId id = map.vertexAt(at);
        if (!id)
            map.put(id = map.nextVertex(), MapVertex{at});
        return id;
    };
    for (std::size_t i = 0; i < room.linedefs.size(); ++i) {
        const roo::Linedef& from = room.linedefs[i];
        MapLine line;
        line.start = vertexAt({from.x0, from.y0});
        line.end = vertexAt({from.x1, from.y1});
        line.sides = {sideOf(room, from.plusSide, from.plusSector, from.plusXOffset, from.plusYOffset),
                      sideOf(room, from.minusSide, from.minusSector, from.minusXOffset, from.minusYOffset)};
        line.coordinateHigh = from.coordinateHigh;
        map.put(idOf<LineId>(i), line);
    }
    return map;
}

Result<NumberedRoom> roomFromMap(const Map& map, const roo::Room& base)
{
    NumberedRoom result;
    roo::Room& room = result.room;
    room = base;
    MapNumbers& numbers = result.numbers;
    numbers = {idsOf<LineId>(map.lines()), idsOf<SidedefId>(map.sidedefs()), idsOf<SectorId>(map.sectors()),
               idsOf<ThingId>(map.things())};
    const auto tooMany = [](const char* what, std::size_t found, std::size_t most) {
        return Error{std::string("expected at most ") + std::to_string(most) + " " + what + ", found " + std::to_string(found),
                     "room"};
    };
    constexpr std::size_t most = std::numeric_limits<std::uint16_t>::max();
    constexpr std::size_t mostSectors = std::numeric_limits<std::int16_t>::max();
    if (numbers.lines.size() > most)
        return tooMany("linedefs", numbers.lines.size(), most);
    if (numbers.sidedefs.size() > most)
        return tooMany("sidedefs", numbers.sidedefs.size(), most);
    if (numbers.sectors.size() > mostSectors)
        return tooMany("sectors", numbers.sectors.size(), mostSectors);
    if (numbers.things.size() > most)
        return tooMany("things", numbers.things.size(), most);

    room.sidedefs.clear();
    for (const SidedefId id : numbers.sidedefs)
        room.sidedefs.push_back(map.sidedef(id));
    room.sectors.clear();
    for (const SectorId id : numbers.sectors)
        room.sectors.push_back(map.sector(id));
    room.things.clear();
    for (const ThingId id : numbers.things)
        room.things.push_back(map.thing(id));

    const auto sidedefs = numbersOf(numbers.sidedefs, map.sidedefs().size());
    const auto sectors = numbersOf(numbers.sectors, map.sectors().size());
    room.linedefs.clear();
    room.linedefs.reserve(numbers.lines.size());
    for (const LineId id : numbers.lines) {
        const MapLine& line = map.line(id);
        const auto sidedefOf = [&](const LineSide& side) {
            return static_cast<std::uint16_t>(side.sidedef ? sidedefs[side.sidedef.value] + 1 : 0);
        };
        const auto sectorOf = [&](const LineSide& side) {
            return side.sector ? static_cast<std::int16_t>(sectors[side.sector.value]) : side.staleSector;
        };
        const LineSide &plus = line.side(Side::Plus), &minus = line.side(Side::Minus);
        const MapPoint start = map.point(line.start), end = map.point(line.end);
        roo::Linedef to;
        to.plusSide = sidedefOf(plus);
        to.minusSide = sidedefOf(minus);
        to.plusSector = sectorOf(plus);
        to.minusSector = sectorOf(minus);
        to.plusXOffset = plus.xOffset;
        to.plusYOffset = plus.yOffset;
        to.minusXOffset = minus.xOffset;
        to.minusYOffset = minus.yOffset;
        to.x0 = narrow(start.x);
        to.y0 = narrow(start.y);
        to.x1 = narrow(end.x);
        to.y1 = narrow(end.y);
        to.coordinateHigh = line.coordinateHigh;
        room.linedefs.push_back(to);
    }
    return result;
}

Result<void> validate(const Map& map)
{
    std::vector<std::uint32_t> sidedefUses(map.sidedefs().size()), ends(map.vertices().size()), sectorUses(map.sectors().size());
    for (std::size_t i = 0; i < map.lines().size(); ++i) {
        if (!map.lines()[i])
            continue;
        const MapLine& line = *map.lines()[i];
        if (!map.has(line.start) || !map.has(line.end))
            return broken("a line ends at a vertex that is not there", i);
        ++ends[line.start.value];
        if (line.end != line.start)
            ++ends[line.end.value];
        for (const LineSide& side : line.sides) {
            if (side.sidedef && !map.has(side.sidedef))
                return broken("a line has a sidedef that is not there", i);
            if (side.sector && !map.has(side.sector))
                return broken("a line has a sector that is not there", i);
            if (side.sector && !side.sidedef)
                return broken("a side has a sector but no sidedef", i);
            if (side.sidedef)
                ++sidedefUses[side.sidedef.value];
            if (side.sector)
                ++sectorUses[side.sector.value];
        }
        const std::vector<LineId> found = map.linesIn(map.boxOf(idOf<LineId>(i)));
        if (!std::binary_search(found.begin(), found.end(), idOf<LineId>(i)))
            return broken("the grid does not find a line", i);
    }
    for (std::size_t i = 0; i < map.vertices().size(); ++i) {
        if (!map.vertices()[i])
            continue;
        const auto id = idOf<VertexId>(i);
        if (!isInRange(map.point(id)))
            return broken("a vertex lies out of range", i);
        if (ends[i] == 0)
            return broken("no line ends at a vertex", i);
        if (map.linesAt(id).size() != ends[i])
            return broken("the lines of a vertex are not those that end there", i);
        if (map.verticesAt(map.point(id)).size() != 1)
            return broken("several vertices lie at one place", i);
    }
    for (std::size_t i = 0; i < map.sidedefs().size(); ++i)
        if (map.sidedefs()[i] && map.usesOf(idOf<SidedefId>(i)) != sidedefUses[i])
            return broken("the uses of a sidedef are counted wrong", i);
    for (std::size_t i = 0; i < map.sectors().size(); ++i)
        if (map.sectors()[i] && map.linesOf(idOf<SectorId>(i)).size() != sectorUses[i])
            return broken("the lines of a sector are not those that name it", i);
    return {};
}

} // namespace blak::roomcore
