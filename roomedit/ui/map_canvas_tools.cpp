// SPDX-License-Identifier: GPL-3.0-or-later
// The part of MapCanvas that draws, drags and bands.
#include "roomedit/ui/map_canvas.h"

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

void MapCanvas::setDrawShape(std::optional<DrawShape> shape)
{
    draw_.reset();
    if (shape && model_->canEdit())
        draw_ = std::make_unique<DrawTool>(*model_, *shape, drawOptions_);
    dragTool_.reset();
    band_.reset();
    if (draw_ != nullptr)
        transform_.reset();
    update();
    emit toolChanged();
}

void MapCanvas::setTransforming(bool on)
{
    if (on && model_->canEdit()) {
        setDrawShape({});
        transform_ = std::make_unique<TransformTool>(*model_);
    } else {
        transform_.reset();
    }
    update();
    emit toolChanged();
}

void MapCanvas::setDrawOptions(const DrawOptions& options)
{
    drawOptions_ = options;
    if (draw_ != nullptr)
        draw_->options = options;
    update();
}

bool MapCanvas::typeSize(const QString& text)
{
    if (draw_ == nullptr || text.isEmpty())
        return true;
    const auto done = draw_->type(text.toStdString());
    if (!done)
        model_->refused(done.error());
    update();
    return static_cast<bool>(done);
}

std::optional<DrawShape> MapCanvas::drawShape() const
{
    return draw_ == nullptr ? std::nullopt : std::optional(draw_->shape());
}

bool MapCanvas::backOut()
{
    if (transform_ != nullptr) {
        const bool wasDragging = transform_->isDragging();
        transform_->cancel();
        endDrag();
        if (!wasDragging)
            setTransforming(false);
        update();
        return true;
    }
    if (dragTool_ != nullptr || band_ != nullptr) {
        dragTool_.reset();
        band_.reset();
        endDrag();
        update();
        return true;
    }
    if (draw_ == nullptr)
        return walk_->forget();
    if (!draw_->escape())
        setDrawShape({});
    update();
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
    if (dragTool_ == nullptr)
        updateHover();
    update();
}

void MapCanvas::pressSelect(const QMouseEvent& event)
{
    const Pointer at = pointerAt(event.position(), event.modifiers());
    if (draw_ != nullptr) {
        draw_->press(at);
        return update();
    }
    if (pressTag(event.position()))
        return endDrag();
    if (transform_ != nullptr)
        if (const auto handle = transform_->at(at, knobDistance / zoom_)) {
            if (model_->mayMove(model_->selectedParts()))
                transform_->press(*handle, at);
            return update();
        }
    const bool adds = drag_ == MouseUse::Toggle;
    const auto items = itemsBelow(toEditor(event.position()));
    const bool isSelected = std::any_of(items.begin(), items.end(), [this](const MapItem& item) { return model_->isSelected(item); });
    const bool isFloor = !items.isEmpty() && items.first().kind == MapItem::Kind::Sector;
    if (select_.press(at, {items.isEmpty(), isFloor, isSelected}, adds) == SelectTool::Deed::Click)
        clickAt(at, adds);
}

bool MapCanvas::moveTool(const QMouseEvent& event)
{
    const Pointer pointer = pointerAt(event.position(), event.modifiers());
    if (draw_ != nullptr) {
        draw_->move(pointer);
        update();
        return false; // rulers and status go on
    }
    if (transform_ != nullptr && transform_->isDragging()) {
        cursor_ = event.position();
        transform_->move(pointer, (event.modifiers() & Qt::ShiftModifier) != 0);
        update();
        emit cursorMoved();
        return true;
    }
    switch (model_->canEdit() ? select_.move(pointer) : SelectTool::Deed::None) {
    case SelectTool::Deed::StartBand:
        band_ = std::make_unique<BandTool>(onGrid(select_.from().x, select_.from().y, 1), lasso_);
        break;
    case SelectTool::Deed::StartDrag:
        if (!model_->mayMove(model_->selectedParts()))
            break;
        dragTool_ = std::make_unique<DragTool>(*model_, model_->selectedParts(),
                                               Pointer{select_.from().x, select_.from().y, select_.from().reach, false});
        break;
    case SelectTool::Deed::Click:
    case SelectTool::Deed::None: break;
    }
    if (dragTool_ == nullptr && band_ == nullptr)
        return false;
    cursor_ = event.position();
    if (dragTool_ != nullptr)
        dragTool_->move(pointer);
    else
        band_->move(onGrid(pointer.x, pointer.y, 1));
    update();
    emit cursorMoved();
    return true;
}

bool MapCanvas::releaseTool(const QMouseEvent& event)
{
    if (draw_ != nullptr && dragButton_ == Qt::LeftButton) {
        draw_->release(pointerAt(event.position(), event.modifiers()));
        update();
        return endDrag(), true;
    }
    if (transform_ != nullptr && transform_->isDragging()) {
        transform_->release();
        updateHover();
        return endDrag(), true;
    }
    if (dragTool_ != nullptr) {
        dragTool_->release();
        dragTool_.reset();
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
    if (dragTool_ != nullptr && cursor_) {
        const MapPoint by = dragTool_->moved();
        paintLengths(painter, QPolygonF({*cursor_ - QPointF(by.x * zoom_, -by.y * zoom_), *cursor_}));
    }
    paintTransform(painter);
    if (draw_ == nullptr)
        return;
    for (const auto& way : draw_->preview()) {
        QPolygonF points;
        for (const MapPoint point : way)
            points.append(toWidget(editorPoint(point)));
        painter.setPen(QPen(colour, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawPolyline(points);
        paintLengths(painter, points);
    }
    if (!cursor_)
        return;
    const QPointF next = toWidget(editorPoint(draw_->cursor()));
    painter.setPen(QPen(theme().map.canvas, 1));
    painter.setBrush(colour);
    for (const MapPoint point : draw_->points())
        painter.drawRect(QRectF(toWidget(editorPoint(point)) - QPointF(3, 3), QSizeF(6, 6)));
    painter.drawEllipse(next, 4, 4);
}

void MapCanvas::paintTransform(QPainter& painter) const
{
    if (transform_ == nullptr || transform_->box().isEmpty())
        return;
    const MapBox box = transform_->box();
    const QRectF at(toWidget(QPointF(box.left, box.top)), toWidget(QPointF(box.right, box.bottom)));
    const QColor& colour = theme().map.selected;
    painter.setPen(QPen(colour, 1, Qt::DashLine));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(at);
    const auto places = transform_->places(knobDistance / zoom_);
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
    if (!transform_->isDragging() || !cursor_)
        return;
    const TransformTool::Amount& amount = transform_->amount();
    const QString text = amount.isTurn   ? tr("%1\u00b0").arg(std::lround(amount.x))
                         : amount.isMove ? tr("%1, %2").arg(std::lround(amount.x)).arg(std::lround(amount.y))
                                         : tr("%1 % \u00d7 %2 %").arg(std::lround(amount.x)).arg(std::lround(amount.y));
    paintNote(painter, *cursor_ + QPointF(0, -20), text);
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
