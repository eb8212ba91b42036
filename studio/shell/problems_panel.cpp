// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/problems_panel.h"

#include "studio/shell/problem_model.h"
#include "studio/shell/rule_names.h"
#include "ui/elided_label.h"
#include "ui/empty_label.h"
#include "ui/fonts.h"
#include "ui/icons.h"
#include "ui/number_text.h"
#include "ui/search_field.h"
#include "ui/show_quietly.h"

#include <QButtonGroup>
#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHash>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>
#include <QWhatsThis>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <tuple>
#include <utility>

namespace blak::ui::shell {
namespace {

constexpr int lookedAt = 200; ///< rows whose columns are measured

constexpr int ruleFrom = 820; ///< px

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
        QT_TRANSLATE_NOOP("blak::ui::shell::ProblemsPanel", "Project"),
        QT_TRANSLATE_NOOP("blak::ui::shell::ProblemsPanel", "Problems of the open documents and of all Blakod, rooms and sprites of the project"),
        QT_TRANSLATE_NOOP("blak::ui::shell::ProblemsPanel", "No problems in this project.")},
};

QString ofAll(int shown, int all) { return shown == all ? grouped(all) : ProblemsPanel::tr("%1 of %2").arg(grouped(shown), grouped(all)); }

QString ruleOf(const ListedProblem& row) { return QString::fromStdString(row.problem.code); }

/// Before others of its document where texts are read from above.
auto spotOf(const ListedProblem& row)
{
    const SourceRange& range = row.problem.range;
    return std::tuple(range.line, range.begin, range.column);
}

QString copyOf(const ListedProblem& row)
{
    Diagnostic one = row.problem;
    one.range.column = 0;
    const QString text = QString::fromStdString(placeText(one) + ": " + one.message);
    return one.code.empty() ? text : QStringLiteral("%1 [%2]").arg(text, ruleOf(row));
}

} // namespace

ProblemsPanel::ProblemsPanel(QWidget* parent)
    : QWidget(parent), model_(new ProblemModel(this)), shown_(new ProblemFilter(*model_, this)), list_(new QTreeView),
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
        button->setProperty("padding", QStringLiteral("narrow"));
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
        button->setProperty("padding", QStringLiteral("word"));
        group->addButton(button, i);
        scopes_.push_back(button);
        top->addWidget(button);
    }
    scopes_[static_cast<int>(scope_)]->setChecked(true);
    connect(group, &QButtonGroup::idClicked, this, [this](int id) { setScope(static_cast<ProblemScope>(id)); });
    projectState_ = new ElidedLabel; // in a narrow dock
    projectState_->setObjectName(QStringLiteral("secondary"));
    projectState_->setFont(uiFont(11));
    projectState_->hide();
    top->addWidget(projectState_);
    top->addSpacing(6);
    filter_->setMinimumWidth(110);
    filter_->setMaximumWidth(220);
    filter_->setAccessibleName(tr("Filter problems"));
    top->addWidget(filter_, 1);
    top->addStretch(1);
    column->addLayout(top);
    column->addWidget(empty_);
    column->addWidget(list_, 1);

    list_->setModel(shown_);
    list_->setExpandsOnDoubleClick(false); // that, and Enter, is activated()
    list_->setIndentation(14);
    list_->setUniformRowHeights(true);
    list_->setAllColumnsShowFocus(true);
    list_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    list_->setAccessibleName(tr("Problems"));
    list_->header()->setStretchLastSection(false);
    list_->header()->setSectionResizeMode(ProblemModel::SentenceColumn, QHeaderView::Stretch);
    list_->header()->setHighlightSections(false);
    connect(list_->header(), &QHeaderView::sectionResized, this, [this](int section) {
        hasChosenWidths_ = hasChosenWidths_ || (!isFitting_ && section != ProblemModel::SentenceColumn);
    });
    fits_.setSingleShot(true);
    fits_.setInterval(0);
    connect(&fits_, &QTimer::timeout, this, &ProblemsPanel::fitColumns);
    connect(list_, &QTreeView::expanded, &fits_, qOverload<>(&QTimer::start)); // hundreds at once, when somebody filters
    list_->header()->setResizeContentsPrecision(lookedAt);
    filter_->setTarget(list_);
    setFocusProxy(list_);
    connect(filter_, &SearchField::filterChanged, this, [this] {
        refresh();
        list_->scrollToTop(); // of what is left now
    });
    connect(list_, &QTreeView::activated, this, &ProblemsPanel::go);
    list_->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(list_, &QTreeView::customContextMenuRequested, this, &ProblemsPanel::showMenu);
    refresh();
}

