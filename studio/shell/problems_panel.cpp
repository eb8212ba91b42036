// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/problems_panel.h"

#include "studio/shell/rule_names.h"
#include "ui/empty_label.h"
#include "ui/fonts.h"
#include "ui/icons.h"
#include "ui/search_field.h"

#include <QAbstractTableModel>
#include <QButtonGroup>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QSortFilterProxyModel>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace blak::ui::shell {
namespace {

enum Column { SentenceColumn, PlaceColumn, SourceColumn, RuleColumn, columnCountAll };

struct SeverityInfo
{
    const char* icon;
    IconTone tone;
    const char* name;
};

constexpr std::array severities{
    SeverityInfo{"error", IconTone::Error, QT_TRANSLATE_NOOP("blak::ui::shell::ProblemsPanel", "Errors")},
    SeverityInfo{"warning", IconTone::Warning, QT_TRANSLATE_NOOP("blak::ui::shell::ProblemsPanel", "Warnings")},
    SeverityInfo{"info", IconTone::Info, QT_TRANSLATE_NOOP("blak::ui::shell::ProblemsPanel", "Notes")},
};

} // namespace

namespace {

struct ScopeInfo
{
    const char* name;
    const char* toolTip;
    const char* empty;
};

/// By ProblemScope.
constexpr std::array scopeInfos{
    ScopeInfo{QT_TRANSLATE_NOOP("blak::ui::shell::ProblemsPanel", "Document"),
              QT_TRANSLATE_NOOP("blak::ui::shell::ProblemsPanel", "Problems of the current document"),
              QT_TRANSLATE_NOOP("blak::ui::shell::ProblemsPanel", "No problems in this document.")},
    ScopeInfo{QT_TRANSLATE_NOOP("blak::ui::shell::ProblemsPanel", "Open"),
              QT_TRANSLATE_NOOP("blak::ui::shell::ProblemsPanel", "Problems of all open documents"),
              QT_TRANSLATE_NOOP("blak::ui::shell::ProblemsPanel", "No problems.")},
    ScopeInfo{
        QT_TRANSLATE_NOOP("blak::ui::shell::ProblemsPanel", "World"),
        QT_TRANSLATE_NOOP("blak::ui::shell::ProblemsPanel", "Problems of the open documents and of all Blakod, rooms and sprites of the world"),
        QT_TRANSLATE_NOOP("blak::ui::shell::ProblemsPanel", "No problems in this world.")},
};

bool shows(ProblemScope scope, ListedProblem::Of of)
{
    switch (of) {
    case ListedProblem::Of::Current:
    case ListedProblem::Of::Studio: return true;
    case ListedProblem::Of::Open: return scope != ProblemScope::Document;
    case ListedProblem::Of::World: return scope == ProblemScope::World;
    }
    return false;
}

QString sentenceOf(const ListedProblem& row) { return QString::fromStdString(row.problem.message); }
QString placeOf(const ListedProblem& row) { return QString::fromStdString(placeText(row.problem)); }
QString ruleOf(const ListedProblem& row) { return QString::fromStdString(row.problem.code); }

} // namespace

class ProblemModel : public QAbstractTableModel
{
public:
    using QAbstractTableModel::QAbstractTableModel;

    void set(QVector<ListedProblem> problems)
    {
        beginResetModel();
        problems_ = std::move(problems);
        endResetModel();
    }
    const QVector<ListedProblem>& problems() const { return problems_; }

    int rowCount(const QModelIndex& parent = {}) const override
    {
        return parent.isValid() ? 0 : static_cast<int>(problems_.size());
    }
    int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : columnCountAll; }

    QVariant data(const QModelIndex& index, int role) const override
    {
        const ListedProblem& row = problems_[index.row()];
        if (role == Qt::DecorationRole && index.column() == SentenceColumn) {
            const SeverityInfo& info = severities[static_cast<std::size_t>(row.problem.severity)];
            return icon(QLatin1String(info.icon), info.tone);
        }
        if (role == Qt::ToolTipRole && index.column() == RuleColumn) {
            const QString why = ruleExplanation(ruleOf(row));
            return why.isEmpty() ? ruleText(ruleOf(row)) : why;
        }
        if (role == Qt::ToolTipRole)
            return sentenceOf(row);
        if (role != Qt::DisplayRole)
            return {};
        switch (index.column()) {
        case SentenceColumn: return sentenceOf(row);
        case PlaceColumn: return placeOf(row);
        case SourceColumn: return row.source;
        case RuleColumn: return ruleText(ruleOf(row));
        default: return {};
        }
    }

    QVariant headerData(int section, Qt::Orientation orientation, int role) const override
    {
        if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
            return {};
        static const std::array titles{QObject::tr("Problem"), QObject::tr("Place"), QObject::tr("Document"),
                                       QObject::tr("Rule")};
        return titles[static_cast<std::size_t>(section)];
    }

