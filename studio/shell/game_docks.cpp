// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/game_docks.h"

#include "studio/playing/play_tab.h"
#include "studio/shell/dock.h"
#include "studio/shell/perspective_docks.h"
#include "studio/shell/studio_window.h"

#include <QEvent>

namespace blak::ui::shell {

using playing::GamePlace;
using playing::PlayTab;

GameDocks::GameDocks(StudioWindow& window) : QObject(&window), window_(window)
{
    connect(&window.docks(), &PerspectiveDocks::docksChanged, this, &GameDocks::showAgain);
}

void GameDocks::place(PlayTab* tab, GamePlace place)
{
    if (place == GamePlace::Page) {
        bringBack(tab);
        return tab->focusGame();
    }
    Dock* dock = dockOf(tab);
    tab->setGamePlace(place);
    dock->setFloating(place == GamePlace::Window);
    if (place == GamePlace::Window) {
        QRect there(QPoint(), window_.size() * 2 / 3);
        there.moveCenter(window_.frameGeometry().center());
        dock->setGeometry(there);
    } else {
        window_.resizeDocks({dock}, {window_.width() * 2 / 5}, Qt::Horizontal);
    }
    dock->show();
    dock->raise();
    tab->focusGame();
}

Dock* GameDocks::dockOf(PlayTab* tab)
{
    if (Dock* known = docks_.value(tab).data(); known != nullptr)
        return known;
    auto* dock = new Dock(tab->path(), tab->title(), &window_);
    dock->setIconName(tab->icon());
    dock->addPage(tab, tab->takeOut());
    dock->showPageOf(tab);
    dock->installEventFilter(this);
    docks_.insert(tab, dock);
    window_.addDockWidget(Qt::RightDockWidgetArea, dock);
    connect(tab, &DocumentView::titleChanged, dock, [tab, dock] { dock->setWindowTitle(tab->title()); });
    connect(tab, &QObject::destroyed, this, [this, tab] {
        Dock* left = docks_.take(tab).data();
        if (left != nullptr)
            left->deleteLater();
    });
    return dock;
}

void GameDocks::bringBack(PlayTab* tab)
{
    Dock* dock = docks_.take(tab).data();
    if (dock == nullptr)
        return;
    dock->removePage(tab);
    tab->bringBack();
    tab->setGamePlace(GamePlace::Page);
    dock->removeEventFilter(this);
    dock->hide();
    dock->deleteLater();
}

/// Before it closes: with a window of ours goes that of the client which stands in it.
bool GameDocks::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Close)
        for (PlayTab* tab : docks_.keys())
            if (docks_.value(tab) == watched) {
                bringBack(tab);
                tab->focusGame();
                break;
            }
    return QObject::eventFilter(watched, event);
}

/// The arrangement of another perspective knows nothing of them.
void GameDocks::showAgain()
{
    for (const QPointer<Dock>& one : docks_) {
        Dock* dock = one.data();
        if (dock == nullptr || dock->isFloating())
            continue;
        if (window_.dockWidgetArea(dock) == Qt::NoDockWidgetArea)
            window_.addDockWidget(Qt::RightDockWidgetArea, dock);
        dock->show();
    }
}

} // namespace blak::ui::shell
