// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/operations/properties.h"

#include "formats/roo/room_properties.h"
#include "roomedit/roomcore/operations/construct.h"
#include "roomedit/roomcore/operations/construction.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace blak::roomcore {
namespace {

/// "Set floor height": as the inspector's row says it, with the column where two things have the same row.
constexpr std::size_t longestShown = 40; ///< letters of a text

std::string nameOf(const property::Property& property)
{
    std::string what(property.label);
    what[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(what[0])));
    std::string group(property.group);
    group[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(group[0])));
    const bool isColumn = group.starts_with("floor") || group.starts_with("ceiling") || group == "front" || group == "back";
    return "Set " + (isColumn ? group + " " : std::string()) + what +
           (property.editor == property::Editor::Texture && !isColumn ? " texture" : "");
}

/// ` to 110`, or ` of 3 sectors to 110`; how it is chosen among names stays out of it.
std::string valueOf(const property::Property& property, const property::Value& value, std::size_t count, const char* things)
{
    std::string shown;
    if (property.type == property::Type::Boolean)
        shown = std::get_if<bool>(&value) != nullptr && std::get<bool>(value) ? " on" : " off";
    else if (const auto choice = std::ranges::find_if(property.choices, [&](const property::Choice& one) { return property::Value(one.value) == value; });
             choice != property.choices.end())
        shown = " to " + std::string(choice->label);
    else
        shown = " to " + property::text(value).substr(0, longestShown);
    return (count > 1 ? " of " + std::to_string(count) + ' ' + things : std::string()) + shown;
}

/// With the side, where it is the same one of all.
std::string nameOf(const property::Property& property, std::span<const SideRef> sides, const property::Value& value)
{
    const auto are = [sides](Side side) { return std::ranges::all_of(sides, [side](const SideRef& each) { return each.side == side; }); };
    return nameOf(property) + (sides.empty() ? "" : are(Side::Plus) ? ", + side," : are(Side::Minus) ? ", \u2212 side," : "") +
           valueOf(property, value, sides.size(), "sides");
}

/// Copy, change, put back: for every id, or for none.
template <typename IdType, typename Record>
Result<void> setAll(MapEdit& edit, std::span<const IdType> ids, const property::Table<Record>& table,
                    const property::Property& property, const property::Value& value, const Record& (Map::*read)(IdType) const)
{
    for (const IdType id : ids) {
        if (!edit.map().has(id))
            continue;
        Record record = (edit.map().*read)(id);
        if (auto done = table.setValue(record, property, value); !done)
            return done.error();
        edit.set(id, record);
    }
    return {};
}

const std::optional<roo::Slope>& slopeOf(const roo::Sector& sector, Plane plane)
{
    return plane == Plane::Floor ? sector.floorSlope : sector.ceilingSlope;
}

/// A slope that was just switched on has no points yet: it lies level through corners of its sector, to be tilted from there.
Result<void> layNewSlope(MapEdit& edit, SectorId id, Plane plane)
{
    if (!slopeOf(edit.map().sector(id), plane) || edit.map().linesOf(id).empty())
        return {};
    return tiltFromLine(edit, id, plane, *edit.map().linesOf(id).begin(), 0);
}

std::int16_t wrapped(int value) { return static_cast<std::int16_t>(value); }

} // namespace

roo::Linedef linedefOf(const Map& map, LineId id)
{
    const MapLine& line = map.line(id);
    const MapPoint start = map.point(line.start), end = map.point(line.end);
    roo::Linedef linedef;
    linedef.x0 = wrapped(start.x);
    linedef.y0 = wrapped(start.y);
    linedef.x1 = wrapped(end.x);
    linedef.y1 = wrapped(end.y);
    linedef.plusXOffset = line.sides[0].xOffset;
    linedef.plusYOffset = line.sides[0].yOffset;
    linedef.minusXOffset = line.sides[1].xOffset;
    linedef.minusYOffset = line.sides[1].yOffset;
    return linedef;
}

Result<void> setSideProperty(MapEdit& edit, std::span<const SideRef> sides, const property::Property& property,
                             const property::Value& value, std::uint64_t mergeKey)
{
    document::Transaction transaction(edit.history(), nameOf(property, sides, value));
    for (const SideRef& at : sides) {
        if (!edit.map().has(at.line) || !edit.map().line(at.line).side(at.side).sidedef)
            continue;
        roo::Sidedef sidedef = edit.map().sidedef(edit.map().line(at.line).side(at.side).sidedef);
        if (auto done = roo::sidedefProperties().setValue(sidedef, property, value); !done)
            return done.error();
        edit.setSidedef(at.line, at.side, sidedef);
    }
    transaction.commit(mergeKey);
    return {};
}

