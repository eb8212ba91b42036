// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/roo/room.h"
#include "tests/formats/small_room.h"
#include "tests/support/shared_data.h"

#include <QTest>

#include <functional>
#include <limits>

using namespace blak;
using namespace blak::roo;
using test::smallRoom;

namespace {

void setU32(std::vector<std::byte>& bytes, std::size_t at, std::uint32_t value)
{
    for (std::size_t i = 0; i < 4; ++i)
        bytes[at + i] = static_cast<std::byte>(value >> (8 * i));
}

std::uint32_t u32At(const std::vector<std::byte>& bytes, std::size_t at)
{
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i)
        value |= std::to_integer<std::uint32_t>(bytes[at + i]) << (8 * i);
    return value;
}

/// The error of reading a room that was changed; empty when there is none.
Error errorAfter(const std::function<void(Room&)>& change)
{
    Room room = smallRoom(Format::V15);
    change(room);
    const auto result = read(write(room), "x.roo");
    return result ? Error{} : result.error();
}

} // namespace

class TestRoo : public QObject
{
    Q_OBJECT

private slots:
    void roomsOfEveryFormatAreReadBackAsTheyWereWritten()
    {
        for (const Format format : test::allFormats)
            for (const Room& room : {smallRoom(format), test::smallRoomWithLongThings(format)}) {
                const auto bytes = write(room);
                const auto result = read(bytes, "small.roo");
                QVERIFY2(result, result ? "" : result.error().text().c_str());
                QVERIFY(result.value() == room);
                QVERIFY(write(result.value()) == bytes);
                QCOMPARE(securityValue(result.value()), room.security);
            }
    }

    void ourOwnRoomsAreWrittenAsTheyWereRead()
    {
        const auto files = test::filesBelow(test::dataDir() / "rooms", ".roo");
        std::size_t terraces = 0;
        for (const auto& file : files) {
            if (file.parent_path().filename() == "broken")
                continue; // for the checks; other rooms
            ++terraces;
            const auto bytes = test::bytesOf(file);
            const auto result = read(bytes, file.filename().string());
            QVERIFY2(result, result ? "" : result.error().text().c_str());
            QVERIFY2(write(result.value()) == bytes, file.c_str());
            QCOMPARE(securityValue(result.value()), result.value().security);
            QCOMPARE(result.value().sectors.size(), std::size_t{7});
            QVERIFY(result.value().sectors[5].floorSlope && result.value().sectors[5].ceilingSlope);
        }
        QCOMPARE(terraces, std::size_t{8});
    }

    void everyCorpusRoomIsWrittenAsItWasRead()
    {
        BLAK_NEED_SHARED(folder, "corpus/roo");
        const auto files = test::filesBelow(folder, ".roo");
        QVERIFY(files.size() >= 60);
        for (const auto& file : files) {
            const auto bytes = test::bytesOf(file);
            const auto result = read(bytes, file.filename().string());
            QVERIFY2(result, result ? "" : result.error().text().c_str());
            QVERIFY2(write(result.value()) == bytes, file.c_str());
            QVERIFY2(securityValue(result.value()) == result.value().security, file.c_str());
            QVERIFY2(checkLimits(result.value()), file.c_str());
        }
    }

    void everyTruncationIsRefusedWithItsPlace()
    {
        for (const Format format : {Format::V9, Format::V12, Format::V13Float, Format::V13Integer, Format::V14, Format::V15}) {
            const auto bytes = write(smallRoom(format));
            for (std::size_t size = 0; size < bytes.size(); ++size) {
                if (size == u32At(bytes, 16))
                    continue; // a room without its server section is whole
                const auto result = read(std::span(bytes).first(size), "cut.roo");
                QVERIFY2(!result, std::to_string(size).c_str());
                QVERIFY(result.error().where.starts_with("cut.roo, ") && result.error().where.find(" (offset ") != std::string::npos);
            }
        }
    }

