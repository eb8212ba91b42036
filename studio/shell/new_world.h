// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace blak::ui::shell {

class StudioWindow;

/// Opens the assistant that makes a world out of the sample world, and opens that.
void askForNewWorld(StudioWindow& window);

} // namespace blak::ui::shell
