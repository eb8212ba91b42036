// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "roomedit/roomcore/map/faces.h"

#include <map>
#include <vector>

namespace blak::roomcore {

/// The border of one sector: by line, on how many more of its plus than of its minus sides the sector is.
using Border = std::map<LineId, int>;

/// As the map stands.
Border borderOf(const Map& map, SectorId sector);

/// A part of a border that one walks along from a vertex that the border leaves more often than it comes to it to one where it is the
/// other way round.
struct LooseRun
{
    VertexId from, to;
    std::vector<HalfEdge> sides; ///< in order
};

/// Why a border is not closed: without these sides it would be. They are stray lines, or what is left of an outline with a gap. Of several
/// ways to close a border the one that takes the shorter runs away. Empty for a closed border, in O(n log n).
std::vector<LooseRun> looseRuns(const Map& map, Border border);

} // namespace blak::roomcore
