// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/file_io.h"
#include "roomedit/ui/map_tile_painter.h"
#include "roomedit/ui/room_checks.h"
#include "roomedit/ui/room_view.h"
#include "ui/theme.h"

#include <QApplication>

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <filesystem>

// The largest room of the corpus (labyrinth1: 7 256 linedefs, 5 320 leaves); BLAK_BENCH_ROOM names another one.
namespace {

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::rooms;

QApplication& application()
{
    static int count = 1;
    static char name[] = "bench";
    static char* arguments[] = {name, nullptr};
    qputenv("QT_QPA_PLATFORM", "offscreen");
    static QApplication app(count, arguments);
    return app;
}

std::filesystem::path roomFile()
{
    namespace fs = std::filesystem;
    if (const char* file = std::getenv("BLAK_BENCH_ROOM"))
        return file;
    const char* shared = std::getenv("BLAK_SHARED_DIR");
    const char* source = std::getenv("BLAK_SOURCE_DIR"); // scripts/bench sets it
    const fs::path folder = shared != nullptr ? fs::path(shared) : fs::path(source != nullptr ? source : ".") / "../shared";
    return folder / "corpus/roo/om__15__labyrinth1.roo";
}

std::shared_ptr<const MapIndex> makeIndex()
{
    const auto bytes = readFile(roomFile());
    if (!bytes)
        return nullptr;
    auto room = roo::read(bytes.value(), "room");
    if (!room)
        return nullptr;
    auto loaded = space::LoadedRoom::load(room.value(), "room");
    return std::make_shared<const MapIndex>(std::make_shared<const roo::Room>(std::move(room).value()),
                                            loaded ? std::make_shared<const space::LoadedRoom>(std::move(loaded).value())
                                                   : nullptr);
}

/// From the file to a document with both views, as a double click in the project does.
void openRoom(benchmark::State& state)
{
    application();
    for (auto _ : state) {
        auto view = RoomView::open(QString::fromStdString(roomFile().string()), nullptr, nullptr);
        if (!view) {
            state.SkipWithError("the room is missing");
            break;
        }
        state.PauseTiming(); // the checks run beside it
        delete view.value();
        state.ResumeTiming();
    }
}
BENCHMARK(openRoom)->Unit(benchmark::kMillisecond);

void indexRoom(benchmark::State& state)
{
    for (auto _ : state)
        benchmark::DoNotOptimize(makeIndex());
}
BENCHMARK(indexRoom)->Unit(benchmark::kMillisecond);

void checkAll(benchmark::State& state)
{
    const auto index = makeIndex();
    if (index == nullptr)
        return state.SkipWithError("the room is missing");
    for (auto _ : state)
        benchmark::DoNotOptimize(checkRoom({index, nullptr, nullptr, {}, {}}));
}
BENCHMARK(checkAll)->Unit(benchmark::kMillisecond);

/// One tile in the middle of the room; the argument is the zoom in percent.
void paintTile(benchmark::State& state)
{
    application();
    MapLook look;
    look.index = makeIndex();
    if (look.index == nullptr)
        return state.SkipWithError("the room is missing");
    look.colours = themeOf(ThemeKind::Dark).map;
    look.fill = MapFill::Height;
    look.scale = static_cast<double>(state.range(0)) / 100;
    const QPointF middle = look.index->bounds().center() * look.scale / mapTileSide;
    const QPoint tile(static_cast<int>(middle.x()), -static_cast<int>(middle.y()));
    for (auto _ : state)
        benchmark::DoNotOptimize(paintMapTile(look, tile));
}
BENCHMARK(paintTile)->Arg(8)->Arg(25)->Arg(100)->Unit(benchmark::kMillisecond);

/// What the mouse costs: sector and lines under a point.
void hover(benchmark::State& state)
{
    const auto index = makeIndex();
    if (index == nullptr)
        return state.SkipWithError("the room is missing");
    const QPointF middle = index->bounds().center();
    for (auto _ : state) {
        benchmark::DoNotOptimize(index->sectorAt(middle));
        benchmark::DoNotOptimize(index->linesNear(middle, 20));
    }
}
BENCHMARK(hover)->Unit(benchmark::kMicrosecond);

} // namespace
