// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/opening.h"

#include "studio/project/project_file.h"
#include "studio/project/read_failure.h"
#include "studio/shell/command_palette.h"
#include "studio/shell/document_area.h"
#include "studio/shell/document_desk.h"
#include "studio/shell/doom_import.h"
#include "studio/shell/editors.h"
#include "studio/shell/file_comparison.h"
#include "studio/shell/loading_page.h"
#include "studio/shell/loading_pages.h"
#include "studio/shell/open_project.h"
#include "studio/shell/progress_line.h"
#include "studio/shell/project_browser.h"
#include "studio/shell/project_sessions.h"
#include "studio/shell/recent_projects.h"
#include "studio/shell/saving.h"
#include "studio/shell/session.h"
#include "studio/shell/studio_window.h"
#include "studio/shell/window_facts.h"
#include "studio/views/compare/compare_paths.h"
#include "studio/views/compare/compare_view.h"
#include "studio/views/merge/merge_view.h"
#include "ui/place_path.h"
#include "ui/theme.h"
#include "ui/toast.h"

#include <QApplication>
#include <QDateTime>
#include <QDesktopServices>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QPointer>
#include <QTimer>
#include <QUrl>

#include <algorithm>

namespace blak::ui::shell {
namespace {

constexpr qint64 headBytes = 64;
constexpr int roomsOpenedByThemselves = 20; ///< a project with at most so many opens its first room
constexpr int pictureAfter = 700;           ///< ms; by then there is something to see
constexpr int wordAfter = 250;              ///< ms until the progress of a project is looked at first

QString absolutePath(const QString& path)
{
    const QFileInfo info(path);
    const QString canonical = info.canonicalFilePath();
    return canonical.isEmpty() ? QDir::cleanPath(info.absoluteFilePath()) : canonical;
}

/// Whether all of the folder is to be read: as the root of a project is, also for a file that lies right in it.
bool isReadWhole(const QString& root, const QString& folderOfFile)
{
    const auto name = QString::fromLatin1(project::ProjectFile::fileName.data(), qsizetype(project::ProjectFile::fileName.size()));
    return root != folderOfFile || QFileInfo::exists(root + QLatin1Char('/') + name);
}

/// For as long as it lives a file may come to the front that is wanted behind what is there; then that is in front again.
class KeptFront
{
public:
    KeptFront(DocumentArea& documents, const WantedFile& what) : documents_(documents), front_(what.current ? nullptr : documents.current()) {}
    ~KeptFront()
    {
        DocumentView* front = front_;
        if (front == nullptr || documents_.current() == front)
            return;
        documents_.setCurrent(front);
        front->setFocus(Qt::OtherFocusReason);
    }
    KeptFront(const KeptFront&) = delete;
    KeptFront& operator=(const KeptFront&) = delete;

private:
    DocumentArea& documents_;
    QPointer<DocumentView> front_;
};

QByteArray headOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.read(headBytes) : QByteArray();
}

} // namespace

Opening::Opening(StudioWindow& window, QVector<DocumentType> types)
    : QObject(&window), window_(window), types_(std::move(types)), pages_(new LoadingPages(window))
{
    connect(pages_, &LoadingPages::loaded, this, &Opening::takeLoaded);
    connect(pages_, &LoadingPages::becameSlow, this, &Opening::becameSlow);
    connect(&index_, &FileIndex::finished, this, &Opening::projectIndexed);
    connect(&index_, &FileIndex::renewed, this, &Opening::projectRenewed);
    connect(&index_, &FileIndex::named, this, [this] { // after the first files are open
        for (const DocumentView* document : window_.documents().documents())
            if (const QString name = isInProject(document->path()) ? index_.nameOf(QFileInfo(document->path()).fileName()) : QString(); !name.isEmpty())
                renameRecentFile(document->path(), name);
    });
    connect(themeNotifier(), &ThemeNotifier::changed, this, [this] { takePictureSoon(window_.documents().current()); });
}

const DocumentType* Opening::typeOf(const DocumentView* document) const
{
    const auto found = std::ranges::find(types_, kindOf(document), &DocumentType::id);
    return found == types_.end() ? nullptr : &*found;
}

QString Opening::homeKindOf(const DocumentView* document) const
{
    const QString home = homes_.value(document);
    return home.isEmpty() ? kindOf(document) : home;
}

