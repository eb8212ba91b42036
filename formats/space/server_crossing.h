// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/space/server_room.h"

#include <optional>

namespace blak::space {

/// Where the way from one point to another crosses the plane of an internal node, if it does. Part of the rules of sight and
/// movement: coefficients are single, the solution is double precision, and what comes out is single again.
inline std::optional<FlatPoint> crossingWithPlane(const ServerNode& node, FlatPoint from, FlatPoint to)
{
    const double a = to.y - from.y, b = from.x - to.x;
    const double c = a * static_cast<double>(from.x) + b * static_cast<double>(from.y);
    const double planeA = -node.a, planeB = -node.b, planeC = node.c;
    const double determinant = a * planeB - planeA * b;
    if (isNothing(determinant))
        return std::nullopt;
    const FlatPoint crossing{static_cast<float>((planeB * c - b * planeC) / determinant),
                             static_cast<float>((a * planeC - planeA * c) / determinant)};
    if (!isInBox(from, to, crossing))
        return std::nullopt;
    return crossing;
}

} // namespace blak::space
