// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/sound/waveform.h"

#include "studio/sound/sound_text.h"
#include "ui/fonts.h"
#include "ui/theme.h"

#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QWheelEvent>

#include <algorithm>
#include <array>
#include <cmath>

namespace blak::ui::sound {
namespace {

constexpr int rulerHeight = 22;
constexpr int laneGap = 1;
constexpr int margin = 8;                ///< px left and right of the sound
constexpr double closestZoom = 1.0 / 16; ///< frames for each px
constexpr double wheelFactor = 1.25;     ///< for each notch
constexpr int leastTickGap = 84;         ///< px
constexpr double dotsBelow = 1.0 / 6;    ///< frames for each px; closer, single samples are marked
constexpr double secondsByArrow = 1, secondsByShiftArrow = 0.1;

constexpr std::array longSteps{10.0, 15.0, 30.0, 60.0, 120.0, 300.0, 600.0}; ///< seconds; clocks do not count in tens of tens

/// The first step that leaves room for its number, in seconds: 1, 2, 5 times a power of ten, from ten seconds on as clocks do.
double tickSeconds(double secondsPerPixel)
{
    const auto fits = [&](double step) { return step / secondsPerPixel >= leastTickGap; };
    for (double decade = 0.0001; decade < 9; decade *= 10)
        for (const double step : {decade, 2 * decade, 5 * decade})
            if (fits(step))
                return step;
    const auto found = std::find_if(longSteps.begin(), longSteps.end(), fits);
    return found == longSteps.end() ? longSteps.back() : *found;
}

} // namespace

Waveform::Waveform(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("waveform"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Waveform"));
}

void Waveform::setSound(std::shared_ptr<const audio::Peaks> peaks, qint64 frames, int rate)
{
    const bool other = frames != frames_;
    peaks_ = std::move(peaks);
    frames_ = frames;
    rate_ = std::max(1, rate);
    picture_ = {};
    if (other)
        fit();
    update();
}

void Waveform::setSentence(const QString& sentence)
{
    sentence_ = sentence;
    picture_ = {};
    update();
}

void Waveform::setPosition(qint64 frame)
{
    const int before = xOf(position_);
    position_ = frame;
    const int now = xOf(position_);
    if (following_ && !fitting_ && (now < 0 || now > width() - margin))
        scrollTo(frame - shownFrames() / 20); // a page on, with a little of what was
    update(QRect(before - 2, 0, 5, height()));
    update(QRect(now - 2, 0, 5, height()));
}

qint64 Waveform::shownFrames() const { return static_cast<qint64>(std::max(1, width() - 2 * margin) * framesPerPixel_); }

int Waveform::zoomPercent() const
{
    const double whole = static_cast<double>(frames_) / std::max(1, width() - 2 * margin);
    return framesPerPixel_ <= 0 ? 100 : static_cast<int>(std::lround(100 * whole / framesPerPixel_));
}

qint64 Waveform::frameAt(int x) const
{
    const double frame = static_cast<double>(first_) + (x - margin) * framesPerPixel_;
    return std::clamp<qint64>(std::llround(frame), 0, frames_);
}

int Waveform::xOf(qint64 frame) const
{
    const double x = margin + static_cast<double>(frame - first_) / framesPerPixel_;
    return static_cast<int>(std::lround(std::clamp(x, -1e6, 1e6)));
}

void Waveform::setView(double framesPerPixel, double firstFrame)
{
    const int inside = std::max(1, width() - 2 * margin);
    const double whole = std::max(closestZoom, static_cast<double>(frames_) / inside);
    fitting_ = framesPerPixel >= whole * 0.999;
    framesPerPixel_ = std::clamp(framesPerPixel, closestZoom, whole);
    const double last = std::max(0.0, static_cast<double>(frames_) - framesPerPixel_ * inside);
    first_ = std::llround(std::clamp(firstFrame, 0.0, last));
    picture_ = {};
    update();
    emit viewChanged();
}

void Waveform::fit() { setView(1e18, 0); }

void Waveform::zoomBy(double factor, int atX)
{
    const double under = static_cast<double>(first_) + (atX - margin) * framesPerPixel_;
    const double inside = std::max(1, width() - 2 * margin);
    const double next =
        std::clamp(framesPerPixel_ / factor, closestZoom, std::max(closestZoom, static_cast<double>(frames_) / inside));
    setView(framesPerPixel_ / factor, under - (atX - margin) * next);
}

void Waveform::scrollTo(qint64 firstFrame) { setView(framesPerPixel_, static_cast<double>(firstFrame)); }

QRect Waveform::lane(int channel, int channels) const
{
    const int inside = height() - rulerHeight;
    const int top = rulerHeight + inside * channel / channels;
    const int bottom = rulerHeight + inside * (channel + 1) / channels;
    return {0, top + (channel > 0 ? laneGap : 0), width(), bottom - top - (channel > 0 ? laneGap : 0)};
}

void Waveform::drawRuler(QPainter& painter) const
{
    painter.fillRect(QRect(0, 0, width(), rulerHeight), theme().raised);
    painter.fillRect(QRect(0, rulerHeight - 1, width(), 1), theme().separator);
    const double secondsPerPixel = framesPerPixel_ / rate_;
    const double step = tickSeconds(secondsPerPixel);
    const int decimals = step >= 1 ? 0 : std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-9)), 1, 4);
    painter.setFont(monoFont(11));
    const auto firstTick = static_cast<qint64>(std::floor(static_cast<double>(first_) / rate_ / step));
    for (qint64 tick = firstTick;; ++tick) {
        const double seconds = static_cast<double>(tick) * step;
        const int x = xOf(std::llround(seconds * rate_));
        if (x > width() || seconds * rate_ > static_cast<double>(frames_))
            break;
        for (int part = 1; part < 5; ++part) { // small ticks between the numbers
            const int small = xOf(std::llround((seconds + step * part / 5) * rate_));
            if (small < width())
                painter.fillRect(QRect(small, rulerHeight - 5, 1, 4), theme().border);
        }
        painter.fillRect(QRect(x, rulerHeight - 8, 1, 7), theme().borderStrong);
        const int minutes = static_cast<int>(seconds / 60);
        const double rest = seconds - 60.0 * minutes;
        const QString number = minutes > 0 ? QStringLiteral("%1:%2").arg(minutes).arg(rest, decimals == 0 ? 2 : 3 + decimals, 'f',
                                                                                      decimals, QLatin1Char('0'))
                                           : QStringLiteral("%1 s").arg(rest, 0, 'f', decimals);
        if (x + 4 + painter.fontMetrics().horizontalAdvance(number) > width())
            break;
        painter.setPen(theme().text2);
        painter.drawText(QRect(x + 4, 0, leastTickGap, rulerHeight - 2), Qt::AlignVCenter, number);
    }
}

