// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/newroom/new_room.h"

namespace blak::newroom {

/// The lines that a new room adds to the sources of a tree, each put where a person of that tree would put it. Line ends and indents
/// are those of the lines around.
struct KodTexts
{
    const RoomTree& tree;
    const NewRoomRequest& request;
    const RoomClass& model;

    /// The header with the constant behind that of the model; tells the number.
    Result<std::string> withConstant(const std::string& header, int& number) const;
    /// The list of rooms with the new one behind the model, or at its end.
    Result<std::string> withCreation(const std::string& system) const;
    /// The makefile with the class behind the model.
    Result<std::string> withBuildEntry(const std::string& makefile) const;
    /// The neighbour with the way into the new room.
    Result<std::string> withExit(const std::string& source, const NewExit& exit) const;
    /// The class; `like`: the source of the model, for its line ends.
    std::string classSource(const std::string& like) const;
};

} // namespace blak::newroom
