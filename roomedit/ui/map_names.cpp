// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/ui/map_names.h"

#include <QCoreApplication>
#include <QFontMetricsF>

#include <algorithm>
#include <cmath>
#include <utility>

namespace blak::ui::rooms {
namespace {

// Logical pixels, and logical pixels per editor unit.
constexpr double labelSpacing = 130;      ///< between labels of one tag
constexpr double smallestTagZoom = 0.25, smallestZoom = 0.08, smallestNamedZoom = 0.6;
constexpr double widestName = 170, nameHeight = 16, nameGap = 3, dotReach = 5;
constexpr double besideRoom = 24;  ///< around the room, what is seen with all of it
constexpr double farAround = 2000; ///< beyond the room, where names may stand

QString tagText(const RoomModel& model, int tag)
{
    const auto uses = model.usesOfTag(tag).size();
    return uses == 0 ? QCoreApplication::translate("MapCanvas", "tag %1").arg(tag)
                     : QCoreApplication::translate("MapCanvas", "tag %1 \u00b7 Blakod %2\u00d7").arg(tag).arg(uses);
}

} // namespace

QString edgeName(RoomFacts::Edge edge)
{
    switch (edge) {
    case RoomFacts::Edge::North: return QCoreApplication::translate("MapCanvas", "north");
    case RoomFacts::Edge::East: return QCoreApplication::translate("MapCanvas", "east");
    case RoomFacts::Edge::South: return QCoreApplication::translate("MapCanvas", "south");
    case RoomFacts::Edge::West: break;
    }
    return QCoreApplication::translate("MapCanvas", "west");
}

void MapNames::place(const RoomModel& model, double zoom, const QFont& font)
{
    const auto& facts = model.facts();
    if (index_ == model.sharedIndex() && facts_ == facts && hidden_ == model.hidden() && zoom_ == zoom && font_ == font && showsFacts_ == model.showsFacts())
        return;
    index_ = model.sharedIndex();
    facts_ = facts;
    hidden_ = model.hidden();
    zoom_ = zoom;
    font_ = font;
    showsFacts_ = model.showsFacts();
    tags_.clear();
    edges_.clear();
    edgeTexts_.clear();
    names_.clear();
    if (zoom >= smallestTagZoom)
        placeTags(model, zoom, font);
    if (facts_ != nullptr && showsFacts_)
        placeFacts(model, zoom, font);
    shownEdges_ = edges_;
    shownNames_ = names_;
}

void MapNames::showIn(const QRectF& seen)
{
    constexpr double apart = 14; // of what is seen of an edge, that an arrow has place there
    shownEdges_ = edges_;
    shownNames_ = names_;
    for (const auto edge : {RoomFacts::Edge::North, RoomFacts::Edge::East, RoomFacts::Edge::South, RoomFacts::Edge::West}) {
        QVector<qsizetype> marks; // those of one edge stay beside each other
        for (qsizetype i = 0; i < edges_.size(); ++i)
            if (edges_[i].edge == edge)
                marks.append(i);
        const bool isFlat = edge == RoomFacts::Edge::North || edge == RoomFacts::Edge::South;
        const QPointF side = edge == RoomFacts::Edge::North || edge == RoomFacts::Edge::West ? walkable_.topLeft() : walkable_.bottomRight();
        const double least = isFlat ? std::max(walkable_.left(), seen.left()) : std::max(walkable_.top(), seen.top());
        const double most = isFlat ? std::min(walkable_.right(), seen.right()) : std::min(walkable_.bottom(), seen.bottom());
        const bool isCrossed = isFlat ? side.y() >= seen.top() && side.y() <= seen.bottom() : side.x() >= seen.left() && side.x() <= seen.right();
        const auto isAlong = [&](QPointF at) { return isFlat ? at.x() >= seen.left() && at.x() <= seen.right() : at.y() >= seen.top() && at.y() <= seen.bottom(); };
        const double away = (least + most) / 2 - (isFlat ? walkable_.center().x() : walkable_.center().y());
        if (marks.isEmpty() || !isCrossed || most - least < apart ||
            std::ranges::any_of(marks, [&](qsizetype i) { return isAlong(edges_[i].arrow.boundingRect().center()); }))
            continue;
        const QPointF by = isFlat ? QPointF(std::round(away), 0) : QPointF(0, std::round(away));
        for (const qsizetype i : marks) {
            EdgeMark& mark = shownEdges_[i];
            mark.arrow.translate(by);
            shownNames_.removeIf([&mark](const Name& name) { return name.item == PlacedItem{PlacedItem::Kind::Edge, mark.way}; });
        }
        NamePlaces places(seen, nameGap);
        for (const Tag& tag : std::as_const(tags_))
            places.keepFree(tag.box);
        for (const Name& name : std::as_const(shownNames_))
            places.keepFree(name.box);
        for (const qsizetype i : marks)
            places.keepFree(shownEdges_[i].arrow.boundingRect(), i);
        for (const qsizetype i : marks) {
            const EdgeMark& mark = shownEdges_[i];
            const auto& [text, size] = edgeTexts_[i];
            if (text.isEmpty())
                continue;
            const PlacedItem item{PlacedItem::Kind::Edge, mark.way};
            if (const QRectF best = mark.nameBox(size, nameGap); places.take(best, i))
                shownNames_.append({best, text, item, {}});
            else if (const auto place = places.find(mark.arrow.boundingRect(), size, i, NamePlaces::Far::No))
                shownNames_.append({place->box, text, item, place->lead});
        }
    }
}

void MapNames::placeTags(const RoomModel& model, double zoom, const QFont& font)
{
    const QFontMetricsF metrics(font);
    QVector<std::pair<int, QPointF>> shown;
    const auto show = [&](int tag, QPointF editor) {
        const QPointF at(editor.x() * zoom, -editor.y() * zoom);
        const bool crowded = std::any_of(shown.begin(), shown.end(), [&](const auto& other) {
            const QPointF apart = other.second - at;
            const bool sameTag = other.first == tag;
            return std::abs(apart.x()) < (sameTag ? labelSpacing : 56) && std::abs(apart.y()) < (sameTag ? labelSpacing : 20);
        });
        if (crowded)
            return;
        shown.append({tag, at});
        const QString text = tagText(model, tag);
        QRectF box(0, 0, metrics.horizontalAdvance(text) + 12, 18);
        box.moveCenter(at);
        box.moveTopLeft(QPointF(std::round(box.left()), std::round(box.top())));
        tags_.append({box, text, tag});
    };
    const auto& sectors = index_->room().sectors;
    for (std::size_t i = 0; i < sectors.size(); ++i)
        if (sectors[i].userId != 0 && !model.isHidden({MapItem::Kind::Sector, static_cast<int>(i)}) && !index_->sector(static_cast<int>(i)).leaves.empty())
            show(sectors[i].userId, index_->sector(static_cast<int>(i)).labelPoint);
    for (int line = 0; line < static_cast<int>(index_->room().linedefs.size()); ++line)
        if (const MapIndex::LineInfo& info = index_->line(line); info.tag != 0 && !model.isHidden({MapItem::Kind::Line, line}))
            show(info.tag, (index_->start(line) + index_->end(line)) / 2 + QPointF(0, 14 / zoom));
}

void MapNames::placeFacts(const RoomModel& model, double zoom, const QFont& font)
{
    const QFontMetricsF metrics(font);
    const auto at = [zoom](QPointF editor) { return QPointF(editor.x() * zoom, -editor.y() * zoom); };
    const auto ofFact = [&](double row, double column) { return at(model.placeOfFact(row, column)); };
    const QRectF room = QRectF(at(index_->bounds().topLeft()), at(index_->bounds().bottomRight())).normalized();
    const QRectF whole = room.adjusted(-farAround, -farAround, farAround, farAround), near = room.adjusted(-besideRoom, -besideRoom, besideRoom, besideRoom);
    NamePlaces places(whole, nameGap);
    for (const QRectF& outside : {QRectF(whole.topLeft(), near.bottomLeft()), QRectF(near.topLeft(), QPointF(whole.right(), whole.top())).normalized(),
                                  QRectF(near.topRight(), whole.bottomRight()), QRectF(near.bottomRight(), QPointF(whole.left(), whole.bottom())).normalized()})
        places.spare(outside); // who sees the whole room sees its names
    for (const Tag& tag : std::as_const(tags_))
        places.keepFree(tag.box);
    const auto sizeOf = [&](const QString& text) { return QSizeF(std::ceil(metrics.horizontalAdvance(text)) + 10, nameHeight); };
    const auto elided = [&](const QString& text) { return metrics.elidedText(text, Qt::ElideRight, widestName); };
    /// Where there is no place it is left out: nearer there is one, and the tip says it.
    const auto name = [&](const QRectF& whereItIs, const QString& text, qsizetype owner, NamePlaces::Far far, qsizetype standsOn, const PlacedItem& item) {
        if (const auto place = places.find(whereItIs, sizeOf(text), owner, far, standsOn))
            names_.append({place->box, text, item, place->lead});
    };
    const auto squareOf = [&](const RoomFacts::Exit& exit) { return QRectF(ofFact(exit.row - 1, exit.column - 1), ofFact(exit.row, exit.column)); };
    const QVector<QVector<qsizetype>> runs = runsOfExits(facts_->exits);
    for (qsizetype run = 0; run < runs.size(); ++run)
        for (const qsizetype number : runs[run])
            places.keepFree(squareOf(facts_->exits[number]), run);
    for (const RoomFacts::Object& object : facts_->objects)
        places.spare(QRectF(ofFact(object.row, object.column) - QPointF(dotReach, dotReach), QSizeF(2 * dotReach, 2 * dotReach)));
    const QChar arrow(0x2192);
    const roo::PlayableRectangle& playable = index_->playable();
    const QRectF walkable = QRectF(at(QPointF(playable.left, playable.top)), at(QPointF(playable.right, playable.bottom))).normalized();
    walkable_ = walkable;
    edges_ = edgeMarks(facts_->edges, walkable, walkable, 1);
    edgeTexts_.resize(edges_.size());
    if (zoom < smallestZoom)
        return; // marks without names
    qsizetype edgeNumber = 0;
    for (const EdgeMark& mark : std::as_const(edges_)) {
        const QRectF around = mark.arrow.boundingRect();
        const qsizetype owner = runs.size() + mark.way; // after those of the squares
        places.keepFree(around, owner);
        const RoomFacts::EdgeExit& way = facts_->edges[mark.way];
        const QString text = elided(arrow + QStringLiteral(" ") + (way.room.isEmpty() ? way.to : way.room));
        edgeTexts_[edgeNumber++] = {text, sizeOf(text)};
        const PlacedItem item{PlacedItem::Kind::Edge, mark.way};
        if (const QRectF best = mark.nameBox(sizeOf(text), nameGap); places.take(best, owner))
            names_.append({best, text, item, {}});
        else
            name(around, text, owner, NamePlaces::Far::Yes, NamePlaces::nobody, item);
    }
    for (qsizetype run = 0; run < runs.size(); ++run) {
        QRectF all;
        for (const qsizetype number : runs[run])
            all |= squareOf(facts_->exits[number]);
        name(all, elided(arrow + QStringLiteral(" ") + facts_->exits[runs[run].first()].room), run, NamePlaces::Far::Yes, NamePlaces::nobody, {PlacedItem::Kind::Exit, runs[run].first()});
    }
    for (qsizetype i = 0; i < facts_->objects.size() && zoom >= smallestNamedZoom; ++i) {
        const QPointF dot = ofFact(facts_->objects[i].row, facts_->objects[i].column);
        name(QRectF(dot - QPointF(dotReach, dotReach), QSizeF(2 * dotReach, 2 * dotReach)), elided(facts_->objects[i].className), NamePlaces::nobody, NamePlaces::Far::No, places.ownerAt(dot),
             {PlacedItem::Kind::Object, i});
    }
}

} // namespace blak::ui::rooms
