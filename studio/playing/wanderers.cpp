// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/playing/wanderers.h"

#include "studio/play/session/play_session.h"

#include <QProcess>

namespace blak::ui::playing {

Wanderers::~Wanderers() { stop(); }

void Wanderers::add(const play::PlaySession& session, int count)
{
    auto* bots = new QProcess(this);
    bots->setProgram(play::blakProgram());
    const QString server = QString::fromStdString(session.world()->server().string());
    const QString protocol = QString::fromStdString(session.world()->protocol());
    // Some hours: they end when this program does, whatever becomes of it.
    bots->setArguments({QStringLiteral("bot"), QStringLiteral("--server"), QStringLiteral("127.0.0.1:%1").arg(session.playerPort()),
                        QStringLiteral("--count"), QString::number(count), QStringLiteral("--seconds"), QStringLiteral("36000"),
                        QStringLiteral("--maintenance"), QString::number(session.maintenancePort()), QStringLiteral("--accounts"),
                        QStringLiteral("wanderer%1x").arg(++begun_), QStringLiteral("--password"),
                        QStringLiteral("-"), QStringLiteral("--leased"),
                        QStringLiteral("--protocol"), protocol, QStringLiteral("--resources"), server + QStringLiteral("/rsc"),
                        QStringLiteral("--rooms"), server + QStringLiteral("/rooms")});
    connect(bots, &QProcess::finished, this, [this, bots, count] {
        if (!programs_.removeOne(bots))
            return;
        count_ -= count;
        const QString said = QString::fromUtf8(bots->readAllStandardError()).trimmed();
        if (!said.isEmpty())
            emit complained(said);
        bots->deleteLater();
        emit changed();
    });
    connect(bots, &QProcess::errorOccurred, this, [this, bots, count](QProcess::ProcessError error) {
        if (error != QProcess::FailedToStart || !programs_.removeOne(bots))
            return;
        count_ -= count;
        emit complained(tr("%1 does not start: %2").arg(bots->program(), bots->errorString()));
        bots->deleteLater();
        emit changed();
    });
    programs_.push_back(bots);
    count_ += count;
    bots->start();
    bots->write(QByteArray::fromStdString(session.world()->password()) + '\n');
    emit changed();
}

void Wanderers::stop()
{
    for (QProcess* bots : std::exchange(programs_, {})) {
        bots->disconnect(this);
        bots->kill();
        bots->waitForFinished();
        delete bots;
    }
    count_ = 0;
}

} // namespace blak::ui::playing
