// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/tools/drag_tool.h"

#include <cmath>
#include <utility>

namespace blak::roomcore {

DragTool::DragTool(ToolHost& host, MapSelection what, const Pointer& pressed)
    : host_(host), what_(std::move(what)), pressed_(pressed), anchor_(onGrid(pressed.x, pressed.y, 1))
{
    double nearest = 1e9;
    const auto offer = [&](MapPoint point) {
        if (const double distance = std::hypot(point.x - pressed.x, point.y - pressed.y); distance < nearest) {
            nearest = distance;
            anchor_ = point;
        }
    };
    for (const VertexId id : verticesOf(host_.map(), what_))
        offer(host_.map().point(id));
    for (const ThingId id : what_.things)
        if (host_.map().has(id))
            offer({host_.map().thing(id).x, host_.map().thing(id).y});
}

void DragTool::move(const Pointer& to)
{
    const double x = anchor_.x + to.x - pressed_.x, y = anchor_.y + to.y - pressed_.y;
    const MapPoint by = (to.isFree ? onGrid(x, y, 1) : host_.grid().snap(x, y)) - anchor_;
    if (by == moved_)
        return;
    MapEdit edit = host_.edit();
    if (std::exchange(isOpen_, false))
        edit.history().rollback();
    moved_ = by;
    if (by != MapPoint{}) {
        edit.history().begin("Move");
        isOpen_ = true;
        if (auto done = moveBy(edit, what_, by, host_.mergeRule(), host_.defaults()); !done)
            host_.refused(done.error());
    }
    host_.changed();
}

void DragTool::release()
{
    if (!std::exchange(isOpen_, false))
        return;
    host_.edit().history().commit();
    host_.changed();
}

void DragTool::cancel()
{
    if (!std::exchange(isOpen_, false))
        return;
    host_.edit().history().rollback();
    host_.changed();
}

} // namespace blak::roomcore
