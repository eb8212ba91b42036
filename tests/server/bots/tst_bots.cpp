// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/file_io.h"
#include "server/bots/coverage.h"
#include "server/bots/names.h"
#include "server/bots/script.h"
#include "tests/support/shared_data.h"

#include <QTest>

#include <set>

using namespace blak;
using namespace blak::bots;

class TestBots : public QObject
{
    Q_OBJECT

private slots:
    /// Worlds differ in what names may hold; each form is another one for each account.
    void charactersAreCalledAsTheirAccountsAre()
    {
        QCOMPARE(namesOf("Wanderer 1"), (std::vector<std::string>{"Wanderer 1", "Wanderer Ada", "WandererAda", "Wandererb"}));
        QCOMPARE(namesOf("bot12").front(), std::string("Bot 12"));
        QCOMPARE(namesOf("ann"), std::vector<std::string>{"Ann"});
        QCOMPARE(namesOf("x0"), (std::vector<std::string>{"X 0", "Xa"}));
        std::vector<std::set<std::string>> forms(4);
        constexpr int accounts = 500;
        for (int i = 1; i <= accounts; ++i) {
            const auto names = namesOf("Wanderer " + std::to_string(i));
            QCOMPARE(names.size(), forms.size());
            for (std::size_t form = 0; form < forms.size(); ++form)
                forms[form].insert(names[form]);
        }
        for (const auto& form : forms)
            QCOMPARE(form.size(), std::size_t{accounts});
        QVERIFY(!namesOf("bot99999999999999999999").empty());
        QVERIFY(!namesOf("").empty());
    }

    void everyCommandIsRead()
    {
        const auto program = parseScript("# comment\r\n"
                                         "wait 0.5\n\n"
                                         "  wander 20\n"
                                         "walk 86400\n"
                                         "goto 11 9\n"
                                         "turn 4095\n"
                                         "say  Good evening, 100 % of you. \n"
                                         "look Old Man\n"
                                         "get\n"
                                         "drop any\n"
                                         "use x\n"
                                         "unuse x\n"
                                         "go\n"
                                         "repeat 3\n"
                                         "logoff\n"
                                         "end",
                                         "a.bots");
        QVERIFY2(program, program ? "" : program.error().text().c_str());
        const Program& commands = program.value();
        QCOMPARE(commands.size(), commandRows.size());
        QCOMPARE(commands[0].seconds, 0.5);
        QCOMPARE(commands[3].row, 11U);
        QCOMPARE(commands[3].column, 9U);
        QCOMPARE(commands[4].angle, 4095U);
        QCOMPARE(commands[5].text, std::string("Good evening, 100 % of you."));
        QCOMPARE(commands[6].text, std::string("old man"));
        QCOMPARE(commands[7].text, std::string("any"));
        QCOMPARE(commands[12].times, 3U);
        QCOMPARE(commands[12].partner, std::size_t{14});
        QCOMPARE(commands[14].partner, std::size_t{12});
    }

    void mistakesAreNamed_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("error");
        const auto row = [](const char* text, const char* error) {
            QTest::newRow(error) << QByteArray(text) << QString::fromLatin1(error);
        };
        row("wait 1\nfly\n", "a.bots:2: there is no command \"fly\"");
        row("\nwait\n", "a.bots:2: wait: expected seconds, 0 to 86400, found the end of the line");
        row("wait nan\n", "a.bots:1: wait: expected seconds, 0 to 86400, found \"nan\"");
        row("wander -1\n", "a.bots:1: wander: expected seconds, 0 to 86400, found \"-1\"");
        row("wait 1 2\n", "a.bots:1: wait: expected seconds, 0 to 86400, found \"1 2\"");
        row("goto 5\n", "a.bots:1: goto: expected row and column, 1 to 1023, found \"5\"");
        row("goto 5 0\n", "a.bots:1: goto: expected row and column, 1 to 1023, found \"5 0\"");
        row("turn 4096\n", "a.bots:1: turn: expected an angle, 0 to 4095, found \"4096\"");
        row("say\n", "a.bots:1: say: expected what to say, found the end of the line");
        row("go home\n", "a.bots:1: go: expected nothing more, found \"home\"");
        row("repeat 0\nwait 1\nend\n", "a.bots:1: repeat: expected how many times, 1 to 1000000, found \"0\"");
        row("repeat\nend\n", "a.bots:2: nothing stands between repeat and end");
        row("wait 1\nrepeat\nrepeat 2\nwait 1\nend\n", "a.bots:2: repeat without end");
        row("wait 1\nend\n", "a.bots:2: end without repeat");
        row("# nothing\n", "a.bots: the script has no command");
        row("\x01\xff\n", "a.bots:1: there is no command \"??\"");
    }

    void mistakesAreNamed()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, error);
        const auto program = parseScript({text.constData(), static_cast<std::size_t>(text.size())}, "a.bots");
        QVERIFY(!program);
        QCOMPARE(QString::fromStdString(program.error().text()), error);
    }

    void sizesAreBounded()
    {
        std::string deep, wide;
        for (std::size_t i = 0; i <= deepestRepeat; ++i)
            deep += "repeat\n";
        QVERIFY(!parseScript(deep, "a"));
        for (std::size_t i = 0; i <= mostCommands; ++i)
            wide += "go\n";
        QVERIFY(!parseScript(wide, "a"));
        QVERIFY(!parseScript(std::string(largestScript + 1, '#'), "a"));
        QVERIFY(!parseScript("say " + std::string(longestWords + 1, 'x'), "a"));
        QVERIFY(parseScript("say " + std::string(longestWords, 'x'), "a"));
    }

    void squaresAreCountedOnce()
    {
        const auto file = test::dataDir() / "rooms" / "terrace_13_float.roo";
        auto read = roo::read(test::bytesOf(file), "terrace");
        QVERIFY(read);
        const auto loaded = space::LoadedRoom::load(std::move(read).value(), "terrace");
        QVERIFY(loaded);
        const auto grid = space::MoveGrid::of(loaded.value().room(), space::MoveGrid::Kind::Player);
        QVERIFY(grid);
        std::size_t walkable = 0;
        space::Cell one{-1, -1};
        for (std::int32_t row = 0; row < grid->rows(); ++row)
            for (std::int32_t column = 0; column < grid->columns(); ++column)
                if (grid->isWalkable({row, column})) {
                    ++walkable;
                    one = {row, column};
                }
        QVERIFY(walkable > 1);
        Coverage coverage;
        const auto unit = [](std::int32_t cell) { return static_cast<std::uint32_t>(cell + 1) * 64; };
        for (int times = 0; times < 3; ++times)
            coverage.visit(7, "terrace.roo", loaded.value(), unit(one.row) + 20, unit(one.column) + 63);
        for (const std::uint32_t wild : {0U, 63U, 65535U})
            coverage.visit(7, "terrace.roo", loaded.value(), wild, wild);
        const auto rooms = coverage.rooms();
        QCOMPARE(rooms.size(), std::size_t{1});
        QCOMPARE(rooms[0].room, std::string("terrace.roo"));
        QCOMPARE(rooms[0].visited, std::size_t{1});
        QCOMPARE(rooms[0].walkable, walkable);
        QVERIFY(rooms[0].reachable >= 1 && rooms[0].reachable <= walkable);
    }
};

QTEST_APPLESS_MAIN(TestBots)
#include "tst_bots.moc"
