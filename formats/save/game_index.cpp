// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/save/game_index.h"

#include <algorithm>
#include <array>

namespace blak::save {
namespace {

using bof::Tag;

constexpr std::size_t deepestList = 20; ///< lists within lists that are shown

template <typename Map>
auto find(const Map& map, typename Map::key_type key) -> typename Map::mapped_type
{
    const auto found = map.find(key);
    return found == map.end() ? nullptr : found->second;
}

bool isCell(const Game& game, const Value& value)
{
    if (value.tag == Tag::List)
        return value.data >= 0 && static_cast<std::size_t>(value.data) < game.listNodes.size();
    return isTable(game, value) && value.data >= 0 && static_cast<std::size_t>(value.data) < game.tables.size();
}

/// List nodes and tables in one numbering: tables stand behind the list nodes.
std::size_t cellOf(const Game& game, const Value& value)
{
    return static_cast<std::size_t>(value.data) + (value.tag == Tag::List ? 0 : game.listNodes.size());
}

/// Calls visit(cell, value) for everything that list nodes and tables hold.
template <typename Visit>
void forEachHeld(const Game& game, const Visit& visit)
{
    for (std::size_t i = 0; i < game.listNodes.size(); ++i) {
        visit(i, game.listNodes[i].first);
        visit(i, game.listNodes[i].rest);
    }
    for (std::size_t i = 0; i < game.tables.size(); ++i) {
        for (const TableEntry& entry : game.tables[i].entries) {
            visit(game.listNodes.size() + i, entry.key);
            visit(game.listNodes.size() + i, entry.value);
        }
    }
}

/// Which cells hold the object, themselves or within others: upwards from those that hold it.
std::vector<bool> cellsThatHold(const Game& game, std::int32_t objectId)
{
    const std::size_t cells = game.listNodes.size() + game.tables.size();
    std::vector<std::size_t> firstHolder(cells + 1, 0); // holders of a cell as one array with beginnings
    forEachHeld(game, [&](std::size_t, const Value& value) {
        if (isCell(game, value))
            ++firstHolder[cellOf(game, value) + 1];
    });
    for (std::size_t i = 1; i < firstHolder.size(); ++i)
        firstHolder[i] += firstHolder[i - 1];
    std::vector<std::size_t> holders(firstHolder.back());
    std::vector<std::size_t> next = firstHolder;
    std::vector<bool> holds(cells, false);
    std::vector<std::size_t> open;
    forEachHeld(game, [&](std::size_t cell, const Value& value) {
        if (isCell(game, value))
            holders[next[cellOf(game, value)]++] = cell;
        if (value.tag == Tag::Object && value.data == objectId && !holds[cell]) {
            holds[cell] = true;
            open.push_back(cell);
        }
    });
    while (!open.empty()) {
        const std::size_t cell = open.back();
        open.pop_back();
        for (std::size_t i = firstHolder[cell]; i < firstHolder[cell + 1]; ++i) {
            if (!holds[holders[i]]) {
                holds[holders[i]] = true;
                open.push_back(holders[i]);
            }
        }
    }
    return holds;
}

} // namespace

std::string_view flavourName(Flavour flavour)
{
    constexpr std::array<std::string_view, 3> names{"original (32-bit values)", "open105 (32-bit values, tables)",
                                                    "mainline (64-bit values)"};
    return names[static_cast<std::size_t>(flavour)];
}

GameIndex::GameIndex(const SaveSet& set) : set_(set)
{
    for (const Object& entry : set.game.objects)
        objects_.try_emplace(entry.id, &entry);
    for (const Class& entry : set.game.classes)
        classes_.try_emplace(entry.id, &entry);
    for (const Resource& entry : set.game.resources)
        resourceNames_.try_emplace(entry.id, &entry.name);
    if (set.strings)
        for (const Strings::Entry& entry : set.strings->entries)
            strings_.try_emplace(entry.id, &entry.text);
    if (set.dynamicResources)
        for (const DynamicResources::Entry& entry : set.dynamicResources->entries)
            dynamicResources_.try_emplace(entry.id, &entry.text);
}

const Object* GameIndex::object(std::int32_t id) const { return find(objects_, id); }
const Class* GameIndex::classOf(std::int32_t classId) const { return find(classes_, classId); }
const std::string* GameIndex::string(std::int64_t id) const { return find(strings_, id); }
const std::string* GameIndex::dynamicResource(std::int64_t id) const { return find(dynamicResources_, id); }
const std::string* GameIndex::resourceName(std::int64_t id) const { return find(resourceNames_, id); }

std::string GameIndex::className(std::int32_t classId) const
{
    const Class* found = classOf(classId);
    return found != nullptr ? found->name : "class " + std::to_string(classId);
}

std::string GameIndex::propertyName(std::int32_t classId, std::size_t number) const
{
    const Class* found = classOf(classId);
    return found != nullptr && number >= 1 && number <= found->properties.size() ? found->properties[number - 1]
                                                                                 : "property " + std::to_string(number);
}

std::string GameIndex::objectName(std::int64_t id) const
{
    const Object* found = id >= INT32_MIN && id <= INT32_MAX ? object(static_cast<std::int32_t>(id)) : nullptr;
    return "object " + std::to_string(id) + (found != nullptr ? " (" + className(found->classId) + ")" : " (missing)");
}

std::string GameIndex::builtInName(std::int32_t which) const
{
    constexpr std::array<std::string_view, 4> names{"System", "Settings", "RealTime", "GameEventEngine"};
    return which >= 0 && static_cast<std::size_t>(which) < names.size() ? std::string(names[static_cast<std::size_t>(which)])
                                                                        : "built-in object " + std::to_string(which);
}

std::string GameIndex::describe(const Value& value, std::size_t budget) const
{
    std::string text;
    describeInto(text, value, budget, 0);
    return text;
}

void GameIndex::describeInto(std::string& text, const Value& value, std::size_t& budget, std::size_t depth) const
{
    const auto named = [&](const std::string* name) { return name != nullptr ? " (" + *name + ")" : std::string(); };
    const std::string number = std::to_string(value.data);
    switch (value.tag) {
    case Tag::Nil: text += "$"; return;
    case Tag::Int: text += number; return;
    case Tag::Object: text += "OBJECT" + objectName(value.data).substr(6); return;
    case Tag::Class: text += "CLASS " + className(static_cast<std::int32_t>(value.data)); return;
    case Tag::String:
        if (const std::string* content = string(value.data))
            text += '"' + *content + '"';
        else
            text += "STRING " + number;
        return;
    case Tag::Resource: {
        const std::string* content = dynamicResource(value.data);
        text += "RESOURCE " + number + (content != nullptr ? " \"" + *content + '"' : named(resourceName(value.data)));
        return;
    }
    default: break;
    }
    if (!isCell(game(), value)) {
        const std::int32_t version = game().flavour == Flavour::Extended ? 11 : 5;
        text += std::string(bof::tagName(value.tag, version)) + " " + number;
        return;
    }
    if (depth >= deepestList) {
        text += "[...]";
        return;
    }
    text += value.tag == Tag::List ? "[" : "{";
    std::string_view separator;
    const auto part = [&](const Value& held, std::string_view between) {
        text += between;
        if (budget == 0) {
            text += "...";
            return false;
        }
        --budget;
        describeInto(text, held, budget, depth + 1);
        return true;
    };
    if (value.tag == Tag::List) {
        for (Value node = value; isCell(game(), node) && node.tag == Tag::List;) {
            const ListNode& held = game().listNodes[static_cast<std::size_t>(node.data)];
            if (!part(held.first, separator))
                break;
            separator = ", ";
            node = held.rest;
            if (node.tag != Tag::List && node.tag != Tag::Nil && !part(node, " . "))
                break;
        }
    } else {
        for (const TableEntry& entry : game().tables[static_cast<std::size_t>(value.data)].entries) {
            if (!part(entry.key, separator) || !part(entry.value, ": "))
                break;
            separator = ", ";
        }
    }
    text += value.tag == Tag::List ? "]" : "}";
}

std::vector<Reference> GameIndex::referencesTo(std::int32_t objectId) const
{
    using Kind = Reference::Kind;
    std::vector<Reference> references;
    for (const BuiltInObject& entry : game().builtIns)
        if (entry.object == objectId)
            references.push_back({Kind::BuiltIn, entry.which, 0, false});
    const std::vector<bool> holds = cellsThatHold(game(), objectId);
    for (const Object& holder : game().objects) {
        for (std::size_t i = 0; i < holder.properties.size(); ++i) {
            const Value& value = holder.properties[i];
            const bool isDirect = value.tag == Tag::Object && value.data == objectId;
            if (isDirect || (isCell(game(), value) && holds[cellOf(game(), value)]))
                references.push_back({Kind::Property, holder.id, i + 1, !isDirect});
        }
    }
    for (const Timer& timer : game().timers)
        if (timer.object == objectId)
            references.push_back({Kind::Timer, timer.id, 0, false});
    for (const User& user : game().users)
        if (user.object == objectId)
            references.push_back({Kind::User, user.account, 0, false});
    return references;
}

} // namespace blak::save
