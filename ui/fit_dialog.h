// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>

class QApplication;
class QDialog;

namespace blak::ui {

/// Makes a dialog no larger than `most` (px, without its frame). One that cannot be as small scrolls; its buttons stay in sight.
void fitDialog(QDialog& dialog, const QSize& most);

/// Keeps each dialog of the application within its screen, whenever it is shown.
void fitDialogs(QApplication& application);

} // namespace blak::ui
