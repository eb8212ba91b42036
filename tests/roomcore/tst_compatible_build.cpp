// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/roo/room.h"
#include "roomedit/roomcore/compare_rebuilt.h"
#include "roomedit/roomcore/compatible_build.h"
#include "roomedit/roomcore/sidedef_merge.h"
#include "roomedit/roomcore/slope_plane.h"
#include "tests/support/room_samples.h"
#include "tests/support/shared_data.h"

#include <QTest>

using namespace blak;
using namespace blak::roomcore;

class TestCompatibleBuild : public QObject
{
    Q_OBJECT

private:
    static void compareAll(const std::filesystem::path& folder)
    {
        const auto files = test::filesBelow(folder, ".roo");
        QVERIFY(!files.empty());
        std::size_t rounded = 0;
        for (const auto& file : files) {
            if (file.parent_path().filename() == "broken")
                continue; // changed by hand after they were built
            const auto room = roo::read(test::bytesOf(file), file.string());
            QVERIFY2(room, file.c_str());
            const auto result = compareRebuilt(room.value());
            QVERIFY2(result, file.c_str());
            QVERIFY2(result.value().verdict != CompareResult::Verdict::Different,
                     (file.string() + ": " + result.value().firstDifference).c_str());
            QCOMPARE(result.value().differentCells, std::size_t{0});
            QCOMPARE(result.value().stalePlanes, std::size_t{0});
            if (result.value().verdict == CompareResult::Verdict::KnownRounding) {
                QCOMPARE(room.value().format, roo::Format::V15); // the only editor with planes of its own
                ++rounded;
            }
        }
        QVERIFY(rounded * 5 < files.size());
    }

private slots:
    void everyCorpusRoomComesOutAsItWas()
    {
        BLAK_NEED_SHARED(folder, "corpus/roo");
        compareAll(folder);
    }

    void everyRoomOfOursComesOutAsItWas() { compareAll(test::dataDir() / "rooms"); }

    void aRoomOfEachFormatComparesWithItself_data()
    {
        QTest::addColumn<int>("format");
        for (const roo::Format format :
             {roo::Format::V12, roo::Format::V13Float, roo::Format::V13Integer, roo::Format::V14, roo::Format::V15})
            QTest::newRow(std::string(roo::formatName(format)).c_str()) << static_cast<int>(format);
    }

    void aRoomOfEachFormatComparesWithItself()
    {
        QFETCH(int, format);
        for (std::uint32_t seed = 1; seed <= 5; ++seed) {
            const auto sample =
                test::makeGridRoom({.rows = 5, .columns = 6, .jitters = true, .hasHoles = true, .hasSlopes = true}, seed);
            const auto built = buildCompatible(sample, BuildOptions::latest(static_cast<roo::Format>(format)));
            QVERIFY2(built, built ? "" : built.error().text().c_str());
            // Through the file, as floats are stored.
            const auto again = roo::read(roo::write(built.value()), "sample.roo");
            QVERIFY2(again, again ? "" : again.error().text().c_str());
            QCOMPARE(again.value().security, roo::securityValue(again.value()));
            const auto result = compareRebuilt(again.value());
            QVERIFY(result);
            QVERIFY2(result.value().verdict == CompareResult::Verdict::Identical, result.value().firstDifference.c_str());
        }
    }

    void aChangedRoomIsToldApart()
    {
        const auto sample = test::makeGridRoom({}, 7);
        const auto built = buildCompatible(sample, BuildOptions::latest(roo::Format::V14));
        QVERIFY(built);
        roo::Room wall = built.value();
        wall.walls[2].plusXOffset = 5;
        QVERIFY(compareRebuilt(wall).value().verdict == CompareResult::Verdict::Different);
        QCOMPARE(compareRebuilt(wall).value().firstDifference, std::string("wall 3: texture offsets"));
        roo::Room cell = built.value();
        cell.server->move.cells[1] ^= 1;
        QVERIFY(compareRebuilt(cell).value().verdict == CompareResult::Verdict::Different);
        QCOMPARE(compareRebuilt(cell).value().differentCells, std::size_t{1});
    }

