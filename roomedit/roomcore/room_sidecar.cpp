// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/room_sidecar.h"

#include "formats/base/file_io.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <system_error>
#include <utility>

namespace blak::roomcore {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* ignoredKey = "ignoredRules";
constexpr const char* groupsKey = "groups";
constexpr const char* prefabKey = "prefab";
constexpr const char* nameKey = "name";
constexpr std::size_t mostBytes = 8 << 20; // the largest room with every part in a group has less than one
constexpr int deepest = 64;

Result<Json> parse(const std::string& text, const std::string& where)
{
    bool isTooDeep = false; // writing goes down by calls
    const auto isKept = [&isTooDeep](int depth, Json::parse_event_t, Json&) {
        isTooDeep = isTooDeep || depth > deepest;
        return !isTooDeep;
    };
    Json json = Json::parse(text, isKept, false);
    if (isTooDeep)
        return Error{"expected at most " + std::to_string(deepest) + " levels", where};
    if (!json.is_object())
        return Error{"expected a JSON object", where};
    return json;
}

/// The member where it is there and of its type.
template <typename Value>
Result<Value> member(const Json& object, const char* key, Value otherwise, bool (Json::*isType)() const noexcept, const std::string& where)
{
    const auto found = object.find(key);
    if (found == object.end())
        return otherwise;
    if (!((*found).*isType)())
        return Error{std::string("another kind of value expected under ") + key, where};
    return found->get<Value>();
}

struct PartList
{
    const char* key;
    std::vector<WrittenPart> WrittenParts::* parts;
};
constexpr std::array partLists{PartList{"lines", &WrittenParts::lines}, PartList{"sectors", &WrittenParts::sectors},
                               PartList{"things", &WrittenParts::things}};

Result<WrittenParts> readParts(const Json& object, const std::string& where)
{
    WrittenParts parts;
    for (const PartList& list : partLists) {
        const auto found = object.find(list.key);
        if (found == object.end())
            continue;
        if (!found->is_array())
            return Error{std::string("expected a list of parts under ") + list.key, where};
        for (const Json& text : *found) {
            if (!text.is_string())
                return Error{std::string("expected a list of parts under ") + list.key, where};
            auto part = partFromText(text.get_ref<const std::string&>(), where);
            if (!part)
                return part.error();
            (parts.*list.parts).push_back(std::move(part).value());
        }
    }
    return parts;
}

void writeParts(Json& object, const WrittenParts& parts)
{
    for (const PartList& list : partLists) {
        object.erase(list.key);
        for (const WrittenPart& part : parts.*list.parts)
            object[list.key].push_back(textOf(part));
    }
}

void writeFlag(Json& object, const char* key, bool value)
{
    object.erase(key);
    if (value)
        object[key] = true;
}

struct KindName
{
    PartGroup::Kind kind;
    const char* name;
};
constexpr std::array kindNames{KindName{PartGroup::Kind::Layer, "layer"}, KindName{PartGroup::Kind::Group, "group"}};

Result<WrittenGroup> readGroup(const Json& object, const std::string& where)
{
    if (!object.is_object())
        return Error{std::string("expected a list of objects under ") + groupsKey, where};
    const auto name = member<std::string>(object, nameKey, {}, &Json::is_string, where);
    const auto kind = member<std::string>(object, "kind", kindNames[0].name, &Json::is_string, where);
    const auto hidden = member(object, "hidden", false, &Json::is_boolean, where);
    const auto locked = member(object, "locked", false, &Json::is_boolean, where);
    const auto prefab = member<std::string>(object, prefabKey, {}, &Json::is_string, where);
    for (const auto* text : {&name, &kind, &prefab})
        if (!*text)
            return text->error();
    for (const auto* flag : {&hidden, &locked})
        if (!*flag)
            return flag->error();
    const auto known = std::find_if(kindNames.begin(), kindNames.end(), [&](const KindName& one) { return kind.value() == one.name; });
    if (known == kindNames.end())
        return Error{"\"" + kind.value() + "\" is neither layer nor group", where};
    if (name.value().empty() || name.value().size() > mostGroupName)
        return Error{"the name of a group has 1 to " + std::to_string(mostGroupName) + " letters", where};
    if (prefab.value().size() > mostGroupName)
        return Error{"the name of a prefab has at most " + std::to_string(mostGroupName) + " letters", where};
    auto parts = readParts(object, where);
    if (!parts)
        return parts.error();
    return WrittenGroup{known->kind, name.value(), hidden.value(), locked.value(), std::move(parts).value(), prefab.value()};
}

Result<WrittenArrangement> readArrangement(const Json& json, const std::string& where)
{
    WrittenArrangement all;
    if (const auto list = json.find(groupsKey); list != json.end()) {
        if (!list->is_array() || list->size() > mostGroups)
            return Error{"expected a list of at most " + std::to_string(mostGroups) + " under " + groupsKey, where};
        for (const Json& object : *list) {
            auto group = readGroup(object, where);
            if (!group)
                return group.error();
            for (const WrittenGroup& other : all.groups)
                if (other.name == group.value().name)
                    return Error{"two groups have the name \"" + other.name + "\"", where};
            all.groups.push_back(std::move(group).value());
        }
    }
    for (const auto& [key, into] : {std::pair("hidden", &all.hidden), std::pair("locked", &all.locked)})
        if (const auto found = json.find(key); found != json.end()) {
            if (!found->is_object())
                return Error{std::string("expected an object under ") + key, where};
            auto parts = readParts(*found, where);
            if (!parts)
                return parts.error();
            *into = std::move(parts).value();
        }
    return all;
}

void writeArrangement(Json& json, const WrittenArrangement& all)
{
    const Json before = json.contains(groupsKey) ? json[groupsKey] : Json::array();
    json.erase(groupsKey);
    for (const WrittenGroup& group : all.groups) {
        Json object = Json::object();
        for (const Json& old : before) // with what others keep there
            if (old.is_object() && old.contains(nameKey) && old[nameKey] == group.name)
                object = old;
        object["kind"] = kindNames[group.kind == PartGroup::Kind::Layer ? 0 : 1].name;
        object[nameKey] = group.name;
        writeFlag(object, "hidden", group.isHidden);
        writeFlag(object, "locked", group.isLocked);
        object.erase(prefabKey);
        if (!group.prefab.empty())
            object[prefabKey] = group.prefab;
        writeParts(object, group.parts);
        json[groupsKey].push_back(std::move(object));
    }
    for (const auto& [key, parts] : {std::pair("hidden", &all.hidden), std::pair("locked", &all.locked)}) {
        Json object = json.contains(key) && json[key].is_object() ? json[key] : Json::object();
        json.erase(key);
        writeParts(object, *parts);
        if (!object.empty())
            json[key] = std::move(object);
    }
}

bool isThere(const std::filesystem::path& file)
{
    std::error_code ignored;
    return std::filesystem::exists(file, ignored);
}

} // namespace

