// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "formats/roo/room.h"
#include "roomedit/roomcore/build_options.h"

#include <cstdint>
#include <vector>

namespace blak::roomcore {

/// Nodes and walls as they go into the file, except that floats are still doubles.
struct BuiltTree
{
    std::vector<roo::Node> nodes;
    std::vector<roo::Wall> walls;
    std::vector<std::uint32_t> wallLinedefs; ///< by wall: the linedef that it is a piece of, from 0
    std::vector<std::uint8_t> isOutside; ///< by node: a leaf without sector (the file says sector 1)
    std::size_t lostWalls = 0;           ///< pieces that rounding left without a place in the tree; they are not drawn
};

/// BSP tree of the linedefs. TreeKind::Compatible: as the old editors made it, bit for bit (formats.md section 1.9), O(n^2) per
/// level. TreeKind::Fast: ours, fewer splits, O(n) per level. The sidedefs must be those that the linedefs name. Fails when the
/// tree gets too deep, a leaf too many corners or a number beyond 65535.
Result<BuiltTree> buildTree(const roo::Room& editorSection, const BuildOptions& options);

} // namespace blak::roomcore