void Opening::open(const QString& path, const QVariantMap& state)
{
    if (const auto files = views::comparedFiles(path)) {
        compare(files->first, files->second);
        return;
    }
    if (const auto files = views::mergedFiles(path)) {
        merge(*files);
        return;
    }
    if (const auto at = placedFile(path)) {
        window_.openAt(absolutePath(at->file), placeState(at->place));
        return;
    }
    const QString absolute = absolutePath(path);
    const QFileInfo info(absolute);
    if (!info.exists()) {
        if (!window_.saving().offerFile(absolute))
            window_.report(Severity::Error, StudioWindow::tr("%1 is not there.").arg(info.fileName()), absolute);
    } else if (info.isDir())
        openProject(absolute);
    else
        openFile(absolute, state);
}

void Opening::openFile(const QString& path, const QVariantMap& state)
{
    if (DocumentView* document = window_.documents().find(path)) {
        window_.documents().setCurrent(document);
        document->setFocus(Qt::OtherFocusReason);
        return;
    }
    const WantedFile what{path, state};
    if (isInProject(path)) {
        if (!index_.isRunning() && !index_.holds(path))
            index_.refresh(); // it was made just now
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
    // No project is open: take the one the file belongs to. Where nothing tells, look at its own folder only.
    const QString root = QString::fromStdString(project::guessRoot(path.toStdString()).string());
    const DocumentType* type = typeFor(types_, path, headOf(path));
    if (window_.isWelcomeShown())
        window_.setPerspective(window_.perspectives().home(type == nullptr ? QString() : type->id));
    openProject(root, isReadWhole(root, QFileInfo(path).absolutePath()));
    waiting_.push_back(what); // in front of what was open before
}

void Opening::openAgain(const WantedFile& what)
{
    const bool isComparison = views::comparedFiles(what.path).has_value(); // needs the palette of the project
    if ((isInProject(what.path) || isComparison) && index_.isRunning())
        waiting_.push_back(what);
    else if (isComparison)
        open(what.path, {});
    else if (isInProject(what.path) && project_) {
        const KeptFront front(window_.documents(), what);
        openDocument(what, project_);
    } else {
        openLone(what);
    }
}

bool Opening::isInProject(const QString& path) const
{
    return !index_.root().isEmpty() && path.startsWith(QString(index_.root() + u'/'));
}

void Opening::openProject(const QString& folder, bool recursive)
{
    const auto leaveWelcome = [this] { // the frame of the project at once; it fills as it comes
        if (window_.isWelcomeShown())
            window_.setPerspective(window_.perspectives().home({}));
    };
    if (index_.root() == folder && (project_ || index_.isRunning())) {
        leaveWelcome();
        return;
    }
    if (project_ && !QFileInfo(folder).isReadable()) { // what is open stays open
        window_.report(Severity::Error,
                       StudioWindow::tr("%1: the folder cannot be read: you have no permission.").arg(QFileInfo(folder).fileName()), folder);
        return;
    }
    leaveProject();
    waiting_.clear();
    opensNothing_ = false;
    project_.reset();
    emit projectChanged();
    index_.start(folder, recursive);
    window_.browser().show(QString::fromStdString(project::nameOf(folder.toStdString())), {}, index_);
    leaveWelcome();
    window_.facts().sayNothingOpen();
    window_.progress().indexing(0);
    QTimer::singleShot(wordAfter, this, [this] {
        if (index_.isRunning())
            window_.progress().indexing(0);
    });
    if (const QVariantMap before = bringsBack_ ? projectSession(folder) : QVariantMap(); !before.isEmpty())
        restoreSession(window_, before);
}

/// Its documents close, to come back with it; files of elsewhere and pages without a file stay, and what cannot be kept.
void Opening::leaveProject()
{
    if (index_.root().isEmpty())
        return;
    rememberProjectSession(sessionOf(window_));
    bringsBack_ = true;
    window_.toasts().withdrawOffers(); // ways back in what is left now; what is kept as its documents close is told after
    for (DocumentView* document : window_.documents().documents())
        if (isOfProject(document->path(), index_.root()))
            window_.closeDocument(document);
    window_.forgetProject();
}

/// A file outside of the open project is shown with the palette and sprites of its own surroundings.
void Opening::openLone(const WantedFile& what)
{
    auto* around = new FileIndex(this);
    const QString root = QString::fromStdString(project::guessRoot(what.path.toStdString()).string());
    connect(around, &FileIndex::finished, this, [this, around, what] {
        around->deleteLater();
        if (around->project() == nullptr) {
            window_.report(Severity::Error, around->error(), what.path);
            return;
        }
        const KeptFront front(window_.documents(), what);
        openDocument(what, std::make_shared<OpenProject>(around->project(), window_.sharedWorkspace()));
    });
    around->start(root, isReadWhole(root, QFileInfo(what.path).absolutePath()));
}

void Opening::projectFailed()
{
    const QString root = index_.root();
    if (!index_.error().isEmpty())
        window_.report(Severity::Error, index_.error(), root);
    const QVector<WantedFile> waiting = std::exchange(waiting_, {});
    index_.clear();
    window_.browser().show({}, {}, index_);
    for (const WantedFile& what : waiting)
        openLone(what); // a cancelled walk need not keep the file from opening
    if (waiting.isEmpty() && window_.documents().documents().isEmpty())
        window_.showWelcome();
    else
        window_.facts().sayNothingOpen();
}

void Opening::projectIndexed()
{
    window_.progress().indexed();
    pages_->showProgress();
    const auto project = index_.project();
    if (project == nullptr) {
        projectFailed();
        return;
    }
    project_ = std::make_shared<OpenProject>(project, window_.sharedWorkspace());
    emit projectChanged();
    const bool isRecognised = project->isRecognised();
    window_.browser().show(project_->name(), isRecognised ? project_->dialectName() : QString(), index_);
    for (const std::string& note : project->notes()) { // the project's own place is told beside it
        QString sentence = QString::fromStdString(note);
        if (sentence.startsWith(QString(index_.root() + u'/')))
            sentence.remove(0, index_.root().size() + 1);
        window_.report(Severity::Warning, sentence, index_.root());
    }
    const bool seenWhole = project->scan().unreadable.empty(); // else the notes say what could not be looked into
    if (!isRecognised && waiting_.isEmpty() && seenWhole)
        window_.report(Severity::Warning,
                       StudioWindow::tr("%1 holds no rooms, sprites or Blakod.").arg(QFileInfo(index_.root()).fileName()),
                       index_.root());
    if (isRecognised)
        rememberProject({index_.root(), project_->name(), project_->dialectName(), static_cast<int>(index_.files().size()),
                       QDateTime::currentDateTime()});
    if (!std::exchange(opensNothing_, false) && waiting_.isEmpty() && window_.documents().documents().isEmpty())
        openFirstRoom();
    openWaiting();
    window_.facts().sayNothingOpen();
}

/// Files came or went since: written by an assistant, another program, a checkout of another branch.
void Opening::projectRenewed()
{
    if (!project_)
        return;
    const auto project = index_.project();
    const bool pictures = project_->renew(project);
    window_.browser().showAgain(project_->name(), project->isRecognised() ? project_->dialectName() : QString(), index_);
    window_.facts().refreshBrowser();
    window_.facts().refreshSoon();
    emit filesChanged(pictures);
}

/// What was looked at last in this project, else the first room of a small one, so that a project opens on something to see.
void Opening::openFirstRoom()
{
    for (const RecentItem& item : recentFiles()) {
        if (isInProject(item.path)) {
            waiting_.push_back({item.path});
            return;
        }
    }
    QStringList rooms;
    for (const IndexedFile& file : index_.files())
        if (file.group == FileGroup::Room && file.path.endsWith(QLatin1String(".roo"), Qt::CaseInsensitive))
            rooms << index_.absolute(file);
    if (!rooms.isEmpty() && rooms.size() <= roomsOpenedByThemselves)
        waiting_.push_back({rooms.first()});
}

void Opening::openWaiting()
{
    DocumentView* current = std::ranges::any_of(waiting_, &WantedFile::current) ? nullptr : window_.documents().current();
    for (const WantedFile& what : std::exchange(waiting_, {})) {
        openDocument(what, project_);
        if (what.current)
            current = window_.documents().find(what.path);
    }
    if (current != nullptr)
        window_.documents().setCurrent(current);
}

void Opening::openDocument(const WantedFile& what, const std::shared_ptr<Project>& project)
{
    if (DocumentView* there = window_.documents().find(what.path)) {
        window_.documents().setCurrent(there);
        return;
    }
    if (views::comparedFiles(what.path)) {
        open(what.path, {});
        return;
    }
    QFile file(what.path);
    if (!file.exists() && window_.saving().keeps(what.path) && openUnsavedRoom(window_, what.path))
        return;
    if (!file.open(QIODevice::ReadOnly)) {
        reportFailure(Error{file.errorString().toStdString(), {}}, what.path);
        return;
    }
    const QByteArray head = file.read(headBytes);
    file.close();
    const DocumentType* type = typeFor(types_, what.path, head);
    if (type == nullptr) {
        window_.toasts().show(Severity::Info,
                              StudioWindow::tr("%1 has no editor in this build.").arg(QFileInfo(what.path).fileName()),
                              StudioWindow::tr("Open elsewhere"),
                              [path = what.path] { QDesktopServices::openUrl(QUrl::fromLocalFile(path)); });
        return;
    }
    if (type->load) {
        load(what, *type, project);
        return;
    }
    window_.saving().closed().bringBack(what.path);
    auto opened = type->open(what.path, project, &window_.documents());
    if (!opened) {
        window_.saving().closed().sendBack(what.path);
        reportFailure(opened.error(), what.path);
        return;
    }
    window_.documents().add(opened.value());
    welcome(opened.value(), *type, what.state);
    window_.documents().setCurrent(opened.value());
    opened.value()->setFocus(Qt::OtherFocusReason);
}

bool Opening::isUnderWay() const
{
    return index_.isRunning() || !findChildren<FileIndex*>().isEmpty() || pages_->isReading();
}

void Opening::compare(const QString& left, const QString& right)
{
    const QString first = absolutePath(left), second = absolutePath(right);
    if (DocumentView* itself = first == second ? window_.documents().find(first) : nullptr) {
        if (itself->isModified())
            window_.saving().compare(itself);
        else
            window_.toasts().show(Severity::Info, StudioWindow::tr("%1 has no edits that are not saved. Choose another file to compare it with.").arg(itself->title()));
        return;
    }
    if (DocumentView* there = window_.documents().find(views::comparePath(first, second))) {
        window_.documents().setCurrent(there);
        if (const auto done = there->reload(); !done)
            reportFailure(done.error(), first);
        return;
    }
    auto opened = views::CompareView::open(first, second, project_, &window_.documents());
    if (!opened) {
        reportFailure(opened.error(), first);
        return;
    }
    views::CompareView* page = opened.value();
    auto* comparison = new FileComparison(window_, *page, {first, second});
    show(page, QLatin1String(views::CompareView::kindId), page->homeKind());
    comparison->tellUnsaved();
    page->setFocus(Qt::OtherFocusReason);
}

void Opening::merge(const QStringList& four)
{
    const QString output = absolutePath(four[3]);
    if (DocumentView* there = window_.documents().find(output)) {
        if (there->isModified()) {
            window_.documents().setCurrent(there);
            window_.report(Severity::Warning, StudioWindow::tr("%1 has edits that are not saved. Save or undo them before it is merged.").arg(there->title()), output);
            return;
        }
        window_.closeDocument(there); // one at a time edits the file
    }
    const auto file = [](const QString& path) { return std::filesystem::path(QFile::encodeName(absolutePath(path)).toStdString()); };
    auto opened = views::MergeView::open({file(four[0]), file(four[1]), file(four[2]), file(four[3])}, project_, &window_.documents());
    if (!opened) {
        reportFailure(opened.error(), output);
        return;
    }
    showNew(opened.value(), QLatin1String(views::MergeView::kindId));
}

bool Opening::openAnew(DocumentView* view)
{
    const DocumentType* type = typeOf(view);
    if (type == nullptr || type->load)
        return false;
    auto opened = type->open(view->path(), project_, &window_.documents());
    if (!opened)
        return false;
    DocumentView* fresh = opened.value();
    window_.saving().release(view);
    const bool isFocused = view->isAncestorOf(QApplication::focusWidget());
    const QVariantMap state = view->saveViewState();
    emit replaced(view, fresh);
    window_.desk().leave(view);
    welcome(fresh, *type, {});
    window_.documents().replace(view, fresh);
    fresh->restoreViewState(state);
    if (isFocused)
        fresh->setFocus(Qt::OtherFocusReason);
    return true;
}

void Opening::show(DocumentView* page, const QString& kind, const QString& homeKind)
{
    if (!kind.isEmpty())
        kinds_.insert(page, kind);
    if (!homeKind.isEmpty())
        homes_.insert(page, homeKind);
    window_.documents().add(page);
    window_.desk().take(page);
    window_.documents().setCurrent(page);
}

void Opening::showNew(DocumentView* document, const QString& kind)
{
    const auto type = std::ranges::find(types_, kind, &DocumentType::id);
    window_.documents().add(document);
    welcome(document, *type, {});
    window_.documents().setCurrent(document);
    document->setFocus(Qt::OtherFocusReason);
}

void Opening::closeProject()
{
    waiting_.clear();
    index_.clear();
    project_.reset();
    emit projectChanged();
    window_.progress().indexed();
    pages_->showProgress();
    window_.browser().show({}, {}, index_);
}

void Opening::reportFailure(const Error& error, const QString& path)
{
    const bool isSentence = error.what.ends_with('.'); // of the editor itself; readers tell what they found, without the file
    const QString name = QFileInfo(path).fileName();
    const QString sentence = QString::fromStdString(
        isSentence
            ? error.what
            : project::readFailure(error, std::filesystem::path(QFile::encodeName(path).toStdString()), name.toStdString()));
    window_.report(Severity::Error, sentence, path);
}

/// A page stands in for the document until a worker has read the file.
void Opening::load(const WantedFile& what, const DocumentType& type, const std::shared_ptr<Project>& project)
{
    LoadingPage* page = pages_->add(type, what.path, what.state);
    kinds_.insert(page, type.id);
    window_.facts().follow(page);
    window_.documents().add(page);
    window_.documents().setCurrent(page);
    page->start(type, project);
}

void Opening::takeLoaded(LoadingPage& page)
{
    const QString path = page.path();
    window_.saving().closed().bringBack(path);
    auto made = page.makeDocument(&window_.documents());
    if (!made) {
        window_.saving().closed().sendBack(path);
        window_.closeDocument(&page);
        reportFailure(made.error(), path);
    } else {
        DocumentView* document = made.value();
        const bool focused = page.isAncestorOf(QApplication::focusWidget()) || page.hasFocus();
        const DocumentType* type = typeOf(&page);
        const QVariantMap state = page.saveViewState();
        emit replaced(&page, document);
        forget(&page);
        welcome(document, *type, state);
        window_.documents().replace(&page, document);
        if (focused || document == window_.documents().current())
            document->setFocus(Qt::OtherFocusReason);
    }
    pages_->showProgress();
}

/// Lets a new document of a file take up where it was left.
void Opening::welcome(DocumentView* document, const DocumentType& type, const QVariantMap& state)
{
    window_.withdraw(document->path());
    kinds_.insert(document, type.id);
    window_.desk().take(document);
    if (!state.isEmpty())
        showPlace(*document, state);
    rememberRecent(*document);
    window_.saving().watch(document);
    takePictureSoon(document);
}

void Opening::rememberRecent(const DocumentView& document)
{
    const QString name = index_.nameOf(document.title());
    rememberFile({document.path(), name.isEmpty() ? document.title() : name, {}, 0, QDateTime::currentDateTime(), document.icon()});
    QStringList recent;
    for (const RecentItem& item : recentFiles())
        recent << item.path;
    window_.palette().setRecentFiles(recent);
}

void Opening::renamed(const QString&, const QString& to)
{
    DocumentView* document = window_.documents().find(to);
    if (document == nullptr || isWaiting(document))
        return;
    rememberRecent(*document); // the old name is left out where there is no such file
    takePictureSoon(document);
}

void Opening::takePictureSoon(DocumentView* document)
{
    if (document != nullptr && !isWaiting(document))
        QTimer::singleShot(pictureAfter, document, [document] {
            if (thumbnailOf(document->path()).isNull())
                rememberPicture(*document); // whatever becomes of this session
        });
}

bool Opening::isWaiting(const DocumentView* document) const { return pages_->contains(document); }

bool Opening::isBriefly(const DocumentView* document) const { return pages_->isBriefly(document); }

void Opening::forget(DocumentView* document)
{
    kinds_.remove(document);
    homes_.remove(document);
    pages_->forget(document);
}

void Opening::cancel()
{
    if (index_.isRunning()) {
        index_.cancel();
        return;
    }
    pages_->closeLong();
}

void Opening::finish()
{
    index_.finish();
    for (FileIndex* around : findChildren<FileIndex*>())
        around->finish();
    QApplication::processEvents();
    pages_->finish();
}

} // namespace blak::ui::shell
