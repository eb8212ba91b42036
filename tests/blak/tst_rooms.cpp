// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/blak/blak_files.h"
#include "tests/support/run_blak.h"
#include "tests/support/shared_data.h"

#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace blak;
using test::Run;
using test::runBlak;

class TestRooms : public QObject
{
    Q_OBJECT

    QTemporaryDir dir_;
    std::filesystem::path root_ = dir_.path().toStdString();

    Run run(const char* words) const { return runBlak(QString::fromLatin1(words).split(QLatin1Char(' ')), dir_.path()); }

private slots:
    void initTestCase()
    {
        test::put(root_ / "a.roo", roo::write(test::smallRoom()));
        test::put(root_ / "lamp.bgf", bgf::write(test::smallSprite()));
    }

    void infoShowsWhatARoomHolds()
    {
        const Run text = run("room info a.roo");
        QCOMPARE(text.exitCode, 0);
        QVERIFY(text.output.contains(QStringLiteral("\nversion               15\n")));
        QVERIFY(text.output.contains(QStringLiteral("\nsecurity is right     yes\n")));
        QVERIFY(text.output.contains(QStringLiteral("\ncolumns               8\n")));
        QVERIFY(text.output.contains(QStringLiteral("\ntextures              3 7\n")));

        const QJsonObject json = QJsonDocument::fromJson(run("room info --json a.roo").output.toUtf8())[0].toObject();
        QCOMPARE(json[QStringLiteral("linedefs")].toInt(), 4);
        QCOMPARE(json[QStringLiteral("file")].toString(), QStringLiteral("a.roo"));
    }

    void infoRefusesWhatIsNoRoom()
    {
        const Run one = run("room info lamp.bgf");
        QCOMPARE(one.exitCode, 1);
        QCOMPARE(one.error, QStringLiteral("blak: lamp.bgf is a sprite, not a room.\n"));
        const Run some = run("room info none.roo a.roo"); // goes on with the others
        QCOMPARE(some.exitCode, 1);
        QVERIFY(some.output.contains(QStringLiteral("linedefs")));
    }

    void partsAreFoundAndReplaced()
    {
        test::put(root_ / "many/a.roo", roo::write(test::smallRoom()));
        test::put(root_ / "many/b.roo", roo::write(test::smallRoom()));
        const Run found = run("room find wall:7 many");
        QCOMPARE(found.exitCode, 0);
        QVERIFY2(found.output.contains(QStringLiteral("many/a.roo: line 0, line 1, line 2, line 3\n")), qPrintable(found.output));
        QVERIFY(found.output.endsWith(QStringLiteral("8 parts in 2 rooms of 2\n")));
        QCOMPARE(run("room find tag:9 many").output, QStringLiteral("0 parts in 0 rooms of 2\n"));

        const auto before = readFile(root_ / "many/a.roo").value();
        const Run planned = run("room replace wall:7=8 many");
        QVERIFY2(planned.output.endsWith(QStringLiteral("8 places in 2 rooms of 2 would change; --write does it\n")), qPrintable(planned.output));
        QVERIFY(readFile(root_ / "many/a.roo").value() == before);
        QCOMPARE(run("room replace --write wall:7=8 many/a.roo").exitCode, 0);
        QVERIFY(readFile(root_ / "many/a.roo~").value() == before);
        const QString again = run("room find wall:8 many").output;
        QVERIFY2(again.endsWith(QStringLiteral("4 parts in 1 room of 2\n")), qPrintable(again));
        QCOMPARE(run("room check many/a.roo").exitCode, 0); // its tree was built on the way
        for (const char* wrong : {"room find wall many", "room replace wall:7 many", "room replace wall:7=70000 many", "room replace light:1=x many"})
            QCOMPARE(run(wrong).exitCode, 2);
        QCOMPARE(run("room find wall:7 none.roo").exitCode, 1);
    }

    void convertWritesTheOtherVersion()
    {
        QCOMPARE(run("room convert a.roo --to 14 -o b.roo").exitCode, 0);
        const auto bytes = readFile(root_ / "b.roo");
        QVERIFY(bytes);
        const auto room = roo::read(bytes.value(), "b.roo");
        QVERIFY(room);
        QCOMPARE(room.value().format, roo::Format::V14);
        QCOMPARE(room.value().linedefs.size(), std::size_t{4});
        QCOMPARE(run("verify b.roo").exitCode, 0);
    }

