// SPDX-License-Identifier: GPL-3.0-or-later
// The part of MapCanvas that shows what the world's Blakod places in the room: objects and exits.
#include "roomedit/ui/map_canvas.h"
#include "roomedit/ui/name_places.h"

#include <QFileInfo>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace blak::ui::rooms {
namespace {

constexpr double smallestZoom = 0.08;     // logical pixels per editor unit
constexpr double smallestNamedZoom = 0.6; // from here on names stand beside
constexpr double reach = 9, dotReach = 5; // logical pixels
constexpr double widestName = 170;        // logical pixels
constexpr double nameHeight = 16, nameGap = 3, cameraReach = 9; // logical pixels

QColor translucent(QColor colour, double opacity)
{
    colour.setAlphaF(static_cast<float>(opacity));
    return colour;
}

/// Where people may walk, widget coordinates.
QRectF walkableArea(const MapCanvas& map, const RoomModel& model)
{
    const roo::PlayableRectangle& playable = model.index().playable();
    return QRectF(map.toWidget(QPointF(playable.left, playable.top)), map.toWidget(QPointF(playable.right, playable.bottom))).normalized();
}

/// Below names, negative numbers mean ways over an edge, which cannot be picked.
qsizetype edgeNumber(qsizetype way) { return -1 - way; }

QString edgeName(RoomFacts::Edge edge)
{
    switch (edge) {
    case RoomFacts::Edge::North: return MapCanvas::tr("north");
    case RoomFacts::Edge::East: return MapCanvas::tr("east");
    case RoomFacts::Edge::South: return MapCanvas::tr("south");
    case RoomFacts::Edge::West: break;
    }
    return MapCanvas::tr("west");
}

/// Numbers of the ways over an edge whose arrow or name is at a place.
QVector<qsizetype> edgesAt(const QVector<EdgeMark>& marks, const QVector<QPair<QRectF, PlacedItem>>& names, QPointF point)
{
    QVector<qsizetype> ways;
    for (const EdgeMark& mark : marks)
        if (mark.arrow.boundingRect().adjusted(-3, -3, 3, 3).contains(point))
            ways.append(mark.way);
    for (const auto& [box, item] : names)
        if (item.index < 0 && box.contains(point) && !ways.contains(edgeNumber(item.index)))
            ways.append(edgeNumber(item.index));
    return ways;
}

} // namespace

QRectF MapCanvas::squareOf(const RoomFacts::Exit& exit) const
{
    return {toWidget(model_->placeOfFact(exit.row - 1, exit.column - 1)), toWidget(model_->placeOfFact(exit.row, exit.column))};
}

QVector<RoomFacts::Exit> MapCanvas::roomsBehind(QPointF widgetPoint) const
{
    QVector<RoomFacts::Exit> rooms;
    if (const auto& facts = model_->facts(); facts != nullptr && model_->showsFacts())
        for (const RoomFacts::Exit& exit : facts->exits)
            if (!exit.roomFile.isEmpty() && squareOf(exit).contains(widgetPoint) &&
                std::ranges::none_of(rooms, [&exit](const auto& known) { return known.roomFile == exit.roomFile; }))
                rooms.append(exit);
    return rooms;
}

std::optional<MapCanvas::PlacedHit> MapCanvas::placedAt(QPointF widgetPoint) const
{
    const auto& facts = model_->facts();
    const bool isAll = model_->mode() == MapMode::All;
    if (facts == nullptr || !model_->showsFacts() || zoom_ < smallestZoom || !(isAll || model_->mode() == MapMode::Thing))
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
        if (item.index >= 0 && box.contains(widgetPoint))
            return PlacedHit{item, true};
    for (qsizetype i = 0; i < facts->exits.size(); ++i)
        if (const QRectF square = squareOf(facts->exits[i]); square.contains(widgetPoint))
            return PlacedHit{{PlacedItem::Kind::Exit, i}, QLineF(square.center(), widgetPoint).length() <= std::min(dotReach, square.width() / 4)};
    return {};
}

