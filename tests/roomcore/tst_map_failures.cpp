// SPDX-License-Identifier: GPL-3.0-or-later
// Situations in which the editors of the Doom line broke sectors, drawn and dragged with the tools that the mouse drives. Numbers
// are those of the threads at UltimateDoomBuilder (and SLADE) that describe them. After each the map has no defect, areas add up,
// and sectors that the edit was not about have the area they had.
#include "map_support.h"
#include "roomedit/roomcore/operations/clipboard.h"
#include "roomedit/roomcore/operations/sectors.h"
#include "roomedit/roomcore/tools/drag_tool.h"
#include "roomedit/roomcore/tools/draw_tool.h"

#include <QElapsedTimer>

#include <cmath>
#include <map>
#include <random>

using namespace blak;
using namespace blak::roomcore;
using blak::test::Drawing;

namespace {

/// A map under the tools: what a view is to them.
class Table : public Drawing, public ToolHost
{
public:
    const Map& map() const override { return Drawing::map; }
    MapEdit edit() override { return Drawing::edit; }
    const MapDefaults& defaults() const override { return Drawing::defaults; }
    MergeRule mergeRule() const override { return rule; }
    MapGrid grid() const override { return {gridStep, {}, 0}; }
    void changed() override {}
    void refused(const Error& error) override { refusals.push_back(error.text()); }
    std::string inWords(const MapSelection& parts) const override { return std::to_string(parts.sectors.size()) + " sectors"; }

    void press(DrawTool& tool, MapPoint at) const
    {
        tool.press({static_cast<double>(at.x), static_cast<double>(at.y), 0.25, true});
    }
    /// Clicks the points; closed by a click on the first.
    void drawByMouse(const std::vector<MapPoint>& points, bool closed)
    {
        DrawTool tool(*this, DrawShape::Lines);
        for (const MapPoint point : points)
            press(tool, point);
        if (closed)
            press(tool, points.front());
        else
            tool.finish();
    }
    /// Drags what is given over the way, in small steps; looks at the map at each.
    void dragByMouse(const MapSelection& what, MapPoint from, const std::vector<MapPoint>& way)
    {
        DragTool tool(*this, what, {static_cast<double>(from.x), static_cast<double>(from.y), 0.25, true});
        for (const MapPoint to : way) {
            tool.move({static_cast<double>(to.x), static_cast<double>(to.y), 0.25, true});
            if (const QString found = faults(); !found.isEmpty())
                dragFaults += QStringLiteral("at %1, %2: %3").arg(to.x).arg(to.y).arg(found);
        }
        tool.release();
    }
    SectorId sectorOf(int x, int y) const { return sectorAt(x + 0.37, y + 0.41); }
    LineId lineBetween(MapPoint a, MapPoint b) const
    {
        for (std::uint32_t i = 0; i < map().lines().size(); ++i)
            if (map().lines()[i] && ((map().startOf({i}) == a && map().endOf({i}) == b) || (map().startOf({i}) == b && map().endOf({i}) == a)))
                return {i};
        return {};
    }
    MapSelection vertexAt(MapPoint at) const
    {
        MapSelection selection;
        selection.vertices.push_back(map().vertexAt(at));
        return selection;
    }
    /// Twice the area of each sector, by the sides of its lines.
    std::map<std::uint32_t, std::int64_t> areas() const
    {
        std::map<std::uint32_t, std::int64_t> twice;
        for (std::uint32_t i = 0; i < map().lines().size(); ++i) {
            if (!map().lines()[i])
                continue;
            const MapPoint a = map().startOf({i}), b = map().endOf({i});
            const std::int64_t cross = static_cast<std::int64_t>(a.x) * b.y - static_cast<std::int64_t>(a.y) * b.x;
            for (const Side side : bothSides)
                if (const SectorId sector = map().line({i}).side(side).sector)
                    twice[sector.value] += side == Side::Plus ? -cross : cross;
        }
        return twice;
    }
    std::int64_t wholeArea() const
    {
        std::int64_t sum = 0;
        for (const auto& [sector, area] : areas())
            sum += area;
        return sum;
    }

    MergeRule rule = MergeRule::Merge;
    int gridStep = 1;
    QString dragFaults;
    std::vector<std::string> refusals;
};

std::vector<MapPoint> shifted(std::vector<MapPoint> points, MapPoint by)
{
    for (MapPoint& point : points)
        point = point + by;
    return points;
}

} // namespace

