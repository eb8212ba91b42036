// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/wire/codec.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace blak::session {

/// The parts a face is put together of; sprites by resource.
struct FaceParts
{
    std::uint32_t head = 0;
    std::vector<std::uint32_t> hair, eyes, noses, mouths;
};

/// A spell or skill that may be chosen.
struct Choice
{
    std::uint32_t id = 0, name = 0, description = 0, cost = 0;
    std::uint8_t school = 0;
};

/// BP_CHARINFO: what a new character may be made of.
struct CreationChoices
{
    std::vector<std::uint8_t> hairPalettes, skinPalettes;
    FaceParts male, female;
    std::vector<Choice> spells, skills;
};

struct Advertisement
{
    std::string file, url;
};

/// A character as its player wants it.
struct NewCharacter
{
    static constexpr std::uint32_t statisticsTotal = 200; ///< servers want no more
    static constexpr std::uint32_t leastStatistic = 1, mostStatistic = 50;

    std::uint32_t id = 0;
    std::string name, description; ///< bytes of Windows-1252
    bool female = false;
    std::array<std::size_t, 4> face{}; ///< which hair, eyes, nose, mouth of the choices
    std::size_t hairPalette = 0, skinPalette = 0;
    std::array<std::uint32_t, 6> statistics{33, 33, 33, 33, 34, 34}; ///< might, intellect, stamina, agility, mysticism, aim
    std::vector<std::uint32_t> spells, skills;
};

/// The time before the game: message of the day, characters, their making.
class Creation
{
public:
    /// Points for spells and skills together.
    static std::uint32_t pointsFor(wire::Dialect dialect) { return wire::isOpen(dialect) ? 125 : 45; }

    bool hear(const wire::Message& message);
    void clear() { *this = {}; }

    const std::string& messageOfTheDay() const { return messageOfTheDay_; }
    const std::vector<Advertisement>& advertisements() const { return advertisements_; }
    const std::optional<CreationChoices>& choices() const { return choices_; }
    /// Why the last one was refused; empty = it was not.
    const std::string& refusal() const { return refusal_; }
    void forgetRefusal() { refusal_.clear(); }

    /// The fields of BP_NEW_CHARINFO; nothing while the choices are not known or do not hold what is asked for.
    std::optional<std::vector<wire::Field>> fieldsOf(const NewCharacter& character) const;

private:
    std::string messageOfTheDay_;
    std::vector<Advertisement> advertisements_;
    std::optional<CreationChoices> choices_;
    std::string refusal_;
};

} // namespace blak::session
