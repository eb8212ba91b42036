// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/space/server_sight.h"

#include "formats/space/server_crossing.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace blak::space {
namespace {

FlatPoint3 difference(FlatPoint3 a, FlatPoint3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }

FlatPoint3 cross(FlatPoint3 a, FlatPoint3 b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }

float dot(FlatPoint3 a, FlatPoint3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

/// Does the line from start to end meet a triangle? By barycentric coordinates (Moeller and Trumbore); one that lies in the
/// triangle's plane does not.
bool meetsTriangle(const std::array<FlatPoint3, 3>& corners, FlatPoint3 start, FlatPoint3 end)
{
    const FlatPoint3 way = difference(end, start);
    const FlatPoint3 edge1 = difference(corners[1], corners[0]), edge2 = difference(corners[2], corners[0]);
    const FlatPoint3 normal = cross(way, edge2);
    const float determinant = dot(edge1, normal);
    if (isNothing(determinant))
        return false;
    const float inverse = 1.0F / determinant;
    const FlatPoint3 away = difference(start, corners[0]);
    const float u = dot(away, normal) * inverse;
    if (u < 0.0F || u > 1.0F)
        return false;
    const FlatPoint3 other = cross(away, edge1);
    const float v = dot(way, other) * inverse;
    if (v < 0.0F || u + v > 1.0F)
        return false;
    const float along = dot(edge2, other) * inverse;
    return along >= 0.0F && along <= 1.0F;
}

class Ray
{
public:
    Ray(const ServerRoom& room, FlatPoint3 from, FlatPoint3 to) : room_(room), from_(from), to_(to) {}

    bool isFree(Index index) const
    {
        if (index == none)
            return true;
        const ServerNode& node = room_.nodes()[index];
        if (node.isLeaf)
            return passesLeaf(node);
        const float before = node.distance(from_.flat()), after = node.distance(to_.flat());
        if (before > flatTolerance && after > flatTolerance)
            return isFree(node.plusChild);
        if (before < -flatTolerance && after < -flatTolerance)
            return isFree(node.minusChild);
        if (const auto crossing = crossingWithPlane(node, from_.flat(), to_.flat())) {
            const WallSide facing = before > 0.0F ? WallSide::Plus : WallSide::Minus;
            for (const ServerWall& wall : room_.wallsOf(node))
                if (stops(wall, facing, *crossing))
                    return false;
        }
        return isFree(node.plusChild) && isFree(node.minusChild);
    }

private:
    /// Floors are there from above and ceilings from below only.
    bool passesLeaf(const ServerNode& leaf) const
    {
        if (leaf.sector == none)
            return true;
        const ServerSector& sector = room_.sectors()[leaf.sector];
        if (from_.z > to_.z && sector.floorTexture != 0)
            return !meets(leaf, [&](FlatPoint point) { return sector.floorAt(point); });
        if (from_.z < to_.z && sector.ceilingTexture != 0)
            return !meets(leaf, [&](FlatPoint point) { return sector.ceilingAt(point); });
        return true;
    }

    template <class Height>
    bool meets(const ServerNode& leaf, const Height& height) const
    {
        const std::span<const FlatPoint> corners = room_.polygonOf(leaf);
        const auto at = [&](std::size_t i) { return FlatPoint3{corners[i].x, corners[i].y, height(corners[i])}; };
        for (std::size_t i = 2; i < corners.size(); ++i)
            if (meetsTriangle({at(i), at(i - 1), at(0)}, from_, to_))
                return true;
        return false;
    }

    float heightAt(FlatPoint crossing) const
    {
        const FlatPoint3 way = difference(to_, from_);
        float part = 1.0F;
        if (!isNothing(way.x))
            part = (crossing.x - from_.x) / way.x;
        else if (!isNothing(way.y))
            part = (crossing.y - from_.y) / way.y;
        return from_.z + part * way.z;
    }

    bool stops(const ServerWall& wall, WallSide facing, FlatPoint crossing) const
    {
        const Index plus = wall.sector(WallSide::Plus), minus = wall.sector(WallSide::Minus);
        const Index sideNumber = wall.side(facing);
        if (!isInBox(wall.start, wall.end, crossing) || (plus == none && minus == none) || sideNumber == none)
            return false;
        const ServerSector& one = room_.sectors()[plus != none ? plus : minus];
        const ServerSector& other = room_.sectors()[minus != none ? minus : plus];
        const auto [floorLow, floorHigh] = std::minmax({one.floorAt(crossing), other.floorAt(crossing)});
        const auto [ceilingLow, ceilingHigh] = std::minmax({one.ceilingAt(crossing), other.ceilingAt(crossing)});
        // The normal part is between the two, whichever of them is lower.
        const float bottom = std::min(ceilingLow, floorHigh), top = std::max(ceilingLow, floorHigh);
        const float z = heightAt(crossing);
        if (z > ceilingHigh || z < floorLow)
            return false;
        const ServerSide& side = room_.sides()[sideNumber];
        const bool seenThrough =
            (side.flags & roo::side_flag::transparent) != 0 && (side.flags & roo::side_flag::noLookThrough) == 0;
        return (side.normalTexture != 0 && !seenThrough && z >= bottom && z <= top) ||
               (side.aboveTexture != 0 && z >= top && z <= ceilingHigh) ||
               (side.belowTexture != 0 && z >= floorLow && z <= bottom);
    }

    const ServerRoom& room_;
    FlatPoint3 from_, to_;
};

} // namespace

bool isLineFree(const ServerRoom& room, FlatPoint3 from, FlatPoint3 to)
{
    return !room.nodes().empty() && Ray(room, from, to).isFree(0);
}

bool sees(const ServerRoom& room, FlatPoint3 from, FlatPoint3 to)
{
    constexpr float bodyHeight = 768.0F, sideways = 64.0F;
    const std::array<FlatPoint3, 6> targets{{to,
                                             {to.x, to.y, to.z - bodyHeight + 1.0F},
                                             {to.x + sideways, to.y + sideways, to.z},
                                             {to.x - sideways, to.y - sideways, to.z},
                                             {to.x + sideways, to.y - sideways, to.z},
                                             {to.x - sideways, to.y + sideways, to.z}}};
    return std::ranges::any_of(targets, [&](FlatPoint3 target) { return isLineFree(room, from, target); });
}

bool isInView(FlatPoint from, FlatPoint to, std::int32_t angle)
{
    constexpr float fullTurn = 6.283185307F;
    constexpr auto anglesOfTurn = static_cast<float>(anglesPerTurn);
    constexpr float distance = 1024.0F, halfWidth = 768.0F, halfDistance = 512.0F; // of the frustum
    const float radians = static_cast<float>(angle % static_cast<std::int32_t>(anglesPerTurn)) * fullTurn / anglesOfTurn;
    const FlatPoint way = to - from;
    const FlatPoint ahead{std::cos(radians) * distance, std::sin(radians) * distance};
    const FlatPoint wide{ahead.x * halfWidth / halfDistance, ahead.y * halfWidth / halfDistance};
    return dot(ahead, way) >= 0 && dot({-ahead.y + wide.x, ahead.x + wide.y}, way) >= 0 &&
           dot({ahead.y + wide.x, -ahead.x + wide.y}, way) >= 0;
}

} // namespace blak::space
