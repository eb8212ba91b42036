// SPDX-License-Identifier: GPL-3.0-or-later
// What lies away from a move stays as it was, in rooms whose borders are wrong or cross, too.
#include "map_support.h"
#include "roomedit/roomcore/operations/transform.h"
#include "roomedit/roomcore/map/swept_ground.h"
#include "tests/support/shared_data.h"

#include <random>

using namespace blak;
using namespace blak::roomcore;
using blak::test::Drawing;

namespace {

constexpr int square = 64; ///< editor units

/// All that moves with a selection, before and after, and a square around it.
MapBox placeOf(const Map& map, const MapSelection& what, MapPoint by)
{
    MapBox box;
    for (const VertexId vertex : verticesOf(map, what)) {
        box.add(map.point(vertex) + by);
        for (const LineId line : map.linesAt(vertex))
            box.add(map.boxOf(line));
    }
    return {box.left - square, box.bottom - square, box.right + square, box.top + square};
}

/// Of a line that lies outside of a box: its place, and sectors, offsets and looks of both sides.
QString lookOf(const Map& map, LineId id)
{
    if (!map.has(id))
        return QStringLiteral("gone");
    const MapPoint start = map.startOf(id), end = map.endOf(id);
    QString text = QStringLiteral("%1,%2 to %3,%4").arg(start.x).arg(start.y).arg(end.x).arg(end.y);
    for (const LineSide& side : map.line(id).sides) {
        text += QStringLiteral(" | sector %1 offset %2,%3").arg(static_cast<int>(side.sector.value)).arg(side.xOffset).arg(side.yOffset);
        if (side.sidedef) {
            const roo::Sidedef& look = map.sidedef(side.sidedef);
            text += QStringLiteral(" textures %1,%2,%3 tag %4 flags %5").arg(look.normalTexture).arg(look.aboveTexture).arg(look.belowTexture).arg(look.userId).arg(look.flags);
        }
    }
    return text;
}

/// The first line away from a move that is another than before; empty: there is none.
QString changedFar(const Map& before, const Map& now, const MapBox& place)
{
    for (std::uint32_t i = 0; i < before.lines().size(); ++i)
        if (const LineId line{i}; before.has(line) && !place.meets(before.boxOf(line)))
            if (const QString was = lookOf(before, line), is = lookOf(now, line); was != is)
                return QStringLiteral("line %1: %2 became %3").arg(i).arg(was, is);
    return {};
}

/// Moves, and says what changed far away.
QString farAfterMove(Drawing& d, const MapSelection& what, MapPoint by)
{
    const Map before = d.map;
    const MapBox place = placeOf(before, what, by);
    if (const auto moved = moveBy(d.edit, what, by, MergeRule::Merge, d.defaults); !moved)
        return QString::fromStdString(moved.error().text());
    return changedFar(before, d.map, place);
}

LineId lineBetween(const Map& map, MapPoint a, MapPoint b)
{
    for (const LineId line : map.linesAt(map.vertexAt(a)))
        if (map.startOf(line) == b || map.endOf(line) == b)
            return line;
    return {};
}

MapSelection vertexAt(const Map& map, MapPoint at)
{
    MapSelection selection;
    selection.vertices = {map.vertexAt(at)};
    return selection;
}

} // namespace

