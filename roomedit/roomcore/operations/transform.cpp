// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/operations/transform.h"

#include "roomedit/roomcore/map/faces.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <string>
#include <utility>

namespace blak::roomcore {
namespace {

std::int32_t whole(double value) { return static_cast<std::int32_t>(std::lround(std::clamp(value, -1e6, 1e6))); }

Error outOfRange(MapPoint point)
{
    return {"expected coordinates from -32768 to 32767, found " + std::to_string(point.x) + ", " + std::to_string(point.y),
            "moved vertex"};
}

/// Sectors of which every line moves as a whole.
std::set<SectorId> carriedSectors(const Map& map, const std::set<VertexId>& vertices, const std::set<LineId>& lines)
{
    std::set<SectorId> sectors;
    for (const LineId line : lines)
        for (const LineSide& side : map.line(line).sides)
            if (side.sector)
                sectors.insert(side.sector);
    std::erase_if(sectors, [&](SectorId sector) {
        const auto border = map.linesOf(sector);
        return !std::all_of(border.begin(), border.end(), [&](LineId line) {
            return vertices.contains(map.line(line).start) && vertices.contains(map.line(line).end);
        });
    });
    return sectors;
}

bool isCrossed(const Map& map, LineId line)
{
    return std::ranges::any_of(map.linesIn(map.boxOf(line)), [&](LineId other) {
        return crossOrTouch(map.startOf(line), map.endOf(line), map.startOf(other), map.endOf(other));
    });
}

/// Whether the lines cross no others, and the areas that an edit may change have one sector each, the outside none: then what is right
/// far away follows from their borders. They are those of the sectors beside the lines, and where the lines go.
bool areSound(const Map& map, const std::set<LineId>& lines, const SweptGround& swept)
{
    if (std::ranges::any_of(lines, [&](LineId line) { return isCrossed(map, line); }))
        return false;
    std::set<LineId> around = lines;
    for (const LineId line : map.linesIn(swept.box()))
        around.insert(line);
    std::set<SectorId> sectors;
    for (const LineId line : around)
        for (const LineSide& side : map.line(line).sides)
            if (side.sector)
                sectors.insert(side.sector);
    for (const SectorId sector : sectors)
        around.insert(map.linesOf(sector).begin(), map.linesOf(sector).end());
    Faces faces(map);
    std::set<std::size_t> areas;
    for (const LineId line : around)
        for (const Side side : bothSides)
            if (faces.isTraced(line))
                areas.insert(faces.faceOf({line, side}));
    return std::ranges::all_of(areas, [&](std::size_t area) {
        faces.findHoles(area);
        std::optional<SectorId> named = area == 0 ? std::optional(SectorId()) : std::nullopt;
        return std::ranges::all_of(faces.edgesOf(area), [&](HalfEdge edge) {
            const SectorId sector = map.line(edge.line).side(edge.side).sector;
            return std::exchange(named, sector).value_or(sector) == sector;
        });
    });
}

/// The points that define a slope lie in the sector and go with it.
void moveSlopes(MapEdit& edit, SectorId id, const PointMapping& mapping)
{
    roo::Sector sector = edit.map().sector(id);
    for (auto* slope : {&sector.floorSlope, &sector.ceilingSlope})
        if (*slope)
            for (roo::SlopeVertex& vertex : (*slope)->vertices) {
                const MapPoint to = mapping({vertex.x, vertex.y});
                if (!isInRange(to))
                    return;
                vertex.x = static_cast<std::int16_t>(to.x);
                vertex.y = static_cast<std::int16_t>(to.y);
            }
    edit.set(id, sector);
}

/// Within one sector nothing tells the sides of a mirrored line apart but this; elsewhere settle() turns them.
void swapSides(MapEdit& edit, LineId id)
{
    MapLine line = edit.map().line(id);
    if (line.sides[0].sector != line.sides[1].sector)
        return;
    std::swap(line.sides[0], line.sides[1]);
    edit.set(id, line);
}

} // namespace

std::set<VertexId> verticesOf(const Map& map, const MapSelection& selection)
{
    std::set<VertexId> vertices;
    const auto addLine = [&](LineId line) {
        vertices.insert(map.line(line).start);
        vertices.insert(map.line(line).end);
    };
    for (const VertexId id : selection.vertices)
        if (map.has(id))
            vertices.insert(id);
    for (const LineId id : selection.lines)
        if (map.has(id))
            addLine(id);
    for (const SectorId id : selection.sectors)
        if (map.has(id))
            for (const LineId line : map.linesOf(id))
                addLine(line);
    return vertices;
}

MapBox boxOf(const Map& map, const MapSelection& what)
{
    MapBox box;
    for (const VertexId id : verticesOf(map, what))
        box.add(map.point(id));
    for (const ThingId id : what.things)
        if (map.has(id))
            box.add(MapPoint{map.thing(id).x, map.thing(id).y});
    return box;
}

Result<void> transform(MapEdit& edit, const MapSelection& what, const PointMapping& mapping, bool turnsOver, MergeRule rule,
                       const MapDefaults& defaults, std::string_view name, std::uint64_t mergeKey)
{
    const Map& map = edit.map();
    const std::set<VertexId> vertices = verticesOf(map, what);
    for (const VertexId id : vertices)
        if (!isInRange(mapping(map.point(id))))
            return outOfRange(mapping(map.point(id)));

    document::Transaction transaction(edit.history(), std::string(name));
    for (const ThingId id : what.things)
        if (map.has(id)) {
            roo::Thing thing = map.thing(id);
            const MapPoint to = mapping({thing.x, thing.y});
            thing.x = to.x;
            thing.y = to.y;
            edit.set(id, thing);
        }

    std::set<LineId> lines;
    for (const VertexId id : vertices)
        for (const LineId line : map.linesAt(id))
            lines.insert(line);
    const std::set<SectorId> carried = carriedSectors(map, vertices, lines);
    Stitcher stitcher(edit);
    SweptGround swept;
    const auto placeOf = [&](VertexId id) { return vertices.contains(id) ? mapping(map.point(id)) : map.point(id); };
    for (const LineId line : lines) {
        stitcher.addMoved(line);
        swept.add(map.startOf(line), map.endOf(line), placeOf(map.line(line).start), placeOf(map.line(line).end));
    }
    const bool isSound = areSound(map, lines, swept);
    for (const SectorId sector : carried)
        moveSlopes(edit, sector, mapping);
    for (const VertexId id : vertices)
        edit.move(id, mapping(map.point(id)));
    if (turnsOver)
        for (const LineId line : lines)
            if (vertices.contains(map.line(line).start) && vertices.contains(map.line(line).end))
                swapSides(edit, line);
    if (auto stitched = stitcher.run(rule == MergeRule::VerticesOnly); !stitched)
        return stitched.error();
    const bool replaces = rule == MergeRule::Replace && !carried.empty();
    const Settled settled = settle(edit, stitcher.origins(), {defaults, false, carried, {}, replaces, isSound ? nullptr : &swept});
    if (replaces) {
        Stitcher remover(edit);
        const std::set<SectorId> left = remover.removeLines(settled.covered);
        settle(edit, remover.origins(), {defaults, false, {}, left});
    }
    MapSelection selection = what;
    for (VertexId& id : selection.vertices)
        id = stitcher.survivorOf(id);
    std::erase_if(selection.vertices, [&](VertexId id) { return !map.has(id); });
    std::erase_if(selection.lines, [&](LineId id) { return !map.has(id); });
    std::erase_if(selection.sectors, [&](SectorId id) { return !map.has(id); });
    edit.select(std::move(selection));
    transaction.commit(mergeKey);
    return {};
}

Result<void> moveBy(MapEdit& edit, const MapSelection& what, MapPoint by, MergeRule rule, const MapDefaults& defaults)
{
    return transform(
        edit, what, [by](MapPoint point) { return point + by; }, false, rule, defaults, "Move");
}

Result<void> rotate(MapEdit& edit, const MapSelection& what, MapPoint centre, double degrees, MergeRule rule,
                    const MapDefaults& defaults)
{
    // Quarter turns are exact, so that four of them give the same map again.
    const double quarters = degrees / 90;
    double sine = std::sin(degrees * std::numbers::pi / 180), cosine = std::cos(degrees * std::numbers::pi / 180);
    if (quarters == std::floor(quarters)) {
        sine = std::round(sine);
        cosine = std::round(cosine);
    }
    const auto turn = [=](MapPoint point) {
        const double x = point.x - centre.x, y = point.y - centre.y;
        return MapPoint{whole(centre.x + x * cosine - y * sine), whole(centre.y + x * sine + y * cosine)};
    };
    return transform(edit, what, turn, false, rule, defaults, "Rotate");
}

Result<void> scale(MapEdit& edit, const MapSelection& what, MapPoint centre, double factorX, double factorY, MergeRule rule,
                   const MapDefaults& defaults)
{
    if (!(std::abs(factorX) >= 1e-3 && std::abs(factorY) >= 1e-3 && std::abs(factorX) <= 1e3 && std::abs(factorY) <= 1e3))
        return Error{"expected factors from 0.001 to 1000", "scale"};
    const auto stretch = [=](MapPoint point) {
        return MapPoint{whole(centre.x + (point.x - centre.x) * factorX), whole(centre.y + (point.y - centre.y) * factorY)};
    };
    return transform(edit, what, stretch, factorX * factorY < 0, rule, defaults, "Scale");
}

Result<void> mirror(MapEdit& edit, const MapSelection& what, MirrorAxis axis, MergeRule rule, const MapDefaults& defaults)
{
    const MapBox box = boxOf(edit.map(), what);
    if (box.isEmpty())
        return Error{"expected a selection, found none", "mirror"};
    const auto flip = [=](MapPoint point) {
        return axis == MirrorAxis::Horizontal ? MapPoint{box.left + box.right - point.x, point.y}
                                              : MapPoint{point.x, box.bottom + box.top - point.y};
    };
    return transform(edit, what, flip, true, rule, defaults, "Mirror");
}

} // namespace blak::roomcore
