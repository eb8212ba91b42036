// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QString;

namespace blak::ui::shell {

class StudioWindow;

/// Opens the dialog that makes a room of a map of Doom; the room comes as a document that is in no file yet.
void askForDoomMap(StudioWindow& window);

/// A room at a path where no file is, so that its kept edits can be put back. False: the path is not that of a room.
bool openUnsavedRoom(StudioWindow& window, const QString& path);

} // namespace blak::ui::shell
