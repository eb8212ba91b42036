// SPDX-License-Identifier: GPL-3.0-or-later
// Play in the studio, by its keys and buttons: F5, walking, reloads, pause, the inspector, two clients, a killed server.
#include "played_studio.h"

#include "formats/base/file_io.h"
#include "formats/document/text_document.h"
#include "formats/roo/room.h"
#include "kodide/ui/code_document.h"
#include "roomedit/roomcore/operations/properties.h"
#include "roomedit/roomcore/room_document.h"
#include "studio/playing/object_panel.h"
#include "studio/playing/play_log.h"
#include "studio/playing/play_tools.h"
#include "studio/playing/world_panel.h"
#include "ui/empty_label.h"
#include "ui/search_field.h"
#include "ui/theme.h"
#include "ui/toast.h"

#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QTest>
#include <QTreeWidget>

#include <array>
#include <csignal>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::shell;
using blak::ui::playing::PlayController;
using blak::ui::playing::PlayTab;

class TestStudioPlay : public QObject
{
    Q_OBJECT

    static constexpr int patience = blak::play::PlayedStudio::patience;

    using Studio = blak::play::PlayedStudio;

    /// Height of the first sector's floor as the client has it; -1 while it has no room.
    static int floorSeen(const Studio& studio)
    {
        const session::RoomFollower* follower = studio.tab() == nullptr ? nullptr : studio.tab()->client().follower();
        const scene::RoomScene* scene = follower == nullptr ? nullptr : follower->scene();
        return scene == nullptr || scene->room().room().sectors.empty() ? -1 : scene->room().room().sectors[0].floorHeight;
    }

    static QStringList logLines(const Studio& studio)
    {
        QStringList out;
        const auto* list = studio.window->findChild<QTreeWidget*>(QStringLiteral("play.log"));
        for (int i = 0; i < list->topLevelItemCount(); ++i)
            out << list->topLevelItem(i)->text(1) + u' ' + list->topLevelItem(i)->text(2);
        return out;
    }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    void f5StandsInTheRoomAtTheCameraAndWalks()
    {
        Studio studio(QStringLiteral("rooms/lantern.roo"));
        const QStringList before = studio.world.inventory();
        studio.play5();
        QCOMPARE(studio.window->perspective(), Perspective::Play);
        QTRY_COMPARE(studio.tab()->place().room, QStringLiteral("lantern.roo"));
        QVERIFY(studio.play->timeToRoom() > 0);
        QTest::qWait(300);
        const auto from = studio.tab()->place();
        client::PlayView* view = studio.tab()->game().view();
        view->setFocus();
        // One way or another there is room to walk.
        double moved = 0;
        for (const Qt::Key key : {Qt::Key_W, Qt::Key_S, Qt::Key_A, Qt::Key_D}) {
            QTest::keyPress(view, key);
            QTest::qWait(500);
            QTest::keyRelease(view, key);
            const auto to = studio.tab()->place();
            moved = std::max(moved, std::hypot(to.x - from.x, to.y - from.y));
        }
        QVERIFY2(moved > 100, qPrintable(QString::number(moved)));
        studio.press(Qt::Key_F5, Qt::ShiftModifier);
        QTRY_VERIFY(!studio.play->isBusy());
        QVERIFY(studio.play->tabs().isEmpty());
        QCOMPARE(studio.window->perspective(), Perspective::Room); // where it was begun
        studio.window->setPerspective(Perspective::Play); // an empty page, and documents that are open elsewhere
        studio.window->actions().refresh();
        QVERIFY(studio.window->actions().action(QStringLiteral("studio.file.closeAll"))->isEnabled());
        QCOMPARE(studio.world.inventory(), before);
        QTRY_COMPARE_WITH_TIMEOUT(studio.world.scratchFolders(), QStringList(), patience);
    }

