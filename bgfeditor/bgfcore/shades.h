// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>

/// The ramps of the game's palette: sixteen shades of one hue each, the lightest first (formats.md section 2.3).
namespace blak::bgfcore {

constexpr int firstRamp = 1, lastRamp = 14; ///< high nibbles; the first and the last sixteen colours are no ramps
constexpr int shadesOfRamp = 16;

/// -1 where the index is in no ramp.
constexpr int rampOf(std::uint8_t index)
{
    const int ramp = index / shadesOfRamp;
    return ramp >= firstRamp && ramp <= lastRamp ? ramp : -1;
}

/// So many shades darker (negative: lighter) in its ramp, ends kept; what is in no ramp stays.
std::uint8_t shaded(std::uint8_t index, int steps);

/// Every index of one ramp becomes the same shade of the other; others stay.
std::array<std::uint8_t, 256> rampShift(int from, int to);
/// shaded() of every index.
std::array<std::uint8_t, 256> shadeShift(int steps);

} // namespace blak::bgfcore
