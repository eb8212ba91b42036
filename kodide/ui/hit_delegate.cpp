// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/hit_delegate.h"

#include "ui/fonts.h"
#include "ui/theme.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QPainter>

#include <algorithm>

namespace blak::ui::code {
namespace {

constexpr int rowHeight = 22;
constexpr int bothHeight = 40; ///< of two lines
constexpr int gap = 8;         ///< px at each side of the middle between them

/// Pieces of text, one after the other, in a place.
class Pieces
{
public:
    Pieces(QPainter& painter, const QFontMetrics& metrics, const QRect& area) : painter_(painter), metrics_(metrics), area_(area), x_(area.left()) {}

    void draw(const QString& whole, const QColor& ink, const QColor& paper = {}, bool struck = false)
    {
        if (whole.isEmpty() || x_ >= area_.right())
            return;
        const QString words = metrics_.elidedText(whole, Qt::ElideRight, area_.right() - x_);
        const int wide = metrics_.horizontalAdvance(words);
        if (paper.isValid())
            painter_.fillRect(QRect(x_, area_.top() + 2, wide, area_.height() - 4), paper);
        painter_.setPen(ink);
        painter_.drawText(QRect(x_, area_.top(), wide + 2, area_.height()), Qt::AlignVCenter | Qt::TextDontClip, words);
        if (struck)
            painter_.drawLine(x_, area_.center().y(), x_ + wide, area_.center().y());
        x_ += wide;
    }
    int x() const { return x_; }

private:
    QPainter& painter_;
    const QFontMetrics& metrics_;
    QRect area_;
    int x_; ///< px, where the next one begins
};

int listWidth(const QStyleOptionViewItem& option)
{
    const auto* list = qobject_cast<const QAbstractItemView*>(option.widget);
    return list == nullptr ? option.rect.width() : list->viewport()->width();
}

/// The place of the tick of a row: that of its first line.
QStyleOptionViewItem firstLine(QStyleOptionViewItem option, const QModelIndex& index)
{
    if (index.data(HitDelegate::ReplacementRole).isValid() && !HitDelegate::isBeside(listWidth(option)))
        option.rect.setHeight(option.rect.height() / 2);
    return option;
}

QColor faded(QColor colour, int alpha)
{
    colour.setAlpha(alpha);
    return colour;
}

} // namespace

HitLine hitLine(const QString& line, int column, int length, const QFontMetrics& metrics, int width)
{
    qsizetype indentation = 0;
    while (indentation < column && line[indentation].isSpace())
        ++indentation;
    HitLine parts{line.mid(indentation, column - indentation), line.mid(column, length), line.mid(column + length)};
    const int hit = metrics.horizontalAdvance(parts.hit);
    const int after = metrics.horizontalAdvance(parts.after);
    const int room = width - hit - std::min(after, std::max(0, (width - hit) / 3)); // of what stands behind, some is to be seen
    if (metrics.horizontalAdvance(parts.before) > room)
        parts.before = metrics.elidedText(parts.before, Qt::ElideLeft, std::max(0, room));
    return parts;
}

QSize HitDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QSize size = QStyledItemDelegate::sizeHint(option, index);
    const bool isTwo = index.data(ReplacementRole).isValid() && !isBeside(listWidth(option));
    size.setHeight(isTwo ? bothHeight : rowHeight);
    return size;
}

bool HitDelegate::editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option, const QModelIndex& index)
{
    return QStyledItemDelegate::editorEvent(event, model, firstLine(option, index), index);
}

void HitDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const QVariant number = index.data(LineRole);
    if (!number.isValid()) { // a file
        QStyledItemDelegate::paint(painter, option, index);
        return;
    }
    QStyleOptionViewItem empty = option;
    initStyleOption(&empty, index);
    empty.text.clear();
    const QStyle* style = option.widget != nullptr ? option.widget->style() : QApplication::style();
    QRect area = style->subElementRect(QStyle::SE_ItemViewItemText, &empty, option.widget);
    QStyleOptionViewItem tick = firstLine(empty, index);
    tick.rect = style->subElementRect(QStyle::SE_ItemViewItemCheckIndicator, &tick, option.widget);
    tick.state.setFlag(QStyle::State_HasFocus, false);
    tick.state.setFlag(QStyle::State_On, tick.checkState == Qt::Checked);
    tick.state.setFlag(QStyle::State_Off, tick.checkState == Qt::Unchecked);
    const bool hasTick = empty.features.testFlag(QStyleOptionViewItem::HasCheckIndicator);
    empty.features.setFlag(QStyleOptionViewItem::HasCheckIndicator, false);
    style->drawControl(QStyle::CE_ItemViewItem, &empty, painter, option.widget);
    if (hasTick)
        style->drawPrimitive(QStyle::PE_IndicatorItemViewItemCheck, &tick, painter, option.widget);
    area.setRight(option.rect.right());
    area.setTop(option.rect.top());
    area.setBottom(option.rect.bottom());

    const Theme& now = theme();
    const QString text = index.data(Qt::DisplayRole).toString();
    const int column = index.data(ColumnRole).toInt();
    const int length = index.data(LengthRole).toInt();
    const QVariant replacement = index.data(ReplacementRole);
    const QFont font = monoFont(11.5);
    const QFontMetrics metrics(font, painter->device());
    painter->save();
    painter->setClipRect(area);
    painter->setFont(font);
    const QString said = QString::number(number.toInt() + 1) + QStringLiteral("  ");
    const bool isBoth = replacement.isValid();
    const bool beside = isBoth && isBeside(listWidth(option));
    QRect first = area.adjusted(2, 0, 0, 0);
    if (beside)
        first.setWidth(first.width() / 2 - gap);
    else if (isBoth)
        first.setHeight(area.height() / 2);
    const auto drawLine = [&](const QRect& place, const QString& line, int hitLength, const QColor& ink, const QColor& paper, bool struck) {
        Pieces pieces(*painter, metrics, place);
        const HitLine parts = hitLine(line, column, hitLength, metrics, place.width());
        pieces.draw(parts.before, now.text);
        pieces.draw(parts.hit, ink, paper, struck);
        pieces.draw(parts.after, now.text);
    };
    const int numberWidth = metrics.horizontalAdvance(said);
    Pieces(*painter, metrics, first).draw(said, now.text2);
    const QRect as = first.adjusted(numberWidth, 0, 0, 0);
    if (!isBoth) {
        drawLine(as, text, length, now.text, faded(now.accent, 70), false);
    } else {
        const QRect then = beside ? QRect(first.right() + 2 * gap, first.top(), area.right() - first.right() - 2 * gap, first.height())
                            : as.translated(0, first.height());
        drawLine(as, text, length, now.error, faded(now.error, 40), true);
        const QString with = replacement.toString();
        drawLine(then, text.left(column) + with + text.mid(column + length), static_cast<int>(with.size()), now.success, faded(now.success, 40), false);
    }
    painter->restore();
}

} // namespace blak::ui::code
