// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/render/renderer.h"
#include "client/render/sprite_layout.h"
#include "client/render/view.h"
#include "tests/render/sample_halls.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <random>
#include <set>

using namespace blak;
using render::SurfaceKind;

namespace {

constexpr int width = 160, height = 120;

} // namespace

class TestRenderer : public QObject
{
    Q_OBJECT

    std::shared_ptr<render::AssetStore> assets_ = test::sampleAssets();
    render::Renderer renderer_{assets_};
    render::Frame frame_{width, height};

    /// Looks straight at the wall at the east end of a hall of one cell, whose side is `outer`. Full light.
    void lookAtWall(const roo::Sidedef& outer, const render::SceneState& state = {}, int ceiling = 192)
    {
        test::Hall hall;
        hall.cells = {{2048, test::sector(0, ceiling, test::texture::tiles, 0)}};
        hall.outer = outer;
        renderer_.setOptions({.fullBright = true});
        renderer_.render(hall.load(), state, {.x = 1024, .y = 2048, .z = 1536}, frame_);
        renderer_.setOptions({});
    }

    /// Height on the wall (client units) of the middle of a row, for lookAtWall: the wall is 1024 away.
    static double heightOfRow(int y) { return 1536 + (height / 2.0 - (y + 0.5)) * 1024 / (width / 2.0); }

    bool shows(std::uint32_t object) const
    {
        for (int x = 0; x < frame_.width(); ++x)
            for (int y = 0; y < frame_.height(); ++y)
                if (frame_.pick(x, y).object == object)
                    return true;
        return false;
    }

    std::vector<std::uint8_t> pixels() const
    {
        std::vector<std::uint8_t> all;
        for (int x = 0; x < frame_.width(); ++x)
            all.insert(all.end(), frame_.column(x), frame_.column(x) + frame_.height());
        return all;
    }

private slots:
    void anyNumberOfThreadsDrawsTheSame()
    {
        const auto room = test::pond().load();
        render::SceneState state;
        state.lighting.viewer = 6;
        state.sprites = {test::figure(*assets_, 2000, 1500, 0, 2048, 1), test::figure(*assets_, 4000, 2100, -409, 1000, 2)};
        test::dress(*assets_, state.sprites[0]);
        state.sprites[1].drawing = render::DrawingEffect::Invisible;
        const render::Camera camera{.x = 700, .y = 1800, .z = 768, .angle = 100};
        renderer_.render(room, state, camera, frame_);
        const auto alone = pixels();
        for (const int threads : {2, 3, 7}) {
            renderer_.setOptions({.threads = threads});
            renderer_.render(room, state, camera, frame_);
            QCOMPARE(frame_.stripCount(), threads);
            QVERIFY(pixels() == alone);
            QCOMPARE(frame_.pick(width - 1, height - 1).kind, SurfaceKind::Floor);
        }
        renderer_.setOptions({});
    }

    void everyPixelTellsWhatItShows()
    {
        const auto room = test::stairs().load();
        renderer_.render(room, {}, {.x = 400, .y = 2048, .z = 768}, frame_);
        const render::Pick floor = frame_.pick(width / 2, height - 1);
        QCOMPARE(floor.kind, SurfaceKind::Floor);
        QCOMPARE(floor.sector, 0u);
        // The lowest visible row of the floor: depth = eye / slope.
        QVERIFY(std::abs(floor.depth - 768 / ((height - 0.5 - height / 2.0) / (width / 2.0))) < 1);

        std::set<SurfaceKind> kinds;
        std::set<std::uint32_t> sides;
        for (int y = 0; y < height; ++y) {
            const render::Pick pick = frame_.pick(width / 2, y);
            kinds.insert(pick.kind);
            if (pick.kind == SurfaceKind::WallBelow) {
                sides.insert(pick.side);
                QVERIFY(pick.plusSide);
                QVERIFY(pick.depth > 2600 && pick.depth < 3800);
            }
        }
        QVERIFY((sides == std::set<std::uint32_t>{1, 3})); // the west sides of both steps
        for (const SurfaceKind kind :
             {SurfaceKind::Floor, SurfaceKind::Ceiling, SurfaceKind::WallAbove, SurfaceKind::WallNormal, SurfaceKind::WallBelow})
            QVERIFY2(kinds.contains(kind), std::to_string(static_cast<int>(kind)).c_str());
        QCOMPARE(frame_.pick(-1, 0).kind, SurfaceKind::None);
        QCOMPARE(frame_.pick(0, height).kind, SurfaceKind::None);
    }

