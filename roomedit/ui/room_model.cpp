// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/ui/room_model.h"

#include "roomedit/roomcore/slope_plane.h"
#include "roomedit/ui/map_tools.h"
#include "roomedit/ui/room_builder.h"
#include "roomedit/ui/texture_images.h"
#include "ui/number_text.h"
#include "ui/project.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace blak::ui::rooms {

RoomModel::RoomModel(QString path, std::shared_ptr<Project> project, std::shared_ptr<const MapIndex> index, QObject* parent)
    : QObject(parent), tools_(std::make_unique<MapTools>(*this)), path_(std::move(path)), project_(std::move(project)), index_(std::move(index)),
      textures_(std::make_shared<TextureImages>(project_ != nullptr ? project_->assets() : nullptr))
{
    connect(this, &RoomModel::selectionChanged, this, [this] { // before all others hear of it
        if (!selection_.isEmpty())
            picked_.reset();
    });
}

RoomModel::~RoomModel() = default;

void RoomModel::setGrid(const roomcore::MapGrid& grid)
{
    grid_ = grid;
    emit gridChanged();
}

void RoomModel::setGridDynamic(bool on)
{
    gridDynamic_ = on;
    emit gridChanged();
}

void RoomModel::setMode(MapMode mode)
{
    if (mode == mode_)
        return;
    mode_ = mode;
    setHovered({});
    emit modeChanged();
}

void RoomModel::setModeFor(const MapItem& item)
{
    if (mode_ == MapMode::All)
        return;
    switch (item.kind) {
    case MapItem::Kind::Nothing: return;
    case MapItem::Kind::Vertex: return setMode(MapMode::Vertex);
    case MapItem::Kind::Line: return setMode(MapMode::Line);
    case MapItem::Kind::Sector: return setMode(MapMode::Sector);
    case MapItem::Kind::Thing: return setMode(MapMode::Thing);
    }
}

void RoomModel::setHovered(const MapItem& item)
{
    const MapItem next = isFree(item) ? item : MapItem();
    if (next == hovered_ || !isThere(next))
        return;
    hovered_ = next;
    emit hoveredChanged();
}

bool RoomModel::isSelected(const MapItem& item) const
{
    return std::any_of(selection_.begin(), selection_.end(), [&](const MapItem& other) { return other.isSameThing(item); });
}

bool RoomModel::isThere(const MapItem& item) const
{
    const auto within = [&item](std::size_t count) { return item.index >= 0 && static_cast<std::size_t>(item.index) < count; };
    switch (item.kind) {
    case MapItem::Kind::Nothing: return true;
    case MapItem::Kind::Vertex: return within(index_->vertices().size());
    case MapItem::Kind::Line: return within(room().linedefs.size());
    case MapItem::Kind::Sector: return within(room().sectors.size());
    case MapItem::Kind::Thing: return within(room().things.size());
    }
    return false;
}

void RoomModel::select(const MapItem& item)
{
    const QVector<MapItem> next = item && isThere(item) && isFree(item) ? QVector<MapItem>{item} : QVector<MapItem>();
    const bool wasPicked = std::exchange(picked_, std::nullopt).has_value();
    if (next == selection_ && !wasPicked)
        return;
    selection_ = next;
    pushSelection();
    emit selectionChanged();
}

void RoomModel::setSelection(QVector<MapItem> items)
{
    items.removeIf([this](const MapItem& item) { return !item || !isThere(item) || !isFree(item); });
    const bool wasPicked = std::exchange(picked_, std::nullopt).has_value();
    if (items == selection_ && !wasPicked)
        return;
    selection_ = std::move(items);
    pushSelection();
    emit selectionChanged();
}

void RoomModel::toggle(const MapItem& item)
{
    if (!item || !isThere(item) || !isFree(item))
        return;
    if (isSelected(item))
        selection_.removeIf([&](const MapItem& other) { return other.isSameThing(item); });
    else
        selection_.append(item);
    pushSelection();
    emit selectionChanged();
}

void RoomModel::selectAll()
{
    const auto addAll = [this](MapItem::Kind kind, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i)
            if (const MapItem item{kind, static_cast<int>(i)}; isFree(item))
                selection_.append(item);
    };
    selection_.clear();
    switch (mode_) {
    case MapMode::Vertex: addAll(MapItem::Kind::Vertex, index_->vertices().size()); break;
    case MapMode::All:
    case MapMode::Line: addAll(MapItem::Kind::Line, room().linedefs.size()); break;
    case MapMode::Sector: addAll(MapItem::Kind::Sector, room().sectors.size()); break;
    case MapMode::Thing: addAll(MapItem::Kind::Thing, room().things.size()); break;
    }
    pushSelection();
    emit selectionChanged();
}

void RoomModel::clearSelection() { select({}); }

void RoomModel::setCamera(const CameraPose& pose)
{
    camera_ = pose;
    emit cameraChanged();
}

QVector<MapItem> RoomModel::itemsAt(QPointF editor, double reach) const
{
    QVector<MapItem> items;
    const auto append = [&items](MapItem::Kind kind, const std::vector<int>& numbers) {
        for (const int number : numbers)
            items.append({kind, number});
    };
    const bool all = mode_ == MapMode::All;
    if (all)
        for (const int vertex : index_->verticesNear(editor, reach))
            if (hasHandle(vertex))
                items.append({MapItem::Kind::Vertex, vertex});
    if (all || mode_ == MapMode::Thing)
        append(MapItem::Kind::Thing, index_->thingsNear(editor, 1.5 * reach));
    if (mode_ == MapMode::Vertex)
        append(MapItem::Kind::Vertex, index_->verticesNear(editor, 1.5 * reach));
    if (all || mode_ == MapMode::Line)
        append(MapItem::Kind::Line, index_->linesNear(editor, reach));
    if (all || mode_ == MapMode::Sector)
        if (const int sector = sectorAt(editor); sector >= 0)
            items.append({MapItem::Kind::Sector, sector});
    items.removeIf([this](const MapItem& item) { return !isFree(item); });
    return items;
}

