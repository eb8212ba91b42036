// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/debugging/test_runner.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

namespace blak::ui::debugging {

Coverage readLcov(const QByteArray& text)
{
    Coverage out;
    QMap<int, qint64>* lines = nullptr;
    for (const QByteArray& row : text.split('\n')) {
        if (row.startsWith("SF:")) {
            const QString path = QString::fromUtf8(row.mid(3).trimmed());
            const QString real = QFileInfo(path).canonicalFilePath();
            lines = &out[real.isEmpty() ? path : real];
        } else if (row.startsWith("DA:") && lines != nullptr) {
            const QList<QByteArray> numbers = row.mid(3).trimmed().split(',');
            const int line = numbers.value(0).toInt();
            if (numbers.size() >= 2 && line > 0)
                (*lines)[line] += numbers[1].toLongLong();
        }
    }
    return out;
}

Coverage movedBack(const Coverage& coverage, const QString& copy, const QString& sources)
{
    const QString from = QFileInfo(copy).canonicalFilePath() + QLatin1Char('/');
    Coverage out;
    for (auto it = coverage.constBegin(); it != coverage.constEnd(); ++it) {
        const QString original =
            it.key().startsWith(from) ? QFileInfo(sources + QLatin1Char('/') + it.key().mid(from.size())).canonicalFilePath() : QString();
        out.insert(original.isEmpty() ? it.key() : original, it.value());
    }
    return out;
}

QVector<TestResult> readTestResults(const QByteArray& json)
{
    QVector<TestResult> out;
    for (const QJsonValue& value : QJsonDocument::fromJson(json).array()) {
        const QJsonObject row = value.toObject();
        TestResult one;
        one.className = row[QStringLiteral("class")].toString();
        one.handler = row[QStringLiteral("handler")].toString();
        one.verdict = row[QStringLiteral("verdict")].toString();
        one.milliseconds = row[QStringLiteral("milliseconds")].toDouble();
        one.message = row[QStringLiteral("skipped")].toString();
        if (const QJsonArray failures = row[QStringLiteral("failures")].toArray(); !failures.isEmpty()) {
            const QJsonObject failure = failures.first().toObject();
            one.message = failure[QStringLiteral("text")].toString();
            const QString place = failure[QStringLiteral("place")].toString();
            const qsizetype colon = place.lastIndexOf(QLatin1Char(':'));
            if (colon > 0 && QFileInfo::exists(place.left(colon))) {
                one.path = place.left(colon);
                one.line = place.mid(colon + 1).toInt();
            }
        }
        out << one;
    }
    return out;
}

TestRunner::TestRunner(QString program, QObject* parent) : QObject(parent), program_(std::move(program))
{
    connect(&process_, &QProcess::finished, this, &TestRunner::finished);
    connect(&process_, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error != QProcess::FailedToStart)
            return;
        emit failed(tr("%1 cannot be started.").arg(program_));
        emit ended();
    });
}

TestRunner::~TestRunner()
{
    process_.disconnect(this);
    process_.kill();
    process_.waitForFinished();
}

void TestRunner::run(const QStringList& arguments, bool tests)
{
    if (isRunning())
        return;
    tests_ = tests;
    stopped_ = false;
    QFile::remove(folder_.filePath(QStringLiteral("lines.info")));
    emit started();
    process_.start(program_, arguments);
}

void TestRunner::runTests(const QString& world, const QString& filter)
{
    QStringList arguments{QStringLiteral("test"), QStringLiteral("--json"), QStringLiteral("--coverage"),
                          folder_.filePath(QStringLiteral("lines.info"))};
    if (!filter.isEmpty())
        arguments << QStringLiteral("--filter") << filter;
    all_ = filter.isEmpty();
    run(arguments << world, true);
}

void TestRunner::watchWorld(const WatchedWorld& world, int seconds)
{
    watched_ = world;
    QStringList arguments{QStringLiteral("profile"), QStringLiteral("--seconds"), QString::number(seconds), QStringLiteral("--lcov"),
                          folder_.filePath(QStringLiteral("lines.info"))};
    if (!world.compiledIn.isEmpty())
        arguments << QStringLiteral("--project") << world.compiledIn;
    run(arguments << world.folder, false);
}

void TestRunner::stop()
{
    stopped_ = true;
    process_.kill();
}

QString TestRunner::tests()
{
    return tr("Tests are handlers whose names begin with Test, of classes that are BlakodTest, and handlers whose comment begins with \"Test:\".");
}

/// What a command line said, without its name and the folder, which the window shows anyway.
QString TestRunner::inWords(const QString& fault) const
{
    if (tests_ && (fault.isEmpty() || fault.contains(QStringLiteral("expected tests"))))
        return tr("This project has no tests.") + QLatin1Char(' ') + tests();
    if (fault.contains(QLatin1String("no server runs here")))
        return tr("No world runs in this project's folder.");
    if (!tests_ && fault.contains(QLatin1String("the server has gone")))
        return tr("The world ended before its lines were counted.");
    static const QRegularExpression begin(QStringLiteral("^blak: (?:/[^\\n:]*: )?"));
    QString words = fault;
    return words.remove(begin);
}

/// `blak test` ends with 1 when a test failed, and has results all the same.
void TestRunner::finished(int code)
{
    const QByteArray said = process_.readAllStandardOutput();
    const QString fault = QString::fromUtf8(process_.readAllStandardError()).trimmed();
    const QVector<TestResult> results = tests_ ? readTestResults(said) : QVector<TestResult>();
    if (!stopped_ && (tests_ ? results.isEmpty() : code != 0))
        emit failed(inWords(fault));
    if (!results.isEmpty())
        emit tested(results, all_);
    if (QFile file(folder_.filePath(QStringLiteral("lines.info"))); !stopped_ && file.open(QIODevice::ReadOnly)) {
        const Coverage coverage = readLcov(file.readAll());
        emit covered(tests_ || watched_.compiledIn.isEmpty() ? coverage : movedBack(coverage, watched_.compiledIn, watched_.sources));
    }
    emit ended();
}

} // namespace blak::ui::debugging
