// SPDX-License-Identifier: GPL-3.0-or-later
// The bucket, properties that are copied, and planes that are tilted by a line of their border.
#include "formats/roo/room_properties.h"
#include "map_support.h"
#include "roomedit/roomcore/operations/construct.h"
#include "roomedit/roomcore/operations/construction.h"
#include "roomedit/roomcore/operations/flood.h"
#include "roomedit/roomcore/operations/properties.h"
#include "roomedit/roomcore/slope_plane.h"

#include <cmath>

using namespace blak;
using namespace blak::roomcore;
using test::Drawing;

namespace {

LineId lineBetween(const Map& map, MapPoint a, MapPoint b)
{
    for (std::uint32_t i = 0; i < map.lines().size(); ++i)
        if (map.has(LineId{i}) && ((map.startOf({i}) == a && map.endOf({i}) == b) || (map.startOf({i}) == b && map.endOf({i}) == a)))
            return {i};
    return {};
}

SideRef sideTo(const Map& map, LineId line, SectorId sector)
{
    return {line, map.line(line).sides[0].sector == sector ? Side::Plus : Side::Minus};
}

} // namespace

class TestMapPaint : public QObject
{
    Q_OBJECT

private slots:
    void floorsAreFilledAsFarAsOnePictureGoes()
    {
        Drawing drawing; // four rooms in a row, the third with another floor; the fourth looks like the first
        for (int i = 0; i < 4; ++i)
            drawing.rectangle(128 * i, 0, 128 * (i + 1), 128);
        const auto sector = [&](int i) { return drawing.sectorAt(128 * i + 64, 60.5); };
        QVERIFY(setFlat(drawing.edit, std::array{sector(2)}, Plane::Floor, 9));
        QCOMPARE(floodSectors(drawing.map, sector(0), Plane::Floor).size(), std::size_t{2});
        QCOMPARE(floodSectors(drawing.map, sector(3), Plane::Floor).size(), std::size_t{1});
        QCOMPARE(floodSectors(drawing.map, sector(0), Plane::Ceiling).size(), std::size_t{4});
        QVERIFY(floodSectors(drawing.map, SectorId{99}, Plane::Floor).empty());
    }

    void wallsAreFilledAroundTheRoomAndNotBehindIt()
    {
        Drawing drawing;
        drawing.rectangle(0, 0, 256, 256);
        drawing.rectangle(256, 64, 384, 192); // another room, open to the first over part of its wall
        drawing.rectangle(512, 0, 640, 128);  // apart
        const SectorId room = drawing.sectorAt(100.5, 100.5);
        const LineId west = lineBetween(drawing.map, {0, 0}, {0, 256});
        const auto found = floodWalls(drawing.map, {sideTo(drawing.map, west, room), WallPart::Normal});
        // West, north, south, two pieces of the east wall, and the three walls of the room behind the opening. (Above and below the
        // opening is what the wall showed; it counts as well.)
        QCOMPARE(std::count_if(found.begin(), found.end(), [](const WallSpot& spot) { return spot.part == WallPart::Normal; }), 8);
        // Another picture on one wall is the end of it.
        const LineId north = lineBetween(drawing.map, {0, 256}, {256, 256}), south = lineBetween(drawing.map, {0, 0}, {256, 0});
        for (const LineId line : {north, south}) {
            const SideRef side = sideTo(drawing.map, line, room);
            QVERIFY(setWallTexture(drawing.edit, std::span(&side, 1), WallPart::Normal, 99));
        }
        QCOMPARE(floodWalls(drawing.map, {sideTo(drawing.map, west, room), WallPart::Normal}).size(), std::size_t{1});
        QCOMPARE(drawing.faults(), QString());
    }

    /// Switched on by its flag a slope lies level through the sector's own corners; without points it would be a fault at once.
    void aNewSlopeLiesLevel()
    {
        Drawing drawing;
        drawing.rectangle(0, 0, 128, 128);
        const SectorId id = drawing.sectorAt(60.5, 60.5);
        drawing.history.begin("height");
        roo::Sector high = drawing.map.sector(id);
        high.floorHeight = 48;
        drawing.edit.set(id, high);
        drawing.history.commit();
        const auto* property = roo::sectorProperties().find("slopedfloor");
        QVERIFY(property != nullptr);
        QVERIFY(setSectorProperty(drawing.edit, std::array{id}, *property, true, drawing.defaults, 0));
        const auto& slope = drawing.map.sector(id).floorSlope;
        QVERIFY(slope && !drawing.map.sector(id).ceilingSlope);
        for (const auto& [x, y] : {std::pair{0, 0}, std::pair{128, 0}, std::pair{128, 128}, std::pair{60, 70}}) {
            const auto height = heightOn(*slope, x, y);
            QVERIFY(height.has_value()); // three points in one line have none
            QCOMPARE(*height, 48.0);
        }
        drawing.history.undo();
        QVERIFY(!drawing.map.sector(id).floorSlope);
        QVERIFY(setSectorProperty(drawing.edit, std::array{id}, *property, false, drawing.defaults, 0));
        QVERIFY(!drawing.map.sector(id).floorSlope);
    }

