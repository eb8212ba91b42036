// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/merge/merge_maps.h"

#include "formats/space/loaded_room.h"
#include "studio/views/common/text.h"
#include "studio/views/compare/room_item.h"
#include "ui/icons.h"
#include "ui/view_header.h"

#include <QSplitter>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace blak::ui::views {
namespace {

rooms::MapItem itemOf(const diff::Conflict& conflict, MergeMaps::Which which)
{
    const int index = which == MergeMaps::Base     ? conflict.inBase
                      : which == MergeMaps::Ours   ? conflict.inOurs
                      : which == MergeMaps::Theirs ? conflict.inTheirs
                                                   : conflict.inMerged;
    return roomItem(conflict.kind, index);
}

constexpr MergeMaps::Which all[] = {MergeMaps::Base, MergeMaps::Ours, MergeMaps::Theirs, MergeMaps::Result};

} // namespace

MergeMaps::MergeMaps(const std::shared_ptr<MergeDocument>& document, const std::shared_ptr<Project>& project)
    : document_(document), project_(project)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    rows_ = new QSplitter(Qt::Vertical);
    rows_->setChildrenCollapsible(false);
    column->addWidget(rows_);
    for (const auto& pair : {std::pair(Base, Ours), std::pair(Theirs, Result)}) {
        auto* row = new QSplitter;
        row->setChildrenCollapsible(false);
        makePane(pair.first, row);
        makePane(pair.second, row);
        row->setSizes({500, 500});
        rows_->addWidget(row);
    }
    rows_->setSizes({300, 300});
    refresh();
}

/// Two by two, or all in a row where that leaves more of each.
void MergeMaps::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const Qt::Orientation wanted = width() > 3 * height() ? Qt::Horizontal : Qt::Vertical;
    if (rows_->orientation() == wanted)
        return;
    rows_->setOrientation(wanted);
    rows_->setSizes({500, 500});
    QTimer::singleShot(0, this, [this] { // once the maps have their new size
        if (const auto current = current_)
            reveal(&*current);
    });
}

void MergeMaps::makePane(Which which, QSplitter* row)
{
    Pane& pane = panes_[which];
    pane.holder = new QWidget;
    auto* column = new QVBoxLayout(pane.holder);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    pane.header = new ViewHeader(which == Base     ? tr("Before")
                                 : which == Ours   ? tr("Ours")
                                 : which == Theirs ? tr("Theirs")
                                                   : tr("Result"));
    if (which != Result) {
        pane.take = new QToolButton;
        pane.take->setText(which == Base ? tr("Take this") : which == Ours ? tr("Take ours") : tr("Take theirs"));
        pane.take->setToolTip(which == Base   ? tr("What was before (Alt+1)")
                              : which == Ours ? tr("What we have (Alt+2)")
                                              : tr("What they have (Alt+3)"));
        pane.take->setIcon(icon(QStringLiteral("ok")));
        pane.take->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        pane.take->setFocusPolicy(Qt::NoFocus);
        pane.header->addWidget(pane.take);
        pane.take->setEnabled(false);
        const diff::Take take = which == Base ? diff::Take::Base : which == Ours ? diff::Take::Ours : diff::Take::Theirs;
        connect(pane.take, &QToolButton::clicked, this, [this, take] { emit taken(take); });
    }
    column->addWidget(pane.header);
    row->addWidget(pane.holder);
    if (which != Result)
        show(which);
}

std::shared_ptr<const roo::Room> MergeMaps::roomOf(Which which) const
{
    return which == Base ? document_->base() : which == Ours ? document_->ours() : which == Theirs ? document_->theirs() : document_->merged().room;
}

