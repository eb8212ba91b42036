// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/render/renderer.h"
#include "formats/base/file_io.h"
#include "formats/roo/room.h"
#include "ui/frame_painter.h"

#include <QImage>
#include <QPainter>
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <vector>

#include <time.h>

// Frames of 1280 x 800 from sixteen places in each room, on one core. The counters are medians over the frames: render_ms alone,
// and frame_ms with palette conversion and painting, into a picture like the one a window has. Textures are our own noise, 128 x
// 128, one for each number the room uses.
namespace {

using namespace blak;

/// Processor time of the calling thread: what a frame costs a core, whatever else the machine does.
struct Clock
{
    using duration = std::chrono::nanoseconds;
    using time_point = std::chrono::time_point<Clock, duration>;
    static time_point now()
    {
        timespec time{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return time_point(std::chrono::seconds(time.tv_sec) + duration(time.tv_nsec));
    }
};

constexpr int width = 1280, height = 800;
constexpr int places = 16;

struct Scene
{
    space::LoadedRoom room;
    std::shared_ptr<render::AssetStore> assets;
    std::vector<render::Camera> cameras;
};

void addTexture(render::AssetStore& assets, int number)
{
    constexpr int side = 128;
    std::mt19937 random(static_cast<unsigned>(number));
    std::vector<std::uint8_t> pixels(side * side);
    const auto ramp = static_cast<std::uint8_t>(0x20 + number % 12 * 16);
    for (std::uint8_t& pixel : pixels)
        pixel = static_cast<std::uint8_t>(ramp + random() % 8);
    bgf::Sprite sprite;
    sprite.shrink = 2;
    sprite.bitmaps.push_back(bgf::encode(side, side, pixels, false));
    sprite.groups.push_back({0});
    sprite.maxIndices = 1;
    assets.setFile(render::AssetStore::textureFileName(number), bgf::write(sprite));
}

std::unique_ptr<Scene> loadScene(const std::filesystem::path& file, const std::shared_ptr<render::AssetStore>& assets)
{
    auto bytes = readFile(file);
    if (!bytes)
        return nullptr;
    auto read = roo::read(bytes.value(), file.filename().string());
    if (!read)
        return nullptr;
    auto loaded = space::LoadedRoom::load(std::move(read).value(), file.filename().string());
    if (!loaded)
        return nullptr;
    auto scene = std::make_unique<Scene>(Scene{std::move(loaded).value(), assets, {}});

    std::set<int> numbers;
    for (const roo::Sidedef& side : scene->room.room().sidedefs)
        numbers.insert({side.normalTexture, side.aboveTexture, side.belowTexture});
    for (const roo::Sector& sector : scene->room.room().sectors)
        numbers.insert({sector.floorTexture, sector.ceilingTexture});
    numbers.erase(0);
    for (const int number : numbers)
        if (assets->texture(number)->missing)
            addTexture(*assets, number);

    std::vector<space::Index> leaves;
    for (space::Index i = 0; i < scene->room.nodes().size(); ++i)
        if (scene->room.nodes()[i].isLeaf && scene->room.nodes()[i].sector != space::none)
            leaves.push_back(i);
    std::mt19937 random(1);
    while (!leaves.empty() && scene->cameras.size() < places) {
        const space::LoadedNode& node = scene->room.nodes()[leaves[random() % leaves.size()]];
        render::Camera camera;
        for (const space::Point& corner : scene->room.polygonOf(node)) {
            camera.x += corner.x / node.count;
            camera.y += corner.y / node.count;
        }
        camera.z = scene->room.floorHeight(node.sector, {camera.x, camera.y}) + 768;
        camera.angle = static_cast<double>(random() % 4096);
        scene->cameras.push_back(camera);
    }
    return scene->cameras.empty() ? nullptr : std::move(scene);
}

double median(std::vector<double> values)
{
    if (values.empty())
        return 0;
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

double millisecondsSince(Clock::time_point start)
{
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

struct Times
{
    std::vector<double> render, frame;
};

void drawFrames(benchmark::State& state, const std::vector<std::shared_ptr<Scene>>& scenes, int threads, bool mipLevels = false)
{
    std::vector<std::unique_ptr<render::Renderer>> renderers;
    for (const auto& scene : scenes) {
        renderers.push_back(std::make_unique<render::Renderer>(scene->assets));
        renderers.back()->setOptions({.threads = threads, .mipLevels = mipLevels});
    }
    render::SceneState light;
    light.lighting.ambient = 168;
    light.lighting.viewer = 5;
    light.backgroundColour = 0x84;
    render::Frame frame(width, height);
    QImage window(width, height, QImage::Format_RGB32);
    ui::FramePainter toWindow;
    for (std::size_t i = 0; i < scenes.size(); ++i) // textures are loaded
        for (const render::Camera& camera : scenes[i]->cameras)
            renderers[i]->render(scenes[i]->room, light, camera, frame);

    Times times;
    std::size_t turn = 0;
    for (auto _ : state) {
        const std::size_t i = turn % scenes.size();
        const render::Camera& camera = scenes[i]->cameras[turn / scenes.size() % scenes[i]->cameras.size()];
        ++turn;
        const auto start = Clock::now();
        renderers[i]->render(scenes[i]->room, light, camera, frame);
        times.render.push_back(millisecondsSince(start));
        const auto again = Clock::now();
        QPainter painter(&window);
        toWindow.paint(painter, window.size(), window.rect(), [&](render::Frame& shown, const render::Rgb32Rows& rows) {
            renderers[i]->render(scenes[i]->room, light, camera, shown, rows);
        });
        painter.end();
        times.frame.push_back(millisecondsSince(again));
    }
    state.counters["render_ms"] = median(times.render);
    state.counters["frame_ms"] = median(times.frame);
    state.counters["worst_ms"] = *std::max_element(times.render.begin(), times.render.end());
}

void convert(benchmark::State& state)
{
    render::Frame frame(width, height);
    for (int x = 0; x < width; ++x)
        for (int y = 0; y < height; ++y)
            frame.column(x)[y] = static_cast<std::uint8_t>(x * 7 + y * 3);
    std::vector<std::uint32_t> out(std::size_t{width} * height);
    for (auto _ : state) {
        render::convertToRgb32(frame, palette::builtIn(), out, width);
        benchmark::ClobberMemory();
    }
    state.counters["ns_per_pixel"] = benchmark::Counter(
        double{width} * height * 1e-9, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void registerAll()
{
    const char* shared = std::getenv("BLAK_SHARED_DIR");
    const std::filesystem::path folder = std::filesystem::path(shared != nullptr ? shared : "../shared") / "corpus/roo";
    std::vector<std::shared_ptr<Scene>> all;
    std::error_code error;
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error))
        files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    auto assets = std::make_shared<render::AssetStore>(std::vector<std::filesystem::path>{});
    for (const auto& file : files) {
        std::shared_ptr<Scene> scene = loadScene(file, assets);
        if (!scene)
            continue;
        all.push_back(scene);
        if (std::filesystem::file_size(file) > 160000) // the large rooms one by one
            benchmark::RegisterBenchmark(("room/" + file.stem().string()).c_str(), [scene](benchmark::State& state) {
                drawFrames(state, {scene}, 1);
            })->Unit(benchmark::kMillisecond);
    }
    if (!all.empty()) // mip levels stay in the store once they were asked for, and cost nothing where they are not wanted
        for (const bool mipLevels : {false, true, false})
            benchmark::RegisterBenchmark(mipLevels ? "all_rooms/mip_levels" : "all_rooms/no_mip_levels",
                                         [all, mipLevels](benchmark::State& state) { drawFrames(state, all, 1, mipLevels); })
                ->Unit(benchmark::kMillisecond)
                ->MinTime(2);
    if (!all.empty())
        for (const int threads : {1, 2})
            benchmark::RegisterBenchmark(("all_rooms/threads:" + std::to_string(threads)).c_str(),
                                         [all, threads](benchmark::State& state) { drawFrames(state, all, threads); })
                ->Unit(benchmark::kMillisecond)
                ->MinTime(2);
    benchmark::RegisterBenchmark("convert_to_rgb32", convert)->Unit(benchmark::kMillisecond);
}

const bool registered = (registerAll(), true);

} // namespace
