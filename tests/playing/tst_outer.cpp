// SPDX-License-Identifier: GPL-3.0-or-later
// Clients that are programs of their own: F5, reloads of each kind, crashes, ends; the studio that is killed.
#include "outer_studio.h"

#include "bgfeditor/bgfcore/pixel_edits.h"
#include "bgfeditor/bgfcore/sprite_document.h"
#include "client/render/asset_store.h"
#include "kodide/ui/code_document.h"
#include "roomedit/roomcore/operations/properties.h"
#include "roomedit/roomcore/room_document.h"
#include "studio/playing/bug_bundle.h"
#include "studio/playing/game_programs.h"
#include "studio/playing/outer_client.h"
#include "studio/playing/play_recording.h"
#include "studio/playing/profiles_dialog.h"
#include "studio/playing/world_panel.h"
#include "ui/theme.h"
#include "ui/toast.h"

#include <QComboBox>
#include <QImage>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSaveFile>
#include <QTreeWidget>

#include <array>
#include <csignal>
#include <fstream>
#include <sys/wait.h>
#include <unistd.h>

using namespace blak;
using namespace blak::ui;
using blak::ui::playing::PlayTab;

class TestOuter : public QObject, private blak::play::OuterStudio
{
    Q_OBJECT

    static constexpr int patience = blak::play::PlayedStudio::patience;

    using Studio = blak::play::PlayedStudio;

    /// F5 with the choice "in a program of its own".
    static void playOutside(Studio& studio)
    {
        studio.trigger("play.client.program");
        studio.play5();
    }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    void f5StandsInTheRoomInAProgramOfItsOwn()
    {
        Studio studio(QStringLiteral("rooms/lantern.roo"));
        playOutside(studio);
        PlayTab* tab = studio.tab();
        QVERIFY(tab->outer() != nullptr && lives(tab->outer()->processId()));
        QCOMPARE(tab->place().room, QStringLiteral("lantern.roo"));
        QVERIFY(studio.window->actions().action(QStringLiteral("play.client.program"))->isChecked());
        QVERIFY(tab->notice()->isVisible() && tab->notice()->text().contains(QStringLiteral("program of its own")));
        QVERIFY(tab->statusLeft().join(u'|').contains(QStringLiteral("lantern.roo, row")));
        QVERIFY(!picture(tab).isNull());
        // Its password is nowhere that others may read.
        for (const char* part : {"cmdline", "environ"}) {
            QFile file(QStringLiteral("/proc/%1/%2").arg(tab->outer()->processId()).arg(QLatin1String(part)));
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QByteArray text = file.readAll();
            QVERIFY(text.size() > 0 && !tab->account().password.isEmpty() && !text.contains(tab->account().password.toUtf8()));
        }
        // The World dock follows it, by what it sees.
        auto* world = studio.window->findChild<playing::WorldPanel*>()->tree();
        const auto roomRows = [&] {
            for (int i = 0; i < world->topLevelItemCount(); ++i)
                if (world->topLevelItem(i)->childCount() > 2)
                    for (int row = 0; row < world->topLevelItem(i)->childCount(); ++row)
                        if (world->topLevelItem(i)->child(row)->text(0).contains(QStringLiteral("mug")))
                            return true;
            return false;
        };
        QTRY_VERIFY_WITH_TIMEOUT(roomRows(), patience);
        // Another player comes as another program.
        studio.trigger("play.with.player");
        QTRY_VERIFY_WITH_TIMEOUT(studio.play->tabs().size() == 2 && studio.play->tabs()[1]->isIn(), patience);
        QVERIFY(studio.play->tabs()[1]->outer() != nullptr);
        const std::array both{tab->outer()->processId(), studio.play->tabs()[1]->outer()->processId()};
        QVERIFY(both[0] != both[1]);
        studio.press(Qt::Key_F5, Qt::ShiftModifier);
        QTRY_VERIFY(!studio.play->isBusy());
        for (const qint64 process : both)
            QTRY_VERIFY(!lives(process));
        QTRY_COMPARE_WITH_TIMEOUT(studio.world.scratchFolders(), QStringList(), patience);
    }

