// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/compare/watched_files.h"

#include <QDateTime>
#include <QFileInfo>
#include <QFileSystemWatcher>

namespace blak::ui::views {

WatchedFiles::WatchedFiles(QObject* parent) : QObject(parent), watcher_(new QFileSystemWatcher(this))
{
    connect(watcher_, &QFileSystemWatcher::fileChanged, this, &WatchedFiles::touched);
    connect(watcher_, &QFileSystemWatcher::directoryChanged, this, &WatchedFiles::touched);
}

void WatchedFiles::note(const QStringList& files)
{
    files_ = files;
    files_.removeAll(QString());
    stamp_ = stampNow();
}

/// That a file goes, or comes back, its folder tells.
void WatchedFiles::watchAgain()
{
    if (!watcher_->files().isEmpty())
        watcher_->removePaths(watcher_->files());
    for (const QString& file : std::as_const(files_)) {
        watcher_->addPath(file);
        watcher_->addPath(QFileInfo(file).absolutePath());
    }
}

QString WatchedFiles::stampNow() const
{
    QString all;
    for (const QString& file : files_) {
        const QFileInfo info(file);
        if (info.exists())
            all += QStringLiteral("%1 %2").arg(info.size()).arg(info.lastModified().toMSecsSinceEpoch());
        all += u';';
    }
    return all;
}

} // namespace blak::ui::views
