// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/map/stitch.h"

#include <cmath>
#include <cstddef>

namespace blak::roomcore {
namespace {

/// Offsets count texels, of which there are as many as editor units, and wrap.
std::int16_t addOffset(std::int16_t offset, std::int32_t length) { return static_cast<std::int16_t>(offset + length); }

std::int32_t lengthOf(MapPoint vector)
{
    return static_cast<std::int32_t>(std::lround(std::hypot(vector.x, vector.y)));
}

} // namespace

LineOrigin Stitcher::originOf(LineId id) const
{
    if (const auto found = origins_.find(id); found != origins_.end())
        return found->second;
    const MapLine& line = edit_.map().line(id);
    LineOrigin origin;
    for (const Side side : bothSides)
        origin.beside[static_cast<std::size_t>(side)].push_back(line.side(side).sector);
    origin.wasTwoSided = line.sides[0].sidedef && line.sides[1].sidedef;
    return origin;
}

void Stitcher::addMoved(LineId line)
{
    LineOrigin origin = originOf(line);
    origin.isMoved = true;
    origin.isBeside = false;
    origins_[line] = origin;
}

void Stitcher::addNeighbour(LineId line)
{
    LineOrigin origin = originOf(line);
    origin.isBeside = false;
    origins_[line] = origin;
}

void Stitcher::addBeside(LineId line)
{
    if (origins_.contains(line))
        return;
    LineOrigin origin = originOf(line);
    origin.isBeside = true;
    origins_[line] = origin;
}

VertexId Stitcher::survivorOf(VertexId id) const
{
    for (auto found = survivors_.find(id); found != survivors_.end(); found = survivors_.find(id))
        id = found->second;
    return id;
}

void Stitcher::uniteVertices(VertexId id)
{
    const std::vector<VertexId> all = edit_.map().verticesAt(edit_.map().point(id));
    const VertexId keep = all.front();
    for (const VertexId gone : all) {
        if (gone == keep)
            continue;
        survivors_[gone] = keep;
        const auto ends = edit_.map().linesAt(gone);
        for (const LineId lineId : std::vector<LineId>(ends.begin(), ends.end())) {
            addNeighbour(lineId);
            waiting_.insert(lineId);
            MapLine line = edit_.map().line(lineId);
            for (VertexId* end : {&line.start, &line.end})
                if (*end == gone)
                    *end = keep;
            edit_.set(lineId, line);
        }
        edit_.removeIfLonely(gone);
    }
}

/// The part up to `at` keeps the id. Textures stay where they are on the wall.
void Stitcher::cut(LineId id, VertexId at, bool bends)
{
    addNeighbour(id);
    const auto whole = uncut(id);
    const Map& map = edit_.map();
    MapLine first = map.line(id), second = first;
    const std::int32_t firstLength = lengthOf(map.point(at) - map.point(first.start));
    const std::int32_t secondLength = lengthOf(map.point(first.end) - map.point(at));
    first.end = second.start = at;
    first.coordinateHigh[2] = first.coordinateHigh[3] = 0;
    second.coordinateHigh[0] = second.coordinateHigh[1] = 0;
    const auto isBackwards = [&](const LineSide& side) {
        return side.sidedef && (map.sidedef(side.sidedef).flags & roo::side_flag::backwards) != 0;
    };
    // A plus side counts from the start, a minus side from the end; turned pictures the other way (as the builders cut walls).
    LineSide& plus = isBackwards(first.side(Side::Plus)) ? first.side(Side::Plus) : second.side(Side::Plus);
    plus.xOffset = addOffset(plus.xOffset, &plus == &first.side(Side::Plus) ? secondLength : firstLength);
    LineSide& minus = isBackwards(first.side(Side::Minus)) ? second.side(Side::Minus) : first.side(Side::Minus);
    minus.xOffset = addOffset(minus.xOffset, &minus == &second.side(Side::Minus) ? firstLength : secondLength);
    edit_.set(id, first);
    const LineId added = edit_.addLine(second);
    origins_[added] = origins_[id];
    uncut_[id] = uncut_[added] = whole;
    if (bends || waiting_.contains(id)) {
        waiting_.insert(id);
        waiting_.insert(added);
    }
}

void Stitcher::uniteLines(LineId keep, LineId drop)
{
    LineOrigin origin = originOf(keep);
    const LineOrigin other = originOf(drop);
    const bool sameWay = edit_.map().line(keep).start == edit_.map().line(drop).start;
    MapLine line = edit_.map().line(keep);
    const MapLine from = edit_.map().line(drop);
    for (const Side side : bothSides) {
        const Side there = sameWay ? side : otherSide(side);
        const auto& sectors = other.beside[static_cast<std::size_t>(there)];
        auto& mine = origin.beside[static_cast<std::size_t>(side)];
        mine.insert(mine.end(), sectors.begin(), sectors.end());
        if (!line.side(side).sidedef && from.side(there).sidedef)
            line.side(side) = from.side(there);
    }
    origin.isMoved = origin.isMoved || other.isMoved;
    origin.isBeside = false;
    origin.wasTwoSided = origin.wasTwoSided || other.wasTwoSided;
    edit_.set(keep, line);
    edit_.remove(drop);
    origins_[keep] = origin;
    origins_.erase(drop);
    waiting_.erase(drop);
}

/// Neither drawn nor moved: where it lies, its border lay before.
bool Stitcher::stays(LineId line) const
{
    const auto found = origins_.find(line);
    return found == origins_.end() || !(found->second.isMoved || found->second.isDrawn());
}

std::pair<MapPoint, MapPoint> Stitcher::uncut(LineId line) const
{
    const auto found = uncut_.find(line);
    return found == uncut_.end() ? std::pair(edit_.map().startOf(line), edit_.map().endOf(line)) : found->second;
}

/// Whether lines that stay crossed or touched each other before anything was done.
bool Stitcher::wereSo(LineId line, LineId other) const
{
    if (!stays(line) || !stays(other))
        return false;
    const auto [a, b] = uncut(line);
    const auto [c, d] = uncut(other);
    return crossOrTouch(a, b, c, d);
}

/// Cuts what two lines do to each other; true if the first one is no longer what it was.
bool Stitcher::settleWith(LineId line, LineId other)
{
    const Map& map = edit_.map();
    const MapLine own = map.line(line), its = map.line(other);
    const MapPoint a = map.point(own.start), b = map.point(own.end), c = map.point(its.start), d = map.point(its.end);
    if (c == d || wereSo(line, other))
        return false; // also without length, and nobody touched it
    for (const VertexId end : {its.start, its.end})
        if (isInside(a, b, map.point(end))) {
            cut(line, end, false);
            waiting_.insert(line);
            waiting_.insert({map.nextLine().value - 1});
            return true;
        }
    for (const VertexId end : {own.start, own.end})
        if (isInside(c, d, map.point(end))) {
            cut(other, end, false);
            // The pieces may lie on the line; it is asked again.
            waiting_.insert(line);
            return true;
        }
    if (!crossesProperly(a, b, c, d))
        return false;
    const MapPoint place = meetingPoint(a, b, c, d);
    const bool endsOwn = place == a || place == b, endsIts = place == c || place == d;
    const VertexId at = edit_.vertexAt(place);
    if (!endsIts)
        cut(other, at, true);
    if (!endsOwn)
        cut(line, at, true);
    waiting_.insert(line);
    return true;
}

void Stitcher::look(LineId line, bool joinsOnly)
{
    const Map& map = edit_.map();
    if (map.startOf(line) == map.endOf(line)) {
        origins_.erase(line);
        edit_.remove(line);
        return;
    }
    const auto beside = map.linesAt(map.line(line).start);
    for (const LineId other : std::vector<LineId>(beside.begin(), beside.end())) {
        if (other == line || !map.has(other))
            continue;
        const MapLine &own = map.line(line), &its = map.line(other);
        if ((its.start == own.start && its.end == own.end) || (its.start == own.end && its.end == own.start)) {
            const bool keepsOther = other < line;
            uniteLines(keepsOther ? other : line, keepsOther ? line : other);
            if (keepsOther) {
                waiting_.insert(other);
                return;
            }
        }
    }
    if (joinsOnly)
        return;
    for (const LineId other : map.linesIn(map.boxOf(line)))
        if (other != line && settleWith(line, other))
            return;
}

Result<void> Stitcher::run(bool joinsOnly)
{
    std::vector<VertexId> ends;
    for (const auto& [line, origin] : origins_)
        for (const VertexId end : {edit_.map().line(line).start, edit_.map().line(line).end})
            ends.push_back(end);
    for (const auto& [line, origin] : origins_)
        waiting_.insert(line);
    for (const VertexId end : ends)
        if (edit_.map().has(end))
            uniteVertices(end);

    // Every cut makes lines shorter, but rounding may bend a line over a neighbour again and again: then this is no drawing.
    std::size_t steps = 20'000 + 200 * waiting_.size();
    while (!waiting_.empty()) {
        const LineId line = *waiting_.begin();
        waiting_.erase(waiting_.begin());
        if (!edit_.map().has(line))
            continue;
        if (steps-- == 0)
            return Error{"the lines come too close to each other to be kept apart in whole units", "map"};
        look(line, joinsOnly);
    }

    // The borders that pass a vertex change with every line that comes or goes there.
    std::set<LineId> beside;
    for (const auto& [line, origin] : origins_)
        for (const VertexId end : {edit_.map().line(line).start, edit_.map().line(line).end})
            beside.insert(edit_.map().linesAt(end).begin(), edit_.map().linesAt(end).end());
    for (const LineId line : beside)
        addBeside(line);
    return {};
}

std::set<SectorId> Stitcher::removeLines(std::span<const LineId> lines)
{
    const Map& map = edit_.map();
    std::set<SectorId> left;
    for (const LineId line : lines) {
        if (!map.has(line))
            continue;
        for (const LineSide& side : map.line(line).sides)
            if (side.sector)
                left.insert(side.sector);
        std::set<LineId> beside;
        for (const VertexId end : {map.line(line).start, map.line(line).end})
            for (const LineId other : map.linesAt(end))
                if (other != line)
                    beside.insert(other);
        for (const LineId other : beside)
            addBeside(other);
        origins_.erase(line);
        edit_.remove(line);
    }
    return left;
}

} // namespace blak::roomcore
