// SPDX-License-Identifier: GPL-3.0-or-later
// What a step of a drag costs: the map taken back and changed anew, the copy that everybody looks at, the tree. Rooms: a made one
// of 2 000 linedefs, and the largest of ../shared (or $BLAK_SHARED_DIR) when it is there.
#include "formats/base/file_io.h"
#include "roomedit/roomcore/map/defects.h"
#include "roomedit/roomcore/map/map_convert.h"
#include "roomedit/roomcore/operations/transform.h"
#include "roomedit/roomcore/rebuild.h"
#include "tests/support/room_samples.h"

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <filesystem>

using namespace blak;
using namespace blak::roomcore;

namespace {

roo::Room roomOf(int which)
{
    if (which == 0)
        return test::makeGridRoom({.rows = 31, .columns = 31}, 3);
    const char* shared = std::getenv("BLAK_SHARED_DIR");
    const auto folder = std::filesystem::path(shared != nullptr ? shared : "../shared") / "corpus/roo";
    roo::Room largest;
    if (std::filesystem::is_directory(folder))
        for (const auto& entry : std::filesystem::directory_iterator(folder))
            if (const auto bytes = readFile(entry.path()))
                if (auto room = roo::read(bytes.value(), "room"); room && room.value().linedefs.size() > largest.linedefs.size())
                    largest = std::move(room).value();
    return largest;
}

void dragStep(benchmark::State& state, bool sector)
{
    const roo::Room room = roomOf(static_cast<int>(state.range(0)));
    if (room.linedefs.empty())
        return state.SkipWithError("no room");
    Map map = mapFromRoom(room);
    document::History history;
    MapEdit edit(map, history);
    const MapDefaults defaults = defaultsOf(map);
    MapSelection what;
    if (sector)
        what.sectors = {{static_cast<std::uint32_t>(map.sectors().size() / 2)}};
    else
        what.vertices = {{static_cast<std::uint32_t>(map.vertices().size() / 2)}};
    int step = 0;
    for (auto _ : state) {
        history.begin("Move");
        auto moved = moveBy(edit, what, {1 + step % 9, step % 7}, MergeRule::Merge, defaults);
        benchmark::DoNotOptimize(moved);
        auto copy = roomFromMap(map, room);
        benchmark::DoNotOptimize(copy);
        history.rollback();
        ++step;
    }
    state.counters["linedefs"] = static_cast<double>(room.linedefs.size());
}

void rebuildTree(benchmark::State& state)
{
    const roo::Room room = roomOf(static_cast<int>(state.range(0)));
    if (room.linedefs.empty())
        return state.SkipWithError("no room");
    roo::Room edited = room;
    edited.linedefs.front().plusXOffset ^= 1;
    for (auto _ : state) {
        auto rebuilt = rebuild(edited, room, false);
        benchmark::DoNotOptimize(rebuilt);
    }
    state.counters["linedefs"] = static_cast<double>(room.linedefs.size());
}

BENCHMARK_CAPTURE(dragStep, vertex, false)->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(dragStep, sector, true)->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);
BENCHMARK(rebuildTree)->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

} // namespace
