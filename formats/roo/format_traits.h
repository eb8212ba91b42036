// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/roo/room.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

/// What tells the room formats apart: one row each, used by reader, writer, security value and conversion.
namespace blak::roo {

struct FormatTraits
{
    Format format;
    std::int32_t version;
    std::string_view name;
    bool floatCoordinates;    ///< nodes, walls; also the length of a wall, which is u16 otherwise
    bool floatPlane;          ///< a, b, c, d of a slope
    bool floatOrigin;         ///< texture origin of a slope
    bool sectorAnimation;     ///< animation speed in the sector record
    bool securityCoordinates; ///< coordinates count for the security value
    bool monsterGrid;
    bool highResolutionGrid;
    bool slopedGrids; ///< movement grids know slopes, so they differ in content from those of older formats

    friend constexpr bool sameGrids(const FormatTraits& a, const FormatTraits& b)
    {
        return a.monsterGrid == b.monsterGrid && a.highResolutionGrid == b.highResolutionGrid && a.slopedGrids == b.slopedGrids;
    }
};

// clang-format off
constexpr std::array formatTable{
    //            format             version name         float: coords plane  origin anim   security monster hires  sloped
    FormatTraits{Format::V4,          4, "4",            false, false, false, false, true,  false, false, false},
    FormatTraits{Format::V5,          5, "5",            false, false, false, false, true,  false, false, false},
    FormatTraits{Format::V6,          6, "6",            false, false, false, false, true,  false, false, false},
    FormatTraits{Format::V7,          7, "7",            false, false, false, false, true,  false, false, false},
    FormatTraits{Format::V8,          8, "8",            false, false, false, false, true,  false, false, false},
    FormatTraits{Format::V9,          9, "9",            false, false, false, false, true,  false, false, false},
    FormatTraits{Format::V10,        10, "10",           false, false, false, true,  true,  false, false, false},
    FormatTraits{Format::V11,        11, "11",           false, false, false, true,  true,  false, false, false},
    FormatTraits{Format::V12,        12, "12",           false, false, false, true,  true,  true,  false, false},
    FormatTraits{Format::V13Float,   13, "13 (float)",   true,  true,  true,  true,  true,  true,  false, false},
    FormatTraits{Format::V13Integer, 13, "13 (integer)", false, false, false, true,  true,  true,  true,  false},
    FormatTraits{Format::V14,        14, "14",           true,  true,  false, true,  false, true,  true,  true},
    FormatTraits{Format::V15,        15, "15",           true,  true,  false, true,  false, true,  true,  true},
};
// clang-format on

constexpr const FormatTraits& traits(Format format) { return formatTable[static_cast<std::size_t>(format)]; }

constexpr std::uint32_t roomMagic = 0xB14F4F52; // "ROO" B1
constexpr std::uint32_t mainInfoOffset = 20;
constexpr std::size_t headerSize = 52; ///< up to and including the six section offsets

// Record sizes, bytes. Coordinates have four bytes in every format.
constexpr std::size_t internalNodeSize = 1 + 4 * 4 + 3 * 4 + 3 * 2;
constexpr std::size_t leafNodeSize = 1 + 4 * 4 + 2 * 2; ///< and 8 for each point
constexpr std::size_t pointSize = 8;
constexpr std::size_t linedefSize = 32;
constexpr std::size_t sidedefSize = 13;
constexpr std::size_t slopeSize = 46;
constexpr std::size_t shortThingSize = 8;
constexpr std::size_t longThingSize = 96;
constexpr std::size_t maxShortThings = 2; ///< rooms with more store every thing in the long form
constexpr std::size_t wallSize(const FormatTraits& t) { return t.floatCoordinates ? 38 : 36; }
constexpr std::size_t sectorSize(const FormatTraits& t) { return t.sectorAnimation ? 20 : 19; } ///< without slopes

/// Sector flags as the file has them: the two slope bits tell which slopes follow.
constexpr std::uint32_t storedFlags(const Sector& sector)
{
    std::uint32_t flags = sector.flags & ~(sector_flag::slopedFloor | sector_flag::slopedCeiling);
    if (sector.floorSlope)
        flags |= sector_flag::slopedFloor;
    if (sector.ceilingSlope)
        flags |= sector_flag::slopedCeiling;
    return flags;
}

} // namespace blak::roo
