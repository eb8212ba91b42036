// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/dock_tabs.h"

#include "studio/shell/dock.h"
#include "ui/icons.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QMainWindow>
#include <QMenu>
#include <QMouseEvent>
#include <QTabBar>
#include <QTimer>

#include <algorithm>

namespace blak::ui::shell {

DockTabs::DockTabs(QMainWindow& window) : QObject(&window), window_(window)
{
    connect(qApp, &QApplication::focusChanged, this, [this](const QWidget*, QWidget* now) { noteFocus(now); });
}

void DockTabs::watch(QTabBar* bar) { bar->installEventFilter(this); }

/// Qt does not say whose a tab is. Docks that are tabs of one place have just the titles of its tabs.
Dock* DockTabs::dockAt(const QTabBar& bar, int tab) const
{
    if (tab < 0 || tab >= bar.count())
        return nullptr;
    QStringList titles;
    for (int i = 0; i < bar.count(); ++i)
        titles << bar.tabText(i);
    titles.sort();
    for (Dock* dock : window_.findChildren<Dock*>(QString(), Qt::FindDirectChildrenOnly)) {
        if (dock->isHidden() || dock->isFloating() || dock->windowTitle() != bar.tabText(tab))
            continue;
        QStringList group{dock->windowTitle()};
        for (const QDockWidget* other : window_.tabifiedDockWidgets(dock))
            if (!other->isHidden())
                group << other->windowTitle();
        group.sort();
        if (group == titles)
            return dock;
    }
    return nullptr;
}

Dock* DockTabs::used() const
{
    Dock* dock = used_;
    return dock != nullptr && dock->isVisible() && (dock->isFloating() || !dock->visibleRegion().isEmpty()) ? dock : nullptr;
}

/// Menus, their bar and the palette take the keyboard for a moment; that is not to use something else.
void DockTabs::noteFocus(QWidget* now)
{
    for (QWidget* one = now; one != nullptr; one = one->parentWidget())
        if (auto* dock = qobject_cast<Dock*>(one); dock != nullptr && dock->parentWidget() == &window_) {
            used_ = dock;
            return;
        }
    if (now != nullptr && window_.centralWidget() != nullptr && window_.centralWidget()->isAncestorOf(now))
        used_.clear();
}

void DockTabs::offer(Dock* dock, const QPoint& at)
{
    QMenu* menu = window_.createPopupMenu(); // the other docks, as on a title
    if (menu == nullptr)
        menu = new QMenu(&window_);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setObjectName(QStringLiteral("dockTabMenu"));
    auto* floating = new QAction(icon(QStringLiteral("float")), tr("Float"), menu);
    auto* closing = new QAction(icon(QStringLiteral("close")), tr("Close"), menu);
    const QPointer<Dock> target = dock;
    connect(floating, &QAction::triggered, this, [target] {
        if (target)
            target->toggleFloating();
    });
    connect(closing, &QAction::triggered, this, [target] {
        if (target)
            target->close();
    });
    QAction* first = menu->actions().value(0);
    menu->insertAction(first, floating);
    menu->insertAction(first, closing);
    if (first != nullptr)
        menu->insertSeparator(first);
    menu->popup(at);
}

bool DockTabs::eventFilter(QObject* watched, QEvent* event)
{
    const auto* bar = qobject_cast<QTabBar*>(watched);
    if (bar == nullptr)
        return QObject::eventFilter(watched, event);
    if (event->type() == QEvent::ContextMenu) {
        const auto* wanted = static_cast<QContextMenuEvent*>(event);
        const bool byKey = wanted->reason() == QContextMenuEvent::Keyboard;
        const int tab = byKey ? bar->currentIndex() : bar->tabAt(wanted->pos());
        if (Dock* dock = dockAt(*bar, tab); dock != nullptr) {
            offer(dock, byKey ? bar->mapToGlobal(bar->tabRect(tab).bottomLeft()) : wanted->globalPos());
            return true;
        }
    } else if (event->type() == QEvent::MouseButtonRelease) {
        const auto* click = static_cast<QMouseEvent*>(event);
        if (Dock* dock = dockAt(*bar, bar->tabAt(click->position().toPoint())); dock != nullptr && click->button() == Qt::LeftButton && dock->isForTyping())
            dock->focusContent(Qt::MouseFocusReason);
    } else if (event->type() == QEvent::MouseButtonDblClick) {
        const auto* click = static_cast<QMouseEvent*>(event);
        if (Dock* dock = dockAt(*bar, bar->tabAt(click->position().toPoint())); dock != nullptr && click->button() == Qt::LeftButton) {
            QTimer::singleShot(0, dock, &Dock::toggleFloating); // takes its tab away, which still hears of the click
            return true;
        }
    }
    return QObject::eventFilter(watched, event);
}

} // namespace blak::ui::shell
