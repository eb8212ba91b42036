// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/playing/file_watch.h"

#include <QDateTime>
#include <QFileInfo>
#include <QFileSystemWatcher>
#include <QSet>
#include <QTimer>

namespace blak::ui::playing {
namespace {

QString stampOf(const QString& file)
{
    const QFileInfo info(file);
    return info.exists() ? QString::number(info.size()) + u' ' + QString::number(info.lastModified().toMSecsSinceEpoch()) : QString();
}

} // namespace

FileWatch::FileWatch(QObject* parent) : QObject(parent), watcher_(new QFileSystemWatcher(this)), timer_(new QTimer(this))
{
    timer_->setSingleShot(true);
    timer_->setInterval(settleMilliseconds);
    connect(timer_, &QTimer::timeout, this, &FileWatch::look);
    for (const auto signal : {&QFileSystemWatcher::fileChanged, &QFileSystemWatcher::directoryChanged})
        connect(watcher_, signal, timer_, [this] { timer_->start(); });
}

void FileWatch::watch(const QStringList& files)
{
    if (const QStringList old = watcher_->files() + watcher_->directories(); !old.isEmpty())
        watcher_->removePaths(old);
    stamps_.clear();
    QSet<QString> folders;
    for (const QString& file : files.mid(0, mostFiles)) {
        stamps_.insert(file, stampOf(file));
        folders.insert(QFileInfo(file).path());
    }
    // Most programs write another file and rename it: that is told by the folder.
    if (!stamps_.isEmpty())
        watcher_->addPaths(QStringList(stamps_.keyBegin(), stamps_.keyEnd()) + QStringList(folders.begin(), folders.end()));
}

void FileWatch::look()
{
    QStringList news;
    for (auto it = stamps_.begin(); it != stamps_.end(); ++it) {
        const QString now = stampOf(it.key());
        if (now.isEmpty() || now == it.value())
            continue;
        it.value() = now;
        news << it.key();
    }
    for (const QString& file : news) {
        watcher_->addPath(file); // a renamed one is another file
        emit changed(file);
    }
}

} // namespace blak::ui::playing
