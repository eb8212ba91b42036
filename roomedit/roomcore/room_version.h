// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "roomedit/roomcore/build_options.h"
#include "formats/base/result.h"
#include "formats/roo/room.h"

namespace blak::roomcore {

/// How a room is written for another engine.
struct VersionOptions
{
    roo::Format format = roo::Format::V15;
    TreeKind tree = TreeKind::Fast; ///< Compatible: as the editor of that version would have written it
    bool mergesSidedefs = false;    ///< one for equal sides, as the old editors do; their tree always has it
};

/// The room in a version, tree, walls, grids and security built for it. Fails where the version cannot hold it.
Result<roo::Room> inVersion(const roo::Room& room, const VersionOptions& wanted);

} // namespace blak::roomcore
