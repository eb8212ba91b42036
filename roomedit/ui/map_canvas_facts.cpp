// SPDX-License-Identifier: GPL-3.0-or-later
// The part of MapCanvas that shows what the world's Blakod places in the room: objects and exits.
#include "roomedit/ui/map_canvas.h"

#include <QFileInfo>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace blak::ui::rooms {
namespace {

constexpr double smallestZoom = 0.08;     // logical pixels per editor unit: below, marks are small
constexpr double reach = 9, dotReach = 5; // logical pixels
constexpr double leastSquare = 7;         // logical pixels: an exit from far away

QColor translucent(QColor colour, double opacity)
{
    colour.setAlphaF(static_cast<float>(opacity));
    return colour;
}

} // namespace

QRectF MapCanvas::squareOf(const RoomFacts::Exit& exit) const
{
    const QRectF square(toWidget(model_->placeOfFact(exit.row - 1, exit.column - 1)), toWidget(model_->placeOfFact(exit.row, exit.column)));
    const double across = std::max(0.0, leastSquare - square.width()) / 2, down = std::max(0.0, leastSquare - square.height()) / 2;
    return square.adjusted(-across, -down, across, down);
}

QVector<MapCanvas::RoomBehind> MapCanvas::waysAt(QPointF widgetPoint) const
{
    QVector<RoomBehind> rooms;
    const auto add = [&rooms](const QString& name, const QString& file) {
        if (std::ranges::none_of(rooms, [&](const RoomBehind& known) { return known.file == file && known.name == name; }))
            rooms.append({name, file});
    };
    if (const auto& facts = model_->facts(); facts != nullptr && model_->showsFacts()) {
        for (const auto& [box, item] : factBoxes_)
            if (item.kind == PlacedItem::Kind::Exit && box.contains(widgetPoint))
                add(facts->exits[item.index].room, facts->exits[item.index].roomFile);
        for (const qsizetype number : edgesAt(widgetPoint)) {
            const RoomFacts::EdgeExit& way = facts->edges[number];
            add(way.room.isEmpty() ? way.to : way.room, way.roomFile);
        }
        for (const RoomFacts::Exit& exit : facts->exits)
            if (squareOf(exit).contains(widgetPoint))
                add(exit.room, exit.roomFile);
    }
    return rooms;
}

QVector<MapCanvas::RoomBehind> MapCanvas::roomsBehind(QPointF widgetPoint) const
{
    QVector<RoomBehind> rooms;
    for (const RoomBehind& room : waysAt(widgetPoint))
        if (!room.file.isEmpty() && std::ranges::none_of(rooms, [&room](const RoomBehind& known) { return known.file == room.file; }))
            rooms.append(room);
    return rooms;
}

void MapCanvas::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (draw() != nullptr && event->button() == Qt::LeftButton)
        return draw()->finish(), tools().touch();
    if (isSloping() || event->button() != Qt::LeftButton || !mapRect().contains(event->pos()))
        return;
    const QVector<RoomBehind> ways = waysAt(event->position());
    if (ways.isEmpty())
        return emit standHere(toEditor(event->position()));
    if (const auto rooms = roomsBehind(event->position()); !rooms.isEmpty())
        return emit roomRequested(rooms.first().file);
    emit model_->noticed(tr("This exit leads to %1, and no room of this project is known to be that.").arg(ways.first().name));
}

/// Numbers of the ways over an edge whose arrow or name is at a place.
QVector<qsizetype> MapCanvas::edgesAt(QPointF widgetPoint) const
{
    QVector<qsizetype> ways;
    if (!model_->showsFacts())
        return ways;
    const QPointF origin = toWidget({});
    for (const EdgeMark& mark : names_.edges())
        if (mark.arrow.boundingRect().translated(origin).adjusted(-3, -3, 3, 3).contains(widgetPoint))
            ways.append(mark.way);
    for (const auto& [box, item] : factBoxes_)
        if (item.kind == PlacedItem::Kind::Edge && box.contains(widgetPoint) && !ways.contains(item.index))
            ways.append(item.index);
    return ways;
}

