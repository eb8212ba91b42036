// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "roomedit/roomcore/map/settle.h"

#include <algorithm>
#include <cstdint>

/// What the operations that build things share.
namespace blak::roomcore {

/// An error that names `what`, the range and what was found.
Result<void> checkNumber(int found, int least, int most, const char* what);

/// A height as rooms store it: 0 to 65535 editor units.
inline std::uint16_t storedHeight(int value) { return static_cast<std::uint16_t>(std::clamp(value, 0, 0xFFFF)); }

/// The sector at a place that lies on no line; none in the void.
SectorId sectorAt(const Map& map, MapPoint point);

/// Textures for the steps around a sector whose heights changed.
void dressBorder(MapEdit& edit, SectorId sector, const MapDefaults& defaults);

} // namespace blak::roomcore
