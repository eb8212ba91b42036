// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/forms/form_field.h"

#include <QKeyEvent>

namespace blak::ui::views {

bool FormField::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool nothingToUndo = key->matches(QKeySequence::Undo) && !isUndoAvailable();
        const bool nothingToRedo = key->matches(QKeySequence::Redo) && !isRedoAvailable();
        if (nothingToUndo || nothingToRedo) {
            event->ignore(); // so that the shortcut of the window takes it
            return false;
        }
    }
    return QLineEdit::event(event);
}

/// The form has what was typed: taking it back is the form's from now on. What it refused is still the field's.
void FormField::forgetTyping()
{
    if (property("invalid").toBool())
        return;
    if (isUndoAvailable() || isRedoAvailable())
        setText(text());
}

void FormField::keyPressEvent(QKeyEvent* event)
{
    QLineEdit::keyPressEvent(event);
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        forgetTyping();
}

void FormField::focusOutEvent(QFocusEvent* event)
{
    QLineEdit::focusOutEvent(event);
    if (event->reason() != Qt::PopupFocusReason)
        forgetTyping();
}

} // namespace blak::ui::views
