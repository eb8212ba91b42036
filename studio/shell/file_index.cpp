// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/file_index.h"

#include <QDir>
#include <QFileSystemWatcher>
#include <QMetaObject>
#include <QSet>
#include <QTimer>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <iterator>
#include <utility>

namespace blak::ui::shell {
namespace {

namespace fs = std::filesystem;

bool inOrder(const IndexedFile& a, const IndexedFile& b)
{
    if (a.group != b.group)
        return a.group < b.group;
    const int folder = a.folder().compare(b.folder(), Qt::CaseInsensitive);
    const int name = a.name().compare(b.name(), Qt::CaseInsensitive);
    if (fileGroupInfo(a.group).folders)
        return folder != 0 ? folder < 0 : name < 0;
    return name != 0 ? name < 0 : folder < 0;
}

QVector<IndexedFile> browsable(const project::Project& project)
{
    QVector<IndexedFile> files;
    for (const project::FoundFile& file : project.files()) {
        if (file.path.is_absolute())
            continue; // a texture folder outside of the project
        if (file.path.native().ends_with('~'))
            continue; // backup
        files.push_back(
            {QString::fromStdString(file.path.generic_string()), fileGroupOf(file.kind, file.path.filename().native())});
    }
    std::sort(files.begin(), files.end(), inOrder);
    return files;
}

using Stamps = std::vector<std::pair<fs::path, project::FileStamp>>;

Stamps stampsOfSources(const project::Project& project)
{
    Stamps stamps;
    for (const project::FoundFile& file : project.files())
        if (file.kind == project::FileKind::Kod || file.kind == project::FileKind::KodHeader)
            stamps.emplace_back(file.path, file.stamp());
    return stamps;
}

using FolderTimes = std::map<fs::path, fs::file_time_type>;

/// A folder's time changes when something in it comes, goes or is called otherwise.
FolderTimes folderTimes(const fs::path& root, const QVector<IndexedFile>& files)
{
    FolderTimes times;
    std::error_code code;
    times[root] = fs::last_write_time(root, code);
    for (const IndexedFile& file : files)
        for (QStringView folder = file.folder(); !folder.isEmpty(); folder = folder.left(std::max<qsizetype>(0, folder.lastIndexOf(u'/')))) {
            const auto [place, isNew] = times.try_emplace(root / folder.toString().toStdString());
            if (!isNew)
                break; // and so are those above it
            place->second = fs::last_write_time(place->first, code);
        }
    return times;
}

bool isSame(const FolderTimes& times)
{
    return std::ranges::all_of(times, [](const auto& folder) {
        std::error_code code;
        return fs::last_write_time(folder.first, code) == folder.second && !code;
    });
}

bool isSame(const fs::path& root, const Stamps& sources)
{
    return std::ranges::all_of(sources, [&](const auto& source) { return project::stampOf(root / source.first) == source.second; });
}

} // namespace

struct FileIndex::Walk
{
    fs::path root;
    bool recursive = true;
    bool anyway = false; ///< also where no folder has changed
    std::atomic<bool> cancelled = false;
    std::shared_ptr<const project::Project> project;
    QVector<IndexedFile> files;
    FolderTimes folders; ///< before, and then those of `files`
    Stamps sources;      ///< likewise
    QString error;

    /// Takes the project only where a folder or Blakod has changed.
    void renew(FileIndex* owner, const std::shared_ptr<Walk>& self)
    {
        project::ScanOptions options;
        options.recursive = recursive;
        options.progress = [&](const project::ScanProgress&) { return !cancelled; };
        const bool asBefore = !anyway && isSame(folders) && isSame(root, sources);
        auto opened = asBefore ? Result<project::Project>(Error{"nothing has changed", {}}) : project::open(root, options);
        if (opened) {
            project = std::make_shared<const project::Project>(std::move(opened).value());
            files = browsable(*project);
            folders = folderTimes(root, files);
            sources = stampsOfSources(*project);
        }
        QMetaObject::invokeMethod(owner, [owner, self] { owner->takeRenewal(self); });
    }

