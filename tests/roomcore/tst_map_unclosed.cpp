// SPDX-License-Identifier: GPL-3.0-or-later
// Sectors whose border is not closed: edits stay where they are made.
#include "map_support.h"
#include "roomedit/roomcore/map/loose_sides.h"
#include "roomedit/roomcore/operations/clipboard.h"
#include "roomedit/roomcore/operations/transform.h"

using namespace blak;
using namespace blak::roomcore;
using blak::test::Drawing;

namespace {

/// A hall, a tower five squares away with a wall that has the hall on its outside, and a field.
struct Town : Drawing
{
    SectorId hall{0}, tower{1}, field{2};
    LineId stray;

    Town()
    {
        rectangle(0, 0, 512, 256);
        rectangle(832, 0, 1024, 1024);
        rectangle(0, 2000, 2048, 4096);
        stray = lineAt({832, 0}, {832, 1024});
        dress(stray, hall, 9);
    }
    LineId lineAt(MapPoint a, MapPoint b) const
    {
        for (const LineId line : map.linesAt(map.vertexAt(a)))
            if (map.startOf(line) == b || map.endOf(line) == b)
                return line;
        return {};
    }
    /// Gives the empty side of a line a sector.
    void dress(LineId line, SectorId sector, std::uint16_t texture)
    {
        document::Transaction transaction(history, "Dress");
        const Side bare = map.line(line).sides[0].sidedef ? Side::Minus : Side::Plus;
        edit.setSector(line, bare, sector);
        edit.setSidedef(line, bare, {0, texture, 0, 0, 0, 0});
        transaction.commit();
    }
    void remove(LineId line)
    {
        document::Transaction transaction(history, "Remove");
        edit.remove(line);
        transaction.commit();
    }
    /// Sectors and looks of both sides.
    QString looks(LineId id) const
    {
        QString text;
        for (const LineSide& side : map.line(id).sides)
            text += side.sidedef ? QStringLiteral("%1:%2 ").arg(side.sector.value).arg(map.sidedef(side.sidedef).normalTexture)
                                 : QStringLiteral("void ");
        return text;
    }
    /// Of all lines away from a box.
    QStringList looksOutside(const MapBox& box) const
    {
        QStringList all;
        for (std::uint32_t i = 0; i < map.lines().size(); ++i)
            if (map.has(LineId{i}) && !box.meets(map.boxOf({i})))
                all.append(QStringLiteral("%1 %2").arg(i).arg(looks({i})));
        return all;
    }
};

MapSelection sector(SectorId id)
{
    MapSelection selection;
    selection.sectors = {id};
    return selection;
}

} // namespace

class TestMapUnclosed : public QObject
{
    Q_OBJECT

private slots:
    void aClosedBorderHasNothingLoose()
    {
        Town town;
        QVERIFY(looseRuns(town.map, borderOf(town.map, town.tower)).empty());
        const auto runs = looseRuns(town.map, borderOf(town.map, town.hall));
        QCOMPARE(runs.size(), 1u);
        QCOMPARE(runs[0].sides.size(), 1u);
        QVERIFY(runs[0].sides[0].line == town.stray);
    }

    /// Of the two ways to close the border the shorter one goes.
    void aChordIsLooseAndNotTheWallsAroundIt()
    {
        Drawing d;
        QVERIFY(d.rectangle(0, 0, 256, 256));
        document::Transaction transaction(d.history, "Chord");
        MapLine chord{d.map.vertexAt({0, 0}), d.map.vertexAt({256, 256})};
        const LineId added = d.edit.addLine(chord);
        d.edit.setSector(added, Side::Plus, {0});
        transaction.commit();
        const auto runs = looseRuns(d.map, borderOf(d.map, {0}));
        QCOMPARE(runs.size(), 1u);
        QCOMPARE(runs[0].sides.size(), 1u);
        QVERIFY((runs[0].sides[0] == HalfEdge{added, Side::Plus}));
    }

    void anOutlineWithAGapIsLooseAsAWhole()
    {
        Town town;
        town.remove(town.lineAt({0, 2000}, {2048, 2000}));
        const auto runs = looseRuns(town.map, borderOf(town.map, town.field));
        QCOMPARE(runs.size(), 1u);
        QCOMPARE(runs[0].sides.size(), 3u);
    }

