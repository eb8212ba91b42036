// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of the action table that change pixels: selections, whole bitmaps, shades, the clipboard, how tools draw.
#include "bgfeditor/bgfcore/pixel_edits.h"
#include "bgfeditor/bgfcore/quantiser.h"
#include "bgfeditor/bgfcore/shades.h"
#include "bgfeditor/bgfcore/sheet.h"
#include "bgfeditor/ui/fields_dialog.h"
#include "bgfeditor/ui/sprite_canvas.h"
#include "bgfeditor/ui/sprite_edit_actions.h"
#include "bgfeditor/ui/sprite_import.h"
#include "bgfeditor/ui/sprite_view.h"

#include <QClipboard>
#include <QGuiApplication>

#include <algorithm>
#include <array>

namespace blak::ui::sprites {
namespace {

using bgfcore::Pixels;

// What edits change, limited by the selection.

void changeShapes(SpriteView& view, const char* name, const bgfcore::PixelChange& change)
{
    SpriteModel& model = *view.model();
    view.tell(bgfcore::changeShapes(model.document(), model.scopeFrames(), model.selection(), name, change));
}

void changeColours(SpriteView& view, const char* name, const bgfcore::PixelChange& change)
{
    SpriteModel& model = *view.model();
    view.tell(bgfcore::changeColours(model.document(), model.scopeFrames(), model.selection(), name, change));
}

/// Whole frames with what hangs on them; what is chosen by itself.
template <bool Across>
void flip(SpriteView& view)
{
    SpriteModel& model = *view.model();
    if (model.selection().isEmpty())
        view.tell(bgfcore::flipFrames(model.document(), model.scopeFrames(), Across));
    else
        changeShapes(view, "Flip", Across ? bgfcore::flippedAcross : bgfcore::flippedDown);
}

void mapColours(SpriteView& view, const char* name, const std::array<std::uint8_t, 256>& table)
{
    changeColours(view, name, [&table](const Pixels& pixels) {
        Pixels result = pixels;
        bgfcore::mapColours(result, table);
        return result;
    });
}

void halfShift(SpriteView& view)
{
    changeShapes(view, "Shift", [](const Pixels& pixels) {
        return bgfcore::shifted(pixels, pixels.width() / 2, pixels.height() / 2);
    });
}

void ask(SpriteView& view, const QString& title, const QString& verb, const QVector<FieldsDialog::Field>& fields,
         std::function<void(const QVector<int>&)> take)
{
    (new FieldsDialog(title, verb, fields, std::move(take), &view))->open();
}

void askTurn(SpriteView& view)
{
    ask(view, SpriteView::tr("Turn"), SpriteView::tr("Turn"), {{SpriteView::tr("By, clockwise"), -359, 359, 15, SpriteView::tr("degrees")}},
        [&view](const QVector<int>& values) {
            changeShapes(view, "Turn", [&](const Pixels& pixels) { return bgfcore::turned(pixels, values[0]); });
        });
}

void askScale(SpriteView& view)
{
    ask(view, SpriteView::tr("Scale: bitmaps, hotspots and offsets of what edits change"), SpriteView::tr("Scale"),
        {{SpriteView::tr("To"), bgfcore::smallestScaling, bgfcore::largestScaling, 200, SpriteView::tr("percent")}},
        [&view](const QVector<int>& values) {
            view.tell(bgfcore::scaleFrames(view.model()->document(), view.model()->scopeFrames(), values[0]));
        });
}

void askCanvasSize(SpriteView& view)
{
    constexpr int most = 4096;
    const QString unit = SpriteView::tr("pixels");
    ask(view, SpriteView::tr("Canvas size: room around what edits change"), SpriteView::tr("Resize"),
        {{SpriteView::tr("Left"), -most, most, 0, unit},
         {SpriteView::tr("Top"), -most, most, 0, unit},
         {SpriteView::tr("Right"), -most, most, 0, unit},
         {SpriteView::tr("Bottom"), -most, most, 0, unit}},
        [&view](const QVector<int>& values) {
            view.tell(bgfcore::resizeFrames(view.model()->document(), view.model()->scopeFrames(),
                                            {values[0], values[1], values[2], values[3]}));
        });
}

void askRampShift(SpriteView& view)
{
    const int from = std::max(bgfcore::firstRamp, bgfcore::rampOf(view.model()->drawing().colour));
    ask(view, SpriteView::tr("Shift a ramp: its shades become those of another"), SpriteView::tr("Shift"),
        {{SpriteView::tr("From row of the palette"), bgfcore::firstRamp, bgfcore::lastRamp, from},
         {SpriteView::tr("To row"), bgfcore::firstRamp, bgfcore::lastRamp, from}},
        [&view](const QVector<int>& values) { mapColours(view, "Shift ramp", bgfcore::rampShift(values[0], values[1])); });
}

void replaceSecond(SpriteView& view)
{
    const bgfcore::DrawSettings& drawing = view.model()->drawing();
    changeColours(view, "Replace colour", [&drawing](const Pixels& pixels) {
        Pixels result = pixels;
        (void)bgfcore::replaceColour(result, drawing.second, drawing.colour);
        return result;
    });
}

void swapColours(SpriteView& view)
{
    bgfcore::DrawSettings drawing = view.model()->drawing();
    std::swap(drawing.colour, drawing.second);
    view.model()->setDrawing(drawing);
}

// The selection and the clipboard.

bool hasPixels(SpriteView& view)
{
    if (view.model()->indices(view.model()->frame()) != nullptr)
        return true;
    view.tell(Error{"this frame has no pixels that can be read", {}});
    return false;
}

/// Of the layer that is drawn on.
Pixels shownPixels(SpriteView& view)
{
    return Pixels(*view.model()->drawnImage(view.model()->currentId()));
}

void chooseAll(SpriteView& view)
{
    if (const bgf::Bitmap* bitmap = view.model()->current())
        view.model()->setSelection(bgfcore::selectAll(bitmap->width, bitmap->height));
}

void invertChoice(SpriteView& view)
{
    if (view.model()->selection().isEmpty())
        return chooseAll(view);
    view.model()->setSelection(bgfcore::inverted(view.model()->selection()));
}

/// What is chosen, or the frame, as a picture.
void copyPixels(SpriteView& view)
{
    if (!hasPixels(view))
        return;
    const Pixels part = bgfcore::copied(shownPixels(view), view.model()->selection());
    QGuiApplication::clipboard()->setImage(view.model()->imageOf(part.width(), part.height(), part.indices()));
}

void cutPixels(SpriteView& view)
{
    if (!hasPixels(view))
        return;
    copyPixels(view);
    const std::array frames{view.model()->currentId()};
    view.tell(bgfcore::changeColours(view.model()->document(), frames, view.model()->selection(), "Cut",
                                     [](const Pixels& pixels) { return bgfcore::filled(pixels, {}, bgf::transparentIndex); }));
}

QImage pictureOfClipboard(SpriteView& view)
{
    const QImage image = QGuiApplication::clipboard()->image();
    if (image.isNull())
        view.tell(Error{"the clipboard holds no picture", {}});
    return image;
}

void pasteFrame(SpriteView& view)
{
    if (const QImage image = pictureOfClipboard(view); !image.isNull())
        importImages(view, {image});
}

/// Onto the frame, where something is chosen or in the middle; what came is chosen then and can be moved.
void pastePixels(SpriteView& view)
{
    const QImage image = hasPixels(view) ? pictureOfClipboard(view) : QImage();
    if (image.isNull())
        return;
    const Pixels before = shownPixels(view);
    const auto colours = bgfcore::Quantiser(view.model()->palette()).run(coloursOf(image));
    const Pixels part(*bgfcore::FrameImage::ofIndices(image.width(), image.height(), colours.indices));
    const auto box = view.model()->selection().box();
    const bgfcore::PixelPoint corner{box ? box->left : (before.width() - part.width()) / 2,
                                     box ? box->top : (before.height() - part.height()) / 2};
    const std::array frames{view.model()->currentId()};
    if (!view.tell(bgfcore::changeColours(view.model()->document(), frames, {}, "Paste",
                                          [&](const Pixels& pixels) { return bgfcore::withPasted(pixels, part, corner); })))
        return;
    view.model()->setSelection(bgfcore::selectRectangle(before.width(), before.height(), corner,
                                                        {corner.x + part.width() - 1, corner.y + part.height() - 1}));
    view.canvas()->setTool(SpriteTool::MovePixels);
}

// How tools draw.

void setBrush(SpriteView& view, int change)
{
    bgfcore::DrawSettings settings = view.model()->drawing();
    settings.brush = std::clamp(settings.brush + change, 1, bgfcore::largestBrush);
    view.model()->setDrawing(settings);
}

template <bool bgfcore::DrawSettings::*Member>
void toggle(SpriteView& view)
{
    bgfcore::DrawSettings settings = view.model()->drawing();
    settings.*Member = !(settings.*Member);
    view.model()->setDrawing(settings);
}

void setShade(SpriteView& view, int shade)
{
    bgfcore::DrawSettings settings = view.model()->drawing();
    settings.shade = shade;
    view.model()->setDrawing(settings);
    view.canvas()->setTool(SpriteTool::Draw, bgfcore::DrawTool::Shade);
}

template <int Shade>
bool shades(const SpriteView& view)
{
    return view.canvas()->tool() == SpriteTool::Draw && view.canvas()->drawTool() == bgfcore::DrawTool::Shade &&
           view.model()->drawing().shade == Shade;
}

template <SpriteTool Tool>
void use(SpriteView& view)
{
    view.canvas()->setTool(Tool);
}
template <SpriteTool Tool>
bool uses(const SpriteView& view)
{
    return view.canvas()->tool() == Tool;
}

using View = SpriteView;
constexpr int ctrl = Qt::CTRL, shift = Qt::SHIFT, alt = Qt::ALT;

#define TEXT(text) QT_TRANSLATE_NOOP("SpriteActions", text)

// clang-format off
constexpr std::array edits{
    SpriteEdit{"tool.marquee", TEXT("Marquee"), "Sprite/Tool", "marquee", Qt::Key_M, true, use<SpriteTool::Marquee>, uses<SpriteTool::Marquee>},
    SpriteEdit{"tool.lasso", TEXT("Lasso"), "Sprite/Tool", "", Qt::Key_Q, false, use<SpriteTool::Lasso>, uses<SpriteTool::Lasso>},
    SpriteEdit{"tool.wand", TEXT("Wand"), "Sprite/Tool", "star", Qt::Key_W, false, use<SpriteTool::Wand>, uses<SpriteTool::Wand>},
    SpriteEdit{"tool.move", TEXT("Move pixels"), "Sprite/Tool", "move", shift | Qt::Key_V, true, use<SpriteTool::MovePixels>, uses<SpriteTool::MovePixels>},
    SpriteEdit{"tool.darken", TEXT("Shading ink, darker"), "Sprite/Tool", "", Qt::Key_D, false, [](View& view) { setShade(view, 1); }, shades<1>},
    SpriteEdit{"tool.lighten", TEXT("Shading ink, lighter"), "Sprite/Tool", "", shift | Qt::Key_D, false, [](View& view) { setShade(view, -1); }, shades<-1>},
    SpriteEdit{"brush.larger", TEXT("Larger brush"), "Sprite/Tool", "", Qt::Key_BraceRight, false, [](View& view) { setBrush(view, 1); }},
    SpriteEdit{"brush.smaller", TEXT("Smaller brush"), "Sprite/Tool", "", Qt::Key_BraceLeft, false, [](View& view) { setBrush(view, -1); }},
    SpriteEdit{"brush.symmetric", TEXT("Draw both sides"), "Sprite/Tool", "flip", 0, false, toggle<&bgfcore::DrawSettings::symmetric>, [](const View& view) { return view.model()->drawing().symmetric; }},
    SpriteEdit{"brush.symmetricDown", TEXT("Draw above and below"), "Sprite/Tool", "", 0, false, toggle<&bgfcore::DrawSettings::symmetricDown>, [](const View& view) { return view.model()->drawing().symmetricDown; }},
    SpriteEdit{"brush.filled", TEXT("Fill shapes"), "Sprite/Tool", "", 0, false, toggle<&bgfcore::DrawSettings::filled>, [](const View& view) { return view.model()->drawing().filled; }},
    SpriteEdit{"brush.swap", TEXT("Swap both colours"), "Sprite/Tool", "", Qt::Key_X, false, swapColours},

    SpriteEdit{"select.all", TEXT("Select all pixels"), "Sprite/Select", "", ctrl | Qt::Key_A, false, chooseAll},
    SpriteEdit{"select.none", TEXT("Select nothing"), "Sprite/Select", "", ctrl | Qt::Key_D, false, [](View& view) { view.model()->setSelection({}); }},
    SpriteEdit{"select.invert", TEXT("Invert the selection"), "Sprite/Select", "", ctrl | shift | Qt::Key_I, false, invertChoice},

    SpriteEdit{"frame.copy", TEXT("Copy frame or chosen pixels"), "Sprite/Frame", "copy", ctrl | Qt::Key_C, false, copyPixels},
    SpriteEdit{"frame.cut", TEXT("Cut frame or chosen pixels"), "Sprite/Frame", "cut", ctrl | Qt::Key_X, false, cutPixels},
    SpriteEdit{"frame.paste", TEXT("Paste picture as frame"), "Sprite/Frame", "paste", ctrl | Qt::Key_V, false, pasteFrame},
    SpriteEdit{"frame.pasteInto", TEXT("Paste picture into the frame"), "Sprite/Frame", "", ctrl | shift | Qt::Key_V, false, pastePixels},

    SpriteEdit{"frame.flip", TEXT("Flip left and right"), "Sprite/Pixels", "flip", shift | Qt::Key_F, false, flip<true>},
    SpriteEdit{"frame.flipDown", TEXT("Flip top and bottom"), "Sprite/Pixels", "", 0, false, flip<false>},
    SpriteEdit{"frame.turn", TEXT("Turn by 90\u00b0"), "Sprite/Pixels", "rotate", 0, false, [](View& view) { changeShapes(view, "Turn", bgfcore::turnedRight); }},
    SpriteEdit{"frame.turnLeft", TEXT("Turn by 270\u00b0"), "Sprite/Pixels", "", 0, false, [](View& view) { changeShapes(view, "Turn", [](const Pixels& pixels) { return bgfcore::turnedRight(bgfcore::turnedRight(bgfcore::turnedRight(pixels))); }); }},
    SpriteEdit{"frame.turnBy", TEXT("Turn by any angle\u2026"), "Sprite/Pixels", "", 0, false, askTurn},
    SpriteEdit{"frame.half", TEXT("Shift by half, to see the seams"), "Sprite/Pixels", "", 0, false, halfShift},
    SpriteEdit{"frame.replace", TEXT("Replace the second colour by the first"), "Sprite/Pixels", "", 0, false, replaceSecond},
    SpriteEdit{"frame.darker", TEXT("A shade darker"), "Sprite/Pixels", "", ctrl | alt | Qt::Key_D, false, [](View& view) { mapColours(view, "Darker", bgfcore::shadeShift(1)); }},
    SpriteEdit{"frame.lighter", TEXT("A shade lighter"), "Sprite/Pixels", "light", ctrl | alt | Qt::Key_L, false, [](View& view) { mapColours(view, "Lighter", bgfcore::shadeShift(-1)); }},
    SpriteEdit{"frame.rampShift", TEXT("Shift a ramp\u2026"), "Sprite/Pixels", "palette", 0, false, askRampShift},
    SpriteEdit{"frame.canvasSize", TEXT("Canvas size\u2026"), "Sprite/Pixels", "", 0, false, askCanvasSize},
    SpriteEdit{"frame.scale", TEXT("Scale\u2026"), "Sprite/Pixels", "", 0, false, askScale},
    SpriteEdit{"frame.crop", TEXT("Crop to what is seen"), "Sprite/Pixels", "", 0, false, [](View& view) { view.tell(bgfcore::cropFrames(view.model()->document(), view.model()->scopeFrames())); }},
    SpriteEdit{"frame.cropAll", TEXT("Crop all frames"), "Sprite/Pixels", "", 0, false, [](View& view) { view.tell(bgfcore::cropFrames(view.model()->document(), view.model()->frameIds())); }},
};
// clang-format on

#undef TEXT

} // namespace

std::span<const SpriteEdit> pixelEdits() { return edits; }

} // namespace blak::ui::sprites
