// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/newroom/kod_edits.h"

#include "studio/treeplan/makefile_list.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <map>

namespace blak::newroom {
namespace {

using namespace treeplan;
using Manner = RoomTree::Manner;

struct Numbered
{
    std::size_t at = 0; ///< of the name
    std::size_t sign = 0;
    int number = 0;
};

/// Every `RID_NAME = 12` of a header.
std::map<std::string, Numbered> numbersOf(std::string_view code)
{
    std::map<std::string, Numbered> found;
    for (std::size_t at = code.find("RID_"); at != std::string_view::npos; at = code.find("RID_", at + 1)) {
        std::size_t end = at;
        while (end < code.size() && (std::isalnum(static_cast<unsigned char>(code[end])) != 0 || code[end] == '_'))
            ++end;
        if (at > 0 && (std::isalnum(static_cast<unsigned char>(code[at - 1])) != 0 || code[at - 1] == '_'))
            continue; // a part of a longer name
        const std::size_t sign = code.find_first_not_of(" \t", end);
        const std::size_t digits = sign == std::string_view::npos || code[sign] != '=' ? sign : code.find_first_not_of(" \t", sign + 1);
        int number = 0;
        if (digits == std::string_view::npos || digits == sign ||
            std::from_chars(code.data() + digits, code.data() + code.size(), number).ec != std::errc())
            continue;
        found.try_emplace(std::string(code.substr(at, end - at)), Numbered{at, sign, number});
    }
    return found;
}

std::string with(const std::string& text, std::size_t at, std::string_view added)
{
    return text.substr(0, at) + std::string(added) + text.substr(at);
}

std::string number(int value) { return std::to_string(value); }

/// The way one looks who has just come: away from where he would leave again. For the sample; the engine's trees turn nobody.
std::string_view angleName(Square exit, Square arrival)
{
    const int down = arrival.row - exit.row, right = arrival.column - exit.column;
    if (std::abs(down) >= std::abs(right))
        return down >= 0 ? "ANGLE_SOUTH" : "ANGLE_NORTH";
    return right >= 0 ? "ANGLE_EAST" : "ANGLE_WEST";
}

/// `[ 6, 9, RID_EAST_TOS, 13, 3, ROTATE_NONE ]`, as lists of that manner look.
std::string exitText(Manner manner, Square from, std::string_view constant, Square to, std::string_view angle)
{
    if (manner == Manner::Engine)
        return "[ " + number(from.row) + ", " + number(from.column) + ", " + std::string(constant) + ", " + number(to.row) + ", " +
               number(to.column) + ", ROTATE_NONE ]";
    return "[" + number(from.row) + "," + number(from.column) + ", " + std::string(constant) + ", " + number(to.row) + "," +
           number(to.column) + ", " + std::string(angle) + "]";
}

std::string consLine(std::string_view indent, std::string_view exit)
{
    return std::string(indent) + "plExits = Cons(" + std::string(exit) + ",plExits);";
}

/// The last `plExits = ...` of a body, of those that stand under no condition if there are any.
std::optional<std::size_t> lastExitIn(std::string_view code, const MessageBlock& block)
{
    std::optional<std::size_t> last, lastOnTop;
    for (auto at = findWord(code, "plExits", block.bodyBegin); at && *at < block.bodyEnd; at = findWord(code, "plExits", *at + 1)) {
        const std::size_t sign = code.find_first_not_of(" \t", *at + std::string_view("plExits").size());
        if (sign == std::string_view::npos || code[sign] != '=')
            continue;
        last = at;
        const std::string_view before = code.substr(block.bodyBegin, *at - block.bodyBegin);
        if (std::ranges::count(before, '{') == std::ranges::count(before, '}'))
            lastOnTop = at;
    }
    return lastOnTop ? lastOnTop : last;
}

/// A message with exits, for classes that have none.
std::string exitMessage(Manner manner, std::string_view lineBreak, const std::vector<std::string>& exits)
{
    const std::string newLine(lineBreak);
    std::string text;
    if (manner == Manner::Engine) {
        text = "   CreateStandardExits()" + newLine + "   {" + newLine + "      plExits = $;" + newLine + newLine;
        for (const std::string& exit : exits)
            text += consLine("      ", exit) + newLine;
        return text + newLine + "      propagate;" + newLine + "   }" + newLine;
    }
    text = "   MakeExits()" + newLine + "   {" + newLine + "      plExits = [ ";
    for (std::size_t i = 0; i < exits.size(); ++i)
        text += (i == 0 ? "" : "," + newLine + "                  ") + exits[i];
    return text + " ];" + newLine + "      return;" + newLine + "   }" + newLine;
}

} // namespace

Result<std::string> KodTexts::withConstant(const std::string& header, int& chosen) const
{
    const std::string code = blankComments(header, tree.comments);
    const auto numbers = numbersOf(code);
    const auto own = numbers.find(model.constant);
    if (own == numbers.end())
        return Error{"the constant " + model.constant + " is not there", {}};
    if (findWord(code, request.constant))
        return Error{"the constant " + request.constant + " is there already", {}};
    const auto isTaken = [&numbers](int value) {
        return std::ranges::any_of(numbers, [value](const auto& entry) { return entry.second.number == value; });
    };
    constexpr int most = 134'217'727; // of Blakod's 28 bits with sign
    chosen = request.number.value_or(own->second.number);
    if (request.number && (chosen < 1 || chosen > most))
        return Error{"the number " + number(chosen) + " is none of a room: 1 to " + number(most), {}};
    if (request.number && isTaken(chosen))
        return Error{"the number " + number(chosen) + " is taken", {}};
    while (chosen <= most && isTaken(chosen))
        ++chosen;
    if (chosen > most)
        return Error{"no number is free from that of " + model.constant + " on: " + number(own->second.number), {}};
    std::string name = request.constant;
    const std::size_t width = own->second.sign - own->second.at; // constants of a block often stand under each other
    name.resize(std::max(name.size() + 1, width), ' ');
    const std::string line = std::string(indentAt(header, own->second.at)) + name + "= " + number(chosen);
    const std::size_t end = lineEnd(header, own->second.at);
    return with(header, end, std::string(lineBreakOf(header)) + line);
}

Result<std::string> KodTexts::withCreation(const std::string& system) const
{
    const std::string code = blankComments(system, tree.comments);
    if (tree.manner == Manner::Sample) {
        const auto list = findWord(code, "Create"); // plRooms = [ Create(&A), Create(&B) ];
        for (auto at = findWord(code, "plRooms"); at; at = findWord(code, "plRooms", *at + 1)) {
            const std::size_t open = code.find('[', *at), closed = code.find(']', *at), end = code.find(';', *at);
            if (!list || open == std::string::npos || closed == std::string::npos || closed > end || code.find("Create(&", *at) > closed)
                continue;
            std::size_t last = closed;
            while (last > open + 1 && std::isspace(static_cast<unsigned char>(code[last - 1])) != 0)
                --last;
            const std::string entry = "Create(&" + request.className + ")";
            const bool isLong = last - lineBegin(system, last) + entry.size() > 100;
            const std::string between =
                isLong ? "," + std::string(lineBreakOf(system)) + std::string(open + 2 - lineBegin(system, open), ' ') : ", ";
            return with(system, last, between + entry);
        }
        return Error{"no list of rooms was found (plRooms = [ Create(&...) ])", {}};
    }
    std::optional<std::size_t> last, own;
    for (auto at = findWord(code, "CreateOneRoomIfNew"); at; at = findWord(code, "CreateOneRoomIfNew", *at + 1)) {
        const std::size_t end = code.find(';', *at);
        const std::string_view call = std::string_view(code).substr(*at, end == std::string::npos ? 0 : end - *at);
        if (call.find("#class") == std::string_view::npos || call.find('&') == std::string_view::npos)
            continue; // the message itself
        last = at;
        if (const auto name = findWord(call, model.name); name && call[*name - 1] == '&')
            own = at;
    }
    if (!last)
        return Error{"no room is created there (CreateOneRoomIfNew)", {}};
    const std::size_t at = own.value_or(*last);
    const std::string line = std::string(indentAt(system, at)) + "Send(self,@CreateOneRoomIfNew,#num=" + request.constant + ",#class=&" +
                             request.className + ");";
    return with(system, lineEnd(system, code.find(';', at)), std::string(lineBreakOf(system)) + line);
}

Result<std::string> KodTexts::withBuildEntry(const std::string& makefile) const
{
    return withListEntry(makefile, "BOFS", request.file + ".bof", model.source.stem().string() + ".bof");
}

Result<std::string> KodTexts::withExit(const std::string& source, const NewExit& exit) const
{
    const std::string code = blankComments(source, tree.comments);
    const std::string_view lineBreak = lineBreakOf(source);
    const bool isEngine = tree.manner == Manner::Engine;
    const std::string text =
        exitText(tree.manner, exit.leavesThere, request.constant, exit.entersHere, angleName(exit.leaves, exit.entersHere));
    const auto block = findMessage(code, isEngine ? "CreateStandardExits" : "MakeExits");
    if (!block) {
        const auto end = findClassEnd(code);
        if (!end)
            return Error{"the end of the class was not found", {}};
        return with(source, lineBegin(source, *end), exitMessage(tree.manner, lineBreak, {text}) + std::string(lineBreak));
    }
    const auto last = lastExitIn(code, *block);
    if (isEngine) {
        if (!last) // exits of the class above; the new one comes before they are made
            return with(source, nextLine(source, block->bodyBegin), consLine("      ", text) + std::string(lineBreak));
        const std::size_t end = code.find(';', *last);
        if (end == std::string::npos)
            return Error{"the last exit has no end (;)", {}};
        return with(source, lineEnd(source, end),
                    std::string(lineBreak) + consLine(indentAt(source, lineBegin(source, *last)), text));
    }
    if (!last)
        return Error{"MakeExits makes no list of exits", {}};
    std::size_t closed = code.find(';', *last); // behind the last bracket of plExits = [ ... ];
    const std::size_t open = code.find('[', *last);
    if (closed == std::string::npos || closed > block->bodyEnd || (closed = code.rfind(']', closed)) == std::string::npos || closed < open)
        return Error{"MakeExits makes no list of exits", {}};
    std::size_t at = closed;
    while (at > *last && std::isspace(static_cast<unsigned char>(code[at - 1])) != 0)
        --at;
    const bool isEmpty = at == open + 1;
    const std::string indent(open + 2 - lineBegin(source, open), ' ');
    return with(source, at, isEmpty ? " " + text : "," + std::string(lineBreak) + indent + text);
}

std::string KodTexts::classSource(const std::string& like) const
{
    const std::string newLine(lineBreakOf(like));
    const bool isEngine = tree.manner == Manner::Engine;
    const std::string& file = request.file;
    std::vector<std::string> exits;
    for (const NewExit& exit : request.exits)
        exits.push_back(exitText(tree.manner, exit.leaves, tree.find(exit.neighbour)->constant, exit.enters,
                                 angleName(exit.leavesThere, exit.enters)));
    const std::string name = isEngine ? "room_name_" + file : file + "_name", resource = isEngine ? "room_" + file : file + "_file";
    std::vector<std::string> lines{request.className + " is " + model.parent,
                                   "",
                                   "constants:",
                                   "",
                                   "   include blakston.khd",
                                   "",
                                   "resources:",
                                   "",
                                   "   " + name + " = \"" + request.title + "\"",
                                   "   " + resource + " = " + file + ".roo",
                                   "",
                                   "classvars:",
                                   "",
                                   "   vrName = " + name};
    const auto add = [&lines](std::initializer_list<std::string> more) { lines.insert(lines.end(), more); };
    if (isEngine)
        add({"", "   viTeleport_row = " + number((request.rows + 1) / 2), "   viTeleport_col = " + number((request.columns + 1) / 2), "",
             "properties:", "", "   prRoom = " + resource, "   piRoom_num = " + request.constant});
    else
        add({"   vrFile = " + resource, "   viRid = " + request.constant});
    add({"", "messages:", ""});
    std::string text;
    for (const std::string& line : lines)
        text += line + newLine;
    if (!exits.empty())
        text += exitMessage(tree.manner, newLine, exits) + newLine;
    return text + "end" + newLine;
}

} // namespace blak::newroom
