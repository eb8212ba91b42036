// SPDX-License-Identifier: GPL-3.0-or-later
// Playing without a window: what is prepared, what runs, what stays behind.
#include "played_world.h"

#include "studio/play/run_folder.h"
#include "studio/playing/wanderers.h"

#include <QProcess>
#include <QTest>

#include <array>
#include <csignal>
#include <cstdlib>
#include <sys/wait.h>
#include <unistd.h>

using namespace blak;
using namespace blak::play;

class TestSession : public QObject
{
    Q_OBJECT

    static constexpr int patience = 60'000;

    /// Starts and waits until the first character stands where it was wanted.
    static void play(PlaySession& session, Visitor& visitor, const PlayWish& wish, const PlayPlace& place)
    {
        QSignalSpy failed(&session, &PlaySession::failed);
        QSignalSpy ready(&session, &PlaySession::ready);
        QSignalSpy placed(&session, &PlaySession::placed);
        session.start(wish, place);
        QTRY_VERIFY_WITH_TIMEOUT(!ready.isEmpty() || !failed.isEmpty(), patience);
        QVERIFY2(failed.isEmpty(), qPrintable(failed.isEmpty() ? QString() : failed[0][0].toString()));
        session.account(AccountKind::Player, 0, [&](const std::optional<PlayAccount>& account, const QString& why) {
            QVERIFY2(account, qPrintable(why));
            visitor.come(*account);
        });
        QTRY_VERIFY_WITH_TIMEOUT(!placed.isEmpty(), patience);
    }

    static bool lives(qint64 process) { return process > 0 && ::kill(static_cast<pid_t>(process), 0) == 0; }

private slots:
    void standsWhereItWasWantedAndLeavesNothing()
    {
        PlayedWorld world;
        const QStringList before = world.inventory();
        {
            PlaySession session;
            Visitor visitor(session);
            QStringList lines;
            connect(&session, &PlaySession::said, this, [&](const PlayLine& line) { lines << line.text; });
            play(session, visitor, world.wish(), {QStringLiteral("lantern.roo"), true, 8.5 * 1024, 7.5 * 1024, 1024});
            QTRY_COMPARE(visitor.room(), QStringLiteral("lantern.roo"));
            QTRY_VERIFY(visitor.client.motion()->isPlaced());
            QVERIFY(std::abs(visitor.client.motion()->body().x - 8.5 * 1024) < 64);
            QVERIFY(std::abs(visitor.client.motion()->body().y - 7.5 * 1024) < 64);
            QVERIFY2(session.recipe() != nullptr && session.recipe()->name == "hollowmere", qPrintable(lines.join(u'\n')));
            QVERIFY(!session.world()->isBooted());
            const qint64 process = session.serverProcess();
            QVERIFY(lives(process));
            session.stop();
            QVERIFY(!lives(process));
        }
        QCOMPARE(world.inventory(), before);
        QCOMPARE(world.scratchFolders(), QStringList());
    }

    /// A locked hall: who comes in finds himself elsewhere, and is told so.
    void saysWhereTheBlakodOfTheRoomSentOne()
    {
        PlayedWorld world;
        QFile inn(world.path(QStringLiteral("kod/object/room/lanterninn.kod")));
        QVERIFY(inn.open(QIODevice::ReadWrite));
        QByteArray source = inn.readAll();
        const qsizetype end = source.lastIndexOf("end");
        QVERIFY(end > 0);
        source.insert(end, "   SomethingEntered(who = $)\n   {\n      Post(self,@SendAway,#who=who);\n      propagate;\n   }\n\n"
                           "   SendAway(who = $)\n   {\n      Send(Send(SYS,@FindRoom,#rid=RID_SQUARE),@Put,#what=who,#row=10,#col=10);\n"
                           "      return;\n   }\n\n");
        QVERIFY(inn.seek(0) && inn.write(source) == source.size());
        inn.close();
        PlaySession session;
        {
            Visitor visitor(session);
            play(session, visitor, world.wish(), {QStringLiteral("lantern.roo"), true, 8.5 * 1024, 7.5 * 1024, 1024});
            QTRY_COMPARE(visitor.room(), QStringLiteral("square.roo"));
            QCOMPARE(session.movedTo(), QStringLiteral("The square of Hollowmere"));
        }
        Visitor visitor(session);
        play(session, visitor, world.wish(), {QStringLiteral("mill.roo"), true, 10 * 1024, 4 * 1024, 0});
        QTRY_COMPARE(visitor.room(), QStringLiteral("mill.roo"));
        QCOMPARE(session.movedTo(), QString());
    }

