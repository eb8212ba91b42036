// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace blak::ui::code {

/// Draws a line of a search result: its number, the text with the hit marked, and what would stand instead.
class HitDelegate : public QStyledItemDelegate
{
public:
    enum Role : int { LineRole = Qt::UserRole + 10, ColumnRole, LengthRole, ReplacementRole };

    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace blak::ui::code
