// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/wad/pictures.h"
#include "tests/doomimport/wad_writer.h"

#include <QTest>

using namespace blak;
using test::Bytes;

namespace {

Bytes threeMaps()
{
    test::WadWriter wad(true);
    wad.add("PLAYPAL", Bytes(768));
    for (const wad::MapKind kind : {wad::MapKind::Doom, wad::MapKind::Hexen, wad::MapKind::Text}) {
        wad::DoomMap map = test::twoRooms(kind);
        map.name = "M" + std::to_string(static_cast<int>(kind));
        test::addMap(wad, map);
    }
    return wad.finish();
}

} // namespace

class TestWad : public QObject
{
    Q_OBJECT

private slots:
    void directoryAndMaps()
    {
        const wad::Wad wad = test::wadOf(threeMaps());
        QVERIFY(wad.isGame);
        const auto maps = wad::mapsOf(wad);
        QCOMPARE(maps.size(), std::size_t{3});
        QCOMPARE(maps[0].name, std::string("M0"));
        QCOMPARE(maps[0].kind, wad::MapKind::Doom);
        QCOMPARE(maps[1].kind, wad::MapKind::Hexen);
        QCOMPARE(maps[2].kind, wad::MapKind::Text);
        QVERIFY(wad::lumpOf(wad, maps[0], "SECTORS") != nullptr);
        QVERIFY(wad::lumpOf(wad, maps[0], "BEHAVIOR") == nullptr); // that of the next map
    }

    /// The three layouts say the same.
    void layoutsAgree()
    {
        const wad::Wad wad = test::wadOf(threeMaps());
        const auto maps = wad::mapsOf(wad);
        const auto doom = wad::readMap(wad, maps[0]);
        QVERIFY(doom);
        const wad::DoomMap drawn = test::twoRooms();
        QCOMPARE(doom.value().vertices, drawn.vertices);
        QCOMPARE(doom.value().lines, drawn.lines);
        QCOMPARE(doom.value().sides, drawn.sides);
        QCOMPARE(doom.value().sectors, drawn.sectors);
        QCOMPARE(doom.value().things, drawn.things);
        for (const std::size_t other : {std::size_t{1}, std::size_t{2}}) {
            const auto map = wad::readMap(wad, maps[other]);
            QVERIFY2(map, map ? "" : map.error().text().c_str());
            QCOMPARE(map.value().vertices, drawn.vertices);
            QCOMPARE(map.value().sides, drawn.sides);
            QCOMPARE(map.value().sectors, drawn.sectors);
            QCOMPARE(map.value().things, drawn.things);
            QCOMPARE(map.value().lines.size(), drawn.lines.size());
            for (std::size_t i = 0; i < drawn.lines.size(); ++i) {
                QCOMPARE(map.value().lines[i].sides, drawn.lines[i].sides);
                QCOMPARE(map.value().lines[i].flags, drawn.lines[i].flags);
            }
        }
    }

    /// Every beginning of a file is refused, or is a directory that tells the truth.
    void truncations()
    {
        const Bytes whole = threeMaps();
        for (std::size_t size = 0; size < whole.size(); ++size) {
            const auto wad = wad::read(std::make_shared<const Bytes>(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)), "cut.wad");
            QVERIFY(!wad); // the directory stands at the end
            QVERIFY(wad.error().where.find("cut.wad") != std::string::npos);
        }
    }

    void damagedMapsAreRefused()
    {
        test::WadWriter writer;
        writer.add("MAP01");
        writer.add("THINGS", Bytes(10));
        writer.add("LINEDEFS", Bytes(15)); // no whole record
        writer.add("SIDEDEFS");
        writer.add("VERTEXES");
        writer.add("SECTORS");
        const wad::Wad wad = test::wadOf(writer.finish());
        const auto map = wad::readMap(wad, wad::mapsOf(wad).front());
        QVERIFY(!map);
        QCOMPARE(map.error().text(), std::string("test.wad, MAP01 LINEDEFS: expected records of 14 bytes, found 15 bytes in all"));

        QVERIFY(!wad::readTextMap("namespace = \"zdoom\"; vertex { x = 1; }", "map"));
        QVERIFY(!wad::readTextMap("vertex { x = 1; y = 2; }", "map"));
        QVERIFY(!wad::readTextMap("namespace = \"zdoom\"; vertex { x = 1e9; y = 2; }", "map"));
        QVERIFY(!wad::readTextMap("namespace = \"zdoom\"; sector { heightfloor = \"high\"; }", "map"));
        const auto slope = wad::readTextMap("namespace = \"zdoom\"; sector { floorplane_a = 0.5; }", "map");
        QVERIFY(slope && slope.value().sectors[0].isSloped);
    }

    void picturesArePutTogether()
    {
        // Two columns: one of a post of two from row 1, one empty.
        test::ByteWriter16 patch;
        patch.u16(2).u16(4).u16(0).u16(0).u32(16).u32(22);
        patch.u8(1).u8(2).u8(0).u8(7).u8(9).u8(0);
        patch.u8(0xFF); // ends the first column; the second begins here
        const Bytes bytes = patch.bytes;
        const auto read = wad::readPatch(bytes, "PATCH");
        QVERIFY2(read, read ? "" : read.error().text().c_str());
        QCOMPARE(read.value().pixels, (std::vector<std::int16_t>{-1, -1, 7, -1, 9, -1, -1, -1}));
        for (std::size_t size = 0; size < bytes.size(); ++size)
            QVERIFY(!wad::readPatch(std::span(bytes).first(size), "PATCH"));

        test::WadWriter writer(true);
        Bytes colours(768);
        colours[3 * 7] = std::byte{200};
        writer.add("PLAYPAL", colours);
        test::ByteWriter16 names, textures;
        names.u32(1).name("patch");
        textures.u32(1).u32(8).name("BRICK").u32(0).u16(4).u16(4).u32(0).u16(2);
        textures.u16(0).u16(0).u16(0).u16(1).u16(0);
        textures.u16(2).u16(-1).u16(0).u16(1).u16(0); // the same, to the right and higher
        writer.add("PNAMES", names.bytes);
        writer.add("TEXTURE1", textures.bytes);
        writer.add("PATCH", bytes);
        writer.add("F_START");
        writer.add("FLOOR", Bytes(4096, std::byte{7}));
        writer.add("F_END");
        const wad::Wad wad = test::wadOf(writer.finish());
        const wad::Wad* all[]{&wad};
        const wad::Pictures pictures(all);
        QVERIFY(pictures.problems().empty());
        const auto wall = pictures.wall("BRICK");
        QVERIFY(wall);
        QCOMPARE(wall.value().pixels, (std::vector<std::int16_t>{-1, -1, 7, -1, 7, -1, 9, -1, 9, -1, -1, -1, -1, -1, -1, -1}));
        QCOMPARE(int{pictures.palette()[7].r}, 200);
        QVERIFY(pictures.hasFlat("FLOOR"));
        QVERIFY(!pictures.flat("NONE"));
    }
};

QTEST_GUILESS_MAIN(TestWad)
#include "tst_wad.moc"
