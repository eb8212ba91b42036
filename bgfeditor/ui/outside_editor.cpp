// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/ui/outside_editor.h"

#include "bgfeditor/bgfcore/aseprite_import.h"
#include "bgfeditor/bgfcore/command_source.h"
#include "bgfeditor/bgfcore/frame_edits.h"
#include "bgfeditor/bgfcore/png_file.h"
#include "bgfeditor/ui/sprite_import.h"
#include "bgfeditor/ui/sprite_view.h"
#include "ui/number_text.h"

#include <QDesktopServices>
#include <QFile>
#include <QFileInfo>
#include <QUrl>

#include <utility>

namespace blak::ui::sprites {
namespace {

constexpr int settleTime = 150; ///< ms
constexpr int mostPatience = 6; ///< times that

std::filesystem::path pathOf(const QString& file) { return QFile::encodeName(file).toStdString(); }

} // namespace

OutsideEditor::OutsideEditor(SpriteView& view) : QObject(&view), view_(view)
{
    timer_.setSingleShot(true);
    timer_.setInterval(settleTime);
    connect(&timer_, &QTimer::timeout, this, &OutsideEditor::readAgain);
    connect(&watcher_, &QFileSystemWatcher::fileChanged, this, [this](const QString& file) {
        if (!changed_.contains(file))
            changed_.append(file);
        timer_.start();
    });
    connect(view.model(), &SpriteModel::documentChanged, this, &OutsideEditor::watchFiles);
    watchFiles();
}

void OutsideEditor::watch(const QString& file)
{
    if (QFileInfo::exists(file) && !watcher_.files().contains(file))
        watcher_.addPath(file);
}

void OutsideEditor::watchFiles()
{
    for (const auto& file : view_.model()->document().bitmapFiles())
        watch(QFile::decodeName(file.string().c_str()));
    for (const auto& source : view_.model()->document().asepriteSources())
        watch(QFile::decodeName(view_.model()->document().pathOfSource(source).string().c_str()));
}

QStringList OutsideEditor::changedAseprites() const
{
    QStringList changed;
    const bgfcore::SpriteDocument& document = view_.model()->document();
    for (const auto& source : document.asepriteSources()) {
        const QString file = QFile::decodeName(document.pathOfSource(source).string().c_str());
        if (!QFileInfo(file).isFile())
            continue;
        if (const auto now = fingerprintOf(file); now && now.value() != source.fingerprint)
            changed.append(file);
    }
    return changed;
}

QString OutsideEditor::fileOfCurrentFrame()
{
    const bgfcore::SpriteDocument& document = view_.model()->document();
    const bgfcore::PartId id = view_.model()->currentId();
    const bgfcore::Frame* frame = document.frames().find(id);
    if (frame == nullptr || frame->image->indices() == nullptr) {
        view_.tell(Error{"this frame has no pixels that can be read", {}});
        return {};
    }
    if (document.isCommandFile()) {
        if (document.source()->onDisk(frame->file) != frame->image) {
            view_.tell(Error{"the bitmap has changes that are not in its file: save first", {}});
            return {};
        }
        return QFile::decodeName(document.source()->pathOf(frame->file).string().c_str());
    }
    const QString file = folder_.filePath(QStringLiteral("%1-%2.png").arg(QFileInfo(view_.path()).completeBaseName()).arg(id));
    if (!view_.tell(bgfcore::writePng(pathOf(file), {frame->width(), frame->height(), *frame->image->indices(), view_.model()->palette()},
                                      true)))
        return {};
    frames_[file] = id;
    watch(file);
    return file;
}

void OutsideEditor::edit()
{
    const QString file = fileOfCurrentFrame();
    if (!file.isEmpty() && !QDesktopServices::openUrl(QUrl::fromLocalFile(file)))
        emit view_.reported(Severity::Warning, tr("No program for pictures was found. The frame is in %1; what is saved there comes in.").arg(file));
}

void OutsideEditor::readAgain()
{
    const auto isAseprite = [this](const QString& file) {
        return bgfcore::findAsepriteSource(view_.model()->document(), pathOf(file)) != nullptr;
    };
    bool bitmaps = false;
    for (const QString& file : std::exchange(changed_, {})) {
        if (!QFileInfo::exists(file)) { // gone for a moment while it is replaced
            if (frames_.contains(file) || isAseprite(file)) {
                changed_.append(file);
                timer_.start();
            }
            continue;
        }
        watch(file);
        if (const auto frame = frames_.constFind(file); frame != frames_.constEnd())
            readPicture(file, *frame);
        else if (isAseprite(file))
            readAseprite(file);
        else
            bitmaps = true;
    }
    if (!bitmaps)
        return;
    const auto read = view_.model()->document().readBitmapsAgain();
    if (view_.tell(read ? Result<void>() : read.error()) && read.value() > 0)
        emit view_.reported(Severity::Info, counted(static_cast<qlonglong>(read.value()), tr("1 bitmap was changed by another program."),
                                                   tr("%1 bitmaps were changed by another program.")));
}

void OutsideEditor::readPicture(const QString& file, bgfcore::PartId id)
{
    bgfcore::SpriteDocument& document = view_.model()->document();
    const bgfcore::Frame* frame = document.frames().find(id);
    if (frame == nullptr)
        return;
    auto picture = bgfcore::readPng(pathOf(file), view_.model()->palette());
    if (!picture) {
        emit view_.reported(Severity::Warning, tr("What another program saved cannot be read: %1.").arg(QString::fromStdString(picture.error().what)));
        return;
    }
    if (*frame->image->indices() == picture.value().indices && frame->width() == picture.value().width)
        return;
    auto image = bgfcore::FrameImage::ofIndices(picture.value().width, picture.value().height, std::move(picture.value().indices),
                                                document.header().version >= 10);
    if (view_.tell(bgfcore::setImage(document, id, std::move(image), "Edit in another program")))
        emit view_.reported(Severity::Info, tr("Frame %1 was changed by another program.").arg(view_.model()->frameOf(id)));
}

void OutsideEditor::readAseprite(const QString& file)
{
    const auto picture = sprites::readAseprite(file);
    if (!picture && patience_ < mostPatience) { // half written: programs that write slowly are waited for
        ++patience_;
        changed_.append(file);
        timer_.start();
        return;
    }
    patience_ = 0;
    if (!picture) {
        emit view_.reported(Severity::Warning,
                            tr("%1 cannot be read again: %2.").arg(QFileInfo(file).fileName(), QString::fromStdString(picture.error().what)));
        return;
    }
    bgfcore::SpriteDocument& document = view_.model()->document();
    const auto* source = bgfcore::findAsepriteSource(document, pathOf(file));
    if (source == nullptr || source->fingerprint == picture.value().fingerprint)
        return;
    const auto before = *source;
    document::Transaction transaction(document.history(), "Read an Aseprite picture again");
    const auto report = bgfcore::updateAseprite(document, picture.value().picture,
                                                bgfcore::Quantiser(view_.model()->palette(), before.colours),
                                                before.frames, before.layers);
    auto done = report ? bgfcore::keepAsepriteSource(document, pathOf(file), picture.value().fingerprint, report.value(), before.colours)
                       : Result<void>(report.error());
    if (!view_.tell(done))
        return;
    transaction.commit();
    emit view_.reported(Severity::Info,
                        tr("%1 was read again: %2 changed, %3.")
                            .arg(QFileInfo(file).fileName(),
                                 counted(static_cast<qlonglong>(report.value().changedFrames), tr("1 frame"), tr("%1 frames")),
                                 counted(static_cast<qlonglong>(report.value().changedPixels), tr("1 pixel"), tr("%1 pixels"))));
}

} // namespace blak::ui::sprites