void Waveform::drawLane(QPainter& painter, int channel, int channels) const
{
    const QRect place = lane(channel, channels);
    const double middle = place.top() + place.height() / 2.0;
    const double scale = (place.height() - 8) / 2.0;
    const auto yOf = [&](float sample) { return middle - static_cast<double>(std::clamp(sample, -1.0f, 1.0f)) * scale; };
    // Full scale, half of it, silence.
    for (const float level : {-0.5f, 0.5f})
        painter.fillRect(QRectF(0, std::floor(yOf(level)), width(), 1), theme().map.gridMinor);
    for (const float level : {-1.0f, 1.0f})
        painter.fillRect(QRectF(0, std::floor(yOf(level)), width(), 1), theme().map.gridMajor);
    painter.fillRect(QRectF(0, std::floor(middle), width(), 1), theme().map.gridOrigin);
    const QColor ink = theme().accent;
    const int from = std::max(margin, xOf(0));
    const int to = std::min(width() - 1, xOf(frames_));
    if (framesPerPixel_ >= 2) {
        for (int x = from; x < to; ++x) {
            const auto begin = static_cast<qint64>(static_cast<double>(first_) + (x - margin) * framesPerPixel_);
            const auto end = static_cast<qint64>(static_cast<double>(first_) + (x + 1 - margin) * framesPerPixel_);
            const audio::Peak peak = peaks_->of(channel, begin, std::max(begin + 1, end));
            const double top = yOf(peak.high), bottom = yOf(peak.low);
            painter.fillRect(QRectF(x, top, 1, std::max(1.0, bottom - top)), ink);
        }
        return;
    }
    painter.setRenderHint(QPainter::Antialiasing);
    QPainterPath path;
    const qint64 last = std::min(frames_ - 1, first_ + shownFrames() + 2);
    for (qint64 frame = first_; frame <= last; ++frame) {
        const QPointF point(margin + static_cast<double>(frame - first_) / framesPerPixel_,
                            yOf(peaks_->of(channel, frame, frame + 1).high));
        frame == first_ ? path.moveTo(point) : path.lineTo(point);
        if (framesPerPixel_ <= dotsBelow)
            painter.fillRect(QRectF(point - QPointF(2, 2), QSizeF(4, 4)), ink);
    }
    painter.setPen(QPen(ink, 1.25));
    painter.drawPath(path);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void Waveform::drawPlaceholder(QPainter& painter) const
{
    painter.setPen(theme().text2);
    painter.setFont(uiFont(12));
    painter.drawText(QRect(0, rulerHeight, width(), height() - rulerHeight), Qt::AlignCenter, sentence_);
}

QPixmap Waveform::drawAll() const
{
    const qreal ratio = devicePixelRatioF();
    QPixmap pixmap(size() * ratio);
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(theme().map.canvas);
    QPainter painter(&pixmap);
    drawRuler(painter);
    if (peaks_ == nullptr) {
        drawPlaceholder(painter);
        return pixmap;
    }
    const int channels = peaks_->clip().channels;
    for (int channel = 0; channel < channels; ++channel) {
        drawLane(painter, channel, channels);
        const QRect place = lane(channel, channels);
        if (channel > 0)
            painter.fillRect(QRect(0, place.top() - laneGap, width(), laneGap), theme().separator);
        if (channels == 2) {
            painter.setPen(theme().text2);
            painter.setFont(uiFont(11));
            painter.drawText(place.adjusted(margin + 4, 6, 0, 0), Qt::AlignLeft | Qt::AlignTop,
                             channel == 0 ? tr("Left") : tr("Right"));
        }
    }
    return pixmap;
}

void Waveform::paintEvent(QPaintEvent* event)
{
    if (picture_.isNull())
        picture_ = drawAll();
    QPainter painter(this);
    painter.setClipRegion(event->region());
    painter.drawPixmap(0, 0, picture_);
    if (peaks_ == nullptr)
        return;
    if (hoverX_ >= 0) {
        painter.fillRect(QRect(hoverX_, rulerHeight, 1, height()), theme().map.hovered);
        painter.setFont(monoFont(11));
        const QString text = timeText(frameAt(hoverX_), rate_);
        const QSize size = painter.fontMetrics().size(Qt::TextSingleLine, text) + QSize(12, 4);
        const int x = hoverX_ + 8 + size.width() > width() ? hoverX_ - 8 - size.width() : hoverX_ + 8;
        const QRect plate(QPoint(x, height() - size.height() - 8), size);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme().tooltip);
        painter.drawRoundedRect(plate, 4, 4);
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setPen(theme().text);
        painter.drawText(plate, Qt::AlignCenter, text);
    }
    const int x = xOf(position_);
    painter.fillRect(QRect(x, 0, 1, height()), theme().map.selected);
    const QPolygon head({QPoint(x - 4, 0), QPoint(x + 5, 0), QPoint(x, 7)});
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme().map.selected);
    painter.drawPolygon(head);
    if (hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(theme().accent);
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void Waveform::resizeEvent(QResizeEvent*)
{
    if (fitting_)
        fit();
    else
        setView(framesPerPixel_, static_cast<double>(first_));
}

void Waveform::mousePressEvent(QMouseEvent* event)
{
    dragFrom_ = event->position().toPoint();
    dragFirst_ = first_;
    if (event->button() == Qt::LeftButton)
        emit seekRequested(frameAt(dragFrom_.x()));
}

void Waveform::mouseMoveEvent(QMouseEvent* event)
{
    const int x = event->position().toPoint().x();
    if (event->buttons().testFlag(Qt::LeftButton))
        emit seekRequested(frameAt(x));
    else if (event->buttons().testFlag(Qt::MiddleButton))
        scrollTo(dragFirst_ - std::llround((x - dragFrom_.x()) * framesPerPixel_));
    hoverX_ = x;
    update();
}

void Waveform::leaveEvent(QEvent*)
{
    hoverX_ = -1;
    update();
}

void Waveform::wheelEvent(QWheelEvent* event)
{
    const QPoint turned = event->angleDelta();
    const bool moves = event->modifiers().testFlag(Qt::ShiftModifier) || std::abs(turned.x()) > std::abs(turned.y());
    const double notches = (moves && turned.x() != 0 ? turned.x() : turned.y()) / 120.0;
    if (moves)
        scrollTo(first_ - std::llround(notches * static_cast<double>(shownFrames()) / 8));
    else
        zoomBy(std::pow(wheelFactor, notches), event->position().toPoint().x());
    event->accept();
}

void Waveform::keyPressEvent(QKeyEvent* event)
{
    const bool shift = event->modifiers().testFlag(Qt::ShiftModifier);
    const auto step = [&] {
        if (event->modifiers().testFlag(Qt::ControlModifier))
            return qint64{1};
        return static_cast<qint64>((shift ? secondsByShiftArrow : secondsByArrow) * rate_);
    };
    switch (event->key()) {
    case Qt::Key_Left: emit seekRequested(position_ - step()); break;
    case Qt::Key_Right: emit seekRequested(position_ + step()); break;
    case Qt::Key_Home: emit seekRequested(0); break;
    case Qt::Key_End: emit seekRequested(frames_); break;
    default: QWidget::keyPressEvent(event);
    }
}

void Waveform::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) {
        picture_ = {};
        update();
    }
}

} // namespace blak::ui::sound
