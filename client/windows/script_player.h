// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/play/script.h"

#include <QElapsedTimer>
#include <QObject>
#include <QString>

#include <vector>

class QTimer;

namespace blak::client {

class ClientWindow;

/// Plays a script in a client window by its keys and lines, and judges what it expects.
class ScriptPlayer : public QObject
{
    Q_OBJECT

public:
    struct Outcome
    {
        ScriptStep step;
        bool passed = false;
        QString why; ///< when it did not
        double seconds = 0;
    };

    ScriptPlayer(ClientWindow& window, std::vector<ScriptStep> steps, QObject* parent = nullptr);

    void start();
    const std::vector<Outcome>& outcomes() const { return outcomes_; }
    bool allPassed() const;
    /// For tools that collect the results of tests.
    QString junit(const QString& name) const;

signals:
    /// A step is done, as outcomes() has it last.
    void played();
    void finished();

private:
    enum class Verdict { Done, NotYet, Failed };

    void turn();
    Verdict run(const ScriptStep& step);
    Verdict buy(const ScriptStep& step);
    Verdict cast(const ScriptStep& step);
    Verdict mail(const ScriptStep& step);
    Verdict walkTo(const ScriptStep& step);
    Verdict approach();
    Verdict click(const ScriptStep& step);
    Verdict walkTowards(double x, double y, double near);
    Verdict expect(const ScriptStep& step);
    void finish(bool passed, const QString& why);
    bool pressAction(const QString& name, bool down);
    bool hasName(const std::string& name, const std::string& wanted) const;

    ClientWindow& window_;
    std::vector<ScriptStep> steps_;
    std::vector<Outcome> outcomes_;
    std::size_t at_ = 0;
    QTimer* timer_ = nullptr;
    QElapsedTimer clock_; ///< of the step
    bool begun_ = false;
    double patience_ = 10;
    quint64 chatFrom_ = 0; ///< lines that an expectation may still take
    quint64 roomOf_ = 0, roomWalked_ = 0;
    double fromX_ = 0, fromY_ = 0;
    QString why_;
};

} // namespace blak::client
