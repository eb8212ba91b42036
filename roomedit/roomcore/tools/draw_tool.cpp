// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/tools/draw_tool.h"

#include "roomedit/roomcore/operations/construct.h"
#include "roomedit/roomcore/operations/draw.h"

#include <charconv>
#include <cmath>
#include <numbers>
#include <optional>
#include <string>
#include <utility>

namespace blak::roomcore {
namespace {

constexpr std::string_view nameOf(DrawShape shape)
{
    switch (shape) {
    case DrawShape::Lines: return "Draw lines";
    case DrawShape::Rectangle: return "Draw rectangle";
    case DrawShape::Ellipse: return "Draw ellipse";
    case DrawShape::Polygon: return "Draw polygon";
    case DrawShape::Grid: return "Draw grid";
    case DrawShape::Corridor: return "Draw corridor";
    case DrawShape::Stairs: return "Draw stairs";
    }
    return {};
}

std::optional<double> numberIn(std::string_view text)
{
    while (!text.empty() && text.front() == ' ')
        text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ')
        text.remove_suffix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value) || std::abs(value) > 1e5)
        return {};
    return value;
}

/// The numbers on both sides of one of these letters.
std::optional<std::pair<double, double>> twoNumbers(std::string_view text, std::string_view separators)
{
    const auto at = text.find_first_of(separators);
    if (at == std::string_view::npos)
        return {};
    const auto first = numberIn(text.substr(0, at)), second = numberIn(text.substr(at + 1));
    if (!first || !second)
        return {};
    return std::pair(*first, *second);
}

MapPoint beyond(MapPoint from, double x, double y) { return onGrid(from.x + x, from.y + y, 1); }

} // namespace

/// The next point of a way, or the first corner of a shape.
void DrawTool::place(MapPoint point)
{
    cursor_ = point;
    if (!isPointwise()) {
        points_ = {cursor_};
        return;
    }
    if (points_.size() > 2 && cursor_ == points_.front())
        return draw(true);
    if (points_.empty() || points_.back() != cursor_)
        points_.push_back(cursor_);
}

void DrawTool::press(const Pointer& at)
{
    move(at);
    place(cursor_);
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
    cursor_ = snapped(pointer, host_.map(), host_.grid(), pointer.reach > 0 && !at.isFree);
}

void DrawTool::release(const Pointer& at)
{
    if (isPointwise() || points_.empty())
        return;
    move(at);
    const MapPoint from = points_.front();
    const bool isSmall = shape_ == DrawShape::Polygon ? cursor_ == from : cursor_.x == from.x || cursor_.y == from.y;
    if (isSmall)
        return points_.clear(); // a click is no rectangle
    draw(true);
}

Result<void> DrawTool::type(std::string_view text)
{
    if (!isPointwise()) {
        const auto size = twoNumbers(text, "xX*,; ");
        const auto radius = shape_ == DrawShape::Polygon ? numberIn(text) : std::nullopt;
        if (!size && !radius)
            return Error{shape_ == DrawShape::Polygon ? "expected a radius, as in 128" : "expected width and height, as in 256x128", "draw"};
        const double across = radius ? *radius : size->first, up = radius ? 0 : size->second;
        if (shape_ == DrawShape::Polygon ? across == 0 && up == 0 : across == 0 || up == 0)
            return Error{"expected a size that is not 0", "draw"};
        if (points_.empty())
            points_ = {cursor_};
        cursor_ = beyond(points_.front(), across, up);
        draw(true);
        return {};
    }
    if (const auto place = twoNumbers(text, ",;"); place && !points_.empty()) {
        this->place(beyond(points_.back(), place->first, place->second));
        return {};
    }
    if (points_.empty())
        return Error{"a way begins with a click; lengths follow", "draw"};
    const MapPoint from = points_.back();
    auto polar = twoNumbers(text, "<@");
    if (const auto length = numberIn(text)) {
        if (cursor_ == from)
            return Error{"expected a direction, as in 128<45, or point there first", "draw"};
        polar = std::pair(*length, std::atan2(cursor_.y - from.y, cursor_.x - from.x) * 180 / std::numbers::pi);
    }
    if (!polar || polar->first == 0)
        return Error{"expected a length, as in 128, 128<45 or 64,-32", "draw"};
    const double angle = polar->second * std::numbers::pi / 180;
    place(beyond(from, polar->first * std::cos(angle), polar->first * std::sin(angle)));
    return {};
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
    const auto orNothing = [](Result<std::vector<MapPoint>> points) { return points ? std::move(points).value() : std::vector<MapPoint>(); };
    switch (shape_) {
    case DrawShape::Lines: return points_;
    case DrawShape::Stairs:
    case DrawShape::Grid:
    case DrawShape::Rectangle: return rectanglePoints(points_.front(), cursor_);
    case DrawShape::Ellipse: return orNothing(ellipsePoints(points_.front(), cursor_, options.corners));
    case DrawShape::Polygon: return orNothing(polygonPoints(points_.front(), cursor_, options.sides));
    case DrawShape::Corridor: return orNothing(corridorPoints(points_, options.corridorWidth));
    }
    return {};
}

void DrawTool::draw(bool closed)
{
    MapEdit edit = host_.edit();
    const auto told = [this](const auto& done) {
        if (!done)
            host_.refused(done.error());
    };
    if (shape_ == DrawShape::Stairs) {
        const MapPoint from = std::exchange(points_, {}).front();
        told(drawStairs(edit, from, cursor_, options.steps, options.rise, 0, host_.defaults()));
        return host_.changed();
    }
    if (shape_ == DrawShape::Grid) {
        const MapPoint from = std::exchange(points_, {}).front();
        if (const auto lines = gridLines(from, cursor_, options.rows, options.columns))
            told(drawPolylines(edit, lines.value(), false, host_.defaults(), nameOf(shape_)));
        else
            told(lines);
        return host_.changed();
    }
    const std::vector<MapPoint> drawn = outline();
    points_.clear();
    told(drawLines(edit, drawn, closed || shape_ == DrawShape::Corridor, host_.defaults(), nameOf(shape_)));
    host_.changed();
}

std::vector<std::vector<MapPoint>> DrawTool::preview() const
{
    if (points_.empty())
        return {};
    if (shape_ == DrawShape::Grid) {
        auto lines = gridLines(points_.front(), cursor_, options.rows, options.columns);
        return lines ? std::move(lines).value() : std::vector<std::vector<MapPoint>>();
    }
    if (!isPointwise()) {
        std::vector<MapPoint> shape = outline();
        if (!shape.empty())
            shape.push_back(shape.front());
        return {shape};
    }
    std::vector<MapPoint> way = points_;
    way.push_back(cursor_);
    if (shape_ == DrawShape::Corridor)
        if (auto border = corridorPoints(way, options.corridorWidth)) {
            border.value().push_back(border.value().front());
            return {way, border.value()};
        }
    return {way};
}

} // namespace blak::roomcore
