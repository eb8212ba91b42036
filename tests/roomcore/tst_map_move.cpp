// SPDX-License-Identifier: GPL-3.0-or-later
// Moving, cutting, joining: every area keeps a whole border.
#include "map_support.h"
#include "roomedit/roomcore/operations/lines.h"
#include "roomedit/roomcore/operations/sectors.h"
#include "roomedit/roomcore/operations/transform.h"

using namespace blak;
using namespace blak::roomcore;
using blak::test::Drawing;

namespace {

MapSelection vertexAt(const Drawing& d, int x, int y)
{
    MapSelection selection;
    selection.vertices = {d.map.vertexAt({x, y})};
    return selection;
}

MapSelection sector(SectorId id)
{
    MapSelection selection;
    selection.sectors = {id};
    return selection;
}

} // namespace

class TestMapMove : public QObject
{
    Q_OBJECT

private slots:
    void aVertexTakesItsLinesAlong()
    {
        Drawing d;
        QVERIFY(d.rectangle(0, 0, 256, 256));
        QVERIFY(moveBy(d.edit, vertexAt(d, 256, 256), {64, 32}, MergeRule::Merge, d.defaults));
        QVERIFY(d.map.vertexAt({320, 288}));
        QCOMPARE(d.lines(), 4u);
        QCOMPARE(d.faults(), QString());
    }

    void aVertexOnAnotherBecomesOne()
    {
        Drawing d;
        QVERIFY(d.rectangle(0, 0, 256, 256));
        QVERIFY(moveBy(d.edit, vertexAt(d, 256, 256), {-256, 0}, MergeRule::Merge, d.defaults));
        QCOMPARE(d.lines(), 3u);
        QCOMPARE(d.vertices(), 3u);
        QCOMPARE(d.sectors(), 1u);
        QCOMPARE(d.faults(), QString());
    }

    void aVertexOverTheFarWallFoldsTheRoom()
    {
        Drawing d;
        QVERIFY(d.rectangle(0, 0, 256, 256));
        QVERIFY(moveBy(d.edit, vertexAt(d, 256, 256), {-100, -400}, MergeRule::Merge, d.defaults));
        QCOMPARE(d.faults(), QString());
        QCOMPARE(d.sectors(), 1u);
        QVERIFY(d.sectorAt(20, 100) == SectorId{0});
        QVERIFY(d.sectorAt(160, -30) == SectorId{0}); // the piece that went over
    }

    void aRoomIntoAnother()
    {
        Drawing d;
        QVERIFY(d.rectangle(0, 0, 512, 512));
        QVERIFY(d.rectangle(1000, 0, 1100, 100));
        QVERIFY(moveBy(d.edit, sector({1}), {-900, 100}, MergeRule::Merge, d.defaults));
        QCOMPARE(d.sectors(), 2u);
        QCOMPARE(d.faults(), QString());
        QVERIFY(d.sectorAt(150, 150) == SectorId{1});
        QVERIFY(d.sectorAt(300, 300) == SectorId{0});
        // And out again: the hole closes.
        QVERIFY(moveBy(d.edit, sector({1}), {900, -100}, MergeRule::Merge, d.defaults));
        QCOMPARE(d.faults(), QString());
        QVERIFY(d.sectorAt(150, 150) == SectorId{0});
        QCOMPARE(d.lines(), 8u);
    }

    void aRoomOverTheCornerOfAnother()
    {
        Drawing d;
        QVERIFY(d.rectangle(0, 0, 512, 512));
        QVERIFY(d.rectangle(1000, 0, 1200, 200));
        QVERIFY(moveBy(d.edit, sector({1}), {-600, -100}, MergeRule::Merge, d.defaults));
        QCOMPARE(d.sectors(), 2u);
        QCOMPARE(d.faults(), QString());
        QVERIFY(d.sectorAt(450, 50) == SectorId{1}); // who moves wins
        QVERIFY(d.sectorAt(550, 50) == SectorId{1});
        QVERIFY(d.sectorAt(450, 150) == SectorId{0});
    }

    void aRoomBesideAnotherSharesTheWall()
    {
        Drawing d;
        QVERIFY(d.rectangle(0, 0, 256, 256));
        QVERIFY(d.rectangle(1000, 0, 1256, 256));
        QVERIFY(moveBy(d.edit, sector({1}), {-744, 0}, MergeRule::Merge, d.defaults));
        QCOMPARE(d.lines(), 7u);
        QCOMPARE(d.faults(), QString());
        QVERIFY(moveBy(d.edit, sector({1}), {0, 128}, MergeRule::Merge, d.defaults)); // takes the shared wall along
        QCOMPARE(d.faults(), QString());
        QCOMPARE(d.sectors(), 2u);
    }

