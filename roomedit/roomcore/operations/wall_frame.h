// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "roomedit/roomcore/map/map.h"

namespace blak::roomcore {

/// Along and out of a wall at a place: where something that is put into it has its corners.
struct WallFrame
{
    SectorId room;             ///< on whose wall it is
    double startX = 0, startY = 0;
    double alongX = 0, alongY = 0; ///< of length 1
    double outX = 0, outY = 0;     ///< away from the room, of length 1
    double middle = 0;             ///< along the wall, so far from its ends that the width fits

    /// Next whole point.
    MapPoint point(double along, double out) const;
};

/// Fails where the line is gone, belongs to no sector or is shorter than `width`.
Result<WallFrame> wallFrame(const Map& map, LineId line, MapPoint at, int width);

} // namespace blak::roomcore
