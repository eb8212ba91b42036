// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/operations/construct.h"

#include "roomedit/roomcore/map/faces.h"
#include "roomedit/roomcore/operations/construction.h"
#include "roomedit/roomcore/operations/draw.h"
#include "roomedit/roomcore/slope_plane.h"
#include "roomedit/roomcore/operations/wall_frame.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>
#include <string>
#include <vector>

namespace blak::roomcore {
namespace {

std::optional<roo::Slope>& slopeOf(roo::Sector& sector, Plane plane)
{
    return plane == Plane::Floor ? sector.floorSlope : sector.ceilingSlope;
}

/// The sectors within each step of a flight that was drawn; several where lines that were there before cut a step.
std::vector<std::vector<SectorId>> partsOfSteps(const Map& map, MapPoint corner, MapPoint opposite, int steps)
{
    const MapBox box = MapBox::of(corner, opposite);
    const MapPoint size = opposite - corner;
    const bool alongX = std::abs(size.x) >= std::abs(size.y);
    std::vector<std::vector<SectorId>> parts(static_cast<std::size_t>(steps));
    Faces faces(map);
    std::set<std::size_t> met;
    for (const LineId line : map.linesIn(box))
        for (const Side side : bothSides) {
            const SectorId sector = map.line(line).side(side).sector;
            if (!sector || !faces.isTraced(line))
                continue;
            const std::size_t face = faces.faceOf({line, side});
            if (!faces.face(face).outer || !met.insert(face).second)
                continue;
            const MapBox& reach = faces.loop(*faces.face(face).outer).box;
            if (reach.left < box.left || reach.right > box.right || reach.bottom < box.bottom || reach.top > box.top)
                continue;
            const Faces::Place at = faces.placeIn(face);
            const double part = alongX ? (at.x - corner.x) / size.x : (at.y - corner.y) / size.y;
            parts[static_cast<std::size_t>(std::clamp(static_cast<int>(part * steps), 0, steps - 1))].push_back(sector);
        }
    return parts;
}

} // namespace

Result<void> drawStairs(MapEdit& edit, MapPoint corner, MapPoint opposite, int steps, int rise, int headroom,
                        const MapDefaults& defaults)
{
    if (auto checked = checkNumber(steps, 1, 64, "steps"); !checked)
        return checked;
    if (auto checked = checkNumber(rise, -1024, 1024, "rise of a step"); !checked)
        return checked;
    const MapPoint size = opposite - corner;
    const bool alongX = std::abs(size.x) >= std::abs(size.y);
    if (std::abs(alongX ? size.x : size.y) < 2 * steps || (alongX ? size.y : size.x) == 0)
        return Error{"the rectangle is too small for " + std::to_string(steps) + " steps", "stairs"};
    document::Transaction transaction(edit.history(), "Draw stairs");
    const MapBox box = MapBox::of(corner, opposite);
    std::vector<std::vector<MapPoint>> cuts;
    for (int i = 1; i < steps; ++i) {
        const auto at = [&](std::int32_t low, std::int32_t high) { return low + (high - low) * i / steps; };
        cuts.push_back(alongX ? std::vector{MapPoint{at(box.left, box.right), box.bottom}, MapPoint{at(box.left, box.right), box.top}}
                              : std::vector{MapPoint{box.left, at(box.bottom, box.top)}, MapPoint{box.right, at(box.bottom, box.top)}});
    }
    if (auto drawn = drawCut(edit, rectanglePoints(corner, opposite), cuts, defaults, "Draw stairs"); !drawn)
        return drawn;
    int first = -1;
    std::vector<SectorId> made;
    std::vector<std::vector<SectorId>> parts = partsOfSteps(edit.map(), corner, opposite, steps);
    for (int i = 0; i < steps; ++i) {
        const auto along = [&](int a, int b) { return a + (b - a) * (2 * i + 1) / (2 * steps); };
        const MapPoint middle = alongX ? MapPoint{along(corner.x, opposite.x), (corner.y + opposite.y) / 2}
                                       : MapPoint{(corner.x + opposite.x) / 2, along(corner.y, opposite.y)};
        const SectorId main = sectorAt(edit.map(), middle);
        if (!main)
            return Error{"a step came to nothing", "stairs"};
        if (first < 0)
            first = edit.map().sector(main).floorHeight;
        std::vector<SectorId>& ids = parts[static_cast<std::size_t>(i)];
        if (std::ranges::find(ids, main) == ids.end())
            ids.push_back(main);
        for (const SectorId id : ids) {
            if (std::ranges::find(made, id) != made.end())
                continue;
            roo::Sector step = edit.map().sector(id);
            step.floorHeight = storedHeight(first + rise * (i + 1));
            if (headroom > 0)
                step.ceilingHeight = storedHeight(step.floorHeight + headroom);
            step.ceilingHeight = std::max(step.ceilingHeight, step.floorHeight);
            edit.set(id, step);
            made.push_back(id);
        }
    }
    dressAndSelect(edit, std::move(made), defaults);
    transaction.commit();
    return {};
}

Result<void> putOpening(MapEdit& edit, LineId line, MapPoint at, const Opening& opening, const MapDefaults& defaults)
{
    if (auto checked = checkNumber(opening.width, 2, 4096, "width of an opening"); !checked)
        return checked;
    if (auto checked = checkNumber(opening.depth, 1, 4096, "depth of an opening"); !checked)
        return checked;
    const auto frame = wallFrame(edit.map(), line, at, opening.width);
    if (!frame)
        return frame.error();
    const WallFrame& wall = frame.value();
    const double left = wall.middle - opening.width / 2.0, right = wall.middle + opening.width / 2.0;
    const std::vector<MapPoint> outline{wall.point(left, 0), wall.point(left, opening.depth), wall.point(right, opening.depth),
                                        wall.point(right, 0)};
    const roo::Sector model = edit.map().sector(wall.room);
    document::Transaction transaction(edit.history(), opening.sill > 0 ? "Window" : "Door");
    auto drawn = drawLines(edit, outline, true, defaults, "Opening");
    if (!drawn)
        return drawn.error();
    if (drawn.value().made.empty())
        return Error{"there is no room for an opening behind this wall", "opening"};
    for (const SectorId id : drawn.value().made) {
        roo::Sector sector = edit.map().sector(id);
        sector.floorHeight = storedHeight(model.floorHeight + opening.sill);
        sector.ceilingHeight = storedHeight(std::max<int>(sector.floorHeight, model.ceilingHeight - opening.lintel));
        edit.set(id, sector);
    }
    dressAndSelect(edit, drawn.value().made, defaults);
    transaction.commit();
    return {};
}

Result<void> makeGradient(MapEdit& edit, std::span<const SectorId> sectors, Gradient what, const MapDefaults& defaults)
{
    if (sectors.size() < 3)
        return Error{"expected at least 3 sectors, found " + std::to_string(sectors.size()), "gradient"};
    for (const SectorId id : sectors)
        if (!edit.map().has(id))
            return Error{"the sector is not there any more", "gradient"};
    const auto read = [what](const roo::Sector& sector) -> int {
        return what == Gradient::Floor ? sector.floorHeight : what == Gradient::Ceiling ? sector.ceilingHeight : sector.light;
    };
    const int first = read(edit.map().sector(sectors.front())), last = read(edit.map().sector(sectors.back()));
    document::Transaction transaction(edit.history(), what == Gradient::Light ? "Light gradient" : "Height gradient");
    const auto count = static_cast<int>(sectors.size());
    for (int i = 0; i < count; ++i) {
        const SectorId id = sectors[static_cast<std::size_t>(i)];
        roo::Sector sector = edit.map().sector(id);
        const int value = first + static_cast<int>(divideRounded(static_cast<std::int64_t>(last - first) * i, count - 1));
        if (what == Gradient::Floor)
            sector.floorHeight = storedHeight(value);
        else if (what == Gradient::Ceiling)
            sector.ceilingHeight = storedHeight(value);
        else
            sector.light = static_cast<std::uint8_t>(value);
        edit.set(id, sector);
    }
    if (what != Gradient::Light)
        dressBorders(edit, sectors, defaults);
    transaction.commit();
    return {};
}

Result<void> setSlope(MapEdit& edit, SectorId id, Plane plane, std::span<const SlopePoint, 3> points)
{
    if (!edit.map().has(id))
        return Error{"the sector is not there any more", "slope"};
    if (orientation(points[0].at, points[1].at, points[2].at) == 0)
        return Error{"the three points lie on one line", "slope"};
    roo::Slope slope;
    for (std::size_t i = 0; i < 3; ++i) {
        if (!isInRange(points[i].at) || points[i].height < lowestCoordinate || points[i].height > highestCoordinate)
            return Error{"expected coordinates and heights from -32768 to 32767", "slope"};
        slope.vertices[i] = {static_cast<std::int16_t>(points[i].at.x), static_cast<std::int16_t>(points[i].at.y),
                             static_cast<std::int16_t>(points[i].height)};
    }
    // Clockwise from east, 4096 to a turn; the map's y runs up.
    const MapPoint side = points[1].at - points[0].at;
    slope.angle = static_cast<std::int32_t>(std::lround(-std::atan2(side.y, side.x) / (2 * std::numbers::pi) * 4096)) & 4095;
    document::Transaction transaction(edit.history(), plane == Plane::Floor ? "Floor slope" : "Ceiling slope");
    roo::Sector sector = edit.map().sector(id);
    slopeOf(sector, plane) = slope;
    sector.flags |= plane == Plane::Floor ? roo::sector_flag::slopedFloor : roo::sector_flag::slopedCeiling;
    edit.set(id, sector);
    transaction.commit();
    return {};
}

Result<void> clearSlope(MapEdit& edit, SectorId id, Plane plane)
{
    if (!edit.map().has(id))
        return Error{"the sector is not there any more", "slope"};
    document::Transaction transaction(edit.history(), "Level");
    roo::Sector sector = edit.map().sector(id);
    slopeOf(sector, plane).reset();
    sector.flags &= ~(plane == Plane::Floor ? roo::sector_flag::slopedFloor : roo::sector_flag::slopedCeiling);
    edit.set(id, sector);
    transaction.commit();
    return {};
}

Result<void> tiltFromLine(MapEdit& edit, SectorId id, Plane plane, LineId line, int rise)
{
    const Map& map = edit.map();
    if (!map.has(id) || !map.has(line))
        return Error{"the sector or the line is not there any more", "slope"};
    const MapPoint a = map.startOf(line), b = map.endOf(line);
    MapPoint farthest;
    std::int64_t distance = 0;
    for (const LineId other : map.linesOf(id))
        for (const MapPoint end : {map.startOf(other), map.endOf(other)})
            if (const std::int64_t off = std::abs(orientation(a, b, end)); off > distance) {
                distance = off;
                farthest = end;
            }
    if (distance == 0)
        return Error{"no corner of the sector lies beside the line", "slope"};
    const roo::Sector& sector = map.sector(id);
    const int level = plane == Plane::Floor ? sector.floorHeight : sector.ceilingHeight;
    const SlopePoint points[] = {{a, level}, {b, level}, {farthest, level + rise}};
    return setSlope(edit, id, plane, points);
}

double heightAt(const roo::Sector& sector, Plane plane, MapPoint at)
{
    const auto& slope = plane == Plane::Floor ? sector.floorSlope : sector.ceilingSlope;
    if (slope)
        if (const auto height = heightOn(*slope, at.x, at.y))
            return *height;
    return plane == Plane::Floor ? sector.floorHeight : sector.ceilingHeight;
}

Result<void> tiltByLine(MapEdit& edit, SectorId id, Plane plane, LineId line, int rise)
{
    const Map& map = edit.map();
    if (!map.has(id) || !map.has(line))
        return Error{"the sector or the line is not there any more", "slope"};
    const MapPoint a = map.startOf(line), b = map.endOf(line);
    const auto off = [&](MapPoint point) { return std::abs(orientation(a, b, point)); };
    // The hinge: the line whose nearer end is farthest away; where all others touch this one (a triangle), their farthest corner.
    LineId hinge;
    MapPoint corner;
    std::int64_t distance = 0, farthest = 0;
    for (const LineId other : map.linesOf(id)) {
        const MapPoint start = map.startOf(other), end = map.endOf(other);
        if (const std::int64_t near = std::min(off(start), off(end)); near * 2 + std::max(off(start), off(end)) > distance && near > 0) {
            distance = near * 2 + std::max(off(start), off(end));
            hinge = other;
        }
        for (const MapPoint point : {start, end})
            if (off(point) > farthest) {
                farthest = off(point);
                corner = point;
            }
    }
    if (farthest == 0)
        return Error{"no corner of the sector lies beside the line", "slope"};
    if (rise == 0)
        return {};
    const roo::Sector& sector = map.sector(id);
    const auto stored = [&](MapPoint at, double higher) { return static_cast<int>(std::lround(heightAt(sector, plane, at) + higher)); };
    if (!hinge) {
        const SlopePoint points[] = {{corner, stored(corner, 0)}, {a, stored(a, rise)}, {b, stored(b, rise)}};
        return setSlope(edit, id, plane, points);
    }
    const MapPoint from = map.startOf(hinge), to = map.endOf(hinge);
    // The end that is farther from the hinge, as much higher as its distance asks so that the middle rises by what was wanted.
    const double toA = std::abs(static_cast<double>(orientation(from, to, a))), toB = std::abs(static_cast<double>(orientation(from, to, b)));
    const MapPoint end = toA >= toB ? a : b;
    const double share = (toA + toB) / 2 / std::max(1.0, std::max(toA, toB));
    if (!(share > 0))
        return Error{"the line lies in its hinge", "slope"};
    const SlopePoint points[] = {{from, stored(from, 0)}, {to, stored(to, 0)}, {end, stored(end, rise / share)}};
    return setSlope(edit, id, plane, points);
}

} // namespace blak::roomcore
