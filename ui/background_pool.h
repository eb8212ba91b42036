// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QThreadPool;

namespace blak::ui {

/// Threads for work that takes long: loading, searching, analysing. Not Qt's global pool: Qt scales and converts pictures there
/// and waits for it, so that a painting window would stand still behind a full queue of ours. Ends with the application.
QThreadPool& backgroundPool();

} // namespace blak::ui
