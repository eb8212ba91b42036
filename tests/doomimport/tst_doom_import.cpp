// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/doomimport/doom_import.h"

#include "formats/space/loaded_room.h"
#include "roomedit/roomcore/checks/room_checks.h"
#include "roomedit/roomcore/map/defects.h"
#include "roomedit/roomcore/map/map_convert.h"
#include "roomedit/roomcore/walk/walk_grid.h"
#include "tests/doomimport/wad_writer.h"

#include <QTest>

#include <algorithm>

using namespace blak;
using doomimport::Imported;
using doomimport::ImportOptions;
using doomimport::Use;

namespace {

ImportOptions withTable()
{
    ImportOptions options;
    options.table.set(Use::Wall, "WALL", 11);
    options.table.set(Use::Wall, "STEP", 12);
    options.table.set(Use::Wall, "GRATE", 13);
    options.table.set(Use::Flat, "FLOOR", 21);
    options.table.set(Use::Flat, "CEIL", 22);
    options.table.set(Use::Flat, "GRASS", 23);
    return options;
}

const Diagnostic* finding(const Imported& imported, std::string_view code)
{
    const auto found = std::ranges::find(imported.findings, code, &Diagnostic::code);
    return found == imported.findings.end() ? nullptr : &*found;
}

std::size_t defectsOf(const Imported& imported) { return roomcore::findDefects(roomcore::mapFromRoom(imported.room)).count(); }

const roo::Linedef* lineBetween(const roo::Room& room, int x0, int y0, int x1, int y1)
{
    for (const roo::Linedef& line : room.linedefs)
        if (line.x0 == x0 && line.y0 == y0 && line.x1 == x1 && line.y1 == y1)
            return &line;
    return nullptr;
}

/// Whether somebody can walk from one place to another, by what servers believe; editor units.
bool canWalk(const roo::Room& room, int fromX, int fromY, int toX, int toY)
{
    const auto loaded = space::LoadedRoom::load(room, "room");
    if (!loaded)
        return false;
    const std::atomic<bool> never{false};
    const auto grid = roomcore::WalkGrid::of(loaded.value(), false, never);
    const roo::PlayableRectangle rectangle = roo::playableRectangle(room);
    const auto piece = [&](int x, int y) { return grid.pieceOf({(rectangle.top - y) / 64, (x - rectangle.left) / 64}); };
    return piece(fromX, fromY) >= 0 && piece(fromX, fromY) == piece(toX, toY);
}

} // namespace

class TestDoomImport : public QObject
{
    Q_OBJECT

private slots:
    void geometryHeightsLightAndTextures_data()
    {
        QTest::addColumn<int>("kind");
        QTest::newRow("Doom") << 0;
        QTest::newRow("Hexen") << 1;
        QTest::newRow("UDMF") << 2;
    }

    void geometryHeightsLightAndTextures()
    {
        QFETCH(int, kind);
        const auto imported = doomimport::importMap(test::twoRooms(static_cast<wad::MapKind>(kind)), withTable());
        QVERIFY2(imported, imported ? "" : imported.error().text().c_str());
        const roo::Room& room = imported.value().room;
        QCOMPARE(room.linedefs.size(), std::size_t{14});
        QCOMPARE(room.sectors.size(), std::size_t{3});
        QCOMPARE(defectsOf(imported.value()), std::size_t{0});
        // Raised by a square, since the lowest floor was at -24.
        QCOMPARE(int{room.sectors[0].floorHeight}, 56);
        QCOMPARE(int{room.sectors[0].ceilingHeight}, 184);
        QCOMPARE(int{room.sectors[2].floorHeight}, 40);
        QVERIFY(finding(imported.value(), "raised") != nullptr);
        // The door stands open, up to just below the lower ceiling, and has a tag.
        QCOMPARE(int{room.sectors[1].floorHeight}, 56);
        QCOMPARE(int{room.sectors[1].ceilingHeight}, 180);
        QVERIFY(room.sectors[1].userId != 0);
        QCOMPARE(int{room.sectors[0].light}, 80);  // fixed
        QCOMPARE(int{room.sectors[2].light}, 240); // follows the time of day under the sky
        QCOMPARE(int{room.sectors[0].floorTexture}, 21);
        QCOMPARE(int{room.sectors[0].ceilingTexture}, 22);
        QCOMPARE(int{room.sectors[2].floorTexture}, 23);
        QCOMPARE(int{room.sectors[2].ceilingTexture}, 0);
        const roo::Linedef* door = lineBetween(room, 256, 192, 256, 64);
        QVERIFY(door != nullptr);
        const roo::Sidedef& front = room.sidedefs[door->plusSide - 1u];
        QCOMPARE(int{front.aboveTexture}, 12);
        QVERIFY((front.flags & roo::side_flag::passable) != 0);
        QVERIFY((front.flags & roo::side_flag::aboveBottomUp) != 0); // as a door of the game: its picture moves with it
        const roo::Linedef* wall = lineBetween(room, 0, 0, 0, 256);
        QVERIFY(wall != nullptr);
        QCOMPARE(int{room.sidedefs[wall->plusSide - 1u].normalTexture}, 11);
        QCOMPARE(int{wall->minusSide}, 0);
        // The player begins in the west.
        QCOMPARE(imported.value().starts.size(), std::size_t{1});
        QCOMPARE(imported.value().starts[0].row, 3);
        QCOMPARE(imported.value().starts[0].column, 2);
        QVERIFY(canWalk(room, 96, 128, 400, 128));
        QVERIFY(std::ranges::none_of(imported.value().findings, [](const Diagnostic& one) { return one.severity == Severity::Error; }));
    }

