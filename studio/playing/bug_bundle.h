// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <functional>

namespace blak::ui::playing {

class PlayController;

/// All that somebody needs to see what a tester saw, in one zip file: versions.json, log.txt, messages.jsonl, a script for each client
/// (clients/NAME.play), pictures of window and game, the server's logs (channel/) and a save of the world (savegame/). No passwords.
/// `done` is told the file, or why there is none; the world saves first, so that happens a moment later.
void saveBugBundle(PlayController& controller, const QString& file, std::function<void(bool good, const QString& why)> done);
/// The same into a file of its own beside the recordings, and tells where it is.
void makeBugBundle(PlayController& controller);

} // namespace blak::ui::playing
