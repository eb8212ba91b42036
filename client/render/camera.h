// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace blak::render {

/// From where and how a room is looked at. Client units (1024 per square, y south).
struct Camera
{
    double x = 0, y = 0, z = 0; ///< the eye
    double angle = 0;           ///< 4096 per turn, 0 = east, 1024 = south
    double horizonShift = 0;    ///< looking up (> 0) and down: the horizon moves by this part of the frame's height
    double fieldOfView = 90;    ///< horizontal, degrees, 10..170
};

} // namespace blak::render
