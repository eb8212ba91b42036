// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/operations/lines.h"

#include <string>
#include <utility>
#include <vector>

namespace blak::roomcore {
namespace {

Error gone(const char* what) { return {std::string(what) + " is not there any more", "map"}; }

template <typename IdType>
Result<void> checkThere(const Map& map, std::span<const IdType> ids, const char* what)
{
    if (ids.empty())
        return Error{std::string("expected a selection, found none"), what};
    for (const IdType id : ids)
        if (!map.has(id))
            return gone(what);
    return {};
}

MapPoint between(MapPoint a, MapPoint b, int part, int whole)
{
    return {static_cast<std::int32_t>(a.x + divideRounded(static_cast<std::int64_t>(b.x - a.x) * part, whole)),
            static_cast<std::int32_t>(a.y + divideRounded(static_cast<std::int64_t>(b.y - a.y) * part, whole))};
}

/// The line through the points instead of the line: drawn beside nothing, with the sides of the old one.
void runThrough(MapEdit& edit, Stitcher& stitcher, LineId id, std::span<const MapPoint> points)
{
    LineId rest = id;
    for (const MapPoint point : points) {
        const VertexId at = edit.vertexAt(point);
        const MapLine& line = edit.map().line(rest);
        if (at == line.start || at == line.end)
            continue;
        stitcher.cutAt(rest, at);
        rest = {edit.map().nextLine().value - 1};
    }
}

} // namespace

Result<VertexId> insertVertex(MapEdit& edit, LineId line, MapPoint at, const MapDefaults& defaults)
{
    if (!edit.map().has(line))
        return gone("the line");
    if (!isInRange(at))
        return Error{"expected coordinates from -32768 to 32767", "vertex"};
    document::Transaction transaction(edit.history(), "Insert vertex");
    Stitcher stitcher(edit);
    stitcher.addMoved(line);
    runThrough(edit, stitcher, line, std::span(&at, 1));
    if (auto stitched = stitcher.run(); !stitched)
        return stitched.error();
    settle(edit, stitcher.origins(), {defaults, false});
    const VertexId vertex = edit.map().vertexAt(at);
    if (!vertex)
        return Error{"the lines come too close to each other there", "vertex"};
    MapSelection selection;
    selection.vertices = {vertex};
    edit.select(std::move(selection));
    transaction.commit();
    return vertex;
}

Result<void> splitLines(MapEdit& edit, std::span<const LineId> lines, int pieces, const MapDefaults& defaults)
{
    if (pieces < 2 || pieces > 64)
        return Error{"expected 2 to 64, found " + std::to_string(pieces), "pieces of a line"};
    if (auto there = checkThere(edit.map(), lines, "the line"); !there)
        return there;
    document::Transaction transaction(edit.history(), "Split lines");
    Stitcher stitcher(edit);
    const LineId firstNew = edit.map().nextLine();
    for (const LineId line : lines)
        stitcher.addMoved(line);
    for (const LineId line : lines) {
        const MapPoint start = edit.map().startOf(line), end = edit.map().endOf(line);
        std::vector<MapPoint> points;
        for (int i = 1; i < pieces; ++i)
            points.push_back(between(start, end, i, pieces));
        runThrough(edit, stitcher, line, points);
    }
    if (auto stitched = stitcher.run(); !stitched)
        return stitched.error();
    settle(edit, stitcher.origins(), {defaults, false});
    MapSelection selection;
    selection.lines.assign(lines.begin(), lines.end());
    for (LineId id = firstNew; id < edit.map().nextLine(); ++id.value)
        selection.lines.push_back(id);
    std::erase_if(selection.lines, [&](LineId id) { return !edit.map().has(id); });
    edit.select(std::move(selection));
    transaction.commit();
    return {};
}

Result<void> flipLines(MapEdit& edit, std::span<const LineId> lines)
{
    if (auto there = checkThere(edit.map(), lines, "the line"); !there)
        return there;
    document::Transaction transaction(edit.history(), "Flip lines");
    for (const LineId id : std::set<LineId>(lines.begin(), lines.end())) {
        MapLine line = edit.map().line(id);
        std::swap(line.start, line.end);
        std::swap(line.sides[0], line.sides[1]);
        std::swap(line.coordinateHigh[0], line.coordinateHigh[2]);
        std::swap(line.coordinateHigh[1], line.coordinateHigh[3]);
        edit.set(id, line);
    }
    transaction.commit();
    return {};
}

Result<void> deleteLines(MapEdit& edit, std::span<const LineId> lines, const MapDefaults& defaults)
{
    if (auto there = checkThere(edit.map(), lines, "the line"); !there)
        return there;
    document::Transaction transaction(edit.history(), "Delete lines");
    Stitcher stitcher(edit);
    const std::set<SectorId> left = stitcher.removeLines(lines);
    settle(edit, stitcher.origins(), {defaults, false, {}, left});
    edit.select({});
    transaction.commit();
    return {};
}

Result<void> deleteVertices(MapEdit& edit, std::span<const VertexId> vertices, const MapDefaults& defaults)
{
    if (auto there = checkThere(edit.map(), vertices, "the vertex"); !there)
        return there;
    const Map& map = edit.map();
    document::Transaction transaction(edit.history(), "Delete vertices");
    Stitcher stitcher(edit);
    std::set<SectorId> left;
    for (const VertexId id : vertices) {
        if (!map.has(id))
            continue; // with the lines of another one
        const std::vector<LineId> lines(map.linesAt(id).begin(), map.linesAt(id).end());
        const auto farEnd = [&](LineId line) { return map.line(line).start == id ? map.line(line).end : map.line(line).start; };
        if (lines.size() == 2 && farEnd(lines[0]) != farEnd(lines[1]) && farEnd(lines[0]) != id && farEnd(lines[1]) != id) {
            stitcher.addMoved(lines[0]);
            const VertexId to = farEnd(lines[1]);
            MapLine joined = map.line(lines[0]);
            (joined.start == id ? joined.start : joined.end) = to;
            edit.set(lines[0], joined);
            const LineId other[] = {lines[1]};
            left.merge(stitcher.removeLines(other));
        } else {
            left.merge(stitcher.removeLines(lines));
        }
    }
    if (auto stitched = stitcher.run(); !stitched)
        return stitched.error();
    settle(edit, stitcher.origins(), {defaults, false, {}, left});
    edit.select({});
    transaction.commit();
    return {};
}

} // namespace blak::roomcore
