// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace blak::ui::rooms {

/// The light a room is looked at in, as the sliders of the light panel have it.
struct RoomLight
{
    double hour = 12;     ///< time of day, 0..24; moves the next three when it is set by setHour
    int ambient = 192;    ///< 0..255, 192 = neutral
    int sunStrength = 60; ///< 0..255
    int sunDegrees = 90;  ///< where the sun stands: 0 = east, clockwise from above
    int viewer = 0;       ///< 0..255, light the viewer carries

    friend bool operator==(const RoomLight&, const RoomLight&) = default;
};

/// Ambient light and sun of a clear day: sunrise at 6 in the east, noon in the south, sunset at 18 in the west.
RoomLight lightAtHour(double hour, const RoomLight& previous);

} // namespace blak::ui::rooms
