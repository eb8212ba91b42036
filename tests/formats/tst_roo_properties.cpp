// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/property/json.h"
#include "formats/roo/room_properties.h"
#include "tests/formats/small_room.h"
#include "tests/support/shared_data.h"

#include <QTest>

#include <limits>
#include <set>

using namespace blak;
using namespace blak::property;
using namespace blak::roo;

namespace {

/// A record made from nothing but the properties of another.
template <typename Record>
Record copyByProperties(const Table<Record>& table, const Record& from)
{
    Record copy;
    for (const Property& property : table.properties())
        if (!table.isDefault(from, property) || table.value(copy, property) != table.value(from, property))
            if (auto done = table.setValue(copy, property, table.value(from, property)); !done)
                qFatal("%s", done.error().text().c_str());
    return copy;
}

template <typename Record>
bool allSurvive(const Table<Record>& table, const std::vector<Record>& records)
{
    return std::ranges::all_of(records, [&](const Record& record) { return copyByProperties(table, record) == record; });
}

template <typename Record>
void checkTable(const Table<Record>& table)
{
    std::set<std::string_view> names;
    for (const Property& property : table.properties()) {
        QVERIFY2(names.insert(property.name).second, property.name.data());
        QVERIFY2(property.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string_view::npos,
                 property.name.data());
        QVERIFY(!property.label.empty() && !property.group.empty());
        QVERIFY(table.find(property.name) == &property);
        QVERIFY2(accepted(property, defaultValue(property)), property.name.data());
        for (const Choice& choice : property.choices) {
            QVERIFY(accepted(property, choice.value));
            QCOMPARE(fromText(property, choice.name).value(), Value(choice.value));
        }
    }
    QVERIFY(table.find("no such property") == nullptr);
}

const Property& sectorProperty(std::string_view name) { return *sectorProperties().find(name); }

} // namespace

class TestRooProperties : public QObject
{
    Q_OBJECT

private slots:
    void tablesAreSound()
    {
        checkTable(linedefProperties());
        checkTable(sidedefProperties());
        checkTable(sectorProperties());
        checkTable(thingProperties());
    }

    void nothingOfARecordIsMissingFromItsTable()
    {
        Sidedef side{1, 2, 3, 4, 0xFFFFFFFF, 255};
        QVERIFY(copyByProperties(sidedefProperties(), side) == side);
        Sector sector{65535, 1, 2, -32768, 32767, 3, 65535, 255, 0xFFFFFFFF, 4, Slope{}, Slope{}};
        sector.floorSlope = Slope{0.1, -2.5, 1e20, 4, 5, 6, -7, {{{8, 9, 10}, {11, 12, 13}, {14, 15, -16}}}};
        QVERIFY(copyByProperties(sectorProperties(), sector) == sector);
        Linedef line{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, -12, {0xFFFF, 0, 0x1234, 1}};
        QVERIFY(copyByProperties(linedefProperties(), line) == line);
        Thing thing{1, 2, 3, 4, 5, 6, 7, std::numeric_limits<std::int32_t>::min(), {}};
        for (const std::string_view comment :
             {std::string_view("a\xE4o"), std::string_view("a\0\0b\xFF", 5), std::string_view("\0x", 2)}) {
            thing.comment = {};
            std::ranges::copy(comment, thing.comment.begin());
            QVERIFY(copyByProperties(thingProperties(), thing) == thing);
        }
        thing.comment.fill('\xFC');
        QVERIFY(copyByProperties(thingProperties(), thing) == thing);
    }

    void everyCorpusRecordIsTheSumOfItsProperties()
    {
        BLAK_NEED_SHARED(folder, "corpus/roo");
        for (const auto& file : test::filesBelow(folder, ".roo")) {
            const auto room = read(test::bytesOf(file), file.string());
            QVERIFY(room);
            QVERIFY2(allSurvive(linedefProperties(), room.value().linedefs), file.c_str());
            QVERIFY2(allSurvive(sidedefProperties(), room.value().sidedefs), file.c_str());
            QVERIFY2(allSurvive(sectorProperties(), room.value().sectors), file.c_str());
            QVERIFY2(allSurvive(thingProperties(), room.value().things), file.c_str());
        }
    }

    void aFlagIsOneBit()
    {
        Sector sector;
        QVERIFY(sectorProperties().setValue(sector, sectorProperty("flicker"), true));
        QVERIFY(sectorProperties().setValue(sector, sectorProperty("depth"), std::int64_t{3}));
        QCOMPARE(sector.flags, sector_flag::flicker | 3u);
        QVERIFY(sectorProperties().setValue(sector, sectorProperty("flicker"), false));
        QCOMPARE(sector.flags, 3u);
    }