std::optional<MapCanvas::PlacedHit> MapCanvas::placedAt(QPointF widgetPoint) const
{
    const auto& facts = model_->facts();
    const bool isAll = model_->mode() == MapMode::All;
    if (facts == nullptr || !model_->showsFacts())
        return {};
    if (const auto ways = edgesAt(widgetPoint); !ways.isEmpty()) // outside of the room, where nothing else is meant, in any mode
        return PlacedHit{{PlacedItem::Kind::Edge, ways.first()}, true};
    if (!isAll && model_->mode() != MapMode::Thing)
        return {};
    std::optional<PlacedHit> found;
    double nearest = isAll ? dotReach : reach; // of all kinds what lies beside a dot is meant more often
    for (qsizetype i = 0; i < facts->objects.size(); ++i)
        if (const double away = QLineF(toWidget(model_->placeOfFact(facts->objects[i].row, facts->objects[i].column)), widgetPoint).length(); away <= nearest) {
            nearest = away;
            found = PlacedHit{{PlacedItem::Kind::Object, i}, false};
        }
    if (found)
        return found;
    for (const auto& [box, item] : factBoxes_)
        if (box.contains(widgetPoint))
            return PlacedHit{item, true};
    for (qsizetype i = 0; i < facts->exits.size(); ++i)
        if (const QRectF square = squareOf(facts->exits[i]); square.contains(widgetPoint))
            return PlacedHit{{PlacedItem::Kind::Exit, i}, QLineF(square.center(), widgetPoint).length() <= std::min(dotReach, square.width() / 4)};
    return {};
}

std::optional<PlacedItem> MapCanvas::placedMeant(QPointF widgetPoint) const
{
    const auto placed = placedAt(widgetPoint);
    if (!placed || walk_->isShown())
        return {};
    const auto items = itemsBelow(toEditor(widgetPoint));
    const bool isFree = items.isEmpty() || items.first().kind == MapItem::Kind::Sector; // else a part of the room is meant
    return isFree || placed->isMark ? std::optional(placed->item) : std::nullopt;
}

void MapCanvas::paintFacts(QPainter& painter) const
{
    factBoxes_.clear();
    const auto& facts = model_->facts();
    if (facts == nullptr || !model_->showsFacts())
        return;
    const bool isFar = zoom_ < smallestZoom;
    QFont small = font();
    small.setPixelSize(11);
    painter.setFont(small);
    const QPointF origin = toWidget({});
    const auto isSeen = [this](const QRectF& box) { return box.intersects(QRectF(mapRect())); };
    const auto isPicked = [this](PlacedItem::Kind kind, qsizetype number) { return model_->picked() == PlacedItem{kind, number}; };
    for (qsizetype number = 0; number < facts->exits.size(); ++number) {
        const QRectF square = squareOf(facts->exits[number]);
        if (!isSeen(square))
            continue;
        const bool picked = isPicked(PlacedItem::Kind::Exit, number);
        const QColor& colour = picked ? theme().map.selected : theme().map.playable;
        painter.setPen(isFar ? QPen(theme().map.canvas, 1) : QPen(colour, picked ? 3 : 2));
        painter.setBrush(isFar ? colour : translucent(colour, 0.2)); // so small it is a mark of one colour
        painter.drawRect(square);
    }
    for (qsizetype number = 0; number < facts->objects.size(); ++number) {
        const RoomFacts::Object& object = facts->objects[number];
        const QPointF at = toWidget(model_->placeOfFact(object.row, object.column));
        if (!mapRect().contains(at.toPoint()))
            continue;
        const bool picked = isPicked(PlacedItem::Kind::Object, number);
        if (picked) {
            painter.setPen(QPen(theme().map.selected, 2));
            painter.setBrush(Qt::NoBrush);
            painter.drawEllipse(at, 7.5, 7.5);
        }
        painter.setPen(QPen(theme().map.canvas, 1));
        painter.setBrush(picked ? theme().map.selected : translucent(theme().map.camera, 0.75));
        painter.drawEllipse(at, isFar ? 3 : 4, isFar ? 3 : 4);
        if (object.angle && !isFar) {
            const double turn = *object.angle / 4096.0 * 2 * M_PI;
            painter.setPen(QPen(theme().map.camera, 1.5));
            painter.drawLine(at, at + QPointF(std::cos(turn), std::sin(turn)) * 9);
        }
    }
    for (const EdgeMark& mark : names_.edges()) {
        const QPolygonF arrow = mark.arrow.translated(origin);
        if (!isSeen(arrow.boundingRect()))
            continue;
        const bool picked = isPicked(PlacedItem::Kind::Edge, mark.way);
        painter.setPen(picked ? QPen(theme().map.selected, 2) : QPen(theme().map.canvas, 1));
        painter.setBrush(picked ? theme().map.selected : theme().map.playable);
        painter.drawPolygon(arrow);
    }
    for (const MapNames::Name& name : names_.names()) {
        const QRectF box = name.box.translated(origin);
        const QLineF lead = name.lead ? name.lead->translated(origin) : QLineF();
        if (!isSeen(box) && !(name.lead && isSeen(QRectF(lead.p1(), lead.p2()).normalized().adjusted(-1, -1, 1, 1))))
            continue;
        const QColor& colour = name.item.kind == PlacedItem::Kind::Object ? theme().text2 : theme().text;
        if (name.lead) {
            painter.setPen(QPen(colour, 1));
            painter.drawLine(lead);
        }
        factBoxes_.append({box, name.item});
        painter.setPen(Qt::NoPen);
        painter.setBrush(translucent(theme().isDark() ? theme().window : theme().tooltip, 0.92)); // as below tags
        painter.drawRoundedRect(box, 3, 3);
        painter.setPen(colour);
        painter.drawText(box, Qt::AlignCenter, name.text);
    }
}

