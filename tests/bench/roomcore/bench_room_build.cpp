// SPDX-License-Identifier: GPL-3.0-or-later
// How long rooms take to build and how good the trees are. Rooms: a made one of 2 000 linedefs, and the largest of ../shared
// (or $BLAK_SHARED_DIR) when it is there.
#include "formats/base/file_io.h"
#include "roomedit/roomcore/built_tree.h"
#include "roomedit/roomcore/compatible_build.h"
#include "roomedit/roomcore/compatible_grids.h"
#include "tests/support/room_samples.h"

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <filesystem>
#include <optional>

using namespace blak;
using namespace blak::roomcore;

namespace {

constexpr const char* corpusRooms[] = {"om__15__labyrinth1.roo", "om__15__golem_dungeon.roo", "om__14nosrv__mardun03.roo",
                                       "om__14srv__castle1.roo", "om__13i__kb1.roo"};

std::optional<roo::Room> corpusRoom(const char* name)
{
    const char* shared = std::getenv("BLAK_SHARED_DIR");
    const auto file = std::filesystem::path(shared != nullptr ? shared : "../shared") / "corpus/roo" / name;
    const auto bytes = readFile(file);
    if (!bytes)
        return std::nullopt;
    auto room = roo::read(bytes.value(), name);
    return room ? std::optional(std::move(room).value()) : std::nullopt;
}

std::size_t depthOf(const std::vector<roo::Node>& nodes, std::size_t number)
{
    if (number == 0 || nodes[number - 1].kind == roo::Node::Kind::Leaf)
        return number == 0 ? 0 : 1;
    return 1 + std::max(depthOf(nodes, nodes[number - 1].plusChild), depthOf(nodes, nodes[number - 1].minusChild));
}

void countTree(benchmark::State& state, const roo::Room& room, const BuiltTree& tree)
{
    const auto linedefs = static_cast<double>(room.linedefs.size());
    state.counters["linedefs"] = linedefs;
    state.counters["nodes"] = static_cast<double>(tree.nodes.size());
    state.counters["split_percent"] = 100 * (static_cast<double>(tree.walls.size()) / linedefs - 1);
    state.counters["depth"] = static_cast<double>(depthOf(tree.nodes, 1));
}

void buildTreeOf(benchmark::State& state, const roo::Room& room, const BuildOptions& options)
{
    std::optional<BuiltTree> last;
    for (auto _ : state) {
        auto tree = buildTree(room, options);
        if (!tree)
            return state.SkipWithError(tree.error().text().c_str());
        last = std::move(tree).value();
    }
    countTree(state, room, *last);
}

void buildGridsOf(benchmark::State& state, const roo::Room& room)
{
    const auto tree = buildTree(room, BuildOptions::latest(room.format));
    for (auto _ : state)
        benchmark::DoNotOptimize(buildGrids(room, tree.value(), BuildOptions::latest(room.format)));
    state.counters["cells"] = static_cast<double>(room.server->move.cells.size());
}

void registerRoom(const std::string& name, const roo::Room& room)
{
    const auto add = [&](const std::string& what, auto run) {
        benchmark::RegisterBenchmark((what + "/" + name).c_str(), run)->Unit(benchmark::kMillisecond);
    };
    add("compatible", [room](benchmark::State& state) { buildTreeOf(state, room, BuildOptions::latest(room.format)); });
    add("fast", [room](benchmark::State& state) { buildTreeOf(state, room, BuildOptions::fast(room.format)); });
    if (room.server)
        add("grids", [room](benchmark::State& state) { buildGridsOf(state, room); });
}

// 31 x 31 sectors have 1 984 lines.
const bool registered = [] {
    registerRoom("made_2000_lines", test::makeGridRoom({.rows = 31, .columns = 31, .jitters = true}, 1));
    for (const char* name : corpusRooms)
        if (const auto room = corpusRoom(name))
            registerRoom(name, *room);
    return true;
}();

} // namespace