class TestMapFailures : public QObject
{
    Q_OBJECT

private slots:
    /// #7: of sectors that are joined, the one that is drawn into is split; the others stay joined.
    void joinedSectorsStayJoinedWhenOneIsDrawnInto()
    {
        Table table;
        for (int i = 0; i < 3; ++i)
            QVERIFY(table.rectangle(i * 256, 0, i * 256 + 256, 256));
        const std::vector<SectorId> three{table.sectorOf(100, 100), table.sectorOf(356, 100), table.sectorOf(612, 100)};
        MapEdit edit = table.edit();
        QVERIFY(joinSectors(edit, three));
        QCOMPARE(table.sectors(), 1u);
        const SectorId joined = table.sectorOf(100, 100);
        table.drawByMouse({{576, 64}, {640, 64}, {640, 128}, {576, 128}}, true);
        QCOMPARE(table.faults(), QString());
        QCOMPARE(table.sectors(), 2u);
        QVERIFY(table.sectorOf(600, 100) != joined);
        for (const int x : {100, 356, 530})
            QCOMPARE(table.sectorOf(x, 200), joined);
        // A line across the last of them: one more, and the far ones stay.
        table.drawByMouse({{512, 192}, {768, 192}}, false);
        QCOMPARE(table.faults(), QString());
        QCOMPARE(table.sectors(), 3u);
        QCOMPARE(table.sectorOf(100, 100), table.sectorOf(356, 100));
        QCOMPARE(table.wholeArea(), std::int64_t{2} * 768 * 256);
    }

    /// #163, #377, #721: a sector of several areas is dragged by each of its vertices, turned by whole, and stays one.
    void mergedSectorsAreNotTornByDragging_data()
    {
        QTest::addColumn<int>("corner");
        QTest::addColumn<int>("rule");
        for (int corner = 0; corner < 4; ++corner)
            for (int rule = 0; rule < 3; ++rule)
                QTest::addRow("corner %d rule %d", corner, rule) << corner << rule;
    }
    void mergedSectorsAreNotTornByDragging()
    {
        QFETCH(int, corner);
        QFETCH(int, rule);
        Table table;
        table.rule = static_cast<MergeRule>(rule);
        QVERIFY(table.rectangle(0, 0, 256, 256));
        QVERIFY(table.draw({{0, 0}, {256, 256}}, false));
        MapEdit edit = table.edit();
        const std::vector<SectorId> both{table.sectorOf(200, 60), table.sectorOf(60, 200)};
        QVERIFY(both[0] != both[1]);
        QVERIFY(joinSectors(edit, both));
        QCOMPARE(table.sectors(), 1u);
        const std::array<MapPoint, 4> corners{{{0, 0}, {256, 0}, {256, 256}, {0, 256}}};
        const MapPoint from = corners[static_cast<std::size_t>(corner)];
        const MapPoint out{from.x == 0 ? -64 : 320, from.y == 0 ? -48 : 300};
        table.dragByMouse(table.vertexAt(from), from, {from + MapPoint{1, 1}, {(from.x + out.x) / 2, out.y}, out});
        QCOMPARE(table.dragFaults, QString());
        QCOMPARE(table.faults(), QString());
        QCOMPARE(table.sectors(), 1u);
        QCOMPARE(table.sectorOf(200, 60), table.sectorOf(60, 200));
    }

    void joinedSectorsStayJoinedWhenCopiedAndTurned()
    {
        Table table;
        QVERIFY(table.rectangle(0, 0, 128, 128) && table.rectangle(128, 0, 256, 128));
        MapEdit edit = table.edit();
        const std::vector<SectorId> both{table.sectorOf(60, 60), table.sectorOf(200, 60)};
        QVERIFY(joinSectors(edit, both));
        MapSelection all;
        all.sectors.push_back(table.sectorOf(60, 60));
        const auto piece = copyParts(table.map(), all);
        QVERIFY(piece);
        QVERIFY(pasteParts(edit, piece.value(), {{1024, 0}}, table.defaults()));
        QCOMPARE(table.sectors(), 2u);
        QCOMPARE(table.sectorOf(1084, 60), table.sectorOf(1224, 60));
        QVERIFY(rotate(edit, all, {128, 64}, 90, MergeRule::Merge, table.defaults()));
        QVERIFY(scale(edit, all, {128, 64}, 2, 1.5, MergeRule::Replace, table.defaults()));
        QCOMPARE(table.faults(), QString());
        QCOMPARE(table.sectors(), 2u);
    }

