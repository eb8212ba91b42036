// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/diagnostic.h"
#include "formats/roo/room.h"
#include "roomedit/roomcore/checks/sentence.h"

#include <set>
#include <span>

/// What is wrong with a room, and ways to put it right.
namespace blak::roomcore {

struct MapNumbers;
struct RoomCopy;

struct RoomCheckInput
{
    const roo::Room& room;
    std::string file{};      ///< as the user named it
    std::string loadError{}; ///< why the BSP tree cannot be used; empty: it can
    /// Ascending numbers of the textures that there are; null: not looked for.
    const std::vector<int>* textures = nullptr;
    /// The ids of the parts, for a room that is being edited; null: those of a document that was just opened, which are the numbers.
    const MapNumbers* numbers = nullptr;
    /// Tree, grids and checksum belong to the room. False: it was edited, and saving makes them anew.
    bool isBuilt = true;
    /// The same room with the file that it was read from, where it was edited: for rules about what saving makes. Null: they are not
    /// run on a room that is not built.
    const RoomCopy* edited = nullptr;
    /// Names of rules that are not run.
    std::set<std::string, std::less<>> ignored{};
    Translate translate{};
};

/// Runs every rule, errors first. At most 200 findings a rule, then one that says how many more there are and holds their fixes.
/// Needs no tree and takes rooms whose numbers lead nowhere. Parts are "linedef" and "sector" with their ids; fixes want the
/// RoomDocument of the room. O(n log n) where lines are about as long as their squares of 256 units.
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
