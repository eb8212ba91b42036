// SPDX-License-Identifier: GPL-3.0-or-later
// Drawing makes and splits sectors, whatever is drawn over what.
#include "map_support.h"

using namespace blak;
using namespace blak::roomcore;
using blak::test::Drawing;

class TestMapDraw : public QObject
{
    Q_OBJECT

private slots:
    void aRectangleInTheVoidIsASector()
    {
        Drawing d;
        QVERIFY(d.rectangle(0, 0, 256, 128));
        QCOMPARE(d.lines(), 4u);
        QCOMPARE(d.vertices(), 4u);
        QCOMPARE(d.sectors(), 1u);
        QCOMPARE(d.faults(), QString());
        for (const LineId line : d.map.linesOf({0})) {
            const MapLine& record = d.map.line(line);
            const Side side = record.sides[0].sector ? Side::Plus : Side::Minus;
            QVERIFY(!record.side(otherSide(side)).sidedef);
            QCOMPARE(d.map.sidedef(record.side(side).sidedef).normalTexture, 7);
            QCOMPARE(d.map.sidedef(record.side(side).sidedef).flags & roo::side_flag::passable, 0u);
        }
        QVERIFY(d.sectorAt(100, 100) == SectorId{0});
    }

    void drawnTheOtherWayRoundToo()
    {
        Drawing d;
        QVERIFY(d.draw({{0, 0}, {256, 0}, {256, 128}, {0, 128}}));
        QCOMPARE(d.sectors(), 1u);
        QCOMPARE(d.faults(), QString());
        QVERIFY(d.sectorAt(100, 100) == SectorId{0});
    }

    void aRectangleInARoomSplitsIt()
    {
        Drawing d;
        QVERIFY(d.rectangle(0, 0, 512, 512));
        roo::Sector marked = d.map.sector({0});
        marked.floorTexture = 99;
        d.history.begin("mark");
        d.edit.set(SectorId{0}, marked);
        d.history.commit();
        QVERIFY(d.rectangle(128, 128, 256, 256));
        QCOMPARE(d.sectors(), 2u);
        QCOMPARE(d.faults(), QString());
        const SectorId inner = d.sectorAt(200, 200);
        QVERIFY(d.sectorAt(10, 10) == SectorId{0});
        QVERIFY(inner != SectorId{0});
        QCOMPARE(d.map.sector(inner).floorTexture, 99);
        const LineId line = d.map.linesOf(inner).front();
        for (const LineSide& side : d.map.line(line).sides) {
            QCOMPARE(d.map.sidedef(side.sidedef).normalTexture, 0);
            QVERIFY((d.map.sidedef(side.sidedef).flags & roo::side_flag::passable) != 0);
        }
    }

    void aLineAcrossSplitsInTwo()
    {
        Drawing d;
        QVERIFY(d.rectangle(0, 0, 512, 256));
        QVERIFY(d.draw({{100, -50}, {100, 300}}, false));
        QCOMPARE(d.sectors(), 2u);
        QCOMPARE(d.faults(), QString());
        QVERIFY(d.sectorAt(50, 100) != d.sectorAt(300, 100));
        QVERIFY(d.sectorAt(300, 100) == SectorId{0}); // the larger part keeps the number
        QCOMPARE(d.lines(), 4u + 2 + 1 + 2);          // the tails stay in the void, to be drawn on
    }

    void aLineThatEndsInsideSplitsNothing()
    {
        Drawing d;
        QVERIFY(d.rectangle(0, 0, 512, 256));
        QVERIFY(d.draw({{0, 100}, {100, 100}}, false));
        QCOMPARE(d.sectors(), 1u);
        QCOMPARE(d.faults(), QString());
        QVERIFY(d.draw({{100, 100}, {512, 100}}, false));
        QCOMPARE(d.sectors(), 2u);
        QCOMPARE(d.faults(), QString());
    }

    void aRoomBesideAnotherOpensTheWall()
    {
        Drawing d;
        QVERIFY(d.rectangle(0, 0, 256, 256));
        QVERIFY(d.rectangle(256, 64, 512, 192));
        QCOMPARE(d.sectors(), 2u);
        QCOMPARE(d.faults(), QString());
        const auto shared = d.map.linesIn({256, 100, 256, 120});
        QCOMPARE(shared.size(), 1u);
        const MapLine& opening = d.map.line(shared[0]);
        QVERIFY(opening.sides[0].sidedef && opening.sides[1].sidedef);
        for (const LineSide& side : opening.sides) {
            QCOMPARE(d.map.sidedef(side.sidedef).normalTexture, 0);
            QVERIFY((d.map.sidedef(side.sidedef).flags & roo::side_flag::passable) != 0);
        }
    }

