// SPDX-License-Identifier: GPL-3.0-or-later
// What servers ask of rooms. The answers are those of the 105 server; tests/conformance/run/diff_rooms.py asks both about others.
#include "formats/space/server_movement.h"
#include "formats/space/server_sight.h"
#include "tests/support/sample_room.h"

#include <QTest>

#include <cmath>
#include <optional>

using namespace blak;
using namespace blak::space;

/// The room of the runtime suite (tests/conformance/run/make_room.py); its hall is at height 32.
class TestServerRoom : public QObject
{
    Q_OBJECT

    std::optional<ServerRoom> room_;

    static FlatPoint at(int row, int column, int fineRow = 32, int fineColumn = 32)
    {
        return {(static_cast<float>(column - 1) * 64 + static_cast<float>(fineColumn)) * 16,
                (static_cast<float>(row - 1) * 64 + static_cast<float>(fineRow)) * 16};
    }
    bool mayGo(FlatPoint from, FlatPoint to, float height = 40, bool isPlayer = false, float speed = 0) const
    {
        return mayWalk(*room_, from, to, {.isPlayer = isPlayer, .height = height * 16, .speed = speed});
    }
    bool isSeen(FlatPoint from, float fromHeight, FlatPoint to, float toHeight) const
    {
        return sees(*room_, {from.x, from.y, fromHeight * 16}, {to.x, to.y, toHeight * 16});
    }
    ServerSector& sectorOf(FlatPoint point) { return room_->sectors()[room_->sectorAt(point)]; }

private slots:
    void init()
    {
        auto loaded = test::loadSampleRoom<ServerRoom>();
        QVERIFY2(loaded, loaded ? "" : loaded.error().text().c_str());
        room_.emplace(std::move(loaded).value());
    }

    void sectorsAndHeights()
    {
        QCOMPARE(int{sectorOf(at(9, 10)).userId}, 1);
        QCOMPARE(room_->sectorAt(at(16, 2)), none);
        QCOMPARE(room_->standHeight(sectorOf(at(9, 10)), at(9, 10)), 32 * 16.0F);
        QCOMPARE(room_->standHeight(sectorOf(at(12, 10)), at(12, 10)), 24 * 16 - 2 * 1024.0F / 5); // the pool
        QCOMPARE(room_->farCorner(), (FlatPoint{23 * 1024, 18 * 1024}));
        QVERIFY(room_->bytes() > 1000);
    }

    void depthsOfTheWholeRoom()
    {
        const FlatPoint pool = at(12, 10), ford = at(11, 13);
        room_->setDepths({.flags = 2, .heights = {5, 7, 9}}); // depth 2 alone
        QCOMPARE(room_->standHeight(sectorOf(pool), pool), 7.0F);
        QCOMPARE(room_->standHeight(sectorOf(ford), ford), 24 * 16 - 1024.0F / 5);
        room_->setDepths({.flags = 3, .heights = {5, 7, 9}}); // two at once are none
        QCOMPARE(room_->standHeight(sectorOf(pool), pool), 24 * 16 - 2 * 1024.0F / 5);
    }

    void movedSectorsKeepTheirSlopes()
    {
        const FlatPoint ramp = at(14, 15);
        const float before = sectorOf(ramp).floorAt(ramp);
        sectorOf(ramp).floorHeight = 9999;
        QCOMPARE(sectorOf(ramp).floorAt(ramp), before);
        sectorOf(at(9, 10)).floorHeight = 9999;
        QCOMPARE(sectorOf(at(9, 10)).floorAt(at(9, 10)), 9999.0F);
    }

