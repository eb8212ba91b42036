// SPDX-License-Identifier: GPL-3.0-or-later
// Slopes through three vertices: picked, lifted, taken back.
#include "roomedit/roomcore/tools/draw_tool.h"
#include "roomedit/roomcore/tools/slope_tool.h"
#include "tool_table.h"

using namespace blak;
using namespace blak::roomcore;
using test::ToolTable;

class TestSlopeTool : public QObject
{
    Q_OBJECT

    static void rectangle(ToolTable& table, MapPoint from, MapPoint to)
    {
        DrawTool tool(table, DrawShape::Rectangle);
        tool.press(table.at(from.x, from.y));
        tool.release(table.at(to.x, to.y));
    }
    static const roo::Sector& sector(const ToolTable& table, std::uint32_t number) { return table.map().sector({number}); }
    static void pick(ToolTable& table, SlopeTool& tool, double x, double y)
    {
        tool.press(table.at(x, y));
        tool.release();
    }

private slots:
    void threeVerticesCarryAPlaneThroughAllSectors()
    {
        ToolTable table;
        rectangle(table, {0, 0}, {256, 128});
        rectangle(table, {256, 0}, {512, 128});
        const std::size_t before = table.history.position();
        SlopeTool tool(table, {{0}, {1}});
        pick(table, tool, 1, 1);
        pick(table, tool, 1, 127);
        pick(table, tool, 511, 1);
        QCOMPARE(tool.points().size(), std::size_t{3});
        QCOMPARE(table.history.position(), before); // nothing is tilted before a height is another
        tool.setHeight(2, 128);
        for (const std::uint32_t number : {0U, 1U}) {
            QVERIFY(sector(table, number).floorSlope.has_value());
            QCOMPARE(heightAt(sector(table, number), Plane::Floor, {0, 64}), 0.0);
            QCOMPARE(heightAt(sector(table, number), Plane::Floor, {256, 64}), 64.0); // where the two meet
            QCOMPARE(heightAt(sector(table, number), Plane::Floor, {512, 0}), 128.0);
        }
        tool.setHeight(0, 16);
        QCOMPARE(table.history.position(), before + 1);
        QCOMPARE(std::string(table.history.undoName()), std::string("Slope floor of 2 sectors"));
        table.history.undo(); // all of it
        QVERIFY(!sector(table, 0).floorSlope && !sector(table, 1).floorSlope);
        QCOMPARE(sector(table, 0).flags & roo::sector_flag::slopedFloor, 0U);
        QVERIFY(table.refusals.empty());
    }

    void aPointIsDraggedUpAndTheDragTakenBack()
    {
        ToolTable table;
        rectangle(table, {0, 0}, {256, 256});
        SlopeTool tool(table, {{0}});
        pick(table, tool, 0, 0);
        pick(table, tool, 256, 0);
        pick(table, tool, 256, 256);
        const std::size_t before = table.history.position();
        tool.press(table.at(256, 256));
        QCOMPARE(tool.held(), std::optional<std::size_t>(2));
        tool.move(table.at(256, 256 + 4 * 5)); // five reaches
        QCOMPARE(tool.points()[2].height, 40);
        tool.move(table.at(256, 256 + 4 * 5 + 1, true)); // single units where the pointer is free
        QCOMPARE(tool.points()[2].height, 42);
        QVERIFY(tool.escape());
        QVERIFY(!tool.held());
        QCOMPARE(tool.points()[2].height, 0);
        QVERIFY(!sector(table, 0).floorSlope);
        QCOMPARE(table.history.position(), before);
        tool.press(table.at(256, 256));
        tool.move(table.at(256, 256 - 4));
        tool.release();
        QCOMPARE(heightAt(sector(table, 0), Plane::Floor, {256, 256}), -8.0);
        // The second drag backs out to what the first one made.
        tool.press(table.at(256, 256));
        tool.move(table.at(256, 256 + 40));
        QVERIFY(tool.escape());
        QCOMPARE(heightAt(sector(table, 0), Plane::Floor, {256, 256}), -8.0);
        QCOMPARE(table.history.position(), before + 1);
        // Points that are applied go at once, and what they made stays; others go one by one.
        QVERIFY(tool.isApplied());
        QVERIFY(tool.escape());
        QVERIFY(tool.points().empty());
        QVERIFY(!tool.escape());
        QCOMPARE(heightAt(sector(table, 0), Plane::Floor, {256, 256}), -8.0);
        pick(table, tool, 0, 0);
        pick(table, tool, 256, 0);
        QVERIFY(tool.escape() && tool.escape());
        QVERIFY(!tool.escape());
        // The next three are a step of their own.
        pick(table, tool, 0, 0);
        pick(table, tool, 256, 0);
        pick(table, tool, 256, 256);
        QVERIFY(!tool.finish()); // no height is another yet
        tool.setHeight(0, 24);
        QVERIFY(tool.finish());
        QCOMPARE(table.history.position(), before + 2);
    }

