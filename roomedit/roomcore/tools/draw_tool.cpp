// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/tools/draw_tool.h"

#include "roomedit/roomcore/operations/construct.h"
#include "roomedit/roomcore/operations/draw.h"

#include <utility>

namespace blak::roomcore {

void DrawTool::press(const Pointer& at)
{
    move(at);
    if (!isPointwise()) {
        points_ = {cursor_};
        return;
    }
    if (points_.size() > 2 && cursor_ == points_.front())
        return draw(true);
    if (points_.empty() || points_.back() != cursor_)
        points_.push_back(cursor_);
}

void DrawTool::move(const Pointer& at)
{
    // The points drawn so far can be met too: that is how a way is closed.
    Pointer pointer = at;
    for (const MapPoint point : points_)
        if (isPointwise() && std::abs(point.x - at.x) <= at.reach && std::abs(point.y - at.y) <= at.reach) {
            pointer = {static_cast<double>(point.x), static_cast<double>(point.y), 0, true};
            break;
        }
    cursor_ = snapped(pointer, host_.map(), host_.gridStep(), pointer.reach > 0 && !at.isFree);
}

void DrawTool::release(const Pointer& at)
{
    if (isPointwise() || points_.empty())
        return;
    move(at);
    if (cursor_.x == points_.front().x || cursor_.y == points_.front().y)
        return points_.clear(); // a click is no rectangle
    draw(true);
}

void DrawTool::finish()
{
    if (!isPointwise() || points_.size() < 2)
        return points_.clear();
    draw(false);
}

bool DrawTool::escape()
{
    if (points_.empty())
        return false;
    points_.pop_back();
    return true;
}

std::vector<MapPoint> DrawTool::outline() const
{
    switch (shape_) {
    case DrawShape::Lines: return points_;
    case DrawShape::Stairs:
    case DrawShape::Rectangle: return rectanglePoints(points_.front(), cursor_);
    case DrawShape::Ellipse: {
        auto ellipse = ellipsePoints(points_.front(), cursor_, corners);
        return ellipse ? ellipse.value() : std::vector<MapPoint>();
    }
    case DrawShape::Corridor: {
        auto way = corridorPoints(points_, corridorWidth);
        return way ? way.value() : std::vector<MapPoint>();
    }
    }
    return {};
}

void DrawTool::draw(bool closed)
{
    MapEdit edit = host_.edit();
    if (shape_ == DrawShape::Stairs) {
        const MapPoint from = std::exchange(points_, {}).front();
        if (auto done = drawStairs(edit, from, cursor_, steps, rise, 0, host_.defaults()); !done)
            host_.refused(done.error());
        return host_.changed();
    }
    const std::vector<MapPoint> drawn = outline();
    points_.clear();
    static constexpr std::string_view names[] = {"Draw lines", "Draw rectangle", "Draw ellipse", "Draw corridor", "Stairs"};
    auto done = drawLines(edit, drawn, closed || shape_ == DrawShape::Corridor, host_.defaults(),
                          names[static_cast<std::size_t>(shape_)]);
    if (!done)
        host_.refused(done.error());
    host_.changed();
}

std::vector<std::vector<MapPoint>> DrawTool::preview() const
{
    if (points_.empty())
        return {};
    if (!isPointwise()) {
        std::vector<MapPoint> shape = outline();
        if (!shape.empty())
            shape.push_back(shape.front());
        return {shape};
    }
    std::vector<MapPoint> way = points_;
    way.push_back(cursor_);
    if (shape_ == DrawShape::Corridor)
        if (auto border = corridorPoints(way, corridorWidth)) {
            border.value().push_back(border.value().front());
            return {way, border.value()};
        }
    return {way};
}

} // namespace blak::roomcore
