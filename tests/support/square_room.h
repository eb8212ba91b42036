// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/roo/room.h"

namespace blak::test {

/// Makes an empty room a square of one sector, 8 x 8 squares large, without tree.
inline void makeSquare(roo::Room& room)
{
    const std::int16_t side = 8 * 64;
    const std::int16_t corners[5][2] = {{0, 0}, {0, side}, {side, side}, {side, 0}, {0, 0}};
    for (int i = 0; i < 4; ++i) {
        roo::Linedef line;
        line.plusSide = 1;
        line.plusSector = 0;
        line.x0 = corners[i][0];
        line.y0 = corners[i][1];
        line.x1 = corners[i + 1][0];
        line.y1 = corners[i + 1][1];
        room.linedefs.push_back(line);
    }
    room.sidedefs.resize(1);
    room.sidedefs[0].normalTexture = 7;
    room.sectors.resize(1);
    room.sectors[0].floorTexture = 3;
    room.sectors[0].ceilingHeight = 128;
    room.things.resize(2);
    room.things[1].x = room.things[1].y = side;
}

} // namespace blak::test
