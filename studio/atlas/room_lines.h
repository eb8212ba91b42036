// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <vector>

namespace blak::atlas {

/// A line of a room seen from above, editor units, y up.
struct PlanLine
{
    int x0 = 0, y0 = 0, x1 = 0, y1 = 0;
};

/// All lines of a room; none where its file cannot be read.
std::vector<PlanLine> readRoomLines(const std::filesystem::path& file);

} // namespace blak::atlas
