// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "roomedit/doomimport/doom_import.h"
#include "roomedit/doomimport/texture_match.h"
#include "roomedit/roomcore/map/defects.h"
#include "roomedit/roomcore/map/map_convert.h"

#include <cstdlib>

namespace blak::test {

/// What can be imported is whole: planar, closed, and the same when it was written and read.
inline void checkImport(const wad::DoomMap& map, const doomimport::TextureTable& table)
{
    constexpr std::size_t mostLines = 300; // a fuzzer learns nothing more from hatching
    if (map.lines.size() > mostLines || map.sectors.size() > mostLines)
        return;
    doomimport::ImportOptions options;
    options.table = table;
    const auto imported = doomimport::importMap(map, options);
    if (!imported)
        return;
    const auto edited = roomcore::mapFromRoom(imported.value().room);
    if (!roomcore::validate(edited) || roomcore::findDefects(edited).count() != 0)
        std::abort();
    const auto again = roo::read(roo::write(imported.value().room), "again");
    if (!again || again.value().linedefs != imported.value().room.linedefs || again.value().sectors != imported.value().room.sectors)
        std::abort();
}

} // namespace blak::test
