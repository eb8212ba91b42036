// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/match_completer.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QSortFilterProxyModel>

#include <utility>

namespace blak::ui {

MatchKind matchKind(QStringView part, QStringView row)
{
    const QStringView wanted = part.trimmed();
    MatchKind best = MatchKind::None;
    for (qsizetype at = row.indexOf(wanted, 0, Qt::CaseInsensitive); at >= 0 && !wanted.isEmpty();
         at = row.indexOf(wanted, at + 1, Qt::CaseInsensitive)) {
        if (at == 0)
            return wanted.size() == row.size() ? MatchKind::Whole : MatchKind::Begin;
        const QChar before = row[at - 1];
        const bool beginsWord = !before.isLetterOrNumber() || (before.isLower() && row[at].isUpper());
        if (beginsWord)
            return MatchKind::WordBegin;
        best = MatchKind::Within;
    }
    return best;
}

/// Those that have the part, sorted.
class MatchCompleter::Rows : public QSortFilterProxyModel
{
public:
    Rows(QAbstractItemModel* rows, QObject* parent) : QSortFilterProxyModel(parent)
    {
        setSourceModel(rows);
        sort(0);
    }

    void setPart(const QString& typed)
    {
        if (std::exchange(part_, typed.trimmed()) == typed.trimmed())
            return;
        invalidate();
    }

    /// What was typed is a row, and a part of no other.
    bool isOnlyMatch() const { return !part_.isEmpty() && rowCount() == 1 && matchKind(part_, index(0, 0).data().toString()) == MatchKind::Whole; }

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override
    {
        return part_.isEmpty() || kindOf(sourceModel()->index(row, 0, parent)) != MatchKind::None;
    }

    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override
    {
        if (part_.isEmpty())
            return left.row() < right.row();
        const MatchKind a = kindOf(left), b = kindOf(right);
        if (a != b)
            return a < b;
        if (const bool isInName = matchesName(left, a); isInName != matchesName(right, b))
            return isInName;
        const int byName = left.data().toString().compare(right.data().toString(), Qt::CaseInsensitive);
        return byName != 0 ? byName < 0 : left.row() < right.row();
    }

private:
    MatchKind kindOf(const QModelIndex& row) const { return matchKind(part_, row.data().toString()); }

    /// Whether the name answers as well as the whole row: in "The Old Mill \u00b7 mill.roo" it stands before the dot.
    bool matchesName(const QModelIndex& row, MatchKind kind) const
    {
        return matchKind(part_, row.data().toString().section(QStringLiteral(" \u00b7 "), 0, 0)) == kind;
    }

    QString part_;
};

MatchCompleter::MatchCompleter(QAbstractItemModel* rows, QObject* parent) : QCompleter(parent), sorted_(new Rows(rows, this))
{
    setModel(sorted_);
    setFilterMode(Qt::MatchContains);
    setCompletionMode(QCompleter::PopupCompletion);
    setCaseSensitivity(Qt::CaseInsensitive);
    setModelSorting(QCompleter::UnsortedModel);
    popup()->setObjectName(QStringLiteral("completions"));
}

MatchCompleter* MatchCompleter::install(QComboBox& box)
{
    auto* completer = new MatchCompleter(box.model(), &box);
    box.setCompleter(completer);
    return completer;
}

/// Asked first whenever something was typed: the rows are sorted for it.
QStringList MatchCompleter::splitPath(const QString& typed) const
{
    sorted_->setPart(typed);
    if (sorted_->isOnlyMatch())
        return {QString(QChar(0))}; // no row has that: nothing is left to choose, so no list stands in the way
    return {typed.trimmed()};
}

int MatchCompleter::best(const QString& typed) const
{
    sorted_->setPart(typed);
    const QModelIndex first = sorted_->index(0, 0);
    return typed.trimmed().isEmpty() || !first.isValid() ? -1 : sorted_->mapToSource(first).row();
}

} // namespace blak::ui
