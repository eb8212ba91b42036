// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QVector>

namespace blak::ui::shell {

struct PaletteEntry;
class StudioWindow;

// What rows of the action table do with a window and the window need not know.

void chooseFolder(StudioWindow& window);
void chooseFiles(StudioWindow& window);
/// F6: documents, then the docks that are seen, in a circle.
void focusNextDock(StudioWindow& window, int direction);
/// Docks of the perspective, rows of the settings and tours, for the command palette.
QVector<PaletteEntry> dockAndSettingEntries(StudioWindow& window);

} // namespace blak::ui::shell