    /// Who stops while the compiler is at it waits for one file at most, and is told of no work that is over.
    void stopsInTheMiddleOfCompiling()
    {
        PlayedWorld world;
        PlaySession session;
        int told = 0;
        connect(&session, &PlaySession::progress, this, [&](const QString&, int done, int) { told = done > 0 ? told + 1 : told; });
        session.start(world.wish(), {});
        QTRY_VERIFY_WITH_TIMEOUT(told > 0, patience);
        session.stop();
        QCOMPARE(session.state(), PlaySession::State::Idle);
        const int then = told;
        QTest::qWait(50);
        QCOMPARE(told, then);
        const auto next = PreparedWorld::prepare(world.wish());
        QVERIFY(next && next.value()->mayPlay());
    }

    void startsFromAKeptBoot()
    {
        PlayedWorld world;
        PlaySession session;
        QSignalSpy kept(&session, &PlaySession::bootKept);
        {
            Visitor visitor(session);
            play(session, visitor, world.wish(), {QStringLiteral("square.roo"), true, 9000, 10000, 0});
            QTRY_COMPARE_WITH_TIMEOUT(kept.size(), 1, patience);
        }
        Visitor visitor(session);
        play(session, visitor, world.wish(), {QStringLiteral("mill.roo"), true, 10 * 1024, 4 * 1024, 0});
        QVERIFY(session.world()->isBooted());
        QTRY_COMPARE(visitor.room(), QStringLiteral("mill.roo"));
        qInfo("prepared %.0f ms (scan %.0f mirror %.0f compile %.0f gather %.0f key %.0f), server %.0f, ready %.0f, there %.0f",
              session.times().prepared, session.times().parts.scan, session.times().parts.mirror, session.times().parts.compile,
              session.times().parts.gather, session.times().parts.key, session.times().booted, session.times().ready,
              session.times().placed);
    }

    /// F5 on the Blakod of a room: the room of that class, whatever others have its file; one of a class that inherits from it, or with its
    /// file, is taken with a word of why. Of several the first.
    void playsTheRoomOfAClass()
    {
        PlayedWorld world;
        const auto add = [&world](const char* name, const QByteArray& parent) {
            const QByteArray lower = QByteArray(name).toLower();
            QFile file(world.path(QStringLiteral("kod/object/room/%1.kod").arg(QLatin1String(lower))));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(QByteArray(name) + " is " + parent + "\n\nresources:\n   " + lower + "_name = \"" + name + "\"\n\nclassvars:\n   vrName = " +
                       lower + "_name\n   viRid = " + QByteArray::number(900 + static_cast<int>(lower.size())) + "\n\nmessages:\n\nend\n");
        };
        add("MillOfOld", "OldMill"); // never made when the world boots
        PlaySession session;
        Visitor visitor(session);
        QStringList chosen;
        connect(&session, &PlaySession::roomChosen, this, [&](const QString& why) { chosen << why; });
        const auto ofClass = [](const char* type, const char* file, const QStringList& heirs) {
            PlayPlace place;
            place.room = QLatin1String(file);
            place.type = QLatin1String(type);
            place.ofClass = true;
            place.heirs = heirs;
            return place;
        };
        play(session, visitor, world.wish(), ofClass("OldMill", "mill.roo", {QStringLiteral("MillOfOld")}));
        QTRY_COMPARE(visitor.room(), QStringLiteral("mill.roo"));
        QCOMPARE(chosen, QStringList());
        const auto go = [&](const PlayPlace& place, const char* room) {
            bool good = false;
            QString reason;
            session.put(visitor.client.session()->room().self(), place, [&](bool done, const QString& why) { good = done, reason = why; });
            QTRY_VERIFY2_WITH_TIMEOUT(good, qPrintable(reason), patience);
            QTRY_COMPARE_WITH_TIMEOUT(visitor.room(), QLatin1String(room), patience);
        };
        go(ofClass("LanternInn", "lantern.roo", {}), "lantern.roo");
        QCOMPARE(chosen, QStringList());
        go(ofClass("MillOfOld", "mill.roo", {}), "mill.roo"); // there is none: the old mill has its file
        QCOMPARE(chosen.size(), 1);
        QVERIFY2(chosen[0].contains(QStringLiteral("no room of class MillOfOld")) && chosen[0].contains(QStringLiteral("of class OldMill, which has the same file")),
                 qPrintable(chosen[0]));
        go(ofClass("Somewhere", "square.roo", {QStringLiteral("LanternInn")}), "lantern.roo");
        QCOMPARE(chosen.size(), 2);
        QVERIFY2(chosen[1].contains(QStringLiteral("of class LanternInn, which inherits from it")), qPrintable(chosen[1]));
        go(ofClass("Room", "mill.roo", {QStringLiteral("LanternInn"), QStringLiteral("OldMill")}), "mill.roo"); // of many that with its file
        QCOMPARE(chosen.size(), 3);
        go(ofClass("LanternInn", "lantern.roo", {}), "lantern.roo");
        bool made = false; // a second mill of the same class
        session.control().ask({{"do", "create"}, {"class", "OldMill"}}, [&](const ControlAnswer& answer) { made = answer.good; });
        QTRY_VERIFY(made);
        go(ofClass("OldMill", "mill.roo", {}), "mill.roo");
        QCOMPARE(chosen.size(), 4);
        QVERIFY2(chosen[3].contains(QStringLiteral("2 rooms of class OldMill")) && chosen[3].contains(QStringLiteral("the first")), qPrintable(chosen[3]));
        go(ofClass("OldMill", "mill.roo", {}), "mill.roo");
        QVERIFY2(chosen.back().contains(QStringLiteral("where you were last")), qPrintable(chosen.back()));
    }

