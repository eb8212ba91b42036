// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/blak/commands.h"
#include "studio/blak/terminal.h"
#include "studio/project/project.h"
#include "studio/worldmap/world_output.h"

#include <array>

namespace blak::cli {
namespace {

int run(const Arguments& arguments)
{
    if (arguments.has("--json") && arguments.has("--svg"))
        return complainAboutUsage(roomWorldCommand, "one of --json and --svg");
    const auto world = project::open(arguments.words[0]);
    if (!world)
        return complain(world.error().text());
    const auto graph = worldmap::readWorldGraph(world.value(), diskFiles());
    if (!graph)
        return complain(graph.error().text());
    if (arguments.has("--json") || arguments.has("--svg")) {
        const auto cells = worldmap::layOut(graph.value());
        print(arguments.has("--json") ? worldmap::jsonOf(graph.value(), cells, world.value().root()) : worldmap::svgOf(graph.value(), cells));
        return success;
    }
    std::size_t edges = 0, islands = 0;
    for (const worldmap::WorldExit& exit : graph.value().exits)
        edges += exit.edge ? 1U : 0U;
    for (const worldmap::WorldRoom& room : graph.value().rooms)
        islands += room.isIsland() ? 1U : 0U;
    print(std::to_string(graph.value().rooms.size()) + " rooms, " + std::to_string(graph.value().exits.size()) + " exits (" +
          std::to_string(edges) + " over an edge), " + std::to_string(islands) + " rooms that nothing leads to\n");
    for (const worldmap::WorldRoom& room : graph.value().rooms)
        if (room.isIsland())
            print("nothing leads to " + room.name + "\n");
    for (const worldmap::LostExit& exit : graph.value().lost)
        print(exit.source.lexically_relative(world.value().root()).generic_string() + ":" + std::to_string(exit.line) + ": " +
              graph.value().rooms[exit.from].name + " leads to " + exit.constant + ", which no room has\n");
    return success;
}

constexpr std::array options{
    Option{"--json", "", "rooms, their places on the map, and exits, as one JSON object"},
    Option{"--svg", "", "the map as a picture"},
};
constexpr std::array examples{
    Example{"blak room world .", "how many rooms, which of them nothing leads to, and exits to nowhere"},
    Example{"blak room world . --svg > world.svg", "the map of all rooms"},
};

} // namespace

const Command roomWorldCommand{
    "room world",
    "Rooms",
    "Map all rooms of a world",
    "PROJECT",
    options,
    examples,
    1,
    1,
    run,
    "Exits are read from Blakod (plExits, plEdge_exits, plEdges). A room that no exit leads to counts as reached when other Blakod\n"
    "names its number."};

} // namespace blak::cli
