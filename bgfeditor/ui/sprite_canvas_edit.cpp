// SPDX-License-Identifier: GPL-3.0-or-later
// What the canvas does with the mouse and the keys: tools, drags, strokes.
#include "bgfeditor/bgfcore/frame_edits.h"
#include "bgfeditor/bgfcore/hotspot_edits.h"
#include "bgfeditor/bgfcore/pixel_edits.h"
#include "bgfeditor/ui/sprite_canvas.h"

#include <QKeyEvent>
#include <QMouseEvent>

#include <algorithm>
#include <array>
#include <cmath>

namespace blak::ui::sprites {
namespace {

constexpr double pickReach = 9;       ///< logical pixels
constexpr double unitsPerPixel = 16;  ///< client units of a pixel's width at shrink 1
constexpr double unitsPerYOffset = 4; ///< client units of one step of the y offset
constexpr int mostHotspotNumber = 127;

bgfcore::PixelPoint pixelPoint(QPoint pixel) { return {pixel.x(), pixel.y()}; }

/// The lowest number from 1 that the frame has not.
int freeNumber(const bgf::Bitmap& bitmap)
{
    for (int number = 1; number < mostHotspotNumber; ++number)
        if (std::ranges::none_of(bitmap.hotspots, [number](const bgf::Hotspot& one) { return one.number == number; }))
            return number;
    return mostHotspotNumber;
}

} // namespace

void SpriteCanvas::setTool(SpriteTool tool, bgfcore::DrawTool draw)
{
    tool_ = tool;
    drawTool_ = draw;
    showCursor();
    if (tool == SpriteTool::AddHotspot)
        hotspots_ = true;
    if (tool == SpriteTool::Offset)
        offsets_ = true;
    update();
    emit toolChanged();
}

void SpriteCanvas::showCursor()
{
    setCursor(spaceHeld_ ? Qt::OpenHandCursor : tool_ == SpriteTool::Select ? Qt::ArrowCursor : Qt::CrossCursor);
}

QString SpriteCanvas::toolText() const
{
    switch (tool_) {
    case SpriteTool::Select: return tr("Select: drag a hotspot");
    case SpriteTool::Draw: {
        const std::string_view name = bgfcore::toolName(drawTool_);
        const QString tool = QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
        switch (drawTool_) {
        case bgfcore::DrawTool::Line:
        case bgfcore::DrawTool::Rectangle:
        case bgfcore::DrawTool::Ellipse: return tr("%1: right button second colour, Alt picks, Shift keeps it even").arg(tool);
        case bgfcore::DrawTool::Fill:
        case bgfcore::DrawTool::Replace: return tr("%1: right button second colour, Alt picks").arg(tool);
        case bgfcore::DrawTool::Shade: return tr("%1: right button the other way, Alt picks").arg(tool);
        case bgfcore::DrawTool::Pencil:
        case bgfcore::DrawTool::Eraser: break;
        }
        return tr("%1: right button second colour, Alt picks, Shift goes on from the last stroke").arg(tool);
    }
    case SpriteTool::Picker: return tr("Picker: click a colour");
    case SpriteTool::AddHotspot: return tr("Hotspot: click where it is to be");
    case SpriteTool::Offset: return tr("Offset: drag the feet");
    case SpriteTool::Marquee: return tr("Marquee: drag a rectangle, Shift adds, Alt takes away");
    case SpriteTool::Lasso: return tr("Lasso: drag around, Shift adds, Alt takes away");
    case SpriteTool::Wand: return tr("Wand: click a colour, Ctrl wherever it is, Shift adds, Alt takes away");
    case SpriteTool::MovePixels: return tr("Move: drag the chosen pixels, arrows by one");
    }
    return {};
}

QPoint SpriteCanvas::pixelAt(QPointF widgetPoint) const
{
    const QPointF at = toPixel(widgetPoint);
    return {static_cast<int>(std::floor(at.x())), static_cast<int>(std::floor(at.y()))};
}

int SpriteCanvas::hotspotAt(QPointF widgetPoint) const
{
    int hit = -1;
    for (const Label& label : labels())
        if (label.box.contains(widgetPoint) || QLineF(label.point, widgetPoint).length() <= pickReach)
            hit = label.hotspot;
    return hit;
}

void SpriteCanvas::tell(const Result<void>& done)
{
    if (!done)
        emit failed(tr("Nothing was changed: %1.").arg(QString::fromStdString(done.error().what)));
}

void SpriteCanvas::addHotspotAt(QPoint pixel)
{
    const bgf::Bitmap* bitmap = model_->current();
    if (bitmap == nullptr)
        return;
    const int number = freeNumber(*bitmap);
    tell(bgfcore::addHotspot(model_->document(), model_->currentId(), {static_cast<std::int8_t>(number), pixel.x(), pixel.y()}));
    if (const bgf::Bitmap* after = model_->current(); after != nullptr)
        model_->setHotspot(static_cast<int>(after->hotspots.size()) - 1);
}

/// The right button draws with the second colour, and shades the other way; with Shift a stroke begins where the last one ended.
void SpriteCanvas::startStroke(QPoint pixel, Qt::KeyboardModifiers modifiers)
{
    const bgfcore::Frame* frame = model_->document().frames().find(model_->currentId());
    if (frame == nullptr || frame->image->indices() == nullptr)
        return;
    if (const auto can = bgfcore::canDraw(model_->document(), *frame); !can)
        return tell(can);
    model_->setPlaying(false);
    strokeFrame_ = model_->currentId();
    bgfcore::DrawSettings settings = model_->drawing();
    if (dragButton_ == Qt::RightButton) {
        settings.colour = settings.second;
        settings.shade = -settings.shade;
    }
    const bool goesOn = (modifiers & Qt::ShiftModifier) != 0 && lastDrawn_ && bgfcore::followsPath(drawTool_);
    stroke_ = std::make_unique<bgfcore::Stroke>(bgfcore::Pixels(*model_->drawnImage(strokeFrame_)), drawTool_, settings,
                                                pixelPoint(goesOn ? *lastDrawn_ : pixel), model_->selection());
    stroke_->moveTo(pixelPoint(pixel));
    drag_ = Drag::Stroke;
    update();
}

void SpriteCanvas::pressTool(QPointF at, Qt::KeyboardModifiers modifiers)
{
    const QPoint pixel = pixelAt(at);
    dragPixel_ = dragStart_ = pixel;
    dragKey_ = document::newStepKey();
    dragEverywhere_ = (modifiers & Qt::ShiftModifier) != 0;
    switch (tool_) {
    case SpriteTool::Draw:
        if ((modifiers & Qt::AltModifier) != 0)
            return pickColour(pixel, dragButton_ == Qt::RightButton);
        return pressAxis(at) ? void() : startStroke(pixel, modifiers);
    case SpriteTool::Picker: return pickColour(pixel, dragButton_ == Qt::RightButton);
    case SpriteTool::Offset: drag_ = Drag::Offset; return;
    case SpriteTool::AddHotspot:
        if (hotspotAt(at) < 0)
            addHotspotAt(pixel);
        else
            model_->setHotspot(hotspotAt(at));
        drag_ = Drag::Hotspot;
        return;
    case SpriteTool::Marquee:
    case SpriteTool::Lasso:
    case SpriteTool::Wand:
    case SpriteTool::MovePixels: return pressSelection(pixel, modifiers);
    case SpriteTool::Select: break;
    }
    if (!hotspots_)
        return;
    model_->setHotspot(hotspotAt(at));
    if (model_->hotspot() >= 0)
        drag_ = Drag::Hotspot;
}

void SpriteCanvas::nudge(int dx, int dy, bool everywhere)
{
    const bgf::Bitmap* bitmap = model_->current();
    if (bitmap == nullptr)
        return;
    const auto frames = everywhere ? model_->frameIds() : std::vector{model_->currentId()};
    if (tool_ == SpriteTool::Offset) {
        const double perPixel = unitsPerPixel / std::max(1, model_->sprite().effectiveShrink());
        const auto units = [](double exact) {
            return exact < 0 ? std::min(-1L, std::lround(exact)) : exact > 0 ? std::max(1L, std::lround(exact)) : 0L;
        };
        tell(bgfcore::moveOffsets(model_->document(), frames, static_cast<int>(units(-dx * perPixel)),
                                  static_cast<int>(units(-dy * perPixel / unitsPerYOffset)), dragKey_));
    } else if (model_->hotspot() >= 0) {
        const int number = bitmap->hotspots[static_cast<std::size_t>(model_->hotspot())].number;
        tell(bgfcore::moveHotspot(model_->document(), frames, number, dx, dy, dragKey_));
    }
}

void SpriteCanvas::dragTo(QPointF at, Qt::KeyboardModifiers modifiers)
{
    if (drag_ == Drag::AxisAcross || drag_ == Drag::AxisDown)
        return dragAxis(at);
    const QPoint pixel = pixelAt(at);
    if (pixel == dragPixel_)
        return;
    const QPoint way = pixel - dragPixel_;
    dragPixel_ = pixel;
    if (drag_ == Drag::Stroke) {
        stroke_->moveTo(pixelPoint(drawnTo(pixel, modifiers)));
        update();
        return;
    }
    if (drag_ == Drag::Choose || drag_ == Drag::MovePixels) {
        dragPath_.push_back(pixelPoint(pixel));
        return dragSelection();
    }
    if (drag_ == Drag::Hotspot && snap_)
        return dragHotspotTo(snapped(pixel));
    nudge(way.x(), way.y(), dragEverywhere_);
}

/// The nearest of the places that hotspots keep to, where one is near: middle and edges of what is seen, the feet, what other frames
/// have at this number. Each axis by itself.
QPoint SpriteCanvas::snapped(QPoint pixel) const
{
    const bgf::Bitmap* bitmap = model_->current();
    if (bitmap == nullptr || model_->hotspot() < 0)
        return pixel;
    const int reach = std::max(1, static_cast<int>(std::lround(pickReach / zoom_)));
    std::vector<int> across{bitmap->width / 2, static_cast<int>(std::floor(feet().x()))};
    std::vector<int> down{bitmap->height / 2, static_cast<int>(std::floor(feet().y()))};
    if (const auto* image = shownPixels())
        if (const auto box = bgfcore::contentBox(*image)) {
            across.insert(across.end(), {box->left, (box->left + box->right) / 2, box->right - 1});
            down.insert(down.end(), {box->top, (box->top + box->bottom) / 2, box->bottom - 1});
        }
    const int number = bitmap->hotspots[static_cast<std::size_t>(model_->hotspot())].number;
    for (const bgf::Bitmap& other : model_->sprite().bitmaps)
        for (const bgf::Hotspot& hotspot : other.hotspots)
            if (hotspot.number == number && &other != bitmap) {
                across.push_back(hotspot.x);
                down.push_back(hotspot.y);
            }
    for (const bgf::Hotspot& hotspot : bitmap->hotspots)
        if (hotspot.number != number) {
            across.push_back(hotspot.x);
            down.push_back(hotspot.y);
        }
    const auto nearest = [reach](const std::vector<int>& places, int to) {
        const auto best = std::ranges::min_element(places, {}, [to](int place) { return std::abs(place - to); });
        return std::abs(*best - to) <= reach ? *best : to;
    };
    return {nearest(across, pixel.x()), nearest(down, pixel.y())};
}

void SpriteCanvas::dragHotspotTo(QPoint pixel)
{
    const bgf::Bitmap* bitmap = model_->current();
    if (bitmap == nullptr || model_->hotspot() < 0)
        return;
    const bgf::Hotspot& at = bitmap->hotspots[static_cast<std::size_t>(model_->hotspot())];
    if (const QPoint way = pixel - QPoint(at.x, at.y); !way.isNull())
        nudge(way.x(), way.y(), dragEverywhere_);
}

void SpriteCanvas::endDrag()
{
    if (drag_ == Drag::Choose || drag_ == Drag::MovePixels)
        endSelection();
    if (const auto stroke = std::move(stroke_); stroke != nullptr && stroke->changedAnything()) {
        const std::array shown{strokeFrame_};
        if (model_->document().frames().find(strokeFrame_) != nullptr) // where the frame was left meanwhile, in it alone
            tell(model_->currentId() == strokeFrame_
                     ? bgfcore::drawStroke(model_->document(), model_->scopeFrames(), strokeFrame_, *stroke)
                     : bgfcore::drawStroke(model_->document(), shown, strokeFrame_, *stroke));
    }
    if (drag_ == Drag::Stroke)
        lastDrawn_ = dragPixel_;
    stroke_.reset();
    drag_ = Drag::None;
    dragKey_ = 0;
    update();
}

void SpriteCanvas::mousePressEvent(QMouseEvent* event)
{
    if (drag_ == Drag::Stroke || drag_ == Drag::MovePixels) // the other button gives it up
        return giveUp();
    if (drag_ != Drag::None)
        return;
    dragButton_ = event->button();
    const bool isTool = dragButton_ == Qt::LeftButton ||
                        (dragButton_ == Qt::RightButton && (tool_ == SpriteTool::Draw || tool_ == SpriteTool::Picker));
    if (isTool && !spaceHeld_)
        return pressTool(event->position(), event->modifiers());
    drag_ = Drag::Pan;
    beginMove(event->position());
}

/// A mirror line goes back into the middle; else two clicks that came soon are two clicks.
void SpriteCanvas::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || drag_ != Drag::None || !pressAxis(event->position()))
        return mousePressEvent(event);
    bgfcore::DrawSettings settings = model_->drawing();
    (drag_ == Drag::AxisAcross ? settings.axisAcross : settings.axisDown).reset();
    drag_ = Drag::None;
    model_->setDrawing(settings);
}

