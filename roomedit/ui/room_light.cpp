// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/ui/room_light.h"

#include <algorithm>
#include <cmath>

namespace blak::ui::rooms {

RoomLight lightAtHour(double hour, const RoomLight& previous)
{
    constexpr int night = 64, noon = 192, strongestSun = 96;
    RoomLight light = previous;
    light.hour = std::clamp(hour, 0.0, 24.0);
    const double height = std::sin((light.hour - 6) / 12 * M_PI);   // of the sun: 0 at 6 and 18, 1 at noon, below 0 at night
    const double day = std::clamp((height + 0.35) / 1.0, 0.0, 1.0); // dawn and dusk are not dark
    light.ambient = night + static_cast<int>(std::lround((noon - night) * day));
    light.sunStrength = static_cast<int>(std::lround(strongestSun * std::max(0.0, height)));
    light.sunDegrees = static_cast<int>(std::lround(std::fmod((light.hour - 6) * 15 + 360, 360)));
    return light;
}

} // namespace blak::ui::rooms
