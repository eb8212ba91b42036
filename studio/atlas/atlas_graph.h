// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/newroom/room_tree.h"
#include "studio/project/project.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace blak::atlas {

struct KodPlace
{
    std::filesystem::path source;
    int line = 1;
};

/// A message to the room itself that names a tag: SetSector, AnimateWall, ChangeTexture.
struct TagUse
{
    int tag = 0;
    std::string message;
    KodPlace place;
};

struct AtlasRoom
{
    std::string name;                 ///< of its class: "TosInn"
    std::string title;                ///< what players read; empty where the class has none of its own
    std::string constant;             ///< "RID_TOS_INN"
    std::filesystem::path file;       ///< the .roo; empty where the project has none of that name
    std::filesystem::path source;     ///< of the class
    bool isReached = false;           ///< an exit of another room leads here
    bool isNamed = false;             ///< other Blakod than exits, header and the list of rooms names it: a portal, a spell
    std::vector<TagUse> tags = {};    ///< as its Blakod uses them, by tag, then by line
    bool isIsland() const { return !isReached && !isNamed; }
};

enum class Compass : char { North, East, South, West };

struct AtlasExit
{
    std::size_t from = 0, to = 0;   ///< rooms
    std::optional<Compass> edge;    ///< over this edge of the room; nothing: from a square
    std::filesystem::path source;   ///< where Blakod says so
    int line = 1;
};

/// An exit to a number that no room has.
struct LostExit
{
    std::size_t from = 0;
    std::string constant;
    std::filesystem::path source;
    int line = 1;
};

/// The rooms of a project and the ways between them, as its Blakod has them.
struct AtlasGraph
{
    std::vector<AtlasRoom> rooms; ///< by class name
    std::vector<AtlasExit> exits;
    std::vector<LostExit> lost;
};

/// The exits that one source gives its room, as they are written; for readAtlasGraph, tests and fuzzing.
struct WrittenExit
{
    std::string constant;
    std::optional<Compass> edge;
    int line = 1;
};
std::vector<WrittenExit> exitsOf(std::string_view source, treeplan::KodComments comments);

/// Looks through the Blakod of a project; fails where its rooms are kept in no manner that is known (studio/newroom).
Result<AtlasGraph> readAtlasGraph(const project::Project& project, const FileSource& files);

} // namespace blak::atlas