void SpriteCanvas::mouseMoveEvent(QMouseEvent* event)
{
    if (drag_ == Drag::Pan) {
        moveTo(event->position());
        return;
    }
    if (drag_ != Drag::None && (event->buttons() & dragButton_) != 0)
        dragTo(event->position(), event->modifiers());
    const QPoint pixel = pixelAt(event->position());
    const auto before = cursor_;
    cursor_ = QRect(QPoint(), bitmapSize()).contains(pixel) ? std::optional(pixel) : std::nullopt;
    if (cursor_ != before && tool_ == SpriteTool::Draw && drag_ == Drag::None)
        update(); // the brush is shown where it is
    emit cursorMoved();
}

void SpriteCanvas::mouseReleaseEvent(QMouseEvent* event)
{
    if (drag_ != Drag::None && event->button() != dragButton_)
        return; // the other button, which gave a stroke up or did nothing
    if (drag_ == Drag::Pan) {
        endMove();
        showCursor();
    }
    endDrag();
}

void SpriteCanvas::keyReleaseEvent(QKeyEvent* event)
{
    if (event->key() != Qt::Key_Space || event->isAutoRepeat())
        return QWidget::keyReleaseEvent(event);
    spaceHeld_ = false;
    showCursor();
}

void SpriteCanvas::focusOutEvent(QFocusEvent* event)
{
    spaceHeld_ = false;
    showCursor();
    QWidget::focusOutEvent(event);
}

