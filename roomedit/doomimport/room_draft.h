// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "roomedit/doomimport/doom_import.h"
#include "roomedit/doomimport/import_report.h"

namespace blak::doomimport {

/// A map in the words of rooms, line by line and as broken as it was: coordinates, heights, light, textures and flags. What can only
/// be seen from the whole is put right afterwards (map_repair.h).
struct RoomDraft
{
    roo::Room room;                        ///< linedefs, sidedefs, sectors
    std::vector<std::size_t> lineNumbers;  ///< by linedef: in the map
    double scale = 1, left = 0, bottom = 0; ///< how places were moved: (x - left) * scale

    std::int32_t x(double value) const;
    std::int32_t y(double value) const;
};

Result<RoomDraft> draftOf(const wad::DoomMap& map, const ImportOptions& options, ImportReport& report);

} // namespace blak::doomimport
