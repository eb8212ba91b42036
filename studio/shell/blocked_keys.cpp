// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/blocked_keys.h"

#include "studio/shell/action_registry.h"
#include "ui/toast.h"

#include <QAction>
#include <QKeyEvent>
#include <QWidget>

namespace blak::ui::shell {

BlockedKeys::BlockedKeys(QWidget& window, const ActionRegistry& actions, Toasts& toasts) : QObject(&window), actions_(actions), toasts_(toasts)
{
    window.installEventFilter(this);
}

bool BlockedKeys::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress)
        return QObject::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->isAutoRepeat() || key->key() == 0 || key->key() == Qt::Key_unknown || key->key() == Qt::Key_Escape) // Escape leaves whatever there is
        return false;
    const QKeySequence pressed(key->keyCombination());
    for (const QAction* action : actions_.actions()) {
        if (action->isEnabled() || !action->shortcuts().contains(pressed))
            continue;
        if (const QString why = actions_.needs(action->objectName()); !why.isEmpty()) { // of the document that is shown
            toasts_.show(Severity::Info, why);
            return true;
        }
    }
    return false;
}

} // namespace blak::ui::shell
