// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/document/workspace.h"
#include "studio/newroom/room_tree.h"

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

/// A file as it is and as it is to be.
struct PlannedFile
{
    std::filesystem::path path;
    std::string before, after;
    bool isNew = false;
    bool isRoom = false; ///< bytes, no text
};

struct NewRoomPlan
{
    std::string name; ///< of the step of undo: "New room WineCellar"
    std::filesystem::path room; ///< the .roo
    int number = 0;
    std::vector<PlannedFile> files; ///< the room first
    std::vector<std::string> notes; ///< what the tree does not have, or a person has to do
};

/// Everything that the room needs; nothing is written. Fails with a sentence where something is taken, missing or impossible.
Result<NewRoomPlan> planNewRoom(const RoomTree& tree, const NewRoomRequest& request, const FileSource& files);

/// The whole plan as a person reads it; paths below the root.
std::string differenceOf(const RoomTree& tree, const NewRoomPlan& plan);

/// Does it: the room is written; texts are edited in the workspace, together one step of undo, and saved. The group is that of
/// Workspace::undoGroup. Fails without a trace in the texts.
Result<std::uint64_t> makeNewRoom(document::Workspace& workspace, const NewRoomPlan& plan);

/// "WineCellar" -> "RID_WINE_CELLAR".
std::string constantFor(std::string_view className);

} // namespace blak::newroom
