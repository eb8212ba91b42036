// SPDX-License-Identifier: GPL-3.0-or-later
// Textures of walls that open, close or get steps.
#include "roomedit/roomcore/map/settle.h"

#include <algorithm>
#include <initializer_list>
#include <map>

namespace blak::roomcore {
namespace {

template <typename Number>
Number mostUsed(const std::map<Number, std::size_t>& counts, Number otherwise)
{
    const auto best = std::max_element(counts.begin(), counts.end(), [](auto& a, auto& b) { return a.second < b.second; });
    return best == counts.end() ? otherwise : best->first;
}

std::uint16_t firstOf(std::initializer_list<std::uint16_t> textures)
{
    for (const std::uint16_t texture : textures)
        if (texture != 0)
            return texture;
    return 0;
}

bool isTwoSided(const MapLine& line) { return line.sides[0].sidedef && line.sides[1].sidedef; }

} // namespace

MapDefaults defaultsOf(const Map& map)
{
    std::map<std::uint16_t, std::size_t> walls, floors, ceilings, floorHeights, ceilingHeights;
    std::map<std::uint8_t, std::size_t> lights;
    // By the length of what shuts the room in; what one looks through, or along a way, is no example.
    for (const auto& line : map.lines()) {
        if (!line || isTwoSided(*line))
            continue;
        for (const LineSide& side : line->sides)
            if (side.sidedef)
                if (const roo::Sidedef& sidedef = map.sidedef(side.sidedef);
                    sidedef.normalTexture != 0 && (sidedef.flags & roo::side_flag::transparent) == 0) {
                    const MapPoint way = map.point(line->end) - map.point(line->start);
                    walls[sidedef.normalTexture] += static_cast<std::size_t>(std::abs(way.x) + std::abs(way.y)); // near enough
                }
    }
    if (walls.empty())
        for (const auto& sidedef : map.sidedefs())
            if (sidedef && sidedef->normalTexture != 0)
                ++walls[sidedef->normalTexture];
    for (const auto& sector : map.sectors()) {
        if (!sector)
            continue;
        ++floors[sector->floorTexture];
        ++ceilings[sector->ceilingTexture];
        ++floorHeights[sector->floorHeight];
        ++ceilingHeights[sector->ceilingHeight];
        ++lights[sector->light];
    }
    MapDefaults defaults;
    roo::Sector& sector = defaults.sector;
    defaults.wallTexture = mostUsed(walls, defaults.wallTexture);
    sector.floorTexture = mostUsed(floors, sector.floorTexture);
    sector.ceilingTexture = mostUsed(ceilings, sector.ceilingTexture);
    sector.floorHeight = mostUsed(floorHeights, sector.floorHeight);
    sector.ceilingHeight = std::max<std::uint16_t>(mostUsed(ceilingHeights, sector.ceilingHeight), sector.floorHeight);
    sector.light = mostUsed(lights, sector.light);
    return defaults;
}

void dressSteps(MapEdit& edit, LineId id, const MapDefaults& defaults)
{
    const MapLine line = edit.map().line(id);
    if (!isTwoSided(line))
        return;
    for (const Side side : bothSides) {
        const SectorId own = line.side(side).sector, beyond = line.side(otherSide(side)).sector;
        if (!own || !beyond)
            continue;
        const roo::Sector &here = edit.map().sector(own), &there = edit.map().sector(beyond);
        roo::Sidedef sidedef = edit.map().sidedef(line.side(side).sidedef);
        const bool slopes = here.floorSlope || here.ceilingSlope || there.floorSlope || there.ceilingSlope;
        if (!slopes && there.floorHeight > here.floorHeight && sidedef.belowTexture == 0)
            sidedef.belowTexture = firstOf({defaults.belowTexture, sidedef.aboveTexture, defaults.wallTexture});
        if (!slopes && there.ceilingHeight < here.ceilingHeight && sidedef.aboveTexture == 0)
            sidedef.aboveTexture = firstOf({defaults.aboveTexture, sidedef.belowTexture, defaults.wallTexture});
        edit.setSidedef(id, side, sidedef);
    }
}

void dressLine(MapEdit& edit, LineId id, bool wasTwoSided, const MapDefaults& defaults)
{
    const MapLine line = edit.map().line(id);
    const bool opens = isTwoSided(line) && !wasTwoSided;
    for (const Side side : bothSides) {
        if (!line.side(side).sidedef)
            continue;
        roo::Sidedef sidedef = edit.map().sidedef(line.side(side).sidedef);
        if (opens) {
            if (sidedef.belowTexture == 0)
                sidedef.belowTexture = firstOf({defaults.belowTexture, sidedef.normalTexture});
            if (sidedef.aboveTexture == 0)
                sidedef.aboveTexture = firstOf({defaults.aboveTexture, sidedef.normalTexture});
            sidedef.normalTexture = 0;
            sidedef.flags |= roo::side_flag::passable;
        } else if (!isTwoSided(line) && (wasTwoSided || sidedef == roo::Sidedef())) {
            if (sidedef.normalTexture == 0)
                sidedef.normalTexture = firstOf({sidedef.belowTexture, sidedef.aboveTexture, defaults.wallTexture});
            sidedef.flags &= ~(roo::side_flag::passable | roo::side_flag::transparent);
        }
        edit.setSidedef(id, side, sidedef);
    }
    if (opens)
        dressSteps(edit, id, defaults);
}

} // namespace blak::roomcore
