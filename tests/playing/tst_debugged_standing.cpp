// SPDX-License-Identifier: GPL-3.0-or-later
// While the world of a game stands: what it refuses comes when it goes on, and the game says where it is.
#include "debugged_game.h"

#include "formats/base/file_io.h"
#include "kodide/ui/code_editor.h"
#include "ui/theme.h"
#include "ui/toast.h"

#include <QAction>
#include <QApplication>
#include <QPushButton>
#include <QSignalSpy>

using namespace blak;
using namespace blak::ui;
using code::DebugState;
using shell::Perspective;

class TestDebuggedStanding : public QObject, play::DebuggedGame
{
    Q_OBJECT

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }
    void cleanup() { studio_.reset(); }

    /// Errors of Blakod are waited for as lines are: from F5 on, or from when they are asked for.
    void anErrorStopsTheWorldThatIsPlayed()
    {
        begin(QStringLiteral("rooms/lantern.roo"));
        QFile file(user());
        QVERIFY(file.open(QIODevice::ReadWrite));
        QByteArray whole = file.readAll();
        const QByteArray before = "Send(self,@ToCliSaid,#what=user_you_say";
        QVERIFY(whole.contains(before));
        whole.replace(before, QByteArray("First(string); " + before));
        QVERIFY(file.seek(0) && file.write(whole) == whole.size() && file.resize(whole.size()));
        file.close();
        const int line = lineOf(user(), "First(string);");
        debug_->session().setErrorStops(true, {});
        studio_->play5();
        QTRY_COMPARE_WITH_TIMEOUT(debug_->session().state(), DebugState::Running, patience); // it came by itself
        studio_->tab()->game().runLine(QStringLiteral("Hello"));
        QTRY_VERIFY_WITH_TIMEOUT(stands(line), patience);
        QCOMPARE(studio_->window->perspective(), Perspective::Debug);
        QCOMPARE(debug_->session().lastStop().reason, QStringLiteral("exception"));
        debug_->session().setErrorStops(false, {});
        debug_->session().proceed(code::DebugStep::Continue);
        QTRY_VERIFY_WITH_TIMEOUT(heard("Hello"), patience);
        debug_->session().end();
        QTRY_COMPARE_WITH_TIMEOUT(debug_->session().state(), DebugState::Off, patience);
        debug_->session().setErrorStops(true, {QStringLiteral("First")});
        QTRY_COMPARE_WITH_TIMEOUT(debug_->session().state(), DebugState::Running, patience);
        studio_->window->setPerspective(Perspective::Play);
        studio_->tab()->game().runLine(QStringLiteral("Once more"));
        QTRY_VERIFY_WITH_TIMEOUT(stands(line), patience);
        QCOMPARE(studio_->window->perspective(), Perspective::Debug);
        debug_->session().proceed(code::DebugStep::Continue);
        QTRY_VERIFY_WITH_TIMEOUT(heard("Once more"), patience);
    }

    /// While a handler stands the world takes no texts of the project, nor words of players; both come by themselves when it goes on.
    void whatTheStandingWorldRefusesComesWhenItGoesOn()
    {
        const int line = playUpTo("Send(self,@ToCliSaid,#what=user_you_say");
        QVERIFY(line > 0);
        studio_->tab()->game().runLine(QStringLiteral("Hello"));
        QTRY_VERIFY_WITH_TIMEOUT(stands(line), patience);
        QTRY_VERIFY_WITH_TIMEOUT(studio_->tab()->client().session()->isWaiting(), patience);
        studio_->tab()->game().runLine(QStringLiteral("Still here"));
        QSignalSpy refused(&studio_->play->session(), &play::PlaySession::reloadRefused);
        QSignalSpy reloaded(&studio_->play->session(), &play::PlaySession::codeReloaded);
        change("\"You say, ", "\"You sing, ");
        QTRY_COMPARE_WITH_TIMEOUT(refused.size(), 1, patience);
        QVERIFY(studio_->window->toasts().sentences().join(u'|').contains(QStringLiteral("keeps what it had")));
        debug_->session().proceed(code::DebugStep::Over); // it stands again
        QTRY_VERIFY_WITH_TIMEOUT(debug_->session().state() == DebugState::Stopped && !stands(line), patience);
        QCOMPARE(refused.size(), 1);
        reloaded.clear(); // the class came at once, its text did not
        debug_->session().toggleBreakpoint(user(), line);
        debug_->session().proceed(code::DebugStep::Continue);
        QTRY_VERIFY_WITH_TIMEOUT(heard("You say, "), patience);
        QTRY_VERIFY_WITH_TIMEOUT(heard("Still here"), patience);
        QTRY_VERIFY_WITH_TIMEOUT(!reloaded.isEmpty(), patience);
        QCOMPARE(reloaded[0][1].toStringList(), QStringList{QStringLiteral("user.rsc")});
        studio_->tab()->game().runLine(QStringLiteral("Again"));
        QTRY_VERIFY_WITH_TIMEOUT(heard("You sing, "), patience);
    }

    /// Over the game and in the status, with a way to where it is; what cannot be done meanwhile says why.
    void theGameSaysWhereItStands()
    {
        const int line = playUpTo("Send(self,@ToCliSaid,#what=user_you_say");
        QVERIFY(line > 0);
        const auto* bar = studio_->tab()->findChild<QWidget*>(QStringLiteral("play.stopped"));
        QVERIFY(bar != nullptr && bar->isHidden());
        QCOMPARE(studio_->tab()->statusLeft().front(), QStringLiteral("Playing"));
        studio_->tab()->game().runLine(QStringLiteral("Hello"));
        QTRY_VERIFY_WITH_TIMEOUT(stands(line), patience);
        const QString where = QStringLiteral("Stopped at user.kod:%1").arg(line);
        studio_->window->setPerspective(Perspective::Play);
        QTRY_COMPARE(studio_->tab()->statusLeft().front(), where);
        QTRY_VERIFY(bar->isVisible());
        QTRY_COMPARE(studio_->tab()->game().view()->notice(), where);
        QVERIFY2(bar->accessibleName().startsWith(where), qPrintable(bar->accessibleName()));
        auto* cheats = studio_->window->findChild<QWidget*>(QStringLiteral("play.give"));
        QVERIFY(cheats != nullptr && !cheats->isEnabled());
        for (const char* id : {"play.state.save", "play.state.load", "play.time.pause", "play.with.bots", "play.with.player"}) {
            const QAction* action = studio_->window->actions().action(QLatin1String(id));
            QVERIFY2(!action->isEnabled(), id);
            QVERIFY2(action->property(actionNeeds).toString().contains(QStringLiteral("debugger has stopped the world")), id);
        }
        auto* lead = studio_->tab()->findChild<QPushButton*>(QStringLiteral("play.stopped.show"));
        QTest::mouseClick(lead, Qt::LeftButton);
        QTRY_COMPARE(studio_->window->perspective(), Perspective::Debug);
        QVERIFY(view() != nullptr && view()->path() == user());
        QCOMPARE(view()->editor()->cursor().line + 1, line);
        debug_->session().proceed(code::DebugStep::Continue);
        QTRY_VERIFY_WITH_TIMEOUT(heard("Hello"), patience);
        QTRY_VERIFY(bar->isHidden());
        QCOMPARE(studio_->tab()->statusLeft().front(), QStringLiteral("Playing"));
        QVERIFY(cheats->isEnabled());
        QVERIFY(studio_->window->actions().action(QStringLiteral("play.state.save"))->isEnabled());
    }

    /// By time that stands: there is no line that would say so.
    void theGameSaysThatItIsPaused()
    {
        QVERIFY(playUpTo("Send(self,@ToCliSaid,#what=user_you_say") > 0);
        debug_->session().toggleBreakpoint(user(), lineOf(user(), "Send(self,@ToCliSaid,#what=user_you_say"));
        studio_->window->setPerspective(Perspective::Play);
        const auto* bar = studio_->tab()->findChild<QWidget*>(QStringLiteral("play.stopped"));
        auto* goOn = bar->findChild<QPushButton*>(QStringLiteral("play.stopped.goOn"));
        const auto* lead = bar->findChild<QPushButton*>(QStringLiteral("play.stopped.show"));
        studio_->trigger("play.time.pause");
        QTRY_VERIFY_WITH_TIMEOUT(bar->isVisible(), patience);
        QCOMPARE(bar->accessibleName(), QStringLiteral("Paused. F5 lets the world go on."));
        QVERIFY(!lead->isVisible()); // the debugger has nothing to show
        const QAction* f5 = studio_->window->actions().action(QStringLiteral("play.run.here"));
        QCOMPARE(f5->text(), QStringLiteral("Go on"));
        QTest::mouseClick(goOn, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!studio_->play->session().isPaused() && bar->isHidden(), patience);
        QCOMPARE(f5->text(), QStringLiteral("Play here"));
        studio_->trigger("play.time.pause");
        QTRY_VERIFY_WITH_TIMEOUT(bar->isVisible(), patience);
        const auto before = studio_->window->toasts().sentences();
        studio_->press(Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(!studio_->play->session().isPaused() && bar->isHidden(), patience);
        QCOMPARE(studio_->window->toasts().sentences(), before);
    }

    /// A room that was saved meanwhile is not lost.
    void aRoomThatTheStandingWorldRefusesComesWhenItGoesOn()
    {
        const int line = playUpTo("Send(self,@ToCliSaid,#what=user_you_say");
        QVERIFY(line > 0);
        studio_->tab()->game().runLine(QStringLiteral("Hello"));
        QTRY_VERIFY_WITH_TIMEOUT(stands(line), patience);
        QSignalSpy refused(&studio_->play->session(), &play::PlaySession::reloadRefused);
        QSignalSpy reloaded(&studio_->play->session(), &play::PlaySession::roomReloaded);
        const auto bytes = readFile(studio_->world.path(QStringLiteral("rooms/mill.roo")).toStdString());
        QVERIFY(bytes);
        studio_->play->session().reloadRoom(QStringLiteral("mill.roo"),
                                            {reinterpret_cast<const char*>(bytes.value().data()), static_cast<qsizetype>(bytes.value().size())});
        QTRY_COMPARE_WITH_TIMEOUT(refused.size(), 1, patience);
        QVERIFY(reloaded.isEmpty());
        debug_->session().proceed(code::DebugStep::Continue);
        QTRY_COMPARE_WITH_TIMEOUT(reloaded.size(), 1, patience);
        QCOMPARE(reloaded[0][0].toString(), QStringLiteral("mill.roo"));
    }

    /// A class is taken while a handler of it stands, its texts being what they were; in the midst of an error it comes with the step that
    /// leaves it.
    void aLineIsCorrectedWhereItFailed()
    {
        begin(QLatin1String(userFile));
        const std::string good = "Send(self,@ToCliSaid,#what=user_you_say";
        change(good, "First(string); " + good);
        const int line = lineOf(user(), "First(string);");
        debug_->session().setErrorStops(true, {});
        studio_->play5();
        QTRY_COMPARE_WITH_TIMEOUT(debug_->session().state(), DebugState::Running, patience);
        QSignalSpy refused(&studio_->play->session(), &play::PlaySession::reloadRefused);
        QSignalSpy reloaded(&studio_->play->session(), &play::PlaySession::codeReloaded);
        studio_->tab()->game().runLine(QStringLiteral("Hello"));
        QTRY_VERIFY_WITH_TIMEOUT(stands(line), patience);
        change("First(string); " + good, good);
        QTRY_COMPARE_WITH_TIMEOUT(refused.size(), 1, patience);
        QVERIFY2(refused[0][0].toString().contains(QStringLiteral("step first")), qPrintable(refused[0][0].toString()));
        QVERIFY(reloaded.isEmpty());
        debug_->session().proceed(code::DebugStep::Over);
        QTRY_COMPARE_WITH_TIMEOUT(reloaded.size(), 1, patience);
        QCOMPARE(reloaded[0][0].toStringList(), QStringList{QStringLiteral("user.bof")});
        QCOMPARE(reloaded[0][1].toStringList(), QStringList());
        QCOMPARE(debug_->session().state(), DebugState::Stopped);
        change(good, "string = string; " + good); // while it stands
        QTRY_COMPARE_WITH_TIMEOUT(reloaded.size(), 2, patience);
        QCOMPARE(refused.size(), 1);
        debug_->session().proceed(code::DebugStep::Continue);
        QTRY_VERIFY_WITH_TIMEOUT(heard("Hello"), patience);
        studio_->tab()->game().runLine(QStringLiteral("Better now"));
        QTRY_VERIFY_WITH_TIMEOUT(heard("Better now"), patience);
        QCOMPARE(debug_->session().state(), DebugState::Running); // no error any more
    }
};

QTEST_MAIN(TestDebuggedStanding)
#include "tst_debugged_standing.moc"
