// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "roomedit/roomcore/tools/tool.h"

#include <string_view>

namespace blak::roomcore {

enum class DrawShape : std::uint8_t { Lines, Rectangle, Ellipse, Polygon, Grid, Corridor, Stairs };

/// What a shape asks for beside its corners.
struct DrawOptions
{
    int corners = 16;        ///< of an ellipse, 3 to 256
    int sides = 6;           ///< of a polygon, 3 to 256
    int rows = 4, columns = 4; ///< of a grid, 1 to 64
    int corridorWidth = 128; ///< editor units
    int steps = 8;           ///< of stairs, 1 to 64; the first is where the drag began
    int rise = 16;           ///< from step to step, editor units; below 0 they lead down
    friend bool operator==(const DrawOptions&, const DrawOptions&) = default;
};

/// Draws point by point (lines, corridors: a press on the first point or finish() ends) or from one place to another (press, drag,
/// release; a polygon from its middle). Nothing is in the map before the end.
class DrawTool
{
public:
    DrawTool(ToolHost& host, DrawShape shape, const DrawOptions& wanted = {}) : options(wanted), host_(host), shape_(shape) {}

    DrawShape shape() const { return shape_; }
    bool isPointwise() const { return shape_ == DrawShape::Lines || shape_ == DrawShape::Corridor; }
    void press(const Pointer& at);
    void move(const Pointer& at);
    void release(const Pointer& at);
    /// Draws what there is; an open way stays open.
    void finish();
    /// Backs out one step: the last point, then the tool. False: there was nothing to back out of.
    bool escape();
    /// Sizes instead of a place. Of ways: "128" towards the pointer, "128<45" at an angle (degrees, counter-clockwise from the right),
    /// "64,-32" across and up; of other shapes "256x128" from where the drag began, or else from the pointer.
    Result<void> type(std::string_view text);

    bool isIdle() const { return points_.empty(); }
    const std::vector<MapPoint>& points() const { return points_; }
    /// What is shown while drawing: polylines, the pointer's place at their end.
    std::vector<std::vector<MapPoint>> preview() const;
    MapPoint cursor() const { return cursor_; } ///< where the next point would be

    DrawOptions options;

private:
    std::vector<MapPoint> outline() const;
    void place(MapPoint point);
    void draw(bool closed);

    ToolHost& host_;
    DrawShape shape_;
    std::vector<MapPoint> points_;
    MapPoint cursor_;
};

} // namespace blak::roomcore
