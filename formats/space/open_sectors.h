// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/roo/room.h"

#include <map>
#include <utility>
#include <vector>

namespace blak::space {

using Outline = std::vector<std::pair<int, int>>; ///< corners, editor units, each once

/// The sectors of a room (from 0) whose border has gaps, each with the closed ways along its lines; a single gap is closed straight.
/// Trees give such sectors whatever lies behind their lines: what is within these outlines (by the even-odd rule) is theirs. Rooms
/// without open sectors, which most are, cost next to nothing.
std::map<int, std::vector<Outline>> openSectors(const roo::Room& room);

/// Whether a point (editor units) lies within outlines, by the even-odd rule.
bool isWithin(const std::vector<Outline>& outlines, double x, double y);

} // namespace blak::space
