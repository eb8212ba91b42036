// SPDX-License-Identifier: GPL-3.0-or-later
// Textures dropped from the browser on what is seen: in the 3D view a part of a wall, a floor or a ceiling, in the top view a line
// or the floor of a sector. On something that is selected they go on all of the selection.
#include "roomedit/ui/map_canvas.h"
#include "roomedit/ui/room_editing.h"
#include "roomedit/ui/texture_label.h"
#include "roomedit/ui/view3d_canvas.h"

#include <QDropEvent>
#include <QMimeData>

#include <algorithm>

namespace blak::ui::rooms {
namespace {

/// What takes a texture below a place: the first that is no vertex.
MapItem takerAt(const RoomModel& model, QPointF editor, double reach)
{
    const auto items = model.itemsAt(editor, reach);
    const auto taker = std::ranges::find_if(items, [](const MapItem& item) { return item.kind != MapItem::Kind::Vertex; });
    return taker == items.end() ? MapItem() : *taker;
}

constexpr double dropReach = 6; // logical pixels

bool takes(const RoomModel& model, const QDropEvent& event)
{
    return model.canEdit() && TextureLabel::droppedTexture(*event.mimeData());
}

void drop(RoomModel& model, QDropEvent& event, const MapItem& item)
{
    const auto texture = TextureLabel::droppedTexture(*event.mimeData());
    if (!item || !texture || !model.canEdit())
        return;
    event.acceptProposedAction();
    applyTexture(model, targetsOf(model, item), *texture);
}

} // namespace

void MapCanvas::dragEnterEvent(QDragEnterEvent* event)
{
    if (takes(*model_, *event))
        event->acceptProposedAction();
}

void MapCanvas::dragMoveEvent(QDragMoveEvent* event)
{
    model_->setHovered(takerAt(*model_, toEditor(event->position()), dropReach / zoom_));
    event->acceptProposedAction();
}

void MapCanvas::dropEvent(QDropEvent* event)
{
    drop(*model_, *event, takerAt(*model_, toEditor(event->position()), dropReach / zoom_));
}

void View3dCanvas::dragEnterEvent(QDragEnterEvent* event)
{
    if (takes(*model_, *event))
        event->acceptProposedAction();
}

void View3dCanvas::dragMoveEvent(QDragMoveEvent* event)
{
    model_->setHovered(itemAt(event->position()));
    event->acceptProposedAction();
}

void View3dCanvas::dropEvent(QDropEvent* event) { drop(*model_, *event, itemAt(event->position())); }

} // namespace blak::ui::rooms
