// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/palette/nearest.h"
#include "formats/palette/palette.h"
#include "tests/support/shared_data.h"

#include <QTest>

#include <memory>

using namespace blak;
using namespace blak::palette;

namespace {

std::span<const std::byte> asBytes(std::string_view text) { return std::as_bytes(std::span(text)); }

/// Tables of the built-in palette, made once.
const Tables& tables()
{
    static const auto made = [] {
        auto fresh = std::make_unique<Tables>();
        buildTables(builtIn(), *fresh);
        return fresh;
    }();
    return *made;
}

/// The recipe itself: a search of all entries.
std::uint8_t searched(const Palette& palette, int r, int g, int b, bool avoidReserved)
{
    int least = 1 << 30;
    std::uint8_t best = 0;
    for (int i = 0; i < 256; ++i) {
        const Colour c = palette[static_cast<std::size_t>(i)];
        const int distance = (c.r - r) * (c.r - r) + (c.g - g) * (c.g - g) + (c.b - b) * (c.b - b);
        if (distance < least && !(avoidReserved && isReserved(static_cast<std::uint8_t>(i)))) {
            least = distance;
            best = static_cast<std::uint8_t>(i);
        }
    }
    return best;
}

std::uint8_t translated(int id, int index)
{
    return tables().translation[static_cast<std::size_t>(id)][static_cast<std::size_t>(index)];
}

int luminance(Colour c) { return 299 * c.r + 587 * c.g + 114 * c.b; }

} // namespace

class TestPalette : public QObject
{
    Q_OBJECT

private slots:
    void everyKindIsWrittenThenRead()
    {
        for (const FileKind kind : {FileKind::Text, FileKind::Riff, FileKind::Chart}) {
            const auto bytes = write(builtIn(), kind);
            QVERIFY(isPalette(bytes));
            const auto file = read(bytes, "x.pal");
            QVERIFY2(file, file ? "" : file.error().text().c_str());
            QCOMPARE(file.value().kind, kind);
            QVERIFY(file.value().colours == builtIn());
        }
    }

    void everyTruncationIsRefused()
    {
        for (const FileKind kind : {FileKind::Text, FileKind::Riff, FileKind::Chart}) {
            const auto bytes = write(builtIn(), kind);
            const std::size_t step = bytes.size() / 200 + 1;
            for (std::size_t size = 0; size + 12 < bytes.size(); size += step)
                QVERIFY(!read(std::span(bytes).first(size), "cut.pal"));
        }
    }

    void badTextNamesItsLine()
    {
        const auto what = [](std::string_view text) { return read(asBytes(text), "t.pal").error().text(); };
        QCOMPARE(what("1 2 3\n4 5 6"), std::string("t.pal, line 3: expected 256 lines, the file ends here"));
        QCOMPARE(what("1 2 3\n4 5 256\n"), std::string("t.pal, line 2: expected three numbers from 0 to 255"));
        QCOMPARE(what("1 2 3\n4 5\n"), std::string("t.pal, line 2: expected three numbers from 0 to 255"));
        QCOMPARE(what("1 2 3\r\n4 5 6 7\r\n"), std::string("t.pal, line 2: expected three numbers from 0 to 255"));
        QVERIFY(what("a palette").ends_with("not a palette: expected 256 lines \"R G B\", a RIFF palette or a 256 x 256 chart"));

        auto bytes = write(builtIn(), FileKind::Text);
        bytes.push_back(std::byte{'7'});
        QCOMPARE(read(bytes, "t.pal").error().where, std::string("t.pal, line 257"));
    }

    void badRiffNamesItsPlace()
    {
        auto bytes = write(builtIn(), FileKind::Riff);
        bytes[22] = std::byte{16};
        bytes[23] = std::byte{0};
        QCOMPARE(read(bytes, "r.pal").error().text(),
                 std::string("r.pal, number of colours (offset 22): expected 256, found 16"));
        bytes = write(builtIn(), FileKind::Riff);
        bytes[12] = std::byte{'x'};
        QVERIFY(!read(bytes, "r.pal"));
    }

