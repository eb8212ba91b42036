// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/bgfcore/angles.h"
#include "bgfeditor/bgfcore/colour_map.h"
#include "bgfeditor/bgfcore/hotspots.h"

#include <QTest>

#include <memory>

using namespace blak;
using namespace blak::bgfcore;

class TestBgfCore : public QObject
{
    Q_OBJECT

private slots:
    void anEntryIsShownAtItsOwnAngle()
    {
        for (const std::size_t entries : {1u, 2u, 3u, 5u, 6u, 8u, 12u, 16u})
            for (int entry = 0; entry < static_cast<int>(entries); ++entry)
                QCOMPARE(entryForAngle(entries, angleOfEntry(entries, entry)), entry);
    }

    void theSelectionAgreesWithTheFormat()
    {
        for (const std::size_t entries : {1u, 3u, 6u, 8u}) {
            bgf::Group group(entries);
            for (std::size_t i = 0; i < entries; ++i)
                group[i] = static_cast<std::int32_t>(i);
            for (int angle = 0; angle < anglesPerTurn; angle += 7)
                QCOMPARE(entryForAngle(entries, angle), bgf::bitmapForAngle(group, angle));
        }
    }

    void anglesWrapAround()
    {
        QCOMPARE(entryForAngle(8, -512), 7);
        QCOMPARE(entryForAngle(8, 4096 + 512), 1);
        QCOMPARE(entryForAngle(0, 5), -1);
        QCOMPARE(degrees(-1024), 270);
        QCOMPARE(degrees(4095), 0);
        for (int entry = 0; entry < 8; ++entry)
            QCOMPARE(degreesOfEntry(8, entry), 45 * entry); // not 271 and 316
        QCOMPARE(degreesOfEntry(6, 5), 300);
        QCOMPARE(degreesOfEntry(0, 5), 0);
        QCOMPARE(degreesOfEntry(8, -1), 315);
    }

    void feetFollowOffsetsAndShrink()
    {
        const Feet level = feetOf(100, 80, 0, 0, 1);
        QCOMPARE(level.x, 50.0);
        QCOMPARE(level.y, 80.0);
        const Feet moved = feetOf(100, 80, 16, -8, 2); // 8 client units per pixel: bottom 32 units up, middle 16 units right
        QCOMPARE(moved.x, 48.0);
        QCOMPARE(moved.y, 84.0);
    }

    void translationAndLightChangeColours()
    {
        auto tables = std::make_unique<palette::Tables>();
        palette::buildTables(palette::builtIn(), *tables);
        const ColourMap plain = makeColourMap(palette::builtIn(), *tables, 0, 63);
        const ColourMap dark = makeColourMap(palette::builtIn(), *tables, 0, 5);
        const ColourMap red = makeColourMap(palette::builtIn(), *tables, 0x4A, 63); // everything red
        QCOMPARE(plain[bgf::transparentIndex], 0u);
        const auto brightness = [](std::uint32_t argb) { return (argb >> 16 & 255) + (argb >> 8 & 255) + (argb & 255); };
        QVERIFY(brightness(dark[0xD2]) < brightness(plain[0xD2]));
        QVERIFY((red[0x62] >> 16 & 255) > (red[0x62] >> 8 & 255));
        QVERIFY(red[0x62] != plain[0x62]);
        std::vector<std::uint32_t> out(2);
        applyColourMap(plain, std::vector<std::uint8_t>{0xD2, bgf::transparentIndex}, out);
        QCOMPARE(out[0], plain[0xD2]);
        QCOMPARE(out[1], 0u);
    }

    void hotspotsHaveTheirUsualNames()
    {
        QVERIFY(hotspotName(21) == "right hand");
        QVERIFY(hotspotName(-41) == "legs");
        QVERIFY(hotspotName(99).empty());
    }
};

QTEST_APPLESS_MAIN(TestBgfCore)
#include "tst_bgfcore.moc"