Result<void> setLineProperty(MapEdit& edit, std::span<const LineId> lines, const property::Property& property,
                             const property::Value& value, std::uint64_t mergeKey)
{
    document::Transaction transaction(edit.history(), nameOf(property) + valueOf(property, value, lines.size(), "lines"));
    for (const LineId id : lines) {
        if (!edit.map().has(id))
            continue;
        roo::Linedef linedef = linedefOf(edit.map(), id);
        if (auto done = roo::linedefProperties().setValue(linedef, property, value); !done)
            return done.error();
        MapLine line = edit.map().line(id);
        line.sides[0].xOffset = linedef.plusXOffset;
        line.sides[0].yOffset = linedef.plusYOffset;
        line.sides[1].xOffset = linedef.minusXOffset;
        line.sides[1].yOffset = linedef.minusYOffset;
        edit.set(id, line);
    }
    transaction.commit(mergeKey);
    return {};
}

Result<void> setSectorProperty(MapEdit& edit, std::span<const SectorId> sectors, const property::Property& property,
                               const property::Value& value, const MapDefaults& defaults, std::uint64_t mergeKey)
{
    document::Transaction transaction(edit.history(), nameOf(property) + valueOf(property, value, sectors.size(), "sectors"));
    std::vector<std::pair<SectorId, Plane>> level;
    for (const SectorId id : sectors)
        if (edit.map().has(id))
            for (const Plane plane : {Plane::Floor, Plane::Ceiling})
                if (!slopeOf(edit.map().sector(id), plane))
                    level.emplace_back(id, plane);
    if (auto done = setAll(edit, sectors, roo::sectorProperties(), property, value, &Map::sector); !done)
        return done;
    for (const auto& [id, plane] : level)
        if (auto done = layNewSlope(edit, id, plane); !done)
            return done;
    dressBorders(edit, sectors, defaults);
    transaction.commit(mergeKey);
    return {};
}

Result<void> setThingProperty(MapEdit& edit, std::span<const ThingId> things, const property::Property& property,
                              const property::Value& value, std::uint64_t mergeKey)
{
    document::Transaction transaction(edit.history(), nameOf(property) + valueOf(property, value, things.size(), "things"));
    if (auto done = setAll(edit, things, roo::thingProperties(), property, value, &Map::thing); !done)
        return done;
    transaction.commit(mergeKey);
    return {};
}

std::string CutHeights::sentence() const
{
    if (count == 0)
        return {};
    const bool isFloor = plane == Plane::Floor;
    const std::string stops = count == 1 ? std::string("The ") + (isFloor ? "floor" : "ceiling") + " stops at " + std::to_string(reached) + " instead of " + std::to_string(wanted)
                                         : std::to_string(count) + (isFloor ? " floors" : " ceilings") + " stop on the way";
    return stops + (isFloor ? ": floors go from 0 to the ceiling." : ": ceilings go from the floor to 65535.");
}

Result<CutHeights> raise(MapEdit& edit, std::span<const SectorId> sectors, Plane plane, int by, const MapDefaults& defaults,
                   std::uint64_t mergeKey)
{
    document::Transaction transaction(edit.history(), plane == Plane::Floor ? "Floor height" : "Ceiling height");
    CutHeights cut{plane};
    for (const SectorId id : sectors) {
        if (!edit.map().has(id))
            continue;
        roo::Sector sector = edit.map().sector(id);
        const bool isFloor = plane == Plane::Floor;
        const int before = isFloor ? sector.floorHeight : sector.ceilingHeight;
        const int low = isFloor ? 0 : sector.floorHeight, high = isFloor ? sector.ceilingHeight : 0xFFFF;
        if (low > high)
            return Error{"the floor is above the ceiling", "sector"};
        const int after = std::clamp(before + by, std::min(low, before), std::max(high, before));
        if (after != before + by && cut.count++ == 0) {
            cut.wanted = before + by;
            cut.reached = after;
        }
        (isFloor ? sector.floorHeight : sector.ceilingHeight) = static_cast<std::uint16_t>(after);
        if (auto& slope = isFloor ? sector.floorSlope : sector.ceilingSlope)
            for (roo::SlopeVertex& vertex : slope->vertices)
                vertex.z = wrapped(std::clamp(vertex.z + after - before, -32768, 32767));
        edit.set(id, sector);
    }
    dressBorders(edit, sectors, defaults);
    transaction.commit(mergeKey);
    return cut;
}