    void aBitmapWithMixedSquaresIsNoChart()
    {
        auto bytes = write(builtIn(), FileKind::Chart);
        bytes.back() ^= std::byte{0xFF}; // top right pixel
        QCOMPARE(read(bytes, "c.bmp").error().where, std::string("c.bmp, pixel 255, 0"));
    }

    void theBuiltInPaletteHasTheStructureOfTheEngine()
    {
        const Palette& p = builtIn();
        QVERIFY((p[0] == Colour{0, 0, 0} && p[7] == Colour{192, 192, 192}));
        QVERIFY((p[254] == Colour{0, 255, 255} && p[255] == Colour{255, 255, 255}));
        for (std::size_t ramp = 0x10; ramp < 0xF0; ramp += 16)
            for (std::size_t i = ramp + 1; i < ramp + 16; ++i)
                QVERIFY2(luminance(p[i]) < luminance(p[i - 1]), qPrintable(QString::number(i, 16)));
        const auto strongest = [&p](std::size_t i) { return std::max({p[i].r, p[i].g, p[i].b}); };
        QCOMPARE(strongest(0x14), p[0x14].r);
        QCOMPARE(strongest(0x64), p[0x64].g);
        QCOMPARE(strongest(0x74), p[0x74].g);
        QCOMPARE(strongest(0x94), p[0x94].b);
        QCOMPARE(strongest(0xE4), p[0xE4].b);
    }

    void theSampleWorldHasTheBuiltInPalette()
    {
        const auto file = read(test::bytesOf(test::sourceDir() / "world" / "blakston.pal"), "blakston.pal");
        QVERIFY(file);
        QVERIFY(file.value().colours == builtIn());
    }

    void theQuickSearchIsExact()
    {
        const NearestColour all(builtIn()), drawn(builtIn(), Reserved::Avoid);
        for (int r = 0; r < 256; r += 5)
            for (int g = 0; g < 256; g += 7)
                for (int b = (r + g) % 9; b < 256; b += 9) {
                    QCOMPARE(all(r, g, b), searched(builtIn(), r, g, b, false));
                    QCOMPARE(drawn(r, g, b), searched(builtIn(), r, g, b, true));
                }
        for (const Colour c : builtIn())
            QCOMPARE(all(c.r, c.g, c.b), nearest(builtIn(), c));
    }

    void lightLevelsFollowTheRecipe()
    {
        for (const int level : {0, 1, 17, 40, 63})
            for (int i = 0; i < 256; ++i) {
                const Colour c = builtIn()[static_cast<std::size_t>(i)];
                const double dark = (64 - level) / 64.0, f = 1 - dark * dark;
                const auto expected = isReserved(static_cast<std::uint8_t>(i))
                                          ? static_cast<std::uint8_t>(i)
                                          : searched(builtIn(), int(c.r * f), int(c.g * f), int(c.b * f), true);
                QCOMPARE(tables().light[static_cast<std::size_t>(level)][static_cast<std::size_t>(i)], expected);
            }
        QCOMPARE(int(tables().light[0][0x53]), 0);
        QCOMPARE(int(tables().light[64][0]), 255);
        QCOMPARE(int(tables().light[64][8]), int(searched(builtIn(), 255 - 192, 255 - 220, 255 - 192, true)));
    }

    void blendsFollowTheRecipe()
    {
        const Palette& p = builtIn();
        for (std::size_t k = 0; k < 3; ++k)
            for (std::size_t a = 0; a < 256; a += 3)
                for (std::size_t b = 1; b < 256; b += 7) {
                    const int first = 25 * (static_cast<int>(k) + 1), second = 100 - first;
                    const auto mix = [&](int x, int y) { return (x * first + y * second) / 100; };
                    QCOMPARE(tables().blend[k][a][b],
                             searched(p, mix(p[a].r, p[b].r), mix(p[a].g, p[b].g), mix(p[a].b, p[b].b), true));
                }
    }

