// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "roomedit/roomcore/map/settle.h"

#include <span>

/// What is built of several sectors, or moves: one step of undo each.
namespace blak::roomcore {

/// A vault in a wall: `slices` sectors side by side, their ceilings on an ellipse that springs `springing` above the floor and is
/// `rise` high in the middle; never above the ceiling of the room.
struct Arch
{
    int width = 128, depth = 32;      ///< 4 to 4096; 1 to 4096
    int springing = 64, rise = 48;    ///< editor units, from the floor; from the springing
    int slices = 8;                   ///< 2 to 32
};
Result<void> putArch(MapEdit& edit, LineId line, MapPoint at, const Arch& arch, const MapDefaults& defaults);

/// A way of `pieces` (1 to 64) sectors from one line to another, floors, ceilings and light evenly from the sector at the one to that at
/// the other. The pieces are selected.
Result<void> drawBridge(MapEdit& edit, LineId from, LineId to, int pieces, const MapDefaults& defaults);

/// What a world moves by a tag (Blakod: SetSector).
enum class Mover : std::uint8_t {
    Door, ///< rests shut: the ceiling comes down to the floor; pictures of the parts above move with it
    Lift, ///< rests where it is; pictures of the parts below move with it
};
/// Gives all sectors the next free tag (one together), and their borders the textures that are seen once they move. Returns the tag.
Result<std::uint16_t> makeMover(MapEdit& edit, std::span<const SectorId> sectors, Mover kind, const MapDefaults& defaults);

/// Lowest tag from 1 that no sector and no side has; 0 where all are taken.
std::uint16_t nextFreeTag(const Map& map);

} // namespace blak::roomcore
