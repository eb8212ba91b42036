// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace blak::play {

/// How Blakod of one family is told to do what Play needs: which variable of a room names its file, how somebody is put into a room,
/// what a room that no class uses looks like. Data, not code: docs/play.md describes the JSON; PROJECT/play.json takes the place of
/// those that are shipped.
struct Recipe
{
    std::string name;
    std::string dialect;             ///< "" = any; a tree is of the family that has the room's class and variable
    std::string roomClass, roomFile; ///< "Room", the property or class variable with the resource of its file
    std::string roomName;            ///< the property or class variable with what people call a room, "vrName"
    std::string roomNumber;          ///< the property with the number that the world knows a room by, "piRoom_num"; "" = not known
    std::string roomRow, roomColumn, roomAngle; ///< variables with the square where a room puts who is brought there, and the angle; "" = none
    std::string owner;               ///< the property that says who or what holds a thing, "poOwner"
    /// The class of what stands in rooms, and its properties with the place, in wire units: 64 for a square, counted from 1. "" = not known.
    std::string thingClass, thingRow, thingColumn;
    /// Or properties of a room that hold a list for each thing in it, and which of its elements, from 1, are the square, counted from 1,
    /// and the place in it, 0 to 63; the thing is the first. None: not known in this way.
    std::vector<std::string> thingLists;
    int rowElement = 0, columnElement = 0, fineRowElement = 0, fineColumnElement = 0;
    nlohmann::json place;            ///< requests of the control channel, with $room, $user, $row ... in them
    nlohmann::json roomChanged;      ///< requests for each object whose room file was exchanged
    std::string throwAwayClass;      ///< "BlakstonPlayRoom"
    std::string throwAwaySource;     ///< Blakod with $file and $class in it
    nlohmann::json throwAwayMake;    ///< requests that make its object
    std::string held;                ///< the class of what somebody can hold, "Item"; "" = not known
    nlohmann::json cheats;           ///< by name: requests, for the cheat panel
    nlohmann::json learn;            ///< list of {class, requests}: what characters can learn, and how one does
};

/// Fails with the place when the text is no recipe.
Result<Recipe> readRecipe(std::string_view text, const std::string& where);
/// Those of this build, the most particular first.
const std::vector<Recipe>& shippedRecipes();
/// PROJECT/play.json when there is one, else the shipped ones.
Result<std::vector<Recipe>> recipesFor(const std::filesystem::path& project);

/// Puts values in the place of "$name" texts, at any depth. A name without a value is an error.
Result<nlohmann::json> filled(const nlohmann::json& pattern, const std::map<std::string, nlohmann::json>& values);
/// The same within a text.
std::string filledText(std::string text, const std::map<std::string, std::string>& values);

} // namespace blak::play
