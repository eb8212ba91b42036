// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>

/// Plane geometry in single precision, for what has to come out as it does on the 105 server: there each operation is rounded to
/// 24 bits, and whether a point lies on a line is decided by what that leaves. The order of operations is part of the rules, and
/// the compiler may not fuse them (-ffp-contract=off in formats/CMakeLists.txt).
namespace blak::space {

struct FlatPoint
{
    float x = 0, y = 0; ///< client units
    friend bool operator==(const FlatPoint&, const FlatPoint&) = default;
};

constexpr float flatTolerance = 0.0001F; ///< nearer to 0 than this is 0
constexpr float boxTolerance = 0.1F;     ///< client units: how far outside of a box still counts as inside

inline FlatPoint operator+(FlatPoint a, FlatPoint b) { return {a.x + b.x, a.y + b.y}; }
inline FlatPoint operator-(FlatPoint a, FlatPoint b) { return {a.x - b.x, a.y - b.y}; }
inline FlatPoint operator*(FlatPoint a, float factor) { return {a.x * factor, a.y * factor}; }
inline float dot(FlatPoint a, FlatPoint b) { return a.x * b.x + a.y * b.y; }
inline float squareOf(FlatPoint a) { return dot(a, a); }

template <class Number>
bool isNothing(Number value)
{
    return value > Number{-flatTolerance} && value < Number{flatTolerance};
}

inline bool isSamePlace(FlatPoint a, FlatPoint b) { return isNothing(a.x - b.x) && isNothing(a.y - b.y); }

/// Whether a point lies in the box that two others span.
bool isInBox(FlatPoint corner, FlatPoint other, FlatPoint point);

/// Whether the way from `start` to `end` meets the circle itself. A way wholly inside of it or without length does not.
bool meetsCircle(FlatPoint centre, float radius, FlatPoint start, FlatPoint end);

/// The same, but a way wholly inside meets it too.
bool touchesDisc(FlatPoint centre, float radius, FlatPoint start, FlatPoint end);

/// What of a line segment is nearest to a point.
struct NearestOnSegment
{
    enum class Part { Start, End, Between };
    Part part = Part::Start;
    float square = 0; ///< of the distance
};

NearestOnSegment nearestOnSegment(FlatPoint point, FlatPoint start, FlatPoint end);

} // namespace blak::space
