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
    member<&SpriteHeader::version>("version", "Sprite", "Version").from(9, 10).normally(10).marked(ReadOnly),
};
// clang-format on

} // namespace

std::size_t extraMemory(const Frame& frame)
{
    const std::size_t points = frame.hotspots.capacity() * sizeof(bgf::Hotspot);
    return frame.image.use_count() > 1 ? points : points + frame.image->memory();
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

const property::Table<SpriteHeader>& headerProperties()
{
    static constexpr property::Table<SpriteHeader> table("sprite", headerTable);
    return table;
}

} // namespace blak::bgfcore
