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

/// Instances of a prefab: what is changed in one of them, all of them are.
void makeInstance(RoomModel& model);
/// Another one of the instance that is selected; its middle lands on the grid next to a place.
void addInstanceAt(RoomModel& model, QPointF editor);
/// Goes its own way from now on.
void detachInstance(RoomModel& model);
bool hasInstance(const RoomModel& model);

} // namespace blak::ui::rooms
