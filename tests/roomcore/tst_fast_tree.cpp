// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/space/loaded_room.h"
#include "roomedit/roomcore/built_tree.h"
#include "roomedit/roomcore/compatible_build.h"
#include "tests/support/room_samples.h"
#include "tests/support/shared_data.h"

#include <QTest>

#include <atomic>

using namespace blak;
using namespace blak::roomcore;

namespace {

double areaOf(const roo::Node& leaf)
{
    double twice = 0;
    for (std::size_t i = 0; i < leaf.polygon.size(); ++i) {
        const roo::Point &p = leaf.polygon[i], &q = leaf.polygon[(i + 1) % leaf.polygon.size()];
        twice += p.x * q.y - q.x * p.y;
    }
    return twice / 2;
}

/// By sector; client units squared.
std::vector<double> areasOf(const roo::Room& room)
{
    std::vector<double> areas(room.sectors.size() + 1);
    for (const roo::Node& node : room.nodes)
        if (node.kind == roo::Node::Kind::Leaf)
            areas[node.sector] += areaOf(node);
    return areas;
}

bool isConvexAndClockwise(const roo::Node& leaf)
{
    const std::size_t count = leaf.polygon.size();
    for (std::size_t i = 0; i < count; ++i) {
        const roo::Point &a = leaf.polygon[i], &b = leaf.polygon[(i + 1) % count], &c = leaf.polygon[(i + 2) % count];
        const double turn = (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x);
        const double size = std::hypot(b.x - a.x, b.y - a.y) + std::hypot(c.x - b.x, c.y - b.y);
        if (turn < -0.5 * size) // half a client unit off
            return false;
    }
    return count >= 3;
}

} // namespace

class TestFastTree : public QObject
{
    Q_OBJECT

private slots:
    void buildingCanBeCancelled()
    {
        const auto drawn = test::makeGridRoom({.rows = 8, .columns = 9, .jitters = true, .hasHoles = true}, 1);
        std::atomic<bool> cancelled = false;
        for (const roo::Format format : {roo::Format::V15, roo::Format::V12}) {
            for (BuildOptions options : {BuildOptions::fast(format), BuildOptions::latest(format)}) {
                options.cancelled = &cancelled;
                cancelled = false;
                const auto built = buildCompatible(drawn, options);
                QVERIFY2(built, built ? "" : built.error().text().c_str());
                cancelled = true;
                const auto stopped = buildCompatible(drawn, options);
                QVERIFY(!stopped);
                QCOMPARE(stopped.error().what, std::string("cancelled"));
            }
        }
    }

    void leavesAreConvexAndFillTheSectors()
    {
        for (std::uint32_t seed = 1; seed <= 20; ++seed) {
            const auto drawn = test::makeGridRoom({.rows = 8, .columns = 9, .jitters = true, .hasHoles = true}, seed);
            const auto fast = buildCompatible(drawn, BuildOptions::fast(roo::Format::V15));
            QVERIFY(fast);
            std::vector<double> drawnAreas(drawn.sectors.size() + 1);
            for (const roo::Linedef& line : drawn.linedefs) { // shoelace over the linedefs; plus is to the right, y north
                const double part = 128.0 * (line.x0 * line.y1 - line.x1 * line.y0);
                if (line.plusSide != 0)
                    drawnAreas[static_cast<std::size_t>(line.plusSector + 1)] -= part;
                if (line.minusSide != 0)
                    drawnAreas[static_cast<std::size_t>(line.minusSector + 1)] += part;
            }
            const std::vector<double> areas = areasOf(fast.value());
            for (std::size_t i = 1; i < areas.size(); ++i)
                QVERIFY2(std::abs(areas[i] - drawnAreas[i]) < 2e-4 * drawnAreas[i],
                         qPrintable(QString::number(areas[i]) + QStringLiteral(" ") + QString::number(drawnAreas[i])));
            for (const roo::Node& node : fast.value().nodes)
                QVERIFY(node.kind != roo::Node::Kind::Leaf || isConvexAndClockwise(node));
        }
    }

    void noWallIsLostInCorpusRooms()
    {
        BLAK_NEED_SHARED(folder, "corpus/roo");
        for (const auto& file : test::filesBelow(folder, ".roo")) {
            const auto room = roo::read(test::bytesOf(file), file.string());
            QVERIFY(room);
            const auto tree = buildTree(room.value(), BuildOptions::fast(room.value().format));
            QVERIFY2(tree, file.c_str());
            QVERIFY2(tree.value().lostWalls == 0, file.c_str());
        }
    }

    void fewerWallsAreCutInCorpusRooms()
    {
        BLAK_NEED_SHARED(folder, "corpus/roo");
        std::size_t linedefs = 0, compatible = 0, fast = 0;
        for (const auto& file : test::filesBelow(folder, ".roo")) {
            const auto room = roo::read(test::bytesOf(file), file.string());
            QVERIFY(room);
            if (room.value().format != roo::Format::V15)
                continue;
            auto built = buildCompatible(room.value(), BuildOptions::fast(roo::Format::V15));
            QVERIFY2(built, file.c_str());
            linedefs += room.value().linedefs.size();
            compatible += room.value().walls.size();
            fast += built.value().walls.size();
            const auto loaded = space::LoadedRoom::load(std::move(built).value(), file.string());
            QVERIFY2(loaded, file.c_str());
            QVERIFY(loaded.value().treeDepth() <= 64);
        }
        QVERIFY(linedefs > 0);
        QVERIFY2(fast * 100 <= linedefs * 112,
                 qPrintable(QString::number(static_cast<double>(fast) / static_cast<double>(linedefs))));
        QVERIFY(fast < compatible);
    }
};

QTEST_APPLESS_MAIN(TestFastTree)
#include "tst_fast_tree.moc"
