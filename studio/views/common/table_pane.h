// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/views/common/table_model.h"

#include <QTableView>
#include <QWidget>

class QHBoxLayout;
class QLabel;

namespace blak::ui {
class EmptyLabel;
class SearchField;
} // namespace blak::ui

namespace blak::ui::views {

/// Rows of 22 px under a filter field with the count beside it. Typing in the table goes to the filter, Ctrl+C copies the
/// selected rows with tabs between the cells, a click on a heading sorts (the third click gives the order of the file back).
class TablePane : public QWidget
{
    Q_OBJECT

public:
    /// What its rows are: "difference", "differences".
    TablePane(const QString& placeholder, const QString& one, const QString& many, QWidget* parent = nullptr);

    void setSource(std::shared_ptr<const TableSource> source);
    void setGroups(std::vector<bool> shown);
    /// Stands right of the filter field.
    void addTool(QWidget* tool);
    /// A line of its own between filter and table.
    void addToolRow(QWidget* tool);
    /// What an empty source says.
    void setEmptySentence(const QString& sentence);

    SearchField* filter() const { return filter_; }
    QTableView* table() const { return table_; }
    TableModel* model() const { return model_; }

    int currentRow() const; ///< of the source, -1 = none
    /// Clears the filter when it hides the row.
    void selectRow(int sourceRow);
    QString selectedText() const;
    QString countText() const;

signals:
    void rowChanged(int sourceRow);
    void rowActivated(int sourceRow);
    void countChanged();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void applyFilter(const QString& words);
    void keepCurrent(int sourceRow);
    void sortBy(int column);
    void refresh();
    void copy();
    void showMenu(const QPoint& at);

    QString one_, many_;
    QString emptySentence_;
    TableModel* model_ = nullptr;
    SearchField* filter_ = nullptr;
    QTableView* table_ = nullptr;
    QLabel* count_ = nullptr;
    EmptyLabel* empty_ = nullptr;
    QHBoxLayout* strip_ = nullptr;
    QHBoxLayout* lower_ = nullptr;
    int sortColumn_ = -1;
    Qt::SortOrder sortOrder_ = Qt::AscendingOrder;
};

} // namespace blak::ui::views
