// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/file_source.h"
#include "studio/treeplan/kod_text.h"
#include "studio/project/project.h"

#include <string>
#include <vector>

namespace blak::newroom {

/// A class with a room of its own.
struct RoomClass
{
    std::string name;     ///< "TosBank"
    std::string parent;   ///< "TosRoom"
    std::string constant; ///< "RID_TOS_BANK"
    std::string file;     ///< "tosbank.roo"
    std::filesystem::path source;
    std::string title{};  ///< what players read, "The Bank of Tos"; empty where its class does not tell
};

/// How a tree keeps its rooms.
struct RoomTree
{
    enum class Manner : char {
        Engine, ///< CreateOneRoomIfNew, exits one by one, makefiles: mainline, OpenMeridian
        Sample, ///< lists: the sample world
    };
    Manner manner = Manner::Engine;
    treeplan::KodComments comments = treeplan::KodComments::Percent;
    std::filesystem::path root;
    std::filesystem::path header;       ///< that numbers the rooms
    std::filesystem::path system;       ///< that creates them
    std::vector<RoomClass> rooms;       ///< by name
    std::filesystem::path roomFolder;   ///< where the most .roo lie

    const RoomClass* find(std::string_view name) const;
};

/// Looks through the Blakod of a project. Fails where it is in no manner that is known.
Result<RoomTree> readRoomTree(const project::Project& project, const FileSource& files);

} // namespace blak::newroom
