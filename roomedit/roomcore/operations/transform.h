// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "roomedit/roomcore/map/settle.h"

#include <cstdint>
#include <functional>

/// Moving, turning, scaling and mirroring what is selected. Lines take along their vertices, sectors their lines and the points of
/// their slopes.
namespace blak::roomcore {

/// What happens where moved geometry comes to lie on other geometry.
enum class MergeRule : std::uint8_t {
    Merge,        ///< vertices become one, lines are cut and share, areas under a moved sector become part of it
    VerticesOnly, ///< vertices become one, lines that then lie on each other too; crossings stay
    Replace,      ///< as Merge, and what lies within the moved sectors goes
};

/// New place of a point.
using PointMapping = std::function<MapPoint(MapPoint)>;

/// The vertices that move with a selection: its own, those of its lines, and those of the lines of its sectors.
std::set<VertexId> verticesOf(const Map& map, const MapSelection& selection);

/// `turnsOver`: the mapping mirrors, so the sides of lines change over.
Result<void> transform(MapEdit& edit, const MapSelection& what, const PointMapping& mapping, bool turnsOver, MergeRule rule,
                       const MapDefaults& defaults, std::string_view name, std::uint64_t mergeKey = 0);

Result<void> moveBy(MapEdit& edit, const MapSelection& what, MapPoint by, MergeRule rule, const MapDefaults& defaults);
/// Counter-clockwise, degrees.
Result<void> rotate(MapEdit& edit, const MapSelection& what, MapPoint centre, double degrees, MergeRule rule,
                    const MapDefaults& defaults);
Result<void> scale(MapEdit& edit, const MapSelection& what, MapPoint centre, double factorX, double factorY, MergeRule rule,
                   const MapDefaults& defaults);
enum class MirrorAxis : std::uint8_t { Horizontal, Vertical }; ///< left and right change, or top and bottom
Result<void> mirror(MapEdit& edit, const MapSelection& what, MirrorAxis axis, MergeRule rule, const MapDefaults& defaults);

/// Box of everything that moves; empty when nothing does.
MapBox boxOf(const Map& map, const MapSelection& what);

} // namespace blak::roomcore
