// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "roomedit/roomcore/map/settle.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// Finding parts by what they are like, and changing it everywhere. Finding changes nothing; its answers are in the order of ids.
namespace blak::roomcore {

enum class Findable : std::uint8_t { Texture, WallTexture, FloorTexture, CeilingTexture, Tag, FloorHeight, CeilingHeight, Light };

struct Query
{
    Findable what = Findable::Texture;
    int value = 0; ///< number of the texture or tag, editor units, or light 0 to 255
};

/// "texture:4120", "wall:4120", "floor:…", "ceiling:…", "tag:…", "floorheight:…", "ceilingheight:…", "light:…".
Result<Query> parseQuery(std::string_view text);
std::string_view findableName(Findable what); ///< as parseQuery() has it

/// Parts that have it: lines with it on one of their sides, sectors. A texture 0 (none) is found on the sides where a wall would show it.
MapSelection find(const Map& map, const Query& query);

/// "Replace floor texture 20 by 21": what steps of undo say first.
std::string replacingWords(const Query& query, int with);
/// Puts another value in its place, everywhere or in what is selected; one step of undo. How many places were changed; a sidedef or
/// sector that has it twice counts twice. Fails where the new value does not fit; floors that would come above their ceilings are
/// left alone.
Result<std::size_t> replaceAll(MapEdit& edit, const Query& query, int with, const MapSelection* within, const MapDefaults& defaults);

/// What makes parts alike.
enum class Likeness : std::uint8_t {
    Textures, ///< sectors: floor and ceiling; lines: any wall texture of one with any of the other
    Heights,  ///< sectors: floor and ceiling; lines: the sectors beside them
    Light,    ///< sectors; lines: of the sectors beside them
    Tag,
    Kind, ///< lines: one- or two-sided, passable or not; sectors: flags and slopes
};
/// All parts of the kinds that are selected that are like one of them, themselves too.
MapSelection similarParts(const Map& map, const MapSelection& to, Likeness likeness);

/// With what is selected, the sectors that share a border with the selected ones and the lines that share an end.
MapSelection withNeighbours(const Map& map, const MapSelection& selection);

} // namespace blak::roomcore
