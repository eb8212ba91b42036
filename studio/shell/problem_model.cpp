// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/problem_model.h"

#include "studio/shell/rule_names.h"
#include "ui/icons.h"
#include "ui/number_text.h"

#include <QFileInfo>
#include <QHash>

#include <algorithm>

namespace blak::ui::shell {
namespace {

QString sentenceOf(const ListedProblem& row) { return QString::fromStdString(row.problem.message); }

/// Within the document that the row names; the name of the file only where it is another one.
QString placeOf(const ListedProblem& row)
{
    const Diagnostic& problem = row.problem;
    if (!problem.place.empty())
        return QString::fromStdString(problem.place);
    const QString file = QFileInfo(QString::fromStdString(problem.file)).fileName();
    if (file.isEmpty()) // the studio itself
        return {};
    const bool isElsewhere = QString::fromStdString(problem.file) != row.path && file != row.source;
    if (problem.range.line == 0)
        return isElsewhere ? file : QObject::tr("Whole file");
    const QString line = QObject::tr("Line %1").arg(problem.range.line);
    return isElsewhere ? QStringLiteral("%1 \u00b7 %2").arg(line, file) : line;
}

QString ruleOf(const ListedProblem& row) { return QString::fromStdString(row.problem.code); }

QIcon severityIcon(Severity severity)
{
    switch (severity) {
    case Severity::Error: return icon(QStringLiteral("error"), IconTone::Error);
    case Severity::Warning: return icon(QStringLiteral("warning"), IconTone::Warning);
    case Severity::Info: break;
    }
    return icon(QStringLiteral("info"), IconTone::Info);
}

QString keyOf(const ListedProblem& one)
{
    return QStringLiteral("%1|%2|%3").arg(static_cast<int>(one.problem.severity)).arg(ruleOf(one), one.path);
}

} // namespace

bool showsInScope(ProblemScope scope, ListedProblem::Of of)
{
    switch (of) {
    case ListedProblem::Of::Current:
    case ListedProblem::Of::Studio: return true;
    case ListedProblem::Of::Open: return scope != ProblemScope::Document;
    case ListedProblem::Of::Project: return scope == ProblemScope::Project;
    }
    return false;
}

void ProblemModel::set(QVector<ListedProblem> problems)
{
    beginResetModel();
    problems_ = std::move(problems);
    rows_.clear();
    QHash<QString, int> counts;
    const auto canBeGrouped = [](const ListedProblem& one) {
        return one.problem.severity != Severity::Error && !one.problem.code.empty() && !one.path.isEmpty();
    };
    for (const ListedProblem& one : std::as_const(problems_))
        if (canBeGrouped(one))
            ++counts[keyOf(one)];
    QHash<QString, qsizetype> groups;
    for (int i = 0; i < problems_.size(); ++i) {
        const QString key = keyOf(problems_[i]);
        if (!canBeGrouped(problems_[i]) || counts.value(key) <= mostApart) {
            rows_.push_back({i});
        } else if (const auto group = groups.constFind(key); group != groups.constEnd()) {
            rows_[*group].push_back(i);
        } else {
            groups.insert(key, rows_.size());
            rows_.push_back({i});
        }
    }
    endResetModel();
}

const ListedProblem& ProblemModel::at(const QModelIndex& index) const
{
    const QModelIndex group = index.parent();
    return problems_[group.isValid() ? rows_[group.row()][index.row()] : rows_[index.row()].first()];
}

bool ProblemModel::isGroup(const QModelIndex& index) const
{
    return index.isValid() && !index.parent().isValid() && rows_[index.row()].size() > 1;
}

bool ProblemModel::hasGroups() const
{
    return std::ranges::any_of(rows_, [](const QVector<int>& row) { return row.size() > 1; });
}

QString ProblemModel::groupKey(const QModelIndex& index) const { return isGroup(index) ? keyOf(at(index)) : QString(); }

/// The id of an index is 0 above, and in a group the number of its row and one.
QModelIndex ProblemModel::index(int row, int column, const QModelIndex& parent) const
{
    if (row < 0 || column < 0 || column >= columnCountAll || row >= rowCount(parent))
        return {};
    return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : quintptr{0});
}

