// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/bgfcore/pixels.h"
#include "bgfeditor/bgfcore/quantiser.h"

#include <QTest>

#include <ctime>
#include <functional>
#include <random>

using namespace blak;
using namespace blak::bgfcore;

namespace {

/// '#' where the pixel has the colour.
QStringList drawn(const Pixels& pixels, std::uint8_t index = 1)
{
    QStringList rows;
    for (std::int32_t y = 0; y < pixels.height(); ++y) {
        QString row;
        for (std::int32_t x = 0; x < pixels.width(); ++x)
            row += QLatin1Char(pixels.at({x, y}) == index ? '#' : '.');
        rows << row;
    }
    return rows;
}

QStringList rows(const char* text) { return QString::fromLatin1(text).split(QLatin1Char(' ')); }

ColourPicture pictureOf(std::int32_t width, std::int32_t height, const std::function<std::uint32_t(int, int)>& colour)
{
    ColourPicture picture{width, height, {}};
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            picture.pixels.push_back(colour(x, y));
    return picture;
}

} // namespace

class TestPixels : public QObject
{
    Q_OBJECT

private slots:
    void linesAndOutlinesAreDrawn()
    {
        Pixels pixels(7, 5);
        paint(pixels, linePoints({0, 0}, {6, 3}), 1);
        QCOMPARE(drawn(pixels), rows("##..... ..##... ....##. ......# ......."));
        Pixels box(6, 4);
        paint(box, rectanglePoints({4, 3}, {1, 0}), 1);
        QCOMPARE(drawn(box), rows(".####. .#..#. .#..#. .####."));
        Pixels ellipse(7, 7);
        paint(ellipse, ellipsePoints({0, 0}, {6, 6}), 1);
        QCOMPARE(drawn(ellipse), rows("..###.. .#...#. #.....# #.....# #.....# .#...#. ..###.."));
        Pixels disc(7, 7);
        fillEllipse(disc, {6, 6}, {0, 0}, 1);
        QCOMPARE(drawn(disc), rows("..###.. .#####. ####### ####### ####### .#####. ..###.."));
        Pixels dots(5, 5);
        paint(dots, {{2, 2}}, 1, 3);
        paint(dots, {{-1, 4}, {9, 9}}, 1, 2); // outside, all but one corner
        QCOMPARE(drawn(dots), rows("..... .###. .###. .###. #...."));
    }

    void aStrokeLosesItsCorners()
    {
        const std::vector<PixelPoint> stairs{{0, 0}, {1, 0}, {1, 1}, {2, 1}, {2, 2}};
        QCOMPARE(withoutCorners(stairs), (std::vector<PixelPoint>{{0, 0}, {1, 1}, {2, 2}}));
        const std::vector<PixelPoint> straight{{0, 0}, {1, 0}, {2, 0}};
        QCOMPARE(withoutCorners(straight), straight);
    }

    void areasAreFilled()
    {
        Pixels pixels(5, 4);
        paint(pixels, linePoints({2, 0}, {2, 3}), 1);
        QCOMPARE(fillArea(pixels, {0, 0}, 1), std::size_t{8});
        QCOMPARE(drawn(pixels), rows("###.. ###.. ###.. ###.."));
        QCOMPARE(fillArea(pixels, {0, 0}, 1), std::size_t{0});
        QCOMPARE(fillArea(pixels, {9, 0}, 1), std::size_t{0});
        QCOMPARE(replaceColour(pixels, 1, 5), std::size_t{12});
        std::array<std::uint8_t, 256> table{};
        table[5] = 1;
        mapColours(pixels, table);
        QCOMPARE(drawn(pixels), rows("###.. ###.. ###.. ###.."));
        QCOMPARE(pixels.at({4, 0}), bgf::transparentIndex);
        Pixels large(2000, 2000);
        QCOMPARE(fillArea(large, {1000, 1000}, 3), std::size_t{4'000'000});
    }

    void wholeBitmapsAreTurned()
    {
        Pixels pixels(3, 2);
        pixels.set({0, 0}, 1);
        pixels.set({1, 0}, 1);
        QCOMPARE(drawn(flippedAcross(pixels)), rows(".## ..."));
        QCOMPARE(drawn(flippedDown(pixels)), rows("... ##."));
        QCOMPARE(drawn(turnedRight(pixels)), rows(".# .# .."));
        QCOMPARE(turnedRight(turnedRight(turnedRight(turnedRight(pixels)))), pixels);
        QCOMPARE(drawn(shifted(pixels, -1, 1)), rows("... #.#"));
        QCOMPARE(shifted(shifted(pixels, 5, -7), -5, 7), pixels);
        QCOMPARE(drawn(cut(pixels, {-1, -1, 2, 1})), rows("... .##"));
        QCOMPARE(cut(pixels, {2, 2, 2, 2}).width(), 0);
        QCOMPARE(contentBox(*pixels.image()), (std::optional<Box>({0, 0, 2, 1})));
        QVERIFY(!contentBox(*Pixels(4, 4).image()));
    }

