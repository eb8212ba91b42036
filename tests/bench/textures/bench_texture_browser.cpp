// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/textures/texture_browser.h"
#include "roomedit/textures/texture_list.h"
#include "roomedit/textures/texture_model.h"
#include "roomedit/textures/texture_thumbnails.h"
#include "tests/support/bench_application.h"
#include "tests/textures/texture_world.h"

#include <QApplication>
#include <QListView>
#include <QPainter>
#include <QScrollBar>

#include <benchmark/benchmark.h>

#include <cstdlib>

// 2 000 textures of 128 x 128 in a grid of 1920 x 1000 px: what one step of scrolling and painting costs. A screen at 60 frames a
// second leaves 16.7 ms.
namespace {

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::textures;

constexpr int textures = 2000;

std::shared_ptr<test::TextureWorld> world()
{
    static const auto made = [] {
        auto folder = std::make_shared<test::TextureWorld>();
        for (int i = 1; i <= textures; ++i)
            folder->addTexture(i, i % 3 == 0 ? "" : "A name of some length", 128, 128);
        return folder;
    }();
    return made;
}

std::unique_ptr<TextureBrowser> makeBrowser()
{
    test::benchApplication();
    auto browser = std::make_unique<TextureBrowser>();
    browser->resize(1920, 1000);
    browser->setProject(world());
    browser->show();
    browser->finish();
    QApplication::processEvents();
    return browser;
}

/// All pictures are there: the whole viewport is painted anew at every step, as a fast wheel does.
void scrollAndPaint(benchmark::State& state)
{
    const auto browser = makeBrowser();
    QListView* grid = browser->grid();
    QScrollBar* bar = grid->verticalScrollBar();
    for (int at = 0; at <= bar->maximum(); at += grid->viewport()->height() / 2) { // every picture once
        bar->setValue(at);
        browser->finish();
    }
    QImage target(grid->viewport()->size(), QImage::Format_RGB32);
    int at = 0;
    for (auto _ : state) {
        at = (at + 120) % std::max(1, bar->maximum());
        bar->setValue(at);
        grid->viewport()->render(&target);
    }
    state.counters["cells"] = static_cast<double>(browser->list().rowCount());
    state.counters["scroll_px"] = bar->maximum();
}
BENCHMARK(scrollAndPaint)->Unit(benchmark::kMillisecond);

/// A letter typed into the search.
void filter(benchmark::State& state)
{
    const auto browser = makeBrowser();
    bool narrow = false;
    for (auto _ : state) {
        narrow = !narrow;
        browser->list().setQuery(narrow ? QStringLiteral("19") : QString());
        browser->grid()->doItemsLayout();
    }
}
BENCHMARK(filter)->Unit(benchmark::kMillisecond);

/// From the files to all facts; the background part of opening a world.
void readFacts(benchmark::State& state)
{
    test::benchApplication();
    for (auto _ : state) {
        world()->assets()->rescan();
        TextureModel model;
        model.setProject(world()->assets(), {});
        model.finish();
        benchmark::DoNotOptimize(model.facts(textures));
    }
}
BENCHMARK(readFacts)->Unit(benchmark::kMillisecond);

/// One picture out of decoded pixels.
void makeThumbnail(benchmark::State& state)
{
    test::benchApplication();
    TextureThumbnails thumbnails;
    thumbnails.setAssets(world()->assets());
    int number = 0;
    for (auto _ : state) {
        number = number % textures + 1;
        thumbnails.renew();
        thumbnails.picture(number, true, QSize(76, 54));
        thumbnails.finish();
    }
}
BENCHMARK(makeThumbnail)->Unit(benchmark::kMicrosecond)->UseRealTime();

/// Use of textures in all rooms below $BLAK_BENCH_WORLD.
void indexUse(benchmark::State& state)
{
    const char* root = std::getenv("BLAK_BENCH_WORLD");
    if (root == nullptr)
        return state.SkipWithError("BLAK_BENCH_WORLD names no folder");
    const std::atomic<bool> cancelled{false};
    std::size_t rooms = 0;
    for (auto _ : state)
        rooms = static_cast<std::size_t>(findTextureUse(QString::fromLocal8Bit(root), cancelled)->byRoom.size());
    state.counters["rooms"] = static_cast<double>(rooms);
}
BENCHMARK(indexUse)->Unit(benchmark::kMillisecond);

} // namespace
