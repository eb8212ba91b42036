// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/doomimport/doom_import.h"

#include "roomedit/doomimport/map_repair.h"
#include "roomedit/doomimport/room_draft.h"
#include "roomedit/roomcore/checks/room_checks.h"
#include "roomedit/roomcore/map/map_convert.h"
#include "roomedit/roomcore/operations/things.h"
#include "roomedit/roomcore/rebuild.h"

#include <map>

namespace blak::doomimport {
namespace {

constexpr std::int32_t square = 64;
constexpr std::int32_t deathmatchStart = 11;

Start startOf(const wad::Thing& thing, const RoomDraft& draft, const roo::PlayableRectangle& rectangle)
{
    Start start;
    start.player = thing.type == deathmatchStart ? 0 : thing.type;
    start.x = draft.x(thing.x);
    start.y = draft.y(thing.y);
    start.row = (rectangle.top - start.y) / square + 1;
    start.column = (start.x - rectangle.left) / square + 1;
    start.angle = thing.angle;
    return start;
}

/// Where players begin is told: a room has two things, its corners, and Blakod says where one enters.
std::vector<Start> startsOf(const wad::DoomMap& map, const RoomDraft& draft, const roo::Room& room, ImportReport& report)
{
    const roo::PlayableRectangle rectangle = roo::playableRectangle(room);
    std::vector<Start> starts;
    std::size_t fights = 0, others = 0;
    for (const wad::Thing& thing : map.things) {
        const bool isStart = (thing.type >= 1 && thing.type <= 4) || thing.type == deathmatchStart;
        const double x = (thing.x - draft.left) * draft.scale, y = (thing.y - draft.bottom) * draft.scale;
        if (!isStart || x < -32768 || x > 32767 || y < -32768 || y > 32767) {
            ++others;
            continue;
        }
        starts.push_back(startOf(thing, draft, rectangle));
        const Start& start = starts.back();
        if (start.player == 0)
            ++fights;
        else
            report.add(Severity::Info, "player start", "Player " + std::to_string(start.player) + " of the game begins here.",
                       "row " + std::to_string(start.row) + ", column " + std::to_string(start.column));
    }
    if (fights > 0)
        report.add(Severity::Info, "player start", counted(fights, "place") + " to begin a fight at were not taken over.");
    if (others > 0)
        report.add(Severity::Info, "things",
                   counted(others, "thing") + " of the game (monsters, objects, lamps) were left out: Blakod places those of a world.");
    return starts;
}

void reportSpecials(const wad::DoomMap& map, ImportReport& report)
{
    std::vector<std::size_t> lines;
    for (std::size_t i = 0; i < map.lines.size(); ++i)
        if (map.lines[i].special != 0)
            lines.push_back(i);
    report.addParts(Severity::Info, "line special", "line", lines,
                    "did something in the game (doors, lifts, exits, teleports), which is left to Blakod");
}

/// One sentence for each rule of the checks that has anything to say.
void reportChecks(const roo::Room& room, const std::string& file, ImportReport& report)
{
    struct Hits
    {
        std::size_t count = 0;
        const Diagnostic* first = nullptr;
    };
    const std::vector<Diagnostic> found = roomcore::checkRoom({room, file});
    std::map<std::string, Hits> byRule;
    for (const Diagnostic& one : found) {
        Hits& hits = byRule[one.code];
        if (hits.count++ == 0)
            hits.first = &one;
    }
    for (const auto& [rule, hits] : byRule) {
        const std::string more = hits.count > 1 ? " (" + std::to_string(hits.count - 1) + " more like that)" : "";
        report.add(hits.first->severity, rule, hits.first->message + more, hits.first->place);
    }
}

} // namespace

Result<Imported> importMap(const wad::DoomMap& map, const ImportOptions& options)
{
    ImportReport report(map.name);
    auto draft = draftOf(map, options, report);
    if (!draft)
        return draft.error();
    roo::Room base;
    base.format = options.format;
    base.server = roo::emptyServerSection(options.format);
    roomcore::Map edited = roomcore::mapFromRoom(draft.value().room);
    document::History history;
    roomcore::MapEdit edit(edited, history);
    document::Transaction transaction(history, "Import");
    const roomcore::MapDefaults defaults = roomcore::defaultsOf(edited);
    if (auto repaired = repairMap(edit, draft.value().lineNumbers, defaults, report); !repaired)
        return repaired.error();
    if (auto fitted = roomcore::fitCorners(edit); !fitted)
        return fitted.error();
    edit.select({});
    transaction.commit();

    Imported result;
    auto numbered = roomcore::roomFromMap(edited, base);
    if (!numbered)
        return numbered.error();
    auto built = roomcore::rebuild(std::move(numbered.value().room), base);
    if (!built)
        return Error{"no tree could be built: " + built.error().text(), map.name};
    result.room = std::move(built.value().room);
    if (auto fits = roo::checkLimits(result.room); !fits)
        return fits.error();
    result.starts = startsOf(map, draft.value(), result.room, report);
    reportSpecials(map, report);
    reportChecks(result.room, map.name, report);
    result.findings = report.take();
    return result;
}

} // namespace blak::doomimport
