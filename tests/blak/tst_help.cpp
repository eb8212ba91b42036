// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run_blak.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using blak::test::Run;
using blak::test::runBlak;

namespace {

/// "verify", "room info", ... from the overview.
QStringList commandNames()
{
    QStringList names;
    static const QRegularExpression line(QStringLiteral("^  (\\S+(?: \\S+)?)  +\\S"));
    for (const QString& text : runBlak({}).output.split(QLatin1Char('\n'))) {
        if (const auto match = line.match(text); match.hasMatch())
            names << match.captured(1);
    }
    return names;
}

} // namespace

class TestHelp : public QObject
{
    Q_OBJECT

private slots:
    void theOverviewListsEveryCommand()
    {
        const QStringList names = commandNames();
        for (const char* name : {"verify", "room info", "bgf png", "help"})
            QVERIFY2(names.contains(QLatin1String(name)), name);
        QCOMPARE(runBlak({QStringLiteral("--help")}).output, runBlak({}).output);
        QVERIFY(runBlak({QStringLiteral("--version")}).output.startsWith(QStringLiteral("blak ")));
    }

    void everyCommandHasHelpWithAnExample()
    {
        QVERIFY(commandNames().size() >= 6);
        for (const QString& name : commandNames()) {
            const Run run = runBlak(QStringList{QStringLiteral("help")} + name.split(QLatin1Char(' ')));
            QCOMPARE(run.exitCode, 0);
            QVERIFY2(run.output.contains(QStringLiteral("Usage: blak ") + name), qPrintable(name));
            QVERIFY2(run.output.contains(QStringLiteral("\nExamples\n  ")), qPrintable(name));
            QCOMPARE(runBlak(name.split(QLatin1Char(' ')) + QStringList{QStringLiteral("--help")}).output, run.output);
        }
    }

    void badUsageGivesOneLineAndTwo_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QString>("error");
        const auto row = [](const char* words, const char* error) {
            QTest::newRow(words) << QString::fromLatin1(words).split(QLatin1Char(' ')) << QString::fromLatin1(error);
        };
        row("frobnicate", "blak: unknown command \"frobnicate\"; see blak help");
        row("room", "blak: room needs one of info, convert, build, png; see blak help room");
        row("help no such", "blak help: unknown command \"no such\"; see blak help help");
        row("help one two three", "blak help: unexpected \"three\"");
        row("help nothing", "blak help: unknown command \"nothing\"");
        row("verify", "blak verify: expected PATH...; see blak help verify");
        row("verify --loud x", "blak verify: unknown option --loud; see blak help verify");
        row("verify --json=1 x", "blak verify: --json takes no value");
        row("bgf png a b", "blak bgf png: unexpected \"b\"");
        row("bgf png -o", "blak bgf png: -o needs FILE");
        row("room convert a.roo", "blak room convert: needs --to VERSION and -o FILE");
        row("room convert a.roo --to 99 -o b", "blak room convert: unknown version \"99\"");
    }
    void badUsageGivesOneLineAndTwo()
    {
        QFETCH(QStringList, words);
        QFETCH(QString, error);
        const Run run = runBlak(words);
        QCOMPARE(run.exitCode, 2);
        QCOMPARE(run.output, QString());
        QVERIFY2(run.error.startsWith(error), qPrintable(run.error));
        QCOMPARE(run.error.count(QLatin1Char('\n')), 1);
    }

    void theManPageNamesEveryCommandAndOption()
    {
        const Run run = runBlak({QStringLiteral("help"), QStringLiteral("--man")});
        QCOMPARE(run.exitCode, 0);
        QVERIFY(run.output.startsWith(QStringLiteral(".TH BLAK 1")));
        for (const QString& name : commandNames())
            QVERIFY2(run.output.contains(QStringLiteral(".SS ") + name + QLatin1Char('\n')), qPrintable(name));
        QVERIFY(run.output.contains(QStringLiteral(".B \\-\\-translation ID")));
        for (const QString& line : run.output.split(QLatin1Char('\n'))) // a leading dot or quote would be a request
            QVERIFY2(!line.startsWith(QLatin1Char('\'')), qPrintable(line));
    }

    void completionOffersCommandsAndOptions()
    {
        const Run script = runBlak({QStringLiteral("help"), QStringLiteral("--completion")});
        QCOMPARE(script.exitCode, 0);
        const QTemporaryDir dir;
        QFile file(dir.filePath(QStringLiteral("completion")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(script.output.toUtf8());
        file.close();
        const auto complete = [&](const QString& words) {
            const Run run = runBlak(
                {QStringLiteral("-c"), QStringLiteral("source '%1'; COMP_WORDS=(%2); COMP_CWORD=$((${#COMP_WORDS[@]}-1)); "
                                                      "_blak; echo ${COMPREPLY[@]}")
                                           .arg(file.fileName(), words)},
                dir.path(), QStringLiteral("/bin/bash"));
            return run.output.trimmed();
        };
        QCOMPARE(complete(QStringLiteral("blak ver")), QStringLiteral("verify"));
        QCOMPARE(complete(QStringLiteral("blak room co")), QStringLiteral("convert"));
        QCOMPARE(complete(QStringLiteral("blak bgf png --tr")), QStringLiteral("--translation"));
        QCOMPARE(complete(QStringLiteral("blak verify compl")), QStringLiteral("completion")); // a file name
    }
};

QTEST_APPLESS_MAIN(TestHelp)
#include "tst_help.moc"
