// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/map/faces.h"

#include <algorithm>
#include <cassert>

namespace blak::roomcore {
namespace {

/// Half of the turn a direction belongs to, for comparing directions counter-clockwise from east.
int halfOf(MapPoint direction) { return direction.y > 0 || (direction.y == 0 && direction.x > 0) ? 0 : 1; }

struct Spoke
{
    MapPoint direction;
    LineId line;
};

/// A total order of the lines around a vertex: by direction, lines on each other by id. The walks are therefore a permutation of
/// the sides, and every one of them closes, in broken maps too.
bool comesBefore(const Spoke& a, const Spoke& b)
{
    if (halfOf(a.direction) != halfOf(b.direction))
        return halfOf(a.direction) < halfOf(b.direction);
    const std::int64_t turn = cross(a.direction, b.direction);
    return turn != 0 ? turn > 0 : a.line < b.line;
}

} // namespace

Faces::Faces(const Map& map) : map_(map), faces_(1), loopOfEdge_(2 * map.lines().size(), -1) {}

VertexId Faces::from(HalfEdge edge) const
{
    const MapLine& line = map_.line(edge.line);
    return edge.side == Side::Plus ? line.start : line.end;
}

VertexId Faces::to(HalfEdge edge) const
{
    const MapLine& line = map_.line(edge.line);
    return edge.side == Side::Plus ? line.end : line.start;
}

std::int64_t Faces::squaredLength(HalfEdge edge) const
{
    return roomcore::squaredLength(map_.endOf(edge.line) - map_.startOf(edge.line));
}

/// The sharpest turn to the right: counter-clockwise next to the way back.
HalfEdge Faces::next(HalfEdge edge) const
{
    const VertexId hub = to(edge);
    const MapPoint centre = map_.point(hub);
    const Spoke back{map_.point(from(edge)) - centre, edge.line};
    std::optional<Spoke> first, following;
    for (const LineId id : map_.linesAt(hub)) {
        if (!isTraced(id))
            continue;
        const MapLine& line = map_.line(id);
        const Spoke spoke{map_.point(line.start == hub ? line.end : line.start) - centre, id};
        if (!first || comesBefore(spoke, *first))
            first = spoke;
        if (comesBefore(back, spoke) && (!following || comesBefore(spoke, *following)))
            following = spoke;
    }
    const LineId line = following ? following->line : first->line;
    return {line, map_.line(line).start == hub ? Side::Plus : Side::Minus};
}

std::size_t Faces::loopOf(HalfEdge edge)
{
    assert(isTraced(edge.line));
    if (const std::int32_t known = slot(edge); known >= 0)
        return static_cast<std::size_t>(known);
    const auto index = static_cast<std::int32_t>(loops_.size());
    Loop loop;
    loop.leftmost = map_.point(from(edge));
    for (HalfEdge at = edge; slot(at) < 0; at = next(at)) {
        slot(at) = index;
        loop.edges.push_back(at);
        const MapPoint start = map_.point(from(at)), end = map_.point(to(at));
        loop.twiceArea -= cross(start, end); // the area lies right
        loop.leftmost = std::min(loop.leftmost, start);
        loop.box.add(start);
    }
    loops_.push_back(std::move(loop));
    faceOfLoop_.push_back(-1);
    return static_cast<std::size_t>(index);
}

std::size_t Faces::faceOfLoop(std::size_t index)
{
    // A hole belongs to the face that its leftmost corner looks at to the left; so do the holes that are met on the way.
    std::vector<std::size_t> holes;
    std::size_t at = index;
    std::size_t found = 0;
    for (;;) {
        if (faceOfLoop_[at] >= 0) {
            found = static_cast<std::size_t>(faceOfLoop_[at]);
            break;
        }
        if (loops_[at].twiceArea > 0) {
            found = faces_.size();
            faces_.push_back({at, {}, false});
            faceOfLoop_[at] = static_cast<std::int32_t>(found);
            break;
        }
        holes.push_back(at);
        const auto hit = map_.firstToTheLeft(loops_[at].leftmost);
        if (!hit)
            break;
        at = loopOf({hit->line, hit->side});
        if (std::find(holes.begin(), holes.end(), at) != holes.end())
            break; // lines that cross can send one round in circles
    }
    for (const std::size_t hole : holes) {
        faceOfLoop_[hole] = static_cast<std::int32_t>(found);
        faces_[found].holes.push_back(hole);
    }
    return found;
}

std::size_t Faces::faceAt(MapPoint point)
{
    const auto hit = map_.firstToTheLeft({point.x, point.y});
    return hit ? faceOf({hit->line, hit->side}) : 0;
}

void Faces::findHoles(std::size_t index)
{
    if (faces_[index].holesFound || !faces_[index].outer)
        return;
    faces_[index].holesFound = true;
    for (const LineId line : map_.linesIn(loops_[*faces_[index].outer].box))
        if (isTraced(line))
            for (const Side side : bothSides)
                faceOf({line, side});
}

std::vector<HalfEdge> Faces::edgesOf(std::size_t index) const
{
    std::vector<HalfEdge> edges;
    const Face& face = faces_[index];
    if (face.outer)
        edges = loops_[*face.outer].edges;
    for (const std::size_t hole : face.holes)
        edges.insert(edges.end(), loops_[hole].edges.begin(), loops_[hole].edges.end());
    return edges;
}

Faces::Place Faces::placeIn(std::size_t face)
{
    findHoles(face);
    const std::vector<HalfEdge> edges = edgesOf(face);
    constexpr double wideEnough = 0.25; // editor units
    constexpr int mostTried = 16;
    Place best;
    double widest = -1;
    int tried = 0;
    // From the middle of a border line across the area, to the border line that comes next at that height.
    for (const HalfEdge edge : loops_[*faces_[face].outer].edges) {
        const MapPoint a = map_.point(from(edge)), b = map_.point(to(edge));
        if (a.y == b.y)
            continue;
        const double y = (a.y + b.y) / 2.0 + 0.125, x = a.x + (y - a.y) * (b.x - a.x) / (b.y - a.y); // between whole heights and halves
        const int way = b.y > a.y ? 1 : -1; // the area lies to the right
        double next = 1e9;
        for (const HalfEdge other : edges) {
            const MapPoint c = map_.point(from(other)), d = map_.point(to(other));
            if (other == edge || (c.y > y) == (d.y > y))
                continue;
            const double away = (c.x + (y - c.y) * (d.x - c.x) / (d.y - c.y) - x) * way;
            if (away >= 0)
                next = std::min(next, away);
        }
        if (next < 1e9 && next > widest) {
            widest = next;
            best = {x + way * next / 2, y};
        }
        if (widest > wideEnough || ++tried == mostTried)
            break;
    }
    return best;
}

} // namespace blak::roomcore
