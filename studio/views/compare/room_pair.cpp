// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/compare/room_pair.h"

#include "formats/space/loaded_room.h"
#include "studio/views/common/text.h"
#include "studio/views/compare/room_item.h"
#include "ui/theme.h"
#include "ui/view_header.h"

#include <QFileInfo>
#include <QEvent>
#include <QHBoxLayout>
#include <QLineF>
#include <QPainter>
#include <QSplitter>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <utility>

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

QColor translucent(QColor colour, int alpha)
{
    colour.setAlpha(alpha);
    return colour;
}

constexpr double ringRadius = 11; ///< px

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

void ComparedMap::paintMark(QPainter& painter, const Mark& mark) const
{
    const QColor colour = colourOf(mark.change);
    // A whole room in a small window: marks of full width would cover what they mark.
    const double scale = std::clamp(zoom() * 4, 0.35, 1.0);
    if (mark.item.kind == rooms::MapItem::Kind::Line) {
        const QLineF line = lineOf(mark.item);
        painter.setPen(QPen(QColor(0, 0, 0, 150), 6 * scale, Qt::SolidLine, Qt::RoundCap));
        painter.drawLine(line);
        painter.setPen(QPen(colour, 3.5 * scale, mark.change == diff::Change::Changed ? Qt::SolidLine : Qt::DashLine, Qt::FlatCap));
        painter.drawLine(line);
    } else if (mark.item.kind == rooms::MapItem::Kind::Sector) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(QBrush(translucent(colour, 120), Qt::BDiagPattern));
        paintLeaves(painter, mark.item);
    } else if (mark.item.kind == rooms::MapItem::Kind::Thing) {
        painter.setPen(QPen(QColor(0, 0, 0, 150), 1));
        painter.setBrush(colour);
        painter.drawEllipse(thingAt(mark.item), 4, 4);
    }
}

/// In the accent's colour with a halo, over all others; what is hardly a point at this zoom in a ring.
void ComparedMap::paintCurrent(QPainter& painter) const
{
    const QColor colour = theme().accent, halo = translucent(theme().map.canvas, 230);
    const auto ring = [&](const QPointF& middle) {
        painter.setBrush(Qt::NoBrush);
        for (const auto& [pen, width] : {std::pair{halo, 8}, std::pair{colour, 4}}) {
            painter.setPen(QPen(pen, width));
            painter.drawEllipse(middle, ringRadius, ringRadius);
        }
    };
    if (current_.kind == rooms::MapItem::Kind::Line) {
        const QLineF line = lineOf(current_);
        for (const auto& [pen, width] : {std::pair{halo, 13}, std::pair{colour, 7}}) {
            painter.setPen(QPen(pen, width, Qt::SolidLine, Qt::RoundCap));
            painter.drawLine(line);
        }
        if (line.length() < ringRadius)
            ring(line.center());
    } else if (current_.kind == rooms::MapItem::Kind::Sector) {
        painter.setPen(QPen(colour, 2)); // of each leaf: a sector may be thin
        painter.setBrush(translucent(colour, 110));
        paintLeaves(painter, current_);
    } else if (current_.kind == rooms::MapItem::Kind::Thing) {
        ring(thingAt(current_));
    }
}

QLineF ComparedMap::lineOf(const rooms::MapItem& line) const
{
    const rooms::MapIndex& index = roomModel_->index();
    return {toWidget(index.start(line.index)), toWidget(index.end(line.index))};
}

QPointF ComparedMap::thingAt(const rooms::MapItem& item) const
{
    const roo::Thing& thing = roomModel_->room().things[static_cast<std::size_t>(item.index)];
    return toWidget(QPointF(thing.x, thing.y));
}

void ComparedMap::paintLeaves(QPainter& painter, const rooms::MapItem& sector) const
{
    const rooms::MapIndex& index = roomModel_->index();
    for (const int leaf : index.sector(sector.index).leaves) {
        QPolygonF outline;
        for (const QPointF& point : index.leaves()[static_cast<std::size_t>(leaf)].outline)
            outline << toWidget(point);
        painter.drawPolygon(outline);
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
                paintMark(painter, mark);
    paintCurrent(painter);
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
    left_->installEventFilter(this);
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
    fits_ = false;
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
    fits_ = true;
}

/// Docks beside the page go when it is shown, and it is larger then.
bool RoomPair::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == left_ && event->type() == QEvent::Resize && fits_)
        QTimer::singleShot(0, this, &RoomPair::fitDifferences); // once the map has taken its size
    return QWidget::eventFilter(watched, event);
}

void RoomPair::paintCompletely()
{
    left_->paintCompletely();
    right_->paintCompletely();
}

} // namespace blak::ui::views
