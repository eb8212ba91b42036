// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/roo/format_traits.h"
#include "formats/roo/room.h"

#include <bit>

namespace blak::roo {

// Recipe: formats.md section 1.7. A sum with 32-bit wrap-around; coordinates count as the 32 bits the file has for them.
std::uint32_t securityValue(const Room& room)
{
    constexpr std::uint32_t key = 0x89AB786C;
    const FormatTraits& format = traits(room.format);
    const auto pattern = [&format](double value) -> std::uint32_t {
        if (!format.securityCoordinates)
            return 0;
        if (format.floatCoordinates)
            return std::bit_cast<std::uint32_t>(static_cast<float>(value));
        return static_cast<std::uint32_t>(static_cast<std::int32_t>(value));
    };

    auto sum = static_cast<std::uint32_t>(format.version);
    for (const Node& node : room.nodes) {
        if (node.kind == Node::Kind::Internal)
            sum += node.firstWall + pattern(node.a) + pattern(node.b) + pattern(node.c);
        for (const Point& point : node.polygon)
            sum += pattern(point.x) + pattern(point.y);
    }
    for (const Wall& wall : room.walls) {
        sum += std::uint32_t{wall.plusSide} + wall.minusSide + wall.plusSector + wall.minusSector;
        sum += pattern(wall.x0) + pattern(wall.y0) + pattern(wall.x1) + pattern(wall.y1);
    }
    for (const Sidedef& side : room.sidedefs)
        sum += std::uint32_t{side.userId} + side.normalTexture + side.aboveTexture + side.belowTexture + side.flags;
    for (const Sector& sector : room.sectors)
        sum += std::uint32_t{sector.userId} + sector.floorTexture + sector.ceilingTexture + sector.floorHeight +
               sector.ceilingHeight + sector.light + storedFlags(sector);
    return sum ^ key;
}

} // namespace blak::roo
