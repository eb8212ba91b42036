// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/newroom/room_tree.h"

#include "studio/project/project_names.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <system_error>
#include <utility>

namespace blak::newroom {
namespace {

using namespace treeplan;

constexpr std::uint64_t largestSource = 4 * 1024 * 1024;

std::string_view wordAt(std::string_view code, std::size_t at)
{
    std::size_t end = at;
    while (end < code.size() && (std::isalnum(static_cast<unsigned char>(code[end])) != 0 || code[end] == '_'))
        ++end;
    return code.substr(at, end - at);
}

/// Behind `name =`, for the first of the names that there is.
std::string assignedTo(std::string_view code, std::initializer_list<std::string_view> names)
{
    for (const std::string_view name : names)
        for (auto at = findWord(code, name); at; at = findWord(code, name, *at + 1)) {
            const std::size_t sign = code.find_first_not_of(" \t", *at + name.size());
            if (sign == std::string_view::npos || code[sign] != '=')
                continue;
            const std::size_t value = code.find_first_not_of(" \t", sign + 1);
            if (value != std::string_view::npos)
                return std::string(wordAt(code, value));
        }
    return {};
}

/// A resource that is a file: `room_x = x.roo`.
std::string fileOf(std::string_view code, std::string_view resource)
{
    for (auto at = findWord(code, resource); at; at = findWord(code, resource, *at + 1)) {
        const std::size_t sign = code.find_first_not_of(" \t", *at + resource.size());
        if (sign == std::string_view::npos || code[sign] != '=')
            continue;
        const std::size_t begin = code.find_first_not_of(" \t", sign + 1);
        if (begin == std::string_view::npos)
            continue;
        const std::string_view name = code.substr(begin, code.find_first_of(" \t\r\n;,", begin) - begin);
        if (name.size() > 4 && isSameWord(name.substr(name.size() - 4), ".roo"))
            return std::string(name);
    }
    return {};
}

/// A resource that is a text: `room_name = "The Bank of Tos"`. `source` with its comments: these are blanked in `code`, and texts may be.
std::string textOf(std::string_view source, std::string_view code, std::string_view resource)
{
    for (auto at = findWord(code, resource); at; at = findWord(code, resource, *at + 1)) {
        std::size_t next = code.find_first_not_of(" \t", *at + resource.size());
        if (next == std::string_view::npos || code[next] != '=')
            continue;
        next = source.find_first_not_of(" \t\r\n", next + 1);
        if (next == std::string_view::npos || source[next] != '"')
            continue;
        const std::size_t end = source.find('"', next + 1);
        if (end != std::string_view::npos)
            return std::string(source.substr(next + 1, end - next - 1));
    }
    return {};
}

void addRooms(RoomTree& tree, std::string_view source, const std::filesystem::path& file)
{
    const std::string code = blankComments(source, tree.comments);
    const project::SourceNames names = project::namesOfSource(source, tree.comments == KodComments::Slashes);
    if (names.classes.size() != 1)
        return; // rooms have a file each
    RoomClass room{names.classes[0].name, names.classes[0].parent, assignedTo(code, {"piRoom_num", "viRid"}), {}, file};
    room.file = fileOf(code, assignedTo(code, {"prRoom", "vrFile"}));
    room.title = textOf(source, code, assignedTo(code, {"vrName"}));
    if (room.constant.starts_with("RID_") && !room.file.empty())
        tree.rooms.push_back(std::move(room));
}

} // namespace

const RoomClass* RoomTree::find(std::string_view name) const
{
    const auto found = std::ranges::find_if(rooms, [name](const RoomClass& room) { return isSameWord(room.name, name); });
    return found == rooms.end() ? nullptr : &*found;
}

namespace {

bool isServed(const std::filesystem::path& rooms)
{
    std::error_code none;
    return std::filesystem::exists(rooms.parent_path() / "loadkod", none) || std::filesystem::exists(rooms.parent_path() / "memmap", none);
}

} // namespace

Result<RoomTree> readRoomTree(const project::Project& project, const FileSource& files)
{
    RoomTree tree;
    tree.root = project.root();
    tree.comments = project.dialect().dialect == project::Dialect::Open105 ? KodComments::Slashes : KodComments::Percent;
    std::map<std::filesystem::path, std::size_t> roomFolders;
    std::size_t mostNumbers = 0;
    for (const project::FoundFile& file : project.files()) {
        const std::filesystem::path path = project.absolute(file);
        const std::string ending = path.extension().string();
        if (file.kind == project::FileKind::Room && isSameWord(ending, ".roo"))
            ++roomFolders[path.parent_path()];
        const bool isHeader = isSameWord(ending, ".khd");
        if (!isHeader && !isSameWord(ending, ".kod"))
            continue;
        const auto text = files.readText(path, largestSource);
        if (!text || text.value().find("RID_") == std::string::npos)
            continue;
        const std::string& source = text.value();
        if (isHeader) {
            std::size_t numbers = 0;
            for (std::size_t at = source.find("RID_"); at != std::string::npos; at = source.find("RID_", at + 1))
                ++numbers;
            if (numbers > mostNumbers) {
                mostNumbers = numbers;
                tree.header = path;
            }
            continue;
        }
        const bool isSystem = isSameWord(path.stem().string(), "system");
        if (isSystem && source.find("CreateOneRoomIfNew") != std::string::npos) {
            tree.system = path;
            tree.manner = RoomTree::Manner::Engine;
        } else if (isSystem && findWord(source, "plRooms") && source.find("Create(&") != std::string::npos && tree.system.empty()) {
            tree.system = path;
            tree.manner = RoomTree::Manner::Sample;
        } else {
            addRooms(tree, source, path);
        }
    }
    if (tree.system.empty() && tree.manner == RoomTree::Manner::Engine) { // the list may name no number
        for (const project::FoundFile& file : project.files())
            if (const std::filesystem::path path = project.absolute(file); isSameWord(path.filename().string(), "system.kod"))
                if (const auto text = files.readText(path, largestSource); text && findWord(text.value(), "plRooms")) {
                    tree.system = path;
                    tree.manner = RoomTree::Manner::Sample;
                }
    }
    if (tree.header.empty())
        return Error{"no header numbers the rooms (RID_...)", tree.root.string()};
    if (tree.system.empty())
        return Error{"no system.kod creates the rooms in a manner that is known here", tree.root.string()};
    if (tree.rooms.empty())
        return Error{"no class with a room was found", tree.root.string()};
    // A server's working folder holds copies of all rooms, flat; it is the place only where there is no other.
    const auto most = std::ranges::max_element(roomFolders, {}, [](const auto& entry) { return std::pair(!isServed(entry.first), entry.second); });
    if (most == roomFolders.end())
        return Error{"there is no folder with rooms", tree.root.string()};
    tree.roomFolder = most->first;
    std::ranges::sort(tree.rooms, {}, &RoomClass::name);
    return tree;
}

} // namespace blak::newroom
