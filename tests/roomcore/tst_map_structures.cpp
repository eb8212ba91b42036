// SPDX-License-Identifier: GPL-3.0-or-later
// Arches, bridges, doors and lifts, corners of the room, and pictures that go on across walls of different heights.
#include "map_support.h"
#include "roomedit/roomcore/operations/alignment.h"
#include "roomedit/roomcore/operations/construct.h"
#include "roomedit/roomcore/operations/structures.h"
#include "roomedit/roomcore/operations/things.h"

#include <cmath>

using namespace blak;
using namespace blak::roomcore;
using blak::test::Drawing;

namespace {

LineId lineNear(const Drawing& d, int x, int y) { return d.map.linesIn({x - 1, y - 1, x + 1, y + 1}).front(); }

void setHeights(Drawing& d, SectorId id, int floor, int ceiling)
{
    d.history.begin("Heights");
    roo::Sector sector = d.map.sector(id);
    sector.floorHeight = static_cast<std::uint16_t>(floor);
    sector.ceilingHeight = static_cast<std::uint16_t>(ceiling);
    d.edit.set(id, sector);
    d.history.commit();
}

/// Line of the texture, from its top, that is seen on a side at a height.
int seenAt(const Drawing& d, SideRef side, WallPart part, int z, TextureSize size)
{
    const roo::Sidedef& sidedef = d.map.sidedef(d.map.line(side.line).side(side.side).sidedef);
    const bool hangs = part == WallPart::Above    ? (sidedef.flags & roo::side_flag::aboveBottomUp) == 0
                       : part == WallPart::Normal ? (sidedef.flags & roo::side_flag::normalTopDown) != 0
                                                  : (sidedef.flags & roo::side_flag::belowTopDown) != 0;
    const int v = (hangs ? 0 : size.height) - d.map.line(side.line).side(side.side).yOffset + anchorOf(d.map, side, part) - z;
    return ((v % size.height) + size.height) % size.height;
}

} // namespace

class TestMapStructures : public QObject
{
    Q_OBJECT

private slots:
    void anArchSpringsFromTheWall()
    {
        Drawing d;
        QVERIFY(d.rectangle(0, 0, 512, 512) && d.rectangle(544, 0, 1024, 512));
        const SectorId room = d.sectorAt(100, 100);
        setHeights(d, room, 16, 256);
        const std::size_t before = d.history.position();
        const Arch arch{.width = 128, .depth = 32, .springing = 64, .rise = 48, .slices = 8};
        QVERIFY(putArch(d.edit, lineNear(d, 512, 256), {512, 256}, arch, d.defaults));
        QCOMPARE(d.faults(), QString());
        QCOMPARE(d.sectors(), 10u);
        std::vector<int> ceilings;
        for (int i = 0; i < 8; ++i) {
            const SectorId slice = d.sectorAt(528, 192 + 16 * i + 8);
            QVERIFY(slice && slice != room);
            QCOMPARE(d.map.sector(slice).floorHeight, 16);
            ceilings.push_back(d.map.sector(slice).ceilingHeight);
        }
        for (std::size_t i = 0; i < 4; ++i)
            QCOMPARE(ceilings[i], ceilings[7 - i]);
        QVERIFY(ceilings[0] > 16 + 64 && ceilings[0] < ceilings[1] && ceilings[2] < ceilings[3] && ceilings[3] <= 16 + 64 + 48);
        // Through to the room behind: every slice can be walked into from both.
        const LineId front = lineNear(d, 512, 200), back = lineNear(d, 544, 200);
        for (const LineId line : {front, back})
            for (const Side side : bothSides)
                QVERIFY((d.map.sidedef(d.map.line(line).side(side).sidedef).flags & roo::side_flag::passable) != 0);
        QVERIFY(d.map.sidedef(d.map.line(front).side(d.map.line(front).sides[0].sector == room ? Side::Plus : Side::Minus).sidedef).aboveTexture != 0);
        d.history.moveTo(before);
        QCOMPARE(d.sectors(), 2u);

        for (const Arch& wrong : {Arch{.width = 8}, Arch{.slices = 1}, Arch{.slices = 33}, Arch{.width = 1024, .slices = 4}, Arch{.depth = 0}, Arch{.rise = 0}})
            QVERIFY(!putArch(d.edit, lineNear(d, 512, 256), {512, 256}, wrong, d.defaults));
        QVERIFY(!putArch(d.edit, LineId{4000}, {}, arch, d.defaults));
        QCOMPARE(d.history.position(), before);
    }

