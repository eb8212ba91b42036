// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/roo/room.h"

#include <optional>

namespace blak::roomcore {

enum class SlopeKind : std::uint8_t { Floor, Ceiling };

/// Plane and texture origin from the three vertices (formats.md section 1.12); angle and vertices stay. Integer formats truncate.
/// Three vertices in one line have no plane: then the slope comes back as it was.
roo::Slope computePlane(const roo::Slope& slope, SlopeKind kind, roo::Format format, const roo::PlayableRectangle& rectangle);

/// Whether two planes are the same but for the rounding of the editor that wrote one of them (measured: 8 of 5541 beyond 1e-5
/// relative, none beyond 1e-3).
bool isSamePlane(const roo::Slope& a, const roo::Slope& b);

/// Height of the plane through the three vertices above a place, all in editor units; nothing where they lie in one line.
std::optional<double> heightOn(const roo::Slope& slope, double x, double y);

} // namespace blak::roomcore
