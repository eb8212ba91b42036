// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/property/property.h"
#include "formats/roo/room.h"
#include "formats/udmf/udmf.h"

#include <array>
#include <string_view>

/// Names that reader and writer share; all others are the names of properties (formats/roo/room_properties.h).
namespace blak::udmf {

constexpr std::string_view roomNamespace = "Meridian59";
constexpr std::array<std::string_view, 5> blockNames{"thing", "vertex", "linedef", "sidedef", "sector"}; ///< by Kind
constexpr std::string_view noTexture = "-";

/// How one side of a linedef is called, and where its fields are.
struct SideNames
{
    std::string_view side;                      ///< UDMF: index of the sidedef block, -1 = none
    std::array<std::string_view, 3> staleNames; ///< sector and offsets left in a linedef without this side
    std::uint16_t roo::Linedef::*number;
    std::int16_t roo::Linedef::*sector;
    std::int16_t roo::Linedef::*xOffset;
    std::int16_t roo::Linedef::*yOffset;
};

constexpr std::array sideNames{
    SideNames{"sidefront",
              {"stalefrontsector", "stalefrontoffsetx", "stalefrontoffsety"},
              &roo::Linedef::plusSide,
              &roo::Linedef::plusSector,
              &roo::Linedef::plusXOffset,
              &roo::Linedef::plusYOffset},
    SideNames{"sideback",
              {"stalebacksector", "stalebackoffsetx", "stalebackoffsety"},
              &roo::Linedef::minusSide,
              &roo::Linedef::minusSector,
              &roo::Linedef::minusXOffset,
              &roo::Linedef::minusYOffset},
};

/// Properties of a linedef that have a field of their own name; the others are said by vertices and sidedefs.
constexpr bool isLinedefField(std::string_view name) { return name == "stray"; }

} // namespace blak::udmf
