// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/atlas/atlas_graph.h"

#include "studio/atlas/room_facts.h"
#include "studio/project/project_names.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <set>
#include <utility>

namespace blak::atlas {
namespace {

using namespace treeplan;

constexpr std::uint64_t largestSource = 4 * 1024 * 1024;
constexpr std::array exitLists{std::string_view("plExits"), std::string_view("plEdge_exits"), std::string_view("plEdges")};

std::string upperCase(std::string_view text)
{
    std::string large(text);
    for (char& letter : large)
        letter = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
    return large;
}

std::optional<Compass> compassOf(std::string_view word)
{
    constexpr std::array ends{std::pair("_NORTH", Compass::North), std::pair("_EAST", Compass::East), std::pair("_SOUTH", Compass::South),
                              std::pair("_WEST", Compass::West)};
    const std::string large = upperCase(word);
    if (large.starts_with("LEAVE_") || large.starts_with("EDGE_"))
        for (const auto& [end, compass] : ends)
            if (large.ends_with(end))
                return compass;
    return std::nullopt;
}

bool isLetter(char letter) { return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_'; }

int lineOf(std::string_view text, std::size_t at)
{
    return 1 + static_cast<int>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

/// What one list in brackets says: [ LEAVE_WEST, RID_D7, 40, 48, ANGLE_WEST ].
std::optional<WrittenExit> exitIn(std::string_view list)
{
    WrittenExit exit;
    bool isFirst = true;
    while (!list.empty()) {
        const std::size_t comma = list.find(',');
        const std::string_view word = trimmed(list.substr(0, comma));
        if (std::exchange(isFirst, false))
            exit.edge = compassOf(word);
        if (const std::string large = upperCase(word); exit.constant.empty() && large.starts_with("RID_") && std::ranges::all_of(large, isLetter))
            exit.constant = large;
        list.remove_prefix(comma == std::string_view::npos ? list.size() : comma + 1);
    }
    return exit.constant.empty() ? std::nullopt : std::optional(exit);
}

/// The innermost lists of what is assigned behind a sign: to the semicolon, or in a table of properties to the end of the line.
void addExits(std::vector<WrittenExit>& exits, std::string_view code, std::size_t at)
{
    int depth = 0;
    constexpr std::size_t none = std::string_view::npos;
    std::size_t open = none; ///< behind the last bracket
    for (; at < code.size(); ++at) {
        const char letter = code[at];
        if (letter == ';' || (letter == '\n' && depth <= 0))
            return;
        if (letter == '(' || letter == '[')
            ++depth;
        if (letter == ')' || letter == ']')
            --depth;
        if (letter == '[')
            open = at + 1;
        if (letter == ']' && open != none) {
            if (auto exit = exitIn(code.substr(open, at - open))) {
                exit->line = lineOf(code, open);
                exits.push_back(std::move(*exit));
            }
            open = none;
        }
    }
}

/// Every RID_ that a source names, behind its comments.
std::set<std::string> numbersIn(std::string_view code)
{
    std::set<std::string> numbers;
    for (std::size_t at = code.find("RID_"); at != std::string_view::npos; at = code.find("RID_", at + 1)) {
        if (at > 0 && isLetter(code[at - 1]))
            continue;
        std::size_t end = at;
        while (end < code.size() && isLetter(code[end]))
            ++end;
        numbers.insert(upperCase(code.substr(at, end - at)));
    }
    return numbers;
}

} // namespace

std::vector<WrittenExit> exitsOf(std::string_view source, KodComments comments)
{
    const std::string code = blankComments(source, comments);
    std::vector<std::size_t> signs;
    for (const std::string_view list : exitLists)
        for (auto at = findWord(code, list); at; at = findWord(code, list, *at + 1)) {
            const std::size_t sign = code.find_first_not_of(" \t", *at + list.size());
            if (sign != std::string::npos && code[sign] == '=' && code.compare(sign, 2, "==") != 0)
                signs.push_back(sign + 1);
        }
    std::ranges::sort(signs);
    std::vector<WrittenExit> exits;
    for (const std::size_t sign : signs)
        addExits(exits, code, sign);
    return exits;
}

Result<AtlasGraph> readAtlasGraph(const project::Project& project, const FileSource& files)
{
    const auto tree = newroom::readRoomTree(project, files);
    if (!tree)
        return tree.error();
    AtlasGraph graph;
    const RoomNumbers numbers(tree.value(), files); // its rooms are those of the graph, in the same order
    std::map<std::filesystem::path, std::size_t> bySource;
    for (const newroom::RoomClass& room : tree.value().rooms) {
        AtlasRoom entry{room.name, {}, upperCase(room.constant), {}, room.source};
        if (const project::FoundFile* file = project.findNamed(project::FileKind::Room, room.file))
            entry.file = project.absolute(*file);
        bySource.emplace(room.source, graph.rooms.size());
        graph.rooms.push_back(std::move(entry));
    }
    KodConstants constants(project, files, tree.value().comments);
    for (const project::FoundFile& found : project.files()) {
        const std::filesystem::path path = project.absolute(found);
        if (!isSameWord(path.extension().string(), ".kod"))
            continue;
        const auto text = files.readText(path, largestSource);
        if (!text || text.value().find("RID_") == std::string::npos)
            continue;
        const auto own = bySource.find(path);
        std::set<std::string> byExit;
        if (own != bySource.end()) {
            AtlasRoom& room = graph.rooms[own->second];
            for (const project::NamedClass& named : project::namesOfSource(text.value(), tree.value().comments == KodComments::Slashes).classes)
                room.title = named.title;
            RoomFacts facts;
            readFacts(facts, text.value(), tree.value().comments, constants.of(text.value()), path);
            room.tags = std::move(facts.tags);
            std::ranges::stable_sort(room.tags, {}, &TagUse::tag);
            for (WrittenExit& exit : exitsOf(text.value(), tree.value().comments)) {
                byExit.insert(exit.constant);
                if (const auto to = numbers.roomOf(exit.constant))
                    graph.exits.push_back({own->second, *to, exit.edge, path, exit.line});
                else
                    graph.lost.push_back({own->second, std::move(exit.constant), path, exit.line});
            }
        }
        if (path == tree.value().system)
            continue;
        for (const std::string& number : numbersIn(blankComments(text.value(), tree.value().comments)))
            if (const auto named = numbers.roomOf(number); named && !byExit.contains(number))
                if (own == bySource.end() || *named != own->second)
                    graph.rooms[*named].isNamed = true;
    }
    for (const AtlasExit& exit : graph.exits)
        if (exit.from != exit.to)
            graph.rooms[exit.to].isReached = true;
    return graph;
}

} // namespace blak::atlas
