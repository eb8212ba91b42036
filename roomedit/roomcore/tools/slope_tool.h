// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "roomedit/roomcore/operations/construct.h"
#include "roomedit/roomcore/tools/tool.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace blak::roomcore {

/// Lays one plane through three vertices and the height of each, for all sectors it is about. Once there are three, every change of a
/// height is in the map at once, and all that the tool does in a row to one plane is one step of undo.
class SlopeTool
{
public:
    static constexpr std::size_t pointCount = 3;

    SlopeTool(ToolHost& host, std::vector<SectorId> sectors);
    SlopeTool(const SlopeTool&) = delete;
    SlopeTool& operator=(const SlopeTool&) = delete;

    /// Begins with both ends of a line and the corner of the first sector that is farthest from it.
    void beginAtLine(LineId line);

    Plane plane() const { return plane_; }
    void setPlane(Plane plane); ///< the points stay, with their heights on the other plane
    const std::vector<SlopePoint>& points() const { return points_; }
    std::optional<std::size_t> held() const { return held_; } ///< the point whose height is being dragged
    void setHeight(std::size_t point, int height);
    const std::vector<SectorId>& sectors() const { return sectors_; }
    /// The plane through the points as they are is in the map.
    bool isApplied() const { return isApplied_; }
    /// Lets go of points that are applied: the next three may come. False: nothing is applied yet.
    bool finish();

    /// On a point: its height is dragged from here on, up and down. Else the nearest vertex becomes the next point, at the height
    /// that the plane of the first sector has there.
    void press(const Pointer& at);
    void move(const Pointer& at); ///< by 8 units for each reach of the pointer; a free pointer by single units
    void release();
    /// Backs out one step: the drag, the last point that is not applied; points that are let go at once, and what they made stays.
    /// False: there was nothing.
    bool escape();

private:
    std::optional<std::size_t> pointAt(const Pointer& at) const;
    int levelAt(MapPoint at) const;
    void apply();

    ToolHost& host_;
    std::vector<SectorId> sectors_;
    Plane plane_ = Plane::Floor;
    std::vector<SlopePoint> points_;
    std::optional<std::size_t> held_;
    double heldFrom_ = 0; ///< editor units, where the drag began
    int heldHeight_ = 0;
    std::size_t stepsBefore_ = 0;
    bool isApplied_ = false, wasApplied_ = false; ///< was: before the drag
    std::uint64_t mergeKey_ = 0;
};

} // namespace blak::roomcore