    void playsARoomThatNoClassUses()
    {
        PlayedWorld world;
        QVERIFY(QFile::copy(world.path(QStringLiteral("rooms/mill.roo")), world.path(QStringLiteral("rooms/drawnnow.roo"))));
        PlaySession session;
        Visitor visitor(session);
        play(session, visitor, world.wish(), {QStringLiteral("drawnnow.roo"), true, 10 * 1024, 4 * 1024, 0});
        QTRY_COMPARE(visitor.room(), QStringLiteral("drawnnow.roo"));
    }

    void roomsThatNoClassUsesAreOneEachAndStayOutOfTheKeptBoot()
    {
        PlayedWorld world;
        for (const char* name : {"one", "two"})
            QVERIFY(QFile::copy(world.path(QStringLiteral("rooms/mill.roo")), world.path(QStringLiteral("rooms/%1.roo").arg(QLatin1String(name)))));
        const PlayPlace one{QStringLiteral("one.roo"), true, 10 * 1024, 4 * 1024, 0};
        const PlayPlace two{QStringLiteral("two.roo"), true, 10 * 1024, 4 * 1024, 0};
        PlaySession session;
        QSignalSpy kept(&session, &PlaySession::bootKept);
        for (int i = 0; i < 2; ++i) { // booted here, and from what was kept
            Visitor visitor(session);
            play(session, visitor, world.wish(), one);
            QTRY_COMPARE(visitor.room(), QStringLiteral("one.roo"));
            const auto go = [&](const PlayPlace& place) {
                bool good = false;
                QString reason;
                session.put(visitor.client.session()->room().self(), place, [&](bool done, const QString& why) { good = done, reason = why; });
                QTRY_VERIFY2_WITH_TIMEOUT(good, qPrintable(reason), patience);
                QTRY_COMPARE_WITH_TIMEOUT(visitor.room(), place.room, patience);
            };
            go(two);
            // What is compiled of the tree now must not get their numbers.
            if (i == 0) {
                world.replace(QStringLiteral("kod/object/thing/item/tool/candle.kod"), "resources:",
                              "resources:\n   candle_play_one = \"one\"\n   candle_play_two = \"two\"\n   candle_play_three = \"three\"\n");
                QSignalSpy code(&session, &PlaySession::codeReloaded);
                session.reloadSources({world.path(QStringLiteral("kod/object/thing/item/tool/candle.kod"))}, nullptr);
                QTRY_VERIFY_WITH_TIMEOUT(!code.isEmpty(), patience);
            }
            go(one);
            go(two);
            QVector<PlayRoom> all;
            session.rooms([&](const QVector<PlayRoom>& rooms, const QString&) { all = rooms; });
            QTRY_COMPARE(all.size(), 5);
            if (i == 0)
                QTRY_COMPARE_WITH_TIMEOUT(kept.size(), 1, patience);
        }
    }

