// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QString;

namespace blak::ui::rooms {

class RoomView;

/// Asks where to, then writes the room as it stands as an OBJ with materials and textures. Says what came of it.
void exportModel(RoomView& room);

/// The part behind the chooser.
void exportModelTo(RoomView& room, const QString& file);

} // namespace blak::ui::rooms
