// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/window_menus.h"

#include "studio/shell/dock.h"
#include "studio/shell/document_area.h"
#include "studio/shell/menus.h"
#include "studio/shell/perspective_docks.h"
#include "studio/shell/recent_projects.h"
#include "studio/shell/studio_window.h"
#include "studio/shell/tool_strip.h"
#include "studio/shell/top_bar.h"
#include "ui/menu_text.h"

#include <QFileInfo>
#include <QMenu>
#include <QMenuBar>

namespace blak::ui::shell {
namespace {

/// A room or sprite with its file, as the tabs have it.
QString recentText(const RecentItem& item)
{
    const QFileInfo file(item.path);
    return !file.isFile() || item.name == file.fileName() ? item.name : QStringLiteral("%1 \u00b7 %2").arg(item.name, file.fileName());
}

} // namespace


void WindowMenus::rebuildMenus()
{
    const QHash<QString, QMenu*> menus = buildMenus(*bar_.menuBar(), window_.actions());
    for (QMenu* menu : menus)
        QObject::connect(menu, &QMenu::aboutToShow, &window_.actions(), &ActionRegistry::refresh);
    if (QMenu* file = menus.value(QStringLiteral("File"))) {
        auto* recent = new QMenu(StudioWindow::tr("Open recent"), file);
        QObject::connect(recent, &QMenu::aboutToShow, &window_, [this, recent] { fillRecentMenu(*recent); });
        file->insertMenu(window_.actions().action(QStringLiteral("studio.file.close")), recent);
    }
    if (QMenu* window = menus.value(QStringLiteral("Window"))) {
        auto* list = new QMenu(StudioWindow::tr("Docks"), window);
        QObject::connect(list, &QMenu::aboutToShow, &window_, [this, list] {
            list->clear();
            fillDockMenu(*list, Guests::All);
        });
        window->insertMenu(window_.actions().action(QStringLiteral("studio.layout.reset")), list);
    }
}

void WindowMenus::fillDockMenu(QMenu& menu, Guests guests)
{
    for (Dock* dock : window_.docks().docks(window_.perspective()))
        if (guests == Guests::All || window_.docks().belongs(dock, window_.perspective()) || !dock->isHidden()) {
            dock->toggleViewAction()->setText(asMenuText(window_.docks().nameOf(dock)));
            menu.addAction(dock->toggleViewAction());
        }
    menu.setEnabled(!menu.isEmpty());
}

void WindowMenus::rebuildTools()
{
    DocumentView* document = window_.isWelcomeShown() ? nullptr : window_.documents().current();
    QVector<ToolStrip::Item> right{{window_.actions().action(QStringLiteral("studio.settings.open")), true}};
    if (QAction* play = window_.actions().action(QStringLiteral("play.run.here")))
        right.prepend({play, true});
    tools_.set(toolItems(window_.actions(), right), document == nullptr ? QVector<QWidget*>{} : document->toolBarWidgets(), document, right);
}

void WindowMenus::fillRecentMenu(QMenu& menu)
{
    menu.clear();
    for (const auto& items : {recentProjects(), recentFiles()}) {
        for (const RecentItem& item : items)
            menu.addAction(asMenuText(recentText(item)), &window_, [this, path = item.path] { window_.open(path); })->setToolTip(item.path);
        menu.addSeparator();
    }
    menu.setToolTipsVisible(true);
    if (menu.actions().size() <= 2) // the lines alone
        menu.addAction(StudioWindow::tr("Nothing yet"))->setEnabled(false);
}

} // namespace blak::ui::shell
