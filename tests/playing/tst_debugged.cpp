// SPDX-License-Identifier: GPL-3.0-or-later
// F5 with breakpoints: the debugger joins the game by itself, the world stops where it was told, and goes on.
#include "debugged_game.h"

#include "kodide/ui/code_editor.h"
#include "studio/debugging/test_runner.h"
#include "ui/theme.h"
#include "ui/toast.h"

#include <QAction>
#include <QApplication>
#include <QMenuBar>
#include <QSignalSpy>

using namespace blak;
using namespace blak::ui;
using blak::ui::playing::PlayTab;
using code::DebugState;
using shell::Perspective;

class TestDebugged : public QObject, play::DebuggedGame
{
    Q_OBJECT

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }
    void cleanup() { studio_.reset(); }

    void theWorldThatIsPlayedStopsAtABreakpoint()
    {
        begin(QLatin1String(userFile));
        QVERIFY(view() != nullptr);
        const int line = lineOf(user(), "Send(self,@ToCliSaid,#what=user_you_say");
        view()->editor()->goTo(line - 1, 0);
        studio_->window->activateWindow();
        QTRY_VERIFY(studio_->window->isActiveWindow());
        studio_->window->actions().refresh();
        view()->editor()->setFocus();
        studio_->trigger("debug.breakpoint");
        QCOMPARE(debug_->session().indexAt(user(), line), 0);
        studio_->play5();
        QTRY_COMPARE_WITH_TIMEOUT(debug_->session().state(), DebugState::Running, patience); // it came by itself
        QTRY_VERIFY_WITH_TIMEOUT(debug_->session().breakpoints()[user()].front().is.verified, patience);
        studio_->tab()->game().runLine(QStringLiteral("Good evening"));
        QTRY_VERIFY_WITH_TIMEOUT(stands(line), patience);
        QCOMPARE(studio_->window->perspective(), Perspective::Debug);
        QVERIFY(view() != nullptr && view()->path() == user());
        QVERIFY(!heard("Good evening"));
        QVERIFY(studio_->tab()->isIn()); // nobody is dropped
        QTest::keyClick(view()->editor()->focusProxy(), Qt::Key_F10);
        QTRY_VERIFY_WITH_TIMEOUT(debug_->session().state() == DebugState::Stopped && !stands(line), patience);
        QTest::qWait(300);
        QCOMPARE(studio_->window->perspective(), Perspective::Debug); // a step leads nowhere
        QTest::keyClick(view()->editor()->focusProxy(), Qt::Key_F5, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(heard("Good evening"), patience);
        QCOMPARE(debug_->session().state(), DebugState::Running);
        // The game is in front again; there the next stop leads to the debugger.
        QTRY_COMPARE(studio_->window->perspective(), Perspective::Play);
        QVERIFY(qobject_cast<PlayTab*>(studio_->window->documents().current()) != nullptr);
        studio_->tab()->game().runLine(QStringLiteral("Good night"));
        QTRY_VERIFY_WITH_TIMEOUT(stands(line), patience);
        QCOMPARE(studio_->window->perspective(), Perspective::Debug);
        debug_->session().proceed(code::DebugStep::Continue);
        QTRY_VERIFY_WITH_TIMEOUT(heard("Good night"), patience);
        // The end of the debugger is not the end of the game.
        debug_->session().end();
        QTRY_COMPARE_WITH_TIMEOUT(debug_->session().state(), DebugState::Off, patience);
        QVERIFY(studio_->tab()->isIn());
        studio_->tab()->game().runLine(QStringLiteral("Still here"));
        QTRY_VERIFY_WITH_TIMEOUT(heard("Still here"), patience);
    }

    /// The debugger is with the world before anybody comes, however long it takes: F5's own login stops, that of a world that was booted
    /// before as well.
    void theLoginOfF5Stops()
    {
        begin(QLatin1String(userFile), true);
        const int line = lineOf(user(), "poSession = session_id;");
        debug_->session().toggleBreakpoint(user(), line);
        for (int time = 0; time < 2; ++time) {
            QSignalSpy placed(&studio_->play->session(), &play::PlaySession::placed);
            studio_->window->actions().refresh();
            QTRY_VERIFY(studio_->window->actions().action(QStringLiteral("play.run.here"))->isEnabled());
            studio_->trigger("play.run.here");
            QTRY_VERIFY_WITH_TIMEOUT(stands(line), patience);
            QVERIFY(placed.isEmpty() && !studio_->tab()->isIn());
            debug_->session().proceed(code::DebugStep::Continue);
            QTRY_VERIFY_WITH_TIMEOUT(!placed.isEmpty() && studio_->tab()->isIn(), patience);
            studio_->trigger("play.run.stop");
            QTRY_COMPARE_WITH_TIMEOUT(debug_->session().state(), DebugState::Off, patience);
        }
    }

    /// "In the room after": while somebody comes in the world stands, which is no time that it takes.
    void timeThatTheWorldStandsIsNoTimeToTheRoom()
    {
        begin(QLatin1String(userFile));
        const int line = lineOf(user(), "Send(self,@ToCliSchools);");
        QVERIFY(line > 1);
        debug_->session().toggleBreakpoint(user(), line);
        QSignalSpy placed(&studio_->play->session(), &play::PlaySession::placed);
        QElapsedTimer clock;
        clock.start();
        studio_->window->actions().refresh();
        QTRY_VERIFY(studio_->window->actions().action(QStringLiteral("play.run.here"))->isEnabled());
        studio_->trigger("play.run.here");
        constexpr int stood = 3000; // ms, each time
        int times = 0;
        while (placed.isEmpty() && clock.elapsed() < patience) {
            QTest::qWait(20);
            if (debug_->session().state() != DebugState::Stopped)
                continue;
            QTest::qWait(stood);
            debug_->session().proceed(code::DebugStep::Continue);
            ++times;
        }
        QVERIFY(!placed.isEmpty());
        QVERIFY(times > 0);
        const double all = static_cast<double>(clock.elapsed());
        const double time = studio_->play->timeToRoom();
        QVERIFY2(time > 0 && time <= all - times * stood, qPrintable(QStringLiteral("%1 of %2, %3 times").arg(time).arg(all).arg(times)));
    }

    /// Where one plays: the game's world was compiled in a copy of the project, and its lines are shown in the project's texts.
    void theLinesThatTheGameRunsAreWatched()
    {
        begin(QLatin1String(userFile));
        studio_->play5();
        QVERIFY(view() == nullptr);
        QSignalSpy watched(studio_->window->findChild<debugging::TestRunner*>(), &debugging::TestRunner::ended);
        studio_->trigger("tests.watch");
        QTest::qWait(1000); // it joins the server
        studio_->tab()->game().runLine(QStringLiteral("Hello"));
        QTRY_COMPARE_WITH_TIMEOUT(watched.size(), 1, patience);
        const QString told = studio_->window->toasts().sentences().join(u'|');
        QVERIFY2(!told.contains(QStringLiteral("No world runs")) && told.contains(QStringLiteral("Lines that ran are marked: ")), qPrintable(told));
        studio_->window->open(user());
        QTRY_VERIFY(view() != nullptr);
        const auto lines = view()->editor()->coverage();
        const int said = lineOf(user(), "Send(self,@ToCliSaid,#what=user_you_say");
        QVERIFY2(lines.value(said - 1) > 0, qPrintable(QString::number(lines.size())));
        QCOMPARE(lines.value(lineOf(user(), "Send(self,@ToCliSaid,#what=user_you_yell") - 1, -1), qint64{0});
    }

    /// In one column on a screen of 800 lines, with a document of any kind.
    void theRunMenuIsNoHigherThanSmallScreens()
    {
        begin(QLatin1String(userFile));
        constexpr int most = 720; // px: title and menu bar are above it
        const auto height = [this] {
            for (const QAction* top : studio_->window->findChild<QMenuBar*>()->actions())
                if (QString(top->text()).remove(u'&') == QLatin1String("Run")) {
                    int sum = 0;
                    for (QAction* row : top->menu()->actions())
                        sum += top->menu()->actionGeometry(row).height();
                    return sum;
                }
            return 0;
        };
        QVERIFY(height() > 100);
        QVERIFY2(height() < most, qPrintable(QString::number(height())));
        studio_->play5();
        QVERIFY(height() > 100);
        QVERIFY2(height() < most, qPrintable(QString::number(height())));
    }

    /// After a stop, too, the end of the game leads to what was there before F5, and to no empty page.
    void theEndLeadsBackToTheText()
    {
        begin(QLatin1String(userFile));
        const int line = lineOf(user(), "Send(self,@ToCliSaid,#what=user_you_say");
        view()->editor()->goTo(line - 1, 0);
        studio_->window->activateWindow();
        QTRY_VERIFY(studio_->window->isActiveWindow());
        studio_->window->actions().refresh();
        view()->editor()->setFocus();
        studio_->trigger("debug.breakpoint");
        studio_->play5();
        QTRY_VERIFY_WITH_TIMEOUT(debug_->session().breakpoints()[user()].front().is.verified, patience);
        studio_->tab()->game().runLine(QStringLiteral("Good evening"));
        QTRY_VERIFY_WITH_TIMEOUT(stands(line), patience);
        QCOMPARE(studio_->window->perspective(), Perspective::Debug);
        debug_->session().proceed(code::DebugStep::Continue);
        QTRY_VERIFY_WITH_TIMEOUT(heard("Good evening"), patience);
        studio_->trigger("play.run.stop");
        QTRY_COMPARE_WITH_TIMEOUT(debug_->session().state(), DebugState::Off, patience);
        QTRY_COMPARE(studio_->window->perspective(), Perspective::Code);
        QVERIFY(view() != nullptr && view()->path() == user() && view()->isVisible());
        // From the game itself.
        studio_->play5();
        studio_->trigger("play.run.stop");
        QTRY_COMPARE(studio_->window->perspective(), Perspective::Code);
        QVERIFY(view() != nullptr && view()->path() == user());
        // Who went to the debugger by himself, with no stop, stays there.
        QTRY_COMPARE_WITH_TIMEOUT(debug_->session().state(), DebugState::Off, patience);
        studio_->play5();
        QTRY_COMPARE_WITH_TIMEOUT(debug_->session().state(), DebugState::Running, patience);
        studio_->window->setPerspective(Perspective::Debug);
        QVERIFY(view() != nullptr && view()->path() == user());
        studio_->trigger("play.run.stop");
        QTRY_COMPARE_WITH_TIMEOUT(debug_->session().state(), DebugState::Off, patience);
        QTest::qWait(300);
        QCOMPARE(studio_->window->perspective(), Perspective::Debug);
        QVERIFY(view() != nullptr && view()->path() == user() && view()->isVisible());
        studio_->window->setPerspective(Perspective::Code);
        // Who stands where a stop led comes back to where he was before the game.
        studio_->play5();
        QTRY_VERIFY_WITH_TIMEOUT(debug_->session().breakpoints()[user()].front().is.verified, patience);
        studio_->tab()->game().runLine(QStringLiteral("Good evening"));
        QTRY_VERIFY_WITH_TIMEOUT(stands(line), patience);
        QCOMPARE(studio_->window->perspective(), Perspective::Debug);
        studio_->trigger("play.run.stop");
        QTRY_COMPARE_WITH_TIMEOUT(debug_->session().state(), DebugState::Off, patience);
        QTRY_COMPARE(studio_->window->perspective(), Perspective::Code);
        // Who began at the debugger comes back there.
        QTRY_COMPARE_WITH_TIMEOUT(debug_->session().state(), DebugState::Off, patience);
        studio_->window->setPerspective(Perspective::Debug);
        studio_->play5();
        QCOMPARE(studio_->window->perspective(), Perspective::Play);
        studio_->trigger("play.run.stop");
        QTRY_COMPARE(debug_->session().state(), DebugState::Off);
        QTRY_COMPARE(studio_->window->perspective(), Perspective::Debug);
        QTest::qWait(100); // and nothing that comes later leads away
        QCOMPARE(studio_->window->perspective(), Perspective::Debug);
        QVERIFY(view() != nullptr && view()->path() == user());
    }

    /// Who began elsewhere and ends the game at the text where it stopped stays at the text.
    void theEndLeavesOneAtTheTextWhereItStopped()
    {
        begin(QStringLiteral("rooms/lantern.roo"));
        const int line = lineOf(user(), "Send(self,@ToCliSaid,#what=user_you_say");
        debug_->session().toggleBreakpoint(user(), line);
        studio_->play5();
        QTRY_VERIFY_WITH_TIMEOUT(debug_->session().breakpoints()[user()].front().is.verified, patience);
        studio_->tab()->game().runLine(QStringLiteral("Good evening"));
        QTRY_VERIFY_WITH_TIMEOUT(stands(line), patience);
        QTRY_VERIFY(view() != nullptr && view()->path() == user());
        QCOMPARE(studio_->window->perspective(), Perspective::Debug);
        studio_->trigger("play.run.stop");
        QTRY_COMPARE_WITH_TIMEOUT(debug_->session().state(), DebugState::Off, patience);
        QTRY_COMPARE(studio_->window->perspective(), Perspective::Code);
        QVERIFY(view() != nullptr && view()->path() == user() && view()->isVisible());
        // From the page of the game to where the game was begun, and where that is closed to what was looked at last.
        DocumentView* room = studio_->window->documents().find(studio_->world.path(QStringLiteral("rooms/lantern.roo")));
        studio_->window->documents().setCurrent(room);
        debug_->session().toggleBreakpoint(user(), line);
        studio_->play5();
        studio_->trigger("play.run.stop");
        QTRY_COMPARE(studio_->window->perspective(), Perspective::Room);
        QCOMPARE(studio_->window->documents().current(), room);
        studio_->play5();
        studio_->window->closeDocument(room);
        studio_->window->documents().setCurrent(studio_->tab());
        studio_->trigger("play.run.stop");
        QTRY_COMPARE(studio_->window->perspective(), Perspective::Code);
        QVERIFY(view() != nullptr && view()->path() == user());
    }

    /// With a debugger, too, F5 leads to the game that plays, from the page of the debugger as from any.
    void f5LeadsFromTheDebuggerToTheGame()
    {
        begin(QLatin1String(userFile));
        studio_->play5();
        studio_->trigger("debug.played");
        QTRY_COMPARE_WITH_TIMEOUT(debug_->session().state(), DebugState::Running, patience);
        const qint64 server = studio_->play->session().serverProcess();
        studio_->window->setPerspective(Perspective::Debug);
        studio_->window->activateWindow();
        QTRY_VERIFY(studio_->window->isActiveWindow());
        studio_->window->actions().refresh();
        QTest::keyClick(studio_->window.get(), Qt::Key_F5);
        QTRY_COMPARE(studio_->window->perspective(), Perspective::Play);
        QCOMPARE(debug_->session().state(), DebugState::Running);
        QCOMPARE(studio_->play->session().serverProcess(), server);
    }

    /// Asked for in the game, where no panel of the debugger is; asked for once more it ends.
    void theDebuggerSaysThatItWatchesTheGame()
    {
        begin(QLatin1String(userFile));
        studio_->play5();
        QCOMPARE(debug_->session().state(), DebugState::Off);
        const QAction* action = studio_->window->actions().action(QStringLiteral("debug.played"));
        QCOMPARE(action->text(), QStringLiteral("Debug the world that is played"));
        const auto told = [this] { return studio_->window->toasts().sentences().contains(QStringLiteral("The debugger watches the world that is played now.")); };
        QVERIFY(!told());
        studio_->trigger("debug.played");
        QTRY_VERIFY_WITH_TIMEOUT(told(), patience);
        QCOMPARE(debug_->session().state(), DebugState::Running);
        QVERIFY(action->isEnabled() && action->isChecked());
        QCOMPARE(action->text(), QStringLiteral("Stop debugging the world that is played"));
        studio_->trigger("debug.played");
        QTRY_COMPARE_WITH_TIMEOUT(debug_->session().state(), DebugState::Off, patience);
        QVERIFY(action->isEnabled() && !action->isChecked());
        QCOMPARE(action->text(), QStringLiteral("Debug the world that is played"));
        QVERIFY(studio_->play->isRunning());
    }

    /// A world of its own is debugged already: the game plays beside it, and says that it is not the one that is debugged.
    void aGameBesideADebuggedWorldSaysSo()
    {
        begin(QLatin1String(userFile));
        qputenv("XDG_CACHE_HOME", studio_->world.folder.filePath(QStringLiteral("debugged")).toLocal8Bit());
        studio_->trigger("debug.start");
        QTRY_COMPARE_WITH_TIMEOUT(debug_->session().state(), DebugState::Running, patience);
        const auto says = [&] { return studio_->window->toasts().sentences().filter(QStringLiteral("without the debugger")).size() == 1; };
        QVERIFY(!says());
        QSignalSpy placed(&studio_->play->session(), &blak::play::PlaySession::placed);
        studio_->trigger("play.run.here");
        QTRY_VERIFY_WITH_TIMEOUT(says(), patience);
        QTRY_VERIFY_WITH_TIMEOUT(!placed.isEmpty(), patience);
        QCOMPARE(debug_->session().state(), DebugState::Running);
        debug_->session().end();
        QTRY_COMPARE_WITH_TIMEOUT(debug_->session().state(), DebugState::Off, patience);
        qunsetenv("XDG_CACHE_HOME");
    }

    void theFirstBreakpointWhilePlayingBringsTheDebugger()
    {
        begin(QLatin1String(userFile));
        studio_->play5();
        QCOMPARE(debug_->session().state(), DebugState::Off);
        const int line = lineOf(user(), "Send(self,@ToCliSaid,#what=user_you_say");
        debug_->session().toggleBreakpoint(user(), line);
        QTRY_COMPARE_WITH_TIMEOUT(debug_->session().state(), DebugState::Running, patience);
        QTRY_VERIFY_WITH_TIMEOUT(debug_->session().breakpoints()[user()].front().is.verified, patience);
        studio_->tab()->game().runLine(QStringLiteral("Hello"));
        QTRY_VERIFY_WITH_TIMEOUT(stands(line), patience);
        debug_->session().toggleBreakpoint(user(), line);
        debug_->session().proceed(code::DebugStep::Continue);
        QTRY_VERIFY_WITH_TIMEOUT(heard("Hello"), patience);
    }
};

QTEST_MAIN(TestDebugged)
#include "tst_debugged.moc"