QVector<std::pair<QString, std::function<void()>>> ProblemsPanel::fixRows() const
{
    QVector<std::pair<QString, std::function<void()>>> rows;
    const ListedProblem* one = current();
    if (one == nullptr)
        return rows;
    const bool forMany = model_->isGroup(shown_->mapToSource(list_->currentIndex()));
    for (const ProblemFix& fix : one->fixes) {
        const QString title = fix.title.left(1).toUpper() + fix.title.mid(1);
        if (!forMany)
            rows.push_back({title, [apply = fix.apply] { apply(false); }});
        if (fix.alike > 1)
            rows.push_back(
                {tr("%1: all %2 of %3").arg(title).arg(fix.alike).arg(ruleOf(*one)), [apply = fix.apply] { apply(true); }});
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
    const QModelIndex row = list_->currentIndex();
    const QString word = !model_->isGroup(shown_->mapToSource(row)) ? tr("Go there")
                         : list_->isExpanded(row)                   ? tr("Close")
                                                                    : tr("Show all of them");
    menu->addAction(word, this, [this] { go(list_->currentIndex()); });
    const auto fixes = fixRows();
    if (!fixes.isEmpty())
        menu->addSeparator();
    for (const auto& [title, run] : fixes)
        menu->addAction(title, this, run);
    menu->addSeparator();
    const ListedProblem& one = *current();
    if (!model_->isGroup(shown_->mapToSource(row)))
        menu->addAction(tr("Copy"), this, [text = copyOf(one)] { QGuiApplication::clipboard()->setText(text); });
    if (const QString why = ruleExplanation(ruleOf(one)); !why.isEmpty())
        menu->addAction(tr("What is this?"), this, [this, where = list_->viewport()->mapToGlobal(at), text = QString(ruleText(ruleOf(one)) + QStringLiteral("\n\n") + why)] {
            QWhatsThis::showText(where, text, list_);
        });
    menu->popup(list_->viewport()->mapToGlobal(at));
}

/// What of the view outlives another list.
struct ProblemsPanel::Kept
{
    std::optional<ListedProblem> chosen; ///< of the row that is chosen
    QString group;                       ///< its key, where it stands for many
    qsizetype number = 0;                ///< of the row, of those that stand for one
    int top = 0;                         ///< of the row, px in the view
    int scrolled = 0;
};

void ProblemsPanel::setProblems(QVector<ListedProblem> problems, bool isAnew)
{
    std::stable_sort(problems.begin(), problems.end(), [](const ListedProblem& a, const ListedProblem& b) {
        return std::tuple(a.part, a.problem.severity, a.rank, spotOf(a)) < std::tuple(b.part, b.problem.severity, b.rank, spotOf(b));
    });
    const QStringList open = openGroupKeys();
    const Kept kept = keptView();
    model_->set(std::move(problems));
    list_->setRootIsDecorated(model_->hasGroups());
    refresh();
    openGroups(open);
    if (isAnew)
        list_->scrollToTop();
    else
        showAgain(kept);
}

ProblemsPanel::Kept ProblemsPanel::keptView() const
{
    Kept kept;
    kept.scrolled = list_->verticalScrollBar()->value();
    if (const QModelIndex row = list_->currentIndex().siblingAtColumn(0); row.isValid()) {
        kept.chosen = *current();
        kept.group = model_->groupKey(shown_->mapToSource(row));
        kept.number = shown_->leaves().indexOf(row);
        kept.top = list_->visualRect(row).top();
    }
    return kept;
}

void ProblemsPanel::showAgain(const Kept& kept)
{
    list_->doItemsLayout(); // else it cannot be scrolled yet
    QScrollBar* bar = list_->verticalScrollBar();
    bar->setValue(kept.scrolled);
    const QModelIndex row = rowLike(kept);
    if (!row.isValid())
        return;
    list_->setCurrentIndex(row);
    const QRect now = list_->visualRect(row);
    const int moved = now.top() - kept.top;
    bar->setValue(bar->value() + (list_->verticalScrollMode() == QAbstractItemView::ScrollPerItem ? moved / std::max(1, now.height()) : moved));
}

/// The row that was chosen; else the nearest that says the same of its document; else what stands in its place now, of the same document.
QModelIndex ProblemsPanel::rowLike(const Kept& kept) const
{
    if (!kept.chosen)
        return {};
    if (!kept.group.isEmpty()) {
        for (int row = 0; row < shown_->rowCount(); ++row)
            if (const QModelIndex index = shown_->index(row, 0); model_->groupKey(shown_->mapToSource(index)) == kept.group)
                return index;
        return {};
    }
    const ListedProblem& was = *kept.chosen;
    const auto linesAway = [&](const ListedProblem& one) {
        return std::abs(static_cast<std::int64_t>(one.problem.range.line) - static_cast<std::int64_t>(was.problem.range.line));
    };
    const QVector<QModelIndex> rows = shown_->leaves();
    const auto at = [this](const QModelIndex& row) -> const ListedProblem& { return model_->at(shown_->mapToSource(row)); };
    QModelIndex like;
    for (const QModelIndex& row : rows) {
        const ListedProblem& one = at(row);
        if (one.path != was.path || one.problem.code != was.problem.code || one.problem.message != was.problem.message ||
            one.problem.place != was.problem.place)
            continue;
        if (!like.isValid() || linesAway(one) < linesAway(at(like)))
            like = row;
    }
    if (!like.isValid() && kept.number >= 0 && kept.number < rows.size() && at(rows[kept.number]).path == was.path)
        like = rows[kept.number];
    return like;
}

int ProblemsPanel::count(Severity severity) const
{
    const auto& all = model_->problems();
    return static_cast<int>(std::count_if(all.begin(), all.end(), [this, severity](const ListedProblem& one) {
        return one.problem.severity == severity && isInScope(one);
    }));
}

int ProblemsPanel::shownCount(std::optional<Severity> severity) const
{
    const auto rows = shown_->leaves();
    return static_cast<int>(std::ranges::count_if(rows, [&](const QModelIndex& row) { return !severity || model_->at(shown_->mapToSource(row)).problem.severity == *severity; }));
}

/// "3 of 4 957" where words are looked for; what a switch leaves out it says by being off.
QString ProblemsPanel::countText(Severity severity) const
{
    const int all = count(severity);
    const bool isFiltered = !filter_->text().trimmed().isEmpty() && switches_[static_cast<int>(severity)]->isChecked();
    return all == 0 && (isLoading_ || isChecking_) ? QStringLiteral("\u2013") : isFiltered ? ofAll(shownCount(severity), all) : grouped(all);
}

QString ProblemsPanel::title() const
{
    const int all = total(), shown = shownCount();
    return all == 0 ? tr("Problems") : tr("Problems  %1").arg(ofAll(shown, all));
}

void ProblemsPanel::setLoading(bool loading)
{
    if (loading == isLoading_)
        return;
    isLoading_ = loading;
    refresh();
}

void ProblemsPanel::setChecking(bool checking)
{
    if (std::exchange(isChecking_, checking) != checking)
        refresh();
}

int ProblemsPanel::total() const { return count(Severity::Error) + count(Severity::Warning) + count(Severity::Info); }

bool ProblemsPanel::isInScope(const ListedProblem& one) const { return showsInScope(scope_, one.of); }

void ProblemsPanel::setScope(ProblemScope scope)
{
    if (scope == scope_)
        return;
    scope_ = scope;
    scopes_[static_cast<int>(scope)]->setChecked(true);
    showProjectState();
    refresh();
    emit scopeChanged(scope);
}

void ProblemsPanel::setProjectState(const QString& text)
{
    projectState_->setText(text);
    showProjectState();
}

/// Where the project is listed: of the rest it says nothing.
void ProblemsPanel::showProjectState() { projectState_->setVisible(scope_ == ProblemScope::Project && !projectState_->text().isEmpty()); }

const ListedProblem* ProblemsPanel::current() const
{
    const QModelIndex row = list_->currentIndex();
    return row.isValid() ? &model_->at(shown_->mapToSource(row)) : nullptr;
}

QString ProblemsPanel::helpPage() const
{
    const ListedProblem* one = current();
    return one == nullptr ? QString() : ruleHelpPage(ruleOf(*one));
}

QStringList ProblemsPanel::shownSentences() const
{
    QStringList sentences;
    for (const QModelIndex& row : shown_->leaves())
        sentences << row.data().toString();
    return sentences;
}

void ProblemsPanel::goToNext(int direction, std::optional<std::uint32_t> caret)
{
    QVector<QModelIndex> rows = shown_->leaves();
    if (rows.isEmpty())
        return;
    // One goes through a document by place, whatever order its rows have; documents come as they do in the list.
    QHash<QString, qsizetype> documents;
    const auto problemOf = [this](const QModelIndex& row) -> const ListedProblem& { return model_->at(shown_->mapToSource(row)); };
    const auto documentOf = [&](const QModelIndex& row) -> const QString& { return problemOf(row).path; };
    for (const QModelIndex& row : std::as_const(rows))
        documents.insert(documentOf(row), documents.value(documentOf(row), documents.size()));
    std::stable_sort(rows.begin(), rows.end(), [&](const QModelIndex& a, const QModelIndex& b) {
        if (documentOf(a) != documentOf(b))
            return documents.value(documentOf(a)) < documents.value(documentOf(b));
        return spotOf(problemOf(a)) < spotOf(problemOf(b));
    });
    QModelIndex now = list_->currentIndex().siblingAtColumn(0);
    const auto isOfText = [&](const QModelIndex& row) {
        return problemOf(row).isInFront && problemOf(row).problem.range.line > 0;
    };
    if (caret && std::ranges::any_of(rows, isOfText) && !(now.isValid() && isOfText(now) && problemOf(now).problem.range.begin == *caret)) {
        const auto first = std::ranges::find_if(rows, isOfText);
        const auto end = std::find_if_not(first, rows.end(), isOfText);
        const auto behind = std::find_if(first, end, [&](const QModelIndex& row) {
            const std::uint32_t begin = problemOf(row).problem.range.begin;
            return direction > 0 ? begin > *caret : begin >= *caret; // the one at the caret is where one is already
        });
        const qsizetype to = behind - rows.begin() - (direction > 0 ? 0 : 1);
        const QModelIndex row = rows[(to + rows.size()) % rows.size()];
        list_->setCurrentIndex(row);
        list_->scrollTo(row);
        return go(row);
    }
    qsizetype next = direction > 0 ? 0 : rows.size() - 1;
    if (const bool atGroup = now.isValid() && model_->isGroup(shown_->mapToSource(now)); atGroup) {
        now = shown_->index(0, 0, now); // its first, or the one before that
        next = (rows.indexOf(now) + (direction > 0 ? 0 : rows.size() - 1)) % rows.size();
    } else if (now.isValid()) {
        next = (rows.indexOf(now) + direction + rows.size()) % rows.size();
    }
    list_->setCurrentIndex(rows[next]);
    list_->scrollTo(rows[next]); // opens the row above it
    go(rows[next]);
}

void ProblemsPanel::go(const QModelIndex& row)
{
    if (!row.isValid())
        return;
    const QModelIndex source = shown_->mapToSource(row);
    if (model_->isGroup(source)) {
        const QModelIndex group = row.siblingAtColumn(0);
        list_->setExpanded(group, !list_->isExpanded(group));
        return;
    }
    const ListedProblem one = model_->at(source);
    if (one.go) {
        one.go();
        emit went();
    }
}

QStringList ProblemsPanel::openGroupKeys() const
{
    QStringList keys;
    for (int row = 0; row < shown_->rowCount(); ++row)
        if (const QModelIndex index = shown_->index(row, 0); list_->isExpanded(index))
            keys << model_->groupKey(shown_->mapToSource(index));
    return keys;
}

void ProblemsPanel::openGroups(const QStringList& keys)
{
    for (int row = 0; row < shown_->rowCount() && !keys.isEmpty(); ++row)
        if (const QModelIndex index = shown_->index(row, 0); keys.contains(model_->groupKey(shown_->mapToSource(index))))
            list_->expand(index);
}

/// In a narrow dock sentences come first: the rule is in the tool tip, too.
void ProblemsPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const QScopedValueRollback fitting(isFitting_, true);
    list_->setColumnHidden(ProblemModel::RuleColumn, width() < ruleFrom);
    fitColumns();
}

