// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/checks/fixes.h"
#include "roomedit/roomcore/map/faces.h"
#include "roomedit/roomcore/map/map_convert.h"
#include "roomedit/roomcore/operations/draw.h"
#include "roomedit/roomcore/room_document.h"

#include <algorithm>

/// Rules about sectors: their borders, heights and light.
namespace blak::roomcore::checks {
namespace {

RoomFix closeFix(MapPoint from, MapPoint to)
{
    return [from, to](RoomDocument& document) -> Result<void> {
        const MapPoint way[] = {from, to};
        MapEdit edit = document.edit();
        const auto drawn = drawLines(edit, way, false, document.defaults(), "Close the gap");
        return drawn ? Result<void>() : Result<void>(drawn.error());
    };
}

RoomFix deleteSectorFix(SectorId sector)
{
    return [sector](RoomDocument& document) -> Result<void> {
        if (document.map().has(sector))
            document.edit().remove(sector);
        return {};
    };
}

constexpr std::uint8_t followsDaylight = 128; ///< light from here on is brighter and darker with the time of day

bool scrolls(const roo::Sector& sector)
{
    return ((sector.flags >> roo::sector_flag::scrollSpeedShift) & 3) != 0 &&
           (sector.flags & (roo::sector_flag::scrollFloor | roo::sector_flag::scrollCeiling)) != 0;
}

} // namespace

std::vector<std::vector<PlacePoint>> openPoints(const CheckRun& run)
{
    std::vector<std::map<PlacePoint, int>> balance(run.room().sectors.size());
    for (const roo::Linedef& line : run.room().linedefs)
        for (const bool plus : {true, false})
            if (const int sector = run.sectorBeside(line, plus); sector >= 0) {
                auto& vertices = balance[static_cast<std::size_t>(sector)];
                vertices[plus ? startOf(line) : endOf(line)] += 1;
                vertices[plus ? endOf(line) : startOf(line)] -= 1;
            }
    std::vector<std::vector<PlacePoint>> open(balance.size());
    for (std::size_t i = 0; i < balance.size(); ++i)
        for (const auto& [vertex, count] : balance[i])
            if (count != 0)
                open[i].push_back(vertex);
    return open;
}

/// The border of a closed sector leaves each vertex as often as it comes to it.
void checkClosed(CheckRun& run)
{
    const auto open = openPoints(run);
    for (std::size_t i = 0; i < open.size(); ++i) {
        if (open[i].empty())
            continue;
        const PlacePoint at = open[i].front();
        Found found = run.addSectorAt(Severity::Error, i, at, sentence("Sector %1 is not closed at x %2, y %3.", i, at.first, at.second));
        if (open[i].size() == 2)
            found.fix(sentence("Close it with a line"), closeFix(pointOf(open[i][0]), pointOf(open[i][1])));
    }
}

/// Borders that are closed, but name several sectors for one area: one within the other with nothing between them.
void checkMixedAreas(CheckRun& run)
{
    const auto open = openPoints(run);
    const auto isOpen = [&open](SectorId sector) { return !open[sector.value].empty(); };
    const Map map = mapFromRoom(run.room()); // its ids are the numbers
    Faces faces(map);
    for (std::uint32_t i = 0; i < map.lines().size(); ++i)
        if (faces.isTraced({i}))
            for (const Side side : bothSides)
                faces.faceOf({{i}, side});
    for (std::size_t face = 0; face < faces.count(); ++face) {
        std::map<SectorId, HalfEdge> named;
        const std::vector<HalfEdge> edges = faces.edgesOf(face);
        if (std::ranges::any_of(edges, [&run](HalfEdge edge) { return run.tangled[edge.line.value]; }))
            continue;
        for (const HalfEdge edge : edges)
            if (const LineSide& side = map.line(edge.line).side(edge.side); side.sidedef && side.sector)
                named.try_emplace(side.sector, edge);
        const bool isOutside = face == 0;
        if (named.size() < (isOutside ? 1u : 2u) || std::ranges::any_of(named, [&](const auto& entry) { return isOpen(entry.first); }))
            continue;
        const auto& [sector, edge] = *named.rbegin();
        run.addLine(Severity::Warning, edge.line.value,
                    isOutside ? sentence("Line %1 has sector %2 on the outside of the room.", edge.line.value, sector.value)
                              : sentence("One area belongs to sectors %1 and %2, see line %3.", named.begin()->first.value, sector.value,
                                         edge.line.value))
            .fix(isOutside ? sentence("Take the sector from the outside") : sentence("Give the area the sector of most of its border"),
                 oneSectorFix(run.lineId(edge.line.value), edge.side));
    }
}

void checkSectorUse(CheckRun& run)
{
    for (std::size_t i = 0; i < run.room().sectors.size(); ++i)
        if (run.linesOf(i).empty())
            run.add(Severity::Info, sentence("Sector %1 has no line and is not seen anywhere.", i))
                .fix(sentence("Delete the sector"), deleteSectorFix(run.sectorId(i)));
}

void checkHeights(CheckRun& run)
{
    for (std::size_t i = 0; i < run.room().sectors.size(); ++i) {
        const roo::Sector& sector = run.room().sectors[i];
        if (sector.floorHeight > sector.ceilingHeight && !sector.floorSlope && !sector.ceilingSlope)
            run.addSector(Severity::Warning, i,
                          sentence("The floor of sector %1 (%2) is above its ceiling (%3).", i, sector.floorHeight, sector.ceilingHeight))
                .fix(sentence("Exchange floor and ceiling"),
                     changeSectorFix(run.sectorId(i), [](roo::Sector& at) { std::swap(at.floorHeight, at.ceilingHeight); }))
                .fix(sentence("Raise the ceiling to the floor"),
                     changeSectorFix(run.sectorId(i), [](roo::Sector& at) { at.ceilingHeight = at.floorHeight; }));
    }
}

/// Old editors cut the light byte at 127: then a sector stands still in daylight while all around it follow, as bright as they
/// were meant to be but for that bit.
void checkLightBit(CheckRun& run)
{
    for (std::size_t i = 0; i < run.room().sectors.size(); ++i) {
        const std::uint8_t light = run.room().sectors[i].light;
        if (light >= followsDaylight)
            continue;
        std::size_t neighbours = 0, alike = 0;
        for (const std::size_t number : run.linesOf(i)) {
            const roo::Linedef& line = run.room().linedefs[number];
            const int plus = run.sectorBeside(line, true), minus = run.sectorBeside(line, false);
            const int other = plus == static_cast<int>(i) ? minus : plus;
            if (other < 0 || other == static_cast<int>(i))
                continue;
            ++neighbours;
            alike += run.room().sectors[static_cast<std::size_t>(other)].light == light + followsDaylight;
        }
        if (neighbours != 0 && alike == neighbours)
            run.addSector(Severity::Info, i,
                          sentence("Sector %1 has the fixed light %2, but all around it follow the time of day with %3.", i, light,
                                   light + followsDaylight))
                .fix(sentence("Follow the time of day"), changeSectorFix(run.sectorId(i), [](roo::Sector& at) {
                         at.light = static_cast<std::uint8_t>(at.light | followsDaylight);
                     }));
    }
}

/// Animation wins over scrolling, scrolling over flicker (docs/facts/formats.md, flags).
void checkFlicker(CheckRun& run)
{
    for (std::size_t i = 0; i < run.room().sectors.size(); ++i) {
        const roo::Sector& sector = run.room().sectors[i];
        if ((sector.flags & roo::sector_flag::flicker) == 0 || (!scrolls(sector) && sector.animationSpeed == 0))
            continue;
        Found found = run.addSector(Severity::Warning, i,
                                    sector.animationSpeed != 0 ? sentence("Sector %1 flickers and is animated; it will not flicker.", i)
                                                               : sentence("Sector %1 flickers and scrolls; it will not flicker.", i));
        found.fix(sentence("No flicker"),
                  changeSectorFix(run.sectorId(i), [](roo::Sector& at) { at.flags &= ~roo::sector_flag::flicker; }));
    }
}

void checkUnknownFlags(CheckRun& run)
{
    constexpr std::uint32_t sideFlags = 0x7FFF; // up to the scroll direction
    constexpr std::uint32_t sectorFlags = 0x0FFF | roo::sector_flag::noMove;
    for (std::size_t i = 0; i < run.room().linedefs.size(); ++i)
        for (const bool plus : {true, false})
            if (const roo::Sidedef* side = run.side(run.room().linedefs[i], plus); side != nullptr && (side->flags & ~sideFlags) != 0)
                run.addLine(Severity::Info, i, sentence("Line %1 has flags that mean nothing.", i))
                    .fix(sentence("Clear them"), changeSideFix(run.lineId(i), plus ? Side::Plus : Side::Minus,
                                                               [](roo::Sidedef& at) { at.flags &= sideFlags; }));
    for (std::size_t i = 0; i < run.room().sectors.size(); ++i)
        if ((run.room().sectors[i].flags & ~sectorFlags) != 0)
            run.addSector(Severity::Info, i, sentence("Sector %1 has flags that mean nothing.", i))
                .fix(sentence("Clear them"), changeSectorFix(run.sectorId(i), [](roo::Sector& at) { at.flags &= sectorFlags; }));
}

} // namespace blak::roomcore::checks
