// SPDX-License-Identifier: GPL-3.0-or-later
// Pixels that are chosen on the canvas, and moved.
#include "bgfeditor/bgfcore/pixel_edits.h"
#include "bgfeditor/ui/sprite_canvas.h"
#include "ui/theme.h"

#include <QPainter>

#include <array>

namespace blak::ui::sprites {
namespace {

bgfcore::PixelPoint pixelPoint(QPoint pixel) { return {pixel.x(), pixel.y()}; }

bgfcore::Combine combineBy(Qt::KeyboardModifiers modifiers)
{
    const bool add = (modifiers & Qt::ShiftModifier) != 0, subtract = (modifiers & Qt::AltModifier) != 0;
    return add && subtract ? bgfcore::Combine::Intersect
           : add           ? bgfcore::Combine::Add
           : subtract      ? bgfcore::Combine::Subtract
                           : bgfcore::Combine::Replace;
}

} // namespace

const bgfcore::FrameImage* SpriteCanvas::shownPixels() const
{
    const bgfcore::Frame* frame = model_->document().frames().find(model_->currentId());
    return frame != nullptr && frame->image->indices() != nullptr ? frame->image.get() : nullptr;
}

void SpriteCanvas::pressSelection(QPoint pixel, Qt::KeyboardModifiers modifiers)
{
    const bgfcore::FrameImage* image = shownPixels();
    if (image == nullptr)
        return;
    model_->setPlaying(false);
    strokeFrame_ = model_->currentId();
    selectionBefore_ = model_->selection();
    combine_ = combineBy(modifiers);
    if (tool_ == SpriteTool::MovePixels) {
        movePreview_ = {};
        drag_ = Drag::MovePixels;
        return;
    }
    if (tool_ == SpriteTool::Wand) {
        const bool connected = (modifiers & Qt::ControlModifier) == 0;
        const auto found = bgfcore::selectColour(bgfcore::Pixels(*model_->drawnImage(strokeFrame_)), pixelPoint(pixel), connected);
        return model_->setSelection(bgfcore::combined(selectionBefore_, found, combine_));
    }
    dragPath_ = {pixelPoint(pixel)};
    drag_ = Drag::Choose;
}

void SpriteCanvas::dragSelection()
{
    const bgfcore::FrameImage* image = shownPixels();
    if (image == nullptr || model_->currentId() != strokeFrame_)
        return giveUp();
    if (drag_ == Drag::MovePixels) {
        const QPoint way = dragPixel_ - dragStart_;
        const bgfcore::Pixels drawn(*model_->drawnImage(strokeFrame_));
        movePreview_ = model_->imageWith(strokeFrame_, bgfcore::withMoved(drawn, selectionBefore_, way.x(), way.y()));
        model_->setSelection(bgfcore::moved(selectionBefore_, way.x(), way.y()));
        return update();
    }
    const auto chosen = tool_ == SpriteTool::Lasso
                            ? bgfcore::selectLasso(image->width(), image->height(), dragPath_)
                            : bgfcore::selectRectangle(image->width(), image->height(), pixelPoint(dragStart_), pixelPoint(dragPixel_));
    model_->setSelection(bgfcore::combined(selectionBefore_, chosen, combine_));
}

void SpriteCanvas::endSelection()
{
    if (drag_ == Drag::MovePixels) {
        const QPoint way = dragPixel_ - dragStart_;
        drag_ = Drag::None;
        movePreview_ = {};
        model_->setSelection(selectionBefore_);
        if (!way.isNull() && model_->currentId() == strokeFrame_)
            movePixels(way.x(), way.y());
    } else if (dragPixel_ == dragStart_ && combine_ == bgfcore::Combine::Replace) {
        model_->setSelection({}); // a click chooses nothing
    }
    dragPath_.clear();
}

void SpriteCanvas::movePixels(int dx, int dy)
{
    const bgfcore::Selection before = model_->selection();
    const auto done = bgfcore::changeColours(model_->document(), model_->scopeFrames(), {}, "Move pixels", [&](const bgfcore::Pixels& pixels) {
        const bool fits = before.isEmpty() || (before.width() == pixels.width() && before.height() == pixels.height());
        return fits ? bgfcore::withMoved(pixels, before, dx, dy) : pixels;
    });
    tell(done);
    if (done && !before.isEmpty())
        model_->setSelection(bgfcore::moved(before, dx, dy));
}

void SpriteCanvas::giveUp()
{
    if (drag_ == Drag::MovePixels || drag_ == Drag::Choose)
        model_->setSelection(selectionBefore_);
    stroke_.reset();
    movePreview_ = {};
    dragPath_.clear();
    drag_ = Drag::None;
    update();
}

/// Between each pixel that is chosen and a neighbour that is not; pieces in a line are one.
void SpriteCanvas::outlineSelection()
{
    outline_.clear();
    const bgfcore::Selection& selection = model_->selection();
    const auto differs = [&](int x, int y, int otherX, int otherY) {
        return selection.contains({x, y}) != selection.contains({otherX, otherY});
    };
    if (const auto box = selection.box()) {
        for (int y = box->top; y <= box->bottom; ++y)
            for (int x = box->left; x < box->right; ++x)
                if (differs(x, y, x, y - 1)) {
                    const int first = x;
                    while (x < box->right && differs(x, y, x, y - 1))
                        ++x;
                    outline_.append(QLine(first, y, x, y));
                }
        for (int x = box->left; x <= box->right; ++x)
            for (int y = box->top; y < box->bottom; ++y)
                if (differs(x, y, x - 1, y)) {
                    const int first = y;
                    while (y < box->bottom && differs(x, y, x - 1, y))
                        ++y;
                    outline_.append(QLine(x, first, x, y));
                }
    }
    update();
}

void SpriteCanvas::paintSelection(QPainter& painter) const
{
    if (outline_.isEmpty())
        return;
    QVector<QLineF> lines;
    lines.reserve(outline_.size());
    for (const QLine& line : outline_)
        lines.append(QLineF(toWidget(line.p1()), toWidget(line.p2())));
    painter.setPen(QPen(theme().window, 1));
    painter.drawLines(lines);
    QPen dashes(theme().map.selected, 1);
    dashes.setDashPattern({4, 4});
    painter.setPen(dashes);
    painter.drawLines(lines);
}

} // namespace blak::ui::sprites
