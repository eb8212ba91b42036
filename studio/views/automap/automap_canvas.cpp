// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/automap/automap_canvas.h"

#include "ui/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>

namespace blak::ui::views {
namespace {

constexpr double margin = 24;        ///< px around everything
constexpr double leastExtent = 1024; ///< client units, one square: a single pin is not shown larger
constexpr double mostZoom = 64;      ///< times what shows all
constexpr double zoomStep = 1.25;
constexpr double keyStep = 48;    ///< px
constexpr int pinTextWidth = 240; ///< px

} // namespace

AutomapCanvas::AutomapCanvas(QWidget* parent) : QWidget(parent)
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

void AutomapCanvas::fit()
{
    keepsFit_ = true;
    const QRectF area = drawing_.area;
    centre_ = area.center();
    const double across = std::max(area.width(), leastExtent), down = std::max(area.height(), leastExtent);
    fitZoom_ = std::max(1e-9, std::min((width() - 2 * margin) / across, (height() - 2 * margin) / down));
    zoom_ = fitZoom_;
    update();
}

QPointF AutomapCanvas::toWidget(QPointF place) const
{
    return (place - centre_) * zoom_ + QPointF(width() / 2.0, height() / 2.0);
}

QPointF AutomapCanvas::fromWidget(QPointF point) const
{
    return (point - QPointF(width() / 2.0, height() / 2.0)) / zoom_ + centre_;
}

void AutomapCanvas::zoomAt(QPointF point, double factor)
{
    const QPointF fixed = fromWidget(point);
    keepsFit_ = false;
    zoom_ = std::clamp(zoom_ * factor, fitZoom_ / 2, fitZoom_ * mostZoom);
    centre_ += fixed - fromWidget(point);
    update();
}

void AutomapCanvas::move(QPointF pixels)
{
    keepsFit_ = false;
    centre_ -= pixels / zoom_;
    update();
}

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
    const QPointF at = toWidget(pin.place);
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

void AutomapCanvas::resizeEvent(QResizeEvent*)
{
    if (keepsFit_)
        fit();
}

void AutomapCanvas::wheelEvent(QWheelEvent* event)
{
    if (event->angleDelta().y() != 0)
        zoomAt(event->position(), event->angleDelta().y() > 0 ? zoomStep : 1 / zoomStep);
}

void AutomapCanvas::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton)
        return;
    dragging_ = true;
    dragFrom_ = event->position();
    setCursor(Qt::ClosedHandCursor);
}

void AutomapCanvas::mouseMoveEvent(QMouseEvent* event)
{
    if (!dragging_)
        return;
    move(event->position() - dragFrom_);
    dragFrom_ = event->position();
}

void AutomapCanvas::mouseReleaseEvent(QMouseEvent*)
{
    dragging_ = false;
    unsetCursor();
}

void AutomapCanvas::keyPressEvent(QKeyEvent* event)
{
    const QPointF middle(width() / 2.0, height() / 2.0);
    switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal: zoomAt(middle, zoomStep); break;
    case Qt::Key_Minus: zoomAt(middle, 1 / zoomStep); break;
    case Qt::Key_Home: fit(); break;
    case Qt::Key_Left: move({keyStep, 0}); break;
    case Qt::Key_Right: move({-keyStep, 0}); break;
    case Qt::Key_Up: move({0, keyStep}); break;
    case Qt::Key_Down: move({0, -keyStep}); break;
    default: QWidget::keyPressEvent(event);
    }
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
