// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/space/loaded_room.h"

namespace blak::space {

/// Who moves. Sources: protocol.md section 4.3 (client: player 31 x 64 / 4 wide, so walls are kept at 248; step up to 384;
/// height 768) and formats.md section 1.10 (grids: distance 256 for players, 64 for monsters; step 24 and head room 48 editor
/// units, which are the same 384 and 768).
struct Mover
{
    double radius = 248;      ///< kept from walls that stop
    double maxStep = 384;     ///< highest step up
    double headRoom = 768;    ///< lowest opening
    bool obeysNoMove = false; ///< sectors with the flag "no move" stop (OpenMeridian rooms)

    static Mover player() { return {}; }
    static Mover monster() { return {.radius = 64, .obeysNoMove = true}; }
};

struct MoveResult
{
    Point point;          ///< where the mover is afterwards; always inside the room if it was before
    double floor = 0;     ///< height to stand on there
    bool touched = false; ///< a wall was in the way
    Index wall = none;    ///< the last one that was
};

/// Whether `wall` stops a mover who stands at height `z` on its `from` side: no sidedef there (the designer's way to let pass)
/// never stops; else the side must be passable, the step up (below texture, less the wading depth behind) at most maxStep
/// and the opening above the mover (where there is an above texture) at least headRoom.
bool wallStops(const LoadedRoom& room, const LoadedWall& wall, WallSide from, double z, const Mover& mover);

/// Moves from `from` towards `to`, sliding along what is in the way. Long ways are cut into pieces, so that stairs are climbed
/// and no wall is jumped. A mover who is outside of the room or already too near to a wall may move away from it, not nearer.
MoveResult move(const LoadedRoom& room, const Mover& mover, Point from, Point to);

/// Whether the straight way is free all along (no sliding).
bool canMove(const LoadedRoom& room, const Mover& mover, Point from, Point to);

} // namespace blak::space