    void anIslandAcrossTheWall()
    {
        Drawing d;
        QVERIFY(d.rectangle(0, 0, 512, 512));
        QVERIFY(d.rectangle(100, 100, 200, 200));
        QVERIFY(moveBy(d.edit, sector({1}), {350, 0}, MergeRule::Merge, d.defaults));
        QCOMPARE(d.faults(), QString());
        QVERIFY(d.sectorAt(500, 150) == SectorId{1});
        QVERIFY(d.sectorAt(530, 150) == SectorId{1});
        QVERIFY(d.sectorAt(150, 150) == SectorId{0});
    }

    void anIslandIsLeftOutside()
    {
        Drawing d;
        QVERIFY(d.rectangle(0, 0, 512, 512));
        QVERIFY(d.rectangle(400, 400, 450, 450));
        QVERIFY(d.draw({{300, 450}, {350, 450}}, false)); // a wall that stands free
        MapSelection right;
        right.vertices = {d.map.vertexAt({512, 0}), d.map.vertexAt({512, 512})};
        QVERIFY(moveBy(d.edit, right, {-300, 0}, MergeRule::Merge, d.defaults));
        QCOMPARE(d.faults(), QString());
        QVERIFY(d.sectorAt(425, 425) == SectorId{1});
        QVERIFY(!d.sectorAt(300, 300));
        QVERIFY(d.map.linesIn({310, 450, 340, 450}).empty());
        QVERIFY(d.history.undo());
        QCOMPARE(d.faults(), QString());
    }

    void replaceClearsWhatLiesUnder()
    {
        for (const MergeRule rule : {MergeRule::Merge, MergeRule::Replace}) {
            Drawing d;
            QVERIFY(d.rectangle(0, 0, 512, 512));
            QVERIFY(d.rectangle(100, 100, 150, 150));
            QVERIFY(d.rectangle(1000, 0, 1300, 300));
            QVERIFY(moveBy(d.edit, sector({2}), {-950, 50}, rule, d.defaults));
            QCOMPARE(d.faults(), QString());
            QVERIFY(d.sectorAt(60, 60) == SectorId{2});
            QVERIFY(d.sectorAt(125, 125) == (rule == MergeRule::Merge ? SectorId{1} : SectorId{2}));
            QCOMPARE(d.sectors(), rule == MergeRule::Merge ? 3u : 2u);
        }
    }

    void verticesOnlyLeavesCrossings()
    {
        Drawing d;
        QVERIFY(d.rectangle(0, 0, 256, 256));
        QVERIFY(d.rectangle(1000, 0, 1256, 256));
        QVERIFY(moveBy(d.edit, sector({1}), {-900, 100}, MergeRule::VerticesOnly, d.defaults));
        QCOMPARE(d.lines(), 8u);
        QVERIFY(validate(d.map));
        QVERIFY(!findDefects(d.map).crossing.empty());
    }

    void fourQuarterTurnsAndTwoMirrorsAreNothing()
    {
        Drawing d;
        QVERIFY(d.rectangle(0, 0, 512, 256));
        QVERIFY(d.rectangle(64, 64, 128, 192));
        const auto before = roomFromMap(d.map, {}).value().room;
        MapSelection all;
        all.sectors = {{0}, {1}};
        for (int i = 0; i < 4; ++i) {
            QVERIFY(rotate(d.edit, all, {37, 11}, 90, MergeRule::Merge, d.defaults));
            QCOMPARE(d.faults(), QString());
        }
        QVERIFY(roomFromMap(d.map, {}).value().room == before);
        for (int i = 0; i < 2; ++i) {
            QVERIFY(mirror(d.edit, all, MirrorAxis::Horizontal, MergeRule::Merge, d.defaults));
            QCOMPARE(d.faults(), QString());
            QVERIFY(d.sectorAt(i == 0 ? 512 - 100 : 100, 100) == SectorId{1});
        }
        QVERIFY(roomFromMap(d.map, {}).value().room == before);
        QVERIFY(scale(d.edit, all, {0, 0}, 0.01, 0.01, MergeRule::Merge, d.defaults));
        QVERIFY(validate(d.map));
        QVERIFY(!scale(d.edit, all, {0, 0}, 0, 1, MergeRule::Merge, d.defaults));
        QVERIFY(!moveBy(d.edit, all, {40000, 0}, MergeRule::Merge, d.defaults));
    }

    void deletingTheWallBetweenMerges()
    {
        Drawing d;
        QVERIFY(d.rectangle(0, 0, 512, 256));
        QVERIFY(d.draw({{100, 0}, {100, 256}}, false));
        const auto wall = d.map.linesIn({100, 100, 100, 120});
        QVERIFY(deleteLines(d.edit, wall, d.defaults));
        QCOMPARE(d.sectors(), 1u);
        QVERIFY(d.sectorAt(50, 50) == SectorId{0});
        QCOMPARE(d.faults(), QString());
    }

