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
    std::vector<std::uint8_t> isOutside; ///< by node: a leaf without sector (the file says sector 1)
};

/// BSP tree of the linedefs as the old editors made it, bit for bit (formats.md section 1.9). The sidedefs must be those that the
/// linedefs name. Fails when the tree gets too deep or a number beyond 65535. O(n^2) per level.
Result<BuiltTree> buildCompatibleTree(const roo::Room& editorSection, const BuildOptions& options);

} // namespace blak::roomcore
