// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>

namespace blak::world {

/// Of the file of a room: "not in use", "once in use", "3 times in use".
inline std::string usesText(std::size_t count)
{
    return count == 0 ? "not in use" : count == 1 ? "once in use" : std::to_string(count) + " times in use";
}

} // namespace blak::world
