// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/space/move_grid.h"
#include "formats/space/units.h"

#include <QTest>

using namespace blak;
using namespace blak::space;

namespace {

constexpr std::uint8_t everyWay = 0xFF;

/// 3 rows, 4 columns, with a wall between columns 1 and 2 that is open in the last row.
roo::Room makeRoom()
{
    roo::Room room;
    room.server.emplace();
    room.server->move = {3, 4, std::vector<std::uint8_t>(12, everyWay)};
    room.server->flags = {3, 4, std::vector<std::uint8_t>(12, 1)};
    constexpr unsigned east = 0b00001110, west = 0b11100000;
    for (std::size_t row = 0; row < 3; ++row) {
        const bool open = row == 2; // straight through only
        room.server->move.cells[row * 4 + 1] = static_cast<std::uint8_t>(everyWay & ~(open ? 0b00001010u : east));
        room.server->move.cells[row * 4 + 2] = static_cast<std::uint8_t>(everyWay & ~(open ? 0b10100000u : west));
    }
    return room;
}

} // namespace

class TestMoveGrid : public QObject
{
    Q_OBJECT

private slots:
    void whatARoomDoesNotHaveIsNotThere()
    {
        QVERIFY(!MoveGrid::of(roo::Room{}, MoveGrid::Kind::Player));
        QVERIFY(!MoveGrid::of(makeRoom(), MoveGrid::Kind::Monster));
        QVERIFY(!MoveGrid::of(makeRoom(), MoveGrid::Kind::HighResolution));
        QVERIFY(MoveGrid::of(makeRoom(), MoveGrid::Kind::Player));
    }

    void aGridOfTheWrongSizeIsNone()
    {
        roo::Room room = makeRoom();
        room.server->flags.cells.pop_back();
        QVERIFY(!MoveGrid::of(room, MoveGrid::Kind::Player));
    }

    void movesFollowTheBuiltIn()
    {
        roo::Room room = makeRoom();
        room.server->flags.cells[0] = 0;
        const MoveGrid grid = *MoveGrid::of(room, MoveGrid::Kind::Player);
        QVERIFY(grid.canMove({2, 1}, {2, 2}));
        QVERIFY(!grid.canMove({1, 1}, {1, 2}));
        QVERIFY(grid.canMove({1, 1}, {1, 3}));  // more than a step: a teleport
        QVERIFY(grid.canMove({-1, 7}, {1, 1})); // from outside
        QVERIFY(!grid.canMove({0, 1}, {0, 0})); // no floor
        QVERIFY(!grid.canLeave({0, 0}, Direction::North));
    }

    void pathsGoRoundWalls()
    {
        const MoveGrid grid = *MoveGrid::of(makeRoom(), MoveGrid::Kind::Player);
        const std::vector<Cell> path = grid.findPath({0, 1}, {0, 2});
        const std::vector<Cell> expected{{0, 1}, {1, 1}, {2, 1}, {2, 2}, {1, 2}, {0, 2}};
        QCOMPARE(path.size(), expected.size());
        QVERIFY(path == expected);
        QCOMPARE(grid.findPath({0, 0}, {0, 0}).size(), std::size_t{1});
        QVERIFY(grid.findPath({0, 0}, {9, 9}).empty());
        QVERIFY(grid.findPath({0, 1}, {0, 2}, 2).empty()); // gave up
    }

    void highResolutionCellsCarryTheirWays()
    {
        roo::Room room = makeRoom();
        room.server->highResolution = roo::Grid<std::uint32_t>{1, 2, {0x1FF, 0x1FE}};
        const MoveGrid grid = *MoveGrid::of(room, MoveGrid::Kind::HighResolution);
        QVERIFY(grid.isWalkable({0, 0}));
        QVERIFY(!grid.isWalkable({0, 1}));
        QVERIFY(grid.canLeave({0, 0}, Direction::East));
        QCOMPARE(grid.step(), 256.0);
    }

    void cellsAndPointsAgree()
    {
        const MoveGrid grid = *MoveGrid::of(makeRoom(), MoveGrid::Kind::Player);
        QVERIFY(grid.cellAt(grid.centreOf({2, 3})) == (Cell{2, 3}));
        QVERIFY(grid.cellAt({-1, 0}) == (Cell{0, -1}));
    }

    void serverPlacesGoBothWays()
    {
        const GridPlace place{3, 5, 63, 1};
        QVERIFY(toGrid(toClient(place)) == place);
        QVERIFY(toGrid({-16, 0}) == (GridPlace{1, 0, 0, 63}));
    }
};

QTEST_APPLESS_MAIN(TestMoveGrid)
#include "tst_move_grid.moc"
