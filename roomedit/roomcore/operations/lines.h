// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "roomedit/roomcore/map/settle.h"

#include <span>

/// Lines and vertices, one by one.
namespace blak::roomcore {

/// A new vertex on (or next to) a line, which becomes two; the vertex is selected. An old one at that place is used.
Result<VertexId> insertVertex(MapEdit& edit, LineId line, MapPoint at, const MapDefaults& defaults);
/// Each line into `pieces` (2 to 64) of about equal length.
Result<void> splitLines(MapEdit& edit, std::span<const LineId> lines, int pieces, const MapDefaults& defaults);

/// Start and end change places, sides stay where they are in the room: plus becomes minus.
Result<void> flipLines(MapEdit& edit, std::span<const LineId> lines);

/// Takes lines out. Two areas that become one get the sector with more border; an area that opens to the outside is no sector
/// any more.
Result<void> deleteLines(MapEdit& edit, std::span<const LineId> lines, const MapDefaults& defaults);
/// Takes vertices out: two lines that meet there become one, more go.
Result<void> deleteVertices(MapEdit& edit, std::span<const VertexId> vertices, const MapDefaults& defaults);

} // namespace blak::roomcore
