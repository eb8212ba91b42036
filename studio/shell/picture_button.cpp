// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/picture_button.h"

#include "ui/fonts.h"
#include "ui/icons.h"
#include "ui/theme.h"

#include <QLinearGradient>
#include <QPainter>
#include <QPainterPath>

namespace blak::ui::shell {
namespace {

constexpr int bannerHeight = 272;
constexpr int captionHeight = 26;

/// The part of the picture that fills `size` without changing its proportions.
QRectF coverPart(const QImage& picture, const QSizeF& size)
{
    const qreal scale = std::max(size.width() / picture.width(), size.height() / picture.height());
    const QSizeF part(size.width() / scale, size.height() / scale);
    return {QPointF((picture.width() - part.width()) / 2, (picture.height() - part.height()) / 2), part};
}

void paintFocus(QPainter& painter, const QRectF& rect, bool focused)
{
    if (!focused)
        return;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme().accent, 1));
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
}

} // namespace

PictureBanner::PictureBanner(const QImage& picture, QWidget* parent) : QWidget(parent), picture_(picture)
{
    setFixedHeight(bannerHeight);
}

void PictureBanner::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QPainterPath round;
    round.addRoundedRect(rect(), 6, 6);
    painter.setClipPath(round);
    painter.fillRect(rect(), QColor(0x14, 0x12, 0x10));
    if (!picture_.isNull())
        painter.drawImage(QRectF(rect()), picture_, coverPart(picture_, size()));
    QLinearGradient shade(0, 0, width() * 0.72, 0);
    shade.setColorAt(0, QColor(0x14, 0x12, 0x10, 235));
    shade.setColorAt(0.45, QColor(0x14, 0x12, 0x10, 190));
    shade.setColorAt(1, QColor(0x14, 0x12, 0x10, 0));
    painter.fillRect(rect(), shade);
}

PictureButton::PictureButton(const QImage& picture, const QString& iconName, const QString& name, const QString& detail,
                             QWidget* parent)
    : QAbstractButton(parent), picture_(picture), icon_(iconName), detail_(detail)
{
    setText(name);
    setAccessibleDescription(detail);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void PictureButton::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    const QRectF place(0, 0, width(), height() - captionHeight);
    QPainterPath round;
    round.addRoundedRect(place, 4, 4);
    painter.save();
    painter.setClipPath(round);
    painter.fillRect(place, theme().map.canvas);
    if (picture_.isNull())
        paintIcon(painter, QRectF(place.center() - QPointF(16, 16), QSizeF(32, 32)), icon_, theme().text2, theme().dock);
    else
        painter.drawImage(place, picture_, coverPart(picture_, place.size()));
    painter.restore();
    paintFocus(painter, place, hasFocus());
    painter.setFont(uiFont(12, QFont::DemiBold));
    painter.setPen(underMouse() ? theme().link : theme().text);
    const int nameWidth = std::min(painter.fontMetrics().horizontalAdvance(text()) + 2, width() - 60);
    const QRect caption(0, height() - captionHeight + 4, width(), captionHeight - 4);
    painter.drawText(caption, Qt::AlignVCenter, painter.fontMetrics().elidedText(text(), Qt::ElideMiddle, nameWidth));
    painter.setFont(uiFont(12));
    painter.setPen(theme().text2);
    painter.drawText(caption.adjusted(nameWidth + 8, 0, 0, 0), Qt::AlignVCenter, detail_);
}

TwoLineButton::TwoLineButton(const QString& iconName, const QString& name, const QString& detail, const QString& right,
                             QWidget* parent)
    : QAbstractButton(parent), icon_(iconName), detail_(detail), right_(right)
{
    setText(name);
    setAccessibleDescription(detail);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void TwoLineButton::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (underMouse() || isDown()) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(isDown() ? theme().selected : theme().hover);
        painter.drawRoundedRect(rect(), 4, 4);
    }
    paintFocus(painter, rect(), hasFocus());
    paintIcon(painter, QRectF(10, height() / 2.0 - 10, 20, 20), icon_, theme().text2, theme().dock);
    painter.setFont(uiFont(12));
    const int rightWidth = painter.fontMetrics().horizontalAdvance(right_) + 20;
    const QRect lines(42, 4, width() - 42 - rightWidth, height() - 8);
    painter.setPen(theme().text2);
    painter.drawText(rect().adjusted(0, 0, -10, 0), Qt::AlignRight | Qt::AlignVCenter, right_);
    painter.drawText(lines.adjusted(0, lines.height() / 2, 0, 0), Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(detail_, Qt::ElideRight, lines.width()));
    painter.setFont(uiFont(12, QFont::DemiBold));
    painter.setPen(theme().text);
    painter.drawText(lines.adjusted(0, 0, 0, -lines.height() / 2), Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(text(), Qt::ElideMiddle, lines.width()));
}

void TwoLineButton::enterEvent(QEnterEvent* event)
{
    QAbstractButton::enterEvent(event);
    update();
}

void TwoLineButton::leaveEvent(QEvent* event)
{
    QAbstractButton::leaveEvent(event);
    update();
}

} // namespace blak::ui::shell
