// SPDX-License-Identifier: GPL-3.0-or-later
// The part of View3dCanvas that changes what is pointed at.
#include "roomedit/ui/edit_keys.h"
#include "roomedit/ui/room_editing.h"
#include "roomedit/ui/view3d_canvas.h"

#include <QKeyEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace blak::ui::rooms {
namespace {

constexpr int coarseStep = 8, fineStep = 1; // editor units, texels
constexpr int lightStep = 4;

int stepOf(Qt::KeyboardModifiers modifiers) { return (modifiers & Qt::ShiftModifier) != 0 ? fineStep : coarseStep; }

} // namespace

bool isEditKey(const QKeyEvent& event)
{
    const Qt::KeyboardModifiers modifiers = event.modifiers() & (Qt::ControlModifier | Qt::AltModifier);
    switch (event.key()) {
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
    case Qt::Key_Delete: return modifiers == Qt::NoModifier;
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_C:
    case Qt::Key_V:
    case Qt::Key_L: return modifiers == Qt::ControlModifier;
    case Qt::Key_P:
    case Qt::Key_U: return modifiers == Qt::NoModifier && (event.modifiers() & Qt::ShiftModifier) == 0;
    default: return false;
    }
}

MapItem View3dCanvas::target() const { return model_->hovered() ? model_->hovered() : model_->current(); }

bool View3dCanvas::editByKey(const QKeyEvent& event)
{
    if (event.key() == Qt::Key_P && isEditKey(event) && model_->canEdit())
        return setBrush(!brush_), true;
    if (event.key() == Qt::Key_U && isEditKey(event))
        return playMover(), true;
    const MapItem item = target();
    if (!isEditKey(event) || !model_->canEdit() || !item)
        return false;
    const bool withShift = (event.modifiers() & Qt::ShiftModifier) != 0;
    const QVector<MapItem> items = targetsOf(*model_, item);
    const int step = stepOf(event.modifiers());
    switch (event.key()) {
    case Qt::Key_PageUp: raiseItems(*model_, items, step); break;
    case Qt::Key_PageDown: raiseItems(*model_, items, -step); break;
    case Qt::Key_Left: shiftItems(*model_, items, step, 0); break;
    case Qt::Key_Right: shiftItems(*model_, items, -step, 0); break;
    case Qt::Key_Up: shiftItems(*model_, items, 0, step); break;
    case Qt::Key_Down: shiftItems(*model_, items, 0, -step); break;
    case Qt::Key_C:
        if (withShift)
            copyProperties();
        else
            takeTexture(item);
        break;
    case Qt::Key_V:
        if (withShift)
            pasteProperties();
        else if (copiedTexture_ != 0)
            applyTexture(*model_, items, copiedTexture_);
        break;
    case Qt::Key_Delete: applyTexture(*model_, items, 0); break;
    case Qt::Key_L:
        alignItem(*model_, item, textureSizeOf(*model_, item),
                  withShift ? roomcore::AlignAxis::Both : roomcore::AlignAxis::X);
        break;
    default: break;
    }
    return true;
}

/// Ctrl: heights; Alt: light. Without, the wheel walks.
bool View3dCanvas::editByWheel(const QWheelEvent& event)
{
    const bool raises = (event.modifiers() & Qt::ControlModifier) != 0, lights = (event.modifiers() & Qt::AltModifier) != 0;
    const MapItem item = target();
    if (!(raises || lights) || !model_->canEdit() || !item)
        return false;
    const QPoint delta = event.angleDelta(); // with Alt Qt turns the wheel sideways
    const int notches = static_cast<int>(std::lround((delta.y() != 0 ? delta.y() : delta.x()) / 120.0));
    const QVector<MapItem> items = targetsOf(*model_, item);
    if (raises)
        raiseItems(*model_, items, notches * stepOf(event.modifiers()));
    else
        brightenItems(*model_, items, notches * lightStep);
    return true;
}

} // namespace blak::ui::rooms
