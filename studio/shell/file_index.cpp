// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/file_index.h"

#include <QDir>
#include <QMetaObject>

#include <algorithm>
#include <atomic>
#include <filesystem>

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

QVector<IndexedFile> browsable(const project::Project& world)
{
    QVector<IndexedFile> files;
    for (const project::FoundFile& file : world.files()) {
        if (file.path.is_absolute())
            continue; // a texture folder outside of the world
        if (file.path.native().ends_with('~'))
            continue; // backup
        files.push_back(
            {QString::fromStdString(file.path.generic_string()), fileGroupOf(file.kind, file.path.filename().native())});
    }
    std::sort(files.begin(), files.end(), inOrder);
    return files;
}

} // namespace

struct FileIndex::Walk
{
    fs::path root;
    bool recursive = true;
    std::atomic<bool> cancelled = false;
    std::shared_ptr<const project::Project> world;
    QVector<IndexedFile> files;
    QString error;

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
            world = std::make_shared<const project::Project>(std::move(opened).value());
            files = browsable(*world);
        } else {
            error = QString::fromStdString(root.filename().string() + ": " + opened.error().what + '.');
        }
        QMetaObject::invokeMethod(owner, [owner, self] { owner->take(self); });
    }
};

FileIndex::FileIndex(QObject* parent) : QObject(parent) {}

FileIndex::~FileIndex() { stop(); }

void FileIndex::start(const QString& root, bool recursive)
{
    clear();
    root_ = QDir(root).absolutePath();
    walk_ = std::make_shared<Walk>();
    walk_->root = fs::path(root_.toStdString());
    walk_->recursive = recursive;
    thread_ = std::thread([this, walk = walk_] { walk->run(this, walk); });
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
}

void FileIndex::clear()
{
    stop();
    files_.clear();
    world_.reset();
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
}

void FileIndex::take(const std::shared_ptr<Walk>& walk)
{
    if (walk != walk_)
        return; // of a folder that is no longer open, or already taken
    if (thread_.joinable())
        thread_.join();
    files_ = std::move(walk->files);
    world_ = std::move(walk->world);
    error_ = walk->cancelled ? QString() : walk->error;
    walk_.reset();
    emit finished();
}

} // namespace blak::ui::shell
