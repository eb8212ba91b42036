// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/space/movement.h"
#include "tests/support/sample_room.h"

#include <QTest>

#include <optional>

using namespace blak;
using namespace blak::space;

/// The room of the runtime suite (tests/conformance/run/make_room.py).
class TestMovement : public QObject
{
    Q_OBJECT

    std::optional<LoadedRoom> room_;

    static Point at(int row, int column, int fineRow = 32, int fineColumn = 32)
    {
        return {((column - 1) * 64.0 + fineColumn) * 16, ((row - 1) * 64.0 + fineRow) * 16};
    }

private slots:
    void initTestCase()
    {
        auto loaded = test::loadSampleRoom<LoadedRoom>();
        QVERIFY2(loaded, loaded ? "" : loaded.error().text().c_str());
        room_.emplace(std::move(loaded).value());
    }

    void noWayIsEndless() { QVERIFY(!space::canMove(*room_, Mover::monster(), at(9, 10), at(100'000'000, 100'000'000))); }

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
