// SPDX-License-Identifier: GPL-3.0-or-later
// blak room import, room script, room export.
#include "tests/blak/blak_files.h"
#include "tests/doomimport/wad_writer.h"
#include "tests/support/run_blak.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace blak;
using test::Run;
using test::runBlak;

class TestRoomTools : public QObject
{
    Q_OBJECT

    QTemporaryDir dir_;
    std::filesystem::path root_ = dir_.path().toStdString();

    Run run(const char* words) const { return runBlak(QString::fromLatin1(words).split(QLatin1Char(' ')), dir_.path()); }
    QByteArray read(const char* name) const
    {
        QFile file(dir_.filePath(QLatin1String(name)));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    void write(const char* name, const QByteArray& text) const
    {
        QFile file(dir_.filePath(QLatin1String(name)));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(text), text.size());
    }

private slots:
    void initTestCase()
    {
        test::put(root_ / "a.roo", roo::write(test::smallRoom()));
        test::WadWriter writer;
        test::addMap(writer, test::twoRooms());
        wad::DoomMap text = test::twoRooms(wad::MapKind::Text);
        text.name = "MAP02";
        test::addMap(writer, text);
        test::put(root_ / "two.wad", writer.finish());
        write("map.txt", QByteArray::fromStdString(test::textMapOf(text)));
    }

    void mapsAreListed()
    {
        const Run list = run("room import two.wad --list");
        QCOMPARE(list.exitCode, 0);
        QCOMPARE(list.output, QStringLiteral("MAP01  Doom  14 lines, 3 sectors\nMAP02  UDMF  14 lines, 3 sectors\n"));
        const Run which = run("room import two.wad --into one.roo");
        QCOMPARE(which.exitCode, 1);
        QCOMPARE(which.error, QStringLiteral("blak: two.wad: say which map: MAP01, MAP02\n"));
        const Run where = run("room import two.wad:MAP01");
        QCOMPARE(where.exitCode, 2);
        const Run none = run("room import a.roo --list");
        QCOMPARE(none.exitCode, 1);
        QVERIFY(none.error.contains(QStringLiteral("neither a WAD nor a UDMF text")));
    }

    void aMapBecomesARoom()
    {
        write("table.txt", "wall WALL 11\nflat FLOOR 21\nflat GRASS 23\n");
        const Run made = run("room import two.wad:map01 --into one.roo --table table.txt --write-table used.txt");
        QVERIFY2(made.exitCode == 0, qPrintable(made.error));
        QVERIFY(made.output.contains(QStringLiteral("info: Player 1 of the game begins here. [row 3, column 2]\n")));
        QVERIFY(made.output.endsWith(QStringLiteral("one.roo: 14 lines, 3 sectors, 5 textures\n")));
        QVERIFY(read("used.txt").contains("wall STEP 11\nwall WALL 11\n")); // no file has STEP: the most common one stands for it
        const Run info = run("room info --json one.roo");
        QCOMPARE(QJsonDocument::fromJson(info.output.toUtf8())[0].toObject()[QStringLiteral("linedefs")].toInt(), 14);
        const Run again = run("room import two.wad:MAP01 --into one.roo");
        QCOMPARE(again.exitCode, 1);
        QVERIFY(again.error.contains(QStringLiteral("is there already")));
        QCOMPARE(run("room import two.wad:MAP01 --into one.roo --force --shut-doors --scale 2 --version 12").exitCode, 0);
        QVERIFY(!read("one.roo~").isEmpty());
        QCOMPARE(QJsonDocument::fromJson(run("room info --json one.roo").output.toUtf8())[0].toObject()[QStringLiteral("version")].toVariant().toString(),
                 QStringLiteral("12"));
        const Run json = run("room import two.wad:MAP02 --into two.roo --json");
        const QJsonObject told = QJsonDocument::fromJson(json.output.toUtf8()).object();
        QCOMPARE(told[QStringLiteral("sectors")].toInt(), 3);
        QCOMPARE(told[QStringLiteral("starts")].toArray()[0].toObject()[QStringLiteral("row")].toInt(), 3);
        QCOMPARE(run("room import map.txt --into text.roo").exitCode, 0); // a UDMF text without a package
        QCOMPARE(read("text.roo"), read("two.roo"));
        write("wrong.txt", "wall WALL many\n");
        const Run wrong = run("room import two.wad:MAP01 --into three.roo --table wrong.txt");
        QCOMPARE(wrong.exitCode, 1);
        QCOMPARE(wrong.error, QStringLiteral("blak: wrong.txt, line 1: expected a number from 0 to 65535, found many\n"));
        QVERIFY(read("three.roo").isEmpty());
    }

