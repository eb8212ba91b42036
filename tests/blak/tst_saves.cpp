// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/save/game.h"
#include "tests/blak/blak_files.h"
#include "tests/support/run_blak.h"
#include "tests/support/shared_data.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace blak;
using bof::Tag;
using test::Run;
using test::runBlak;

namespace {

/// A room that holds a lamp in a list, and a player who holds it too.
save::Game smallGame()
{
    save::Game game;
    game.flavour = save::Flavour::Extended;
    game.classes = {{1, "Room", {"plHeld", "piLight"}}, {2, "Lamp", {"psName"}}, {3, "Player", {"poHand", "ptThings"}}};
    game.resources = {{20001, "lamp_name"}};
    game.builtIns = {{0, 10}};
    game.objects = {
        {10, 1, {{Tag::List, 0}, {Tag::Int, 40}}}, {11, 2, {{Tag::String, 5}}}, {12, 3, {{Tag::Object, 11}, {Tag::Tag13, 0}}}};
    game.listNodes = {{{Tag::Int, 7}, {Tag::List, 1}}, {{Tag::Object, 11}, {Tag::Nil, 0}}};
    game.tables = {{73, {{{Tag::Resource, 20001}, {Tag::Object, 11}}}}};
    game.timers = {{1, 10, "Tick", 1500}};
    game.users = {{1, 12}};
    return game;
}

} // namespace

class TestSaves : public QObject
{
    Q_OBJECT

    QTemporaryDir dir_;
    std::filesystem::path root_ = dir_.path().toStdString();

    Run run(const char* words) { return runBlak(QString::fromLatin1(words).split(QLatin1Char(' ')), dir_.path()); }

    void put(const std::string& folder, std::int64_t number, const save::Game& game, const save::Strings& strings)
    {
        const std::string ending = "." + std::to_string(number);
        test::put(root_ / folder / ("gameuser" + ending), save::write(game));
        test::put(root_ / folder / ("striings" + ending), save::write(strings));
        (void)writeFileAtomically(root_ / folder / ("accounts" + ending),
                                  std::string_view("ACCOUNT 1:ada:None:0:0:0:0:a@example.org\nNEXT_ACCOUNT_ID 2\n"),
                                  Backup::None);
        (void)writeFileAtomically(root_ / folder / "lastsave.txt", "LASTSAVE " + std::to_string(number) + "\n", Backup::None);
    }

private slots:
    void initTestCase() { put("one", 1763700000, smallGame(), {{{5, "Br\xE4nnlampe"}}}); }

    void infoShowsCounts()
    {
        const Run info = run("save info --json one");
        QCOMPARE(info.error, QString());
        const QJsonObject json = QJsonDocument::fromJson(info.output.toUtf8())[0].toObject();
        QCOMPARE(json[QStringLiteral("objects")].toInt(), 3);
        QCOMPARE(json[QStringLiteral("tables")].toInt(), 1);
        QCOMPARE(json[QStringLiteral("accounts")].toInt(), 1);
        QVERIFY(json[QStringLiteral("dynamicResources")].isNull());
        QCOMPARE(json[QStringLiteral("saved")].toString(), QStringLiteral("2025-11-21 04:40:00 UTC"));
        QCOMPARE(json[QStringLiteral("byClass")][QStringLiteral("Lamp")].toInt(), 1);
        QVERIFY(run("save info one/gameuser.1763700000").output.contains(QStringLiteral("dynamic resources  (no file)")));
    }

    void listShowsObjectsAndWhoRefersToThem()
    {
        QVERIFY(run("save list one --classes").output.contains(QStringLiteral("Lamp")));
        const Run rooms = run("save list one --class room");
        QVERIFY2(rooms.output.contains(QStringLiteral("object 10 (Room)\n  plHeld   [7, OBJECT 11 (Lamp)]\n")),
                 qPrintable(rooms.output));
        const Run lamp = run("save list one --object 11");
        QVERIFY(lamp.output.contains(QStringLiteral("\"Br\u00E4nnlampe\"")));
        QVERIFY2(lamp.output.endsWith(QStringLiteral("referred to by\n"
                                                     "  object 10 (Room), plHeld, in a list\n"
                                                     "  object 12 (Player), poHand\n"
                                                     "  object 12 (Player), ptThings, in a list\n")),
                 qPrintable(lamp.output));
        const Run player = run("save list one --json --object 12");
        const QJsonObject json = QJsonDocument::fromJson(player.output.toUtf8()).object();
        QCOMPARE(json[QStringLiteral("properties")][QStringLiteral("ptThings")].toString(),
                 QStringLiteral("{RESOURCE 20001 (lamp_name): OBJECT 11 (Lamp)}"));
        QCOMPARE(json[QStringLiteral("references")][0].toString(), QStringLiteral("user of account 1"));
        QCOMPARE(run("save list one --class Nothing").exitCode, 1);
        QCOMPARE(run("save list one --object x").exitCode, 2);
        QCOMPARE(run("save list one --object 99").exitCode, 1);
    }

