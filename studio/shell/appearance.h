// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme.h"

namespace blak::ui::shell {

class SystemTheme;

/// What the user wants the theme to follow.
enum class ThemeChoice : int { System, Dark, Light };

/// From now on "as the system" means what this says, and follows it while the studio runs.
void followSystemTheme(SystemTheme& desktop);
/// Dark where nobody has said which desktop there is.
ThemeKind systemTheme();

ThemeChoice savedThemeChoice();
/// Saves the choice and shows it at once.
void setThemeChoice(ThemeChoice choice);
ThemeKind themeOfChoice(ThemeChoice choice);

/// Fonts, tabs, ruler and wrapping of texts, out of the settings into the editors and back.
void loadEditorLook();
void saveEditorLook();

} // namespace blak::ui::shell
