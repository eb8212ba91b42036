// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QComboBox;

namespace blak::ui {

/// A box that is too narrow for its text shows as much of it as fits, with dots, and all of it as its tool tip (before one of its own).
/// Boxes that are typed into stay as they are. The house style does this to each box of the program.
void dressCombo(QComboBox& box);

/// What a box that is not typed into shows of its text; the text itself where all of it fits.
QString shownText(const QComboBox& box);

} // namespace blak::ui
