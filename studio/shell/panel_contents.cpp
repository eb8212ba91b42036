// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/panel_contents.h"

#include "kodide/ui/find_panel.h"
#include "studio/shell/studio_window.h"

#include <QLineEdit>
#include <QToolButton>

#include <algorithm>

namespace blak::ui::shell {

SearchTyped typedIn(StudioWindow& window)
{
    const code::FindPanel& panel = window.findPanel();
    SearchTyped typed{panel.findField()->text(), panel.replaceField()->text(), panel.filterField()->text(), {}};
    for (const QToolButton* button : panel.switches().all())
        typed.switches << button->isChecked();
    return typed;
}

void typeAgain(StudioWindow& window, const SearchTyped& typed)
{
    const code::FindPanel& panel = window.findPanel();
    const auto buttons = panel.switches().all();
    for (qsizetype i = 0; i < std::min(buttons.size(), typed.switches.size()); ++i)
        buttons[i]->setChecked(typed.switches[i]);
    panel.filterField()->setText(typed.filter);
    panel.replaceField()->setText(typed.replace);
    panel.findField()->setText(typed.find);
}

std::optional<QPoint> placeOver(const QWidget& window, const QWidget* dialog)
{
    if (dialog == nullptr || !dialog->isVisible())
        return std::nullopt;
    return (QPointF(dialog->pos() - window.pos()) * window.devicePixelRatioF()).toPoint();
}

void putOver(const QWidget& window, QWidget& dialog, QPoint pixels)
{
    dialog.move(window.pos() + (QPointF(pixels) / window.devicePixelRatioF()).toPoint());
}

} // namespace blak::ui::shell