    void aBridgeJoinsTwoLines_data()
    {
        QTest::addColumn<bool>("flipped");
        QTest::newRow("as drawn") << false;
        QTest::newRow("one line the other way round") << true;
    }
    void aBridgeJoinsTwoLines()
    {
        QFETCH(bool, flipped);
        Drawing d;
        QVERIFY(d.rectangle(0, 0, 256, 256) && d.rectangle(768, 64, 1024, 320));
        const SectorId west = d.sectorAt(100, 100), east = d.sectorAt(900, 100);
        setHeights(d, west, 0, 192);
        setHeights(d, east, 80, 272);
        const LineId to = lineNear(d, 768, 100);
        if (flipped) {
            d.history.begin("Flip");
            MapLine line = d.map.line(to);
            std::swap(line.start, line.end);
            std::swap(line.sides[0], line.sides[1]);
            d.edit.set(to, line);
            d.history.commit();
        }
        const std::size_t before = d.history.position();
        QVERIFY(drawBridge(d.edit, lineNear(d, 256, 100), to, 4, d.defaults));
        QCOMPARE(d.faults(), QString());
        QCOMPARE(d.sectors(), 6u);
        int last = 0;
        for (const int x : {300, 450, 580, 700}) {
            const SectorId piece = d.sectorAt(x, 150);
            QVERIFY(piece && piece != west && piece != east);
            QCOMPARE(d.map.sector(piece).floorHeight - last, 16);
            QCOMPARE(d.map.sector(piece).ceilingHeight - d.map.sector(piece).floorHeight, 192);
            last = d.map.sector(piece).floorHeight;
        }
        QCOMPARE(d.map.selection.sectors.size(), 4u);
        d.history.moveTo(before);
        QCOMPARE(d.sectors(), 2u);
        for (const int pieces : {0, 65})
            QVERIFY(!drawBridge(d.edit, lineNear(d, 256, 100), to, pieces, d.defaults));
        QVERIFY(!drawBridge(d.edit, to, to, 3, d.defaults));
        QVERIFY(!drawBridge(d.edit, to, LineId{9999}, 3, d.defaults));
        // The walls of one room that meet at a corner leave no place between them for so many pieces.
        QVERIFY(!drawBridge(d.edit, lineNear(d, 0, 100), lineNear(d, 100, 0), 64, d.defaults) || d.faults().isEmpty());
    }

    void doorsRestShutAndLiftsShowTheirSides()
    {
        Drawing d;
        QVERIFY(d.rectangle(0, 0, 512, 512) && d.rectangle(128, 128, 256, 256) && d.rectangle(256, 128, 384, 256));
        const SectorId leaf = d.sectorAt(200, 200), other = d.sectorAt(300, 200), room = d.sectorAt(10, 10);
        const std::vector<SectorId> both{leaf, other};
        const auto tag = makeMover(d.edit, both, Mover::Door, d.defaults);
        QVERIFY(tag);
        QCOMPARE(tag.value(), 1);
        for (const SectorId id : both) {
            QCOMPARE(d.map.sector(id).userId, 1);
            QCOMPARE(d.map.sector(id).ceilingHeight, d.map.sector(id).floorHeight);
        }
        QCOMPARE(d.map.sector(room).userId, 0);
        const auto towards = [&](LineId line, SectorId own) {
            return SideRef{line, d.map.line(line).sides[0].sector == own ? Side::Plus : Side::Minus};
        };
        const SideRef leafSeen = towards(lineNear(d, 128, 200), room);
        QVERIFY(wallTexture(d.map, leafSeen, WallPart::Above) != 0);
        QVERIFY((d.map.sidedef(d.map.line(leafSeen.line).side(leafSeen.side).sidedef).flags & roo::side_flag::aboveBottomUp) != 0);
        // Between the two leaves nothing is ever seen.
        const SideRef between = towards(lineNear(d, 256, 200), leaf);
        QCOMPARE(d.map.sidedef(d.map.line(between.line).side(between.side).sidedef).flags & roo::side_flag::aboveBottomUp, 0u);

        QVERIFY(d.rectangle(400, 400, 480, 480));
        const std::vector<SectorId> lift{d.sectorAt(440, 440)};
        const auto second = makeMover(d.edit, lift, Mover::Lift, d.defaults);
        QVERIFY(second);
        QCOMPARE(second.value(), 2);
        QVERIFY(d.map.sector(lift[0]).ceilingHeight > d.map.sector(lift[0]).floorHeight);
        const LineId edge = lineNear(d, 400, 440);
        for (const Side side : bothSides)
            QVERIFY(wallTexture(d.map, {edge, side}, WallPart::Below) != 0);
        QVERIFY(!makeMover(d.edit, {}, Mover::Lift, d.defaults));
        const std::vector<SectorId> gone{SectorId{77}};
        QVERIFY(!makeMover(d.edit, gone, Mover::Door, d.defaults));
        QCOMPARE(d.faults(), QString());
        QCOMPARE(nextFreeTag(d.map), 3);
    }

