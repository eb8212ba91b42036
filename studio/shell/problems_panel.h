// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/shell/listed_problem.h"

#include <QTimer>
#include <QWidget>

#include <cstdint>
#include <optional>
#include <utility>

class QLabel;
class QToolButton;
class QTreeView;

namespace blak::ui {
class EmptyLabel;
class SearchField;
} // namespace blak::ui

namespace blak::ui::shell {

class ProblemFilter;
class ProblemModel;

/// The Problems dock: findings of the current document, of all open ones or of the whole project, and what the studio itself could
/// not do; the current document's first, errors before warnings. Filter by severity and text, Enter or double click goes there,
/// or opens and closes a row that stands for many; F1 explains the rule.
class ProblemsPanel : public QWidget
{
    Q_OBJECT

public:
    explicit ProblemsPanel(QWidget* parent = nullptr);

    /// `isAnew`: the list begins from above; else its row that is chosen stays chosen, at its height in the view.
    void setProblems(QVector<ListedProblem> problems, bool isAnew);
    /// Within the scope, whatever the filter.
    int count(Severity severity) const;
    int total() const;
    QString title() const; ///< with how many there are: "Problems  3 of 5 030" where a filter leaves some out
    /// Files are being opened: that there are none of what they hold is not known yet.
    void setLoading(bool loading);
    /// What is listed is being looked through: that there are none is not known yet.
    void setChecking(bool checking);

    ProblemScope scope() const { return scope_; }
    void setScope(ProblemScope scope);
    /// Said beside the switch: "checking", "checked at 14:02". Empty: nothing.
    void setProjectState(const QString& text);

    /// The rule of the selected row as the help knows it, "diagnostics#k0302"; empty when it says nothing of it.
    QString helpPage() const;
    /// Sentences as shown, after filtering.
    QStringList shownSentences() const;

    /// F8, Shift+F8: selects the next row and goes there. `caret`: the byte of the current text where one is, to go on from; without it one
    /// goes on from the selected row. Behind the last problem of a document comes the first of the next one, and at the end the first of all.
    void goToNext(int direction, std::optional<std::uint32_t> caret = {});

    /// What can be done about the selected row, for a menu: each fix, and for all of its rule where there are more.
    QVector<std::pair<QString, std::function<void()>>> fixRows() const;

    QTreeView* list() const { return list_; }
    SearchField* filter() const { return filter_; }
    QToolButton* scopeButton(ProblemScope scope) const { return scopes_[static_cast<int>(scope)]; }

signals:
    void countsChanged(); ///< title(), perhaps
    void went(); ///< to the place of a problem, perhaps in another perspective
    void scopeChanged(ProblemScope scope);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    bool isInScope(const ListedProblem& one) const;
    const ListedProblem* current() const; ///< null: no row is chosen
    void go(const QModelIndex& row);
    void refresh();
    int shownCount(std::optional<Severity> severity = {}) const;
    QString countText(Severity severity) const;
    void fitColumns();
    void openGroups(const QStringList& keys);
    struct Kept;
    Kept keptView() const;
    void showAgain(const Kept& kept);
    QModelIndex rowLike(const Kept& kept) const;
    void showProjectState();
    QStringList openGroupKeys() const;
    void showMenu(const QPoint& at);

    ProblemModel* model_ = nullptr;
    ProblemFilter* shown_ = nullptr;
    QTreeView* list_ = nullptr;
    SearchField* filter_ = nullptr;
    EmptyLabel* empty_ = nullptr;
    QLabel* projectState_ = nullptr;
    QVector<QToolButton*> switches_; ///< by severity
    QVector<QToolButton*> scopes_;   ///< by scope
    ProblemScope scope_ = ProblemScope::Open;
    QTimer fits_; ///< the columns, when groups were opened
    bool isLoading_ = false;
    bool isChecking_ = false;
    bool isFitting_ = false;
    bool hasChosenWidths_ = false; ///< somebody moved the border of a column
};

} // namespace blak::ui::shell
