// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/ui/sprite_edit_actions.h"

#include "bgfeditor/bgfcore/aseprite_import.h"
#include "bgfeditor/bgfcore/frame_edits.h"
#include "bgfeditor/bgfcore/hotspot_edits.h"
#include "bgfeditor/bgfcore/pixels.h"
#include "bgfeditor/bgfcore/quantiser.h"
#include "bgfeditor/bgfcore/sheet.h"
#include "bgfeditor/bgfcore/sprite_checks.h"
#include "bgfeditor/ui/sprite_canvas.h"
#include "bgfeditor/ui/sprite_view.h"
#include "formats/base/file_io.h"

#include <QClipboard>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QImageReader>

#include <algorithm>
#include <array>

namespace blak::ui::sprites {
namespace {

using bgfcore::PartId;

constexpr int mostImportSide = 8192;                 ///< pixels
constexpr std::uint64_t largestAseprite = 64u << 20; ///< bytes
constexpr int mostImages = 4096;                     ///< of an animation
constexpr int mostRounds = 100;                      ///< of repairs: more kinds of problems there are not

std::array<PartId, 1> current(SpriteView& view) { return {view.model()->currentId()}; }

/// Number of the chosen hotspot; 0 = none, which is said.
int chosenHotspot(SpriteView& view)
{
    const bgf::Bitmap* bitmap = view.model()->current();
    const int index = view.model()->hotspot();
    if (bitmap != nullptr && index >= 0 && index < static_cast<int>(bitmap->hotspots.size()))
        return bitmap->hotspots[static_cast<std::size_t>(index)].number;
    view.tell(Error{"choose a hotspot first", {}});
    return 0;
}

template <typename Edit>
void changeHotspot(SpriteView& view, const Edit& edit)
{
    if (const int number = chosenHotspot(view); number != 0)
        view.tell(edit(view.model()->document(), number));
}

/// The entry of the group that is seen from the other side, for mirroring.
PartId opposite(SpriteView& view)
{
    const SpriteModel& model = *view.model();
    const int group = model.group();
    if (group < 0)
        return 0;
    const bgf::Group& entries = model.sprite().groups[static_cast<std::size_t>(group)];
    const auto here = std::find(entries.begin(), entries.end(), model.frame());
    if (here == entries.end())
        return 0;
    const auto count = entries.size(), place = static_cast<std::size_t>(here - entries.begin());
    return model.frameId(entries[(count - place) % count]);
}

void mirrorFromOpposite(SpriteView& view)
{
    const PartId from = opposite(view);
    if (from == 0 || from == view.model()->currentId())
        view.tell(Error{"this side has no other one across: choose an angle that is not from the front or from behind", {}});
    else
        view.tell(bgfcore::mirrorHotspots(view.model()->document(), from, view.model()->currentId()));
}

template <typename Change>
void changePixels(SpriteView& view, const char* name, const Change& change)
{
    SpriteModel& model = *view.model();
    const bgfcore::Frame* frame = model.document().frames().find(model.currentId());
    if (frame == nullptr || frame->image->indices() == nullptr) {
        view.tell(Error{"this frame has no pixels that can be read", {}});
        return;
    }
    const bool compressed = frame->image->isCompressed();
    view.tell(
        bgfcore::setImage(model.document(), model.currentId(), change(bgfcore::Pixels(*frame->image)).image(compressed), name));
}

void moveFrame(SpriteView& view, int way)
{
    const int place = view.model()->frame() + way;
    if (place >= 0 && place < view.model()->frameCount())
        view.tell(bgfcore::moveFrame(view.model()->document(), view.model()->currentId(), static_cast<std::size_t>(place)));
}

bgfcore::ColourPicture coloursOf(const QImage& given)
{
    const QImage image = given.convertToFormat(QImage::Format_ARGB32);
    bgfcore::ColourPicture picture{image.width(), image.height(), {}};
    picture.pixels.reserve(static_cast<std::size_t>(image.width()) * static_cast<std::size_t>(image.height()));
    for (int y = 0; y < image.height(); ++y) {
        const auto* row = reinterpret_cast<const std::uint32_t*>(image.constScanLine(y));
        picture.pixels.insert(picture.pixels.end(), row, row + image.width());
    }
    return picture;
}

/// Puts them in behind the current frame, or the things on them, and says what became of their colours.
void addPictures(SpriteView& view, const std::vector<QImage>& pictures, bool cutSheets)
{
    const bgfcore::Quantiser quantiser(view.model()->palette());
    std::vector<bgfcore::ImagePointer> images;
    std::size_t foreign = 0;
    double largest = 0;
    for (const QImage& one : pictures) {
        bgfcore::Quantised result = quantiser.run(coloursOf(one));
        foreign += result.foreignColours;
        largest = std::max(largest, result.largestChange);
        auto image = bgfcore::FrameImage::ofIndices(one.width(), one.height(), std::move(result.indices),
                                                    view.model()->sprite().version >= 10);
        if (!cutSheets) {
            images.push_back(std::move(image));
            continue;
        }
        const auto cut = bgfcore::cutByTransparency(*image);
        images.insert(images.end(), cut.begin(), cut.end());
    }
    const auto added = bgfcore::addFrames(view.model()->document(), images, static_cast<std::size_t>(view.model()->frame() + 1));
    if (!view.tell(added ? Result<void>() : added.error()) || added.value().empty())
        return;
    view.model()->setFrame(view.model()->frameOf(added.value().front()));
    if (foreign > 0)
        emit view.reported(
            Severity::Info,
            SpriteView::tr("%n colours were not in the palette and became the nearest; the largest change is %1 %.", nullptr,
                           static_cast<int>(foreign))
                .arg(100 * largest, 0, 'f', 0));
}

/// Asks for pictures and hands them on.
void choosePictures(SpriteView& view, const QString& title, void (*take)(SpriteView&, const QStringList&))
{
    auto* chooser = new QFileDialog(&view, title, QFileInfo(view.path()).absolutePath());
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setFileMode(QFileDialog::ExistingFiles);
    chooser->setNameFilter(SpriteView::tr("Pictures (*.png *.bmp *.gif *.aseprite *.ase)"));
    QObject::connect(chooser, &QFileDialog::filesSelected, &view, [&view, take](const QStringList& files) { take(view, files); });
    chooser->open();
}

void copyFrame(SpriteView& view)
{
    const QImage image = view.model()->image(view.model()->frame());
    if (image.isNull())
        view.tell(Error{"this frame has no pixels that can be read", {}});
    else
        QGuiApplication::clipboard()->setImage(image);
}

void pasteFrame(SpriteView& view)
{
    const QImage image = QGuiApplication::clipboard()->image();
    if (image.isNull())
        view.tell(Error{"the clipboard holds no picture", {}});
    else
        addPictures(view, {image}, false);
}

/// The first fix of every problem that has one; each kind is a step of undo.
void repair(SpriteView& view)
{
    bgfcore::SpriteDocument& document = view.model()->document();
    std::size_t repaired = 0;
    for (int round = 0; round < mostRounds; ++round) {
        document.setProblems(bgfcore::checkSprite(document));
        const auto& problems = document.problems();
        const auto one = std::ranges::find_if(problems, [](const Diagnostic& problem) { return !problem.fixes.empty(); });
        if (one == problems.end())
            break;
        const auto done = document.applyFix(static_cast<std::size_t>(one - problems.begin()), 0, true);
        if (!done || done.value() == 0) {
            view.tell(done ? Error{"a problem stays after its repair", {}} : done.error());
            return;
        }
        repaired += done.value();
    }
    emit view.reported(Severity::Info, repaired == 0
                                           ? SpriteView::tr("There is nothing that can be repaired by itself.")
                                           : SpriteView::tr("%n problems repaired.", nullptr, static_cast<int>(repaired)));
}

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

template <bgfcore::DrawTool Tool>
void drawWith(SpriteView& view)
{
    view.canvas()->setTool(SpriteTool::Draw, Tool);
}
template <bgfcore::DrawTool Tool>
bool drawsWith(const SpriteView& view)
{
    return view.canvas()->tool() == SpriteTool::Draw && view.canvas()->drawTool() == Tool;
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

using bgfcore::Alignment;
using bgfcore::DrawTool;

#define TEXT(text) QT_TRANSLATE_NOOP("SpriteActions", text)

// clang-format off
constexpr std::array edits{
    SpriteEdit{"tool.select", TEXT("Select"), "Sprite/Tool", "select", Qt::Key_V, true, use<SpriteTool::Select>, uses<SpriteTool::Select>},
    SpriteEdit{"tool.hotspot", TEXT("Add hotspots"), "Sprite/Tool", "hotspot", Qt::Key_H, true, use<SpriteTool::AddHotspot>, uses<SpriteTool::AddHotspot>},
    SpriteEdit{"tool.offset", TEXT("Move the offset"), "Sprite/Tool", "offset", Qt::Key_O, true, use<SpriteTool::Offset>, uses<SpriteTool::Offset>},
    SpriteEdit{"tool.pencil", TEXT("Pencil"), "Sprite/Tool", "pencil", Qt::Key_B, true, drawWith<DrawTool::Pencil>, drawsWith<DrawTool::Pencil>},
    SpriteEdit{"tool.eraser", TEXT("Eraser"), "Sprite/Tool", "eraser", Qt::Key_E, true, drawWith<DrawTool::Eraser>, drawsWith<DrawTool::Eraser>},
    SpriteEdit{"tool.fill", TEXT("Fill"), "Sprite/Tool", "bucket", Qt::Key_G, true, drawWith<DrawTool::Fill>, drawsWith<DrawTool::Fill>},
    SpriteEdit{"tool.picker", TEXT("Pick a colour"), "Sprite/Tool", "picker", Qt::Key_I, true, use<SpriteTool::Picker>, uses<SpriteTool::Picker>},
    SpriteEdit{"tool.line", TEXT("Line"), "Sprite/Tool", "draw-line", Qt::Key_L, false, drawWith<DrawTool::Line>, drawsWith<DrawTool::Line>},
    SpriteEdit{"tool.rectangle", TEXT("Rectangle"), "Sprite/Tool", "draw-rect", Qt::Key_U, false, drawWith<DrawTool::Rectangle>, drawsWith<DrawTool::Rectangle>},
    SpriteEdit{"tool.ellipse", TEXT("Ellipse"), "Sprite/Tool", "draw-ellipse", (Qt::SHIFT | Qt::Key_U).toCombined(), false, drawWith<DrawTool::Ellipse>, drawsWith<DrawTool::Ellipse>},
    SpriteEdit{"tool.replace", TEXT("Replace a colour"), "Sprite/Tool", "", (Qt::SHIFT | Qt::Key_R).toCombined(), false, drawWith<DrawTool::Replace>, drawsWith<DrawTool::Replace>},
    SpriteEdit{"brush.larger", TEXT("Larger brush"), "Sprite/Tool", "", Qt::Key_BraceRight, false, [](SpriteView& view) { setBrush(view, 1); }},
    SpriteEdit{"brush.smaller", TEXT("Smaller brush"), "Sprite/Tool", "", Qt::Key_BraceLeft, false, [](SpriteView& view) { setBrush(view, -1); }},
    SpriteEdit{"brush.symmetric", TEXT("Draw both sides"), "Sprite/Tool", "flip", 0, false, toggle<&bgfcore::DrawSettings::symmetric>, [](const SpriteView& view) { return view.model()->drawing().symmetric; }},
    SpriteEdit{"brush.filled", TEXT("Fill shapes"), "Sprite/Tool", "", 0, false, toggle<&bgfcore::DrawSettings::filled>, [](const SpriteView& view) { return view.model()->drawing().filled; }},

    SpriteEdit{"frame.import", TEXT("Add frames from pictures\u2026"), "Sprite/Frame", "plus", 0, false, [](SpriteView& view) { choosePictures(view, SpriteView::tr("Add frames from pictures"), importPictures); }},
    SpriteEdit{"frame.importSheet", TEXT("Add frames from a sheet\u2026"), "Sprite/Frame", "", 0, false, [](SpriteView& view) { choosePictures(view, SpriteView::tr("Add the pictures of a sheet"), importSheets); }},
    SpriteEdit{"frame.copy", TEXT("Copy frame"), "Sprite/Frame", "copy", (Qt::CTRL | Qt::Key_C).toCombined(), false, copyFrame},
    SpriteEdit{"frame.paste", TEXT("Paste picture as frame"), "Sprite/Frame", "paste", (Qt::CTRL | Qt::Key_V).toCombined(), false, pasteFrame},
    SpriteEdit{"frame.duplicate", TEXT("Duplicate frame"), "Sprite/Frame", "copy", (Qt::ALT | Qt::Key_D).toCombined(), false, [](SpriteView& view) { const auto done = bgfcore::duplicateFrames(view.model()->document(), current(view)); view.tell(done ? Result<void>() : done.error()); }},
    SpriteEdit{"frame.remove", TEXT("Remove frame"), "Sprite/Frame", "trash", (Qt::ALT | Qt::Key_Delete).toCombined(), false, [](SpriteView& view) { view.tell(bgfcore::removeFrames(view.model()->document(), current(view))); }},
    SpriteEdit{"frame.forward", TEXT("Move frame to the front"), "Sprite/Frame", "", (Qt::ALT | Qt::Key_Left).toCombined(), false, [](SpriteView& view) { moveFrame(view, -1); }},
    SpriteEdit{"frame.back", TEXT("Move frame to the back"), "Sprite/Frame", "", (Qt::ALT | Qt::Key_Right).toCombined(), false, [](SpriteView& view) { moveFrame(view, 1); }},
    SpriteEdit{"frame.flip", TEXT("Flip left and right"), "Sprite/Frame", "flip", (Qt::SHIFT | Qt::Key_F).toCombined(), false, [](SpriteView& view) { changePixels(view, "Flip", bgfcore::flippedAcross); }},
    SpriteEdit{"frame.flipDown", TEXT("Flip top and bottom"), "Sprite/Frame", "", 0, false, [](SpriteView& view) { changePixels(view, "Flip", bgfcore::flippedDown); }},
    SpriteEdit{"frame.turn", TEXT("Turn by 90\u00b0"), "Sprite/Frame", "rotate", 0, false, [](SpriteView& view) { changePixels(view, "Turn", bgfcore::turnedRight); }},
    SpriteEdit{"frame.half", TEXT("Shift by half, to see the seams"), "Sprite/Frame", "", 0, false, [](SpriteView& view) { changePixels(view, "Shift", [](const bgfcore::Pixels& pixels) { return bgfcore::shifted(pixels, pixels.width() / 2, pixels.height() / 2); }); }},
    SpriteEdit{"frame.crop", TEXT("Crop to what is seen"), "Sprite/Frame", "", 0, false, [](SpriteView& view) { view.tell(bgfcore::cropFrames(view.model()->document(), current(view))); }},
    SpriteEdit{"frame.cropAll", TEXT("Crop all frames"), "Sprite/Frame", "", 0, false, [](SpriteView& view) { view.tell(bgfcore::cropFrames(view.model()->document(), view.model()->frameIds())); }},

    SpriteEdit{"offset.feet", TEXT("Stand on the feet, all frames"), "Sprite/Offset", "offset", 0, false, [](SpriteView& view) { view.tell(bgfcore::alignOffsets(view.model()->document(), view.model()->frameIds(), Alignment::Feet)); }},
    SpriteEdit{"offset.centre", TEXT("Centre the bitmap, all frames"), "Sprite/Offset", "align", 0, false, [](SpriteView& view) { view.tell(bgfcore::alignOffsets(view.model()->document(), view.model()->frameIds(), Alignment::Centre)); }},
    SpriteEdit{"offset.content", TEXT("Centre what is seen, all frames"), "Sprite/Offset", "", 0, false, [](SpriteView& view) { view.tell(bgfcore::alignOffsets(view.model()->document(), view.model()->frameIds(), Alignment::Content)); }},

    SpriteEdit{"check.fix", TEXT("Repair what can be repaired"), "Sprite", "fix", 0, false, repair},

    SpriteEdit{"hotspot.remove", TEXT("Remove hotspot"), "Sprite/Hotspot", "trash", 0, false, [](SpriteView& view) { changeHotspot(view, [&](bgfcore::SpriteDocument& document, int number) { return bgfcore::removeHotspot(document, current(view), number); }); }},
    SpriteEdit{"hotspot.copyToAll", TEXT("Copy hotspot to all frames"), "Sprite/Hotspot", "copy", (Qt::CTRL | Qt::SHIFT | Qt::Key_C).toCombined(), false, [](SpriteView& view) { changeHotspot(view, [&](bgfcore::SpriteDocument& document, int number) { return bgfcore::copyHotspot(document, view.model()->currentId(), number, view.model()->frameIds()); }); }},
    SpriteEdit{"hotspot.interpolate", TEXT("Interpolate hotspot where it is missing"), "Sprite/Hotspot", "", (Qt::CTRL | Qt::Key_I).toCombined(), false, [](SpriteView& view) { changeHotspot(view, [&](bgfcore::SpriteDocument& document, int number) { return bgfcore::interpolateHotspot(document, view.model()->frameIds(), number); }); }},
    SpriteEdit{"hotspot.under", TEXT("Draw over or under"), "Sprite/Hotspot", "layers", 0, false, [](SpriteView& view) { changeHotspot(view, [&](bgfcore::SpriteDocument& document, int number) { return bgfcore::setHotspotProperty(document, view.model()->frameIds(), number, "number", std::int64_t{-number}); }); }},
    SpriteEdit{"hotspot.mirror", TEXT("Hotspots as in the angle opposite, mirrored"), "Sprite/Hotspot", "flip", 0, false, mirrorFromOpposite},
};

// clang-format on

#undef TEXT

/// All images of a file: of an animation more than one.
Result<std::vector<QImage>> readPictures(const QString& file)
{
    QImageReader reader(file);
    reader.setDecideFormatFromContent(true);
    const QSize size = reader.size();
    if (size.width() > mostImportSide || size.height() > mostImportSide)
        return Error{"expected at most " + std::to_string(mostImportSide) + " pixels a side", file.toStdString(),
                     ErrorCode::TooLarge};
    std::vector<QImage> images;
    while (images.empty() || (reader.canRead() && images.size() < mostImages)) {
        const QImage image = reader.read();
        if (image.isNull())
            return Error{reader.errorString().toStdString(), file.toStdString()};
        images.push_back(image);
    }
    return images;
}

/// Nothing where the file is no picture of Aseprite; else whether it was added.
std::optional<Result<void>> addIfAseprite(SpriteView& view, const QString& file)
{
    const auto bytes = readFile(QFile::encodeName(file).toStdString(), largestAseprite);
    if (!bytes || !aseprite::isAseprite(bytes.value()))
        return std::nullopt;
    const auto picture = aseprite::read(bytes.value(), QFileInfo(file).fileName().toStdString());
    if (!picture)
        return picture.error();
    const auto report =
        bgfcore::addAseprite(view.model()->document(), picture.value(), bgfcore::Quantiser(view.model()->palette()));
    if (!report)
        return report.error();
    view.model()->setFrame(view.model()->frameOf(report.value().frames.front()));
    if (!report.value().unusedSlices.empty())
        emit view.reported(Severity::Info,
                           SpriteView::tr("The name of slice \u201c%1\u201d says no hotspot; begin it with a number.")
                               .arg(QString::fromStdString(report.value().unusedSlices.front())));
    return Result<void>();
}

void readAndAdd(SpriteView& view, const QStringList& files, bool cutSheets)
{
    std::vector<QImage> images;
    for (const QString& file : files) {
        if (const auto added = addIfAseprite(view, file)) {
            if (!*added)
                emit view.reported(Severity::Error,
                                   SpriteView::tr("%1 cannot be read: %2.")
                                       .arg(QFileInfo(file).fileName(), QString::fromStdString(added->error().what)));
            continue;
        }
        const auto read = readPictures(file);
        if (!read) {
            emit view.reported(Severity::Error, SpriteView::tr("%1 cannot be read: %2. Nothing was added.")
                                                    .arg(QFileInfo(file).fileName(), QString::fromStdString(read.error().what)));
            return;
        }
        images.insert(images.end(), read.value().begin(), read.value().end());
    }
    if (!images.empty())
        addPictures(view, images, cutSheets);
}

} // namespace

std::span<const SpriteEdit> spriteEdits() { return edits; }

void importPictures(SpriteView& view, const QStringList& files) { readAndAdd(view, files, false); }

void importSheets(SpriteView& view, const QStringList& files) { readAndAdd(view, files, true); }

} // namespace blak::ui::sprites
