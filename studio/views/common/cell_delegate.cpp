// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/common/cell_delegate.h"

#include "ui/row_hover.h"
#include "ui/theme.h"

#include <QPainter>
#include <QTreeView>

namespace blak::ui::views {
namespace {

constexpr int rowHeight = 22;
constexpr int iconSide = 16;

} // namespace

void CellDelegate::paint(QPainter* painter, const QStyleOptionViewItem& given, const QModelIndex& index) const
{
    QStyleOptionViewItem option = given;
    initStyleOption(&option, index);
    adjust(option, index);
    if (option.state & QStyle::State_Selected)
        painter->fillRect(option.rect, option.state & QStyle::State_Active ? theme().selected : theme().selectedInactive);
    else if (option.state & QStyle::State_MouseOver)
        painter->fillRect(option.rect, rowHover());
    else if (option.backgroundBrush.style() != Qt::NoBrush)
        painter->fillRect(option.rect, option.backgroundBrush);
    const bool inTree = qobject_cast<const QTreeView*>(option.widget) != nullptr;
    QRect place = option.rect.adjusted(inTree ? padding / 2 : padding, 0, -padding, 0);
    if (!option.icon.isNull()) {
        const QRect side(place.left(), place.center().y() - iconSide / 2 + 1, iconSide, iconSide);
        option.icon.paint(painter, side);
        place.setLeft(side.right() + 6);
    }
    if (option.text.isEmpty() || place.width() < 8)
        return;
    painter->setFont(option.font);
    painter->setPen(option.palette.color(QPalette::Text));
    const QFontMetrics metrics(option.font);
    const bool fits = metrics.averageCharWidth() * option.text.size() < place.width() / 2;
    const QString text = fits ? option.text : metrics.elidedText(option.text.left(2000), Qt::ElideRight, place.width());
    painter->drawText(place, static_cast<int>(option.displayAlignment | Qt::AlignVCenter) | Qt::TextSingleLine, text);
}

QSize CellDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    return {QStyledItemDelegate::sizeHint(option, index).width() + padding, rowHeight};
}

} // namespace blak::ui::views