std::filesystem::path sidecarOf(const std::filesystem::path& room)
{
    std::filesystem::path file = room;
    file += ".json";
    return file;
}

Result<RoomSidecar> parseSidecar(const std::string& text, const std::string& where)
{
    const auto json = parse(text, where);
    if (!json)
        return json.error();
    RoomSidecar sidecar;
    if (const auto found = json.value().find(ignoredKey); found != json.value().end()) {
        if (!found->is_array())
            return Error{std::string("expected a list of names under ") + ignoredKey, where};
        for (const Json& name : *found) {
            if (!name.is_string())
                return Error{std::string("expected a list of names under ") + ignoredKey, where};
            sidecar.ignoredRules.insert(name.get<std::string>());
        }
    }
    auto arrangement = readArrangement(json.value(), where);
    if (!arrangement)
        return arrangement.error();
    sidecar.arrangement = std::move(arrangement).value();
    return sidecar;
}

Result<RoomSidecar> readSidecar(const std::filesystem::path& room)
{
    const std::filesystem::path file = sidecarOf(room);
    if (!isThere(file))
        return RoomSidecar{};
    const auto text = readTextFile(file, mostBytes);
    return text ? parseSidecar(text.value(), file.string()) : Result<RoomSidecar>(text.error());
}

Result<std::string> sidecarText(const RoomSidecar& sidecar, const std::string& before, const std::string& where)
{
    Json json = Json::object();
    if (!before.empty()) {
        auto old = parse(before, where);
        if (!old)
            return old.error();
        json = std::move(old).value();
    }
    json.erase(ignoredKey);
    if (!sidecar.ignoredRules.empty())
        json[ignoredKey] = sidecar.ignoredRules;
    writeArrangement(json, sidecar.arrangement);
    return json.empty() ? std::string() : json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<void> writeSidecar(const std::filesystem::path& room, const RoomSidecar& sidecar)
{
    const std::filesystem::path file = sidecarOf(room);
    std::string before;
    if (isThere(file)) {
        auto text = readTextFile(file, mostBytes);
        if (!text)
            return text.error();
        before = std::move(text).value();
    }
    const auto text = sidecarText(sidecar, before, file.string());
    if (!text)
        return text.error();
    if (text.value().empty()) {
        std::error_code failed;
        std::filesystem::remove(file, failed);
        return failed ? Result<void>(Error{failed.message(), file.string()}) : Result<void>();
    }
    return writeFileAtomically(file, text.value(), Backup::None);
}

Result<void> changeSidecar(const std::filesystem::path& room, const std::function<void(RoomSidecar&)>& change)
{
    auto before = readSidecar(room);
    if (!before)
        return before.error();
    RoomSidecar after = before.value();
    change(after);
    return after == before.value() ? Result<void>() : writeSidecar(room, after);
}

} // namespace blak::roomcore
