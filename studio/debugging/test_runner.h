// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/scratch_dir.h"

#include <QMap>
#include <QObject>
#include <QProcess>
#include <QVector>

namespace blak::ui::debugging {

struct TestResult
{
    QString className, handler, verdict; ///< passed, failed, skipped
    double milliseconds = 0;
    QString message; ///< of the first failure
    QString path;    ///< where it failed; empty = not known
    int line = 0;    ///< from 1

    QString name() const { return className + QLatin1Char('.') + handler; }
};

/// How often statements ran: by path of a source, by line from 1.
using Coverage = QMap<QString, QMap<int, qint64>>;
Coverage readLcov(const QByteArray& text);
QVector<TestResult> readTestResults(const QByteArray& json);

/// A world whose lines are watched while it runs.
struct WatchedWorld
{
    QString folder;     ///< a project, or where a server runs
    QString compiledIn; ///< a copy of the project, whose sidecars say where lines are; empty = the folder
    QString sources;    ///< the project that is a copy of
};

/// Of files of a copy, as if it were of those they are copies of. What is in the copy alone stays.
Coverage movedBack(const Coverage& coverage, const QString& copy, const QString& sources);

/// Tests in Blakod and what they ran, by `blak test`; and what a running world runs, by `blak profile`. One at a time.
class TestRunner : public QObject
{
    Q_OBJECT

public:
    /// `program`: the path of blak.
    explicit TestRunner(QString program, QObject* parent = nullptr);
    ~TestRunner() override;

    /// What tests are, in a sentence.
    static QString tests();

    bool isOfTests() const { return tests_; } ///< what runs, or ran last; else lines of a world were watched
    bool isRunning() const { return process_.state() != QProcess::NotRunning; }
    /// `filter`: Class or Class.Handler; empty = all.
    void runTests(const QString& world, const QString& filter);
    void watchWorld(const WatchedWorld& world, int seconds);
    void stop();

signals:
    void started();
    void tested(const QVector<blak::ui::debugging::TestResult>& results, bool all);
    void covered(const blak::ui::debugging::Coverage& coverage);
    void failed(const QString& why);
    void ended(); ///< after all of these

private:
    void run(const QStringList& arguments, bool tests);
    void finished(int code);
    QString inWords(const QString& fault) const;

    QString program_;
    QProcess process_;
    ScratchDir folder_;
    WatchedWorld watched_;
    bool tests_ = false, all_ = false, stopped_ = false;
};

} // namespace blak::ui::debugging