    void listShowsTheSavesOfAFolder()
    {
        put("listed/savegame", 1763700000, smallGame(), {});
        put("listed/savegame", 1763703600, smallGame(), {}); // without dynarscs
        test::put(root_ / "listed/savegame/dynarscs.1763700000", save::write(save::DynamicResources()));
        test::put(root_ / "listed/savegame/snapshot.1763703600", {});
        for (const char* folder : {"listed", "listed/savegame"}) {
            const Run all = run(qPrintable(QStringLiteral("save list --json ") + QLatin1String(folder)));
            QVERIFY2(all.exitCode == 0, qPrintable(all.error));
            const QJsonArray saves = QJsonDocument::fromJson(all.output.toUtf8()).array();
            QCOMPARE(saves.size(), 2);
            QCOMPARE(saves[0][QStringLiteral("time")].toInteger(), 1763700000);
            QCOMPARE(saves[0][QStringLiteral("saved")].toString(), QStringLiteral("2025-11-21 04:40:00 UTC"));
            QVERIFY(saves[0][QStringLiteral("complete")].toBool() && !saves[0][QStringLiteral("current")].toBool());
            QVERIFY(!saves[1][QStringLiteral("complete")].toBool() && saves[1][QStringLiteral("current")].toBool());
            QVERIFY(!saves[0][QStringLiteral("snapshot")].toBool() && saves[1][QStringLiteral("snapshot")].toBool());
            QVERIFY(saves[0][QStringLiteral("bytes")].toInteger() > saves[1][QStringLiteral("bytes")].toInteger());
        }
        const QString text = run("save list listed").output;
        QVERIFY2(text.contains(QStringLiteral("1763700000  2025-11-21 04:40:00 UTC  save      complete")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("1763703600  2025-11-21 05:40:00 UTC  snapshot  incomplete")), qPrintable(text));
        QVERIFY(run("save list listed --class lamp").output.contains(QStringLiteral("object 11")));
        std::filesystem::create_directories(root_ / "unlisted");
        QVERIFY(run("save list unlisted").error.contains(QStringLiteral("there are no saved games here")));
    }

    void verifyFindsWhatAServerStumblesOver()
    {
        const Run fine = run("save verify one");
        QCOMPARE(fine.output, QStringLiteral("one/gameuser.1763700000: 3 of 3 files identical, 0 faults\n"));
        QCOMPARE(fine.exitCode, 0);
        save::Game game = smallGame();
        game.objects[0].properties[0].data = 9;
        game.objects[1].properties[0].data = 6;
        game.objects[2].properties.pop_back();
        game.listNodes[1].first.data = 77;
        game.timers[0].object = 78;
        game.users.push_back({2, 12});
        game.objects.push_back({10, 5, {}});
        put("bad", 5, game, {{{5, "x"}}});
        const Run bad = run("save verify bad");
        QCOMPARE(bad.exitCode, 1);
        for (const char* line :
             {"  object 10: comes twice\n", "  object 10 (Room), plHeld: refers to list node 9, the save has 2\n",
              "  object 11 (Lamp), psName: refers to string 6, which is not in the save\n",
              "  object 12 (Player): has 1 properties, its class has 2\n",
              "  list node 1: refers to object 77, which is not in the save\n",
              "  timer 1 (Tick): refers to object 78, which is not in the save\n",
              "  user of account 2: the account is not in the save\n"})
            QVERIFY2(bad.output.contains(QLatin1String(line)), qPrintable(QLatin1String(line) + bad.output));
        QVERIFY(bad.output.startsWith(QStringLiteral("bad/gameuser.5: 3 of 3 files identical, 8 faults\n")));
    }

    void diffTellsObjectsAndProperties()
    {
        save::Game game = smallGame();
        game.objects[0].properties[1].data = 90;
        std::swap(game.listNodes[0], game.listNodes[1]); // other numbers, the same list
        game.listNodes[1].rest.data = 0;
        game.objects[0].properties[0].data = 1;
        game.tables[0].entries[0].value = {Tag::Int, 3};
        game.objects.push_back({13, 2, {{Tag::Nil, 0}}});
        game.timers.clear();
        put("two", 1763703600, game, {{{5, "Lamp"}}});
        const Run diff = run("save diff one two");
        QCOMPARE(diff.error, QString());
        QCOMPARE(diff.exitCode, 1);
        QCOMPARE(diff.output, QStringLiteral("  object 10 (Room)\n"
                                             "      piLight: 40 -> 90\n"
                                             "  object 11 (Lamp)\n"
                                             "      psName: \"Br\u00E4nnlampe\" -> \"Lamp\"\n"
                                             "  object 12 (Player)\n"
                                             "      ptThings: {RESOURCE 20001 (lamp_name): OBJECT 11 (Lamp)} -> "
                                             "{RESOURCE 20001 (lamp_name): 3}\n"
                                             "+ object 13 (Lamp)\n"
                                             "- timer 1 (Tick)\n"));
        const QJsonArray json = QJsonDocument::fromJson(run("save diff --json one two").output.toUtf8()).array();
        QCOMPARE(json.size(), 5);
        QCOMPARE(json[0][QStringLiteral("property")].toString(), QStringLiteral("piLight"));
        QCOMPARE(run("save diff one one").exitCode, 0);
    }