    void whereNothingIsTheBackgroundShows()
    {
        render::SceneState state;
        state.backgroundColour = 77;
        lookAtWall(test::side(0, 0, 0), state);
        QCOMPARE(int{frame_.pixel(width / 2, 5)}, 77);
        QCOMPARE(frame_.pick(width / 2, 5).kind, SurfaceKind::Background);
        const auto nothing = space::LoadedRoom::load({}, "empty");
        QVERIFY(nothing);
        renderer_.render(nothing.value(), state, {}, frame_);
        QCOMPARE(int{frame_.pixel(0, 0)}, 77);
    }

    void wallTexturesHangWhereTheFlagsSay_data()
    {
        QTest::addColumn<unsigned>("flags");
        QTest::addColumn<double>("topOfTexture"); // height of one of the places where the texture begins
        QTest::newRow("bottom") << 0u << 0.0;
        QTest::newRow("top") << unsigned{roo::side_flag::normalTopDown} << 200 * 16.0;
    }

    void wallTexturesHangWhereTheFlagsSay()
    {
        QFETCH(unsigned, flags);
        QFETCH(double, topOfTexture);
        lookAtWall(test::side(0, test::texture::stripes, 0, flags), {}, 200); // 64 high, colour grows every 8 downwards
        for (int y = 0; y < height; ++y) {
            const double fromTop = (topOfTexture - heightOfRow(y)) / 16; // texels
            const double texel = fromTop - std::floor(fromTop / 64) * 64;
            if (heightOfRow(y) < 20 || heightOfRow(y) > 199 * 16 || std::abs(texel - std::round(texel / 8) * 8) < 0.3)
                continue; // at an edge
            QCOMPARE(int{frame_.pixel(width / 2, y)}, 0xC2 + static_cast<int>(texel) / 8);
        }
    }

    void aTextureThatDoesNotTileIsDrawnOnce()
    {
        render::SceneState state;
        state.backgroundColour = 77;
        lookAtWall(test::side(0, test::texture::stripes, 0, roo::side_flag::noVerticalTile), state);
        for (int y = 0; y < height; ++y) {
            if (std::abs(heightOfRow(y) - 1024) < 20 || heightOfRow(y) < 20)
                continue;
            QCOMPARE(frame_.pixel(width / 2, y) == 77, heightOfRow(y) > 1024);
        }
    }

    void backwardsMirrors()
    {
        const auto number = 20;
        test::addTexture(*assets_, number, 64, 256, 1, [](int, int along) { return static_cast<std::uint8_t>(along / 4); });
        lookAtWall(test::side(0, number, 0));
        const auto row = [&] {
            std::vector<int> colours;
            for (int x = 0; x < width; ++x)
                colours.push_back(frame_.pixel(x, height / 2));
            return colours;
        };
        auto plain = row();
        lookAtWall(test::side(0, number, 0, roo::side_flag::backwards));
        auto mirrored = row();
        std::reverse(mirrored.begin(), mirrored.end()); // the wall is as long as four textures and seen in the middle
        QVERIFY(plain == mirrored);
        QVERIFY(std::is_sorted(plain.begin(), plain.begin() + width / 2));
    }

