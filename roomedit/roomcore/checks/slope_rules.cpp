// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/checks/fixes.h"
#include "roomedit/roomcore/operations/construct.h"
#include "roomedit/roomcore/room_document.h"
#include "roomedit/roomcore/slope_plane.h"

#include <algorithm>
#include <array>
#include <cmath>

/// Rules about sloped floors and ceilings.
namespace blak::roomcore::checks {
namespace {

std::vector<PlacePoint> cornersOf(const CheckRun& run, std::size_t sector)
{
    std::vector<PlacePoint> corners;
    for (const std::size_t line : run.linesOf(sector))
        for (const PlacePoint& end : {startOf(run.room().linedefs[line]), endOf(run.room().linedefs[line])})
            corners.push_back(end);
    std::ranges::sort(corners);
    const auto same = std::ranges::unique(corners);
    corners.erase(same.begin(), same.end());
    return corners;
}

/// Calls `visit(sector, slope, isFloor)` for every slope of a sector that is somewhere.
template <typename Visit>
void eachSlope(const CheckRun& run, const Visit& visit)
{
    for (std::size_t i = 0; i < run.room().sectors.size(); ++i)
        for (const bool isFloor : {true, false}) {
            const auto& slope = isFloor ? run.room().sectors[i].floorSlope : run.room().sectors[i].ceilingSlope;
            if (slope && !run.linesOf(i).empty())
                visit(i, *slope, isFloor);
        }
}

RoomFix levelFix(SectorId sector, bool isFloor)
{
    return [sector, isFloor](RoomDocument& document) -> Result<void> {
        MapEdit edit = document.edit();
        return document.map().has(sector) ? clearSlope(edit, sector, isFloor ? Plane::Floor : Plane::Ceiling) : Result<void>();
    };
}

/// The three corners that span the most, with the heights of the plane there.
RoomFix pointsFromCornersFix(SectorId id, bool isFloor)
{
    return [id, isFloor](RoomDocument& document) -> Result<void> {
        const Map& map = document.map();
        if (!map.has(id))
            return {};
        const auto& slope = isFloor ? map.sector(id).floorSlope : map.sector(id).ceilingSlope;
        if (!slope || map.linesOf(id).empty())
            return {};
        std::vector<MapPoint> corners;
        for (const LineId line : map.linesOf(id)) {
            corners.push_back(map.startOf(line));
            corners.push_back(map.endOf(line));
        }
        const MapPoint first = *std::ranges::min_element(corners);
        const auto farther = [first](MapPoint a, MapPoint b) { return squaredLength(a - first) < squaredLength(b - first); };
        const MapPoint second = *std::ranges::max_element(corners, farther);
        const auto wider = [&](MapPoint a, MapPoint b) {
            return std::abs(orientation(first, second, a)) < std::abs(orientation(first, second, b));
        };
        const MapPoint third = *std::ranges::max_element(corners, wider);
        std::array<SlopePoint, 3> points{SlopePoint{first}, SlopePoint{second}, SlopePoint{third}};
        const std::int32_t angle = slope->angle;
        for (SlopePoint& point : points)
            point.height = static_cast<int>(std::lround(std::clamp(heightOn(*slope, point.at.x, point.at.y).value_or(0), -32768.0, 32767.0)));
        MapEdit edit = document.edit();
        if (auto done = setSlope(edit, id, isFloor ? Plane::Floor : Plane::Ceiling, points); !done)
            return done;
        roo::Sector sector = map.sector(id);
        (isFloor ? sector.floorSlope : sector.ceilingSlope)->angle = angle;
        edit.set(id, sector);
        return {};
    };
}

} // namespace

/// A plane goes through its points wherever they are; but where none of them is a place of the room any more, the sector was moved
/// and its slope stayed behind.
void checkSlopePoints(CheckRun& run)
{
    std::vector<PlacePoint> vertices;
    for (const roo::Linedef& line : run.room().linedefs)
        for (const PlacePoint& end : {startOf(line), endOf(line)})
            vertices.push_back(end);
    std::ranges::sort(vertices);
    eachSlope(run, [&](std::size_t sector, const roo::Slope& slope, bool isFloor) {
        const auto isVertex = [&](const roo::SlopeVertex& point) {
            return std::ranges::binary_search(vertices, PlacePoint{point.x, point.y});
        };
        if (std::ranges::any_of(slope.vertices, isVertex))
            return;
        const roo::SlopeVertex& point = slope.vertices[0];
        run.addSectorAt(Severity::Info, sector, {point.x, point.y},
                        isFloor ? sentence("The floor slope of sector %1 goes by three points that are no vertices.", sector)
                                : sentence("The ceiling slope of sector %1 goes by three points that are no vertices.", sector))
            .fix(sentence("Take its points from the corners"), pointsFromCornersFix(run.sectorId(sector), isFloor))
            .fix(sentence("Make it level"), levelFix(run.sectorId(sector), isFloor));
    });
}

void checkSlopePlanes(CheckRun& run)
{
    eachSlope(run, [&](std::size_t sector, const roo::Slope& slope, bool isFloor) {
        if (heightOn(slope, 0, 0))
            return;
        run.addSector(Severity::Error, sector,
                      isFloor ? sentence("The points of the floor slope of sector %1 lie in one line, so there is no plane.", sector)
                              : sentence("The points of the ceiling slope of sector %1 lie in one line, so there is no plane.", sector))
            .fix(sentence("Make it level"), levelFix(run.sectorId(sector), isFloor));
    });
}

void checkSlopeNumbers(CheckRun& run)
{
    const roo::PlayableRectangle rectangle = roo::playableRectangle(run.room());
    eachSlope(run, [&](std::size_t sector, const roo::Slope& slope, bool isFloor) {
        const SlopeKind kind = isFloor ? SlopeKind::Floor : SlopeKind::Ceiling;
        if (!run.input().isBuilt || !heightOn(slope, 0, 0) ||
            isSamePlane(slope, computePlane(slope, kind, run.room().format, rectangle)))
            return;
        run.addSector(Severity::Warning, sector,
                      isFloor ? sentence("The stored plane of the floor slope of sector %1 is not the one of its points.", sector)
                              : sentence("The stored plane of the ceiling slope of sector %1 is not the one of its points.", sector))
            .fix(sentence("Build the room again"), buildFix());
    });
}

void checkSlopeHeights(CheckRun& run)
{
    constexpr double tolerance = 1; // points have whole heights
    for (std::size_t i = 0; i < run.room().sectors.size(); ++i) {
        const roo::Sector& sector = run.room().sectors[i];
        if (!sector.floorSlope && !sector.ceilingSlope)
            continue;
        for (const PlacePoint& corner : cornersOf(run, i)) {
            const Heights heights = run.heightsAt(sector, corner);
            if (heights.floor <= heights.ceiling + tolerance)
                continue;
            Found found = run.addSectorAt(Severity::Warning, i, corner,
                                          sentence("At x %1, y %2 the floor of sector %3 (%4) is above its ceiling (%5).", corner.first,
                                                   corner.second, i, std::lround(heights.floor), std::lround(heights.ceiling)));
            if (sector.floorSlope)
                found.fix(sentence("Make the floor level"), levelFix(run.sectorId(i), true));
            if (sector.ceilingSlope)
                found.fix(sentence("Make the ceiling level"), levelFix(run.sectorId(i), false));
            break; // one corner tells enough
        }
    }
}

} // namespace blak::roomcore::checks
