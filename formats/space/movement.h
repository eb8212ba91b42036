// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/space/loaded_room.h"

namespace blak::space {

/// Who moves. Sources: protocol.md section 4.3 (client: player 31 x 64 / 4 wide, so walls are kept at 248; step up to 384;
/// height 768) and formats.md section 1.10 (grids: distance 256 for players, 64 for monsters; step 24 and head room 48 editor
/// units, which are the same 384 and 768).
struct Mover
{
    double radius = 248;   ///< kept from walls that stop
    double maxStep = 384;  ///< highest step up
    double headRoom = 768; ///< lowest opening

    static Mover player() { return {}; }
    static Mover monster() { return {.radius = 64}; }
};

struct MoveResult
{
    Point point;          ///< where the mover is afterwards; always inside the room if it was before
    double floor = 0;     ///< height to stand on there
    bool touched = false; ///< a wall was in the way
    Index wall = none;    ///< the last one that was
};

/// Whether `wall` stops a mover who stands at height `z` on its `from` side. No sidedef there never stops; else the side must be
/// passable, the step up (where there is a below texture, less the wading depth behind) at most maxStep, the opening above the
/// mover (where there is an above texture) at least headRoom, and the sector behind not flagged "no move". Heights are those of
/// the sectors' fields, slopes aside, as in the recipe.
bool wallStops(const LoadedRoom& room, const LoadedWall& wall, WallSide from, double z, const Mover& mover);

/// Moves from `from` towards `to`, sliding along what is in the way. Long ways are cut into pieces, so that stairs are climbed
/// and no wall is jumped. Who is already too near to a wall may move away from it, not nearer; who is outside moves freely.
MoveResult move(const LoadedRoom& room, const Mover& mover, Point from, Point to);

/// Whether the straight way is free all along (no sliding). Never over more than 2048 squares, which no room has.
bool canMove(const LoadedRoom& room, const Mover& mover, Point from, Point to);

} // namespace blak::space
