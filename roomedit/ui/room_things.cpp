// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/ui/room_things.h"

#include "roomedit/ui/room_view.h"
#include "ui/icons.h"
#include "ui/place_path.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QMenu>

namespace blak::ui::rooms {
namespace {

constexpr qsizetype mostListed = 60; // two columns of a menu on a usual screen

QString say(const char* text) { return QCoreApplication::translate("RoomThings", text); }

QPointF middleOf(const RoomModel& model, const PlacedItem& item)
{
    const RoomFacts& facts = *model.facts();
    const roo::PlayableRectangle& playable = model.index().playable();
    const QPointF middle((playable.left + playable.right) / 2.0, (playable.bottom + playable.top) / 2.0);
    switch (item.kind) {
    case PlacedItem::Kind::Exit: return model.placeOfFact(facts.exits[item.index].row - 0.5, facts.exits[item.index].column - 0.5);
    case PlacedItem::Kind::Object: return model.placeOfFact(facts.objects[item.index].row, facts.objects[item.index].column);
    case PlacedItem::Kind::Edge: break;
    }
    switch (facts.edges[item.index].edge) {
    case RoomFacts::Edge::North: return {middle.x(), static_cast<double>(playable.top)};
    case RoomFacts::Edge::South: return {middle.x(), static_cast<double>(playable.bottom)};
    case RoomFacts::Edge::East: return {static_cast<double>(playable.right), middle.y()};
    case RoomFacts::Edge::West: return {static_cast<double>(playable.left), middle.y()};
    }
    return middle;
}

} // namespace

QString lineName(const RoomFacts::KodLine& at) { return say("%1, line %2").arg(QFileInfo(at.file).fileName()).arg(at.line); }

QString placedName(const RoomFacts& facts, const PlacedItem& item)
{
    switch (item.kind) {
    case PlacedItem::Kind::Object: return facts.objects[item.index].className;
    case PlacedItem::Kind::Exit: return say("Exit to %1").arg(facts.exits[item.index].room);
    case PlacedItem::Kind::Edge: break;
    }
    const RoomFacts::EdgeExit& way = facts.edges[item.index];
    return say("Exit to %1").arg(way.room.isEmpty() ? way.to : way.room);
}

const RoomFacts::KodLine& placedLine(const RoomFacts& facts, const PlacedItem& item)
{
    return item.kind == PlacedItem::Kind::Object ? facts.objects[item.index].at
           : item.kind == PlacedItem::Kind::Exit ? facts.exits[item.index].at
                                                 : facts.edges[item.index].at;
}

std::optional<RoomFacts::KodLine> placingLine(const RoomModel& model)
{
    const auto& facts = model.facts();
    if (facts == nullptr)
        return {};
    if (model.picked())
        return placedLine(*facts, *model.picked());
    return !facts->objects.isEmpty() ? std::optional(facts->objects.first().at)
           : !facts->exits.isEmpty() ? std::optional(facts->exits.first().at)
           : !facts->edges.isEmpty() ? std::optional(facts->edges.first().at)
                                     : std::nullopt;
}

QString whyNoThings(const RoomModel& model)
{
    const auto at = placingLine(model);
    return at ? say("No thing is put in here: things are made by Blakod, in the class of this room (%1). Map \u203a Things leads there.").arg(lineName(*at))
              : say("No thing is put in here: things are made by Blakod, in the class of the room, and none was found that makes any for this one.");
}

QString whyItStays(const RoomFacts& facts, const PlacedItem& item)
{
    return say("%1 is placed by %2, and moves only there. The link in the inspector leads to it.").arg(placedName(facts, item), lineName(placedLine(facts, item)));
}

void showPlaced(RoomModel& model, const PlacedItem& item)
{
    model.setShowsFacts(true);
    model.pick(item);
    if (model.picked() != item)
        return;
    constexpr double around = space::editorUnitsPerSquare;
    emit model.revealRequested(QRectF(middleOf(model, item), QSizeF()).adjusted(-around, -around, around, around));
}

void addThings(QMenu& menu, RoomModel& model)
{
    qsizetype left = 0;
    const auto add = [&](const char* sign, const QString& text, const std::function<void()>& run) {
        if (menu.actions().size() < mostListed)
            menu.addAction(ui::icon(QLatin1String(sign)), text, &model, run);
        else
            ++left;
    };
    if (const auto& facts = model.facts()) {
        const auto addPlaced = [&](PlacedItem::Kind kind, qsizetype count, const char* sign) {
            for (qsizetype i = 0; i < count; ++i) {
                const PlacedItem item{kind, i};
                add(sign, say("%1: %2").arg(placedName(*facts, item), lineName(placedLine(*facts, item))), [&model, item] { showPlaced(model, item); });
            }
        };
        addPlaced(PlacedItem::Kind::Object, facts->objects.size(), "object");
        addPlaced(PlacedItem::Kind::Exit, facts->exits.size(), "door");
        addPlaced(PlacedItem::Kind::Edge, facts->edges.size(), "door");
    }
    for (int i = 0; i < static_cast<int>(model.room().things.size()); ++i)
        if (const MapItem thing{MapItem::Kind::Thing, i}; model.isFree(thing))
            add("mode-thing", say("%1: %2").arg(model.nameOf(thing), model.describe(thing)), [&model, thing] {
                if (!model.isThere(thing))
                    return;
                model.select(thing);
                emit model.revealRequested(model.boundsOf(thing));
            });
    if (left > 0)
        menu.addAction(say("and %1 more").arg(left))->setEnabled(false);
}

void goToPlacingLine(RoomView& room)
{
    if (const auto at = placingLine(*room.model()))
        emit room.openRequested(placePath(at->file, QString::number(at->line)));
}

void showLightAt(RoomModel& model, QPointF editor)
{
    const int sector = model.sectorAt(editor);
    const MapItem item{MapItem::Kind::Sector, sector};
    if (sector < 0 || !model.isFree(item))
        return emit model.noticed(say("There is no sector here: point at a floor. Light belongs to sectors, and lamps to Blakod."));
    model.setMode(MapMode::Sector);
    model.select(item);
    emit model.noticed(say("Sector %1 has light %2, which the inspector changes. Lamps are things of Blakod.").arg(sector).arg(model.room().sectors[static_cast<std::size_t>(sector)].light));
}

} // namespace blak::ui::rooms
