// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <memory>

namespace blak::ui::code {
class DebugBackend;
}
namespace blak::ui::debugging {
class DebugController;
}
namespace blak::ui::playing {
class PlayController;
}

namespace blak::ui::shell {

class StudioWindow;

/// The debugger in this window: its actions and its docks. `backend`: who debugs. The controller belongs to the window. Once,
/// after the window was made.
debugging::DebugController* attachDebugger(StudioWindow& window, std::unique_ptr<code::DebugBackend> backend,
                                            const QString& program = {}); ///< the path of blak, for tests

/// Breakpoints count in the world that is played, too; chat lines lead to their source. Once, with both of the same window.
void joinDebuggerToPlay(debugging::DebugController& debug, playing::PlayController& play);

} // namespace blak::ui::shell
