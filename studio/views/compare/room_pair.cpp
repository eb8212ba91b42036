// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/compare/room_pair.h"

#include "formats/space/loaded_room.h"
#include "studio/views/common/text.h"
#include "studio/views/compare/room_item.h"
#include "ui/theme.h"
#include "ui/view_header.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QPainter>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace blak::ui::views {
namespace {

rooms::MapItem itemOf(const diff::Difference& difference, bool isLeft)
{
    return roomItem(difference.kind, isLeft ? difference.leftIndex : difference.rightIndex);
}

QColor colourOf(diff::Change change)
{
    return change == diff::Change::Added ? theme().success : change == diff::Change::Removed ? theme().error : theme().warning;
}

} // namespace

void ComparedMap::setMarks(const rooms::RoomModel* model, std::vector<Mark> marks)
{
    roomModel_ = model;
    marks_ = std::move(marks);
    update();
}

void ComparedMap::setCurrentItem(const rooms::MapItem& item)
{
    current_ = item;
    update();
}

void ComparedMap::paintMark(QPainter& painter, const Mark& mark, bool isCurrent) const
{
    QColor colour = isCurrent ? theme().map.selected : colourOf(mark.change);
    // A whole room in a small window: marks of full width would cover what they mark.
    const double scale = isCurrent ? 1 : std::clamp(zoom() * 4, 0.35, 1.0);
    const rooms::MapIndex& index = roomModel_->index();
    if (mark.item.kind == rooms::MapItem::Kind::Line) {
        const QPointF from = toWidget(index.start(mark.item.index)), to = toWidget(index.end(mark.item.index));
        painter.setPen(QPen(QColor(0, 0, 0, 150), isCurrent ? 8 : 6 * scale, Qt::SolidLine, Qt::RoundCap));
        painter.drawLine(from, to);
        painter.setPen(QPen(colour, isCurrent ? 5 : 3.5 * scale,
                            mark.change == diff::Change::Changed ? Qt::SolidLine : Qt::DashLine, Qt::FlatCap));
        painter.drawLine(from, to);
    } else if (mark.item.kind == rooms::MapItem::Kind::Sector) {
        QColor fill = colour;
        fill.setAlpha(isCurrent ? 110 : 120); // the others are thin stripes
        painter.setPen(Qt::NoPen);
        painter.setBrush(QBrush(fill, isCurrent ? Qt::SolidPattern : Qt::BDiagPattern));
        for (const int leaf : index.sector(mark.item.index).leaves) {
            QPolygonF outline;
            for (const QPointF& point : index.leaves()[static_cast<std::size_t>(leaf)].outline)
                outline << toWidget(point);
            painter.drawPolygon(outline);
        }
    } else if (mark.item.kind == rooms::MapItem::Kind::Thing) {
        const roo::Thing& thing = roomModel_->room().things[static_cast<std::size_t>(mark.item.index)];
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(QColor(0, 0, 0, 150), 5));
        painter.drawEllipse(toWidget(QPointF(thing.x, thing.y)), 9, 9);
        painter.setPen(QPen(colour, isCurrent ? 4 : 2.5));
        painter.drawEllipse(toWidget(QPointF(thing.x, thing.y)), 9, 9);
    }
}

void ComparedMap::paintEvent(QPaintEvent* event)
{
    rooms::MapCanvas::paintEvent(event);
    if (roomModel_ == nullptr)
        return;
    QPainter painter(this);
    painter.setClipRect(rect().adjusted(20, 20, 0, 0)); // not over the rulers
    painter.setRenderHint(QPainter::Antialiasing);
    for (const rooms::MapItem::Kind kind :
         {rooms::MapItem::Kind::Sector, rooms::MapItem::Kind::Line, rooms::MapItem::Kind::Thing}) // lines over fills
        for (const Mark& mark : marks_)
            if (mark.item.kind == kind)
                paintMark(painter, mark, false);
    for (const Mark& mark : marks_)
        if (current_ && mark.item.isSameThing(current_)) {
            paintMark(painter, mark, true);
            break;
        }
}

