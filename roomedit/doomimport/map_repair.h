// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "roomedit/doomimport/import_report.h"
#include "roomedit/roomcore/map/map_edit.h"
#include "roomedit/roomcore/map/settle.h"

#include <span>

namespace blak::doomimport {

/// Makes a whole room of what was drawn for a game that looks at one line at a time: lines that cross are cut, every area gets one
/// sector on all of its border, the outside none; walls and steps get pictures where the game would show none. Each kind of repair is
/// one finding. `lineNumbers`: by id of a line, what the map calls it.
Result<void> repairMap(roomcore::MapEdit& edit, std::span<const std::size_t> lineNumbers, const roomcore::MapDefaults& defaults,
                       ImportReport& report);

} // namespace blak::doomimport
