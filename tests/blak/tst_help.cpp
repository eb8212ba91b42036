// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run_blak.h"

#include <QFile>
#include <QRegularExpression>
#include <QStandardPaths>
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
        QCOMPARE(runBlak({QStringLiteral("version")}).output, runBlak({QStringLiteral("--version")}).output);
        const Run group = runBlak({QStringLiteral("room"), QStringLiteral("--help")});
        QCOMPARE(group.exitCode, 0);
        QCOMPARE(group.output, runBlak({QStringLiteral("help"), QStringLiteral("room")}).output);
        QVERIFY(group.output.contains(QStringLiteral("Usage: blak room png")));
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
        row("romm", "blak: unknown command \"romm\"; did you mean room?");
        row("hlep", "blak: unknown command \"hlep\"; did you mean help?");
        row("room inof x.roo", "blak: room has no \"inof\"; did you mean info?");
        row("room frobnicate", "blak: room needs one of info, convert, build, png, export, atlas, import, new, diff, merge, check, script, find, replace; see blak help room");
        row("verify --jsno x", "blak verify: unknown option --jsno; did you mean --json?; see blak help verify");
        row("completion tcsh", "blak completion: unknown shell \"tcsh\"; known are bash, zsh and fish");
        row("room", "blak: room needs one of info, convert, build, png, export, atlas, import, new, diff, merge, check, script, find, replace; see blak help room");
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
        const Run script = runBlak({QStringLiteral("completion"), QStringLiteral("bash")});
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
        QCOMPARE(complete(QStringLiteral("blak veri")), QStringLiteral("verify"));
        QCOMPARE(complete(QStringLiteral("blak room co")), QStringLiteral("convert"));
        QCOMPARE(complete(QStringLiteral("blak bgf png --tr")), QStringLiteral("--translation"));
        QCOMPARE(complete(QStringLiteral("blak bgf png --ou")), QStringLiteral("--output"));
        QCOMPARE(complete(QStringLiteral("blak completion z")), QStringLiteral("zsh"));
        QCOMPARE(complete(QStringLiteral("blak verify compl")), QStringLiteral("completion")); // a file name
    }

    /// What a shell makes of the script: every word and every option is offered where it belongs. Without the shell the test looks
    /// at the text, where each command, option and help must stand.
    void zshAndFishAreOfferedTheSame()
    {
        const QString zsh = runBlak({QStringLiteral("completion"), QStringLiteral("zsh")}).output;
        const QString fish = runBlak({QStringLiteral("completion"), QStringLiteral("fish")}).output;
        QVERIFY(zsh.startsWith(QStringLiteral("#compdef blak\n")));
        QVERIFY(zsh.contains(QStringLiteral("'bgf png'*) options_here=( '-o:where to write; ")));
        QVERIFY(fish.contains(QStringLiteral("complete -c blak -n '__blak_in bgf png' -l translation -d 'colour translation")));
        QVERIFY(fish.contains(QStringLiteral("complete -c blak -n '__blak_at room' -f -a convert -d ")));
        for (const QString& name : commandNames()) {
            QVERIFY2(zsh.contains(QLatin1Char('\'') + name + QStringLiteral("'*) options_here=(")), qPrintable(name));
            const QString place = name.contains(QLatin1Char(' ')) ? QLatin1Char(' ') + name.section(QLatin1Char(' '), 0, 0) : QString();
            QVERIFY2(fish.contains(QStringLiteral("'__blak_at%1' -f -a %2 ").arg(place, name.section(QLatin1Char(' '), -1))),
                     qPrintable(name));
        }
        const QTemporaryDir dir;
        for (const auto& [shell, script] : {std::pair{QStringLiteral("zsh"), zsh}, std::pair{QStringLiteral("fish"), fish}}) {
            const QString program = QStandardPaths::findExecutable(shell);
            if (program.isEmpty())
                continue; // not on this machine
            QFile file(dir.filePath(shell));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(script.toUtf8());
            file.close();
            const Run checked = runBlak({QStringLiteral("-n"), file.fileName()}, dir.path(), program);
            QCOMPARE(checked.error, QString());
            QCOMPARE(checked.exitCode, 0);
        }
    }
};

QTEST_APPLESS_MAIN(TestHelp)
#include "tst_help.moc"
