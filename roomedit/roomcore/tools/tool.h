// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "roomedit/roomcore/map/map_edit.h"
#include "roomedit/roomcore/map/settle.h"
#include "roomedit/roomcore/operations/transform.h"
#include "roomedit/roomcore/tools/map_grid.h"

#include <string>
#include <vector>

/// What a user does with the map, as states: told of presses and moves in editor units, without Qt. One file each.
namespace blak::roomcore {

/// Where the user points.
struct Pointer
{
    double x = 0, y = 0;   ///< editor units
    double reach = 8;      ///< editor units within which something is meant
    bool isFree = false;   ///< do not snap to the grid
};

/// What tools need of whoever runs them.
class ToolHost
{
public:
    virtual ~ToolHost() = default;
    virtual const Map& map() const = 0;
    virtual MapEdit edit() = 0;
    virtual const MapDefaults& defaults() const = 0;
    virtual MergeRule mergeRule() const = 0;
    virtual MapGrid grid() const = 0;
    virtual void changed() = 0;       ///< the map changed, also within a step that is not finished
    virtual void refused(const Error& error) = 0;
    /// What steps of undo call these: "sector 12", "3 sectors".
    virtual std::string inWords(const MapSelection& parts) const = 0;
};

/// Nearest vertex within reach, else the nearest point of the grid (or the nearest whole point where the pointer is free).
MapPoint snapped(const Pointer& pointer, const Map& map, const MapGrid& grid, bool toVertices);

} // namespace blak::roomcore