    void stopsAtErrorsAndPlaysTheLastGoodOnRequest()
    {
        PlayedWorld world;
        PlaySession session;
        {
            Visitor visitor(session);
            play(session, visitor, world.wish(), {});
        }
        world.replace(QStringLiteral("kod/object/thing/item/tool/candle.kod"), "messages:", "messages:\n   Broken( {");
        QSignalSpy failed(&session, &PlaySession::failed);
        QVector<PlayLine> found;
        connect(&session, &PlaySession::findings, this, [&](const QVector<PlayLine>& lines) { found = lines; });
        session.start(world.wish(), {});
        QTRY_VERIFY_WITH_TIMEOUT(!failed.isEmpty(), patience);
        QVERIFY(failed[0][1].toBool());
        QVERIFY(!found.isEmpty());
        QCOMPARE(QFileInfo(found[0].file).canonicalFilePath(),
                 QFileInfo(world.path(QStringLiteral("kod/object/thing/item/tool/candle.kod"))).canonicalFilePath());
        QVERIFY(found[0].line > 0);
        QTRY_COMPARE_WITH_TIMEOUT(world.scratchFolders(), QStringList(), patience);

        PlayWish wish = world.wish();
        wish.withLastGood = true;
        Visitor visitor(session);
        play(session, visitor, wish, {});
        QCOMPARE(session.world()->withLastGood().size(), std::size_t(1));
    }

    void anUnsavedFaultStopsTheVeryFirstPlayToo()
    {
        PlayedWorld world;
        const QString candle = QStringLiteral("kod/object/thing/item/tool/candle.kod");
        QFile saved(world.path(candle));
        QVERIFY(saved.open(QIODevice::ReadOnly));
        std::map<std::string, OverlaidFiles::Bytes, std::less<>> edited;
        edited.emplace(fileKey(world.path(candle).toStdString()),
                       std::make_shared<std::string>(saved.readAll().replace("messages:", "messages:\n   Broken( {").toStdString()));
        PlayWish wish = world.wish();
        wish.files = std::make_shared<OverlaidFiles>(std::move(edited));
        PlaySession session;
        QSignalSpy failed(&session, &PlaySession::failed);
        session.start(wish, {});
        QTRY_VERIFY_WITH_TIMEOUT(!failed.isEmpty(), patience);
        QVERIFY(failed[0][1].toBool());
        QVERIFY2(failed[0][0].toString().contains(QStringLiteral("candle.kod")), qPrintable(failed[0][0].toString()));
        QTRY_COMPARE_WITH_TIMEOUT(world.scratchFolders(), QStringList(), patience);

        wish.withLastGood = true; // what is saved
        Visitor visitor(session);
        play(session, visitor, wish, {});
        QCOMPARE(session.world()->withLastGood().size(), std::size_t(1));
        QVERIFY(session.world()->left().empty());
    }

    void tellsOfADeadServer()
    {
        PlayedWorld world;
        PlaySession session;
        Visitor visitor(session);
        play(session, visitor, world.wish(), {});
        QSignalSpy died(&session, &PlaySession::died);
        ::kill(static_cast<pid_t>(session.serverProcess()), SIGKILL);
        QTRY_VERIFY_WITH_TIMEOUT(!died.isEmpty(), patience);
        QVERIFY(session.state() == PlaySession::State::Dead);
        session.stop();
        QTRY_COMPARE_WITH_TIMEOUT(world.scratchFolders(), QStringList(), patience);
    }

    void noticesAHungServer()
    {
        PlayedWorld world;
        PlaySession session;
        Visitor visitor(session);
        play(session, visitor, world.wish(), {});
        QSignalSpy hung(&session, &PlaySession::hung);
        ::kill(static_cast<pid_t>(session.serverProcess()), SIGSTOP);
        QTRY_VERIFY_WITH_TIMEOUT(!hung.isEmpty(), patience);
        QVERIFY(hung[0][0].toInt() >= 3);
        hung.clear();
        ::kill(static_cast<pid_t>(session.serverProcess()), SIGCONT);
        QTRY_VERIFY_WITH_TIMEOUT(!hung.isEmpty() && hung.back()[0].toInt() == 0, patience);
    }