    void aSavedRoomIsShownAndPlacesAreKept()
    {
        Studio studio(QStringLiteral("rooms/square.roo"));
        playOutside(studio);
        PlayTab* tab = studio.tab();
        const QImage before = stillPicture(tab);
        QVERIFY(!before.isNull());
        const auto stood = tab->place();
        const auto room = std::dynamic_pointer_cast<roomcore::RoomDocument>(
            studio.window->workspace().find(studio.world.path(QStringLiteral("rooms/square.roo")).toStdString()));
        QVERIFY(room != nullptr);
        const auto copy = room->copy();
        QVERIFY(copy);
        std::vector<roomcore::SectorId> all;
        for (std::uint32_t i = 0; i < copy.value()->room.sectors.size(); ++i)
            all.push_back({i});
        std::uint16_t another = 0;
        for (const int texture : studio.play->host().assets()->textureNumbers())
            if (texture != copy.value()->room.sectors[0].floorTexture)
                another = static_cast<std::uint16_t>(texture);
        QVERIFY(another != 0);
        QSignalSpy answered(tab->outer(), &playing::OuterClient::roomExchanged);
        {
            roomcore::MapEdit edit = room->edit();
            QVERIFY(roomcore::setFlat(edit, all, roomcore::Plane::Floor, another));
        }
        QVERIFY(room->save());
        QTRY_VERIFY_WITH_TIMEOUT(!answered.isEmpty(), patience);
        QVERIFY2(answered[0][1].toBool(), qPrintable(answered[0][2].toString()));
        QVERIFY(looksOther(tab, before, 5));
        QVERIFY(tab->isIn());
        QCOMPARE(tab->place().room, stood.room);
        QVERIFY(std::hypot(tab->place().x - stood.x, tab->place().y - stood.y) < 1);
    }

    void textsAndPalettesAreShown()
    {
        Studio studio(QStringLiteral("rooms/lantern.roo"));
        const QString palette = studio.world.path(QStringLiteral("blakston.pal"));
        QVERIFY(QFile::copy(qEnvironmentVariable("BLAK_SOURCE_DIR") + QStringLiteral("/world/blakston.pal"), palette));
        QFile::setPermissions(palette, QFile::ReadOwner | QFile::WriteOwner);
        playOutside(studio);
        PlayTab* tab = studio.tab();
        const auto knows = [&](const QString& name) {
            for (const auto& thing : tab->things().things)
                if (thing.name == name)
                    return true;
            return false;
        };
        QTRY_VERIFY_WITH_TIMEOUT(knows(QStringLiteral("a mug of ale")), patience);
        const QString path = studio.world.path(QStringLiteral("kod/object/thing/item/food/mug.kod"));
        studio.window->open(path);
        studio.window->finishBackgroundWork();
        const auto text = std::dynamic_pointer_cast<document::TextDocument>(studio.window->workspace().find(path.toStdString()));
        QVERIFY(text != nullptr);
        std::string whole = text->text();
        whole.replace(whole.find("mug of ale"), 10, "mug of mead");
        text->edit("Edit", whole);
        QVERIFY(text->save());
        QTRY_VERIFY_WITH_TIMEOUT(knows(QStringLiteral("a mug of mead")), patience);
        const QImage before = stillPicture(tab);
        QVERIFY(!before.isNull());
        QFile file(palette);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QByteArrayList lines = file.readAll().trimmed().split('\n');
        std::reverse(lines.begin(), lines.end());
        QSaveFile out(palette);
        QVERIFY(out.open(QIODevice::WriteOnly) && out.write(lines.join('\n') + '\n') > 0 && out.commit());
        QVERIFY(looksOther(tab, before, 25));
    }

