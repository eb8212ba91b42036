// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

namespace blak::roomscript {

/// What the console completes and the manual lists.
struct ApiEntry
{
    const char* call; ///< "room.draw(points, closed = true)"
    const char* help;
};
std::span<const ApiEntry> apiEntries();

} // namespace blak::roomscript
