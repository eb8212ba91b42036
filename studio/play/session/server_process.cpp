// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/play/session/server_process.h"

#include "studio/play/prepare/server_facts.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QTimer>

#include <csignal>

namespace blak::play {
namespace {

constexpr int lookMilliseconds = 4;
constexpr int startSeconds = 120; ///< the first boot of a large world, on a slow machine
constexpr int endMilliseconds = 3000;
constexpr qsizetype longestSaid = 64 * 1024;

} // namespace

QString programBeside(const QString& name)
{
    const QString own = QCoreApplication::applicationDirPath();
    for (const char* place : {"/", "/../bin/"})
        if (const QFileInfo program(own + QLatin1String(place) + name); program.isFile() && program.isExecutable())
            return program.canonicalFilePath();
    return name;
}

QString blakProgram() { return programBeside(QStringLiteral("blak")); }

ServerProcess::ServerProcess(QObject* parent) : QObject(parent), timer_(new QTimer(this))
{
    timer_->setInterval(lookMilliseconds);
    timer_->setTimerType(Qt::PreciseTimer);
    connect(timer_, &QTimer::timeout, this, &ServerProcess::look);
}

ServerProcess::~ServerProcess() { stop(); }

qint64 ServerProcess::processId() const { return process_ == nullptr ? 0 : process_->processId(); }

void ServerProcess::start(const QString& program, const std::filesystem::path& folder, const QString& dialect)
{
    stop();
    folder_ = folder;
    said_.clear();
    QFile::remove(QString::fromStdString((folder / "control.json").string()));
    process_ = new QProcess(this);
    process_->setProcessChannelMode(QProcess::MergedChannels);
    process_->setProgram(program);
    process_->setArguments({QStringLiteral("serve"), QStringLiteral("--leased"), QStringLiteral("--accept-losses"),
                            QStringLiteral("--port"), QStringLiteral("0"), QStringLiteral("--maintenance-port"),
                            QStringLiteral("0"), QStringLiteral("--control-port"), QStringLiteral("0"),
                            QStringLiteral("--dialect"), dialect, QString::fromStdString(folder.string())});
    connect(process_, &QProcess::finished, this, &ServerProcess::finished);
    connect(process_, &QProcess::readyRead, this, &ServerProcess::takeOutput);
    connect(process_, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error != QProcess::FailedToStart)
            return;
        const QString why = tr("%1 does not start: %2").arg(process_->program(), process_->errorString());
        timer_->stop();
        process_->deleteLater();
        process_ = nullptr;
        emit died(why);
    });
    since_.start();
    process_->start();
    timer_->start();
}

void ServerProcess::look()
{
    if (since_.elapsed() > startSeconds * 1000) {
        timer_->stop();
        stop();
        emit died(tr("The server does not answer after %1 s.").arg(startSeconds));
        return;
    }
    QFile file(QString::fromStdString((folder_ / "control.json").string()));
    if (!file.open(QIODevice::ReadOnly))
        return;
    constexpr qint64 longest = 64 * 1024;
    const QByteArray text = file.read(longest);
    const auto facts = readServerFacts({text.constData(), static_cast<std::size_t>(text.size())}, file.fileName().toStdString());
    if (!facts)
        return; // it is being written
    timer_->stop();
    controlPort_ = facts.value().control;
    playerPort_ = facts.value().players;
    maintenancePort_ = facts.value().maintenance;
    token_ = QString::fromStdString(facts.value().token);
    emit ready();
}

void ServerProcess::takeOutput()
{
    said_ += QString::fromUtf8(process_->readAll());
    if (said_.size() > longestSaid)
        said_ = said_.right(longestSaid / 2);
}

void ServerProcess::finished(int code, QProcess::ExitStatus status)
{
    takeOutput();
    timer_->stop();
    process_->deleteLater();
    process_ = nullptr;
    const QString last = said_.trimmed().section(u'\n', -1);
    if (status == QProcess::CrashExit)
        emit died(tr("The server was ended by signal %1.").arg(code));
    else if (code != 0)
        emit died(last.isEmpty() ? tr("The server ended with status %1.").arg(code) : tr("The server ended: %1").arg(last));
    else
        emit died(tr("The server has ended."));
}

void ServerProcess::stop()
{
    timer_->stop();
    if (process_ == nullptr)
        return;
    process_->disconnect(this);
    process_->kill(); // its world is thrown away, there is nothing to save
    process_->waitForFinished(endMilliseconds);
    delete process_;
    process_ = nullptr;
}

void ServerProcess::kill()
{
    if (process_ != nullptr)
        process_->kill();
}

} // namespace blak::play