private:
    QVector<ListedProblem> problems_;
};

namespace {

class ProblemFilter : public QSortFilterProxyModel
{
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

    void setWanted(const std::array<bool, severities.size()>& wanted, const QString& text, ProblemScope scope)
    {
        wanted_ = wanted;
        text_ = text;
        scope_ = scope;
        invalidateFilter();
    }

protected:
    bool filterAcceptsRow(int row, const QModelIndex&) const override
    {
        const ListedProblem& one = static_cast<const ProblemModel*>(sourceModel())->problems()[row];
        if (!wanted_[static_cast<std::size_t>(one.problem.severity)] || !shows(scope_, one.of))
            return false;
        const auto fits = [this](const QString& words) { return words.contains(text_, Qt::CaseInsensitive); };
        return fits(sentenceOf(one)) || fits(placeOf(one)) || fits(ruleText(ruleOf(one))) || fits(one.source);
    }

private:
    std::array<bool, severities.size()> wanted_{true, true, true};
    QString text_;
    ProblemScope scope_ = ProblemScope::Open;
};

} // namespace

ProblemsPanel::ProblemsPanel(QWidget* parent)
    : QWidget(parent), model_(new ProblemModel(this)), shown_(new ProblemFilter(this)), list_(new QTreeView),
      filter_(new SearchField(tr("Filter problems"), QStringLiteral("filter"))), empty_(new EmptyLabel(tr("No problems.")))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* top = new QHBoxLayout;
    top->setContentsMargins(8, 5, 8, 5);
    top->setSpacing(4);
    for (const SeverityInfo& info : severities) {
        auto* button = new QToolButton;
        button->setIcon(icon(QLatin1String(info.icon), info.tone));
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setCheckable(true);
        button->setChecked(true);
        button->setFixedHeight(22);
        button->setStyleSheet(QStringLiteral("padding: 0px 5px"));
        button->setToolTip(tr(info.name));
        button->setAccessibleName(tr(info.name));
        connect(button, &QToolButton::toggled, this, &ProblemsPanel::refresh);
        switches_.push_back(button);
        top->addWidget(button);
    }
    top->addSpacing(6);
    auto* group = new QButtonGroup(this);
    for (int i = 0; i < static_cast<int>(scopeInfos.size()); ++i) {
        auto* button = new QToolButton;
        button->setText(tr(scopeInfos[static_cast<std::size_t>(i)].name));
        button->setToolTip(tr(scopeInfos[static_cast<std::size_t>(i)].toolTip));
        button->setAccessibleName(button->toolTip());
        button->setCheckable(true);
        button->setFixedHeight(22);
        button->setStyleSheet(QStringLiteral("padding: 0px 6px"));
        group->addButton(button, i);
        scopes_.push_back(button);
        top->addWidget(button);
    }
    scopes_[static_cast<int>(scope_)]->setChecked(true);
    connect(group, &QButtonGroup::idClicked, this, [this](int id) { setScope(static_cast<ProblemScope>(id)); });
    worldState_ = new QLabel;
    worldState_->setObjectName(QStringLiteral("secondary"));
    worldState_->setFont(uiFont(11));
    worldState_->hide();
    top->addWidget(worldState_);
    top->addSpacing(6);
    filter_->setMaximumWidth(220);
    filter_->setAccessibleName(tr("Filter problems"));
    top->addWidget(filter_, 1);
    top->addStretch(1);
    column->addLayout(top);
    column->addWidget(empty_);
    column->addWidget(list_, 1);

    shown_->setSourceModel(model_);
    list_->setModel(shown_);
    list_->setRootIsDecorated(false);
    list_->setUniformRowHeights(true);
    list_->setAllColumnsShowFocus(true);
    list_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    list_->setAccessibleName(tr("Problems"));
    list_->header()->setStretchLastSection(false);
    list_->header()->setSectionResizeMode(SentenceColumn, QHeaderView::Stretch);
    list_->header()->resizeSection(PlaceColumn, 160);
    list_->header()->resizeSection(SourceColumn, 120);
    list_->header()->resizeSection(RuleColumn, 190);
    list_->header()->setHighlightSections(false);
    filter_->setTarget(list_);
    setFocusProxy(list_);
    connect(filter_, &SearchField::filterChanged, this, &ProblemsPanel::refresh);
    connect(list_, &QTreeView::activated, this, &ProblemsPanel::go);
    list_->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(list_, &QTreeView::customContextMenuRequested, this, &ProblemsPanel::showMenu);
    refresh();
}

