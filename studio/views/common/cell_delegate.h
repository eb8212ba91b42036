// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace blak::ui::views {

/// Paints a cell by itself: band of selection or pointer, icon, text with the padding of the headings, in the font and colour
/// that the model gives. The style sheet would paint every cell text in one colour, and at a fraction of the speed.
class CellDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

protected:
    /// Last word about font, colour (palette Text) and alignment.
    virtual void adjust(QStyleOptionViewItem&, const QModelIndex&) const {}

    static constexpr int padding = 8; ///< px left and right of the text
};

} // namespace blak::ui::views
