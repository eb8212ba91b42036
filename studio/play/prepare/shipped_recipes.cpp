// SPDX-License-Identifier: GPL-3.0-or-later
// The families of Blakod that Play knows by itself.
#include "studio/play/prepare/recipe.h"

#include <cassert>

namespace blak::play {
namespace {

// Wire coordinates: 64 for a square, squares counted from 1; they are what clients send.
constexpr std::string_view hollowmere = R"json({
  "name": "hollowmere",
  "room": {"class": "Room", "file": "vrFile"},
  "things": {"class": "Thing", "row": "piRow", "column": "piCol"},
  "held": "Item",
  "roomChanged": [{"do": "send", "object": "$roomId", "message": "LoadGeometry"}],
  "place": [
    {"do": "send", "object": "$roomId", "message": "PutFine",
     "parameters": {"what": "$user", "fine_row": "$wireRow", "fine_col": "$wireColumn", "angle": "$angle"}}],
  "throwAway": {
    "class": "BlakstonPlayRoom",
    "source": [
      "$class is Room",
      "resources:",
      "   $class_file = \"$file\"",
      "   $class_name = \"A room that no class uses\"",
      "classvars:",
      "   vrFile = $class_file",
      "   vrName = $class_name",
      "   viRid = $number",
      "messages:",
      "end"],
    "make": [{"do": "create", "class": "$className"}]},
  "cheats": {
    "time": [{"do": "object.write", "object": 0, "property": "piHour", "value": "$hourBefore"},
             {"do": "send", "object": 0, "message": "NewHour"}],
    "give": [{"do": "create", "class": "$class", "as": "thing"},
             {"do": "send", "object": "$thingId", "message": "TakenBy", "parameters": {"who": "$user"}}]},
  "learn": [{"class": "Spell", "requests": [
     {"do": "send", "object": "$userId", "message": "Learn", "parameters": {"what": "$skill"}}]}]
})json";

/// What all trees of the engine's own worlds have in common: a part of their recipes.
constexpr std::string_view engineParts = R"json(
  "room": {"class": "Room", "file": "prRoom", "number": "piRoom_num",
           "row": "viTeleport_row", "column": "viTeleport_col", "angle": "viTeleport_angle"},
  "things": {"lists": ["plActive", "plPassive"], "row": 3, "column": 4, "fineRow": 5, "fineColumn": 6},
  "held": "Item",
  "roomChanged": [{"do": "send", "object": "$roomId", "message": "LoadRoomData"}],
  "throwAway": {
    "class": "BlakstonPlayRoom",
    "source": [
      "$class is Room",
      "resources:",
      "   $class_file = \"$file\"",
      "   $class_name = \"A room that no class uses\"",
      "classvars:",
      "   vrName = $class_name",
      "properties:",
      "   prRoom = $class_file",
      "   piRoom_num = $number",
      "messages:",
      "end"],
    "make": [{"do": "send", "object": 0, "message": "CreateOneRoomIfNew",
              "parameters": {"num": "$number", "class": {"tag": "CLASS", "name": "$className"}}}]},
  "learn": [
    {"class": "Spell", "requests": [
      {"do": "send", "object": "$skillId", "message": "GetSpellNum", "as": "number"},
      {"do": "send", "object": "$userId", "message": "AddSpell", "parameters": {"num": "$number", "iability": "$ability"}}]},
    {"class": "Skill", "requests": [
      {"do": "send", "object": "$skillId", "message": "GetSkillNum", "as": "number"},
      {"do": "send", "object": "$userId", "message": "AddSkill", "parameters": {"num": "$number", "iability": "$ability"}}]}],
)json";

constexpr std::string_view enginePlace = R"json(
    {"do": "send", "object": "$roomId", "message": "NewHold",
     "parameters": {"what": "$user", "new_row": "$row", "new_col": "$column", "fine_row": "$fineRow", "fine_col": "$fineColumn",
                    "new_angle": "$angle"}})json";

const std::string mainline = R"json({
  "name": "mainline",)json" + std::string(engineParts) + R"json(
  "place": [)json" + std::string(enginePlace) + R"json(],
  "cheats": {
    "time": [{"do": "send", "object": 0, "message": "SetHour", "parameters": {"num": "$hour"}}],
    "give": [{"do": "create", "class": "$class", "as": "thing"},
             {"do": "send", "object": "$userId", "message": "NewHold", "parameters": {"what": "$thing"}}]}
})json";

// Its users know where in a square and how high they stand, and NewHold leaves that as it was in the room before: the first step is
// judged from there, from the corner of the square (a new user's 0, 0) or from far below the floor, and often refused.
const std::string open105 = R"json({
  "name": "open105",
  "dialect": "open105",)json" + std::string(engineParts) + R"json(
  "place": [)json" + std::string(enginePlace) + R"json(,
    {"do": "send", "object": "$userId", "message": "ChangeCoords", "optional": true,
     "parameters": {"new_row": "$row", "new_col": "$column", "fine_row": "$fineRow", "fine_col": "$fineColumn"}},
    {"do": "send", "object": "$userId", "message": "InstantFall", "optional": true}],
  "cheats": {
    "time": [{"do": "send", "object": 0, "message": "SetHour", "parameters": {"iNum": "$nextHour"}}],
    "give": [{"do": "create", "class": "$class", "as": "thing"},
             {"do": "send", "object": "$userId", "message": "NewHold", "parameters": {"what": "$thing"}}]}
})json";

} // namespace

const std::vector<Recipe>& shippedRecipes()
{
    static const std::vector<Recipe> all = [] {
        std::vector<Recipe> out;
        for (const std::string_view text : {hollowmere, std::string_view(open105), std::string_view(mainline)}) {
            auto recipe = readRecipe(text, "shipped recipe");
            assert(recipe);
            out.push_back(std::move(recipe).value());
        }
        return out;
    }();
    return all;
}

} // namespace blak::play