class TestMapFar : public QObject
{
    Q_OBJECT

private slots:
    /// An island at the far end of a hall says that the porch is around it, as if the halls of an old room had been renumbered.
    void aWrongBorderFarAwayStaysWrong()
    {
        Drawing d;
        QVERIFY(d.rectangle(-256, 0, 0, 256)); // the porch
        QVERIFY(d.rectangle(0, 0, 2048, 256));
        QVERIFY(d.rectangle(1600, 64, 1728, 192));
        {
            document::Transaction transaction(d.history, "Spoil");
            for (const LineId line : std::vector<LineId>(d.map.linesOf({2}).begin(), d.map.linesOf({2}).end()))
                d.edit.setSector(line, d.map.line(line).sides[0].sector == SectorId{1} ? Side::Plus : Side::Minus, {0});
            transaction.commit();
        }
        QVERIFY(!findDefects(d.map).unclosed.empty());
        QCOMPARE(farAfterMove(d, vertexAt(d.map, {-256, 0}), {-32, -32}), QString());
        QCOMPARE(farAfterMove(d, vertexAt(d.map, {0, 0}), {16, -16}), QString());
        Drawing other(roomFromMap(d.map, {}).value().room);
        MapSelection door;
        door.lines = {lineBetween(other.map, {16, -16}, {0, 256})};
        QVERIFY(door.lines.front());
        QCOMPARE(farAfterMove(other, door, {-48, 0}), QString());
    }

    /// Lines that cross far away are as much in the way of a cut line as before.
    void aCrossingFarAwayStays()
    {
        Drawing d;
        QVERIFY(d.rectangle(0, 0, 2048, 512));
        QVERIFY(d.rectangle(100, 600, 164, 664));
        {
            document::Transaction transaction(d.history, "Spoil");
            MapLine along{d.edit.vertexAt({10, 250}), d.edit.vertexAt({2000, 260})}, across{d.edit.vertexAt({1800, 100}), d.edit.vertexAt({1810, 400})};
            for (MapLine* line : {&along, &across}) {
                const LineId added = d.edit.addLine(*line);
                for (const Side side : bothSides)
                    d.edit.setSector(added, side, {0});
            }
            transaction.commit();
        }
        const std::size_t crossings = findDefects(d.map).crossing.size();
        QCOMPARE(crossings, std::size_t{1});
        MapSelection tower;
        tower.sectors = {{1}};
        const LineId across = lineBetween(d.map, {1800, 100}, {1810, 400});
        const QString before = lookOf(d.map, across);
        QVERIFY(moveBy(d.edit, tower, {7, -385}, MergeRule::Merge, d.defaults)); // onto the line along the hall
        QCOMPARE(lookOf(d.map, across), before);
        QCOMPARE(findDefects(d.map).crossing.size(), crossings);
    }

    /// A long wall is cut at one end: what its other end borders on is not touched by that, however odd it looks.
    void beyondACutLineNothingIsTidied()
    {
        Drawing d;
        QVERIFY(d.rectangle(0, 0, 2048, 512));
        QVERIFY(d.rectangle(100, 1000, 164, 1064));
        const LineId far = lineBetween(d.map, {2048, 0}, {2048, 512});
        const LineId above = lineBetween(d.map, {0, 512}, {2048, 512});
        QVERIFY(far && above);
        {
            document::Transaction transaction(d.history, "Spoil");
            const Side inner = d.map.line(far).sides[0].sidedef ? Side::Plus : Side::Minus;
            d.edit.setSidedef(far, inner, {}); // shows nothing
            MapLine line = d.map.line(far);
            line.side(otherSide(inner)).sidedef = d.edit.addSidedef({0, 33, 0, 0, 0, 0}); // and a side that looks out, without sector
            d.edit.set(far, line);
            transaction.commit();
        }
        const QString before = lookOf(d.map, far);
        MapSelection tower;
        tower.sectors = {{1}};
        QVERIFY(moveBy(d.edit, tower, {0, -520}, MergeRule::Merge, d.defaults)); // across the wall above
        QVERIFY(d.map.endOf(above) != (MapPoint{2048, 512}) || d.map.startOf(above) != (MapPoint{0, 512}));
        QCOMPARE(lookOf(d.map, far), before);
    }

