// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/newroom/new_room.h"

#include <optional>
#include <string>
#include <vector>

namespace blak::newroom {

/// The squares of a room that is there, as an exit wants to know them: where people can walk, and which lead somewhere already.
/// Of a room whose file or class cannot be read nothing is known, and nothing is said against any square.
class RoomSquares
{
public:
    struct Exit
    {
        Square at;
        std::string to; ///< "RID_INN"
    };

    RoomSquares() = default;
    /// Reads the .roo and the class; takes up to some tens of milliseconds.
    static RoomSquares of(const RoomTree& tree, const RoomClass& room, const FileSource& files);

    bool isWalkable(Square square) const; ///< true where it is not known
    const Exit* exitAt(Square square) const;

    /// Where a new exit fits: `leaves` along the walls of the largest part one can walk in, from the north; `enters` a step from it
    /// into the room, and no other exit near. None of `taken` is one of them.
    struct Way
    {
        Square leaves, enters;
    };
    std::optional<Way> freeWay(const std::vector<Square>& taken) const;

private:
    enum class Ground : char { None, Aside, Main }; ///< aside: cut off from the largest part

    Ground groundAt(Square square) const;

    int rows_ = 0, columns_ = 0;  ///< 0: not known
    std::vector<Ground> ground_;  ///< row by row
    std::vector<Exit> exits_;
};

/// The exits from squares that a class writes down with plain numbers: [ 5, 6, RID_INN, 2, 2, ROTATE_NONE ].
std::vector<RoomSquares::Exit> exitSquaresOf(std::string_view source, treeplan::KodComments comments);

} // namespace blak::newroom
