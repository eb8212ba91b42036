// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/ui/doom_map_preview.h"

#include "ui/theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace blak::ui::rooms {
namespace {

constexpr int margin = 12;
constexpr double arrow = 7; // pixels

} // namespace

DoomMapPreview::DoomMapPreview(QWidget* parent) : QWidget(parent)
{
    setMinimumSize(240, 220);
    setAccessibleName(tr("Plan of the map"));
}

void DoomMapPreview::setMap(const std::optional<wad::DoomMap>& map)
{
    map_ = map;
    bounds_ = {};
    double left = 1e9, right = -1e9, bottom = 1e9, top = -1e9;
    if (map_)
        for (const wad::Line& line : map_->lines)
            for (const std::int32_t end : {line.start, line.end})
                if (end >= 0 && static_cast<std::size_t>(end) < map_->vertices.size()) {
                    const wad::Vertex& vertex = map_->vertices[static_cast<std::size_t>(end)];
                    left = std::min(left, vertex.x);
                    right = std::max(right, vertex.x);
                    bottom = std::min(bottom, vertex.y);
                    top = std::max(top, vertex.y);
                }
    if (left <= right)
        bounds_ = {left, bottom, std::max(1.0, right - left), std::max(1.0, top - bottom)};
    update();
}

void DoomMapPreview::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), theme().map.canvas);
    if (!map_ || bounds_.isEmpty()) {
        painter.setPen(theme().text2);
        painter.drawText(rect().adjusted(margin, margin, -margin, -margin), Qt::AlignCenter | Qt::TextWordWrap,
                         tr("Choose a map to see its plan."));
        return;
    }
    painter.setRenderHint(QPainter::Antialiasing);
    const double scale = std::min((width() - 2 * margin) / bounds_.width(), (height() - 2 * margin) / bounds_.height());
    const auto place = [&](double x, double y) {
        return QPointF(width() / 2.0 + (x - bounds_.center().x()) * scale, height() / 2.0 - (y - bounds_.center().y()) * scale);
    };
    for (const bool isTwoSided : {true, false}) { // walls on top
        painter.setPen(QPen(isTwoSided ? theme().map.passable : theme().map.oneSided, isTwoSided ? 1 : 1.5));
        for (const wad::Line& line : map_->lines) {
            const bool hasBoth = line.sides[0] != wad::Line::noSide && line.sides[1] != wad::Line::noSide;
            const auto isThere = [&](std::int32_t end) { return end >= 0 && static_cast<std::size_t>(end) < map_->vertices.size(); };
            if (hasBoth != isTwoSided || !isThere(line.start) || !isThere(line.end))
                continue;
            const wad::Vertex &from = map_->vertices[static_cast<std::size_t>(line.start)], &to = map_->vertices[static_cast<std::size_t>(line.end)];
            painter.drawLine(place(from.x, from.y), place(to.x, to.y));
        }
    }
    const auto start = std::ranges::find(map_->things, 1, &wad::Thing::type);
    if (start == map_->things.end())
        return;
    const double angle = start->angle * std::numbers::pi / 180;
    const QPointF at = place(start->x, start->y), ahead(std::cos(angle), -std::sin(angle)), beside(-ahead.y(), ahead.x());
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme().map.camera);
    painter.drawPolygon(QPolygonF({at + ahead * arrow, at - ahead * arrow + beside * arrow * 0.7, at - ahead * arrow - beside * arrow * 0.7}));
}

} // namespace blak::ui::rooms
