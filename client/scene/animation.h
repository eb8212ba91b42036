// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace blak::scene {

/// Which group of a bitmap group file is shown when (protocol.md section 1B.2, "animation"). Groups from 0 here; the wire
/// counts from 1.
struct Animation
{
    enum class Kind : std::uint8_t { Still, Cycle, Once };

    Kind kind = Kind::Still;
    std::uint32_t period = 0; ///< ms for one group; 0 = does not move
    int low = 0, high = 0;    ///< first and last group of Cycle and Once; low only for Still
    int last = 0;             ///< Once: the group that stays

    static Animation still(int group) { return {.low = group, .high = group, .last = group}; }
    static Animation cycle(std::uint32_t period, int low, int high)
    {
        return {.kind = Kind::Cycle, .period = period, .low = low, .high = high, .last = high};
    }
    static Animation once(std::uint32_t period, int low, int high, int last)
    {
        return {.kind = Kind::Once, .period = period, .low = low, .high = high, .last = last};
    }

    /// Group after `elapsed` ms. `high` below `low` runs backwards.
    int groupAt(double elapsed) const;
    /// A Once that has come to its last group; true for Still.
    bool isOver(double elapsed) const;

    friend bool operator==(const Animation&, const Animation&) = default;
};

} // namespace blak::scene