    void changedBytesAreRefusedOrKept()
    {
        for (const Format format : test::allFormats) {
            auto bytes = write(test::smallRoomWithLongThings(format));
            for (std::size_t at = 0; at < bytes.size(); ++at)
                for (const unsigned mask : {0x01u, 0x80u, 0xFFu}) {
                    bytes[at] ^= static_cast<std::byte>(mask);
                    if (const auto result = read(bytes, "flip.roo"))
                        QVERIFY2(write(result.value()) == bytes, std::to_string(at).c_str());
                    bytes[at] ^= static_cast<std::byte>(mask);
                }
        }
    }

    void otherFilesAreNamed()
    {
        auto bytes = write(smallRoom(Format::V15));
        QVERIFY(isRoom(bytes));
        QVERIFY(!isRoom(std::span(bytes).first(3)));
        bytes[3] = std::byte{0};
        QVERIFY(!isRoom(bytes));
        QCOMPARE(read(bytes, "x.roo").error().where, std::string("x.roo, magic (offset 0)"));
    }

    void anUnknownVersionIsNamed()
    {
        auto bytes = write(smallRoom(Format::V15));
        for (const std::uint32_t version : {3u, 16u}) {
            setU32(bytes, 4, version);
            const auto result = read(bytes, "x.roo");
            QCOMPARE(result.error().text(),
                     "x.roo, version (offset 4): expected a room version from 4 to 15, found " + std::to_string(version));
        }
    }

    void anEncryptedRoomIsRecognised()
    {
        auto bytes = write(smallRoom(Format::V12));
        setU32(bytes, 20, 0xFFFFFFFF);
        const auto result = read(bytes, "x.roo");
        QVERIFY(!result);
        QVERIFY(result.error().what.find("encrypted") != std::string::npos);
    }

    void theTwoThirteensAreToldApart()
    {
        for (const Format format : {Format::V13Float, Format::V13Integer}) {
            Room room = smallRoom(format);
            QVERIFY(read(write(room), "x.roo").value().format == format);
            room.server.reset(); // then the size of a wall decides
            QVERIFY(read(write(room), "x.roo").value() == room);
        }
    }

    void gapsTrailingBytesAndWrongOffsetsAreRefused()
    {
        const auto bytes = write(smallRoom(Format::V12));
        auto longer = bytes;
        longer.push_back(std::byte{0});
        QVERIFY(!read(longer, "x.roo"));
        for (std::size_t field = 12; field < 52; field += 4) {
            if (field == 20 || field == 24)
                continue; // width and height
            for (const std::uint32_t value : {u32At(bytes, field) + 1, 0u, 0x7FFFFFFFu, 0xFFFFFFFFu}) {
                auto moved = bytes;
                setU32(moved, field, value);
                QVERIFY(!read(moved, "x.roo"));
            }
        }
    }

    void hugeCountsAreRefusedBeforeMemoryIsTaken()
    {
        auto bytes = write(smallRoom(Format::V14));
        setU32(bytes, u32At(bytes, 16), 0x7FFFFFFF);
        setU32(bytes, u32At(bytes, 16) + 4, 0x7FFFFFFF);
        const auto result = read(bytes, "x.roo");
        QVERIFY(!result);
        QVERIFY(result.error().where.find("grid rows (offset ") != std::string::npos);
        setU32(bytes, u32At(bytes, 16), 0x80000000);
        QVERIFY(!read(bytes, "x.roo"));
    }

