// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/render/renderer.h"
#include "client/render/sprite_layout.h"
#include "formats/roo/room.h"
#include "tests/render/ray_oracle.h"
#include "tests/support/shared_data.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <random>

using namespace blak;

namespace {

constexpr int width = 320, height = 200;
constexpr int places = 10;

/// A random point of a random leaf that is not degenerate, at eye height.
render::Camera randomCamera(const space::LoadedRoom& room, const std::vector<space::Index>& leaves, std::mt19937& random)
{
    const space::Index leaf = leaves[random() % leaves.size()];
    const space::LoadedNode& node = room.nodes()[leaf];
    const auto polygon = room.polygonOf(node);
    std::uniform_real_distribution<double> weight(0.05, 1);
    space::Point point;
    double sum = 0;
    for (const space::Point& corner : polygon) {
        const double share = weight(random);
        point.x += share * corner.x;
        point.y += share * corner.y;
        sum += share;
    }
    render::Camera camera;
    camera.x = point.x / sum;
    camera.y = point.y / sum;
    const space::Point at{camera.x, camera.y};
    const double floor = room.floorHeight(node.sector, at);
    const double ceiling = room.ceilingHeight(node.sector, at);
    camera.z = std::min(floor + 768, (floor + ceiling) / 2);
    camera.angle = static_cast<double>(random() % 4096);
    camera.horizonShift = (static_cast<double>(random() % 3) - 1) * 0.3;
    return camera;
}

std::vector<space::Index> insideLeaves(const space::LoadedRoom& room)
{
    std::vector<space::Index> leaves;
    for (space::Index i = 0; i < room.nodes().size(); ++i) {
        const space::LoadedNode& node = room.nodes()[i];
        if (!node.isLeaf || node.sector == space::none || room.polygonOf(node).size() < 3)
            continue;
        if (room.shapes()[node.sector].ceilingLevel > room.shapes()[node.sector].floorLevel)
            leaves.push_back(i);
    }
    return leaves;
}

bool agrees(const render::Pick& drawn, const render::Pick& met)
{
    if (drawn.kind != met.kind)
        return false;
    return drawn.isWall() ? drawn.wall == met.wall : drawn.kind == render::SurfaceKind::Background || drawn.sector == met.sector;
}

} // namespace

class TestCorpus : public QObject
{
    Q_OBJECT

private slots:
    /// Every pixel has an id, and what it names is what a ray through it or beside it meets. A hole - background where rays meet
    /// a surface - would be a disagreement too, and is counted apart.
    void everyRoomIsDrawnWithoutAHole()
    {
        BLAK_NEED_SHARED(folder, "corpus/roo");
        auto assets = std::make_shared<render::AssetStore>(std::vector<std::filesystem::path>{});
        render::Renderer renderer(assets);
        render::Frame frame(width, height);
        long sampled = 0, different = 0, holes = 0;
        int rooms = 0;
        for (const auto& file : test::filesBelow(folder, ".roo")) {
            auto read = roo::read(test::bytesOf(file), file.filename().string());
            QVERIFY2(read, file.c_str());
            // Walls that are drawn once show the background on purpose: not what is asked for here.
            roo::Room data = std::move(read).value();
            for (roo::Sidedef& side : data.sidedefs)
                side.flags &= ~roo::side_flag::noVerticalTile;
            auto loaded = space::LoadedRoom::load(std::move(data), file.filename().string());
            QVERIFY2(loaded, file.c_str());
            const space::LoadedRoom& room = loaded.value();
            const std::vector<space::Index> leaves = insideLeaves(room);
            if (leaves.empty())
                continue;
            ++rooms;
            std::mt19937 random(static_cast<unsigned>(leaves.size()));
            for (int place = 0; place < places; ++place) {
                const render::Camera camera = randomCamera(room, leaves, random);
                renderer.render(room, {}, camera, frame);
                for (int x = 0; x < width; ++x)
                    for (int y = 0; y < height; ++y)
                        QVERIFY2(frame.idColumn(x)[y] != 0, file.c_str());

                test::RayOracle oracle(room, camera, width, height);
                for (int i = 0; i < 400; ++i) {
                    const int x = static_cast<int>(random() % width), y = static_cast<int>(random() % height);
                    const render::Pick drawn = frame.pick(x, y);
                    bool same = false, open = false;
                    for (const auto& [dx, dy] : offsets) {
                        const render::Pick met = oracle.at(x + 0.5 + dx, y + 0.5 + dy);
                        same = same || agrees(drawn, met);
                        open = open || met.kind == render::SurfaceKind::Background;
                    }
                    ++sampled;
                    if (!same) {
                        ++different;
                        if (qEnvironmentVariableIsSet("BLAK_SHOW_DIFFERENT")) {
                            const render::Pick met = oracle.at(x + 0.5, y + 0.5);
                            qInfo("%s: kind %d wall %d sector %d, ray: kind %d wall %d sector %d", file.filename().c_str(),
                                  static_cast<int>(drawn.kind), static_cast<int>(drawn.wall), static_cast<int>(drawn.sector),
                                  static_cast<int>(met.kind), static_cast<int>(met.wall), static_cast<int>(met.sector));
                        }
                    }
                    if (drawn.kind == render::SurfaceKind::Background && !open) {
                        ++holes;
                        if (qEnvironmentVariableIsSet("BLAK_SHOW_HOLES"))
                            qInfo("%s: hole at %d %d from %.1f %.1f %.1f angle %.0f shift %.1f", file.filename().c_str(), x, y,
                                  camera.x, camera.y, camera.z, camera.angle, camera.horizonShift);
                    }
                }
            }
        }
        QVERIFY(rooms >= 60);
        qInfo("%d rooms, %ld pixels compared with rays, %ld differ", rooms, sampled, different);
        QCOMPARE(holes, 0);
        QVERIFY2(different * 200 < sampled, "more than half a percent of the pixels show something else than a ray meets");
    }

