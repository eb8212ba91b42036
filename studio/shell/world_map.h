// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace blak::ui::shell {

class StudioWindow;

/// Opens the map of all rooms of the open world; the room of the current document is marked.
void showWorldMap(StudioWindow& window);

} // namespace blak::ui::shell
