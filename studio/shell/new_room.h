// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace blak::ui::shell {

class StudioWindow;

/// Opens the assistant that puts a new room into the open project; the room of the current document is proposed as its neighbour.
void askForNewRoom(StudioWindow& window);

} // namespace blak::ui::shell
