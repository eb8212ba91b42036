// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QPointer>
#include <QWidget>

namespace blak::ui {

/// Shows or hides a list that stands aside for a sentence, and leaves the keys where they are. By itself a widget that had the
/// focus when it was hidden, or was given it while it was, takes it when it is shown - from whoever types elsewhere meanwhile.
inline void showQuietly(QWidget& widget, bool shown)
{
    const QPointer<QWidget> had = QApplication::focusWidget();
    widget.setVisible(shown);
    const QWidget* has = QApplication::focusWidget();
    if (shown && had && has != had && (has == &widget || widget.isAncestorOf(has)))
        had->setFocus(Qt::OtherFocusReason);
}

} // namespace blak::ui