    void noLookThroughHidesWhatIsBehind()
    {
        test::Hall hall = test::pond();
        hall.across[0].west.flags = roo::side_flag::transparent | roo::side_flag::noLookThrough;
        render::SceneState state;
        state.backgroundColour = 77;
        renderer_.render(hall.load(), state, {.x = 500, .y = 2048, .z = 768}, frame_);
        bool fence = false, background = false;
        for (int x = 0; x < width; ++x)
            for (int y = 0; y < height; ++y) {
                const render::Pick pick = frame_.pick(x, y);
                QVERIFY(pick.kind != SurfaceKind::Floor || pick.sector == 0);
                fence = fence || (pick.kind == SurfaceKind::WallNormal && pick.side == 1);
                background = background || (pick.kind == SurfaceKind::Background && frame_.pixel(x, y) == 77);
            }
        QVERIFY(fence && background);
    }

    void floorsShowTheirTextureNorthUp()
    {
        test::Hall hall;
        hall.cells = {{4096, test::sector(0, 192, test::texture::tiles, 0)}};
        hall.depth = 4096;
        hall.outer = test::side(0, test::texture::brick, 0);
        renderer_.setOptions({.fullBright = true});
        // Looking north from far above: x grows to the right, y downwards.
        renderer_.render(hall.load(), {}, {.x = 2048, .y = 4000, .z = 900, .angle = 3072, .horizonShift = -0.3}, frame_);
        renderer_.setOptions({});
        const render::View view({.x = 2048, .y = 4000, .z = 900, .angle = 3072, .horizonShift = -0.3}, width, height);
        int compared = 0;
        for (int x = 0; x < width; ++x)
            for (int y = 0; y < height; ++y) {
                if (frame_.pick(x, y).kind != SurfaceKind::Floor)
                    continue;
                const double depth = 900 / -view.rowSlope(y + 0.5);
                const double east = 2048 + depth * view.columnSlope(x + 0.5), south = 4000 - depth;
                const double texelX = std::fmod(east, 1024) / 16, texelY = std::fmod(south, 1024) / 16;
                const auto nearEdge = [](double t, double edge) { return std::abs(t - edge) < 0.2; };
                if (nearEdge(texelX, 0) || nearEdge(texelX, 4) || nearEdge(texelX, 32) || nearEdge(texelX, 64) ||
                    nearEdge(texelY, 0) || nearEdge(texelY, 16) || nearEdge(texelY, 32) || nearEdge(texelY, 64))
                    continue;
                const auto expected = texelX < 4 && texelY < 16                                           ? 0x14
                                      : ((static_cast<int>(texelX) ^ static_cast<int>(texelY)) & 32) != 0 ? 0xD3
                                                                                                          : 0xD8;
                QCOMPARE(int{frame_.pixel(x, y)}, expected);
                ++compared;
            }
        QVERIFY(compared > 4000);
    }

    void scrollingMovesTheTexture()
    {
        render::SceneState state;
        state.sides.resize(1);
        lookAtWall(test::side(0, test::texture::stripes, 0), state);
        const auto before = frame_.pixel(width / 2, height / 2);
        state.sides[0].scrollY = 8 * 16; // one stripe down
        lookAtWall(test::side(0, test::texture::stripes, 0), state);
        QCOMPARE(int{frame_.pixel(width / 2, height / 2)}, before == 0xC2 ? 0xC9 : before - 1);
        state.sides[0].invisible = true;
        lookAtWall(test::side(0, test::texture::stripes, 0), state);
        QCOMPARE(frame_.pick(width / 2, height / 2).kind, SurfaceKind::Background);
    }

