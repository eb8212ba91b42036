// SPDX-License-Identifier: GPL-3.0-or-later
// Worlds as large as they get: collection, save to disk, the pause of a snapshot. An object has five properties and three list
// cells; every second one is dead where a collection is measured.
#include "server/world/save_set.h"
#include "server/world/snapshots.h"
#include "tests/server/fake_host.h"

#include <array>
#include <benchmark/benchmark.h>
#include <cstdlib>
#include <filesystem>
#include <sys/wait.h>
#include <unistd.h>

using namespace blak;
using bof::Tag;

namespace {

constexpr std::int32_t systemClass = 4;
constexpr std::int32_t thingClass = 10001;
constexpr std::uint32_t listProperty = 1, nextProperty = 5;
constexpr int cellsOfAnObject = 3;

bof::Class emptyClass(std::int32_t id, std::int32_t properties)
{
    bof::Class type;
    type.id = id;
    type.totalProperties = properties;
    for (std::int32_t number = 1; number <= properties; ++number)
        type.properties.push_back({number, bof::Value{Tag::Nil, 0}});
    return type;
}

class BigWorld
{
public:
    /// `alive` objects in a chain from System on, between as many dead ones if wanted.
    BigWorld(const vm::Dialect& dialect, std::int64_t alive, bool withDead) : machine(vm::Vm::create(dialect, host_))
    {
        bof::File file;
        file.version = dialect.bofVersion;
        file.classes = {emptyClass(systemClass, nextProperty), emptyClass(thingClass, nextProperty)};
        std::vector<vm::LoadedFile> files;
        files.push_back({std::move(file), "world.bof"});
        if (!machine->loadProgram(std::move(files)).empty())
            std::abort();
        kodbase::Kodbase names;
        const std::vector<std::pair<std::string, std::int32_t>> properties{
            {"plThings", 1}, {"piA", 2}, {"piB", 3}, {"psName", 4}, {"poNext", 5}};
        for (const auto& [name, id] : {std::pair("System", systemClass), std::pair("Thing", thingClass)}) {
            auto& entry = names.classes.emplace_back();
            entry.name = name;
            entry.id = id;
            for (const auto& [property, number] : properties)
                entry.properties.push_back({property, number});
        }
        machine->setNames(names);
        machine->clearWorld();
        std::int64_t last = machine->createObject(systemClass, {});
        for (std::int64_t i = 0; i < alive; ++i) {
            if (withDead)
                add();
            const std::int64_t made = add();
            machine->setProperty(last, nextProperty, {Tag::Object, made});
            last = made;
        }
    }

    std::unique_ptr<vm::Vm> machine;

private:
    std::int64_t add()
    {
        const std::int64_t object = machine->createObject(thingClass, {});
        vm::Value list{Tag::Nil, 0};
        for (int i = 0; i < cellsOfAnObject; ++i)
            list = {Tag::List, machine->newListNode(vm::Value::integer(i), list)};
        machine->setProperty(object, listProperty, list);
        machine->setProperty(object, 2, vm::Value::integer(object & 0xFFFF));
        return object;
    }

    test::FakeHost host_;
};

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

/// What a world stands still for: the fork. The child ends at once here; its work is that of saveToDisk.
void snapshotPause(benchmark::State& state)
{
    const BigWorld world(dialectOf(state), state.range(0), false);
    for (auto _ : state) {
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
