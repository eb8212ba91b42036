// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/space/loaded_room.h"
#include "formats/space/move_grid.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace blak::bots {

struct RoomCoverage
{
    std::string room;          ///< its file
    std::size_t visited = 0;   ///< squares where some bot was
    std::size_t reachable = 0; ///< squares that the move grid leads to from where bots were, those included
    std::size_t walkable = 0;  ///< squares with a floor
};

/// Which squares of the rooms' move grids a swarm has seen. Squares of a room without a grid (open105's newer files) are those
/// whose middle has a floor, and all of them count as reachable.
class Coverage
{
public:
    /// Coordinates of the protocol: 64 per square, squares from 1.
    void visit(std::uint32_t roomFile, const std::string& name, const space::LoadedRoom& room, std::uint32_t row,
               std::uint32_t column);

    /// By name. O(squares).
    std::vector<RoomCoverage> rooms() const;

private:
    struct Seen
    {
        std::string name;
        std::optional<space::MoveGrid> grid;
        std::int32_t rows = 0, columns = 0;
        std::vector<bool> walkable, visited;
    };

    static Seen look(const std::string& name, const space::LoadedRoom& room);
    static std::size_t countReachable(const Seen& seen);

    std::map<std::uint32_t, Seen> rooms_;
};

} // namespace blak::bots