    void lightFollowsTheRules()
    {
        const auto brightness = [this](int sectorLight, const render::Lighting& lighting) {
            test::Hall hall;
            hall.cells = {{4096, test::sector(0, 192, test::texture::tiles, 0, sectorLight)}};
            hall.outer = test::side(0, test::texture::stripes, 0);
            render::SceneState state;
            state.lighting = lighting;
            renderer_.render(hall.load(), state, {.x = 1024, .y = 2048, .z = 1536}, frame_);
            int sum = 0;
            for (int x = 0; x < width; ++x) {
                const palette::Colour c = assets_->palette()[frame_.pixel(x, height / 2)];
                sum += c.r + c.g + c.b;
            }
            return sum;
        };
        QVERIFY(brightness(192, {.ambient = 200}) > brightness(192, {.ambient = 100}));
        QVERIFY(brightness(230, {.ambient = 100}) > brightness(192, {.ambient = 100}));
        QCOMPARE(brightness(90, {.ambient = 200}), brightness(90, {.ambient = 10})); // fixed light
        QVERIFY(brightness(90, {.ambient = 0}) > brightness(40, {.ambient = 0}));
        QVERIFY(brightness(192, {.ambient = 60, .viewer = 8}) > brightness(192, {.ambient = 60}));
        // The sun stands in the west: the wall in the east looks at it.
        QVERIFY(brightness(192, {.ambient = 100, .sunIntensity = 60, .sunAngle = 2048}) > brightness(192, {.ambient = 100}));
        QVERIFY(brightness(192, {.ambient = 100, .sunIntensity = 60, .sunAngle = 0}) < brightness(192, {.ambient = 100}));
    }

    void spritesTurnHideAndSink()
    {
        const auto room = test::stairs().load();
        render::SceneState state;
        const render::Camera camera{.x = 400, .y = 2048, .z = 600};
        std::set<int> colours;
        for (int angle = 0; angle < 4096; angle += 512) {
            state.sprites = {test::figure(*assets_, 2000, 2048, 0, angle)};
            renderer_.setOptions({.fullBright = true});
            renderer_.render(room, state, camera, frame_);
            renderer_.setOptions({});
            for (int y = 0; y < height; ++y)
                if (frame_.pick(width / 2, y).object == 1 && frame_.pixel(width / 2, y) != 0x23)
                    colours.insert(frame_.pixel(width / 2, y));
        }
        QCOMPARE(colours.size(), std::size_t{8});

        const auto rowsOf = [&](double x, double z) {
            state.sprites = {test::figure(*assets_, x, 2048, z, 0)};
            renderer_.render(room, state, camera, frame_);
            int rows = 0;
            for (int y = 0; y < height; ++y)
                rows += frame_.pick(width / 2, y).object == 1;
            return rows;
        };
        const int whole = rowsOf(2000, 0);
        QVERIFY(whole > 30);
        QVERIFY(rowsOf(2000, -300) < whole - 10); // sunk into the floor
        QVERIFY(rowsOf(2000, -2000) == 0);
        const int behindStep = rowsOf(6500, 60 * 16 - 900);
        QCOMPARE(behindStep, 0); // its top is below the floor
    }

    void everyDrawingEffectChangesThePicture()
    {
        const auto room = test::stairs().load();
        render::SceneState state;
        state.time = 40;
        const render::Camera camera{.x = 400, .y = 2048, .z = 768};
        renderer_.render(room, state, camera, frame_);
        std::set<std::vector<std::uint8_t>> pictures{pixels()};
        for (int effect = 0; effect <= static_cast<int>(render::DrawingEffect::DitherGrey); ++effect) {
            state.sprites = {test::figure(*assets_, 2000, 2048, 0, 2048, 9)};
            state.sprites[0].drawing = static_cast<render::DrawingEffect>(effect);
            state.sprites[0].translation = 0x46;
            state.sprites[0].secondTranslation = 0x75;
            renderer_.render(room, state, camera, frame_);
            QVERIFY(shows(9));
            pictures.insert(pixels());
        }
        QCOMPARE(pictures.size(), std::size_t{13});
    }