bool RoomModel::showsHandles(const MapItem& item) const
{
    constexpr std::size_t mostLines = 200; // of a sector: more handles would be all that is seen of it
    if (mode_ != MapMode::All)
        return false;
    return item.kind == MapItem::Kind::Line || (item.kind == MapItem::Kind::Sector && index_->sector(item.index).lines.size() <= mostLines);
}

/// One of its own where it is selected, else one of a line or a sector.
bool RoomModel::hasHandle(int vertex) const
{
    const auto isShown = [this](const MapItem& item) { return showsHandles(item) && isSelected(item); };
    if (isSelected({MapItem::Kind::Vertex, vertex}))
        return true;
    return std::ranges::any_of(index_->vertices()[static_cast<std::size_t>(vertex)].lines, [&](int line) {
        if (isShown({MapItem::Kind::Line, line}))
            return true;
        for (const bool plus : {true, false})
            if (const int sector = index_->sectorBeside(line, plus); sector >= 0 && isShown({MapItem::Kind::Sector, sector}))
                return true;
        return false;
    });
}

QRectF RoomModel::boundsOf(const MapItem& item) const
{
    const auto number = static_cast<std::size_t>(item.index);
    switch (item.kind) {
    case MapItem::Kind::Nothing: break;
    case MapItem::Kind::Vertex: return QRectF(index_->vertices()[number].point, QSizeF());
    case MapItem::Kind::Line: return QRectF(index_->start(item.index), index_->end(item.index)).normalized();
    case MapItem::Kind::Sector: return index_->sector(item.index).bounds;
    case MapItem::Kind::Thing: return QRectF(room().things[number].x, room().things[number].y, 0, 0);
    }
    return {};
}

QString RoomModel::nameOf(const MapItem& item) const
{
    switch (item.kind) {
    case MapItem::Kind::Nothing: break;
    case MapItem::Kind::Vertex: return tr("Vertex %1").arg(item.index);
    case MapItem::Kind::Line: return tr("Line %1").arg(item.index);
    case MapItem::Kind::Sector: return tr("Sector %1").arg(item.index);
    case MapItem::Kind::Thing: return tr("Thing %1").arg(item.index);
    }
    return {};
}

QString RoomModel::describe(const MapItem& item) const
{
    const auto number = static_cast<std::size_t>(item.index);
    switch (item.kind) {
    case MapItem::Kind::Nothing: break;
    case MapItem::Kind::Vertex: {
        const MapIndex::Vertex& vertex = index_->vertices()[number];
        return tr("x %1, y %2 · %3")
            .arg(vertex.point.x())
            .arg(vertex.point.y())
            .arg(counted(static_cast<qlonglong>(vertex.lines.size()), tr("1 line"), tr("%1 lines")));
    }
    case MapItem::Kind::Line: {
        const QPointF along = index_->end(item.index) - index_->start(item.index);
        const int plus = index_->sectorBeside(item.index, true);
        const int minus = index_->sectorBeside(item.index, false);
        const QString beside = plus >= 0 && minus >= 0   ? tr("sector %1 | %2").arg(plus).arg(minus)
                               : plus >= 0 || minus >= 0 ? tr("sector %1").arg(std::max(plus, minus))
                                                         : tr("no sector");
        return tr("%1 units · %2").arg(std::hypot(along.x(), along.y()), 0, 'f', 0).arg(beside);
    }
    case MapItem::Kind::Sector: {
        const roo::Sector& sector = room().sectors[number];
        const auto height = [&](const std::optional<roo::Slope>& slope, int level, const QString& plain, const QString& sloped) {
            double least = std::numeric_limits<double>::max(), most = std::numeric_limits<double>::lowest();
            for (int line = 0; slope && line < static_cast<int>(room().linedefs.size()); ++line)
                if (index_->sectorBeside(line, true) == item.index || index_->sectorBeside(line, false) == item.index)
                    for (const QPointF corner : {index_->start(line), index_->end(line)})
                        if (const auto at = roomcore::heightOn(*slope, corner.x(), corner.y())) {
                            least = std::min(least, *at);
                            most = std::max(most, *at);
                        }
            return least > most ? plain.arg(level) : sloped.arg(std::lround(least)).arg(std::lround(most));
        };
        return QStringList{height(sector.floorSlope, sector.floorHeight, tr("floor %1"), tr("floor sloped %1 to %2")),
                           height(sector.ceilingSlope, sector.ceilingHeight, tr("ceiling %1"), tr("ceiling sloped %1 to %2")),
                           tr("light %1").arg(sector.light)}
            .join(QStringLiteral(" \u00b7 "));
    }
    case MapItem::Kind::Thing: {
        const roo::Thing& thing = room().things[number];
        return item.index < 2 ? tr("corner of the playable rectangle · x %1, y %2").arg(thing.x).arg(thing.y)
                              : tr("type %1 · x %2, y %3").arg(thing.type).arg(thing.x).arg(thing.y);
    }
    }
    return {};
}

} // namespace blak::ui::rooms