    void doorsMayStayShut()
    {
        ImportOptions options = withTable();
        options.opensDoors = false;
        const auto imported = doomimport::importMap(test::twoRooms(), options);
        QVERIFY(imported);
        QCOMPARE(imported.value().room.sectors[1].ceilingHeight, imported.value().room.sectors[1].floorHeight);
        QVERIFY(!canWalk(imported.value().room, 96, 128, 400, 128));
    }

    void everyVersionHoldsIt()
    {
        for (const roo::Format format : {roo::Format::V12, roo::Format::V13Float, roo::Format::V13Integer, roo::Format::V14, roo::Format::V15}) {
            ImportOptions options = withTable();
            options.format = format;
            const auto imported = doomimport::importMap(test::twoRooms(), options);
            QVERIFY(imported);
            const auto bytes = roo::write(imported.value().room);
            const auto read = roo::read(bytes, "room");
            QVERIFY2(read, read ? "" : read.error().text().c_str());
            QCOMPARE(read.value().format, format);
            QVERIFY(!read.value().nodes.empty());
        }
    }

    void scaleAndRange()
    {
        ImportOptions options = withTable();
        options.scale = 2;
        const auto twice = doomimport::importMap(test::twoRooms(), options);
        QVERIFY(twice);
        QVERIFY(lineBetween(twice.value().room, 512, 384, 512, 128) != nullptr);
        QCOMPARE(int{twice.value().room.sectors[0].ceilingHeight} - twice.value().room.sectors[0].floorHeight, 256);

        // Beyond the edge of the coordinates: moved; wider than they are: made smaller.
        test::MapDrawer far("FAR", wad::MapKind::Text);
        const int sector = far.sector(0, 128);
        for (const auto& [x0, y0, x1, y1] : {std::array{0, 0, 0, 512}, {0, 512, 512, 512}, {512, 512, 512, 0}, {512, 0, 0, 0}})
            far.wall(x0 + 100'000, y0, x1 + 100'000, y1, sector);
        const auto moved = doomimport::importMap(far.map, withTable());
        QVERIFY(moved);
        QVERIFY(finding(moved.value(), "moved") != nullptr);
        test::MapDrawer wide("WIDE", wad::MapKind::Text);
        wide.sector(0, 128);
        for (const auto& [x0, y0, x1, y1] : {std::array{0, 0, 0, 9}, {0, 9, 9, 9}, {9, 9, 9, 0}, {9, 0, 0, 0}})
            wide.wall(x0 * 20'000, y0 * 1000, x1 * 20'000, y1 * 1000, 0);
        const auto smaller = doomimport::importMap(wide.map, withTable());
        QVERIFY(smaller);
        QVERIFY(finding(smaller.value(), "too large") != nullptr);
        QCOMPARE(defectsOf(smaller.value()), std::size_t{0});
    }

    /// What editors of the game leave behind, or what its players have come to expect.
    void brokenMapsAreRepaired_data()
    {
        QTest::addColumn<int>("which");
        QTest::addColumn<QByteArray>("code");
        QTest::newRow("line without length") << 0 << QByteArray("zero length");
        QTest::newRow("lines on each other") << 1 << QByteArray("lines on each other");
        QTest::newRow("crossing lines") << 2 << QByteArray("crossing lines");
        QTest::newRow("missing side") << 3 << QByteArray("side missing");
        QTest::newRow("open to the outside") << 4 << QByteArray("unclosed sector");
        QTest::newRow("sector in itself") << 5 << QByteArray("sector in itself");
        QTest::newRow("line of nobody") << 6 << QByteArray("line without side");
        QTest::newRow("side that is not there") << 7 << QByteArray("side without sector");
        QTest::newRow("vertex that is not there") << 8 << QByteArray("line without ends");
        QTest::newRow("sector of nobody") << 9 << QByteArray("unused sector");
        QTest::newRow("wall without texture") << 10 << QByteArray("wall without texture");
        QTest::newRow("two sectors on one border") << 11 << QByteArray("border of two sectors");
        QTest::newRow("floor above ceiling") << 12 << QByteArray("floor above ceiling");
        QTest::newRow("slope") << 13 << QByteArray("slope");
    }