    void convertGoesToTextAndBack()
    {
        QCOMPARE(run("room convert a.roo --to udmf -o a.udmf").exitCode, 0);
        QVERIFY(readTextFile(root_ / "a.udmf").value().find("Meridian59") != std::string::npos);
        QCOMPARE(run("room convert a.udmf --to 15 -o again.roo").exitCode, 0);
        QVERIFY(readFile(root_ / "again.roo").value() == readFile(root_ / "a.roo").value());
        QVERIFY(run("room info a.udmf").output.contains(QStringLiteral("\nlinedefs              4\n")));
    }

    void buildMakesTreeAndWalls()
    {
        const Run built = run("room build --compatible a.roo -o drawn.roo");
        QCOMPARE(built.error, QString());
        QCOMPARE(built.exitCode, 0);
        QCOMPARE(built.output, QStringLiteral("drawn.roo: version 15, 5 nodes, 4 walls\n"));
        QCOMPARE(run("verify drawn.roo").exitCode, 0);
        QCOMPARE(run("room build --compatible --compare drawn.roo").exitCode, 0);
        QCOMPARE(run("room convert a.roo --to udmf -o b.udmf").exitCode, 0);
        QCOMPARE(run("room build b.udmf --to 13f -o old.roo").exitCode, 0);
        const auto old = roo::read(readFile(root_ / "old.roo").value(), "old.roo");
        QVERIFY(old && old.value().server && old.value().server->move.rows > 0);
    }

    void compareNamesEachDifference()
    {
        QCOMPARE(run("room build --compatible a.roo -o other.roo").exitCode, 0);
        roo::Room room = roo::read(readFile(root_ / "other.roo").value(), "x").value();
        room.walls[0].plusXOffset = 17;
        roo::refreshSecurity(room);
        test::put(root_ / "other.roo", roo::write(room));
        const Run differs = run("room build --compare other.roo");
        QCOMPARE(differs.exitCode, 1);
        QVERIFY2(differs.error.startsWith(QStringLiteral("other.roo: ")), qPrintable(differs.error));
        const Run json = run("room build --compare --json other.roo");
        QCOMPARE(json.exitCode, 1);
        QCOMPARE(QJsonDocument::fromJson(json.output.toUtf8())[0][QStringLiteral("verdict")].toString(),
                 QStringLiteral("different"));
        QCOMPARE(run("room build --compare lamp.bgf").exitCode, 1);
    }

    void buildRefusesABadCall()
    {
        QCOMPARE(run("room build a.roo").exitCode, 2);
        QCOMPARE(run("room build a.roo b.roo -o c.roo").exitCode, 2);
        QCOMPARE(run("room build a.roo --to 99 -o c.roo").exitCode, 2);
        QCOMPARE(run("room build lamp.bgf -o c.roo").exitCode, 1);
        QVERIFY(!std::filesystem::exists(root_ / "c.roo"));
    }

    /// The largest kind of tree that both builders make: ours has fewer walls and is a whole room for every reader.
    void ourOwnTreeIsTheUsualOne()
    {
        BLAK_NEED_SHARED(folder, "corpus/roo");
        const std::string source = std::filesystem::absolute(folder / "om__15__duke5.roo").string();
        const auto build = [&](const QStringList& options, const char* output) {
            const Run built = runBlak(QStringList{QStringLiteral("room"), QStringLiteral("build"), QString::fromStdString(source),
                                                  QStringLiteral("-o"), QLatin1String(output)} +
                                          options,
                                      dir_.path());
            return built.exitCode == 0 ? roo::read(readFile(root_ / output).value(), output).value() : roo::Room();
        };
        const roo::Room own = build({}, "own.roo");
        const roo::Room compatible = build({QStringLiteral("--compatible")}, "compatible.roo");
        QVERIFY(!own.nodes.empty() && !compatible.nodes.empty());
        QVERIFY(own.walls.size() < compatible.walls.size());
        QCOMPARE(own.linedefs, compatible.linedefs);
        QCOMPARE(roo::securityValue(own), own.security);
        for (const char* version : {"12", "13i", "13f", "14"})
            QVERIFY(!build({QStringLiteral("--to"), QLatin1String(version)}, "older.roo").nodes.empty());
        QCOMPARE(run("verify own.roo compatible.roo older.roo").exitCode, 0);
    }

    void theCorpusIsRebuilt()
    {
        BLAK_NEED_SHARED(folder, "corpus/roo");
        const Run compared = runBlak({QStringLiteral("room"), QStringLiteral("build"), QStringLiteral("--compatible"),
                                      QStringLiteral("--compare"), QString::fromStdString(folder.string())});
        QVERIFY2(compared.exitCode == 0, qPrintable(compared.error));
    }

