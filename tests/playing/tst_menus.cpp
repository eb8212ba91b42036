// SPDX-License-Identifier: GPL-3.0-or-later
// Right clicks on everything that the studio shows while a game runs, and menus that are still open when the game ends, dies, begins
// anew, is reloaded or goes back to a saved state.
#include "played_studio.h"

#include "studio/playing/game_states.h"
#include "studio/playing/world_panel.h"
#include "ui/theme.h"

#include <QDockWidget>
#include <QScrollBar>
#include <QTabBar>
#include <QTreeView>
#include <QTreeWidget>
#include <QWindow>

#include <csignal>

using namespace blak;
using namespace blak::ui;
using blak::ui::playing::PlayTab;
using Studio = blak::play::PlayedStudio;

class TestMenus : public QObject
{
    Q_OBJECT

    static constexpr int patience = Studio::patience;
    static constexpr qint64 longestClick = 20'000; ///< until it comes back, on a slow machine

    QStringList waitingMenus_; ///< rows of those that did not let go of the click

    /// As from a mouse: the window decides what is below it, and whether that wants a menu. Those of Qt's scroll bars run a loop of their
    /// own, which ends with them; nobody else's may.
    QPointer<QMenu> rightClick(QWidget* widget, QPoint at)
    {
        QWidget* window = widget->window();
        QElapsedTimer clock;
        clock.start();
        QTimer closing;
        connect(&closing, &QTimer::timeout, this, [&] {
            QWidget* popup = QApplication::activePopupWidget();
            const bool isScrollBars = popup != nullptr && qobject_cast<QScrollBar*>(popup->parentWidget()) != nullptr;
            if (popup == nullptr || !(isScrollBars || clock.elapsed() > longestClick))
                return;
            if (!isScrollBars)
                waitingMenus_ << rowsOf(qobject_cast<QMenu*>(popup));
            popup->close();
        });
        closing.start(20);
        QTest::mouseClick(window->windowHandle(), Qt::RightButton, {}, widget->mapTo(window, at));
        closing.stop();
        QCoreApplication::processEvents();
        return qobject_cast<QMenu*>(QApplication::activePopupWidget());
    }

    static void closePopups()
    {
        for (QWidget* popup = QApplication::activePopupWidget(); popup != nullptr; popup = QApplication::activePopupWidget())
            popup->close();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }

    static QStringList rowsOf(const QMenu* menu)
    {
        QStringList rows;
        for (const QAction* action : menu == nullptr ? QList<QAction*>() : menu->actions())
            if (!action->isSeparator())
                rows << action->text().remove(u'&');
        return rows;
    }

    static QTreeWidget* world(const Studio& studio) { return studio.window->findChild<QTreeWidget*>(QStringLiteral("play.world")); }

    /// The menu of the first thing of the room in the World dock, whose rows come and go with what happens there.
    QPointer<QMenu> worldMenu(const Studio& studio)
    {
        QTreeWidget* tree = world(studio);
        for (QWidget* parent = tree; parent != nullptr; parent = parent->parentWidget())
            if (auto* dock = qobject_cast<QDockWidget*>(parent))
                dock->raise();
        QPointer<QMenu> menu;
        const auto opens = [&] {
            if (!isSeen(tree)) // a document that was asked for has come since
                studio.window->documents().setCurrent(studio.play->tabs().front());
            for (QTreeWidgetItem* row = tree->topLevelItem(0); row != nullptr; row = tree->itemBelow(row))
                if (row->data(0, Qt::UserRole).toLongLong() > 0) {
                    tree->scrollToItem(row);
                    menu = rightClick(tree->viewport(), tree->visualItemRect(row).center());
                    return !menu.isNull();
                }
            return false;
        };
        return QTest::qWaitFor(opens, patience) ? menu : nullptr;
    }

    /// The menu of a thing that the player sees; the view is looked through as a mouse would.
    QPointer<QMenu> gameMenu(const Studio& studio)
    {
        client::PlayView* view = studio.tab()->game().view();
        constexpr int parts = 24;
        for (int y = 1; y < parts; ++y)
            for (int x = 1; x < parts; ++x) {
                const QPointer<QMenu> menu = rightClick(view, {view->width() * x / parts, view->height() * y / parts});
                if (!menu.isNull() && !menu->actions().isEmpty())
                    return menu;
                closePopups();
            }
        return nullptr;
    }

    static bool isSeen(const QWidget* widget) { return widget != nullptr && widget->isVisible() && !widget->visibleRegion().isEmpty(); }

