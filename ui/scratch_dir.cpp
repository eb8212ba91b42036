// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scratch_dir.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace blak::ui {
namespace {

constexpr auto prefix = "blakston-studio-";
constexpr int letters = 6; ///< that tell one from the other
constexpr auto lockName = "studio.lock";
constexpr qint64 makingTakes = 60; ///< s; from the folder to its lock, at the very most

/// The descriptor of a lock that nobody else holds, or -1. Children do not inherit it.
int tryLock(const QString& folder, int more)
{
    const QByteArray name = QFile::encodeName(folder + QLatin1Char('/') + QLatin1String(lockName));
    const int descriptor = ::open(name.constData(), O_RDWR | more | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR);
    if (descriptor >= 0 && ::flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        return descriptor;
    if (descriptor >= 0)
        ::close(descriptor);
    return -1;
}

} // namespace

ScratchDir::ScratchDir() = default;

ScratchDir::~ScratchDir()
{
    folder_.reset();
    if (lock_ >= 0)
        ::close(lock_);
}

bool ScratchDir::isValid() const
{
    make();
    return folder_->isValid();
}

QString ScratchDir::filePath(const QString& name) const
{
    make();
    return folder_->filePath(name);
}

void ScratchDir::make() const
{
    if (folder_ != nullptr)
        return;
    folder_ = std::make_unique<QTemporaryDir>(QDir::tempPath() + QLatin1Char('/') + QLatin1String(prefix) +
                                              QString(letters, QLatin1Char('X')));
    if (folder_->isValid())
        lock_ = tryLock(folder_->path(), O_CREAT);
}

int sweepScratchDirs()
{
    int removed = 0;
    const QFileInfoList all = QDir(QDir::tempPath())
                                  .entryInfoList({QLatin1String(prefix) + QString(letters, QLatin1Char('?'))},
                                                 QDir::Dirs | QDir::Hidden | QDir::NoDotAndDotDot | QDir::NoSymLinks);
    for (const QFileInfo& one : all) {
        if (one.ownerId() != ::geteuid())
            continue;
        const QString path = one.absoluteFilePath();
        if (const int lock = tryLock(path, 0); lock >= 0) {
            removed += QDir(path).removeRecursively() ? 1 : 0;
            ::close(lock);
        } else if (one.lastModified().secsTo(QDateTime::currentDateTime()) > makingTakes && QDir().rmdir(path)) {
            ++removed; // was empty: killed before there was a lock
        }
    }
    return removed;
}

} // namespace blak::ui
