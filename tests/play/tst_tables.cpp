// SPDX-License-Identifier: GPL-3.0-or-later
// Key tables, addresses, scripts and the command line of the client.
#include "client/play/game_client.h"
#include "client/play/key_table.h"
#include "client/windows/program_options.h"

#include <QTemporaryDir>
#include <QTest>

using namespace blak;
using namespace blak::client;

class TestTables : public QObject
{
    Q_OBJECT

private slots:
    void everyActionHasAKey()
    {
        for (const KeyPreset preset : {KeyPreset::Modern, KeyPreset::Classic}) {
            const KeyTable table = KeyTable::of(preset);
            for (const PlayActionRow& row : playActions())
                QVERIFY2(!table.keysOf(row.action).empty(), row.name);
            QVERIFY(KeyTable::fromText(table.toText()) == table);
        }
        const KeyTable table = KeyTable::of(KeyPreset::Modern);
        QCOMPARE(table.actionOf(Qt::Key_W, false), std::optional(PlayAction::Forward));
        QCOMPARE(table.actionOf(Qt::Key_8, true), std::optional(PlayAction::Forward)); // the number pad
        QVERIFY(!table.actionOf(Qt::Key_8, false));
        QVERIFY(KeyTable::fromText(QStringLiteral("x=forward;65=nonsense;=;65")) == KeyTable());
    }

    void anActionThatAnOlderTextDoesNotHaveGetsItsUsualKeys()
    {
        KeyTable table = KeyTable::of(KeyPreset::Classic);
        for (const int key : table.keysOf(PlayAction::Map))
            table.unbind(key);
        QVERIFY(KeyTable::fromText(table.toText()) == table); // it has none because somebody wanted it so
        QString older = table.toText();
        older.remove(QStringLiteral("%1=next-part;").arg(static_cast<int>(Qt::Key_F6)));
        QVERIFY(older != table.toText());
        QCOMPARE(KeyTable::fromText(older).keysOf(PlayAction::NextPart), std::vector<int>{Qt::Key_F6});
        const KeyTable taken = KeyTable::fromText(older + QStringLiteral(";%1=look").arg(static_cast<int>(Qt::Key_F6)));
        QVERIFY(taken.keysOf(PlayAction::NextPart).empty());
    }

    void addresses_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("host");
        QTest::addColumn<int>("port");
        QTest::newRow("name") << "example.org" << "example.org" << 5959;
        QTest::newRow("port") << " example.org:80 " << "example.org" << 80;
        QTest::newRow("six") << "[::1]:7" << "::1" << 7;
        QTest::newRow("six alone") << "::1" << "::1" << 5959;
        QTest::newRow("nothing") << "" << "" << -1;
        QTest::newRow("zero") << "a:0" << "" << -1;
        QTest::newRow("high") << "a:65536" << "" << -1;
        QTest::newRow("word") << "a:b" << "" << -1;
    }

    void addresses()
    {
        QFETCH(QString, text);
        QFETCH(QString, host);
        QFETCH(int, port);
        QString foundHost, why;
        quint16 foundPort = 0;
        const bool right = parseAddress(text, foundHost, foundPort, why);
        QCOMPARE(right, port >= 0);
        QCOMPARE(why.isEmpty(), right);
        if (right) {
            QCOMPARE(foundHost, host);
            QCOMPARE(static_cast<int>(foundPort), port);
        }
    }

    void scriptsAreRead()
    {
        const auto steps = parsePlayScript("# comment\r\n\nwait 0.5\nhold forward 2\nwalk-to 11 20.5\n type /yell Hello  \nexpect-playing\n"
                                           "compare a b.png 1.5\nquit",
                                           "a.play");
        QVERIFY2(steps, steps ? "" : steps.error().text().c_str());
        QCOMPARE(steps.value().size(), std::size_t{7});
        QCOMPARE(steps.value()[0].number, 0.5);
        QCOMPARE(steps.value()[1].text, std::string("forward"));
        QCOMPARE(steps.value()[2].first, 11.0);
        QCOMPARE(steps.value()[2].number, 20.5);
        QCOMPARE(steps.value()[3].text, std::string("/yell Hello"));
        QCOMPARE(steps.value()[5].text, std::string("a b.png"));
        QCOMPARE(steps.value()[6].line, 9);
    }

    void mistakesAreNamed_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("error");
        const auto row = [](const char* text, const char* error) { QTest::newRow(error) << QByteArray(text) << QString::fromLatin1(error); };
        row("", "a.play: the script has no step");
        row("wait 1\nfly\n", "a.play:2: there is no command \"fly\"");
        row("wait\n", "a.play:1: wait: expected SECONDS, found the end of the line");
        row("wait nan\n", "a.play:1: wait: expected SECONDS, found \"nan\"");
        row("hold forward\n", "a.play:1: hold: expected ACTION SECONDS, found \"forward\"");
        row("walk-to x 3\n", "a.play:1: walk-to: expected ROW COLUMN, found \"x 3\"");
        row("quit now\n", "a.play:1: quit: expected nothing more, found \"now\"");
    }

    void mistakesAreNamed()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, error);
        const auto steps = parsePlayScript({text.constData(), static_cast<std::size_t>(text.size())}, "a.play");
        QVERIFY(!steps);
        QCOMPARE(QString::fromStdString(steps.error().text()), error);
    }

    void scriptsAreBounded()
    {
        std::string many;
        for (int i = 0; i <= 10'000; ++i)
            many += "quit\n";
        QVERIFY(!parsePlayScript(many, "a"));
        QVERIFY(!parsePlayScript("type " + std::string(2000, 'x'), "a"));
    }

    void commandLine()
    {
        const auto parse = [](const char* line) { return parseProgramOptions(QString::fromLatin1(line).split(QLatin1Char(' '), Qt::SkipEmptyParts)); };
        QCOMPARE(parse("").exitCode, -1);
        const ProgramOptions all = parse("--server [::1]:7 --user ann --password x --protocol open105 --size 800x600 --theme light");
        QCOMPARE(all.exitCode, -1);
        QCOMPARE(all.wish.host, QStringLiteral("::1"));
        QCOMPARE(all.wish.session.dialect, wire::Dialect::Open105);
        QCOMPARE(all.size, QSize(800, 600));
        for (const char* wrong : {"--server a:0", "--protocol 7", "--size 5", "--theme red", "--script /nowhere", "word", "--fly", "--after -1"})
            QVERIFY2(parse(wrong).exitCode == 2 && !parse(wrong).message.isEmpty(), wrong);
        const ProgramOptions help = parse("--help");
        QCOMPARE(help.exitCode, 0);
        QVERIFY(help.message.contains(QStringLiteral("expect-chat")));
        QCOMPARE(parse("--version").exitCode, 0);
    }
};

QTEST_APPLESS_MAIN(TestTables)
#include "tst_tables.moc"
