// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QMenu>
#include <QStringList>

namespace blak::test {

/// Of the menu that is open over a view, which goes.
inline QStringList textsOfMenu(const QWidget& view)
{
    QStringList texts;
    if (auto* menu = view.findChild<QMenu*>()) {
        for (const QAction* action : menu->actions())
            texts << action->text();
        delete menu;
    }
    return texts;
}

} // namespace blak::test
