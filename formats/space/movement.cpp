// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/space/movement.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace blak::space {
namespace {

constexpr double longestPiece = 128; ///< client units: shorter than any step of a stair is deep
constexpr int mostPieces = 1 << 14;  ///< 2048 squares: no room is that large
constexpr int slides = 4;            ///< directions tried for one piece
constexpr int halvings = 6;          ///< nearness to the wall: 128 / 2^6 = 2 client units

Point nearestOn(const LoadedWall& wall, Point point)
{
    const double dx = wall.end.x - wall.start.x, dy = wall.end.y - wall.start.y;
    const double square = dx * dx + dy * dy;
    const double along = square > 0 ? ((point.x - wall.start.x) * dx + (point.y - wall.start.y) * dy) / square : 0;
    const double clamped = std::clamp(along, 0.0, 1.0);
    return {wall.start.x + clamped * dx, wall.start.y + clamped * dy};
}

double distance(Point a, Point b) { return std::hypot(a.x - b.x, a.y - b.y); }

/// Positive on the plus side (right of the wall, y south).
double sideOf(const LoadedWall& wall, Point point)
{
    return (wall.end.x - wall.start.x) * (point.y - wall.start.y) - (wall.end.y - wall.start.y) * (point.x - wall.start.x);
}

bool crosses(const LoadedWall& wall, Point from, Point to)
{
    const double a = sideOf(wall, from), b = sideOf(wall, to);
    if (a == b || (a > 0) == (b > 0))
        return false;
    const double t = a / (a - b);
    const Point at{from.x + t * (to.x - from.x), from.y + t * (to.y - from.y)};
    return distance(nearestOn(wall, at), at) < 0.5;
}

/// One piece of a way, short against the mover's size.
class Piece
{
public:
    Piece(const LoadedRoom& room, const Mover& mover, Point from) : room_(room), mover_(mover), from_(from)
    {
        sector_ = room.sectorAt(from);
        if (sector_ == none)
            return;
        z_ = room.floorHeight(sector_, from);
        collect(0);
    }

    /// The nearest wall that forbids going straight to `to`; none if it is allowed.
    Index stoppedBy(Point to) const
    {
        Index nearest = none;
        double nearestDistance = 0;
        for (const Index index : stopping_) {
            const LoadedWall& wall = room_.walls()[index];
            const double after = distance(nearestOn(wall, to), to);
            const bool tooNear = after < mover_.radius && after < distance(nearestOn(wall, from_), from_);
            if (!tooNear && !crosses(wall, from_, to))
                continue;
            if (nearest == none || after < nearestDistance) {
                nearest = index;
                nearestDistance = after;
            }
        }
        return nearest;
    }

    bool leavesRoom(Point to) const { return sector_ != none && room_.sectorAt(to) == none; }

private:
    /// Gathers the walls in reach that would stop the mover here.
    void collect(Index index)
    {
        const LoadedNode& node = room_.nodes()[index];
        const double reach = mover_.radius + longestPiece;
        if (node.isLeaf || from_.x < node.box.x0 - reach || from_.x > node.box.x1 + reach || from_.y < node.box.y0 - reach ||
            from_.y > node.box.y1 + reach)
            return;
        const double side = node.a * from_.x + node.b * from_.y + node.c;
        if (std::abs(side) <= reach)
            for (const Index wall : room_.wallsOf(node)) {
                const LoadedWall& candidate = room_.walls()[wall];
                const WallSide facing = sideOf(candidate, from_) > 0 ? WallSide::Plus : WallSide::Minus;
                if (distance(nearestOn(candidate, from_), from_) <= reach && wallStops(room_, candidate, facing, z_, mover_))
                    stopping_.push_back(wall);
            }
        if (node.plusChild != none && side >= -reach)
            collect(node.plusChild);
        if (node.minusChild != none && side <= reach)
            collect(node.minusChild);
    }

