// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/newroom/new_room.h"

#include "formats/base/names.h"
#include "studio/newroom/kod_edits.h"
#include "studio/newroom/room_shell.h"

#include <algorithm>
#include <cctype>
#include <map>

namespace blak::newroom {
namespace {

using treeplan::isName;
using treeplan::isSameWord;

constexpr int mostSquares = 200; ///< the 16-bit plane holds 1 023; larger rooms are slow for everybody

bool isWithin(Square square, int rows, int columns)
{
    return square.row >= 1 && square.row <= rows && square.column >= 1 && square.column <= columns;
}

Result<NewRoomRequest> completed(const RoomTree& tree, NewRoomRequest request)
{
    if (!isName(request.className))
        return Error{"expected a name of letters, digits and underscores", "class \"" + request.className + "\""};
    if (request.title.empty() || request.title.size() > 100 || request.title.find_first_of("\"\\\r\n") != std::string::npos)
        return Error{"expected up to 100 letters without quotes and line breaks", "title \"" + request.title + "\""};
    if (request.file.empty())
        request.file = lowerCase(request.className);
    if (request.constant.empty())
        request.constant = constantFor(request.className);
    if (!isName(request.file))
        return Error{"expected a name of letters, digits and underscores", "file \"" + request.file + "\""};
    if (!isName(request.constant) || !request.constant.starts_with("RID_"))
        return Error{"expected a name that begins with RID_", "constant \"" + request.constant + "\""};
    if (request.rows < 2 || request.columns < 2 || request.rows > mostSquares || request.columns > mostSquares)
        return Error{"expected 2 to " + std::to_string(mostSquares) + " rows and columns", "size"};
    if (request.model.empty() && !request.exits.empty())
        request.model = request.exits.front().neighbour;
    if (tree.find(request.model) == nullptr)
        return Error{"there is no such room", "class \"" + request.model + "\""};
    for (const RoomClass& room : tree.rooms) {
        if (isSameWord(room.name, request.className))
            return Error{"there is such a class already", room.source.string()};
        if (isSameWord(room.file, request.file + ".roo"))
            return Error{"class " + room.name + " has this room already", request.file + ".roo"};
    }
    for (const NewExit& exit : request.exits) {
        if (tree.find(exit.neighbour) == nullptr)
            return Error{"there is no such room", "class \"" + exit.neighbour + "\""};
        if (!isWithin(exit.leaves, request.rows, request.columns) || !isWithin(exit.entersHere, request.rows, request.columns))
            return Error{"expected squares within the new room", "exit to " + exit.neighbour};
        if (exit.leaves == exit.entersHere || exit.enters == exit.leavesThere)
            return Error{"who arrives would stand on the way back", "exit to " + exit.neighbour};
    }
    return request;
}

} // namespace

std::string constantFor(std::string_view className)
{
    std::string name = "RID";
    for (std::size_t i = 0; i < className.size(); ++i) {
        const auto letter = static_cast<unsigned char>(className[i]);
        const bool begins = std::isupper(letter) != 0 && (i == 0 || std::isupper(static_cast<unsigned char>(className[i - 1])) == 0);
        if (i == 0 || begins)
            name += '_';
        name += static_cast<char>(std::toupper(letter));
    }
    return name;
}

Result<NewRoomPlan> planNewRoom(const RoomTree& tree, const NewRoomRequest& asked, const FileSource& files)
{
    const auto checked = completed(tree, asked);
    if (!checked)
        return checked.error();
    const NewRoomRequest& request = checked.value();
    const RoomClass& model = *tree.find(request.model);
    NewRoomPlan plan;
    plan.name = "New room " + request.className;
    plan.room = tree.roomFolder / (request.file + ".roo");
    const std::filesystem::path source = model.source.parent_path() / (request.file + ".kod");
    for (const auto& path : {plan.room, source})
        if (treeplan::isTaken(path, files))
            return Error{"there is such a file already", path.string()};

    const auto room = makeRoomShell(tree.roomFolder / model.file, request);
    if (!room)
        return room.error();
    plan.files.push_back({plan.room, {}, room.value(), true, "room"});

    treeplan::TextEdits texts(files);
    const KodTexts kod{tree, request, model};
    if (auto done = texts.change(tree.header, [&](const std::string& text) { return kod.withConstant(text, plan.number); }); !done)
        return done.error();
    if (auto done = texts.change(tree.system, [&](const std::string& text) { return kod.withCreation(text); }); !done)
        return done.error();
    const std::filesystem::path makefile = model.source.parent_path() / "makefile";
    if (!std::filesystem::exists(makefile))
        plan.notes.push_back("There is no makefile in " + model.source.parent_path().lexically_relative(tree.root).string() +
                             ": everything there is compiled.");
    else if (auto done = texts.change(makefile, [&](const std::string& text) { return kod.withBuildEntry(text); }); !done)
        return done.error();
    for (const NewExit& exit : request.exits) {
        const RoomClass& neighbour = *tree.find(exit.neighbour);
        if (auto done = texts.change(neighbour.source, [&](const std::string& text) { return kod.withExit(text, exit); }); !done)
            return done.error();
    }
    const auto like = texts.open(model.source);
    if (!like)
        return like.error();
    plan.files.push_back({source, {}, kod.classSource(like.value()->before), true, {}});
    texts.moveInto(plan);
    if (request.exits.empty())
        plan.notes.push_back("No exit leads there yet.");
    return plan;
}

} // namespace blak::newroom
