// SPDX-License-Identifier: GPL-3.0-or-later
// The line for commands of administrators: what Esc does to it, earlier commands, words that are offered.
#include "played_studio.h"
#include "world_dock.h"

#include "studio/playing/command_completion.h"
#include "studio/playing/command_table.h"
#include "studio/playing/play_tools.h"
#include "ui/pop_list.h"
#include "ui/theme.h"

#include <QLineEdit>
#include <QPlainTextEdit>

using namespace blak;
using namespace blak::ui;
using playing::CommandPlace;
using Studio = play::PlayedStudio;

namespace {

constexpr int patience = Studio::patience;

QStringList textsOf(const PopList& list)
{
    QStringList texts;
    for (const PopRow& row : list.rows())
        texts << row.text;
    return texts;
}

/// A command of the table that a server tells.
nlohmann::json told(const char* words, std::vector<std::string> parameters, bool own = false)
{
    nlohmann::json row{{"words", words}, {"parameters", std::move(parameters)}, {"help", "Does something"}};
    if (own)
        row["own"] = true;
    return row;
}

} // namespace

class TestConsole : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    /// Esc clears a command that was begun, so that its rest is not typed into the game; in an empty line it leaves.
    void escClearsBeforeItLeaves()
    {
        const Studio studio({});
        auto* shown = new playing::ConsolePanel(*studio.play);
        shell::Dock dock(QStringLiteral("test.console"), QStringLiteral("Console"), nullptr);
        QSignalSpy escaped(&dock, &shell::Dock::escaped);
        dock.addPage(shown, shown);
        dock.showPageOf(shown);
        dock.show();
        dock.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&dock));
        QLineEdit& line = *shown->line();
        line.setEnabled(true); // also without a world
        line.setFocus();
        QTest::keyClicks(&line, QStringLiteral("show o"));
        QTest::keyClick(&line, Qt::Key_Escape);
        QVERIFY(line.text().isEmpty() && line.hasFocus());
        QVERIFY(escaped.isEmpty());
        QTest::keyClick(&line, Qt::Key_Escape);
        QTRY_COMPARE(escaped.size(), 1);
    }

    /// Up and Down: each command once in a row, and what was half typed comes back.
    void upAndDownBringEarlierCommandsBack()
    {
        const Studio studio({});
        playing::ConsolePanel panel(*studio.play);
        QLineEdit& line = *panel.line();
        line.setEnabled(true); // also without a world
        QTest::keyClick(&line, Qt::Key_Up); // there is none yet
        QVERIFY(line.text().isEmpty());
        for (const char* command : {"show status", "who", "who"}) {
            QTest::keyClicks(&line, QLatin1String(command));
            QTest::keyClick(&line, Qt::Key_Return);
            QVERIFY(line.text().isEmpty());
        }
        QTest::keyClicks(&line, QStringLiteral("sh"));
        const auto goes = [&line](Qt::Key key, const char* to) {
            QTest::keyClick(&line, key);
            return line.text() == QLatin1String(to);
        };
        QVERIFY(goes(Qt::Key_Up, "who"));
        QVERIFY(goes(Qt::Key_Up, "show status"));
        QVERIFY(goes(Qt::Key_Up, "show status")); // the first
        QVERIFY(goes(Qt::Key_Down, "who"));
        QVERIFY(goes(Qt::Key_Down, "sh"));
        QVERIFY(goes(Qt::Key_Down, "sh"));
        QVERIFY(goes(Qt::Key_Up, "who"));
        QTest::keyClick(&line, Qt::Key_Return); // given once more, it is the newest still
        QVERIFY(goes(Qt::Key_Up, "who"));
        QVERIFY(goes(Qt::Key_Up, "show status"));
    }

    void wordsMayStandWhereTheServerTakesThem()
    {
        const nlohmann::json rows{told("who", {}), told("send class", {"CLASS", "MESSAGE", "[NAME TAG VALUE]..."}), told("send object", {"OBJECT", "MESSAGE"}),
                                  told("set account name", {"NUMBER", "TEXT"}), told("set class", {"CLASS", "WORD"}), told("sew", {}, true)};
        const auto table = playing::CommandTable::of(rows);
        const auto names = [&table](const char* before) {
            QStringList texts;
            for (const CompletionRow& row : table.at(QLatin1String(before)).commands)
                texts << row.shown.text;
            return texts;
        };
        QCOMPARE(names(""), (QStringList{QStringLiteral("who"), QStringLiteral("send"), QStringLiteral("set"), QStringLiteral("sew")}));
        QCOMPARE(names("  SEND "), (QStringList{QStringLiteral("class"), QStringLiteral("object")}));
        QCOMPARE(names("set acc "), QStringList{QStringLiteral("name")}); // shortened as the server takes it
        QCOMPARE(names("se "), QStringList());                           // send or set
        QCOMPARE(names("nothing "), QStringList());
        QCOMPARE(names("send \"cl"), QStringList());
        QCOMPARE(table.at(QStringLiteral("send cl")).typed, QStringLiteral("cl"));
        QCOMPARE(table.at(QString()).commands[1].shown.detail, QStringLiteral("class, object"));
        QCOMPARE(table.at(QStringLiteral("set ")).commands[1].shown.detail, QStringLiteral("CLASS WORD \u00b7 Does something"));
        QVERIFY(!table.at(QString()).goesOnAfter(QStringLiteral("who")) && table.at(QString()).goesOnAfter(QStringLiteral("send")));
        const auto at = [&table](const char* before) { return table.at(QLatin1String(before)); };
        QCOMPARE(at("send class La").kind, CommandPlace::Kind::ClassName);
        QVERIFY(at("send class La").goesOn && at("send class La").typed == QLatin1String("La"));
        QCOMPARE(at("send class Lamp ").kind, CommandPlace::Kind::Message);
        QVERIFY(at("send class Lamp ").receiver == QLatin1String("Lamp") && !at("send class Lamp ").isObject);
        QVERIFY(at("send o 17 Di").receiver == QLatin1String("17") && at("send o 17 Di").isObject && !at("send o 17 Di").goesOn);
        for (const char* other : {"send class Lamp Light ", "send object ", "who ", "set account name 5 "})
            QCOMPARE(at(other).kind, CommandPlace::Kind::Nothing);
    }

    /// In a running world: commands of its server, their next words, classes and messages of its Blakod.
    void wordsAreOfferedWhileOneTypes()
    {
        Studio studio(QStringLiteral("rooms/lantern.roo"));
        studio.play5();
        studio.window->showDock(QStringLiteral("play.console"));
        auto* console = studio.window->findChild<playing::ConsolePanel*>();
        QTRY_VERIFY(console->isVisible());
        QLineEdit& line = *console->line();
        line.setFocus();
        QTRY_VERIFY(line.hasFocus());
        const PopList& list = console->completion().list();
        const auto offers = [&list](const char* name) { return list.isVisible() && list.rows().first().text == QLatin1String(name); };
        QTest::keyClicks(&line, QStringLiteral("sho"));
        QTRY_VERIFY_WITH_TIMEOUT(offers("show"), patience);
        QTest::keyClick(&line, Qt::Key_Tab);
        QCOMPARE(line.text(), QStringLiteral("show "));
        QVERIFY(line.hasFocus());
        QTRY_VERIFY_WITH_TIMEOUT(list.isVisible() && textsOf(list).contains(QStringLiteral("status")), patience);
        QTest::keyClicks(&line, QStringLiteral("insta"));
        QTRY_VERIFY_WITH_TIMEOUT(offers("instances"), patience);
        QTest::keyClick(&line, Qt::Key_Tab);
        QTest::keyClicks(&line, QStringLiteral("Loa"));
        QTRY_VERIFY_WITH_TIMEOUT(offers("Loaf"), patience);
        QTest::keyClick(&line, Qt::Key_Down);
        QTest::keyClick(&line, Qt::Key_Up);
        QTest::keyClick(&line, Qt::Key_Return); // chosen by keys: it takes the word, and gives no command yet
        QCOMPARE(line.text(), QStringLiteral("show instances Loaf"));
        QTRY_VERIFY(!list.isVisible());
        QTest::keyClick(&line, Qt::Key_Return);
        QVERIFY(line.text().isEmpty());
        QTRY_VERIFY_WITH_TIMEOUT(console->text()->toPlainText().contains(QStringLiteral("> show instances Loaf\n")), patience);
        // Of an object by its number, and what its class has from those above it.
        QTest::keyClicks(&line, QStringLiteral("send object %1 Dele").arg(blak::test::dock::firstOf(studio, "Loaf")));
        QTRY_VERIFY_WITH_TIMEOUT(offers("Delete"), patience);
        // Esc: first the list, then what is typed.
        QTest::keyClick(&line, Qt::Key_Escape);
        QVERIFY(!list.isVisible() && line.text().endsWith(QLatin1String(" Dele")));
        QTest::keyClick(&line, Qt::Key_Escape);
        QVERIFY(line.text().isEmpty() && line.hasFocus());
        // Nothing is chosen: Return gives what stands there, and Up is the history's again.
        QTest::keyClicks(&line, QStringLiteral("show acc"));
        QTRY_VERIFY_WITH_TIMEOUT(offers("account"), patience);
        QTest::keyClick(&line, Qt::Key_Return);
        QVERIFY(line.text().isEmpty() && !list.isVisible());
        QTest::keyClick(&line, Qt::Key_Up);
        QCOMPARE(line.text(), QStringLiteral("show acc"));
        // A word that is whole may be the beginning of others.
        line.clear();
        QTest::keyClicks(&line, QStringLiteral("show account"));
        QTRY_VERIFY_WITH_TIMEOUT(offers("account") && textsOf(list).contains(QStringLiteral("accounts")), patience);
        // Tab where only one word fits takes it; in an empty line it goes on to what is next.
        line.clear();
        QTest::keyClicks(&line, QStringLiteral("garb"));
        QTRY_VERIFY_WITH_TIMEOUT(offers("garbage"), patience);
        QTest::keyClick(&line, Qt::Key_Escape);
        QTest::keyClick(&line, Qt::Key_Tab);
        QTRY_COMPARE_WITH_TIMEOUT(line.text(), QStringLiteral("garbage"), patience);
        line.clear();
        QTest::keyClick(&line, Qt::Key_Tab);
        QVERIFY(!line.hasFocus());
    }
};

QTEST_MAIN(TestConsole)
#include "tst_console.moc"
