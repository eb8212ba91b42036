// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/zoom_canvas.h"

#include <QKeyEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace blak::ui {
namespace {

constexpr int notch = 120;  ///< eighths of a degree; a touch pad sends less at a time
constexpr int twoBars = 76; ///< px; what bars over a page take of its height

/// Where bars came or went, as against a window or a dock of another size.
bool differsByBars(QSize now, QSize before)
{
    const int away = std::abs(now.height() - before.height());
    return now.width() == before.width() && away <= std::min(twoBars, before.height() / 4);
}

} // namespace

QPointF ZoomCanvas::pointOf(QPointF place) const
{
    const QPointF away = (place - centre_) * zoom_;
    return QRectF(viewRect()).center() + QPointF(away.x(), away.y() * ySign_);
}

QPointF ZoomCanvas::placeAt(QPointF point) const
{
    const QPointF away = (point - QRectF(viewRect()).center()) / zoom_;
    return centre_ + QPointF(away.x(), away.y() * ySign_);
}

void ZoomCanvas::take(QPointF centre, double zoom)
{
    const bool isZoomed = !qFuzzyCompare(zoom, zoom_);
    centre_ = centre;
    if (isZoomed)
        zoom_ = zoom;
    viewMoved(isZoomed);
    update();
    emit viewChanged();
}

void ZoomCanvas::setView(QPointF centre, double zoom)
{
    const double allowed = allowedZoom(zoom);
    if (!keepsFit_ && centre == centre_ && allowed == zoom_)
        return;
    keepsFit_ = false;
    take(centre, allowed);
}

void ZoomCanvas::zoomTo(QPointF point, double zoom)
{
    const QPointF fixed = placeAt(point);
    const double allowed = allowedZoom(zoom);
    setView(fixed + (centre_ - fixed) * (zoom_ / allowed), allowed);
}

void ZoomCanvas::moveBy(QPointF pixels) { setView(centre_ - QPointF(pixels.x(), pixels.y() * ySign_) / zoom_, zoom_); }

void ZoomCanvas::fit()
{
    keepsFit_ = true;
    fitted_ = size();
    const QRectF area = wholeArea();
    const double zoom = area.isNull() ? 0 : fittingZoom(area);
    if (zoom > 0)
        take(area.center(), zoom);
}

void ZoomCanvas::beginMove(QPointF at)
{
    isMoving_ = true;
    movedFrom_ = at;
    setCursor(Qt::ClosedHandCursor);
}

bool ZoomCanvas::moveTo(QPointF at)
{
    if (isMoving_)
        moveBy(at - std::exchange(movedFrom_, at));
    return isMoving_;
}

void ZoomCanvas::endMove()
{
    isMoving_ = false;
    unsetCursor();
}

bool ZoomCanvas::takeKey(const QKeyEvent& event, double arrow)
{
    switch (event.key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal: zoomStep(1); return true;
    case Qt::Key_Minus: zoomStep(-1); return true;
    case Qt::Key_Home: fit(); return true;
    case Qt::Key_Left: moveBy({arrow, 0}); return true;
    case Qt::Key_Right: moveBy({-arrow, 0}); return true;
    case Qt::Key_Up: moveBy({0, arrow}); return true;
    case Qt::Key_Down: moveBy({0, -arrow}); return true;
    default: return false;
    }
}

void ZoomCanvas::resizeEvent(QResizeEvent*)
{
    if (keepsFit_ && (!isVisible() || !differsByBars(size(), fitted_)))
        fit();
}

void ZoomCanvas::wheelEvent(QWheelEvent* event)
{
    wheel_ += event->angleDelta().y();
    const int steps = wheel_ / notch;
    wheel_ -= steps * notch;
    if (steps != 0)
        zoomStepAt(event->position(), steps);
    event->accept();
}

} // namespace blak::ui
