// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/file_io.h"
#include "formats/bgf/sprite.h"
#include "formats/palette/palette.h"
#include "formats/roo/room.h"
#include "tests/support/square_room.h"

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
    makeSquare(room);
    roo::refreshSecurity(room);
    return room;
}

inline void put(const std::filesystem::path& file, const std::vector<std::byte>& bytes)
{
    std::filesystem::create_directories(file.parent_path());
    (void)writeFileAtomically(file, bytes, Backup::None);
}

} // namespace blak::test
