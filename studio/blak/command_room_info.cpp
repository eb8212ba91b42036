// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/roo/room.h"
#include "studio/blak/commands.h"
#include "studio/blak/json_output.h"
#include "studio/blak/room_input.h"
#include "studio/blak/terminal.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <set>

namespace blak::cli {
namespace {

constexpr int unitsPerSquare = 64;

std::set<std::uint16_t> texturesOf(const roo::Room& room)
{
    std::set<std::uint16_t> textures;
    for (const roo::Sidedef& side : room.sidedefs)
        textures.insert({side.normalTexture, side.aboveTexture, side.belowTexture});
    for (const roo::Sector& sector : room.sectors)
        textures.insert({sector.floorTexture, sector.ceilingTexture});
    textures.erase(0);
    return textures;
}

std::size_t slopesOf(const roo::Room& room)
{
    std::size_t slopes = 0;
    for (const roo::Sector& sector : room.sectors)
        slopes +=
            static_cast<std::size_t>(sector.floorSlope.has_value()) + static_cast<std::size_t>(sector.ceilingSlope.has_value());
    return slopes;
}

Json describe(const std::string& file, const roo::Room& room)
{
    const roo::PlayableRectangle area = roo::playableRectangle(room);
    const auto leaves = std::count_if(room.nodes.begin(), room.nodes.end(),
                                      [](const roo::Node& node) { return node.kind == roo::Node::Kind::Leaf; });
    Json json{{"file", file},
              {"version", roo::formatName(room.format)},
              {"roomId", room.roomId},
              {"security", room.security},
              {"securityIsRight", roo::securityValue(room) == room.security},
              {"columns", (area.right - area.left) / unitsPerSquare},
              {"rows", (area.top - area.bottom) / unitsPerSquare},
              {"linedefs", room.linedefs.size()},
              {"sidedefs", room.sidedefs.size()},
              {"sectors", room.sectors.size()},
              {"slopes", slopesOf(room)},
              {"things", room.things.size()},
              {"nodes", room.nodes.size()},
              {"leaves", leaves},
              {"walls", room.walls.size()},
              {"serverSection", room.server.has_value()},
              {"highResolutionGrid", room.server.has_value() && room.server->highResolution.has_value()},
              {"textures", texturesOf(room)}};
    return json;
}

/// The same facts as the JSON, one line each.
void printText(const Json& json)
{
    std::string text;
    for (const auto& [key, value] : json.items()) {
        std::string shown = value.is_string() ? value.get<std::string>() : value.is_boolean() ? (value ? "yes" : "no") : "";
        if (shown.empty() && value.is_array()) {
            for (const Json& number : value)
                shown += (shown.empty() ? "" : " ") + number.dump();
        } else if (key == "security") {
            char hexadecimal[16];
            std::snprintf(hexadecimal, sizeof hexadecimal, "%08X", value.get<unsigned>());
            shown = hexadecimal;
        } else if (shown.empty()) {
            shown = value.dump();
        }
        const std::string label = labelOf(key);
        text += label + std::string(label.size() < 22 ? 22 - label.size() : 1, ' ') + shown + "\n";
    }
    print(text);
}

int run(const Arguments& arguments)
{
    Json all = Json::array();
    int status = success;
    for (const std::string& word : arguments.words) {
        const auto room = readRoom(word);
        if (!room)
            status = complain(room.error().text());
        else
            all.push_back(describe(word, room.value()));
    }
    if (arguments.has("--json")) {
        printJson(all);
        return status;
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
        print(i == 0 ? "" : "\n");
        printText(all[i]);
    }
    return status;
}

constexpr std::array options{Option{"--json", "", "print a JSON array with one object per file"}};
constexpr std::array examples{
    Example{"blak room info tos.roo", "version, size, counts and textures of one room"},
    Example{"blak room info --json rooms/*.roo | jq '.[] | select(.slopes > 0).file'", "which rooms have slopes"},
};

} // namespace

const Command roomInfoCommand{"room info", "Rooms", "Show what a room holds", "FILE...", options, examples, 1, anyNumber, run};

} // namespace blak::cli
