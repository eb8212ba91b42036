// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/textures/texture_cell.h"

#include "roomedit/textures/texture_model.h"
#include "roomedit/textures/texture_query.h"
#include "roomedit/textures/texture_thumbnails.h"
#include "ui/fonts.h"
#include "ui/icons.h"
#include "ui/theme.h"

#include <QPainter>

namespace blak::ui::textures {
namespace {

constexpr int padding = 4;
constexpr int nameHeight = 16;
constexpr int numberHeight = 14;
constexpr int markSide = 12;
constexpr int drawnBytes = 32 << 20; ///< a thousand cells of the usual size

/// A little plate over the picture, so that a mark shows on any texture.
void paintMark(QPainter& painter, const QPoint& topLeft, const QString& iconName, const QColor& colour)
{
    const QRect plate(topLeft, QSize(markSide + 4, markSide + 4));
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme().tooltip);
    painter.drawRoundedRect(plate, 3, 3);
    painter.drawPixmap(plate.adjusted(2, 2, -2, -2),
                       icon(iconName, colour == theme().warning ? IconTone::Warning : IconTone::Text)
                           .pixmap(QSize(markSide, markSide), painter.device()->devicePixelRatioF()));
}

} // namespace

TextureCell::TextureCell(const TextureModel& model, TextureThumbnails& thumbnails, QObject* parent)
    : QStyledItemDelegate(parent), model_(model), thumbnails_(thumbnails), drawn_(drawnBytes)
{
}

QSize TextureCell::cellSize() const
{
    return pictureSize() + QSize(2 * padding + 4, 2 * padding + 2 + nameHeight + numberHeight);
}

void TextureCell::setPictureWidth(int width)
{
    width_ = width;
    forget();
}

void TextureCell::forget(const QVector<int>& numbers)
{
    for (const int number : numbers)
        drawn_.remove(number);
}

/// False while the picture is still being made.
bool TextureCell::paintPicture(QPainter& painter, const QRect& place, int number, qreal ratio) const
{
    painter.fillRect(place, theme().input);
    const TextureFacts facts = model_.facts(number);
    bool complete = true;
    if (!facts.problem.isEmpty()) {
        painter.fillRect(place, QBrush(theme().error, Qt::BDiagPattern));
    } else {
        QImage image = thumbnails_.picture(number, model_.isUpright(number), place.size() * ratio);
        complete = !image.isNull();
        if (complete) {
            image.setDevicePixelRatio(ratio);
            painter.drawImage(place.topLeft(), image);
        }
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(theme().border);
    painter.drawRect(place.adjusted(0, 0, -1, -1));
    if (model_.favourites().contains(number))
        paintMark(painter, place.topLeft() + QPoint(2, 2), QStringLiteral("star"), theme().warning);
    if (facts.groups > 1)
        paintMark(painter, place.topRight() + QPoint(-markSide - 5, 2), QStringLiteral("play"), theme().text);
    return complete && facts.known;
}

void TextureCell::paintText(QPainter& painter, const QRect& place, int number) const
{
    const TextureFacts facts = model_.facts(number);
    static const QFont nameFont = uiFont(11.5);
    static const QFont numberFont = monoFont(11);
    static const QFontMetrics nameMetrics(nameFont);
    const QRect nameLine(place.left(), place.bottom() + 2, place.width() + padding, nameHeight); // up to the next cell
    painter.setFont(nameFont);
    painter.setPen(!facts.problem.isEmpty() ? theme().error : facts.name.isEmpty() ? theme().text2 : theme().text);
    const QString shown = !facts.known               ? QString()
                          : !facts.problem.isEmpty() ? tr("Unreadable")
                          : facts.name.isEmpty()     ? tr("unnamed")
                                                     : facts.name;
    painter.drawText(nameLine, Qt::AlignVCenter | Qt::TextSingleLine,
                     nameMetrics.elidedText(shown, Qt::ElideRight, nameLine.width()));
    const QRect numberLine(place.left(), nameLine.bottom(), place.width(), numberHeight);
    painter.setFont(numberFont);
    painter.setPen(theme().text2);
    painter.drawText(numberLine, Qt::AlignVCenter | Qt::TextSingleLine, QString::number(number));
    if (const int here = model_.usedHere(number).total(); here > 0)
        painter.drawText(numberLine, Qt::AlignVCenter | Qt::AlignRight | Qt::TextSingleLine, QString::number(here));
}

/// All but what the mouse and the selection change.
QImage TextureCell::draw(int number, qreal ratio) const
{
    if (const QImage* kept = drawn_.object(number); kept != nullptr && kept->devicePixelRatio() == ratio)
        return *kept;
    QImage image(cellSize() * ratio, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(ratio);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    const QRect place(QPoint((cellSize().width() - width_) / 2, padding + 1), pictureSize());
    const bool complete = paintPicture(painter, place, number, ratio);
    paintText(painter, place, number);
    painter.end();
    if (complete)
        drawn_.insert(number, new QImage(image), image.sizeInBytes());
    return image;
}

void TextureCell::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const int number = index.data(TextureModel::NumberRole).toInt();
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    const bool active = option.state.testFlag(QStyle::State_Active);
    const bool focused = option.state.testFlag(QStyle::State_HasFocus);
    const QRectF cell = QRectF(option.rect).adjusted(1, 1, -1, -1);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    if (selected || option.state.testFlag(QStyle::State_MouseOver)) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(!selected ? theme().hover : active ? theme().selected : theme().selectedInactive);
        painter->drawRoundedRect(cell, 4, 4);
    }
    painter->drawImage(option.rect.topLeft(), draw(number, painter->device()->devicePixelRatioF()));
    if (focused) {
        painter->setPen(theme().accent);
        painter->setBrush(Qt::NoBrush);
        painter->drawRoundedRect(cell.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    }
    painter->restore();
}

} // namespace blak::ui::textures
