// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame_painter.h"

#include <QPaintEngine>
#include <QPainter>

#include <cmath>

namespace blak::ui {
namespace {

constexpr qsizetype pixelBytes = sizeof(std::uint32_t);

render::Rgb32Rows rowsOf(const QImage& image, QPoint origin)
{
    // Not bits(): that would take a copy of a picture somebody else looks at, and the painter would go on in the old one.
    auto* first = const_cast<uchar*>(image.constBits()) + origin.y() * image.bytesPerLine() + origin.x() * pixelBytes;
    return {reinterpret_cast<std::uint32_t*>(first), image.bytesPerLine() / pixelBytes};
}

/// The pixels under the painter's 0, 0 if those of `wanted` can be written to: nothing scaled, nothing clipped away, all inside.
render::Rgb32Rows rowsUnder(const QPainter& painter, QSize logical, QSize device, const QRect& wanted, const QRegion& exposed)
{
    const QPaintEngine* engine = painter.paintEngine();
    if (engine == nullptr || engine->type() != QPaintEngine::Raster || engine->paintDevice() == nullptr ||
        engine->paintDevice()->devType() != QInternal::Image || painter.hasClipping() || exposed != QRegion(wanted))
        return {};
    const auto& image = *static_cast<const QImage*>(engine->paintDevice());
    if ((image.format() != QImage::Format_RGB32 && image.format() != QImage::Format_ARGB32_Premultiplied) || !image.isDetached())
        return {};
    const QTransform transform = painter.deviceTransform();
    const double ratio = image.devicePixelRatio();
    const QPointF origin = transform.map(QPointF(0, 0));
    const QPoint pixel = origin.toPoint();
    if (transform.type() > QTransform::TxScale || !qFuzzyCompare(transform.m11(), ratio) ||
        !qFuzzyCompare(transform.m22(), ratio) || QPointF(pixel) != origin || QSizeF(device) != QSizeF(logical) * ratio ||
        !image.rect().contains(QRect(pixel, device)))
        return {};
    return rowsOf(image, pixel);
}

} // namespace

void FramePainter::paint(QPainter& painter, QSize size, const QRegion& exposed, const Draw& draw)
{
    const double ratio = painter.device()->devicePixelRatioF();
    const QSize device = (QSizeF(size) * ratio).toSize().expandedTo({1, 1});
    frame_.resize(device.width(), device.height());
    const render::Rgb32Rows rows = rowsUnder(painter, size, device, QRect({}, size), exposed);
    wasDirect_ = static_cast<bool>(rows);
    if (wasDirect_) {
        image_ = QImage();
        draw(frame_, rows);
        return;
    }
    if (image_.size() != device)
        image_ = QImage(device, QImage::Format_RGB32);
    draw(frame_, rowsOf(image_, {}));
    image_.setDevicePixelRatio(ratio);
    painter.drawImage(0, 0, image_);
}

void FramePainter::paintPart(QPainter& painter, QSize size, const QRect& part, const DrawPart& draw)
{
    const double ratio = painter.device()->devicePixelRatioF();
    const QSize device = (QSizeF(size) * ratio).toSize().expandedTo({1, 1});
    const QRect pixels = QRectF(QPointF(part.topLeft()) * ratio, QSizeF(part.size()) * ratio).toRect() & QRect({}, device);
    const render::FramePart wanted{pixels.left(), pixels.top(), pixels.right() + 1, pixels.bottom() + 1};
    if (const render::Rgb32Rows rows = rowsUnder(painter, size, device, part, QRegion(part)); rows) {
        draw(wanted, rows);
        return;
    }
    if (image_.size() != device)
        image_ = QImage(device, QImage::Format_RGB32);
    image_.setDevicePixelRatio(1);
    draw(wanted, rowsOf(image_, {}));
    image_.setDevicePixelRatio(ratio);
    painter.drawImage(QRectF(part), image_, QRectF(pixels));
}

} // namespace blak::ui
