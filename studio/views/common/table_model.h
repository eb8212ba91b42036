// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QString>
#include <QVector>

#include <future>
#include <memory>
#include <optional>
#include <vector>

namespace blak::ui::views {

enum class CellTone : int { Text, Quiet, Link, Good, Warning, Error };

struct TableColumn
{
    QString title;
    int width = 100; ///< px
    bool mono = false;
    bool right = false;   ///< aligned right
    bool stretch = false; ///< takes what is left
};

/// Rows of a file for a TableModel. Must not change while a model shows it; text() is called from a worker thread as well.
class TableSource
{
public:
    virtual ~TableSource() = default;

    virtual QVector<TableColumn> columns() const = 0;
    virtual int rows() const = 0;
    virtual QString text(int row, int column) const = 0;
    /// What a column of numbers sorts by; nothing: by its text.
    virtual std::optional<double> number(int, int) const { return std::nullopt; }
    virtual CellTone tone(int, int) const { return CellTone::Text; }
    /// A kind that chips and trees narrow by, in addition to the words.
    virtual int group(int) const { return 0; }
    /// What the filter looks through; all columns unless overridden.
    virtual QString filterText(int row) const;
};

/// A TableSource with filter and order. Both work on a list of row numbers, so 100 000 rows are narrowed within a frame or two;
/// the lower-case text they are searched in is made by a worker as soon as the source is there.
class TableModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    explicit TableModel(QObject* parent = nullptr);
    ~TableModel() override;

    void setSource(std::shared_ptr<const TableSource> source);
    const TableSource* source() const { return source_.get(); }

    /// Rows in which every word occurs, in any column and case.
    void setFilter(const QString& words);
    /// Shows rows whose group is marked; an empty list shows all.
    void setGroups(std::vector<bool> shown);

    int sourceRow(int row) const { return shown_[static_cast<std::size_t>(row)]; }
    /// -1 when it is filtered out.
    int rowOf(int sourceRow) const;
    int allRows() const { return source_ == nullptr ? 0 : source_->rows(); }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override;

private:
    using Texts = std::vector<QString>;

    void rebuild();
    bool isShown(int row, const QStringList& words, const Texts& texts) const;
    const Texts& texts();

    std::shared_ptr<const TableSource> source_;
    QVector<TableColumn> columns_;
    std::vector<int> order_; ///< all rows, sorted
    std::vector<int> shown_; ///< those that pass the filter
    std::vector<bool> groups_;
    QString filter_;
    std::shared_future<std::shared_ptr<const Texts>> texts_;
};

} // namespace blak::ui::views
