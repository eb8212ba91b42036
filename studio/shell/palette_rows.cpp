// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/palette_rows.h"

#include "ui/fonts.h"
#include "ui/icons.h"
#include "ui/row_hover.h"
#include "ui/theme.h"

#include <QCoreApplication>
#include <QListView>
#include <QPainter>
#include <QStyledItemDelegate>

#include <algorithm>

namespace blak::ui::shell {

void PaletteModel::set(QVector<PaletteRow> rows)
{
    beginResetModel();
    rows_ = std::move(rows);
    endResetModel();
}

int PaletteModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(rows_.size()); }

QVariant PaletteModel::data(const QModelIndex& index, int role) const
{
    const PaletteRow& row = rows_[index.row()];
    if (role == Qt::DisplayRole)
        return row.text;
    if (role == Qt::AccessibleDescriptionRole)
        return row.checked ? QCoreApplication::translate("PaletteRows", "%1, on").arg(row.detail) : row.detail;
    if (role == Qt::CheckStateRole)
        return row.checked ? QVariant(Qt::Checked) : QVariant();
    return {};
}

namespace {

class RowDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override { return {100, paletteRowHeight}; }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

void RowDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const PaletteRow& row = static_cast<const PaletteModel*>(index.model())->rows()[index.row()];
    const QRect place = option.rect;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    if (option.state.testFlag(QStyle::State_Selected)) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(theme().selected);
        painter->drawRoundedRect(place.adjusted(4, 0, -4, 0), 4, 4);
    } else if (option.state.testFlag(QStyle::State_MouseOver) && row.enabled) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(rowHover(theme().raised, theme()));
        painter->drawRoundedRect(place.adjusted(4, 0, -4, 0), 4, 4);
    }
    const QColor ink = row.enabled ? theme().text : theme().textDisabled;
    if (row.checked)
        paintIcon(*painter, QRectF(place.left() + 12, place.center().y() - 7.5, 16, 16), QStringLiteral("ok"),
                  row.enabled ? theme().accent : theme().textDisabled, theme().raised);
    else if (!row.icon.isEmpty())
        paintIcon(*painter, QRectF(place.left() + 12, place.center().y() - 7.5, 16, 16), row.icon,
                  row.enabled ? theme().text2 : theme().textDisabled, theme().raised);
    int right = place.right() - 14;
    painter->setFont(uiFont(11));
    if (!row.key.isEmpty()) {
        const int width = painter->fontMetrics().horizontalAdvance(row.key);
        painter->setPen(row.enabled ? theme().text2 : theme().textDisabled);
        painter->drawText(QRect(right - width, place.top(), width, place.height()), Qt::AlignVCenter, row.key);
        right -= width + 14;
    }
    const int left = place.left() + 36;
    painter->setFont(uiFont(12));
    const int textWidth = std::min(painter->fontMetrics().horizontalAdvance(row.text), right - left);
    painter->setPen(ink);
    painter->drawText(QRect(left, place.top(), right - left, place.height()), Qt::AlignVCenter,
                      painter->fontMetrics().elidedText(row.text, Qt::ElideMiddle, right - left));
    const int detailLeft = left + textWidth + 10;
    if (right - detailLeft > 24) {
        painter->setPen(row.enabled ? theme().text2 : theme().textDisabled);
        painter->drawText(QRect(detailLeft, place.top(), right - detailLeft, place.height()), Qt::AlignVCenter,
                          painter->fontMetrics().elidedText(row.detail, Qt::ElideMiddle, right - detailLeft));
    }
    painter->restore();
}

} // namespace

void paintPaletteRows(QListView& list) { list.setItemDelegate(new RowDelegate(&list)); }

} // namespace blak::ui::shell