    void cornersArePlacedAndFitted()
    {
        Drawing d;
        QVERIFY(!fitCorners(d.edit));
        QVERIFY(d.rectangle(-100, -50, 412, 333));
        QVERIFY(placeCorner(d.edit, {-100, 333}) && placeCorner(d.edit, {412, -50}));
        QCOMPARE(Drawing::count(d.map.things()), 2u);
        QVERIFY(placeCorner(d.edit, {380, 0})); // the nearer one moves
        QCOMPARE(Drawing::count(d.map.things()), 2u);
        QCOMPARE(d.map.thing({1}).x, 380);
        QCOMPARE(d.map.selection.things.size(), 1u);
        QVERIFY(!placeCorner(d.edit, {40000, 0}));
        QVERIFY(fitCorners(d.edit));
        QCOMPARE(std::pair(d.map.thing({0}).x, d.map.thing({0}).y), std::pair(-100, 333));
        QCOMPARE(std::pair(d.map.thing({1}).x, d.map.thing({1}).y), std::pair(412, -51)); // whole squares: 512 x 384
        d.history.moveTo(0);
        QCOMPARE(Drawing::count(d.map.things()), 0u);
    }

    /// One long wall before floors of three heights, in parts that stand and hang: the same line of the picture at one height.
    void picturesGoOnAcrossHeights()
    {
        constexpr TextureSize size{96, 80};
        Drawing d;
        QVERIFY(d.rectangle(0, 0, 700, 256));
        QVERIFY(d.draw({{200, 0}, {200, 256}}, false) && d.draw({{500, 0}, {500, 256}}, false));
        setHeights(d, d.sectorAt(100, 100), 0, 200);
        setHeights(d, d.sectorAt(300, 100), 33, 250);
        setHeights(d, d.sectorAt(600, 100), 70, 290);
        std::vector<LineId> walls{lineNear(d, 100, 256), lineNear(d, 300, 256), lineNear(d, 600, 256)};
        for (const LineId wall : walls) {
            const SideRef side{wall, d.map.line(wall).sides[0].sector ? Side::Plus : Side::Minus};
            QVERIFY(justifyTextures(d.edit, std::span(&side, 1), WallPart::Normal, size, Justify::Bottom));
            const int floor = d.map.sector(d.map.line(wall).side(side.side).sector).floorHeight;
            QCOMPARE(seenAt(d, side, WallPart::Normal, floor, size), 0); // the bottom of the picture, which is its top again
            QVERIFY(justifyTextures(d.edit, std::span(&side, 1), WallPart::Normal, size, Justify::Top));
            const int ceiling = d.map.sector(d.map.line(wall).side(side.side).sector).ceilingHeight;
            QCOMPARE(seenAt(d, side, WallPart::Normal, ceiling, size), 0);
        }
        // Steps within one area's border: a room whose south wall is broken by alcoves with raised floors.
        Drawing room;
        QVERIFY(room.rectangle(0, 0, 512, 256));
        QVERIFY(room.rectangle(64, 256, 192, 320) && room.rectangle(256, 256, 384, 320));
        setHeights(room, room.sectorAt(100, 100), 0, 256);
        setHeights(room, room.sectorAt(100, 300), 40, 180);
        setHeights(room, room.sectorAt(300, 300), 64, 220);
        const SectorId main = room.sectorAt(100, 100);
        const auto inner = [&](LineId line) { return SideRef{line, room.map.line(line).sides[0].sector == main ? Side::Plus : Side::Minus}; };
        const SideRef start = inner(lineNear(room, 20, 256));
        const std::vector<SideRef> steps{inner(lineNear(room, 128, 256)), inner(lineNear(room, 300, 256))};
        QVERIFY(setWallTexture(room.edit, steps, WallPart::Below, 7) && setWallTexture(room.edit, steps, WallPart::Above, 9));
        for (const SideRef& step : steps) { // one stands, one hangs
            roo::Sidedef sidedef = room.map.sidedef(room.map.line(step.line).side(step.side).sidedef);
            sidedef.flags ^= step == steps[1] ? roo::side_flag::belowTopDown : 0;
            room.history.begin("Flag");
            room.edit.setSidedef(step.line, step.side, sidedef);
            room.history.commit();
        }
        QCOMPARE(wallTexture(room.map, start, WallPart::Normal), 7);
        QVERIFY(shiftTexture(room.edit, std::span(&start, 1), 5, 11));
        QVERIFY(alignTextures(room.edit, start, WallPart::Normal, size, AlignAxis::Both));
        for (const int z : {0, 17, 39})
            for (const SideRef& step : steps)
                QCOMPARE(seenAt(room, step, WallPart::Below, z, size), seenAt(room, start, WallPart::Normal, z, size));
        const SideRef after = inner(lineNear(room, 220, 256));
        QCOMPARE(room.map.line(steps[0].line).side(steps[0].side).xOffset, (5 + 64) % 96);
        QCOMPARE(room.map.line(after.line).side(after.side).xOffset, (5 + 64 + 128) % 96);
        // Only one of the two.
        const MapLine before = room.map.line(after.line);
        QVERIFY(shiftTexture(room.edit, std::span(&start, 1), 3, 3));
        QVERIFY(alignTextures(room.edit, start, WallPart::Normal, size, AlignAxis::Y));
        QCOMPARE(room.map.line(after.line).side(after.side).xOffset, before.side(after.side).xOffset);
        QVERIFY(room.map.line(after.line).side(after.side).yOffset != before.side(after.side).yOffset);
        QVERIFY(!alignTextures(room.edit, start, WallPart::Above, size, AlignAxis::Y));
        QVERIFY(!alignTextures(room.edit, start, WallPart::Normal, {0, 64}, AlignAxis::Y));
        QVERIFY(!justifyTextures(room.edit, std::span(&start, 1), WallPart::Normal, {64, 5000}, Justify::Left));
    }

