// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/tools/slope_tool.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace blak::roomcore {
namespace {

constexpr double unitsPerReach = 8;

/// Another one for each tool and plane: what they do are steps of their own.
std::uint64_t nextMergeKey()
{
    static std::uint64_t last = std::uint64_t{0x510B} << 48; // tools live on one thread
    return ++last;
}

} // namespace

SlopeTool::SlopeTool(ToolHost& host, std::vector<SectorId> sectors)
    : host_(host), sectors_(std::move(sectors)), mergeKey_(nextMergeKey())
{
}

int SlopeTool::levelAt(MapPoint at) const
{
    const Map& map = host_.map();
    if (sectors_.empty() || !map.has(sectors_.front()))
        return 0;
    return static_cast<int>(std::lround(std::clamp(heightAt(map.sector(sectors_.front()), plane_, at),
                                                   static_cast<double>(lowestCoordinate), static_cast<double>(highestCoordinate))));
}

void SlopeTool::beginAtLine(LineId line)
{
    const Map& map = host_.map();
    if (!map.has(line) || sectors_.empty() || !map.has(sectors_.front()))
        return;
    const MapPoint a = map.startOf(line), b = map.endOf(line);
    points_ = {{a, levelAt(a)}, {b, levelAt(b)}};
    std::int64_t farthest = 0;
    MapPoint corner;
    for (const LineId other : map.linesOf(sectors_.front()))
        for (const MapPoint end : {map.startOf(other), map.endOf(other)})
            if (const std::int64_t off = std::abs(orientation(a, b, end)); off > farthest) {
                farthest = off;
                corner = end;
            }
    if (farthest > 0)
        points_.push_back({corner, levelAt(corner)});
}

void SlopeTool::setPlane(Plane plane)
{
    if (plane == plane_)
        return;
    release();
    plane_ = plane;
    isApplied_ = false;
    mergeKey_ = nextMergeKey();
    for (SlopePoint& point : points_)
        point.height = levelAt(point.at);
}

void SlopeTool::setHeight(std::size_t point, int height)
{
    if (point >= points_.size() || points_[point].height == height)
        return;
    points_[point].height = std::clamp(height, lowestCoordinate, highestCoordinate);
    apply();
}

std::optional<std::size_t> SlopeTool::pointAt(const Pointer& at) const
{
    for (std::size_t i = 0; i < points_.size(); ++i)
        if (std::hypot(points_[i].at.x - at.x, points_[i].at.y - at.y) <= at.reach)
            return i;
    return {};
}

void SlopeTool::press(const Pointer& at)
{
    held_ = pointAt(at);
    if (held_) {
        heldFrom_ = at.y;
        heldHeight_ = points_[*held_].height;
        wasApplied_ = isApplied_;
        stepsBefore_ = host_.edit().history().position();
        return;
    }
    if (points_.size() == pointCount)
        return host_.refused(Error{"all three points are there: drag one up or down, or take the last one back", "slope"});
    const Map& map = host_.map();
    const Pointer pointer{at.x, at.y, at.reach, true};
    const MapPoint vertex = snapped(pointer, map, host_.grid(), true);
    if (!map.vertexAt(vertex))
        return host_.refused(Error{"no vertex is here: click a corner of the map", "slope"});
    if (points_.size() == pointCount - 1 && orientation(points_[0].at, points_[1].at, vertex) == 0)
        return host_.refused(Error{"the three points would lie on one line", "slope"});
    points_.push_back({vertex, levelAt(vertex)});
}

void SlopeTool::move(const Pointer& at)
{
    if (!held_)
        return;
    const double reaches = (at.y - heldFrom_) / std::max(at.reach, 1e-6);
    const double units = at.isFree ? std::round(reaches * unitsPerReach) : std::round(reaches) * unitsPerReach;
    setHeight(*held_, heldHeight_ + static_cast<int>(std::clamp(units, -65536.0, 65536.0)));
}

void SlopeTool::release() { held_.reset(); }

bool SlopeTool::escape()
{
    if (held_) {
        MapEdit edit = host_.edit();
        if (edit.history().position() > stepsBefore_) { // the drag made the first slope here: none is left of it
            edit.history().undo();
            points_[*held_].height = heldHeight_;
            isApplied_ = wasApplied_;
            host_.changed();
        } else {
            setHeight(*held_, heldHeight_);
        }
        held_.reset();
        return true;
    }
    if (finish())
        return true;
    if (points_.empty())
        return false;
    points_.pop_back();
    return true;
}

bool SlopeTool::finish()
{
    if (!isApplied_)
        return false;
    release();
    points_.clear();
    isApplied_ = false;
    mergeKey_ = nextMergeKey(); // what comes now is another slope
    return true;
}

void SlopeTool::apply()
{
    if (points_.size() < pointCount)
        return;
    MapEdit edit = host_.edit();
    const std::span<const SlopePoint, pointCount> points(points_.data(), pointCount);
    MapSelection sloped;
    std::ranges::copy_if(sectors_, std::back_inserter(sloped.sectors), [&](SectorId id) { return edit.map().has(id); }); // else taken out meanwhile
    edit.history().begin((plane_ == Plane::Floor ? "Slope floor of " : "Slope ceiling of ") + host_.inWords(sloped));
    for (const SectorId sector : sloped.sectors) {
        if (const auto done = setSlope(edit, sector, plane_, points); !done) {
            edit.history().rollback();
            return host_.refused(done.error());
        }
    }
    edit.history().commit(mergeKey_);
    isApplied_ = true;
    host_.changed();
}

} // namespace blak::roomcore
