// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/roo/room.h"
#include "studio/views/diff/difference.h"

namespace blak::diff {

/// Both changed the same, and differently.
struct Conflict
{
    std::string kind;  ///< "line", "sector", "thing", "room"
    std::string place; ///< "Line 62", as numbered in the base, or in ours for what was added
    std::string field; ///< "floor height"; empty where it is about the part as a whole
    std::string base, ours, theirs;

    friend bool operator==(const Conflict&, const Conflict&) = default;
};

enum class Prefer : std::uint8_t { Ours, Theirs };

struct RoomMerge
{
    roo::Room room; ///< without tree, walls and grids: these have to be built anew; unless `isOneOfBoth`
    std::vector<Conflict> conflicts; ///< in each, `room` has what was preferred
    bool isOneOfBoth = false; ///< only one side changed anything: the room is that file, byte for byte
};

/// Edits of two people made one. Parts are matched with the base by where they are (matchRooms); each field of a part is taken
/// from who changed it. What is added comes along; what one takes away and the other leaves alone goes.
RoomMerge mergeRooms(const roo::Room& base, const roo::Room& ours, const roo::Room& theirs, Prefer prefer = Prefer::Ours);

} // namespace blak::diff
