// SPDX-License-Identifier: GPL-3.0-or-later
// Docks that are tabs of one place float and close as those with a title do; two of one name are told apart.
#include "studio/shell/command_palette.h"
#include "tests/studio/shell_fixture.h"
#include "ui/toast.h"

#include <QContextMenuEvent>
#include <QFrame>
#include <QLineEdit>
#include <QMenu>
#include <QTabBar>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::shell;

class TestDockTabs : public QObject, private test::ShellFixture
{
    Q_OBJECT

    std::unique_ptr<StudioWindow> window_;
    Dock* behind_ = nullptr;
    Dock* front_ = nullptr;
    QTabBar* bar_ = nullptr;

    int tabOf(const Dock* dock) const
    {
        for (int i = 0; i < bar_->count(); ++i)
            if (bar_->tabText(i) == dock->windowTitle())
                return i;
        return -1;
    }

    QMenu* menuAt(const QPoint& at, QContextMenuEvent::Reason reason = QContextMenuEvent::Mouse)
    {
        QContextMenuEvent wanted(reason, at, bar_->mapToGlobal(at));
        QApplication::sendEvent(bar_, &wanted);
        for (QMenu* menu : window_->findChildren<QMenu*>(QStringLiteral("dockTabMenu")))
            if (menu->isVisible())
                return menu;
        return nullptr;
    }

