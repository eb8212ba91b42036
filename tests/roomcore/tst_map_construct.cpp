// SPDX-License-Identifier: GPL-3.0-or-later
// Properties, stairs, openings, slopes, copies.
#include "formats/roo/room_properties.h"
#include "formats/space/loaded_room.h"
#include "map_support.h"
#include "roomedit/roomcore/operations/alignment.h"
#include "roomedit/roomcore/operations/clipboard.h"
#include "roomedit/roomcore/operations/construct.h"
#include "roomedit/roomcore/rebuild.h"

using namespace blak;
using namespace blak::roomcore;
using blak::test::Drawing;

namespace {

const roo::Sector& at(const Drawing& d, double x, double y) { return d.map.sector(d.sectorAt(x, y)); }

} // namespace

class TestMapConstruct : public QObject
{
    Q_OBJECT

private slots:
    void stairsRise()
    {
        Drawing d;
        QVERIFY(d.rectangle(0, 0, 512, 256));
        QVERIFY(drawStairs(d.edit, {512, 64}, {832, 192}, 5, 12, 96, d.defaults));
        QCOMPARE(d.sectors(), 6u);
        QCOMPARE(d.faults(), QString());
        for (int i = 0; i < 5; ++i) {
            QCOMPARE(at(d, 512 + 64 * i + 30, 130).floorHeight, 12 * (i + 1));
            QCOMPARE(at(d, 512 + 64 * i + 30, 130).ceilingHeight, 12 * (i + 1) + 96);
        }
        // Every step shows a face.
        const auto riser = d.map.linesIn({576, 100, 576, 110});
        QCOMPARE(riser.size(), 1u);
        const MapLine& line = d.map.line(riser.front());
        QVERIFY(wallTexture(d.map, {riser.front(), Side::Plus}, WallPart::Below) != 0 ||
                wallTexture(d.map, {riser.front(), Side::Minus}, WallPart::Below) != 0);
        QVERIFY(line.sides[0].sidedef && line.sides[1].sidedef);
        QVERIFY(d.history.undo());
        QCOMPARE(d.sectors(), 1u);
        QVERIFY(!drawStairs(d.edit, {0, 0}, {4, 4}, 5, 12, 96, d.defaults));
        QVERIFY(!drawStairs(d.edit, {0, 0}, {400, 400}, 65, 12, 96, d.defaults));
    }

    /// The wall of a room that the rectangle crosses cuts steps into parts inside and outside of it: all get the height of their step.
    void stairsAcrossAWall()
    {
        for (const bool isBack : {false, true}) {
            Drawing d;
            QVERIFY(d.draw({{0, 0}, {0, 512}, {512, 512}, {512, 20}, {256, 0}})); // the wall to the south runs askew
            const MapPoint from = isBack ? MapPoint{384, 128} : MapPoint{64, -64}, to = isBack ? MapPoint{64, -64} : MapPoint{384, 128};
            QVERIFY(drawStairs(d.edit, from, to, 5, 16, 0, d.defaults));
            QCOMPARE(d.faults(), QString());
            for (int i = 0; i < 5; ++i)
                for (const double y : {-60.0, -20.0, 30.0, 100.0}) {
                    const double x = isBack ? 384 - 64 * i - 30 : 64 + 64 * i + 30;
                    QCOMPARE(at(d, x, y).floorHeight, 16 * (i + 1));
                    const auto chosen = d.map.livingSelection().sectors;
                    QVERIFY(std::ranges::find(chosen, d.sectorAt(x, y)) != chosen.end());
                }
            QCOMPARE(at(d, 30, 100).floorHeight, 0);
            QCOMPARE(at(d, 450, 100).floorHeight, 0);
            QVERIFY(d.history.undo());
            QCOMPARE(d.sectors(), 1u);
        }
    }