    /// #372: far from the centre, against the clock, from each corner.
    void aSmallSectorFarOutIsNoVoid_data()
    {
        QTest::addColumn<int>("first");
        QTest::addColumn<bool>("against");
        QTest::addColumn<int>("x");
        QTest::addColumn<int>("y");
        for (int first = 0; first < 4; ++first)
            for (const bool against : {false, true})
                for (const auto& [x, y] : {std::pair(-17732, 16008), std::pair(32700, 32700), std::pair(-32760, -32760)})
                    QTest::addRow("%d %d at %d,%d", first, against, x, y) << first << against << x << y;
    }
    void aSmallSectorFarOutIsNoVoid()
    {
        QFETCH(int, first);
        QFETCH(bool, against);
        QFETCH(int, x);
        QFETCH(int, y);
        Table table;
        QVERIFY(table.rectangle(x - 8, y - 8, x + 60, y + 60));
        const SectorId outer = table.sectorOf(x + 30, y + 30);
        std::vector<MapPoint> square = shifted({{0, 0}, {0, 4}, {4, 4}, {4, 0}}, {x, y});
        if (against)
            std::reverse(square.begin(), square.end());
        std::rotate(square.begin(), square.begin() + first, square.end());
        table.drawByMouse(square, true);
        QCOMPARE(table.faults(), QString());
        QCOMPARE(table.sectors(), 2u);
        const SectorId inner = table.sectorOf(x + 1, y + 1);
        QVERIFY(inner && inner != outer);
        QCOMPARE(table.areas()[inner.value], std::int64_t{2} * 16);
        QCOMPARE(table.areas()[outer.value], std::int64_t{2} * (68 * 68 - 16));
    }

    /// #556: a dragged or drawn vertex at the height of other vertices and lines, at every angle.
    void verticesAtTheHeightOfLines()
    {
        Table table;
        QVERIFY(table.draw({{0, 0}, {0, 512}, {512, 512}, {512, 0}}));
        QVERIFY(table.draw({{64, 64}, {96, 200}, {160, 96}}));
        QVERIFY(table.draw({{256, 200}, {320, 96}, {384, 200}, {300, 260}}));
        const std::int64_t whole = table.wholeArea();
        std::vector<MapPoint> way;
        for (const int y : {64, 96, 200, 260, 512, 0})
            for (int x = 8; x < 512; x += 24)
                way.push_back({x, y});
        table.dragByMouse(table.vertexAt({160, 96}), {160, 96}, way);
        QCOMPARE(table.dragFaults, QString());
        QCOMPARE(table.wholeArea(), whole);
        // Drawn at those heights too.
        for (const int y : {64, 96, 200, 260})
            table.drawByMouse({{420, y}, {452, y}, {452, y + 12}}, true);
        QCOMPARE(table.faults(), QString());
        QCOMPARE(table.wholeArea(), whole);
    }

    /// #714: a void in the middle sector that lines connect with the inner and the outer one.
    void aVoidBetweenSectorsMergesNothing()
    {
        Table table;
        QVERIFY(table.rectangle(0, 0, 768, 768));     // outer
        QVERIFY(table.rectangle(128, 128, 640, 640)); // middle
        QVERIFY(table.rectangle(256, 256, 512, 512)); // inner
        QVERIFY(table.rectangle(160, 352, 224, 416)); // becomes the void
        MapEdit edit = table.edit();
        const std::vector<SectorId> hole{table.sectorOf(190, 380)};
        QVERIFY(deleteSectors(edit, hole, table.defaults()));
        QVERIFY(table.draw({{128, 352}, {160, 352}}, false)); // from the outer border to the void, and on to the inner
        QVERIFY(table.draw({{224, 352}, {256, 352}}, false));
        QCOMPARE(table.faults(), QString());
        const SectorId outer = table.sectorOf(60, 60), middle = table.sectorOf(600, 600), inner = table.sectorOf(300, 300);
        QVERIFY(outer && middle && inner && outer != middle && middle != inner && !table.sectorOf(190, 380));
        const auto before = table.areas();
        table.drawByMouse({{300, 300}, {340, 300}}, false); // in the inner one
        table.drawByMouse({{20, 20}, {60, 20}}, false);     // in the outer one
        table.drawByMouse({{160, 416}, {160, 500}, {224, 416}}, false); // at the void
        QCOMPARE(table.faults(), QString());
        QCOMPARE(table.sectorOf(60, 60), outer);
        QCOMPARE(table.sectorOf(600, 600), middle);
        QCOMPARE(table.sectorOf(300, 290), inner);
        QVERIFY(!table.sectorOf(190, 380));
        QCOMPARE(table.areas()[outer.value], before.at(outer.value));
        QCOMPARE(table.areas()[inner.value], before.at(inner.value));
    }