    void run(FileIndex* owner, const std::shared_ptr<Walk>& self)
    {
        project::ScanOptions options;
        options.recursive = recursive;
        options.progress = [&](const project::ScanProgress& progress) {
            QMetaObject::invokeMethod(owner, [owner, self, seen = static_cast<int>(progress.files)] {
                if (owner->walk_ == self)
                    emit owner->progress(seen);
            });
            return !cancelled;
        };
        auto opened = project::open(root, options);
        if (opened) {
            project = std::make_shared<const project::Project>(std::move(opened).value());
            files = browsable(*project);
            folders = folderTimes(root, files);
            sources = stampsOfSources(*project);
        } else {
            error = QString::fromStdString(root.filename().string() + ": " + opened.error().what + '.');
        }
        QMetaObject::invokeMethod(owner, [owner, self] { owner->take(self); });
    }
};

struct FileIndex::Naming
{
    std::shared_ptr<const project::Project> project;
    std::atomic<bool> cancelled = false;
    std::shared_ptr<const project::ProjectNames> names;
};

FileIndex::FileIndex(QObject* parent) : QObject(parent), watcher_(new QFileSystemWatcher(this)), lookTimer_(new QTimer(this))
{
    lookTimer_->setSingleShot(true);
    lookTimer_->setInterval(lookAfter);
    connect(lookTimer_, &QTimer::timeout, this, [this] {
        lookAgain_ = renewal_ != nullptr;
        refresh();
    });
    connect(watcher_, &QFileSystemWatcher::directoryChanged, this, [this] {
        if (!lookTimer_->isActive())
            lookTimer_->start();
    });
}

FileIndex::~FileIndex() { stop(); }

void FileIndex::start(const QString& root, bool recursive)
{
    clear();
    root_ = QDir(root).absolutePath();
    walk_ = std::make_shared<Walk>();
    walk_->root = fs::path(root_.toStdString());
    walk_->recursive = isRecursive_ = recursive;
    thread_ = std::thread([this, walk = walk_] { walk->run(this, walk); });
}

void FileIndex::refresh() { renew(false); }

void FileIndex::readAgain() { renew(true); }

void FileIndex::renew(bool anyway)
{
    if (walk_ || renewal_ || !project_)
        return;
    renewal_ = std::make_shared<Walk>();
    renewal_->root = fs::path(root_.toStdString());
    renewal_->recursive = isRecursive_;
    renewal_->folders = folders_;
    renewal_->sources = sources_;
    renewal_->anyway = anyway;
    renewalThread_ = std::thread([this, walk = renewal_] { walk->renew(this, walk); });
}

void FileIndex::takeRenewal(const std::shared_ptr<Walk>& walk)
{
    if (walk != renewal_)
        return;
    if (renewalThread_.joinable())
        renewalThread_.join();
    renewal_.reset();
    if (std::exchange(lookAgain_, false))
        lookTimer_->start();
    if (!walk->project)
        return; // nothing has changed, or it cannot be read now: what is known stays
    folders_ = std::move(walk->folders);
    watchFolders();
    if (sources_ != walk->sources) {
        sources_ = std::move(walk->sources);
        emit sourcesWritten();
    }
    if (walk->files == files_ && !walk->anyway)
        return;
    files_ = std::move(walk->files);
    project_ = std::move(walk->project);
    if (naming_)
        naming_->cancelled = true;
    if (namingThread_.joinable())
        namingThread_.join();
    naming_.reset();
    if (project_->isRecognised())
        startNaming();
    emit renewed();
}

bool FileIndex::holds(const QString& absolutePath) const
{
    const QString path = absolutePath.mid(root_.size() + 1);
    return absolutePath.startsWith(root_) && std::ranges::any_of(files_, [&](const IndexedFile& file) { return file.path == path; });
}

void FileIndex::cancel()
{
    if (walk_)
        walk_->cancelled = true;
}

void FileIndex::stop()
{
    cancel();
    if (thread_.joinable())
        thread_.join();
    walk_.reset();
    if (renewal_)
        renewal_->cancelled = true;
    if (renewalThread_.joinable())
        renewalThread_.join();
    renewal_.reset();
    if (naming_)
        naming_->cancelled = true;
    if (namingThread_.joinable())
        namingThread_.join();
    naming_.reset();
}

void FileIndex::startNaming()
{
    naming_ = std::make_shared<Naming>();
    naming_->project = project_;
    namingThread_ = std::thread([this, naming = naming_] {
        naming->names = std::make_shared<const project::ProjectNames>(project::readNames(*naming->project, naming->cancelled));
        QMetaObject::invokeMethod(this, [this, naming] { takeNames(naming); });
    });
}

void FileIndex::takeNames(const std::shared_ptr<Naming>& naming)
{
    if (naming != naming_)
        return;
    if (namingThread_.joinable())
        namingThread_.join();
    names_ = naming->names;
    naming_.reset();
    emit named();
}

QString FileIndex::nameOf(QStringView fileName) const
{
    const std::string_view name = names_->nameOf(fileName.toString().toStdString());
    return QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size()));
}

