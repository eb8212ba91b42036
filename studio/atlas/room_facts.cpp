// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/atlas/room_facts.h"

#include "studio/atlas/object_picture.h"
#include "studio/project/project_names.h"
#include "studio/treeplan/kod_sections.h"

#include <algorithm>
#include <atomic>
#include <cctype>
#include <charconv>
#include <cmath>
#include <set>

namespace blak::atlas {
namespace {

using namespace treeplan;

constexpr std::uint64_t largestSource = 4 * 1024 * 1024;
constexpr std::size_t longestCall = 4000; ///< characters; a longer one is no call but a text without its bracket
constexpr double finePerSquare = 64;
constexpr std::size_t mostParents = 16;

bool isWordLetter(char letter) { return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_'; }

std::string upperCase(std::string_view text)
{
    std::string large(text);
    for (char& letter : large)
        letter = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
    return large;
}

int lineOf(std::string_view text, std::size_t at)
{
    return 1 + static_cast<int>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

std::string_view wordAt(std::string_view text)
{
    std::size_t end = 0;
    while (end < text.size() && isWordLetter(text[end]))
        ++end;
    return text.substr(0, end);
}

std::optional<int> literal(std::string_view text)
{
    int value = 0;
    const bool isHex = text.starts_with("0x") || text.starts_with("0X");
    const std::string_view digits = isHex ? text.substr(2) : text;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, isHex ? 16 : 10);
    if (error != std::errc{} || end != digits.data() + digits.size() || digits.empty())
        return {};
    return value;
}

std::optional<int> numberOf(std::string_view text, const KodNumbers& numbers)
{
    const std::string_view word = trimmed(text);
    if (const auto value = literal(word))
        return value;
    const auto found = numbers.find(upperCase(word));
    return found == numbers.end() ? std::nullopt : std::optional(found->second);
}

/// What stands between brackets, split at the commas of the outermost level.
std::vector<std::string_view> partsOf(std::string_view inside)
{
    std::vector<std::string_view> parts;
    int depth = 0;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < inside.size(); ++i) {
        depth += inside[i] == '(' || inside[i] == '[' ? 1 : inside[i] == ')' || inside[i] == ']' ? -1 : 0;
        if (inside[i] == ',' && depth == 0) {
            parts.push_back(trimmed(inside.substr(begin, i - begin)));
            begin = i + 1;
        }
    }
    parts.push_back(trimmed(inside.substr(begin)));
    return parts;
}

/// Of the bracket that opens at a place; without the brackets. Nothing where it does not close soon.
std::optional<std::string_view> insideOf(std::string_view code, std::size_t open)
{
    int depth = 0;
    for (std::size_t i = open; i < std::min(code.size(), open + longestCall); ++i) {
        depth += code[i] == '(' || code[i] == '[' ? 1 : code[i] == ')' || code[i] == ']' ? -1 : 0;
        if (depth == 0)
            return code.substr(open + 1, i - open - 1);
    }
    return {};
}

/// Create(&Class,#type=OO_BARREL): the class, empty where it is no such call, and what it is made with.
struct Creation
{
    std::string_view className;
    std::vector<CreationArgument> arguments;
};

Creation createdIn(std::string_view value)
{
    if (!isSameWord(wordAt(value), "Create"))
        return {};
    const std::size_t open = value.find('(');
    const auto inside = open == std::string_view::npos || !trimmed(value.substr(6, open - 6)).empty() ? std::nullopt : insideOf(value, open);
    const auto parts = inside ? partsOf(*inside) : std::vector<std::string_view>();
    if (parts.empty() || !parts.front().starts_with('&'))
        return {};
    Creation creation{wordAt(trimmed(parts.front().substr(1))), {}};
    for (const std::string_view part : std::span(parts).subspan(1))
        if (const std::size_t sign = part.find('='); part.starts_with('#') && sign != std::string_view::npos)
            creation.arguments.push_back({std::string(wordAt(part.substr(1))), std::string(trimmed(part.substr(sign + 1)))});
    return creation;
}

/// The object that a variable holds: the last one that was made for it before a place.
Creation lastCreated(std::string_view code, std::string_view variable, std::size_t before)
{
    Creation found;
    for (auto at = findWord(code, variable); at && *at < before; at = findWord(code, variable, *at + 1)) {
        const std::size_t sign = code.find_first_not_of(" \t", *at + variable.size());
        if (sign == std::string_view::npos || code[sign] != '=')
            continue;
        if (Creation created = createdIn(trimmed(code.substr(sign + 1, longestCall))); !created.className.empty())
            found = std::move(created);
    }
    return found;
}

/// Of "#new_row=5": the value of the first of these names.
std::optional<std::string_view> argument(std::span<const std::string_view> parts, std::initializer_list<std::string_view> names)
{
    for (const std::string_view part : parts) {
        if (!part.starts_with('#'))
            continue;
        const std::string_view name = wordAt(part.substr(1));
        const std::size_t sign = part.find('=');
        if (sign != std::string_view::npos && std::ranges::any_of(names, [name](std::string_view each) { return isSameWord(each, name); }))
            return trimmed(part.substr(sign + 1));
    }
    return {};
}

bool isAboutTags(std::string_view message)
{
    const std::string large = upperCase(message);
    return std::ranges::any_of(std::array{"SECTOR", "WALL", "TEXTURE"}, [&](const char* word) { return large.find(word) != std::string::npos; });
}

void readCall(RoomFacts& facts, std::string_view code, std::size_t at, std::span<const std::string_view> parts, const KodNumbers& numbers,
              const KodPlace& place)
{
    const std::string_view message = wordAt(parts[1].substr(1));
    const auto number = [&](std::initializer_list<std::string_view> names) -> std::optional<int> {
        const auto value = argument(parts, names);
        return value ? numberOf(*value, numbers) : std::nullopt;
    };
    if (isAboutTags(message))
        if (const auto tag = number({"sector", "wall", "id", "sector_id", "wall_id", "tag"}); tag && *tag > 0)
            facts.tags.push_back({*tag, std::string(message), place});
    const auto row = number({"new_row", "row"}), column = number({"new_col", "col"});
    const auto what = argument(parts, {"what"});
    if (!row || !column || !what)
        return;
    Creation made = createdIn(*what);
    if (made.className.empty() && wordAt(*what) == *what && !what->empty())
        made = lastCreated(code, *what, at);
    if (made.className.empty())
        return;
    const double middle = finePerSquare / 2;
    PlacedObject object{std::string(made.className), std::move(made.arguments), {}, 0, 0, number({"new_angle", "angle"}), place};
    object.row = *row - 1 + number({"fine_row"}).value_or(static_cast<int>(middle)) / finePerSquare;
    object.column = *column - 1 + number({"fine_col"}).value_or(static_cast<int>(middle)) / finePerSquare;
    facts.objects.push_back(std::move(object));
}

/// Lists of exits from squares: [ 5, 6, RID_INN, 2, 2, ROTATE_NONE ].
void readExits(RoomFacts& facts, std::string_view code, const KodNumbers& numbers, const std::filesystem::path& path)
{
    std::set<std::size_t> known;
    for (auto at = findWord(code, "plExits"); at; at = findWord(code, "plExits", *at + 1)) {
        const std::size_t end = std::min(code.find(';', *at), code.size());
        for (std::size_t open = code.find('[', *at); open < end; open = code.find('[', open + 1)) {
            const auto inside = insideOf(code, open);
            if (!inside || inside->find('[') != std::string_view::npos || !known.insert(open).second)
                continue;
            const auto parts = partsOf(*inside);
            if (parts.size() < 3 || !upperCase(parts[2]).starts_with("RID_"))
                continue;
            const auto row = numberOf(parts[0], numbers), column = numberOf(parts[1], numbers);
            if (row && column)
                facts.exits.push_back({*row, *column, upperCase(wordAt(parts[2])), {path, lineOf(code, open)}, {}, {}});
        }
    }
}

/// The room that has a number, and what players read of it.
template <typename Exit>
void nameRoom(Exit& exit, const newroom::RoomTree& tree, const RoomNumbers& numbers, const project::ProjectNames& names)
{
    const auto found = numbers.roomOf(exit.to);
    if (!found)
        return;
    const newroom::RoomClass& room = tree.rooms[*found];
    exit.toFile = room.file;
    const auto titled = std::ranges::find_if(names.classes, [&](const auto& one) { return isSameWord(one.name, room.name); });
    exit.toName = titled != names.classes.end() && !titled->title.empty() ? titled->title : std::string(names.nameOf(room.file));
}

} // namespace

void readNumbers(KodNumbers& numbers, std::string_view source, KodComments comments, bool isHeader)
{
    const std::string code = blankComments(source, comments);
    bool isInside = isHeader;
    for (std::size_t at = 0; at < code.size(); at = nextLine(code, at)) {
        std::string_view line = trimmed(std::string_view(code).substr(at, lineEnd(code, at) - at));
        if (line.ends_with(':') && wordAt(line).size() + 1 == line.size())
            isInside = isHeader || isSameWord(wordAt(line), "constants");
        const std::string_view name = wordAt(line);
        if (!isInside || name.empty() || std::isdigit(static_cast<unsigned char>(name.front())) != 0)
            continue;
        line = trimmed(line.substr(name.size()));
        if (!line.starts_with('='))
            continue;
        line = trimmed(line.substr(1));
        if (line.ends_with(';'))
            line = trimmed(line.substr(0, line.size() - 1));
        if (const auto value = literal(line))
            numbers.insert_or_assign(upperCase(name), *value);
    }
}

void readFacts(RoomFacts& facts, std::string_view source, KodComments comments, const KodNumbers& numbers, const std::filesystem::path& path)
{
    const std::string code = blankComments(source, comments);
    for (auto at = findWord(code, "Send"); at; at = findWord(code, "Send", *at + 1)) {
        const std::size_t open = code.find_first_not_of(" \t", *at + 4);
        if (open == std::string::npos || code[open] != '(')
            continue;
        const auto inside = insideOf(code, open);
        if (!inside)
            continue;
        const auto parts = partsOf(*inside);
        if (parts.size() >= 3 && isSameWord(parts[0], "self") && parts[1].starts_with('@'))
            readCall(facts, code, *at, parts, numbers, {path, lineOf(code, *at)});
    }
    readExits(facts, code, numbers, path);
    for (const WrittenExit& exit : exitsOf(source, comments))
        if (exit.edge)
            facts.edges.push_back({*exit.edge, exit.constant, {path, exit.line}, {}, {}});
}

std::optional<Arrival> readArrival(std::span<const ArrivalSource> classes, KodComments comments)
{
    const auto valueOf = [&](std::string_view name) -> std::optional<int> {
        for (const ArrivalSource& one : classes)
            for (const KodSection section : {KodSection::Properties, KodSection::ClassVariables})
                if (const std::string value = declaredValue(one.source, one.name, comments, section, name); !value.empty())
                    return numberOf(value, one.numbers);
        return {};
    };
    const auto row = valueOf("viTeleport_row"), column = valueOf("viTeleport_col");
    if (!row || !column)
        return {};
    return Arrival{*row - 0.5, *column - 0.5, valueOf("viTeleport_angle")};
}

KodNumbers KodConstants::of(std::string_view source)
{
    KodNumbers numbers;
    const std::string code = blankComments(source, comments_);
    for (auto at = findWord(code, "include"); at; at = findWord(code, "include", *at + 1)) {
        const std::string name = upperCase(trimmed(std::string_view(code).substr(*at + 7, lineEnd(code, *at) - *at - 7)));
        auto known = headers_.find(name);
        if (known == headers_.end()) {
            KodNumbers header;
            for (const project::FoundFile& file : world_.files())
                if (isSameWord(file.path.filename().string(), name))
                    if (const auto text = files_.readText(world_.absolute(file), largestSource))
                        readNumbers(header, text.value(), comments_, true);
            known = headers_.emplace(name, std::move(header)).first;
        }
        if (numbers.empty())
            numbers = known->second;
        else
            for (const auto& [word, value] : known->second)
                numbers.insert_or_assign(word, value);
    }
    readNumbers(numbers, source, comments_, false);
    return numbers;
}

RoomNumbers::RoomNumbers(const newroom::RoomTree& tree, const FileSource& files)
{
    if (const auto header = files.readText(tree.header, largestSource))
        readNumbers(numbers_, header.value(), tree.comments, true);
    for (std::size_t i = 0; i < tree.rooms.size(); ++i) {
        const std::string name = upperCase(tree.rooms[i].constant);
        byName_.emplace(name, i);
        if (const auto number = numbers_.find(name); number != numbers_.end())
            byNumber_.emplace(number->second, i);
    }
}

std::optional<std::size_t> RoomNumbers::roomOf(std::string_view constant) const
{
    const std::string name = upperCase(constant);
    if (const auto same = byName_.find(name); same != byName_.end())
        return same->second;
    const auto number = numbers_.find(name);
    if (number == numbers_.end())
        return {};
    const auto found = byNumber_.find(number->second);
    return found == byNumber_.end() ? std::nullopt : std::optional(found->second);
}

namespace {

/// The sources of a class and of its parents, as far as they are there.
std::vector<ArrivalSource> withParents(const newroom::RoomClass& room, const std::string& source, const project::Project& world,
                                       const project::ProjectNames& names, const FileSource& files, KodConstants& constants)
{
    std::vector<ArrivalSource> classes{{room.name, source, constants.of(source)}};
    std::string name = room.parent;
    while (classes.size() < mostParents && !name.empty()) {
        const auto found = std::ranges::find_if(names.classes, [&](const project::NamedClass& one) { return isSameWord(one.name, name); });
        if (found == names.classes.end())
            break;
        auto text = files.readText(world.root() / found->path, largestSource);
        if (!text)
            break;
        KodNumbers numbers = constants.of(text.value());
        classes.push_back({found->name, std::move(text).value(), std::move(numbers)});
        name = found->parent;
    }
    return classes;
}

/// Of a class and its parents, their comments blank, as far as they are there.
std::vector<std::string> blankedSources(std::string_view className, const project::Project& world, const project::ProjectNames& names,
                                        const FileSource& files, KodComments comments)
{
    std::vector<std::string> sources;
    std::string_view name = className;
    while (sources.size() < mostParents && !name.empty()) {
        const auto found = std::ranges::find_if(names.classes, [&](const project::NamedClass& one) { return isSameWord(one.name, name); });
        if (found == names.classes.end())
            break;
        const auto source = files.readText(world.root() / found->path, largestSource);
        if (!source)
            break;
        sources.push_back(blankComments(source.value(), comments));
        name = found->parent;
    }
    return sources;
}

void findPictures(RoomFacts& facts, const project::Project& world, const project::ProjectNames& names, const FileSource& files,
                  KodComments comments, KodConstants& constants)
{
    struct Maker
    {
        std::string code; ///< of the class that makes the object
        KodNumbers numbers;
    };
    std::map<std::filesystem::path, Maker> makers;
    std::map<std::string, std::vector<std::string>, std::less<>> classes; // by name in capitals
    for (PlacedObject& object : facts.objects) {
        auto maker = makers.find(object.place.source);
        if (maker == makers.end()) {
            const auto source = files.readText(object.place.source, largestSource);
            maker = makers.emplace(object.place.source, source ? Maker{blankComments(source.value(), comments), constants.of(source.value())} : Maker()).first;
        }
        const auto isSame = [&numbers = maker->second.numbers](std::string_view a, std::string_view b) {
            const auto number = numberOf(a, numbers);
            return isSameWord(a, b) || (number && number == numberOf(b, numbers));
        };
        const std::string key = upperCase(object.className);
        auto known = classes.find(key);
        if (known == classes.end())
            known = classes.emplace(key, blankedSources(object.className, world, names, files, comments)).first;
        object.picture = pictureOf(known->second, object.arguments, maker->second.code, isSame);
    }
}

} // namespace

Result<RoomFacts> readRoomFacts(const project::Project& world, const FileSource& files, std::string_view roomFile)
{
    const auto tree = newroom::readRoomTree(world, files);
    if (!tree)
        return tree.error();
    const KodComments comments = tree.value().comments;
    RoomFacts facts;
    KodConstants constants(world, files, comments);
    std::optional<project::ProjectNames> allNames; // read when they are asked for: that takes longer than all the rest
    const auto names = [&]() -> const project::ProjectNames& {
        const std::atomic<bool> never = false;
        return allNames ? *allNames : allNames.emplace(project::readNames(world, never));
    };
    for (const newroom::RoomClass& room : tree.value().rooms) {
        if (!isSameWord(room.file, roomFile))
            continue;
        const auto source = files.readText(room.source, largestSource);
        if (!source)
            continue;
        facts.classes.push_back(room.name);
        readFacts(facts, source.value(), comments, constants.of(source.value()), room.source);
        if (!facts.arrival)
            facts.arrival = readArrival(withParents(room, source.value(), world, names(), files, constants), comments);
    }
    if (facts.objects.empty() && facts.exits.empty() && facts.edges.empty())
        return facts;
    const RoomNumbers numbers(tree.value(), files);
    for (ExitSquare& exit : facts.exits)
        nameRoom(exit, tree.value(), numbers, names());
    for (EdgeExit& exit : facts.edges)
        nameRoom(exit, tree.value(), numbers, names());
    findPictures(facts, world, names(), files, comments, constants);
    return facts;
}

} // namespace blak::atlas