    void nothingStaysWhenTheStudioIsKilled()
    {
        PlayedWorld world;
        std::array<qint64, 2> processes{}; // server and bots
        int report[2];
        QVERIFY(::pipe(report) == 0);
        const pid_t studio = ::fork();
        if (studio == 0) { // plays in a process of its own: this very program with one test
            ::close(report[0]);
            const QByteArray program = QCoreApplication::applicationFilePath().toLocal8Bit();
            ::setenv("BLAK_PLAYED_WORLD", world.folder.path().toLocal8Bit().constData(), 1);
            ::setenv("BLAK_PLAYED_PIPE", QByteArray::number(report[1]).constData(), 1);
            ::execl(program.constData(), program.constData(), "asTheStudioThatIsKilled", nullptr);
            ::_exit(1);
        }
        ::close(report[1]);
        QVERIFY(::read(report[0], processes.data(), sizeof processes) == sizeof processes);
        QVERIFY(lives(processes[0]) && lives(processes[1]));
        QVERIFY(!world.scratchFolders().isEmpty());
        ::kill(studio, SIGKILL);
        ::waitpid(studio, nullptr, 0);
        ::close(report[0]);
        QTRY_VERIFY_WITH_TIMEOUT(!lives(processes[0]) && !lives(processes[1]), patience);
        QTRY_COMPARE_WITH_TIMEOUT(world.scratchFolders(), QStringList(), patience);
    }

    /// Does something only as the child of the test above.
    void asTheStudioThatIsKilled()
    {
        if (qEnvironmentVariableIsEmpty("BLAK_PLAYED_PIPE"))
            return;
        PlaySession session;
        Visitor visitor(session);
        play(session, visitor, PlayedWorld::wishBelow(qEnvironmentVariable("BLAK_PLAYED_WORLD")), {});
        ui::playing::Wanderers bots;
        bots.add(session, 3);
        auto* program = bots.findChild<QProcess*>();
        QVERIFY(program != nullptr && program->waitForStarted());
        const std::array<qint64, 2> processes{session.serverProcess(), program->processId()};
        QVERIFY(::write(qEnvironmentVariableIntValue("BLAK_PLAYED_PIPE"), processes.data(), sizeof processes) == sizeof processes);
        QTest::qWait(patience);
    }

    /// Of studios that were killed while they removed them, and before they had locked them.
    void foldersOfKilledPlaysAreSwept()
    {
        QTemporaryDir folder;
        const auto make = [&](const char* name) { return QDir(folder.path()).mkpath(QLatin1String(name)); };
        QVERIFY(make("play-halfway/server/rooms") && make("play-old") && make("play-new") && make("else"));
        QFile lock(folder.filePath(QStringLiteral("play-halfway/play.lock")));
        QVERIFY(lock.open(QIODevice::WriteOnly));
        const std::filesystem::path old = folder.filePath(QStringLiteral("play-old")).toStdString();
        std::filesystem::last_write_time(old, std::filesystem::file_time_type::clock::now() - std::chrono::minutes(5));
        const auto held = HeldFolder::makeIn(folder.path().toStdString());
        QVERIFY(held);
        QCOMPARE(HeldFolder::sweep(folder.path().toStdString()), std::size_t(2));
        QStringList left{QStringLiteral("else"), QStringLiteral("play-new"), QString::fromStdString(held.value().path().filename().string())};
        left.sort();
        QStringList found = QDir(folder.path()).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
        found.sort();
        QCOMPARE(found, left);
    }

