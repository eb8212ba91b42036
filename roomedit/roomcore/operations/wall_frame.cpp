// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/operations/wall_frame.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace blak::roomcore {

MapPoint WallFrame::point(double along, double out) const
{
    return {static_cast<std::int32_t>(std::lround(startX + alongX * along + outX * out)),
            static_cast<std::int32_t>(std::lround(startY + alongY * along + outY * out))};
}

Result<WallFrame> wallFrame(const Map& map, LineId line, MapPoint at, int width)
{
    if (!map.has(line))
        return Error{"the line is not there any more", "wall"};
    const MapLine& record = map.line(line);
    const Side inner = record.side(Side::Plus).sector ? Side::Plus : Side::Minus;
    WallFrame frame;
    frame.room = record.side(inner).sector;
    if (!frame.room)
        return Error{"the wall belongs to no sector", "wall"};
    const MapPoint start = map.startOf(line), way = map.endOf(line) - start;
    const double length = std::hypot(way.x, way.y);
    if (length < width)
        return Error{"the wall is " + std::to_string(std::lround(length)) + " units long, too short for " + std::to_string(width), "wall"};
    frame.startX = start.x;
    frame.startY = start.y;
    frame.alongX = way.x / length;
    frame.alongY = way.y / length;
    // Away from the room: the plus side is the right-hand one.
    frame.outX = inner == Side::Plus ? -frame.alongY : frame.alongY;
    frame.outY = inner == Side::Plus ? frame.alongX : -frame.alongX;
    frame.middle = std::clamp((at.x - start.x) * frame.alongX + (at.y - start.y) * frame.alongY, width / 2.0, length - width / 2.0);
    return frame;
}

} // namespace blak::roomcore