RoomPair::RoomPair(const Side& left, const Side& right, const std::shared_ptr<Project>& project,
                   const diff::Differences& differences)
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    auto* splitter = new QSplitter;
    splitter->setChildrenCollapsible(false);
    left_ = makeMap(left, project, differences, true);
    right_ = makeMap(right, project, differences, false);
    for (ComparedMap* map : {left_, right_}) {
        const Side& side = map == left_ ? left : right;
        auto* holder = new QWidget;
        auto* column = new QVBoxLayout(holder);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(0);
        auto* header = new ViewHeader(side.name);
        header->setDetail(tr("%1 \u00b7 %2 \u00b7 .roo %3")
                              .arg(counted(static_cast<qsizetype>(side.room->linedefs.size()), tr("line"), tr("lines")),
                                   counted(static_cast<qsizetype>(side.room->sectors.size()), tr("sector"), tr("sectors")),
                                   fromUtf8(roo::formatName(side.room->format))));
        column->addWidget(header);
        column->addWidget(map, 1);
        splitter->addWidget(holder);
    }
    splitter->setSizes({500, 500});
    row->addWidget(splitter);
    connect(left_, &rooms::MapCanvas::viewChanged, this, [this] { follow(left_, right_); });
    connect(right_, &rooms::MapCanvas::viewChanged, this, [this] { follow(right_, left_); });
}

ComparedMap* RoomPair::makeMap(const Side& side, const std::shared_ptr<Project>& project, const diff::Differences& differences,
                               bool isLeft)
{
    std::shared_ptr<const space::LoadedRoom> loaded;
    if (auto result = space::LoadedRoom::load(*side.room, QFileInfo(side.path).fileName().toStdString()))
        loaded = std::make_shared<const space::LoadedRoom>(std::move(result).value());
    auto index = std::make_shared<const rooms::MapIndex>(side.room, std::move(loaded));
    auto* model = new rooms::RoomModel(side.path, project, std::move(index), this);
    (isLeft ? leftModel_ : rightModel_) = model;
    std::vector<ComparedMap::Mark> marks;
    for (const diff::Difference& one : differences)
        if (const rooms::MapItem item = itemOf(one, isLeft))
            marks.push_back({item, one.change});
    auto* map = new ComparedMap(model);
    map->setFill(rooms::MapFill::None);
    map->setGridShown(false);
    map->setMarks(model, std::move(marks));
    map->setAccessibleName(isLeft ? tr("Map of the left room") : tr("Map of the right room"));
    return map;
}

void RoomPair::follow(const rooms::MapCanvas* from, rooms::MapCanvas* to)
{
    if (following_)
        return;
    following_ = true;
    to->setView(from->centre(), from->zoom());
    following_ = false;
}

void RoomPair::reveal(const diff::Difference& difference)
{
    const rooms::MapItem left = itemOf(difference, true), right = itemOf(difference, false);
    left_->setCurrentItem(left);
    right_->setCurrentItem(right);
    QRectF area;
    if (left)
        area |= leftModel_->boundsOf(left);
    if (right)
        area |= rightModel_->boundsOf(right);
    if (!left && !right)
        return;
    const QSizeF seen = QSizeF(left_->size()) / left_->zoom(); // editor units
    const QPointF away = area.center() - left_->centre();
    constexpr double inner = 0.4; // of the plan, from its middle: there the eye finds it
    if (std::abs(away.x()) < seen.width() * inner && std::abs(away.y()) < seen.height() * inner)
        return;
    left_->setView(area.center(), left_->zoom()); // as near as one looks
    follow(left_, right_);
}

void RoomPair::fitDifferences()
{
    QRectF area;
    for (const ComparedMap* map : {left_, right_})
        for (const ComparedMap::Mark& mark : map->marks())
            area |= (map == left_ ? leftModel_ : rightModel_)->boundsOf(mark.item);
    if (area.isEmpty())
        return;
    constexpr double margin = 64; // editor units, one square
    left_->fitArea(area.adjusted(-margin, -margin, margin, margin));
    follow(left_, right_);
}

void RoomPair::paintCompletely()
{
    left_->paintCompletely();
    right_->paintCompletely();
}

} // namespace blak::ui::views
