// SPDX-License-Identifier: GPL-3.0-or-later
// The part of View3dCanvas that answers to mouse and keys.
#include "roomedit/ui/edit_keys.h"
#include "roomedit/ui/view3d_canvas.h"
#include "roomedit/ui/walk_keys.h"

#include <QKeyEvent>
#include <QLineF>
#include <QMouseEvent>
#include <QScreen>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace blak::ui::rooms {
namespace {

constexpr double turnPerPixel = 4;           // angle units
constexpr double lookUpPerPixel = 1.0 / 500; // part of the view height
constexpr double wheelStep = 1024.0 / 4;     // client units forward
constexpr double panPerPixel = 4;            // client units sideways
constexpr int edgeMargin = 24;               // logical pixels; a dragging cursor nearer to the edge of the screen is put back

} // namespace

scene::WalkInput View3dCanvas::walkInput() const
{
    std::array<double, walkKeyCount> on{};
    for (const int key : held_)
        if (const auto meaning = walkKeyOf(inputPreset(), key))
            on[static_cast<std::size_t>(*meaning)] = 1;
    const auto axis = [&on](WalkKey more, WalkKey less) {
        return on[static_cast<std::size_t>(more)] - on[static_cast<std::size_t>(less)];
    };
    scene::WalkInput input;
    input.forward = axis(WalkKey::Forward, WalkKey::Back);
    input.sideways = axis(WalkKey::Right, WalkKey::Left);
    input.turn = axis(WalkKey::TurnRight, WalkKey::TurnLeft);
    input.upwards = axis(WalkKey::Up, WalkKey::Down);
    input.fast = (modifiers_ & Qt::ShiftModifier) != 0;
    return input;
}

void View3dCanvas::paintSelectionAt(QPointF point)
{
    const MapItem item = rect().contains(point.toPoint()) ? itemAt(point) : MapItem();
    if (item && !model_->isSelected(item))
        model_->toggle(item);
}

void View3dCanvas::mousePressEvent(QMouseEvent* event)
{
    if (drag_ != MouseUse::Nothing)
        return;
    if (latched_)
        return endDrag();
    drag_ = view3dMouseUse(inputPreset(), event->button(), event->modifiers());
    dragButton_ = event->button();
    dragMoved_ = false;
    lookFrom_ = event->position();
    pressedAt_ = event->globalPosition().toPoint();
    if (pressTool(*event))
        return;
    if (isLooking()) {
        setCursor(Qt::BlankCursor);
        updateTimer();
    } else if (drag_ == MouseUse::Pan) {
        setCursor(Qt::ClosedHandCursor);
    } else if (drag_ == MouseUse::Paint) {
        paintSelectionAt(event->position());
    } else if (drag_ == MouseUse::Select || drag_ == MouseUse::Toggle) {
        const MapItem item = itemAt(event->position());
        if (drag_ == MouseUse::Toggle)
            model_->toggle(item);
        else
            model_->select(item);
        if (item)
            emit model_->revealRequested(model_->boundsOf(item));
    }
}

/// How far the mouse went since the last event. Near the edge of the screen, where it could go no further (or of the view, when
/// no button holds it), the cursor is put back into the middle of the view; where the system does not let us (Wayland), it goes
/// on as far as it gets.
QPointF View3dCanvas::takeMove(QPointF position)
{
    if (warpedTo_ && QLineF(position, *warpedTo_).length() < QLineF(position, lookFrom_).length()) {
        lookFrom_ = *warpedTo_;
        warpedTo_.reset();
    }
    const QPointF moved = position - lookFrom_;
    lookFrom_ = position;
    const QRect free = latched_ ? QRect(mapToGlobal(QPoint()), size()) : screen()->geometry();
    const QRect inside = free.adjusted(edgeMargin, edgeMargin, -edgeMargin, -edgeMargin);
    const QPoint middle = mapToGlobal(rect().center());
    if (!warpedTo_ && !inside.contains(mapToGlobal(position.toPoint())) && inside.contains(middle)) {
        warped_ = true;
        warpedTo_ = rect().center();
        QCursor::setPos(screen(), middle);
    }
    return moved;
}

void View3dCanvas::lookBy(QPointF pixels)
{
    walker_.look(pixels.x() * turnPerPixel, -pixels.y() * lookUpPerPixel);
    tellCamera();
    update();
}

