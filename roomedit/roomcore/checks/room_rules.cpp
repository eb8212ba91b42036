// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/checks/room_check_run.h"

#include "formats/space/loaded_room.h"

#include <cstdio>

/// Rules about the room as a whole.
namespace blak::roomcore::checks {
namespace {

std::string hexadecimal(std::uint32_t value)
{
    char text[16];
    std::snprintf(text, sizeof text, "%08x", value);
    return text;
}

} // namespace

void checkTree(CheckRun& run)
{
    if (!run.input().loadError.empty())
        run.add(Severity::Error,
                "The BSP tree cannot be used, so there are no floors and no 3D view: " + run.input().loadError + ".");
}

void checkThings(CheckRun& run)
{
    const std::size_t count = run.room().things.size();
    if (count != 2)
        run.add(count < 2 ? Severity::Error : Severity::Warning,
                "The room has " + std::to_string(count) +
                    " things. Clients expect exactly two, the corners of the playable rectangle.");
}

void checkRectangle(CheckRun& run)
{
    if (run.room().things.size() < 2)
        return; // a finding of checkThings
    const roo::Thing& first = run.room().things[0];
    const roo::Thing& second = run.room().things[1];
    if (first.x == second.x || first.y == second.y)
        run.add(Severity::Error, "The first two things are no opposite corners, so nothing of the room can be played in.");
}

void checkPolygons(CheckRun& run)
{
    for (const roo::Node& node : run.room().nodes) {
        if (node.kind != roo::Node::Kind::Leaf || node.polygon.size() <= space::maxPolygonPoints)
            continue;
        const std::string message = "A floor piece has " + std::to_string(node.polygon.size()) + " points; clients take at most " +
                                    std::to_string(space::maxPolygonPoints) + ". Build the room again.";
        if (node.sector >= 1 && node.sector <= run.room().sectors.size())
            run.addSector(Severity::Error, node.sector - 1u, message);
        else
            run.add(Severity::Error, message);
    }
}

void checkGrid(CheckRun& run)
{
    if (!run.room().server)
        return;
    const int rows = run.room().height / 1024;
    const int columns = run.room().width / 1024;
    const auto& grid = run.room().server->move;
    if (grid.rows != rows || grid.columns != columns)
        run.add(Severity::Warning, "The move grid has " + std::to_string(grid.rows) + " rows and " + std::to_string(grid.columns) +
                                       " columns, the room " + std::to_string(rows) + " and " + std::to_string(columns) +
                                       ". Build the room again.");
}

void checkSecurity(CheckRun& run)
{
    const std::uint32_t right = roo::securityValue(run.room());
    if (right != run.room().security)
        run.add(Severity::Warning,
                "The security value is " + hexadecimal(run.room().security) + ", but the content gives " + hexadecimal(right) +
                    ". Clients that compare it with the server's refuse the room.");
}

} // namespace blak::roomcore::checks
