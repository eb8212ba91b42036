// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/project/project.h"
#include "studio/project/project_names.h"
#include "studio/shell/file_group.h"

#include <QObject>
#include <QString>
#include <QVector>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

class QFileSystemWatcher;
class QTimer;

namespace blak::ui::shell {

struct IndexedFile
{
    QString path; ///< relative to the root, with slashes
    FileGroup group = FileGroup::Room;

    QStringView name() const { return QStringView(path).mid(path.lastIndexOf(u'/') + 1); }
    QStringView folder() const { return QStringView(path).left(std::max<qsizetype>(0, path.lastIndexOf(u'/'))); }

    friend bool operator==(const IndexedFile&, const IndexedFile&) = default;
};

/// The project of a folder and its files, found in a thread of its own so that the window answers meanwhile. Its folders are
/// watched: what another program makes or takes away there is seen soon after.
class FileIndex : public QObject
{
    Q_OBJECT

public:
    static constexpr int mostWatched = 4000; ///< folders, the uppermost first: the system lends only so many watches
    static constexpr int lookAfter = 400;    ///< ms after a folder changed; and not more often than that

    explicit FileIndex(QObject* parent = nullptr);
    ~FileIndex() override;

    /// Forgets what it has; a walk that runs is stopped.
    void start(const QString& root, bool recursive = true);
    /// Where a folder of the project or a text of its Blakod has changed since, walks again in the background; what is known
    /// stays until then.
    void refresh();
    /// The same whether or not one has changed: classes may give files other names.
    void readAgain();
    /// Stops the walk; the list stays empty.
    void cancel();
    void clear();

    bool isRunning() const { return walk_ != nullptr; }
    const QString& root() const { return root_; }
    const QVector<IndexedFile>& files() const { return files_; }
    QString absolute(const IndexedFile& file) const { return root_ + u'/' + file.path; }
    bool holds(const QString& absolutePath) const;

    /// Null until the walk is over.
    std::shared_ptr<const project::Project> project() const { return project_; }
    /// Why there is none, when the walk is over: unreadable, cancelled.
    const QString& error() const { return error_; }

    /// What people call the files, read after the walk while the project is open already; empty until then.
    const project::ProjectNames& names() const { return *names_; }
    std::shared_ptr<const project::ProjectNames> sharedNames() const { return names_; } ///< for who looks at them while others come
    /// "The Lantern Inn" for a file that a class gives a name to, else empty.
    QString nameOf(QStringView fileName) const;
    /// "LanternInn": the class that gives it that name, else empty.
    QString classOf(QStringView fileName) const;
    /// "The Lantern Inn \u00b7 lantern.roo", or the file's name alone.
    QString titleOf(QStringView fileName) const;

    /// Waits for the walk and the names (grab, tests); not for a renewal.
    void finish();

signals:
    void progress(int filesSeen);
    void finished();
    void named();
    void renewed(); ///< files came or went
    void sourcesWritten(); ///< Blakod came, went or was written, by whomever

private:
    struct Walk;
    struct Naming;
    void renew(bool anyway);
    void startNaming();
    void takeNames(const std::shared_ptr<Naming>& naming);
    void take(const std::shared_ptr<Walk>& walk);
    void takeRenewal(const std::shared_ptr<Walk>& walk);
    void stop();
    void watchFolders();

    QString root_;
    bool isRecursive_ = true;
    QVector<IndexedFile> files_;
    std::shared_ptr<const project::Project> project_;
    QString error_;
    std::shared_ptr<Walk> walk_;
    std::thread thread_;
    std::shared_ptr<Walk> renewal_;
    std::thread renewalThread_;
    std::map<std::filesystem::path, std::filesystem::file_time_type> folders_; ///< of the project, and when they changed
    std::vector<std::pair<std::filesystem::path, project::FileStamp>> sources_; ///< its Blakod as it was looked at last
    QFileSystemWatcher* watcher_ = nullptr;
    QTimer* lookTimer_ = nullptr;
    bool lookAgain_ = false; ///< a folder changed while they were looked through
    std::shared_ptr<Naming> naming_;
    std::thread namingThread_;
    std::shared_ptr<const project::ProjectNames> names_ = std::make_shared<project::ProjectNames>();
};

} // namespace blak::ui::shell
