// SPDX-License-Identifier: GPL-3.0-or-later
// What is said and typed in the client, against a server on a socket.
#include "client/play/play_view.h"
#include "client/windows/chat_panel.h"
#include "client/windows/client_window.h"
#include "client/windows/game_page.h"
#include "client/windows/help_card.h"
#include "client/windows/text_view.h"
#include "tests/play/window_table.h"
#include "ui/theme.h"

#include <QApplication>
#include <QTest>
#include <QTextBrowser>

using namespace blak;
using namespace blak::client;
using namespace blak::wire::fields;
using enum blak::wire::MessageId;

class TestChat : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { ui::installTheme(*qApp, ui::ThemeKind::Dark); }

    /// A server asks to wait while it saves, and ours while a handler stands at a breakpoint.
    void whatIsTypedWhileTheServerWaitsIsKept()
    {
        Table table;
        QVERIFY(table.enter());
        GamePage* page = table.window->game();
        const auto type = [&](const QString& words) {
            page->chat()->beginTyping();
            QTest::keyClicks(page->chat()->line(), words);
            QTest::keyClick(page->chat()->line(), Qt::Key_Return);
        };
        table.server.say(BP_WAIT);
        QVERIFY(table.until([&] { return table.window->client().session()->isWaiting(); }));
        type(QStringLiteral("First"));
        type(QStringLiteral("/yell Second"));
        type(QStringLiteral("/help")); // is for the client, which does not wait
        QVERIFY(page->findChild<HelpCard*>()->isVisible());
        page->findChild<HelpCard*>()->hide();
        QVERIFY(page->actByName(QStringLiteral("rest"))); // a key is of that moment
        QVERIFY(page->chat()->text().contains(QStringLiteral("It is told this when it goes on.")));
        QVERIFY(!table.server.take(BP_SAY_TO).has_value());
        table.server.say(BP_UNWAIT);
        std::optional<wire::Message> said;
        QVERIFY(table.until([&] { return (said = table.server.take(BP_SAY_TO)).has_value(); }));
        QCOMPARE(textOf(*said, "text"), std::string_view("First"));
        QVERIFY(table.until([&] { return (said = table.server.take(BP_SAY_TO)).has_value(); }));
        QCOMPARE(textOf(*said, "text"), std::string_view("Second"));
        QVERIFY(!table.server.take(UC_REST).has_value());
        // No more than some.
        table.server.say(BP_WAIT);
        QVERIFY(table.until([&] { return table.window->client().session()->isWaiting(); }));
        for (int i = 0; i < 25; ++i)
            page->runLine(QString::number(i));
        QVERIFY(page->chat()->text().contains(QStringLiteral("is told no more until it goes on")));
        table.server.say(BP_UNWAIT);
        for (int i = 0; i < 20; ++i) {
            QVERIFY(table.until([&] { return (said = table.server.take(BP_SAY_TO)).has_value(); }));
            QCOMPARE(textOf(*said, "text"), std::to_string(i));
        }
        page->runLine(QStringLiteral("the end"));
        QVERIFY(table.until([&] { return (said = table.server.take(BP_SAY_TO)).has_value(); }));
        QCOMPARE(textOf(*said, "text"), std::string_view("the end"));
    }

    void whoSpeaksStandsOut()
    {
        Table table;
        QVERIFY(table.enter());
        ChatPanel* chat = table.window->game()->chat();
        table.server.say(BP_SAID, {objectId("speaker", 20), resourceId("name", 71), u8("kind", 1), speech("Mind the wick.")});
        QVERIFY(table.until([&] { return chat->text().contains(QStringLiteral("Mind the wick.")); }));
        const auto colourOf = [&](const QString& words) {
            QTextCursor cursor = chat->lines()->document()->find(words);
            return cursor.isNull() ? QColor() : cursor.charFormat().foreground().color();
        };
        QCOMPARE(colourOf(QStringLiteral("Odran")), speakerColour());
        QCOMPARE(colourOf(QStringLiteral("Mind the wick.")), chatColour(session::ChatKind::Said));
        // A name in the words is none of who speaks; what happens has nobody who says it.
        table.server.say(BP_SAID, {objectId("speaker", 20), resourceId("name", 61), u8("kind", 1), speech("No apple today.")});
        QVERIFY(table.until([&] { return chat->text().contains(QStringLiteral("No apple")); }));
        QCOMPARE(colourOf(QStringLiteral("apple")), chatColour(session::ChatKind::Said));
        table.server.say(BP_MESSAGE, {{"message", wire::FieldType::Message, 72, {}, {}}});
        QVERIFY(table.until([&] { return chat->text().contains(QStringLiteral("An old lantern.")); }));
        QCOMPARE(colourOf(QStringLiteral("An old lantern.")), chatColour(session::ChatKind::Message));
    }
};

QTEST_MAIN(TestChat)
#include "tst_chat.moc"