    /// No scale in this format: edges meet where lengths allow, else both ends are cut alike.
    void picturesAreFitted_data()
    {
        QTest::addColumn<int>("length");
        QTest::addColumn<int>("width");
        QTest::addColumn<int>("whole");
        QTest::addColumn<int>("cut");
        QTest::newRow("edge to edge") << 480 << 96 << 5 << 0;
        QTest::newRow("a piece at either end") << 540 << 96 << 5 << 30;
        QTest::newRow("slivers would be left") << 490 << 96 << 4 << 53;
        QTest::newRow("an odd rest") << 531 << 96 << 5 << 25;
        QTest::newRow("larger than the wall") << 40 << 96 << 0 << 0;
        QTest::newRow("one unit") << 100 << 1 << 100 << 0;
    }
    void picturesAreFitted()
    {
        QFETCH(const int, length);
        QFETCH(const int, width);
        QFETCH(const int, whole);
        QFETCH(const int, cut);
        const TextureSize size{width, 80};
        Drawing d;
        QVERIFY(d.rectangle(0, 0, length, 256));
        const LineId wall = lineNear(d, length / 2, 256);
        const SideRef side{wall, d.map.line(wall).sides[0].sector ? Side::Plus : Side::Minus};
        // Alone in showing its picture: its neighbours end the chain.
        QVERIFY(setWallTexture(d.edit, std::span(&side, 1), WallPart::Normal, 77));
        QVERIFY(shiftTexture(d.edit, std::span(&side, 1), 13, 17));
        const auto fitted = fitTextures(d.edit, side, WallPart::Normal, size);
        QVERIFY(fitted);
        QCOMPARE(fitted.value().length, length);
        QCOMPARE(fitted.value().across, whole);
        QCOMPARE(fitted.value().cutAcross, cut);
        const int x = d.map.line(wall).side(side.side).xOffset;
        QVERIFY(x >= 0 && x < width);
        const int left = whole == 0 ? width - x : (width - x) % width, right = (x + length) % width; // what is seen of the pictures at the ends
        if (whole == 0)
            QVERIFY(std::abs(x - (width - x - length)) <= 1); // the middle
        else
            QVERIFY(left == cut && std::abs(left - right) <= 1);
        if (whole != 0 && cut != 0)
            QVERIFY(cut >= width / 4);
    }

