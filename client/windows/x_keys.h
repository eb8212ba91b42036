// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWindow;

namespace blak::client {

/// Whether a window of one program can stand in a window of another here: under X, and nowhere else.
bool hasWindowsInWindows();

/// From now on keys that are pressed over this window, while another one has the keyboard, go to the window that it stands in: X gives
/// them to whatever is under the pointer. To be said again when the window's flags have changed. Without X nothing.
void leaveKeysToParent(QWindow& window);

} // namespace blak::client
