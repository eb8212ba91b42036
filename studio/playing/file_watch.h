// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QObject>
#include <QStringList>

class QFileSystemWatcher;
class QTimer;

namespace blak::ui::playing {

/// Files of a project that no editor of the studio writes, while the project is played: its palette and its sounds. Tells of each that
/// is another one than before, a moment after the last write.
class FileWatch : public QObject
{
    Q_OBJECT

public:
    static constexpr int settleMilliseconds = 40;
    static constexpr int mostFiles = 4000;

    explicit FileWatch(QObject* parent = nullptr);

    /// Watches these from now on, and no others.
    void watch(const QStringList& files);
    void stop() { watch({}); }

signals:
    void changed(const QString& file);

private:
    void look();

    QFileSystemWatcher* watcher_ = nullptr;
    QTimer* timer_ = nullptr;
    QHash<QString, QString> stamps_; ///< size and time
};

} // namespace blak::ui::playing
