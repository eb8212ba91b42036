// SPDX-License-Identifier: GPL-3.0-or-later
// The part of StudioWindow that opens and closes worlds and documents and remembers the session.
#include "roomedit/textures/texture_browser.h"
#include "studio/project/world_file.h"
#include "studio/shell/command_palette.h"
#include "studio/shell/document_area.h"
#include "studio/shell/editors.h"
#include "studio/shell/loading_page.h"
#include "studio/shell/memory.h"
#include "studio/shell/number_text.h"
#include "studio/shell/perspective_docks.h"
#include "studio/shell/project_browser.h"
#include "studio/shell/recent_worlds.h"
#include "studio/shell/saving.h"
#include "studio/shell/studio_settings.h"
#include "studio/shell/studio_window.h"
#include "studio/shell/texture_dock.h"
#include "studio/shell/tool_strip.h"
#include "studio/shell/world_check.h"
#include "studio/shell/world_project.h"
#include "studio/views/compare/compare_paths.h"
#include "studio/views/compare/compare_view.h"
#include "ui/place_path.h"
#include "ui/theme.h"
#include "ui/toast.h"

#include <QApplication>
#include <QDesktopServices>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QImage>
#include <QTimer>
#include <QUrl>

#include <algorithm>

namespace blak::ui::shell {
namespace {

constexpr qint64 headBytes = 64;
constexpr int thumbnailWidth = 464;
constexpr int thumbnailHeight = 268;
constexpr int roomsOpenedByThemselves = 20; ///< a world with at most so many opens its first room

QString absolutePath(const QString& path)
{
    const QFileInfo info(path);
    const QString canonical = info.canonicalFilePath();
    return canonical.isEmpty() ? QDir::cleanPath(info.absoluteFilePath()) : canonical;
}

/// Whether all of the folder is to be read: as the root of a world is, also for a file that lies right in it.
bool isReadWhole(const QString& root, const QString& folderOfFile)
{
    const auto name = QString::fromLatin1(project::WorldFile::fileName.data(), qsizetype(project::WorldFile::fileName.size()));
    return root != folderOfFile || QFileInfo::exists(root + QLatin1Char('/') + name);
}

} // namespace

void StudioWindow::open(const QString& path, const QVariantMap& state)
{
    if (const auto files = views::comparedFiles(path)) {
        compare(files->first, files->second);
        return;
    }
    if (const auto at = placedFile(path)) {
        openAt(absolutePath(at->file), placeState(at->place));
        return;
    }
    const QString absolute = absolutePath(path);
    const QFileInfo info(absolute);
    if (!info.exists()) {
        report(Severity::Error, tr("%1 is not there.").arg(info.fileName()), absolute);
        return;
    }
    if (info.isDir()) {
        openWorld(absolute);
        return;
    }
    if (DocumentView* document = area_->find(absolute)) {
        area_->setCurrent(document);
        return;
    }
    const Waiting what{absolute, state};
    if (isInWorld(absolute)) {
        if (index_.isRunning())
            waiting_.push_back(what);
        else if (project_)
            openDocument(what, project_);
        else
            openLone(what);
        return;
    }
    if (!index_.root().isEmpty()) {
        openLone(what);
        return;
    }
    // No world is open: take the one the file belongs to. Where nothing tells, look at its own folder only.
    const QString root = QString::fromStdString(project::guessRoot(absolute.toStdString()).string());
    if (welcomeShown_)
        setPerspective(perspectiveOf(absolute));
    openWorld(root, isReadWhole(root, info.absolutePath()));
    waiting_.push_back(what);
}

/// Where a file will stand once it is open, as far as its first bytes tell.
Perspective StudioWindow::perspectiveOf(const QString& path) const
{
    QFile file(path);
    const DocumentType* type = file.open(QIODevice::ReadOnly) ? typeFor(types_, path, file.read(headBytes)) : nullptr;
    return type == nullptr ? Perspective::Room : type->perspective;
}

bool StudioWindow::isInWorld(const QString& path) const
{
    return !index_.root().isEmpty() && path.startsWith(QString(index_.root() + u'/'));
}

void StudioWindow::openWorld(const QString& folder, bool recursive)
{
    if (index_.root() == folder && (project_ || index_.isRunning())) {
        if (welcomeShown_)
            setPerspective(Perspective::Room);
        return;
    }
    waiting_.clear();
    project_.reset();
    showTexturesOf(nullptr, *textures_);
    worldCheck_->setWorld(nullptr);
    index_.start(folder, recursive);
    browser_->show(QString::fromStdString(project::nameOf(folder.toStdString())), {}, index_);
    if (welcomeShown_)
        setPerspective(Perspective::Room); // the frame of the world at once; it fills as it comes
    else if (area_->current() == nullptr)
        sayNothingOpen();
    showProgress(0);
    QTimer::singleShot(250, this, [this] {
        if (index_.isRunning())
            showProgress(0);
    });
}

/// A file outside of the open world is shown with the palette and sprites of its own surroundings.
void StudioWindow::openLone(const Waiting& what)
{
    auto* around = new FileIndex(this);
    const QString root = QString::fromStdString(project::guessRoot(what.path.toStdString()).string());
    connect(around, &FileIndex::finished, this, [this, around, what] {
        around->deleteLater();
        if (around->world() == nullptr) {
            report(Severity::Error, around->error(), what.path);
            return;
        }
        openDocument(what, std::make_shared<WorldProject>(around->world(), workspace_));
    });
    around->start(root, isReadWhole(root, QFileInfo(what.path).absolutePath()));
}

void StudioWindow::worldIndexed()
{
    endProgress();
    if (index_.world() == nullptr) {
        const QString root = index_.root();
        if (!index_.error().isEmpty())
            report(Severity::Error, index_.error(), root);
        const QVector<Waiting> waiting = std::exchange(waiting_, {});
        index_.clear();
        browser_->show({}, {}, index_);
        for (const Waiting& what : waiting)
            openLone(what); // a cancelled walk need not keep the file from opening
        if (waiting.isEmpty() && area_->documents().isEmpty())
            showWelcome();
        else if (area_->current() == nullptr)
            sayNothingOpen();
        return;
    }
    project_ = std::make_shared<WorldProject>(index_.world(), workspace_);
    showTexturesOf(project_, *textures_);
    worldCheck_->setWorld(index_.world());
    const bool isWorld = index_.world()->isWorld();
    browser_->show(project_->name(), isWorld ? project_->dialectName() : QString(), index_);
    for (const std::string& note : index_.world()->notes())
        report(Severity::Warning, QString::fromStdString(note), index_.root());
    const bool seenWhole = index_.world()->scan().unreadable.empty(); // else the notes say what could not be looked into
    if (!isWorld && waiting_.isEmpty() && seenWhole)
        report(Severity::Warning, tr("%1 holds no rooms, sprites or Blakod.").arg(QFileInfo(index_.root()).fileName()),
               index_.root());
    if (isWorld)
        rememberWorld({index_.root(), project_->name(), project_->dialectName(), static_cast<int>(index_.files().size()),
                       QDateTime::currentDateTime()});
    refreshTitle();
    if (waiting_.isEmpty() && area_->documents().isEmpty())
        openFirstRoom();
    openWaiting();
    if (area_->current() == nullptr)
        sayNothingOpen();
    statusTimer_->start();
}

/// What was looked at last in this world, else the first room of a small one, so that a world opens on something to see.
void StudioWindow::openFirstRoom()
{
    for (const RecentItem& item : recentFiles()) {
        if (isInWorld(item.path)) {
            waiting_.push_back({item.path, {}});
            return;
        }
    }
    QStringList rooms;
    for (const IndexedFile& file : index_.files())
        if (file.group == FileGroup::Room && file.path.endsWith(QLatin1String(".roo"), Qt::CaseInsensitive))
            rooms << index_.absolute(file);
    if (!rooms.isEmpty() && rooms.size() <= roomsOpenedByThemselves)
        waiting_.push_back({rooms.first(), {}});
}

void StudioWindow::openWaiting()
{
    DocumentView* current = nullptr;
    for (const Waiting& what : std::exchange(waiting_, {})) {
        openDocument(what, project_);
        if (what.current)
            current = area_->find(what.path);
    }
    if (current != nullptr)
        area_->setCurrent(current);
}

void StudioWindow::openDocument(const Waiting& what, const std::shared_ptr<Project>& project)
{
    if (DocumentView* there = area_->find(what.path)) {
        area_->setCurrent(there);
        return;
    }
    const QString name = QFileInfo(what.path).fileName();
    QFile file(what.path);
    if (!file.open(QIODevice::ReadOnly)) {
        reportOpening(Error{file.errorString().toStdString(), {}}, what.path);
        return;
    }
    const QByteArray head = file.read(headBytes);
    file.close();
    const DocumentType* type = typeFor(types_, what.path, head);
    if (type == nullptr) {
        const QString path = what.path;
        toasts_->show(Severity::Info, tr("%1 has no editor in this build.").arg(name), tr("Open elsewhere"),
                      [path] { QDesktopServices::openUrl(QUrl::fromLocalFile(path)); });
        return;
    }
    if (type->load) {
        loadDocument(what, *type, project);
        return;
    }
    auto opened = type->open(what.path, project, area_);
    if (!opened) {
        reportOpening(opened.error(), what.path);
        return;
    }
    area_->add(opened.value());
    welcomeDocument(opened.value(), *type, what.state);
    area_->setCurrent(opened.value());
    opened.value()->setFocus(Qt::OtherFocusReason);
}

void StudioWindow::compare(const QString& left, const QString& right)
{
    const QString first = absolutePath(left), second = absolutePath(right);
    if (DocumentView* there = area_->find(views::comparePath(first, second))) {
        area_->setCurrent(there);
        return;
    }
    auto opened = views::CompareView::open(first, second, project_, area_);
    if (!opened) {
        reportOpening(opened.error(), first);
        return;
    }
    area_->add(opened.value());
    connectDocument(opened.value(), QStringLiteral("compare"));
    area_->setCurrent(opened.value());
    opened.value()->setFocus(Qt::OtherFocusReason);
}

void StudioWindow::closeDocument(DocumentView* document)
{
    if (document == nullptr || !saving_->release(document))
        return;
    if (qobject_cast<LoadingPage*>(document) == nullptr)
        rememberPicture(document);
    document->disconnect(this);
    document->disconnect(problemsTimer_);
    document->disconnect(statusTimer_);
    for (auto it = lastOf_.begin(); it != lastOf_.end();)
        it = it.value() == document ? lastOf_.erase(it) : std::next(it);
    if (document == area_->current())
        tools_->set({}, {}, nullptr, {}); // its widgets go home before it goes
    docks_->removeDocument(document);
    typeIds_.remove(document);
    if (const auto& shown = document->document(); shown && shown->hasEdits() && shown->views() == 1)
        workspace_->close(shown->path()); // its edits are in a journal now
    area_->close(document);
    memory_->documentClosed(area_->documents().isEmpty(), project_ ? project_->assets() : nullptr);
    refreshBrowser();
    problemsTimer_->start();
}

void StudioWindow::closeWorld()
{
    for (DocumentView* document : area_->documents())
        closeDocument(document);
    if (!area_->documents().isEmpty())
        return; // what could not be kept stays open
    waiting_.clear();
    index_.clear();
    project_.reset();
    showTexturesOf(nullptr, *textures_);
    worldCheck_->setWorld(nullptr);
    reports_.clear();
    endProgress();
    browser_->show({}, {}, index_);
    problemsTimer_->start();
    refreshTitle();
    showWelcome();
}

void StudioWindow::rememberPicture(DocumentView* document)
{
    if (!document->isVisible() || document->width() < 50 || document->height() < 50)
        return;
    const QImage picture = document->grab().toImage();
    saveThumbnail(document->path(),
                  picture.scaled(thumbnailWidth, thumbnailHeight, Qt::KeepAspectRatioByExpanding, Qt::SmoothTransformation));
}

void StudioWindow::finishBackgroundWork()
{
    index_.finish();
    for (FileIndex* around : findChildren<FileIndex*>())
        around->finish();
    QApplication::processEvents();
    for (LoadingPage* page : area_->findChildren<LoadingPage*>())
        page->finish();
    for (DocumentView* document : area_->documents())
        document->prepareForGrab();
    textures_->finish();
    QApplication::processEvents();
    refreshProblems();
    refreshStatus();
    actions_->refresh();
    QApplication::sendPostedEvents();
    QApplication::processEvents();
}

void StudioWindow::saveSession()
{
    if (area_->current() != nullptr && qobject_cast<LoadingPage*>(area_->current()) == nullptr)
        rememberPicture(area_->current());
    StudioSettings settings;
    QVariantList documents;
    for (DocumentView* document : area_->documents()) {
        if (!typeIds_.contains(document) && qobject_cast<LoadingPage*>(document) == nullptr)
            continue; // a comparison with the disk, say, has no file of its own
        documents << QVariantMap{{QStringLiteral("path"), document->path()},
                                 {QStringLiteral("state"), document->saveViewState()},
                                 {QStringLiteral("current"), document == area_->current()}};
    }
    settings.setValue(QStringLiteral("session/world"), index_.root());
    settings.setValue(QStringLiteral("session/documents"), documents);
    settings.setValue(QStringLiteral("session/perspective"), static_cast<int>(perspective()));
    settings.setValue(QStringLiteral("window/geometry"), saveGeometry());
    docks_->saveSettings();
    actions_->saveSettings();
    settings.sync();
}

void StudioWindow::restoreSession()
{
    const StudioSettings settings;
    const QString world = settings.value(QStringLiteral("session/world")).toString();
    if (world.isEmpty() || !QFileInfo(world).isDir())
        return;
    const auto perspective = static_cast<Perspective>(settings.value(QStringLiteral("session/perspective")).toInt());
    if (perspective == Perspective::Sprite || perspective == Perspective::Code)
        setPerspective(perspective);
    openWorld(world);
    for (const QVariant& one : settings.value(QStringLiteral("session/documents")).toList()) {
        const QVariantMap map = one.toMap();
        const QString path = map.value(QStringLiteral("path")).toString();
        const Waiting what{path, map.value(QStringLiteral("state")).toMap(), map.value(QStringLiteral("current")).toBool()};
        if (views::comparedFiles(path))
            open(path);
        else if (!QFileInfo::exists(path))
            report(Severity::Warning, tr("%1 was open last time and is no longer there.").arg(QFileInfo(path).fileName()), path);
        else if (isInWorld(path))
            waiting_.push_back(what);
        else
            openLone(what);
    }
}

} // namespace blak::ui::shell
