// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/render/strip.h"
#include "client/render/tile_plane.h"

#include <algorithm>
#include <cmath>

// Floors and ceilings: the polygon of a leaf, lifted to the sector's plane, is a convex polygon on the screen too. Two paths
// lead around it from its leftmost to its rightmost corner; between them lies what is drawn in each column.
namespace blak::render {

void Strip::drawLeaf(space::Index leaf)
{
    const View& view = context_->view;
    const space::LoadedNode& node = context_->room.nodes()[leaf];
    const space::SectorShape& shape = context_->room.shapes()[node.sector];
    const roo::Sector& sector = context_->room.sector(node.sector);
    const space::Point eye{view.eyeX, view.eyeY};
    const bool floorSeen = sector.floorTexture != 0 && shape.floor.at(eye) < view.eyeZ;
    const bool ceilingSeen = sector.ceilingTexture != 0 && shape.ceiling.at(eye) > view.eyeZ;
    if (!floorSeen && !ceilingSeen)
        return;

    corners_.clear();
    bool crossesNear = false;
    for (const space::Point& point : context_->room.polygonOf(node)) {
        const ViewPoint place = view.toView(point.x, point.y);
        crossesNear |= place.depth < View::nearDepth;
        corners_.push_back({place.depth, place.right, shape.floor.at(point) - view.eyeZ, shape.ceiling.at(point) - view.eyeZ});
    }
    if (crossesNear) {
        clipped_.clear();
        for (std::size_t i = 0; i < corners_.size(); ++i) {
            const Corner& a = corners_[i];
            const Corner& b = corners_[(i + 1) % corners_.size()];
            if (a.depth >= View::nearDepth)
                clipped_.push_back(a);
            if ((a.depth >= View::nearDepth) != (b.depth >= View::nearDepth)) {
                const double t = (View::nearDepth - a.depth) / (b.depth - a.depth);
                clipped_.push_back({View::nearDepth, a.right + t * (b.right - a.right), a.floor + t * (b.floor - a.floor),
                                    a.ceiling + t * (b.ceiling - a.ceiling)});
            }
        }
        corners_.swap(clipped_);
    }
    if (corners_.size() < 3)
        return;
    if (floorSeen)
        drawPlane(leaf, false);
    if (ceilingSeen)
        drawPlane(leaf, true);
}

bool Strip::outlineColumns(bool ceiling, int& first, int& end)
{
    const View& view = context_->view;
    const std::size_t count = corners_.size();
    const auto screen = [&](const Corner& corner) {
        return std::pair{view.screenX({corner.depth, corner.right}),
                         view.horizon - view.focal * (ceiling ? corner.ceiling : corner.floor) / corner.depth};
    };
    first = end_;
    end = first_;
    double highest = 1e30, lowest = -1e30;
    auto [lastX, lastY] = screen(corners_[count - 1]);
    for (std::size_t i = 0; i < count; ++i) {
        const auto [x, y] = screen(corners_[i]);
        highest = std::min(highest, y);
        lowest = std::max(lowest, y);
        // Always from left to right, so that leaves that share an edge agree on every column of it.
        const bool toRight = lastX < x;
        const double x0 = toRight ? lastX : x, y0 = toRight ? lastY : y;
        const double x1 = toRight ? x : lastX, y1 = toRight ? y : lastY;
        const int from = std::clamp(firstPixel(x0, view.width), first_, end_);
        const int to = std::clamp(firstPixel(x1, view.width), first_, end_);
        if (from < to) {
            const double slope = (y1 - y0) / (x1 - x0);
            const double start = y0 + (0.5 - x0) * slope;
            float* out = (toRight ? outlineA_ : outlineB_).data() - first_;
            for (int column = from; column < to; ++column)
                out[column] = static_cast<float>(start + column * slope);
            first = std::min(first, from);
            end = std::max(end, to);
        }
        lastX = x;
        lastY = y;
    }
    return first < end && highest < view.height && lowest > 0;
}

void Strip::drawPlane(space::Index leaf, bool ceiling)
{
    int first = 0, end = 0;
    if (!outlineColumns(ceiling, first, end))
        return;
    int x = open_.nextOpen(first);
    if (x >= end)
        return;

    const View& view = context_->view;
    const space::LoadedNode& node = context_->room.nodes()[leaf];
    const roo::Sector& sector = context_->room.sector(node.sector);
    const space::SectorShape& shape = context_->room.shapes()[node.sector];
    const space::Surface& surface = ceiling ? shape.ceiling : shape.floor;
    const SectorState state = sectorState(node.sector);
    const auto& slope = ceiling ? sector.ceilingSlope : sector.floorSlope;

    // One over depth: w = (m - perX gx - perY gy) / h, where (gx, gy) is the way over ground per unit of depth.
    const double h = surface.at({view.eyeX, view.eyeY}) - view.eyeZ;
    const double wm = 1 / h;
    const double w0 = -(surface.perX * view.forwardX + surface.perY * view.forwardY) / h;
    const double wk = -(surface.perX * view.rightX() + surface.perY * view.rightY()) / h;

    TilePlane tiles =
        slope ? slopedTiles(*slope, surface) : levelTiles(sector, context_->room.polygonOf(context_->room.nodes()[leaf]));
    tiles.originX += (ceiling ? state.ceilingScrollX : state.floorScrollX);
    tiles.originY += (ceiling ? state.ceilingScrollY : state.floorScrollY);
    const Image& image = texture(ceiling ? sector.ceilingTexture : sector.floorTexture)->groupImage(state.animationStep);
    plane_.image = &image;
    const auto setUp = [&](double perX, double perY, int log, double& c0, double& ck, double& cm) {
        const double size = std::ldexp(1.0, log);
        double atEye = perX * (view.eyeX - tiles.originX) + perY * (view.eyeY - tiles.originY);
        atEye = (atEye - std::floor(atEye)) * size; // whole tiles are the same and would cost precision
        c0 = atEye * w0 + (perX * view.forwardX + perY * view.forwardY) * size;
        ck = atEye * wk + (perX * view.rightX() + perY * view.rightY()) * size;
        cm = atEye * wm;
    };
    setUp(tiles.sx, tiles.sy, image.tileWidthLog, plane_.u0, plane_.uk, plane_.um);
    setUp(tiles.tx, tiles.ty, image.tileHeightLog, plane_.v0, plane_.vk, plane_.vm);

    double sunShare = 0;
    if (!surface.isLevel()) {
        const double length = std::hypot(surface.perX, surface.perY, 1.0) * (ceiling ? -1 : 1);
        sunShare = (-surface.perX * context_->sun[0] - surface.perY * context_->sun[1] + context_->sun[2]) / length;
    }
    const SurfaceLight light = SurfaceLight::of(context_->state.lighting, state.light, sunShare, context_->fixedLevel);

    SurfaceRecord record;
    record.pick.kind = ceiling ? SurfaceKind::Ceiling : SurfaceKind::Floor;
    record.pick.sector = node.sector;
    record.w0 = static_cast<float>(w0 - wk * view.centre / view.focal + wm * view.horizon / view.focal);
    record.wx = static_cast<float>(wk / view.focal);
    record.wy = static_cast<float>(-wm / view.focal);
    const std::uint16_t id = newSurface(record);

    plane_.mipBelow.fill(0);
    if (context_->options.mipLevels) {
        const double texels = std::max(std::ldexp(std::hypot(tiles.sx, tiles.sy), image.tileWidthLog),
                                       std::ldexp(std::hypot(tiles.tx, tiles.ty), image.tileHeightLog)); // for a unit of ground
        // Across a pixel are texels / (w focal), down texels |dw| / w^2. Their geometric mean counts: blurred along the view, but
        // not as much as the larger one would have it.
        const double square = texels * texels * std::abs(static_cast<double>(record.wy)) / view.focal;
        for (std::size_t i = 0; i < image.mips.size() && i < plane_.mipBelow.size(); ++i)
            plane_.mipBelow[i] = std::cbrt(square / std::ldexp(2.0, 2 * static_cast<int>(i)));
    }

    const auto limit = static_cast<float>(view.height + 4);
    for (; x < end; x = open_.nextOpen(x + 1)) {
        const float a = outlineA_[static_cast<std::size_t>(x - first_)];
        const float b = outlineB_[static_cast<std::size_t>(x - first_)];
        const int top = static_cast<int>(std::ceil(std::clamp(std::min(a, b) - 0.5f, -4.0f, limit)));
        const int bottom = static_cast<int>(std::ceil(std::clamp(std::max(a, b) - 0.5f, -4.0f, limit)));
        if (top >= bottom)
            continue;
        std::uint16_t* ids = frame_->idColumn(x);
        open_.take(x, top, bottom, ceiling ? OpenColumns::SnapTop : OpenColumns::SnapBottom, [&](int from, int to) {
            kernel::fillIds(ids + from, to - from, id);
            drawPlaneSpan(x, from, to, record, light);
        });
    }
}

void Strip::drawPlaneSpan(int x, int top, int bottom, const SurfaceRecord& surface, const SurfaceLight& light)
{
    if (plane_.mipBelow[0] <= 0) {
        drawPlaneLevel(x, top, bottom, 0, surface, light);
        return;
    }
    // One over the depth grows or falls evenly down the column, and the levels with it.
    const double wy = static_cast<double>(surface.wy);
    const double w0 = static_cast<double>(surface.w0) + static_cast<double>(surface.wx) * (x + 0.5) + wy * 0.5;
    while (top < bottom) {
        const double w = w0 + wy * top;
        std::size_t level = 0;
        while (level < plane_.mipBelow.size() && w < plane_.mipBelow[level])
            ++level;
        const double change = wy > 0 ? (level > 0 ? plane_.mipBelow[level - 1] : 0)
                                     : (level < plane_.mipBelow.size() ? plane_.mipBelow[level] : 0);
        int end = bottom;
        if (wy != 0 && change > 0)
            end = std::clamp(static_cast<int>(std::ceil(std::clamp((change - w0) / wy, -1.0, bottom + 1.0))), top + 1, bottom);
        drawPlaneLevel(x, top, end, level, surface, light);
        top = end;
    }
}

void Strip::drawPlaneLevel(int x, int top, int bottom, std::size_t level, const SurfaceRecord& surface, const SurfaceLight& light)
{
    const View& view = context_->view;
    const double k = view.columnSlope(x + 0.5);
    const double m = view.rowSlope(top + 0.5);
    const double wy = static_cast<double>(surface.wy);
    const double w = static_cast<double>(surface.w0) + static_cast<double>(surface.wx) * (x + 0.5) + wy * (top + 0.5);
    const double share = 1.0 / static_cast<double>(1u << level);
    std::uint8_t* column = frame_->column(x);

    const Image& image = *plane_.image;
    kernel::Tile tile{image.tile.data(), image.tileWidthLog, image.tileHeightLog};
    if (level > 0) {
        const MipLevel& mip = image.mips[level - 1];
        tile = {mip.tile.data(), mip.tileWidthLog, mip.tileHeightLog};
    }
    kernel::PlaneStep step{};
    step.dw = surface.wy;
    step.du = static_cast<float>(-plane_.um * share / view.focal);
    step.dv = static_cast<float>(-plane_.vm * share / view.focal);
    step.w = static_cast<float>(w);
    step.u = static_cast<float>((plane_.u0 + plane_.uk * k + plane_.um * m) * share);
    step.v = static_cast<float>((plane_.v0 + plane_.vk * k + plane_.vm * m) * share);
    const int count = bottom - top;
    if (!light.dependsOnDistance() || context_->options.fullBright) {
        kernel::drawPlane(column + top, count, step, tile, context_->lightMap(light.levelAt(0)));
        return;
    }
    const kernel::DistanceLight distance{static_cast<float>(light.viewer / 4), static_cast<float>(light.cap / 4),
                                         static_cast<float>(light.add / 4), context_->tables.light.data()};
    kernel::drawPlane(column + top, top, count, step, tile, distance);
}

} // namespace blak::render