    void bringsEditsIntoTheRunningWorld()
    {
        PlayedWorld world;
        PlaySession session;
        Visitor visitor(session);
        play(session, visitor, world.wish(), {QStringLiteral("square.roo"), true, 9000, 10000, 0});
        // Blakod.
        QSignalSpy code(&session, &PlaySession::codeReloaded);
        const QString candle = world.path(QStringLiteral("kod/object/thing/item/tool/candle.kod"));
        world.replace(QStringLiteral("kod/object/thing/item/tool/candle.kod"), "messages:",
                      "messages:\n\n   AskedAtPlay()\n   {\n      return 4711;\n   }\n");
        session.reloadSources({candle}, nullptr);
        QTRY_VERIFY_WITH_TIMEOUT(!code.isEmpty(), patience);
        qInfo("Blakod in %.0f ms", code[0][2].toDouble());
        std::optional<std::int64_t> answer;
        session.control().ask({{"do", "create"}, {"class", "Candle"}}, [&](const ControlAnswer& made) {
            QVERIFY2(made.good, qPrintable(made.error));
            session.control().ask({{"do", "send"}, {"object", made.result["object"]}, {"message", "AskedAtPlay"}},
                                  [&](const ControlAnswer& said) {
                                      QVERIFY2(said.good, qPrintable(said.error));
                                      answer = said.result["data"].get<std::int64_t>();
                                  });
        });
        QTRY_COMPARE_WITH_TIMEOUT(answer.value_or(0), std::int64_t(4711), patience);
        // A room: the mill in the place of the square, and back again.
        QSignalSpy room(&session, &PlaySession::roomReloaded);
        QFile mill(world.path(QStringLiteral("rooms/mill.roo")));
        QVERIFY(mill.open(QIODevice::ReadOnly));
        const QByteArray bytes = mill.readAll();
        session.reloadRoom(QStringLiteral("square.roo"), bytes);
        QTRY_VERIFY_WITH_TIMEOUT(!room.isEmpty(), patience);
        qInfo("a room in %.0f ms", room[0][1].toDouble());
        const auto taken = visitor.client.exchangeRoom(
            "square.roo", std::as_bytes(std::span(bytes.constData(), static_cast<std::size_t>(bytes.size()))));
        QVERIFY(taken && taken.value());
        QVERIFY(visitor.client.isPlaying());
    }

    /// All classes are compiled again; the world takes them at once, with their texts, and clients hear of these.
    void anEditOfAHeaderIsOneReload()
    {
        PlayedWorld world;
        PlaySession session;
        Visitor visitor(session);
        play(session, visitor, world.wish(), {});
        QSignalSpy code(&session, &PlaySession::codeReloaded);
        QSignalSpy texts(&session, &PlaySession::resourcesChanged);
        world.replace(QStringLiteral("kod/include/blakston.khd"), "RAIN_UNTIL = 18", "RAIN_UNTIL = 19");
        world.replace(QStringLiteral("kod/object/thing/item/tool/candle.kod"), "a candle", "a thin candle");
        session.reloadSources({world.path(QStringLiteral("kod/include/blakston.khd")),
                               world.path(QStringLiteral("kod/object/thing/item/tool/candle.kod"))}, nullptr);
        QTRY_VERIFY_WITH_TIMEOUT(!code.isEmpty(), patience);
        const auto files = code[0][0].toStringList().size() + code[0][1].toStringList().size();
        QVERIFY2(files > 30, qPrintable(QString::number(files))); // all classes; of the texts those alone that changed
        QCOMPARE(code[0][1].toStringList(), QStringList{QStringLiteral("candle.rsc")});
        QVERIFY(!texts.isEmpty());
        QString text;
        session.control().ask({{"do", "resource.read"}, {"resource", "candle_name"}},
                              [&](const ControlAnswer& answer) { text = answer.good ? QString::fromStdString(answer.result.value("text", "")) : answer.error; });
        QTRY_COMPARE_WITH_TIMEOUT(text, QStringLiteral("a thin candle"), patience);
        QVERIFY(visitor.client.isPlaying());
    }

    void aClassThatIsGoneLeavesTheRunFolder()
    {
        PlayedWorld world;
        const QString run = world.path(QStringLiteral("run/server"));
        const auto prepared = prepareRunFolder(world.world().toStdString());
        QVERIFY(prepared && prepared.value().compiled.good());
        QVERIFY(QFile::exists(run + QStringLiteral("/loadkod/rosebush.bof")));
        QFile own(run + QStringLiteral("/loadkod/mine.bof")); // nobody put it there but its owner
        QVERIFY(own.open(QIODevice::WriteOnly));
        own.close();
        QVERIFY(QFile::remove(world.path(QStringLiteral("kod/object/thing/fixture/rosebush.kod"))));
        for (const char* room : {"villagesquare", "lanterninn"})
            world.replace(QStringLiteral("kod/object/room/%1.kod").arg(QLatin1String(room)), "&RoseBush", "&Oak");
        const auto again = prepareRunFolder(world.world().toStdString());
        QVERIFY(again && again.value().compiled.good());
        QVERIFY(!QFile::exists(run + QStringLiteral("/loadkod/rosebush.bof")));
        QVERIFY(!QFile::exists(run + QStringLiteral("/rsc/rosebush.rsc")));
        QVERIFY(QFile::exists(run + QStringLiteral("/loadkod/oak.bof")));
        QVERIFY(own.exists());
    }

