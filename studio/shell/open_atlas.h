// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace blak::ui::shell {

class StudioWindow;

/// Opens the map of all rooms of the open project; the room of the current document is marked.
void showAtlas(StudioWindow& window);

} // namespace blak::ui::shell
