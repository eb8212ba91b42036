// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "formats/roo/room.h"

#include <atomic>
#include <cstdint>
#include <vector>

namespace blak::roomcore {

/// What of a room follows from what was edited, compared with how it was before.
struct RebuildNeeds
{
    bool tree = false;  ///< nodes and walls: lines, their sides, or the playable rectangle changed, or the room has neither tree nor size
    bool grids = false; ///< heights, passable sides, floors: what movement depends on
};
RebuildNeeds needsOf(const roo::Room& edited, const roo::Room& before);

struct Rebuilt
{
    roo::Room room;
    /// By wall: the number of the linedef that it is a piece of. Empty where the walls are those of before.
    std::vector<std::uint32_t> wallLinedefs;
};

/// Makes what no longer fits anew: tree and walls by our own builder, slope planes, size, grids where the room has them, security.
/// Everything else stays byte for byte; an untouched room comes back as it was. Numbers of lines, sidedefs and sectors stay.
/// `withGrids`: false for views, which do without. Ends soon with an error once `cancelled` is set.
Result<Rebuilt> rebuild(roo::Room edited, const roo::Room& before, bool withGrids = true, const std::atomic<bool>* cancelled = nullptr);

} // namespace blak::roomcore