    void sidedefsAreMergedInOrderOfUse()
    {
        roo::Room room = test::makeGridRoom({.rows = 1, .columns = 1}, 1);
        roo::Sidedef other = room.sidedefs[0];
        other.userId = 9;
        room.sidedefs = {room.sidedefs[0], room.sidedefs[0], other, other};
        room.linedefs[0].plusSide = 4;
        room.linedefs[1].plusSide = 2;
        mergeSidedefs(room);
        QCOMPARE(room.sidedefs.size(), std::size_t{2});
        QCOMPARE(room.sidedefs[0].userId, std::uint16_t{9});
        QCOMPARE(room.linedefs[0].plusSide, std::uint16_t{1});
    }

    void mapFlagsHoldForBothSides()
    {
        roo::Room room = test::makeGridRoom({.rows = 1, .columns = 2}, 1);
        for (roo::Linedef& line : room.linedefs)
            if (line.plusSide != 0 && line.minusSide != 0) {
                roo::Sidedef hidden = room.sidedefs[line.plusSide - 1u];
                hidden.flags |= roo::side_flag::mapNever;
                room.sidedefs.push_back(hidden);
                line.plusSide = static_cast<std::uint16_t>(room.sidedefs.size());
                mergeSidedefs(room);
                QVERIFY(room.sidedefs[line.minusSide - 1u].flags & roo::side_flag::mapNever);
                return;
            }
        QFAIL("no line between two sectors");
    }

    void aPlaneGoesThroughItsVertices()
    {
        roo::Slope slope;
        slope.vertices = {{{0, 0, 10}, {64, 0, 42}, {0, -64, 10}}};
        const roo::PlayableRectangle rectangle{0, 64, 0, -64};
        const roo::Slope plane = computePlane(slope, SlopeKind::Floor, roo::Format::V15, rectangle);
        for (const roo::SlopeVertex& vertex : slope.vertices) {
            const double value = plane.a * 16 * vertex.x + plane.b * -16 * vertex.y + plane.c * 16 * vertex.z + plane.d;
            QVERIFY(std::abs(value) < 1e-6 * 1024 * 1024);
        }
        QVERIFY(plane.c > 0);
        QVERIFY(computePlane(slope, SlopeKind::Ceiling, roo::Format::V15, rectangle).c < 0);
        QVERIFY(!isSamePlane(plane, slope));
    }

    void badReferencesAreNamed()
    {
        roo::Room room = test::makeGridRoom({.rows = 1, .columns = 1}, 1);
        room.linedefs[2].plusSide = 77;
        room.linedefs[2].plusSector = 0;
        const auto built = buildCompatible(room, {});
        QVERIFY(!built);
        QCOMPARE(built.error().where, std::string("linedef 2"));
        QVERIFY(built.error().what.find("found 77") != std::string::npos);
    }

    void linedefsWithoutAnySectorAreRefused()
    {
        roo::Room room = test::makeGridRoom({.rows = 1, .columns = 1}, 1);
        for (roo::Linedef& linedef : room.linedefs) {
            linedef.plusSide = linedef.minusSide = 0;
            linedef.plusSector = linedef.minusSector = -1;
        }
        room.sectors.clear();
        const auto built = buildCompatible(room, {});
        QVERIFY(!built);
        QCOMPARE(built.error().where, std::string("sectors"));
    }

    void aTreeThatGetsTooDeepIsRefused()
    {
        // Every line of a convex room has all others on one side: the old builders take one after the other.
        roo::Room room = test::makeGridRoom({.rows = 1, .columns = 1}, 1);
        room.linedefs.clear();
        constexpr int corners = 700;
        const auto corner = [](int i) {
            const double angle = 6.283185307179586 * (i % corners) / corners;
            return std::pair(static_cast<std::int16_t>(std::lround(30000 * std::cos(angle))),
                             static_cast<std::int16_t>(std::lround(30000 * std::sin(angle))));
        };
        for (int i = 0; i < corners; ++i) {
            roo::Linedef line;
            std::tie(line.x1, line.y1) = corner(i);
            std::tie(line.x0, line.y0) = corner(i + 1);
            line.plusSide = 1;
            line.plusSector = 0;
            room.linedefs.push_back(line);
        }
        const auto built = buildCompatible(room, {});
        QVERIFY(!built);
        QVERIFY(built.error().what.find("nodes deep") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(TestCompatibleBuild)
#include "tst_compatible_build.moc"
