// SPDX-License-Identifier: GPL-3.0-or-later
// Worlds as large as they get: collection, save to disk, the pause of a snapshot. An object has five properties and three list
// cells; every second one is dead where a collection is measured.
#include "server/world/save_set.h"
#include "server/world/snapshots.h"
#include "tests/server/big_world.h"

#include <benchmark/benchmark.h>
#include <filesystem>
#include <sys/wait.h>
#include <unistd.h>

using namespace blak;
using test::BigWorld;

namespace {

const vm::Dialect& dialectOf(const benchmark::State& state) { return state.range(1) == 0 ? vm::classic : vm::open105; }

void collection(benchmark::State& state)
{
    for (auto _ : state) {
        state.PauseTiming();
        auto world = std::make_unique<BigWorld>(dialectOf(state), state.range(0) / 2, true);
        state.ResumeTiming();
        std::vector<std::int64_t> roots;
        world->machine->collect(roots);
        state.PauseTiming();
        world.reset();
        state.ResumeTiming();
    }
}

void saveToDisk(benchmark::State& state)
{
    const auto folder = std::filesystem::temp_directory_path() / ("blak-bench-save-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder);
    const BigWorld world(dialectOf(state), state.range(0), false);
    std::int64_t time = 1;
    for (auto _ : state) {
        const vm::Vm& machine = *world.machine;
        const auto saved = world::writeSaveSet(
            folder, {machine.writeGame({}), save::write(machine.saveStrings()), save::write(machine.saveDynamicResources()), {}},
            time++, {false, true, "savegame/"});
        if (!saved)
            state.SkipWithError(saved.error().text().c_str());
        state.PauseTiming();
        for (const auto& entry : std::filesystem::directory_iterator(folder))
            std::filesystem::remove(entry.path());
        state.ResumeTiming();
    }
    std::filesystem::remove_all(folder);
}

/// What a world stands still for: the plan and the fork. The child ends at once here.
void snapshotPause(benchmark::State& state)
{
    const BigWorld world(dialectOf(state), state.range(0), false);
    for (auto _ : state) {
        const auto plan = world.machine->planSnapshot({});
        const pid_t child = ::fork();
        if (child == 0)
            ::_exit(0);
        state.PauseTiming();
        ::waitpid(child, nullptr, 0);
        state.ResumeTiming();
    }
}

constexpr std::int64_t million = 1'000'000;

BENCHMARK(collection)->Args({million, 0})->Args({million, 1})->Unit(benchmark::kMillisecond)->Iterations(3);
BENCHMARK(saveToDisk)->Args({million, 0})->Args({million, 1})->Unit(benchmark::kMillisecond)->Iterations(3);
BENCHMARK(snapshotPause)->Args({million / 10, 0})->Args({million, 0})->Unit(benchmark::kMillisecond)->Iterations(20);

} // namespace