    void translationsLeadWhereTheyShould()
    {
        for (const int id : {0x00, 0x1F, 0x34, 0x50, 0x85, 0x86})
            for (int i = 0; i < 256; ++i)
                QCOMPARE(int(translated(id, i)), i);
        QCOMPARE(int(translated(0x01, 0x91)), 0xF0);
        QCOMPARE(int(translated(0x04, 0x9C)), 0x4C);
        QCOMPARE(int(translated(0x09, 0x95)), 0xD5);
        QCOMPARE(int(translated(0x09, 0xD5)), 0x15);
        QCOMPARE(int(translated(0x12, 0xD3)), 0x13);
        QCOMPARE(int(translated(0x17, 0xDF)), 0xE7);
        QCOMPARE(int(translated(0x1C, 0xDF)), 0x3C);
        QCOMPARE(int(translated(0x29, 0xD2)), 0x99);
        QCOMPARE(int(translated(0x2F, 0xD0)), 0xC4);
        QCOMPARE(translated(0x2C, 0xD4), tables().light[10][0xD4]);
        QCOMPARE(int(translated(0x4A, 0x77)), 0x10);
        QCOMPARE(int(translated(0x5B, 0x93)), 0);
        QCOMPARE(int(translated(0x60, 0x14)), 0x24);
        QCOMPARE(int(translated(0x60, 0xE4)), 0x14);
        QCOMPARE(int(translated(0x6E, 0x2A)), 0xEA);
        QCOMPARE(int(translated(0x60, 0x64)), 0x64); // dark green takes no part
        QCOMPARE(int(translated(0x79, 3)), 255);
        QCOMPARE(int(translated(0x7A, 0x16)), 0x7B);
        QCOMPARE(int(translated(0x7A, 0x96)), 0x26);
        QCOMPARE(int(translated(0x84, 0x16)), 0xD6);
        QCOMPARE(int(translated(0x87, 0x1A)), 0x1A); // red to red, blue to red
        QCOMPARE(int(translated(0x87, 0x9A)), 0x1A);
        QCOMPARE(int(translated(0xFF, 0x13)), 0xE3);
        QCOMPARE(int(translated(0x87 + 11 * 5 + 8, 0x13)), 0x73);
        QCOMPARE(int(translated(0x87 + 11 * 5 + 8, 0x93)), 0xC3);
        const Colour c = builtIn()[0x62];
        QCOMPARE(translated(0x43, 0x62), searched(builtIn(), (c.r * 70 + 255 * 30) / 100, c.g * 70 / 100, c.b * 70 / 100, false));
        QCOMPARE(translated(0x4F, 0x62), searched(builtIn(), 0, 255 * std::max({c.r, c.g, c.b}) / 256, 0, false));
    }

    void translationsHaveNames()
    {
        QCOMPARE(translationName(0), std::string("none"));
        QCOMPARE(translationName(0x12), std::string("gray to red"));
        QCOMPARE(translationName(0x87), std::string("red to red, blue to red"));
        QCOMPARE(translationName(0xFF), std::string("red to bright blue, blue to bright blue"));
    }

    void theCorpusPalettesAgree()
    {
        BLAK_NEED_SHARED(folder, "corpus/pal");
        const auto first = read(test::bytesOf(folder / "blakston.pal"), "blakston.pal");
        QVERIFY(first);
        QVERIFY(write(first.value().colours, FileKind::Text) == test::bytesOf(folder / "blakston.pal"));
        for (const char* name : {"m59.pal", "gelmaker_m59.pal", "MeridianPalette.BMP"}) {
            const auto bytes = test::bytesOf(folder / name);
            QVERIFY(isPalette(bytes));
            const auto other = read(bytes, name);
            QVERIFY2(other, other ? "" : other.error().text().c_str());
            QVERIFY(other.value().colours == first.value().colours);
        }
        const auto plain = test::bytesOf(folder / "gelmaker_m59.pal");
        QVERIFY(write(first.value().colours, FileKind::Riff) == plain);
    }
};

QTEST_APPLESS_MAIN(TestPalette)
#include "tst_palette.moc"
