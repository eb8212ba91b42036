// SPDX-License-Identifier: GPL-3.0-or-later
// Tools with the mouse in editor units: shapes and typed sizes, the box that stretches and turns, the lasso, grids that are turned.
#include "roomedit/roomcore/tools/band_tool.h"
#include "roomedit/roomcore/tools/draw_tool.h"
#include "roomedit/roomcore/tools/transform_tool.h"
#include "tool_table.h"

#include <cmath>
#include <random>

using namespace blak;
using namespace blak::roomcore;
using test::ToolTable;

namespace {

void dragShape(ToolTable& table, DrawTool& tool, MapPoint from, MapPoint to)
{
    tool.press(table.at(from.x, from.y));
    tool.move(table.at((from.x + to.x) / 2.0, (from.y + to.y) / 2.0));
    tool.release(table.at(to.x, to.y));
}

void selectAll(ToolTable& table)
{
    MapSelection all;
    for (std::uint32_t i = 0; i < table.map().sectors().size(); ++i)
        if (table.map().has(SectorId{i}))
            all.sectors.push_back({i});
    table.Drawing::map.selection = all;
}

} // namespace

class TestTools : public QObject
{
    Q_OBJECT

private slots:
    void polygonsAndGridsAreDrawn()
    {
        ToolTable table;
        DrawOptions options;
        options.sides = 5;
        DrawTool polygon(table, DrawShape::Polygon, options);
        dragShape(table, polygon, {0, 0}, {128, 0});
        QCOMPARE(table.sectors(), std::size_t{1});
        QCOMPARE(table.lines(), std::size_t{5});
        QCOMPARE(table.map().vertexAt({128, 0}) ? 1 : 0, 1);

        options.rows = 2;
        options.columns = 3;
        DrawTool grid(table, DrawShape::Grid, options);
        dragShape(table, grid, {512, 0}, {704, 128});
        QCOMPARE(table.sectors(), std::size_t{7});
        QCOMPARE(table.faults(), QString());
        QVERIFY(table.refusals.empty());
        QCOMPARE(std::string(table.history.undoName()), std::string("Draw grid"));
        table.history.undo();
        QCOMPARE(table.sectors(), std::size_t{1}); // one step
    }

    void optionsShapeStairsAndCorridors()
    {
        ToolTable table;
        DrawOptions options;
        options.steps = 3;
        options.rise = -8;
        table.Drawing::defaults.sector.floorHeight = 100;
        DrawTool stairs(table, DrawShape::Stairs, options);
        dragShape(table, stairs, {0, 0}, {96, 32});
        QCOMPARE(table.sectors(), std::size_t{3});
        QCOMPARE(std::string(table.history.undoName()), std::string("Draw stairs"));
        QVERIFY(table.map().sector({0}).floorHeight != table.map().sector({1}).floorHeight);
        options.corridorWidth = 64;
        DrawTool corridor(table, DrawShape::Corridor, options);
        corridor.press(table.at(512, 0));
        corridor.press(table.at(768, 0));
        corridor.finish();
        QVERIFY(table.map().vertexAt({512, 32}) && table.map().vertexAt({512, -32}));
    }

    void lengthsAreTyped()
    {
        ToolTable table;
        DrawTool tool(table, DrawShape::Lines);
        QVERIFY(!tool.type("128")); // from nowhere
        tool.press(table.at(0, 0));
        QVERIFY(!tool.type("128")); // no direction yet
        tool.move(table.at(48, 0));
        QVERIFY(tool.type("100")); // off the grid on purpose
        QVERIFY(tool.type("50<90"));
        QVERIFY(tool.type("-100, 0"));
        QCOMPARE(tool.points().size(), std::size_t{4});
        QVERIFY((tool.points()[1] == MapPoint{100, 0} && tool.points()[2] == MapPoint{100, 50} && tool.points()[3] == MapPoint{0, 50}));
        for (const char* bad : {"", "x", "12<", "0", "1e9", "nan<4", "3,", "64<45<9"})
            QVERIFY2(!tool.type(bad), bad);
        QVERIFY(tool.type("0,-50")); // back to the first point: closed
        QVERIFY(tool.isIdle());
        QCOMPARE(table.sectors(), std::size_t{1});
        QCOMPARE(table.faults(), QString());

        DrawTool box(table, DrawShape::Rectangle);
        box.move(table.at(256, 256));
        QVERIFY(box.type("70x30"));
        QVERIFY(table.map().vertexAt({326, 286}));
        QVERIFY(!box.type("70"));
        QVERIFY(!box.type("0x30"));
        DrawTool polygon(table, DrawShape::Polygon);
        polygon.move(table.at(640, 640));
        QVERIFY(polygon.type("40"));
        QVERIFY(table.map().vertexAt({680, 640}));
    }

