// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/render/renderer.h"
#include "tests/render/sample_halls.h"
#include "tests/support/shared_data.h"

#include <QImage>
#include <QTest>

using namespace blak;

// Pictures of our own rooms against tests/data/golden. With BLAK_UPDATE_GOLDEN=1 they are written instead: look at them then.
class TestGolden : public QObject
{
    Q_OBJECT

    static constexpr int width = 320, height = 200;
    std::shared_ptr<render::AssetStore> assets_ = test::sampleAssets();

    struct Shot
    {
        test::Hall hall;
        render::SceneState state;
        render::Camera camera;
    };

    QImage draw(const Shot& shot)
    {
        render::Renderer renderer(assets_);
        render::Frame frame(width, height);
        renderer.render(shot.hall.load(), shot.state, shot.camera, frame);
        QImage image(width, height, QImage::Format_RGB32);
        render::convertToRgb32(frame, assets_->palette(),
                               {reinterpret_cast<std::uint32_t*>(image.bits()), std::size_t{width} * height}, width);
        return image;
    }

    static render::SceneState daylight()
    {
        render::SceneState state;
        state.backgroundColour = 0x84;
        return state;
    }

private slots:
    void pictures_data()
    {
        QTest::addColumn<int>("shot");
        int index = 0;
        for (const char* name : {"stairs", "stairs_back", "pond", "ramp", "ramp_down", "night", "figures", "effects", "sun"})
            QTest::newRow(name) << index++;
    }

    void pictures()
    {
        QFETCH(int, shot);
        const std::vector<Shot> shots = this->shots();
        const QImage drawn = draw(shots.at(static_cast<std::size_t>(shot)));
        const QString path = QString::fromStdString((test::dataDir() / "golden").string()) + QLatin1Char('/') +
                             QString::fromLatin1(QTest::currentDataTag()) + QStringLiteral(".png");
        if (qEnvironmentVariableIsSet("BLAK_UPDATE_GOLDEN")) {
            QVERIFY(drawn.convertToFormat(QImage::Format_Indexed8).save(path));
            QSKIP("written, not compared");
        }
        const QImage golden = QImage(path).convertToFormat(QImage::Format_RGB32);
        QVERIFY2(!golden.isNull(), qPrintable(path));
        QCOMPARE(golden.size(), drawn.size());
        // The renderer rounds as IEEE says, so that every build draws the same pixels.
        int different = 0;
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x) {
                if (golden.pixel(x, y) != drawn.pixel(x, y))
                    ++different;
            }
        if (different > 0)
            drawn.save(QString::fromLatin1(QTest::currentDataTag()) + QStringLiteral("_drawn.png"));
        QCOMPARE(different, 0);
    }

private:
    std::vector<Shot> shots()
    {
        std::vector<Shot> shots;
        shots.push_back({test::stairs(), daylight(), {.x = 400, .y = 2400, .z = 900, .angle = 4000}});
        shots.push_back(
            {test::stairs(), daylight(), {.x = 6800, .y = 1200, .z = 60 * 16 + 768, .angle = 1900, .horizonShift = -0.2}});
        shots.push_back({test::pond(), daylight(), {.x = 900, .y = 1500, .z = 768, .angle = 200}});
        shots.push_back({test::ramp(), daylight(), {.x = 300, .y = 2048, .z = 768, .angle = 100}});
        shots.push_back({test::ramp(), daylight(), {.x = 5800, .y = 2048, .z = 1700, .angle = 2150, .horizonShift = -0.1}});

        Shot night{test::stairs(), daylight(), {.x = 400, .y = 2400, .z = 900, .angle = 4000}};
        night.state.lighting = {.ambient = 30, .viewer = 4};
        night.state.backgroundColour = 0;
        night.hall.cells[1].sector.light = 100;
        shots.push_back(night);

        Shot figures{test::pond(), daylight(), {.x = 500, .y = 2048, .z = 768, .angle = 0}};
        figures.state.sprites = {test::figure(*assets_, 2000, 1500, 0, 2048, 1), test::figure(*assets_, 2200, 2400, 0, 1024, 2),
                                 test::figure(*assets_, 4500, 2048, -409, 0, 3)};
        test::dress(*assets_, figures.state.sprites[0]);
        figures.state.sprites[1].translation = 0x87; // guild colours: blue becomes red
        shots.push_back(figures);

        Shot effects{test::stairs(), daylight(), {.x = 300, .y = 2048, .z = 800, .angle = 0}};
        for (int i = 0; i <= static_cast<int>(render::DrawingEffect::DitherGrey); ++i) {
            render::SpriteState sprite = test::figure(*assets_, 2200, 500 + i * 280, 0, 2048, static_cast<std::uint32_t>(i + 1));
            sprite.drawing = static_cast<render::DrawingEffect>(i);
            sprite.translation = 0x46; // 60 % red
            sprite.secondTranslation = 0x4E;
            effects.state.sprites.push_back(sprite);
        }
        shots.push_back(effects);

        Shot sun{test::ramp(), daylight(), {.x = 300, .y = 2048, .z = 768, .angle = 100}};
        sun.state.lighting = {.ambient = 140, .viewer = 0, .sunIntensity = 80, .sunAngle = 1024, .sunHeight = 400};
        shots.push_back(sun);
        return shots;
    }
};

QTEST_GUILESS_MAIN(TestGolden)
#include "tst_golden.moc"
