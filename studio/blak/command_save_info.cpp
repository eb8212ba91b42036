// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/windows1252.h"
#include "formats/save/game_index.h"
#include "studio/blak/commands.h"
#include "studio/blak/json_output.h"
#include "studio/blak/save_output.h"
#include "studio/blak/terminal.h"

#include <algorithm>
#include <array>

namespace blak::cli {
namespace {

constexpr std::size_t shownClasses = 20;

Json describe(const save::GameIndex& index)
{
    const save::SaveSet& set = index.set();
    const save::Game& game = set.game;
    const auto countOf = [](const auto& part) { return part ? Json(part->entries.size()) : Json(nullptr); };
    Json json{{"file", set.file.string()},
              {"number", set.number},
              {"saved", timeText(set.number)},
              {"writer", save::flavourName(game.flavour)},
              {"classes", game.classes.size()},
              {"resources", game.resources.size()},
              {"objects", game.objects.size()},
              {"listNodes", game.listNodes.size()},
              {"tables", game.tables.size()},
              {"timers", game.timers.size()},
              {"users", game.users.size()},
              {"strings", countOf(set.strings)},
              {"dynamicResources", countOf(set.dynamicResources)},
              {"accounts", set.accounts ? Json(set.accounts->accounts().size()) : Json(nullptr)}};
    json["builtInObjects"] = Json::object();
    for (const save::BuiltInObject& entry : game.builtIns)
        json["builtInObjects"][index.builtInName(entry.which)] = entry.object;
    return json;
}

void printText(const Json& json, const save::GameIndex& index)
{
    TextTable table({});
    for (const auto& [key, value] : json.items()) {
        std::string shown = value.is_string() ? value.get<std::string>() : value.is_null() ? "(no file)" : value.dump();
        if (value.is_object()) {
            shown.clear();
            for (const auto& [name, object] : value.items())
                shown += (shown.empty() ? "" : ", ") + name + " " + object.dump();
        }
        table.add({labelOf(key), shown});
    }
    print(table.text(2).substr(1));
    const auto counts = countByClass(index);
    TextTable classes({"class", "objects"});
    for (std::size_t i = 0; i < std::min(shownClasses, counts.size()); ++i)
        classes.add({counts[i].name, std::to_string(counts[i].objects)});
    print("\n" + classes.text(1));
    if (counts.size() > shownClasses)
        print("and " + std::to_string(counts.size() - shownClasses) + " more classes: see blak save list --classes\n");
}

int run(const Arguments& arguments)
{
    Json all = Json::array();
    int status = success;
    bool isFirst = true;
    for (const std::string& word : arguments.words) {
        const auto set = save::readSaveSet(word);
        if (!set) {
            status = complain(set.error().text());
            continue;
        }
        const save::GameIndex index(set.value());
        Json json = describe(index);
        if (arguments.has("--json")) {
            json["byClass"] = Json::object();
            for (const ClassCount& count : countByClass(index))
                json["byClass"][count.name] = count.objects;
            all.push_back(std::move(json));
            continue;
        }
        print(isFirst ? "" : "\n");
        isFirst = false;
        printText(json, index);
    }
    if (arguments.has("--json"))
        printJson(all);
    return status;
}

constexpr std::array options{Option{"--json", "", "print a JSON array with one object per save"}};
constexpr std::array examples{
    Example{"blak save info savegame", "the save that lastsave.txt names: who wrote it, how much is in it"},
    Example{"blak save info --json savegame/gameuser.1763700000 | jq '.[].objects'", "how many objects there are"},
};

} // namespace

const Command saveInfoCommand{
    "save info", "Saved games",   "Show what a saved game holds", "SAVE...", options, examples, 1, anyNumber,
    run,         saveArgumentHelp};

} // namespace blak::cli
