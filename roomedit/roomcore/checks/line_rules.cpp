// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/checks/fixes.h"
#include "roomedit/roomcore/map/line_grid.h"
#include "roomedit/roomcore/room_document.h"

#include <algorithm>
#include <set>
#include <tuple>

/// Rules about lines and their sides.
namespace blak::roomcore::checks {
namespace {

/// They share more than ends.
bool meetWithin(MapPoint a, MapPoint b, MapPoint c, MapPoint d)
{
    return isInside(a, b, c) || isInside(a, b, d) || isInside(c, d, a) || isInside(c, d, b) || crossesProperly(a, b, c, d);
}

/// `isGap`: the border of a sector is torn there; else the side looks out of the room, where nobody ever is.
void checkSide(CheckRun& run, std::size_t line, bool plus, int side, int sector, bool isGap)
{
    if (side == 0)
        return;
    const Side which = plus ? Side::Plus : Side::Minus;
    const LineId id = run.lineId(line);
    const auto refuse = [&](Severity severity, const Sentence& what) {
        Found found = run.addLine(severity, line, what);
        if (isGap)
            found.fix(sentence("Give it the sector that is around it"), oneSectorFix(id, which));
        found.fix(sentence("Delete the side"), [id, which](RoomDocument& document) -> Result<void> {
            if (document.map().has(id))
                document.edit().setSector(id, which, {});
            return {};
        });
    };
    const roo::Room& room = run.room();
    if (side > static_cast<int>(room.sidedefs.size()))
        refuse(Severity::Error, sentence("Line %1 names side %2, but the room has %3 sides.", line, side, room.sidedefs.size()));
    else if (sector >= static_cast<int>(room.sectors.size()))
        refuse(Severity::Error, sentence("Line %1 names sector %2, but the room has %3 sectors.", line, sector, room.sectors.size()));
    else if (sector < 0)
        refuse(isGap ? Severity::Error : Severity::Info, plus ? sentence("Line %1 has a + side but no sector behind it.", line)
                                                              : sentence("Line %1 has a − side but no sector behind it.", line));
}

/// Shows nothing, stops nothing and is no border.
bool isUseless(const CheckRun& run, const roo::Linedef& line)
{
    const auto doesNothing = [](const roo::Sidedef* side) {
        return side != nullptr && side->userId == 0 && side->normalTexture == 0 && side->aboveTexture == 0 &&
               side->belowTexture == 0 && side->flags == roo::side_flag::passable;
    };
    const int plus = run.sectorBeside(line, true);
    return plus >= 0 && plus == run.sectorBeside(line, false) && doesNothing(run.side(line, true)) && doesNothing(run.side(line, false));
}

} // namespace

void checkLength(CheckRun& run)
{
    for (std::size_t i = 0; i < run.room().linedefs.size(); ++i)
        if (startOf(run.room().linedefs[i]) == endOf(run.room().linedefs[i]))
            run.addLine(Severity::Error, i, sentence("Line %1 has no length.", i))
                .fix(sentence("Delete the line"), deleteLineFix(run.lineId(i)));
}

void checkSides(CheckRun& run)
{
    std::set<PlacePoint> open;
    for (const auto& points : openPoints(run))
        open.insert(points.begin(), points.end());
    for (std::size_t i = 0; i < run.room().linedefs.size(); ++i) {
        const roo::Linedef& line = run.room().linedefs[i];
        const bool isGap = open.contains(startOf(line)) || open.contains(endOf(line));
        checkSide(run, i, true, line.plusSide, line.plusSector, isGap);
        checkSide(run, i, false, line.minusSide, line.minusSector, isGap);
    }
}

void checkSideless(CheckRun& run)
{
    for (std::size_t i = 0; i < run.room().linedefs.size(); ++i)
        if (run.room().linedefs[i].plusSide == 0 && run.room().linedefs[i].minusSide == 0)
            run.addLine(Severity::Warning, i, sentence("Line %1 has no side, so nothing is drawn there.", i))
                .fix(sentence("Delete the line"), deleteLineFix(run.lineId(i)));
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
            run.addLine(Severity::Warning, second, sentence("Line %1 lies on line %2.", second, first))
                .fix(sentence("Make one line of both"), stitchFix(run.lineId(second), true))
                .fix(sentence("Delete the line"), deleteLineFix(run.lineId(second)));
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
            if (meetWithin(start, end, {lines[other].x0, lines[other].y0}, {lines[other].x1, lines[other].y1})) {
                run.tangled[i] = run.tangled[other] = true;
                run.addLine(Severity::Warning, i, sentence("Line %1 crosses line %2, or one ends inside of the other.", i, other))
                    .fix(sentence("Split them where they meet"), stitchFix(run.lineId(i), false));
            }
        grid.add(static_cast<std::uint32_t>(i), start, end);
    }
}

void checkUselessLines(CheckRun& run)
{
    for (std::size_t i = 0; i < run.room().linedefs.size(); ++i)
        if (isUseless(run, run.room().linedefs[i]))
            run.addLine(Severity::Info, i,
                        sentence("Line %1 lies within sector %2, shows nothing and stops nobody.", i,
                                 run.sectorBeside(run.room().linedefs[i], true)))
                .fix(sentence("Delete the line"), deleteLineFix(run.lineId(i)));
}

} // namespace blak::roomcore::checks