    void whatWasCompiledInTheProjectItselfIsNotCompiledAgain()
    {
        PlayedWorld world;
        {
            const auto first = PreparedWorld::prepare(world.wish());
            QVERIFY(first && first.value()->compiled().compiled > 0);
        }
        QVERIFY(kod::compileTree(world.world().toStdString(), {}).good()); // by hand: objects, debug files and a state lie beside the sources
        for (int i = 0; i < 2; ++i) {
            const auto next = PreparedWorld::prepare(world.wish());
            QVERIFY(next);
            QCOMPARE(next.value()->compiled().compiled, 0u);
        }
    }

    /// As a game beside a world that is debugged. A third world compiles for itself and leaves nothing.
    void aSecondWorldOfAProjectHasACacheOfItsOwn()
    {
        PlayedWorld world;
        const auto first = PreparedWorld::prepare(world.wish());
        QVERIFY(first);
        const QDir caches(world.folder.filePath(QStringLiteral("cache")));
        for (const bool isNew : {true, false}) {
            const auto second = PreparedWorld::prepare(world.wish());
            QVERIFY(second);
            QCOMPARE(second.value()->compiled().compiled > 0, isNew);
            QVERIFY(second.value()->mirrorFolder() != first.value()->mirrorFolder());
            const auto third = PreparedWorld::prepare(world.wish());
            QVERIFY(third && third.value()->compiled().compiled > 0);
            QCOMPARE(caches.entryList(QDir::Dirs | QDir::NoDotAndDotDot).size(), 2);
        }
    }

    void aClassThatIsGoneIsNotPlayedAnyMore()
    {
        PlayedWorld world;
        PlaySession session;
        {
            Visitor visitor(session);
            play(session, visitor, world.wish(), {});
            QVERIFY(std::filesystem::exists(session.world()->server() / "memmap/rosebush.bof"));
        }
        QVERIFY(QFile::remove(world.path(QStringLiteral("kod/object/thing/fixture/rosebush.kod"))));
        for (const char* room : {"villagesquare", "lanterninn"})
            world.replace(QStringLiteral("kod/object/room/%1.kod").arg(QLatin1String(room)), "&RoseBush", "&Oak");
        Visitor visitor(session);
        play(session, visitor, world.wish(), {});
        QVERIFY(!std::filesystem::exists(session.world()->server() / "memmap/rosebush.bof"));
        QVERIFY(!std::filesystem::exists(session.world()->server() / "rsc/rosebush.rsc"));
        QVERIFY(std::filesystem::exists(session.world()->server() / "memmap/oak.bof"));
    }

    void chooseAmongRoomsThatShareAFile()
    {
        PlayedWorld world;
        PlaySession session;
        Visitor visitor(session);
        QStringList said;
        connect(&session, &PlaySession::said, this, [&](const PlayLine& line) { said << line.text; });
        play(session, visitor, world.wish(), {QStringLiteral("mill.roo"), true, 10 * 1024, 4 * 1024, 0});
        QTRY_COMPARE(visitor.room(), QStringLiteral("mill.roo"));
        const auto roomNow = [&] { return static_cast<std::int64_t>(visitor.client.game()->room().place().room); };
        const std::int64_t first = roomNow();
        QVector<PlayRoom> mills;
        const auto look = [&] {
            bool done = false;
            session.rooms([&](const QVector<PlayRoom>& all, const QString& why) {
                QVERIFY2(why.isEmpty(), qPrintable(why));
                mills.clear();
                for (const PlayRoom& room : all)
                    if (room.file == QLatin1String("mill.roo"))
                        mills.push_back(room);
                done = true;
            });
            QTRY_VERIFY(done);
        };
        look();
        QCOMPARE(mills.size(), 1);
        QCOMPARE(mills[0].object, first);
        bool made = false;
        session.control().ask({{"do", "create"}, {"class", mills[0].type.toStdString()}}, [&](const ControlAnswer& answer) { made = answer.good; });
        QTRY_VERIFY(made);
        look();
        QCOMPARE(mills.size(), 2);
        const std::int64_t second = mills[1].object;
        const auto go = [&](const PlayPlace& place) {
            bool done = false;
            session.put(visitor.client.session()->room().self(), place, [&](bool good, const QString& why) {
                QVERIFY2(good, qPrintable(why));
                done = true;
            });
            QTRY_VERIFY_WITH_TIMEOUT(done, patience);
        };
        go({QStringLiteral("mill.roo"), true, 10 * 1024, 4 * 1024, 0, second});
        QTRY_COMPARE_WITH_TIMEOUT(roomNow(), second, patience);
        // Without a wish one stays in the room one is in, and is told of the other.
        said.clear();
        go({QStringLiteral("mill.roo"), true, 11 * 1024, 5 * 1024, 0});
        QTest::qWait(200);
        QCOMPARE(roomNow(), second);
        QVERIFY2(said.join(u'\n').contains(QStringLiteral("OBJECT %1").arg(first)), qPrintable(said.join(u'\n')));
        go({QStringLiteral("mill.roo"), true, 10 * 1024, 4 * 1024, 0, first});
        QTRY_COMPARE_WITH_TIMEOUT(roomNow(), first, patience);
    }

