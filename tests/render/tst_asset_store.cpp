// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/render/asset_store.h"
#include "client/render/missing_sprite.h"
#include "formats/base/file_io.h"
#include "tests/render/room_maker.h"
#include "tests/support/shared_data.h"

#include <QTemporaryDir>
#include <QTest>

#include <thread>

using namespace blak;
using render::AssetStore;

namespace {

std::vector<std::byte> flatFile(int size, std::uint8_t colour)
{
    return test::pictureFile(size, size, 2, {[colour](int, int) { return colour; }}, {{0}});
}

std::filesystem::path write(const QTemporaryDir& folder, const char* name, const std::vector<std::byte>& bytes)
{
    const std::filesystem::path path = std::filesystem::path(folder.path().toStdString()) / name;
    if (!writeFileAtomically(path, bytes))
        qFatal("cannot write %s", name);
    return path.parent_path();
}

} // namespace

class TestAssetStore : public QObject
{
    Q_OBJECT

private slots:
    void theFirstFolderWinsAndCaseDoesNotCount()
    {
        const QTemporaryDir a, b;
        const auto first = write(a, "GRD00007.BGF", flatFile(8, 1));
        const auto second = write(b, "grd00007.bgf", flatFile(8, 2));
        write(b, "Troll.bgf", flatFile(8, 3));
        AssetStore store({first, second});
        QCOMPARE(int{store.texture(7)->images[0].pixels[0]}, 1);
        QCOMPARE(int{store.sprite("images/TROLL.bgf")->images[0].pixels[0]}, 3);
        QVERIFY(store.textureNumbers() == std::vector<int>{7});
        QVERIFY((store.fileNames() == std::vector<std::string>{"grd00007.bgf", "troll.bgf"}));
        QCOMPARE(store.findFile("troll.BGF").filename().string(), std::string("Troll.bgf"));
        AssetStore other({second, first});
        QCOMPARE(int{other.texture(7)->images[0].pixels[0]}, 2);
    }

    void numberZeroIsNoTexture() { QVERIFY(AssetStore({}).texture(0) == nullptr); }

    void whatIsMissingShowsItsNumber()
    {
        AssetStore store({});
        const auto seven = store.texture(7), other = store.texture(61039);
        QVERIFY(seven->missing && other->missing);
        QVERIFY(!seven->problem.empty());
        QVERIFY(seven->images[0].pixels != other->images[0].pixels);
        QVERIFY(!seven->images[0].tile.empty());
        QVERIFY(store.sprite("nobody.bgf")->missing);
    }

    /// No wall of numbers before one's nose: a third of a person, whatever the file would have been.
    void aMissingSpriteIsASmallMark()
    {
        AssetStore store({});
        auto damaged = flatFile(8, 1);
        damaged.resize(damaged.size() / 2);
        store.setFile("damaged.bgf", damaged);
        for (const char* name : {"nobody.bgf", "damaged.bgf", "grd00007.bgf"}) {
            const auto mark = store.sprite(name);
            QVERIFY(mark->missing);
            const render::Image& image = mark->images[0];
            QCOMPARE(image.height * 16 / mark->shrink, 256); // client units
            QCOMPARE(image.width, image.height);
            QCOMPARE(image.pixels.front(), bgf::transparentIndex); // round
            QVERIFY(image.hasHoles && !image.columns.empty());
        }
        QVERIFY(store.texture(7)->images[0].pixels == render::missingImage(7).pixels); // as before
        QCOMPARE(render::missingSprite(4).height, 64);
        QVERIFY(render::missingSprite(255).height <= 128);
    }

    void whatCannotBeDecodedShowsItsNumber()
    {
        BLAK_NEED_SHARED(folder, "corpus/bgf");
        AssetStore store({});
        store.setFile("grd20121.bgf", test::bytesOf(folder / "om__v9__grd20121.bgf"));
        const auto picture = store.texture(20121);
        QVERIFY(picture->missing);
        QVERIFY2(picture->problem.find("grd20121.bgf") != std::string::npos, picture->problem.c_str());
        QVERIFY(picture->images[0].pixels == render::missingImage(20121).pixels);
    }

    void damagedFilesAreMissingPictures()
    {
        AssetStore store({});
        auto bytes = flatFile(8, 1);
        bytes.resize(bytes.size() / 2);
        store.setFile("grd00001.bgf", bytes);
        QVERIFY(store.texture(1)->missing);
    }

