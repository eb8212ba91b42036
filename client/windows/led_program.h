// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QApplication;
class QSettings;

namespace blak::client {

/// Plays as the lines on standard input say and answers on standard output, until that input ends, the window is closed, or whoever
/// started this is gone; what else the program has to say goes to its error output. The exit code.
int playLed(QApplication& application, QSettings& settings);

} // namespace blak::client