/// Short columns take what they need, up to a share of the list; the sentence has the rest.
void ProblemsPanel::fitColumns()
{
    constexpr std::array parts{std::pair{ProblemModel::PlaceColumn, 4}, std::pair{ProblemModel::SourceColumn, 6}, std::pair{ProblemModel::RuleColumn, 5}};
    constexpr int apart = 12; // px between the columns
    if (hasChosenWidths_)
        return;
    const QScopedValueRollback fitting(isFitting_, true);
    for (const auto& [column, part] : parts)
        if (!list_->isColumnHidden(column)) {
            list_->resizeColumnToContents(column);
            list_->setColumnWidth(column, std::min(list_->columnWidth(column) + apart, list_->width() / part));
        }
}

void ProblemsPanel::refresh()
{
    std::array<bool, severities.size()> wanted{};
    for (std::size_t i = 0; i < severities.size(); ++i) {
        wanted[i] = switches_[static_cast<int>(i)]->isChecked();
    }
    shown_->setWanted(wanted, filter_->text().trimmed(), scope_);
    for (std::size_t i = 0; i < severities.size(); ++i)
        switches_[static_cast<int>(i)]->setText(countText(static_cast<Severity>(i)));
    if (!filter_->text().trimmed().isEmpty())
        list_->expandAll(); // who looks for one of many sees it
    const bool nothing = shown_->rowCount() == 0;
    empty_->say(total() > 0   ? tr("No problem passes this filter.")
                : isLoading_  ? tr("The files are being opened.")
                : isChecking_ ? tr("Checking\u2026")
                              : tr(scopeInfos[static_cast<std::size_t>(scope_)].empty));
    empty_->setVisible(nothing);
    showQuietly(*list_, !nothing);
    fitColumns();
    emit countsChanged();
}

} // namespace blak::ui::shell
