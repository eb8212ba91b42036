// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/file_io.h"
#include "formats/bgf/sprite.h"
#include "formats/palette/palette.h"
#include "formats/roo/room.h"

#include <filesystem>

/// Small files of our own for the tests of the command line.
namespace blak::test {

/// Two bitmaps of 4 x 3 and 6 x 5 pixels, one group that shows them from two sides.
inline bgf::Sprite smallSprite()
{
    bgf::Sprite sprite;
    sprite.rawName = {'l', 'a', 'm', 'p'};
    const std::vector<std::uint8_t> small(12, 0xD3);
    std::vector<std::uint8_t> large(30, bgf::transparentIndex);
    large[7] = 0x21;
    sprite.bitmaps = {bgf::encode(4, 3, small), bgf::encode(6, 5, large, false)};
    sprite.bitmaps[0].hotspots = {{1, 2, 1}};
    sprite.groups = {{0, 1, -1}};
    sprite.maxIndices = 3;
    return sprite;
}

/// A square of one sector, 8 x 8 squares large, without tree.
inline roo::Room smallRoom()
{
    roo::Room room;
    room.width = room.height = 8 * 1024;
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
    roo::refreshSecurity(room);
    return room;
}

inline void put(const std::filesystem::path& file, const std::vector<std::byte>& bytes)
{
    std::filesystem::create_directories(file.parent_path());
    (void)writeFileAtomically(file, bytes, Backup::None);
}

} // namespace blak::test
