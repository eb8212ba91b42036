// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/space/loaded_room.h"

#include <optional>
#include <string>

namespace blak::space {

/// Checks a room and works out what LoadedRoom adds to it. Part of LoadedRoom; not for others.
class RoomLoader
{
public:
    RoomLoader(roo::Room room, std::string_view file) : file_(file) { loaded_.room_ = std::move(room); }

    Result<LoadedRoom> load(WallLinedefs linedefs);
    Result<LoadedRoom> load(std::span<const Index> wallLinedefs);

private:
    void loadParts();
    void checkSectors();
    void loadWalls();
    void loadNodes();
    void loadLeaf(const roo::Node& from, LoadedNode& node, std::size_t number);
    void loadInternal(const roo::Node& from, LoadedNode& node, std::size_t number);
    Index childOf(std::uint16_t child, std::size_t parent, std::size_t depth);
    void findOutsideLeaves();
    void matchLinedefs();
    void takeLinedefs(std::span<const Index> wallLinedefs);
    void fail(const std::string& where, const std::string& what);

    std::string file_;
    LoadedRoom loaded_;
    std::vector<std::size_t> depths_; ///< by node; 0 = not yet reached
    std::optional<Error> error_;
};

} // namespace blak::space
