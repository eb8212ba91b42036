// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/space/loaded_room.h"
#include "tests/support/shared_data.h"

#include <QTest>

using namespace blak;
using namespace blak::space;

namespace {

/// One square sector of 4 x 4 squares beside another of 2 x 4, as a builder would write it.
roo::Room twoSectors()
{
    roo::Room room;
    roo::Sector sector;
    sector.floorTexture = sector.ceilingTexture = 1;
    sector.ceilingHeight = 128;
    room.sectors = {sector, sector};
    room.sectors[1].floorHeight = 16;
    room.sectors[1].flags = 2;
    roo::Sidedef side;
    side.flags = roo::side_flag::passable;
    room.sidedefs = {side};
    room.width = 6 * 1024;
    room.height = 4 * 1024;

    roo::Node root; // x = 4096, walking south: plus is west
    root.kind = roo::Node::Kind::Internal;
    root.a = -4096;
    root.b = 0;
    root.c = 4096.0 * 4096;
    root.plusChild = 2;
    root.minusChild = 3;
    root.firstWall = 1;
    root.box = {0, 0, 6144, 4096};
    roo::Node west, east;
    west.sector = 1;
    west.box = {0, 0, 4096, 4096};
    west.polygon = {{0, 0}, {4096, 0}, {4096, 4096}, {0, 4096}};
    east.sector = 2;
    east.box = {4096, 0, 6144, 4096};
    east.polygon = {{4096, 0}, {6144, 0}, {6144, 4096}, {4096, 4096}};
    room.nodes = {root, west, east};
    roo::Wall wall;
    wall.plusSide = wall.minusSide = 1;
    wall.plusSector = 1;
    wall.minusSector = 2;
    wall.x0 = wall.x1 = 4096;
    wall.y1 = 4096;
    room.walls = {wall};
    return room;
}

std::string errorOf(roo::Room room)
{
    const auto loaded = LoadedRoom::load(std::move(room), "bad.roo");
    return loaded ? std::string("loaded") : loaded.error().text();
}

} // namespace

class TestLoadedRoom : public QObject
{
    Q_OBJECT

private slots:
    void pointsFindTheirSector()
    {
        const auto loaded = LoadedRoom::load(twoSectors(), "two.roo");
        QVERIFY(loaded);
        const LoadedRoom& room = loaded.value();
        QCOMPARE(room.sectorAt({100, 100}), Index{0});
        QCOMPARE(room.sectorAt({5000, 100}), Index{1});
        QCOMPARE(room.sectorAt({7000, 100}), none);
        QCOMPARE(room.sectorAt({100, -5}), none);
        QCOMPARE(room.treeDepth(), std::size_t{2});
        QCOMPARE(room.wallsOf(room.nodes()[0]).size(), std::size_t{1});
        QCOMPARE(room.polygonOf(room.nodes()[1]).size(), std::size_t{4});
    }

    void heightsAreInClientUnits()
    {
        auto loaded = LoadedRoom::load(twoSectors(), "two.roo");
        LoadedRoom& room = loaded.value();
        QCOMPARE(room.floorHeight(1, {5000, 0}), 256.0);
        QCOMPARE(room.standHeight(1, {5000, 0}), 256.0 - 409);
        QCOMPARE(room.ceilingHeight(1, {5000, 0}), 2048.0);
        room.setFloorHeight(1, 512);
        const WallQuad quad = room.wallQuad(room.walls()[0]);
        QCOMPARE(quad.start.z, (std::array<double, 4>{0, 512, 2048, 2048}));
        QVERIFY(!quad.floorsCross);
    }

    void slopesTiltHeights()
    {
        roo::Room file = twoSectors();
        roo::Slope slope; // rises one unit per two units east, from the west edge
        slope.a = -1;
        slope.c = 2;
        file.sectors[0].floorSlope = slope;
        const auto loaded = LoadedRoom::load(file, "slope.roo");
        QCOMPARE(loaded.value().floorHeight(0, {2048, 7}), 1024.0);
        const WallQuad quad = loaded.value().wallQuad(loaded.value().walls()[0]);
        QCOMPARE(quad.start.z[1], 2048.0);
    }

    void planesAreNormalised()
    {
        const auto loaded = LoadedRoom::load(twoSectors(), "two.roo");
        const LoadedNode& root = loaded.value().nodes()[0];
        QCOMPARE(root.a * 1096 + root.b * 5 + root.c, 3000.0);
    }

