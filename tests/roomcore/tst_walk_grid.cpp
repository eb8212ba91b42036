// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/walk/ground_pieces.h"

#include "roomedit/roomcore/rebuild.h"
#include "tests/roomcore/broken_rooms.h"

#include <QTest>

using namespace blak;
using namespace blak::roomcore;
using space::Cell;
using space::Direction;

namespace {

const std::atomic<bool> never{false};

/// The square of cleanRoom() with a wall from south to north at x = 256, of two sidedefs; heights of the eastern half as given.
roo::Room halves(const roo::Sidedef& wall, std::uint16_t floor, std::uint16_t ceiling, std::uint32_t flags = 0)
{
    roo::Room room;
    room.format = roo::Format::V13Float;
    room.server = roo::emptyServerSection(room.format);
    const std::int16_t corners[][4] = {{0, 0, 0, 512}, {0, 512, 256, 512}, {256, 512, 256, 0}, {256, 0, 0, 0},
                                       {256, 512, 512, 512}, {512, 512, 512, 0}, {512, 0, 256, 0}};
    for (const auto& corner : corners) {
        roo::Linedef line;
        line.x0 = corner[0];
        line.y0 = corner[1];
        line.x1 = corner[2];
        line.y1 = corner[3];
        line.plusSide = 1;
        line.plusSector = room.linedefs.size() >= 4 ? 1 : 0;
        room.linedefs.push_back(line);
    }
    room.linedefs[2].plusSide = room.linedefs[2].minusSide = 2;
    room.linedefs[2].minusSector = 1;
    room.sidedefs = {{0, 7, 0, 0, 0, 0}, wall};
    room.sectors.resize(2);
    for (roo::Sector& sector : room.sectors) {
        sector.floorTexture = 3;
        sector.ceilingHeight = 192;
    }
    room.sectors[1].floorHeight = floor;
    room.sectors[1].ceilingHeight = ceiling;
    room.sectors[1].flags = flags;
    room.things.resize(2);
    room.things[1].x = room.things[1].y = 512;
    return rebuild(room, room).value().room;
}

struct Walked
{
    space::LoadedRoom room;
    WalkGrid grid;
};

Walked walk(const roo::Room& room, bool usesGrids)
{
    auto loaded = space::LoadedRoom::load(room, "room");
    if (!loaded)
        qFatal("%s", loaded.error().text().c_str());
    WalkGrid grid = WalkGrid::of(loaded.value(), usesGrids, never);
    return {std::move(loaded).value(), std::move(grid)};
}

constexpr std::uint32_t open = roo::side_flag::passable;

} // namespace

class TestWalkGrid : public QObject
{
    Q_OBJECT

private slots:
    void aCleanRoomIsOnePiece_data() { ways(); }
    void aCleanRoomIsOnePiece()
    {
        QFETCH(const bool, usesGrids);
        const Walked walked = walk(test::cleanRoom(), usesGrids);
        QCOMPARE(walked.grid.isFromGrids(), usesGrids);
        QCOMPARE(walked.grid.rows(), 8);
        QCOMPARE(walked.grid.pieces(), 1);
        QVERIFY(walked.grid.canLeave({3, 3}, Direction::North));
        QVERIFY(!walked.grid.canLeave({0, 3}, Direction::North));
        QVERIFY(explainStep(walked.room, walked.grid, {3, 3}, Direction::East).block == StepBlock::None);
        const StepVerdict verdict = explainStep(walked.room, walked.grid, {0, 3}, Direction::North);
        QVERIFY(verdict.block == StepBlock::EndOfRoom);
        QCOMPARE(verdict.linedef, 1); // the northern wall
        QCOMPARE(walked.grid.pieceOf({8, 0}), -1);
    }

    void whatIsInTheWayIsNamed_data()
    {
        QTest::addColumn<int>("which");
        QTest::addColumn<int>("block");
        QTest::addColumn<int>("amount");
        QTest::newRow("nothing") << 0 << static_cast<int>(StepBlock::None) << 0;
        QTest::newRow("impassable") << 1 << static_cast<int>(StepBlock::Impassable) << 0;
        QTest::newRow("a step") << 2 << static_cast<int>(StepBlock::HighStep) << 64;
        QTest::newRow("a step without texture stops nobody") << 3 << static_cast<int>(StepBlock::None) << 0;
        QTest::newRow("a low ceiling") << 4 << static_cast<int>(StepBlock::LowCeiling) << 32;
        QTest::newRow("nobody enters") << 5 << static_cast<int>(StepBlock::NobodyEnters) << 0;
    }
    void whatIsInTheWayIsNamed()
    {
        QFETCH(const int, which);
        QFETCH(const int, block);
        QFETCH(const int, amount);
        const roo::Room rooms[] = {
            halves({0, 0, 7, 7, open, 0}, 0, 192),  halves({0, 0, 7, 7, 0, 0}, 0, 192),
            halves({0, 0, 7, 7, open, 0}, 64, 192), halves({0, 0, 7, 0, open, 0}, 64, 192),
            halves({0, 0, 7, 7, open, 0}, 0, 32),   halves({0, 0, 7, 7, open, 0}, 0, 192, roo::sector_flag::noMove),
        };
        const Walked walked = walk(rooms[which], false);
        const StepVerdict verdict = explainStep(walked.room, walked.grid, {4, 3}, Direction::East);
        QCOMPARE(static_cast<int>(verdict.block), block);
        QCOMPARE(verdict.amount, amount);
        if (verdict.block != StepBlock::None) {
            QCOMPARE(verdict.linedef, 2);
            QVERIFY(!walked.grid.canLeave({4, 3}, Direction::East));
        }
    }

