// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/diagnostic.h"
#include "formats/roo/room.h"

#include <span>

/// What is wrong with a room. Parts of findings are "linedef" and "sector" with their numbers in the file, from 0.
namespace blak::roomcore {

struct RoomCheckInput
{
    const roo::Room& room;
    std::string file{};      ///< as the user named it
    std::string loadError{}; ///< why the BSP tree cannot be used; empty: it can
    /// Ascending numbers of the textures that there are; null: not looked for.
    const std::vector<int>* textures = nullptr;
};

/// Runs every rule, errors first. At most 200 findings a rule, then one that says how many more there are. Needs no tree and takes
/// rooms whose numbers lead nowhere. O(n log n) where lines are about as long as their squares of 256 units.
std::vector<Diagnostic> checkRoom(const RoomCheckInput& input);

/// Every rule with the gravest severity that it reports and what it means, for manuals.
struct RoomRule
{
    std::string_view name; ///< the code of its findings; stable
    Severity severity;
    std::string_view meaning;
};
std::span<const RoomRule> roomRules();

} // namespace blak::roomcore
