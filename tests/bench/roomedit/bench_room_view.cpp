// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/file_io.h"
#include "roomedit/ui/map_tile_painter.h"
#include "roomedit/ui/map_canvas.h"
#include "roomedit/ui/room_checks.h"
#include "roomedit/ui/room_view.h"
#include "roomedit/ui/view3d_canvas.h"
#include "ui/theme.h"

#include <QApplication>
#include <QMouseEvent>

#include <benchmark/benchmark.h>

#include <cmath>
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
    static QApplication& app = *new QApplication(count, arguments); // stays: threads of its pools outlive what is static
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

/// A step of a drag as the mouse makes it, with everything that the window then shows of it: the map is edited, the index made anew,
/// the top view painted, and (argument 1) the 3D view too. Tree and floors follow in a worker.
void dragStep(benchmark::State& state)
{
    application();
    auto opened = RoomView::open(QString::fromStdString(roomFile().string()), nullptr, nullptr);
    if (!opened)
        return state.SkipWithError("the room is missing");
    const std::unique_ptr<RoomView> view(qobject_cast<RoomView*>(opened.value()));
    view->resize(1000, 800);
    view->show();
    QWidget* side = view->panels().first().widget; // with the 3D view
    side->resize(640, 480);
    side->setVisible(state.range(0) != 0);
    MapCanvas* map = view->map();
    view->model()->setMode(MapMode::Vertex);
    const auto& vertices = view->model()->index().vertices();
    const QPointF vertex = vertices[vertices.size() / 2].point;
    map->setView(vertex, 0.5);
    map->paintCompletely();
    map->grab();
    const auto send = [map](QEvent::Type type, QPointF at, Qt::MouseButton button, Qt::MouseButtons held) {
        QMouseEvent event(type, at, map->mapToGlobal(at), button, held, Qt::AltModifier);
        QApplication::sendEvent(map, &event);
    };
    const QPointF from = map->toWidget(vertex);
    send(QEvent::MouseMove, from, Qt::NoButton, Qt::NoButton);
    send(QEvent::MouseButtonPress, from, Qt::LeftButton, Qt::LeftButton);
    int step = 0;
    for (auto _ : state) {
        ++step;
        send(QEvent::MouseMove, from + QPointF(8 + step % 19, 4 + step % 13), Qt::NoButton, Qt::LeftButton);
        map->repaint();
        if (state.range(0) != 0 && view->view3d() != nullptr)
            view->view3d()->repaint();
        QCoreApplication::sendPostedEvents();
    }
    if (!map->isDragging())
        state.SkipWithError("nothing was dragged");
    send(QEvent::MouseButtonRelease, from, Qt::LeftButton, Qt::NoButton);
    view->model()->finishBuilding();
    state.counters["linedefs"] = static_cast<double>(view->model()->room().linedefs.size());
}
BENCHMARK(dragStep)->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

/// Until the 3D view shows what a step of a drag made: the tree built in the worker, the scene exchanged, the frame drawn.
void followIn3d(benchmark::State& state)
{
    application();
    auto opened = RoomView::open(QString::fromStdString(roomFile().string()), nullptr, nullptr);
    if (!opened)
        return state.SkipWithError("the room is missing");
    const std::unique_ptr<RoomView> view(qobject_cast<RoomView*>(opened.value()));
    view->resize(1000, 800);
    view->show();
    QWidget* side = view->panels().first().widget;
    side->resize(640, 480);
    side->show();
    if (view->view3d() == nullptr)
        return state.SkipWithError("the room cannot be walked");
    roomcore::MapSelection what;
    what.vertices = {{static_cast<std::uint32_t>(view->roomDocument()->map().vertices().size() / 2)}};
    int step = 0;
    for (auto _ : state) {
        ++step;
        roomcore::MapEdit edit = view->model()->edit();
        [[maybe_unused]] const auto done =
            roomcore::moveBy(edit, what, {step % 2 == 0 ? 3 : -3, step % 2 == 0 ? 2 : -2}, roomcore::MergeRule::Merge, view->model()->defaults());
        view->model()->changed();
        view->map()->repaint();
        view->model()->finishBuilding();
        QCoreApplication::sendPostedEvents();
        view->view3d()->repaint();
    }
    state.counters["linedefs"] = static_cast<double>(view->model()->room().linedefs.size());
}
// The time of all threads: the tree is built in another one.
BENCHMARK(followIn3d)->MeasureProcessCPUTime()->Unit(benchmark::kMillisecond);

/// A frame while somebody pans (argument 0) or zooms (1): what the window paints, tiles that are not there yet following in threads.
void panOrZoom(benchmark::State& state)
{
    application();
    auto opened = RoomView::open(QString::fromStdString(roomFile().string()), nullptr, nullptr);
    if (!opened)
        return state.SkipWithError("the room is missing");
    const std::unique_ptr<RoomView> view(qobject_cast<RoomView*>(opened.value()));
    view->resize(1920, 1080);
    view->show();
    MapCanvas* map = view->map();
    const QPointF middle = view->model()->index().bounds().center();
    map->setView(middle, 0.25);
    map->paintCompletely();
    map->grab();
    int step = 0;
    for (auto _ : state) {
        ++step;
        const double turn = step / 60.0;
        if (state.range(0) == 0)
            map->setView(middle + QPointF(std::cos(turn), std::sin(turn)) * 2000, 0.25);
        else
            map->setView(middle, 0.25 * std::pow(2.0, std::sin(turn)));
        map->repaint();
        QCoreApplication::processEvents();
    }
}
BENCHMARK(panOrZoom)->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

} // namespace
