// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>

namespace blak::ui {

/// Inter and JetBrains Mono out of the resources; called by installTheme.
void loadFonts();

/// Inter. Sizes in px at 96 dpi: 12 everything, 11.5 status bar, 11 units and badges, 13 headings.
QFont uiFont(double pixels = 12, QFont::Weight weight = QFont::Normal);

/// JetBrains Mono for code, numbers in fields, ids and logs; ligatures off.
QFont monoFont(double pixels = 12, QFont::Weight weight = QFont::Normal);

} // namespace blak::ui
