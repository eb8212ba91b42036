// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/space/loaded_room.h"

namespace blak::space {

/// Whether players may walk on the floor of a sector, it is seen, and the ceiling above a place in it (client units) is high enough.
bool isStandable(const LoadedRoom& room, Index sector, Point place);

/// Whether a place (client units) lies in the playable rectangle, on a floor that isStandable().
bool canStand(const LoadedRoom& room, Point place);

/// Whether a place (client units) lies in a playable rectangle, its edge included.
bool isIn(const roo::PlayableRectangle& rectangle, Point place);

} // namespace blak::space
