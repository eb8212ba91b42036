// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/slope_plane.h"

#include "formats/roo/format_traits.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace blak::roomcore {
namespace {

struct Corner
{
    double x, y, z; ///< client units
};

Corner cornerOf(const roo::SlopeVertex& vertex, const roo::PlayableRectangle& rectangle)
{
    return {16.0 * (vertex.x - rectangle.left), 16.0 * (rectangle.top - vertex.y), 16.0 * vertex.z};
}

} // namespace

roo::Slope computePlane(const roo::Slope& slope, SlopeKind kind, roo::Format format, const roo::PlayableRectangle& rectangle)
{
    const Corner p0 = cornerOf(slope.vertices[0], rectangle);
    const Corner p1 = cornerOf(slope.vertices[1], rectangle);
    const Corner p2 = cornerOf(slope.vertices[2], rectangle);
    const Corner u{p1.x - p0.x, p1.y - p0.y, p1.z - p0.z}, v{p2.x - p0.x, p2.y - p0.y, p2.z - p0.z};
    const Corner normal{u.z * v.y - u.y * v.z, u.x * v.z - u.z * v.x, u.y * v.x - u.x * v.y};
    const double length = std::sqrt(normal.x * normal.x + normal.y * normal.y + normal.z * normal.z);
    if (length == 0)
        return slope;

    roo::Slope result = slope;
    result.a = normal.x * 1024 / length;
    result.b = normal.y * 1024 / length;
    result.c = normal.z * 1024 / length;
    if (!roo::traits(format).floatPlane) {
        result.a = std::trunc(result.a);
        result.b = std::trunc(result.b);
        result.c = std::trunc(result.c);
    }
    result.d = -(result.a * p0.x + result.b * p0.y + result.c * p0.z);
    if (kind == SlopeKind::Floor ? result.c < 0 : result.c > 0) {
        result.a = -result.a;
        result.b = -result.b;
        result.c = -result.c;
        result.d = -result.d;
    }
    result.originX = p0.x;
    result.originY = p0.y;
    return result;
}

bool isSamePlane(const roo::Slope& a, const roo::Slope& b)
{
    constexpr double tolerance = 1e-3;
    const auto isNear = [](double x, double y, double least) {
        return std::abs(x - y) <= tolerance * std::max({std::abs(x), std::abs(y), least});
    };
    // A normal is 1024 long; d is the distance from the origin times 1024, so 1024 x 1024 is one square.
    return isNear(a.a, b.a, 1024) && isNear(a.b, b.b, 1024) && isNear(a.c, b.c, 1024) && isNear(a.d, b.d, 1024.0 * 1024);
}

std::optional<double> heightOn(const roo::Slope& slope, double x, double y)
{
    const auto& [p, q, r] = slope.vertices;
    const double ux = q.x - p.x, uy = q.y - p.y, vx = r.x - p.x, vy = r.y - p.y;
    const double area = ux * vy - uy * vx;
    if (area == 0)
        return std::nullopt;
    const double alongU = ((x - p.x) * vy - (y - p.y) * vx) / area, alongV = (ux * (y - p.y) - uy * (x - p.x)) / area;
    return p.z + alongU * (q.z - p.z) + alongV * (r.z - p.z);
}

} // namespace blak::roomcore
