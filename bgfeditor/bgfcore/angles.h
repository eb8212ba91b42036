// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/bgf/sprite.h"

#include <cstddef>

namespace blak::bgfcore {

constexpr int anglesPerTurn = 4096;

/// Which entry of a group of `entries` is shown at a viewing angle (0 = the object faces the viewer; formats.md section 2.1).
/// -1 for an empty group.
int entryForAngle(std::size_t entries, int angle);

/// The angle in the middle of what shows an entry.
int angleOfEntry(std::size_t entries, int entry);

/// Degrees, rounded, 0..359.
int degrees(int angle);

/// Degrees of the side that an entry was drawn for: a full turn in equal steps, 0, 45, 90 ... of eight. The engine's own steps
/// are a little wider (angleOfEntry), which nobody who draws thinks of.
int degreesOfEntry(std::size_t entries, int entry);

} // namespace blak::bgfcore
