// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/bgfcore/png_file.h"
#include "bgfeditor/bgfcore/quantiser.h"
#include "formats/base/file_io.h"

#include <QImage>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <functional>
#include <random>

using namespace blak;
using namespace blak::bgfcore;

namespace {

using Colour = std::function<QRgb(int x, int y)>;

QImage made(const Colour& colour)
{
    QImage image(192, 192, QImage::Format_RGB32);
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            image.setPixel(x, y, colour(x, y));
    return image;
}

/// The mean way of a pixel, 0..1 from black to white.
double errorOf(const ColourPicture& a, const ColourPicture& b)
{
    double sum = 0;
    for (std::size_t i = 0; i < a.pixels.size(); ++i) {
        double squares = 0;
        for (const int shift : {0, 8, 16}) {
            const double way = double(a.pixels[i] >> shift & 0xFF) - double(b.pixels[i] >> shift & 0xFF);
            squares += way * way;
        }
        sum += std::sqrt(squares / 3) / 255;
    }
    return sum / double(a.pixels.size());
}

/// The mean square in the space that pngquant 2.17 measures in: each channel to the power of its own gamma over the picture's.
double theirErrorOf(const ColourPicture& a, const ColourPicture& b)
{
    const auto at = [](std::uint32_t pixel, int shift) { return std::pow(double(pixel >> shift & 0xFF) / 255, 0.5499 / 0.45455); };
    double sum = 0;
    for (std::size_t i = 0; i < a.pixels.size(); ++i)
        for (const int shift : {16, 8, 0}) {
            const double way = at(a.pixels[i], shift) - at(b.pixels[i], shift);
            sum += way * way;
        }
    return sum / double(a.pixels.size());
}

} // namespace

/// The same pictures and the same colours for our quantiser and for pngquant (Debian): ours is at least as near.
class TestQuantiserBeside : public QObject
{
    Q_OBJECT

private slots:
    void picturesAreAtLeastAsNear_data()
    {
        QTest::addColumn<QImage>("picture");
        std::mt19937 random(3);
        const auto any = [&random](int below) { return static_cast<int>(random() % static_cast<unsigned>(below)); };
        QTest::newRow("all hues") << made([](int x, int y) { return QColor::fromHsv(x * 359 / 191, 255 - y, 255 - y / 2).rgb(); });
        QTest::newRow("skin and leather") << made([](int x, int y) { return qRgb(120 + x / 2, 70 + y / 3, 40 + (x + y) / 8); });
        QTest::newRow("noise") << made([&](int, int) { return qRgb(any(256), any(256), any(256)); });
        QTest::newRow("fog") << made([](int x, int y) { return qRgb(90 + (x + y) / 8, 100 + (x + y) / 8, 104 + y / 4); });
        const QImage shot(qEnvironmentVariable("BLAK_SOURCE_DIR") + QStringLiteral("/docs/images/room-dark.png"));
        QVERIFY(!shot.isNull());
        QTest::newRow("a room") << shot.convertToFormat(QImage::Format_RGB32).copy(300, 150, 400, 400);
    }

    void picturesAreAtLeastAsNear()
    {
        const QString program = QStandardPaths::findExecutable(QStringLiteral("pngquant"));
        QVERIFY2(!program.isEmpty(), "pngquant is not installed: scripts/install-packages test");
        QFETCH(QImage, picture);
        const QTemporaryDir folder;
        const auto& palette = palette::builtIn();
        const auto allowed = usualColours();
        QImage map(static_cast<int>(allowed.count()), 1, QImage::Format_RGB32);
        for (std::size_t i = 0, at = 0; i < allowed.size(); ++i)
            if (allowed.test(i))
                map.setPixel(static_cast<int>(at++), 0, qRgb(palette[i].r, palette[i].g, palette[i].b));
        const QString in = folder.filePath(QStringLiteral("in.png")), out = folder.filePath(QStringLiteral("out.png"));
        QVERIFY(picture.save(in) && map.save(folder.filePath(QStringLiteral("map.png"))));
        QProcess run;
        run.start(program, {QStringLiteral("--map"), folder.filePath(QStringLiteral("map.png")), QStringLiteral("--nofs"),
                            QStringLiteral("--output"), out, in});
        QVERIFY(run.waitForFinished(30'000));
        QVERIFY2(run.exitCode() == 0, run.readAllStandardError().constData());

        const auto read = [](const QString& file) {
            const auto bytes = readFile(file.toStdString());
            return bytes ? readPngColours(bytes.value(), file.toStdString()) : Result<ColourPicture>(bytes.error());
        };
        const auto before = read(in), theirs = read(out);
        QVERIFY(before && theirs);
        const auto shown = [&](const QuantiserOptions& options) {
            const Quantised result = Quantiser(palette, options).run(before.value());
            ColourPicture after{before.value().width, before.value().height, {}};
            for (const std::uint8_t index : result.indices)
                after.pixels.push_back(static_cast<std::uint32_t>(palette[index].r << 16 | palette[index].g << 8 | palette[index].b));
            return after;
        };
        QuantiserOptions plain, eye, usual;
        plain.metric = Metric::Rgb;
        eye.metric = Metric::Perceived;
        const double ours = errorOf(before.value(), shown(plain)), their = errorOf(before.value(), theirs.value());
        const ColourPicture byDefault = shown(usual);
        const double oursInTheirs = theirErrorOf(before.value(), byDefault);
        const double theirsInTheirs = theirErrorOf(before.value(), theirs.value());
        std::size_t equal = 0;
        for (std::size_t i = 0; i < byDefault.pixels.size(); ++i)
            equal += ((byDefault.pixels[i] ^ theirs.value().pixels[i]) & 0xFFFFFF) == 0;
        qInfo("%s: in red, green and blue %.4f, pngquant %.4f; in pngquant's terms by default %.6f (Oklab %.6f), pngquant %.6f, "
              "%.1f %% of the pixels equal",
              QTest::currentDataTag(), ours, their, oursInTheirs, theirErrorOf(before.value(), shown(eye)), theirsInTheirs,
              100.0 * double(equal) / double(byDefault.pixels.size()));
        QVERIFY(oursInTheirs <= theirsInTheirs + 1e-9);
        QVERIFY(ours <= their + 1e-6);
    }
};

QTEST_GUILESS_MAIN(TestQuantiserBeside)
#include "tst_quantiser_beside.moc"
