// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/atlas/atlas_output.h"
#include "studio/blak/commands.h"
#include "studio/blak/counted.h"
#include "studio/blak/terminal.h"
#include "studio/project/project.h"

#include <array>

namespace blak::cli {
namespace {

int run(const Arguments& arguments)
{
    if (arguments.has("--json") && arguments.has("--svg"))
        return complainAboutUsage(roomAtlasCommand, "one of --json and --svg");
    const auto project = project::open(arguments.words[0]);
    if (!project)
        return complain(project.error().text());
    const auto graph = atlas::readAtlasGraph(project.value(), diskFiles());
    if (!graph)
        return complain(graph.error().text());
    if (arguments.has("--json") || arguments.has("--svg")) {
        const auto cells = atlas::layOut(graph.value());
        print(arguments.has("--json") ? atlas::jsonOf(graph.value(), cells, project.value().root()) : atlas::svgOf(graph.value(), cells));
        return success;
    }
    std::size_t edges = 0, islands = 0;
    for (const atlas::AtlasExit& exit : graph.value().exits)
        edges += exit.edge ? 1U : 0U;
    for (const atlas::AtlasRoom& room : graph.value().rooms)
        islands += room.isIsland() ? 1U : 0U;
    print(counted(graph.value().rooms.size(), "room") + ", " + counted(graph.value().exits.size(), "exit") + " (" +
          std::to_string(edges) + " over an edge), " + counted(islands, "room") + " that nothing leads to\n");
    for (const atlas::AtlasRoom& room : graph.value().rooms)
        if (room.isIsland())
            print("nothing leads to " + room.name + "\n");
    for (const atlas::LostExit& exit : graph.value().lost)
        print(exit.source.lexically_relative(project.value().root()).generic_string() + ":" + std::to_string(exit.line) + ": " +
              graph.value().rooms[exit.from].name + " leads to " + exit.constant + ", which no room has\n");
    return success;
}

constexpr std::array options{
    Option{"--json", "", "rooms, their places on the map, and exits, as one JSON object"},
    Option{"--svg", "", "the map as a picture"},
};
constexpr std::array examples{
    Example{"blak room atlas .", "how many rooms, which of them nothing leads to, and exits to nowhere"},
    Example{"blak room atlas . --svg > atlas.svg", "the map of all rooms"},
};

} // namespace

const Command roomAtlasCommand{
    "room atlas",
    "Rooms",
    "Map all rooms of a project",
    "PROJECT",
    options,
    examples,
    1,
    1,
    run,
    "Exits are read from Blakod (plExits, plEdge_exits, plEdges). A room that no exit leads to counts as reached when other Blakod\n"
    "names its number."};

} // namespace blak::cli
