// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/play/prepare/recipe.h"

#include "formats/base/file_io.h"
#include "formats/base/find_file.h"

#include <algorithm>

namespace blak::play {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// Texts of several lines stand as lists of lines.
std::string linesOf(const json& value)
{
    if (value.is_string())
        return value.get<std::string>();
    std::string out;
    if (value.is_array())
        for (const json& line : value)
            out += line.get<std::string>() + "\n";
    return out;
}

} // namespace

Result<Recipe> readRecipe(std::string_view text, const std::string& where)
{
    constexpr int deepest = 64; // what goes through it calls itself for each level
    bool tooDeep = false;
    const auto look = [&](int depth, json::parse_event_t, json&) {
        tooDeep = tooDeep || depth > deepest;
        return !tooDeep;
    };
    const json root = json::parse(text, look, false, true);
    if (tooDeep)
        return Error{"expected a recipe of at most " + std::to_string(deepest) + " levels", where};
    if (!root.is_object())
        return Error{"expected a recipe for playing: a JSON object", where};
    try {
        Recipe recipe;
        recipe.name = root.at("name").get<std::string>();
        recipe.dialect = root.value("dialect", "");
        recipe.roomClass = root.at("room").at("class").get<std::string>();
        recipe.roomFile = root.at("room").at("file").get<std::string>();
        recipe.roomName = root.at("room").value("name", "vrName");
        recipe.roomNumber = root.at("room").value("number", "");
        recipe.roomRow = root.at("room").value("row", "");
        recipe.roomColumn = root.at("room").value("column", "");
        recipe.roomAngle = root.at("room").value("angle", "");
        recipe.owner = root.value("owner", "poOwner");
        if (root.contains("things") && root["things"].contains("lists")) {
            const json& things = root["things"];
            recipe.thingLists = things["lists"].get<std::vector<std::string>>();
            recipe.rowElement = things.at("row").get<int>();
            recipe.columnElement = things.at("column").get<int>();
            recipe.fineRowElement = things.at("fineRow").get<int>();
            recipe.fineColumnElement = things.at("fineColumn").get<int>();
            if (std::min({recipe.rowElement, recipe.columnElement, recipe.fineRowElement, recipe.fineColumnElement}) < 2)
                return Error{"expected elements of \"things\" from 2: the first is the thing", where};
        } else if (root.contains("things")) {
            recipe.thingClass = root["things"].at("class").get<std::string>();
            recipe.thingRow = root["things"].at("row").get<std::string>();
            recipe.thingColumn = root["things"].at("column").get<std::string>();
        }
        recipe.held = root.value("held", "");
        recipe.place = root.at("place");
        recipe.roomChanged = root.value("roomChanged", json::array());
        if (root.contains("throwAway")) {
            const json& room = root["throwAway"];
            recipe.throwAwayClass = room.at("class").get<std::string>();
            recipe.throwAwaySource = linesOf(room.at("source"));
            recipe.throwAwayMake = room.at("make");
        }
        recipe.cheats = root.value("cheats", json::object());
        recipe.learn = root.value("learn", json::array());
        for (const json& kind : recipe.learn)
            if (!kind.at("class").is_string() || !kind.at("requests").is_array())
                return Error{"expected \"class\" and a list of \"requests\" in \"learn\"", where};
        if (!recipe.place.is_array() || !(recipe.throwAwayMake.is_null() || recipe.throwAwayMake.is_array()) ||
            !recipe.cheats.is_object())
            return Error{"expected lists of requests for \"place\" and \"make\" and an object for \"cheats\"", where};
        return recipe;
    } catch (const json::exception& fault) {
        return Error{fault.what(), where};
    }
}

Result<std::vector<Recipe>> recipesFor(const fs::path& project)
{
    const auto own = findInFolder(project, "play.json");
    if (!own)
        return shippedRecipes();
    const auto text = readTextFile(*own, 1024 * 1024);
    if (!text)
        return text.error();
    auto recipe = readRecipe(text.value(), own->string());
    if (!recipe)
        return recipe.error();
    std::vector<Recipe> out;
    out.push_back(std::move(recipe).value());
    return out;
}

Result<json> filled(const json& pattern, const std::map<std::string, json>& values)
{
    if (pattern.is_string()) {
        const auto& text = pattern.get_ref<const std::string&>();
        if (!text.starts_with('$') || text.size() == 1)
            return pattern;
        const auto it = values.find(text.substr(1));
        if (it == values.end())
            return Error{"nothing is known of " + text, "recipe"};
        return it->second;
    }
    json out = pattern;
    if (pattern.is_structured())
        for (auto it = out.begin(); it != out.end(); ++it) {
            auto part = filled(*it, values);
            if (!part)
                return part;
            *it = std::move(part).value();
        }
    return out;
}

std::string filledText(std::string text, const std::map<std::string, std::string>& values)
{
    for (const auto& [name, value] : values)
        for (std::size_t at = text.find("$" + name); at != std::string::npos; at = text.find("$" + name, at + value.size()))
            text.replace(at, name.size() + 1, value);
    return text;
}

} // namespace blak::play
