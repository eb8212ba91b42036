// SPDX-License-Identifier: GPL-3.0-or-later
// What is between the hand and a stroke: where the brush is, colours taken from the bitmap, straight lines from the last
// stroke, the lines about which strokes are mirrored.
#include "bgfeditor/ui/sprite_canvas.h"
#include "ui/theme.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace blak::ui::sprites {
namespace {

constexpr double handleReach = 8, handleGap = 14; ///< logical pixels; of the handle of a mirror line outside of the bitmap
constexpr double outlineFromZoom = 3;             ///< smaller ones would hide the pixel

} // namespace

void SpriteCanvas::pickColour(QPoint pixel, bool second)
{
    const auto* indices = model_->indices(model_->frame());
    if (indices == nullptr || !QRect(QPoint(), bitmapSize()).contains(pixel))
        return;
    const auto index = (*indices)[static_cast<std::size_t>(pixel.y()) * static_cast<std::size_t>(bitmapSize().width()) +
                                  static_cast<std::size_t>(pixel.x())];
    bgfcore::DrawSettings settings = model_->drawing();
    (second ? settings.second : settings.colour) = index;
    model_->setDrawing(settings);
}

/// With Shift shapes keep to squares, circles and lines of 45 degrees.
QPoint SpriteCanvas::drawnTo(QPoint pixel, Qt::KeyboardModifiers modifiers) const
{
    if ((modifiers & Qt::ShiftModifier) == 0)
        return pixel;
    const auto at = bgfcore::evenShape(drawTool_, {dragStart_.x(), dragStart_.y()}, {pixel.x(), pixel.y()});
    return {at.x, at.y};
}

QRectF SpriteCanvas::axisHandle(bool across) const
{
    const bgfcore::DrawSettings& drawing = model_->drawing();
    const QPointF at = across ? toWidget({bgfcore::axisOf(drawing.axisAcross, bitmapSize().width()) / 2.0, 0}) - QPointF(0, handleGap)
                              : toWidget({0, bgfcore::axisOf(drawing.axisDown, bitmapSize().height()) / 2.0}) - QPointF(handleGap, 0);
    return {at.x() - handleReach, at.y() - handleReach, 2 * handleReach, 2 * handleReach};
}

bool SpriteCanvas::pressAxis(QPointF at)
{
    if (tool_ != SpriteTool::Draw)
        return false;
    if (model_->drawing().symmetric && axisHandle(true).contains(at))
        drag_ = Drag::AxisAcross;
    else if (model_->drawing().symmetricDown && axisHandle(false).contains(at))
        drag_ = Drag::AxisDown;
    else
        return false;
    return true;
}

/// To the nearest middle or edge of a pixel.
void SpriteCanvas::dragAxis(QPointF at)
{
    const QPointF pixel = toPixel(at);
    bgfcore::DrawSettings settings = model_->drawing();
    const auto nearest = [](double place, int size) { return std::clamp(static_cast<int>(std::lround(2 * place)), 0, 2 * size); };
    if (drag_ == Drag::AxisAcross)
        settings.axisAcross = nearest(pixel.x(), bitmapSize().width());
    else
        settings.axisDown = nearest(pixel.y(), bitmapSize().height());
    model_->setDrawing(settings);
}

void SpriteCanvas::paintAxes(QPainter& painter) const
{
    if (tool_ != SpriteTool::Draw)
        return;
    const QRectF area = bitmapRect();
    painter.setRenderHint(QPainter::Antialiasing);
    for (const bool across : {true, false}) {
        if (!(across ? model_->drawing().symmetric : model_->drawing().symmetricDown))
            continue;
        const QPointF middle = axisHandle(across).center();
        painter.setPen(QPen(theme().accent, 1, Qt::DashLine));
        painter.drawLine(middle, across ? QPointF(middle.x(), area.bottom() + handleGap) : QPointF(area.right() + handleGap, middle.y()));
        painter.setPen(QPen(theme().window, 1));
        painter.setBrush(theme().accent);
        painter.drawEllipse(middle, handleReach - 3, handleReach - 3);
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
}

/// What a press here would cover.
void SpriteCanvas::paintBrush(QPainter& painter) const
{
    if (tool_ != SpriteTool::Draw || !cursor_ || zoom_ < outlineFromZoom || !underMouse() || drag_ != Drag::None)
        return;
    using bgfcore::DrawTool;
    const bool isSpot = drawTool_ == DrawTool::Fill || drawTool_ == DrawTool::Replace;
    const int brush = isSpot ? 1 : std::clamp(model_->drawing().brush, 1, bgfcore::largestBrush);
    const QPoint corner = *cursor_ - QPoint((brush - 1) / 2, (brush - 1) / 2);
    const QRectF box(toWidget(corner), QSizeF(brush, brush) * zoom_);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(QColor(0, 0, 0, 200), 1));
    painter.drawRect(box.adjusted(-1, -1, 0, 0));
    painter.setPen(QPen(QColor(255, 255, 255, 220), 1));
    painter.drawRect(box.adjusted(0, 0, -1, -1));
}

} // namespace blak::ui::sprites