    void ceilingsAreSlopesOfTheirOwn()
    {
        ToolTable table;
        rectangle(table, {0, 0}, {256, 256});
        {
            MapEdit edit = table.edit();
            roo::Sector high = edit.map().sector({0});
            high.ceilingHeight = 192;
            edit.history().begin("Ceiling");
            edit.set(SectorId{0}, high);
            edit.history().commit();
        }
        SlopeTool tool(table, {{0}});
        tool.beginAtLine(table.lineBetween({0, 0}, {256, 0}));
        QCOMPARE(tool.points().size(), std::size_t{3});
        tool.setPlane(Plane::Ceiling);
        for (const SlopePoint& point : tool.points())
            QCOMPARE(point.height, 192);
        tool.setHeight(2, 256);
        QVERIFY(!sector(table, 0).floorSlope);
        QVERIFY(sector(table, 0).ceilingSlope.has_value());
        QCOMPARE(heightAt(sector(table, 0), Plane::Ceiling, {100, 0}), 192.0);
        QCOMPARE(heightAt(sector(table, 0), Plane::Ceiling, {100, 256}), 256.0);
        tool.setPlane(Plane::Floor);
        QCOMPARE(tool.points()[2].height, 0);
        tool.setHeight(2, 32);
        QCOMPARE(std::string(table.history.undoName()), std::string("Slope floor of 1 sector"));
        table.history.undo();
        QVERIFY(sector(table, 0).ceilingSlope.has_value()); // another step
    }

    void whatIsNoPlaneIsRefused()
    {
        ToolTable table;
        rectangle(table, {0, 0}, {256, 256});
        SlopeTool tool(table, {{0}});
        pick(table, tool, 128, 128); // no vertex
        QCOMPARE(tool.points().size(), std::size_t{0});
        QCOMPARE(table.refusals.size(), std::size_t{1});
        pick(table, tool, 0, 0);
        pick(table, tool, 256, 0);
        rectangle(table, {256, 0}, {512, 256});
        pick(table, tool, 512, 0); // on one line with both
        QCOMPARE(tool.points().size(), std::size_t{2});
        QVERIFY(table.refusals.back().find("one line") != std::string::npos);
        pick(table, tool, 0, 256);
        pick(table, tool, 512, 256);
        QCOMPARE(tool.points().size(), std::size_t{3});
        QCOMPARE(table.refusals.size(), std::size_t{3});
        tool.setHeight(0, 100'000); // to the end of what is stored
        QCOMPARE(tool.points()[0].height, highestCoordinate);
        // A sector that is gone is left out.
        SlopeTool late(table, {{0}, {7}});
        pick(table, late, 0, 0);
        pick(table, late, 256, 0);
        pick(table, late, 0, 256);
        late.setHeight(1, 24);
        QCOMPARE(heightAt(sector(table, 0), Plane::Floor, {256, 0}), 24.0);
    }
};

QTEST_APPLESS_MAIN(TestSlopeTool)
#include "tst_slope_tool.moc"
