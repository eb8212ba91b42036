// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run_blak.h"
#include "tests/world/world_files.h"

#include <QTemporaryDir>
#include <QTest>

#include <cstring>
#include <set>

using namespace blak;

namespace {

constexpr std::size_t angles = 8;

std::set<int> hotspotsOf(const bgf::Bitmap& bitmap)
{
    std::set<int> numbers;
    for (const bgf::Hotspot& hotspot : bitmap.hotspots)
        numbers.insert(std::abs(hotspot.number));
    return numbers;
}

bool hasHotspotsInside(const bgf::Bitmap& bitmap)
{
    return std::ranges::all_of(bitmap.hotspots, [&](const bgf::Hotspot& hotspot) {
        return hotspot.x >= 0 && hotspot.y >= 0 && hotspot.x < bitmap.width && hotspot.y < bitmap.height;
    });
}

std::vector<std::uint8_t> pixelsOf(const bgf::Sprite& sprite, const bgf::Bitmap& bitmap)
{
    auto pixels = bgf::decode(sprite, bitmap, "");
    return pixels ? pixels.value() : std::vector<std::uint8_t>();
}

std::uint32_t wordAt(const std::vector<std::byte>& bytes, std::size_t at)
{
    std::uint32_t word = 0;
    std::memcpy(&word, bytes.data() + at, sizeof word);
    return word;
}

} // namespace

class TestFiles : public QObject
{
    Q_OBJECT

private slots:
    void thereAreTextures()
    {
        std::set<std::string> names;
        for (const auto& file : test::filesBelow(test::worldDir() / "resource", ".bgf"))
            if (file.filename().string().starts_with("grd")) {
                const bgf::Sprite texture = test::spriteOf(file);
                QVERIFY2(!texture.name().empty(), file.c_str());
                QVERIFY2(texture.effectiveShrink() >= 2, file.c_str()); // two texels a unit
                names.insert(texture.name());
            }
        QVERIFY(names.size() >= 40);
    }

    /// Reserved indices are the client's own; 254 is a hole and belongs into walls that one looks through.
    void picturesKeepToThePalette()
    {
        for (const auto& file : test::filesBelow(test::worldDir() / "resource", ".bgf")) {
            const bgf::Sprite sprite = test::spriteOf(file);
            for (const bgf::Bitmap& bitmap : sprite.bitmaps) {
                const auto pixels = pixelsOf(sprite, bitmap);
                QVERIFY2(!pixels.empty(), file.c_str());
                const bool clean = std::ranges::none_of(
                    pixels, [](std::uint8_t index) { return index < 16 || (index >= 244 && index != bgf::transparentIndex); });
                QVERIFY2(clean, file.c_str());
            }
        }
    }

    void theFigureIsComplete()
    {
        const bgf::Sprite torso = test::spriteNamed("playertorso.bgf");
        QVERIFY(torso.groups.size() >= 5); // standing and four steps at least
        for (const bgf::Group& group : torso.groups)
            QCOMPARE(group.size(), angles);
        for (const bgf::Bitmap& bitmap : torso.bitmaps) {
            QVERIFY((hotspotsOf(bitmap) == std::set<int>{1, 21, 31, 41}));
            QVERIFY(hasHotspotsInside(bitmap));
        }
        for (const char* part : {"playerlegs.bgf", "playerright.bgf", "playerleft.bgf"}) {
            const bgf::Sprite sprite = test::spriteNamed(part);
            QCOMPARE(sprite.groups.size(), torso.groups.size());
            QCOMPARE(sprite.effectiveShrink(), torso.effectiveShrink());
            for (const bgf::Group& group : sprite.groups)
                QCOMPARE(group.size(), angles);
        }
        const bgf::Sprite head = test::spriteNamed("playerhead.bgf");
        QCOMPARE(head.groups.size(), std::size_t{1});
        QCOMPARE(head.groups[0].size(), angles);
        for (const bgf::Bitmap& bitmap : head.bitmaps)
            QVERIFY((hotspotsOf(bitmap) == std::set<int>{12, 13}));
        for (const char* part : {"playerhairshort.bgf", "playerhairlong.bgf", "playerbeard.bgf"})
            QCOMPARE(test::spriteNamed(part).groups[0].size(), angles);
    }

    /// Skin is the ramp 90 and hair the ramp D0, which the tables 01 to 04 and 2D to 30 recolour.
    void facesAndHairFollowTranslations()
    {
        const auto share = [](const char* name, int ramp) {
            const bgf::Sprite sprite = test::spriteNamed(name);
            double inside = 0, all = 0;
            for (const bgf::Bitmap& bitmap : sprite.bitmaps)
                for (const std::uint8_t index : pixelsOf(sprite, bitmap))
                    if (index != bgf::transparentIndex) {
                        ++all;
                        inside += index >> 4 == ramp ? 1 : 0;
                    }
            return inside / all;
        };
        QVERIFY(share("playerhead.bgf", 0x9) > 0.8);
        QVERIFY(share("playerhairshort.bgf", 0xD) == 1.0);
        QVERIFY(share("playerhairlong.bgf", 0xD) == 1.0);
        QVERIFY(share("playertorso.bgf", 0x1) > 0.6);
    }

