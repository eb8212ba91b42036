// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/render/mip_levels.h"
#include "client/render/renderer.h"
#include "tests/render/sample_halls.h"

#include <QTest>

#include <algorithm>

using namespace blak;
using render::SurfaceKind;

namespace {

constexpr int width = 200, height = 150;
constexpr int chequer = 40; ///< a texture as fine as can be

std::shared_ptr<render::AssetStore> fineAssets()
{
    auto assets = test::sampleAssets();
    test::addTexture(*assets, chequer, 128, 128, 2,
                     [](int x, int y) { return static_cast<std::uint8_t>(((x ^ y) & 1) != 0 ? 0xD1 : 0xDD); });
    return assets;
}

/// A long hall with the fine texture on its floor and walls.
space::LoadedRoom longHall()
{
    test::Hall hall;
    hall.cells = {{30 * 1024, test::sector(0, 192, chequer, test::texture::plank)}};
    hall.depth = 3072;
    hall.outer = test::side(0, chequer, 0);
    return hall.load();
}

std::vector<std::uint8_t> pixelsOf(const render::Frame& frame)
{
    std::vector<std::uint8_t> all;
    for (int x = 0; x < frame.width(); ++x)
        all.insert(all.end(), frame.column(x), frame.column(x) + frame.height());
    return all;
}

int brightness(std::uint8_t index)
{
    const palette::Colour c = palette::builtIn()[index];
    return (c.r + c.g + c.b) / 3;
}

render::Image imageOf(int w, int h, std::vector<std::uint8_t> pixels)
{
    render::Image image;
    image.width = w;
    image.height = h;
    image.pixels = std::move(pixels);
    image.tile = image.pixels;
    while (1 << image.tileWidthLog < w)
        ++image.tileWidthLog;
    while (1 << image.tileHeightLog < h)
        ++image.tileHeightLog;
    image.tile.resize(std::size_t{1} << (image.tileWidthLog + image.tileHeightLog));
    return image;
}

} // namespace

class TestMipLevels : public QObject
{
    Q_OBJECT

    const palette::Palette& palette_ = palette::builtIn();
    const palette::NearestColour nearest_{palette_, palette::Reserved::Avoid};

    /// How much the pixels of floors and walls change on the average while the eye moves a little, 0..255.
    static double shimmer(bool mipLevels, SurfaceKind kind)
    {
        const space::LoadedRoom room = longHall();
        render::Renderer renderer(fineAssets());
        renderer.setOptions({.fullBright = true, .mipLevels = mipLevels});
        render::Frame before(width, height), now(width, height);
        double sum = 0;
        int compared = 0;
        for (int step = 0; step < 8; ++step) {
            renderer.render(room, {}, {.x = 1000.0 + 5 * step, .y = 1536, .z = 900}, now);
            for (int x = 0; step > 0 && x < width; ++x)
                for (int y = 0; y < height; ++y) {
                    const render::Pick pick = now.pick(x, y);
                    if (pick.kind != kind || pick.depth < 8000)
                        continue;
                    sum += std::abs(brightness(now.pixel(x, y)) - brightness(before.pixel(x, y)));
                    ++compared;
                }
            std::swap(before, now);
        }
        return compared > 100 ? sum / compared : -1;
    }

private slots:
    void levelsAreMadeOfTheColoursBelow()
    {
        // Black and white beside each other become grey; what is half transparent is transparent.
        std::vector<std::uint8_t> pixels(64);
        const std::uint8_t black = nearest_(0, 0, 0), white = nearest_(255, 255, 255);
        for (int y = 0; y < 8; ++y)
            for (int x = 0; x < 8; ++x)
                pixels[static_cast<std::size_t>(y * 8 + x)] =
                    x < 4 ? ((x ^ y) & 1 ? black : white) : (x & 1 ? white : bgf::transparentIndex);
        render::Image image = imageOf(8, 8, pixels);
        render::makeMipLevels(image, palette_, nearest_);
        QCOMPARE(image.mips.size(), std::size_t{2}); // 4 and 2 wide
        QCOMPARE(image.mips[0].width, 4);
        QCOMPARE(image.mips[0].pixels.size(), std::size_t{16});
        QCOMPARE(image.mips[1].height, 2);
        QCOMPARE(image.mips[1].tileWidthLog, 1);
        QCOMPARE(int{image.mips[0].pixels[0]}, int{nearest_(128, 128, 128)});
        QCOMPARE(int{image.mips[1].pixels[0]}, int{nearest_(128, 128, 128)});
        QCOMPARE(int{image.mips[0].pixels[3]}, int{bgf::transparentIndex});
        QVERIFY(image.byteSize() > 2 * 64 + 2 * 16);
    }

