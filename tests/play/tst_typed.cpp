// SPDX-License-Identifier: GPL-3.0-or-later
// What one types in the game, by keys in a whole client: kinds of speech, lines from before, channels; what one asks of the world for
// oneself, and the window of the password.
#include "client/play/play_view.h"
#include "client/windows/cards.h"
#include "client/windows/chat_panel.h"
#include "client/windows/client_window.h"
#include "client/windows/game_page.h"
#include "client/windows/login_page.h"
#include "formats/wire/client_session.h"
#include "tests/play/window_table.h"
#include "ui/theme.h"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

using namespace blak;
using namespace blak::client;

namespace {

/// A line as if typed: the key that begins it, its letters, Return.
void typeLine(Table& table, const char* line)
{
    PlayView* view = table.window->game()->view();
    view->setFocus();
    QTest::keyClick(view, Qt::Key_Return);
    QTest::keyClicks(table.window->game()->chat()->line(), QLatin1String(line));
    QTest::keyClick(table.window->game()->chat()->line(), Qt::Key_Return);
}

std::optional<wire::Message> sent(Table& table, wire::MessageId id)
{
    std::optional<wire::Message> message;
    table.until([&] { return (message = table.server.take(id)).has_value(); });
    return message;
}

bool says(Table& table, const char* part)
{
    return table.until([&] { return table.window->game()->chat()->text().contains(QLatin1String(part)); });
}

} // namespace

