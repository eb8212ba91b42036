// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "roomedit/roomcore/arrangement.h"
#include "roomedit/ui/room_model.h"

#include <functional>

/// Commands on layers and groups, and on what is hidden and locked: one step of undo each.
namespace blak::ui::rooms {

/// Changes the arrangement as one step; a refusal is told.
void arrange(RoomModel& model, const QString& name, const std::function<Result<void>(roomcore::Arrangement&)>& change);

void hideSelection(RoomModel& model);
void lockSelection(RoomModel& model);
void isolateSelection(RoomModel& model);
void showEverything(RoomModel& model);
void unlockEverything(RoomModel& model);
/// Of what is selected, with the next free name.
void makeGroup(RoomModel& model, roomcore::PartGroup::Kind kind);

} // namespace blak::ui::rooms