    void piecesAreCountedByTheirSize()
    {
        const Walked walked = walk(halves({0, 0, 7, 7, 0, 0}, 0, 192), true);
        QCOMPARE(walked.grid.pieces(), 2);
        QVERIFY(walked.grid.pieceOf({4, 1}) != walked.grid.pieceOf({4, 6}));
    }

    void ofAPitOneIsToldThatNobodyLeavesIt()
    {
        // The right half lies 64 lower: down one falls, up nobody climbs.
        roo::Room room = halves({0, 0, 7, 7, open, 0}, 0, 256);
        for (roo::Sector& sector : room.sectors)
            sector.floorHeight = 64;
        room.sectors[1].floorHeight = 0;
        const Walked walked = walk(room, false);
        QVERIFY(walked.grid.canLeave({4, 3}, Direction::East));
        QVERIFY(!walked.grid.canLeave({4, 4}, Direction::West));
        QCOMPARE(walked.grid.pieces(), 1);
        const auto left = walked.grid.wayBackOf({4, 1}), right = walked.grid.wayBackOf({4, 6});
        // Both halves are as large; the one that counts first is the ground, and the other stands to it as the cliff says.
        QVERIFY((left == WayBack::Both && right == WayBack::NoReturn) || (left == WayBack::NoWayIn && right == WayBack::Both));
        QCOMPARE(walked.grid.traps(), left == WayBack::Both ? 32 : 0);
        // Without the cliff everybody comes back.
        const Walked level = walk(halves({0, 0, 7, 7, open, 0}, 0, 192), false);
        QCOMPARE(level.grid.traps(), 0);
        QVERIFY(level.grid.wayBackOf({4, 6}) == WayBack::Both);
    }

    void piecesKnowTheirExits()
    {
        const Walked walked = walk(halves({0, 0, 7, 7, 0, 0}, 0, 192), true);
        const WayOut west{Cell{4, 1}}, east{Cell{7, 7}}, nowhere{Cell{40, 1}}, closed{{}, Direction::North};
        const std::vector<WayOut> exits{west, nowhere, closed};
        const auto pieces = groundPieces(walked.room, walked.grid, exits);
        QCOMPARE(pieces.size(), std::size_t{2});
        QCOMPARE(pieces[0].squares + pieces[1].squares, 64);
        const auto left = static_cast<std::size_t>(walked.grid.pieceOf({4, 1}));
        QCOMPARE(pieces[left].first, (Cell{0, 0}));
        QCOMPARE(pieces[left].exits, std::vector<std::size_t>{0});
        QVERIFY(pieces[1 - left].exits.empty());
        QCOMPARE(pieces[1 - left].first, (Cell{0, 4}));
        QVERIFY(canBeTaken(walked.room, walked.grid, east));
        QVERIFY(!canBeTaken(walked.room, walked.grid, nowhere));
        QVERIFY(!canBeTaken(walked.room, walked.grid, closed)); // a wall stands at the northern edge
    }

    void overAnEdgeOneLeavesWhereNoWallIs()
    {
        roo::Room room = test::cleanRoom();
        // The corners of the room lie within its floor: beyond the northern edge it goes on.
        room.things[1].y = 384;
        const roo::Room cut = rebuild(room, test::cleanRoom()).value().room;
        const Walked walked = walk(cut, false);
        QCOMPARE(walked.grid.rows(), 6);
        const std::vector<WayOut> exits{{{}, Direction::North}, {{}, Direction::South}, {{}, Direction::East}};
        const auto pieces = groundPieces(walked.room, walked.grid, exits);
        QCOMPARE(pieces.size(), std::size_t{1});
        QCOMPARE(pieces[0].exits, std::vector<std::size_t>{0});
    }

    void groundWithoutFloorIsTold()
    {
        roo::Room room = halves({0, 0, 0, 0, open, 0}, 0, 192);
        room.sectors[1].floorTexture = 0;
        const Walked walked = walk(room, false);
        QVERIFY(!walked.grid.isWalkable({4, 5}));
        QVERIFY(explainStep(walked.room, walked.grid, {4, 3}, Direction::East).block == StepBlock::NoFloor);
    }

private:
    static void ways()
    {
        QTest::addColumn<bool>("usesGrids");
        QTest::newRow("by the stored grid") << true;
        QTest::newRow("by geometry") << false;
    }
};

QTEST_APPLESS_MAIN(TestWalkGrid)
#include "tst_walk_grid.moc"
