// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/roo/room_properties.h"

#include "formats/base/windows1252.h"
#include "formats/property/member.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>

namespace blak::roo {
namespace {

using property::Advanced;
using property::bit;
using property::bits;
using property::Choice;
using property::Editor;
using property::member;
using property::Property;
using property::ReadOnly;
using property::Unit;
using property::Value;

constexpr std::array scrollSpeeds{Choice{0, "none", "None"}, Choice{1, "slow", "Slow"}, Choice{2, "medium", "Medium"},
                                  Choice{3, "fast", "Fast"}};
constexpr std::array scrollDirections{Choice{0, "north", "North"}, Choice{1, "northeast", "North-east"},
                                      Choice{2, "east", "East"},   Choice{3, "southeast", "South-east"},
                                      Choice{4, "south", "South"}, Choice{5, "southwest", "South-west"},
                                      Choice{6, "west", "West"},   Choice{7, "northwest", "North-west"}};
constexpr std::array depths{Choice{0, "none", "None"}, Choice{1, "shallow", "Shallow (1/5 square)"},
                            Choice{2, "deep", "Deep (2/5 square)"}, Choice{3, "verydeep", "Very deep (3/5 square)"}};
constexpr std::array thingTypes{Choice{0, "corner", "Corner of the playable rectangle"}, Choice{1, "exit", "Exit"},
                                Choice{2, "generator", "Monster generator"}, Choice{3, "entrance", "Entrance"}};

// The stray upper halves of a linedef's coordinates as 16 hexadecimal digits, empty when there are none.
Value readStray(const void* record)
{
    const auto& high = static_cast<const Linedef*>(record)->coordinateHigh;
    if (std::ranges::all_of(high, [](std::uint16_t half) { return half == 0; }))
        return std::string();
    std::string text;
    for (const std::uint16_t half : high)
        for (int shift = 12; shift >= 0; shift -= 4)
            text += "0123456789abcdef"[(half >> shift) & 15];
    return text;
}

bool writeStray(void* record, const Value& value)
{
    const auto& text = std::get<std::string>(value);
    std::array<std::uint16_t, 4> high{};
    if (!text.empty() && text.size() != 16)
        return false;
    for (std::size_t i = 0; i < text.size() / 4; ++i) {
        const char* begin = text.data() + 4 * i;
        if (std::from_chars(begin, begin + 4, high[i], 16).ptr != begin + 4)
            return false;
    }
    static_cast<Linedef*>(record)->coordinateHigh = high;
    return true;
}

// A comment is text of Windows-1252, filled up with zeros; bytes after the first zero are kept by commenttail.
Value readComment(const void* record)
{
    const auto& comment = static_cast<const Thing*>(record)->comment;
    return windows1252::toUtf8({comment.begin(), std::ranges::find(comment, '\0')});
}

bool writeComment(void* record, const Value& value)
{
    auto& comment = static_cast<Thing*>(record)->comment;
    const auto text = windows1252::fromUtf8(std::get<std::string>(value));
    if (!text || text->size() > comment.size() || text->find('\0') != std::string::npos)
        return false;
    comment.fill('\0');
    std::ranges::copy(*text, comment.begin());
    return true;
}

Value readCommentTail(const void* record)
{
    const auto& comment = static_cast<const Thing*>(record)->comment;
    const auto begin = std::ranges::find(comment, '\0');
    const auto used = std::find_if(comment.rbegin(), std::make_reverse_iterator(begin), [](char c) { return c != '\0'; }).base();
    std::string text;
    for (auto at = begin; at < used; ++at) {
        const auto byte = static_cast<unsigned char>(*at);
        text += "0123456789abcdef"[byte >> 4];
        text += "0123456789abcdef"[byte & 15];
    }
    return text;
}

bool writeCommentTail(void* record, const Value& value)
{
    auto& comment = static_cast<Thing*>(record)->comment;
    const auto& text = std::get<std::string>(value);
    const auto begin = static_cast<std::size_t>(std::ranges::find(comment, '\0') - comment.begin());
    if (text.size() % 2 != 0 || begin + text.size() / 2 > comment.size())
        return false;
    std::array<char, 64> tail{};
    for (std::size_t i = 0; i < text.size() / 2; ++i) {
        unsigned char byte = 0;
        if (std::from_chars(text.data() + 2 * i, text.data() + 2 * i + 2, byte, 16).ptr != text.data() + 2 * i + 2)
            return false;
        tail[i] = static_cast<char>(byte);
    }
    std::copy(tail.begin(), tail.begin() + static_cast<std::ptrdiff_t>(comment.size() - begin),
              comment.begin() + static_cast<std::ptrdiff_t>(begin));
    return true;
}

template <auto Slope_>
bool hasSlope(const void* record)
{
    return (static_cast<const Sector*>(record)->*Slope_).has_value();
}

/// A bool that makes or drops a slope, and keeps the flag bit in agreement.
template <auto Slope_, std::uint32_t Bit>
constexpr Property slopeSwitch(std::string_view name, std::string_view group)
{
    Property property{name, group, "Sloped", "The plane goes through three points"};
    property.type = property::Type::Boolean;
    property.maximum = 1;
    property.read = [](const void* record) { return Value(hasSlope<Slope_>(record)); };
    property.write = [](void* record, const Value& value) {
        auto& sector = *static_cast<Sector*>(record);
        const bool isSloped = std::get<bool>(value);
        sector.flags = isSloped ? sector.flags | Bit : sector.flags & ~Bit;
        if (!isSloped)
            (sector.*Slope_).reset();
        else if (!(sector.*Slope_))
            (sector.*Slope_).emplace();
        return true;
    };
    return property;
}

/// A field of a slope as a property of its sector; exists while there is the slope.
template <auto Slope_, auto Field>
constexpr Property slopeField(std::string_view name, std::string_view group, std::string_view label, Unit unit)
{
    Property property = member<Field>(name, group, label).in(unit).marked(Advanced);
    property.exists = hasSlope<Slope_>;
    property.read = [](const void* record) {
        return member<Field>("", "", "").read(&*(static_cast<const Sector*>(record)->*Slope_));
    };
    property.write = [](void* record, const Value& value) {
        return member<Field>("", "", "").write(&*(static_cast<Sector*>(record)->*Slope_), value);
    };
    return property;
}

/// The same for one of the three points that define it.
template <auto Slope_, std::size_t Index, auto Field>
constexpr Property slopePoint(std::string_view name, std::string_view group, std::string_view label)
{
    Property property = member<Field>(name, group, label).in(Unit::EditorUnits);
    property.exists = hasSlope<Slope_>;
    property.read = [](const void* record) {
        return member<Field>("", "", "").read(&(static_cast<const Sector*>(record)->*Slope_)->vertices[Index]);
    };
    property.write = [](void* record, const Value& value) {
        return member<Field>("", "", "").write(&(static_cast<Sector*>(record)->*Slope_)->vertices[Index], value);
    };
    return property;
}

// clang-format off
constexpr std::array linedefTable{
    member<&Linedef::x0>("x1", "Line", "Start x").in(Unit::EditorUnits),
    member<&Linedef::y0>("y1", "Line", "Start y").in(Unit::EditorUnits),
    member<&Linedef::x1>("x2", "Line", "End x").in(Unit::EditorUnits),
    member<&Linedef::y1>("y2", "Line", "End y").in(Unit::EditorUnits),
    member<&Linedef::plusSide>("frontside", "Front", "Sidedef", "The right side, walking from start to end; 0 = none").by(Editor::Reference).marked(ReadOnly),
    member<&Linedef::plusSector>("frontsector", "Front", "Sector", "From 0, -1 = none").by(Editor::Reference).normally(-1).marked(ReadOnly),
    member<&Linedef::plusXOffset>("frontoffsetx", "Front", "Offset x").in(Unit::Texels),
    member<&Linedef::plusYOffset>("frontoffsety", "Front", "Offset y").in(Unit::Texels),
    member<&Linedef::minusSide>("backside", "Back", "Sidedef", "The left side, walking from start to end; 0 = none").by(Editor::Reference).marked(ReadOnly),
    member<&Linedef::minusSector>("backsector", "Back", "Sector", "From 0, -1 = none").by(Editor::Reference).normally(-1).marked(ReadOnly),
    member<&Linedef::minusXOffset>("backoffsetx", "Back", "Offset x").in(Unit::Texels),
    member<&Linedef::minusYOffset>("backoffsety", "Back", "Offset y").in(Unit::Texels),
    Property{"stray", "Line", "Stray memory", "What an old editor left in the upper halves of the coordinates",
             property::Type::Text, Unit::None, Editor::Hidden, Advanced, 0, 16, 0, {}, nullptr, readStray, writeStray},
};

constexpr std::array sidedefTable{
    member<&Sidedef::userId>("id", "Sidedef", "Tag", "Number by which Blakod addresses all sides that have it"),
    member<&Sidedef::aboveTexture>("texturetop", "Textures", "Above", "Between the two ceilings").by(Editor::Texture),
    member<&Sidedef::normalTexture>("texturemiddle", "Textures", "Normal", "Between floor and ceiling").by(Editor::Texture),
    member<&Sidedef::belowTexture>("texturebottom", "Textures", "Below", "Between the two floors").by(Editor::Texture),
    bit<&Sidedef::flags, side_flag::backwards>("backwards", "Textures", "Backwards", "Mirrored left to right"),
    bit<&Sidedef::flags, side_flag::aboveBottomUp>("abovebottomup", "Textures", "Above: bottom up", "Anchored at its lower edge instead of the upper"),
    bit<&Sidedef::flags, side_flag::normalTopDown>("normaltopdown", "Textures", "Normal: top down", "Anchored at its upper edge instead of the lower"),
    bit<&Sidedef::flags, side_flag::belowTopDown>("belowtopdown", "Textures", "Below: top down", "Anchored at its upper edge instead of the lower"),
    bit<&Sidedef::flags, side_flag::noVerticalTile>("noverticaltile", "Textures", "No vertical tile", "The normal texture is drawn once, for a transparent wall"),
    bit<&Sidedef::flags, side_flag::transparent>("transparent", "Behaviour", "Transparent", "The normal texture has holes to look through"),
    bit<&Sidedef::flags, side_flag::noLookThrough>("nolookthrough", "Behaviour", "No look-through", "Transparent, but nothing behind it is drawn"),
    bit<&Sidedef::flags, side_flag::passable>("passable", "Behaviour", "Passable", "One can walk through"),
    bit<&Sidedef::flags, side_flag::mapNever>("mapnever", "Map", "Never on the map"),
    bit<&Sidedef::flags, side_flag::mapAlways>("mapalways", "Map", "Always on the map", "Also before the player has seen it"),
    bits<&Sidedef::flags, 3u << side_flag::scrollSpeedShift>("scrollspeed", "Animation", "Scroll speed").among(scrollSpeeds),
    bits<&Sidedef::flags, 7u << side_flag::scrollDirectionShift>("scrolldirection", "Animation", "Scroll direction").among(scrollDirections),
    member<&Sidedef::animationSpeed>("animationspeed", "Animation", "Animation speed", "0 = none; wins over scrolling").in(Unit::FrameTenths).by(Editor::Slider),
    bits<&Sidedef::flags, 0xFFFF8000u>("flagbits", "Animation", "Unknown flags", "Bits 15 to 31, which no known program uses").by(Editor::Hidden).marked(Advanced),
};

#define SLOPE_PROPERTIES(SLOPE, BIT, PREFIX, GROUP)                                                                                                     \
    slopeSwitch<&Sector::SLOPE, BIT>("sloped" PREFIX, GROUP),                                                                                           \
    slopePoint<&Sector::SLOPE, 0, &SlopeVertex::x>(PREFIX "slope_x1", GROUP, "Point 1 x"),                                                              \
    slopePoint<&Sector::SLOPE, 0, &SlopeVertex::y>(PREFIX "slope_y1", GROUP, "Point 1 y"),                                                              \
    slopePoint<&Sector::SLOPE, 0, &SlopeVertex::z>(PREFIX "slope_z1", GROUP, "Point 1 height"),                                                         \
    slopePoint<&Sector::SLOPE, 1, &SlopeVertex::x>(PREFIX "slope_x2", GROUP, "Point 2 x"),                                                              \
    slopePoint<&Sector::SLOPE, 1, &SlopeVertex::y>(PREFIX "slope_y2", GROUP, "Point 2 y"),                                                              \
    slopePoint<&Sector::SLOPE, 1, &SlopeVertex::z>(PREFIX "slope_z2", GROUP, "Point 2 height"),                                                         \
    slopePoint<&Sector::SLOPE, 2, &SlopeVertex::x>(PREFIX "slope_x3", GROUP, "Point 3 x"),                                                              \
    slopePoint<&Sector::SLOPE, 2, &SlopeVertex::y>(PREFIX "slope_y3", GROUP, "Point 3 y"),                                                              \
    slopePoint<&Sector::SLOPE, 2, &SlopeVertex::z>(PREFIX "slope_z3", GROUP, "Point 3 height"),                                                         \
    slopeField<&Sector::SLOPE, &Slope::angle>(PREFIX "slope_angle", GROUP, "Texture direction", Unit::Turn4096).by(Editor::Angle),                      \
    slopeField<&Sector::SLOPE, &Slope::originX>(PREFIX "slope_originx", GROUP, "Texture origin x", Unit::ClientUnits),                                  \
    slopeField<&Sector::SLOPE, &Slope::originY>(PREFIX "slope_originy", GROUP, "Texture origin y", Unit::ClientUnits),                                  \
    slopeField<&Sector::SLOPE, &Slope::a>(PREFIX "slope_a", GROUP, "Plane a", Unit::None).marked(ReadOnly | Advanced),                                  \
    slopeField<&Sector::SLOPE, &Slope::b>(PREFIX "slope_b", GROUP, "Plane b", Unit::None).marked(ReadOnly | Advanced),                                  \
    slopeField<&Sector::SLOPE, &Slope::c>(PREFIX "slope_c", GROUP, "Plane c", Unit::None).marked(ReadOnly | Advanced),                                  \
    slopeField<&Sector::SLOPE, &Slope::d>(PREFIX "slope_d", GROUP, "Plane d", Unit::None).marked(ReadOnly | Advanced)

constexpr std::array sectorTable{
    member<&Sector::userId>("id", "Sector", "Tag", "Number by which Blakod addresses all sectors that have it"),
    member<&Sector::floorHeight>("heightfloor", "Floor", "Height").in(Unit::EditorUnits),
    member<&Sector::floorTexture>("texturefloor", "Floor", "Texture", "None: nobody can stand here").by(Editor::Texture),
    bits<&Sector::flags, sector_flag::depthMask>("depth", "Floor", "Depth", "How far one wades in it").among(depths),
    member<&Sector::ceilingHeight>("heightceiling", "Ceiling", "Height").in(Unit::EditorUnits),
    member<&Sector::ceilingTexture>("textureceiling", "Ceiling", "Texture", "None: the sky").by(Editor::Texture),
    member<&Sector::xOffset>("offsetx", "Textures", "Offset x", "Of floor and ceiling").in(Unit::Texels),
    member<&Sector::yOffset>("offsety", "Textures", "Offset y", "Of floor and ceiling").in(Unit::Texels),
    member<&Sector::light>("lightlevel", "Light", "Light", "0 to 127 fixed; 128 to 255 follows ambient light, 192 is neutral").by(Editor::Light).normally(192),
    bit<&Sector::flags, sector_flag::flicker>("flicker", "Light", "Flicker", "Together with all sectors of the same tag and light"),
    bit<&Sector::flags, sector_flag::noMove>("nomove", "Behaviour", "No entry", "Neither players nor monsters may enter (OpenMeridian)"),
    bits<&Sector::flags, 3u << sector_flag::scrollSpeedShift>("scrollspeed", "Animation", "Scroll speed").among(scrollSpeeds),
    bits<&Sector::flags, 7u << sector_flag::scrollDirectionShift>("scrolldirection", "Animation", "Scroll direction").among(scrollDirections),
    bit<&Sector::flags, sector_flag::scrollFloor>("scrollfloor", "Animation", "Scroll the floor"),
    bit<&Sector::flags, sector_flag::scrollCeiling>("scrollceiling", "Animation", "Scroll the ceiling"),
    member<&Sector::animationSpeed>("animationspeed", "Animation", "Animation speed", "0 = none; wins over scrolling").in(Unit::FrameTenths).by(Editor::Slider),
    bit<&Sector::flags, 0x1000u>("flagbit12", "Animation", "Unknown flag", "Bit 12, which old clients use while they run").by(Editor::Hidden).marked(Advanced),
    bits<&Sector::flags, 0xFFFFC000u>("flagbits", "Animation", "Unknown flags", "Bits 14 to 31, which no known program uses").by(Editor::Hidden).marked(Advanced),
    SLOPE_PROPERTIES(floorSlope, sector_flag::slopedFloor, "floor", "Floor slope"),
    SLOPE_PROPERTIES(ceilingSlope, sector_flag::slopedCeiling, "ceiling", "Ceiling slope"),
};

constexpr std::array thingTable{
    member<&Thing::x>("x", "Thing", "x").in(Unit::EditorUnits),
    member<&Thing::y>("y", "Thing", "y").in(Unit::EditorUnits),
    member<&Thing::type>("type", "Thing", "Type", "4 to 6 are reserved, from 7 on an object of the editor's list").among(thingTypes),
    member<&Thing::angle>("angle", "Thing", "Angle").in(Unit::Degrees).by(Editor::Angle),
    member<&Thing::when>("when", "Thing", "When").marked(Advanced),
    member<&Thing::exitX>("exitx", "Thing", "Exit x").in(Unit::EditorUnits).marked(Advanced),
    member<&Thing::exitY>("exity", "Thing", "Exit y").in(Unit::EditorUnits).marked(Advanced),
    member<&Thing::flags>("flags", "Thing", "Flags").marked(Advanced),
    Property{"comment", "Thing", "Comment", "Up to 64 characters", property::Type::Text, Unit::None, Editor::Plain, 0, 0, 192, 0,
             {}, nullptr, readComment, writeComment},
    Property{"commenttail", "Thing", "Bytes after the comment", "", property::Type::Text, Unit::None, Editor::Hidden, Advanced, 0, 128, 0,
             {}, nullptr, readCommentTail, writeCommentTail},
};
// clang-format on

} // namespace

const property::Table<Linedef>& linedefProperties()
{
    static constexpr property::Table<Linedef> table("linedef", linedefTable);
    return table;
}

const property::Table<Sidedef>& sidedefProperties()
{
    static constexpr property::Table<Sidedef> table("sidedef", sidedefTable);
    return table;
}

const property::Table<Sector>& sectorProperties()
{
    static constexpr property::Table<Sector> table("sector", sectorTable);
    return table;
}

const property::Table<Thing>& thingProperties()
{
    static constexpr property::Table<Thing> table("thing", thingTable);
    return table;
}

} // namespace blak::roo