    void slopeFieldsExistWhileThereIsASlope()
    {
        Sector sector;
        const Property& height = sectorProperty("floorslope_z2");
        QVERIFY(!sectorProperties().exists(sector, height));
        QCOMPARE(sectorProperties().setValue(sector, height, std::int64_t{5}).error().text(),
                 std::string("floorslope_z2: does not exist here"));
        QVERIFY(sectorProperties().setValue(sector, sectorProperty("slopedfloor"), true));
        QVERIFY(sectorProperties().setValue(sector, height, std::int64_t{5}));
        QCOMPARE(sector.floorSlope->vertices[1].z, std::int16_t{5});
        QCOMPARE(sector.flags, sector_flag::slopedFloor);
        QVERIFY(sectorProperties().setValue(sector, sectorProperty("slopedfloor"), false));
        QCOMPARE(sector, Sector{});
    }

    void valuesOutsideTheRangeOrOfAnotherTypeAreRefused()
    {
        Sector sector;
        const Property& height = sectorProperty("heightfloor");
        QCOMPARE(sectorProperties().setValue(sector, height, std::int64_t{70000}).error().text(),
                 std::string("heightfloor: expected 0 to 65535, found 70000"));
        QVERIFY(!sectorProperties().setValue(sector, height, std::int64_t{-1}));
        QVERIFY(!sectorProperties().setValue(sector, height, 1.5));
        QVERIFY(!sectorProperties().setValue(sector, height, std::string("1")));
        QVERIFY(!sectorProperties().setValue(sector, height, true));
        QVERIFY(sectorProperties().setValue(sector, height, 12.0));
        QCOMPARE(sector.floorHeight, std::uint16_t{12});
        QVERIFY(!accepted(sectorProperty("floorslope_a"), std::numeric_limits<double>::quiet_NaN()));
        Thing thing;
        QVERIFY(!thingProperties().setValue(thing, *thingProperties().find("comment"), std::string(65, 'x')));
        QVERIFY(!thingProperties().setValue(thing, *thingProperties().find("comment"), std::string("\xE4\xB8\xAD")));
        Linedef line;
        QVERIFY(!linedefProperties().setValue(line, *linedefProperties().find("stray"), std::string("12")));
        QVERIFY(!linedefProperties().setValue(line, *linedefProperties().find("stray"), std::string("123456789abcdefg")));
    }

    void theTextOfAValueGivesItBack()
    {
        for (const Value& value : {Value(0.1), Value(-1e300), Value(3.0)})
            QCOMPARE(fromText(sectorProperty("floorslope_a"), text(value)).value(), value);
        QCOMPARE(fromText(sectorProperty("flicker"), "true").value(), Value(true));
        QVERIFY(!fromText(sectorProperty("flicker"), "yes"));
        QVERIFY(!fromText(sectorProperty("heightfloor"), "12x"));
        QVERIFY(!fromText(sectorProperty("heightfloor"), ""));
        QVERIFY(!fromText(sectorProperty("floorslope_a"), "inf"));
    }

    void recordsBecomeJsonAndBack()
    {
        const Room room = test::smallRoomWithLongThings(Format::V15);
        for (const Sector& sector : room.sectors) {
            const auto json = toJson(sectorProperties(), sector);
            QCOMPARE(fromJson(sectorProperties(), nlohmann::json::parse(json.dump())).value(), sector);
        }
        for (const Thing& thing : room.things)
            QCOMPARE(fromJson(thingProperties(), toJson(thingProperties(), thing)).value(), thing);
        QCOMPARE(toJson(sidedefProperties(), room.sidedefs[1]).dump(),
                 std::string(R"({"backwards":true,"id":12,"mapalways":true,"texturemiddle":102})"));
    }

    void jsonThatSaysSomethingElseIsRefused()
    {
        const auto parse = [](const char* text) { return fromJson(sectorProperties(), nlohmann::json::parse(text)); };
        QCOMPARE(parse("{}").value().light, std::uint8_t{192});
        QCOMPARE(parse(R"({"scrollspeed":"fast","heightfloor":64.0})").value().floorHeight, std::uint16_t{64});
        QVERIFY(!parse("[]"));
        QVERIFY(!parse(R"({"heightfloor":null})"));
        QVERIFY(!parse(R"({"heightfloor":18446744073709551615})"));
        QCOMPARE(parse(R"({"heightfloor":-1})").error().text(), std::string("sector heightfloor: expected 0 to 65535, found -1"));
        QVERIFY(!parse(R"({"floorslope_x1":1})"));
        std::vector<std::string> unknown;
        QVERIFY(fromJson(sectorProperties(), nlohmann::json::parse(R"({"music":1})"), &unknown));
        QCOMPARE(unknown, std::vector<std::string>{"music"});
    }

    void manyRecordsShareAValueOrNot()
    {
        Sector low;
        Sector high;
        high.floorHeight = 9;
        const std::vector<const Sector*> both{&low, &high};
        QVERIFY(!sectorProperties().commonValue(both, sectorProperty("heightfloor")));
        QCOMPARE(*sectorProperties().commonValue(both, sectorProperty("heightceiling")), Value(std::int64_t{0}));
        QVERIFY(!sectorProperties().commonValue(std::vector<const Sector*>{}, sectorProperty("heightceiling")));
    }
};

QTEST_APPLESS_MAIN(TestRooProperties)
#include "tst_roo_properties.moc"
