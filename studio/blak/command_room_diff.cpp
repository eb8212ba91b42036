// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/udmf/udmf.h"
#include "studio/blak/commands.h"
#include "studio/blak/json_output.h"
#include "studio/blak/room_difference.h"
#include "studio/blak/room_input.h"
#include "studio/blak/terminal.h"

#include <array>

namespace blak::cli {
namespace {

constexpr std::array<std::string_view, 3> changeNames{"changed", "added", "removed"};

std::string_view nameOf(diff::Change change) { return changeNames[static_cast<std::size_t>(change)]; }

Json toJson(const diff::Difference& difference)
{
    Json json{{"kind", difference.kind}, {"change", nameOf(difference.change)}, {"place", difference.place}};
    if (!difference.field.empty()) {
        json["field"] = difference.field;
        json["before"] = difference.left;
        json["after"] = difference.right;
    }
    return json;
}

/// What was added or taken out as a whole has a sign; changes stand below the name of their part.
void printText(const diff::Differences& differences)
{
    std::string last;
    for (const diff::Difference& difference : differences) {
        if (difference.change != diff::Change::Changed) {
            print((difference.change == diff::Change::Added ? "+ " : "- ") + difference.place + "\n");
            last.clear();
            continue;
        }
        if (difference.place != last)
            print("  " + difference.place + "\n");
        last = difference.place;
        print("      " + difference.field + ": " + difference.left + " -> " + difference.right + "\n");
    }
}

/// One room: as text, for git's textconv.
int printRoom(const std::string& file)
{
    const auto room = readRoom(file);
    if (!room)
        return complain(room.error().text());
    print(udmf::write(room.value()));
    return success;
}

int run(const Arguments& arguments)
{
    if (arguments.words.size() == 1)
        return printRoom(arguments.words[0]);
    const auto left = readRoom(arguments.words[0]), right = readRoom(arguments.words[1]);
    for (const auto* room : {&left, &right})
        if (!*room)
            return complain(room->error().text());
    const diff::RoomMatch match = diff::matchRooms(left.value(), right.value());
    const diff::Differences differences = diff::compareRooms(left.value(), right.value(), match);
    if (const auto picture = arguments.value("--png")) {
        constexpr std::int32_t width = 1280, height = 960;
        const IndexedPicture drawn = drawRoomDifference(left.value(), right.value(), match, differences, width, height);
        if (const auto written = writePng(*picture, drawn, false); !written)
            return complain(written.error().text());
    }
    if (arguments.has("--json")) {
        Json all = Json::array();
        for (const diff::Difference& difference : differences)
            all.push_back(toJson(difference));
        printJson(all);
    } else {
        printText(differences);
    }
    return differences.empty() ? success : failure;
}

constexpr std::array options{
    Option{"--json", "", "print a JSON array with one object per difference"},
    Option{"--png", "FILE", "draw both from above: gone red, new green, changed amber"},
};
constexpr std::array examples{
    Example{"blak room diff old/inn.roo inn.roo", "what is different, part by part"},
    Example{"blak room diff --png inn.png old/inn.roo inn.roo", "the same as a picture"},
    Example{"git config diff.room.textconv 'blak room diff'", "and in .gitattributes: *.roo diff=room"},
};

} // namespace

const Command roomDiffCommand{"room diff",
                              "Rooms",
                              "Compare two rooms by line, sector and thing",
                              "ROOM [ROOM]",
                              options,
                              examples,
                              1,
                              2,
                              run,
                              "Parts belong together by where they are, whatever their numbers. Exits with 1 when the rooms differ. One\n"
                              "room alone is printed as text: what git needs to show differences of rooms."};

} // namespace blak::cli