    void numbersThatLeadNowhereAreRefused()
    {
        QCOMPARE(errorAfter([](Room& room) { room.nodes[0].plusChild = 10; }).text(),
                 std::string("x.roo, node 1 (plus child): expected 0 or 2 to 9, found 10"));
        QCOMPARE(errorAfter([](Room& room) { room.nodes[1].minusChild = 2; }).where, std::string("x.roo, node 2 (minus child)"));
        QCOMPARE(errorAfter([](Room& room) { room.nodes[1].minusChild = 3; }).what, std::string("number 3 has an owner already"));
        QCOMPARE(errorAfter([](Room& room) { room.nodes[1].firstWall = 6; }).where, std::string("x.roo, wall 5 (next)"));
        QCOMPARE(errorAfter([](Room& room) { room.walls[3].next = 3; }).where, std::string("x.roo, wall 4 (next)"));
        QCOMPARE(errorAfter([](Room& room) { room.nodes[4].sector = 0; }).where, std::string("x.roo, node 5 (leaf sector)"));
        QCOMPARE(errorAfter([](Room& room) { room.nodes[4].sector = 3; }).where, std::string("x.roo, node 5 (leaf sector)"));
        QCOMPARE(errorAfter([](Room& room) { room.walls[0].minusSide = 5; }).where, std::string("x.roo, wall 1 (minus side)"));
        QCOMPARE(errorAfter([](Room& room) { room.walls[0].plusSector = 3; }).where, std::string("x.roo, wall 1 (plus sector)"));
        QCOMPARE(errorAfter([](Room& room) { room.linedefs[2].plusSide = 5; }).where,
                 std::string("x.roo, linedef 3 (plus side)"));
        QCOMPARE(errorAfter([](Room& room) { room.linedefs[2].plusSector = 2; }).where,
                 std::string("x.roo, linedef 3 (plus sector)"));
        // Without a side the sector means nothing.
        QCOMPARE(errorAfter([](Room& room) { room.linedefs[2].minusSector = 999; }), Error{});
    }

    void numbersThatAreNoNumbersAreRefused()
    {
        auto bytes = write(smallRoom(Format::V15));
        setU32(bytes, 55, 0x7FC00000); // x of the root's box
        QCOMPARE(read(bytes, "x.roo").error().text(), std::string("x.roo, node box x0 (offset 55): expected a finite number"));
    }

    void strayMemoryInCoordinatesIsKept()
    {
        Room room = smallRoom(Format::V12);
        auto bytes = write(room);
        const std::size_t x0 = u32At(bytes, 36) + 2 + 16; // of the first linedef, -64
        QCOMPARE(u32At(bytes, x0), 0xFFFFFFC0u);
        setU32(bytes, x0, 0x1234FFC0);
        const auto result = read(bytes, "x.roo");
        QCOMPARE(result.value().linedefs[0].x0, std::int16_t{-64});
        QVERIFY(result.value().linedefs[0].coordinateHigh[0] != 0);
        QVERIFY(write(result.value()) == bytes);
    }

    void theRoomIdMayBeMissingUpToVersion11()
    {
        Room room = smallRoom(Format::V11);
        room.hasRoomId = false;
        room.roomId = 0;
        const auto result = read(write(room), "x.roo");
        QVERIFY(result);
        QVERIFY(result.value() == room);
        room = smallRoom(Format::V12);
        auto bytes = write(room);
        setU32(bytes, 16, u32At(bytes, 16) - 4);
        QVERIFY(!read(bytes, "x.roo"));
    }

    // Expected sums are worked out by hand from formats.md section 1.7.
    void theSecurityValueIsTheSumOfWhatCounts()
    {
        constexpr std::uint32_t key = 0x89AB786C;
        Room room;
        QCOMPARE(securityValue(room), 15 ^ key);
        room.sidedefs = {{1, 20, 300, 4000, 50000, 99}};
        QCOMPARE(securityValue(room), (15 + 54321u) ^ key);
        room.sectors.push_back({1, 2, 3, -9, -9, 400, 500, 192, 0x200, 77, {}, {}});
        QCOMPARE(securityValue(room), (15 + 54321u + 1 + 2 + 3 + 400 + 500 + 192 + 0x200) ^ key);
        room.sectors.clear();
        room.sidedefs.clear();
        room.walls.push_back({0, 1, 2, -10, 20, 30, 40, 9, 9, 9, 9, 9, 300, 400});
        QCOMPARE(securityValue(room), (15 + 703u) ^ key);
        room.format = Format::V12;
        QCOMPARE(securityValue(room), (12 + 703u + 80) ^ key);
        room.format = Format::V13Float; // float patterns of -10, 20, 30, 40
        QCOMPARE(securityValue(room), (13 + 703u + 0xC1200000u + 0x41A00000u + 0x41F00000u + 0x42200000u) ^ key);
    }

