// SPDX-License-Identifier: GPL-3.0-or-later
// The part of MapCanvas that draws, drags and bands.
#include "roomedit/ui/map_canvas.h"
#include "roomedit/ui/room_things.h"
#include "roomedit/ui/step_names.h"

#include <QMouseEvent>
#include <QPainter>

#include <cmath>

namespace blak::ui::rooms {
namespace {

using namespace roomcore;

constexpr double snapReach = 8; // logical pixels
constexpr double knobDistance = 28; // logical pixels from the box of a selection to what turns it

QPointF editorPoint(MapPoint point) { return {static_cast<double>(point.x), static_cast<double>(point.y)}; }

/// A number beside what is drawn or dragged.
void paintNote(QPainter& painter, QPointF middle, const QString& text)
{
    QFont small = painter.font();
    small.setPixelSize(11);
    painter.setFont(small);
    QRectF box(0, 0, QFontMetricsF(small).horizontalAdvance(text) + 8, 16);
    box.moveCenter(middle);
    painter.setPen(Qt::NoPen);
    QColor back = theme().isDark() ? theme().window : theme().tooltip;
    back.setAlpha(232);
    painter.setBrush(back);
    painter.drawRoundedRect(box, 3, 3);
    painter.setPen(theme().text);
    painter.drawText(box, Qt::AlignCenter, text);
}

PartKinds kindsOf(MapMode mode)
{
    const bool all = mode == MapMode::All;
    return {mode == MapMode::Vertex, all || mode == MapMode::Line, all || mode == MapMode::Sector, all || mode == MapMode::Thing};
}

} // namespace

Pointer MapCanvas::pointerAt(QPointF point, Qt::KeyboardModifiers modifiers) const
{
    const QPointF editor = toEditor(point);
    return {editor.x(), editor.y(), snapReach / zoom_, (modifiers & Qt::AltModifier) != 0};
}

void MapCanvas::setDrawShape(std::optional<DrawShape> shape) { tools().setDrawShape(model_->canEdit() ? shape : std::nullopt); }

void MapCanvas::setTransforming(bool on) { tools().setTransforming(on && model_->canEdit()); }

void MapCanvas::setSloping(bool on)
{
    if (on && model_->canEdit())
        tools().setSloping(model_->selectedParts());
    else
        tools().stopSloping();
}

bool MapCanvas::finishSlope()
{
    SlopeTool* slope = tools().slope();
    if (slope == nullptr || !slope->isApplied())
        return false;
    const bool isFloor = slope->plane() == roomcore::Plane::Floor;
    roomcore::MapSelection sloped;
    sloped.sectors = slope->sectors();
    const QVector<MapItem> items = model_->itemsOf(sloped);
    slope->finish();
    emit tools().changed();
    if (items.size() == 1)
        emit model_->noticed((isFloor ? tr("Floor of sector %1 is sloped through 3 points.") : tr("Ceiling of sector %1 is sloped through 3 points.")).arg(items.first().index));
    else
        emit model_->noticed((isFloor ? tr("Floors of %1 sectors are sloped through 3 points.") : tr("Ceilings of %1 sectors are sloped through 3 points.")).arg(items.size()));
    return true;
}

bool MapCanvas::typeSize(const QString& text)
{
    if (draw() == nullptr || text.isEmpty())
        return true;
    const auto done = draw()->type(text.toStdString());
    if (!done)
        model_->refused(done.error());
    tools().touch();
    return static_cast<bool>(done);
}

std::optional<DrawShape> MapCanvas::drawShape() const { return draw() == nullptr ? std::nullopt : std::optional(draw()->shape()); }

bool MapCanvas::backOut()
{
    if (TransformTool* transform = tools().transform()) {
        const bool wasDragging = transform->isDragging();
        transform->cancel();
        transformStep_.reset();
        endDrag();
        if (!wasDragging)
            setTransforming(false);
        tools().touch();
        return true;
    }
    if (SlopeTool* slope = tools().slope()) {
        const bool wasDragging = slope->held().has_value();
        if (!wasDragging && finishSlope())
            return true;
        if (!slope->escape())
            tools().stopSloping();
        else if (!wasDragging)
            emit tools().changed();
        if (wasDragging)
            endDrag();
        tools().touch();
        return true;
    }
    if (dragStep_ != nullptr || band_ != nullptr) {
        dragStep_.reset();
        band_.reset();
        endDrag();
        update();
        return true;
    }
    if (draw() == nullptr)
        return walk_->forget();
    if (!draw()->escape())
        setDrawShape({});
    tools().touch();
    return true;
}

/// Another room: of the tiles only those that look different. While its floors are being built the old ones stay, and what moves
/// is painted over them.
void MapCanvas::showRoom()
{
    const auto& area = model_->changedArea();
    if (!area)
        staleArea_.reset();
    else if (staleArea_)
        staleArea_ = staleArea_->isNull() ? *area : area->isNull() ? *staleArea_ : staleArea_->united(*area);
    if (model_->index().loaded() == nullptr && model_->isBuilding())
        return update();
    if (staleArea_)
        tiles_.setRoom(model_->sharedIndex(), *staleArea_);
    else
        updateLook();
    staleArea_ = QRectF();
    if (dragStep_ == nullptr)
        updateHover();
    update();
}

void MapCanvas::pressSelect(const QMouseEvent& event)
{
    const Pointer at = pointerAt(event.position(), event.modifiers());
    if (draw() != nullptr) {
        draw()->press(at);
        return tools().touch();
    }
    if (SlopeTool* slope = tools().slope()) {
        slope->press(at);
        emit tools().changed(); // another point, which has a field
        return;
    }
    if (pressTag(event.position()))
        return endDrag();
    if (TransformTool* transform = tools().transform())
        if (const auto handle = transform->at(at, knobDistance / zoom_)) {
            if (model_->mayMove(model_->selectedParts()))
                pressTransform(*transform, *handle, at);
            return tools().touch();
        }
    const bool adds = drag_ == MouseUse::Toggle;
    const auto items = itemsBelow(toEditor(event.position()));
    if (const auto placed = adds ? std::nullopt : placedMeant(event.position())) {
        const bool isNew = model_->picked() != *placed; // once it is looked at, another click is for what lies below
        if (isNew || placed->kind == PlacedItem::Kind::Object) // on the square of an exit a band may begin
            held_ = Held{*placed, event.position()};
        if (isNew)
            return model_->pick(*placed);
    }
    if (!adds && !items.isEmpty() && model_->mode() == MapMode::All)
        if (const MapItem& meant = items[static_cast<qsizetype>(select_.meant(static_cast<std::size_t>(items.size())))];
            meant.kind == MapItem::Kind::Vertex && !model_->isSelected(meant))
            grip_ = meant; // what is selected stays so while its corners are dragged; a click is for the vertex itself
    const bool isSelected = grip_ || std::any_of(items.begin(), items.end(), [this](const MapItem& item) { return model_->isSelected(item); });
    const bool isFloor = !items.isEmpty() && items.first().kind == MapItem::Kind::Sector;
    if (select_.press(at, {items.isEmpty(), isFloor, isSelected}, adds) == SelectTool::Deed::Click)
        clickAt(at, adds);
}

void MapCanvas::startDrag()
{
    const MapSelection selected = model_->selectedParts(), what = grip_ ? model_->partsOf({*grip_}) : selected;
    if (model_->mayMove(what))
        dragStep_ = std::make_unique<DragStep>(*model_, what, Pointer{select_.from().x, select_.from().y, select_.from().reach, false},
                                               grip_ ? std::optional(selected) : std::nullopt);
}

void MapCanvas::pressTransform(TransformTool& transform, TransformTool::Handle handle, const Pointer& at)
{
    const QString pattern = handle == TransformTool::Handle::Turn ? tr("Rotate %1") : handle == TransformTool::Handle::Inside ? tr("Move %1") : tr("Scale %1");
    transformStep_.emplace(model_->document()->history(), stepName(*model_, pattern, model_->selectedParts()).toStdString());
    transform.press(handle, at);
}

/// What Blakod places stays where it is, whoever drags it; said once for each drag.
void MapCanvas::holdPlaced(QPointF widgetPoint)
{
    constexpr double dragStarts = 4; // logical pixels
    if (!held_ || held_->isTold || (widgetPoint - held_->from).manhattanLength() < dragStarts)
        return;
    held_->isTold = true;
    select_.cancel();
    setCursor(Qt::ForbiddenCursor);
    if (model_->picked() == held_->item) // else it was read anew meanwhile, and is another's number
        emit model_->noticed(whyItStays(*model_->facts(), held_->item));
}

bool MapCanvas::moveTool(const QMouseEvent& event)
{
    const Pointer pointer = pointerAt(event.position(), event.modifiers());
    if (draw() != nullptr) {
        draw()->move(pointer);
        tools().touch();
        return false; // rulers and status go on
    }
    if (SlopeTool* slope = tools().slope(); slope != nullptr && slope->held()) {
        cursor_ = event.position();
        slope->move(pointer);
        tools().touch();
        emit cursorMoved();
        return true;
    }
    if (TransformTool* transform = tools().transform(); transform != nullptr && transform->isDragging()) {
        cursor_ = event.position();
        transform->move(pointer, (event.modifiers() & Qt::ShiftModifier) != 0);
        tools().touch();
        emit cursorMoved();
        return true;
    }
    holdPlaced(event.position());
    switch (model_->canEdit() ? select_.move(pointer) : SelectTool::Deed::None) {
    case SelectTool::Deed::StartBand:
        band_ = std::make_unique<BandTool>(onGrid(select_.from().x, select_.from().y, 1), isLasso());
        break;
    case SelectTool::Deed::StartDrag:
        startDrag();
        break;
    case SelectTool::Deed::Click:
    case SelectTool::Deed::None: break;
    }
    if (dragStep_ == nullptr && band_ == nullptr)
        return false;
    cursor_ = event.position();
    if (dragStep_ != nullptr)
        dragStep_->move(pointer);
    else
        band_->move(onGrid(pointer.x, pointer.y, 1));
    update();
    emit cursorMoved();
    return true;
}

bool MapCanvas::releaseTool(const QMouseEvent& event)
{
    if (draw() != nullptr && dragButton_ == Qt::LeftButton) {
        draw()->release(pointerAt(event.position(), event.modifiers()));
        tools().touch();
        return endDrag(), true;
    }
    if (SlopeTool* slope = tools().slope(); slope != nullptr && dragButton_ == Qt::LeftButton) {
        if (slope->held()) {
            slope->release();
            emit tools().changed(); // the field says the height that was dragged to
        }
        return endDrag(), true;
    }
    if (TransformTool* transform = tools().transform(); transform != nullptr && transform->isDragging()) {
        transform->release();
        if (transformStep_)
            transformStep_->commit();
        transformStep_.reset();
        updateHover();
        return endDrag(), true;
    }
    if (dragStep_ != nullptr) {
        dragStep_->release();
        dragStep_.reset();
        updateHover();
        return endDrag(), true;
    }
    if (band_ != nullptr) {
        selectBand(drag_ == MouseUse::Toggle);
        band_.reset();
        update();
        return endDrag(), true;
    }
    if (select_.release() == SelectTool::Deed::Click)
        clickAt(select_.from(), drag_ == MouseUse::Toggle);
    return false;
}

void MapCanvas::selectBand(bool adds)
{
    MapSelection parts = band_->parts(model_->map(), kindsOf(model_->mode()));
    if (model_->selectsGroups()) {
        const auto vertices = std::move(parts.vertices);
        parts = livingParts(model_->map(), withGroups(model_->document()->arrangement(), partsOf(parts)));
        parts.vertices = vertices;
    }
    if (adds) {
        const MapSelection before = model_->selectedParts();
        const auto join = [](auto& into, const auto& from) {
            for (const auto id : from)
                if (std::find(into.begin(), into.end(), id) == into.end())
                    into.push_back(id);
        };
        join(parts.vertices, before.vertices);
        join(parts.lines, before.lines);
        join(parts.sectors, before.sectors);
        join(parts.things, before.things);
    }
    model_->selectParts(parts);
}

void MapCanvas::paintTools(QPainter& painter) const
{
    const QColor& colour = theme().map.selected;
    if (band_ != nullptr) {
        const MapBox box = band_->box();
        QColor inside = colour;
        inside.setAlphaF(0.12F);
        painter.setPen(QPen(colour, 1, Qt::DashLine));
        painter.setBrush(inside);
        QPolygonF way;
        for (const MapPoint point : band_->way())
            way.append(toWidget(editorPoint(point)));
        if (band_->isLasso())
            painter.drawPolygon(way);
        else
            painter.drawRect(QRectF(toWidget(QPointF(box.left, box.top)), toWidget(QPointF(box.right, box.bottom))));
    }
    if (dragStep_ != nullptr && cursor_) {
        const MapPoint by = dragStep_->moved();
        paintLengths(painter, QPolygonF({*cursor_ - QPointF(by.x * zoom_, -by.y * zoom_), *cursor_}));
    }
    paintTransform(painter);
    paintSlope(painter);
    if (draw() == nullptr)
        return;
    for (const auto& way : draw()->preview()) {
        QPolygonF points;
        for (const MapPoint point : way)
            points.append(toWidget(editorPoint(point)));
        painter.setPen(QPen(colour, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawPolyline(points);
        paintLengths(painter, points);
    }
    if (!cursor_ && draw()->isIdle())
        return;
    const QPointF next = toWidget(editorPoint(draw()->cursor()));
    painter.setPen(QPen(theme().map.canvas, 1));
    painter.setBrush(colour);
    for (const MapPoint point : draw()->points())
        painter.drawRect(QRectF(toWidget(editorPoint(point)) - QPointF(3, 3), QSizeF(6, 6)));
    painter.drawEllipse(next, 4, 4);
}

void MapCanvas::paintTransform(QPainter& painter) const
{
    const TransformTool* transform = tools().transform();
    if (transform == nullptr || transform->box().isEmpty())
        return;
    const MapBox box = transform->box();
    const QRectF at(toWidget(QPointF(box.left, box.top)), toWidget(QPointF(box.right, box.bottom)));
    const QColor& colour = theme().map.selected;
    painter.setPen(QPen(colour, 1, Qt::DashLine));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(at);
    const auto places = transform->places(knobDistance / zoom_);
    painter.setPen(QPen(colour, 1));
    painter.drawLine(QPointF(at.center().x(), at.top()), toWidget({places.back().x, places.back().y}));
    painter.setPen(QPen(theme().map.canvas, 1));
    painter.setBrush(colour);
    for (const TransformTool::Place& place : places) {
        const QPointF middle = toWidget({place.x, place.y});
        if (place.handle == TransformTool::Handle::Turn)
            painter.drawEllipse(middle, 5, 5);
        else
            painter.drawRect(QRectF(middle - QPointF(4, 4), QSizeF(8, 8)));
    }
    if (!transform->isDragging() || !cursor_)
        return;
    const TransformTool::Amount& amount = transform->amount();
    const QString text = amount.isTurn   ? tr("%1\u00b0").arg(std::lround(amount.x))
                         : amount.isMove ? tr("%1, %2").arg(std::lround(amount.x)).arg(std::lround(amount.y))
                                         : tr("%1 % \u00d7 %2 %").arg(std::lround(amount.x)).arg(std::lround(amount.y));
    paintNote(painter, *cursor_ + QPointF(0, -20), text);
}

/// The points of a slope with their heights, the triangle between them.
void MapCanvas::paintSlope(QPainter& painter) const
{
    const SlopeTool* slope = tools().slope();
    if (slope == nullptr)
        return;
    const QColor& colour = theme().map.selected;
    QPolygonF corners;
    for (const SlopePoint& point : slope->points())
        corners.append(toWidget(editorPoint(point.at)));
    painter.setPen(QPen(colour, 1.5, Qt::DashLine));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolygon(corners);
    for (qsizetype i = 0; i < corners.size(); ++i) {
        const auto number = static_cast<std::size_t>(i);
        painter.setPen(QPen(theme().map.canvas, 1));
        painter.setBrush(colour);
        const double radius = slope->held() == number ? 7 : 5;
        painter.drawEllipse(corners[i], radius, radius);
        if (active_) // the others may be small
            paintNote(painter, corners[i] + QPointF(0, -18), tr("%1: %2").arg(i + 1).arg(slope->points()[number].height));
    }
}

/// Length (and angle) beside each piece of a way, widget coordinates.
void MapCanvas::paintLengths(QPainter& painter, const QPolygonF& way) const
{
    constexpr double leastShown = 24; // pixels: shorter pieces have no place for a number
    constexpr qsizetype mostPieces = 24;
    for (qsizetype i = 0; i + 1 < std::min(way.size(), mostPieces); ++i) {
        const QLineF piece(way[i], way[i + 1]);
        if (piece.length() < leastShown)
            continue;
        const QString text = tr("%1 · %2°").arg(std::lround(piece.length() / zoom_)).arg(std::lround(piece.angle()) % 360);
        paintNote(painter, piece.center(), text);
    }
}

} // namespace blak::ui::rooms
