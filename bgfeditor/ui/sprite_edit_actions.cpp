// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/ui/sprite_edit_actions.h"

#include "bgfeditor/bgfcore/frame_edits.h"
#include "bgfeditor/bgfcore/sprite_checks.h"
#include "bgfeditor/ui/outside_editor.h"
#include "bgfeditor/ui/sprite_canvas.h"
#include "bgfeditor/ui/sprite_import.h"
#include "bgfeditor/ui/sprite_view.h"
#include "ui/export_folder.h"
#include "ui/file_order.h"
#include "ui/number_text.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>

#include <algorithm>
#include <array>

namespace blak::ui::sprites {
namespace {

using bgfcore::PartId;

constexpr int mostRounds = 100; ///< of repairs: more kinds of problems there are not

std::array<PartId, 1> current(SpriteView& view) { return {view.model()->currentId()}; }

void moveFrame(SpriteView& view, int way)
{
    const int place = view.model()->frame() + way;
    if (place >= 0 && place < view.model()->frameCount())
        view.tell(bgfcore::moveFrame(view.model()->document(), view.model()->currentId(), static_cast<std::size_t>(place)));
}

QString pictureFilter() { return SpriteView::tr("Pictures (*.png *.bmp *.gif *.aseprite *.ase)"); }

/// Asks for pictures and hands them on.
void choosePictures(SpriteView& view, const QString& title, Cut cut)
{
    auto* chooser = new QFileDialog(&view, title, QFileInfo(view.path()).absolutePath());
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setFileMode(QFileDialog::ExistingFiles);
    chooser->setNameFilter(pictureFilter());
    QObject::connect(chooser, &QFileDialog::filesSelected, &view,
                     [&view, cut](const QStringList& files) { askAndImport(view, inNumberOrder(files), cut); });
    chooser->open();
}

/// One picture, in the place of the current frame's.
void chooseReplacement(SpriteView& view)
{
    auto* chooser = new QFileDialog(&view, SpriteView::tr("Replace the picture of frame %1").arg(view.model()->frame()),
                                    QFileInfo(view.path()).absolutePath());
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setFileMode(QFileDialog::ExistingFile);
    chooser->setNameFilter(pictureFilter());
    QObject::connect(chooser, &QFileDialog::fileSelected, &view, [&view](const QString& file) { replaceFrame(view, file); });
    chooser->open();
}

QFileDialog* outputChooser(SpriteView& view, const QString& title)
{
    const QFileInfo info(view.path());
    auto* chooser = new QFileDialog(&view, title, info.absolutePath());
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setAcceptMode(QFileDialog::AcceptSave);
    followExportFolder(*chooser, QStringLiteral("frames"));
    chooser->setNameFilter(SpriteView::tr("PNG (*.png)"));
    chooser->setDefaultSuffix(QStringLiteral("png"));
    chooser->selectFile(info.completeBaseName() + QStringLiteral(".png"));
    return chooser;
}

/// Says what was written, and where; or why it was not.
void tellWritten(SpriteView& view, const QString& file, const QString& written, const Result<void>& done)
{
    const QFileInfo info(file);
    if (done)
        emit view.wroteFiles(SpriteView::tr("%1 in %2.").arg(written, info.absoluteDir().dirName()), info.absolutePath());
    else
        emit view.reported(Severity::Error, SpriteView::tr("Cannot write %1: %2.").arg(info.fileName(), QString::fromStdString(done.error().what)));
}

void chooseSheet(SpriteView& view)
{
    QFileDialog* chooser = outputChooser(view, SpriteView::tr("Write all frames on a sheet"));
    QObject::connect(chooser, &QFileDialog::fileSelected, &view, [&view](const QString& file) {
        const QString places = QString::fromStdString(placesBeside(file).filename().string());
        tellWritten(view, file, SpriteView::tr("Wrote %1 and %2").arg(QFileInfo(file).fileName(), places), exportSheet(view, file));
    });
    chooser->open();
}

void writeFrames(SpriteView& view, const QString& file)
{
    const auto done = exportFrames(view, file);
    tellWritten(view, file,
                done ? counted(static_cast<qlonglong>(done.value()), SpriteView::tr("Wrote 1 frame"), SpriteView::tr("Wrote %1 frames")) : QString(),
                done ? Result<void>() : Result<void>(done.error()));
}

/// The chooser knows the name without the numbers only, so what lies behind them is asked for once it is closed.
void chooseFrames(SpriteView& view)
{
    QFileDialog* chooser = outputChooser(view, SpriteView::tr("Write each frame, numbered"));
    chooser->setOption(QFileDialog::DontConfirmOverwrite);
    QObject::connect(chooser, &QFileDialog::fileSelected, &view, [&view](const QString& file) {
        const auto files = frameFiles(view, file);
        const auto isThere = [](const auto& one) { return QFileInfo::exists(QFile::decodeName(one.second.c_str())); };
        const auto there = std::ranges::count_if(files, isThere);
        if (there == 0)
            return writeFrames(view, file);
        const QString first = QFile::decodeName(std::ranges::find_if(files, isThere)->second.filename().c_str());
        auto* question = new QMessageBox(QMessageBox::Warning, SpriteView::tr("Write each frame, numbered"),
                                         counted(there, SpriteView::tr("%1 is in %2 already. Replace it?").arg(first, QFileInfo(file).absoluteDir().dirName()),
                                                 SpriteView::tr("%1 of these files are in %2 already, as %3. Replace them?")
                                                     .arg(QStringLiteral("%1"), QFileInfo(file).absoluteDir().dirName(), first)),
                                         QMessageBox::Cancel, &view);
        question->setInformativeText(SpriteView::tr("What they hold now stays beside them, with ~ behind the name."));
        QPushButton* replace = question->addButton(SpriteView::tr("Replace"), QMessageBox::AcceptRole);
        question->setDefaultButton(QMessageBox::Cancel);
        question->setAttribute(Qt::WA_DeleteOnClose);
        QObject::connect(replace, &QPushButton::clicked, &view, [&view, file] { writeFrames(view, file); });
        question->open();
    });
    chooser->open();
}

void duplicateFrame(SpriteView& view)
{
    SpriteModel& model = *view.model();
    const int original = model.frame();
    const auto copies = bgfcore::duplicateFrames(model.document(), current(view));
    if (!view.tell(copies ? Result<void>() : copies.error()))
        return;
    model.setFrame(model.frameOf(copies.value().back()));
    emit view.reported(Severity::Info, SpriteView::tr("Frame %1 is a copy of frame %2, in no group yet. Sprite > Group > Add group makes one of it; "
                                                      "Frame here in Properties puts it into another group.").arg(model.frame()).arg(original));
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
                                           : counted(static_cast<qlonglong>(repaired), SpriteView::tr("1 problem repaired."), SpriteView::tr("%1 problems repaired.")));
}

/// What Aseprite saved while the sprite was not open.
void readAgain(SpriteView& view)
{
    const QStringList changed = view.outside().changedAseprites();
    for (const QString& file : changed)
        view.outside().readAseprite(file);
    if (changed.isEmpty())
        emit view.reported(Severity::Info,
                           view.model()->document().asepriteSources().empty()
                               ? SpriteView::tr("No frame came from an Aseprite picture.")
                               : SpriteView::tr("All Aseprite pictures are as they were when they were read last."));
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

    SpriteEdit{"frame.import", TEXT("Add frames from pictures\u2026"), "Sprite/Frame", "plus", 0, false, [](SpriteView& view) { choosePictures(view, SpriteView::tr("Add frames from pictures"), Cut::Whole); }},
    SpriteEdit{"frame.importSheet", TEXT("Add frames from a sheet\u2026"), "Sprite/Frame", "", 0, false, [](SpriteView& view) { choosePictures(view, SpriteView::tr("Add the pictures of a sheet"), Cut::Things); }},
    SpriteEdit{"frame.replacePicture", TEXT("Replace the picture\u2026"), "Sprite/Frame", "", 0, false, chooseReplacement},
    SpriteEdit{"frame.exportSheet", TEXT("Write a sheet\u2026"), "Sprite/Frame", "", 0, false, chooseSheet},
    SpriteEdit{"frame.exportEach", TEXT("Write each frame\u2026"), "Sprite/Frame", "", 0, false, chooseFrames},
    SpriteEdit{"frame.outside", TEXT("Edit outside"), "Sprite/Frame", "float", (Qt::ALT | Qt::Key_E).toCombined(), false, [](SpriteView& view) { view.outside().edit(); }},
    SpriteEdit{"frame.duplicate", TEXT("Duplicate frame"), "Sprite/Frame", "copy", (Qt::ALT | Qt::Key_D).toCombined(), false, duplicateFrame},
    SpriteEdit{"frame.remove", TEXT("Remove frame"), "Sprite/Frame", "trash", (Qt::ALT | Qt::Key_Delete).toCombined(), false, removeFrame},
    SpriteEdit{"frame.forward", TEXT("Move frame to the left"), "Sprite/Frame", "", (Qt::ALT | Qt::Key_Left).toCombined(), false, [](SpriteView& view) { moveFrame(view, -1); }},
    SpriteEdit{"frame.back", TEXT("Move frame to the right"), "Sprite/Frame", "", (Qt::ALT | Qt::Key_Right).toCombined(), false, [](SpriteView& view) { moveFrame(view, 1); }},
    SpriteEdit{"frame.readAgain", TEXT("Read Aseprite pictures again"), "Sprite/Frame", "", 0, false, readAgain},

    SpriteEdit{"check.fix", TEXT("Repair what can be repaired"), "Sprite", "fix", 0, false, repair},
};

// clang-format on

#undef TEXT

} // namespace

void removeFrame(SpriteView& view)
{
    bgfcore::SpriteDocument& document = view.model()->document();
    const int number = view.model()->frame();
    if (number < 0)
        return emit view.reported(Severity::Info, SpriteView::tr("There is no frame to remove."));
    const PartId id = view.model()->currentId();
    qlonglong gaps = 0;
    for (const PartId group : document.groups().ids())
        for (const auto& entry : document.groups().at(group).entries)
            gaps += entry.frame == id ? 1 : 0;
    if (!view.tell(bgfcore::removeFrames(document, current(view))))
        return;
    if (const int left = view.model()->frameCount(); left > 0)
        view.model()->setFrame(std::min(number, left - 1)); // the next one, as in any list
    if (gaps > 0)
        emit view.reported(Severity::Info, SpriteView::tr("Frame %1 is removed. %2").arg(number).arg(counted(gaps, SpriteView::tr("In 1 place of a group nothing is shown now."), SpriteView::tr("In %1 places of groups nothing is shown now."))));
}

std::span<const SpriteEdit> spriteEdits() { return edits; }

} // namespace blak::ui::sprites
