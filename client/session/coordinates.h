// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/space/units.h"
#include "formats/space/loaded_room.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

/// The wire counts squares from 1, 64 units each; the geometry has 16 client units for each of them.
namespace blak::session {

inline constexpr int wireUnitsPerSquare = 64;
inline constexpr double clientUnitsPerWireUnit = 16;

inline space::Point pointOf(int row, int column)
{
    return {(column - wireUnitsPerSquare) * clientUnitsPerWireUnit, (row - wireUnitsPerSquare) * clientUnitsPerWireUnit};
}

/// 0..4095, whatever the turns.
inline int wrappedAngle(double angle)
{
    return static_cast<int>(angle - std::floor(angle / space::anglesPerTurn) * space::anglesPerTurn) % 4096;
}

/// The angle of a direction.
inline int angleOf(double dx, double dy)
{
    constexpr double turn = 2 * 3.14159265358979323846;
    return wrappedAngle(std::atan2(dy, dx) / turn * space::anglesPerTurn);
}

/// A row or column of the wire for a coordinate, within what 16 bits hold.
inline std::uint16_t wireCoordinate(double client)
{
    constexpr double most = 65535;
    return static_cast<std::uint16_t>(std::clamp(std::floor(client / clientUnitsPerWireUnit) + wireUnitsPerSquare, 0.0, most));
}

} // namespace blak::session