    /// 248 client units, which are fifteen and a half fine ones; players 120.
    void wallsAreKept()
    {
        QVERIFY(!mayGo(at(9, 14), at(7, 14, 15)));
        QVERIFY(mayGo(at(9, 14), at(7, 14, 16)));
        QVERIFY(!mayGo(at(9, 14), at(7, 14, 7), 40, true));
        QVERIFY(mayGo(at(9, 14), at(7, 14, 8), 40, true));
        QVERIFY(mayGo(at(7, 14, 1), at(9, 14)));     // away from it
        QVERIFY(mayGo(at(7, 14, 1), at(7, 14, 2)));  // a little
        QVERIFY(!mayGo(at(7, 14, 2), at(7, 14, 1))); // nearer
        QVERIFY(mayGo(at(7, 14, 1), at(7, 14, 1)));  // not at all
        QVERIFY(!mayGo(at(9, 14), at(6, 14)));       // through it
        QVERIFY(mayStep(*room_, at(9, 14), at(7, 14, 16)));
        QVERIFY(!mayStep(*room_, at(9, 14), at(7, 14, 15)));
    }

    void stepsAreJudgedFromTheGivenHeight()
    {
        QVERIFY(mayGo(at(7, 17), at(7, 18), 32));  // up 16
        QVERIFY(!mayGo(at(11, 3), at(12, 3), 55)); // up 48, 80 - 24 = 56
        QVERIFY(mayGo(at(11, 3), at(12, 3), 56));
        QVERIFY(mayGo(at(11, 3), at(12, 3), 50, true)); // players: 30 at most
        QVERIFY(!mayGo(at(11, 3), at(12, 3), 49, true));
        QVERIFY(!mayStep(*room_, at(11, 3), at(12, 3)));
        QVERIFY(mayStep(*room_, at(12, 3), at(11, 3)));
    }

    /// Who is above the ground falls on the way, the farther the slower it goes.
    void slowWalkersFall()
    {
        QVERIFY(mayGo(at(9, 3), at(12, 3), 57, false, 100));
        QVERIFY(!mayGo(at(9, 3), at(12, 3), 57, false, 1));
    }

    void forbiddenAndLowSectorsStop()
    {
        QVERIFY(!mayGo(at(7, 11), at(6, 11)));   // 40 units high
        QVERIFY(!mayGo(at(8, 3), at(7, 3), 90)); // between them the sill is "no move"
        sectorOf(at(9, 10)).flags |= roo::sector_flag::noMove;
        QVERIFY(!mayGo(at(11, 10), at(9, 10)));
    }

    void whoIsOutsideMayEnter()
    {
        QVERIFY(mayGo(at(14, 9), at(13, 9), 0));
        QVERIFY(!mayGo(at(13, 9), at(14, 9), 0)); // and not out again
        QVERIFY(!mayGo(at(6, 10), at(6, 11), 0)); // too low
    }

    void wallsWithTexturesHide()
    {
        QVERIFY(isSeen(at(9, 10), 80, at(9, 13), 90));
        QVERIFY(!isSeen(at(9, 10), 80, at(2, 10), 100)); // behind the wall of the hall
        for (ServerSide& side : room_->sides())
            side.normalTexture = side.aboveTexture = side.belowTexture = 0;
        QVERIFY(isSeen(at(9, 10), 80, at(2, 10), 80));
    }

    void transparentWallsHideWhereTheySaySo()
    {
        for (ServerSide& side : room_->sides())
            side.flags |= roo::side_flag::transparent;
        QVERIFY(isSeen(at(9, 10), 80, at(15, 10), 80)); // into the outside, which hides nothing
        for (ServerSide& side : room_->sides())
            side.flags |= roo::side_flag::noLookThrough;
        QVERIFY(!isSeen(at(9, 10), 80, at(15, 10), 80));
    }

    void floorsHideFromAboveAndCeilingsFromBelow()
    {
        const FlatPoint from = at(9, 10), to = at(9, 12);
        const auto isFree = [&](float a, float b) { return isLineFree(*room_, {from.x, from.y, a * 16}, {to.x, to.y, b * 16}); };
        QVERIFY(!isFree(80, 10));
        QVERIFY(isFree(10, 80)); // through the floor from below
        QVERIFY(!isFree(80, 400));
        sectorOf(from).ceilingTexture = 0;
        QVERIFY(isFree(80, 400));
    }

