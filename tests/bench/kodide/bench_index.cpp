// SPDX-License-Identifier: GPL-3.0-or-later
// The semantic index of a tree: BLAK_KOD_TREE=folder (only read), which should be a large one. `readSymbols` is what readIndexed
// is to be measured against.
#include "formats/base/file_source.h"
#include "kodide/index/tree_index.h"

#include <benchmark/benchmark.h>
#include <cstdlib>
#include <filesystem>

using namespace blak;
using namespace blak::kod;
namespace fs = std::filesystem;

namespace {

const KodTree& tree()
{
    static const KodTree found = [] {
        const char* given = std::getenv("BLAK_KOD_TREE");
        return kodTreeAt(given ? given : "world/kod");
    }();
    return found;
}

const IndexedTree& indexed()
{
    static const IndexedTree both = IndexedTree::read(tree());
    return both;
}

/// The longest source of the tree, with its text.
struct LongFile
{
    fs::path path;
    std::string text;
};
const LongFile& longest()
{
    static const LongFile file = [] {
        LongFile found;
        FolderScan scan;
        for (const TreeFile& source : tree().order(scan).files)
            if (auto text = diskFiles().readText(source.source); text && text.value().size() > found.text.size())
                found = {source.source, std::move(text).value()};
        return found;
    }();
    return file;
}

/// The message with the most uses that a handler of the longest source sends.
SymbolKey usedMost()
{
    SymbolKey best;
    std::size_t most = 0;
    for (std::size_t at = longest().text.find('@'); at != std::string::npos; at = longest().text.find('@', at + 1))
        if (const auto key = indexed().index.symbolAt(longest().path, static_cast<std::uint32_t>(at + 1)); key && *key != best)
            if (const std::size_t uses = indexed().index.uses(*key).size(); uses > most) {
                most = uses;
                best = *key;
            }
    return best;
}

/// The longest source up to its last handler's body, and some more.
std::string typed(const char* statement)
{
    const std::string& text = longest().text;
    const std::size_t brace = text.rfind('}');
    return text.substr(0, brace == std::string::npos ? text.size() : brace) + "\n   " + statement;
}

void completeAt(benchmark::State& state, const char* statement)
{
    const std::string text = typed(statement);
    std::size_t items = 0;
    for (auto _ : state)
        items = indexed().index.complete(longest().path, text, static_cast<std::uint32_t>(text.size())).items.size();
    state.counters["items"] = static_cast<double>(items);
}

void readSymbols(benchmark::State& state)
{
    for (auto _ : state)
        benchmark::DoNotOptimize(TreeSymbols::read(tree()));
}
void readIndexed(benchmark::State& state)
{
    for (auto _ : state)
        benchmark::DoNotOptimize(IndexedTree::read(tree()));
    state.counters["MB"] = static_cast<double>(indexed().index.memoryBytes()) / 1e6;
    state.counters["files"] = static_cast<double>(indexed().index.fileCount());
    state.counters["uses"] = static_cast<double>(indexed().index.useCount());
}
void withOneFile(benchmark::State& state)
{
    const CheckedText checked = indexed().symbols.check(longest().path, longest().text);
    for (auto _ : state)
        benchmark::DoNotOptimize(indexed().index.with(longest().path, checked));
}
/// Where the text declares one handler more, the classes are looked at anew.
void withOneHandlerMore(benchmark::State& state)
{
    std::string text = longest().text;
    text.insert(text.rfind("end"), "   ZzFresh() { return; }\n");
    const CheckedText checked = indexed().symbols.check(longest().path, text);
    for (auto _ : state)
        benchmark::DoNotOptimize(indexed().index.with(longest().path, checked));
}
/// What the tree says of one text, after each key.
void findingsOfOneFile(benchmark::State& state)
{
    const CheckedText checked = indexed().symbols.check(longest().path, longest().text);
    for (auto _ : state)
        benchmark::DoNotOptimize(indexed().index.findings(checked));
}
void symbolAt(benchmark::State& state)
{
    std::uint32_t at = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(indexed().index.symbolAt(longest().path, at));
        at = static_cast<std::uint32_t>((at + 97) % longest().text.size());
    }
}
void completeMessages(benchmark::State& state) { completeAt(state, "x = Send(what, @"); }
void completeOwnMessages(benchmark::State& state) { completeAt(state, "x = Send(self, @"); }
void completeExpression(benchmark::State& state) { completeAt(state, "return "); }
void completeClasses(benchmark::State& state) { completeAt(state, "x = Create(&"); }
void completeResourceWord(benchmark::State& state) { completeAt(state, "return monster_n"); }
void callHelp(benchmark::State& state)
{
    const std::string text = typed("x = Send(self, @Constructor, #what = ");
    for (auto _ : state)
        benchmark::DoNotOptimize(indexed().index.callAt(longest().path, text, static_cast<std::uint32_t>(text.size())));
}
void usesOfTheCommonest(benchmark::State& state)
{
    const SymbolKey key = usedMost();
    std::size_t uses = 0;
    for (auto _ : state)
        uses = indexed().index.uses(key).size();
    state.counters["uses"] = static_cast<double>(uses);
}
void describeTheCommonest(benchmark::State& state)
{
    const SymbolKey key = usedMost();
    for (auto _ : state)
        benchmark::DoNotOptimize(indexed().index.describe(key, "user"));
}
void planRenaming(benchmark::State& state)
{
    const SymbolKey key = usedMost();
    for (auto _ : state)
        benchmark::DoNotOptimize(indexed().index.rename(key, "ZzFresh"));
}

} // namespace

BENCHMARK(readSymbols)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime()->UseRealTime();
BENCHMARK(readIndexed)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime()->UseRealTime();
BENCHMARK(withOneFile)->Unit(benchmark::kMillisecond);
BENCHMARK(withOneHandlerMore)->Unit(benchmark::kMillisecond);
BENCHMARK(findingsOfOneFile)->Unit(benchmark::kMillisecond);
BENCHMARK(symbolAt)->Unit(benchmark::kMicrosecond);
BENCHMARK(completeMessages)->Unit(benchmark::kMillisecond);
BENCHMARK(completeOwnMessages)->Unit(benchmark::kMillisecond);
BENCHMARK(completeExpression)->Unit(benchmark::kMillisecond);
BENCHMARK(completeClasses)->Unit(benchmark::kMillisecond);
BENCHMARK(completeResourceWord)->Unit(benchmark::kMillisecond);
BENCHMARK(callHelp)->Unit(benchmark::kMillisecond);
BENCHMARK(usesOfTheCommonest)->Unit(benchmark::kMillisecond);
BENCHMARK(describeTheCommonest)->Unit(benchmark::kMillisecond);
BENCHMARK(planRenaming)->Unit(benchmark::kMillisecond);
