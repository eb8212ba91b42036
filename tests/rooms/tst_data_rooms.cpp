// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/rooms/terrace.h"

#include <QTest>

using namespace blak;
using test::terraceFiles;

class TestDataRooms : public QObject
{
    Q_OBJECT

private slots:
    void theTextIsCanonical()
    {
        const auto bytes = test::bytesOf(test::dataDir() / "rooms" / "terrace.udmf");
        const std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        const auto document = udmf::readDocument(text, "terrace.udmf");
        QVERIFY2(document, document ? "" : document.error().text().c_str());
        QCOMPARE(udmf::write(document.value()), text);
    }

    void everyFileIsReadAndWrittenAsItWas()
    {
        for (const auto& file : terraceFiles) {
            const auto bytes = test::bytesOf(test::dataDir() / "rooms" / file.name);
            const auto room = roo::read(bytes, file.name);
            QVERIFY2(room, room ? "" : room.error().text().c_str());
            QVERIFY(room.value().format == file.format);
            QCOMPARE(room.value().server.has_value(), file.hasServerSection);
            QVERIFY(roo::write(room.value()) == bytes);
            QCOMPARE(roo::securityValue(room.value()), room.value().security);
            QVERIFY(room.value().nodes.size() > 20 && room.value().walls.size() > room.value().linedefs.size());
            QCOMPARE(room.value().width, 6 * 1024);
            QCOMPARE(room.value().height, 4 * 1024);
        }
    }

    void everyFileIsWhatTheTextGives()
    {
        const auto drawn = test::readTerrace();
        QVERIFY(drawn);
        for (const auto& file : terraceFiles) {
            const auto built = test::buildTerrace(drawn.value(), file);
            QVERIFY2(built, built ? "" : built.error().text().c_str());
            QVERIFY2(roo::write(built.value()) == test::bytesOf(test::dataDir() / "rooms" / file.name), file.name.data());
        }
    }

    void everyFileSurvivesTheWayThroughText()
    {
        for (const auto& file : terraceFiles) {
            const auto room = roo::read(test::bytesOf(test::dataDir() / "rooms" / file.name), file.name);
            QVERIFY(room);
            auto back = udmf::read(udmf::write(room.value()), file.name);
            QVERIFY2(back, back ? "" : back.error().text().c_str());
            back.value().nodes = room.value().nodes;
            back.value().walls = room.value().walls;
            back.value().server = room.value().server;
            back.value().security = room.value().security;
            QVERIFY(back.value() == room.value());
        }
    }
};

QTEST_APPLESS_MAIN(TestDataRooms)
#include "tst_data_rooms.moc"
