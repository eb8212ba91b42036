// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/ui/sprite_menu.h"

#include "bgfeditor/ui/sprite_edit_actions.h"
#include "bgfeditor/ui/sprite_view.h"
#include "ui/icons.h"

#include <QAbstractScrollArea>
#include <QCoreApplication>
#include <QMenu>

namespace blak::ui::sprites {

void offerMenu(SpriteView& view, QWidget* panel, const char* menu)
{
    panel->setContextMenuPolicy(Qt::CustomContextMenu);
    QObject::connect(panel, &QWidget::customContextMenuRequested, &view, [&view, panel, menu](QPoint at) {
        view.model()->setPlaying(false); // the menu is about the frame that is shown, not about whichever has come when a row is chosen
        auto* rows = new QMenu(panel);
        rows->setAttribute(Qt::WA_DeleteOnClose);
        rows->setToolTipsVisible(true);
        for (const auto& edits : {spriteEdits(), pixelEdits(), groupEdits(), layerEdits()})
            for (const SpriteEdit& edit : edits) {
                if (QLatin1String(edit.menu) != QLatin1String(menu))
                    continue;
                QAction* row = rows->addAction(QCoreApplication::translate("SpriteActions", edit.text));
                if (*edit.icon != '\0')
                    row->setIcon(icon(QLatin1String(edit.icon)));
                row->setObjectName(QLatin1String(edit.id));
                if (const char* missing = edit.needs == nullptr ? nullptr : edit.needs(view)) {
                    row->setEnabled(false);
                    row->setToolTip(QCoreApplication::translate("SpriteActions", missing));
                }
                if (edit.checked != nullptr) {
                    row->setCheckable(true);
                    row->setChecked(edit.checked(view));
                }
                QObject::connect(row, &QAction::triggered, &view, [&view, run = edit.run] { run(view); });
            }
        const auto* area = qobject_cast<QAbstractScrollArea*>(panel);
        rows->popup((area != nullptr ? area->viewport() : panel)->mapToGlobal(at)); // never exec: what it deletes may be in use
    });
}

} // namespace blak::ui::sprites
