// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace blak::ui::shell {

/// What `blak play --project` asks of this program.
struct PlayScriptWish
{
    QString project, script, junit, grab;
    bool isWanted() const { return !script.isEmpty(); }
};

/// Plays a script in a scratch copy of a project, says what came of each step, and ends: 0 = all of it came true, 1 = it did not, 2 =
/// project or script cannot be read.
int runPlayScript(const PlayScriptWish& wish, int argc, char** argv);

} // namespace blak::ui::shell
