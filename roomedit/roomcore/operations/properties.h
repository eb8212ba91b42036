// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "formats/property/property.h"
#include "roomedit/roomcore/map/settle.h"

#include <cstdint>
#include <span>
#include <string>

/// What parts are like: everything in the property tables of formats/roo/room_properties.h, heights, light and textures. With a
/// `mergeKey` (see document::History::commit) repeated calls become one step.
namespace blak::roomcore {

/// One side of a line.
struct SideRef
{
    LineId line;
    Side side = Side::Plus;
    friend auto operator<=>(const SideRef&, const SideRef&) = default;
};

/// Sides without sidedef are left out. A sidedef that other sides share is copied first.
Result<void> setSideProperty(MapEdit& edit, std::span<const SideRef> sides, const property::Property& property,
                             const property::Value& value, std::uint64_t mergeKey = 0);
/// Offsets; ends of lines are moved by transform().
Result<void> setLineProperty(MapEdit& edit, std::span<const LineId> lines, const property::Property& property,
                             const property::Value& value, std::uint64_t mergeKey = 0);
/// New steps between sectors get textures; a slope that is switched on lies level through corners of its sector.
Result<void> setSectorProperty(MapEdit& edit, std::span<const SectorId> sectors, const property::Property& property,
                               const property::Value& value, const MapDefaults& defaults, std::uint64_t mergeKey = 0);
Result<void> setThingProperty(MapEdit& edit, std::span<const ThingId> things, const property::Property& property,
                              const property::Value& value, std::uint64_t mergeKey = 0);

/// A line as the property tables see it.
roo::Linedef linedefOf(const Map& map, LineId line);

enum class Plane : std::uint8_t { Floor, Ceiling };
/// Heights that raise() could not bring where they were to go.
struct CutHeights
{
    Plane plane = Plane::Floor;
    int count = 0;
    int wanted = 0, reached = 0; ///< editor units, of the first

    /// In words for the user; empty where all arrived.
    std::string sentence() const;
};
/// Raises (or lowers) by a number of editor units; slopes go along. Heights stay between 0 and 65535 and floors below ceilings: what
/// was cut for that is returned.
Result<CutHeights> raise(MapEdit& edit, std::span<const SectorId> sectors, Plane plane, int by, const MapDefaults& defaults,
                   std::uint64_t mergeKey = 0);
/// Brighter (or darker): within 0..127 and within 128..255, so that light that follows the time of day goes on doing so.
Result<void> brighten(MapEdit& edit, std::span<const SectorId> sectors, int by, std::uint64_t mergeKey = 0);
Result<void> setFlat(MapEdit& edit, std::span<const SectorId> sectors, Plane plane, std::uint16_t texture);

/// Everything that a sector is like but for its tag and its slopes; a side but for its tag.
Result<void> pasteSector(MapEdit& edit, std::span<const SectorId> sectors, const roo::Sector& like, const MapDefaults& defaults);
struct SideLook
{
    roo::Sidedef sidedef;
    std::int16_t xOffset = 0, yOffset = 0;
    friend bool operator==(const SideLook&, const SideLook&) = default;
};
Result<void> pasteSides(MapEdit& edit, std::span<const SideRef> sides, const SideLook& like);

enum class WallPart : std::uint8_t { Above, Normal, Below };
Result<void> setWallTexture(MapEdit& edit, std::span<const SideRef> sides, WallPart part, std::uint16_t texture);
std::uint16_t wallTexture(const Map& map, SideRef side, WallPart part);
Result<void> shiftTexture(MapEdit& edit, std::span<const SideRef> sides, int byX, int byY, std::uint64_t mergeKey = 0);

} // namespace blak::roomcore
