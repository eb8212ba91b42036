// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/bgfcore/sprite_parts.h"

#include "formats/property/member.h"

#include <algorithm>

namespace blak::bgfcore {
namespace {

using property::Editor;
using property::member;
using property::Property;
using property::ReadOnly;
using property::Unit;
using property::Value;

Value readWidth(const void* record) { return static_cast<std::int64_t>(static_cast<const Frame*>(record)->width()); }
Value readHeight(const void* record) { return static_cast<std::int64_t>(static_cast<const Frame*>(record)->height()); }
bool writeNothing(void*, const Value&) { return false; }

Value readName(const void* record) { return static_cast<const SpriteHeader*>(record)->name(); }
bool writeName(void* record, const Value& value)
{
    const auto& text = std::get<std::string>(value);
    if (text.size() > longestName || text.find('\0') != std::string::npos)
        return false;
    auto& name = static_cast<SpriteHeader*>(record)->rawName;
    name.fill(0);
    std::copy(text.begin(), text.end(), name.begin());
    return true;
}

template <bool CommandOptions::*Option>
Value readOption(const void* record)
{
    return static_cast<const SpriteHeader*>(record)->commands.*Option;
}
template <bool CommandOptions::*Option>
bool writeOption(void* record, const Value& value)
{
    static_cast<SpriteHeader*>(record)->commands.*Option = std::get<bool>(value);
    return true;
}

Value readLabel(const void* record) { return static_cast<const FrameGroup*>(record)->label; }
/// A comment of one line.
bool writeLabel(void* record, const Value& value)
{
    const auto& text = std::get<std::string>(value);
    if (std::ranges::any_of(text, [](char c) { return c == '\n' || c == '\r' || c == '\0'; }))
        return false;
    static_cast<FrameGroup*>(record)->label = text;
    return true;
}

// clang-format off
constexpr Property frameTable[]{
    Property{"width", "Bitmap", "Width", "", property::Type::Integer, Unit::Texels, Editor::Plain, ReadOnly, 0, largestSide, 0, {}, nullptr, readWidth, writeNothing},
    Property{"height", "Bitmap", "Height", "", property::Type::Integer, Unit::Texels, Editor::Plain, ReadOnly, 0, largestSide, 0, {}, nullptr, readHeight, writeNothing},
    member<&Frame::xOffset>("xoffset", "Bitmap", "x offset", "client units to the right; an overlay: pixels of what it hangs on").from(-farthestPoint, farthestPoint),
    member<&Frame::yOffset>("yoffset", "Bitmap", "y offset", "four client units down each; an overlay: pixels of what it hangs on").from(-farthestPoint, farthestPoint),
};

constexpr Property hotspotTable[]{
    member<&bgf::Hotspot::number>("number", "Hotspot", "Number", "positive: what hangs here is drawn over the bitmap, negative: under it").from(-128, 127),
    member<&bgf::Hotspot::x>("x", "Hotspot", "x", "from the left of the bitmap").in(Unit::Texels).from(-farthestPoint, farthestPoint),
    member<&bgf::Hotspot::y>("y", "Hotspot", "y", "from the top of the bitmap").in(Unit::Texels).from(-farthestPoint, farthestPoint),
};

constexpr Property headerTable[]{
    Property{"name", "Sprite", "Name", "up to 31 characters", property::Type::Text, Unit::None, Editor::Plain, 0, 0, longestName, 0, {}, nullptr, readName, writeName},
    member<&SpriteHeader::shrink>("shrink", "Sprite", "Shrink", "so many times smaller it is drawn; bitmaps have so many times the detail").from(1, 255).normally(1),
    Property{"transposed", "Sprite", "Transposed", "bitmaps lie on their side in the sprite, as walls are stored", property::Type::Boolean, Unit::None, Editor::Plain, 0, 0, 1, 0, {}, nullptr, readOption<&CommandOptions::transposed>, writeOption<&CommandOptions::transposed>},
    Property{"raw", "Sprite", "Not compressed", "bitmaps are stored as they are", property::Type::Boolean, Unit::None, Editor::Plain, 0, 0, 1, 0, {}, nullptr, readOption<&CommandOptions::raw>, writeOption<&CommandOptions::raw>},
    member<&SpriteHeader::version>("version", "Sprite", "Version").from(9, 10).normally(10).marked(ReadOnly),
};
constexpr Property groupTable[]{
    Property{"label", "Group", "Label", "what the group shows, for people", property::Type::Text, Unit::None, Editor::Plain, 0, 0, longestLabel, 0, {}, nullptr, readLabel, writeLabel},
};
// clang-format on

template <typename... Lists>
std::size_t memoryOf(const Lists&... lists)
{
    return (document::extraMemory(lists) + ...);
}

} // namespace

std::size_t extraMemory(const Frame& frame)
{
    const std::size_t points =
        frame.hotspots.capacity() * sizeof(bgf::Hotspot) + memoryOf(frame.file, frame.comments);
    const std::size_t layers =
        frame.layers == nullptr || frame.layers.use_count() > 1 ? 0 : document::extraMemory(*frame.layers);
    return points + layers + (frame.image.use_count() > 1 ? 0 : frame.image->memory());
}

std::size_t extraMemory(const FrameGroup& group)
{
    return group.entries.capacity() * sizeof(GroupEntry) + memoryOf(group.label, group.comments);
}

std::size_t extraMemory(const SpriteHeader& header)
{
    const CommandOptions& options = header.commands;
    return memoryOf(options.comments, options.groupComments, options.trailer, options.labels);
}

std::string SpriteHeader::name() const { return {rawName.begin(), std::find(rawName.begin(), rawName.end(), '\0')}; }

const property::Table<Frame>& frameProperties()
{
    static constexpr property::Table<Frame> table("frame", frameTable);
    return table;
}

const property::Table<bgf::Hotspot>& hotspotProperties()
{
    static constexpr property::Table<bgf::Hotspot> table("hotspot", hotspotTable);
    return table;
}

const property::Table<FrameGroup>& groupProperties()
{
    static constexpr property::Table<FrameGroup> table("group", groupTable);
    return table;
}

const property::Table<SpriteHeader>& headerProperties()
{
    static constexpr property::Table<SpriteHeader> table("sprite", headerTable);
    return table;
}

} // namespace blak::bgfcore
