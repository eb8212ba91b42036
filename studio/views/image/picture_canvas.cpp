// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/image/picture_canvas.h"

#include "ui/theme.h"

#include <QKeyEvent>
#include <QLineF>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <tuple>
#include <utility>

namespace blak::ui::views {
namespace {

constexpr std::array steps{0.0625, 0.125, 0.25, 0.5, 1.0, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 16.0, 24.0, 32.0, 48.0, 64.0};
constexpr double gridFrom = 8;
constexpr double markRadius = 6, markArm = 10; ///< of the ring and its cross, logical pixels

/// From a ring to the nearest point of its word.
QLineF leadTo(const QRectF& label, const QPointF& ring)
{
    return {ring, QPointF(std::clamp(ring.x(), label.left(), label.right()), std::clamp(ring.y(), label.top(), label.bottom()))};
}

bool cross(const QLineF& a, const QLineF& b)
{
    return a.length() > markArm && b.length() > markArm && a.intersects(b, nullptr) == QLineF::BoundedIntersection;
}

bool cross(const QLineF& line, const QRectF& box)
{
    const QRectF inner = box.adjusted(1, 1, -1, -1);
    return line.length() > markArm &&
           (cross(line, QLineF(inner.topLeft(), inner.topRight())) || cross(line, QLineF(inner.bottomLeft(), inner.bottomRight())) ||
            line.intersects(QLineF(inner.topLeft(), inner.bottomLeft()), nullptr) == QLineF::BoundedIntersection ||
            line.intersects(QLineF(inner.topRight(), inner.bottomRight()), nullptr) == QLineF::BoundedIntersection);
}

/// Lines that cross another or run over the word of another.
int crossings(const QVector<QRectF>& labels, const QVector<QPointF>& rings)
{
    int count = 0;
    for (qsizetype i = 0; i < labels.size(); ++i) {
        const QLineF lead = leadTo(labels[i], rings[i]);
        for (qsizetype j = 0; j < labels.size(); ++j)
            count += i == j ? 0 : (i < j && cross(lead, leadTo(labels[j], rings[j])) ? 1 : 0) + (cross(lead, labels[j]) ? 1 : 0);
    }
    return count;
}

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

void PictureCanvas::setPicture(const QImage& picture, const QRectF& area)
{
    picture_ = picture;
    const QRectF before = std::exchange(area_, area);
    if (before.size() == area.size())
        centre_ += area.center() - before.center();
    else
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
    QSize least = size();
    for (const PictureCanvas* other : tied_)
        least = least.boundedTo(other->size());
    const double room = std::min((least.width() - 2 * margin) / area.width(), (least.height() - 2 * margin) / area.height());
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

/// One word after the other, each where it is best beside those before.
QVector<QRectF> PictureCanvas::labelsInOrder(const QVector<qsizetype>& order) const
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
    QVector<QRectF> labels(marks_.size());
    QVector<qsizetype> before;
    for (const qsizetype which : order) {
        const Mark& mark = marks_[which];
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
        // Marks count most; then lines that cross, as little of the picture as may be, and as near as may be.
        const auto cost = [&](const QRectF& one) {
            double hidden = 0;
            for (const QRectF& other : std::as_const(taken))
                hidden += overlap(one, other);
            const QLineF lead = leadTo(one, at);
            int crossed = 0;
            for (const qsizetype other : std::as_const(before)) {
                const QLineF theirs = leadTo(labels[other], markPlace(marks_[other]));
                crossed += (cross(lead, theirs) ? 1 : 0) + (cross(lead, labels[other]) ? 1 : 0) + (cross(theirs, one) ? 1 : 0);
            }
            const QPointF away = one.center() - at;
            return 1000 * hidden + 5000 * crossed + 10 * overlap(one, picture) + std::abs(away.x()) + std::abs(away.y());
        };
        labels[which] = *std::ranges::min_element(places, {}, cost);
        taken.push_back(labels[which]);
        before.push_back(which);
    }
    return labels;
}

QVector<QRectF> PictureCanvas::markLabels() const
{
    QVector<QPointF> rings;
    QVector<qsizetype> order;
    for (const Mark& mark : marks_) {
        order.push_back(rings.size());
        rings.push_back(markPlace(mark));
    }
    QVector<QRectF> best = labelsInOrder(order);
    int least = crossings(best, rings);
    const auto attempt = [&] {
        const QVector<QRectF> other = labelsInOrder(order);
        if (const int count = crossings(other, rings); count < least) {
            best = other;
            least = count;
        }
    };
    for (const auto& sorted : {std::function([](const QPointF& at) { return at.y(); }), std::function([](const QPointF& at) { return -at.y(); }),
                               std::function([](const QPointF& at) { return at.x(); }), std::function([](const QPointF& at) { return -at.x(); })}) {
        if (least == 0)
            break;
        std::ranges::stable_sort(order, {}, [&](qsizetype one) { return sorted(rings[one]); });
        attempt();
    }
    constexpr qsizetype mostTried = 5; ///< marks, all orders of which are tried
    std::ranges::sort(order);
    while (least > 0 && order.size() <= mostTried && std::ranges::next_permutation(order).found)
        attempt();
    const auto covers = [&](const QRectF& label, qsizetype own) {
        for (qsizetype k = 0; k < best.size(); ++k)
            if ((k != own && label.intersects(best[k])) || label.contains(rings[k]))
                return true;
        return false;
    };
    const QPointF middle = pictureRect().center();
    for (bool found = least > 0; found;) { // two that cross change places, each time with one crossing less
        found = false;
        for (qsizetype i = 0; i < best.size() && !found; ++i)
            for (qsizetype j = i + 1; j < best.size() && !found; ++j) {
                const QRectF a = best[i], b = best[j];
                const auto into = [&](QRectF own, const QRectF& place) { // words of a column begin, or end, at the picture
                    own.moveCenter(place.center());
                    if (place.center().x() > middle.x())
                        own.moveLeft(place.left());
                    else
                        own.moveRight(place.right());
                    return own;
                };
                best[i] = into(a, b);
                best[j] = into(b, a);
                const int count = crossings(best, rings);
                found = count < least && !covers(best[i], i) && !covers(best[j], j) && QRectF(rect()).contains(best[i]) && QRectF(rect()).contains(best[j]);
                if (found)
                    least = count;
                else
                    std::tie(best[i], best[j]) = std::pair(a, b);
            }
    }
    return best;
}

QVector<QLineF> PictureCanvas::markLeads() const
{
    const QVector<QRectF> labels = markLabels();
    QVector<QLineF> leads;
    for (qsizetype i = 0; i < labels.size(); ++i)
        leads.push_back(leadTo(labels[i], markPlace(marks_[i])));
    return leads;
}

void PictureCanvas::paintMarks(QPainter& painter) const
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const QVector<QRectF> labels = markLabels();
    painter.setBrush(Qt::NoBrush);
    for (const bool isGround : {true, false}) // under all of them: seen on any picture
        for (qsizetype i = 0; i < marks_.size(); ++i) {
            const QPointF at = markPlace(marks_[i]);
            const QLineF lead = leadTo(labels[i], at);
            painter.setPen(isGround ? QPen(Qt::black, 3.5) : QPen(QColor::fromRgb(marks_[i].colour), 1.5));
            painter.drawEllipse(at, markRadius, markRadius);
            painter.drawLine(at - QPointF(markArm, 0), at - QPointF(2, 0));
            painter.drawLine(at + QPointF(2, 0), at + QPointF(markArm, 0));
            painter.drawLine(at - QPointF(0, markArm), at - QPointF(0, 2));
            painter.drawLine(at + QPointF(0, 2), at + QPointF(0, markArm));
            if (lead.length() > markArm)
                painter.drawLine(lead.pointAt(markRadius / lead.length()), lead.p2());
        }
    for (qsizetype i = 0; i < marks_.size(); ++i) {
        painter.setPen(QPen(QColor::fromRgb(marks_[i].colour), 1));
        painter.setBrush(theme().tooltip);
        painter.drawRoundedRect(labels[i].adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
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
