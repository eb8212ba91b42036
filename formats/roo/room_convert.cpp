// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/roo/format_traits.h"
#include "formats/roo/room.h"

#include <cmath>

namespace blak::roo {
namespace {

/// Integer formats truncate the plane, as the builders that wrote them did (formats.md section 1.12); floats have 24 bits.
void convertSlope(std::optional<Slope>& slope, const FormatTraits& target)
{
    if (!slope)
        return;
    for (double* value : {&slope->a, &slope->b, &slope->c, &slope->d})
        *value = target.floatPlane ? static_cast<double>(static_cast<float>(*value)) : std::trunc(*value);
    for (double* value : {&slope->originX, &slope->originY})
        *value = target.floatOrigin ? static_cast<double>(static_cast<float>(*value)) : std::round(*value);
}

} // namespace

std::optional<ServerSection> emptyServerSection(Format format)
{
    const FormatTraits& target = traits(format);
    if (target.version > 13)
        return {};
    ServerSection server;
    if (target.monsterGrid)
        server.monster.emplace();
    if (target.highResolutionGrid)
        server.highResolution.emplace();
    return server;
}

Result<Room> convert(const Room& room, Format target)
{
    if (room.format == target)
        return room;
    const FormatTraits& from = traits(room.format);
    const FormatTraits& to = traits(target);
    Room result = room;
    result.format = target;
    result.hasRoomId = true;
    if (from.floatCoordinates != to.floatCoordinates) {
        result.nodes.clear();
        result.walls.clear();
    }
    if (!sameGrids(from, to) || target == Format::V15)
        result.server = emptyServerSection(target);
    for (Sector& sector : result.sectors) {
        convertSlope(sector.floorSlope, to);
        convertSlope(sector.ceilingSlope, to);
    }
    for (Linedef& line : result.linedefs)
        line.coordinateHigh = {};
    if (auto fits = checkLimits(result); !fits)
        return fits.error();
    refreshSecurity(result);
    return result;
}

} // namespace blak::roo
