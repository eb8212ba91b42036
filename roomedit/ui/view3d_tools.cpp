// SPDX-License-Identifier: GPL-3.0-or-later
// The part of View3dCanvas that paints textures and drags heights, pictures and slopes.
#include "client/render/view.h"
#include "roomedit/roomcore/operations/construct.h"
#include "roomedit/roomcore/operations/flood.h"
#include "roomedit/ui/room_editing.h"
#include "roomedit/ui/view3d_canvas.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cstdint>
#include <limits>

namespace blak::ui::rooms {
namespace {

constexpr double startOfDrag = 4;     // logical pixels
constexpr double handleReach = 9;     // logical pixels
constexpr std::size_t mostHandles = 48; ///< a plane with more lines around it is tilted by its fields

} // namespace

double View3dCanvas::unitsPerPixelAt(double depth) const
{
    if (painter_.frame().width() < 2)
        return 1; // nothing was drawn yet
    const render::View view(walker_.camera(), painter_.frame().width(), painter_.frame().height());
    return std::max(depth, render::View::nearDepth) / view.focal * devicePixelRatioF() / space::clientUnitsPerEditorUnit;
}

render::Pick View3dCanvas::pickAt(QPointF widgetPoint) const
{
    const QPointF device = widgetPoint * devicePixelRatioF();
    return painter_.frame().pick(static_cast<int>(device.x()), static_cast<int>(device.y()));
}

/// Where the middles of the border of the selected plane are seen: what it is tilted by.
QVector<View3dCanvas::Handle> View3dCanvas::handles() const
{
    const MapItem item = model_->current();
    const bool isPlane = item.part == MapItem::Part::Floor || item.part == MapItem::Part::Ceiling;
    if (!model_->canEdit() || brush_ || painter_.frame().width() < 2 || model_->selection().size() != 1 || item.kind != MapItem::Kind::Sector || !isPlane)
        return {};
    const auto parts = model_->partsOf({item});
    if (parts.sectors.empty() || !model_->map().has(parts.sectors.front()))
        return {};
    const roomcore::Map& map = model_->map();
    const roomcore::SectorId sector = parts.sectors.front();
    const roomcore::Plane plane = item.part == MapItem::Part::Ceiling ? roomcore::Plane::Ceiling : roomcore::Plane::Floor;
    const auto lines = map.linesOf(sector);
    if (lines.size() > mostHandles)
        return {};
    const render::View view(walker_.camera(), painter_.frame().width(), painter_.frame().height());
    QVector<Handle> found;
    for (const roomcore::LineId line : lines) {
        const roomcore::MapPoint a = map.startOf(line), b = map.endOf(line);
        const double height = (roomcore::heightAt(map.sector(sector), plane, a) + roomcore::heightAt(map.sector(sector), plane, b)) / 2;
        const space::Point at = model_->index().place({(a.x + b.x) / 2.0, (a.y + b.y) / 2.0}).client;
        const render::ViewPoint seen = view.toView(at.x, at.y);
        if (seen.depth < 4 * render::View::nearDepth)
            continue;
        const QPointF place = QPointF(view.screenX(seen), view.screenY(height * space::clientUnitsPerEditorUnit, seen.depth)) / devicePixelRatioF();
        if (QRectF(rect()).adjusted(2, 2, -2, -2).contains(place))
            found.append({place, line, seen.depth});
    }
    return found;
}

void View3dCanvas::paintHandles(QPainter& painter) const
{
    for (const Handle& handle : handles()) {
        painter.setPen(QPen(Qt::black, 1));
        painter.setBrush(themeOf(ThemeKind::Dark).map.selected);
        painter.drawPolygon(QPolygonF({handle.at + QPointF(0, -6), handle.at + QPointF(5, 0), handle.at + QPointF(0, 6), handle.at - QPointF(5, 0)}));
    }
}

bool View3dCanvas::pressTool(const QMouseEvent& event)
{
    if (!model_->canEdit() || event.button() != Qt::LeftButton)
        return false;
    pressedItem_ = itemAt(event.position());
    if (brush_) {
        if ((event.modifiers() & Qt::ControlModifier) != 0)
            takeTexture(pressedItem_);
        else if ((event.modifiers() & Qt::ShiftModifier) != 0)
            floodFrom(pressedItem_);
        else
            beginStroke(pressedItem_);
        return true;
    }
    if (drag_ != MouseUse::Select)
        return false;
    for (const Handle& handle : handles())
        if ((handle.at - event.position()).manhattanLength() <= handleReach) {
            ready_.emplace(*model_, View3dDrag::Kind::Tilt, model_->selection(), unitsPerPixelAt(handle.depth), handle.line);
            return true;
        }
    if (!pressedItem_ || !model_->isSelected(pressedItem_))
        return false;
    const bool isWall = pressedItem_.kind == MapItem::Kind::Line;
    const bool shifts = isWall && (pressedItem_.part == MapItem::Part::Normal || (event.modifiers() & Qt::AltModifier) != 0);
    QVector<MapItem> items = model_->selection();
    for (MapItem& item : items) // selected from above: what is pointed at tells which plane is meant
        if (item.part == MapItem::Part::Whole)
            item = item.isSameThing(pressedItem_) ? pressedItem_ : item;
    ready_.emplace(*model_, shifts ? View3dDrag::Kind::Offset : View3dDrag::Kind::Height, std::move(items),
                   unitsPerPixelAt(pickAt(event.position()).depth));
    return true;
}

bool View3dCanvas::moveTool(const QMouseEvent& event)
{
    if (isPainting_) {
        paintOn(itemAt(event.position()));
        return true;
    }
    if (!ready_)
        return false;
    const QPointF by = event.position() - lookFrom_;
    if (!dragMoved_ && by.manhattanLength() < startOfDrag)
        return true;
    dragMoved_ = true;
    setCursor(ready_->kind() == View3dDrag::Kind::Offset ? Qt::SizeAllCursor : Qt::SizeVerCursor);
    ready_->move(by, (event.modifiers() & Qt::ShiftModifier) != 0);
    return true;
}

/// True: the release was the end of a drag, or of a stroke.
bool View3dCanvas::releaseTool()
{
    if (isPainting_)
        return endStroke(true), true;
    if (!ready_)
        return brush_;
    if (dragMoved_)
        ready_->release();
    const bool wasClick = !dragMoved_ && ready_->kind() != View3dDrag::Kind::Tilt;
    ready_.reset();
    if (wasClick)
        model_->select(pressedItem_);
    return true;
}

bool View3dCanvas::backOut()
{
    if (isPainting_)
        return endStroke(false), endDrag(), true;
    if (ready_) {
        ready_->cancel();
        ready_.reset();
        return endDrag(), true;
    }
    if (brush_)
        return setBrush(false), true;
    return false;
}

// Painting.

void View3dCanvas::setBrush(bool on)
{
    if (on == brush_)
        return;
    if (!on && isPainting_)
        endStroke(true);
    brush_ = on;
    update();
    emit brushChanged();
}

void View3dCanvas::takeTexture(const MapItem& item)
{
    const int texture = item ? textureOf(*model_, item) : 0;
    if (item && texture == 0)
        emit model_->noticed(tr("There is no texture here to take."));
    if (texture == 0)
        return;
    setBrushTexture(texture);
    if (const auto picture = renderer_.assets().texture(texture); picture == nullptr || picture->missing) // no picture shows that it is in hand
        emit model_->noticed(tr("Texture %1 is taken; its picture is missing.").arg(texture));
}

void View3dCanvas::setBrushTexture(int number)
{
    if (isPainting_ || number <= 0 || number > std::numeric_limits<std::uint16_t>::max())
        return;
    copiedTexture_ = number;
    update();
    emit brushChanged();
}

void View3dCanvas::beginStroke(const MapItem& item)
{
    if (copiedTexture_ == 0)
        return takeTexture(item);
    model_->document()->history().begin(tr("Paint with texture %1").arg(copiedTexture_).toStdString());
    isPainting_ = true;
    paintOn(item);
}

void View3dCanvas::paintOn(const MapItem& item)
{
    model_->setHovered(item);
    if (!item || !model_->isFree(item) || textureOf(*model_, item) == copiedTexture_)
        return;
    applyTexture(*model_, {item}, copiedTexture_);
    model_->changed();
}

void View3dCanvas::endStroke(bool keeps)
{
    isPainting_ = false;
    if (keeps)
        model_->document()->history().commit();
    else
        model_->document()->history().rollback();
    model_->changed();
}

void View3dCanvas::floodFrom(const MapItem& item)
{
    const auto parts = model_->partsOf({item});
    if (copiedTexture_ == 0 || !model_->isFree(item) || (parts.sectors.empty() && parts.lines.empty()))
        return;
    roomcore::MapEdit edit = model_->edit();
    document::Transaction transaction(edit.history(), tr("Fill with texture %1").arg(copiedTexture_).toStdString());
    const auto texture = static_cast<std::uint16_t>(copiedTexture_);
    if (!parts.sectors.empty()) {
        const roomcore::Plane plane = item.part == MapItem::Part::Ceiling ? roomcore::Plane::Ceiling : roomcore::Plane::Floor;
        if (!told(*model_, roomcore::setFlat(edit, roomcore::floodSectors(model_->map(), parts.sectors.front(), plane), plane, texture)))
            return;
    } else {
        const roomcore::Side side = item.minusSide ? roomcore::Side::Minus : roomcore::Side::Plus;
        const roomcore::WallPart part = item.part == MapItem::Part::Above   ? roomcore::WallPart::Above
                                        : item.part == MapItem::Part::Below ? roomcore::WallPart::Below
                                                                            : roomcore::WallPart::Normal;
        for (const roomcore::WallSpot& spot : roomcore::floodWalls(model_->map(), {{parts.lines.front(), side}, part}))
            if (!told(*model_, roomcore::setWallTexture(edit, std::span(&spot.side, 1), spot.part, texture)))
                return;
    }
    transaction.commit();
}

// Properties.

void View3dCanvas::copyProperties() { copyLook(*model_, target()); }

void View3dCanvas::pasteProperties()
{
    if (const MapItem item = target())
        pasteLook(*model_, targetsOf(*model_, item));
}

} // namespace blak::ui::rooms
