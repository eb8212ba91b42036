// SPDX-License-Identifier: GPL-3.0-or-later
// Reading and writing the largest room of the corpus, as .roo and as text. Without ../shared there is nothing to measure.
#include "formats/base/file_io.h"
#include "formats/roo/room.h"
#include "formats/udmf/udmf.h"

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <filesystem>

namespace {

using namespace blak;

std::vector<std::byte> largestRoom()
{
    namespace fs = std::filesystem;
    const char* shared = std::getenv("BLAK_SHARED_DIR");
    const char* source = std::getenv("BLAK_SOURCE_DIR"); // scripts/bench sets it
    const fs::path folder =
        (shared != nullptr ? fs::path(shared) : fs::path(source != nullptr ? source : ".") / "../shared") / "corpus/roo";
    fs::path largest;
    std::error_code code;
    for (const auto& entry : fs::directory_iterator(folder, code))
        if (largest.empty() || entry.file_size() > fs::file_size(largest))
            largest = entry.path();
    auto bytes = readFile(largest);
    return bytes ? std::move(bytes).value() : std::vector<std::byte>();
}

const std::vector<std::byte>& file()
{
    static const std::vector<std::byte> bytes = largestRoom();
    return bytes;
}

const roo::Room& room()
{
    static const roo::Room room = roo::read(file(), "largest.roo").value();
    return room;
}

bool isReady(benchmark::State& state)
{
    if (file().empty())
        state.SkipWithError("../shared is missing");
    return !file().empty();
}

void readRoom(benchmark::State& state)
{
    if (!isReady(state))
        return;
    for (auto _ : state)
        benchmark::DoNotOptimize(roo::read(file(), "largest.roo"));
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(file().size()));
}
BENCHMARK(readRoom)->Unit(benchmark::kMillisecond);

void writeRoom(benchmark::State& state)
{
    if (!isReady(state))
        return;
    for (auto _ : state)
        benchmark::DoNotOptimize(roo::write(room()));
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(file().size()));
}
BENCHMARK(writeRoom)->Unit(benchmark::kMillisecond);

void securityOfRoom(benchmark::State& state)
{
    if (!isReady(state))
        return;
    for (auto _ : state)
        benchmark::DoNotOptimize(roo::securityValue(room()));
}
BENCHMARK(securityOfRoom)->Unit(benchmark::kMillisecond);

void writeText(benchmark::State& state)
{
    if (!isReady(state))
        return;
    for (auto _ : state)
        benchmark::DoNotOptimize(udmf::write(room()));
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(udmf::write(room()).size()));
}
BENCHMARK(writeText)->Unit(benchmark::kMillisecond);

void readText(benchmark::State& state)
{
    if (!isReady(state))
        return;
    const std::string text = udmf::write(room());
    for (auto _ : state)
        benchmark::DoNotOptimize(udmf::read(text, "largest.udmf"));
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}
BENCHMARK(readText)->Unit(benchmark::kMillisecond);

} // namespace
