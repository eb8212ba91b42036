// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/roo/format_traits.h"
#include "formats/roo/room.h"

#include <algorithm>

namespace blak::roo {

static_assert([] {
    for (std::size_t i = 0; i < formatTable.size(); ++i)
        if (formatTable[i].format != static_cast<Format>(i))
            return false;
    return true;
}());

std::int32_t versionNumber(Format format) { return traits(format).version; }
std::string_view formatName(Format format) { return traits(format).name; }
bool hasFloatCoordinates(Format format) { return traits(format).floatCoordinates; }

bool isRoom(std::span<const std::byte> bytes)
{
    constexpr std::array magic{std::byte{0x52}, std::byte{0x4F}, std::byte{0x4F}, std::byte{0xB1}};
    return bytes.size() >= magic.size() && std::equal(magic.begin(), magic.end(), bytes.begin());
}

namespace {

/// Things have 32 bits, linedefs 16: what hostile files claim must fit 32 bits in client units too; nothing real comes near.
std::int32_t sane(std::int32_t editorUnits)
{
    constexpr std::int32_t farthest = 1 << 24;
    return std::clamp(editorUnits, -farthest, farthest);
}

} // namespace

PlayableRectangle playableRectangle(const Room& room)
{
    if (room.things.size() >= 2) {
        const Thing& p = room.things[0];
        const Thing& q = room.things[1];
        return {sane(std::min(p.x, q.x)), sane(std::max(p.x, q.x)), sane(std::max(p.y, q.y)), sane(std::min(p.y, q.y))};
    }
    if (room.linedefs.empty())
        return {};
    const Linedef& first = room.linedefs.front();
    PlayableRectangle box{first.x0, first.x0, first.y0, first.y0};
    const auto include = [&box](std::int32_t x, std::int32_t y) {
        box.left = std::min(box.left, x);
        box.right = std::max(box.right, x);
        box.top = std::max(box.top, y);
        box.bottom = std::min(box.bottom, y);
    };
    for (const Linedef& line : room.linedefs) {
        include(line.x0, line.y0);
        include(line.x1, line.y1);
    }
    return box;
}

} // namespace blak::roo
