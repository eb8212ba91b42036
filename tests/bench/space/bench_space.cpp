// SPDX-License-Identifier: GPL-3.0-or-later
// Questions that client and server ask often, in a made room of 900 sectors (1 860 lines).
#include "formats/space/line_of_sight.h"
#include "formats/space/movement.h"
#include "roomedit/roomcore/compatible_build.h"
#include "tests/support/room_samples.h"

#include <benchmark/benchmark.h>

using namespace blak;
using namespace blak::space;

namespace {

constexpr double size = 30 * 4096;

const roo::Room& builtRoom()
{
    static const roo::Room room = [] {
        const auto drawn =
            test::makeGridRoom({.rows = 30, .columns = 30, .jitters = true, .hasSlopes = true, .maxHeight = 20}, 1);
        return std::move(roomcore::buildCompatible(drawn, roomcore::BuildOptions::fast(roo::Format::V15))).value();
    }();
    return room;
}

const LoadedRoom& loadedRoom()
{
    static const LoadedRoom room = std::move(LoadedRoom::load(builtRoom(), "made")).value();
    return room;
}

/// The same places for every run.
class Places
{
public:
    Point next()
    {
        std::uniform_real_distribution<double> place(2000, size - 2000);
        return {place(random_), place(random_)};
    }

private:
    std::mt19937 random_{1};
};

void load(benchmark::State& state)
{
    for (auto _ : state)
        benchmark::DoNotOptimize(LoadedRoom::load(builtRoom(), "made"));
}
BENCHMARK(load)->Unit(benchmark::kMillisecond);

void sectorAt(benchmark::State& state)
{
    Places places;
    for (auto _ : state)
        benchmark::DoNotOptimize(loadedRoom().sectorAt(places.next()));
}
BENCHMARK(sectorAt);

void lineOfSight(benchmark::State& state)
{
    Places places;
    for (auto _ : state) {
        const Point a = places.next(), b = places.next();
        benchmark::DoNotOptimize(inLineOfSight(loadedRoom(), {a.x, a.y, 900}, {b.x, b.y, 900}));
    }
}
BENCHMARK(lineOfSight);

/// Length of the way in client units: a step of a frame, of a tenth of a second, of a second.
void moveBy(benchmark::State& state)
{
    Places places;
    const auto length = static_cast<double>(state.range(0));
    for (auto _ : state) {
        const Point from = places.next();
        benchmark::DoNotOptimize(space::move(loadedRoom(), Mover::player(), from, {from.x + length, from.y + length / 3}));
    }
}
BENCHMARK(moveBy)->Arg(32)->Arg(256)->Arg(2560);

} // namespace