    /// #738: what is drawn closed fills itself, not the void that it closes off between other sectors.
    void aPocketBesideTheDrawingStaysVoid()
    {
        Table table;
        QVERIFY(table.rectangle(0, 0, 256, 512) && table.rectangle(288, 0, 544, 512));
        table.drawByMouse({{256, 64}, {288, 64}, {288, 128}, {256, 128}}, true);
        QCOMPARE(table.sectors(), 3u);
        table.drawByMouse({{256, 320}, {256, 384}, {288, 384}, {288, 320}}, true); // the other way round
        QCOMPARE(table.sectors(), 4u);
        QVERIFY(table.sectorOf(270, 100) && table.sectorOf(270, 350) && !table.sectorOf(270, 200));
        QCOMPARE(table.faults(), QString());
        // An open line that closes an area fills it: there is no other to be meant.
        table.drawByMouse({{256, 448}, {288, 448}}, false);
        QCOMPARE(table.sectors(), 5u);
        QVERIFY(table.sectorOf(270, 400) && !table.sectorOf(270, 200));
        // A drawing that crosses itself fills all that it winds around; one around an island fills the ring.
        table.drawByMouse({{1000, 0}, {1200, 200}, {1000, 200}, {1200, 0}}, true);
        QVERIFY(table.sectorOf(1100, 40) && table.sectorOf(1100, 160));
        table.drawByMouse({{960, -40}, {1240, -40}, {1240, 240}, {960, 240}}, true);
        QVERIFY(table.sectorOf(970, 0) && table.sectorOf(1100, 40));
        QCOMPARE(table.faults(), QString());
    }

    /// #829: the closed area around a point is exactly what its lines close, whatever touches it at a corner.
    void makeSectorStaysInsideItsLines()
    {
        Table table;
        // Triangles in a rectangle that touch each other and its border at single corners.
        const auto wall = [&](MapPoint a, MapPoint b) {
            const std::vector<MapPoint> way{a, b};
            QVERIFY(drawLines(table.Drawing::edit, way, false, table.defaults()));
        };
        const std::vector<std::vector<MapPoint>> outlines{{{0, 0}, {0, 256}, {256, 256}, {256, 0}},
                                                          {{0, 0}, {64, 128}, {128, 64}},
                                                          {{64, 128}, {128, 256}, {192, 128}},
                                                          {{128, 64}, {192, 128}, {256, 0}}};
        for (const auto& outline : outlines)
            for (std::size_t i = 0; i < outline.size(); ++i)
                wall(outline[i], outline[(i + 1) % outline.size()]);
        QCOMPARE(table.faults(), QString());
        MapEdit edit = table.edit();
        for (int x = 4; x < 256; x += 8)
            for (int y = 4; y < 256; y += 8) {
                const auto sector = makeSector(edit, {x, y}, table.defaults());
                if (!sector)
                    continue; // on a line
                QCOMPARE(table.faults(), QString());
            }
        QCOMPARE(table.wholeArea(), std::int64_t{2} * 256 * 256);
        const auto areas = table.areas();
        const SectorId low = table.sectorOf(60, 60), high = table.sectorOf(128, 180);
        QCOMPARE(areas.at(low.value), std::int64_t{64 * 64 * 4 - 64 * 64});
        QCOMPARE(areas.at(high.value), std::int64_t{128 * 128});
    }

