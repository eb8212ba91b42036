// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/roo/room.h"
#include "roomedit/roomcore/built_tree.h"

namespace blak::roomcore {

/// Move, flag, monster and high-resolution grids as the old editors computed them from the tree in memory (formats.md section
/// 1.10); which of them there are depends on the format. `room` gives sectors, sidedefs and size.
roo::ServerSection buildGrids(const roo::Room& room, const BuiltTree& tree);

} // namespace blak::roomcore