    QPointer<QMenu> tabMenu(const Studio& studio)
    {
        for (auto* tabs : studio.window->documents().findChildren<QTabBar*>())
            if (tabs->isVisible() && tabs->count() > 0)
                return rightClick(tabs, tabs->tabRect(tabs->currentIndex()).center());
        return nullptr;
    }

    /// One after another, with such a menu open: what it offers is chosen afterwards.
    void outliveWhatHappens(const std::function<QPointer<QMenu>(const Studio&)>& open)
    {
        Studio studio(QStringLiteral("rooms/lantern.roo"));
        const auto kill = [&] { ::kill(static_cast<pid_t>(studio.play->session().serverProcess()), SIGKILL); };
        const auto isDead = [&] { return studio.play->session().state() == play::PlaySession::State::Dead; };
        QSignalSpy reloaded(&studio.play->session(), &play::PlaySession::codeReloaded);
        QSignalSpy entered(&studio.play->session(), &play::PlaySession::ready);
        struct Change
        {
            const char* name;
            std::function<void()> begin;
            std::function<bool()> isDone;
        };
        const QString candle = studio.world.path(QStringLiteral("kod/object/thing/item/tool/candle.kod"));
        const std::vector<Change> changes{
            {"stopped", [&] { studio.play->stop(); }, [&] { return !studio.play->isBusy(); }},
            {"killed", kill, isDead},
            {"begun anew", [&] { studio.play->playAnew(); }, [&] { return !entered.isEmpty(); }},
            {"saved", [&] { studio.play->states().save(1); }, [&] { return studio.play->session().hasState(1); }},
            {"back at a state",
             [&] {
                 studio.play->states().save(1);
                 QVERIFY(QTest::qWaitFor([&] { return studio.play->session().hasState(1); }, patience));
                 studio.play->states().load(1);
             },
             [&] { return !entered.isEmpty(); }},
            {"one more", [&] { studio.play->addClient(play::AccountKind::Player); },
             [&] { return studio.play->tabs().size() > 1 && studio.play->tabs().back()->isIn(); }},
            {"reloaded",
             [&] {
                 studio.world.replace(QStringLiteral("kod/object/thing/item/tool/candle.kod"), "viLight = 20", "viLight = 30");
                 studio.play->session().reloadSources({candle}, nullptr);
             },
             [&] { return !reloaded.isEmpty(); }},
            {"page closed", [&] { studio.window->closeDocument(studio.tab()); }, [] { return true; }},
        };
        for (const Change& change : changes) {
            if (!studio.play->isRunning() || studio.tab() == nullptr || !studio.tab()->isIn()) {
                studio.play->stop(); // F5 would go on with what is left of a game
                QTRY_VERIFY_WITH_TIMEOUT(!studio.play->isBusy(), patience);
                studio.play5();
            }
            if (QTest::currentTestFailed())
                return;
            QTest::qWait(100); // what was asked for last comes
            studio.window->finishBackgroundWork();
            studio.window->documents().setCurrent(studio.play->tabs().front());
            QTest::qWait(100);
            const QPointer<QMenu> menu = open(studio);
            QVERIFY2(!menu.isNull(), change.name);
            entered.clear();
            reloaded.clear();
            change.begin();
            QVERIFY2(QTest::qWaitFor(change.isDone, patience), change.name);
            QTest::qWait(50);
            // Chosen now, whatever is left of it.
            if (!menu.isNull())
                for (QAction* action : menu->actions())
                    if (action->isEnabled() && !action->isSeparator()) {
                        action->trigger();
                        break;
                    }
            closePopups();
            QVERIFY2(studio.window->isVisible(), change.name);
            QTRY_VERIFY_WITH_TIMEOUT(studio.play->session().state() != play::PlaySession::State::Starting, patience);
        }
        studio.play->stop();
        QTRY_COMPARE_WITH_TIMEOUT(studio.world.scratchFolders(), QStringList(), patience);
    }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    void rightClicksOnEverythingThatIsShown()
    {
        Studio studio(QStringLiteral("rooms/lantern.roo"));
        studio.play5();
        studio.trigger("play.with.player");
        QTRY_VERIFY_WITH_TIMEOUT(studio.play->tabs().size() == 2 && studio.play->tabs()[1]->isIn(), patience);
        for (int i = 0; i < world(studio)->topLevelItemCount(); ++i)
            world(studio)->topLevelItem(i)->setExpanded(true);
        QVERIFY(!worldMenu(studio).isNull()); // there are rows to click at
        closePopups();
        int clicks = 0, menus = 0;
        const auto clickAt = [&](QWidget* widget, QPoint at) {
            ++clicks;
            menus += rightClick(widget, at).isNull() ? 0 : 1;
            closePopups();
        };
        // Pages that are brought to the front by that are clicked at, too.
        for (QDockWidget* dock : studio.window->findChildren<QDockWidget*>())
            if (dock->isVisible()) {
                dock->raise();
                QCoreApplication::processEvents();
                QVector<QPointer<QWidget>> parts{dock};
                for (QWidget* part : dock->findChildren<QWidget*>())
                    parts << part;
                for (const QPointer<QWidget>& part : parts)
                    if (QWidget* widget = part.data(); isSeen(widget))
                        clickAt(widget, widget->visibleRegion().boundingRect().center());
            }
        for (auto* tree : studio.window->findChildren<QTreeView*>())
            if (isSeen(tree))
                for (QModelIndex row = tree->indexAt({4, 4}); row.isValid() && tree->viewport()->rect().contains(tree->visualRect(row).center());
                     row = tree->indexBelow(row))
                    clickAt(tree->viewport(), tree->visualRect(row).center());
        for (auto* tabs : studio.window->findChildren<QTabBar*>())
            for (int i = 0; tabs->isVisible() && i < tabs->count(); ++i)
                clickAt(tabs, tabs->tabRect(i).center());
        QVector<QPointer<QWidget>> rest;
        for (QWidget* part : studio.window->findChildren<QWidget*>())
            rest << part;
        for (const QPointer<QWidget>& part : rest)
            if (QWidget* widget = part.data(); isSeen(widget) && widget->window() == studio.window.get())
                clickAt(widget, widget->visibleRegion().boundingRect().center());
        qInfo("%d right clicks, %d menus", clicks, menus);
        QVERIFY2(waitingMenus_.isEmpty(), qPrintable(waitingMenus_.join(u'|')));
        QVERIFY(clicks > 100 && menus > 10);
        QVERIFY(studio.window->isVisible() && studio.play->isRunning());
        for (PlayTab* tab : studio.play->tabs())
            QVERIFY(tab->isIn());
    }