    void brokenMapsAreRepaired()
    {
        QFETCH(int, which);
        QFETCH(QByteArray, code);
        test::MapDrawer draw;
        draw.map = test::twoRooms();
        const int west = 0;
        switch (which) {
        case 0:
            draw.wall(64, 64, 64, 64, west);
            break;
        case 1:
            draw.wall(0, 0, 0, 256, west);
            break;
        case 2: // both with the sector all around
            draw.way(32, 32, 128, 128, west, west);
            draw.way(32, 128, 128, 32, west, west);
            break;
        case 3: // a line through the room that has one side only
            draw.line(64, 64, 128, 64, draw.side(west), wad::Line::noSide).flags |= wad::line_flag::twoSided;
            break;
        case 4: // the western wall leads out, with the sector behind it
            draw.map.lines[0].sides[1] = draw.side(west, "-");
            break;
        case 5: { // a pit that is sector 3 on both sides of its border
            const int pit = draw.sector(-64, 120);
            draw.way(64, 64, 64, 128, pit, pit);
            draw.way(64, 128, 128, 128, pit, pit);
            draw.way(128, 128, 128, 64, pit, pit);
            draw.way(128, 64, 64, 64, pit, pit);
            break;
        }
        case 6:
            draw.line(600, 600, 700, 700, wad::Line::noSide);
            break;
        case 7:
            draw.line(64, 64, 128, 64, 999, 999);
            break;
        case 8:
            draw.map.lines[1].end = 999;
            break;
        case 9:
            draw.sector(0, 64);
            break;
        case 10:
            draw.map.sides[0].middle = "-";
            break;
        case 11: // one wall of the west says east
            draw.map.sides[1].sector = 2;
            break;
        case 12:
            draw.map.sectors[2].ceiling = -100;
            break;
        case 13:
            draw.map.sectors[2].isSloped = true;
            break;
        default:
            QFAIL("no such map");
        }
        const auto imported = doomimport::importMap(draw.map, withTable());
        QVERIFY2(imported, imported ? "" : imported.error().text().c_str());
        const Diagnostic* found = finding(imported.value(), code.toStdString());
        QStringList codes;
        for (const Diagnostic& one : imported.value().findings)
            codes << QString::fromStdString(one.code);
        QVERIFY2(found != nullptr, qPrintable(codes.join(QStringLiteral(", "))));
        QVERIFY(!found->message.empty());
        QVERIFY(!found->place.empty());
        const auto map = roomcore::mapFromRoom(imported.value().room);
        QVERIFY(roomcore::validate(map));
        QCOMPARE(roomcore::findDefects(map).count(), std::size_t{0});
        if (which == 5) { // the pit is an area of its own, and the room around it the west
            QCOMPARE(imported.value().room.sectors.size(), std::size_t{4});
            const roo::Linedef* edge = lineBetween(imported.value().room, 64, 64, 64, 128);
            QVERIFY(edge != nullptr);
            QCOMPARE(int{edge->plusSector}, 3);
            QCOMPARE(int{edge->minusSector}, 0);
        }
    }

    void nothingToImport()
    {
        wad::DoomMap empty;
        empty.name = "EMPTY";
        const auto imported = doomimport::importMap(empty, {});
        QVERIFY(!imported);
        QCOMPARE(imported.error().text(), std::string("EMPTY: the map has no lines"));
    }

    void textureOffsetsAndPegs()
    {
        wad::DoomMap map = test::twoRooms();
        map.sides[0].xOffset = 5;
        map.sides[0].yOffset = 7;
        map.lines[1].flags |= wad::line_flag::lowerUnpegged;
        map.sides[5].middle = "GRATE";
        const auto imported = doomimport::importMap(map, withTable());
        QVERIFY(imported);
        const roo::Room& room = imported.value().room;
        const roo::Linedef* west = lineBetween(room, 0, 0, 0, 256);
        QVERIFY(west != nullptr);
        QCOMPARE(int{west->plusXOffset}, 5);
        QCOMPARE(int{west->plusYOffset}, -7); // the game counts the other way
        QVERIFY((room.sidedefs[west->plusSide - 1u].flags & roo::side_flag::normalTopDown) != 0);
        const roo::Linedef* north = lineBetween(room, 0, 256, 256, 256);
        QVERIFY(north != nullptr);
        QVERIFY((room.sidedefs[north->plusSide - 1u].flags & roo::side_flag::normalTopDown) == 0);
        const roo::Linedef* door = lineBetween(room, 256, 192, 256, 64);
        const roo::Sidedef& grate = room.sidedefs[door->plusSide - 1u];
        QCOMPARE(int{grate.normalTexture}, 13);
        QVERIFY((grate.flags & roo::side_flag::transparent) != 0);
        QVERIFY((grate.flags & roo::side_flag::noVerticalTile) != 0);
    }
};

QTEST_GUILESS_MAIN(TestDoomImport)
#include "tst_doom_import.moc"
