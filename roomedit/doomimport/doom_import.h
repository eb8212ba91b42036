// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/diagnostic.h"
#include "formats/base/result.h"
#include "formats/roo/room.h"
#include "formats/wad/doom_map.h"
#include "roomedit/doomimport/texture_table.h"

#include <vector>

/// A map of Doom as a room. A square of 64 units, steps of 24 and walls of one texel a unit are the same in both, so that a map keeps
/// its size; heights are moved up where they were below 0.
namespace blak::doomimport {

struct ImportOptions
{
    roo::Format format = roo::Format::V15;
    double scale = 1;       ///< 0.125 to 8
    bool opensDoors = true; ///< doors and walls that the game moves stand open, or nobody gets anywhere before Blakod moves them
    TextureTable table;
};

/// Where a player of the game begins.
struct Start
{
    int player = 1;              ///< 1 to 4; 0: of a fight against each other
    std::int32_t x = 0, y = 0;   ///< editor units
    int row = 1, column = 1;     ///< as Blakod counts
    int angle = 0;               ///< degrees, 0 = east, counter-clockwise
};

struct Imported
{
    roo::Room room; ///< whole: with tree and, where the format has them, grids
    std::vector<Start> starts;
    /// What was put right, what was left out, and what the checks say of the room; in words, the gravest first. `code` is stable.
    std::vector<Diagnostic> findings;
};

/// Everything that can be repaired is, and reported. Fails where nothing is left, or no room can hold it.
Result<Imported> importMap(const wad::DoomMap& map, const ImportOptions& options);

} // namespace blak::doomimport