    void pngShowsTheRoom()
    {
        QCOMPARE(run("room build a.roo -o drawn.roo").exitCode, 0);
        const Run view = run("room png drawn.roo --size 320x200");
        QCOMPARE(view.error, QString());
        QCOMPARE(view.exitCode, 0);
        QCOMPARE(QImage(dir_.filePath(QStringLiteral("drawn.png"))).size(), QSize(320, 200));
        QCOMPARE(run("room png drawn.roo --map --size 90x80 -o map.png").exitCode, 0);
        QCOMPARE(QImage(dir_.filePath(QStringLiteral("map.png"))).size(), QSize(90, 80));
    }

    void pngRefusesWhatItCannotDraw()
    {
        QCOMPARE(run("room png a.roo").error,
                 QStringLiteral("blak: a.roo: has no BSP tree: build it first with blak room build\n"));
        QCOMPARE(run("room png a.roo --size 5").error,
                 QStringLiteral("blak: --size needs 2 numbers with \"x\" between them, not \"5\"\n"));
        QCOMPARE(run("room png a.roo --size 5x99999").exitCode, 1);
        QCOMPARE(run("room png lamp.bgf").exitCode, 1);
    }

    void checkSaysWhatIsWrong()
    {
        std::filesystem::create_directories(root_ / "rooms");
        QCOMPARE(run("room build a.roo -o rooms/sound.roo").exitCode, 0);
        const Run sound = run("room check rooms");
        QCOMPARE(sound.output, QStringLiteral("1 room, 0 errors, 0 warnings, 0 hints\n"));
        QCOMPARE(sound.exitCode, 0);

        roo::Room broken = test::smallRoom();
        broken.linedefs[2].x1 = broken.linedefs[2].x0;
        broken.linedefs[2].y1 = broken.linedefs[2].y0;
        broken.sectors.push_back(broken.sectors[0]); // no line has it: a hint
        test::put(root_ / "rooms/broken.roo", roo::write(broken));
        const Run text = run("room check rooms");
        QCOMPARE(text.exitCode, 1);
        QVERIFY2(text.output.contains(QStringLiteral(
                     "rooms/broken.roo: Line 2 \u00b7 row 1, col 9: error: Line 2 has no length. [zero length]\n")),
                 qPrintable(text.output));
        QVERIFY(text.output.contains(QStringLiteral("\n2 rooms, ")));
        QVERIFY(!text.output.contains(QStringLiteral("sound.roo:")));
        QVERIFY(text.output.contains(QStringLiteral("info: ")));
        QVERIFY(!run("room check --no-hints rooms").output.contains(QStringLiteral("info: ")));

        const Run json = run("room check --json rooms");
        QCOMPARE(json.exitCode, 1);
        bool isFound = false;
        for (const QJsonValue& finding : QJsonDocument::fromJson(json.output.toUtf8()).array()) {
            if (finding[QStringLiteral("code")].toString() != QStringLiteral("zero length"))
                continue;
            isFound = true;
            QCOMPARE(finding[QStringLiteral("severity")].toString(), QStringLiteral("error"));
            QCOMPARE(finding[QStringLiteral("parts")][0][QStringLiteral("kind")].toString(), QStringLiteral("linedef"));
            QCOMPARE(finding[QStringLiteral("parts")][0][QStringLiteral("id")].toInt(), 2);
        }
        QVERIFY(isFound);
        const QJsonObject sarif = QJsonDocument::fromJson(run("room check --sarif rooms").output.toUtf8()).object();
        QCOMPARE(sarif[QStringLiteral("version")].toString(), QStringLiteral("2.1.0"));
        QVERIFY(sarif[QStringLiteral("runs")][0][QStringLiteral("results")].toArray().size() >= 2);

        const Run sprite = run("room check --json lamp.bgf");
        QCOMPARE(sprite.exitCode, 1);
        QVERIFY(sprite.output.contains(QStringLiteral("\"unreadable\"")));
    }

    void convertRefusesABadInput()
    {
        const Run bad = run("room convert lamp.bgf --to 14 -o c.roo");
        QCOMPARE(bad.exitCode, 1);
        QVERIFY(!std::filesystem::exists(root_ / "c.roo"));
        QCOMPARE(run("room convert a.roo --to 14 -o none/c.roo").exitCode, 1);
    }
};

QTEST_APPLESS_MAIN(TestRooms)
#include "tst_rooms.moc"
