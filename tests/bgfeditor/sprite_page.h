// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bgfeditor/ui/sprite_document.h"
#include "bgfeditor/ui/sprite_view.h"

#include <QTest>

namespace blak::test {

/// Runs an action of sprites by its id.
inline void runSpriteAction(ui::sprites::SpriteView& view, const QString& id)
{
    for (const ui::ActionSpec& action : ui::sprites::spriteActions())
        if (action.id == id)
            return action.run(&view);
    QFAIL(qPrintable(id));
}

/// A panel of the page by its id; null where it is of another class.
template <typename Widget>
Widget* panelOf(ui::sprites::SpriteView& view, const char* id)
{
    for (const ui::Panel& each : view.panels())
        if (each.id == QLatin1String(id))
            return qobject_cast<Widget*>(each.widget);
    return nullptr;
}

} // namespace blak::test