QModelIndex ProblemModel::parent(const QModelIndex& index) const
{
    return index.internalId() == 0 ? QModelIndex() : createIndex(static_cast<int>(index.internalId() - 1), 0, quintptr{0});
}

int ProblemModel::rowCount(const QModelIndex& parent) const
{
    if (!parent.isValid())
        return static_cast<int>(rows_.size());
    return isGroup(parent) && parent.column() == 0 ? static_cast<int>(rows_[parent.row()].size()) : 0;
}

int ProblemModel::columnCount(const QModelIndex&) const { return columnCountAll; }

QVariant ProblemModel::data(const QModelIndex& index, int role) const
{
    const ListedProblem& one = at(index);
    const bool isForMany = isGroup(index);
    if (role == Qt::DecorationRole && index.column() == SentenceColumn)
        return severityIcon(one.problem.severity);
    if (role == Qt::ToolTipRole && (index.column() == RuleColumn || isForMany)) {
        const QString why = ruleExplanation(ruleOf(one));
        return why.isEmpty() ? ruleText(ruleOf(one)) : why;
    }
    if (role == Qt::ToolTipRole && index.column() == PlaceColumn)
        return placeOf(one); // often cut
    if (role == Qt::ToolTipRole)
        return one.problem.code.empty() ? sentenceOf(one) : sentenceOf(one) + u'\n' + ruleText(ruleOf(one));
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case SentenceColumn: {
        if (!isForMany)
            return sentenceOf(one);
        const QString rule = ruleText(ruleOf(one)).section(QStringLiteral(" \u00b7 "), 0, 0);
        return tr("%1: %2 places").arg(rule.left(1).toUpper() + rule.mid(1), grouped(rows_[index.row()].size()));
    }
    case PlaceColumn:
        return isForMany ? tr("%1 and more").arg(placeOf(one).section(QStringLiteral(" \u00b7 "), 0, 0)) : placeOf(one);
    case SourceColumn: return one.source;
    case RuleColumn: return ruleText(ruleOf(one));
    default: return {};
    }
}

QVariant ProblemModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    static const std::array titles{QObject::tr("Problem"), QObject::tr("Place"), QObject::tr("Document"), QObject::tr("Rule")};
    return titles[static_cast<std::size_t>(section)];
}

ProblemFilter::ProblemFilter(ProblemModel& model, QObject* parent) : QSortFilterProxyModel(parent), model_(model)
{
    setRecursiveFilteringEnabled(true); // a row for many shows when one of them does
    setSourceModel(&model);
}

void ProblemFilter::setWanted(const std::array<bool, 3>& severities, const QString& text, ProblemScope scope)
{
    wanted_ = severities;
    text_ = text;
    scope_ = scope;
    invalidateFilter();
}

QVector<QModelIndex> ProblemFilter::leaves() const
{
    QVector<QModelIndex> all;
    for (int row = 0; row < rowCount(); ++row) {
        const QModelIndex above = index(row, 0);
        if (rowCount(above) == 0)
            all << above;
        for (int below = 0; below < rowCount(above); ++below)
            all << index(below, 0, above);
    }
    return all;
}

bool ProblemFilter::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    const QModelIndex index = model_.index(row, 0, parent);
    if (model_.isGroup(index))
        return false; // by those below it
    const ListedProblem& one = model_.at(index);
    if (!wanted_[static_cast<std::size_t>(one.problem.severity)] || !showsInScope(scope_, one.of))
        return false;
    const auto fits = [this](const QString& words) { return words.contains(text_, Qt::CaseInsensitive); };
    return fits(sentenceOf(one)) || fits(placeOf(one)) || fits(ruleText(ruleOf(one))) || fits(one.source);
}

} // namespace blak::ui::shell
