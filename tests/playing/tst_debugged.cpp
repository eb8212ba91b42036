// SPDX-License-Identifier: GPL-3.0-or-later
// F5 with breakpoints: the debugger joins the game by itself, the world stops where it was told, and goes on; from what a player was told,
// and from what stands in the game, to the source.
#include "played_studio.h"

#include "formats/base/file_io.h"
#include "formats/document/text_document.h"
#include "kodide/ui/code_editor.h"
#include "kodide/ui/code_view.h"
#include "kodide/ui/debug_adapter.h"
#include "studio/debugging/debug_controller.h"
#include "studio/debugging/test_runner.h"
#include "studio/playing/object_panel.h"
#include "studio/shell/studio_debug.h"
#include "ui/theme.h"
#include "ui/toast.h"

#include <QAction>
#include <QContextMenuEvent>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QTextBlock>
#include <QTextBrowser>
#include <QToolButton>

using namespace blak;
using namespace blak::ui;
using blak::ui::playing::PlayTab;
using Studio = blak::play::PlayedStudio;
using code::DebugState;
using shell::Perspective;

class TestDebugged : public QObject
{
    Q_OBJECT

    static constexpr int patience = Studio::patience;
    static constexpr auto userFile = "kod/object/thing/person/battler/figure/player/citizen/user.kod";

    std::unique_ptr<Studio> studio_;
    debugging::DebugController* debug_ = nullptr;

    void begin(const QString& file, bool debuggerIsSlow = false)
    {
        studio_ = std::make_unique<Studio>(file);
        const QString blak = qEnvironmentVariable("BLAK_BIN_DIR") + QStringLiteral("/blak");
        debug_ = shell::attachDebugger(*studio_->window, std::make_unique<code::DebugAdapter>(debuggerIsSlow ? slow(blak) : blak), blak);
        shell::joinDebuggerToPlay(*debug_, *studio_->play);
    }

    /// A program that takes longer to begin than a client does, as debuggers of large worlds do.
    QString slow(const QString& program) const
    {
        QFile script(studio_->folder.filePath(QStringLiteral("slow")));
        const QByteArray text = "#!/bin/sh\nsleep 4\nexec '" + program.toLocal8Bit() + "' \"$@\"\n";
        if (!script.open(QIODevice::WriteOnly) || script.write(text) != text.size() ||
            !script.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner))
            qFatal("no script");
        return script.fileName();
    }

    QString user() const { return studio_->world.path(QLatin1String(userFile)); }

    int lineOf(const QString& path, const char* text) const
    {
        QFile file(path);
        if (!file.open(QIODevice::ReadOnly))
            return 0;
        const QByteArray all = file.readAll();
        return static_cast<int>(all.left(all.indexOf(text)).count('\n')) + 1;
    }

    /// In the text that is open, and saves it.
    void change(const std::string& from, const std::string& to) const
    {
        auto text = std::dynamic_pointer_cast<document::TextDocument>(studio_->window->workspace().find(user().toStdString()));
        QVERIFY(text != nullptr);
        std::string whole = text->text();
        QVERIFY(whole.find(from) != std::string::npos);
        whole.replace(whole.find(from), from.size(), to);
        text->edit("Edit", whole);
        QVERIFY(text->save());
    }

    code::CodeView* view() const { return qobject_cast<code::CodeView*>(studio_->window->documents().current()); }

    bool heard(const char* words) const
    {
        for (const auto& line : studio_->tab()->client().game()->chat().lines())
            if (line.text.find(words) != std::string::npos)
                return true;
        return false;
    }

    bool stands(int line) const
    {
        return debug_->session().state() == DebugState::Stopped && !debug_->session().frames().empty() &&
               debug_->session().frames().front().line == line;
    }

    /// Plays with a breakpoint in the line of user.kod that has these words, until the world knows it: the line, 0 = it never did.
    int playUpTo(const char* words)
    {
        begin(QLatin1String(userFile));
        const int line = lineOf(user(), words);
        debug_->session().toggleBreakpoint(user(), line);
        studio_->play5();
        const auto isKnown = [this] { return debug_->session().state() == DebugState::Running && debug_->session().breakpoints()[user()].front().is.verified; };
        return QTest::qWaitFor(isKnown, patience) ? line : 0;
    }

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

    void whatWasToldLeadsToItsResource()
    {
        begin(QStringLiteral("rooms/lantern.roo"));
        studio_->play5();
        studio_->tab()->game().runLine(QStringLiteral("Is anybody here"));
        QTRY_VERIFY_WITH_TIMEOUT(heard("Is anybody here"), patience);
        QTextBrowser* told = studio_->tab()->said();
        QVERIFY(told != nullptr);
        const auto line = [&] {
            for (QTextBlock block = told->document()->begin(); block.isValid(); block = block.next())
                if (block.text().contains(QStringLiteral("You say")) && block.text().contains(QStringLiteral("Is anybody here")))
                    return block;
            return QTextBlock();
        };
        QTRY_VERIFY_WITH_TIMEOUT(line().isValid(), patience);
        QTextCursor cursor(line());
        cursor.movePosition(QTextCursor::NextCharacter, QTextCursor::MoveAnchor, 4);
        told->setTextCursor(cursor);
        told->ensureCursorVisible();
        const QPoint at = told->cursorRect().center();
        QContextMenuEvent wanted(QContextMenuEvent::Mouse, at, told->viewport()->mapToGlobal(at));
        QCoreApplication::sendEvent(told->viewport(), &wanted);
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(menu != nullptr);
        QAction* go = menu->actions().back();
        QCOMPARE(go->text(), QStringLiteral("Go to where this line is written"));
        menu->setActiveAction(go);
        QTest::keyClick(menu, Qt::Key_Return);
        QTRY_VERIFY(view() != nullptr);
        QCOMPARE(view()->path(), user());
        QCOMPARE(view()->editor()->cursor().line + 1, lineOf(user(), "user_you_say ="));
    }

    void whatStandsInTheGameLeadsToItsClass()
    {
        begin(QStringLiteral("rooms/lantern.roo"));
        studio_->play5();
        auto* game = studio_->tab()->game().view();
        QSignalSpy picked(studio_->tab(), &PlayTab::picked);
        constexpr int parts = 24;
        const auto hit = [&] { return !picked.isEmpty() && picked.back()[0].toLongLong() > 0; };
        const auto look = [&] {
            for (int y = 1; y < parts && !hit(); ++y)
                for (int x = 1; x < parts && !hit(); ++x)
                    QTest::mouseClick(game, Qt::LeftButton, {}, {game->width() * x / parts, game->height() * y / parts});
            return hit();
        };
        QTRY_VERIFY_WITH_TIMEOUT(look(), patience);
        auto* panel = studio_->window->findChild<playing::ObjectPanel*>();
        QTRY_VERIFY_WITH_TIMEOUT(panel->object() == picked.back()[0].toLongLong() && !panel->heading()->text().isEmpty(), patience);
        auto* source = panel->findChild<QToolButton*>(QStringLiteral("play.object.code"));
        QTRY_VERIFY_WITH_TIMEOUT(source->isEnabled(), patience);
        QTest::mouseClick(source, Qt::LeftButton, {}, QPoint(8, source->height() / 2));
        QTRY_VERIFY_WITH_TIMEOUT(view() != nullptr, patience);
        QCOMPARE(QFileInfo(view()->path()).completeBaseName().toLower(), panel->heading()->text().toLower());
    }
};

QTEST_MAIN(TestDebugged)
#include "tst_debugged.moc"