    void propertiesGoFromOneToOthers()
    {
        Drawing drawing;
        drawing.rectangle(0, 0, 128, 128);
        drawing.rectangle(128, 0, 256, 128);
        const SectorId a = drawing.sectorAt(60.5, 60.5), b = drawing.sectorAt(200.5, 60.5);
        drawing.history.begin("look");
        roo::Sector look = drawing.map.sector(a);
        look.userId = 4;
        look.floorHeight = 40;
        look.floorTexture = 12;
        look.light = 90;
        look.flags |= roo::sector_flag::flicker;
        drawing.edit.set(a, look);
        roo::Sector other = drawing.map.sector(b);
        other.userId = 9;
        drawing.edit.set(b, other);
        drawing.history.commit();
        QVERIFY(tiltFromLine(drawing.edit, b, Plane::Floor, lineBetween(drawing.map, {256, 0}, {256, 128}), 16));
        QVERIFY(pasteSector(drawing.edit, std::array{b}, drawing.map.sector(a), drawing.defaults));
        const roo::Sector& now = drawing.map.sector(b);
        QCOMPARE(int{now.userId}, 9); // its tag stays its own
        QCOMPARE(int{now.floorHeight}, 40);
        QCOMPARE(int{now.light}, 90);
        QVERIFY((now.flags & roo::sector_flag::flicker) != 0);
        QVERIFY(now.floorSlope && (now.flags & roo::sector_flag::slopedFloor) != 0);

        const SideRef from = sideTo(drawing.map, lineBetween(drawing.map, {0, 0}, {0, 128}), a);
        const SideRef to = sideTo(drawing.map, lineBetween(drawing.map, {0, 128}, {128, 128}), a);
        QVERIFY(setWallTexture(drawing.edit, std::span(&from, 1), WallPart::Normal, 55));
        QVERIFY(shiftTexture(drawing.edit, std::span(&from, 1), 8, -3));
        const LineSide& side = drawing.map.line(from.line).side(from.side);
        QVERIFY(pasteSides(drawing.edit, std::span(&to, 1), {drawing.map.sidedef(side.sidedef), side.xOffset, side.yOffset}));
        QCOMPARE(int{wallTexture(drawing.map, to, WallPart::Normal)}, 55);
        QCOMPARE(int{drawing.map.line(to.line).side(to.side).yOffset}, -3);
        for (const std::size_t steps = drawing.history.size(); drawing.history.position() > 2 && steps > 0;)
            drawing.history.undo();
        QCOMPARE(drawing.faults(), QString());
    }

    void aPlaneIsTiltedByALineAndTheFarSideStays()
    {
        Drawing drawing;
        drawing.rectangle(0, 0, 256, 128);
        const SectorId room = drawing.sectorAt(100.5, 60.5);
        const LineId east = lineBetween(drawing.map, {256, 0}, {256, 128});
        QVERIFY(tiltByLine(drawing.edit, room, Plane::Floor, east, 32));
        const auto height = [&](MapPoint at) { return std::lround(heightAt(drawing.map.sector(room), Plane::Floor, at)); };
        QCOMPARE(height({0, 0}), 0L);
        QCOMPARE(height({0, 128}), 0L);
        QCOMPARE(height({256, 0}), 32L);
        QCOMPARE(height({256, 128}), 32L);
        // On it goes from where it is; then by another side, and what that side's far end has stays.
        QVERIFY(tiltByLine(drawing.edit, room, Plane::Floor, east, -16));
        QCOMPARE(height({256, 64}), 16L);
        QVERIFY(tiltByLine(drawing.edit, room, Plane::Floor, lineBetween(drawing.map, {0, 128}, {256, 128}), 24));
        QCOMPARE(height({0, 0}), 0L);
        QCOMPARE(height({256, 0}), 16L);
        QCOMPARE(height({128, 128}), 32L);
        QVERIFY(!tiltByLine(drawing.edit, room, Plane::Floor, LineId{99}, 8));
        const std::size_t steps = drawing.history.size();
        QVERIFY(tiltByLine(drawing.edit, room, Plane::Floor, east, 0)); // nothing to do, no step
        QCOMPARE(drawing.history.size(), steps);

        // A triangle has a corner where others have a side.
        Drawing other;
        other.draw({{0, 0}, {128, 256}, {256, 0}});
        const SectorId triangle = other.sectorAt(128.5, 60.5);
        QVERIFY(tiltByLine(other.edit, triangle, Plane::Ceiling, lineBetween(other.map, {0, 0}, {256, 0}), 64));
        QCOMPARE(std::lround(heightAt(other.map.sector(triangle), Plane::Ceiling, {128, 0})), 192L + 64);
    }
};

QTEST_APPLESS_MAIN(TestMapPaint)
#include "tst_map_paint.moc"
