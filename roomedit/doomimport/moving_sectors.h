// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/wad/doom_map.h"

#include <optional>
#include <vector>

namespace blak::doomimport {

struct OpenHeights
{
    double floor = 0, ceiling = 0;
};

/// Sectors that are shut until the game moves them.
struct MovingSectors
{
    std::vector<std::optional<OpenHeights>> opened; ///< by sector: as it is once it was moved; none: it is not shut, or not moved
};

/// Doors that are used themselves, and shut sectors whose tag some line names: opened upwards to just below the lowest ceiling beside
/// them, as doors are; where that opens nothing, downwards to the lowest floor.
MovingSectors findMovingSectors(const wad::DoomMap& map);

} // namespace blak::doomimport
