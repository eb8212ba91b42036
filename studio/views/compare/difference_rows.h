// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/views/common/table_model.h"
#include "studio/views/diff/difference.h"

#include <QStringList>

namespace blak::ui::views {

/// A list of differences as a table: change, what, field, left, right. Groups are the kinds in the order they appear.
class DifferenceRows : public TableSource
{
public:
    /// What the left and the right file are to each other: "older", "newer"; empty: nothing tells.
    explicit DifferenceRows(diff::Differences all, const QString& leftRole = {}, const QString& rightRole = {});

    QVector<TableColumn> columns() const override;
    int rows() const override { return static_cast<int>(all_.size()); }
    QString text(int row, int column) const override;
    std::optional<double> number(int row, int column) const override;
    CellTone tone(int row, int column) const override;
    int group(int row) const override;

    const diff::Difference& at(int row) const { return all_[static_cast<std::size_t>(row)]; }
    const QStringList& kinds() const { return kinds_; }
    qsizetype countOf(int kind) const;

private:
    diff::Differences all_;
    QString left_, right_; ///< titles of the columns
    QStringList kinds_;
    std::vector<int> groups_;
};

} // namespace blak::ui::views
