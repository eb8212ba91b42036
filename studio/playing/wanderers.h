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

    /// Some that go together, known by their numbers: whoever comes again by the same number is the same one.
    struct Group
    {
        int first = 1, count = 0;
    };
    void add(const play::PlaySession& session, int count);
    void add(const play::PlaySession& session, const QVector<Group>& groups);
    void stop();
    int count() const;
    QVector<Group> groups() const;

signals:
    void changed();
    void complained(const QString& why);

private:
    void start(const play::PlaySession& session, Group group);
    bool forget(QProcess* bots);

    struct Program
    {
        QProcess* bots = nullptr;
        Group group;
    };
    QVector<Program> programs_;
};

} // namespace blak::ui::playing