    static void choose(QMenu& menu, const QString& text)
    {
        for (QAction* action : menu.actions())
            if (action->text() == text) {
                action->trigger();
                menu.close();
                return;
            }
        QFAIL(qPrintable(text));
    }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    void init()
    {
        begin();
        window_ = makeWindow();
        window_->open(project_->path("rooms/lantern.roo"));
        QTRY_VERIFY(window_->documents().current() != nullptr);
        window_->showDock(QStringLiteral("help"));
        front_ = dockOf(*window_, "help");
        behind_ = dockOf(*window_, "project");
        window_->addDockWidget(Qt::LeftDockWidgetArea, front_);
        window_->tabifyDockWidget(behind_, front_);
        front_->show();
        behind_->show();
        front_->raise();
        bar_ = nullptr;
        QTRY_VERIFY([this] {
            for (QTabBar* bar : window_->findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly))
                if (bar_ = bar; bar->isVisible() && tabOf(front_) >= 0 && tabOf(behind_) >= 0)
                    return true;
            return false;
        }());
        QApplication::processEvents(); // the titles follow
    }

    void cleanup() { window_.reset(); }

    void aTabHasAMenuThatFloatsAndCloses()
    {
        const QPoint at = bar_->tabRect(tabOf(behind_)).center();
        QMenu* menu = menuAt(at);
        QVERIFY(menu != nullptr);
        QVERIFY(menu->actions().contains(front_->toggleViewAction())); // and the others, as on a title
        choose(*menu, QStringLiteral("Float"));
        QVERIFY(behind_->isFloating());
        QVERIFY(behind_->isVisible());
        QVERIFY(!front_->isFloating());
        QVERIFY(!front_->visibleRegion().isEmpty()); // in front as before
        QVERIFY2(behind_->screen()->availableGeometry().contains(behind_->frameGeometry().topLeft()), "out of sight");
        QTRY_VERIFY(behind_->titleBarWidget()->height() > 0); // with the button that takes it back
        behind_->toggleFloating();
        QVERIFY(!behind_->isFloating());
        QVERIFY(window_->tabifiedDockWidgets(front_).contains(behind_));
        QTRY_VERIFY(tabOf(behind_) >= 0);

        menu = menuAt(bar_->tabRect(tabOf(front_)).center());
        QVERIFY(menu != nullptr);
        choose(*menu, QStringLiteral("Close"));
        QVERIFY(front_->isHidden());
        QVERIFY(!behind_->isHidden());
    }

    void theMenuKeyIsForTheTabInFront()
    {
        QMenu* menu = menuAt(QPoint(0, 0), QContextMenuEvent::Keyboard);
        QVERIFY(menu != nullptr);
        choose(*menu, QStringLiteral("Float"));
        QVERIFY(front_->isFloating());
        QVERIFY(!behind_->isFloating());
    }

    void aDoubleClickFloats()
    {
        const QPoint at = bar_->tabRect(tabOf(front_)).center();
        QTest::mouseClick(bar_, Qt::LeftButton, {}, at);
        QTest::mouseDClick(bar_, Qt::LeftButton, {}, at);
        QTRY_VERIFY(front_->isFloating());
        QVERIFY(!behind_->isFloating());
    }

    /// But no list takes it from the document.
    void aClickOnATabGivesTheKeyboardToWhatOneTypesInto()
    {
        window_->showDock(QStringLiteral("find"));
        Dock* find = dockOf(*window_, "find");
        window_->tabifyDockWidget(behind_, find);
        behind_->raise();
        QTRY_VERIFY(tabOf(find) >= 0);
        QTRY_VERIFY(QApplication::activeWindow() == window_.get());
        window_->focusDocument();
        const QWidget* document = QApplication::focusWidget();
        QVERIFY(document != nullptr && !find->isAncestorOf(document));
        QTRY_VERIFY([&] { // the tabs may still move
            QTest::mouseClick(bar_, Qt::LeftButton, {}, bar_->tabRect(tabOf(find)).center());
            return qobject_cast<QLineEdit*>(QApplication::focusWidget()) != nullptr && find->isAncestorOf(QApplication::focusWidget());
        }());
        window_->focusDocument();
        QTest::mouseClick(bar_, Qt::LeftButton, {}, bar_->tabRect(tabOf(behind_)).center());
        QTRY_VERIFY(!behind_->visibleRegion().isEmpty());
        QVERIFY(!behind_->isAncestorOf(QApplication::focusWidget()));
    }

    void commandsFloatAndCloseWhatHasTheKeyboard()
    {
        QAction* floating = window_->actions().action(QStringLiteral("studio.dock.float"));
        QAction* closing = window_->actions().action(QStringLiteral("studio.dock.close"));
        QVERIFY(floating != nullptr && closing != nullptr);
        window_->focusDocument();
        window_->actions().refresh();
        QVERIFY(!floating->isEnabled());
        QTRY_VERIFY(QApplication::activeWindow() == window_.get());
        QVERIFY(front_->focusProxy() != nullptr);
        front_->focusProxy()->setFocus();
        QVERIFY(front_->isAncestorOf(QApplication::focusWidget()));
        window_->palette().open(QStringLiteral(">Float")); // has the keyboard now
        QVERIFY(!front_->isAncestorOf(QApplication::focusWidget()));
        window_->actions().refresh();
        QVERIFY(floating->isEnabled());
        QVERIFY(!floating->isChecked());
        floating->trigger();
        QVERIFY(front_->isFloating());
        window_->actions().refresh();
        QVERIFY(floating->isChecked());
        closing->trigger();
        QVERIFY(front_->isHidden());
        window_->actions().refresh();
        QVERIFY(!closing->isEnabled());
    }

    /// The lower right of the window is where toasts come.
    void docksFloatBesideTheToasts()
    {
        Dock* inspector = dockOf(*window_, "room/inspector");
        QVERIFY(inspector->isVisible());
        inspector->toggleFloating();
        inspector->resize(300, 260);
        inspector->toggleFloating();
        window_->toasts().show(Severity::Info, QStringLiteral("The room was made."), QStringLiteral("Take back"));
        inspector->toggleFloating();
        QVERIFY(inspector->isFloating());
        const auto* toast = window_->findChild<QFrame*>(QStringLiteral("toast"));
        QVERIFY(toast != nullptr);
        const auto covered = [&] { return inspector->frameGeometry().translated(-window_->mapToGlobal(QPoint())); };
        QTRY_VERIFY2(!toast->geometry().intersects(covered()), "the toast is under the dock");
        QVERIFY(window_->rect().contains(toast->geometry()));
        window_->toasts().clear();
    }

    void docksOfOneNameSayWhoseTheyAre()
    {
        PerspectiveDocks& docks = window_->docks();
        const Dock* played = docks.addShared(QStringLiteral("test.world.play"), QStringLiteral("Worlds"), new QWidget, Qt::LeftDockWidgetArea, {Perspective::Play});
        const Dock* debugged = docks.addShared(QStringLiteral("test.world.debug"), QStringLiteral("Worlds"), new QWidget, Qt::LeftDockWidgetArea, {Perspective::Debug});
        QCOMPARE(docks.nameOf(played), QStringLiteral("Worlds (Play)"));
        QCOMPARE(docks.nameOf(debugged), QStringLiteral("Worlds (Debug)"));
        QCOMPARE(docks.nameOf(front_), front_->windowTitle());
        QStringList texts;
        for (QMenu* menu : window_->findChildren<QMenu*>())
            if (menu->title() == QStringLiteral("Docks")) {
                emit menu->aboutToShow();
                for (const QAction* action : menu->actions())
                    texts << action->text();
            }
        QVERIFY2(texts.contains(QStringLiteral("Worlds (Play)")) && texts.contains(QStringLiteral("Worlds (Debug)")), qPrintable(texts.join(u'|')));
        QVERIFY(!texts.contains(QStringLiteral("Worlds")));
        QCOMPARE(played->windowTitle(), QStringLiteral("Worlds")); // the dock itself need not say it
    }
};

QTEST_MAIN(TestDockTabs)
#include "tst_dock_tabs.moc"
