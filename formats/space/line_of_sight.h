// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/space/loaded_room.h"

#include <optional>

namespace blak::space {

struct Point3
{
    double x = 0, y = 0, z = 0; ///< client units
};

/// Where a ray ended.
struct SightHit
{
    enum class Kind : std::uint8_t { Wall, Floor, Ceiling, Void };
    Kind kind = Kind::Void;
    Index index = none;  ///< wall, or sector of the floor or ceiling
    double fraction = 0; ///< 0 at the start of the ray, 1 at its end
};

/// First thing in the way from `from` to `to`, nothing if `to` is seen. What stops sight: an opaque part of a wall (the
/// normal part counts when it has a texture and is not transparent), a floor or ceiling with texture, the outside of the room.
/// Symmetric: a sees b exactly when b sees a. O(nodes along the ray).
std::optional<SightHit> firstInSight(const LoadedRoom& room, Point3 from, Point3 to);

inline bool inLineOfSight(const LoadedRoom& room, Point3 from, Point3 to) { return !firstInSight(room, from, to); }

} // namespace blak::space