/// The room follows the hand: the walker steps the other way, and up and down when it flies.
void View3dCanvas::panBy(QPointF pixels)
{
    const auto step = [this](double distance, double scene::WalkInput::*axis) {
        scene::WalkInput input;
        input.*axis = distance > 0 ? 1 : -1;
        walker_.advance(scene_.room(), input, std::abs(distance) / scene::Walker::walkSpeed * 1000);
    };
    if (pixels.x() != 0)
        step(-pixels.x() * panPerPixel, &scene::WalkInput::sideways);
    if (pixels.y() != 0 && walker_.isFlying())
        step(pixels.y() * panPerPixel, &scene::WalkInput::upwards);
    tellCamera();
    update();
}

void View3dCanvas::mouseMoveEvent(QMouseEvent* event)
{
    pointedAt_ = event->position();
    if (drag_ != MouseUse::Nothing && moveTool(*event))
        return;
    if (!isLooking() && drag_ != MouseUse::Pan) {
        if (const int ghost = ghostAt(event->position()); ghost != std::exchange(ghost_, ghost))
            update();
        model_->setHovered(itemAt(event->position()));
        if (drag_ == MouseUse::Paint)
            paintSelectionAt(event->position());
        return;
    }
    if (!dragMoved_ && drag_ == MouseUse::LookOrLatch && (event->position() - lookFrom_).manhattanLength() < 4)
        return;
    dragMoved_ = true;
    const QPointF moved = takeMove(event->position());
    if (drag_ == MouseUse::Pan)
        panBy(moved);
    else
        lookBy(moved);
}

void View3dCanvas::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != dragButton_)
        return;
    if (releaseTool())
        return endDrag();
    if (drag_ == MouseUse::LookOrLatch && !dragMoved_) {
        drag_ = MouseUse::Nothing;
        dragButton_ = Qt::NoButton;
        latched_ = true;
        return;
    }
    constexpr int stillReach = 4; // logical pixels
    const bool asks = drag_ == MouseUse::Look && event->button() == Qt::RightButton && !warped_ &&
                      (event->globalPosition().toPoint() - pressedAt_).manhattanLength() < stillReach;
    endDrag();
    if (asks)
        emit menuRequested(event->globalPosition().toPoint(), itemAt(event->position()));
}

void View3dCanvas::endDrag()
{
    drag_ = MouseUse::Nothing;
    dragButton_ = Qt::NoButton;
    latched_ = false;
    warpedTo_.reset();
    if (warped_)
        QCursor::setPos(screen(), pressedAt_);
    warped_ = false;
    unsetCursor();
    updateTimer();
    update();
}

void View3dCanvas::wheelEvent(QWheelEvent* event)
{
    if (editByWheel(*event))
        return event->accept();
    const double steps = event->angleDelta().y() / 120.0;
    scene::WalkInput input;
    input.forward = steps > 0 ? 1 : -1;
    walker_.advance(scene_.room(), input, std::abs(steps) * wheelStep / scene::Walker::walkSpeed * 1000);
    tellCamera();
    settling_ = true;
    updateTimer();
    update();
    event->accept();
}

/// While this view has the focus, the walking keys are not shortcuts.
bool View3dCanvas::event(QEvent* event)
{
    if (isSwapKey(*event)) {
        emit swapRequested();
        return true;
    }
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (isEditKey(*key)) {
            event->accept();
            return true;
        }
        if (walkKeyOf(inputPreset(), key->key()) && (key->modifiers() & (Qt::ControlModifier | Qt::AltModifier)) == 0) {
            event->accept();
            return true;
        }
    }
    return QWidget::event(event);
}

void View3dCanvas::keyPressEvent(QKeyEvent* event)
{
    modifiers_ = event->modifiers();
    if (event->key() == Qt::Key_Escape)
        return isLooking() ? endDrag() : backOut() ? void() : model_->clearSelection();
    if (editByKey(*event))
        return;
    if (!walkKeyOf(inputPreset(), event->key()) || (event->modifiers() & (Qt::ControlModifier | Qt::AltModifier)) != 0)
        return QWidget::keyPressEvent(event);
    if (event->isAutoRepeat())
        return;
    held_.insert(event->key());
    updateTimer();
}

void View3dCanvas::keyReleaseEvent(QKeyEvent* event)
{
    modifiers_ = event->modifiers();
    if (event->isAutoRepeat() || !held_.remove(event->key()))
        return QWidget::keyReleaseEvent(event);
    settling_ = true;
    updateTimer();
}

void View3dCanvas::focusOutEvent(QFocusEvent* event)
{
    settling_ = settling_ || !held_.isEmpty();
    held_.clear();
    if (isPainting_)
        endStroke(true);
    if (ready_) {
        ready_->release();
        ready_.reset();
    }
    endDrag();
    QWidget::focusOutEvent(event);
}

void View3dCanvas::leaveEvent(QEvent*)
{
    pointedAt_.reset();
    if (!isLooking())
        model_->setHovered({});
}

} // namespace blak::ui::rooms
