// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProcess>
#include <QString>
#include <QStringList>

namespace blak::test {

struct Run
{
    int exitCode = -1; ///< -1: did not start, did not end or crashed
    QString output, error;
};

/// Runs the `blak` program of this build (BLAK_BIN_DIR) in a folder and waits for it.
inline Run runBlak(const QStringList& words, const QString& folder = {}, const QString& program = QStringLiteral("blak"),
                   const QByteArray& standardInput = {})
{
    QProcess process;
    const QString given =
        program.contains(QLatin1Char('/')) ? program : qEnvironmentVariable("BLAK_BIN_DIR") + QLatin1Char('/') + program;
    process.setWorkingDirectory(folder);
    process.start(given, words);
    if (!standardInput.isEmpty())
        process.write(standardInput);
    process.closeWriteChannel();
    if (!process.waitForFinished(60'000) || process.exitStatus() != QProcess::NormalExit)
        return {};
    return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()),
            QString::fromUtf8(process.readAllStandardError())};
}

} // namespace blak::test
