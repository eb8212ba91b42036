// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/map/defects.h"
#include "roomedit/roomcore/map/map_convert.h"
#include "roomedit/roomcore/operations/draw.h"
#include "roomedit/script/api_entries.h"
#include "roomedit/script/room_api.h"
#include "roomedit/script/script_run.h"
#include "tests/roomcore/broken_rooms.h"
#include "tests/support/shared_data.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QMetaMethod>
#include <QRegularExpression>
#include <QTest>

#include <thread>

using namespace blak;
using roomcore::Map;
using roomscript::ScriptOutcome;
using roomscript::ScriptRequest;

namespace {

/// A square room of 512 units.
Map squareMap()
{
    Map map;
    document::History history;
    roomcore::MapEdit edit(map, history);
    roomcore::MapDefaults defaults;
    defaults.wallTexture = 7;
    defaults.sector.floorTexture = 3;
    const auto drawn = roomcore::drawLines(edit, roomcore::rectanglePoints({0, 0}, {512, 512}), true, defaults);
    return drawn ? map : Map();
}

struct Script
{
    QStringList lines;
    ScriptOutcome outcome;
};

Script run(const QString& source, Map map = squareMap(), const QStringList& arguments = {}, int milliseconds = 20'000, int megabytes = 512)
{
    Script script;
    ScriptRequest request;
    request.source = source;
    request.name = QStringLiteral("test.js");
    request.map = std::move(map);
    request.defaults = roomcore::defaultsOf(request.map);
    request.defaults.wallTexture = 7;
    request.arguments = arguments;
    request.milliseconds = milliseconds;
    request.megabytes = megabytes;
    request.printed = [&script](const QString& line) { script.lines << line; };
    script.outcome = roomscript::runScript(std::move(request));
    return script;
}

ScriptOutcome runOn(const roo::Room& room, const QString& source)
{
    ScriptRequest request;
    request.source = source;
    request.name = QStringLiteral("test.js");
    request.map = roomcore::mapFromRoom(room);
    request.defaults = roomcore::defaultsOf(request.map);
    request.file = std::make_shared<const roo::Room>(room);
    return roomscript::runScript(std::move(request));
}

QString textOf(const std::filesystem::path& file)
{
    const auto bytes = test::bytesOf(file);
    return QString::fromUtf8(reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size()));
}

std::size_t count(const auto& records)
{
    return static_cast<std::size_t>(std::ranges::count_if(records, [](const auto& one) { return one.has_value(); }));
}

} // namespace

class TestRoomScript : public QObject
{
    Q_OBJECT

private slots:
    void drawsAndAsks()
    {
        const Script script = run(QStringLiteral("const [made] = room.rectangle(512, 0, 1024, 512);\n"
                                                 "room.setSector(made, {heightfloor: 24, lightlevel: 100, depth: 'deep'});\n"
                                                 "print(room.sectors().length, room.lines().length, room.sector(made).heightfloor);\n"
                                                 "print(room.sectorAt(700, 100) === made, room.sectorAt(2000, 0));\n"
                                                 "room.sector(made).lightlevel"));
        QVERIFY2(script.outcome.error.isEmpty(), qPrintable(script.outcome.error));
        QCOMPARE(script.lines, (QStringList{QStringLiteral("2 7 24"), QStringLiteral("true null")}));
        QCOMPARE(script.outcome.value, QStringLiteral("100"));
        QVERIFY(script.outcome.changed);
        QCOMPARE(count(script.outcome.map.sectors()), std::size_t{2});
        QCOMPARE(roomcore::findDefects(script.outcome.map).count(), std::size_t{0});
        QVERIFY(roomcore::validate(script.outcome.map));
    }

