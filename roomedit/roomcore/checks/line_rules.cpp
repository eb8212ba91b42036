// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/checks/room_check_run.h"
#include "roomedit/roomcore/map/line_grid.h"

#include <algorithm>
#include <tuple>

/// Rules about lines and how they meet.
namespace blak::roomcore::checks {
namespace {

/// They share more than ends.
bool meetWithin(MapPoint a, MapPoint b, MapPoint c, MapPoint d)
{
    return isInside(a, b, c) || isInside(a, b, d) || isInside(c, d, a) || isInside(c, d, b) || crossesProperly(a, b, c, d);
}

void checkSide(CheckRun& run, std::size_t line, int side, int sector, const char* name)
{
    const auto refuse = [&](const std::string& what) {
        run.addLine(Severity::Error, line, "Line " + std::to_string(line) + what);
    };
    if (side == 0)
        return;
    if (side > static_cast<int>(run.room().sidedefs.size()))
        refuse(" names side " + std::to_string(side) + ", but the room has " + std::to_string(run.room().sidedefs.size()) +
               " sides.");
    else if (sector < 0)
        refuse(std::string(" has a ") + name + " side but no sector behind it. Join it to a sector or delete the side.");
    else if (sector >= static_cast<int>(run.room().sectors.size()))
        refuse(" names sector " + std::to_string(sector) + ", but the room has " + std::to_string(run.room().sectors.size()) +
               " sectors.");
}

} // namespace

void checkLength(CheckRun& run)
{
    for (std::size_t i = 0; i < run.room().linedefs.size(); ++i)
        if (startOf(run.room().linedefs[i]) == endOf(run.room().linedefs[i]))
            run.addLine(Severity::Error, i, "Line " + std::to_string(i) + " has no length. Delete it.");
}

void checkSides(CheckRun& run)
{
    for (std::size_t i = 0; i < run.room().linedefs.size(); ++i) {
        const roo::Linedef& line = run.room().linedefs[i];
        checkSide(run, i, line.plusSide, line.plusSector, "+");
        checkSide(run, i, line.minusSide, line.minusSector, "−");
        if (line.plusSide == 0 && line.minusSide == 0)
            run.addLine(Severity::Warning, i, "Line " + std::to_string(i) + " has no side, so nothing is drawn there.");
    }
}

void checkDoubles(CheckRun& run)
{
    std::vector<std::tuple<PlacePoint, PlacePoint, std::size_t>> lines;
    for (std::size_t i = 0; i < run.room().linedefs.size(); ++i) {
        const auto [a, b] = std::minmax({startOf(run.room().linedefs[i]), endOf(run.room().linedefs[i])});
        if (a != b)
            lines.emplace_back(a, b, i);
    }
    std::ranges::sort(lines);
    for (std::size_t i = 1; i < lines.size(); ++i) {
        const auto& [a, b, first] = lines[i - 1];
        const auto& [c, d, second] = lines[i];
        if (a == c && b == d)
            run.addLine(Severity::Warning, second,
                        "Line " + std::to_string(second) + " lies on line " + std::to_string(first) + ". Delete one of them.");
    }
}

void checkCrossings(CheckRun& run)
{
    const auto& lines = run.room().linedefs;
    LineGrid grid;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const MapPoint start{lines[i].x0, lines[i].y0}, end{lines[i].x1, lines[i].y1};
        if (start == end)
            continue; // a finding of checkLength
        for (const std::uint32_t other : grid.linesIn(MapBox::of(start, end)))
            if (meetWithin(start, end, {lines[other].x0, lines[other].y0}, {lines[other].x1, lines[other].y1}))
                run.addLine(Severity::Warning, i,
                            "Line " + std::to_string(i) + " crosses line " + std::to_string(other) +
                                ", or one ends inside of the other. Split them where they meet.");
        grid.add(static_cast<std::uint32_t>(i), start, end);
    }
}

void checkLooseEnds(CheckRun& run)
{
    std::map<PlacePoint, std::pair<int, std::size_t>> ends; // how many, and the first line
    for (std::size_t i = 0; i < run.room().linedefs.size(); ++i) {
        const roo::Linedef& line = run.room().linedefs[i];
        if (startOf(line) != endOf(line))
            for (const PlacePoint& end : {startOf(line), endOf(line)})
                ++ends.try_emplace(end, 0, i).first->second.first;
    }
    for (const auto& [point, use] : ends)
        if (use.first == 1)
            run.addLine(Severity::Info, use.second,
                        "Line " + std::to_string(use.second) + " ends at x " + std::to_string(point.first) + ", y " +
                            std::to_string(point.second) + ", where no other line goes on.");
}

} // namespace blak::roomcore::checks
