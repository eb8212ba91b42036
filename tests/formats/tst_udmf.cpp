// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/udmf/udmf.h"
#include "tests/formats/small_room.h"
#include "tests/support/shared_data.h"

#include <QTest>

#include <random>

using namespace blak;
using test::smallRoom;

namespace {

/// The room with the derived parts of `derived`: then its file must be the same, byte for byte.
std::vector<std::byte> bytesWithDerivedParts(roo::Room room, const roo::Room& derived)
{
    room.nodes = derived.nodes;
    room.walls = derived.walls;
    room.server = derived.server;
    room.security = derived.security;
    return write(room);
}

std::string withRoom(std::string_view blocks) { return "namespace = \"Meridian59\"; format = \"15\";\n" + std::string(blocks); }

std::string dataText(std::string_view name)
{
    const auto bytes = test::bytesOf(test::dataDir() / "rooms" / name);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string errorOf(std::string_view text)
{
    const auto result = udmf::read(text, "x.udmf");
    return result ? std::string() : result.error().text();
}

} // namespace

class TestUdmf : public QObject
{
    Q_OBJECT

private slots:
    void roomsOfEveryFormatSurvive()
    {
        for (const roo::Format format : test::allFormats)
            for (const roo::Room& room : {smallRoom(format), test::smallRoomWithLongThings(format)}) {
                const std::string text = udmf::write(room);
                const auto result = udmf::read(text, "small.udmf");
                QVERIFY2(result, result ? "" : result.error().text().c_str());
                QVERIFY(bytesWithDerivedParts(result.value(), room) == roo::write(room));
                QCOMPARE(udmf::write(result.value()), text);
            }
    }

    void twoThingsAreCornersAndNothingElse()
    {
        std::string text = udmf::write(smallRoom(roo::Format::V15));
        const std::size_t type = text.find("type = 0;");
        QVERIFY(type != text.npos);
        text.replace(type, 9, "type = 3;");
        const auto room = udmf::read(text, "small.udmf");
        QVERIFY2(room, room ? "" : room.error().text().c_str());
        QCOMPARE(room.value().things.size(), std::size_t{2});
        QCOMPARE(room.value().things[0].type, 0);
        QVERIFY(roo::read(roo::write(room.value()), "small.roo").value() == room.value());
    }

    void ourOwnRoomsSurvive()
    {
        for (const auto& file : test::filesBelow(test::dataDir() / "rooms", ".roo")) {
            const auto bytes = test::bytesOf(file);
            const auto room = roo::read(bytes, file.string());
            QVERIFY(room);
            const auto result = udmf::read(udmf::write(room.value()), file.string());
            QVERIFY2(result, result ? "" : result.error().text().c_str());
            QVERIFY2(bytesWithDerivedParts(result.value(), room.value()) == bytes, file.c_str());
        }
    }

    void everyCorpusRoomSurvives()
    {
        BLAK_NEED_SHARED(folder, "corpus/roo");
        for (const auto& file : test::filesBelow(folder, ".roo")) {
            const auto bytes = test::bytesOf(file);
            const auto room = roo::read(bytes, file.string());
            QVERIFY(room);
            const std::string text = udmf::write(room.value());
            const auto result = udmf::read(text, file.string());
            QVERIFY2(result, result ? "" : result.error().text().c_str());
            QVERIFY2(bytesWithDerivedParts(result.value(), room.value()) == bytes, file.c_str());
            QCOMPARE(udmf::write(result.value()), text);
            QVERIFY2(text.find("number =") == std::string::npos, file.c_str()); // no editor wrote another order
        }
    }

    void theTextIsWhatTheDocumentsSay()
    {
        roo::Room room;
        room.format = roo::Format::V14;
        room.width = room.height = 1024;
        room.roomId = 7;
        room.things.resize(2);
        room.things[1].x = room.things[1].y = 64;
        roo::Linedef line;
        line.plusSide = 1;
        line.plusSector = 0;
        line.plusXOffset = -3;
        line.y0 = 64;
        line.minusYOffset = 9; // stale
        room.linedefs = {line};
        room.sidedefs = {{0, 12, 0, 0, roo::side_flag::passable | 0x2C00, 0}};
        room.sectors.push_back({5, 7, 0, 0, 0, 0, 320, 192, 1, 0, {}, {}});
        QCOMPARE(udmf::write(room), dataText("square.udmf"));
    }

