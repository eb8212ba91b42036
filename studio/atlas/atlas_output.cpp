// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/atlas/atlas_output.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>
#include <utility>

namespace blak::atlas {
namespace {

using Json = nlohmann::ordered_json;

constexpr int margin = 24;
constexpr std::size_t mostLetters = 18; ///< of a name that fits into its room

std::string below(const std::filesystem::path& file, const std::filesystem::path& root)
{
    return file.empty() ? std::string() : file.lexically_relative(root).generic_string();
}

const char* nameOf(Compass compass)
{
    switch (compass) {
    case Compass::North: return "north";
    case Compass::East: return "east";
    case Compass::South: return "south";
    case Compass::West: return "west";
    }
    return "";
}

std::string escaped(std::string_view text)
{
    std::string safe;
    for (const char letter : text)
        switch (letter) {
        case '<': safe += "&lt;"; break;
        case '>': safe += "&gt;"; break;
        case '&': safe += "&amp;"; break;
        case '"': safe += "&quot;"; break;
        default:
            if (static_cast<unsigned char>(letter) >= 0x20) // no other control may stand in XML
                safe += letter;
        }
    return safe;
}

std::string number(double value) { return std::to_string(static_cast<int>(value)); }

} // namespace

std::string jsonOf(const AtlasGraph& graph, const std::vector<MapCell>& cells, const std::filesystem::path& root)
{
    Json json = Json::object();
    Json& rooms = json["rooms"] = Json::array();
    for (std::size_t i = 0; i < graph.rooms.size(); ++i) {
        const AtlasRoom& room = graph.rooms[i];
        Json tags = Json::array();
        for (const TagUse& use : room.tags)
            tags.push_back(Json{{"tag", use.tag}, {"message", use.message}, {"source", below(use.place.source, root)}, {"line", use.place.line}});
        rooms.push_back(Json{{"class", room.name},
                             {"title", room.title},
                             {"constant", room.constant},
                             {"file", below(room.file, root)},
                             {"source", below(room.source, root)},
                             {"x", cells[i].x},
                             {"y", cells[i].y},
                             {"reached", room.isReached},
                             {"named", room.isNamed},
                             {"tags", std::move(tags)}});
    }
    Json& exits = json["exits"] = Json::array();
    for (const AtlasExit& exit : graph.exits) {
        Json one{{"from", graph.rooms[exit.from].name}, {"to", graph.rooms[exit.to].name}};
        if (exit.edge)
            one["edge"] = nameOf(*exit.edge);
        one["source"] = below(exit.source, root);
        one["line"] = exit.line;
        exits.push_back(std::move(one));
    }
    Json& lost = json["lost"] = Json::array();
    for (const LostExit& exit : graph.lost)
        lost.push_back(Json{{"from", graph.rooms[exit.from].name},
                            {"to", exit.constant},
                            {"source", below(exit.source, root)},
                            {"line", exit.line}});
    return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string svgOf(const AtlasGraph& graph, const std::vector<MapCell>& cells)
{
    MapCell last;
    for (const MapCell cell : cells)
        last = {std::max(last.x, cell.x), std::max(last.y, cell.y)};
    const auto left = [&](std::size_t room) { return margin + cells[room].x * cellWidth; };
    const auto top = [&](std::size_t room) { return margin + cells[room].y * cellHeight; };
    std::string svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + number(2 * margin + (last.x + 1) * cellWidth) + "\" height=\"" +
                      number(2 * margin + (last.y + 1) * cellHeight) + "\" font-family=\"sans-serif\" font-size=\"11\">\n" +
                      "<style>:root{background:#fff}rect{fill:#eef2f7;stroke:#5a6b80}.island{stroke:#c43b3b;stroke-dasharray:4 3}"
                      "text{fill:#1b2430}.small{fill:#5a6b80;font-size:9px}line{stroke:#9aa8b8}.edge{stroke:#3f7d4e;stroke-width:3}\n"
                      "@media(prefers-color-scheme:dark){:root{background:#14181d}rect{fill:#232b35;stroke:#7d8da1}text{fill:#e4e9ef}"
                      ".small{fill:#93a1b2}line{stroke:#55616f}.edge{stroke:#5fae73}}</style>\n";
    std::set<std::pair<std::size_t, std::size_t>> drawn;
    for (const bool edges : {true, false})
        for (const AtlasExit& exit : graph.exits)
            if (exit.edge.has_value() == edges && exit.from != exit.to &&
                drawn.insert(std::minmax(exit.from, exit.to)).second)
                svg += "<line" + std::string(edges ? " class=\"edge\"" : "") + " x1=\"" + number(left(exit.from) + roomWidth / 2) + "\" y1=\"" +
                       number(top(exit.from) + roomHeight / 2) + "\" x2=\"" + number(left(exit.to) + roomWidth / 2) + "\" y2=\"" +
                       number(top(exit.to) + roomHeight / 2) + "\"/>\n";
    for (std::size_t i = 0; i < graph.rooms.size(); ++i) {
        const AtlasRoom& room = graph.rooms[i];
        std::string name = room.name;
        if (name.size() > mostLetters)
            name = name.substr(0, mostLetters - 1) + "\u2026";
        svg += "<g><title>" + escaped(room.title.empty() ? room.name : room.title) + "</title><rect" +
               std::string(room.isIsland() ? " class=\"island\"" : "") + " x=\"" + number(left(i)) + "\" y=\"" + number(top(i)) + "\" width=\"" +
               number(roomWidth) + "\" height=\"" + number(roomHeight) + "\" rx=\"4\"/><text x=\"" + number(left(i) + 8) + "\" y=\"" +
               number(top(i) + 16) + "\">" + escaped(name) + "</text><text class=\"small\" x=\"" + number(left(i) + 8) + "\" y=\"" +
               number(top(i) + 30) + "\">" + escaped(room.file.empty() ? "no room file" : room.file.filename().string()) + "</text></g>\n";
    }
    return svg + "</svg>\n";
}

} // namespace blak::atlas
