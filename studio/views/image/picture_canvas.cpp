// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/image/picture_canvas.h"

#include "ui/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace blak::ui::views {
namespace {

constexpr std::array steps{0.0625, 0.125, 0.25, 0.5, 1.0, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 16.0, 24.0, 32.0, 48.0, 64.0};
constexpr double gridFrom = 8;

} // namespace

PictureCanvas::PictureCanvas(QWidget* parent) : ZoomCanvas(parent)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setMinimumSize(80, 60);
}

void PictureCanvas::setPicture(const QImage& picture)
{
    const bool sameSize = picture.size() == picture_.size();
    picture_ = picture;
    if (!sameSize || keepsFit_)
        fit();
    update();
}

void PictureCanvas::setOverlay(const QImage& overlay)
{
    overlay_ = overlay;
    update();
}

void PictureCanvas::setMarks(QVector<Mark> marks)
{
    marks_ = std::move(marks);
    update();
}

void PictureCanvas::setGridShown(bool shown)
{
    gridShown_ = shown;
    update();
}

double PictureCanvas::fittingZoom(const QRectF& area) const
{
    constexpr double margin = 12, mostFitted = 16;
    const double room = std::min((width() - 2 * margin) / area.width(), (height() - 2 * margin) / area.height());
    double best = steps.front();
    for (const double one : steps)
        if (one <= room && one <= mostFitted)
            best = one;
    return best;
}

double PictureCanvas::steppedZoom(double zoom, int by) const
{
    constexpr double same = 1e-9;
    const auto here = std::lower_bound(steps.begin(), steps.end(), zoom - same) - steps.begin();
    const bool between =
        here < static_cast<std::ptrdiff_t>(steps.size()) && std::abs(steps[static_cast<std::size_t>(here)] - zoom) > same;
    const auto to =
        std::clamp<std::ptrdiff_t>(here + by - (between && by > 0 ? 1 : 0), 0, static_cast<std::ptrdiff_t>(steps.size()) - 1);
    return steps[static_cast<std::size_t>(to)];
}

QRectF PictureCanvas::pictureRect() const
{
    const QPointF origin = QPointF(width() / 2.0, height() / 2.0) - centre_ * zoom_;
    return {QPointF(std::round(origin.x()), std::round(origin.y())), QSizeF(picture_.size()) * zoom_};
}

void PictureCanvas::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), theme().map.canvas);
    if (picture_.isNull())
        return;
    const QRectF place = pictureRect();
    painter.save();
    painter.setClipRect(place);
    const QColor light = theme().isDark() ? QColor(0x33, 0x38, 0x3e) : QColor(0xe8, 0xe8, 0xe8);
    const QColor dark = theme().isDark() ? QColor(0x2a, 0x2e, 0x33) : QColor(0xd4, 0xd6, 0xd8);
    constexpr int cell = 8;
    const QRect seen = place.toAlignedRect().intersected(rect());
    painter.fillRect(seen, light);
    for (int y = seen.top() / cell * cell; y <= seen.bottom(); y += cell)
        for (int x = seen.left() / cell * cell + ((y / cell) % 2 ? cell : 0); x <= seen.right(); x += 2 * cell)
            painter.fillRect(x, y, cell, cell, dark);
    painter.setRenderHint(QPainter::SmoothPixmapTransform, zoom_ < 1);
    painter.drawImage(place, picture_);
    if (!overlay_.isNull())
        painter.drawImage(place, overlay_);
    if (gridShown_ && zoom_ >= gridFrom) {
        QColor colour = theme().text2;
        colour.setAlpha(70);
        painter.setPen(colour);
        const QRectF part(placeAt(QPointF(0, 0)), placeAt(QPointF(width(), height())));
        for (int x = std::max(0, static_cast<int>(part.left()));
             x <= std::min(picture_.width(), static_cast<int>(part.right()) + 1); ++x)
            painter.drawLine(QPointF(place.left() + x * zoom_, seen.top()), QPointF(place.left() + x * zoom_, seen.bottom()));
        for (int y = std::max(0, static_cast<int>(part.top()));
             y <= std::min(picture_.height(), static_cast<int>(part.bottom()) + 1); ++y)
            painter.drawLine(QPointF(seen.left(), place.top() + y * zoom_), QPointF(seen.right(), place.top() + y * zoom_));
    }
    painter.restore();
    painter.setPen(theme().borderStrong);
    painter.drawRect(place.adjusted(-1, -1, 0, 0));
    paintMarks(painter, place);
    if (hasFocus()) {
        painter.setPen(theme().accent);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void PictureCanvas::paintMarks(QPainter& painter, const QRectF& place) const
{
    constexpr double radius = 6, arm = 10; // logical pixels
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const QFontMetricsF metrics(painter.font());
    for (const Mark& mark : marks_) {
        const QPointF at = place.topLeft() + (QPointF(mark.pixel) + QPointF(0.5, 0.5)) * zoom_;
        for (const auto& [colour, width] : {std::pair(QColor(Qt::black), 3.5), std::pair(QColor(0xE8, 0x38, 0xC4), 1.5)}) { // seen on any picture
            painter.setPen(QPen(colour, width));
            painter.setBrush(Qt::NoBrush);
            painter.drawEllipse(at, radius, radius);
            painter.drawLine(at - QPointF(arm, 0), at - QPointF(2, 0));
            painter.drawLine(at + QPointF(2, 0), at + QPointF(arm, 0));
            painter.drawLine(at - QPointF(0, arm), at - QPointF(0, 2));
            painter.drawLine(at + QPointF(0, 2), at + QPointF(0, arm));
        }
        QRectF box(0, 0, metrics.horizontalAdvance(mark.text) + 8, metrics.height() + 2);
        box.moveTopLeft(at + QPointF(radius + 3, radius + 3));
        box.moveLeft(std::max(2.0, std::min(box.left(), width() - box.width() - 2)));
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme().tooltip);
        painter.drawRoundedRect(box, 3, 3);
        painter.setPen(theme().text);
        painter.drawText(box, Qt::AlignCenter, mark.text);
    }
    painter.restore();
}

void PictureCanvas::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton)
        return;
    beginMove(event->position());
}

void PictureCanvas::mouseMoveEvent(QMouseEvent* event)
{
    moveTo(event->position());
    const QPointF at = placeAt(event->position());
    const QPoint pixel(static_cast<int>(std::floor(at.x())), static_cast<int>(std::floor(at.y())));
    const auto now = picture_.rect().contains(pixel) ? std::optional(pixel) : std::nullopt;
    if (now != pixel_) {
        pixel_ = now;
        emit pixelChanged();
    }
}

void PictureCanvas::mouseReleaseEvent(QMouseEvent*) { endMove(); }

void PictureCanvas::keyPressEvent(QKeyEvent* event)
{
    constexpr double arrow = 32;
    if (!takeKey(*event, arrow))
        QWidget::keyPressEvent(event);
}

void PictureCanvas::leaveEvent(QEvent*)
{
    pixel_.reset();
    emit pixelChanged();
}

} // namespace blak::ui::views
