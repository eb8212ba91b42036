// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/tools/transform_tool.h"

#include <cmath>
#include <numbers>
#include <utility>

namespace blak::roomcore {
namespace {

using Handle = TransformTool::Handle;

constexpr double turnStep = 15; // degrees

/// -1, 0, 1: which side of the box a handle is at.
int sideX(Handle handle)
{
    switch (handle) {
    case Handle::Left:
    case Handle::BottomLeft:
    case Handle::TopLeft: return -1;
    case Handle::Right:
    case Handle::BottomRight:
    case Handle::TopRight: return 1;
    default: return 0;
    }
}

int sideY(Handle handle)
{
    switch (handle) {
    case Handle::Bottom:
    case Handle::BottomLeft:
    case Handle::BottomRight: return -1;
    case Handle::Top:
    case Handle::TopLeft:
    case Handle::TopRight: return 1;
    default: return 0;
    }
}

double middle(int low, int high) { return (static_cast<double>(low) + high) / 2; }

} // namespace

MapBox TransformTool::box() const
{
    return boxOf(host_.map(), host_.map().livingSelection());
}

std::array<TransformTool::Place, 9> TransformTool::places(double above) const
{
    const MapBox now = box();
    const double x[] = {static_cast<double>(now.left), middle(now.left, now.right), static_cast<double>(now.right)};
    const double y[] = {static_cast<double>(now.bottom), middle(now.bottom, now.top), static_cast<double>(now.top)};
    std::array<Place, 9> all;
    std::size_t next = 0;
    for (const Handle handle : {Handle::TopRight, Handle::TopLeft, Handle::BottomRight, Handle::BottomLeft, Handle::Top, Handle::Bottom,
                                Handle::Right, Handle::Left})
        all[next++] = {handle, x[sideX(handle) + 1], y[sideY(handle) + 1]};
    all[next] = {Handle::Turn, x[1], y[2] + above};
    return all;
}

std::optional<Handle> TransformTool::at(const Pointer& pointer, double above) const
{
    const MapBox now = box();
    if (now.isEmpty())
        return {};
    for (const Place& place : places(above)) {
        if ((sideX(place.handle) != 0 && now.left == now.right) || (sideY(place.handle) != 0 && now.bottom == now.top))
            continue;
        if (std::max(std::abs(place.x - pointer.x), std::abs(place.y - pointer.y)) <= pointer.reach)
            return place.handle;
    }
    const double slack = pointer.reach / 2;
    const bool isInside = pointer.x >= now.left - slack && pointer.x <= now.right + slack && pointer.y >= now.bottom - slack &&
                          pointer.y <= now.top + slack;
    return isInside ? std::optional(Handle::Inside) : std::nullopt;
}

void TransformTool::press(Handle handle, const Pointer& pointer)
{
    what_ = host_.map().livingSelection();
    before_ = boxOf(host_.map(), what_);
    pressed_ = handle;
    from_ = pointer;
    amount_ = {};
}

Result<void> TransformTool::apply(MapEdit& edit, const Pointer& pointer, bool keepsShape)
{
    const auto snap = [&](double x, double y) { return pointer.isFree ? onGrid(x, y, 1) : host_.grid().snap(x, y); };
    const double centreX = middle(before_.left, before_.right), centreY = middle(before_.bottom, before_.top);
    if (*pressed_ == Handle::Inside) {
        const MapPoint corner{before_.left, before_.bottom};
        const MapPoint by = snap(corner.x + pointer.x - from_.x, corner.y + pointer.y - from_.y) - corner;
        amount_ = {static_cast<double>(by.x), static_cast<double>(by.y), false, true};
        return by == MapPoint{} ? Result<void>{} : moveBy(edit, what_, by, host_.mergeRule(), host_.defaults());
    }
    if (*pressed_ == Handle::Turn) {
        double degrees = std::atan2(pointer.y - centreY, pointer.x - centreX) * 180 / std::numbers::pi - 90; // it stands above
        degrees = std::remainder(pointer.isFree ? std::round(degrees) : std::round(degrees / turnStep) * turnStep, 360);
        amount_ = {degrees, 0, true, false};
        return degrees == 0 ? Result<void>{} : rotate(edit, what_, onGrid(centreX, centreY, 1), degrees, host_.mergeRule(), host_.defaults());
    }
    // The other side stays.
    const int toX = sideX(*pressed_), toY = sideY(*pressed_);
    const MapPoint fixed{toX > 0 ? before_.left : toX < 0 ? before_.right : static_cast<std::int32_t>(std::lround(centreX)),
                         toY > 0 ? before_.bottom : toY < 0 ? before_.top : static_cast<std::int32_t>(std::lround(centreY))};
    const MapPoint to = snap(pointer.x, pointer.y);
    const auto factor = [](int side, int reached, int from, int extent) {
        if (side == 0)
            return 1.0;
        const double wanted = static_cast<double>(reached - from) / (side * extent);
        return std::abs(wanted) < 1e-3 ? 1.0 / extent : wanted; // flat is no shape
    };
    double x = factor(toX, to.x, fixed.x, before_.right - before_.left), y = factor(toY, to.y, fixed.y, before_.top - before_.bottom);
    if (keepsShape)
        x = y = toX != 0 && (toY == 0 || std::abs(x) >= std::abs(y)) ? x : y;
    amount_ = {x * 100, y * 100, false, false};
    return x == 1 && y == 1 ? Result<void>{} : scale(edit, what_, fixed, x, y, host_.mergeRule(), host_.defaults());
}

void TransformTool::move(const Pointer& pointer, bool keepsShape)
{
    if (!pressed_)
        return;
    MapEdit edit = host_.edit();
    if (std::exchange(isOpen_, false))
        edit.history().rollback();
    edit.history().begin(*pressed_ == Handle::Turn ? "Rotate" : *pressed_ == Handle::Inside ? "Move" : "Scale");
    isOpen_ = true;
    if (auto done = apply(edit, pointer, keepsShape); !done)
        host_.refused(done.error());
    host_.changed();
}

void TransformTool::release()
{
    pressed_.reset();
    if (!std::exchange(isOpen_, false))
        return;
    host_.edit().history().commit();
    host_.changed();
}

void TransformTool::cancel()
{
    pressed_.reset();
    if (!std::exchange(isOpen_, false))
        return;
    host_.edit().history().rollback();
    host_.changed();
}

} // namespace blak::roomcore