    /// On Blakod of a room it plays that room, and its hint says so; elsewhere where one played last. A game that plays goes there too.
    void f5OnTheBlakodOfARoomPlaysIt()
    {
        Studio studio(QStringLiteral("kod/object/room/oldmill.kod"));
        const auto hint = [&] { return studio.window->actions().action(QStringLiteral("play.run.here"))->toolTip(); };
        QTRY_VERIFY2(hint().contains(QStringLiteral("Plays The old mill by the marsh (mill.roo), the room of class OldMill")), qPrintable(hint()));
        QVERIFY2(hint().contains(QStringLiteral("F5")), qPrintable(hint()));
        studio.play5();
        QTRY_COMPARE_WITH_TIMEOUT(studio.tab()->place().room, QStringLiteral("mill.roo"), patience);
        QVERIFY2(hint().contains(QStringLiteral("Goes on with the game")), qPrintable(hint()));
        studio.window->open(studio.world.path(QStringLiteral("kod/object/room/lanterninn.kod")));
        studio.window->finishBackgroundWork();
        QTRY_VERIFY2(hint().contains(QStringLiteral("Plays The Lantern Inn (lantern.roo)")), qPrintable(hint()));
        studio.play->playHere();
        QTRY_COMPARE_WITH_TIMEOUT(studio.tab()->place().room, QStringLiteral("lantern.roo"), patience);
        // Who is there already stays where he is.
        QTest::qWait(300);
        const auto stood = studio.tab()->place();
        studio.window->documents().setCurrent(studio.window->documents().documents().front());
        studio.window->open(studio.world.path(QStringLiteral("kod/object/room/lanterninn.kod")));
        studio.play->playHere();
        QTest::qWait(300);
        QVERIFY(std::hypot(studio.tab()->place().x - stood.x, studio.tab()->place().y - stood.y) < 1);
        // Other Blakod is no place.
        studio.window->open(studio.world.path(QStringLiteral("kod/object/thing/item/tool/candle.kod")));
        studio.window->finishBackgroundWork();
        studio.play->stop();
        QTRY_VERIFY2(hint().contains(QStringLiteral("where you played last")), qPrintable(hint()));
    }

    /// A text that is not saved reaches the world that runs, a room is where one stands next, and nothing begins anew.
    /// While there are no lines yet, the log says what is being done for the first of them.
    void theLogSaysWhatIsUnderWay()
    {
        Studio studio({});
        auto* log = studio.window->findChild<playing::PlayLog*>();
        auto* label = log->findChild<EmptyLabel*>();
        QVERIFY2(label->text().contains(QStringLiteral("Press F5")), qPrintable(label->text()));
        QStringList said;
        connect(studio.play, &playing::PlayController::stateChanged, log, [&] {
            if (log->list()->topLevelItemCount() == 0)
                said << label->text();
        });
        studio.window->actions().refresh();
        studio.trigger("play.run.here");
        QTRY_VERIFY_WITH_TIMEOUT(studio.play->isRunning(), patience);
        QVERIFY2(said.join(u'|').contains(QStringLiteral("is being compiled")), qPrintable(said.join(u'|')));
        QVERIFY2(said.filter(QStringLiteral("Press F5")).isEmpty(), qPrintable(said.join(u'|')));
        log->clear();
        QVERIFY2(label->text().contains(QStringLiteral("The world runs")), qPrintable(label->text()));
        studio.play->stop();
        log->clear();
        QTRY_VERIFY2(label->text().contains(QStringLiteral("Press F5")), qPrintable(label->text()));
    }

    /// So does its page, with how much of it is done; and it can be left.
    void thePageSaysWhatIsUnderWay()
    {
        Studio studio({});
        QStringList said;
        connect(&studio.play->session(), &play::PlaySession::progress, this, [&] {
            said << studio.tab()->notice()->text();
        });
        studio.window->actions().refresh();
        studio.trigger("play.run.here");
        QTRY_VERIFY_WITH_TIMEOUT(studio.play->session().state() == play::PlaySession::State::Starting, patience);
        QTRY_VERIFY(said.contains(QStringLiteral("First start of this world")));
        QVERIFY2(!said.filter(QRegularExpression(QStringLiteral("^Compiling: \\d+ of \\d+ \\(\\d+ %\\)$"))).isEmpty(), qPrintable(said.join(u'|')));
        auto* cancel = studio.tab()->findChild<QPushButton*>(QStringLiteral("play.cancel"));
        QTRY_VERIFY(cancel->isVisible());
        QTest::mouseClick(cancel, Qt::LeftButton);
        QVERIFY(!studio.play->isBusy());
        QTRY_VERIFY(studio.play->tabs().isEmpty());
        // One that is there offers none.
        studio.play5();
        QVERIFY(!studio.tab()->findChild<QPushButton*>(QStringLiteral("play.cancel"))->isVisible());
    }

