// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/playing/wanderers.h"

#include "studio/play/session/play_session.h"

#include <QProcess>

#include <algorithm>
#include <numeric>
#include <utility>

namespace blak::ui::playing {

Wanderers::~Wanderers() { stop(); }

int Wanderers::count() const
{
    return std::accumulate(programs_.cbegin(), programs_.cend(), 0, [](int sum, const Program& one) { return sum + one.group.count; });
}

QVector<Wanderers::Group> Wanderers::groups() const
{
    QVector<Group> out;
    for (const Program& one : programs_)
        out.push_back(one.group);
    return out;
}

void Wanderers::add(const play::PlaySession& session, int count)
{
    Group group{1, count};
    for (const Program& one : programs_)
        group.first = std::max(group.first, one.group.first + one.group.count);
    add(session, {group});
}

void Wanderers::add(const play::PlaySession& session, const QVector<Group>& groups)
{
    for (const Group& group : groups)
        start(session, group);
    emit changed();
}

void Wanderers::start(const play::PlaySession& session, Group group)
{
    auto* bots = new QProcess(this);
    bots->setProgram(play::blakProgram());
    const QString server = QString::fromStdString(session.world()->server().string());
    const QString protocol = QString::fromStdString(session.world()->protocol());
    // Some hours: they end when this program does, whatever becomes of it.
    bots->setArguments({QStringLiteral("bot"), QStringLiteral("--server"), QStringLiteral("127.0.0.1:%1").arg(session.playerPort()),
                        QStringLiteral("--count"), QString::number(group.count), QStringLiteral("--first"), QString::number(group.first),
                        QStringLiteral("--seconds"), QStringLiteral("36000"),
                        QStringLiteral("--maintenance"), QString::number(session.maintenancePort()), QStringLiteral("--accounts"),
                        QStringLiteral("Wanderer "), QStringLiteral("--password"),
                        QStringLiteral("-"), QStringLiteral("--leased"),
                        QStringLiteral("--protocol"), protocol, QStringLiteral("--resources"), server + QStringLiteral("/rsc"),
                        QStringLiteral("--rooms"), server + QStringLiteral("/rooms")});
    connect(bots, &QProcess::finished, this, [this, bots] {
        if (!forget(bots))
            return;
        const QString said = QString::fromUtf8(bots->readAllStandardError()).trimmed();
        if (!said.isEmpty())
            emit complained(said);
        bots->deleteLater();
        emit changed();
    });
    connect(bots, &QProcess::errorOccurred, this, [this, bots](QProcess::ProcessError error) {
        if (error != QProcess::FailedToStart || !forget(bots))
            return;
        emit complained(tr("%1 does not start: %2").arg(bots->program(), bots->errorString()));
        bots->deleteLater();
        emit changed();
    });
    programs_.push_back({bots, group});
    bots->start();
    bots->write(QByteArray::fromStdString(session.world()->password()) + '\n');
}

/// False: it was not there any more.
bool Wanderers::forget(QProcess* bots)
{
    return programs_.removeIf([bots](const Program& one) { return one.bots == bots; }) > 0;
}

void Wanderers::stop()
{
    for (const Program& one : std::exchange(programs_, {})) {
        one.bots->disconnect(this);
        one.bots->kill();
        one.bots->waitForFinished();
        delete one.bots;
    }
}

} // namespace blak::ui::playing
