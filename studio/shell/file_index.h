// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/project/project.h"
#include "studio/shell/file_group.h"

#include <QObject>
#include <QString>
#include <QVector>

#include <algorithm>
#include <memory>
#include <thread>

namespace blak::ui::shell {

struct IndexedFile
{
    QString path; ///< relative to the root, with slashes
    FileGroup group = FileGroup::Room;

    QStringView name() const { return QStringView(path).mid(path.lastIndexOf(u'/') + 1); }
    QStringView folder() const { return QStringView(path).left(std::max<qsizetype>(0, path.lastIndexOf(u'/'))); }
};

/// The world of a folder and its files, found in a thread of its own so that the window answers meanwhile.
class FileIndex : public QObject
{
    Q_OBJECT

public:
    explicit FileIndex(QObject* parent = nullptr);
    ~FileIndex() override;

    /// Forgets what it has; a walk that runs is stopped.
    void start(const QString& root, bool recursive = true);
    /// Stops the walk; the list stays empty.
    void cancel();
    void clear();

    bool isRunning() const { return walk_ != nullptr; }
    const QString& root() const { return root_; }
    const QVector<IndexedFile>& files() const { return files_; }
    QString absolute(const IndexedFile& file) const { return root_ + u'/' + file.path; }

    /// Null until the walk is over.
    std::shared_ptr<const project::Project> world() const { return world_; }
    /// Why there is none, when the walk is over: unreadable, cancelled.
    const QString& error() const { return error_; }

    /// Waits for the walk (grab, tests).
    void finish();

signals:
    void progress(int filesSeen);
    void finished();

private:
    struct Walk;
    void take(const std::shared_ptr<Walk>& walk);
    void stop();

    QString root_;
    QVector<IndexedFile> files_;
    std::shared_ptr<const project::Project> world_;
    QString error_;
    std::shared_ptr<Walk> walk_;
    std::thread thread_;
};

} // namespace blak::ui::shell
