// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/field_undo.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>

#include <utility>

namespace blak::ui::shell {

FieldUndo::FieldUndo(QObject* parent, std::function<bool(const QLineEdit&)> isLater) : QObject(parent), isLater_(std::move(isLater))
{
    qApp->installEventFilter(this);
}

bool FieldUndo::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::ShortcutOverride)
        return false;
    const auto* field = qobject_cast<QLineEdit*>(watched);
    if (field == nullptr)
        return false;
    const auto* key = static_cast<QKeyEvent*>(event);
    const bool empty = (key->matches(QKeySequence::Undo) && (!field->isUndoAvailable() || isLater_(*field))) ||
                       (key->matches(QKeySequence::Redo) && !field->isRedoAvailable());
    if (!empty)
        return false;
    event->ignore(); // not wanted here: shortcuts may have it
    return true;
}

} // namespace blak::ui::shell
