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

} // namespace blak::ui::views
