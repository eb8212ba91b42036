// SPDX-License-Identifier: GPL-3.0-or-later
// The part of RoomModel that follows a document which is edited.
#include "roomedit/ui/room_builder.h"
#include "roomedit/ui/room_model.h"
#include "roomedit/ui/step_names.h"
#include "ui/sentence.h"

#include <algorithm>
#include <cmath>

namespace blak::ui::rooms {
namespace {

using namespace roomcore;

/// Rooms up to this size are built at once: the views follow in the same frame.
constexpr std::size_t mostLinesAtOnce = 1000;

void extend(QRectF& area, QPointF point)
{
    const QRectF spot(point.x() - 1, point.y() - 1, 2, 2);
    area = area.isNull() ? spot : area.united(spot);
}

QPointF pointOf(MapPoint point) { return {static_cast<double>(point.x), static_cast<double>(point.y)}; }

/// Walks two ascending lists of ids beside each other.
template <typename IdType, typename Both, typename One>
void eachPair(const std::vector<IdType>& a, const std::vector<IdType>& b, const Both& both, const One& one)
{
    std::size_t i = 0, j = 0;
    while (i < a.size() || j < b.size()) {
        if (i < a.size() && j < b.size() && a[i] == b[j])
            both(i++, j++);
        else if (j == b.size() || (i < a.size() && a[i] < b[j]))
            one(true, i++);
        else
            one(false, j++);
    }
}

/// Where two revisions of a room look different from above.
QRectF differenceOf(const RoomCopy& before, const MapIndex& beforeIndex, const RoomCopy& after, const MapIndex& afterIndex)
{
    QRectF area;
    const auto addLine = [&](const roo::Linedef& line) {
        extend(area, QPointF(line.x0, line.y0));
        extend(area, QPointF(line.x1, line.y1));
    };
    const auto idOf = [](const RoomCopy& copy, int sector) {
        return sector < 0 || static_cast<std::size_t>(sector) >= copy.numbers.sectors.size()
                   ? SectorId()
                   : copy.numbers.sectors[static_cast<std::size_t>(sector)];
    };
    const auto sidedefOf = [](const roo::Room& room, int number) {
        return number == 0 ? roo::Sidedef() : room.sidedefs[static_cast<std::size_t>(number) - 1];
    };
    eachPair(
        before.numbers.lines, after.numbers.lines,
        [&](std::size_t i, std::size_t j) {
            const roo::Linedef &a = before.room.linedefs[i], &b = after.room.linedefs[j];
            const bool same = a.x0 == b.x0 && a.y0 == b.y0 && a.x1 == b.x1 && a.y1 == b.y1 &&
                              (a.plusSide == 0) == (b.plusSide == 0) && (a.minusSide == 0) == (b.minusSide == 0) &&
                              idOf(before, beforeIndex.sectorBeside(static_cast<int>(i), true)) ==
                                  idOf(after, afterIndex.sectorBeside(static_cast<int>(j), true)) &&
                              idOf(before, beforeIndex.sectorBeside(static_cast<int>(i), false)) ==
                                  idOf(after, afterIndex.sectorBeside(static_cast<int>(j), false)) &&
                              sidedefOf(before.room, a.plusSide) == sidedefOf(after.room, b.plusSide) &&
                              sidedefOf(before.room, a.minusSide) == sidedefOf(after.room, b.minusSide);
            if (same)
                return;
            addLine(a);
            addLine(b);
        },
        [&](bool isBefore, std::size_t i) { addLine(isBefore ? before.room.linedefs[i] : after.room.linedefs[i]); });
    const auto addSector = [&](const MapIndex& index, std::size_t sector) {
        const QRectF bounds = index.sector(static_cast<int>(sector)).bounds;
        extend(area, bounds.topLeft());
        extend(area, bounds.bottomRight());
    };
    eachPair(
        before.numbers.sectors, after.numbers.sectors,
        [&](std::size_t i, std::size_t j) {
            if (before.room.sectors[i] == after.room.sectors[j])
                return;
            addSector(beforeIndex, i);
            addSector(afterIndex, j);
        },
        [&](bool isBefore, std::size_t i) { addSector(isBefore ? beforeIndex : afterIndex, i); });
    for (std::size_t i = 0; i < std::max(before.room.things.size(), after.room.things.size()); ++i) {
        const bool inBoth = i < before.room.things.size() && i < after.room.things.size();
        if (inBoth && before.room.things[i] == after.room.things[i])
            continue;
        for (const auto* things : {&before.room.things, &after.room.things})
            if (i < things->size())
                extend(area, QPointF((*things)[i].x, (*things)[i].y));
    }
    return area;
}

} // namespace

void RoomModel::setDocument(std::shared_ptr<RoomDocument> document)
{
    document_ = std::move(document);
    builder_ = std::make_unique<RoomBuilder>();
    connect(builder_.get(), &RoomBuilder::built, this, &RoomModel::takeBuilt);
    if (const auto copy = document_->copy())
        copy_ = copy.value();
    followArrangement();
    edits_ = document_->notices().connect([this](const document::DocumentNotice& notice) {
        if (notice.kind == document::DocumentNotice::Kind::Edited)
            followDocument();
    });
    refusals_ = document_->refusals().connect([this](const Error& error) { refused(error); });
}

void RoomModel::changed() { followDocument(); }

/// As a sentence. The operation that refused needs no name, since it was just asked for; a file does.
void RoomModel::refused(const Error& error)
{
    const bool isAboutAFile = error.where.find_first_of("/.") != std::string::npos;
    emit noticed(isAboutAFile ? QString::fromStdString(error.text()) : asSentence(QString::fromStdString(error.what)));
}

std::string RoomModel::inWords(const roomcore::MapSelection& parts) const { return rooms::inWords(*this, parts).toStdString(); }

void RoomModel::followDocument()
{
    auto copy = document_->copy();
    if (!copy)
        return refused(copy.error());
    if (copy.value() == copy_)
        return pullSelection();
    if (copy.value()->room.linedefs.size() <= mostLinesAtOnce)
        return takeBuilt(RoomBuilder::build(copy.value()));
    // The lines at once, floors and tree as soon as they are built.
    builder_->request(copy.value());
    std::shared_ptr<const roo::Room> room(copy.value(), &copy.value()->room);
    showIndex(copy.value(), std::make_shared<const MapIndex>(std::move(room), nullptr));
}

void RoomModel::takeBuilt(const BuiltRoom& room)
{
    if (const auto now = document_->copy(); !now || room.copy != now.value())
        return; // overtaken
    buildError_ = room.error;
    showIndex(room.copy, room.index);
    emit built(room);
}

void RoomModel::showIndex(std::shared_ptr<const RoomCopy> copy, std::shared_ptr<const MapIndex> index)
{
    changedArea_.reset();
    if (copy_ != nullptr) // the same copy: now the floors follow the lines
        changedArea_ = copy_ == copy ? QRectF() : differenceOf(*copy_, *index_, *copy, *index);
    setHovered({});
    copy_ = std::move(copy);
    index_ = std::move(index);
    followArrangement();
    pullSelection();
    emit roomChanged();
}

bool RoomModel::isBuilding() const { return builder_ != nullptr && builder_->isBusy(); }

void RoomModel::finishBuilding()
{
    if (builder_ != nullptr)
        builder_->finish();
}

int RoomModel::sectorAt(QPointF editor) const
{
    if (document_ == nullptr || copy_ == nullptr)
        return index_->sectorAt(editor);
    const MapPoint at = onGrid(std::floor(editor.x()) + 1, std::floor(editor.y()), 1);
    const auto hit = map().firstToTheLeft(at);
    if (!hit || document_->revision() != copy_->revision)
        return -1;
    const auto number = MapNumbers::numberOf(copy_->numbers.sectors, map().line(hit->line).side(hit->side).sector);
    return number ? static_cast<int>(*number) : -1;
}

MapSelection RoomModel::partsOf(const QVector<MapItem>& items) const
{
    MapSelection parts;
    if (document_ == nullptr || copy_ == nullptr)
        return parts;
    const MapNumbers& numbers = copy_->numbers;
    for (const MapItem& item : items) {
        const auto number = static_cast<std::size_t>(item.index);
        switch (item.kind) {
        case MapItem::Kind::Nothing: break;
        case MapItem::Kind::Vertex:
            if (number < index_->vertices().size()) {
                const QPoint point = index_->vertices()[number].point;
                if (const VertexId id = map().vertexAt({point.x(), point.y()}))
                    parts.vertices.push_back(id);
            }
            break;
        case MapItem::Kind::Line:
            if (number < numbers.lines.size())
                parts.lines.push_back(numbers.lines[number]);
            break;
        case MapItem::Kind::Sector:
            if (number < numbers.sectors.size())
                parts.sectors.push_back(numbers.sectors[number]);
            break;
        case MapItem::Kind::Thing:
            if (number < numbers.things.size())
                parts.things.push_back(numbers.things[number]);
            break;
        }
    }
    return parts;
}

QVector<MapItem> RoomModel::itemsOf(const MapSelection& parts) const
{
    QVector<MapItem> items;
    const auto append = [&items](MapItem::Kind kind, std::optional<std::size_t> number) {
        if (number)
            items.append({kind, static_cast<int>(*number)});
    };
    for (const VertexId id : parts.vertices) {
        if (!map().has(id))
            continue;
        const QPoint point = pointOf(map().point(id)).toPoint();
        const auto& vertices = index_->vertices(); // in the order of x, then y
        const auto found = std::lower_bound(vertices.begin(), vertices.end(), point, [](const MapIndex::Vertex& a, QPoint b) {
            return std::pair(a.point.x(), a.point.y()) < std::pair(b.x(), b.y());
        });
        if (found != vertices.end() && found->point == point)
            append(MapItem::Kind::Vertex, static_cast<std::size_t>(found - vertices.begin()));
    }
    for (const LineId id : parts.lines)
        append(MapItem::Kind::Line, MapNumbers::numberOf(copy_->numbers.lines, id));
    for (const SectorId id : parts.sectors)
        append(MapItem::Kind::Sector, MapNumbers::numberOf(copy_->numbers.sectors, id));
    for (const ThingId id : parts.things)
        append(MapItem::Kind::Thing, MapNumbers::numberOf(copy_->numbers.things, id));
    return items;
}

/// What is hidden and locked, under the numbers of now.
void RoomModel::followArrangement()
{
    const Arrangement& arrangement = document_->arrangement();
    const auto numbered = [this](const PartStates& states) {
        ItemStates items;
        if (states.lines.empty() || copy_ == nullptr)
            return items;
        const auto put = [&states](std::vector<bool>& into, const auto& ids) {
            into.reserve(ids.size());
            for (const auto id : ids)
                into.push_back(states.has(id));
        };
        put(items.lines, copy_->numbers.lines);
        put(items.sectors, copy_->numbers.sectors);
        put(items.things, copy_->numbers.things);
        items.vertices.reserve(index_->vertices().size());
        for (const MapIndex::Vertex& vertex : index_->vertices()) {
            const VertexId id = map().vertexAt({vertex.point.x(), vertex.point.y()});
            items.vertices.push_back(id && states.has(id));
        }
        return items;
    };
    locked_ = numbered(lockedParts(map(), arrangement));
    ItemStates hidden = numbered(hiddenParts(map(), arrangement));
    if (hidden == *hidden_)
        return;
    hidden_ = std::make_shared<const ItemStates>(std::move(hidden));
    emit hiddenChanged();
}

namespace {

bool holds(const ItemStates& states, const MapItem& item)
{
    switch (item.kind) {
    case MapItem::Kind::Nothing: return false;
    case MapItem::Kind::Vertex: return ItemStates::holds(states.vertices, item.index);
    case MapItem::Kind::Line: return ItemStates::holds(states.lines, item.index);
    case MapItem::Kind::Sector: return ItemStates::holds(states.sectors, item.index);
    case MapItem::Kind::Thing: return ItemStates::holds(states.things, item.index);
    }
    return false;
}

} // namespace

bool RoomModel::isFree(const MapItem& item) const { return !holds(*hidden_, item) && !holds(locked_, item); }

bool RoomModel::isHidden(const MapItem& item) const { return holds(*hidden_, item); }

QVector<MapItem> RoomModel::wholeOf(const MapItem& item) const
{
    QVector<MapItem> all{item};
    if (document_ == nullptr || !selectsGroups_ || document_->arrangement().groups.empty())
        return all;
    for (const MapItem& other : itemsOf(livingParts(map(), withGroups(document_->arrangement(), roomcore::partsOf(partsOf({item}))))))
        if (!other.isSameThing(item) && isFree(other))
            all.prepend(other);
    return all;
}

void RoomModel::clickOn(const MapItem& item, bool adds)
{
    const QVector<MapItem> whole = wholeOf(item);
    if (whole.size() == 1)
        return adds ? toggle(item) : select(item);
    const bool leaves = adds && isSelected(item);
    QVector<MapItem> next = adds ? selection_ : QVector<MapItem>();
    for (const MapItem& one : whole)
        next.removeIf([&one](const MapItem& other) { return other.isSameThing(one); });
    selection_ = leaves ? next : next + whole;
    pushSelection();
    emit selectionChanged();
}

bool RoomModel::mayMove(const MapSelection& parts)
{
    const auto free = checkUnlocked(map(), document_->arrangement(), parts);
    if (!free)
        refused(free.error());
    return static_cast<bool>(free);
}

MapSelection RoomModel::selectedParts() const { return partsOf(selection_); }

void RoomModel::selectParts(const MapSelection& parts)
{
    selection_ = itemsOf(parts);
    selection_.removeIf([this](const MapItem& item) { return !isFree(item); });
    pushSelection();
    emit selectionChanged();
}

void RoomModel::pushSelection()
{
    if (document_ != nullptr && !document_->history().isOpen())
        document_->setSelection(selectedParts());
}

/// What the document has selected, under its numbers of now; parts of walls and floors stay pointed at.
void RoomModel::pullSelection()
{
    QVector<MapItem> items = itemsOf(map().selection);
    items.removeIf([this](const MapItem& item) { return !isFree(item); });
    for (MapItem& item : items)
        for (const MapItem& old : std::as_const(selection_))
            if (old.isSameThing(item) && old.part != MapItem::Part::Whole)
                item = old;
    selection_ = items;
    emit selectionChanged();
}

} // namespace blak::ui::rooms
