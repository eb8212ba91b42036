// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/space/line_of_sight.h"

#include <algorithm>
#include <utility>

namespace blak::space {
namespace {

constexpr double edgeTolerance = 0.5;     ///< client units along a wall: corners of integer rooms are rounded
constexpr double surfaceTolerance = 1e-3; ///< client units above and below surfaces: a ray may graze

/// Follows a ray through the tree in a direction that does not depend on which end is the viewer, so that rounding is the same
/// for both.
class Ray
{
public:
    Ray(const LoadedRoom& room, Point3 from, Point3 to, bool wantLast) : room_(room), from_(from), to_(to), wantLast_(wantLast) {}

    std::optional<SightHit> trace()
    {
        if (room_.nodes().empty())
            hit(SightHit::Kind::Void, none, 0);
        else
            walk(0, 0, 1);
        return found_;
    }

private:
    bool isDone() const { return found_ && !wantLast_; }

    Point3 at(double t) const
    {
        return {from_.x + t * (to_.x - from_.x), from_.y + t * (to_.y - from_.y), from_.z + t * (to_.z - from_.z)};
    }

    void hit(SightHit::Kind kind, Index index, double fraction)
    {
        if (!isDone())
            found_ = SightHit{kind, index, fraction};
    }

    void walk(Index index, double t0, double t1)
    {
        if (isDone())
            return;
        if (index == none)
            return hit(SightHit::Kind::Void, none, t0);
        const LoadedNode& node = room_.nodes()[index];
        if (node.isLeaf)
            return checkLeaf(node, t0, t1);

        const double start = node.a * from_.x + node.b * from_.y + node.c;
        const double slope = node.a * (to_.x - from_.x) + node.b * (to_.y - from_.y);
        const double d0 = start + slope * t0, d1 = start + slope * t1;
        if (d0 == 0 && d1 == 0) // along the plane: either side will do, so take one that is there
            return walk(node.plusChild != none ? node.plusChild : node.minusChild, t0, t1);
        if (d0 >= 0 && d1 >= 0)
            return walk(node.plusChild, t0, t1);
        if (d0 <= 0 && d1 <= 0)
            return walk(node.minusChild, t0, t1);

        const double t = t0 + (t1 - t0) * (d0 / (d0 - d1));
        walk(d0 > 0 ? node.plusChild : node.minusChild, t0, t);
        if (!isDone())
            checkWalls(node, t);
        walk(d0 > 0 ? node.minusChild : node.plusChild, t, t1);
    }

    void checkLeaf(const LoadedNode& leaf, double t0, double t1)
    {
        if (leaf.sector == none)
            return hit(SightHit::Kind::Void, none, t0);
        const roo::Sector& sector = room_.sector(leaf.sector);
        for (const double t : {t0, t1}) {
            const Point3 point = at(t);
            if (sector.floorTexture != 0 && point.z < room_.floorHeight(leaf.sector, {point.x, point.y}) - surfaceTolerance)
                return hit(SightHit::Kind::Floor, leaf.sector, t);
            if (sector.ceilingTexture != 0 && point.z > room_.ceilingHeight(leaf.sector, {point.x, point.y}) + surfaceTolerance)
                return hit(SightHit::Kind::Ceiling, leaf.sector, t);
        }
    }

    void checkWalls(const LoadedNode& node, double t)
    {
        const Point3 point = at(t);
        for (const Index index : room_.wallsOf(node)) {
            const LoadedWall& wall = room_.walls()[index];
            if (covers(wall, point) && stops(wall, point))
                return hit(SightHit::Kind::Wall, index, t);
        }
    }

    static bool covers(const LoadedWall& wall, Point3 point)
    {
        if (wall.length == 0)
            return false;
        const double along =
            ((point.x - wall.start.x) * (wall.end.x - wall.start.x) + (point.y - wall.start.y) * (wall.end.y - wall.start.y)) /
            wall.length;
        return along >= -edgeTolerance && along <= wall.length + edgeTolerance;
    }

    /// A part that is opaque from one side stops sight both ways: who cannot be seen shall not see.
    bool stops(const LoadedWall& wall, Point3 point) const
    {
        const Index plus = wall.sector(WallSide::Plus), minus = wall.sector(WallSide::Minus);
        if (plus == none || minus == none)
            return plus != minus;
        const Point place{point.x, point.y};
        const auto [z0, z1] = std::minmax({room_.floorHeight(plus, place), room_.floorHeight(minus, place)});
        const auto [z2, z3] = std::minmax({room_.ceilingHeight(plus, place), room_.ceilingHeight(minus, place)});
        for (const Index side : wall.sides) {
            if (side == none)
                continue;
            const roo::Sidedef& data = room_.sidedef(side);
            const bool below = data.belowTexture != 0 && point.z > z0 && point.z < z1;
            const bool above = data.aboveTexture != 0 && point.z > z2 && point.z < z3;
            const bool opaque = data.normalTexture != 0 && (data.flags & roo::side_flag::transparent) == 0;
            if (below || above || (opaque && point.z >= z1 && point.z <= z2))
                return true;
        }
        return false;
    }

    const LoadedRoom& room_;
    Point3 from_, to_;
    bool wantLast_;
    std::optional<SightHit> found_;
};

} // namespace

std::optional<SightHit> firstInSight(const LoadedRoom& room, Point3 from, Point3 to)
{
    const bool turned = std::pair(to.x, to.y) < std::pair(from.x, from.y);
    std::optional<SightHit> hit = turned ? Ray(room, to, from, true).trace() : Ray(room, from, to, false).trace();
    if (hit && turned)
        hit->fraction = 1 - hit->fraction;
    return hit;
}

} // namespace blak::space