    void beginsWithASaveOfAnotherServer()
    {
        PlayedWorld world;
        const QString kept = world.folder.filePath(QStringLiteral("kept"));
        {
            PlaySession session;
            Visitor visitor(session);
            play(session, visitor, world.wish(), {});
            bool saved = false;
            session.control().ask({{"do", "object.write"}, {"object", 0}, {"property", "piHour"}, {"value", 3}});
            session.control().ask({{"do", "save"}}, [&](const ControlAnswer& answer) { saved = answer.good; });
            QTRY_VERIFY(saved);
            std::filesystem::create_directories(kept.toStdString());
            for (const char* part : {"savegame", "passwords.json"})
                std::filesystem::copy(session.world()->server() / part, std::filesystem::path(kept.toStdString()) / part,
                                      std::filesystem::copy_options::recursive);
        }
        PlayWish wish = world.wish();
        wish.save = kept.toStdString();
        PlaySession session;
        Visitor visitor(session);
        play(session, visitor, wish, {});
        int hour = -1;
        session.control().ask({{"do", "instances.read"}, {"class", "System"}, {"names", {"piHour"}}}, [&](const ControlAnswer& answer) {
            hour = answer.good ? answer.result["objects"][0]["values"][0]["data"].get<int>() : -2;
        });
        QTRY_COMPARE(hour, 3);
        wish.save = "nowhere";
        QSignalSpy failed(&session, &PlaySession::failed);
        session.start(wish, {});
        QTRY_VERIFY_WITH_TIMEOUT(!failed.isEmpty(), patience);
        QVERIFY(failed[0][0].toString().contains(QStringLiteral("nowhere")));
    }

    void standsStillWhenPausedAndSteps()
    {
        PlayedWorld world;
        PlaySession session;
        Visitor visitor(session);
        play(session, visitor, world.wish(), {});
        QSignalSpy time(&session, &PlaySession::timeChanged);
        session.pause();
        QTRY_COMPARE(time.size(), 1);
        QVERIFY(session.isPaused());
        session.step(100);
        QTRY_COMPARE(time.size(), 2);
        session.setTimeScale(4);
        QTRY_COMPARE(time.size(), 3);
        QCOMPARE(session.timeScale(), 4.0);
    }

    void goesBackToASavedState()
    {
        PlayedWorld world;
        PlaySession session;
        Visitor visitor(session);
        play(session, visitor, world.wish(), {});
        const auto setHour = [&](int hour) {
            bool done = false;
            session.control().ask({{"do", "object.write"}, {"object", 0}, {"property", "piHour"}, {"value", hour}},
                                  [&](const ControlAnswer& answer) { done = answer.good; });
            QTRY_VERIFY(done);
        };
        setHour(5);
        bool saved = false;
        session.saveState(1, [&](bool good, const QString&) { saved = good; });
        QTRY_VERIFY(saved);
        setHour(17);
        QSignalSpy ready(&session, &PlaySession::ready);
        session.loadState(1);
        QTRY_VERIFY_WITH_TIMEOUT(!ready.isEmpty(), patience);
        int hour = 0;
        session.control().ask({{"do", "instances.read"}, {"class", "System"}, {"names", {"piHour"}}},
                              [&](const ControlAnswer& answer) {
                                  QVERIFY2(answer.good, qPrintable(answer.error));
                                  hour = answer.result["objects"][0]["values"][0]["data"].get<int>();
                              });
        QTRY_COMPARE(hour, 5);
    }
};

QTEST_MAIN(TestSession)
#include "tst_session.moc"