    void whatOldBuildersMadeOfTheOutsideIsOutside()
    {
        roo::Room file = twoSectors();
        file.nodes[2].sector = 1; // "no sector" as version 12 wrote it
        file.walls[0].minusSector = 0;
        file.walls[0].minusSide = 0;
        const auto loaded = LoadedRoom::load(file, "old.roo");
        QCOMPARE(loaded.value().sectorAt({5000, 100}), none);
        QCOMPARE(loaded.value().sectorAt({100, 100}), Index{0});
    }

    void badNumbersAreRefusedWithTheirPlace()
    {
        roo::Room room = twoSectors();
        room.nodes[0].plusChild = 9;
        QCOMPARE(errorOf(room), std::string("bad.roo, node 1: child expected 0 to 3, found 9"));
        room = twoSectors();
        room.nodes[0].plusChild = 1;
        QVERIFY(errorOf(room).find("in the tree already") != std::string::npos);
        room = twoSectors();
        room.nodes[0].firstWall = 2;
        QVERIFY(errorOf(room).find("first wall") != std::string::npos);
        room = twoSectors();
        room.walls[0].next = 1;
        QVERIFY(errorOf(room).find("in one plane only") != std::string::npos);
        room = twoSectors();
        room.walls[0].plusSide = 2;
        QVERIFY(errorOf(room).find("plus side") != std::string::npos);
        room = twoSectors();
        room.walls[0].minusSector = 3;
        QVERIFY(errorOf(room).find("minus sector") != std::string::npos);
        room = twoSectors();
        room.nodes[1].sector = 3;
        QVERIFY(errorOf(room).find("sector expected") != std::string::npos);
        room = twoSectors();
        room.nodes[1].polygon.resize(101);
        QVERIFY(errorOf(room).find("at most 100 points") != std::string::npos);
        room = twoSectors();
        room.nodes[0].a = room.nodes[0].b = 0;
        QVERIFY(errorOf(room).find("line expected") != std::string::npos);
        room = twoSectors();
        room.walls[0].x0 = std::numeric_limits<double>::quiet_NaN();
        QVERIFY(errorOf(room).find("coordinates") != std::string::npos);
    }

    void aChainOfNodesIsTooDeep()
    {
        roo::Room room = twoSectors();
        room.nodes.assign(1000, room.nodes[0]);
        for (std::size_t i = 0; i < room.nodes.size(); ++i) {
            room.nodes[i].firstWall = 0;
            room.nodes[i].minusChild = 0;
            room.nodes[i].plusChild = static_cast<std::uint16_t>(i + 1 < room.nodes.size() ? i + 2 : 0);
        }
        QVERIFY(errorOf(room).find("nodes deep") != std::string::npos);
    }

    void aRoomWithoutNodesIsAllOutside()
    {
        const auto loaded = LoadedRoom::load(roo::Room{}, "empty.roo");
        QVERIFY(loaded);
        QCOMPARE(loaded.value().sectorAt({0, 0}), none);
    }

    void wallsAreOfTheLinedefsThatTheBuilderTells()
    {
        roo::Room room = twoSectors();
        roo::Linedef line; // two on the same place: geometry cannot tell which one the wall came from
        line.x0 = line.x1 = 256;
        line.y1 = -256;
        room.linedefs = {line, line};
        for (const Index told : {Index{0}, Index{1}}) {
            const std::vector<Index> linedefs{told};
            const auto loaded = LoadedRoom::load(room, "two.roo", linedefs);
            QVERIFY(loaded);
            QCOMPARE(loaded.value().walls()[0].linedef, told);
        }
        const auto refusal = [&](std::vector<Index> linedefs) {
            const auto loaded = LoadedRoom::load(room, "two.roo", linedefs);
            return loaded ? std::string() : loaded.error().text();
        };
        QCOMPARE(refusal({0, 1}), std::string("two.roo, walls: linedefs expected of 1 walls, found of 2"));
        QCOMPARE(refusal({2}), std::string("two.roo, wall 1: linedef expected below 2, found 2"));
        QVERIFY(refusal({none}) != "");
    }

    void everyCorpusRoomLoads()
    {
        BLAK_NEED_SHARED(folder, "corpus/roo");
        for (const auto& file : test::filesBelow(folder, ".roo")) {
            auto room = roo::read(test::bytesOf(file), file.string());
            QVERIFY(room);
            const auto loaded = LoadedRoom::load(std::move(room).value(), file.string());
            QVERIFY2(loaded, loaded ? "" : loaded.error().text().c_str());
            QVERIFY(loaded.value().treeDepth() <= 64);
            for (const LoadedWall& wall : loaded.value().walls())
                QVERIFY2(wall.linedef != none, file.c_str());
        }
    }
};

QTEST_APPLESS_MAIN(TestLoadedRoom)
#include "tst_loaded_room.moc"
