// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QVector>

class QProcess;

namespace blak::play {
class PlaySession;
}

namespace blak::ui::playing {

/// Bots in the running world: programs of their own (`blak bot`), each with so many characters and their accounts. They end with this
/// object, and with the studio, whatever becomes of it.
class Wanderers : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;
    ~Wanderers() override;

    void add(const play::PlaySession& session, int count);
    void stop();
    int count() const { return count_; }

signals:
    void changed();
    void complained(const QString& why);

private:
    QVector<QProcess*> programs_;
    int count_ = 0;
    int begun_ = 0; ///< programs so far: each has names of its own
};

} // namespace blak::ui::playing