    void overlaysComeInSevenLayers()
    {
        render::SpriteState sprite = test::figure(*assets_, 0, 0, 0, 0);
        test::dress(*assets_, sprite);
        const auto placed = render::layOutSprite(sprite, 0);
        QCOMPARE(placed.size(), std::size_t{4});
        QCOMPARE(placed[0].layer, render::SpriteLayer::Under);
        QCOMPARE(placed[1].layer, render::SpriteLayer::Base);
        QCOMPARE(placed[2].layer, render::SpriteLayer::Over);
        QCOMPARE(placed[3].layer, render::SpriteLayer::OverOver);
        QCOMPARE(placed[3].overlay, 2);
        // Base 40 x 80 at shrink 2: 320 wide, 640 high. Hotspot 1 is 8 right, 6 above its top left corner.
        QCOMPARE(placed[1].left, -160.0);
        QCOMPARE(placed[1].top, 640.0);
        QCOMPARE(placed[2].left, -160.0 + 8 * 8);
        QCOMPARE(placed[2].top, 640.0 + 6 * 8);
        QCOMPARE(placed[3].left, placed[2].left + 18 * 8);
        sprite.overlays[0].hotspot = 99; // nobody has it
        QCOMPARE(render::layOutSprite(sprite, 0).size(), std::size_t{3});
    }

    void screenEffectsRecolour()
    {
        const auto room = test::stairs().load();
        const render::Camera camera{.x = 400, .y = 2048, .z = 768};
        renderer_.render(room, {}, camera, frame_);
        const auto plain = pixels();
        render::SceneState state;
        state.effects.invert = true;
        renderer_.render(room, state, camera, frame_);
        for (int i = 0; i < 50; ++i)
            QCOMPARE(int{pixels()[static_cast<std::size_t>(i * 37)]},
                     int{assets_->tables().light[64][plain[static_cast<std::size_t>(i * 37)]]});
        state.effects = {.whiteout = 100};
        renderer_.render(room, state, camera, frame_);
        QCOMPARE(int{frame_.pixel(3, 3)}, 255);
        state.effects = {.blind = true};
        renderer_.render(room, state, camera, frame_);
        QCOMPARE(int{frame_.pixel(width / 2, height - 1)}, int{assets_->tables().light[0][0xD3]});
    }

    void changedTexturesAreSeenInTheNextFrame()
    {
        test::addTexture(*assets_, 30, 16, 16, 1, [](int, int) { return std::uint8_t{50}; });
        lookAtWall(test::side(0, 30, 0));
        QCOMPARE(int{frame_.pixel(width / 2, height / 2)}, 50);
        test::addTexture(*assets_, 30, 16, 16, 1, [](int, int) { return std::uint8_t{51}; });
        lookAtWall(test::side(0, 30, 0));
        QCOMPARE(int{frame_.pixel(width / 2, height / 2)}, 51);
    }

    void oddFramesAndCamerasAreFine()
    {
        const auto room = test::ramp().load();
        render::SceneState state;
        state.sprites = {test::figure(*assets_, 3000, 2048, 0, 0)};
        state.background = assets_->sprite("figure.bgf");
        state.backgroundOverlays = {{.id = 5, .picture = assets_->sprite("hat.bgf"), .angle = 10, .height = -20}};
        for (const auto& [w, h] : {std::pair{1, 1}, {7, 3}, {3000, 2}, {2, 3000}, {33, 64}}) {
            render::Frame frame(w, h);
            for (const double fieldOfView : {0.0, 10.0, 90.0, 179.0})
                for (const double x : {-5000.0, 0.0, 2048.0, 3000.0, 6144.0, 1e6})
                    for (const double shift : {-9.0, 0.0, 0.7}) {
                        renderer_.render(
                            room, state,
                            {.x = x, .y = 2048, .z = 700, .angle = x, .horizonShift = shift, .fieldOfView = fieldOfView}, frame);
                        for (int column = 0; column < w; column += 5)
                            for (int row = 0; row < h; row += 5)
                                QVERIFY(frame.pick(column, row).kind != SurfaceKind::None);
                    }
        }
    }

