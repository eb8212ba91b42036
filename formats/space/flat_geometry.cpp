// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/space/flat_geometry.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace blak::space {
namespace {

/// Where a line enters and leaves a circle, as parts of the way from start to end.
std::optional<std::pair<float, float>> partsInCircle(FlatPoint centre, float radius, FlatPoint start, FlatPoint end)
{
    const FlatPoint way = end - start, away = start - centre;
    const float a = squareOf(way);
    const float b = 2.0F * dot(away, way);
    const float c = squareOf(away) - radius * radius;
    const float divisor = 2.0F * a;
    const float discriminant = b * b - 4.0F * a * c;
    if (discriminant < 0.0F || isNothing(divisor))
        return std::nullopt;
    const float root = std::sqrt(discriminant);
    return std::pair((-b - root) / divisor, (-b + root) / divisor);
}

bool isPartOfWay(float part) { return part >= 0.0F && part <= 1.0F; }

} // namespace

bool isInBox(FlatPoint corner, FlatPoint other, FlatPoint point)
{
    return std::min(corner.x, other.x) - boxTolerance <= point.x && point.x <= std::max(corner.x, other.x) + boxTolerance &&
           std::min(corner.y, other.y) - boxTolerance <= point.y && point.y <= std::max(corner.y, other.y) + boxTolerance;
}

bool meetsCircle(FlatPoint centre, float radius, FlatPoint start, FlatPoint end)
{
    const auto parts = partsInCircle(centre, radius, start, end);
    return parts && (isPartOfWay(parts->first) || isPartOfWay(parts->second));
}

bool touchesDisc(FlatPoint centre, float radius, FlatPoint start, FlatPoint end)
{
    const auto parts = partsInCircle(centre, radius, start, end);
    return parts && (isPartOfWay(parts->first) || isPartOfWay(parts->second) || (parts->first <= 0.0F && parts->second >= 1.0F));
}

NearestOnSegment nearestOnSegment(FlatPoint point, FlatPoint start, FlatPoint end)
{
    using Part = NearestOnSegment::Part;
    const FlatPoint way = end - start, fromStart = point - start;
    const float square = squareOf(way);
    if (isNothing(square))
        return {Part::Start, squareOf(fromStart)};
    const float along = dot(fromStart, way) / square;
    if (along < 0.0F)
        return {Part::Start, squareOf(fromStart)};
    if (along > 1.0F)
        return {Part::End, squareOf(point - end)};
    return {Part::Between, squareOf((start + way * along) - point)};
}

} // namespace blak::space
