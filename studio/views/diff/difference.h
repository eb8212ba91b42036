// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace blak::diff {

enum class Change : std::uint8_t { Changed, Added, Removed };

/// One thing that is not alike in two files: "Line 62, + side: normal texture was 102, is 110".
struct Difference
{
    Change change = Change::Changed;
    std::string kind;                    ///< "line", "object", "text": what may be filtered by
    std::string place;                   ///< "Line 62"; as numbered in the left file, in the right one for what was added
    std::string field;                   ///< "floor height"; empty for what was added or removed as a whole
    std::string left, right;             ///< values as UTF-8
    int leftIndex = -1, rightIndex = -1; ///< of the thing in its file, -1 = not there
    int hotspot = 0;                     ///< number of the hotspot it is about, with its sign; 0 = of none

    friend bool operator==(const Difference&, const Difference&) = default;
};

using Differences = std::vector<Difference>;

} // namespace blak::diff
