// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/file_io.h"
#include "formats/roo/room.h"
#include "formats/space/movement.h"

#include <QTest>

#include <filesystem>
#include <optional>

using namespace blak;
using namespace blak::space;

/// The room of the runtime suite (tests/conformance/run/make_room.py), where the 105 server was measured.
class TestMovement : public QObject
{
    Q_OBJECT

    std::optional<LoadedRoom> room_;
    static constexpr Mover monster_{.radius = 256};
    static constexpr Mover player_{.radius = 128};

    static Point at(int row, int column, int fineRow = 32, int fineColumn = 32)
    {
        return {((column - 1) * 64.0 + fineColumn) * 16, ((row - 1) * 64.0 + fineRow) * 16};
    }
    bool mayGo(Point from, Point to, double height = 40, const Mover& mover = monster_) const
    {
        return canMoveFrom(*room_, mover, from, to, height * 16);
    }

private slots:
    void initTestCase()
    {
        const std::filesystem::path file = std::filesystem::path(qEnvironmentVariable("BLAK_SOURCE_DIR").toStdString()) /
                                           "tests/conformance/run/open105/rooms/sample.roo";
        auto bytes = readFile(file);
        QVERIFY(bytes);
        auto room = roo::read(bytes.value(), file.string());
        QVERIFY2(room, room ? "" : room.error().text().c_str());
        auto loaded = LoadedRoom::load(std::move(room).value(), file.string());
        QVERIFY(loaded);
        room_.emplace(std::move(loaded).value());
    }

    void wallsAreKeptAt16UnitsAndByPlayersAt8()
    {
        QVERIFY(!mayGo(at(9, 14), at(7, 14, 15)));
        QVERIFY(mayGo(at(9, 14), at(7, 14, 16)));
        QVERIFY(!mayGo(at(9, 14), at(7, 14, 7), 40, player_));
        QVERIFY(mayGo(at(9, 14), at(7, 14, 8), 40, player_));
        QVERIFY(!mayGo(at(7, 14, 15), at(7, 15, 15))); // along it
        QVERIFY(mayGo(at(7, 14, 1), at(9, 14)));       // away from it
        QVERIFY(mayGo(at(7, 14, 5), at(7, 14, 6)));    // less near than before
    }

    void cornersCount()
    {
        for (const Point& from : {at(9, 14, 0), at(9, 17, 0)}) { // past a pillar whose side is 16 units away, then 15
            const int column = from.x < at(9, 15).x ? 17 : 14;
            QVERIFY(mayGo(from, at(9, column, 0)));
            QVERIFY(!mayGo({from.x, from.y + 16}, at(9, column, 1)));
        }
    }

    void stepsAreJudgedFromTheGivenHeight()
    {
        QVERIFY(mayGo(at(7, 17), at(7, 18), 32));  // up 16
        QVERIFY(!mayGo(at(11, 3), at(12, 3), 55)); // up 48
        QVERIFY(mayGo(at(11, 3), at(12, 3), 56));
        QVERIFY(!mayGo(at(11, 9), at(10, 9), 7)); // out of the pool, stood in at -2
        QVERIFY(mayGo(at(11, 9), at(10, 9), 8));
        QVERIFY(mayGo(at(11, 13), at(10, 13), 0)); // out of the ford: feet are at 11 whatever is said
        QVERIFY(!mayGo(at(7, 18), at(8, 18), 23)); // under the floor of 48
        QVERIFY(mayGo(at(7, 18), at(8, 18), 24));
    }

    void headRoomAndForbiddenSectorsStop()
    {
        QVERIFY(!mayGo(at(7, 11), at(6, 11))); // 40 units high
        QVERIFY(mayGo(at(6, 11), at(7, 11)));
        QVERIFY(!mayGo(at(8, 3), at(7, 3), 90)); // "no move"
        QVERIFY(mayGo(at(7, 3), at(9, 3), 90));
    }

    void whoIsOutsideMayEnter()
    {
        QVERIFY(mayGo(at(4, 3), at(4, 4), 0));
        QVERIFY(mayGo(at(14, 9), at(13, 9), 0));
        QVERIFY(!mayGo(at(6, 10), at(6, 11), 0)); // too low
        QVERIFY(!mayGo(at(6, 3), at(7, 3), 90));  // "no move"
        QVERIFY(!mayGo(at(5, 3), at(5, 7), 0));   // in by one wall, out by the other
        QVERIFY(!mayGo(at(13, 9), at(14, 9), 0)); // and out of the room
    }

    void noWayIsEndless()
    {
        const Point far = at(100'000'000, 100'000'000);
        QVERIFY(!mayGo(at(4, 3), far, 0)); // from outside, where nothing stops
        QVERIFY(!mayGo(at(9, 10), far));
        QVERIFY(!space::canMove(*room_, monster_, at(9, 10), far));
        QVERIFY(mayGo(at(16, 2), at(16, -200), 0)); // far, but not that far
    }

    void clientsSlideAlongWalls()
    {
        const MoveResult result = space::move(*room_, Mover::player(), at(8, 10), at(6, 14));
        QVERIFY(result.touched);
        QVERIFY(result.point.x > at(8, 12).x);
        QVERIFY(result.point.y >= at(7, 1, 0).y + Mover::player().radius - 3);
        QVERIFY(space::canMove(*room_, Mover::player(), at(9, 10), at(9, 13)));
        QVERIFY(!space::canMove(*room_, Mover::player(), at(9, 10), at(6, 10)));
    }
};

QTEST_APPLESS_MAIN(TestMovement)
#include "tst_movement.moc"
