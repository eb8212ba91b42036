// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/ui/room_menus.h"

#include "roomedit/ui/map_canvas.h"
#include "roomedit/ui/paste_dialogs.h"
#include "roomedit/ui/room_edit_actions.h"
#include "roomedit/ui/room_editing.h"
#include "roomedit/ui/room_things.h"
#include "roomedit/ui/room_view.h"
#include "roomedit/ui/texture_images.h"
#include "roomedit/ui/texture_label.h"
#include "roomedit/ui/view3d_canvas.h"
#include "ui/icons.h"
#include "ui/place_path.h"

#include <QFileInfo>
#include <QMenu>

#include <algorithm>
#include <array>

namespace blak::ui::rooms {

RoomMenus::RoomMenus(RoomView& room) : QObject(&room), room_(room), model_(*room.model()) {}

void RoomMenus::follow(MapCanvas* map)
{
    connect(map, &MapCanvas::menuRequested, this, [this, map](QPoint at, QPointF editor) { showOfMap(*map, at, editor); });
    connect(map, &MapCanvas::tagPressed, this, &RoomMenus::showOfTag);
}

QMenu* RoomMenus::makeMenu()
{
    auto* menu = new QMenu(&room_);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    return menu;
}

void RoomMenus::showOfMap(MapCanvas& map, QPoint at, QPointF editor)
{
    const auto placed = map.placedMeant(map.toWidget(editor));
    const MapItem under = placed ? MapItem() : model_.hovered();
    if (placed) // the menu is about what was pointed at
        model_.pick(*placed);
    else if (under && !model_.isSelected(under))
        model_.select(under);
    QMenu* menu = makeMenu();
    if (View3dCanvas* view3d = room_.view3d())
        menu->addAction(ui::icon(QStringLiteral("camera")), tr("Look from here"), view3d, [view3d, editor] { view3d->standAt(editor); });
    menu->addAction(ui::icon(QStringLiteral("fit")), tr("Show the whole room"), &map, &MapCanvas::fitRoom);
    if (model_.current())
        menu->addAction(tr("Show the selection"), &room_, &RoomView::showSelection);
    if (under) // what is selected elsewhere would be changed behind the menu
        addCommands(*menu);
    addInsertVertex(*menu, editor, under, map.pickingReach());
    addPlace(*menu, editor);
    if (model_.mode() == MapMode::Thing)
        addThingCommands(*menu, editor, placed.has_value());
    else if (under.kind == MapItem::Kind::Line)
        addOpenings(*menu, editor);
    const auto rooms = map.roomsBehind(map.toWidget(editor));
    if (!rooms.isEmpty() && !menu->isEmpty())
        menu->addSeparator();
    for (const MapCanvas::RoomBehind& room : rooms)
        menu->addAction(ui::icon(QStringLiteral("room")), tr("Open %1").arg(room.name), this, [this, file = room.file] { emit room_.openRequested(file); });
    addKodLinks(*menu, map.kodLinksAt(map.toWidget(editor)), rooms.isEmpty());
    menu->popup(at);
}

void RoomMenus::showOfTag(int tag, QPoint at)
{
    QVector<KodLink> links;
    for (const RoomFacts::TagUse& use : model_.usesOfTag(tag))
        links.append({tr("%1: %2, line %3").arg(use.message, QFileInfo(use.at.file).fileName()).arg(use.at.line), use.at});
    if (links.size() == 1)
        return emit room_.openRequested(placePath(links.first().at.file, QString::number(links.first().at.line)));
    QMenu* menu = makeMenu();
    addKodLinks(*menu, links);
    menu->popup(at);
}

/// What the Map and Edit menus have for the selection.
void RoomMenus::addCommands(QMenu& menu)
{
    static constexpr std::array<const char*, 8> shown{"room.line.split",    "room.line.flip", "room.sector.join", "room.sector.merge",
                                      "room.sector.dissolve", "room.edit.cut",  "room.edit.copy",   "room.edit.delete"};
    menu.addSeparator();
    addRows(menu, shown);
}

/// A vertex for the line that is pointed at, among vertices also where no other is there.
void RoomMenus::addInsertVertex(QMenu& menu, QPointF editor, const MapItem& under, double reach)
{
    const bool isBare = !under && model_.mode() == MapMode::Vertex && !model_.index().linesNear(editor, reach).empty();
    if (model_.canEdit() && (isBare || under.kind == MapItem::Kind::Line))
        menu.addAction(tr("Insert vertex here"), this, [this, editor, reach] { insertVertexAt(model_, editor, reach); });
}

/// What can be put at a place: parts of the clipboard, a prefab.
void RoomMenus::addPlace(QMenu& menu, QPointF editor)
{
    const bool isThings = model_.mode() == MapMode::Thing;
    menu.addSeparator();
    if (model_.canEdit() && canPaste())
        menu.addAction(ui::icon(QStringLiteral("paste")), tr("Paste here"), this, [this, editor] { pasteAt(model_, editor); });
    if (model_.canEdit() && !isThings)
        menu.addAction(tr("Insert a prefab here\u2026"), this, [this, editor] { askForPrefab(room_, editor); });
    if (model_.canEdit() && isThings)
        menu.addAction(tr("Corner of the room here"), this, [this, editor] { placeCornerAt(model_, editor); });
}

/// What there is to do with things: look at them, go where Blakod places them, and where their light comes from.
void RoomMenus::addThingCommands(QMenu& menu, QPointF editor, bool isPlaced)
{
    menu.addSeparator();
    auto* things = new QMenu(tr("Things and exits"), &menu);
    things->setIcon(ui::icon(QStringLiteral("mode-thing")));
    addThings(*things, model_);
    if (!things->isEmpty())
        menu.addMenu(things);
    if (!isPlaced) { // else its own line is below
        const auto at = placingLine(model_);
        QAction* line = menu.addAction(ui::icon(QStringLiteral("code")), at ? tr("Go to the Blakod that places things: %1").arg(lineName(*at)) : tr("No class that places things here was found"), this,
                                       [this] { goToPlacingLine(room_); });
        line->setEnabled(at.has_value());
    }
    QAction* shown = menu.addAction(tr("Show objects and exits of the world"), this, [this] { model_.setShowsFacts(!model_.showsFacts()); });
    shown->setCheckable(true);
    shown->setChecked(model_.showsFacts());
    if (const int sector = model_.sectorAt(editor); sector >= 0)
        menu.addAction(ui::icon(QStringLiteral("light")), tr("Light here: sector %1").arg(sector), this, [this, editor] { showLightAt(model_, editor); });
}

void RoomMenus::showThings()
{
    QMenu* menu = makeMenu();
    addThings(*menu, model_);
    if (menu->isEmpty()) {
        delete menu;
        return emit model_.noticed(tr("Nothing is known to be placed in this room."));
    }
    const MapCanvas& map = *room_.map();
    menu->popup(map.mapToGlobal(map.cursor().value_or(QPointF(map.rect().center())).toPoint()));
}

/// Rows of the action table, as far as they can be taken now.
void RoomMenus::addRows(QMenu& menu, std::span<const char* const> ids)
{
    const ActionTable table = roomEditActions();
    for (const char* id : ids) {
        const auto spec = std::ranges::find(table, QLatin1String(id), &ActionSpec::id);
        if (spec != table.end() && spec->enabled(&room_))
            menu.addAction(spec->icon.isEmpty() ? QIcon() : ui::icon(spec->icon), spec->textFor(&room_), this, [this, run = spec->run] { run(&room_); });
    }
}

void RoomMenus::showOf3d(QPoint at, const MapItem& item)
{
    static constexpr std::array<const char*, 6> alignment{"room.texture.alignX", "room.texture.alignY", "room.texture.alignBoth",
                                                          "room.texture.fitX",   "room.texture.fitY",   "room.texture.fitBoth"};
    static constexpr std::array<const char*, 2> properties{"room.properties.copy", "room.properties.paste"};
    if (!item)
        return;
    if (!model_.isSelected(item)) // the menu is about what was pointed at
        model_.select(item);
    QMenu* menu = makeMenu();
    menu->addAction(ui::icon(QStringLiteral("fit")), tr("Show on the map"), &room_, &RoomView::showSelection);
    if (const int texture = textureOf(model_, item); texture != 0)
        menu->addAction(ui::icon(QStringLiteral("picker")), tr("Take texture %1").arg(textureWords(texture, model_.textures()->name(texture))), this, [this, item] { room_.view3d()->takeTexture(item); });
    if (const int texture = room_.view3d()->brushTexture(); texture != 0 && model_.canEdit())
        menu->addAction(ui::icon(QStringLiteral("bucket")), tr("Put texture %1").arg(textureWords(texture, model_.textures()->name(texture))), this,
                        [this, item, texture] { applyTexture(model_, targetsOf(model_, item), texture); });
    menu->addSeparator();
    addRows(*menu, alignment);
    menu->addSeparator();
    addRows(*menu, properties);
    const int tag = item.kind == MapItem::Kind::Sector ? model_.room().sectors[static_cast<std::size_t>(item.index)].userId
                    : item.kind == MapItem::Kind::Line ? model_.index().line(item.index).tag
                                                       : 0;
    QVector<KodLink> links;
    for (const RoomFacts::TagUse& use : model_.usesOfTag(tag))
        links.append({tr("Tag %1, %2: %3, line %4").arg(tag).arg(use.message, QFileInfo(use.at.file).fileName()).arg(use.at.line), use.at});
    addKodLinks(*menu, links);
    menu->popup(at);
}

/// What can be put into the wall that is pointed at.
void RoomMenus::addOpenings(QMenu& menu, QPointF editor)
{
    if (!model_.canEdit())
        return;
    menu.addSeparator();
    menu.addAction(ui::icon(QStringLiteral("door")), tr("Door into this wall"), this, [this, editor] { putOpeningAt(model_, editor, false); });
    menu.addAction(tr("Window into this wall"), this, [this, editor] { putOpeningAt(model_, editor, true); });
    menu.addAction(tr("Arch into this wall"), this, [this, editor] { putArchAt(model_, editor); });
}

void RoomMenus::addKodLinks(QMenu& menu, const QVector<KodLink>& links, bool isApart)
{
    constexpr qsizetype most = 24; // a menu that fits on the screen
    if (isApart && !links.isEmpty() && !menu.isEmpty())
        menu.addSeparator();
    for (const KodLink& link : links.mid(0, most))
        menu.addAction(ui::icon(QStringLiteral("code")), link.text, this,
                       [this, at = link.at] { emit room_.openRequested(placePath(at.file, QString::number(at.line))); });
    if (links.size() > most)
        menu.addAction(tr("and %1 more").arg(links.size() - most))->setEnabled(false);
}

} // namespace blak::ui::rooms
