// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>

class QFileSystemWatcher;

namespace blak::ui::views {

/// The files of a comparison, whoever writes them: whether they are others than when they were read.
class WatchedFiles : public QObject
{
    Q_OBJECT

public:
    explicit WatchedFiles(QObject* parent);

    /// As they are now. Before they are read: what is written meanwhile is not missed. Empty names are none.
    void note(const QStringList& files);
    /// The watcher watches what a name stood for when it was told, and a file that is replaced is another one: once more, by name.
    void watchAgain();
    bool areOthers() const { return stampNow() != stamp_; }

signals:
    void touched(); ///< one of them may be another; often several times in a row

private:
    QString stampNow() const;

    QFileSystemWatcher* watcher_;
    QStringList files_;
    QString stamp_; ///< sizes and times
};

} // namespace blak::ui::views
