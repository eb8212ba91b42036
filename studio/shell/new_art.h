// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace blak::ui::shell {

class StudioWindow;

/// Opens the assistant that puts a new sprite or texture into the open project; the class of the current source is proposed for its icon.
void askForNewArt(StudioWindow& window);

} // namespace blak::ui::shell
