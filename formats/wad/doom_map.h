// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/wad/wad.h"

#include <array>
#include <cstdint>

/// Maps of Doom in one form, whatever layout they were stored in. Numbers are as in the file: nothing is checked but that the file
/// holds them, so a side may name a sector that is not there.
namespace blak::wad {

struct Vertex
{
    double x = 0, y = 0; ///< y up
    friend bool operator==(const Vertex&, const Vertex&) = default;
};

namespace line_flag {
constexpr std::uint32_t blocking = 0x001, twoSided = 0x004, upperUnpegged = 0x008, lowerUnpegged = 0x010, secret = 0x020,
                        neverOnMap = 0x080, alwaysOnMap = 0x100;
}

struct Line
{
    static constexpr std::int32_t noSide = -1;

    std::int32_t start = 0, end = 0; ///< vertices
    std::uint32_t flags = 0;
    std::int32_t special = 0;
    std::int32_t tag = 0;             ///< Doom: of the sectors; UDMF: id of the line
    std::array<std::int32_t, 5> arguments{}; ///< Hexen, UDMF
    std::array<std::int32_t, 2> sides{noSide, noSide}; ///< the first looks to the right, walking from start to end
    friend bool operator==(const Line&, const Line&) = default;
};

struct Side
{
    std::int32_t xOffset = 0, yOffset = 0;
    std::string upper, lower, middle; ///< "-" or empty: none
    std::int32_t sector = 0;
    friend bool operator==(const Side&, const Side&) = default;
};

struct Sector
{
    double floor = 0, ceiling = 0;
    std::string floorFlat, ceilingFlat;
    std::int32_t light = 0;
    std::int32_t special = 0;
    std::int32_t tag = 0;
    bool isSloped = false; ///< UDMF: by vertex heights or planes, which are not kept
    friend bool operator==(const Sector&, const Sector&) = default;
};

struct Thing
{
    double x = 0, y = 0;
    std::int32_t angle = 0; ///< degrees, 0 = east, counter-clockwise
    std::int32_t type = 0;
    friend bool operator==(const Thing&, const Thing&) = default;
};

struct DoomMap
{
    std::string name;
    MapKind kind = MapKind::Doom;
    std::vector<Vertex> vertices;
    std::vector<Line> lines;
    std::vector<Side> sides;
    std::vector<Sector> sectors;
    std::vector<Thing> things;
};

Result<DoomMap> readMap(const Wad& wad, const MapEntry& entry);

/// TEXTMAP: the same grammar as the text form of our rooms, other words.
Result<DoomMap> readTextMap(std::string_view text, std::string_view file);

/// Whether a name of a texture names one.
inline bool isTexture(std::string_view name) { return !name.empty() && name != "-"; }

} // namespace blak::wad