    void coloursOfThePaletteStayWhatTheyAre()
    {
        const palette::Palette& colours = palette::builtIn();
        const auto allowed = usualColours();
        for (const Metric metric : {Metric::Rgb, Metric::Perceived, Metric::Light})
            for (const Dither dither : {Dither::None, Dither::Diffused}) {
                const Quantiser quantiser(colours, {metric, dither, allowed, 128});
                const auto picture = pictureOf(16, 16, [&](int x, int y) {
                    std::size_t index = static_cast<std::size_t>(16 * y + x);
                    index = allowed.test(index) ? index : 20;
                    return 0xFF000000u |
                           static_cast<std::uint32_t>(colours[index].r << 16 | colours[index].g << 8 | colours[index].b);
                });
                const Quantised result = quantiser.run(picture);
                QCOMPARE(result.largestChange, 0.0);
                QCOMPARE(result.foreignColours, std::size_t{0});
            }
    }

    void protectedAndTransparentIndicesAreNeverUsed()
    {
        std::mt19937 random(3);
        QuantiserOptions options;
        options.allowed.reset();
        options.allowed.set(30).set(31).set(bgf::transparentIndex);
        for (const Dither dither : {Dither::None, Dither::Ordered, Dither::Diffused}) {
            options.dither = dither;
            const auto picture = pictureOf(33, 17, [&](int, int) { return static_cast<std::uint32_t>(random()); });
            const Quantised result = Quantiser(palette::builtIn(), options).run(picture);
            for (std::size_t i = 0; i < picture.pixels.size(); ++i) {
                const std::uint8_t index = result.indices[i];
                QCOMPARE(index == bgf::transparentIndex, picture.pixels[i] >> 24 < 128);
                QVERIFY(index == bgf::transparentIndex || index == 30 || index == 31);
            }
        }
        options.allowed.reset();
        QCOMPARE(Quantiser(palette::builtIn(), options).run(pictureOf(2, 1, [](int, int) { return 0xFF112233u; })).indices,
                 FrameImage::Indices(2, bgf::transparentIndex));
    }

    /// Dithering changes single pixels more and areas less.
    void ditheringKeepsTheMean()
    {
        const palette::Palette& colours = palette::builtIn();
        const auto grey = pictureOf(64, 64, [](int, int) { return 0xFF4B4D49u; });
        const auto meanOf = [&](Dither dither) {
            const Quantised result = Quantiser(colours, {Metric::Rgb, dither, usualColours(), 128}).run(grey);
            std::array<double, 3> sum{};
            for (const std::uint8_t index : result.indices) {
                sum[0] += colours[index].r;
                sum[1] += colours[index].g;
                sum[2] += colours[index].b;
            }
            return std::abs(sum[0] / 4096 - 0x4B) + std::abs(sum[1] / 4096 - 0x4D) + std::abs(sum[2] / 4096 - 0x49);
        };
        QVERIFY2(meanOf(Dither::Diffused) < meanOf(Dither::None) / 4 + 0.5,
                 qPrintable(QStringLiteral("%1 %2").arg(meanOf(Dither::Diffused)).arg(meanOf(Dither::None))));
    }

    void aSheetOf64FramesTakesLessThanHalfASecond()
    {
        std::mt19937 random(5);
        const auto sheet = pictureOf(1024, 512, [&](int x, int y) { // some thousand colours, as drawn with a brush that shades
            return 0xFF000000u | static_cast<std::uint32_t>((x * 63 / 1024) << 18 | (y * 63 / 512) << 10) | (random() & 3) << 4;
        });
        const std::clock_t start = std::clock(); // of this process: other programs do not count
        const Quantised result = Quantiser(palette::builtIn()).run(sheet);
        const auto milliseconds = static_cast<int>((std::clock() - start) * 1000 / CLOCKS_PER_SEC);
        qInfo("64 frames of 128 x 64: %d ms, %zu colours, mean change %.4f", milliseconds, result.colours, result.meanChange);
        QVERIFY2(milliseconds < 500, qPrintable(QString::number(milliseconds)));
        QVERIFY(result.meanChange < 0.12);
    }
};

QTEST_APPLESS_MAIN(TestPixels)
#include "tst_pixels.moc"
