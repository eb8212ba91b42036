// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/hit_delegate.h"

#include "ui/fonts.h"
#include "ui/theme.h"

#include <QApplication>
#include <QPainter>

#include <algorithm>

namespace blak::ui::code {
namespace {

constexpr int rowHeight = 22;

} // namespace

QSize HitDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QSize size = QStyledItemDelegate::sizeHint(option, index);
    size.setHeight(rowHeight);
    return size;
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
    style->drawControl(QStyle::CE_ItemViewItem, &empty, painter, option.widget);
    QRect area = style->subElementRect(QStyle::SE_ItemViewItemText, &empty, option.widget);
    area.setRight(option.rect.right());

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
    int x = area.left() + 2;
    const auto piece = [&](const QString& whole, const QColor& ink, const QColor& paper, bool struck) {
        if (whole.isEmpty() || x >= area.right())
            return;
        const QString words = metrics.elidedText(whole, Qt::ElideRight, area.right() - x);
        const int wide = metrics.horizontalAdvance(words);
        if (paper.isValid())
            painter->fillRect(QRect(x, area.top() + 3, wide, area.height() - 6), paper);
        painter->setPen(ink);
        painter->drawText(QRect(x, area.top(), wide + 2, area.height()), Qt::AlignVCenter | Qt::TextDontClip, words);
        if (struck)
            painter->drawLine(x, area.center().y(), x + wide, area.center().y());
        x += wide;
    };
    QColor mark = now.accent;
    mark.setAlpha(70);
    piece(QString::number(number.toInt() + 1) + QStringLiteral("  "), now.text2, {}, false);
    // What was looked for is seen: where the panel is too narrow for the text before it, that loses its beginning.
    const QString before = text.left(column);
    const QString found = text.mid(column, length);
    const int replaced = metrics.horizontalAdvance(replacement.toString());
    const int room = area.right() - x - metrics.horizontalAdvance(found) - replaced;
    piece(metrics.horizontalAdvance(before) <= room ? before : metrics.elidedText(before, Qt::ElideLeft, std::max(0, room / 2)),
          now.text, {}, false);
    if (replacement.isValid()) {
        // What comes is new, what goes is known: it stands in the field above.
        const int rest = area.right() - x;
        piece(metrics.elidedText(found, Qt::ElideRight, std::max(rest - replaced, rest / 3)), now.error, {}, true);
        piece(replacement.toString(), now.success, {}, false);
    } else {
        piece(found, now.text, mark, false);
    }
    piece(text.mid(column + length), now.text, {}, false);
    painter->restore();
}

} // namespace blak::ui::code