    void sidedefsInAnyOrderKeepTheirNumbers()
    {
        roo::Room room = smallRoom(roo::Format::V15);
        std::swap(room.sidedefs[0], room.sidedefs[1]);
        room.sidedefs.push_back(room.sidedefs[2]); // a duplicate nobody uses
        for (roo::Linedef& line : room.linedefs)
            line.plusSide = line.plusSide <= 2 ? static_cast<std::uint16_t>(3 - line.plusSide) : line.plusSide;
        const std::string text = udmf::write(room);
        QVERIFY(text.find("number = 5;") != std::string::npos);
        const auto result = udmf::read(text, "x.udmf");
        QVERIFY2(result, result ? "" : result.error().text().c_str());
        QVERIFY(result.value().sidedefs == room.sidedefs);
        QVERIFY(result.value().linedefs == room.linedefs);
    }

    void handWrittenTextIsRead()
    {
        const auto result = udmf::read(dataText("hand_written.udmf"), "hand.udmf");
        QVERIFY2(result, result ? "" : result.error().text().c_str());
        const roo::Room& room = result.value();
        QCOMPARE(room.linedefs[0].x0, std::int16_t{64});
        QCOMPARE(room.linedefs[0].y0, std::int16_t{-64});
        QCOMPARE(room.linedefs[0].x1, std::int16_t{8});
        QCOMPARE(room.linedefs[0].minusSide, std::uint16_t{1});
        QCOMPARE(room.sidedefs[0].aboveTexture, std::uint16_t{7});
        QCOMPARE(room.sidedefs[0].flags, 2u << roo::side_flag::scrollSpeedShift);
        QCOMPARE(room.sectors[0].floorTexture, std::uint16_t{65535});
        QCOMPARE(room.sectors[0].floorSlope->a, 1000.0);
        QCOMPARE(room.sectors[0].light, std::uint8_t{192});
        QCOMPARE(room.sectors[0].flags, roo::sector_flag::noMove | roo::sector_flag::slopedFloor);
        QCOMPARE(room.width, 56 * 16);
    }

    void whatWeDoNotKnowIsKept()
    {
        const std::string text = dataText("unknown_fields.udmf");
        const auto document = udmf::readDocument(text, "inn.udmf");
        QVERIFY2(document, document ? "" : document.error().text().c_str());
        QCOMPARE(udmf::write(document.value()), text);
        const auto& extras = document.value().extras;
        QCOMPARE(extras.at({udmf::Kind::Linedef, 0}).comment, std::string("front door\n\ncreaks\n"));
        QCOMPARE(extras.size(), std::size_t{5});
    }

