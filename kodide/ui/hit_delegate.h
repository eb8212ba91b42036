// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFontMetrics>
#include <QString>
#include <QStyledItemDelegate>

namespace blak::ui::code {

/// A line around a hit as it is shown in a place of some width: without its indentation, and where all of it has no room, the end is cut
/// first and then the beginning, so that the hit is seen.
struct HitLine
{
    QString before, hit, after;
};
HitLine hitLine(const QString& line, int column, int length, const QFontMetrics& metrics, int width);

/// Draws a line of a search result: its number and the text with the hit marked. Where something would stand instead, the line as it is and
/// as it would be: beside each other in a wide list, else one below the other, with the tick in the first.
class HitDelegate : public QStyledItemDelegate
{
public:
    enum Role : int { LineRole = Qt::UserRole + 10, ColumnRole, LengthRole, ReplacementRole };

    static constexpr int besideFrom = 620; ///< px of the list from which on both lines stand beside each other

    using QStyledItemDelegate::QStyledItemDelegate;

    static bool isBeside(int listWidth) { return listWidth >= besideFrom; }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

protected:
    bool editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option, const QModelIndex& index) override;
};

} // namespace blak::ui::code