    void floorsGetPowersOfTwo()
    {
        AssetStore store({});
        test::addTexture(store, 5, 100, 33, 1, [](int x, int) { return static_cast<std::uint8_t>(x); });
        const render::Image& image = store.texture(5)->images[0];
        QCOMPARE(image.tileWidthLog, 7);
        QCOMPARE(image.tileHeightLog, 6);
        QCOMPARE(image.tile.size(), std::size_t{128 * 64});
        QCOMPARE(int{image.tile[127]}, 99);
    }

    void everyPixelOfAFloorIsTheOneThatLiesThere_data()
    {
        QTest::addColumn<int>("width");
        QTest::addColumn<int>("height");
        for (const auto& [width, height] : {std::pair{100, 33}, {33, 100}, {1, 1}, {1, 7}, {7, 1}, {64, 65}, {127, 129}, {128, 96}, {255, 3},
                                            {1024, 1023}, {1025, 5}, {5, 1025}, {1500, 1100}}) // the last three are larger than floors are
            QTest::addRow("%dx%d", width, height) << width << height;
    }

    /// The tile of a floor against the rule by which it is made, pixel by pixel.
    void everyPixelOfAFloorIsTheOneThatLiesThere()
    {
        QFETCH(int, width);
        QFETCH(int, height);
        AssetStore store({});
        test::addTexture(store, 5, width, height, 1, [](int x, int y) { return static_cast<std::uint8_t>(1 + (x * 31 + y * 7 + x * y) % 250); });
        const render::Image& image = store.texture(5)->images[0];
        QCOMPARE(image.width, width);
        QCOMPARE(image.height, height);
        const int tileWidth = 1 << image.tileWidthLog, tileHeight = 1 << image.tileHeightLog;
        QVERIFY(tileWidth == 1024 || (tileWidth >= width && tileWidth < 2 * width));
        QVERIFY(tileHeight == 1024 || (tileHeight >= height && tileHeight < 2 * height));
        std::vector<std::uint8_t> expected;
        for (std::int64_t y = 0; y < tileHeight; ++y)
            for (std::int64_t x = 0; x < tileWidth; ++x)
                expected.push_back(image.pixels[static_cast<std::size_t>(y * height / tileHeight * width + x * width / tileWidth)]);
        QVERIFY(image.tile == expected);
    }

    void theLeastRecentlyUsedIsDropped()
    {
        AssetStore store({}, palette::builtIn(), 40000);
        for (int number = 1; number <= 8; ++number)
            store.setFile(AssetStore::textureFileName(number), flatFile(64, static_cast<std::uint8_t>(number)));
        const auto kept = store.texture(1);
        for (int number = 2; number <= 8; ++number) {
            QVERIFY(store.texture(number) != nullptr);
            QVERIFY(store.texture(1) == kept); // used again and again: stays
            QVERIFY(store.cachedBytes() <= store.byteLimit());
        }
        const auto second = store.texture(2);
        for (int number = 3; number <= 8; ++number)
            store.texture(number);
        QVERIFY(store.texture(2) != second);
    }

    void changesAreSeen()
    {
        AssetStore store({});
        const auto before = store.generation();
        store.setFile("grd00001.bgf", flatFile(8, 1));
        QCOMPARE(int{store.texture(1)->images[0].pixels[0]}, 1);
        store.setFile("grd00001.bgf", flatFile(8, 2));
        QCOMPARE(int{store.texture(1)->images[0].pixels[0]}, 2);
        store.setFile("grd00001.bgf", {});
        QVERIFY(store.texture(1)->missing);
        QVERIFY(store.generation() > before);
    }

    void manyThreadsMayAsk()
    {
        AssetStore store({}, palette::builtIn(), 40000);
        for (int number = 1; number <= 16; ++number)
            store.setFile(AssetStore::textureFileName(number), flatFile(32, static_cast<std::uint8_t>(number)));
        std::atomic<int> wrong{0};
        std::vector<std::thread> threads;
        for (int thread = 0; thread < 4; ++thread)
            threads.emplace_back([&, thread] {
                for (int i = 0; i < 400; ++i) {
                    const int number = 1 + (i * 7 + thread) % 16;
                    if (store.texture(number)->images[0].pixels[0] != number)
                        ++wrong;
                    if (i % 50 == 0)
                        store.invalidate(AssetStore::textureFileName(number));
                }
            });
        for (std::thread& thread : threads)
            thread.join();
        QCOMPARE(wrong.load(), 0);
    }
};

QTEST_APPLESS_MAIN(TestAssetStore)
#include "tst_asset_store.moc"
