// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "roomedit/roomcore/arrangement.h"
#include "roomedit/roomcore/map/map_convert.h"

#include <string>
#include <vector>

/// Parts of a room as they are written beside it: by their numbers in the file, and by where they are, so that they are found again
/// after the room was changed elsewhere.
///
///     line    "12: 0,0 64,0"            number, start, end
///     sector  "3: 0,0 64,0; 64,0 64,64" number, up to four pieces of its border with the sector on the right
///     thing   "0: 32,96"
namespace blak::roomcore {

struct WrittenPart
{
    std::uint32_t number = 0;
    std::vector<MapPoint> points; ///< two for each piece of a border
    friend bool operator==(const WrittenPart&, const WrittenPart&) = default;
};

struct WrittenParts
{
    std::vector<WrittenPart> lines, sectors, things;
    bool isEmpty() const { return lines.empty() && sectors.empty() && things.empty(); }
    friend bool operator==(const WrittenParts&, const WrittenParts&) = default;
};

struct WrittenGroup
{
    PartGroup::Kind kind = PartGroup::Kind::Layer;
    std::string name;
    bool isHidden = false, isLocked = false;
    WrittenParts parts;
    std::string prefab = {};
    friend bool operator==(const WrittenGroup&, const WrittenGroup&) = default;
};

struct WrittenArrangement
{
    std::vector<WrittenGroup> groups;
    WrittenParts hidden, locked;
    friend bool operator==(const WrittenArrangement&, const WrittenArrangement&) = default;
};

std::string textOf(const WrittenPart& part);
Result<WrittenPart> partFromText(std::string_view text, const std::string& where);

/// Under the numbers that the room is written with; parts that are gone are left out.
WrittenArrangement written(const Arrangement& arrangement, const Map& map, const MapNumbers& numbers);

struct FoundArrangement
{
    Arrangement arrangement;
    std::size_t moved = 0; ///< found under another number
    std::size_t lost = 0;  ///< found nowhere
};
FoundArrangement findAgain(const WrittenArrangement& arrangement, const Map& map, const MapNumbers& numbers);

} // namespace blak::roomcore