QVector<QRectF> MapCanvas::namesOfFacts() const
{
    QVector<QRectF> boxes;
    for (const auto& [box, item] : factBoxes_)
        boxes.append(box);
    return boxes;
}

QVector<KodLink> MapCanvas::kodLinksAt(QPointF widgetPoint) const
{
    QVector<KodLink> links;
    const auto where = [](const RoomFacts::KodLine& at) { return tr("%1, line %2").arg(QFileInfo(at.file).fileName()).arg(at.line); };
    const auto& facts = model_->facts();
    if (facts == nullptr)
        return links;
    if (model_->showsFacts()) {
        for (const RoomFacts::Object& object : facts->objects)
            if (QLineF(toWidget(model_->placeOfFact(object.row, object.column)), widgetPoint).length() <= reach)
                links.append({tr("%1: %2").arg(object.className, where(object.at)), object.at});
        for (const RoomFacts::Exit& exit : facts->exits)
            if (squareOf(exit).contains(widgetPoint))
                links.append({exit.room == exit.to ? tr("Exit to %1: %2").arg(exit.to, where(exit.at)) : tr("Exit to %1 (%2): %3").arg(exit.room, exit.to, where(exit.at)), exit.at});
        for (const qsizetype number : edgesAt(widgetPoint)) {
            const RoomFacts::EdgeExit& way = facts->edges[number];
            links.append({tr("Exit to %1 over the %2 edge: %3").arg(way.room.isEmpty() ? way.to : way.room, edgeName(way.edge), where(way.at)), way.at});
        }
    }
    QVector<int> tags;
    const auto add = [&tags](int tag) {
        if (tag != 0 && !tags.contains(tag))
            tags.append(tag);
    };
    for (const auto& [box, tag] : tagBoxes_)
        if (box.contains(widgetPoint))
            add(tag);
    for (const MapItem& item : itemsBelow(toEditor(widgetPoint))) {
        if (item.kind == MapItem::Kind::Sector)
            add(model_->room().sectors[static_cast<std::size_t>(item.index)].userId);
        if (item.kind == MapItem::Kind::Line)
            add(model_->index().line(item.index).tag);
    }
    for (const int tag : std::as_const(tags))
        for (const RoomFacts::TagUse& use : model_->usesOfTag(tag))
            links.append({tr("Tag %1, %2: %3").arg(tag).arg(use.message, where(use.at)), use.at});
    return links;
}

QString MapCanvas::factsAt(QPointF widgetPoint) const
{
    constexpr qsizetype mostLines = 12;
    QStringList lines;
    for (const KodLink& link : kodLinksAt(widgetPoint))
        if (!lines.contains(link.text))
            lines << link.text;
    if (lines.size() > mostLines)
        lines = lines.first(mostLines) << tr("and %1 more").arg(lines.size() - mostLines);
    return lines.join(u'\n');
}

/// A click on the label of a tag that Blakod uses has a menu of where Blakod says so.
bool MapCanvas::pressTag(QPointF widgetPoint)
{
    for (const auto& [box, tag] : tagBoxes_)
        if (box.contains(widgetPoint) && !model_->usesOfTag(tag).isEmpty()) {
            emit tagPressed(tag, mapToGlobal(widgetPoint.toPoint()));
            return true;
        }
    return false;
}

} // namespace blak::ui::rooms
