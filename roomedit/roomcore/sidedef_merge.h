// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/roo/room.h"

namespace blak::roomcore {

/// Gives equal sides of all linedefs one sidedef, in order of first use, and makes the "never" and "always on map" flags of both
/// sides of a linedef agree, as the editors do on loading (formats.md sections 1.5 and 1.11). Sidedefs without linedef go.
void mergeSidedefs(roo::Room& room);

} // namespace blak::roomcore
