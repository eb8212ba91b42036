// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/render/strip.h"

#include <algorithm>
#include <limits>

namespace blak::render {
namespace {

constexpr std::size_t maxSurfaces = 65536; ///< ids are 16 bit

} // namespace

void Strip::draw(const FrameContext& context, Frame& frame, int index, const FramePart& part)
{
    context_ = &context;
    frame_ = &frame;
    first_ = std::max(index * frame.stripWidth(), part.left);
    end_ = std::min({(index + 1) * frame.stripWidth(), frame.width(), part.right});
    top_ = part.top;
    bottom_ = part.bottom;
    surfaces_ = &frame.strip(index).surfaces;
    surfaces_->clear();
    surfaces_->push_back({});
    SurfaceRecord background;
    background.pick.kind = SurfaceKind::Background;
    surfaces_->push_back(background);
    if (first_ >= end_)
        return;

    open_.reset(first_, end_, top_, bottom_);
    backgroundRows_.clear();
    deferred_.clear();
    spriteReached_.assign(context.sprites.size(), 0);
    outlineA_.resize(static_cast<std::size_t>(end_ - first_));
    outlineB_.resize(static_cast<std::size_t>(end_ - first_));

    if (!context.room.nodes().empty())
        walk(0);
    drawBackground();
    deferSpritesNotReached();
    drawDeferred();
    applyScreenEffects();
}

void Strip::walk(space::Index index)
{
    const space::LoadedNode& node = context_->room.nodes()[index];
    if (!canBeSeen(node.box))
        return;
    if (node.isLeaf) {
        deferSpritesOf(index);
        if (node.sector != space::none)
            drawLeaf(index);
        return;
    }
    const bool onPlus = node.a * context_->view.eyeX + node.b * context_->view.eyeY + node.c >= 0;
    const space::Index nearChild = onPlus ? node.plusChild : node.minusChild;
    const space::Index farChild = onPlus ? node.minusChild : node.plusChild;
    if (nearChild != space::none)
        walk(nearChild);
    for (const space::Index wall : context_->room.wallsOf(node))
        drawWall(wall, onPlus ? space::WallSide::Plus : space::WallSide::Minus);
    if (farChild != space::none)
        walk(farChild);
}

bool Strip::canBeSeen(const roo::BoundingBox& box)
{
    const View& view = context_->view;
    // Boxes of integer rooms are rounded; a little slack keeps their seams closed.
    constexpr double slack = 2;
    const double left = box.x0 - slack - view.eyeX, right = box.x1 + slack - view.eyeX;
    const double top = box.y0 - slack - view.eyeY, bottom = box.y1 + slack - view.eyeY;
    const double depths[4] = {left * view.forwardX + top * view.forwardY, right * view.forwardX + top * view.forwardY,
                              left * view.forwardX + bottom * view.forwardY, right * view.forwardX + bottom * view.forwardY};
    const double rights[4] = {top * view.forwardX - left * view.forwardY, top * view.forwardX - right * view.forwardY,
                              bottom * view.forwardX - left * view.forwardY, bottom * view.forwardX - right * view.forwardY};
    const double slopeLeft = view.columnSlope(first_);
    const double slopeRight = view.columnSlope(end_);
    bool inFront = false, rightOfLeft = false, leftOfRight = false, allNear = true;
    for (int i = 0; i < 4; ++i) {
        inFront |= depths[i] > View::nearDepth;
        allNear &= depths[i] > View::nearDepth;
        rightOfLeft |= rights[i] > slopeLeft * depths[i];
        leftOfRight |= rights[i] < slopeRight * depths[i];
    }
    if (!inFront || !rightOfLeft || !leftOfRight)
        return false;
    if (!allNear)
        return !open_.allClosed();

    double low = std::numeric_limits<double>::max();
    double high = std::numeric_limits<double>::lowest();
    for (int i = 0; i < 4; ++i) {
        const double x = view.screenX({depths[i], rights[i]});
        low = std::min(low, x);
        high = std::max(high, x);
    }
    const int from = std::clamp(firstPixel(low, view.width) - 1, first_, end_);
    const int to = std::clamp(firstPixel(high, view.width) + 1, first_, end_);
    return from < to && open_.nextOpen(from) < to;
}

std::uint16_t Strip::newSurface(const SurfaceRecord& record)
{
    // More surfaces than ids: the rest shares the last one. Takes more than 65 000 visible pieces in one strip.
    if (surfaces_->size() < maxSurfaces)
        surfaces_->push_back(record);
    return static_cast<std::uint16_t>(surfaces_->size() - 1);
}

SectorState Strip::sectorState(space::Index sector) const
{
    if (sector < context_->state.sectors.size())
        return context_->state.sectors[sector];
    SectorState state;
    state.light = context_->room.sector(sector).light;
    return state;
}

const SideState& Strip::sideState(space::Index side) const
{
    static const SideState atRest;
    return side < context_->state.sides.size() ? context_->state.sides[side] : atRest;
}

const Picture* Strip::texture(int number) const
{
    if (number == 0)
        return nullptr;
    return context_->options.textures ? context_->pictures.texture(number) : context_->pictures.flat(number);
}

} // namespace blak::render