    /// Whatever the loader lets pass can be drawn.
    void roomsWithMadNumbersDoNotCrash()
    {
        std::mt19937 random(4);
        render::Frame frame(48, 32);
        const auto mad = [&]() -> double {
            constexpr std::array values{0.0, -0.0, 1e-30, 1e30, -1e30, 3e38, -3e38, 65536.0, -32768.0, 0.5};
            return values[random() % values.size()];
        };
        int drawn = 0;
        for (int i = 0; i < 600; ++i) {
            roo::Room room = (i % 2 ? test::ramp() : test::pond()).room();
            for (int change = 0; change < 3; ++change) {
                roo::Node& node = room.nodes[random() % room.nodes.size()];
                roo::Wall& wall = room.walls[random() % room.walls.size()];
                roo::Sector& sector = room.sectors[random() % room.sectors.size()];
                switch (random() % 6) {
                case 0: node.a = mad(), node.c = mad(); break;
                case 1: node.box = {mad(), mad(), mad(), mad()}; break;
                case 2:
                    if (!node.polygon.empty())
                        node.polygon[random() % node.polygon.size()] = {mad(), mad()};
                    break;
                case 3: wall.x0 = mad(), wall.y1 = mad(); break;
                case 4: wall.length = mad(), wall.plusXOffset = -32768; break;
                case 5:
                    if (sector.floorSlope)
                        sector.floorSlope->a = mad(), sector.floorSlope->c = mad(), sector.floorSlope->originX = mad();
                    break;
                }
            }
            const auto loaded = space::LoadedRoom::load(std::move(room), "mad");
            if (!loaded)
                continue;
            ++drawn;
            render::SceneState state;
            state.lighting.viewer = 30;
            state.sprites = {test::figure(*assets_, 2000, 1500, 0, 0)};
            for (const double x : {100.0, 3000.0})
                renderer_.render(loaded.value(), state, {.x = x, .y = 1800, .z = 768, .angle = static_cast<double>(i * 53)},
                                 frame);
            for (int x = 0; x < frame.width(); ++x)
                QVERIFY(frame.idColumn(x)[7] != 0);
        }
        QVERIFY(drawn > 100);
    }

    /// However many strips there are, the rows hold what the frame holds.
    void rowsAreWrittenStripByStrip()
    {
        const auto room = test::pond().load();
        for (const int threads : {1, 3})
            for (const auto& [w, h] : {std::pair{1, 1}, {333, 75}, {1280, 33}}) {
                render::Renderer renderer(assets_);
                renderer.setOptions({.threads = threads});
                render::Frame frame(w, h);
                const int stride = w + 5;
                std::vector<std::uint32_t> rows(static_cast<std::size_t>(stride * h), 0x12345678);
                renderer.render(room, {}, {.x = 1024, .y = 2048, .z = 700, .angle = 300}, frame, {rows.data(), stride});
                std::vector<std::uint32_t> after(rows.size(), 0x12345678);
                render::convertToRgb32(frame, assets_->palette(), after, stride);
                QVERIFY(rows == after);
            }
    }

    void conversionIsExact()
    {
        for (const auto& [w, h] : {std::pair{1, 1}, {16, 16}, {37, 53}}) {
            render::Frame frame(w, h);
            for (int x = 0; x < w; ++x)
                for (int y = 0; y < h; ++y)
                    frame.column(x)[y] = static_cast<std::uint8_t>(x * 31 + y * 7);
            const int stride = w + 3;
            std::vector<std::uint32_t> out(static_cast<std::size_t>(stride * h), 0x12345678);
            render::convertToRgb32(frame, assets_->palette(), out, stride);
            for (int y = 0; y < h; ++y)
                for (int x = 0; x < stride; ++x) {
                    const palette::Colour c = assets_->palette()[static_cast<std::uint8_t>(x * 31 + y * 7)];
                    const std::uint32_t expected =
                        x < w ? 0xFF000000u | std::uint32_t{c.r} << 16 | std::uint32_t{c.g} << 8 | c.b : 0x12345678;
                    QCOMPARE(out[static_cast<std::size_t>(y * stride + x)], expected);
                }
        }
    }
};

QTEST_APPLESS_MAIN(TestRenderer)
#include "tst_renderer.moc"