    void f5GoesOnWithTheGameThatPlays()
    {
        const QString candle = QStringLiteral("kod/object/thing/item/tool/candle.kod");
        Studio studio(candle);
        const QString path = studio.world.path(candle);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray onDisk = file.readAll();
        studio.play5();
        const qint64 server = studio.play->session().serverProcess();
        const auto goesOn = [&] { return studio.play->isRunning() && studio.play->session().serverProcess() == server && studio.tab()->isIn(); };
        const auto f5 = [&] {
            studio.window->actions().refresh();
            studio.window->activateWindow();
            QTRY_VERIFY(studio.window->isActiveWindow());
            QTest::keyClick(studio.window.get(), Qt::Key_F5);
        };
        QSignalSpy reloaded(&studio.play->session(), &play::PlaySession::codeReloaded);
        studio.window->open(path);
        studio.window->finishBackgroundWork();
        const auto text = std::dynamic_pointer_cast<document::TextDocument>(studio.window->workspace().find(path.toStdString()));
        QVERIFY(text);
        std::string now = text->text();
        now.replace(now.find("viLight = 20"), 12, "viLight = 30");
        text->edit("typed", now);
        f5();
        QCOMPARE(studio.window->documents().current(), studio.tab());
        QTRY_VERIFY_WITH_TIMEOUT(!reloaded.isEmpty(), patience);
        QVERIFY(goesOn() && text->isModified());
        QVERIFY(file.seek(0));
        QCOMPARE(file.readAll(), onDisk);
        QVERIFY(!studio.window->toasts().sentences().join(u'|').contains(QStringLiteral("The game goes on")));

        f5(); // on the page of the game
        QVERIFY(goesOn());
        QVERIFY(studio.window->toasts().sentences().join(u'|').contains(QStringLiteral("The game goes on; Shift+F5, then F5 begins it anew.")));

        studio.window->open(studio.world.path(QStringLiteral("rooms/mill.roo")));
        studio.window->finishBackgroundWork();
        f5();
        QCOMPARE(studio.window->documents().current(), studio.tab());
        QTRY_COMPARE_WITH_TIMEOUT(studio.tab()->place().room, QStringLiteral("mill.roo"), patience);
        QVERIFY(goesOn());

        const QString lantern = studio.world.path(QStringLiteral("rooms/lantern.roo"));
        studio.window->open(lantern);
        studio.window->finishBackgroundWork();
        const auto room = std::dynamic_pointer_cast<roomcore::RoomDocument>(studio.window->workspace().find(lantern.toStdString()));
        QVERIFY(room);
        const auto saved = readFile(lantern.toStdString());
        QVERIFY(saved);
        const auto before = roo::read(saved.value(), "lantern.roo");
        QVERIFY(before);
        const int height = before.value().sectors[0].floorHeight + 8;
        {
            roomcore::MapEdit edit = room->edit();
            const std::array<roomcore::SectorId, 1> first{{{0}}};
            QVERIFY(roomcore::raise(edit, first, roomcore::Plane::Floor, 8, room->defaults()));
        }
        f5();
        QTRY_COMPARE_WITH_TIMEOUT(studio.tab()->place().room, QStringLiteral("lantern.roo"), patience);
        QTRY_COMPARE_WITH_TIMEOUT(floorSeen(studio), height, patience);
        QVERIFY(goesOn() && room->isModified());

        studio.press(Qt::Key_F5, Qt::ShiftModifier);
        QTRY_VERIFY(!studio.play->isBusy());
        studio.play5();
        QVERIFY(studio.play->session().serverProcess() != server);
    }

    void savingARoomShowsItInTheGame()
    {
        Studio studio(QStringLiteral("rooms/square.roo"));
        studio.play5();
        auto* follower = studio.tab()->client().follower();
        QTRY_COMPARE(QString::fromStdString(follower->roomFile()), QStringLiteral("square.roo"));
        const int before = floorSeen(studio);
        const auto room = std::dynamic_pointer_cast<roomcore::RoomDocument>(
            studio.window->workspace().find(studio.world.path(QStringLiteral("rooms/square.roo")).toStdString()));
        QVERIFY(room != nullptr);
        const auto raise = [&](int by) {
            roomcore::MapEdit edit = room->edit();
            const std::array<roomcore::SectorId, 1> first{{{0}}};
            QVERIFY(roomcore::raise(edit, first, roomcore::Plane::Floor, by, room->defaults()));
        };
        raise(8);
        QVERIFY(room->save());
        QTRY_COMPARE_WITH_TIMEOUT(floorSeen(studio),
                                  before + 8, patience);
        const auto isTold = [&] { return studio.window->toasts().sentences().filter(QStringLiteral("square.roo is saved. The game has it now.")).size(); };
        QTRY_COMPARE(isTold(), 1); // where one saves, too
        QVERIFY(studio.tab()->isIn());
        // Unsaved, while Play follows the editor.
        studio.trigger("play.run.follow");
        raise(8);
        QTRY_COMPARE_WITH_TIMEOUT(floorSeen(studio),
                                  before + 16, patience);
        QCOMPARE(isTold(), 1); // nothing was saved
    }