/// These keys act only while the canvas has the focus: lists and fields need them too.
void SpriteCanvas::keyPressEvent(QKeyEvent* event)
{
    const int frames = std::max(1, model_->frameCount());
    const bool nudges = model_->hotspot() >= 0 || tool_ == SpriteTool::Offset;
    const bool everywhere = (event->modifiers() & Qt::ShiftModifier) != 0;
    if (nudges || tool_ == SpriteTool::MovePixels) {
        struct Way
        {
            int key, dx, dy;
        };
        static constexpr std::array ways{Way{Qt::Key_Right, 1, 0}, Way{Qt::Key_Left, -1, 0}, Way{Qt::Key_Up, 0, -1},
                                         Way{Qt::Key_Down, 0, 1}};
        for (const Way& way : ways)
            if (event->key() == way.key)
                return tool_ == SpriteTool::MovePixels ? movePixels(way.dx, way.dy) : nudge(way.dx, way.dy, everywhere);
    }
    switch (event->key()) {
    case Qt::Key_Right: return model_->setFrame((model_->frame() + 1) % frames);
    case Qt::Key_Left: return model_->setFrame((model_->frame() + frames - 1) % frames);
    case Qt::Key_Up: return model_->turn(1);
    case Qt::Key_Down: return model_->turn(-1);
    case Qt::Key_Space:
        if (!event->isAutoRepeat() && drag_ == Drag::None) {
            spaceHeld_ = true;
            showCursor();
        }
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter: return model_->setPlaying(!model_->isPlaying());
    case Qt::Key_Escape:
        if (stroke_ != nullptr || drag_ == Drag::MovePixels)
            return giveUp();
        if (!model_->selection().isEmpty())
            return model_->setSelection({});
        if (tool_ != SpriteTool::Select && model_->hotspot() < 0)
            return setTool(SpriteTool::Select);
        return model_->setHotspot(-1);
    case Qt::Key_Delete:
        if (model_->hotspot() < 0 && !model_->selection().isEmpty()) {
            const bgfcore::Selection chosen = model_->selection();
            return tell(bgfcore::changeColours(model_->document(), model_->scopeFrames(), {}, "Clear", [&](const bgfcore::Pixels& all) {
                const bool fits = chosen.width() == all.width() && chosen.height() == all.height();
                return fits ? bgfcore::filled(all, chosen, bgf::transparentIndex) : all;
            }));
        }
        if (const bgf::Bitmap* bitmap = model_->current(); bitmap != nullptr && model_->hotspot() >= 0) {
            const auto ids = everywhere ? model_->frameIds() : std::vector{model_->currentId()};
            tell(bgfcore::removeHotspot(model_->document(), ids,
                                        bitmap->hotspots[static_cast<std::size_t>(model_->hotspot())].number));
        }
        return;
    default: QWidget::keyPressEvent(event);
    }
}

} // namespace blak::ui::sprites