    void aSavedSpriteIsShown()
    {
        Studio studio(QStringLiteral("rooms/square.roo"));
        playOutside(studio);
        PlayTab* tab = studio.tab();
        const auto room = std::dynamic_pointer_cast<roomcore::RoomDocument>(
            studio.window->workspace().find(studio.world.path(QStringLiteral("rooms/square.roo")).toStdString()));
        QVERIFY(room != nullptr);
        const auto copy = room->copy();
        QVERIFY(copy);
        const QImage before = stillPicture(tab);
        QVERIFY(!before.isNull());
        QSet<int> floors;
        for (const auto& sector : copy.value()->room.sectors)
            floors.insert(sector.floorTexture);
        for (const int number : std::as_const(floors)) { // twice as wide, its other half clear, so that half of it looks other
            const QString path = studio.play->session().projectFile(QString::fromStdString(render::AssetStore::textureFileName(number)));
            if (path.isEmpty())
                continue;
            studio.window->open(path);
            studio.window->finishBackgroundWork();
            const auto sprite = std::dynamic_pointer_cast<bgfcore::SpriteDocument>(studio.window->workspace().find(path.toStdString()));
            QVERIFY(sprite != nullptr);
            const std::array<document::PartId, 1> first{sprite->frameAt(0)};
            QVERIFY(bgfcore::resizeFrames(*sprite, first, {.left = sprite->frames().at(first[0]).width()}));
            QVERIFY(sprite->save());
        }
        QVERIFY(looksOther(tab, before, 5));
        QVERIFY(tab->isIn());
    }

    void pausesAndStepsLeaveItIn()
    {
        Studio studio({});
        playOutside(studio);
        PlayTab* tab = studio.tab();
        QSignalSpy time(&studio.play->session(), &play::PlaySession::timeChanged);
        studio.trigger("play.time.pause");
        QTRY_COMPARE_WITH_TIMEOUT(time.size(), 1, patience);
        QVERIFY(tab->statusLeft().first().contains(QStringLiteral("paused")));
        studio.trigger("play.time.step");
        QTRY_COMPARE_WITH_TIMEOUT(time.size(), 2, patience);
        studio.trigger("play.time.pause");
        QTRY_VERIFY(!studio.play->session().isPaused());
        QVERIFY(tab->isIn() && tab->outer()->isRunning());
        QVERIFY2(toasts(studio).isEmpty(), qPrintable(toasts(studio))); // who waits does not hang
    }

