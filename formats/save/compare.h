// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/save/game_index.h"

namespace blak::save {

enum class Change : std::uint8_t { Added, Removed, Changed };

struct Difference
{
    enum class Subject : std::uint8_t { BuiltIn, Class, Object, Timer, User, Account };

    Subject subject = Subject::Object;
    Change change = Change::Changed;
    std::string name;          ///< "object 5 (Room)"
    std::string property;      ///< empty when the whole thing came or went
    std::string before, after; ///< Windows-1252, shortened; empty on the side where there is nothing
};

/// What is different in `after`. Objects are matched by number, properties, classes and resources by name, lists, tables and
/// strings by content: their numbers change with every save. A server renumbers objects when it collects garbage; across such a
/// save an object can only be told by its class. O(size of both saves).
std::vector<Difference> compare(const GameIndex& before, const GameIndex& after);

} // namespace blak::save
