// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/checks/fixes.h"
#include "roomedit/roomcore/map/line_grid.h"

#include <algorithm>
#include <cmath>
#include <set>

/// Rules about ends of lines that come close to others: places where two were meant to be one.
namespace blak::roomcore::checks {
namespace {

/// Editor units. Looked at in real rooms: ends that are farther apart (fences, half-open doors) are so on purpose.
constexpr int reach = 2;

bool isNear(PlacePoint a, PlacePoint b, int distance)
{
    return std::abs(a.first - b.first) <= distance && std::abs(a.second - b.second) <= distance;
}

/// The whole point of a line that is nearest to a place.
MapPoint nearestOn(MapPoint a, MapPoint b, MapPoint place)
{
    const double along = static_cast<double>(dot(b - a, place - a)) / static_cast<double>(squaredLength(b - a));
    const double part = std::clamp(along, 0.0, 1.0);
    return {static_cast<std::int32_t>(std::lround(a.x + part * (b.x - a.x))),
            static_cast<std::int32_t>(std::lround(a.y + part * (b.y - a.y)))};
}

/// A picture before its wall: it runs along it (by less than a 16th).
bool hangsBefore(const roo::Linedef& picture, MapPoint a, MapPoint b)
{
    const MapPoint along = pointOf(endOf(picture)) - pointOf(startOf(picture));
    return 16 * std::abs(cross(along, b - a)) <= std::abs(dot(along, b - a));
}

struct End
{
    int lines = 0;
    std::size_t first = 0; ///< of the lines
};

std::map<PlacePoint, End> endsOf(const roo::Room& room)
{
    std::map<PlacePoint, End> ends;
    for (std::size_t i = 0; i < room.linedefs.size(); ++i)
        if (startOf(room.linedefs[i]) != endOf(room.linedefs[i]))
            for (const PlacePoint& end : {startOf(room.linedefs[i]), endOf(room.linedefs[i])})
                ++ends.try_emplace(end, End{0, i}).first->second.lines;
    return ends;
}

} // namespace

void checkShortLines(CheckRun& run)
{
    for (std::size_t i = 0; i < run.room().linedefs.size(); ++i) {
        const PlacePoint start = startOf(run.room().linedefs[i]), end = endOf(run.room().linedefs[i]);
        if (start != end && isNear(start, end, 1))
            run.addLine(Severity::Info, i, sentence("Line %1 is no longer than a unit, a 64th of a square.", i))
                .fix(sentence("Join its ends"), moveVertexFix(pointOf(end), pointOf(start)));
    }
}

void checkCloseVertices(CheckRun& run)
{
    std::set<std::pair<PlacePoint, PlacePoint>> joined;
    for (const roo::Linedef& line : run.room().linedefs)
        joined.insert(std::minmax(startOf(line), endOf(line)));
    const std::map<PlacePoint, End> ends = endsOf(run.room());
    for (const auto& [place, end] : ends)
        for (const auto& [dx, dy] : {PlacePoint{0, 1}, {1, -1}, {1, 0}, {1, 1}}) {
            const PlacePoint other{place.first + dx, place.second + dy};
            const auto found = ends.find(other);
            if (found == ends.end() || joined.contains({place, other}) || end.lines == 1 || found->second.lines == 1)
                continue; // a short line, or a finding of checkLooseEnds
            run.addLineAt(Severity::Info, found->second.first, other,
                          sentence("Lines %1 and %2 nearly meet at x %3, y %4: their ends are a unit apart.", end.first,
                                   found->second.first, other.first, other.second))
                .fix(sentence("Join the ends"), moveVertexFix(pointOf(other), pointOf(place)));
        }
}

void checkLooseEnds(CheckRun& run)
{
    const auto& lines = run.room().linedefs;
    LineGrid grid;
    for (std::size_t i = 0; i < lines.size(); ++i)
        if (startOf(lines[i]) != endOf(lines[i]))
            grid.add(static_cast<std::uint32_t>(i), pointOf(startOf(lines[i])), pointOf(endOf(lines[i])));
    for (const auto& [place, end] : endsOf(run.room())) {
        if (end.lines != 1)
            continue;
        const MapPoint at = pointOf(place);
        const MapBox around{at.x - reach, at.y - reach, at.x + reach, at.y + reach};
        std::optional<std::pair<std::uint32_t, MapPoint>> beside;
        bool isPicture = false;
        for (const std::uint32_t other : grid.linesIn(around)) {
            const MapPoint a = pointOf(startOf(lines[other])), b = pointOf(endOf(lines[other]));
            if (other == end.first)
                continue;
            MapPoint to = nearestOn(a, b, at);
            for (const MapPoint corner : {a, b})
                if (squaredLength(corner - at) <= reach * reach)
                    to = corner;
            if (to == at || squaredLength(to - at) > reach * reach)
                continue; // where it ends inside of the other, that is a finding of checkCrossings
            isPicture = isPicture || hangsBefore(lines[end.first], a, b);
            if (!beside)
                beside.emplace(other, to);
        }
        if (beside && !isPicture)
            run.addLineAt(Severity::Info, end.first, place,
                          sentence("Line %1 ends at x %2, y %3, just beside line %4.", end.first, at.x, at.y, beside->first))
                .fix(sentence("Join it to the line"), moveVertexFix(at, beside->second));
    }
}

} // namespace blak::roomcore::checks