class TestTyped : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { ui::installTheme(*qApp, ui::ThemeKind::Dark); }

    void kindsOfSpeech()
    {
        Table table;
        QVERIFY(table.enter());
        const std::pair<const char*, std::uint32_t> lines[]{{"Hello", 1},       {"/say Hello", 1},  {"/yell Hello", 2}, {"/broadcast Hello", 3},
                                                            {"/emote Hello", 6}, {"/guild Hello", 10}};
        for (const auto& [line, kind] : lines) {
            typeLine(table, line);
            const auto said = sent(table, BP_SAY_TO);
            QVERIFY2(said, line);
            QCOMPARE(numberOf(*said, "kind"), kind);
            QCOMPARE(textOf(*said, "text"), std::string_view("Hello"));
        }
        typeLine(table, "/wave");
        const auto waved = sent(table, BP_ACTION);
        QVERIFY(waved && numberOf(*waved, "action") == 8);
    }

    void linesFromBeforeAndChannels()
    {
        Table table;
        QVERIFY(table.enter());
        for (const char* line : {"One", "Two", "Three"})
            typeLine(table, line);
        ChatPanel* chat = table.window->game()->chat();
        QTest::keyClick(table.window->game()->view(), Qt::Key_Return);
        const auto press = [&](Qt::Key key) {
            QTest::keyClick(chat->line(), key);
            return chat->line()->text();
        };
        QCOMPARE(press(Qt::Key_Up), QStringLiteral("Three"));
        QCOMPARE(press(Qt::Key_Up), QStringLiteral("Two"));
        QCOMPARE(press(Qt::Key_Down), QStringLiteral("Three"));
        QCOMPARE(press(Qt::Key_Down), QString());
        QTest::keyClick(chat->line(), Qt::Key_Escape);
        // What is said and what happens stand in other channels.
        table.server.say(BP_SAID, {objectId("speaker", 20), resourceId("name", 71), u8("kind", 1), speech("Mind the wick.")});
        table.server.say(BP_MESSAGE, {{"message", wire::FieldType::Message, 72, {}, {}}});
        QVERIFY(says(table, "An old lantern.") && says(table, "Mind the wick."));
        const auto choose = [&](const char* name) {
            QComboBox* channel = chat->channel();
            channel->setFocus();
            while (channel->currentText() != QLatin1String(name) && channel->currentIndex() + 1 < channel->count())
                QTest::keyClick(channel, Qt::Key_Down);
            return channel->currentText() == QLatin1String(name);
        };
        QVERIFY(choose("Speech"));
        QVERIFY(chat->text().contains(QStringLiteral("Mind the wick.")) && !chat->text().contains(QStringLiteral("An old lantern.")));
        QVERIFY(choose("What happens"));
        QVERIFY(!chat->text().contains(QStringLiteral("Mind the wick.")) && chat->text().contains(QStringLiteral("An old lantern.")));
    }

    void whatOneAsksForOneself()
    {
        Table table;
        QVERIFY(table.enter());
        typeLine(table, "/safety off");
        auto message = sent(table, UC_SAFETY);
        QVERIFY(message && numberOf(*message, "on") == 0);
        typeLine(table, "/safety perhaps");
        QVERIFY(says(table, "/safety on or /safety off"));
        typeLine(table, "/appeal The bridge is gone");
        message = sent(table, UC_APPEAL);
        QVERIFY(message && textOf(*message, "text") == "The bridge is gone");
        typeLine(table, "/rescue");
        QVERIFY(sent(table, UC_REQ_RESCUE));
        typeLine(table, "/deposit 12");
        message = sent(table, UC_DEPOSIT);
        QVERIFY(message && numberOf(*message, "amount") == 12);
        typeLine(table, "/withdraw 3");
        message = sent(table, UC_WITHDRAW);
        QVERIFY(message && numberOf(*message, "amount") == 3);
        typeLine(table, "/deposit much");
        QVERIFY(says(table, "How much?"));
        typeLine(table, "/balance");
        QVERIFY(sent(table, UC_BALANCE));
        // The key rests, and stands up again.
        QTest::keyClick(table.window->game()->view(), Qt::Key_R);
        QVERIFY(sent(table, UC_REST));
        QTest::keyClick(table.window->game()->view(), Qt::Key_R);
        QVERIFY(sent(table, UC_STAND));
        typeLine(table, "/suicide");
        QVERIFY(says(table, "to end this character"));
        QVERIFY(!table.server.take(UC_SUICIDE));
        typeLine(table, "/suicide really");
        QVERIFY(sent(table, UC_SUICIDE));
    }

    /// open105 keeps seven answers in one number: who changes one leaves the others as they are.
    void preferencesOfOpen105()
    {
        Table table(wire::Dialect::Open105);
        QVERIFY(table.enter());
        QVERIFY(sent(table, UC_REQ_PREFERENCES)); // asked for with everything else
        typeLine(table, "/safety off");
        QVERIFY(says(table, "Once more, please.")); // it has not answered yet
        QVERIFY(!table.server.take(UC_SEND_PREFERENCES));
        table.server.say(UC_RECEIVE_PREFERENCES, {u32("preferences", 0x7A)});
        QVERIFY(table.until([&] { return table.window->client().game()->sheet().preferences() == std::optional(0x7Au); }));
        typeLine(table, "/safety off");
        auto message = sent(table, UC_SEND_PREFERENCES);
        QVERIFY(message);
        QCOMPARE(numberOf(*message, "preferences"), 0x7Bu);
        typeLine(table, "/option");
        QVERIFY(says(table, "grouping off, auto-loot on"));
        typeLine(table, "/option grouping on");
        message = sent(table, UC_SEND_PREFERENCES);
        QVERIFY(message);
        QCOMPARE(numberOf(*message, "preferences"), 0x7Eu);
        typeLine(table, "/option tea on");
        QVERIFY(says(table, "/option alone lists them"));
        QVERIFY(!table.server.take(UC_SAFETY));
    }

    void thePasswordIsChanged()
    {
        Table table;
        QVERIFY(table.enter());
        typeLine(table, "/password");
        auto* card = table.window->game()->view()->findChild<PasswordCard*>();
        QVERIFY(card->isVisible());
        const QList<QLineEdit*> fields = card->findChildren<QLineEdit*>();
        QCOMPARE(fields.size(), 3);
        const auto write = [&](const char* now, const char* wanted, const char* again) {
            const std::array texts{now, wanted, again};
            for (int i = 0; i < 3; ++i) {
                fields[i]->setFocus();
                fields[i]->selectAll();
                QTest::keyClicks(fields[i], QLatin1String(texts[static_cast<std::size_t>(i)]));
            }
            for (QPushButton* one : card->findChildren<QPushButton*>())
                if (one->text() == QStringLiteral("Change"))
                    QTest::mouseClick(one, Qt::LeftButton);
        };
        const auto tells = [&](const char* part) {
            return table.until([&] {
                return std::ranges::any_of(card->findChildren<QLabel*>(), [&](const QLabel* one) { return one->text().contains(QLatin1String(part)); });
            });
        };
        write("old", "new", "now");
        QVERIFY(tells("twice alike"));
        QVERIFY(!table.server.take(BP_CHANGE_PASSWORD));
        write("old", "new", "new");
        const auto asked = sent(table, BP_CHANGE_PASSWORD);
        QVERIFY(asked && textOf(*asked, "old") == wire::passwordDigest("old") && textOf(*asked, "new") == wire::passwordDigest("new"));
        table.server.say(BP_PASSWORD_NOT_OK);
        QVERIFY(tells("Is the old password right?"));
        QVERIFY(fields[0]->text().isEmpty());
        write("older", "new", "new");
        table.server.say(BP_PASSWORD_OK);
        QVERIFY(tells("The password is changed."));
    }
};

QTEST_MAIN(TestTyped)
#include "tst_typed.moc"
