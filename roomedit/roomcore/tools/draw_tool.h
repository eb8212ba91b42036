// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "roomedit/roomcore/tools/tool.h"

namespace blak::roomcore {

enum class DrawShape : std::uint8_t { Lines, Rectangle, Ellipse, Corridor, Stairs };

/// Draws point by point (lines, corridors: a press on the first point or finish() ends) or from corner to corner (press, drag,
/// release). Nothing is in the map before the end.
class DrawTool
{
public:
    DrawTool(ToolHost& host, DrawShape shape) : host_(host), shape_(shape) {}

    DrawShape shape() const { return shape_; }
    void press(const Pointer& at);
    void move(const Pointer& at);
    void release(const Pointer& at);
    /// Draws what there is; an open way stays open.
    void finish();
    /// Backs out one step: the last point, then the tool. False: there was nothing to back out of.
    bool escape();

    bool isIdle() const { return points_.empty(); }
    const std::vector<MapPoint>& points() const { return points_; }
    /// What is shown while drawing: polylines, the pointer's place at their end.
    std::vector<std::vector<MapPoint>> preview() const;
    MapPoint cursor() const { return cursor_; } ///< where the next point would be

    int corners = 16;          ///< of an ellipse
    int corridorWidth = 128;   ///< editor units
    int steps = 8, rise = 16;  ///< of stairs; the first step is where the drag began

private:
    bool isPointwise() const { return shape_ == DrawShape::Lines || shape_ == DrawShape::Corridor; }
    std::vector<MapPoint> outline() const;
    void draw(bool closed);

    ToolHost& host_;
    DrawShape shape_;
    std::vector<MapPoint> points_;
    MapPoint cursor_;
};

} // namespace blak::roomcore
