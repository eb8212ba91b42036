// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/roo/room.h"

namespace blak::space {
class LoadedRoom;
}

namespace blak::bgfcore {

/// Whether people can stand at a place (client units) of the room that a sprite is looked at in, as the scene of the client has it: in the
/// playable rectangle, on a floor that is seen and may be walked on, below a ceiling high enough.
bool canStandAt(const space::LoadedRoom& room, roo::Point place);

} // namespace blak::bgfcore
