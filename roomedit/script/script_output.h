// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

#include <functional>

namespace blak::roomscript {

/// Where print() goes. Lines are cut at a length and counted: a script that only prints is stopped by its time, and who shows it
/// stays alive.
class ScriptOutput : public QObject
{
    Q_OBJECT

public:
    explicit ScriptOutput(std::function<void(const QString&)> printed) : printed_(std::move(printed)) {}

    Q_INVOKABLE void write(const QString& line);

    static constexpr qsizetype longestLine = 4096;
    static constexpr int mostLines = 10'000;

private:
    std::function<void(const QString&)> printed_;
    int lines_ = 0;
};

} // namespace blak::roomscript
