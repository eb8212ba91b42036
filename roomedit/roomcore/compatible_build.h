// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "formats/roo/room.h"
#include "roomedit/roomcore/build_options.h"

namespace blak::roomcore {

/// Makes everything of a room that follows from its editor section (linedefs, sidedefs, sectors, things) anew, as the editor that
/// `options` describe would have written it: size, merged sidedefs, slope planes, tree, walls, grids, security. A room of another
/// format is converted first. Fails where a linedef names a sidedef or sector that is not there, or the format cannot hold the
/// result.
Result<roo::Room> buildCompatible(const roo::Room& editorSection, const BuildOptions& options);

} // namespace blak::roomcore
