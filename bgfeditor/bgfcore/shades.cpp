// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/bgfcore/shades.h"

#include <algorithm>

namespace blak::bgfcore {

std::uint8_t shaded(std::uint8_t index, int steps)
{
    const int ramp = rampOf(index);
    if (ramp < 0)
        return index;
    const int shade = std::clamp(index % shadesOfRamp + steps, 0, shadesOfRamp - 1);
    return static_cast<std::uint8_t>(ramp * shadesOfRamp + shade);
}

std::array<std::uint8_t, 256> rampShift(int from, int to)
{
    std::array<std::uint8_t, 256> table{};
    for (std::size_t i = 0; i < table.size(); ++i) {
        const auto index = static_cast<std::uint8_t>(i);
        table[i] = rampOf(index) == from && from != -1 ? static_cast<std::uint8_t>(to * shadesOfRamp + index % shadesOfRamp) : index;
    }
    return table;
}

std::array<std::uint8_t, 256> shadeShift(int steps)
{
    std::array<std::uint8_t, 256> table{};
    for (std::size_t i = 0; i < table.size(); ++i)
        table[i] = shaded(static_cast<std::uint8_t>(i), steps);
    return table;
}

} // namespace blak::bgfcore