    void aPastedSectorCoversWhatItsOutlineEncloses()
    {
        Town town;
        const auto piece = copyParts(town.map, sector(town.hall));
        QVERIFY(piece);
        QCOMPARE(piece.value().linedefs.size(), 5u); // with the stray one
        const std::size_t lines = town.lines();
        const QStringList before = town.looksOutside({512, 2500, 1024, 2756});
        QVERIFY(pasteParts(town.edit, piece.value(), {{512, 2500}}, town.defaults));
        QCOMPARE(town.looksOutside({512, 2500, 1024, 2756}), before);
        QCOMPARE(town.lines(), lines + 4);
        QCOMPARE(town.sectors(), 4u);
        QVERIFY(town.sectorAt(700, 2600) == SectorId{3});
        QVERIFY(town.sectorAt(700, 3000) == town.field);
        QVERIFY(town.sectorAt(300, 2600) == town.field);
        QVERIFY(town.sectorAt(1400, 2600) == town.field);
        QVERIFY(town.history.undo());
        QCOMPARE(town.lines(), lines);
    }

    void acrossABorderToo()
    {
        Town town;
        const auto piece = copyParts(town.map, sector(town.hall));
        const QStringList before = town.looksOutside({1800, 2500, 2312, 2756});
        QVERIFY(pasteParts(town.edit, piece.value(), {{1800, 2500}, MergeRule::Replace}, town.defaults));
        QVERIFY(town.sectorAt(1900, 2600) == SectorId{3});
        QVERIFY(town.sectorAt(2200, 2600) == SectorId{3});
        QVERIFY(town.sectorAt(1900, 3000) == town.field);
        QVERIFY(!town.sectorAt(2400, 2600));
        QStringList after = town.looksOutside({1800, 2500, 2312, 2756});
        after.removeIf([](const QString& line) { return line.section(u' ', 0, 0).toInt() > 12; }); // the rest of the wall
        QCOMPARE(after, before);
    }

    /// The side that belongs there comes along, the stray one on the same line does not.
    void ofALineTheSideThatClosesIsPasted()
    {
        Town town;
        MapSelection both = sector(town.hall);
        both.sectors.push_back(town.tower);
        const auto piece = copyParts(town.map, both);
        QVERIFY(piece);
        QVERIFY(pasteParts(town.edit, piece.value(), {{0, -3000}}, town.defaults));
        QCOMPARE(town.looks(town.lineAt({832, -3000}, {832, -1976})).count(QLatin1String("void")), 1);
        QVERIFY(town.sectorAt(100, -2900) == SectorId{3});
        QVERIFY(town.sectorAt(900, -2900) == SectorId{4});
        QVERIFY(!town.sectorAt(700, -2900));
    }

    void aGapIsRefusedAndSaidWhere()
    {
        Town town;
        town.remove(town.lineAt({0, 2000}, {2048, 2000}));
        const auto piece = copyParts(town.map, sector(town.field));
        QVERIFY(piece);
        const QStringList before = town.looksOutside({});
        const auto pasted = pasteParts(town.edit, piece.value(), {{100, 100}}, town.defaults);
        QVERIFY(!pasted);
        QVERIFY2(pasted.error().what.find("not closed at x 0, y 2000 ") != std::string::npos, pasted.error().what.c_str());
        QCOMPARE(town.looksOutside({}), before);
    }

    void aMoveLeavesAStrayLineFarAwayAlone()
    {
        for (const MapPoint by : {MapPoint{16, 16}, MapPoint{-200, 64}, MapPoint{0, -1000}}) {
            Town town;
            const QString before = town.looks(town.stray);
            MapSelection corner;
            corner.vertices = {town.map.vertexAt({512, 256})};
            QVERIFY(moveBy(town.edit, corner, by, MergeRule::Merge, town.defaults));
            QCOMPARE(town.looks(town.stray), before);
            MapSelection wall;
            wall.lines = {town.lineAt({0, 0}, {0, 256})};
            QVERIFY(wall.lines[0]);
            QVERIFY(moveBy(town.edit, wall, {-32, 0}, MergeRule::Merge, town.defaults));
            QCOMPARE(town.looks(town.stray), before);
            QVERIFY(town.sectorAt(20, 20) == town.hall);
        }
    }

    /// What is moved itself keeps its sides, too, as long as nothing says what it closes.
    void aWallOfAnOutlineWithAGapKeepsItsSides()
    {
        Town town;
        town.remove(town.lineAt({0, 2000}, {2048, 2000}));
        const QStringList before = town.looksOutside({});
        MapSelection corner;
        corner.vertices = {town.map.vertexAt({0, 4096})};
        QVERIFY(moveBy(town.edit, corner, {64, 64}, MergeRule::Merge, town.defaults));
        QCOMPARE(town.looksOutside({}), before);
        // Its open end is moved to where the other one is.
        corner.vertices = {town.map.vertexAt({0, 2000})};
        QVERIFY(moveBy(town.edit, corner, {2048, 0}, MergeRule::Merge, town.defaults));
        QVERIFY(town.sectorAt(1900, 3000) == town.field);
        QVERIFY(looseRuns(town.map, borderOf(town.map, town.field)).empty());
    }
};

QTEST_APPLESS_MAIN(TestMapUnclosed)
#include "tst_map_unclosed.moc"
