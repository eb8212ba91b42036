// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/session/sheet.h"

#include "formats/wire/fields.h"

#include <algorithm>

namespace blak::session {
namespace {

using wire::Field;
using wire::MessageId;
using namespace wire::fields;

Stat statOf(const std::vector<Field>& items)
{
    Stat stat;
    stat.number = static_cast<std::uint8_t>(numberIn(items, "number"));
    stat.name = numberIn(items, "name");
    const auto whole = [&](std::string_view name) { return static_cast<std::int32_t>(numberIn(items, name)); };
    if (numberIn(items, "kind") == 2) {
        stat.kind = Stat::Kind::Entry;
        stat.object = numberIn(items, "id") & wire::idMask;
        stat.value = whole("value");
        stat.icon = numberIn(items, "icon");
        stat.maximum = stat.currentMaximum = 99;
    } else if (numberIn(items, "tag") == 2) {
        stat.kind = Stat::Kind::Resource;
        stat.resource = numberIn(items, "resource");
    } else {
        stat.value = whole("value");
        stat.minimum = whole("minimum");
        stat.maximum = whole("maximum");
        stat.currentMaximum = whole("current_maximum");
    }
    return stat;
}

Ability abilityOf(const std::vector<Field>& items)
{
    Ability ability;
    ability.object = wire::objectOf(findIn(items, "object"));
    ability.targets = static_cast<std::uint8_t>(numberIn(items, "targets"));
    ability.school = static_cast<std::uint8_t>(numberIn(items, "school"));
    ability.active = numberIn(items, "active") != 0;
    return ability;
}

const std::vector<Field>& itemsOfFirst(const Field& element)
{
    static const std::vector<Field> none;
    return element.items.empty() ? none : element.items.front().items;
}

void readAll(const std::vector<Field>& list, std::vector<Ability>& out)
{
    out.clear();
    for (const Field& element : list)
        if (out.size() < Sheet::mostEntries)
            out.push_back(abilityOf(itemsOfFirst(element)));
}

void put(std::vector<Ability>& abilities, Ability ability)
{
    const auto it = std::ranges::find(abilities, ability.object.id, [](const Ability& one) { return one.object.id; });
    if (it != abilities.end())
        *it = std::move(ability);
    else if (abilities.size() < Sheet::mostEntries)
        abilities.push_back(std::move(ability));
}

void put(std::vector<wire::GameObject>& objects, wire::GameObject object)
{
    const auto it = std::ranges::find(objects, object.id, &wire::GameObject::id);
    if (it != objects.end())
        *it = std::move(object);
    else if (objects.size() < Sheet::mostEntries)
        objects.push_back(std::move(object));
}

} // namespace

const Stat* Sheet::find(std::uint8_t group, std::uint8_t number) const
{
    const auto it = groups_.find(group);
    if (it == groups_.end())
        return nullptr;
    const auto stat = std::ranges::find(it->second, number, &Stat::number);
    return stat == it->second.end() ? nullptr : &*stat;
}

void Sheet::put(std::uint8_t group, Stat stat)
{
    std::vector<Stat>& stats = groups_[group];
    const auto it = std::ranges::find(stats, stat.number, &Stat::number);
    if (it != stats.end())
        *it = stat;
    else // in the order of their numbers, which are bytes, whichever is told first
        stats.insert(std::ranges::find_if(stats, [&](const Stat& one) { return one.number > stat.number; }), stat);
}

void Sheet::forgetIds()
{
    spells_.clear();
    skills_.clear();
    enchantments_.clear();
    roomEnchantments_.clear();
    for (auto& [group, stats] : groups_)
        std::erase_if(stats, [](const Stat& one) { return one.kind == Stat::Kind::Entry; });
}

bool Sheet::hear(const wire::Message& message)
{
    const auto number = [&](std::string_view name) { return numberOf(message, name); };
    const auto itemsOfField = [&](std::string_view name) -> const std::vector<Field>& { return itemsOf(message, name); };
    const auto dropAbility = [&](std::vector<Ability>& from) {
        std::erase_if(from, [id = number("id") & wire::idMask](const Ability& one) { return one.object.id == id; });
    };
    auto& enchantments = number("kind") == 2 ? roomEnchantments_ : enchantments_;
    switch (message.row->id) {
    case MessageId::BP_STAT:
        put(static_cast<std::uint8_t>(number("group")), statOf(itemsOfField("stat")));
        return true;
    case MessageId::BP_STAT_GROUP: {
        const auto group = static_cast<std::uint8_t>(number("group"));
        groups_[group].clear();
        for (const Field& element : itemsOfField("stats"))
            put(group, statOf(itemsOfFirst(element)));
        return true;
    }
    case MessageId::BP_STAT_GROUPS: groupNames_ = numbersOf(itemsOfField("groups")); return true;
    case MessageId::BP_SPELLS: readAll(itemsOfField("spells"), spells_); return true;
    case MessageId::BP_SPELL_ADD: session::put(spells_, abilityOf(itemsOfField("spell"))); return true;
    case MessageId::BP_SPELL_REMOVE: dropAbility(spells_); return true;
    case MessageId::BP_SKILLS: readAll(itemsOfField("skills"), skills_); return true;
    case MessageId::BP_SKILL_ADD: session::put(skills_, abilityOf(itemsOfField("skill"))); return true;
    case MessageId::BP_SKILL_REMOVE: dropAbility(skills_); return true;
    case MessageId::BP_ADD_ENCHANTMENT: session::put(enchantments, wire::objectOf(message.find("object"))); return true;
    case MessageId::BP_REMOVE_ENCHANTMENT:
        std::erase_if(enchantments,
                      [id = number("id") & wire::idMask](const wire::GameObject& one) { return one.id == id; });
        return true;
    case MessageId::UC_SPELL_SCHOOLS: schools_ = numbersOf(itemsOfField("schools")); return true;
    case MessageId::UC_RECEIVE_PREFERENCES: preferences_ = number("preferences"); return true;
    case MessageId::BP_REQ_STAT_CHANGE: {
        statChoice_.clear();
        for (const Field& field : itemsOfField("statistics")) {
            if (field.type == wire::FieldType::List)
                for (const std::uint32_t level : numbersOf(field.items))
                    statChoice_.push_back(static_cast<std::uint8_t>(level));
            else
                statChoice_.push_back(static_cast<std::uint8_t>(field.number));
        }
        return true;
    }
    case MessageId::BP_CHANGED_STATS_OK: statChoice_.clear(); return true;
    case MessageId::BP_CHANGED_STATS_NOT_OK: return true;
    default: return false;
    }
}

} // namespace blak::session