    const LoadedRoom& room_;
    const Mover& mover_;
    Point from_;
    Index sector_ = none;
    double z_ = 0;
    std::vector<Index> stopping_;
};

/// What is left of a step when it may not get nearer to the wall.
Point along(const LoadedWall& wall, Point from, Point step)
{
    const Point nearest = nearestOn(wall, from);
    double nx = from.x - nearest.x, ny = from.y - nearest.y;
    double length = std::hypot(nx, ny);
    if (length < 1e-6) { // standing in the wall itself
        nx = wall.end.y - wall.start.y;
        ny = wall.start.x - wall.end.x;
        length = std::hypot(nx, ny);
    }
    if (length < 1e-6)
        return {0, 0};
    const double into = (step.x * nx + step.y * ny) / (length * length);
    return {step.x - into * nx, step.y - into * ny};
}

/// Goes as far as allowed, then slides with the rest. Returns where the piece ends.
Point moveOnce(const LoadedRoom& room, const Mover& mover, Point from, Point to, MoveResult& result)
{
    Point here = from;
    Point step{to.x - from.x, to.y - from.y};
    for (int slide = 0; slide < slides; ++slide) {
        const Piece piece(room, mover, here);
        const Point target{here.x + step.x, here.y + step.y};
        Index wall = piece.stoppedBy(target);
        if (wall == none)
            return piece.leavesRoom(target) ? here : target;
        result.touched = true;
        result.wall = wall;

        double free = 0;
        for (double part = 0.5, i = 0; i < halvings; ++i, part /= 2) {
            const Point tried{here.x + (free + part) * step.x, here.y + (free + part) * step.y};
            if (piece.stoppedBy(tried) == none && !piece.leavesRoom(tried))
                free += part;
        }
        here = {here.x + free * step.x, here.y + free * step.y};
        step = along(room.walls()[wall], here, {(1 - free) * step.x, (1 - free) * step.y});
        if (std::hypot(step.x, step.y) < 1e-3)
            break;
    }
    return here;
}

/// A straight way in equal pieces.
class Way
{
public:
    Way(Point from, Point to)
        : pieces(static_cast<int>(std::clamp(std::ceil(distance(from, to) / longestPiece), 1.0, mostPieces + 1.0))),
          from_(from), step_{(to.x - from.x) / pieces, (to.y - from.y) / pieces}
    {
    }
    bool isTooLong() const { return pieces > mostPieces; }
    Point at(int piece) const { return {from_.x + step_.x * piece, from_.y + step_.y * piece}; }

    const int pieces;

private:
    Point from_, step_;
};

} // namespace

bool wallStops(const LoadedRoom& room, const LoadedWall& wall, WallSide from, double z, const Mover& mover)
{
    const WallSide behind = from == WallSide::Plus ? WallSide::Minus : WallSide::Plus;
    const Index side = wall.side(from);
    if (side == none)
        return false;
    const roo::Sidedef& data = room.sidedef(side);
    const Index here = wall.sector(from), there = wall.sector(behind);
    if ((data.flags & roo::side_flag::passable) == 0 || there == none)
        return true;
    if ((room.sector(there).flags & roo::sector_flag::noMove) != 0)
        return true;
    const SectorShape& target = room.shapes()[there];
    const SectorShape& source = here == none ? target : room.shapes()[here];
    const double z1 = std::max(source.floorLevel, target.floorLevel);
    const double z2 = std::min(source.ceilingLevel, target.ceilingLevel);
    return (data.belowTexture != 0 && z1 - z - target.depth > mover.maxStep) ||
           (data.aboveTexture != 0 && z2 - z < mover.headRoom);
}

MoveResult move(const LoadedRoom& room, const Mover& mover, Point from, Point to)
{
    MoveResult result;
    result.point = from;
    const Way way(from, to);
    const Point step{(to.x - from.x) / way.pieces, (to.y - from.y) / way.pieces};
    for (int i = 0; i < way.pieces; ++i) {
        const Point before = result.point;
        result.point = moveOnce(room, mover, before, {before.x + step.x, before.y + step.y}, result);
    }
    const Index sector = room.sectorAt(result.point);
    result.floor = sector == none ? 0 : room.standHeight(sector, result.point);
    return result;
}

bool canMove(const LoadedRoom& room, const Mover& mover, Point from, Point to)
{
    const Way way(from, to);
    if (way.isTooLong())
        return false;
    for (int i = 0; i < way.pieces; ++i) {
        const Piece piece(room, mover, way.at(i));
        if (piece.stoppedBy(way.at(i + 1)) != none || piece.leavesRoom(way.at(i + 1)))
            return false;
    }
    return true;
}

} // namespace blak::space
