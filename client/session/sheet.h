// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/wire/objects.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace blak::session {

/// One line of a group of statistics. Numbers have a bar, list entries (spells, skills) a progress.
struct Stat
{
    enum class Kind : std::uint8_t { Number, Resource, Entry };

    std::uint8_t number = 0; ///< in its group, from 1
    std::uint32_t name = 0;  ///< resource
    Kind kind = Kind::Number;
    std::int32_t value = 0, minimum = 0, maximum = 0, currentMaximum = 0;
    std::uint32_t resource = 0; ///< of Resource: the value
    std::uint32_t object = 0;   ///< of Entry: the spell or skill
    std::uint32_t icon = 0;
};

/// Groups of the protocol: 1 condition (health, mana, vigour), 2 abilities, 3 spells, 4 skills.
inline constexpr std::uint8_t conditionGroup = 1;

/// What a server of open105 does for one, or does not let one do.
enum Preference : std::uint32_t {
    SafetyOff = 1, TemporarilySafe = 2, Grouping = 4, AutoLoot = 8, AutoCombine = 0x10, ReagentBag = 0x20, SpellPower = 0x40
};

struct Ability
{
    wire::GameObject object;
    std::uint8_t targets = 0; ///< how many a spell wants
    std::uint8_t school = 0;
    bool active = false; ///< open105: of skills
};

/// What one is: statistics, spells, skills, enchantments, preferences.
class Sheet
{
public:
    static constexpr std::size_t mostEntries = 5000; ///< of each kind

    /// True when it was for this part.
    bool hear(const wire::Message& message);
    void clear() { *this = {}; }
    /// Spells, skills, enchantments: what had an id has none any more.
    void forgetIds();

    const std::vector<std::uint32_t>& groupNames() const { return groupNames_; } ///< resources, group 1 first
    const std::map<std::uint8_t, std::vector<Stat>>& groups() const { return groups_; }
    const Stat* find(std::uint8_t group, std::uint8_t number) const;
    const std::vector<Ability>& spells() const { return spells_; }
    const std::vector<Ability>& skills() const { return skills_; }
    const std::vector<std::uint32_t>& schoolNames() const { return schools_; } ///< resources, school 1 first
    const std::vector<wire::GameObject>& enchantments() const { return enchantments_; }
    const std::vector<wire::GameObject>& roomEnchantments() const { return roomEnchantments_; }
    /// open105: a sum of Preference; nothing until the server has told.
    const std::optional<std::uint32_t>& preferences() const { return preferences_; }
    /// open105: statistics that may be chosen anew; empty = none. Six abilities, six schools, two crafts.
    const std::vector<std::uint8_t>& statChoice() const { return statChoice_; }
    void roomChanged() { roomEnchantments_.clear(); }

private:
    void put(std::uint8_t group, Stat stat);

    std::vector<std::uint32_t> groupNames_, schools_;
    std::map<std::uint8_t, std::vector<Stat>> groups_;
    std::vector<Ability> spells_, skills_;
    std::vector<wire::GameObject> enchantments_, roomEnchantments_;
    std::optional<std::uint32_t> preferences_;
    std::vector<std::uint8_t> statChoice_;
};

} // namespace blak::session