    /// What they offer is what is done with such a thing.
    void menusOfferWhatBelongsToTheirThing()
    {
        Studio studio(QStringLiteral("rooms/lantern.roo"));
        studio.play5();
        const QPointer<QMenu> ofObject = worldMenu(studio);
        QVERIFY(!ofObject.isNull());
        QVERIFY2(rowsOf(ofObject).contains(QStringLiteral("Open its Blakod")), qPrintable(rowsOf(ofObject).join(u'|')));
        closePopups();
        QVERIFY(ofObject.isNull()); // closed menus are gone
        const QPointer<QMenu> ofThing = gameMenu(studio);
        QVERIFY(!ofThing.isNull());
        QVERIFY2(rowsOf(ofThing).contains(QStringLiteral("Look")), qPrintable(rowsOf(ofThing).join(u'|')));
        closePopups();
        const QPointer<QMenu> ofTab = tabMenu(studio);
        QVERIFY(!ofTab.isNull());
        QVERIFY2(rowsOf(ofTab).contains(QStringLiteral("Close")), qPrintable(rowsOf(ofTab).join(u'|')));
        closePopups();
        // A document's tab, closed by its menu, ends with its row; the game plays on.
        const QPointer<QMenu> again = worldMenu(studio);
        QVERIFY(!again.isNull());
        for (QAction* action : again->actions())
            if (action->text() == QLatin1String("Open its Blakod")) {
                action->trigger();
                break;
            }
        closePopups();
        QTRY_VERIFY_WITH_TIMEOUT(studio.window->documents().current()->path().endsWith(QLatin1String(".kod")), patience);
        QVERIFY(studio.play->isRunning());
    }

    void menusOfObjectsOutliveWhatHappensToTheGame()
    {
        outliveWhatHappens([this](const Studio& studio) { return worldMenu(studio); });
    }

    void menusOfThingsThatAreSeenOutliveWhatHappensToTheGame()
    {
        outliveWhatHappens([this](const Studio& studio) { return gameMenu(studio); });
    }

    void menusOfPagesOutliveWhatHappensToTheGame()
    {
        outliveWhatHappens([this](const Studio& studio) { return tabMenu(studio); });
    }
};

QTEST_MAIN(TestMenus)
#include "tst_menus.moc"