    void sightHasSixTargets()
    {
        // Eyes in the ceiling, feet (48 units lower) not.
        QVERIFY(isSeen(at(9, 10), 100, at(9, 12), 200));
        QVERIFY(!isLineFree(*room_, {at(9, 10).x, at(9, 10).y, 1600}, {at(9, 12).x, at(9, 12).y, 3200}));
        QVERIFY(!isSeen(at(9, 10), 100, at(9, 12), 400));
    }

    void viewIsWiderThanAQuarterTurn()
    {
        // Half of it is atan(768 / 512), 56.3 degrees to each side.
        const FlatPoint here{0, 0};
        for (const double degrees : {0.0, 30.0, 56.0, -56.0}) {
            const double radians = degrees / 180 * 3.14159265358979;
            const FlatPoint there{static_cast<float>(1000 * std::cos(radians)), static_cast<float>(1000 * std::sin(radians))};
            QVERIFY2(isInView(here, there, 0), qPrintable(QString::number(degrees)));
            QVERIFY(isInView(here, {-there.x, -there.y}, 2048));
            QVERIFY(isInView(here, {-there.y, there.x}, 1024 - 4096));
        }
        for (const float side : {57.0F, -57.0F, 180.0F}) {
            const float radians = side / 180 * 3.14159265F;
            QVERIFY(!isInView(here, {1000 * std::cos(radians), 1000 * std::sin(radians)}, 4096));
        }
        QVERIFY(isInView(here, here, 77));
    }

    void circles()
    {
        QVERIFY(meetsCircle({0, 0}, 10, {-20, 0}, {20, 0}));
        QVERIFY(meetsCircle({0, 0}, 10, {0, 0}, {20, 0}));
        QVERIFY(meetsCircle({0, 0}, 10, {-20, 10}, {20, 10})); // touches
        QVERIFY(!meetsCircle({0, 0}, 10, {-20, 11}, {20, 11}));
        QVERIFY(!meetsCircle({0, 0}, 10, {-5, 0}, {5, 0})); // wholly inside
        QVERIFY(touchesDisc({0, 0}, 10, {-5, 0}, {5, 0}));
        QVERIFY(!meetsCircle({0, 0}, 10, {10, 0}, {10, 0})); // no length
        QVERIFY(!touchesDisc({0, 0}, 10, {0, 0}, {0, 0}));
        QVERIFY(!meetsCircle({0, 0}, 10, {11, 0}, {20, 0}));
    }

    void leavesOfSectors()
    {
        const Index hall = room_->sectorAt(at(9, 10));
        QVERIFY(room_->hasLeafAt(hall, static_cast<int>(at(9, 10).x), static_cast<int>(at(9, 10).y)));
        QVERIFY(!room_->hasLeafAt(hall, static_cast<int>(at(12, 10).x), static_cast<int>(at(12, 10).y))); // the pool
        QVERIFY(!room_->hasLeafAt(hall, -5, 7));
    }

    void aRoomWithoutNodesLetsNobodySeeOrGo()
    {
        const auto empty = ServerRoom::load(roo::Room{}, "empty.roo");
        QVERIFY(empty);
        QCOMPARE(empty.value().sectorAt({0, 0}), none);
        QVERIFY(!sees(empty.value(), {0, 0, 0}, {9, 9, 9}));
        QVERIFY(!mayWalk(empty.value(), {0, 0}, {0, 0}, {}));
        QVERIFY(!mayStep(empty.value(), {0, 0}, {0, 0}));
    }

    void aBrokenRoomIsRefused()
    {
        roo::Room room;
        room.nodes.resize(1);
        room.nodes[0].sector = 9;
        const auto loaded = ServerRoom::load(std::move(room), "broken.roo");
        QVERIFY(!loaded);
        QVERIFY(loaded.error().text().find("sector") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(TestServerRoom)
#include "tst_server_room.moc"