    void thePlayableRectangleComesFromThingsOrVertices()
    {
        Room room = smallRoom(Format::V15);
        QCOMPARE(playableRectangle(room), (PlayableRectangle{-64, 192, 192, 64}));
        room.things[0] = {100, 20, 0, 0, 0, 0, 0, 0, {}};
        room.things[1] = {10, 200, 0, 0, 0, 0, 0, 0, {}};
        QCOMPARE(playableRectangle(room), (PlayableRectangle{10, 100, 200, 20}));
        room.things.pop_back();
        QCOMPARE(playableRectangle(room), (PlayableRectangle{-64, 192, 192, 64}));
        QCOMPARE(playableRectangle(Room{}), PlayableRectangle{});
    }

    void convertingKeepsTheMapAndWhatTheTargetShares()
    {
        for (const Format from : test::allFormats)
            for (const Format to : test::allFormats) {
                Room room = smallRoom(from);
                for (Sector& sector : room.sectors)
                    sector.animationSpeed = 0;
                const auto result = convert(room, to);
                QVERIFY2(result, result ? "" : result.error().text().c_str());
                const Room& converted = result.value();
                QVERIFY(converted.format == to);
                QVERIFY(converted.linedefs == room.linedefs);
                QVERIFY(converted.sectors == room.sectors);
                QVERIFY(converted.nodes == room.nodes || hasFloatCoordinates(from) != hasFloatCoordinates(to));
                QVERIFY(converted.nodes.empty() || hasFloatCoordinates(from) == hasFloatCoordinates(to));
                const auto back = read(write(converted), "converted.roo");
                QVERIFY(back);
                QVERIFY(back.value() == converted);
            }
    }

    void convertingFailsWhereTheTargetCannotHoldTheRoom()
    {
        const auto result = convert(smallRoom(Format::V10), Format::V9);
        QVERIFY(!result);
        QCOMPARE(result.error().text(), std::string("version 9, sector 2 (animation speed): expected 0, found 30"));
    }

    void planesAreTruncatedForIntegerFormats()
    {
        Room room = smallRoom(Format::V15);
        room.sectors[1].floorSlope->a = -457.9;
        const auto result = convert(room, Format::V12);
        QVERIFY(result);
        QCOMPARE(result.value().sectors[1].floorSlope->a, -457.0);
    }

    void limitsOfAFormatAreChecked()
    {
        Room room = smallRoom(Format::V12);
        QVERIFY(checkLimits(room));
        room.walls[0].x0 = 0.5;
        QCOMPARE(checkLimits(room).error().where, std::string("version 12, wall 1 (coordinates)"));
        room = smallRoom(Format::V12);
        room.walls[0].length = 70000;
        QVERIFY(!checkLimits(room));
        room = smallRoom(Format::V15);
        room.nodes[0].a = std::numeric_limits<double>::infinity();
        QVERIFY(!checkLimits(room));
        room = smallRoom(Format::V14);
        room.server->highResolution.reset();
        QCOMPARE(checkLimits(room).error().what, std::string("expected one, found none"));
        room = smallRoom(Format::V14);
        room.server->move.rows = 3;
        QVERIFY(!checkLimits(room));
        room = smallRoom(Format::V15);
        room.linedefs.resize(65536);
        QCOMPARE(checkLimits(room).error().what, std::string("expected at most 65535, found 65536"));
    }
};

QTEST_APPLESS_MAIN(TestRoo)
#include "tst_roo.moc"
