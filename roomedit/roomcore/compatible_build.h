// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "formats/roo/room.h"
#include "roomedit/roomcore/build_options.h"

#include <cstdint>
#include <vector>

namespace blak::roomcore {

/// Makes everything of a room that follows from its editor section (linedefs, sidedefs, sectors, things) anew, as the editor that
/// `options` describe would have written it: size, merged sidedefs, slope planes, tree, walls, grids, security. A room of another
/// format is converted first. Fails where a linedef names a sidedef or sector that is not there, or the format cannot hold the
/// result.
Result<roo::Room> buildCompatible(const roo::Room& editorSection, const BuildOptions& options);

/// The same, but sidedefs stay as they are and keep their numbers. `wallLinedefs` gets the linedef of each wall.
Result<roo::Room> buildKeepingNumbers(roo::Room editorSection, const BuildOptions& options,
                                      std::vector<std::uint32_t>& wallLinedefs);

/// Slope planes anew where they do not fit their three vertices.
void refreshPlanes(roo::Room& room, const BuildOptions& options);

} // namespace blak::roomcore
