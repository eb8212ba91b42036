// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/bgfcore/standing_place.h"

#include "client/scene/viewpoint.h"

namespace blak::bgfcore {

bool canStandAt(const space::LoadedRoom& room, roo::Point place) { return scene::canStand(room, place); }

} // namespace blak::bgfcore
