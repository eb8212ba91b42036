// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractListModel>
#include <QString>
#include <QVector>

class QListView;

namespace blak::ui::shell {

/// One row that can be chosen.
struct PaletteRow
{
    QString icon;
    QString text;
    QString detail; ///< second rank: menu path, folder, why it is disabled
    QString key;
    bool enabled = true;
    bool checked = false; ///< a switch that is on: a tick stands in the place of the icon
};

/// The rows that match, as the list of the palette shows them.
class PaletteModel : public QAbstractListModel
{
public:
    using QAbstractListModel::QAbstractListModel;

    void set(QVector<PaletteRow> rows);
    const QVector<PaletteRow>& rows() const { return rows_; }
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

private:
    QVector<PaletteRow> rows_;
};

constexpr int paletteRowHeight = 26; ///< px

/// Draws icon, text, detail and key of each row of a PaletteModel.
void paintPaletteRows(QListView& list);

} // namespace blak::ui::shell