void MergeMaps::show(Which which)
{
    Pane& pane = panes_[which];
    const auto room = roomOf(which);
    const auto& files = document_->files();
    const std::string path = (which == Base ? files.base : which == Ours ? files.ours : which == Theirs ? files.theirs : files.output).string();
    std::shared_ptr<const space::LoadedRoom> loaded;
    if (!room->nodes.empty())
        if (auto result = space::LoadedRoom::load(*room, document_->title()))
            loaded = std::make_shared<const space::LoadedRoom>(std::move(result).value());
    auto index = std::make_shared<const rooms::MapIndex>(room, std::move(loaded));
    ComparedMap* before = pane.map;
    rooms::RoomModel* modelBefore = pane.model;
    pane.model = new rooms::RoomModel(fromUtf8(path), project_, std::move(index), this);
    pane.map = new ComparedMap(pane.model);
    pane.map->setFill(rooms::MapFill::None);
    pane.map->setGridShown(false);
    pane.map->setAccessibleName(which == Base     ? tr("Map of the room before")
                                : which == Ours   ? tr("Map of our room")
                                : which == Theirs ? tr("Map of their room")
                                                  : tr("Map of the merged room"));
    pane.header->setDetail(tr("%1 \u00b7 %2").arg(counted(static_cast<qsizetype>(room->linedefs.size()), tr("line"), tr("lines")),
                                                  counted(static_cast<qsizetype>(room->sectors.size()), tr("sector"), tr("sectors"))));
    static_cast<QVBoxLayout*>(pane.holder->layout())->addWidget(pane.map, 1);
    if (before != nullptr) {
        pane.map->resize(before->size());
        following_ = true;
        pane.map->setView(before->centre(), before->zoom());
        following_ = false;
        delete before;
        delete modelBefore;
    }
    connect(pane.map, &rooms::MapCanvas::viewChanged, this, [this, map = pane.map] { follow(map); });
}

void MergeMaps::mark(Which which)
{
    std::vector<ComparedMap::Mark> marks;
    for (const diff::Conflict& one : document_->merged().conflicts)
        if (const rooms::MapItem item = itemOf(one, which))
            marks.push_back({item, diff::Change::Changed});
    panes_[which].map->setMarks(panes_[which].model, std::move(marks));
    panes_[which].map->setCurrentItem(current_ ? itemOf(*current_, which) : rooms::MapItem());
}

void MergeMaps::refresh()
{
    show(Result);
    for (const Which which : all)
        mark(which);
}

void MergeMaps::reveal(const diff::Conflict* conflict)
{
    current_ = conflict == nullptr ? std::nullopt : std::optional(*conflict);
    QRectF area;
    for (const Which which : all) {
        const rooms::MapItem item = current_ ? itemOf(*current_, which) : rooms::MapItem();
        panes_[which].map->setCurrentItem(item);
        if (item)
            area |= panes_[which].model->boundsOf(item);
        if (panes_[which].take != nullptr)
            panes_[which].take->setEnabled(current_.has_value());
    }
    if (area.isNull())
        return;
    // Framed, whatever was seen before: a whole terrain, then one wall.
    const double margin = std::max(128.0, 0.4 * std::max(area.width(), area.height()));
    panes_[Ours].map->fitArea(area.adjusted(-margin, -margin, margin, margin));
    follow(panes_[Ours].map);
}

void MergeMaps::follow(const rooms::MapCanvas* from)
{
    if (following_)
        return;
    following_ = true;
    for (const Pane& pane : panes_)
        if (pane.map != nullptr && pane.map != from)
            pane.map->setView(from->centre(), from->zoom());
    following_ = false;
}

void MergeMaps::fitConflicts()
{
    QRectF area;
    for (const Pane& pane : panes_)
        for (const ComparedMap::Mark& mark : pane.map->marks())
            area |= pane.model->boundsOf(mark.item);
    constexpr double margin = 64; // editor units, one square
    if (area.isNull())
        panes_[Ours].map->fitRoom();
    else
        panes_[Ours].map->fitArea(area.adjusted(-margin, -margin, margin, margin));
    follow(panes_[Ours].map);
}

void MergeMaps::paintCompletely()
{
    for (const Pane& pane : panes_)
        pane.map->paintCompletely();
}

} // namespace blak::ui::views
