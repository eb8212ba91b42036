// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/bgfcore/stroke.h"

#include "bgfeditor/bgfcore/shades.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iterator>
#include <utility>

namespace blak::bgfcore {
namespace {

constexpr std::array names{
#define X(tool, name) std::string_view(name),
    BLAK_DRAW_TOOLS(X)
#undef X
};

} // namespace

bool followsPath(DrawTool tool)
{
    return tool == DrawTool::Pencil || tool == DrawTool::Eraser || tool == DrawTool::Shade;
}

int axisOf(const std::optional<int>& axis, std::int32_t size) { return std::clamp(axis.value_or(size), 0, 2 * size); }

PixelPoint evenShape(DrawTool tool, PixelPoint from, PixelPoint at)
{
    if (tool != DrawTool::Line && tool != DrawTool::Rectangle && tool != DrawTool::Ellipse)
        return at;
    const std::int32_t x = at.x - from.x, y = at.y - from.y, wide = std::abs(x), high = std::abs(y), side = std::max(wide, high);
    if (tool == DrawTool::Line && 2 * high < wide)
        return {at.x, from.y};
    if (tool == DrawTool::Line && 2 * wide < high)
        return {from.x, at.y};
    return {from.x + (x < 0 ? -side : side), from.y + (y < 0 ? -side : side)};
}

std::string_view toolName(DrawTool tool) { return names[static_cast<std::size_t>(tool)]; }

Stroke::Stroke(Pixels before, DrawTool tool, const DrawSettings& settings, PixelPoint at, Selection selection)
    : before_(std::move(before)), pixels_(before_), tool_(tool), settings_(settings), selection_(std::move(selection)),
      start_(at), at_(at), path_{at}
{
    draw();
}

Stroke::Stroke(Pixels before, const Stroke& like, std::int32_t dx, std::int32_t dy)
    : before_(std::move(before)), pixels_(before_), tool_(like.tool_),
      settings_([&] {
          DrawSettings settings = like.settings_;
          if (settings.axisAcross)
              *settings.axisAcross += 2 * dx;
          if (settings.axisDown)
              *settings.axisDown += 2 * dy;
          return settings;
      }()),
      selection_(like.selection_.isEmpty() ? Selection() : moved(like.selection_, dx, dy)),
      start_{like.start_.x + dx, like.start_.y + dy}, at_{like.at_.x + dx, like.at_.y + dy}, path_(like.path_)
{
    for (PixelPoint& point : path_)
        point = {point.x + dx, point.y + dy};
    draw();
}

Pixels Stroke::on(Pixels other, std::int32_t dx, std::int32_t dy) const { return Stroke(std::move(other), *this, dx, dy).pixels_; }

void Stroke::moveTo(PixelPoint at)
{
    if (at == at_)
        return;
    if (followsPath(tool_)) {
        const auto way = linePoints(at_, at);
        path_.insert(path_.end(), std::next(way.begin()), way.end());
    }
    at_ = at;
    draw();
}

void Stroke::draw()
{
    drawTool();
    if (selection_.width() == before_.width() && selection_.height() == before_.height())
        pixels_ = masked(before_, pixels_, selection_);
}

void Stroke::drawTool()
{
    pixels_ = before_;
    std::vector<PixelPoint> points;
    switch (tool_) {
    case DrawTool::Pencil:
    case DrawTool::Shade:
    case DrawTool::Eraser: points = settings_.brush == 1 ? withoutCorners(path_) : path_; break;
    case DrawTool::Line: points = linePoints(start_, at_); break;
    case DrawTool::Rectangle: points = rectanglePoints(start_, at_); break;
    case DrawTool::Ellipse: points = ellipsePoints(start_, at_); break;
    case DrawTool::Fill: (void)fillArea(pixels_, at_, settings_.colour); return;
    case DrawTool::Replace:
        if (before_.contains(at_))
            (void)replaceColour(pixels_, before_.at(at_), settings_.colour);
        return;
    }
    draw(points, false, false);
    if (settings_.symmetric)
        draw(points, true, false);
    if (settings_.symmetricDown)
        draw(points, false, true);
    if (settings_.symmetric && settings_.symmetricDown)
        draw(points, true, true);
}

void Stroke::draw(const std::vector<PixelPoint>& given, bool across, bool down)
{
    const auto place = [&](PixelPoint at) {
        return PixelPoint{across ? axisOf(settings_.axisAcross, pixels_.width()) - 1 - at.x : at.x,
                          down ? axisOf(settings_.axisDown, pixels_.height()) - 1 - at.y : at.y};
    };
    const std::uint8_t colour = tool_ == DrawTool::Eraser ? bgf::transparentIndex : settings_.colour;
    if (settings_.filled && tool_ == DrawTool::Rectangle)
        return fillRectangle(pixels_, place(start_), place(at_), colour);
    if (settings_.filled && tool_ == DrawTool::Ellipse)
        return fillEllipse(pixels_, place(start_), place(at_), colour);
    std::vector<PixelPoint> points;
    points.reserve(given.size());
    std::ranges::transform(given, std::back_inserter(points), place);
    if (tool_ == DrawTool::Shade)
        return shade(points);
    paint(pixels_, points, colour, std::clamp(settings_.brush, 1, largestBrush));
}

/// By what was there before the stroke: a pixel that is passed twice changes once.
void Stroke::shade(const std::vector<PixelPoint>& points)
{
    Pixels touched(pixels_.width(), pixels_.height(), 0);
    paint(touched, points, 1, std::clamp(settings_.brush, 1, largestBrush));
    for (std::int32_t y = 0; y < pixels_.height(); ++y)
        for (std::int32_t x = 0; x < pixels_.width(); ++x)
            if (touched.at({x, y}) != 0)
                pixels_.set({x, y}, shaded(before_.at({x, y}), settings_.shade));
}

} // namespace blak::bgfcore
