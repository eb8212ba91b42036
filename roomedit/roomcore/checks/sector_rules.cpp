// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/checks/room_check_run.h"

#include <algorithm>

/// Rules about sectors.
namespace blak::roomcore::checks {
namespace {

/// Inside of the sector's border or on it. Counts borders to the right of the point, exact.
bool holds(const CheckRun& run, std::size_t sector, std::int64_t x, std::int64_t y)
{
    bool inside = false;
    for (const std::size_t number : run.linesOf(sector)) {
        const roo::Linedef& line = run.room().linedefs[number];
        const std::int64_t turn = (std::int64_t{line.x1} - line.x0) * (y - line.y0) - (std::int64_t{line.y1} - line.y0) * (x - line.x0);
        if (turn == 0 && x >= std::min(line.x0, line.x1) && x <= std::max(line.x0, line.x1) &&
            y >= std::min(line.y0, line.y1) && y <= std::max(line.y0, line.y1))
            return true;
        if (run.sectorBeside(line, true) == run.sectorBeside(line, false))
            continue; // no border, it lies inside
        if ((line.y0 > y) != (line.y1 > y) && (turn > 0) == (line.y1 > line.y0))
            inside = !inside;
    }
    return inside;
}

} // namespace

/// The border of a closed sector leaves each vertex as often as it comes to it.
void checkClosed(CheckRun& run)
{
    std::vector<std::map<PlacePoint, int>> balance(run.room().sectors.size());
    for (const roo::Linedef& line : run.room().linedefs)
        for (const bool plus : {true, false})
            if (const int sector = run.sectorBeside(line, plus); sector >= 0) {
                auto& vertices = balance[static_cast<std::size_t>(sector)];
                vertices[plus ? startOf(line) : endOf(line)] += 1;
                vertices[plus ? endOf(line) : startOf(line)] -= 1;
            }
    for (std::size_t i = 0; i < balance.size(); ++i) {
        const auto open = std::ranges::find_if(balance[i], [](const auto& vertex) { return vertex.second != 0; });
        if (open != balance[i].end())
            run.addSectorAt(Severity::Error, i, open->first,
                            "Sector " + std::to_string(i) + " is not closed at x " + std::to_string(open->first.first) + ", y " +
                                std::to_string(open->first.second) + ".");
    }
}

void checkSectorUse(CheckRun& run)
{
    for (std::size_t i = 0; i < run.room().sectors.size(); ++i)
        if (run.linesOf(i).empty())
            run.add(Severity::Info, "Sector " + std::to_string(i) + " has no line and is not seen anywhere.");
}

void checkHeights(CheckRun& run)
{
    for (std::size_t i = 0; i < run.room().sectors.size(); ++i) {
        const roo::Sector& sector = run.room().sectors[i];
        if (sector.floorHeight > sector.ceilingHeight && !sector.floorSlope && !sector.ceilingSlope)
            run.addSector(Severity::Warning, i,
                          "The floor of sector " + std::to_string(i) + " (" + std::to_string(sector.floorHeight) +
                              ") is above its ceiling (" + std::to_string(sector.ceilingHeight) + ").");
    }
}

void checkSlopePoints(CheckRun& run)
{
    for (std::size_t i = 0; i < run.room().sectors.size(); ++i) {
        const roo::Sector& sector = run.room().sectors[i];
        if (run.linesOf(i).empty())
            continue; // a finding of checkSectorUse
        for (const bool floor : {true, false}) {
            const auto& slope = floor ? sector.floorSlope : sector.ceilingSlope;
            if (!slope)
                continue;
            for (const roo::SlopeVertex& point : slope->vertices)
                if (!holds(run, i, point.x, point.y)) {
                    run.addSectorAt(Severity::Info, i, {point.x, point.y},
                                    std::string("The ") + (floor ? "floor" : "ceiling") + " slope of sector " + std::to_string(i) +
                                        " goes by a point outside of it (x " + std::to_string(point.x) + ", y " +
                                        std::to_string(point.y) + ").");
                    break; // one for each slope tells enough
                }
        }
    }
}

} // namespace blak::roomcore::checks
