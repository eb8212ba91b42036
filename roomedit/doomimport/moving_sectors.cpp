// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/doomimport/moving_sectors.h"

#include <algorithm>
#include <array>
#include <set>

namespace blak::doomimport {
namespace {

constexpr double lintel = 4; ///< what a door of the game leaves below the ceiling

bool isUsedDoor(const wad::DoomMap& map, const wad::Line& line)
{
    if (map.kind == wad::MapKind::Doom) {
        constexpr std::array<std::int32_t, 10> doors{1, 26, 27, 28, 31, 32, 33, 34, 117, 118};
        return std::ranges::find(doors, line.special) != doors.end();
    }
    constexpr std::array<std::int32_t, 5> doors{10, 11, 12, 13, 202};
    return line.arguments[0] == 0 && std::ranges::find(doors, line.special) != doors.end();
}

} // namespace

MovingSectors findMovingSectors(const wad::DoomMap& map)
{
    const std::size_t count = map.sectors.size();
    std::vector<bool> isMoved(count);
    std::vector<std::set<std::size_t>> beside(count);
    std::set<std::int32_t> tags;
    const auto sectorOf = [&](const wad::Line& line, std::size_t which) -> std::optional<std::size_t> {
        const std::int32_t side = line.sides[which];
        if (side < 0 || static_cast<std::size_t>(side) >= map.sides.size())
            return {};
        const std::int32_t sector = map.sides[static_cast<std::size_t>(side)].sector;
        return sector >= 0 && static_cast<std::size_t>(sector) < count ? std::optional(static_cast<std::size_t>(sector)) : std::nullopt;
    };
    for (const wad::Line& line : map.lines) {
        const auto front = sectorOf(line, 0), back = sectorOf(line, 1);
        if (front && back && *front != *back) {
            beside[*front].insert(*back);
            beside[*back].insert(*front);
        }
        if (line.special == 0)
            continue;
        if (back && isUsedDoor(map, line))
            isMoved[*back] = true;
        tags.insert(map.kind == wad::MapKind::Doom ? line.tag : line.arguments[0]);
    }
    MovingSectors moving;
    moving.opened.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        const wad::Sector& sector = map.sectors[i];
        isMoved[i] = isMoved[i] || (sector.tag != 0 && tags.contains(sector.tag));
        if (!isMoved[i] || sector.ceiling > sector.floor || beside[i].empty())
            continue;
        double ceiling = 1e9, floor = 1e9;
        for (const std::size_t other : beside[i]) {
            if (map.sectors[other].ceiling <= map.sectors[other].floor)
                continue; // shut itself
            ceiling = std::min(ceiling, map.sectors[other].ceiling);
            floor = std::min(floor, map.sectors[other].floor);
        }
        if (ceiling < 1e9 && ceiling - lintel > sector.floor)
            moving.opened[i] = OpenHeights{sector.floor, ceiling - lintel};
        else if (floor < sector.ceiling)
            moving.opened[i] = OpenHeights{floor, sector.ceiling};
    }
    return moving;
}

} // namespace blak::doomimport
