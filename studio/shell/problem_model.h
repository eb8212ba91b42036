// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/shell/listed_problem.h"

#include <QAbstractItemModel>
#include <QSortFilterProxyModel>
#include <QVector>

#include <array>

namespace blak::ui::shell {

/// Whether a problem of this origin shows in the scope.
bool showsInScope(ProblemScope scope, ListedProblem::Of of);

/// The rows of the Problems dock. Warnings and notes that say the same of many places of one document are one row, with the
/// places below it.
class ProblemModel : public QAbstractItemModel
{
public:
    enum Column { SentenceColumn, PlaceColumn, SourceColumn, RuleColumn, columnCountAll };
    static constexpr int mostApart = 8; ///< alike in one document; more are put together

    using QAbstractItemModel::QAbstractItemModel;

    void set(QVector<ListedProblem> problems);
    const QVector<ListedProblem>& problems() const { return problems_; }
    /// Of a row that stands for many: the first of them.
    const ListedProblem& at(const QModelIndex& index) const;
    /// Whether the row stands for many.
    bool isGroup(const QModelIndex& index) const;
    bool hasGroups() const;
    /// By which a group is found again when the problems are others.
    QString groupKey(const QModelIndex& index) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QVector<ListedProblem> problems_;
    QVector<QVector<int>> rows_; ///< numbers of problems; more than one: a group
};

/// What of it passes the switches and the field of the dock.
class ProblemFilter : public QSortFilterProxyModel
{
public:
    explicit ProblemFilter(ProblemModel& model, QObject* parent);

    void setWanted(const std::array<bool, 3>& severities, const QString& text, ProblemScope scope);
    /// Every row that stands for one problem, from above.
    QVector<QModelIndex> leaves() const;

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    const ProblemModel& model_;
    std::array<bool, 3> wanted_{true, true, true};
    QString text_;
    ProblemScope scope_ = ProblemScope::Open;
};

} // namespace blak::ui::shell