    void theWalkMoves()
    {
        for (const char* part : {"playerlegs.bgf", "playerright.bgf", "playerleft.bgf"}) {
            const bgf::Sprite sprite = test::spriteNamed(part);
            for (std::size_t angle = 0; angle < angles; ++angle) {
                std::set<std::vector<std::uint8_t>> pictures;
                for (const bgf::Group& group : sprite.groups)
                    pictures.insert(pixelsOf(sprite, sprite.bitmaps[static_cast<std::size_t>(group[angle])]));
                QVERIFY2(pictures.size() >= 4, part);
            }
        }
    }

    void theKeeperIsComplete()
    {
        const bgf::Sprite keeper = test::spriteNamed("keeper.bgf");
        for (const bgf::Bitmap& bitmap : keeper.bitmaps) {
            QVERIFY((hotspotsOf(bitmap) == std::set<int>{1, 21, 31, 41}));
            QVERIFY(hasHotspotsInside(bitmap));
        }
    }

    void objectsHaveIcons()
    {
        int objects = 0;
        for (const char* name : {"barrel", "chest", "lamp", "mug", "candle", "sword", "key", "apple", "scroll", "loaf"}) {
            const bgf::Sprite sprite = test::spriteNamed((std::string(name) + ".bgf").c_str());
            QVERIFY(sprite.groups.size() >= 2);
            QVERIFY2(sprite.groups.back().size() == 1, name);
            QVERIFY2(sprite.effectiveShrink() >= 3, name);
            for (const bgf::Bitmap& bitmap : sprite.bitmaps)
                QVERIFY2(bitmap.width >= 12 && bitmap.width <= 128 && bitmap.height >= 12 && bitmap.height <= 160, name);
            ++objects;
        }
        QVERIFY(objects >= 6);
        QCOMPARE(test::spriteNamed("candle.bgf").groups.size(), std::size_t{5}); // four flames and the icon
    }

    void treesStandByThemselves()
    {
        for (const char* name : {"oaktree.bgf", "willow.bgf", "rosebush.bgf"}) {
            const bgf::Sprite tree = test::spriteNamed(name);
            QCOMPARE(tree.groups.size(), std::size_t{1});
            const auto pixels = pixelsOf(tree, tree.bitmaps.at(0));
            QVERIFY2(pixels.front() == bgf::transparentIndex && pixels.size() > 1000, name);
        }
    }

    void thereIsASky()
    {
        const bgf::Sprite sky = test::spriteNamed("sky.bgf");
        const bgf::Bitmap& picture = sky.bitmaps.at(0);
        QVERIFY(picture.width >= 512 && picture.height >= 256);
        const auto pixels = pixelsOf(sky, picture);
        QVERIFY(std::ranges::count(pixels, bgf::transparentIndex) == 0);
    }

    void soundsAreSound()
    {
        int sounds = 0;
        for (const auto& file : test::filesBelow(test::worldDir() / "resource", ".wav")) {
            const auto bytes = test::bytesOf(file);
            constexpr std::size_t header = 44;
            QVERIFY2(bytes.size() > header + 1000 && std::memcmp(bytes.data(), "RIFF", 4) == 0, file.c_str());
            QCOMPARE(wordAt(bytes, 24), 22050U);
            int loudest = 0;
            std::int16_t sample = 0, last = 0;
            for (std::size_t at = header; at + 1 < bytes.size(); at += 2) {
                std::memcpy(&sample, bytes.data() + at, sizeof sample);
                loudest = std::max(loudest, std::abs(int{sample}));
                last = sample;
            }
            QVERIFY2(loudest > 16000 && loudest < 32000, file.c_str()); // loud enough, never clipped
            QVERIFY2(std::abs(int{last}) < 100, file.c_str());          // ends in silence
            ++sounds;
        }
        for (const auto& file : test::filesBelow(test::worldDir() / "resource", ".ogg")) {
            const auto bytes = test::bytesOf(file);
            QVERIFY2(bytes.size() > 4000 && std::memcmp(bytes.data(), "OggS", 4) == 0, file.c_str());
            ++sounds;
        }
        QVERIFY(sounds >= 4);
    }

    void aTextureBuildsToTheSameBytes()
    {
        QTemporaryDir folder;
        const QString source = QString::fromStdString((test::sourceDir() / "world").string());
        for (const QString& stem : {QStringLiteral("textures/grd04161"), QStringLiteral("sprites/objects/mug")}) {
            const QString output = folder.filePath(QStringLiteral("out.bgf"));
            const QString command = source + QLatin1Char('/') + stem + QStringLiteral(".bbg");
            const auto run = [&] {
                QStringList words{QStringLiteral("bgf"),       QStringLiteral("make"),
                                  QStringLiteral("--palette"), source + QStringLiteral("/blakston.pal"),
                                  QStringLiteral("-o"),        output};
                if (stem.contains(QStringLiteral("grd")))
                    words << QStringLiteral("-n") << QStringLiteral("Cobble");
                return test::runBlak(words << QLatin1Char('@') + command).exitCode;
            };
            QCOMPARE(run(), 0);
            const auto name = std::filesystem::path(stem.toStdString()).filename().string() + ".bgf";
            QVERIFY2(test::bytesOf(output.toStdString()) == test::bytesOf(test::worldDir() / "resource" / name), name.c_str());
            QFile::remove(output);
        }
    }
};

QTEST_APPLESS_MAIN(TestFiles)
#include "tst_files.moc"
