// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/shell/settings_dialog.h"

namespace blak::ui::shell {

// The pages of the settings. Controls carry the names of settingRows() and count at once.
QWidget* makeAppearancePage();
QWidget* makeEditorPage();
QWidget* makeMemoryPage(const SettingsDialog::Pictures& pictures);
/// `save` and `load` take a file and say what went wrong.
QWidget* makeCarryPage(std::function<QString(const QString&)> save, std::function<QString(const QString&)> load);
QWidget* makeAboutPage();

/// Shows what the settings say: after they came from a file.
void applySettings();

} // namespace blak::ui::shell
