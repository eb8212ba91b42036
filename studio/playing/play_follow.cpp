// SPDX-License-Identifier: GPL-3.0-or-later
// What is saved or edited in the studio goes into the running world.
#include "studio/playing/play_controller.h"

#include "client/play/sound_stage.h"
#include "client/render/asset_store.h"
#include "formats/base/file_io.h"
#include "formats/palette/palette.h"
#include "formats/roo/room.h"
#include "roomedit/roomcore/rebuild.h"
#include "roomedit/roomcore/room_document.h"

#include <QFileInfo>
#include <QTimer>

namespace blak::ui::playing {
namespace {

bool isBlakod(const QString& path)
{
    return path.endsWith(QLatin1String(".kod"), Qt::CaseInsensitive) || path.endsWith(QLatin1String(".khd"), Qt::CaseInsensitive);
}

} // namespace

void PlayController::watchWorkspace()
{
    notices_ = host_.workspace()->notices().connect([this](const document::WorkspaceNotice& notice) { take(notice); });
}

void PlayController::take(const document::WorkspaceNotice& notice)
{
    using Kind = document::WorkspaceNotice::Kind;
    if (!isRunning())
        return;
    const QString path = QString::fromStdString(notice.path);
    if (notice.kind == Kind::Saved)
        return takeFile(path, notice.document);
    if (notice.kind == Kind::Edited && following_) {
        pending_.insert(path);
        if (!followTimer_->isActive()) // a drag goes on and on; its first steps are shown while it does
            followTimer_->start();
    }
}

void PlayController::takePending()
{
    const QSet<QString> paths = std::exchange(pending_, {});
    for (const QString& path : paths)
        takeFile(path, host_.workspace()->find(path.toStdString()));
}

void PlayController::reloadAll()
{
    if (isRunning())
        for (const auto& document : host_.workspace()->modified())
            takeFile(QString::fromStdString(document->path().string()), document);
}

void PlayController::takeFile(const QString& path, const std::shared_ptr<document::Document>& document)
{
    if (isBlakod(path))
        return session_.reloadSources({path}, host_.workspace()->files());
    if (const auto room = std::dynamic_pointer_cast<roomcore::RoomDocument>(document))
        return takeRoom(room);
    if (path.endsWith(QLatin1String(".bgf"), Qt::CaseInsensitive) && host_.assets()) {
        QElapsedTimer clock;
        clock.start();
        const std::string name = QFileInfo(path).fileName().toStdString();
        if (document != nullptr && document->isModified())
            return; // the editor shows what is not saved in its own views
        host_.assets()->invalidate(name);
        if (clientAssets_)
            clientAssets_->invalidate(name);
        tell(Severity::Info, tr("Reloaded %1 in %2 ms.").arg(QFileInfo(path).fileName()).arg(clock.nsecsElapsed() / 1'000'000));
    }
}

void PlayController::watchFiles()
{
    QStringList files;
    const project::Project& project = session_.world()->project();
    if (project.paletteFile())
        files << QString::fromStdString(project.paletteFile()->string());
    for (const project::FoundFile& file : project.files())
        if (file.kind == project::FileKind::Sound || file.kind == project::FileKind::Music)
            files << QString::fromStdString(project.absolute(file).string());
    files_.watch(files);
}

/// Pictures are numbers of colours: a palette exchanges their looks and none of them.
void PlayController::takeWorldFile(const QString& file)
{
    if (!isRunning())
        return;
    QElapsedTimer clock;
    clock.start();
    const QString name = QFileInfo(file).fileName();
    const client::WorldFiles files = connectWishOf(session_).files;
    if (file.toStdString() == files.palette.string()) {
        const auto bytes = readFile(files.palette);
        const auto read = bytes ? palette::read(bytes.value(), name.toStdString()) : Result<palette::PaletteFile>(bytes.error());
        if (!read)
            return tell(Severity::Warning, QString::fromStdString(read.error().text()));
        clientAssets_ = std::make_shared<render::AssetStore>(files.folders, read.value().colours);
        for (PlayTab* tab : tabs())
            tab->client().exchangeAssets(clientAssets_);
    } else {
        for (PlayTab* tab : tabs())
            tab->sounds().forget(name.toStdString());
    }
    tell(Severity::Info, tr("Reloaded %1 in %2 ms.").arg(name).arg(clock.nsecsElapsed() / 1'000'000));
}

/// Tree and grids are made in a worker; what was overtaken meanwhile is thrown away.
void PlayController::takeRoom(const std::shared_ptr<roomcore::RoomDocument>& room)
{
    const auto copy = room->copy();
    if (!copy)
        return tell(Severity::Warning, QString::fromStdString(copy.error().text()));
    const QString name = QString::fromStdString(room->path().stem().string()) + QStringLiteral(".roo");
    const quint64 turn = ++builds_[name];
    builder_.start([this, copy = copy.value(), name, turn] {
        auto rebuilt = roomcore::rebuild(copy->room, *copy->file);
        QByteArray bytes;
        QString why;
        if (rebuilt) {
            const auto written = roo::write(rebuilt.value().room);
            bytes = QByteArray(reinterpret_cast<const char*>(written.data()), static_cast<qsizetype>(written.size()));
        } else {
            why = QString::fromStdString(rebuilt.error().text());
        }
        QMetaObject::invokeMethod(
            this,
            [this, name, turn, bytes, why] {
                if (builds_.value(name) != turn || !isRunning())
                    return;
                if (!why.isEmpty())
                    return tell(Severity::Warning, tr("%1 cannot be built as it is: %2").arg(name, why));
                roomBytes_.insert(name.toLower(), bytes);
                session_.reloadRoom(name, bytes);
            },
            Qt::QueuedConnection);
    });
}

void PlayController::exchangeRooms(const QString& name, const QByteArray& bytes)
{
    if (bytes.isEmpty())
        return;
    for (PlayTab* tab : tabs()) {
        play::PlayPlace stand;
        const auto done = tab->exchangeRoom(name, bytes, stand);
        if (!done)
            tell(Severity::Error, QString::fromStdString(done.error().text()));
        else if (done.value() == PlayTab::Exchange::Falls)
            session_.put(tab->character(), stand, [this, name](bool good, const QString& why) {
                tell(good ? Severity::Info : Severity::Warning,
                     good ? tr("There was no floor any more; the player stands at the nearest one of %1.").arg(name) : why);
            });
    }
}

} // namespace blak::ui::playing
