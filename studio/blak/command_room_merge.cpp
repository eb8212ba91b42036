// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/file_io.h"
#include "roomedit/roomcore/rebuild.h"
#include "studio/blak/commands.h"
#include "studio/blak/json_output.h"
#include "studio/blak/room_input.h"
#include "studio/blak/terminal.h"
#include "studio/views/diff/room_merge.h"

#include <array>
#include <filesystem>

namespace blak::cli {
namespace {

using diff::Conflict;
std::string textOf(const Conflict& conflict)
{
    std::string text = conflict.place;
    if (!conflict.field.empty())
        text += ", " + conflict.field;
    text += ": ours " + conflict.ours + ", theirs " + conflict.theirs;
    if (!conflict.base.empty())
        text += ", before " + conflict.base;
    return conflict.note.empty() ? text : text + " (" + conflict.note + ")";
}

int run(const Arguments& arguments)
{
    std::array<Result<roo::Room>, 3> rooms{readRoom(arguments.words[0]), readRoom(arguments.words[1]), readRoom(arguments.words[2])};
    std::error_code code;
    if (std::filesystem::file_size(arguments.words[0], code) == 0 && !code && rooms[1]) { // git, where both made the file
        roo::Room nothing;
        nothing.format = rooms[1].value().format;
        rooms[0] = std::move(nothing);
    }
    for (const auto& room : rooms)
        if (!room)
            return complain(room.error().text());
    const roo::Room &base = rooms[0].value(), &ours = rooms[1].value(), &theirs = rooms[2].value();
    diff::RoomMerge merge = diff::mergeRooms(base, ours, theirs, arguments.has("--theirs") ? diff::Prefer::Theirs : diff::Prefer::Ours);
    if (!merge.isOneOfBoth) {
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
                           {"theirs", one.theirs}, {"note", one.note}});
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
