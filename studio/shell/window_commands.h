// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QVector>

namespace blak::ui::shell {

struct PaletteEntry;
class StudioWindow;

// What rows of the action table do with a window and the window need not know.

void chooseFolder(StudioWindow& window);
void chooseFiles(StudioWindow& window);
/// The document as it is now, with what is not saved, into another file, which is opened. The document and its file stay as they are.
void saveCopy(StudioWindow& window);
/// F6: documents, then the docks that are seen, in a circle.
void focusNextDock(StudioWindow& window, int direction);
/// Docks of the perspective, rows of the settings and tours, for the command palette.
QVector<PaletteEntry> dockAndSettingEntries(StudioWindow& window);

} // namespace blak::ui::shell
