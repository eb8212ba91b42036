// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/checks/fixes.h"

#include "roomedit/roomcore/map/faces.h"
#include "roomedit/roomcore/operations/transform.h"
#include "roomedit/roomcore/room_document.h"

#include <algorithm>

namespace blak::roomcore::checks {
namespace {

/// Moving by nothing: everything that a move puts in order, where things are.
Result<void> settleAround(RoomDocument& document, const MapSelection& what, const PointMapping& mapping, MergeRule rule)
{
    MapEdit edit = document.edit();
    return transform(edit, what, mapping, false, rule, document.defaults(), "Fix");
}

} // namespace

RoomFix deleteLineFix(LineId line)
{
    return [line](RoomDocument& document) -> Result<void> {
        if (document.map().has(line))
            document.edit().remove(line);
        return {};
    };
}

RoomFix changeSideFix(LineId line, Side side, std::function<void(roo::Sidedef&)> change)
{
    return [line, side, change = std::move(change)](RoomDocument& document) -> Result<void> {
        const Map& map = document.map();
        if (!map.has(line) || !map.line(line).side(side).sidedef)
            return {};
        roo::Sidedef sidedef = map.sidedef(map.line(line).side(side).sidedef);
        change(sidedef);
        document.edit().setSidedef(line, side, sidedef);
        return {};
    };
}

RoomFix changeSidesFix(LineId line, std::function<void(roo::Sidedef&)> change)
{
    return [plus = changeSideFix(line, Side::Plus, change), minus = changeSideFix(line, Side::Minus, change)](
               RoomDocument& document) -> Result<void> {
        if (auto done = plus(document); !done)
            return done;
        return minus(document);
    };
}

RoomFix changeSectorFix(SectorId id, std::function<void(roo::Sector&)> change)
{
    return [id, change = std::move(change)](RoomDocument& document) -> Result<void> {
        if (!document.map().has(id))
            return {};
        roo::Sector sector = document.map().sector(id);
        change(sector);
        document.edit().set(id, sector);
        return {};
    };
}

RoomFix stitchFix(LineId line, bool joinsOnly)
{
    return [line, joinsOnly](RoomDocument& document) -> Result<void> {
        if (!document.map().has(line))
            return {};
        MapSelection what;
        what.lines = {line};
        return settleAround(
            document, what, [](MapPoint point) { return point; }, joinsOnly ? MergeRule::VerticesOnly : MergeRule::Merge);
    };
}

RoomFix moveVertexFix(MapPoint from, MapPoint to)
{
    return [from, to](RoomDocument& document) -> Result<void> {
        MapSelection what;
        what.vertices = document.map().verticesAt(from);
        if (what.vertices.empty())
            return {};
        return settleAround(
            document, what, [to](MapPoint) { return to; }, MergeRule::Merge);
    };
}

RoomFix oneSectorFix(LineId line, Side side)
{
    return [line, side](RoomDocument& document) -> Result<void> {
        const Map& map = document.map();
        if (!map.has(line) || map.startOf(line) == map.endOf(line))
            return {};
        Faces faces(map);
        const std::size_t face = faces.faceOf({line, side});
        faces.findHoles(face);
        std::map<SectorId, std::int64_t> lengths;
        const std::vector<HalfEdge> edges = faces.edgesOf(face);
        for (const HalfEdge edge : edges)
            if (const SectorId sector = map.line(edge.line).side(edge.side).sector)
                lengths[sector] += faces.squaredLength(edge);
        const auto most = std::ranges::max_element(lengths, {}, [](const auto& entry) { return entry.second; });
        const bool isOutside = !faces.face(face).outer;
        MapEdit edit = document.edit();
        for (const HalfEdge edge : edges) {
            const bool wasTwoSided = map.line(edge.line).sides[0].sidedef && map.line(edge.line).sides[1].sidedef;
            edit.setSector(edge.line, edge.side, isOutside || most == lengths.end() ? SectorId() : most->first);
            dressLine(edit, edge.line, wasTwoSided, document.defaults());
        }
        for (const HalfEdge edge : edges)
            if (map.has(edge.line) && !map.line(edge.line).sides[0].sidedef && !map.line(edge.line).sides[1].sidedef)
                edit.remove(edge.line);
        for (const auto& [sector, length] : lengths)
            if (map.linesOf(sector).empty())
                edit.remove(sector);
        return {};
    };
}

RoomFix buildFix()
{
    return [](RoomDocument& document) -> Result<void> {
        document.forgetBuilt();
        return {};
    };
}

} // namespace blak::roomcore::checks
