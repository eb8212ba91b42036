// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace blak::ui::shell {

/// The whole program: command line, settings, window, event loop. Returns the exit code: 2 for bad usage, 1 when --grab could not
/// show or write what was asked for.
int runStudio(int argc, char** argv);

} // namespace blak::ui::shell