    /// #970: from inside of a sector to a vertex of its border that other sectors share.
    void aLineToASharedVertexIsDrawn()
    {
        Table table;
        QVERIFY(table.rectangle(0, 0, 256, 256));
        QVERIFY(table.draw({{256, 0}, {256, 128}, {384, 192}, {384, 0}}));
        QVERIFY(table.draw({{256, 128}, {256, 256}, {384, 320}, {384, 192}}));
        QVERIFY(table.draw({{256, 128}, {192, 192}, {256, 256}}));
        const std::size_t lines = table.lines(), sectors = table.sectors();
        table.drawByMouse({{100, 60}, {256, 128}}, false);
        QCOMPARE(table.lines(), lines + 1);
        QVERIFY(table.lineBetween({100, 60}, {256, 128}));
        QCOMPARE(table.sectors(), sectors);
        QCOMPARE(table.faults(), QString());
        table.drawByMouse({{256, 128}, {100, 60}, {0, 0}}, false); // and on: now it splits
        QCOMPARE(table.sectors(), sectors + 1);
        QCOMPARE(table.faults(), QString());
    }

    /// #78, #1000: a line that runs exactly through corners, and through a gap of one unit from outside to outside.
    void throughCornersAndANarrowGap()
    {
        Table table;
        QVERIFY(table.rectangle(0, 0, 128, 128) && table.rectangle(128, 128, 256, 256) && table.rectangle(0, 129, 128, 256));
        const std::int64_t whole = table.wholeArea();
        table.drawByMouse({{-64, -64}, {320, 320}}, false);
        QCOMPARE(table.faults(), QString());
        QCOMPARE(table.wholeArea(), whole);
        table.drawByMouse({{-32, 128}, {-32, 129}, {300, 129}}, false);
        QCOMPARE(table.faults(), QString());
        QCOMPARE(table.wholeArea(), whole);
    }

    /// #1172: a very large sector with hundreds of islands is broken up by lines between vertices that are there.
    void aLargeSectorIsBrokenUpBetweenItsIslands()
    {
        Table table;
        QVERIFY(table.rectangle(-16000, -16000, 16000, 16000));
        constexpr int across = 18, step = 1600;
        for (int row = 0; row < across; ++row)
            for (int column = 0; column < across; ++column) {
                const MapPoint at{-15000 + column * step, -15000 + row * step};
                QVERIFY(table.draw(shifted({{0, 0}, {-130, 240}, {90, 400}, {310, 180}, {220, -60}}, at)));
                QVERIFY(table.draw(shifted({{60, 80}, {40, 160}, {120, 180}}, at)));
            }
        const SectorId sea = table.sectorOf(-15990, -15990);
        const auto before = table.areas();
        const std::size_t islands = table.sectors();
        for (int row = 0; row < across; ++row) { // a chain along each row, from border to border
            std::vector<MapPoint> chain{{-16000, -15000 + row * step}};
            for (int column = 0; column < across; ++column) {
                chain.push_back({-15000 + column * step, -15000 + row * step});
                chain.push_back({-15000 + column * step + 220, -15000 + row * step - 60});
            }
            chain.push_back({16000, -15000 + row * step});
            table.drawByMouse(chain, false);
        }
        QCOMPARE(table.faults(), QString());
        QCOMPARE(table.sectors(), islands + across);
        QCOMPARE(table.wholeArea(), std::int64_t{2} * 32000 * 32000);
        const auto after = table.areas();
        for (const auto& [sector, area] : before)
            if (sector != sea.value)
                QCOMPARE(after.at(sector), area);
    }

    /// #1285: copies of whole and cut pieces, pasted over everything, crash nothing and leave every sector closed.
    void pastedGeometryIsClosed()
    {
        Table table;
        QVERIFY(table.rectangle(0, 0, 512, 512) && table.rectangle(128, 128, 256, 256) && table.rectangle(192, 192, 320, 320));
        std::mt19937 random(1285);
        for (int i = 0; i < 60; ++i) {
            MapSelection some; // sectors, or lines that close nothing
            for (std::uint32_t k = 0; k < table.map().sectors().size(); ++k)
                if (table.map().sectors()[k] && random() % 3 == 0 && some.sectors.size() < 3)
                    some.sectors.push_back({k});
            for (std::uint32_t k = 0; k < table.map().lines().size(); ++k)
                if (table.map().lines()[k] && random() % 5 == 0 && some.lines.size() < 6)
                    some.lines.push_back({k});
            const auto piece = copyParts(table.map(), some);
            if (!piece)
                continue;
            const MapPoint by{static_cast<int>(random() % 640) - 320, static_cast<int>(random() % 640) - 320};
            MapEdit edit = table.edit();
            const std::size_t step = table.history.position();
            const auto pasted = pasteParts(edit, piece.value(), {by, static_cast<MergeRule>(i % 3)}, table.defaults());
            QVERIFY2(pasted, pasted ? "" : pasted.error().text().c_str());
            if (i % 3 != static_cast<int>(MergeRule::VerticesOnly))
                QVERIFY2(table.faults().isEmpty(), qPrintable(QString::number(i) + u' ' + table.faults()));
            else
                QVERIFY(validate(table.map()));
            if (i % 3 == static_cast<int>(MergeRule::VerticesOnly) || table.lines() > 600)
                table.history.moveTo(step);
        }
        QVERIFY(table.lines() > 20);
    }

