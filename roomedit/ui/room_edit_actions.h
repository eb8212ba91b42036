// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/action_table.h"

namespace blak::ui::rooms {

/// Rows of the action table that change a room: tools, and commands on what is selected.
ActionTable roomEditActions();

} // namespace blak::ui::rooms