    void overlappingRooms()
    {
        Drawing d;
        QVERIFY(d.rectangle(0, 0, 256, 256));
        QVERIFY(d.rectangle(128, 128, 384, 384));
        QCOMPARE(d.sectors(), 3u);
        QCOMPARE(d.faults(), QString());
        QVERIFY(d.sectorAt(10, 10) == SectorId{0});
        QVERIFY(d.sectorAt(200, 200) != d.sectorAt(300, 300));
        QVERIFY(d.sectorAt(200, 200) != d.sectorAt(10, 10));
    }

    void aRingAroundAnIsland()
    {
        Drawing d;
        QVERIFY(d.rectangle(100, 100, 200, 200));
        QVERIFY(d.rectangle(0, 0, 300, 300));
        QCOMPARE(d.sectors(), 2u);
        QCOMPARE(d.faults(), QString());
        QVERIFY(d.sectorAt(150, 150) == SectorId{0});
        // Between ring and island another ring: the island's border has to learn the new sector.
        QVERIFY(d.rectangle(50, 50, 250, 250));
        QCOMPARE(d.sectors(), 3u);
        QCOMPARE(d.faults(), QString());
        QVERIFY(d.sectorAt(75, 150) != d.sectorAt(25, 150));
        QVERIFY(d.sectorAt(150, 150) == SectorId{0});
    }

    void theSameAgainChangesNothing()
    {
        Drawing d;
        QVERIFY(d.rectangle(0, 0, 256, 256));
        const auto before = roomFromMap(d.map, {}).value().room;
        QVERIFY(d.rectangle(0, 0, 256, 256));
        QVERIFY(roomFromMap(d.map, {}).value().room == before);
    }

    void aFigureOfEight()
    {
        Drawing d;
        QVERIFY(d.draw({{0, 0}, {256, 256}, {256, 0}, {0, 256}}));
        QCOMPARE(d.sectors(), 2u);
        QCOMPARE(d.faults(), QString());
    }

    void crossingsBetweenWholeUnits()
    {
        Drawing d;
        QVERIFY(d.rectangle(-300, -300, 300, 300));
        for (int i = 0; i < 12; ++i)
            QVERIFY(d.draw({{-290 + 13 * i, -250 + 7 * i * i}, {280 - 31 * i, 290 - 17 * i}}, false));
        QCOMPARE(d.faults(), QString());
    }

    void oneUnitShapesAndTheEdgeOfTheWorld()
    {
        Drawing d;
        QVERIFY(d.rectangle(0, 0, 1, 1));
        QVERIFY(d.rectangle(-32768, -32768, 32767, 32767));
        QVERIFY(d.rectangle(32766, 32766, 32767, 32767));
        QCOMPARE(d.faults(), QString());
        QCOMPARE(d.sectors(), 3u);
        QVERIFY(!d.draw({{0, 0}, {40000, 0}, {0, 10}}));
        QVERIFY(!d.draw({{5, 5}, {5, 5}}));
        QVERIFY(!d.draw({}));
        QCOMPARE(d.faults(), QString());
    }

    void theWayBackGivesTheSameBytes()
    {
        Drawing d;
        QVERIFY(d.rectangle(0, 0, 512, 512));
        const auto before = roomFromMap(d.map, {}).value().room;
        QVERIFY(d.rectangle(128, 128, 700, 256));
        QVERIFY(d.draw({{0, 0}, {512, 512}}, false));
        const auto after = roomFromMap(d.map, {}).value().room;
        QVERIFY(d.history.undo());
        QVERIFY(d.history.undo());
        QVERIFY(roomFromMap(d.map, {}).value().room == before);
        QCOMPARE(d.faults(), QString());
        QVERIFY(d.history.redo());
        QVERIFY(d.history.redo());
        QVERIFY(roomFromMap(d.map, {}).value().room == after);
        d.history.moveTo(0);
        QVERIFY(d.map.lines().empty() && d.map.vertices().empty() && d.map.sidedefs().empty() && d.map.sectors().empty());
    }

    void shapes()
    {
        Drawing d;
        QVERIFY(d.draw(ellipsePoints({0, 0}, {400, 200}, 16).value()));
        QCOMPARE(d.lines(), 16u);
        QVERIFY(d.draw(polygonPoints({600, 0}, {700, 0}, 6).value()));
        QVERIFY(drawPolylines(d.edit, gridLines({1000, 0}, {1300, 300}, 3, 4).value(), false, d.defaults, "Grid"));
        QVERIFY(d.draw(corridorPoints(std::vector<MapPoint>{{0, 1000}, {500, 1000}, {500, 1500}, {100, 1900}}, 128).value()));
        QCOMPARE(d.faults(), QString());
        QCOMPARE(d.sectors(), 1u + 1 + 12 + 1);
        QVERIFY(!ellipsePoints({0, 0}, {1, 1}, 2) && !gridLines({0, 0}, {1, 1}, 0, 4) && !corridorPoints({}, 64));
    }
};

QTEST_APPLESS_MAIN(TestMapDraw)
#include "tst_map_draw.moc"
