// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/blak/commands.h"
#include "studio/blak/terminal.h"
#include "studio/newroom/new_room.h"
#include "studio/project/project.h"

#include <array>
#include <charconv>
#include <cstdlib>

namespace blak::cli {
namespace {

using newroom::NewExit;
using newroom::Square;

std::optional<int> numberOf(std::string_view text)
{
    int number = 0;
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
    return failed == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

/// "8,4"
std::optional<Square> squareOf(std::string_view text)
{
    const std::size_t comma = text.find(',');
    if (comma == std::string_view::npos)
        return std::nullopt;
    const auto row = numberOf(text.substr(0, comma)), column = numberOf(text.substr(comma + 1));
    return row && column ? std::optional(Square{*row, *column}) : std::nullopt;
}

/// "TosBank:8,4:5,9:6,9:7,4"
std::optional<NewExit> exitOf(std::string_view text)
{
    NewExit exit;
    std::array<Square*, 4> squares{&exit.leaves, &exit.enters, &exit.leavesThere, &exit.entersHere};
    std::size_t end = text.find(':');
    exit.neighbour = text.substr(0, end);
    for (Square* square : squares) {
        if (end == std::string_view::npos)
            return std::nullopt;
        text.remove_prefix(end + 1);
        end = text.find(':');
        const auto read = squareOf(text.substr(0, end));
        if (!read)
            return std::nullopt;
        *square = *read;
    }
    return end == std::string_view::npos ? std::optional(exit) : std::nullopt;
}

int run(const Arguments& arguments)
{
    newroom::NewRoomRequest request;
    request.className = arguments.words[1];
    request.title = arguments.value("--title").value_or(request.className);
    request.file = arguments.value("--file").value_or("");
    request.constant = arguments.value("--constant").value_or("");
    request.model = arguments.value("--like").value_or("");
    if (const auto size = arguments.value("--size")) {
        const auto squares = squareOf(*size);
        if (!squares)
            return complainAboutUsage(roomNewCommand, "expected --size ROWS,COLUMNS");
        request.rows = squares->row;
        request.columns = squares->column;
    }
    for (std::size_t i = 2; i < arguments.words.size(); ++i) {
        auto exit = exitOf(arguments.words[i]);
        if (!exit)
            return complainAboutUsage(roomNewCommand, "\"" + arguments.words[i] + "\" is no exit: CLASS:R,C:R,C:R,C:R,C");
        request.exits.push_back(std::move(*exit));
    }
    const auto world = project::open(arguments.words[0]);
    if (!world)
        return complain(world.error().text());
    document::Workspace workspace;
    const auto files = workspace.files();
    const auto tree = newroom::readRoomTree(world.value(), *files);
    if (!tree)
        return complain(tree.error().text());
    const auto plan = newroom::planNewRoom(tree.value(), request, *files);
    if (!plan)
        return complain(plan.error().text());
    print(treeplan::differenceOf(tree.value().root, plan.value()));
    if (!arguments.has("--write"))
        return success;
    if (const auto made = treeplan::carryOut(workspace, plan.value()); !made)
        return complain(made.error().text());
    return success;
}

constexpr std::array options{
    Option{"--title", "TEXT", "what players read"},
    Option{"--file", "NAME", "of room and class; else the name of the class in small letters"},
    Option{"--constant", "RID_NAME", "else made of the name of the class"},
    Option{"--like", "CLASS", "the room that gives folder, parent class, textures and format; else that of the first exit"},
    Option{"--size", "ROWS,COLUMNS", "squares; else 8,8"},
    Option{"--write", "", "do it; without, only the difference is shown"},
};
constexpr std::array examples{
    Example{"blak room new . TosCellar2 TosInn:8,4:6,5:5,5:7,4", "what a cellar under the inn would change"},
    Example{"blak room new --write --title \"A cellar\" . TosCellar2 TosInn:8,4:6,5:5,5:7,4", "do it"},
};

} // namespace

const Command roomNewCommand{
    "room new",
    "Rooms",
    "Put a new room into a project",
    "PROJECT CLASS [EXIT...]",
    options,
    examples,
    2,
    anyNumber,
    run,
    "Writes the room (one empty sector), its class, its number in the header, its entries in the list of rooms and in the makefile,\n"
    "and the exits. An EXIT is CLASS:LEAVES:ENTERS:LEAVES-THERE:ENTERS-HERE, squares as row,column: who steps on LEAVES of the new\n"
    "room stands on ENTERS of the neighbour, who steps on LEAVES-THERE of the neighbour stands on ENTERS-HERE of the new room."};

} // namespace blak::cli
