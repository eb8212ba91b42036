// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/palette/palette.h"

#include <benchmark/benchmark.h>

#include <memory>

namespace {

void buildTables(benchmark::State& state)
{
    const auto tables = std::make_unique<blak::palette::Tables>();
    for (auto _ : state) {
        blak::palette::buildTables(blak::palette::builtIn(), *tables);
        benchmark::DoNotOptimize(tables.get());
    }
}
BENCHMARK(buildTables)->Unit(benchmark::kMillisecond);

} // namespace
