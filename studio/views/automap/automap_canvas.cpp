// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/automap/automap_canvas.h"

#include "ui/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace blak::ui::views {
namespace {

constexpr double margin = 24;        ///< px around everything
constexpr double leastExtent = 1024; ///< client units, one square: a single pin is not shown larger
constexpr double mostZoom = 64;      ///< times what shows all
constexpr double zoomFactor = 1.25;
constexpr double keyStep = 48;    ///< px
constexpr int pinTextWidth = 240; ///< px

} // namespace

AutomapCanvas::AutomapCanvas(QWidget* parent) : ZoomCanvas(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(tr("Map of the room"));
}

void AutomapCanvas::setDrawing(Drawing drawing)
{
    drawing_ = std::move(drawing);
    if (drawing_.area.isEmpty()) {
        QPolygonF places;
        for (const Pin& pin : drawing_.pins)
            places << pin.place;
        drawing_.area = places.boundingRect();
    }
    fit();
}

double AutomapCanvas::fittingZoom(const QRectF& area) const
{
    const double across = std::max(area.width(), leastExtent), down = std::max(area.height(), leastExtent);
    return std::max(1e-9, std::min((width() - 2 * margin) / across, (height() - 2 * margin) / down));
}

double AutomapCanvas::allowedZoom(double wanted) const
{
    const double all = fittingZoom(drawing_.area);
    return std::clamp(wanted, all / 2, all * mostZoom);
}

double AutomapCanvas::steppedZoom(double zoom, int steps) const { return zoom * std::pow(zoomFactor, steps); }

void AutomapCanvas::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), theme().map.canvas);
    painter.setRenderHint(QPainter::Antialiasing);
    QTransform place;
    place.translate(width() / 2.0, height() / 2.0);
    place.scale(zoom_, zoom_);
    place.translate(-centre_.x(), -centre_.y());
    painter.setTransform(place);
    const auto cosmetic = [](const QColor& colour, double width, Qt::PenStyle style) {
        QPen pen(colour, width, style);
        pen.setCosmetic(true);
        return pen;
    };
    painter.setPen(cosmetic(theme().map.passable, 1.1, Qt::DotLine)); // not by colour alone: also thin and dotted
    painter.drawLines(drawing_.unseen);
    painter.setPen(cosmetic(theme().map.oneSided, 2, Qt::SolidLine));
    painter.drawLines(drawing_.seen);
    painter.resetTransform();
    for (const Pin& pin : drawing_.pins)
        paintPin(painter, pin);
    if (hasFocus()) {
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setPen(theme().accent);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void AutomapCanvas::paintPin(QPainter& painter, const Pin& pin) const
{
    const QPointF at = pointOf(pin.place);
    if (!QRectF(rect()).adjusted(-pinTextWidth, -40, 40, 40).contains(at))
        return;
    painter.setPen(QPen(theme().map.canvas, 2));
    painter.setBrush(theme().map.selected);
    painter.drawEllipse(at, 5, 5);
    const QString text = fontMetrics().elidedText(pin.text, Qt::ElideRight, pinTextWidth);
    QRectF box = fontMetrics().boundingRect(text);
    box = QRectF(at.x() + 10, at.y() - 10, box.width() + 14, 20);
    painter.setPen(theme().border);
    painter.setBrush(theme().tooltip);
    painter.drawRoundedRect(box, 3, 3);
    painter.setPen(theme().text);
    painter.drawText(box, Qt::AlignCenter, text);
}

void AutomapCanvas::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton)
        return;
    beginMove(event->position());
}

void AutomapCanvas::mouseMoveEvent(QMouseEvent* event) { moveTo(event->position()); }

void AutomapCanvas::mouseReleaseEvent(QMouseEvent*) { endMove(); }

void AutomapCanvas::keyPressEvent(QKeyEvent* event)
{
    if (!takeKey(*event, keyStep))
        QWidget::keyPressEvent(event);
}

void AutomapCanvas::focusInEvent(QFocusEvent* event)
{
    QWidget::focusInEvent(event);
    update();
}

void AutomapCanvas::focusOutEvent(QFocusEvent* event)
{
    QWidget::focusOutEvent(event);
    update();
}

} // namespace blak::ui::views