QVector<std::pair<QString, std::function<void()>>> ProblemsPanel::fixRows() const
{
    QVector<std::pair<QString, std::function<void()>>> rows;
    const QModelIndex row = list_->currentIndex();
    if (!row.isValid())
        return rows;
    const ListedProblem& one = model_->problems()[shown_->mapToSource(row).row()];
    for (const ProblemFix& fix : one.fixes) {
        const QString title = fix.title.left(1).toUpper() + fix.title.mid(1);
        rows.push_back({title, [apply = fix.apply] { apply(false); }});
        if (fix.alike > 1)
            rows.push_back(
                {tr("%1: all %2 of %3").arg(title).arg(fix.alike).arg(ruleOf(one)), [apply = fix.apply] { apply(true); }});
    }
    return rows;
}

void ProblemsPanel::showMenu(const QPoint& at)
{
    list_->setCurrentIndex(list_->indexAt(at));
    if (!list_->currentIndex().isValid())
        return;
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Go there"), this, [this] { go(list_->currentIndex()); });
    const auto fixes = fixRows();
    if (!fixes.isEmpty())
        menu->addSeparator();
    for (const auto& [title, run] : fixes)
        menu->addAction(title, this, run);
    menu->popup(list_->viewport()->mapToGlobal(at));
}

void ProblemsPanel::setProblems(QVector<ListedProblem> problems)
{
    std::stable_sort(problems.begin(), problems.end(), [](const ListedProblem& a, const ListedProblem& b) {
        return a.of != b.of ? a.of < b.of : a.problem.severity < b.problem.severity;
    });
    model_->set(std::move(problems));
    refresh();
}

int ProblemsPanel::count(Severity severity) const
{
    const auto& all = model_->problems();
    return static_cast<int>(std::count_if(all.begin(), all.end(), [this, severity](const ListedProblem& one) {
        return one.problem.severity == severity && isInScope(one);
    }));
}

int ProblemsPanel::total() const { return count(Severity::Error) + count(Severity::Warning) + count(Severity::Info); }

bool ProblemsPanel::isInScope(const ListedProblem& one) const { return shows(scope_, one.of); }

void ProblemsPanel::setScope(ProblemScope scope)
{
    if (scope == scope_)
        return;
    scope_ = scope;
    scopes_[static_cast<int>(scope)]->setChecked(true);
    refresh();
    emit scopeChanged(scope);
}

void ProblemsPanel::setWorldState(const QString& text)
{
    worldState_->setText(text);
    worldState_->setVisible(!text.isEmpty());
}

QString ProblemsPanel::helpPage() const
{
    const QModelIndex row = list_->currentIndex();
    return row.isValid() ? ruleHelpPage(ruleOf(model_->problems()[shown_->mapToSource(row).row()])) : QString();
}

QStringList ProblemsPanel::shownSentences() const
{
    QStringList sentences;
    for (int row = 0; row < shown_->rowCount(); ++row)
        sentences << shown_->index(row, SentenceColumn).data().toString();
    return sentences;
}

void ProblemsPanel::goToNext(int direction)
{
    const int rows = shown_->rowCount();
    if (rows == 0)
        return;
    const QModelIndex now = list_->currentIndex();
    const int next = now.isValid() ? (now.row() + direction + rows) % rows : direction > 0 ? 0 : rows - 1;
    const QModelIndex row = shown_->index(next, 0);
    list_->setCurrentIndex(row);
    go(row);
}

void ProblemsPanel::go(const QModelIndex& row)
{
    if (!row.isValid())
        return;
    const ListedProblem one = model_->problems()[shown_->mapToSource(row).row()];
    if (one.go)
        one.go();
}

void ProblemsPanel::refresh()
{
    std::array<bool, severities.size()> wanted{};
    for (std::size_t i = 0; i < severities.size(); ++i) {
        wanted[i] = switches_[static_cast<int>(i)]->isChecked();
        switches_[static_cast<int>(i)]->setText(QString::number(count(static_cast<Severity>(i))));
    }
    static_cast<ProblemFilter*>(shown_)->setWanted(wanted, filter_->text().trimmed(), scope_);
    const bool nothing = shown_->rowCount() == 0;
    empty_->say(total() == 0 ? tr(scopeInfos[static_cast<std::size_t>(scope_)].empty) : tr("No problem passes this filter."));
    empty_->setVisible(nothing);
    list_->setVisible(!nothing);
}

} // namespace blak::ui::shell