    void aCrashIsToldWithItsLogAndTheClientStartedAgain()
    {
        Studio studio(QStringLiteral("rooms/lantern.roo"));
        playOutside(studio);
        PlayTab* tab = studio.tab();
        const qint64 first = tab->outer()->processId();
        const auto stood = tab->place();
        ::kill(static_cast<pid_t>(first), SIGSEGV);
        QTRY_VERIFY_WITH_TIMEOUT(toasts(studio).contains(QStringLiteral("The client was ended by signal 11 (Segmentation fault)")) ||
                                     toasts(studio).contains(QStringLiteral("The client ended with status")), // of a sanitizer
                                 patience);
        QVERIFY(studio.window->isVisible() && studio.play->isRunning() && !tab->isIn());
        QVERIFY(tab->log()->isVisible() && tab->log()->toPlainText().contains(QStringLiteral("SEGV")));
        QStringList log;
        const auto* list = studio.window->findChild<QTreeWidget*>(QStringLiteral("play.log"));
        for (int i = 0; i < list->topLevelItemCount(); ++i)
            log << list->topLevelItem(i)->text(1);
        QVERIFY2(log.join(u'\n').contains(QStringLiteral("SEGV")), qPrintable(log.join(u'\n')));
        QPushButton* again = button(studio, QStringLiteral("Start the client again"));
        QVERIFY(again != nullptr);
        QTest::mouseClick(again, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(tab->isIn(), patience);
        QVERIFY(tab->outer()->processId() != first && !tab->log()->isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(std::hypot(tab->place().x - stood.x, tab->place().y - stood.y) < 64, patience);
        QCOMPARE(tab->place().room, stood.room);
        // The page's own button does the same.
        ::kill(static_cast<pid_t>(tab->outer()->processId()), SIGKILL);
        auto* onPage = tab->findChild<QPushButton*>(QStringLiteral("play.again"));
        QTRY_VERIFY_WITH_TIMEOUT(onPage->isVisible(), patience);
        QTest::mouseClick(onPage, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(tab->isIn(), patience);
    }

    void aWindowThatIsClosedIsNoError()
    {
        Studio studio({});
        playOutside(studio);
        PlayTab* tab = studio.tab();
        tab->outer()->findChild<QProcess*>()->closeWriteChannel(); // ends it with 0, as its window does
        auto* again = tab->findChild<QPushButton*>(QStringLiteral("play.again"));
        QTRY_VERIFY_WITH_TIMEOUT(again->isVisible(), patience);
        QCOMPARE(again->text(), QStringLiteral("Enter again"));
        QVERIFY2(toasts(studio).isEmpty(), qPrintable(toasts(studio)));
        QVERIFY(!tab->log()->isVisible() && !tab->outer()->isRunning());
        QTest::mouseClick(again, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(tab->isIn(), patience);
    }

    void oneThatHangsIsToldAndExchanged()
    {
        Studio studio({});
        playOutside(studio);
        PlayTab* tab = studio.tab();
        const qint64 hung = tab->outer()->processId();
        ::kill(static_cast<pid_t>(hung), SIGSTOP);
        QTRY_VERIFY_WITH_TIMEOUT(toasts(studio).contains(QStringLiteral("has not answered")), patience);
        QPushButton* again = button(studio, QStringLiteral("Start the client again"));
        QVERIFY(again != nullptr);
        QTest::mouseClick(again, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(tab->isIn() && tab->outer()->processId() != hung, patience);
        QVERIFY(!lives(hung));
    }

    void theProgramOutlivesItsServer()
    {
        Studio studio(QStringLiteral("rooms/lantern.roo"));
        playOutside(studio);
        const qint64 program = studio.tab()->outer()->processId();
        ::kill(static_cast<pid_t>(studio.play->session().serverProcess()), SIGKILL);
        QTRY_VERIFY_WITH_TIMEOUT(studio.play->session().state() == play::PlaySession::State::Dead, patience);
        QTRY_VERIFY(!studio.tab()->isIn() && studio.tab()->notice()->isVisible());
        studio.play5();
        QCOMPARE(studio.tab()->outer()->processId(), program);
        QCOMPARE(studio.tab()->place().room, QStringLiteral("lantern.roo"));
    }

    void aGameGoesOutAndComesBackWhereItStood()
    {
        Studio studio(QStringLiteral("rooms/lantern.roo"));
        studio.play5();
        PlayTab* tab = studio.tab();
        const auto stood = tab->place();
        const auto isThere = [&] {
            return tab->isIn() && tab->place().room == stood.room && std::hypot(tab->place().x - stood.x, tab->place().y - stood.y) < 64;
        };
        studio.trigger("play.client.dock");
        studio.trigger("play.client.program");
        QVERIFY(tab->outer() != nullptr);
        QTRY_VERIFY_WITH_TIMEOUT(isThere(), patience);
        const qint64 program = tab->outer()->processId();
        // A bundle has its picture, its log and its steps.
        QString bundle;
        playing::saveBugBundle(*studio.play, studio.folder.filePath(QStringLiteral("bug.zip")), [&](bool good, const QString& result) {
            QVERIFY2(good, qPrintable(result));
            bundle = result;
        });
        QTRY_VERIFY_WITH_TIMEOUT(!bundle.isEmpty(), patience);
        studio.trigger("play.client.page");
        QVERIFY(tab->outer() == nullptr);
        QTRY_VERIFY_WITH_TIMEOUT(isThere(), patience);
        QTRY_VERIFY(!lives(program));
    }

    /// The messages of its connection, a recording of what one does, how things look: by its own word.
    void whatItsConnectionSaysComesOver()
    {
        Studio studio(QStringLiteral("rooms/lantern.roo"));
        studio.play->recording().setFolder(studio.folder.filePath(QStringLiteral("out")));
        playOutside(studio);
        PlayTab* tab = studio.tab();
        // Messages, both ways, in the dock and in what is kept of them.
        auto* packets = studio.window->findChild<QTreeWidget*>(QStringLiteral("play.packets"));
        studio.window->docks().dock(QStringLiteral("play.packets"))->raise();
        QTRY_VERIFY(packets->isVisible());
        const auto hasRow = [&](const QString& name, const QString& content) {
            for (int i = 0; i < packets->topLevelItemCount(); ++i)
                if (packets->topLevelItem(i)->text(1).endsWith(name) && packets->topLevelItem(i)->text(2).contains(content))
                    return true;
            return false;
        };
        studio.trigger("play.record.session");
        QVERIFY(studio.play->recording().isRecording());
        const auto me = tab->character();
        QVERIFY(me > 0);
        studio.play->session().put(me, tab->place(), [](bool, const QString&) {});
        QTRY_VERIFY_WITH_TIMEOUT(hasRow(QStringLiteral("BP_PLAYER"), QString()) || hasRow(QStringLiteral("BP_MOVE"), QString()) ||
                                     hasRow(QStringLiteral("BP_PING"), QString()) || hasRow(QStringLiteral("BP_TURN"), QString()),
                                 patience);
        QTRY_VERIFY(studio.play->recording().messages().find("\"dir\":\"c2s\"") != std::string::npos);
        QVERIFY(studio.play->recording().messages().find(tab->account().password.toStdString()) == std::string::npos);
        // A recording.
        studio.trigger("play.record.session");
        QTRY_VERIFY(!studio.play->recording().isRecording());
        const QDir out(studio.folder.filePath(QStringLiteral("out")));
        QTRY_COMPARE(out.entryList({QStringLiteral("*.play")}).size(), 1);
        QFile file(out.filePath(out.entryList({QStringLiteral("*.play")})[0]));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray script = file.readAll();
        QVERIFY2(script.contains("\nstart lantern.roo ") && script.contains("\nquit"), script);
        // How somebody looks.
        std::optional<scene::Object> looks;
        bool answered = false;
        tab->outer()->askObject(me, [&](const std::optional<scene::Object>& seen) {
            looks = seen;
            answered = true;
        });
        QTRY_VERIFY(answered);
        QVERIFY(looks && looks->icon.ends_with(".bgf"));
        answered = false;
        tab->outer()->askObject(999'999, [&](const std::optional<scene::Object>& seen) {
            QVERIFY(!seen);
            answered = true;
        });
        QTRY_VERIFY(answered);
        // Of one that died there is what it told until then.
        const auto before = std::make_shared<std::string>(), after = std::make_shared<std::string>();
        studio.play->recording().script(tab, [before](const std::string& steps) { *before = steps; });
        QTRY_VERIFY(!before->empty());
        QVERIFY2(before->find("\nstart ") != std::string::npos && before->find("lantern.roo") != std::string::npos, before->c_str());
        ::kill(static_cast<pid_t>(tab->outer()->processId()), SIGKILL);
        QTRY_VERIFY_WITH_TIMEOUT(tab->hasDied(), patience);
        studio.play->recording().script(tab, [after](const std::string& steps) { *after = steps; });
        QVERIFY2(after->find("\nstart ") != std::string::npos && after->find("lantern.roo") != std::string::npos, after->c_str());
    }

    void aProgramThatIsMissingIsTold_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("missing") << QStringLiteral("missing") << QStringLiteral("does not start");
        QTest::newRow("not executable") << QStringLiteral("plain") << QStringLiteral("does not start");
        QTest::newRow("hangs before it is ready") << QStringLiteral("hangs") << QStringLiteral("has not answered");
        QTest::newRow("ends at once") << QStringLiteral("ends") << QStringLiteral("ended with status 3");
        QTest::newRow("says nonsense without an end") << QStringLiteral("floods") << QStringLiteral("signal 9");
    }

    void aProgramThatIsMissingIsTold()
    {
        QFETCH(QString, kind);
        QFETCH(QString, sentence);
        Studio studio(QStringLiteral("rooms/lantern.roo"));
        const QString program = studio.folder.filePath(QStringLiteral("client"));
        if (kind != QLatin1String("missing")) {
            QFile file(program);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(kind == QLatin1String("hangs")  ? "#!/bin/sh\nexec sleep 600\n"
                       : kind == QLatin1String("ends") ? "#!/bin/sh\necho no such library >&2\nexit 3\n"
                                                       : "#!/bin/sh\nexec tr '\\0' x < /dev/zero\n");
            file.setPermissions(kind == QLatin1String("plain") ? QFile::ReadOwner : QFile::ReadOwner | QFile::ExeOwner | QFile::WriteOwner);
        }
        studio.play->programs().setProgram(program);
        studio.trigger("play.client.program");
        studio.window->actions().refresh();
        studio.window->activateWindow();
        QTRY_VERIFY(studio.window->isActiveWindow() && studio.window->actions().action(QStringLiteral("play.run.here"))->isEnabled());
        QElapsedTimer clock;
        clock.start();
        QTest::keyClick(studio.window.get(), Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(toasts(studio).contains(sentence), patience);
        qInfo("told after %lld ms", clock.elapsed());
        QVERIFY(clock.elapsed() < 30'000 || kind == QLatin1String("floods")); // 32 MiB come through a pipe first
        PlayTab* tab = studio.tab();
        if (kind == QLatin1String("ends"))
            QVERIFY(tab->log()->isVisible() && tab->log()->toPlainText().contains(QStringLiteral("no such library")));
        QTRY_VERIFY_WITH_TIMEOUT(studio.play->isRunning(), patience); // the world does not mind
        studio.play->programs().setProgram({});
        QPushButton* again = button(studio, QStringLiteral("Start the client again"));
        QVERIFY(again != nullptr);
        QTest::mouseClick(again, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(tab->isIn(), patience);
    }

    void aProfileSaysIt()
    {
        Studio studio(QStringLiteral("rooms/lantern.roo"));
        studio.trigger("play.profile.choose");
        auto* dialog = studio.window->findChild<playing::ProfilesDialog*>();
        QVERIFY(dialog != nullptr);
        QTest::mouseClick(dialog->findChild<QPushButton*>(QStringLiteral("profiles.add")), Qt::LeftButton);
        auto* client = dialog->findChild<QComboBox*>(QStringLiteral("profiles.client"));
        client->setFocus();
        QTest::keyClick(client, Qt::Key_End);
        emit client->activated(client->currentIndex());
        QCOMPARE(client->currentText(), QStringLiteral("In a program of its own"));
        QTest::mouseClick(dialog->findChild<QPushButton*>(QStringLiteral("profiles.use")), Qt::LeftButton);
        QTRY_VERIFY(studio.window->findChild<playing::ProfilesDialog*>() == nullptr);
        const auto kept = play::profilesOf(studio.world.world().toStdString());
        QVERIFY(kept && kept.value().chosen().client == "program");
        studio.play5();
        QVERIFY(studio.tab()->outer() != nullptr);
        const auto bad = play::readProfiles(R"({"profiles": [{"name": "a", "client": "everywhere"}]})", "here");
        QVERIFY(!bad && bad.error().text().find("everywhere") != std::string::npos);
    }

    void nothingStaysWhenTheStudioIsKilled()
    {
        blak::play::PlayedWorld world;
        std::array<qint64, 3> processes{}; // server, a client, one that hangs
        int report[2];
        QVERIFY(::pipe(report) == 0);
        const pid_t studio = ::fork();
        if (studio == 0) { // plays in a process of its own: this very program with one test
            ::close(report[0]);
            const QByteArray program = QCoreApplication::applicationFilePath().toLocal8Bit();
            ::setenv("BLAK_PLAYED_PIPE", QByteArray::number(report[1]).constData(), 1);
            ::execl(program.constData(), program.constData(), "asTheStudioThatIsKilled", nullptr);
            ::_exit(1);
        }
        ::close(report[1]);
        QVERIFY(::read(report[0], processes.data(), sizeof processes) == sizeof processes);
        for (const qint64 process : processes)
            QVERIFY(lives(process));
        ::kill(studio, SIGKILL);
        ::waitpid(studio, nullptr, 0);
        ::close(report[0]);
        for (const qint64 process : processes)
            QTRY_VERIFY_WITH_TIMEOUT(!lives(process), patience);
    }

    /// Does something only as the child of the test above.
    void asTheStudioThatIsKilled()
    {
        if (qEnvironmentVariableIsEmpty("BLAK_PLAYED_PIPE"))
            return;
        Studio studio({});
        playOutside(studio);
        studio.trigger("play.with.player");
        QTRY_VERIFY_WITH_TIMEOUT(studio.play->tabs().size() == 2 && studio.play->tabs()[1]->isIn(), patience);
        const std::array<qint64, 3> processes{studio.play->session().serverProcess(), studio.play->tabs()[0]->outer()->processId(),
                                              studio.play->tabs()[1]->outer()->processId()};
        ::kill(static_cast<pid_t>(processes[2]), SIGSTOP);
        QVERIFY(::write(qEnvironmentVariableIntValue("BLAK_PLAYED_PIPE"), processes.data(), sizeof processes) == sizeof processes);
        QTest::qWait(patience);
    }
};

QTEST_MAIN(TestOuter)
#include "tst_outer.moc"
