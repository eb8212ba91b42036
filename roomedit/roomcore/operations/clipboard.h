// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "roomedit/roomcore/map/settle.h"
#include "roomedit/roomcore/operations/transform.h"

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

/// Pieces of rooms that go from one place, or room, to another.
namespace blak::roomcore {

/// A small room of what is selected: sectors with all of their lines, lines with their sides, things. Its coordinates are those of
/// the map. Fails where nothing is selected.
Result<roo::Room> copyParts(const Map& map, const MapSelection& what);

/// Puts a piece into a map, moved by `by`; what it lies on gives way as under a moved sector. The new parts are selected. Tags are
/// kept only on request: two sectors with one tag move together. Stray lines of a sector, which close nothing, are left out; a sector
/// with a gap in its outline is refused, for nothing says what it covers.
struct PasteOptions
{
    MapPoint by;
    MergeRule rule = MergeRule::Merge;
    bool keepsTags = false;
    bool withThings = true;
    int raise = 0; ///< editor units, of floors, ceilings and slopes; what would leave 0 to 65535 stays at the edge
};
Result<void> pasteParts(MapEdit& edit, const roo::Room& piece, const PasteOptions& options, const MapDefaults& defaults);

/// The same several times (1 to 64), each moved and raised against the one before: one step of undo. The last one is selected.
struct PasteSeries
{
    int copies = 1;
    MapPoint step;
    int raise = 0;
};
Result<void> pasteSeries(MapEdit& edit, const roo::Room& piece, const PasteOptions& first, const PasteSeries& series,
                         const MapDefaults& defaults);

/// The piece as a small room file: what goes to the clipboard and into prefabs (NAME.prefab). The first fails where nothing is
/// selected or the piece does not fit the format.
Result<std::vector<std::byte>> pieceBytes(const Map& map, const MapSelection& what);
Result<roo::Room> readPiece(std::span<const std::byte> bytes, std::string_view where);
constexpr std::size_t mostPieceBytes = 16 * 1024 * 1024;

/// The middle of a piece: what lands under the cursor.
MapBox boxOf(const roo::Room& piece);

} // namespace blak::roomcore