Result<void> brighten(MapEdit& edit, std::span<const SectorId> sectors, int by, std::uint64_t mergeKey)
{
    document::Transaction transaction(edit.history(), "Light");
    for (const SectorId id : sectors) {
        if (!edit.map().has(id))
            continue;
        roo::Sector sector = edit.map().sector(id);
        const int low = sector.light < 128 ? 0 : 128;
        sector.light = static_cast<std::uint8_t>(std::clamp(sector.light + by, low, low + 127));
        edit.set(id, sector);
    }
    transaction.commit(mergeKey);
    return {};
}

Result<void> setFlat(MapEdit& edit, std::span<const SectorId> sectors, Plane plane, std::uint16_t texture)
{
    document::Transaction transaction(edit.history(), plane == Plane::Floor ? "Floor texture" : "Ceiling texture");
    for (const SectorId id : sectors) {
        if (!edit.map().has(id))
            continue;
        roo::Sector sector = edit.map().sector(id);
        (plane == Plane::Floor ? sector.floorTexture : sector.ceilingTexture) = texture;
        edit.set(id, sector);
    }
    transaction.commit();
    return {};
}

Result<void> pasteSector(MapEdit& edit, std::span<const SectorId> sectors, const roo::Sector& like, const MapDefaults& defaults)
{
    constexpr std::uint32_t slopes = roo::sector_flag::slopedFloor | roo::sector_flag::slopedCeiling;
    document::Transaction transaction(edit.history(), "Paste properties");
    for (const SectorId id : sectors) {
        if (!edit.map().has(id))
            continue;
        const roo::Sector& before = edit.map().sector(id);
        roo::Sector sector = like;
        sector.userId = before.userId;
        sector.floorSlope = before.floorSlope;
        sector.ceilingSlope = before.ceilingSlope;
        sector.flags = (like.flags & ~slopes) | (before.flags & slopes);
        edit.set(id, sector);
    }
    dressBorders(edit, sectors, defaults);
    transaction.commit();
    return {};
}

Result<void> pasteSides(MapEdit& edit, std::span<const SideRef> sides, const SideLook& like)
{
    document::Transaction transaction(edit.history(), "Paste properties");
    for (const SideRef& at : sides) {
        if (!edit.map().has(at.line) || !edit.map().line(at.line).side(at.side).sidedef)
            continue;
        roo::Sidedef sidedef = like.sidedef;
        sidedef.userId = edit.map().sidedef(edit.map().line(at.line).side(at.side).sidedef).userId;
        edit.setSidedef(at.line, at.side, sidedef);
        MapLine line = edit.map().line(at.line);
        line.side(at.side).xOffset = like.xOffset;
        line.side(at.side).yOffset = like.yOffset;
        edit.set(at.line, line);
    }
    transaction.commit();
    return {};
}

namespace {

std::uint16_t& textureOf(roo::Sidedef& sidedef, WallPart part)
{
    return part == WallPart::Above ? sidedef.aboveTexture : part == WallPart::Below ? sidedef.belowTexture : sidedef.normalTexture;
}

} // namespace

std::uint16_t wallTexture(const Map& map, SideRef at, WallPart part)
{
    if (!map.has(at.line) || !map.line(at.line).side(at.side).sidedef)
        return 0;
    roo::Sidedef sidedef = map.sidedef(map.line(at.line).side(at.side).sidedef);
    return textureOf(sidedef, part);
}

Result<void> setWallTexture(MapEdit& edit, std::span<const SideRef> sides, WallPart part, std::uint16_t texture)
{
    document::Transaction transaction(edit.history(), "Wall texture");
    for (const SideRef& at : sides) {
        if (!edit.map().has(at.line) || !edit.map().line(at.line).side(at.side).sidedef)
            continue;
        roo::Sidedef sidedef = edit.map().sidedef(edit.map().line(at.line).side(at.side).sidedef);
        textureOf(sidedef, part) = texture;
        edit.setSidedef(at.line, at.side, sidedef);
    }
    transaction.commit();
    return {};
}

Result<void> shiftTexture(MapEdit& edit, std::span<const SideRef> sides, int byX, int byY, std::uint64_t mergeKey)
{
    document::Transaction transaction(edit.history(), "Texture offset");
    for (const SideRef& at : sides) {
        if (!edit.map().has(at.line))
            continue;
        MapLine line = edit.map().line(at.line);
        line.side(at.side).xOffset = wrapped(line.side(at.side).xOffset + byX);
        line.side(at.side).yOffset = wrapped(line.side(at.side).yOffset + byY);
        edit.set(at.line, line);
    }
    transaction.commit(mergeKey);
    return {};
}

} // namespace blak::roomcore
