// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme.h"

namespace blak::ui::shell {

/// What the user wants the theme to follow.
enum class ThemeChoice : int { System, Dark, Light };

/// Looks at the colours of the desktop; before the first theme is installed, which hides them.
void rememberSystemTheme();
ThemeKind systemTheme();

ThemeChoice savedThemeChoice();
/// Saves the choice and shows it at once.
void setThemeChoice(ThemeChoice choice);
ThemeKind themeOfChoice(ThemeChoice choice);

/// Fonts, tabs, ruler and wrapping of texts, out of the settings into the editors and back.
void loadEditorLook();
void saveEditorLook();

} // namespace blak::ui::shell