    void deletingAnOuterWallEndsTheSector()
    {
        Drawing d;
        QVERIFY(d.rectangle(0, 0, 256, 256));
        QVERIFY(d.rectangle(256, 0, 512, 256));
        const auto wall = d.map.linesIn({512, 100, 512, 120});
        QVERIFY(deleteLines(d.edit, wall, d.defaults));
        QCOMPARE(d.sectors(), 1u);
        QCOMPARE(d.lines(), 4u);
        QCOMPARE(d.faults(), QString());
        const MapLine& closed = d.map.line(d.map.linesIn({256, 100, 256, 120}).front());
        const Side side = closed.sides[0].sidedef ? Side::Plus : Side::Minus;
        QVERIFY(!closed.side(otherSide(side)).sidedef);
        QCOMPARE(d.map.sidedef(closed.side(side).sidedef).normalTexture, 7);
        QVERIFY(d.history.undo());
        QCOMPARE(d.sectors(), 2u);
    }

    void deletingAnIsland()
    {
        Drawing d;
        QVERIFY(d.rectangle(0, 0, 512, 512));
        QVERIFY(d.rectangle(100, 100, 200, 200));
        std::vector<LineId> lines(d.map.linesOf({1}).begin(), d.map.linesOf({1}).end());
        QVERIFY(deleteLines(d.edit, lines, d.defaults));
        QCOMPARE(d.sectors(), 1u);
        QCOMPARE(d.lines(), 4u);
        QCOMPARE(d.faults(), QString());
    }

    void deletingVertices()
    {
        Drawing d;
        QVERIFY(d.draw({{0, 0}, {0, 256}, {128, 300}, {256, 256}, {256, 0}}));
        const VertexId top[] = {d.map.vertexAt({128, 300})};
        QVERIFY(deleteVertices(d.edit, top, d.defaults));
        QCOMPARE(d.lines(), 4u);
        QCOMPARE(d.faults(), QString());
        const VertexId all[] = {d.map.vertexAt({0, 0}), d.map.vertexAt({256, 256}), d.map.vertexAt({0, 256})};
        QVERIFY(deleteVertices(d.edit, all, d.defaults));
        QCOMPARE(d.faults(), QString());
        QVERIFY(!deleteVertices(d.edit, top, d.defaults));
    }

    void sectorsJoinMergeDissolveDelete()
    {
        const auto three = [](Drawing& d) {
            return d.rectangle(0, 0, 100, 100) && d.rectangle(100, 0, 200, 100) && d.rectangle(200, 0, 300, 100);
        };
        const SectorId first[] = {{0}, {1}}, middle[] = {{1}};
        Drawing joined, merged, dissolved, deleted;
        QVERIFY(three(joined) && three(merged) && three(dissolved) && three(deleted));
        QVERIFY(joinSectors(joined.edit, first));
        QCOMPARE(joined.sectors(), 2u);
        QCOMPARE(joined.lines(), 10u);
        QVERIFY(mergeSectors(merged.edit, first, merged.defaults));
        QCOMPARE(merged.sectors(), 2u);
        QCOMPARE(merged.lines(), 9u);
        QVERIFY(merged.sectorAt(150, 50) == SectorId{0});
        QVERIFY(dissolveSectors(dissolved.edit, middle, dissolved.defaults));
        QCOMPARE(dissolved.sectors(), 2u);
        QVERIFY(deleteSectors(deleted.edit, middle, deleted.defaults));
        QCOMPARE(deleted.sectors(), 2u);
        QCOMPARE(deleted.lines(), 8u);
        for (const Drawing* d : {&joined, &merged, &dissolved, &deleted})
            QCOMPARE(d->faults(), QString());
        QVERIFY(makeSector(deleted.edit, {50, 50}, deleted.defaults));
        QVERIFY(!makeSector(deleted.edit, {150, 50}, deleted.defaults));
        QVERIFY(!joinSectors(deleted.edit, middle));
    }

    void linesAreSplitAndFlipped()
    {
        Drawing d;
        QVERIFY(d.rectangle(0, 0, 256, 256));
        const LineId bottom = d.map.linesIn({100, 0, 120, 0}).front();
        QVERIFY(insertVertex(d.edit, bottom, {100, -20}, d.defaults));
        QCOMPARE(d.lines(), 5u);
        const auto left = d.map.linesIn({0, 100, 0, 120});
        QVERIFY(splitLines(d.edit, left, 4, d.defaults));
        QCOMPARE(d.lines(), 8u);
        QCOMPARE(d.faults(), QString());
        QVERIFY(flipLines(d.edit, left));
        QCOMPARE(d.faults(), QString());
        QVERIFY(!splitLines(d.edit, left, 65, d.defaults));
    }
};

QTEST_APPLESS_MAIN(TestMapMove)
#include "tst_map_move.moc"
