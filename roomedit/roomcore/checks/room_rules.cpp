// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/checks/fixes.h"
#include "roomedit/roomcore/rebuild.h"
#include "roomedit/roomcore/room_document.h"

#include "formats/space/loaded_room.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <numeric>

/// Rules about the room as a whole.
namespace blak::roomcore::checks {
namespace {

std::string hexadecimal(std::uint32_t value)
{
    char text[16];
    std::snprintf(text, sizeof text, "%08x", value);
    return text;
}

/// Things 0 and 1 at the corners of everything that is drawn; others go.
RoomFix cornersFix()
{
    return [](RoomDocument& document) -> Result<void> {
        const Map& map = document.map();
        MapBox box;
        for (const auto& vertex : map.vertices())
            if (vertex)
                box.add(vertex->at);
        if (box.isEmpty())
            return Error{"there are no lines to go by", "playable rectangle"};
        MapEdit edit = document.edit();
        const std::array corners{MapPoint{box.left, box.top}, MapPoint{box.right, box.bottom}};
        std::size_t kept = 0;
        const auto things = static_cast<std::uint32_t>(map.things().size());
        for (std::uint32_t i = 0; i < things; ++i) {
            if (!map.has(ThingId{i}))
                continue;
            if (kept == corners.size()) {
                edit.remove(ThingId{i});
                continue;
            }
            roo::Thing thing = map.thing({i});
            thing.x = corners[kept].x;
            thing.y = corners[kept++].y;
            edit.set(ThingId{i}, thing);
        }
        for (; kept < corners.size(); ++kept) {
            roo::Thing thing;
            thing.x = corners[kept].x;
            thing.y = corners[kept].y;
            edit.addThing(thing);
        }
        return {};
    };
}

constexpr std::size_t leastGround = 12; ///< cells; roofs, tables and window sills are smaller

/// All but the first two.
RoomFix dropThingsFix()
{
    return [](RoomDocument& document) -> Result<void> {
        MapEdit edit = document.edit();
        int kept = 0;
        for (std::uint32_t i = 0; i < document.map().things().size(); ++i)
            if (document.map().has(ThingId{i}) && ++kept > 2)
                edit.remove(ThingId{i});
        return {};
    };
}

/// Pieces of ground between which nobody can walk, by the move grid: for each cell the number of one of its piece.
class Pieces
{
public:
    explicit Pieces(const roo::ServerSection& server) : piece_(server.move.cells.size())
    {
        std::iota(piece_.begin(), piece_.end(), std::size_t{0});
        const roo::Grid<std::uint8_t>& move = server.move;
        constexpr std::array<std::array<int, 2>, 8> ways{{{-1, 0}, {-1, 1}, {0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}}};
        for (std::int32_t row = 0; row < move.rows; ++row)
            for (std::int32_t column = 0; column < move.columns; ++column)
                for (std::size_t way = 0; way < ways.size(); ++way) {
                    const std::int32_t toRow = row + ways[way][0], toColumn = column + ways[way][1];
                    if ((move.at(row, column) >> way & 1) != 0 && toRow >= 0 && toRow < move.rows && toColumn >= 0 &&
                        toColumn < move.columns)
                        piece_[find(cell(move, row, column))] = find(cell(move, toRow, toColumn));
                }
    }
    std::size_t find(std::size_t at)
    {
        while (piece_[at] != at)
            at = piece_[at] = piece_[piece_[at]];
        return at;
    }

private:
    static std::size_t cell(const roo::Grid<std::uint8_t>& grid, std::int32_t row, std::int32_t column)
    {
        return static_cast<std::size_t>(row) * static_cast<std::size_t>(grid.columns) + static_cast<std::size_t>(column);
    }
    std::vector<std::size_t> piece_;
};

/// As they stand in the file, or would after saving. None where the room cannot be built: that is a finding of its own.
std::optional<roo::ServerSection> gridsOf(const CheckRun& run)
{
    if (run.input().isBuilt)
        return run.room().server;
    if (run.input().edited == nullptr)
        return std::nullopt;
    auto saved = rebuild(run.input().edited->room, *run.input().edited->file);
    return saved ? std::move(saved.value().room.server) : std::nullopt;
}

} // namespace

void checkTree(CheckRun& run)
{
    if (!run.input().loadError.empty())
        run.add(Severity::Error,
                sentence("The BSP tree cannot be used, so there are no floors and no 3D view: %1.", run.input().loadError))
            .fix(sentence("Build the room again"), buildFix());
    else if (run.input().isBuilt && run.room().nodes.empty() && !run.room().linedefs.empty())
        run.add(Severity::Error, sentence("The room has no BSP tree, so there are no floors and no 3D view."))
            .fix(sentence("Build the room again"), buildFix());
}

void checkThings(CheckRun& run)
{
    const std::size_t count = run.room().things.size();
    if (count == 2)
        return;
    Found found = run.add(count < 2 ? Severity::Error : Severity::Warning,
                          count == 1 ? sentence("The room has one thing. Clients expect exactly two, the corners of the playable rectangle.")
                                     : sentence("The room has %1 things. Clients expect exactly two, the corners of the playable rectangle.",
                                                count));
    if (count > 2)
        found.fix(sentence("Delete all but the first two"), dropThingsFix());
    found.fix(sentence("Put the corners around all that is drawn"), cornersFix());
}

void checkRectangle(CheckRun& run)
{
    if (run.room().things.size() < 2)
        return; // a finding of checkThings
    const roo::Thing& first = run.room().things[0];
    const roo::Thing& second = run.room().things[1];
    if (first.x == second.x || first.y == second.y)
        run.add(Severity::Error, sentence("The first two things are no opposite corners, so nothing of the room can be played in."))
            .fix(sentence("Put the corners around all that is drawn"), cornersFix());
}

void checkLimits(CheckRun& run)
{
    if (const auto fits = roo::checkLimits(run.room()); !fits)
        run.add(Severity::Error, sentence("The room does not fit into its format: %1.", fits.error().what));
}

void checkPolygons(CheckRun& run)
{
    for (const roo::Node& node : run.room().nodes) {
        if (node.kind != roo::Node::Kind::Leaf || node.polygon.size() <= space::maxPolygonPoints)
            continue;
        const Sentence message =
            sentence("A floor piece has %1 points; clients take at most %2.", node.polygon.size(), space::maxPolygonPoints);
        Found found = node.sector >= 1 && node.sector <= run.room().sectors.size()
                          ? run.addSector(Severity::Error, node.sector - 1u, message)
                          : run.add(Severity::Error, message);
        found.fix(sentence("Build the room again"), buildFix());
    }
}

void checkSize(CheckRun& run)
{
    constexpr std::int64_t clientUnits = 16; // to an editor unit
    const roo::PlayableRectangle rectangle = roo::playableRectangle(run.room());
    const std::int64_t width = clientUnits * (rectangle.right - rectangle.left), height = clientUnits * (rectangle.top - rectangle.bottom);
    if (!run.input().isBuilt || run.room().things.size() < 2 || (run.room().width == width && run.room().height == height))
        return;
    run.add(Severity::Warning, sentence("The room says that it is %1 by %2 client units large, but its corners are %3 by %4 apart.",
                                        run.room().width, run.room().height, width, height))
        .fix(sentence("Build the room again"), buildFix());
}

void checkGrid(CheckRun& run)
{
    if (!run.room().server || !run.input().isBuilt)
        return;
    const int rows = run.room().height / 1024;
    const int columns = run.room().width / 1024;
    const auto& grid = run.room().server->move;
    if (grid.rows != rows || grid.columns != columns)
        run.add(Severity::Warning, sentence("The move grid has %1 rows and %2 columns, the room %3 and %4.", grid.rows, grid.columns, rows,
                                            columns))
            .fix(sentence("Build the room again"), buildFix());
}

/// One finding for the room, and only of pieces that somebody could want to stand on. Of an edited room the grids are those that saving
/// writes: what the rule says depends on the room alone.
void checkReach(CheckRun& run)
{
    const std::optional<roo::ServerSection> grids = gridsOf(run);
    if (!grids)
        return;
    const roo::ServerSection& server = *grids;
    if (server.flags.cells.size() != server.move.cells.size())
        return;
    Pieces pieces(server);
    std::map<std::size_t, std::vector<std::size_t>> cells;
    for (std::size_t i = 0; i < server.move.cells.size(); ++i)
        if ((server.flags.cells[i] & 1) != 0 && server.move.cells[i] != 0)
            cells[pieces.find(i)].push_back(i);
    std::erase_if(cells, [](const auto& entry) { return entry.second.size() < leastGround; });
    if (cells.size() < 2)
        return;
    const auto largest = std::ranges::max_element(cells, {}, [](const auto& entry) { return entry.second.size(); });
    const auto first = std::ranges::find_if(cells, [&](const auto& entry) { return entry.first != largest->first; });
    const auto columns = static_cast<std::size_t>(server.move.columns);
    const std::size_t at = first->second.front();
    run.add(Severity::Info, cells.size() == 2
                                ? sentence("From the largest piece of ground one cannot walk to another of %1 cells at row %2, column %3.",
                                           first->second.size(), at / columns + 1, at % columns + 1)
                                : sentence("From the largest piece of ground one cannot walk to %1 others, the first of them %2 cells at "
                                           "row %3, column %4.",
                                           cells.size() - 1, first->second.size(), at / columns + 1, at % columns + 1));
}

void checkSecurity(CheckRun& run)
{
    const std::uint32_t right = roo::securityValue(run.room());
    if (run.input().isBuilt && right != run.room().security)
        run.add(Severity::Warning,
                sentence("The security value is %1, but the content gives %2. Clients that compare it with the server's refuse the room.",
                         hexadecimal(run.room().security), hexadecimal(right)))
            .fix(sentence("Build the room again"), buildFix());
}

} // namespace blak::roomcore::checks
