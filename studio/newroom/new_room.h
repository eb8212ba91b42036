// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/newroom/room_tree.h"
#include "studio/treeplan/file_plan.h"

#include <optional>

namespace blak::newroom {

/// Row and column, from 1, counted from the north-west corner.
struct Square
{
    int row = 1, column = 1;
    friend bool operator==(const Square&, const Square&) = default;
};

/// A way between the new room and one that is there: who steps on a square of one stands on a square of the other.
struct NewExit
{
    std::string neighbour; ///< its class
    Square leaves, enters; ///< leaves here -> enters the neighbour
    Square leavesThere, entersHere;
};

struct NewRoomRequest
{
    std::string className; ///< "WineCellar"
    std::string title;     ///< what players read: "The Wine Cellar"
    std::string file;      ///< of room and class, without ending: "winecellar"; empty: the class name in small letters
    std::string constant;  ///< "RID_WINE_CELLAR"; empty: made of the class name
    std::optional<int> number; ///< else the next free one after that of the model
    std::string model;     ///< class of a room that this one resembles: folder, parent, textures, format
    int rows = 8, columns = 8; ///< squares
    std::vector<NewExit> exits;
};

/// The room is the first of its files.
struct NewRoomPlan : treeplan::FilePlan
{
    std::filesystem::path room; ///< the .roo
    int number = 0;
};

/// Everything that the room needs; nothing is written. Fails with a sentence where something is taken, missing or impossible.
Result<NewRoomPlan> planNewRoom(const RoomTree& tree, const NewRoomRequest& request, const FileSource& files);

/// "WineCellar" -> "RID_WINE_CELLAR".
std::string constantFor(std::string_view className);

} // namespace blak::newroom
