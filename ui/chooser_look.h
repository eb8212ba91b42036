// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyle>

class QApplication;

namespace blak::ui {

/// The name of our icon for one of those that Qt's own file chooser shows (where the desktop has none of its own); null: another.
const char* chooserIcon(QStyle::StandardPixmap which);

/// Makes each file chooser of the application, when it is shown, as large as its columns need, which show whole sizes and dates, and lets
/// what is typed into it count.
void dressChoosers(QApplication& application);

} // namespace blak::ui
