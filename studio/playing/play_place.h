// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "formats/space/loaded_room.h"
#include "studio/play/session/play_session.h"

#include <cstddef>
#include <vector>

namespace blak::roomcore {
class RoomDocument;
}

namespace blak::ui {
class DocumentView;
}

namespace blak::ui::playing {

/// Where in a room a place can be taken: there if it has a floor, else at the nearest floor, else wherever the room has one; a little
/// aside where a wall is so near that servers refuse the first step.
play::PlayPlace standIn(const space::LoadedRoom& room, play::PlayPlace wanted);

/// Whether its file is what a game needs: it need not be built again.
bool isSavedAsRoom(const roomcore::RoomDocument& room);

/// A room as it stands, unsaved: the bytes of its file.
Result<std::vector<std::byte>> builtRoom(const roomcore::RoomDocument& room);

/// Where the 3D view of a room looks from, on its floor; nothing when the view shows no room.
std::optional<play::PlayPlace> placeOfCamera(const DocumentView& view);

} // namespace blak::ui::playing