    void doorsAndWindows()
    {
        Drawing d;
        QVERIFY(d.rectangle(0, 0, 256, 256));
        QVERIFY(d.rectangle(272, 0, 512, 256));
        const LineId wall = d.map.linesIn({256, 100, 256, 110}).front();
        QVERIFY(putOpening(d.edit, wall, {250, 128}, {64, 16, 0, 0}, d.defaults));
        QCOMPARE(d.sectors(), 3u);
        QCOMPARE(d.faults(), QString());
        const SectorId door = d.sectorAt(264, 128);
        QVERIFY(door);
        for (const LineId line : d.map.linesOf(door)) // open to both rooms
            if (d.map.startOf(line).x == d.map.endOf(line).x)
                QVERIFY(d.map.line(line).sides[0].sidedef && d.map.line(line).sides[1].sidedef);
        const LineId left = d.map.linesIn({0, 100, 0, 110}).front();
        QVERIFY(putOpening(d.edit, left, {0, 100}, {48, 8, 40, 32}, d.defaults));
        QCOMPARE(at(d, -4, 100).floorHeight, 40);
        QCOMPARE(at(d, -4, 100).ceilingHeight, 160);
        QCOMPARE(d.faults(), QString());
        QVERIFY(!putOpening(d.edit, left, {0, 100}, {480, 8, 40, 32}, d.defaults));
    }

    void slopesFitTheFile()
    {
        Drawing d;
        QVERIFY(d.rectangle(0, 0, 256, 256));
        const LineId bottom = d.map.linesIn({100, 0, 110, 0}).front();
        QVERIFY(tiltFromLine(d.edit, {0}, Plane::Floor, bottom, 64));
        roo::Room base;
        base.format = roo::Format::V15;
        base.things.resize(2);
        base.things[1].x = base.things[1].y = 256;
        roo::Room drawn = roomFromMap(d.map, base).value().room;
        drawn.things = base.things;
        auto rebuilt = rebuild(drawn, base);
        QVERIFY(rebuilt);
        auto loaded = space::LoadedRoom::load(rebuilt.value().room, "slope");
        QVERIFY(loaded);
        const auto floorAt = [&](double x, double y) {
            return loaded.value().floorHeight(0, space::toClient(x, y, roo::playableRectangle(rebuilt.value().room)));
        };
        QVERIFY(std::abs(floorAt(128, 0)) < 1);
        QVERIFY(std::abs(floorAt(128, 256) - 64 * 16) < 1);
        QVERIFY(std::abs(floorAt(10, 128) - 32 * 16) < 1);
        QVERIFY(clearSlope(d.edit, {0}, Plane::Floor));
        QVERIFY(!d.map.sector({0}).floorSlope);
        const SlopePoint flat[] = {{{0, 0}, 0}, {{10, 0}, 0}, {{20, 0}, 0}};
        QVERIFY(!setSlope(d.edit, {0}, Plane::Floor, flat));
    }

    void piecesAreCopiedAndPasted()
    {
        Drawing d;
        QVERIFY(d.rectangle(0, 0, 256, 256));
        QVERIFY(d.rectangle(64, 64, 128, 128));
        MapSelection both;
        both.sectors = {{0}, {1}};
        auto piece = copyParts(d.map, both);
        QVERIFY(piece);
        QCOMPARE(piece.value().linedefs.size(), 8u);
        QVERIFY(pasteParts(d.edit, piece.value(), {{1000, 0}}, d.defaults));
        QCOMPARE(d.sectors(), 4u);
        QCOMPARE(d.faults(), QString());
        QVERIFY(d.sectorAt(1096, 96) != d.sectorAt(1010, 10));
        QVERIFY(pasteParts(d.edit, piece.value(), {{200, 200}, MergeRule::Replace}, d.defaults)); // over what is there
        QCOMPARE(d.faults(), QString());
        QVERIFY(pasteParts(d.edit, piece.value(), {{256, 0}}, d.defaults)); // beside it
        QCOMPARE(d.faults(), QString());
        QVERIFY(!pasteParts(d.edit, piece.value(), {{32700, 0}}, d.defaults));
        QVERIFY(!copyParts(d.map, {}));
        MapSelection lines;
        lines.lines = {d.map.linesOf({1}).front()};
        piece = copyParts(d.map, lines);
        QVERIFY(piece && piece.value().linedefs.size() == 1 && piece.value().sectors.empty());
        QVERIFY(pasteParts(d.edit, piece.value(), {{0, 1500}}, d.defaults));
        QCOMPARE(d.faults(), QString());
    }

