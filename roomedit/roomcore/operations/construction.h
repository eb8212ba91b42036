// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "roomedit/roomcore/map/settle.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

/// What the operations that build things share.
namespace blak::roomcore {

/// An error that names `what`, the range and what was found.
Result<void> checkNumber(int found, int least, int most, const char* what);

/// A height as rooms store it: 0 to 65535 editor units.
inline std::uint16_t storedHeight(int value) { return static_cast<std::uint16_t>(std::clamp(value, 0, 0xFFFF)); }

/// The sector at a place that lies on no line; none in the void.
SectorId sectorAt(const Map& map, MapPoint point);

/// A closed outline, and open lines that cut it into pieces; within a transaction.
Result<void> drawCut(MapEdit& edit, const std::vector<MapPoint>& outline, const std::vector<std::vector<MapPoint>>& cuts,
                     const MapDefaults& defaults, std::string_view name);

/// Textures for the steps around sectors whose heights changed; those that are gone are left out.
void dressBorders(MapEdit& edit, std::span<const SectorId> sectors, const MapDefaults& defaults);

/// What was built is dressed and chosen, as the end of its step of undo.
void dressAndSelect(MapEdit& edit, std::vector<SectorId> sectors, const MapDefaults& defaults);

} // namespace blak::roomcore
