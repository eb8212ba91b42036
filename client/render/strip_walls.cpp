// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/render/mip_levels.h"
#include "client/render/strip.h"

#include <algorithm>
#include <array>
#include <cmath>

// Walls: straight lines in the plane of a node. With k the slope of a column (see View), one over the depth and the place along
// the wall times it are linear in k, so everything that is linear along the wall - heights, texture - is exact in each column.
namespace blak::render {
namespace {

constexpr double unitsPerSquare = 1024;

space::WallSide other(space::WallSide side)
{
    return side == space::WallSide::Plus ? space::WallSide::Minus : space::WallSide::Plus;
}

WallInView::Line lineOf(const space::Surface& surface, space::Point left, space::Point right, double eyeZ)
{
    const double z = surface.at(left);
    return {z - eyeZ, surface.at(right) - z};
}

} // namespace

bool Strip::placeWall(WallInView& view) const
{
    const View& eye = context_->view;
    const space::LoadedWall& wall = context_->room.walls()[view.wall];
    const bool plus = view.side == space::WallSide::Plus;
    // Seen from its right-hand side a wall's start is to the left; the minus side has start and end swapped.
    const space::Point& leftPoint = plus ? wall.start : wall.end;
    const space::Point& rightPoint = plus ? wall.end : wall.start;
    const ViewPoint left = eye.toView(leftPoint.x, leftPoint.y);
    const ViewPoint right = eye.toView(rightPoint.x, rightPoint.y);
    if (left.depth < View::nearDepth && right.depth < View::nearDepth)
        return false;
    const double alongDepth = right.depth - left.depth;
    const double alongRight = right.right - left.right;
    const double distance = left.depth * alongRight - left.right * alongDepth; // times the length
    if (distance <= 1e-6)
        return false; // from behind, or edge-on

    ViewPoint from = left, to = right;
    if (from.depth < View::nearDepth)
        from = {View::nearDepth, left.right + (View::nearDepth - left.depth) / alongDepth * alongRight};
    if (to.depth < View::nearDepth)
        to = {View::nearDepth, left.right + (View::nearDepth - left.depth) / alongDepth * alongRight};
    view.firstColumn = std::clamp(firstPixel(eye.screenX(from), eye.width), first_, end_);
    view.endColumn = std::clamp(firstPixel(eye.screenX(to), eye.width), first_, end_);
    if (view.firstColumn >= view.endColumn)
        return false;
    view.w0 = alongRight / distance;
    view.wk = -alongDepth / distance;
    view.t0 = -left.right / distance;
    view.tk = left.depth / distance;
    return true;
}

void Strip::drawWall(space::Index index, space::WallSide side)
{
    const space::LoadedWall& wall = context_->room.walls()[index];
    const space::Index front = wall.sector(side);
    const space::Index sideIndex = wall.side(side);
    if (sideIndex == space::none || front == space::none || sideState(sideIndex).invisible)
        return;
    if (const auto& hidden = context_->state.hiddenWalls; index < hidden.size() && hidden[index])
        return;
    const roo::Sidedef& sidedef = context_->room.sidedef(sideIndex);
    if (sidedef.normalTexture == 0 && sidedef.aboveTexture == 0 && sidedef.belowTexture == 0)
        return;

    WallInView view;
    view.wall = index;
    view.side = side;
    if (!placeWall(view) || open_.nextOpen(view.firstColumn) >= view.endColumn)
        return;

    const bool plus = side == space::WallSide::Plus;
    const space::Point left = plus ? wall.start : wall.end;
    const space::Point right = plus ? wall.end : wall.start;
    const auto& shapes = context_->room.shapes();
    const space::Index back = wall.sector(other(side));
    const double eyeZ = context_->view.eyeZ;
    view.twoSided = back != space::none;
    view.frontFloor = lineOf(shapes[front].floor, left, right, eyeZ);
    view.frontCeiling = lineOf(shapes[front].ceiling, left, right, eyeZ);
    view.backFloor = view.twoSided ? lineOf(shapes[back].floor, left, right, eyeZ) : view.frontFloor;
    view.backCeiling = view.twoSided ? lineOf(shapes[back].ceiling, left, right, eyeZ) : view.frontCeiling;

    const roo::Wall& data = context_->room.room().walls[index];
    const double xOffset = plus ? data.plusXOffset : data.minusXOffset;
    const double length = wall.length / space::clientUnitsPerEditorUnit;
    const double scroll = sideState(sideIndex).scrollX / space::clientUnitsPerEditorUnit;
    const bool backwards = sidedef.flags & roo::side_flag::backwards;
    view.uStart = (backwards ? xOffset + length : xOffset) - scroll;
    view.uGrowth = backwards ? -length : length;

    const space::LoadedNode& node = context_->room.nodes()[wall.node];
    const double sunShare = (plus ? 1 : -1) * (node.a * context_->sun[0] + node.b * context_->sun[1]);
    view.light = SurfaceLight::of(context_->state.lighting, sectorState(front).light, sunShare, context_->fixedLevel);

    const space::WallQuad quad = context_->room.wallQuad(wall);
    for (const SurfaceKind kind : {SurfaceKind::WallAbove, SurfaceKind::WallNormal, SurfaceKind::WallBelow}) {
        if (kind != SurfaceKind::WallNormal && !view.twoSided)
            continue;
        const WallPart part = partOf(view, kind, quad);
        if (part.image == nullptr)
            continue;
        if (part.masked)
            deferred_.push_back({.wall = view, .part = part});
        else
            drawPart(view, part);
    }
}

/// Texture, anchor and manner of a part (formats.md section 1.6).
WallPart Strip::partOf(const WallInView& view, SurfaceKind kind, const space::WallQuad& quad) const
{
    namespace flag = roo::side_flag;
    const space::LoadedWall& wall = context_->room.walls()[view.wall];
    const space::Index sideIndex = wall.side(view.side);
    const roo::Sidedef& sidedef = context_->room.sidedef(sideIndex);
    const roo::Wall& data = context_->room.room().walls[view.wall];
    const SideState& state = sideState(sideIndex);

    WallPart part;
    part.kind = kind;
    const bool above = kind == SurfaceKind::WallAbove;
    const bool normal = kind == SurfaceKind::WallNormal;
    const int number = above ? sidedef.aboveTexture : normal ? sidedef.normalTexture : sidedef.belowTexture;
    const Picture* picture = texture(number);
    if (picture == nullptr)
        return part; // without texture one looks through, whatever the flags say
    part.image = &picture->groupImage(state.animationStep);
    part.closes = part.image->hasHoles && normal && (sidedef.flags & flag::noLookThrough) != 0;
    part.masked = part.image->hasHoles && !part.closes;
    part.texelsPerUnit = picture->shrink / space::clientUnitsPerEditorUnit;
    part.tiles = !normal || (sidedef.flags & flag::noVerticalTile) == 0;

    const bool hangs = above    ? (sidedef.flags & flag::aboveBottomUp) == 0
                       : normal ? (sidedef.flags & flag::normalTopDown) != 0
                                : (sidedef.flags & flag::belowTopDown) != 0;
    const std::size_t lower = above ? 2 : normal ? 1 : 0;
    const std::size_t edge = hangs ? lower + 1 : lower;
    const double zStart = quad.start.z[edge];
    const double zEnd = quad.end.z[edge];
    double anchor = zStart;
    if (zStart != zEnd)
        anchor = hangs ? std::ceil(std::max(zStart, zEnd) / unitsPerSquare) * unitsPerSquare
                       : std::floor(std::min(zStart, zEnd) / unitsPerSquare) * unitsPerSquare;
    const bool plus = view.side == space::WallSide::Plus;
    const double yOffset = plus ? data.plusYOffset : data.minusYOffset;
    part.vBase = (hangs ? 0 : part.image->width) - yOffset * picture->shrink + anchor * part.texelsPerUnit -
                 state.scrollY * part.texelsPerUnit;
    return part;
}

SurfaceRecord Strip::recordOf(const WallInView& view, SurfaceKind kind) const
{
    const space::LoadedWall& wall = context_->room.walls()[view.wall];
    const View& eye = context_->view;
    SurfaceRecord record;
    record.pick.kind = kind;
    record.pick.sector = wall.sector(view.side);
    record.pick.wall = view.wall;
    record.pick.linedef = wall.linedef;
    record.pick.side = wall.side(view.side);
    record.pick.plusSide = view.side == space::WallSide::Plus;
    record.wx = static_cast<float>(view.wk / eye.focal);
    record.w0 = static_cast<float>(view.w0 - view.wk * eye.centre / eye.focal);
    return record;
}

/// Rows of the part in the column with slope k; none if top >= bottom.
Strip::Rows Strip::partRows(const WallInView& view, const WallPart& part, double k, double w) const
{
    const View& eye = context_->view;
    const double t = view.t0 + k * view.tk;
    const auto screen = [&](const WallInView::Line& line) { return eye.horizon - eye.focal * (line.z * w + line.growth * t); };
    double high = 0, low = 0;
    switch (part.kind) {
    case SurfaceKind::WallAbove:
        high = screen(view.frontCeiling);
        low = screen(view.backCeiling);
        break;
    case SurfaceKind::WallBelow:
        high = screen(view.backFloor);
        low = screen(view.frontFloor);
        break;
    default:
        high = std::max(screen(view.frontCeiling), screen(view.backCeiling));
        low = std::min(screen(view.frontFloor), screen(view.backFloor));
        break;
    }
    if (!part.tiles) {
        // Drawn once: from where the texture begins to where it ends.
        const double scale = eye.focal * w / part.texelsPerUnit;
        const double begin = eye.horizon - scale * (part.vBase - eye.eyeZ * part.texelsPerUnit);
        high = std::max(high, begin);
        low = std::min(low, begin + scale * part.image->width);
    }
    return {firstPixel(high, eye.height), firstPixel(low, eye.height)};
}

void Strip::drawPart(const WallInView& view, const WallPart& part)
{
    SurfaceRecord record = recordOf(view, part.kind);
    record.isSeeThrough = part.closes || !part.tiles; // the next picture of an animation may have another size
    const std::uint16_t id = newSurface(record);
    constexpr std::array snaps{OpenColumns::SnapTop | 0u, OpenColumns::SnapTop | OpenColumns::SnapBottom,
                               OpenColumns::SnapBottom | 0u};
    unsigned snap = snaps[static_cast<std::size_t>(part.kind) - static_cast<std::size_t>(SurfaceKind::WallAbove)];
    if (!part.tiles)
        snap = OpenColumns::SnapNone;
    for (int x = open_.nextOpen(view.firstColumn); x < view.endColumn; x = open_.nextOpen(x + 1)) {
        const double k = context_->view.columnSlope(x + 0.5);
        const double w = view.w0 + k * view.wk;
        const Rows rows = partRows(view, part, k, w);
        if (rows.top >= rows.bottom)
            continue;
        open_.take(x, rows.top, rows.bottom, snap, [&](int from, int to) {
            std::uint16_t* ids = frame_->idColumn(x);
            if (part.closes) {
                kernel::fillIds(ids + from, to - from, backgroundId);
                drawBackgroundSpan(x, from, to);
            } else {
                kernel::fillIds(ids + from, to - from, id);
            }
            drawWallSpan(view, part, x, from, to, w, id);
        });
    }
}

void Strip::drawWallSpan(const WallInView& view, const WallPart& part, int x, int top, int bottom, double w, std::uint16_t id)
{
    const View& eye = context_->view;
    const double t = (view.t0 + eye.columnSlope(x + 0.5) * view.tk) / w;
    const Image& image = *part.image;
    // A row of the bitmap runs down the wall; rows follow each other along the wall.
    const double u =
        (view.uStart + view.uGrowth * std::clamp(t, 0.0, 1.0)) * space::clientUnitsPerEditorUnit * part.texelsPerUnit;
    const double wrapped = u - std::floor(u / image.height) * image.height;
    double step = part.texelsPerUnit / (eye.focal * w);
    double v = part.vBase - eye.eyeZ * part.texelsPerUnit - (eye.horizon - (top + 0.5)) * step;
    const std::uint8_t* pixels = image.pixels.data();
    int width = image.width, height = image.height;
    double place = wrapped;
    if (context_->options.mipLevels) {
        // Texels from column to column; half of them count, or walls seen from the side would be all blurred.
        const double along = view.uGrowth * space::clientUnitsPerEditorUnit * part.texelsPerUnit *
                             (view.tk * view.w0 - view.t0 * view.wk) / (w * w * eye.focal);
        if (const std::size_t level = mipLevelFor(image, std::max(step, std::abs(along) / 2)); level > 0) {
            const MipLevel& mip = image.mips[level - 1];
            const double share = static_cast<double>(mip.width) / width;
            step *= share;
            v *= share;
            place *= static_cast<double>(mip.height) / height;
            pixels = mip.pixels.data();
            width = mip.width;
            height = mip.height;
        }
    }
    const int row = std::clamp(static_cast<int>(place), 0, height - 1);
    const std::uint8_t* line = pixels + static_cast<std::ptrdiff_t>(row) * width;
    const palette::IndexMap& light = context_->lightMap(view.light.levelAt(w));
    if (part.closes || part.masked)
        kernel::drawMaskedLine(frame_->column(x) + top, frame_->idColumn(x) + top, bottom - top, line, width, v, step,
                               light, id);
    else
        kernel::drawTiledLine(frame_->column(x) + top, bottom - top, line, width, v, step, light);
}

void Strip::drawMaskedPart(const WallInView& view, const WallPart& part)
{
    const View& eye = context_->view;
    SurfaceRecord record = recordOf(view, part.kind);
    record.isSeeThrough = true;
    const std::uint16_t id = newSurface(record);
    // Its columns are closed by now; what is in front of it is told by the surfaces the pixels show.
    for (int x = view.firstColumn; x < view.endColumn; ++x) {
        const double k = eye.columnSlope(x + 0.5);
        const double w = view.w0 + k * view.wk;
        const Rows rows = partRows(view, part, k, w);
        forEachVisibleRun(x, rows.top, rows.bottom, w, [&](int from, int to) { drawWallSpan(view, part, x, from, to, w, id); });
    }
}

} // namespace blak::render