QString FileIndex::classOf(QStringView fileName) const
{
    const auto found = names_->classOf.find(fileName.toString().toLower().toStdString());
    return found == names_->classOf.end() ? QString() : QString::fromStdString(found->second);
}

QString FileIndex::titleOf(QStringView fileName) const
{
    const QString name = nameOf(fileName);
    return name.isEmpty() ? fileName.toString() : QStringLiteral("%1 \u00b7 %2").arg(name, fileName);
}

/// Only folders that hold files of the project, and those above them.
void FileIndex::watchFolders()
{
    QStringList wanted;
    for (const auto& [folder, time] : folders_)
        wanted << QString::fromStdString(folder.string());
    std::ranges::stable_sort(wanted, {}, [](const QString& folder) { return folder.count(u'/'); });
    if (wanted.size() > mostWatched)
        wanted.resize(mostWatched);
    const QStringList watched = watcher_->directories();
    const QSet<QString> before(watched.begin(), watched.end());
    const QSet<QString> now(wanted.begin(), wanted.end());
    QStringList gone, come;
    std::ranges::copy_if(watched, std::back_inserter(gone), [&](const QString& folder) { return !now.contains(folder); });
    std::ranges::copy_if(wanted, std::back_inserter(come), [&](const QString& folder) { return !before.contains(folder); });
    if (!gone.isEmpty())
        watcher_->removePaths(gone);
    if (!come.isEmpty())
        watcher_->addPaths(come);
}

void FileIndex::clear()
{
    stop();
    lookTimer_->stop();
    lookAgain_ = false;
    if (const QStringList watched = watcher_->directories(); !watched.isEmpty())
        watcher_->removePaths(watched);
    names_ = std::make_shared<project::ProjectNames>();
    files_.clear();
    sources_.clear();
    folders_.clear();
    project_.reset();
    root_.clear();
    error_.clear();
}

void FileIndex::finish()
{
    if (const auto walk = walk_) {
        if (thread_.joinable())
            thread_.join();
        take(walk);
    }
    if (const auto naming = naming_) {
        if (namingThread_.joinable())
            namingThread_.join();
        takeNames(naming);
    }
}

void FileIndex::take(const std::shared_ptr<Walk>& walk)
{
    if (walk != walk_)
        return; // of a folder that is no longer open, or already taken
    if (thread_.joinable())
        thread_.join();
    files_ = std::move(walk->files);
    folders_ = std::move(walk->folders);
    sources_ = std::move(walk->sources);
    watchFolders();
    project_ = std::move(walk->project);
    error_ = walk->cancelled ? QString() : walk->error;
    walk_.reset();
    if (project_ && project_->isRecognised())
        startNaming();
    emit finished();
}

} // namespace blak::ui::shell
