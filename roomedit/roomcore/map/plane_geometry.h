// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <limits>
#include <optional>

/// Exact geometry of whole editor units, 64 to a square, y up. Coordinates have 16 bits, so every product here fits 64 bits.
namespace blak::roomcore {

struct MapPoint
{
    std::int32_t x = 0, y = 0;
    friend constexpr auto operator<=>(const MapPoint&, const MapPoint&) = default;
    friend constexpr MapPoint operator+(MapPoint a, MapPoint b) { return {a.x + b.x, a.y + b.y}; }
    friend constexpr MapPoint operator-(MapPoint a, MapPoint b) { return {a.x - b.x, a.y - b.y}; }
};

constexpr std::int32_t lowestCoordinate = std::numeric_limits<std::int16_t>::min();
constexpr std::int32_t highestCoordinate = std::numeric_limits<std::int16_t>::max();

constexpr bool isInRange(MapPoint point)
{
    return point.x >= lowestCoordinate && point.x <= highestCoordinate && point.y >= lowestCoordinate &&
           point.y <= highestCoordinate;
}

constexpr std::int64_t cross(MapPoint a, MapPoint b)
{
    return static_cast<std::int64_t>(a.x) * b.y - static_cast<std::int64_t>(a.y) * b.x;
}

constexpr std::int64_t dot(MapPoint a, MapPoint b)
{
    return static_cast<std::int64_t>(a.x) * b.x + static_cast<std::int64_t>(a.y) * b.y;
}

constexpr std::int64_t squaredLength(MapPoint a) { return dot(a, a); }

/// > 0: c lies left of the way from a to b; 0: on the line through them.
constexpr std::int64_t orientation(MapPoint a, MapPoint b, MapPoint c) { return cross(b - a, c - a); }

/// On the segment between a and b, but not one of its ends.
constexpr bool isInside(MapPoint a, MapPoint b, MapPoint point)
{
    return point != a && point != b && orientation(a, b, point) == 0 && dot(a - point, b - point) < 0;
}

/// Each segment has its ends on different sides of the other, none on it.
constexpr bool crossesProperly(MapPoint a, MapPoint b, MapPoint c, MapPoint d)
{
    const auto sign = [](std::int64_t value) { return (value > 0) - (value < 0); };
    return sign(orientation(a, b, c)) * sign(orientation(a, b, d)) < 0 &&
           sign(orientation(c, d, a)) * sign(orientation(c, d, b)) < 0;
}

/// They cross, or one ends within the other.
constexpr bool crossOrTouch(MapPoint a, MapPoint b, MapPoint c, MapPoint d)
{
    return crossesProperly(a, b, c, d) || isInside(a, b, c) || isInside(a, b, d) || isInside(c, d, a) || isInside(c, d, b);
}

constexpr std::int64_t divideRounded(std::int64_t numerator, std::int64_t denominator)
{
    if (denominator < 0) {
        numerator = -numerator;
        denominator = -denominator;
    }
    const std::int64_t doubled = 2 * numerator + denominator;
    const std::int64_t quotient = doubled / (2 * denominator);
    return doubled % (2 * denominator) < 0 ? quotient - 1 : quotient;
}

/// Whole point next to where two segments that cross properly meet.
constexpr MapPoint meetingPoint(MapPoint a, MapPoint b, MapPoint c, MapPoint d)
{
    const std::int64_t along = orientation(c, d, a), whole = along - orientation(c, d, b);
    return {static_cast<std::int32_t>(a.x + divideRounded(along * (b.x - a.x), whole)),
            static_cast<std::int32_t>(a.y + divideRounded(along * (b.y - a.y), whole))};
}

/// Closed box of whole points.
struct MapBox
{
    std::int32_t left = highestCoordinate, bottom = highestCoordinate, right = lowestCoordinate, top = lowestCoordinate;

    static constexpr MapBox of(MapPoint a, MapPoint b)
    {
        return {std::min(a.x, b.x), std::min(a.y, b.y), std::max(a.x, b.x), std::max(a.y, b.y)};
    }
    constexpr bool isEmpty() const { return left > right || bottom > top; }
    constexpr void add(MapPoint point)
    {
        left = std::min(left, point.x);
        right = std::max(right, point.x);
        bottom = std::min(bottom, point.y);
        top = std::max(top, point.y);
    }
    constexpr void add(const MapBox& box)
    {
        left = std::min(left, box.left);
        right = std::max(right, box.right);
        bottom = std::min(bottom, box.bottom);
        top = std::max(top, box.top);
    }
    constexpr bool meets(const MapBox& other) const
    {
        return left <= other.right && other.left <= right && bottom <= other.top && other.bottom <= top;
    }
    constexpr bool holds(MapPoint point) const
    {
        return point.x >= left && point.x <= right && point.y >= bottom && point.y <= top;
    }
    friend bool operator==(const MapBox&, const MapBox&) = default;
};

} // namespace blak::roomcore
