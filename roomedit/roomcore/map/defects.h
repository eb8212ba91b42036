// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "roomedit/roomcore/map/map.h"

#include <utility>
#include <vector>

namespace blak::roomcore {

/// Where a map is not planar or its sectors are not whole. Rooms may come with such places; edits never add any.
struct MapDefects
{
    std::vector<LineId> zeroLength;
    std::vector<std::pair<LineId, LineId>> onEachOther; ///< same two vertices
    std::vector<std::pair<LineId, LineId>> crossing;    ///< cross, or an end of one lies inside of the other
    std::vector<LineId> unclosed;                       ///< a border names several sectors, or a sector opens to the outside

    std::size_t count() const { return zeroLength.size() + onEachOther.size() + crossing.size() + unclosed.size(); }
};

MapDefects findDefects(const Map& map);

} // namespace blak::roomcore