    void aChainIsFittedAsAWhole()
    {
        constexpr TextureSize size{96, 80};
        Drawing d;
        QVERIFY(d.rectangle(0, 0, 300, 200));
        QVERIFY(d.rectangle(300, 0, 400, 200)); // so that the north wall is two
        setHeights(d, d.sectorAt(100, 100), 0, 200);
        const LineId line = lineNear(d, 150, 200);
        const SectorId main = d.sectorAt(100, 100);
        const auto inner = [&](LineId one) { return SideRef{one, d.map.line(one).sides[0].sector == main ? Side::Plus : Side::Minus}; };
        std::vector<SideRef> two{inner(line), inner(lineNear(d, 0, 100))};
        QVERIFY(setWallTexture(d.edit, two, WallPart::Normal, 77));
        const auto fitted = fitTextures(d.edit, two[0], WallPart::Normal, size);
        QVERIFY(fitted);
        QCOMPARE(fitted.value().length, 500); // 300 and 200
        QCOMPARE(fitted.value().across, 4);   // 58 at either end; 10 would be slivers
        QCOMPARE(fitted.value().cutAcross, 58);
        QCOMPARE(fitted.value().height, 200); // 2 of 80 and 20 at either end
        QCOMPARE(fitted.value().up, 2);
        QCOMPARE(fitted.value().cutUp, 20);
        QCOMPARE(seenAt(d, two[0], WallPart::Normal, 180, size), 0); // a picture begins 20 below the ceiling
        QCOMPARE(seenAt(d, two[0], WallPart::Normal, 20, size), 0);
        // Asked about the other wall of the chain: the same.
        const auto x = [&](const SideRef& side) { return d.map.line(side.line).side(side.side).xOffset; };
        const std::pair before{x(two[0]), x(two[1])};
        QVERIFY(shiftTexture(d.edit, two, 7, 0));
        QVERIFY(fitTextures(d.edit, two[1], WallPart::Normal, size, AlignAxis::X));
        QCOMPARE(std::pair(x(two[0]), x(two[1])), before);
        // A side with its picture once only has it on its foot.
        roo::Sidedef once = d.map.sidedef(d.map.line(two[0].line).side(two[0].side).sidedef);
        once.flags |= roo::side_flag::noVerticalTile;
        d.history.begin("Flag");
        d.edit.setSidedef(two[0].line, two[0].side, once);
        d.history.commit();
        QVERIFY(fitTextures(d.edit, two[0], WallPart::Normal, size, AlignAxis::Y));
        QCOMPARE(seenAt(d, two[0], WallPart::Normal, 80, size), 0);
        // Refused: nothing to fit, a size that is none; and one step of undo.
        QVERIFY(!fitTextures(d.edit, two[0], WallPart::Above, size));
        QVERIFY(!fitTextures(d.edit, two[0], WallPart::Normal, {0, 80}));
        QVERIFY(d.history.undo());
        QCOMPARE(std::string(d.history.undoName()), std::string("Flag"));
    }

    /// All around: the seam is where it was asked about, and is cut alike on both of its sides.
    void aRingIsFittedAtItsSeam()
    {
        constexpr TextureSize size{96, 80};
        Drawing d;
        QVERIFY(d.rectangle(0, 0, 300, 150)); // 900 around: 9 whole pictures and 18 at either end, or 8 and 66
        const LineId wall = lineNear(d, 150, 150);
        const auto fitted = fitTextures(d.edit, {wall, d.map.line(wall).sides[0].sector ? Side::Plus : Side::Minus}, WallPart::Normal, size, AlignAxis::X);
        QVERIFY(fitted);
        QCOMPARE(fitted.value().length, 900);
        QCOMPARE(fitted.value().across, 8);
        QCOMPARE(fitted.value().cutAcross, 66);
    }

    void picturesAreJustified()
    {
        constexpr TextureSize size{96, 80};
        Drawing d;
        QVERIFY(d.rectangle(0, 0, 500, 256));
        const SideRef wall{lineNear(d, 250, 256), Side::Plus};
        const auto x = [&] { return d.map.line(wall.line).side(wall.side).xOffset; };
        QVERIFY(justifyTextures(d.edit, std::span(&wall, 1), WallPart::Normal, size, Justify::Right));
        QCOMPARE((x() + 500) % 96, 0);
        QVERIFY(justifyTextures(d.edit, std::span(&wall, 1), WallPart::Normal, size, Justify::Centre));
        QCOMPARE((x() + 250) % 96, 48);
        QVERIFY(justifyTextures(d.edit, std::span(&wall, 1), WallPart::Normal, size, Justify::Left));
        QCOMPARE(x(), 0);
    }
};

QTEST_APPLESS_MAIN(TestMapStructures)
#include "tst_map_structures.moc"
