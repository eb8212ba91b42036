// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "roomedit/ui/room_model.h"

#include <QObject>
#include <QPoint>
#include <QPointF>

#include <span>

class QMenu;

namespace blak::ui::rooms {

class MapCanvas;
class RoomView;
struct KodLink;

/// The menus that the right button opens in the views of a room, and the one of a tag's label: commands for what was pointed at, what
/// can be put there, and ways to the Blakod that speaks of it.
class RoomMenus : public QObject
{
    Q_OBJECT

public:
    /// Belongs to the view.
    explicit RoomMenus(RoomView& room);

    /// Those of a top view.
    void follow(MapCanvas* map);
    /// What one does with a surface: its texture, its alignment, its properties, and where Blakod moves it.
    void showOf3d(QPoint at, const MapItem& item);
    /// All things and exits of the room, to choose one that is looked at; over the active top view.
    void showThings();

private:
    void showOfMap(MapCanvas& map, QPoint at, QPointF editor);
    void showOfTag(int tag, QPoint at);
    QMenu* makeMenu();
    void addCommands(QMenu& menu);
    void addPlace(QMenu& menu, QPointF editor);
    void addThingCommands(QMenu& menu, QPointF editor, bool isPlaced);
    void addRows(QMenu& menu, std::span<const char* const> ids);
    void addInsertVertex(QMenu& menu, QPointF editor, const MapItem& under, double reach);
    void addOpenings(QMenu& menu, QPointF editor);
    void addKodLinks(QMenu& menu, const QVector<KodLink>& links, bool isApart = true);

    RoomView& room_;
    RoomModel& model_;
};

} // namespace blak::ui::rooms
