// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "formats/space/loaded_room.h"
#include "studio/play/session/play_session.h"
#include "studio/project/project_names.h"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace blak::roomcore {
class RoomDocument;
}

namespace blak::ui {
class DocumentView;
}

namespace blak::ui::playing {

/// Where in a room a place can be taken: there if it has a floor, else at the nearest floor, else wherever the room has one; a little
/// aside where a wall is so near that servers refuse the first step, or where a thing is less than a square away.
play::PlayPlace standIn(const space::LoadedRoom& room, play::PlayPlace wanted, const QVector<QPointF>& things = {});

/// The room of the bytes of a .roo; nothing where they are none.
std::optional<space::LoadedRoom> roomOf(std::span<const std::byte> bytes, const QString& name);

/// As standIn() in a room of a file; `wanted` where it cannot be read.
play::PlayPlace standInFile(const std::filesystem::path& file, const play::PlayPlace& wanted, const QVector<QPointF>& things = {});

/// The room of the class whose Blakod a view shows, for F5: its class and file, no point. Of several classes in a text that with the cursor.
/// Nothing when none of them is a room with a file.
std::optional<play::PlayPlace> placeOfClass(const DocumentView& view, const QString& projectRoot, const project::ProjectNames& names);
/// The class of Blakod that a view shows, with the cursor in it; null: none of the project.
const project::NamedClass* classOf(const DocumentView& view, const QString& projectRoot, const project::ProjectNames& names);

/// Whether its file is what a game needs: it need not be built again.
bool isSavedAsRoom(const roomcore::RoomDocument& room);

/// A room as it stands, unsaved: the bytes of its file.
Result<std::vector<std::byte>> builtRoom(const roomcore::RoomDocument& room);

/// Where the 3D view of a room looks from, on its floor; nothing when the view shows no room.
std::optional<play::PlayPlace> placeOfCamera(const DocumentView& view);

} // namespace blak::ui::playing