    void restoreChoosesAVerifiedSave()
    {
        const std::filesystem::path saves = root_ / "run/savegame";
        for (const std::int64_t time : {1763700000, 1763703600, 1763707200}) {
            put("run/savegame", time, smallGame(), {{{5, "x"}}});
            test::put(saves / ("dynarscs." + std::to_string(time)), save::write(save::DynamicResources{}));
        }
        std::filesystem::resize_file(saves / "gameuser.1763707200", 40); // the current one is broken
        const auto lastSave = [&](const char* name) { return readTextFile(saves / name).value(); };

        const Run older = run("save restore 1763700000 run");
        QVERIFY2(older.exitCode == 0, qPrintable(older.error));
        QVERIFY(lastSave("lastsave.txt").ends_with("\nLASTSAVE 1763700000\n"));
        QCOMPARE(lastSave("lastsave.txt~"), std::string("LASTSAVE 1763707200\n"));

        const Run newest = run("save restore --json newest run/savegame");
        QVERIFY2(newest.error.contains(QStringLiteral("gameuser.1763707200")), qPrintable(newest.error));
        const QJsonObject json = QJsonDocument::fromJson(newest.output.toUtf8()).object();
        QCOMPARE(json[QStringLiteral("time")].toInteger(), 1763703600);
        QCOMPARE(json[QStringLiteral("before")].toInteger(), 1763700000);
        QCOMPARE(json[QStringLiteral("objects")].toInt(), 3);

        for (const char* words : {"save restore 1763707200 run", "save restore 5 run", "save restore newest nowhere"})
            QCOMPARE(run(words).exitCode, 1);
        QCOMPARE(run("save restore yesterday run").exitCode, 2);
        QVERIFY(lastSave("lastsave.txt").ends_with("LASTSAVE 1763703600\n"));
    }

    void restoreRefusesTheFolderOfARunningServer()
    {
        put("busy/savegame", 7, smallGame(), {{{5, "x"}}});
        test::put(root_ / "busy/savegame/dynarscs.7", save::write(save::DynamicResources{}));
        const int listener = ::socket(AF_INET, SOCK_STREAM, 0);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        QVERIFY(::bind(listener, reinterpret_cast<sockaddr*>(&address), size) == 0 && ::listen(listener, 1) == 0);
        QVERIFY(::getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size) == 0);
        const std::string facts =
            "{\"port\": " + std::to_string(ntohs(address.sin_port)) + ", \"process\": " + std::to_string(::getpid()) + "}";
        QVERIFY(writeFileAtomically(root_ / "busy/control.json", facts, Backup::None));
        const Run refused = run("save restore 7 busy");
        QVERIFY2(refused.error.contains(QStringLiteral("a server runs here")), qPrintable(refused.error));
        QCOMPARE(refused.exitCode, 1);
        QCOMPARE(run("save restore 7 busy --force").exitCode, 0);
        ::close(listener); // a file that an ended server left behind
        QCOMPARE(run("save restore 7 busy").exitCode, 0);
    }

    void missingSavesAreNamed()
    {
        QVERIFY(run("save info nowhere").error.contains(QStringLiteral("nowhere")));
        std::filesystem::create_directories(root_ / "empty");
        QVERIFY(run("save info empty").error.contains(QStringLiteral("expected a saved game (gameuser.N), found none")));
        (void)writeFileAtomically(root_ / "empty/lastsave.txt", std::string_view("LASTSAVE 7\n"));
        QVERIFY(run("save info empty").error.contains(QStringLiteral("there is no gameuser.7")));
    }

    void realSavesAreFine()
    {
        BLAK_NEED_SHARED(folder, "corpus/save");
        for (const char* server : {"open105", "mainline"}) {
            const QString path = QString::fromStdString((folder / server).string());
            const Run verified = runBlak({QStringLiteral("save"), QStringLiteral("verify"), path});
            QVERIFY2(verified.output.contains(QStringLiteral("4 of 4 files identical, 0 faults")), qPrintable(verified.output));
        }
        const QString open105 = QString::fromStdString((folder / "open105").string());
        QCOMPARE(runBlak({QStringLiteral("save"), QStringLiteral("diff"), open105, open105}).exitCode, 0);
    }
};

QTEST_APPLESS_MAIN(TestSaves)
#include "tst_saves.moc"
