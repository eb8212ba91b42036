// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace blak::ui::playing {
class PlayController;
}

namespace blak::ui::shell {

class StudioWindow;

/// Play in this window: its actions, its docks, its pages. The controller belongs to the window. Once, after the window was made.
playing::PlayController* attachPlay(StudioWindow& window);

} // namespace blak::ui::shell
