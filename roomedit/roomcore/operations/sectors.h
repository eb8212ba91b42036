// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "roomedit/roomcore/map/settle.h"

#include <span>

/// Sectors as areas. A sector is split by drawing through it.
namespace blak::roomcore {

/// All become the first one; lines between them stay.
Result<void> joinSectors(MapEdit& edit, std::span<const SectorId> sectors);
/// All become the first one, and the lines between them go.
Result<void> mergeSectors(MapEdit& edit, std::span<const SectorId> sectors, const MapDefaults& defaults);
/// Each becomes part of the neighbour with the longest common border, and that border goes. One without neighbour is deleted.
Result<void> dissolveSectors(MapEdit& edit, std::span<const SectorId> sectors, const MapDefaults& defaults);
/// The areas become void; lines that then have no side go.
Result<void> deleteSectors(MapEdit& edit, std::span<const SectorId> sectors, const MapDefaults& defaults);
/// The closed area around a point becomes a sector of its own, as its longest neighbour or its former sector.
Result<SectorId> makeSector(MapEdit& edit, MapPoint inside, const MapDefaults& defaults);

} // namespace blak::roomcore