    void anySizeHasLevels()
    {
        for (const auto& [w, h] : {std::pair{1, 1}, {2, 1}, {3, 5}, {1, 200}, {100, 7}, {333, 129}}) {
            render::Image image = imageOf(w, h, std::vector<std::uint8_t>(static_cast<std::size_t>(w) * static_cast<std::size_t>(h), 0x42));
            std::fill(image.tile.begin(), image.tile.end(), std::uint8_t{0x42});
            render::makeMipLevels(image, palette_, nearest_);
            int lastWidth = w, lastHeight = h;
            for (const render::MipLevel& level : image.mips) {
                QCOMPARE(level.width, std::max(1, lastWidth / 2));
                QCOMPARE(level.height, std::max(1, lastHeight / 2));
                QCOMPARE(level.pixels.size(), static_cast<std::size_t>(level.width) * static_cast<std::size_t>(level.height));
                QCOMPARE(level.tile.size(), std::size_t{1} << (level.tileWidthLog + level.tileHeightLog));
                QVERIFY(std::all_of(level.pixels.begin(), level.pixels.end(), [](std::uint8_t i) { return i == 0x42; }));
                lastWidth = level.width;
                lastHeight = level.height;
            }
            QVERIFY(std::max(lastWidth, lastHeight) <= 2 || image.mips.size() == 7);
        }
    }

    void theLevelFollowsTheTexels()
    {
        render::Image image = imageOf(64, 64, std::vector<std::uint8_t>(64 * 64, 0x42));
        QCOMPARE(render::mipLevelFor(image, 8), std::size_t{0}); // none were made
        render::makeMipLevels(image, palette_, nearest_);
        QCOMPARE(image.mips.size(), std::size_t{5});
        for (const auto& [texels, level] : {std::pair{0.1, 0}, {1.0, 0}, {1.4, 0}, {1.5, 1}, {2.0, 1}, {2.9, 2}, {8.0, 3}, {1e9, 5}})
            QCOMPARE(render::mipLevelFor(image, texels), static_cast<std::size_t>(level));
        QCOMPARE(render::mipLevelFor(image, std::nan("")), std::size_t{0});
    }

    void offIsAsBefore()
    {
        const space::LoadedRoom room = longHall();
        const render::Camera camera{.x = 1000, .y = 1536, .z = 900, .angle = 100};
        render::Frame plain(width, height), off(width, height), on(width, height);
        render::Renderer(fineAssets()).render(room, {}, camera, plain);
        render::Renderer renderer(fineAssets());
        renderer.setOptions({.mipLevels = true});
        renderer.render(room, {}, camera, on);
        renderer.setOptions({});
        renderer.render(room, {}, camera, off);
        QVERIFY(pixelsOf(off) == pixelsOf(plain));
        QVERIFY(pixelsOf(on) != pixelsOf(plain));
        for (int x = 0; x < width; ++x) // what is near is the same with them
            for (int y = 0; y < height; ++y) {
                const render::Pick pick = on.pick(x, y);
                QVERIFY(pick.sameAs(plain.pick(x, y)));
                if (pick.depth > 0 && pick.depth < 350)
                    QCOMPARE(int{on.pixel(x, y)}, int{plain.pixel(x, y)});
            }
    }

    void farSurfacesShimmerLess()
    {
        for (const SurfaceKind kind : {SurfaceKind::Floor, SurfaceKind::WallNormal}) {
            const double without = shimmer(false, kind), with = shimmer(true, kind);
            qInfo("far pixels change by %.1f without levels, by %.1f with", without, with);
            QVERIFY2(without > 10, "the scene shows nothing");
            QVERIFY2(with < without / 4, qPrintable(QString::number(with)));
        }
    }

    void anyNumberOfThreadsDrawsTheSame()
    {
        for (const test::Hall& hall : {test::stairs(), test::pond(), test::ramp()}) {
            const space::LoadedRoom room = hall.load();
            const render::Camera camera{.x = 300, .y = 1500, .z = 900, .angle = 40};
            render::Frame one(1000, 300), four(1000, 300);
            render::Renderer renderer(test::sampleAssets());
            renderer.setOptions({.threads = 1, .mipLevels = true});
            renderer.render(room, {}, camera, one);
            renderer.setOptions({.threads = 4, .mipLevels = true});
            renderer.render(room, {}, camera, four);
            QVERIFY(pixelsOf(one) == pixelsOf(four));
        }
    }

    void oddFramesAndCamerasAreFine()
    {
        const space::LoadedRoom room = test::ramp().load();
        render::Renderer renderer(test::sampleAssets());
        renderer.setOptions({.mipLevels = true});
        for (const auto& [w, h] : {std::pair{1, 1}, {1, 600}, {900, 1}, {37, 53}})
            for (const double shift : {-8.0, 0.0, 8.0})
                for (const double z : {-4000.0, 0.5, 900.0, 1e7}) {
                    render::Frame frame(w, h);
                    renderer.render(room, {}, {.x = 2100, .y = 1000, .z = z, .angle = 4095, .horizonShift = shift}, frame);
                }
    }

    void texturesPutThereLaterHaveLevels()
    {
        auto assets = fineAssets();
        QVERIFY(assets->texture(chequer)->images.front().mips.empty());
        assets->makeMipLevels();
        QVERIFY(!assets->texture(chequer)->images.front().mips.empty());
        QVERIFY(assets->sprite("figure.bgf")->images.front().mips.empty());
        const std::uint64_t generation = assets->generation();
        assets->makeMipLevels(); // nothing new
        QCOMPARE(assets->generation(), generation);
        test::addTexture(*assets, chequer, 32, 32, 1, [](int, int) { return std::uint8_t{50}; });
        QCOMPARE(int{assets->texture(chequer)->images.front().mips.front().pixels.front()}, 50);
    }
};

QTEST_APPLESS_MAIN(TestMipLevels)
#include "tst_mip_levels.moc"
