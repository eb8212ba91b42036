// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/render/frame.h"
#include "client/render/view.h"
#include "formats/space/loaded_room.h"

#include <algorithm>
#include <optional>

/// What a ray through a pixel meets, worked out one ray at a time from the geometry alone: the other way to the picture.
/// Knows rooms whose textures have no holes; floors are seen from above, ceilings from below, walls from the side with texture.
namespace blak::test {

class RayOracle
{
public:
    RayOracle(const space::LoadedRoom& room, const render::Camera& camera, int width, int height)
        : room_(room), view_(camera, width, height)
    {
    }

    /// Screen coordinates; pixel centres are at + 0.5.
    render::Pick at(double screenX, double screenY)
    {
        const double k = view_.columnSlope(screenX);
        dx_ = view_.forwardX + k * view_.rightX();
        dy_ = view_.forwardY + k * view_.rightY();
        dz_ = view_.rowSlope(screenY);
        found_.reset();
        if (!room_.nodes().empty())
            walk(0, render::View::nearDepth, 1e7);
        if (found_)
            return *found_;
        render::Pick pick;
        pick.kind = render::SurfaceKind::Background;
        return pick;
    }

private:
    void walk(space::Index index, double t0, double t1)
    {
        if (found_ || index == space::none)
            return;
        const space::LoadedNode& node = room_.nodes()[index];
        if (node.isLeaf) {
            if (node.sector != space::none)
                checkLeaf(node, t0, t1);
            return;
        }
        const double start = node.a * view_.eyeX + node.b * view_.eyeY + node.c;
        const double slope = node.a * dx_ + node.b * dy_;
        const bool plusFirst = start + slope * t0 >= 0;
        const double crossing = slope != 0 ? -start / slope : -1;
        const space::Index first = plusFirst ? node.plusChild : node.minusChild;
        const space::Index second = plusFirst ? node.minusChild : node.plusChild;
        if (crossing <= t0 || crossing >= t1)
            return walk(first, t0, t1);
        walk(first, t0, crossing);
        if (!found_)
            checkWalls(node, crossing, plusFirst ? space::WallSide::Plus : space::WallSide::Minus);
        walk(second, crossing, t1);
    }

    void checkLeaf(const space::LoadedNode& node, double t0, double t1)
    {
        const space::SectorShape& shape = room_.shapes()[node.sector];
        const roo::Sector& sector = room_.sector(node.sector);
        const auto crosses = [&](const space::Surface& surface, bool fromAbove) {
            const double h = surface.at({view_.eyeX, view_.eyeY}) - view_.eyeZ;
            const double m = dz_ - surface.perX * dx_ - surface.perY * dy_;
            if (m == 0 || (h < 0) != fromAbove)
                return false;
            const double t = h / m;
            return t >= t0 && t <= t1;
        };
        render::Pick pick;
        pick.sector = node.sector;
        if (sector.floorTexture != 0 && crosses(shape.floor, true)) {
            pick.kind = render::SurfaceKind::Floor;
            found_ = pick;
        } else if (sector.ceilingTexture != 0 && crosses(shape.ceiling, false)) {
            pick.kind = render::SurfaceKind::Ceiling;
            found_ = pick;
        }
    }

    void checkWalls(const space::LoadedNode& node, double t, space::WallSide from)
    {
        const space::Point place{view_.eyeX + t * dx_, view_.eyeY + t * dy_};
        const double z = view_.eyeZ + t * dz_;
        for (const space::Index index : room_.wallsOf(node)) {
            const space::LoadedWall& wall = room_.walls()[index];
            const space::Index side = wall.side(from);
            const space::Index front = wall.sector(from);
            if (side == space::none || front == space::none || wall.length <= 0)
                continue;
            const double along = ((place.x - wall.start.x) * (wall.end.x - wall.start.x) +
                                  (place.y - wall.start.y) * (wall.end.y - wall.start.y)) /
                                 wall.length;
            if (along < 0 || along > wall.length)
                continue;
            const auto back = wall.sector(from == space::WallSide::Plus ? space::WallSide::Minus : space::WallSide::Plus);
            const double f0 = room_.floorHeight(front, place), c0 = room_.ceilingHeight(front, place);
            const double f1 = back == space::none ? f0 : room_.floorHeight(back, place);
            const double c1 = back == space::none ? c0 : room_.ceilingHeight(back, place);
            const roo::Sidedef& data = room_.sidedef(side);
            render::Pick pick;
            pick.wall = index;
            if (data.belowTexture != 0 && z > f0 && z < f1)
                pick.kind = render::SurfaceKind::WallBelow;
            else if (data.aboveTexture != 0 && z < c0 && z > c1)
                pick.kind = render::SurfaceKind::WallAbove;
            else if (data.normalTexture != 0 && z >= std::max(f0, f1) && z <= std::min(c0, c1))
                pick.kind = render::SurfaceKind::WallNormal;
            if (pick.kind != render::SurfaceKind::None)
                found_ = pick;
        }
    }

    const space::LoadedRoom& room_;
    render::View view_;
    double dx_ = 0, dy_ = 0, dz_ = 0; ///< per unit of depth
    std::optional<render::Pick> found_;
};

} // namespace blak::test
