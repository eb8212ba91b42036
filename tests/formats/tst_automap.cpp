// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/automap/automap.h"

#include <QTest>

using namespace blak;
using namespace blak::automap;

namespace {

void putU32(std::vector<std::byte>& bytes, std::size_t offset, std::uint32_t value)
{
    for (std::size_t i = 0; i < 4; ++i)
        bytes[offset + i] = static_cast<std::byte>(value >> (8 * i));
}

/// Written by hand after the layout: slot 23 has a table at 408, the room (security -123) of 11 walls at 1212, notes at 1222.
std::vector<std::byte> handMade(std::int32_t version)
{
    std::vector<std::byte> bytes(1222 + 4 + 20 * 108);
    putU32(bytes, 0, 0x0F50414D);
    putU32(bytes, 4, static_cast<std::uint32_t>(version));
    putU32(bytes, 8 + 23 * 4, 408);
    putU32(bytes, 412, static_cast<std::uint32_t>(-123));
    putU32(bytes, 416, 1212);
    putU32(bytes, 1212, 11);
    bytes[1216] = std::byte{0x81};
    bytes[1217] = std::byte{0xFC};
    putU32(bytes, 1218, 1222);
    putU32(bytes, 1222, 20);
    putU32(bytes, 1226, 4096);
    putU32(bytes, 1230, static_cast<std::uint32_t>(-5));
    bytes[1234] = std::byte{'c'};
    bytes[1235] = std::byte{0xE9};
    bytes[1237] = std::byte{'!'}; // behind the end of the text
    return bytes;
}

} // namespace

class TestAutomap : public QObject
{
    Q_OBJECT

private slots:
    void bothVersionsAreReadAndKept()
    {
        for (const std::int32_t version : {1, 2}) {
            const auto bytes = handMade(version);
            auto map = read(bytes, "game.map");
            QVERIFY2(map, map ? "" : map.error().text().c_str());
            QVERIFY(write(map.value()) == bytes);
            QCOMPARE(map.value().version, version);
            QCOMPARE(map.value().rooms.size(), std::size_t{1});
            const Room& room = *findRoom(map.value(), -123);
            QVERIFY(room.isSeen(0) && !room.isSeen(1) && room.isSeen(7) && !room.isSeen(8) && room.isSeen(10) &&
                    !room.isSeen(99));
            QCOMPARE(room.seenWalls(), std::size_t{3});
            QCOMPARE(room.notes.entries.size(), maxNotes);
            QCOMPARE(room.notes.entries[0].text(), std::string_view("c\xE9"));
            QCOMPARE(room.notes.entries[0].y, -5);
            QVERIFY(findRoom(map.value(), 123) == nullptr);
        }
    }

    void whatBelongsToNothingIsKept()
    {
        auto bytes = handMade(2);
        bytes.insert(bytes.end(), 5, std::byte{0x5A});
        const auto map = read(bytes, "game.map");
        QVERIFY(map);
        QCOMPARE(map.value().gaps.size(), std::size_t{1});
        QVERIFY(write(map.value()) == bytes);
    }

    void roomsAndNotesAreAdded()
    {
        Map map;
        for (const std::int32_t security : {77, -77, 177, INT32_MIN}) {
            const auto added = addRoom(map, security, 9);
            QVERIFY2(added, added ? "" : added.error().text().c_str());
            added.value()->setSeen(8, true);
            added.value()->setSeen(9, true); // the padding of the last byte: no wall
            QCOMPARE(added.value()->seenWalls(), std::size_t{1});
        }
        QCOMPARE(slotOf(INT32_MIN), std::size_t{48});
        QCOMPARE(map.tables.size(), std::size_t{2}); // 77, -77 and 177 share a slot
        Note& note = addNotes(map, *findRoom(map, -77)).entries[3];
        note.setText(std::string(150, 'n'));
        QCOMPARE(note.text().size(), noteTextSize - 1);
        const auto bytes = write(map);
        auto again = read(bytes, "game.map");
        QVERIFY2(again, again ? "" : again.error().text().c_str());
        QCOMPARE(again.value().rooms.size(), std::size_t{4});
        QCOMPARE(findRoom(again.value(), -77)->notes.entries[3], note);
        QVERIFY(write(again.value()) == bytes);
        QVERIFY(!addRoom(map, 0, 9) && !addRoom(map, 5, -1) && !addRoom(map, 5, 70000));
    }

    void aSlotHoldsAHundredRooms()
    {
        Map map;
        for (std::int32_t i = 0; i < 100; ++i)
            QVERIFY(addRoom(map, 100 * i + 1, 1));
        QCOMPARE(addRoom(map, 100001, 1).error().text(),
                 std::string("room with security 100001: the map file holds 100 rooms of slot 1 already"));
        QVERIFY(addRoom(map, 101, 1)); // there already
        QVERIFY(addRoom(map, 2, 1));
    }

    void brokenFilesAreRefused()
    {
        const auto refuses = [](std::size_t offset, std::uint32_t value, std::string_view what) {
            auto bytes = handMade(1);
            putU32(bytes, offset, value);
            const auto map = read(bytes, "game.map");
            return !map && map.error().text().find(what) != std::string::npos;
        };
        QVERIFY(refuses(0, 7, "game.map, magic (offset 0): not a map file"));
        QVERIFY(refuses(4, 3, "version (offset 4): expected 1 or 2, found 3"));
        QVERIFY(refuses(8, 408, "overlaps"));   // two slots with one table
        QVERIFY(refuses(408, 408, "overlaps")); // a table that follows itself
        QVERIFY(refuses(8, 0x7FFFFFFF, "points to offset 2147483647"));
        QVERIFY(refuses(416, 1210, "number of walls (offset 1210)"));
        QVERIFY(refuses(1218, 500, "overlaps")); // notes within the table
        QVERIFY(refuses(1212, 70000, "number of walls (offset 1212): expected 0 to 65535, found 70000"));
        QVERIFY(refuses(1218, 1212, "overlaps")); // notes on top of their room
        QVERIFY(refuses(1222, 21, "number of notes (offset 1222): expected 0 to 20, found 21"));
    }

    void everyTruncationIsRefused()
    {
        const auto bytes = handMade(2);
        for (std::size_t size = 0; size < bytes.size(); ++size)
            QVERIFY(!read(std::span(bytes).first(size), "cut"));
    }
};

QTEST_APPLESS_MAIN(TestAutomap)
#include "tst_automap.moc"