    void gridsBeginAnywhereAndTurn()
    {
        const MapGrid shifted{32, {5, 7}, 0};
        QVERIFY((shifted.snap(38, 40) == MapPoint{37, 39}));
        const MapGrid turned{100, {10, 20}, 30};
        // Points of the grid snap to themselves, and the nearest one is not farther than half a diagonal.
        std::mt19937 random(1);
        std::uniform_real_distribution<double> place(-3000, 3000);
        for (int i = 0; i < 2000; ++i) {
            const double x = place(random), y = place(random);
            const MapPoint at = turned.snap(x, y);
            QVERIFY(std::hypot(at.x - x, at.y - y) <= 100 / std::sqrt(2.0) + 1);
            QVERIFY(turned.snap(at.x, at.y) == at);
        }
        QVERIFY((turned.along(1, 0) == MapPoint{87, 50}));
        QVERIFY((MapGrid{1, {5, 5}, 30}.snap(3.4, 3.6) == MapPoint{3, 4}));

        ToolTable table;
        table.frame = {64, {3, 0}, 0};
        DrawTool tool(table, DrawShape::Rectangle);
        dragShape(table, tool, {0, 0}, {128, 64});
        QVERIFY(table.map().vertexAt({3, 0}) && table.map().vertexAt({131, 64}));
    }

    void theBoxStretchesTurnsAndMoves()
    {
        ToolTable table;
        table.rectangle(0, 0, 128, 64);
        selectAll(table);
        TransformTool tool(table);
        using Handle = TransformTool::Handle;
        QVERIFY(tool.at(table.at(128, 64), 30) == Handle::TopRight);
        QVERIFY(tool.at(table.at(128, 32), 30) == Handle::Right);
        QVERIFY(tool.at(table.at(64, 94), 30) == Handle::Turn);
        QVERIFY(tool.at(table.at(64, 32), 30) == Handle::Inside);
        QVERIFY(!tool.at(table.at(500, 500), 30));

        // The left side stays; the grid holds.
        tool.press(Handle::Right, table.at(128, 32));
        tool.move(table.at(200, 32), false);
        tool.move(table.at(255, 40), false);
        QCOMPARE(tool.amount().x, 200.0);
        tool.release();
        QVERIFY(table.map().vertexAt({256, 64}) && table.map().vertexAt({0, 0}));
        QCOMPARE(std::string(table.history.undoName()), std::string("Scale"));
        table.history.undo();
        QVERIFY(table.map().vertexAt({128, 64}));

        // Both by one factor; through the other side it is mirrored and whole.
        selectAll(table);
        tool.press(Handle::TopRight, table.at(128, 64));
        tool.move(table.at(-128, 64), true);
        tool.release();
        QVERIFY(table.map().vertexAt({-128, -64}));
        QCOMPARE(table.faults(), QString());
        table.history.undo();

        // A quarter turn around the middle.
        selectAll(table);
        tool.press(Handle::Turn, table.at(64, 94));
        tool.move(table.at(0, 34), false);
        QCOMPARE(tool.amount().x, 90.0);
        tool.release();
        QVERIFY(table.map().vertexAt({32, -32}) && table.map().vertexAt({96, 96}));
        table.history.undo();

        // Back out: as if nothing had been.
        selectAll(table);
        const std::size_t steps = table.history.size();
        tool.press(Handle::Inside, table.at(64, 32));
        tool.move(table.at(164, 32), false);
        QVERIFY(!table.map().vertexAt({0, 0}));
        tool.cancel();
        QVERIFY(table.map().vertexAt({0, 0}) && table.map().vertexAt({128, 64}));
        QCOMPARE(table.history.size(), steps);
        QVERIFY(table.refusals.empty());
    }

    void aFlatBoxIsOnlyMovedAndTurned()
    {
        ToolTable table;
        table.rectangle(0, 0, 128, 64);
        table.Drawing::map.selection = {};
        table.Drawing::map.selection.lines = {table.lineBetween({0, 64}, {128, 64})};
        TransformTool tool(table);
        using Handle = TransformTool::Handle;
        QVERIFY(tool.at(table.at(64, 64), 30) == Handle::Inside); // neither top nor bottom
        QVERIFY(tool.at(table.at(128, 64), 30) == Handle::Right);
        tool.press(Handle::Right, table.at(128, 64));
        tool.move(table.at(192, 64), false);
        tool.release();
        QVERIFY(table.map().vertexAt({192, 64}));
        QCOMPARE(table.faults(), QString());
    }

    void theLassoHoldsWhatItGoesAround()
    {
        ToolTable table;
        table.rectangle(0, 0, 64, 64);
        table.rectangle(128, 0, 192, 64);
        table.rectangle(64, 128, 128, 192);
        BandTool lasso({-10, -10}, true);
        for (const MapPoint point : {MapPoint{-10, 80}, MapPoint{50, 220}, MapPoint{150, 220}, MapPoint{130, 70}, MapPoint{100, -10}})
            lasso.move(point);
        const MapSelection found = lasso.parts(table.map(), {false, false, true, false});
        QCOMPARE(found.sectors.size(), std::size_t{2}); // not the one at the right
        BandTool nothing({0, 0}, true);
        QVERIFY(nothing.parts(table.map(), {true, true, true, true}).isEmpty());
        // A way around the other way round, and one that winds twice.
        BandTool twice({-10, -10}, true);
        for (int round = 0; round < 2; ++round)
            for (const MapPoint point : {MapPoint{74, -10}, MapPoint{74, 74}, MapPoint{-10, 74}, MapPoint{-10, -10}})
                twice.move(point);
        QCOMPARE(twice.parts(table.map(), {false, false, true, false}).sectors.size(), std::size_t{1});
    }
};

QTEST_APPLESS_MAIN(TestTools)
#include "tst_tools.moc"
