// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/ui/texture_label.h"

#include "roomedit/ui/texture_images.h"
#include "ui/theme.h"

#include <QDropEvent>
#include <QMimeData>
#include <QMouseEvent>
#include <QPainter>

namespace blak::ui::rooms {
namespace {

constexpr int pictureSide = 36;

} // namespace

QString textureWords(int number, const QString& name) { return name.isEmpty() ? QString::number(number) : TextureLabel::tr("%1 %2").arg(number).arg(name); }

TextureLabel::TextureLabel(const TextureImages* textures, bool onWall, QWidget* parent)
    : QWidget(parent), textures_(textures), onWall_(onWall)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void TextureLabel::setTexture(int number)
{
    if (number == number_ && !mixed_ && (number == 0 || !image_.isNull()))
        return;
    mixed_ = false;
    number_ = number;
    image_ = number == 0 ? QImage() : textures_->picture(number, onWall_);
    name_ = number == 0 ? QString() : textures_->name(number);
    const QString file = QStringLiteral("grd%1").arg(number, 5, 10, QLatin1Char('0'));
    const QString what = number == 0       ? tr("No texture")
                         : image_.isNull() ? tr("%1 is missing: %2").arg(number).arg(file)
                                           : tr("%1: %2, %3 × %4 pixels").arg(textureWords(number, name_), file).arg(image_.width()).arg(image_.height());
    setToolTip(clickTip_.isEmpty() ? what : what + QLatin1Char('\n') + clickTip_);
    update();
}

void TextureLabel::setClickable(const QString& tip)
{
    clickTip_ = tip;
    setCursor(Qt::PointingHandCursor);
    setToolTip(tip);
}

void TextureLabel::setChosen(bool chosen)
{
    chosen_ = chosen;
    update();
}

void TextureLabel::mouseReleaseEvent(QMouseEvent* event)
{
    if (!clickTip_.isEmpty() && event->button() == Qt::LeftButton && rect().contains(event->position().toPoint()))
        emit clicked();
    else
        QWidget::mouseReleaseEvent(event);
}

void TextureLabel::setMixed()
{
    mixed_ = true;
    image_ = {};
    update();
}

std::optional<int> TextureLabel::droppedTexture(const QMimeData& mime)
{
    if (!mime.hasFormat(QStringLiteral("application/x-blakston-texture")))
        return std::nullopt;
    bool isNumber = false;
    const int number = mime.text().toInt(&isNumber);
    return isNumber && number > 0 && number <= 0xFFFF ? std::optional(number) : std::nullopt;
}

void TextureLabel::dragEnterEvent(QDragEnterEvent* event)
{
    if (droppedTexture(*event->mimeData()))
        event->acceptProposedAction();
}

void TextureLabel::dropEvent(QDropEvent* event)
{
    if (const auto number = droppedTexture(*event->mimeData())) {
        event->acceptProposedAction();
        emit textureDropped(*number);
    }
}

void TextureLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const QRect frame(0, 2, pictureSide, pictureSide);
    painter.fillRect(frame, theme().input);
    if (!image_.isNull()) {
        painter.setRenderHint(QPainter::SmoothPixmapTransform, image_.width() > 2 * pictureSide);
        const QSize size = image_.size().scaled(frame.size(), Qt::KeepAspectRatioByExpanding);
        painter.setClipRect(frame);
        painter.drawImage(QRect(frame.topLeft(), size), image_);
        painter.setClipping(false);
    } else if (number_ != 0 && !mixed_) {
        painter.drawImage(frame, textures_->standIn(number_, pictureSide, theme().input, theme().text2));
    }
    painter.setPen(chosen_ ? QPen(theme().accent, 2) : QPen(theme().border, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(chosen_ ? frame.adjusted(1, 1, -1, -1) : frame.adjusted(0, 0, -1, -1));

    const QRect text(pictureSide + 8, 0, width() - pictureSide - 8, height());
    const QFontMetrics metrics = fontMetrics();
    painter.setPen(number_ == 0 || mixed_ ? theme().text2 : theme().text);
    const auto line = [&](const QString& words, int row) {
        painter.drawText(QRect(text.left(), 4 + row * 16, text.width(), 16), Qt::AlignVCenter,
                         metrics.elidedText(words, Qt::ElideRight, text.width()));
    };
    if (mixed_)
        return line(tr("mixed"), 0);
    if (number_ == 0)
        return line(tr("none"), 0);
    line(name_.isEmpty() ? (image_.isNull() ? tr("missing") : tr("unnamed")) : name_, 0);
    QFont mono(QStringLiteral("JetBrains Mono"));
    mono.setPixelSize(11);
    painter.setFont(mono);
    painter.setPen(theme().text2);
    line(QString::number(number_), 1);
}

} // namespace blak::ui::rooms