    void scriptsChangeRooms()
    {
        const QByteArray before = read("a.roo");
        write("more.js", "print('sectors', room.sectors().length, args.join('+'));\nroom.rectangle(2000, 0, 2256, 256);\n");
        const Run dry = run("room script more.js a.roo 1 2");
        QVERIFY2(dry.exitCode == 0, qPrintable(dry.error));
        QVERIFY(dry.output.startsWith(QStringLiteral("sectors 1 1+2\n")));
        QVERIFY(dry.output.endsWith(QStringLiteral("1 operation; --write or -o keeps what was done\n")));
        QCOMPARE(read("a.roo"), before);
        QCOMPARE(run("room script more.js a.roo -o b.roo").exitCode, 0);
        QCOMPARE(read("a.roo"), before);
        QVERIFY(run("room info b.roo").output.contains(QStringLiteral("sectors               2\n")));
        QCOMPARE(run("room script --write more.js b.roo").exitCode, 0);
        QVERIFY(!read("b.roo~").isEmpty());
        write("new.js", "const [sector] = room.rectangle(0, 0, 512, 512);\nroom.setFlat(sector, 'floor', 3);\nroom.fitCorners();\n");
        QCOMPARE(run("room script --new new.js fresh.roo").exitCode, 0);
        QVERIFY(run("room info fresh.roo").output.contains(QStringLiteral("columns               8\n")));
        QCOMPARE(run("room script --new new.js fresh.roo").exitCode, 1);
    }

    void scriptsThatFailChangeNothing()
    {
        const QByteArray before = read("a.roo");
        write("wrong.js", "room.rectangle(2000, 0, 2256, 256);\nroom.flip(4711);\n");
        const Run wrong = run("room script --write wrong.js a.roo");
        QCOMPARE(wrong.exitCode, 1);
        QCOMPARE(wrong.error, QStringLiteral("blak: wrong.js:2: Error: there is no line 4711; the room stays as it was\n"));
        write("endless.js", "for (;;) ;\n");
        const Run endless = run("room script --write --time 1 endless.js a.roo");
        QCOMPARE(endless.exitCode, 1);
        QVERIFY2(endless.error.contains(QStringLiteral("it ran for more than 1 s")), qPrintable(endless.error));
        write("large.js", "const all = []; for (;;) all.push(new Array(1000).fill(1.5));\n");
        const Run large = run("room script --write --memory 64 --time 60 large.js a.roo");
        QCOMPARE(large.exitCode, 1);
        QVERIFY2(large.error.contains(QStringLiteral("it needed more than 64 MB")), qPrintable(large.error));
        // A text that doubles is put together in one step.
        write("text.js", "let s = 'x'; for (let i = 0; i < 29; ++i) s += s; print(s.charCodeAt(5), s.indexOf('y'));\n");
        const Run text = run("room script --write --memory 64 --time 60 text.js a.roo");
        QCOMPARE(text.exitCode, 1);
        QCOMPARE(read("a.roo"), before);
    }

    void roomsBecomeModels()
    {
        test::put(root_ / "grd00003.bgf", bgf::write(test::smallSprite()));
        QCOMPARE(run("room export a.roo --obj a.obj").exitCode, 1); // it has no tree
        const Run made = run("room export fresh.roo --obj fresh.obj");
        QVERIFY2(made.exitCode == 0, qPrintable(made.error));
        QVERIFY(made.output.startsWith(QStringLiteral("fresh.obj: ")));
        QVERIFY(read("fresh.obj").contains("mtllib fresh.mtl"));
        QVERIFY(read("fresh.mtl").contains("newmtl grd00003-flat"));
        QVERIFY(!read("fresh-textures/grd00003-flat.png").isEmpty());
        QCOMPARE(run("room export fresh.roo").exitCode, 2);
        QCOMPARE(run("room export fresh.roo --obj fresh.obj --scale 0").exitCode, 1);
    }
};

QTEST_GUILESS_MAIN(TestRoomTools)
#include "tst_room_tools.moc"
