// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/roo/room.h"
#include "studio/views/diff/difference.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace blak::diff {

/// Both changed the same, and differently; or what each of them did is whole, and together it is not.
struct Conflict
{
    std::string kind;  ///< "line", "sector", "thing", "room"
    std::string place; ///< "Line 62", as numbered in the base, or in ours or theirs for what was added
    std::string field; ///< "floor height"; empty where it is about the part as a whole, `wayField` where lines do not go together
    std::string base, ours, theirs;
    std::string note; ///< of a way: what is wrong with it; empty once a decision has put it right
    int inBase = -1, inOurs = -1, inTheirs = -1, inMerged = -1; ///< the part; -1: not there

    friend bool operator==(const Conflict&, const Conflict&) = default;
};

/// Where a line runs: a conflict when it crosses one of the other side's, or leaves an area without one sector.
inline constexpr auto wayField = "way";

enum class Prefer : std::uint8_t { Ours, Theirs };

/// How one conflict is solved: as in one of the three rooms.
enum class Take : std::uint8_t { Base, Ours, Theirs };
/// By place and field. What is decided of a way says whether the line is there at all, too.
using Decisions = std::map<std::pair<std::string, std::string>, Take>;

struct RoomMerge
{
    roo::Room room; ///< without tree, walls and grids: these have to be built anew; unless `isOneOfBoth`
    std::vector<Conflict> conflicts; ///< in each, `room` has what was decided, else what was preferred
    bool isOneOfBoth = false; ///< only one side changed anything: the room is that file, byte for byte
};

/// Edits of two people made one. Parts are matched with the base by where they are (matchRooms); each field of a part is taken
/// from who changed it. What is added comes along; what one takes away and the other leaves alone goes. A conflict stays in the list
/// when it is decided; those of ways only while they are wrong or decided.
RoomMerge mergeRooms(const roo::Room& base, const roo::Room& ours, const roo::Room& theirs, Prefer prefer = Prefer::Ours,
                     const Decisions& decisions = {});

/// The conflicts about ways that are one with this one: what somebody drew there hangs together, and is kept or left out as a whole.
/// The given one is among them.
std::vector<std::pair<std::string, std::string>> decidedTogether(const Conflict& way, const roo::Room& base, const roo::Room& ours,
                                                                 const roo::Room& theirs);

} // namespace blak::diff
