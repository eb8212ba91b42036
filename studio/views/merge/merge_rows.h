// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/views/common/table_model.h"
#include "studio/views/merge/merge_document.h"

namespace blak::ui::views {

/// The conflicts of a merge as a table: what, field, the three values, what was taken.
class MergeRows : public TableSource
{
public:
    enum Column : int { PlaceColumn, FieldColumn, BaseColumn, OursColumn, TheirsColumn, TakenColumn };

    explicit MergeRows(const MergeDocument& document);

    QVector<TableColumn> columns() const override;
    int rows() const override { return static_cast<int>(all_.size()); }
    QString text(int row, int column) const override;
    CellTone tone(int row, int column) const override;

    const diff::Conflict& at(int row) const { return all_[static_cast<std::size_t>(row)]; }
    bool isDecided(int row) const { return taken_[static_cast<std::size_t>(row)].has_value(); }
    /// Of the same part and field; -1 = it is no longer there.
    int rowOf(const diff::Conflict& conflict) const;

private:
    std::vector<diff::Conflict> all_;
    std::vector<std::optional<diff::Take>> taken_;
};

} // namespace blak::ui::views
