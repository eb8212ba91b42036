// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyle>

class QFileDialog;

namespace blak::ui {

/// The name of our icon for one of those that Qt's own file chooser shows (where the desktop has none of its own); null: another.
const char* chooserIcon(QStyle::StandardPixmap which);

/// As large as its columns need, which show whole sizes and dates.
void dressChooser(QFileDialog& chooser);

} // namespace blak::ui
