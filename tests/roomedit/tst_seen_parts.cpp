// SPDX-License-Identifier: GPL-3.0-or-later
// What moves by itself in the rooms of the sample: nothing changes outside of the part that is said to change, and that part drawn
// over the picture before gives the picture after.
#include "client/render/asset_store.h"
#include "client/render/renderer.h"
#include "client/scene/room_scene.h"
#include "client/scene/walker.h"
#include "roomedit/ui/seen_parts.h"
#include "tests/world/world_files.h"

#include <QTest>

#include <filesystem>
#include <memory>

using namespace blak;
using namespace blak::ui::rooms;

namespace {

constexpr int width = 333, height = 211; ///< no multiples of anything

struct Picture
{
    std::vector<std::uint32_t> pixels = std::vector<std::uint32_t>(static_cast<std::size_t>(width) * height);
    render::Rgb32Rows rows() { return {pixels.data(), width}; }
    bool operator==(const Picture&) const = default;
};

/// Pixels outside of a part that differ.
int differentOutside(const Picture& a, const Picture& b, const render::FramePart& part)
{
    int count = 0;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const bool isInside = x >= part.left && x < part.right && y >= part.top && y < part.bottom;
            const auto at = static_cast<std::size_t>(y) * width + static_cast<std::size_t>(x);
            count += !isInside && a.pixels[at] != b.pixels[at] ? 1 : 0;
        }
    return count;
}

} // namespace

class TestSeenParts : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (!std::filesystem::exists(test::worldDir() / "rooms" / "lantern.roo"))
            QSKIP("the sample world is not built");
    }

    void aPartIsDrawnAsTheWhole_data()
    {
        QTest::addColumn<int>("threads");
        for (const char* room : {"mill", "lantern", "square"})
            for (const int threads : {1, 2})
                QTest::addRow("%s, %d threads", room, threads) << threads;
    }

    void aPartIsDrawnAsTheWhole()
    {
        QFETCH(int, threads);
        const QString name = QString::fromLatin1(QTest::currentDataTag()).section(u',', 0, 0);
        auto assets = std::make_shared<render::AssetStore>(std::vector<std::filesystem::path>{test::worldDir() / "resource"});
        scene::RoomScene scene(test::roomNamed(name), assets);
        render::Renderer renderer(assets);
        render::RenderOptions options;
        options.threads = threads;
        renderer.setOptions(options);
        scene::Walker walker;
        walker.placeInside(scene.room());
        render::Frame frame(width, height), partFrame(width, height);
        int parts = 0, smaller = 0;
        for (int turn = 0; turn < 32; ++turn) {
            render::Camera camera = walker.camera();
            camera.angle = turn * 128.0;
            camera.horizonShift = (turn % 3 - 1) * 0.2;
            scene.advance(turn * 5000.0);
            const render::SceneState before = scene.state();
            Picture picture;
            renderer.render(scene.room(), before, camera, frame, picture.rows());
            SeenParts seen;
            QVERIFY(!seen.changed(before, before));
            seen.read(frame, before);
            QVERIFY(seen.changed(before, before) && seen.changed(before, before)->isEmpty());
            for (const double later : {50.0, 333.0, 2000.0}) {
                scene.advance(turn * 5000.0 + later);
                Picture whole;
                render::Frame again(width, height);
                renderer.render(scene.room(), scene.state(), camera, again, whole.rows());
                const auto part = seen.changed(before, scene.state());
                if (!part)
                    continue; // see-through things: all is drawn
                QCOMPARE(differentOutside(picture, whole, *part), 0);
                if (part->isEmpty())
                    continue;
                Picture patched = picture;
                renderer.renderPart(scene.room(), scene.state(), camera, *part, partFrame, patched.rows());
                // A column that begins further down rounds the texel at an edge in another way, here and there.
                const int size = (part->right - part->left) * (part->bottom - part->top);
                const int wrong = differentOutside(patched, whole, {});
                QVERIFY2(wrong <= 1 + size / 2000, qPrintable(QStringLiteral("%1 of %2 pixels").arg(wrong).arg(size)));
                ++parts;
                smaller += (part->right - part->left) * (part->bottom - part->top) < width * height / 2 ? 1 : 0;
            }
        }
        qInfo("%d parts, %d of them less than half of the picture", parts, smaller);
        QVERIFY(parts > 0);
    }

    void anyPartHasThePixelsOfTheWhole()
    {
        auto assets = std::make_shared<render::AssetStore>(std::vector<std::filesystem::path>{test::worldDir() / "resource"});
        scene::RoomScene scene(test::roomNamed(QStringLiteral("lantern")), assets);
        scene.advance(0);
        render::Renderer renderer(assets);
        scene::Walker walker;
        walker.placeInside(scene.room());
        render::Frame frame(width, height);
        Picture whole;
        renderer.render(scene.room(), scene.state(), walker.camera(), frame, whole.rows());
        for (const render::FramePart& part : {render::FramePart{0, 0, 1, 1}, {10, 20, 30, 90}, {100, 0, 333, 211}, {17, 199, 300, 211},
                                              {-5, -5, 400, 400}, {200, 100, 201, 101}}) {
            Picture patched;
            render::Frame partFrame(width, height);
            renderer.renderPart(scene.room(), scene.state(), walker.camera(), part, partFrame, patched.rows());
            for (int y = 0; y < height; ++y)
                for (int x = 0; x < width; ++x) {
                    const auto at = static_cast<std::size_t>(y) * width + static_cast<std::size_t>(x);
                    const bool isInside = x >= part.left && x < part.right && y >= part.top && y < part.bottom;
                    QCOMPARE(patched.pixels[at], isInside ? whole.pixels[at] : 0U);
                }
        }
        Picture none; // an empty part, and one beside the picture
        for (const render::FramePart& part : {render::FramePart{}, {50, 50, 40, 60}, {400, 0, 500, 10}})
            renderer.renderPart(scene.room(), scene.state(), walker.camera(), part, frame, none.rows());
        QVERIFY(none == Picture());
    }
};

QTEST_GUILESS_MAIN(TestSeenParts)
#include "tst_seen_parts.moc"