    void savingBlakodReloadsItAndErrorsLeadToTheirLine()
    {
        Studio studio(QStringLiteral("kod/object/thing/item/tool/candle.kod"));
        studio.play5();
        const QString path = studio.world.path(QStringLiteral("kod/object/thing/item/tool/candle.kod"));
        QSignalSpy reloaded(&studio.play->session(), &play::PlaySession::codeReloaded);
        auto text = std::dynamic_pointer_cast<document::TextDocument>(studio.window->workspace().find(path.toStdString()));
        QVERIFY(text != nullptr);
        const auto replace = [&](const std::string& from, const std::string& to) {
            std::string whole = text->text();
            const std::size_t at = whole.find(from);
            QVERIFY(at != std::string::npos);
            whole.replace(at, from.size(), to);
            text->edit("Edit", whole);
            QVERIFY(text->save());
        };
        replace("viLight = 20", "viLight = 30");
        QTRY_VERIFY_WITH_TIMEOUT(!reloaded.isEmpty(), patience);
        replace("viLight = 30", "viLight = = 30");
        QTRY_VERIFY_WITH_TIMEOUT(logLines(studio).join(u'\n').contains(QStringLiteral("candle.kod:")), patience);
        QVERIFY(studio.tab()->isIn());
        // A click on the place brings the editor with the line.
        auto* list = studio.window->findChild<QTreeWidget*>(QStringLiteral("play.log"));
        QTreeWidgetItem* item = nullptr;
        for (int i = 0; i < list->topLevelItemCount(); ++i)
            if (list->topLevelItem(i)->text(2).startsWith(QLatin1String("candle.kod:")))
                item = list->topLevelItem(i);
        QVERIFY(item != nullptr);
        list->scrollToItem(item);
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualItemRect(item).center());
        emit list->itemActivated(item, 2);
        QTRY_COMPARE(QFileInfo(studio.window->documents().current()->path()).fileName(), QStringLiteral("candle.kod"));
    }

    void pausesStepsAndScales()
    {
        Studio studio({});
        studio.play5();
        QSignalSpy time(&studio.play->session(), &play::PlaySession::timeChanged);
        studio.trigger("play.time.pause");
        QTRY_COMPARE(time.size(), 1);
        QVERIFY(studio.play->session().isPaused());
        QVERIFY(studio.tab()->statusLeft().first().contains(QStringLiteral("paused")));
        studio.trigger("play.time.step");
        QTRY_COMPARE(time.size(), 2);
        studio.trigger("play.time.pause");
        QTRY_VERIFY(!studio.play->session().isPaused());
        studio.trigger("play.time.four");
        QTRY_COMPARE(studio.play->session().timeScale(), 4.0);
    }

    void theInspectorWritesIntoTheLivingObject()
    {
        Studio studio({});
        studio.play5();
        const qint64 self = studio.tab()->character();
        auto* panel = studio.window->findChild<playing::ObjectPanel*>();
        studio.play->inspect(self);
        QTRY_VERIFY(panel->list()->topLevelItemCount() > 5);
        QCOMPARE(panel->heading()->text(), QStringLiteral("User"));
        const auto row = [&](const char* name) {
            const auto found = panel->list()->findItems(QLatin1String(name), Qt::MatchExactly, 0);
            return found.isEmpty() ? nullptr : found.first();
        };
        QVERIFY(row("piVigor") != nullptr);
        panel->list()->scrollToItem(row("piVigor"));
        const QRect cell = panel->list()->visualItemRect(row("piVigor"));
        const QPoint value(panel->list()->columnWidth(0) + 20, cell.center().y());
        QTest::mouseClick(panel->list()->viewport(), Qt::LeftButton, {}, value);
        QTest::mouseDClick(panel->list()->viewport(), Qt::LeftButton, {}, value);
        auto* field = panel->list()->viewport()->findChild<QLineEdit*>();
        QVERIFY(field != nullptr);
        field->selectAll();
        QTest::keyClicks(field, QStringLiteral("77"));
        QTest::keyClick(field, Qt::Key_Return);
        qint64 written = 0;
        QTRY_VERIFY_WITH_TIMEOUT(
            [&] {
                studio.play->session().control().ask({{"do", "instances.read"}, {"class", "User"}, {"names", {"piVigor"}}},
                                                     [&](const play::ControlAnswer& answer) {
                                                         for (const auto& one : answer.result["objects"])
                                                             if (one["object"] == self)
                                                                 written = one["values"][0]["data"].get<qint64>();
                                                     });
                QTest::qWait(50);
                return written == 77;
            }(),
            patience);
    }

    void theInspectorTellsWhoHoldsAThing()
    {
        Studio studio({});
        studio.play5();
        auto* panel = studio.window->findChild<playing::ObjectPanel*>();
        studio.play->inspect(studio.tab()->character());
        auto* owner = panel->findChild<QLabel*>(QStringLiteral("play.object.owner"));
        QVERIFY(owner != nullptr);
        QTRY_VERIFY_WITH_TIMEOUT(owner->text().contains(QStringLiteral("held by")), patience);
        emit owner->linkActivated(owner->text().section(u'"', 1, 1));
        QTRY_COMPARE_WITH_TIMEOUT(panel->heading()->text(), QStringLiteral("LanternInn"), patience); // whose room the studio opens with
        // A save collects, and the number may be another object's: the panel stays with the one that it shows.
        studio.trigger("play.state.save");
        QTRY_VERIFY_WITH_TIMEOUT(!studio.play->session().isSaving(), patience);
        QTRY_VERIFY_WITH_TIMEOUT(panel->object() > 0, patience);
        QCOMPARE(panel->heading()->text(), QStringLiteral("LanternInn"));
    }

    void twoClientsSeeEachOtherAndTalk()
    {
        Studio studio({});
        studio.play5();
        studio.trigger("play.with.player");
        QTRY_COMPARE(studio.play->tabs().size(), 2);
        PlayTab* first = studio.play->tabs()[0];
        PlayTab* second = studio.play->tabs()[1];
        QTRY_VERIFY_WITH_TIMEOUT(second->isIn(), patience);
        QVERIFY(first->character() != second->character());
        QTRY_VERIFY_WITH_TIMEOUT(first->client().game()->room().find(static_cast<std::uint32_t>(second->character())) != nullptr,
                                 patience);
        second->game().runLine(QStringLiteral("Good evening"));
        QTRY_VERIFY_WITH_TIMEOUT(
            [&] {
                for (const auto& line : first->client().game()->chat().lines())
                    if (line.text.find("Good evening") != std::string::npos)
                        return true;
                return false;
            }(),
            patience);
        // One of them leaves, and comes again by the button.
        auto* again = second->findChild<QPushButton*>(QStringLiteral("play.again"));
        second->client().disconnectNow();
        studio.window->documents().setCurrent(second);
        QTRY_VERIFY(again->isVisible());
        QTest::mouseClick(again, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(second->isIn(), patience);
        // One of them goes; the other plays on, and who comes then has another account.
        studio.window->closeDocument(first);
        QTRY_COMPARE(studio.play->tabs().size(), 1);
        studio.trigger("play.with.player");
        QTRY_VERIFY_WITH_TIMEOUT(studio.play->tabs().size() == 2 && studio.play->tabs()[1]->isIn(), patience);
        QVERIFY(second->isIn());
        QVERIFY(studio.play->tabs()[1]->player().account().name != second->player().account().name);
    }

    void gamesAreShownSideBySideAndInWindows()
    {
        Studio studio(QStringLiteral("rooms/lantern.roo"));
        studio.play5();
        studio.trigger("play.with.player");
        QTRY_VERIFY_WITH_TIMEOUT(studio.play->tabs().size() == 2 && studio.play->tabs()[1]->isIn(), patience);
        PlayTab* first = studio.play->tabs()[0];
        PlayTab* second = studio.play->tabs()[1];
        QCOMPARE(studio.play->currentTab(), second);
        studio.trigger("play.client.dock");
        QVERIFY(studio.window->actions().action(QStringLiteral("play.client.dock"))->isChecked());
        studio.window->documents().setCurrent(first);
        QTRY_VERIFY(first->game().isVisible() && second->game().isVisible());
        const auto placeOf = [&](PlayTab* tab) {
            return QRect(tab->game().mapTo(studio.window.get(), QPoint(0, 0)), tab->game().size());
        };
        QTRY_VERIFY(placeOf(second).width() > 200 && !placeOf(first).intersects(placeOf(second)));
        // Beside a room that is edited, too.
        DocumentView* room = studio.window->documents().find(studio.world.path(QStringLiteral("rooms/lantern.roo")));
        QVERIFY(room != nullptr);
        studio.window->documents().setCurrent(room);
        QTRY_VERIFY(studio.window->perspective() != Perspective::Play);
        QTRY_VERIFY(second->game().isVisible() && room->isVisible());
        QVERIFY(!placeOf(second).intersects(QRect(room->mapTo(studio.window.get(), QPoint(0, 0)), room->size())));
        second->game().view()->setFocus();
        QTRY_COMPARE(studio.play->currentTab(), second);
        studio.trigger("play.client.window");
        QTRY_VERIFY(second->game().isVisible() && second->game().window() != studio.window.get());
        QVERIFY(second->isIn());
        second->game().window()->close();
        QTRY_COMPARE(second->gamePlace(), playing::GamePlace::Page);
    }

    void aKilledServerLeavesTheStudioAndPlaysAgain()
    {
        Studio studio({});
        studio.play5();
        ::kill(static_cast<pid_t>(studio.play->session().serverProcess()), SIGKILL);
        QTRY_VERIFY_WITH_TIMEOUT(studio.play->session().state() == play::PlaySession::State::Dead, patience);
        QTRY_VERIFY(studio.tab()->notice()->isVisible());
        QVERIFY(logLines(studio).join(u'\n').contains(QStringLiteral("signal")));
        studio.play5();
        QVERIFY(studio.tab()->isIn());
    }

    void aHungServerIsToldAndTheWorldBegunAnew()
    {
        Studio studio({});
        studio.play5();
        const auto hung = static_cast<pid_t>(studio.play->session().serverProcess());
        ::kill(hung, SIGSTOP);
        const auto told = [&] { return studio.window->toasts().sentences().join(u'|').contains(QStringLiteral("has not answered")); };
        QTRY_VERIFY_WITH_TIMEOUT(told(), patience);
        QVERIFY(studio.window->isVisible());
        QPushButton* restart = nullptr;
        for (auto* button : studio.window->findChildren<QPushButton*>())
            if (button->text() == QLatin1String("Restart the world"))
                restart = button;
        QVERIFY(restart != nullptr);
        QSignalSpy placed(&studio.play->session(), &play::PlaySession::placed);
        QTest::mouseClick(restart, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!placed.isEmpty(), patience);
        QVERIFY(studio.tab()->isIn() && studio.play->session().serverProcess() != hung);
        QVERIFY(::kill(hung, 0) != 0); // it is gone, stopped or not
    }

    /// A server whose world a debugger has stopped may say nothing for as long as it stands.
    void aServerThatADebuggerHoldsIsNotHung()
    {
        Studio studio({});
        studio.play5();
        const auto server = static_cast<pid_t>(studio.play->session().serverProcess());
        const auto told = [&] { return studio.window->toasts().sentences().join(u'|').contains(QStringLiteral("has not answered")); };
        QSignalSpy hung(&studio.play->session(), &play::PlaySession::hung);
        ::kill(server, SIGSTOP);
        QTRY_VERIFY_WITH_TIMEOUT(told(), patience);
        studio.play->worldStands(playing::DebuggerStop{QStringLiteral("user.kod:12")});
        QVERIFY(!told()); // it was so, and is not what matters now
        QVERIFY(!logLines(studio).join(u'\n').contains(QStringLiteral("answers again")));
        hung.clear();
        constexpr int longEnough = 4500; // ms: more than a server is waited for
        QTest::qWait(longEnough);
        QVERIFY(hung.isEmpty());
        studio.play->worldStands(std::nullopt); // and still no answer
        QTRY_VERIFY_WITH_TIMEOUT(told(), patience);
        ::kill(server, SIGCONT);
        QTRY_VERIFY_WITH_TIMEOUT(!told(), patience);
        QTRY_VERIFY(logLines(studio).join(u'\n').contains(QStringLiteral("answers again")));
    }

    void theConsoleAnswers()
    {
        Studio studio({});
        studio.play5();
        auto* console = studio.window->findChild<playing::ConsolePanel*>();
        QTest::keyClicks(console->line(), QStringLiteral("show accounts"));
        QTest::keyClick(console->line(), Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(console->text()->toPlainText().contains(QStringLiteral("player")), patience);
    }
};

QTEST_MAIN(TestStudioPlay)
#include "tst_studio.moc"
