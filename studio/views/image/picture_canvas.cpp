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
constexpr double markRadius = 6, markArm = 10; ///< of the ring and its cross, logical pixels

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
    paintMarks(painter);
    if (hasFocus()) {
        painter.setPen(theme().accent);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

QPointF PictureCanvas::markPlace(const Mark& mark) const
{
    return pictureRect().topLeft() + (QPointF(mark.pixel) + QPointF(0.5, 0.5)) * zoom_;
}

QVector<QRectF> PictureCanvas::markLabels() const
{
    constexpr double gap = 3;
    const QFontMetricsF metrics(font());
    const QRectF seen = QRectF(rect()).adjusted(2, 2, -2, -2), picture = pictureRect();
    QVector<QRectF> taken; // rings, and words before
    for (const Mark& mark : marks_)
        taken.push_back(QRectF(markPlace(mark), QSizeF()).adjusted(-markArm, -markArm, markArm, markArm));
    const auto overlap = [](const QRectF& a, const QRectF& b) {
        const QRectF both = a & b;
        return both.width() * both.height();
    };
    QVector<QRectF> labels;
    for (const Mark& mark : marks_) {
        const QPointF at = markPlace(mark);
        const QRectF box(0, 0, metrics.horizontalAdvance(mark.text) + 8, metrics.height() + 2);
        QVector<QRectF> places;
        const auto offer = [&](double left, double top) {
            QRectF one = box;
            one.moveTopLeft({std::clamp(left, seen.left(), std::max(seen.left(), seen.right() - box.width())),
                             std::clamp(top, seen.top(), std::max(seen.top(), seen.bottom() - box.height()))});
            places.push_back(one);
        };
        for (int line = 0; line < 4; ++line) // beside the picture, on the side that is nearer, one below the other
            for (const bool right : {at.x() >= picture.center().x(), at.x() < picture.center().x()})
                for (const int way : {1, -1})
                    offer(right ? std::max(picture.right() + gap, at.x() + markArm + gap) : std::min(picture.left() - gap, at.x() - markArm - gap) - box.width(),
                          at.y() - box.height() / 2 + way * line * (box.height() + gap));
        for (const double top : {at.y() + markArm, at.y() - markArm - box.height()})
            for (const double left : {at.x() + markArm, at.x() - markArm - box.width()})
                offer(left, top);
        // Marks count most; then as little of the picture as may be, then as near as may be.
        const auto cost = [&](const QRectF& one) {
            double hidden = 0;
            for (const QRectF& other : std::as_const(taken))
                hidden += overlap(one, other);
            const QPointF away = one.center() - at;
            return 1000 * hidden + 10 * overlap(one, picture) + std::abs(away.x()) + std::abs(away.y());
        };
        labels.push_back(*std::ranges::min_element(places, {}, cost));
        taken.push_back(labels.back());
    }
    return labels;
}

void PictureCanvas::paintMarks(QPainter& painter) const
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const QVector<QRectF> labels = markLabels();
    constexpr std::array pens{std::pair{QRgb(0xFF000000), 3.5}, std::pair{QRgb(0xFFE838C4), 1.5}}; // seen on any picture
    for (qsizetype i = 0; i < marks_.size(); ++i) {
        const QPointF at = markPlace(marks_[i]);
        const QPointF near(std::clamp(at.x(), labels[i].left(), labels[i].right()), std::clamp(at.y(), labels[i].top(), labels[i].bottom()));
        const QLineF lead(at, near);
        for (const auto& [colour, width] : pens) {
            painter.setPen(QPen(QColor(colour), width));
            painter.setBrush(Qt::NoBrush);
            painter.drawEllipse(at, markRadius, markRadius);
            painter.drawLine(at - QPointF(markArm, 0), at - QPointF(2, 0));
            painter.drawLine(at + QPointF(2, 0), at + QPointF(markArm, 0));
            painter.drawLine(at - QPointF(0, markArm), at - QPointF(0, 2));
            painter.drawLine(at + QPointF(0, 2), at + QPointF(0, markArm));
            if (lead.length() > markArm)
                painter.drawLine(lead.pointAt(markRadius / lead.length()), near);
        }
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme().tooltip);
        painter.drawRoundedRect(labels[i], 3, 3);
        painter.setPen(theme().text);
        painter.drawText(labels[i], Qt::AlignCenter, marks_[i].text);
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
