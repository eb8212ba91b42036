// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QString;

namespace blak::ui::rooms {

class RoomView;

/// Asks where to, then writes the plan of the room as it is shown: with the fill of the top view. Says what came of it.
void exportPlan(RoomView& room);

/// The part behind the chooser; `file` ends in .svg, .pdf or .png.
void exportPlanTo(RoomView& room, const QString& file);

} // namespace blak::ui::rooms