    void everySpriteIsDrawnFromAllSides()
    {
        BLAK_NEED_SHARED(folder, "corpus/bgf");
        auto assets = std::make_shared<render::AssetStore>(std::vector{folder});
        render::Renderer renderer(assets);
        render::Frame frame(width, height);
        int drawn = 0;
        for (const std::string& name : assets->fileNames()) {
            render::SpriteState sprite;
            sprite.id = 77;
            sprite.picture = assets->sprite(name);
            QVERIFY2(sprite.picture->missing == (name.find("__v9__") != std::string::npos), name.c_str());
            for (int group = 0; group < static_cast<int>(sprite.picture->groups.size()); ++group)
                for (int angle = 0; angle < 4096; angle += 512) {
                    sprite.group = group;
                    const render::Image* image = sprite.picture->angleImage(group, 2048 - angle);
                    if (image == nullptr || isBlank(*image))
                        continue;
                    // The eye goes to where the picture fills the view, whatever its offsets.
                    const render::PlacedImage placed = render::layOutSprite(sprite, 2048 - angle).at(0);
                    const double size = std::max(placed.right() - placed.left, placed.top - placed.bottom());
                    render::Camera camera;
                    camera.x = -std::max(size, 32.0);
                    camera.y = (placed.left + placed.right()) / 2;
                    camera.z = (placed.top + placed.bottom()) / 2;
                    // Turn with the eye: it is not straight in front of the sprite any more.
                    const double towardsEye = std::atan2(camera.y, camera.x) / (2 * std::numbers::pi) * 4096;
                    sprite.angle = angle + static_cast<int>(std::lround(towardsEye)) - 2048;
                    render::SceneState state;
                    state.sprites = {sprite};
                    const space::LoadedRoom empty = emptyRoom();
                    renderer.render(empty, state, camera, frame);
                    QVERIFY2(showsObject(frame, 77), (name + " group " + std::to_string(group)).c_str());
                    ++drawn;
                }
        }
        qInfo("%d pictures of sprites drawn", drawn);
        QVERIFY(drawn > 1000);
    }

private:
    static constexpr std::array<std::pair<double, double>, 9> offsets{
        {{0, 0}, {-2, 0}, {2, 0}, {0, -2.5}, {0, 2.5}, {-1, -1}, {1, 1}, {-1, 1}, {1, -1}}};

    static bool isBlank(const render::Image& image)
    {
        return std::all_of(image.pixels.begin(), image.pixels.end(), [](std::uint8_t p) { return p == bgf::transparentIndex; });
    }

    static space::LoadedRoom emptyRoom()
    {
        auto loaded = space::LoadedRoom::load({}, "empty");
        Q_ASSERT(loaded);
        return std::move(loaded).value();
    }

    static bool showsObject(const render::Frame& frame, std::uint32_t id)
    {
        for (int x = 0; x < frame.width(); ++x)
            for (int y = 0; y < frame.height(); ++y)
                if (frame.pick(x, y).object == id)
                    return true;
        return false;
    }
};

QTEST_APPLESS_MAIN(TestCorpus)
#include "tst_corpus.moc"
