// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "roomedit/roomcore/map/settle.h"
#include "roomedit/roomcore/operations/transform.h"

/// Pieces of rooms that go from one place, or room, to another.
namespace blak::roomcore {

/// A small room of what is selected: sectors with all of their lines, lines with their sides, things. Its coordinates are those of
/// the map. Fails where nothing is selected.
Result<roo::Room> copyParts(const Map& map, const MapSelection& what);

/// Puts a piece into a map, moved by `by`; what it lies on gives way as under a moved sector. The new parts are selected. Tags are
/// kept only on request: two sectors with one tag move together.
struct PasteOptions
{
    MapPoint by;
    MergeRule rule = MergeRule::Merge;
    bool keepsTags = false;
    bool withThings = true;
};
Result<void> pasteParts(MapEdit& edit, const roo::Room& piece, const PasteOptions& options, const MapDefaults& defaults);

/// The middle of a piece: what lands under the cursor.
MapBox boxOf(const roo::Room& piece);

} // namespace blak::roomcore