void MapCanvas::paintFacts(QPainter& painter) const
{
    factBoxes_.clear();
    const auto& facts = model_->facts();
    if (facts == nullptr || !model_->showsFacts() || zoom_ < smallestZoom)
        return;
    QFont small = font();
    small.setPixelSize(11);
    painter.setFont(small);
    const QFontMetricsF metrics(small);
    const bool isNamed = zoom_ >= smallestNamedZoom;
    NamePlaces places(QRectF(mapRect()), nameGap);
    for (const auto& [box, tag] : tagBoxes_)
        places.keepFree(box);
    if (model_->camera().valid) {
        const QPointF at = toWidget(model_->camera().editor);
        places.keepFree(QRectF(at - QPointF(cameraReach, cameraReach), QSizeF(2 * cameraReach, 2 * cameraReach)));
    }
    const auto put = [&](const QRectF& box, const QString& text, const QColor& colour, const PlacedItem& item) {
        factBoxes_.append({box, item});
        painter.setPen(Qt::NoPen);
        painter.setBrush(translucent(theme().isDark() ? theme().window : theme().tooltip, 0.92)); // as below tags
        painter.drawRoundedRect(box, 3, 3);
        painter.setPen(colour);
        painter.drawText(box, Qt::AlignCenter, text);
    };
    /// Where there is no place it is left out: nearer there is one, and the tip says it.
    const auto name = [&](const QRectF& whereItIs, const QString& whole, const QColor& colour, qsizetype owner, NamePlaces::Far far, qsizetype standsOn, const PlacedItem& item) {
        const QString text = metrics.elidedText(whole, Qt::ElideRight, widestName);
        const QSizeF size(std::ceil(metrics.horizontalAdvance(text)) + 10, nameHeight);
        const auto place = places.find(whereItIs.intersected(QRectF(mapRect())), size, owner, far, standsOn); // from near, beside it may be out of sight
        if (!place)
            return;
        if (place->lead) {
            painter.setPen(QPen(colour, 1));
            painter.drawLine(*place->lead);
        }
        put(place->box, text, colour, item);
    };
    const QVector<QVector<qsizetype>> runs = runsOfExits(facts->exits);
    for (qsizetype run = 0; run < runs.size(); ++run)
        for (const qsizetype number : runs[run]) {
            const QRectF square = squareOf(facts->exits[number]);
            if (!square.intersects(QRectF(mapRect())))
                continue;
            const bool isPicked = model_->picked() == PlacedItem{PlacedItem::Kind::Exit, number};
            const QColor& colour = isPicked ? theme().map.selected : theme().map.playable;
            painter.setPen(QPen(colour, isPicked ? 3 : 2));
            painter.setBrush(translucent(colour, 0.2));
            painter.drawRect(square);
            places.keepFree(square, run);
        }
    QVector<QPointF> dots;
    for (const RoomFacts::Object& object : facts->objects) {
        const QPointF at = toWidget(model_->placeOfFact(object.row, object.column));
        const bool isPicked = model_->picked() == PlacedItem{PlacedItem::Kind::Object, dots.size()};
        dots.append(at);
        if (!mapRect().contains(at.toPoint()))
            continue;
        if (isPicked) {
            painter.setPen(QPen(theme().map.selected, 2));
            painter.setBrush(Qt::NoBrush);
            painter.drawEllipse(at, 7.5, 7.5);
        }
        painter.setPen(QPen(theme().map.canvas, 1));
        painter.setBrush(isPicked ? theme().map.selected : translucent(theme().map.camera, 0.75));
        painter.drawEllipse(at, 4, 4);
        if (object.angle) {
            const double turn = *object.angle / 4096.0 * 2 * M_PI;
            painter.setPen(QPen(theme().map.camera, 1.5));
            painter.drawLine(at, at + QPointF(std::cos(turn), std::sin(turn)) * 9);
        }
        places.spare(QRectF(at - QPointF(5, 5), QSizeF(10, 10)));
    }
    for (const EdgeMark& mark : edgeMarks(facts->edges, walkableArea(*this, *model_), QRectF(mapRect()), 1)) {
        const QRectF around = mark.arrow.boundingRect();
        if (!around.intersects(QRectF(mapRect())))
            continue;
        painter.setPen(QPen(theme().map.canvas, 1));
        painter.setBrush(theme().map.playable);
        painter.drawPolygon(mark.arrow);
        const qsizetype owner = runs.size() + mark.way; // after those of the squares
        places.keepFree(around, owner);
        const RoomFacts::EdgeExit& way = facts->edges[mark.way];
        const QString whole = QChar(0x2192) + QStringLiteral(" ") + (way.room.isEmpty() ? way.to : way.room);
        const QString text = metrics.elidedText(whole, Qt::ElideRight, widestName);
        const QRectF best = mark.nameBox(QSizeF(std::ceil(metrics.horizontalAdvance(text)) + 10, nameHeight), nameGap);
        if (places.take(best, owner))
            put(best, text, theme().text, {PlacedItem::Kind::Exit, edgeNumber(mark.way)});
        else
            name(around, whole, theme().text, owner, NamePlaces::Far::Yes, NamePlaces::nobody, {PlacedItem::Kind::Exit, edgeNumber(mark.way)});
    }
    for (qsizetype run = 0; run < runs.size(); ++run) {
        QRectF all;
        for (const qsizetype number : runs[run])
            if (const QRectF square = squareOf(facts->exits[number]); square.intersects(QRectF(mapRect())))
                all |= square;
        if (!all.isNull())
            name(all, QChar(0x2192) + QStringLiteral(" ") + facts->exits[runs[run].first()].room, theme().text, run, NamePlaces::Far::Yes, NamePlaces::nobody,
                 {PlacedItem::Kind::Exit, runs[run].first()});
    }
    for (qsizetype i = 0; i < facts->objects.size() && isNamed; ++i)
        if (mapRect().contains(dots[i].toPoint()))
            name(QRectF(dots[i] - QPointF(5, 5), QSizeF(10, 10)), facts->objects[i].className, theme().text2, NamePlaces::nobody, NamePlaces::Far::No, places.ownerAt(dots[i]),
                 {PlacedItem::Kind::Object, i});
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
        if (zoom_ >= smallestZoom)
            for (const qsizetype number : edgesAt(edgeMarks(facts->edges, walkableArea(*this, *model_), QRectF(mapRect()), 1), factBoxes_, widgetPoint)) {
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

/// A click on the label of a tag that Blakod uses, or on a way over an edge: both have a menu of where Blakod says so.
bool MapCanvas::pressTag(QPointF widgetPoint)
{
    if (const auto& facts = model_->facts(); facts != nullptr && model_->showsFacts() && zoom_ >= smallestZoom &&
        !edgesAt(edgeMarks(facts->edges, walkableArea(*this, *model_), QRectF(mapRect()), 1), factBoxes_, widgetPoint).isEmpty()) {
        emit menuRequested(mapToGlobal(widgetPoint.toPoint()), toEditor(widgetPoint));
        return true;
    }
    for (const auto& [box, tag] : tagBoxes_)
        if (box.contains(widgetPoint) && !model_->usesOfTag(tag).isEmpty()) {
            emit tagPressed(tag, mapToGlobal(widgetPoint.toPoint()));
            return true;
        }
    return false;
}

} // namespace blak::ui::rooms