    void gradientsAndLight()
    {
        Drawing d;
        std::vector<SectorId> row;
        for (int i = 0; i < 5; ++i) {
            QVERIFY(d.rectangle(100 * i, 0, 100 * i + 100, 100));
            row.push_back(d.sectorAt(100 * i + 50, 50));
        }
        QVERIFY(raise(d.edit, std::span(&row[4], 1), Plane::Floor, 80, d.defaults));
        QVERIFY(makeGradient(d.edit, row, Gradient::Floor, d.defaults));
        for (int i = 0; i < 5; ++i)
            QCOMPARE(d.map.sector(row[static_cast<std::size_t>(i)]).floorHeight, 20 * i);
        QVERIFY(raise(d.edit, row, Plane::Floor, -1000, d.defaults));
        QVERIFY(raise(d.edit, row, Plane::Floor, 1000, d.defaults)); // stops at the ceiling
        for (const SectorId id : row)
            QCOMPARE(d.map.sector(id).floorHeight, d.map.sector(id).ceilingHeight);
        QVERIFY(brighten(d.edit, row, 200));
        QCOMPARE(d.map.sector(row[0]).light, 255);
        QVERIFY(brighten(d.edit, row, -255));
        QCOMPARE(d.map.sector(row[0]).light, 128); // still follows the time of day
        QVERIFY(!makeGradient(d.edit, std::span(row).first(2), Gradient::Light, d.defaults));
    }

    void sharedSidedefsPart()
    {
        Drawing d;
        QVERIFY(d.rectangle(0, 0, 256, 256));
        QVERIFY(d.rectangle(256, 0, 512, 256));
        const std::vector<LineId> lines(d.map.linesOf({0}).begin(), d.map.linesOf({0}).end());
        const LineId line = d.map.linesIn({0, 100, 0, 110}).front();
        const Side side = d.map.line(line).sides[0].sidedef ? Side::Plus : Side::Minus;
        const SideRef wall{line, side};
        QVERIFY(setWallTexture(d.edit, std::span(&wall, 1), WallPart::Normal, 33));
        QCOMPARE(wallTexture(d.map, wall, WallPart::Normal), 33);
        QVERIFY(setSideProperty(d.edit, std::span(&wall, 1), *roo::sidedefProperties().find("texturemiddle"), std::int64_t{34}));
        QCOMPARE(std::string(d.history.undoName()), side == Side::Plus ? std::string("Set normal texture, + side, to 34") : std::string("Set normal texture, \u2212 side, to 34"));
        d.history.undo();
        const property::Property* light = roo::sectorProperties().find("lightlevel");
        QVERIFY(light != nullptr);
        const SectorId one[] = {{0}};
        QVERIFY(setSectorProperty(d.edit, one, *light, std::int64_t{77}, d.defaults));
        QCOMPARE(std::string(d.history.undoName()), std::string("Set light to 77"));
        // Which of two heights, as the inspector's columns say.
        for (const auto& [property, name] : {std::pair("heightfloor", "Set floor height"), std::pair("heightceiling", "Set ceiling height"),
                                             std::pair("texturefloor", "Set floor texture"), std::pair("id", "Set tag")}) {
            const auto* each = roo::sectorProperties().find(property);
            QVERIFY(each != nullptr);
            QVERIFY(setSectorProperty(d.edit, one, *each, std::int64_t{40}, d.defaults));
            QCOMPARE(std::string(d.history.undoName()), name + std::string(" to 40"));
            d.history.undo();
        }
        QCOMPARE(d.map.sector({0}).light, 77);
        QVERIFY(!setSectorProperty(d.edit, one, *light, std::int64_t{777}, d.defaults));
        QCOMPARE(d.map.sector({0}).light, 77);
    }

    void texturesAlignAroundTheCorner()
    {
        Drawing d;
        QVERIFY(d.rectangle(0, 0, 100, 50));
        const LineId first = d.map.linesIn({0, 20, 0, 25}).front();
        QVERIFY(alignTextures(d.edit, {first, Side::Plus}, WallPart::Normal, {64, 64}));
        const LineId top = d.map.linesIn({40, 50, 45, 50}).front(), right = d.map.linesIn({100, 20, 100, 25}).front();
        QCOMPARE(d.map.line(top).side(Side::Plus).xOffset, 50);
        QCOMPARE(d.map.line(right).side(Side::Plus).xOffset, (50 + 100) % 64);
        QVERIFY(!alignTextures(d.edit, {first, Side::Minus}, WallPart::Normal, {64, 64}));
    }
};

QTEST_APPLESS_MAIN(TestMapConstruct)
#include "tst_map_construct.moc"
