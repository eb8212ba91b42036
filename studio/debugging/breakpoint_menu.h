// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/ui/breakpoint_place.h"
#include "kodide/ui/debug_session.h"

class QMenu;
class QWidget;

namespace blak::ui::debugging {

/// What a right click beside a line offers: its breakpoint, and where the world goes from here. `line` counts from 1; a new breakpoint
/// goes to `place`.
QMenu* makeBreakpointMenu(code::DebugSession& session, const QString& path, int line, const code::BreakpointPlace& place,
                          QWidget* parent);

} // namespace blak::ui::debugging
