// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/shell/tours.h"

namespace blak::ui::shell {

/// The tours through a world that runs: play, debug. `open` and `room` are steps that come first; those that need a game or a debugger
/// are never done in a window that has none.
QVector<Tour> runTours(StudioWindow& window, const TourStep& open, const TourStep& room);

} // namespace blak::ui::shell
