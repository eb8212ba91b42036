// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/operations/clipboard.h"

#include "roomedit/roomcore/map/loose_sides.h"
#include "roomedit/roomcore/map/map_convert.h"
#include "roomedit/roomcore/operations/construction.h"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

namespace blak::roomcore {
namespace {

constexpr std::size_t mostPastedLines = 20'000;

/// Sides of stray lines, which would let a pasted sector run over everything around it. Fails where an outline has a gap: nothing
/// says what such a sector covers.
Result<std::set<HalfEdge>> straySides(const Map& piece)
{
    std::set<HalfEdge> stray;
    for (std::uint32_t i = 0; i < piece.sectors().size(); ++i) {
        const Border border = borderOf(piece, {i});
        const std::vector<LooseRun> runs = looseRuns(piece, border);
        if (runs.empty())
            continue;
        int closing = 0;
        for (const auto& [line, sides] : border)
            closing += std::abs(sides);
        bool isStraight = true;
        MapPoint at{highestCoordinate, highestCoordinate};
        for (const LooseRun& run : runs) {
            closing -= static_cast<int>(run.sides.size());
            const MapPoint from = piece.point(run.from), to = piece.point(run.to);
            for (const HalfEdge side : run.sides) {
                stray.insert(side);
                isStraight = isStraight && orientation(from, to, piece.startOf(side.line)) == 0 &&
                             orientation(from, to, piece.endOf(side.line)) == 0;
            }
            at = std::min({at, from, to});
        }
        if (!isStraight || closing == 0)
            return Error{"a sector of the piece is not closed at x " + std::to_string(at.x) + ", y " + std::to_string(at.y) +
                             " of the room that it comes from; close it there and copy it again",
                         "paste"};
    }
    return stray;
}

} // namespace

Result<roo::Room> copyParts(const Map& map, const MapSelection& what)
{
    std::set<LineId> lines;
    std::set<SectorId> sectors;
    for (const SectorId id : what.sectors)
        if (map.has(id)) {
            sectors.insert(id);
            lines.insert(map.linesOf(id).begin(), map.linesOf(id).end());
        }
    for (const LineId id : what.lines)
        if (map.has(id))
            lines.insert(id);
    // Alone, a line takes the looks of its sides along, but not the sectors.
    Map piece;
    std::map<SectorId, SectorId> sectorIds;
    for (const SectorId id : sectors) {
        sectorIds[id] = piece.nextSector();
        piece.put(piece.nextSector(), map.sector(id));
    }
    for (const LineId id : lines) {
        const MapLine& from = map.line(id);
        MapLine line;
        for (auto [end, at] : {std::pair(&line.start, map.point(from.start)), std::pair(&line.end, map.point(from.end))}) {
            *end = piece.vertexAt(at);
            if (!*end)
                piece.put(*end = piece.nextVertex(), MapVertex{at});
        }
        for (const Side side : bothSides) {
            const LineSide& own = from.side(side);
            if (!own.sidedef || !sectorIds.contains(own.sector))
                continue;
            line.side(side) = {piece.nextSidedef(), sectorIds[own.sector], own.xOffset, own.yOffset, -1};
            piece.put(piece.nextSidedef(), map.sidedef(own.sidedef));
        }
        piece.put(piece.nextLine(), line);
    }
    for (const ThingId id : what.things)
        if (map.has(id))
            piece.put(piece.nextThing(), map.thing(id));
    if (lines.empty() && piece.things().empty())
        return Error{"expected a selection of sectors, lines or things, found none", "copy"};
    roo::Room base;
    auto room = roomFromMap(piece, base);
    if (!room)
        return room.error();
    return std::move(room.value().room);
}

Result<std::vector<std::byte>> pieceBytes(const Map& map, const MapSelection& what)
{
    auto piece = copyParts(map, what);
    if (!piece)
        return piece.error();
    roo::refreshSecurity(piece.value());
    if (const auto fits = roo::checkLimits(piece.value()); !fits)
        return fits.error();
    return roo::write(piece.value());
}

Result<roo::Room> readPiece(std::span<const std::byte> bytes, std::string_view where)
{
    if (bytes.size() > mostPieceBytes)
        return Error{"expected at most " + std::to_string(mostPieceBytes) + " bytes, found " + std::to_string(bytes.size()), std::string(where)};
    return roo::read(bytes, std::string(where));
}

Result<void> pasteSeries(MapEdit& edit, const roo::Room& piece, const PasteOptions& first, const PasteSeries& series,
                         const MapDefaults& defaults)
{
    if (auto checked = checkNumber(series.copies, 1, 64, "copies"); !checked)
        return checked;
    document::Transaction transaction(edit.history(), series.copies > 1 ? "Paste special" : "Paste");
    PasteOptions options = first;
    for (int i = 0; i < series.copies; ++i) {
        if (auto done = pasteParts(edit, piece, options, defaults); !done)
            return done;
        options.by = options.by + series.step;
        options.raise += series.raise;
    }
    transaction.commit();
    return {};
}

MapBox boxOf(const roo::Room& piece)
{
    MapBox box;
    for (const roo::Linedef& line : piece.linedefs) {
        box.add(MapPoint{line.x0, line.y0});
        box.add(MapPoint{line.x1, line.y1});
    }
    if (piece.linedefs.empty())
        for (const roo::Thing& thing : piece.things)
            box.add(MapPoint{thing.x, thing.y});
    return box;
}

Result<void> pasteParts(MapEdit& edit, const roo::Room& piece, const PasteOptions& options, const MapDefaults& defaults)
{
    if (piece.linedefs.size() > mostPastedLines)
        return Error{"expected at most " + std::to_string(mostPastedLines) + " lines, found " + std::to_string(piece.linedefs.size()),
                     "paste"};
    const Map from = mapFromRoom(piece);
    for (const auto& vertex : from.vertices())
        if (vertex && !isInRange(vertex->at + options.by))
            return Error{"the piece would lie outside of the map", "paste"};
    const auto stray = straySides(from);
    if (!stray)
        return stray.error();

    document::Transaction transaction(edit.history(), "Paste");
    MapSelection selection;
    std::vector<SectorId> sectors;
    for (std::uint32_t i = 0; i < from.sectors().size(); ++i) {
        roo::Sector sector = from.sector({i});
        if (!options.keepsTags)
            sector.userId = 0;
        sector.floorHeight = storedHeight(sector.floorHeight + options.raise);
        sector.ceilingHeight = storedHeight(sector.ceilingHeight + options.raise);
        for (auto* slope : {&sector.floorSlope, &sector.ceilingSlope})
            if (*slope)
                for (roo::SlopeVertex& vertex : (*slope)->vertices) {
                    vertex.z = static_cast<std::int16_t>(std::clamp(vertex.z + options.raise, lowestCoordinate, highestCoordinate));
                    vertex.x = static_cast<std::int16_t>(std::clamp(vertex.x + options.by.x, lowestCoordinate, highestCoordinate));
                    vertex.y = static_cast<std::int16_t>(std::clamp(vertex.y + options.by.y, lowestCoordinate, highestCoordinate));
                }
        sectors.push_back(edit.addSector(sector));
    }
    // Vertices of its own first: stitching makes them one with those that are there.
    std::vector<VertexId> vertices(from.vertices().size());
    const auto placed = [&](VertexId id) {
        VertexId& vertex = vertices[id.value];
        if (!vertex)
            vertex = edit.addVertex(from.point(id) + options.by);
        return vertex;
    };
    Stitcher stitcher(edit);
    for (std::uint32_t i = 0; i < from.lines().size(); ++i) {
        MapLine line = from.line({i});
        bool isPart = false, isStray = false;
        for (const Side which : bothSides) {
            LineSide& side = line.side(which);
            const bool closesNothing = stray.value().contains({{i}, which});
            isStray = isStray || closesNothing;
            if (!side.sidedef || !side.sector || closesNothing) {
                side = {};
                continue;
            }
            roo::Sidedef sidedef = from.sidedef(side.sidedef);
            if (!options.keepsTags)
                sidedef.userId = 0;
            side.sidedef = edit.addSidedef(sidedef);
            side.sector = sectors[side.sector.value];
            isPart = true;
        }
        if (isStray && !isPart)
            continue;
        line.start = placed(line.start);
        line.end = placed(line.end);
        const LineId added = edit.addLine(line);
        if (isPart)
            stitcher.addMoved(added);
        else
            stitcher.addDrawn(added);
    }
    if (auto stitched = stitcher.run(options.rule == MergeRule::VerticesOnly); !stitched)
        return stitched.error();
    const bool replaces = options.rule == MergeRule::Replace;
    const Settled settled = settle(edit, stitcher.origins(),
                                   {defaults, true, std::set<SectorId>(sectors.begin(), sectors.end()), {}, replaces});
    if (replaces) {
        Stitcher remover(edit);
        const std::set<SectorId> left = remover.removeLines(settled.covered);
        settle(edit, remover.origins(), {defaults, false, {}, left});
    }
    if (options.withThings)
        for (roo::Thing thing : piece.things) {
            thing.x += options.by.x;
            thing.y += options.by.y;
            selection.things.push_back(edit.addThing(thing));
        }
    for (const SectorId sector : sectors)
        if (edit.map().has(sector))
            selection.sectors.push_back(sector);
    if (selection.sectors.empty())
        selection.lines = settled.lines;
    edit.select(std::move(selection));
    transaction.commit();
    return {};
}

} // namespace blak::roomcore
