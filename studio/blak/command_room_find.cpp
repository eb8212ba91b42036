// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/operations/find.h"
#include "roomedit/roomcore/room_document.h"
#include "studio/blak/commands.h"
#include "studio/blak/counted.h"
#include "studio/blak/input_files.h"
#include "studio/blak/room_input.h"
#include "studio/blak/terminal.h"

#include <array>
#include <charconv>

namespace blak::cli {
namespace {

using roomcore::Query;

/// The rooms below the words behind the query.
Result<std::vector<std::filesystem::path>> roomsOf(const Arguments& arguments)
{
    const auto files = collectFiles({arguments.words.begin() + 1, arguments.words.end()});
    if (!files)
        return files.error();
    std::vector<std::filesystem::path> rooms;
    for (const InputFile& file : files.value())
        if (file.named || file.kind == project::FileKind::Room)
            rooms.push_back(file.path);
    return rooms;
}

/// "line 12, sector 3" with the numbers of the file.
std::string partList(const roomcore::MapSelection& found)
{
    std::string text;
    for (const roomcore::LineId line : found.lines)
        text += (text.empty() ? "line " : ", line ") + std::to_string(line.value);
    for (const roomcore::SectorId sector : found.sectors)
        text += (text.empty() ? "sector " : ", sector ") + std::to_string(sector.value);
    return text;
}

int runFind(const Arguments& arguments)
{
    const auto query = roomcore::parseQuery(arguments.words[0]);
    if (!query)
        return complainAboutUsage(roomFindCommand, query.error().text());
    const auto rooms = roomsOf(arguments);
    if (!rooms)
        return complain(rooms.error().text());
    std::size_t parts = 0, hits = 0;
    int outcome = success;
    for (const auto& file : rooms.value()) {
        const auto room = readRoom(file);
        if (!room) {
            outcome = complain(room.error().text());
            continue;
        }
        const roomcore::MapSelection found = roomcore::find(roomcore::mapFromRoom(room.value()), query.value());
        if (found.isEmpty())
            continue;
        ++hits;
        parts += found.lines.size() + found.sectors.size();
        print(file.string() + ": " + partList(found) + "\n");
    }
    print(counted(parts, "part") + " in " + counted(hits, "room") + " of " + std::to_string(rooms.value().size()) + "\n");
    return outcome;
}

/// "texture:4120=4121"
struct Replacement
{
    Query query;
    int with = 0;
};

Result<Replacement> parseReplacement(const std::string& text)
{
    const std::size_t sign = text.find('=');
    if (sign == std::string::npos)
        return Error{"expected KIND:OLD=NEW, found " + text.substr(0, 60), "query"};
    const auto query = roomcore::parseQuery(std::string_view(text).substr(0, sign));
    if (!query)
        return query.error();
    // The new number has the range of the old one.
    const auto with = roomcore::parseQuery(text.substr(0, text.find(':') + 1) + text.substr(sign + 1));
    if (!with)
        return with.error();
    return Replacement{query.value(), with.value().value};
}

Result<std::size_t> replaceIn(const std::filesystem::path& file, const Replacement& replacement, bool writes)
{
    const auto document = roomcore::RoomDocument::open(file);
    if (!document)
        return document.error();
    roomcore::MapEdit edit = document.value()->edit();
    const auto places = roomcore::replaceAll(edit, replacement.query, replacement.with, nullptr, document.value()->defaults());
    if (!places || places.value() == 0 || !writes)
        return places;
    if (const auto saved = document.value()->save(); !saved)
        return saved.error();
    return places;
}

int runReplace(const Arguments& arguments)
{
    const auto replacement = parseReplacement(arguments.words[0]);
    if (!replacement)
        return complainAboutUsage(roomReplaceCommand, replacement.error().text());
    const auto rooms = roomsOf(arguments);
    if (!rooms)
        return complain(rooms.error().text());
    const bool writes = arguments.has("--write");
    std::size_t all = 0, hits = 0;
    int outcome = success;
    for (const auto& file : rooms.value()) {
        const auto places = replaceIn(file, replacement.value(), writes);
        if (!places) {
            outcome = complain(places.error().text());
            continue;
        }
        if (places.value() == 0)
            continue;
        ++hits;
        all += places.value();
        print(file.string() + ": " + counted(places.value(), "place") + "\n");
    }
    print(counted(all, "place") + " in " + counted(hits, "room") + " of " + std::to_string(rooms.value().size()) +
          (writes ? " changed\n" : " would change; --write does it\n"));
    return outcome;
}

constexpr std::array findExamples{
    Example{"blak room find texture:4120 rooms", "where a texture is shown"},
    Example{"blak room find tag:3 rooms/inn.roo", "what Blakod moves by tag 3"},
};
constexpr std::array replaceOptions{
    Option{"--write", "", "change the rooms; the files that were there stay as FILE~"},
};
constexpr std::array replaceExamples{
    Example{"blak room replace texture:4120=4121 rooms", "what it would change"},
    Example{"blak room replace --write light:0=96 cellar.roo", "light in all dark sectors"},
};
constexpr std::string_view kinds =
    "Kinds are texture (of walls, floors and ceilings), wall, floor, ceiling, tag, floorheight, ceilingheight and light. wall:0 is a "
    "wall that shows\nnothing.";

} // namespace

const Command roomFindCommand{"room find", "Rooms", "Find parts of rooms by what they are like", "KIND:NUMBER PATH...", {}, findExamples, 2,
                              anyNumber, runFind, kinds};

const Command roomReplaceCommand{"room replace", "Rooms", "Change what parts of rooms are like, everywhere", "KIND:OLD=NEW PATH...",
                                 replaceOptions, replaceExamples, 2, anyNumber, runReplace, kinds};

} // namespace blak::cli
