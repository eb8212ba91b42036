// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document_view.h"

#include <QWidget>

class QLabel;
class QSortFilterProxyModel;
class QToolButton;
class QTreeView;

namespace blak::ui {
class EmptyLabel;
class SearchField;
} // namespace blak::ui

namespace blak::ui::shell {

class ProblemModel;

/// A problem and where it comes from.
struct ListedProblem
{
    Problem problem;
    QString source;                  ///< title of the document; empty: the studio itself
    std::function<void()> open = {}; ///< makes its document the current one
};

/// The Problems dock: findings of all open documents and what the studio itself could not do. Filter by severity and text, Enter
/// or double click goes there.
class ProblemsPanel : public QWidget
{
    Q_OBJECT

public:
    explicit ProblemsPanel(QWidget* parent = nullptr);

    void setProblems(QVector<ListedProblem> problems);
    int count(Severity severity) const;
    int total() const;
    /// Sentences as shown, after filtering.
    QStringList shownSentences() const;

    /// F8, Shift+F8: selects the next row and goes there.
    void goToNext(int direction);

    QTreeView* list() const { return list_; }
    SearchField* filter() const { return filter_; }

private:
    void go(const QModelIndex& row);
    void refresh();

    ProblemModel* model_ = nullptr;
    QSortFilterProxyModel* shown_ = nullptr;
    QTreeView* list_ = nullptr;
    SearchField* filter_ = nullptr;
    EmptyLabel* empty_ = nullptr;
    QVector<QToolButton*> switches_; ///< by severity
};

} // namespace blak::ui::shell
