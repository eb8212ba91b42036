// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/merge/merge_view.h"

#include "studio/views/common/table_pane.h"
#include "studio/views/common/text.h"
#include "studio/views/merge/merge_maps.h"
#include "studio/views/merge/merge_rows.h"
#include "ui/project.h"
#include "ui/view_header.h"

#include <QPushButton>
#include <QSplitter>
#include <QTableView>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

namespace blak::ui::views {

Result<DocumentView*> MergeView::open(const MergeFiles& files, std::shared_ptr<Project> project, QWidget* parent)
{
    auto merge = MergeDocument::open(files);
    if (!merge)
        return merge.error();
    return static_cast<DocumentView*>(new MergeView(std::move(merge).value(), project, parent));
}

MergeView::MergeView(std::shared_ptr<MergeDocument> merge, const std::shared_ptr<Project>& project, QWidget* parent)
    : DocumentView(parent), merge_(std::move(merge)), header_(new ViewHeader(tr("Merge")))
{
    setObjectName(QStringLiteral("dockBody"));
    setAttribute(Qt::WA_StyledBackground);
    setDocument(merge_, workspaceOf(project));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    QToolButton* before = header_->addArrow(Qt::UpArrow, tr("Previous conflict (Alt+Up)"));
    QToolButton* next = header_->addArrow(Qt::DownArrow, tr("Next conflict (Alt+Down)"));
    connect(before, &QToolButton::clicked, this, [this] { step(-1); });
    connect(next, &QToolButton::clicked, this, [this] { step(1); });
    column->addWidget(header_);

    auto* splitter = new QSplitter(Qt::Vertical);
    splitter->setChildrenCollapsible(false);
    maps_ = new MergeMaps(merge_, project);
    splitter->addWidget(maps_);
    list_ = new TablePane(tr("Filter conflicts"), tr("conflict"), tr("conflicts"));
    list_->setEmptySentence(tr("What both did goes together without a conflict. Save to write the merged room."));
    restOurs_ = new QPushButton(tr("The rest: ours"));
    restOurs_->setToolTip(tr("Solves all that is not decided as in our room"));
    restTheirs_ = new QPushButton(tr("The rest: theirs"));
    restTheirs_->setToolTip(tr("Solves all that is not decided as in their room"));
    connect(restOurs_, &QPushButton::clicked, this, [this] { takeRest(diff::Take::Ours); });
    connect(restTheirs_, &QPushButton::clicked, this, [this] { takeRest(diff::Take::Theirs); });
    list_->addTool(restOurs_);
    list_->addTool(restTheirs_);
    splitter->addWidget(list_);
    splitter->setSizes({520, 220});
    splitter->setStretchFactor(0, 1);
    column->addWidget(splitter, 1);
    connect(maps_, &MergeMaps::taken, this, &MergeView::take);
    connect(list_, &TablePane::rowChanged, this, [this](int row) { maps_->reveal(row < 0 ? nullptr : &rows_->at(row)); });
    // A double click on one of the three values takes it.
    connect(list_->table(), &QTableView::doubleClicked, this, [this](const QModelIndex& index) {
        if (index.column() == MergeRows::BaseColumn)
            take(diff::Take::Base);
        else if (index.column() == MergeRows::OursColumn)
            take(diff::Take::Ours);
        else if (index.column() == MergeRows::TheirsColumn)
            take(diff::Take::Theirs);
    });
    setFocusProxy(list_);
    refresh();
    QTimer::singleShot(0, maps_, [this] { // once the maps have their size
        maps_->fitConflicts();
        goToUndecided(-1);
    });
}

void MergeView::documentTold(const document::DocumentNotice& notice)
{
    using Kind = document::DocumentNotice::Kind;
    DocumentView::documentTold(notice);
    if (maps_ != nullptr && (notice.kind == Kind::Edited || notice.kind == Kind::Reloaded))
        refresh();
    else if (notice.kind == Kind::Saved)
        emit statusChanged();
}

void MergeView::refresh()
{
    const int row = list_->currentRow();
    std::optional<diff::Conflict> current;
    if (row >= 0 && rows_ != nullptr)
        current = rows_->at(row);
    rows_ = std::make_shared<const MergeRows>(*merge_);
    list_->setSource(rows_);
    maps_->refresh();
    const int again = current ? rows_->rowOf(*current) : -1;
    if (again >= 0)
        list_->selectRow(again);
    maps_->reveal(again < 0 ? nullptr : &rows_->at(again));
    restOurs_->setEnabled(hasUndecided());
    restTheirs_->setEnabled(hasUndecided());
    header_->setDetail(QStringList{fromUtf8(merge_->title()), summary()}.join(QStringLiteral(" \u00b7 ")));
    emit statusChanged();
}

bool MergeView::hasCurrent() const { return list_->currentRow() >= 0; }

void MergeView::take(diff::Take take)
{
    const int row = list_->currentRow();
    if (row < 0)
        return;
    merge_->decide(diff::Conflict(rows_->at(row)), take);
    goToUndecided(row);
}

void MergeView::takeRest(diff::Take take)
{
    merge_->decideRest(take);
}

void MergeView::goToUndecided(int from)
{
    const int count = rows_->rows();
    for (int i = 1; i <= count; ++i) {
        const int row = (from + i) % count;
        if (!rows_->isDecided(row))
            return list_->selectRow(row);
    }
}

void MergeView::step(int direction)
{
    const int count = list_->model()->rowCount();
    if (count == 0)
        return;
    const int at = list_->currentRow() < 0 ? -1 : list_->model()->rowOf(list_->currentRow());
    const int to = at < 0 ? (direction > 0 ? 0 : count - 1) : (at + direction + count) % count;
    list_->selectRow(list_->model()->sourceRow(to));
}

QString MergeView::summary() const
{
    const auto& merged = merge_->merged();
    if (!merged.buildError.empty())
        return tr("cannot be built: %1").arg(fromUtf8(merged.buildError));
    if (merged.isOneOfBoth)
        return tr("only one of them changed anything");
    if (merged.conflicts.empty())
        return tr("no conflicts");
    const QString all = counted(static_cast<qsizetype>(merged.conflicts.size()), tr("conflict"), tr("conflicts"));
    const auto left = merge_->undecided();
    return left == 0 ? tr("%1, all decided").arg(all) : tr("%1, %2 not decided").arg(all).arg(left);
}

QString MergeView::path() const { return fromUtf8(merge_->path().string()); }

QString MergeView::title() const { return tr("%1, merged").arg(fromUtf8(merge_->title())); }

QStringList MergeView::statusLeft() const
{
    return {summary(), tr("Alt+1 before \u00b7 Alt+2 ours \u00b7 Alt+3 theirs \u00b7 Alt+Down next conflict")};
}

QStringList MergeView::statusRight() const { return {tr("Merging rooms")}; }

void MergeView::prepareForGrab()
{
    maps_->fitConflicts();
    maps_->paintCompletely();
}

} // namespace blak::ui::views
