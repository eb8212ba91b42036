// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QProcess>
#include <QString>

#include <filesystem>

class QTimer;

namespace blak::play {

/// A server as a child process in a scratch folder, on free ports of the loopback address. It holds the other end of a pipe of ours:
/// when this process is gone, whatever way, the server ends and removes its folder.
class ServerProcess : public QObject
{
    Q_OBJECT

public:
    explicit ServerProcess(QObject* parent = nullptr);
    ~ServerProcess() override;

    /// `program`: the command line tool blak.
    void start(const QString& program, const std::filesystem::path& folder, const QString& dialect);
    /// Ends it at once and waits until it has ended.
    void stop();
    void kill();

    bool isRunning() const { return process_ != nullptr; }
    qint64 processId() const;
    quint16 playerPort() const { return playerPort_; }
    quint16 controlPort() const { return controlPort_; }
    quint16 maintenancePort() const { return maintenancePort_; }
    const QString& token() const { return token_; }
    /// The last of what it said on its outputs.
    const QString& said() const { return said_; }

signals:
    void ready();
    /// It ended by itself, or could not be started.
    void died(const QString& why);

private:
    void look();
    void finished(int code, QProcess::ExitStatus status);
    void takeOutput();

    QProcess* process_ = nullptr;
    QTimer* timer_ = nullptr; ///< looks for control.json
    std::filesystem::path folder_;
    QElapsedTimer since_;
    quint16 playerPort_ = 0, controlPort_ = 0, maintenancePort_ = 0;
    QString token_, said_;
};

/// A program of this build by its name: beside the one that runs, where there is such a file, else wherever the system finds it.
QString programBeside(const QString& name);
/// The command line tool.
QString blakProgram();

} // namespace blak::play