    /// #1388: double-sided lines within a sector, where both sides name it, and a drawing across them.
    void drawingAcrossLinesWithinOneSector()
    {
        Table table;
        QVERIFY(table.rectangle(0, 0, 512, 512));
        const SectorId sector = table.sectorOf(10, 10);
        for (int i = 1; i < 6; ++i) {
            table.drawByMouse({{i * 80, 100}, {i * 80, 400}}, false);                       // loose in the middle
            table.drawByMouse({{i * 80 - 20, 0}, {i * 80 - 20, 60}, {i * 80, 60}}, false); // from the border
        }
        QCOMPARE(table.sectors(), 1u);
        table.drawByMouse({{40, 150}, {40, 350}, {460, 350}, {460, 150}}, true);
        QCOMPARE(table.faults(), QString());
        QCOMPARE(table.wholeArea(), std::int64_t{2} * 512 * 512);
        QCOMPARE(table.sectorOf(10, 10), sector);
        // The strips between the lines were closed by the frame: each is whole, whatever its number.
        std::set<SectorId> strips;
        for (int i = 0; i < 6; ++i)
            strips.insert(table.sectorOf(i * 80 + 50, 250));
        QVERIFY(!strips.contains(SectorId()) && !strips.contains(sector));
        for (std::uint32_t i = 0; i < table.map().lines().size(); ++i)
            if (table.map().lines()[i])
                QVERIFY(table.map().line({i}).side(Side::Plus).sector || table.map().line({i}).side(Side::Minus).sector);
        table.dragByMouse(table.vertexAt({40, 150}), {40, 150}, {{60, 170}, {100, 200}, {300, 300}, {500, 20}});
        QCOMPARE(table.dragFaults, QString());
        QCOMPARE(table.wholeArea(), std::int64_t{2} * 512 * 512);
    }

    /// SLADE #664, #542: drags that cut lines at every step end, in bounded time; undone they leave nothing behind.
    void dragsThatCutLinesEnd()
    {
        Table table;
        QVERIFY(table.rectangle(0, 0, 400, 400));
        for (int i = 0; i < 6; ++i)
            table.drawByMouse({{20 + i * 50, 30}, {45 + i * 50, 180 + i}, {60 + i * 50, 40}}, true);
        const roo::Room before = roomFromMap(table.map(), {}).value().room;
        const std::size_t position = table.history.position();
        std::mt19937 random(664);
        QElapsedTimer clock;
        clock.start();
        for (int i = 0; i < 25; ++i) {
            std::vector<LineId> alive;
            for (std::uint32_t k = 0; k < table.map().lines().size(); ++k)
                if (table.map().lines()[k])
                    alive.push_back({k});
            MapSelection what;
            what.lines.push_back(alive[random() % alive.size()]);
            const MapPoint from = table.map().startOf(what.lines.front());
            std::vector<MapPoint> way;
            for (int k = 0; k < 6; ++k)
                way.push_back({static_cast<int>(random() % 440) - 20, static_cast<int>(random() % 440) - 20});
            table.dragByMouse(what, from, way);
            QCOMPARE(table.dragFaults, QString());
            if (table.lines() < 12 || table.lines() > 400)
                table.history.moveTo(position);
        }
        QVERIFY2(clock.elapsed() < 60'000, qPrintable(QString::number(clock.elapsed())));
        table.history.moveTo(position);
        QVERIFY(roomFromMap(table.map(), {}).value().room == before);
    }
};

QTEST_GUILESS_MAIN(TestMapFailures)
#include "tst_map_failures.moc"