    /// Walls that say that another sector is outside of the room: of a moved corner the walls beyond its neighbours keep that.
    void wallsThatOnlyMeetTheMovedOnesStay()
    {
        Drawing d;
        QVERIFY(d.draw({{0, 0}, {0, 512}, {512, 512}, {512, 0}, {256, 0}}));
        QVERIFY(d.rectangle(1000, 0, 1256, 256));
        {
            document::Transaction transaction(d.history, "Spoil");
            for (const LineId line : std::vector<LineId>(d.map.linesOf({0}).begin(), d.map.linesOf({0}).end()))
                d.edit.setSector(line, d.map.line(line).sides[0].sidedef ? Side::Minus : Side::Plus, {1});
            transaction.commit();
        }
        const LineId left = lineBetween(d.map, {0, 0}, {0, 512}), below = lineBetween(d.map, {512, 0}, {256, 0});
        const QString leftBefore = lookOf(d.map, left), belowBefore = lookOf(d.map, below);
        QVERIFY(moveBy(d.edit, vertexAt(d.map, {512, 512}), {-64, -48}, MergeRule::Merge, d.defaults));
        QCOMPARE(lookOf(d.map, left), leftBefore);
        QCOMPARE(lookOf(d.map, below), belowBefore);
    }

    void sweptGroundIsWhereLinesPass()
    {
        SweptGround swept;
        swept.add({0, 0}, {100, 0}, {0, 50}, {100, 80});
        QVERIFY(swept.meets({50, 20}, {60, 30}));    // within
        QVERIFY(swept.meets({-50, 40}, {200, 40}));  // across, with both ends outside
        QVERIFY(!swept.meets({100, 80}, {200, 200})); // from a corner on, outside
        QVERIFY(swept.meets({0, 0}, {50, 30}));       // into it
        QVERIFY(swept.meets({-10, 0}, {10, 0}));      // along its edge
        QVERIFY(swept.meets({0, 50}, {0, -20}));
        QVERIFY(!swept.meets({0, 60}, {20, 90}));    // in the box, and above
        QVERIFY(!swept.meets({-50, -1}, {200, -1}));
        SweptGround still;
        still.add({0, 0}, {100, 0}, {0, 0}, {100, 0});
        QVERIFY(still.meets({50, -10}, {50, 10}));
        QVERIFY(!still.meets({50, 1}, {50, 10}));
        QVERIFY(!SweptGround().meets({0, 0}, {1, 1}));
    }

    void realRoomsChangeWhereTheyAreEdited()
    {
        BLAK_NEED_SHARED(folder, "corpus/roo");
        constexpr int movesOfRoom = 10;
        int moves = 0;
        for (const auto& file : test::filesBelow(folder, ".roo")) {
            const auto room = roo::read(test::bytesOf(file), file.filename().string());
            if (!room)
                continue;
            const Map original = mapFromRoom(room.value());
            std::vector<LineId> lines;
            for (std::uint32_t i = 0; i < original.lines().size(); ++i)
                if (original.has(LineId{i}))
                    lines.push_back({i});
            std::mt19937 random(static_cast<std::uint32_t>(lines.size()));
            for (int i = 0; i < movesOfRoom && !lines.empty(); ++i) {
                MapSelection what;
                const LineId line = lines[random() % lines.size()];
                if (random() % 2 == 0)
                    what.lines = {line};
                else
                    what.vertices = {original.line(line).start};
                const MapPoint by{static_cast<int>(random() % 17) * 16 - 128, static_cast<int>(random() % 17) * 16 - 128};
                Drawing d(room.value());
                const QString changed = farAfterMove(d, what, by);
                QVERIFY2(changed.isEmpty(), qPrintable(QStringLiteral("%1, line %2 by %3,%4: %5").arg(QString::fromStdString(file.filename().string())).arg(line.value).arg(by.x).arg(by.y).arg(changed)));
                QVERIFY(validate(d.map));
                ++moves;
            }
        }
        QVERIFY(moves > 100);
    }
};

QTEST_APPLESS_MAIN(TestMapFar)
#include "tst_map_far.moc"