    /// Each operation of the list does what its name says, once.
    void everyOperation()
    {
        const Script script = run(QStringLiteral(R"js(
            function must(what, holds) { if (!holds) throw new Error(what); }
            const all = () => ({lines: room.lines(), sectors: room.sectors()});
            const [hall] = room.sectors();
            must("ellipse", room.ellipse(600, 0, 1000, 400, 12).length === 1);
            must("polygon", room.polygon([1300, 200], [1400, 200], 6).length === 1);
            must("grid", room.grid(1600, 0, 2240, 640, 2, 4).length === 8);
            must("corridor", room.corridor([[0, 1000], [600, 1000], [600, 1400]], 128).length === 1);
            must("stairs", room.stairs(0, 1600, 512, 1728, 8, 16, 128).length === 8);
            const [shed] = room.draw([[2500, 0], [2700, 0], [2700, 200], [2500, 200]]);
            const west = room.linesOf(hall).find((line) => room.line(line).x0 === 0 && room.line(line).x1 === 0);
            const before = room.sectors().length;
            must("opening", room.opening(west, [0, 256], {width: 64, depth: 16, sill: 40, lintel: 20}).length === 1);
            const south = room.linesOf(hall).find((line) => room.line(line).y0 === 0 && room.line(line).y1 === 0);
            must("arch", room.arch(south, [256, 0], {width: 128, slices: 4}).length === 4);
            must("more sectors", room.sectors().length === before + 5);

            room.move({sectors: [shed]}, 64, 32);
            must("move", room.sectorAt(2600, 100) === shed && room.sectorAt(2510, 100) === null);
            room.rotate({sectors: [shed]}, [2664, 132], 45);
            room.scale({sectors: [shed]}, [2664, 132], 2, 2);
            room.mirror({sectors: [shed]}, "x");
            must("still there", room.linesOf(shed).length === 4);
            const copied = room.copy({sectors: [shed]}, 1000, 0, {raise: 64});
            must("copy", copied.sectors.length === 1 && room.sector(copied.sectors[0]).heightfloor === room.sector(shed).heightfloor + 64);
            room.remove({sectors: copied.sectors});
            must("remove", room.sectorAt(3664, 132) === null);

            const one = room.linesOf(shed)[0], lines = room.lines().length;
            const end = room.line(one);
            const corner = room.insertVertex(one, [Math.round((end.x0 + end.x1) / 2), Math.round((end.y0 + end.y1) / 2)]);
            must("insertVertex", room.linesAt(corner).length === 2 && room.lines().length === lines + 1);
            room.split(room.linesOf(shed)[2], 3);
            must("split", room.linesOf(shed).length === 7);
            const start = room.line(one).start;
            room.flip(one);
            must("flip", room.line(one).end === start);

            const cells = [room.sectorAt(1700, 100), room.sectorAt(1860, 100), room.sectorAt(2020, 100), room.sectorAt(2180, 100)];
            room.raise(cells[3], "floor", 48);
            room.gradient(cells, "floor");
            must("gradient", room.sector(cells[1]).heightfloor === 16 && room.sector(cells[2]).heightfloor === 32);
            const light = room.sector(cells[0]).lightlevel;
            room.brighten(cells[0], 8);
            must("brighten", room.sector(cells[0]).lightlevel === light + 8);
            room.join([cells[0], cells[1]]);
            must("join", room.sectorAt(1860, 100) === cells[0] && room.sectors().indexOf(cells[1]) < 0);
            const inner = room.lines().length;
            room.merge([cells[2], cells[3]]);
            must("merge", room.sectorAt(2180, 100) === cells[2] && room.lines().length < inner);
            room.dissolve(room.sectorAt(1700, 500));
            must("dissolve", room.sectorAt(1700, 500) !== null);

            room.setSide({line: south, side: "front"}, {texturemiddle: 9, id: 5});
            must("setSide", room.side(south).texturemiddle === 9 && room.side(south).id === 5);
            room.setTexture(west, "normal", 12);
            room.setFlat(hall, "ceiling", 14);
            must("setFlat", room.sector(hall).textureceiling === 14);
            room.setLine(west, {frontoffsetx: 5});
            must("setLine", room.line(west).frontOffsetX === 5);
            room.shift({line: west, side: "front"}, 3, 4);
            must("shift", room.line(west).frontOffsetX === 8 && room.line(west).frontOffsetY === 4);
            room.align({line: west, side: "front"}, "normal", 64, 64);
            const fitted = room.fit({line: west, side: "front"}, "normal", 64, 64);
            must("fit", fitted.length > 0 && fitted.across * 64 + 2 * fitted.cutAcross <= fitted.length);
            room.justify({line: west, side: "front"}, "normal", 64, 64, "left");
            must("find", room.find("ceiling:14").sectors[0] === hall);
            must("replace", room.replace("ceiling:14", 15) === 1 && room.sector(hall).textureceiling === 15);

            const floor = room.sectorAt(2664, 132);
            room.slope(hall, "floor", [[0, 0, 0], [512, 0, 32], [512, 512, 16]]);
            must("slope", room.sector(hall).slopedfloor === true);
            room.level(hall, "floor");
            must("level", room.sector(hall).slopedfloor === false);
            room.tilt(hall, "floor", west, 32);
            must("tilt", room.sector(hall).slopedfloor === true);
            room.level(hall, "floor");

            const tag = room.freeTag();
            must("door", room.door(floor) === tag && room.sector(floor).id === tag);
            must("lift", room.lift(cells[2]) === tag + 1);
            room.corner(0, 0);
            room.fitCorners();
            must("fitCorners", room.things().length === 2);
            room.setThing(room.things()[0], {x: -640});
            must("setThing", room.thing(room.things()[0]).x === -640);
            room.select({sectors: [hall]});
            must("select", room.selection().sectors[0] === hall);
            must("similar", room.similar({sectors: [hall]}, "heights").sectors.indexOf(hall) >= 0);
            must("neighbours", room.neighbours({sectors: [hall]}).sectors.length > 1);
            must("check", Array.isArray(room.check()));
            room.draw([[5000, 0], [5200, 0], [5200, 200], [5000, 200]]);
            room.remove({sectors: [room.sectorAt(5100, 100)]});
            room.draw([[5000, 0], [5200, 0], [5200, 200], [5000, 200], [5000, 0]], false);
            if (room.sectorAt(5100, 100) === null)
                room.makeSector(5100, 100);
            must("makeSector", room.sectorAt(5100, 100) !== null);
            const a = room.lines().find((l) => room.line(l).x0 === 5200 && room.line(l).x1 === 5200);
            const [other] = room.rectangle(5500, 0, 5700, 200);
            const b = room.linesOf(other).find((l) => room.line(l).x0 === 5500 && room.line(l).x1 === 5500);
            must("bridge", room.bridge(a, b, 4).length === 4);
            must("vertices", room.vertices().length > 50);
        )js"));
        QVERIFY2(script.outcome.error.isEmpty(), qPrintable(QStringLiteral("line %1: %2").arg(script.outcome.errorLine).arg(script.outcome.error)));
        QVERIFY(roomcore::validate(script.outcome.map));
        QCOMPARE(roomcore::findDefects(script.outcome.map).count(), std::size_t{0});
    }

    void errorsNameTheirLine_data()
    {
        QTest::addColumn<QString>("source");
        QTest::addColumn<int>("line");
        QTest::addColumn<QString>("part");
        const auto row = [](const char* name, const char* source, int line, const char* part) {
            QTest::newRow(name) << QString::fromLatin1(source) << line << QString::fromLatin1(part);
        };
        row("grammar", "let a = 1;\nlet b = ;\n", 2, "SyntaxError");
        row("unknown name", "\n\nnothing();\n", 3, "nothing");
        row("thrown", "print(1);\nthrow new Error('mine');\n", 2, "mine");
        row("no such line", "\nroom.flip(4711);\n", 2, "there is no line 4711");
        row("no such operation", "room.explode();\n", 1, "explode");
        row("no such property", "room.setSector(room.sectors()[0],\n {colour: 3});\n", 1, "there is no property \"colour\"");
        row("property of sides", "room.setLine(room.lines()[0], {passable: false});", 1,
            "there is no property \"passable\" here; sides have it: room.setSide");
        row("property of sectors", "room.setSide(room.lines()[0], {lightlevel: 3});", 1, "here; sectors have it: room.setSector");
        row("mistyped operation", "room.sides(room.lines()[0]);", 1, "TypeError: room.sides is not a function; did you mean room.side?");
        row("in another error", "const a = 1;\nthrow new Error('no ' + (function() { try { room.explode(); } catch (e) { return e; } })());", 2,
            "room.explode is not a function");
        row("out of range", "room.setSector(room.sectors()[0], {lightlevel: 300});", 1, "lightlevel");
        row("not a number", "room.rectangle(0, 0, 'far', 10);", 1, "expected a number, found far");
        row("beyond the map", "room.rectangle(0, 0, 100000, 10);", 1, "");
        row("in a function", "function f() {\n room.flip(99);\n}\nf();\n", 2, "there is no line 99");
    }

    void errorsNameTheirLine()
    {
        QFETCH(QString, source);
        QFETCH(int, line);
        QFETCH(QString, part);
        const Script script = run(source);
        QVERIFY(!script.outcome.error.isEmpty());
        QVERIFY2(script.outcome.error.contains(part), qPrintable(script.outcome.error));
        QCOMPARE(script.outcome.errorLine, line);
    }

    /// A height that cannot go so far stops, and that is told as a line.
    void whatIsCutIsTold()
    {
        const QString heights = QStringLiteral("room.setSector(room.sectors(), {heightfloor: 34, heightceiling: 200});");
        Script script = run(heights + QStringLiteral("room.raise([room.sectors()[0]], 'floor', -400); room.sector(room.sectors()[0]).heightfloor"));
        QCOMPARE(script.outcome.error, QString());
        QCOMPARE(script.outcome.value, QStringLiteral("0"));
        QCOMPARE(script.lines, QStringList{QStringLiteral("The floor stops at 0 instead of -366: floors go from 0 to the ceiling.")});
        script = run(QStringLiteral("room.rectangle(600, 0, 700, 100);") + heights + QStringLiteral("room.raise(room.sectors(), 'ceiling', -300);"));
        QCOMPARE(script.lines, QStringList{QStringLiteral("2 ceilings stop on the way: ceilings go from the floor to 65535.")});
        script = run(heights + QStringLiteral("room.raise(room.sectors(), 'floor', -34); room.raise(room.sectors(), 'floor', 200);"));
        QCOMPARE(script.lines, QStringList());
    }

    void errorsCanBeCaught()
    {
        const Script script = run(QStringLiteral("try { room.flip(99); } catch (error) { print(error.message); }\nroom.rectangle(600, 0, 700, 100);"));
        QVERIFY(script.outcome.error.isEmpty());
        QCOMPARE(script.lines.value(0), QStringLiteral("there is no line 99"));
        QCOMPARE(count(script.outcome.map.sectors()), std::size_t{2});
    }

    void endlessLoopsAreStopped_data()
    {
        QTest::addColumn<QString>("source");
        QTest::newRow("loop") << QStringLiteral("\nfor (;;) ;");
        QTest::newRow("loop with operations") << QStringLiteral("for (;;) room.brighten(room.sectors()[0], 1), room.brighten(room.sectors()[0], -1);");
        QTest::newRow("catches everything") << QStringLiteral("for (;;) try { for (;;) ; } catch (e) {}");
        QTest::newRow("prints") << QStringLiteral("for (;;) print('again');");
    }

    void endlessLoopsAreStopped()
    {
        QFETCH(QString, source);
        const Script script = run(source, squareMap(), {}, 300);
        QVERIFY(script.outcome.wasStopped);
        QCOMPARE(script.outcome.error, QStringLiteral("stopped: it ran for more than 0.3 s"));
        QVERIFY(script.lines.size() <= 10'001);
    }

    void recursionWithoutEndIsAnError()
    {
        const Script script = run(QStringLiteral("function f() { return f() + 1; }\nf();"));
        QVERIFY(!script.outcome.error.isEmpty());
    }

    void memoryIsBounded_data()
    {
        QTest::addColumn<QString>("source");
        QTest::newRow("list") << QStringLiteral("const all = []; for (;;) all.push(new Array(1000).fill(1.5));");
        QTest::newRow("texts") << QStringLiteral("const all = []; for (let i = 0;; ++i) all.push('x'.repeat(100000) + i);");
    }

    void memoryIsBounded()
    {
        QFETCH(QString, source);
        const Script script = run(source, squareMap(), {}, 60'000, 64);
        QVERIFY(script.outcome.wasStopped);
        QCOMPARE(script.outcome.error, QStringLiteral("stopped: it needed more than 64 MB"));
    }

    void hugeStepsAreRefused()
    {
        for (const char* source : {"'x'.repeat(1 << 29)", "'x'.padEnd(1 << 29)", "const a = []; a.length = 1 << 30; a.fill(0)", "Array.from({length: 1 << 30})"}) {
            const Script script = run(QString::fromLatin1(source));
            QVERIFY2(script.outcome.error.contains(QLatin1String("too much memory")), source);
        }
        QVERIFY(run(QStringLiteral("new ArrayBuffer(8)")).outcome.error.contains(QLatin1String("ArrayBuffer")));
    }

    void canBeCancelled()
    {
        std::atomic<bool> cancelled{false};
        ScriptRequest request;
        request.source = QStringLiteral("for (;;) ;");
        request.map = squareMap();
        request.milliseconds = 600'000;
        request.cancelled = &cancelled;
        std::thread later([&cancelled] {
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
            cancelled = true;
        });
        const ScriptOutcome outcome = roomscript::runScript(std::move(request));
        later.join();
        QVERIFY(outcome.wasStopped);
        QCOMPARE(outcome.error, QStringLiteral("stopped"));
    }

    /// The rules about what saving makes too, as the editor runs them: ground that a wall cuts off.
    void scriptsAreToldWhatIsOutOfReach()
    {
        const QString asks = QStringLiteral("room.check().some((finding) => finding.rule === 'out of reach')");
        QCOMPARE(runOn(test::cleanRoom(), asks).value, QStringLiteral("false"));
        const QString wall = QStringLiteral("room.draw([[256, 0], [256, 512]], false);"
                                            "const wall = room.lines().filter((line) => room.line(line).x0 === 256 && room.line(line).x1 === 256);"
                                            "room.setSide(wall, {passable: false});");
        const ScriptOutcome outcome = runOn(test::cleanRoom(), wall + asks);
        QCOMPARE(outcome.error, QString());
        QCOMPARE(outcome.value, QStringLiteral("true"));
        QCOMPARE(outcome.newErrors, QStringList()); // rooms may be like that
        // Of a room that was not edited the stored grids count.
        roo::Room split = test::cleanRoom();
        test::splitGround(split);
        QCOMPARE(runOn(split, asks).value, QStringLiteral("true"));
    }

    /// What no client takes is told after the script, in the words of the editor; what was wrong before is not.
    void errorsThatAScriptLeavesAreTold()
    {
        const QString loses = QStringLiteral("room.remove({things: [room.things()[0]]});");
        ScriptOutcome outcome = runOn(test::cleanRoom(), loses);
        QCOMPARE(outcome.newErrors, QStringList{QStringLiteral("The room has one thing. Clients expect exactly two, the corners of the playable rectangle.")});
        roo::Room broken = test::cleanRoom();
        broken.things.pop_back();
        QCOMPARE(runOn(broken, QStringLiteral("room.rectangle(64, 64, 128, 128);")).newErrors, QStringList());
        QCOMPARE(runOn(test::cleanRoom(), QStringLiteral("room.rectangle(64, 64, 128, 128);")).newErrors, QStringList());
        QCOMPARE(runOn(test::cleanRoom(), loses + QStringLiteral("throw 'enough';")).newErrors, QStringList()); // nothing of it stays
    }

    void nothingOfTheSystemIsThere()
    {
        for (const char* name : {"XMLHttpRequest", "Qt", "require", "process", "load", "gc"})
            QCOMPARE(run(QStringLiteral("typeof %1").arg(QLatin1String(name))).outcome.value, QStringLiteral("undefined"));
        const Script script = run(QStringLiteral("room.deleteLater(); room.destroyed"));
        QVERIFY(!script.outcome.error.isEmpty() || script.outcome.value.isEmpty() || !script.outcome.changed);
    }

    /// The list that the console completes, the object and the manual name the same.
    void listAndManualAreWhole()
    {
        QStringList methods;
        const QMetaObject& meta = roomscript::RoomApi::staticMetaObject;
        for (int i = meta.methodOffset(); i < meta.methodCount(); ++i)
            methods << QStringLiteral("room.") + QString::fromLatin1(meta.method(i).name());
        methods.removeDuplicates();
        methods << QStringLiteral("print") << QStringLiteral("args");
        methods.sort();
        QStringList listed;
        const QString manual = textOf(test::sourceDir() / "docs/room-scripts.md");
        for (const roomscript::ApiEntry& entry : roomscript::apiEntries()) {
            const QString call = QString::fromUtf8(entry.call);
            listed << call.left(call.indexOf(QRegularExpression(QStringLiteral("[^\\w.]|$"))));
            QVERIFY2(manual.contains(QStringLiteral("| `%1` | %2 |").arg(call, QString::fromUtf8(entry.help))), entry.call);
        }
        listed.sort();
        QCOMPARE(listed, methods);
    }

    void examplesRun_data()
    {
        QTest::addColumn<QString>("file");
        const QDir folder(QString::fromStdString((test::sourceDir() / "docs/room-scripts").string()));
        const QStringList files = folder.entryList({QStringLiteral("*.js")});
        QVERIFY(files.size() >= 4);
        for (const QString& file : files)
            QTest::newRow(qPrintable(file)) << folder.filePath(file);
    }

    void examplesRun()
    {
        QFETCH(QString, file);
        const bool isNew = file.endsWith(QLatin1String("tower.js"));
        const Script script = run(textOf(file.toStdString()), isNew ? Map() : squareMap());
        QVERIFY2(script.outcome.error.isEmpty(), qPrintable(QStringLiteral("line %1: %2").arg(script.outcome.errorLine).arg(script.outcome.error)));
        QVERIFY(!script.lines.isEmpty());
        QVERIFY(roomcore::validate(script.outcome.map));
        QCOMPARE(roomcore::findDefects(script.outcome.map).count(), std::size_t{0});
        if (isNew)
            QCOMPARE(count(script.outcome.map.sectors()), std::size_t{16});
        if (file.endsWith(QLatin1String("windows.js")))
            QCOMPARE(script.lines, (QStringList{QStringLiteral("4 windows")}));
    }
};

QTEST_GUILESS_MAIN(TestRoomScript)
#include "tst_room_script.moc"