    void errorsNameLineAndColumn()
    {
        QCOMPARE(errorOf("namespace = \"Meridian59\";\nformat = 15;\n"),
                 std::string(
                     "x.udmf, line 2, column 1 (format): expected \"4\" to \"12\", \"13 (float)\", \"13 (integer)\", \"14\" or "
                     "\"15\", found 15"));
        QCOMPARE(errorOf(withRoom("sector\n{\n  heightfloor = 70000;\n}")),
                 std::string("x.udmf, line 4, column 3 (sector heightfloor): expected 0 to 65535, found 70000"));
        QCOMPARE(errorOf(withRoom("vertex { x = 40000; y = 0; }")),
                 std::string("x.udmf, line 2, column 10 (vertex x): expected a whole number from -32768 to 32767, found 40000"));
        QCOMPARE(errorOf(withRoom("vertex { x = 4; }")), std::string("x.udmf, line 2, column 1: the vertex has no y"));
        QCOMPARE(errorOf(withRoom("vertex { x = 4 }")), std::string("x.udmf, line 2, column 16: expected ';', found '}'"));
        QCOMPARE(errorOf(withRoom("vertex { x = ; }")),
                 std::string("x.udmf, line 2, column 14: expected a number, true, false or a text in quotes"));
        QCOMPARE(errorOf(withRoom("vertex { x = 1; X = 2; }")), std::string("x.udmf, line 2, column 17 (x): is given twice"));
        QCOMPARE(errorOf(withRoom("vertex { x = 1;")),
                 std::string("x.udmf, line 2, column 16: expected '}', found the end of the file"));
        QCOMPARE(errorOf(withRoom("a = \"open")), std::string("x.udmf, line 2, column 5: the quoted text has no end"));
        QCOMPARE(errorOf(withRoom("/* open")), std::string("x.udmf, line 2, column 1: the comment has no end"));
        QCOMPARE(errorOf(withRoom("\x01")), std::string("x.udmf, line 2, column 1: expected a name, found byte 1"));
        QCOMPARE(errorOf("format = \"15\";"),
                 std::string("x.udmf, line 1, column 1: expected namespace = \"Meridian59\", found none"));
        QCOMPARE(errorOf("namespace = \"zdoom\";"),
                 std::string("x.udmf, line 1, column 1 (namespace): expected \"Meridian59\", found zdoom"));
        QCOMPARE(errorOf(withRoom("format = \"14\";")), std::string("x.udmf, line 2, column 1 (format): is given twice"));
        QCOMPARE(errorOf(withRoom("linedef { v1 = 0; v2 = 0; }")),
                 std::string("x.udmf, line 2, column 1 (linedef v1): expected 0 to -1, found 0"));
        QCOMPARE(
            errorOf(withRoom("sector { texturefloor = \"wall\"; }")),
            std::string(
                "x.udmf, line 2, column 10 (sector texturefloor): expected a texture, \"grd00001\" to \"grd65535\" or \"-\", "
                "found \"wall\""));
        QCOMPARE(errorOf(withRoom("sector { floorslope_a = 1; }")),
                 std::string("x.udmf, line 2, column 10 (sector floorslope_a): does not exist here"));
        QVERIFY(errorOf(withRoom("vertex{x=0;y=0;} linedef{v1=0;v2=0;sidefront=0;} sidedef{sector=0;}")).find("sector") !=
                std::string::npos);
        QVERIFY(!errorOf("").empty());
    }

    void everyTruncationIsRefusedOrWhole()
    {
        const std::string text = udmf::write(test::smallRoomWithLongThings(roo::Format::V13Integer));
        for (std::size_t size = 0; size < text.size(); ++size)
            if (const auto result = udmf::read(std::string_view(text).substr(0, size), "cut.udmf"))
                QVERIFY(roo::read(roo::write(result.value()), "cut.roo"));
            else
                QVERIFY(result.error().where.starts_with("cut.udmf, l"));
    }

    void changedBytesNeverBreakTheReader()
    {
        std::string text = udmf::write(smallRoom(roo::Format::V12));
        std::mt19937 random(59);
        for (unsigned round = 0; round < 4000; ++round) {
            std::string changed = text;
            for (unsigned i = 0; i <= round % 3; ++i)
                changed[random() % changed.size()] = static_cast<char>(random());
            const auto document = udmf::readDocument(changed, "changed.udmf");
            if (!document)
                continue;
            const std::string canonical = udmf::write(document.value());
            const auto again = udmf::readDocument(canonical, "canonical.udmf");
            QVERIFY2(again, again ? "" : again.error().text().c_str());
            QVERIFY(again.value() == document.value());
            QCOMPARE(udmf::write(again.value()), canonical);
        }
    }

    void anInputOfManyNamesTakesLittleTime()
    {
        std::string text = withRoom("sector { ");
        for (int i = 0; i < 100000; ++i)
            text += "a" + std::to_string(i) + "=1;";
        text += "}";
        const auto document = udmf::readDocument(text, "wide.udmf");
        QVERIFY(document);
        QCOMPARE(document.value().extras.at({udmf::Kind::Sector, 0}).fields.size(), std::size_t{100000});
    }
};

QTEST_APPLESS_MAIN(TestUdmf)
#include "tst_udmf.moc"
