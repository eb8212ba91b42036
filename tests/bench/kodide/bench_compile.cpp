// SPDX-License-Identifier: GPL-3.0-or-later
// Whole trees: BLAK_KOD_TREE=folder (a copy: objects are written into it), else a made-up tree of 400 classes. With
// BLAK_REFERENCE_BC="bc -d -I inc -K kodbase.txt -r tree" the old compiler's command line is timed beside it.
#include "formats/base/file_io.h"
#include "kodide/compiler/tree_compile.h"
#include "kodide/compiler/tree_symbols.h"

#include <benchmark/benchmark.h>
#include <cstdlib>
#include <filesystem>
#include <sys/resource.h>

using namespace blak;
using namespace blak::kod;
namespace fs = std::filesystem;

namespace {

std::string classText(const std::string& name, const std::string& super, int handlers)
{
    std::string text = name + (super.empty() ? "" : " is " + super) + "\nconstants:\n   include shared.khd\nresources:\n   " +
                       name + "_name = \"something\"\nproperties:\n   pi" + name + " = 1\nmessages:\n";
    for (int i = 0; i < handlers; ++i)
        text += "   Do" + std::to_string(i) + "(what = $, amount = " + std::to_string(i) +
                ")\n   {\n      local x, y;\n      x = amount;\n"
                "      y = 0;\n      while x > 0 and what <> $\n      {\n         x = x - 1;\n         y = y + Send(self, @Do0, "
                "#what = what, "
                "#amount = x * 2);\n      }\n      if y = 0\n      {\n         return " +
                name + "_name;\n      }\n      return [x, y, pi" + name + "];\n   }\n\n";
    return text + "end\n";
}

fs::path tree()
{
    if (const char* given = std::getenv("BLAK_KOD_TREE"))
        return given;
    const fs::path root = fs::temp_directory_path() / "blak-bench-kod";
    fs::create_directories(root / "include");
    std::string constants;
    for (int i = 0; i < 2000; ++i)
        constants += "   SHARED_" + std::to_string(i) + " = " + std::to_string(i) + "\n";
    if (!writeFileAtomically(root / "include/shared.khd", constants, Backup::None))
        std::abort();
    for (int i = 0; i < 400; ++i) {
        const std::string name = "Thing" + std::to_string(i);
        if (!writeFileAtomically(root / (name + ".kod"), classText(name, i == 0 ? "" : "Thing" + std::to_string(i / 4), 12),
                                 Backup::None))
            std::abort();
    }
    return root;
}

const fs::path& treeRoot()
{
    static const fs::path root = tree();
    return root;
}

double peakMegabytes()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024.0;
}

void compile(benchmark::State& state, bool all)
{
    TreeOptions options;
    options.all = all;
    options.sidecars = false;
    TreeResult result = compileTree(treeRoot(), options);
    for (auto _ : state)
        result = compileTree(treeRoot(), options);
    state.counters["files"] = static_cast<double>(result.compiled);
    state.counters["lines"] = static_cast<double>(result.lines);
    state.counters["peak MB"] = peakMegabytes();
}

void wholeTreeCold(benchmark::State& state) { compile(state, true); }
void unchangedTree(benchmark::State& state) { compile(state, false); }

/// A picture of the symbols, and one changed by a file.
void snapshot(benchmark::State& state)
{
    const TreeSymbols symbols = TreeSymbols::read(kodTreeAt(treeRoot()));
    for (auto _ : state) {
        TreeSymbols copy = symbols;
        benchmark::DoNotOptimize(copy);
    }
}

void referenceCompiler(benchmark::State& state)
{
    const char* command = std::getenv("BLAK_REFERENCE_BC");
    if (!command) {
        state.SkipWithError("BLAK_REFERENCE_BC is not set");
        return;
    }
    const std::string remove = "find '" + treeRoot().string() + "' -name '*.bof' -delete";
    for (auto _ : state) {
        state.PauseTiming();
        if (std::system(remove.c_str()) != 0)
            state.SkipWithError("cannot clean the tree");
        state.ResumeTiming();
        if (std::system((std::string(command) + " > /dev/null 2>&1").c_str()) != 0)
            state.SkipWithError("the command failed");
    }
}

BENCHMARK(wholeTreeCold)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime()->UseRealTime();
BENCHMARK(unchangedTree)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime()->UseRealTime();
BENCHMARK(snapshot)->Unit(benchmark::kMicrosecond);
BENCHMARK(referenceCompiler)->Unit(benchmark::kMillisecond)->UseRealTime();

} // namespace
