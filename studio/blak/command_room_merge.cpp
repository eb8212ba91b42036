// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/file_io.h"
#include "roomedit/roomcore/map/defects.h"
#include "roomedit/roomcore/map/map_convert.h"
#include "roomedit/roomcore/rebuild.h"
#include "studio/blak/commands.h"
#include "studio/blak/json_output.h"
#include "studio/blak/room_input.h"
#include "studio/blak/terminal.h"
#include "studio/views/diff/room_merge.h"

#include <array>
#include <set>
#include <tuple>

namespace blak::cli {
namespace {

using diff::Conflict;
using Ends = std::tuple<int, int, int, int>;

/// Lines where a room is not planar or an area has no one sector, by their ends: numbers mean nothing across rooms.
std::set<Ends> brokenLines(const roo::Room& room)
{
    const roomcore::Map map = roomcore::mapFromRoom(room);
    const roomcore::MapDefects defects = roomcore::findDefects(map);
    std::set<Ends> lines;
    const auto add = [&](roomcore::LineId line) {
        const roomcore::MapPoint a = map.startOf(line), b = map.endOf(line);
        lines.emplace(std::min(Ends{a.x, a.y, b.x, b.y}, Ends{b.x, b.y, a.x, a.y}));
    };
    for (const auto& pairs : {defects.crossing, defects.onEachOther})
        for (const auto& [a, b] : pairs) {
            add(a);
            add(b);
        }
    for (const roomcore::LineId line : defects.unclosed)
        add(line);
    return lines;
}

/// Edits of different parts that do not go together: lines of one across lines of the other.
void addGeometry(std::vector<Conflict>& conflicts, const roo::Room& merged, const roo::Room& ours, const roo::Room& theirs)
{
    const std::set<Ends> known = brokenLines(ours), others = brokenLines(theirs);
    for (const Ends& line : brokenLines(merged))
        if (!known.contains(line) && !others.contains(line)) {
            const auto [x0, y0, x1, y1] = line;
            conflicts.push_back({"line",
                                 "Line from " + std::to_string(x0) + ", " + std::to_string(y0) + " to " + std::to_string(x1) + ", " +
                                     std::to_string(y1),
                                 {},
                                 {},
                                 "fits",
                                 "crosses it, or leaves its area without one sector"});
        }
}

std::string textOf(const Conflict& conflict)
{
    std::string text = conflict.place;
    if (!conflict.field.empty())
        text += ", " + conflict.field;
    text += ": ours " + conflict.ours + ", theirs " + conflict.theirs;
    return conflict.base.empty() ? text : text + ", before " + conflict.base;
}

int run(const Arguments& arguments)
{
    std::array<Result<roo::Room>, 3> rooms{readRoom(arguments.words[0]), readRoom(arguments.words[1]), readRoom(arguments.words[2])};
    for (const auto& room : rooms)
        if (!room)
            return complain(room.error().text());
    const roo::Room &base = rooms[0].value(), &ours = rooms[1].value(), &theirs = rooms[2].value();
    diff::RoomMerge merge = diff::mergeRooms(base, ours, theirs, arguments.has("--theirs") ? diff::Prefer::Theirs : diff::Prefer::Ours);
    if (!merge.isOneOfBoth) {
        addGeometry(merge.conflicts, merge.room, ours, theirs);
        roo::Room unbuilt = merge.room; // with neither tree nor size
        auto built = roomcore::rebuild(std::move(merge.room), unbuilt);
        if (!built)
            return complain(built.error().text());
        merge.room = std::move(built.value().room);
    }
    if (const auto fits = roo::checkLimits(merge.room); !fits)
        return complain(fits.error().text());
    const std::string output = arguments.value("-o").value_or(arguments.words[1]);
    if (const auto written = writeFileAtomically(output, roo::write(merge.room), Backup::None); !written)
        return complain(written.error().text());
    if (arguments.has("--json")) {
        Json all = Json::array();
        for (const Conflict& one : merge.conflicts)
            all.push_back({{"kind", one.kind}, {"place", one.place}, {"field", one.field}, {"base", one.base}, {"ours", one.ours},
                           {"theirs", one.theirs}});
        printJson(all);
    } else {
        for (const Conflict& one : merge.conflicts)
            print(textOf(one) + "\n");
    }
    return merge.conflicts.empty() || arguments.has("--theirs") || arguments.has("--ours") ? success : failure;
}

constexpr std::array options{
    Option{"-o", "FILE", "where to write; else over OURS, as git's merge drivers do"},
    Option{"--ours", "", "conflicts are solved for ours: no failure"},
    Option{"--theirs", "", "conflicts are solved for theirs"},
    Option{"--json", "", "print a JSON array with one object per conflict"},
};
constexpr std::array examples{
    Example{"blak room merge base.roo mine.roo hers.roo -o inn.roo", "edits of both in one room"},
    Example{"git config merge.room.driver 'blak room merge %O %A %B'", "and in .gitattributes: *.roo merge=room"},
};

} // namespace

const Command roomMergeCommand{
    "room merge",
    "Rooms",
    "Put the edits of two people into one room",
    "BASE OURS THEIRS",
    options,
    examples,
    3,
    3,
    run,
    "Parts belong together by where they are; each field of a line, side, sector or thing is taken from who changed it. Where both\n"
    "changed the same, or lines of one come to lie across those of the other, that is a conflict: it is listed, ours stays, and the\n"
    "exit code is 1. Tree and grids are built anew; where only one changed anything the room is that file, byte for byte."};

} // namespace blak::cli
