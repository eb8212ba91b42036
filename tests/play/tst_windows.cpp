// SPDX-License-Identifier: GPL-3.0-or-later
// The client's windows, driven by keys and clicks, against a server on a socket; and servers that mean no good.
#include "client/play/play_view.h"
#include "client/windows/cards.h"
#include "client/windows/chat_panel.h"
#include "client/windows/client_window.h"
#include "client/windows/game_page.h"
#include "client/windows/help_card.h"
#include "client/windows/keys_card.h"
#include "client/windows/login_page.h"
#include "client/windows/module_host.h"
#include "client/windows/settings_card.h"
#include "client/windows/text_view.h"
#include "client/windows/thing_list.h"
#include "tests/play/window_table.h"
#include "tests/updates/file_servers.h"
#include "ui/theme.h"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBrowser>
#include <QToolButton>
#include <QTreeWidget>
#include <QUdpSocket>

#include <algorithm>
#include <fstream>
#include <memory>
#include <random>

using namespace blak;
using namespace blak::client;
using namespace blak::wire::fields;
using enum blak::wire::MessageId;
using session::objectField;
using session::placedField;
using session::structure;

class TestWindows : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { ui::installTheme(*qApp, ui::ThemeKind::Dark); }

    void loginWalkAndTalk()
    {
        Table table;
        QVERIFY(table.enter());
        PlayView* view = table.window->game()->view();
        QVERIFY(table.until([&] { return view->frames() > 2; }));
        // Keys walk; a key that goes down and up again stops.
        const double x = table.window->client().motion()->body().x;
        const double y = table.window->client().motion()->body().y;
        QTest::keyPress(view, Qt::Key_W);
        QVERIFY(table.until([&] {
            const auto& body = table.window->client().motion()->body();
            return std::hypot(body.x - x, body.y - y) > 400;
        }));
        QTest::keyRelease(view, Qt::Key_W);
        QVERIFY(table.until([&] { return table.server.take(BP_REQ_MOVE).has_value(); }));
        // Return begins to type, Return says it and gives the keys back.
        QTest::keyClick(view, Qt::Key_Return);
        QLineEdit* line = table.window->game()->chat()->line();
        QVERIFY(line->hasFocus());
        QTest::keyClicks(line, QStringLiteral("Good evening"));
        QTest::keyClick(line, Qt::Key_Return);
        std::optional<wire::Message> said;
        QVERIFY(table.until([&] { return (said = table.server.take(BP_SAY_TO)).has_value(); }));
        QCOMPARE(textOf(*said, "text"), std::string_view("Good evening"));
        QVERIFY(!line->hasFocus());
        table.server.say(BP_SAID, {objectId("speaker", 20), resourceId("name", 71), u8("kind", 1), speech("~rGood~n evening")});
        QVERIFY(table.until([&] { return table.window->game()->chat()->text().contains(QStringLiteral("Odran says \"Good evening\"")); }));
    }

    /// open105: the ping comes by datagram too; while the server answers it, so do movements, with the number that the login gave.
    void movementsGoByDatagramsWhereTheServerAnswersThem()
    {
        Table table(wire::Dialect::Open105);
        QUdpSocket datagrams;
        QVERIFY(datagrams.bind(QHostAddress::LocalHost, table.server.port()));
        std::vector<QByteArray> heard; // what follows the header of 11 bytes
        connect(&datagrams, &QUdpSocket::readyRead, &datagrams, [&] {
            while (datagrams.hasPendingDatagrams()) {
                QByteArray bytes(static_cast<qsizetype>(datagrams.pendingDatagramSize()), 0);
                datagrams.readDatagram(bytes.data(), bytes.size());
                if (bytes.size() > 11 && bytes.startsWith(QByteArray("\x4d\0\0\0", 4))) // session 77
                    heard.push_back(bytes.mid(11));
            }
        });
        const auto has = [&](wire::MessageId id) {
            const auto type = static_cast<char>(wire::findMessage(table.dialect, wire::Direction::ToServer, id)->number);
            return std::ranges::any_of(heard, [type](const QByteArray& one) { return one[0] == type; });
        };
        QVERIFY(table.enter());
        QVERIFY(table.until([&] { return has(BP_UDP_PING); }));
        PlayView* view = table.window->game()->view();
        QTest::keyPress(view, Qt::Key_W);
        QVERIFY(table.until([&] { return table.server.take(BP_REQ_MOVE).has_value(); })); // not answered yet: by the stream
        QVERIFY(!has(BP_REQ_MOVE));
        table.server.say(BP_ECHO_UDP_PING);
        QTest::keyPress(view, Qt::Key_E); // round, so that there is room to go on
        QVERIFY(table.until([&] { return has(BP_REQ_MOVE); }));
        QTest::keyRelease(view, Qt::Key_E);
        QTest::keyRelease(view, Qt::Key_W);
    }

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

    void keysAreReleasedWithTheFocus()
    {
        Table table;
        QVERIFY(table.enter());
        PlayView* view = table.window->game()->view();
        QTest::keyPress(view, Qt::Key_W);
        QTest::qWait(60);
        table.window->game()->chat()->beginTyping();
        QTest::qWait(60);
        const double x = table.window->client().motion()->body().x;
        const double y = table.window->client().motion()->body().y;
        QTest::qWait(200);
        QCOMPARE(table.window->client().motion()->body().x, x);
        QCOMPARE(table.window->client().motion()->body().y, y);
    }

    void thingsBarsAndPeople()
    {
        Table table;
        QVERIFY(table.enter());
        GamePage* page = table.window->game();
        wire::Field stack = objectField("object", 30 | 0x10000000, 61, 0x10);
        stack.items[0].items.push_back(u32("amount", 12));
        table.server.say(BP_INVENTORY, {elements("objects", {{objectField("object", 31, 60, 0x10)}, {stack}})});
        table.server.say(BP_USE_LIST, {elements("objects", {{objectId("id", 31)}})});
        auto* things = page->findChild<ThingList*>(QStringLiteral("things"));
        QVERIFY(things != nullptr);
        QVERIFY(table.until([&] { return things->texts() == QStringList{QStringLiteral("lantern  ·  in use"), QStringLiteral("12 apple")}; }));
        things->setCurrentRow(0);
        emit things->itemActivated(things->item(0));
        QVERIFY(table.until([&] { return table.server.take(BP_REQ_UNUSE).has_value(); }));
        table.server.say(BP_STAT_GROUP, {u8("group", 1),
                                         elements("stats", {{structure("stat", {u8("number", 1), resourceId("name", 80), u8("kind", 1),
                                                                                u8("tag", 1), i32("value", 42), i32("minimum", 0),
                                                                                i32("maximum", 100), i32("current_maximum", 50)})}})});
        const auto* bars = page->view()->findChild<QWidget*>(QStringLiteral("bars"));
        QVERIFY(bars != nullptr);
        QVERIFY(table.until([&] { return bars->accessibleDescription() == QStringLiteral("Health 42/50"); }));
        const auto player = [](std::uint32_t id, std::uint32_t name, const char* text_) {
            return structure("player", {objectId("id", id), resourceId("name", name), text("text", text_),
                                        structure("flags", {u32("flags", 4)})});
        };
        table.server.say(BP_PLAYERS, {elements("players", {{player(11, 1'000'001, "Wren")}, {player(12, 1'000'002, "Bob")}})});
        const auto* people = page->findChild<QTreeWidget*>(QStringLiteral("people"));
        QVERIFY(people != nullptr);
        QVERIFY(table.until([&] { return people->topLevelItemCount() == 2; }));
        QCOMPARE(people->topLevelItem(0)->text(0), QStringLiteral("Bob"));
        page->runLine(QStringLiteral("/tell bob psst"));
        std::optional<wire::Message> told;
        QVERIFY(table.until([&] { return (told = table.server.take(BP_SAY_GROUP)).has_value(); }));
        QCOMPARE(numbersOf(itemsOf(*told, "listeners")), std::vector<std::uint32_t>{12});
        page->runLine(QStringLiteral("/fly"));
        QVERIFY(page->chat()->text().contains(QStringLiteral("no command \"/fly\"")));
    }

    void choosingAndTaking()
    {
        Table table;
        QVERIFY(table.enter());
        PlayView* view = table.window->game()->view();
        table.window->client().motion()->look(-table.window->client().motion()->body().angle, 0); // east, where the thing lies
        QVERIFY(table.until([&] { return view->frames() > 3; }));
        QTest::keyClick(view, Qt::Key_Tab);
        QCOMPARE(view->target(), 20U);
        QTest::keyClick(view, Qt::Key_G);
        QVERIFY(table.until([&] { return table.server.take(BP_REQ_GET).has_value(); }));
        const auto place = view->placeOf(20);
        QVERIFY(place.has_value());
        // By a click on what it shows, a little above its feet.
        QTest::keyClick(view, Qt::Key_Escape);
        QCOMPARE(view->target(), 0U);
        std::uint32_t seen = 0;
        for (int up = 1; up < 60 && seen == 0; ++up)
            seen = view->objectAt(*place - QPointF(0, up));
        QCOMPARE(seen, 20U);
        table.server.say(BP_REMOVE, {objectId("id", 20)});
        QTest::keyClick(view, Qt::Key_Tab);
        QVERIFY(table.until([&] { return view->target() == 0; }));
    }

    void windowsOpenWhenTheServerHasSomething()
    {
        Table table;
        QVERIFY(table.enter());
        GamePage* page = table.window->game();
        const wire::Field description{"description", wire::FieldType::Message, 72, {}, {}};
        table.server.say(BP_LOOK, {objectField("object", 20, 60, 0x10), u8("flags", 0), description});
        QVERIFY(table.until([&] { return page->lookCard()->isVisible(); }));
        QVERIFY(page->lookCard()->findChild<QTextBrowser*>()->toPlainText().contains(QStringLiteral("An old lantern.")));
        QTest::keyClick(page->lookCard(), Qt::Key_Escape);
        QVERIFY(!page->lookCard()->isVisible());
        // As tall as its text: a long one, then the short one again.
        const int low = page->lookCard()->height();
        std::string much;
        for (int i = 0; i < 30; ++i)
            much += "It has stood here since the bridge was built. ";
        table.window->client().session()->resources().set(73, much);
        table.server.say(BP_LOOK, {objectField("object", 20, 60, 0x10), u8("flags", 0), {"description", wire::FieldType::Message, 73, {}, {}}});
        QVERIFY(table.until([&] { return page->lookCard()->isVisible(); }));
        QVERIFY2(page->lookCard()->height() > low + 100, qPrintable(QStringLiteral("%1, %2").arg(low).arg(page->lookCard()->height())));
        table.server.say(BP_LOOK, {objectField("object", 20, 60, 0x10), u8("flags", 0), description});
        QVERIFY(table.until([&] { return page->lookCard()->height() == low; }));
        QTest::keyClick(page->lookCard(), Qt::Key_Escape);

        table.server.say(BP_BUY_LIST, {objectField("seller", 25, 71, 0x400),
                                       elements("items", {{objectField("object", 40, 60, 0x10), u32("cost", 30)},
                                                          {objectField("object", 41, 61, 0x10), u32("cost", 2)}})});
        QVERIFY(table.until([&] { return page->waresCard()->isVisible(); }));
        QCOMPARE(page->waresCard()->title(), QStringLiteral("Odran sells"));
        page->waresCard()->list()->item(1)->setSelected(true);
        QTest::mouseClick(page->waresCard()->buy(), Qt::LeftButton);
        std::optional<wire::Message> bought;
        QVERIFY(table.until([&] { return (bought = table.server.take(BP_REQ_BUY_ITEMS)).has_value(); }));
        QCOMPARE(numbersOf(itemsOf(*bought, "targets")), std::vector<std::uint32_t>{41});

        table.server.say(BP_OFFER, {objectField("offerer", 12, 71, 4), elements("objects", {{objectField("object", 50, 60, 0x10)}})});
        QVERIFY(table.until([&] { return page->tradeCard()->isVisible(); }));
        table.server.say(BP_OFFER_CANCELED);
        QVERIFY(table.until([&] { return !page->tradeCard()->isVisible(); }));

        page->runLine(QStringLiteral("/mail"));
        QVERIFY(page->modules()->window(QStringLiteral("mail"))->isVisible());
        QVERIFY(table.until([&] { return table.server.take(BP_REQ_GET_MAIL).has_value(); }));
        page->runLine(QStringLiteral("/guild"));
        QVERIFY(page->modules()->window(QStringLiteral("guild"))->isVisible());
        QVERIFY(table.until([&] { return table.server.take(UC_REQ_GUILDINFO).has_value(); }));
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

    /// From the world to a card, the bar and back, without a mouse; what is closed gives the keys back to the world.
    void keysGoRoundTheWindow()
    {
        Table table;
        QVERIFY(table.enter());
        table.window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(table.window.get()));
        GamePage* page = table.window->game();
        page->view()->setFocus();
        page->settingsCard()->open();
        const auto inCard = [&] { return page->settingsCard()->isAncestorOf(QApplication::focusWidget()); };
        QTest::keyClick(page->view(), Qt::Key_F6);
        QVERIFY(inCard());
        QVERIFY(qobject_cast<QComboBox*>(QApplication::focusWidget()) != nullptr); // not the cross
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_F6, Qt::ShiftModifier);
        QVERIFY(page->view()->hasFocus());
        QTest::keyClick(page->view(), Qt::Key_F6, Qt::ShiftModifier); // the bar is the last
        auto* tool = qobject_cast<QToolButton*>(QApplication::focusWidget());
        QVERIFY(tool != nullptr && !inCard());
        QTest::keyClick(tool, Qt::Key_F6);
        QVERIFY(page->view()->hasFocus());
        QTest::keyClick(page->view(), Qt::Key_F6);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QVERIFY(!page->settingsCard()->isVisible());
        QVERIFY(page->view()->hasFocus());
        // The help names the key, and another one can be bound to it.
        QTest::keyClick(page->view(), Qt::Key_F1);
        auto* help = page->view()->findChild<HelpCard*>();
        QVERIFY(help->isVisible() && help->findChild<QTextBrowser*>()->toPlainText().contains(QStringLiteral("F6")));
        QTest::keyClick(help, Qt::Key_Escape);
        KeyTable keys = KeyTable::of(KeyPreset::Modern);
        keys.unbind(Qt::Key_F6);
        keys.bind(Qt::Key_F7, PlayAction::NextPart);
        page->settingsCard()->keysCard()->setTable(keys);
        emit page->settingsCard()->keysCard()->changed();
        page->view()->setFocus();
        QTest::keyClick(page->view(), Qt::Key_F6);
        QVERIFY(page->view()->hasFocus());
        QTest::keyClick(page->view(), Qt::Key_F7, Qt::ShiftModifier);
        QVERIFY(!page->view()->hasFocus());
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_F7);
        QVERIFY(page->view()->hasFocus());
    }

    void leavingAndComingBack()
    {
        Table table;
        QVERIFY(table.enter());
        table.window->game()->runLine(QStringLiteral("/quit"));
        QVERIFY(table.until([&] { return table.server.take(BP_REQ_QUIT).has_value(); }));
        table.server.say(BP_QUIT);
        std::vector<std::vector<wire::Field>> seeds(5, {u32("seed", 9)});
        table.server.say(AP_GETCHOICE, {elements("seeds", std::move(seeds))});
        QVERIFY(table.until([&] { return table.window->page() == table.window->login(); }));
        QVERIFY(table.until([&] { return table.window->client().state() == GameClient::State::Idle; }));
        QVERIFY(table.enter());
    }

    void wrongPasswordIsSaid()
    {
        Table table;
        table.server.answers = false;
        QTest::mouseClick(table.window->login()->button(), Qt::LeftButton);
        QVERIFY(table.until([&] { return table.server.take(AP_LOGIN).has_value(); }));
        table.server.say(AP_LOGINFAILED);
        QVERIFY(table.until([&] { return table.window->login()->error()->text().contains(QStringLiteral("password")); }));
        QCOMPARE(table.window->login()->button()->text(), QStringLiteral("Enter"));
    }

    void connectingCanBeCancelled()
    {
        Table table;
        table.server.greets = false; // it takes the connection and says nothing
        table.server.answers = false;
        QTest::mouseClick(table.window->login()->button(), Qt::LeftButton);
        QCOMPARE(table.window->login()->button()->text(), QStringLiteral("Cancel"));
        QTest::mouseClick(table.window->login()->button(), Qt::LeftButton);
        QCOMPARE(table.window->client().state(), GameClient::State::Idle);
        QCOMPARE(table.window->login()->button()->text(), QStringLiteral("Enter"));
        // A name that no server has is an answer, not a wait.
        QElapsedTimer clock;
        clock.start();
        table.window->login()->server()->setText(QStringLiteral("no-such-host.invalid:1"));
        QTest::mouseClick(table.window->login()->button(), Qt::LeftButton);
        QVERIFY(clock.elapsed() < 500);
        table.window->client().disconnectNow();
        table.window->login()->server()->setText(QStringLiteral("127.0.0.1:99999"));
        QTest::mouseClick(table.window->login()->button(), Qt::LeftButton);
        QVERIFY(table.window->login()->error()->text().contains(QStringLiteral("99999")));
    }

    /// Garbage, half a frame and silence, a flood of frames: an error or nothing, never a crash, and the window lives.
    void hostileServers()
    {
        Table table;
        table.server.greets = false;
        table.server.answers = false;
        std::mt19937 random(5);
        for (int round = 0; round < 6; ++round) {
            QTest::mouseClick(table.window->login()->button(), Qt::LeftButton);
            table.server.socket = nullptr;
            QVERIFY(table.until([&] { return table.server.socket != nullptr; }));
            QByteArray bytes(round % 2 == 0 ? 60'000 : 9, '\0');
            for (char& byte : bytes)
                byte = static_cast<char>(random());
            if (round % 2 == 1) { // the head of a frame whose rest never comes
                const QByteArray head("\x10\x00\x00\x00\x10\x00\x00\x15", 8);
                bytes = head;
            }
            table.server.socket->write(bytes);
            table.server.socket->flush();
            QTest::qWait(50);
            if (round % 2 == 1) {
                QVERIFY(table.window->client().state() != GameClient::State::Idle);
                table.server.socket->abort();
            }
            QVERIFY(table.until([&] { return table.window->client().state() == GameClient::State::Idle; }));
            QVERIFY(!table.window->login()->error()->text().isEmpty());
        }
    }

    void floodsAreSurvived()
    {
        Table table;
        QVERIFY(table.enter());
        for (int i = 0; i < 3000; ++i) {
            table.server.say(BP_SAID, {objectId("speaker", 20), resourceId("name", 71), u8("kind", 1), speech("flood")});
            table.server.say(BP_CREATE, {placedField(static_cast<std::uint32_t>(100 + i), 300, 300)});
            table.server.say(BP_EFFECT, {u16("effect", 1 + static_cast<std::uint32_t>(i) % 17), elements("parameters", {{u32("value", 5)}})});
        }
        QVERIFY(table.until([&] { return table.window->client().game()->chat().total() >= 3000; }));
        QVERIFY(table.window->client().isPlaying());
        QTest::qWait(100);
        QCOMPARE(table.window->client().game()->unhandled(), std::uint64_t{0});
    }

    void keysAreBound()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("s.ini"));
        {
            QSettings settings(file, QSettings::IniFormat);
            ClientWindow window(&settings);
            window.show();
            KeysCard* card = window.game()->settingsCard()->keysCard();
            QTreeWidget* list = card->list();
            const int look = static_cast<int>(PlayAction::Look), attack = static_cast<int>(PlayAction::Attack);
            list->setCurrentItem(list->topLevelItem(look));
            card->beginCapture();
            QTest::keyClick(card, Qt::Key_F);
            QVERIFY(!card->isCapturing());
            const KeyTable& keys = window.game()->view()->keys();
            QCOMPARE(keys.actionOf(Qt::Key_F, false), std::optional(PlayAction::Look)); // before it attacked
            QVERIFY(keys.keysOf(PlayAction::Attack).empty());
            list->setCurrentItem(list->topLevelItem(attack));
            card->beginCapture();
            QTest::keyClick(card, Qt::Key_Tab); // no key is the card's own meanwhile
            QCOMPARE(keys.actionOf(Qt::Key_Tab, false), std::optional(PlayAction::Attack));
            card->beginCapture();
            QTest::keyClick(card, Qt::Key_Escape);
            QCOMPARE(keys.actionOf(Qt::Key_Escape, false), std::optional(PlayAction::NoTarget));
            list->setCurrentItem(list->topLevelItem(static_cast<int>(PlayAction::Map)));
            QTest::mouseClick(card->clearButton(), Qt::LeftButton);
            QVERIFY(keys.keysOf(PlayAction::Map).empty());
            window.close();
        }
        QSettings settings(file, QSettings::IniFormat);
        ClientWindow again(&settings);
        QCOMPARE(again.game()->view()->keys().actionOf(Qt::Key_Tab, false), std::optional(PlayAction::Attack));
        QVERIFY(again.game()->view()->keys().keysOf(PlayAction::Map).empty());
    }

    void helpIsThereOnEveryPage()
    {
        Table table;
        table.window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(table.window.get())); // shortcuts are those of the window one is in
        QVERIFY(!table.window->help()->isVisible());
        HelpCard* help = table.window->help();
        const auto helps = [&](QWidget* where) {
            QTest::keyClick(where, Qt::Key_F1);
            const bool shown = help->isVisible();
            QTest::keyClick(help, Qt::Key_Escape);
            return shown && !help->isVisible();
        };
        QVERIFY(helps(table.window->login()->server()));
        table.server.answers = false; // it connects, and goes on connecting
        QTest::mouseClick(table.window->login()->button(), Qt::LeftButton);
        QVERIFY(table.until([&] { return table.server.take(AP_LOGIN).has_value(); }));
        QVERIFY(helps(table.window->login()->button()));
        QTest::mouseClick(table.window->login()->button(), Qt::LeftButton); // given up
        QVERIFY(table.until([&] { return table.window->client().state() == GameClient::State::Idle; }));
        table.server.answers = true;
        QTest::mouseClick(table.window->login()->button(), Qt::LeftButton);
        QVERIFY(table.until([&] { return table.window->characters() != nullptr && table.window->page() == table.window->characters(); }));
        QVERIFY(helps(table.window->characters()));
        table.window->client().disconnectNow();
        QVERIFY(table.until([&] { return table.window->page() == table.window->login(); }));
        QTest::keyClick(table.window->login()->server(), Qt::Key_F1);
        QVERIFY(table.enter());
        QVERIFY(!help->isVisible()); // it was that of the page before
        GamePage* page = table.window->game();
        auto* inGame = page->view()->findChild<HelpCard*>();
        for (QWidget* where : std::initializer_list<QWidget*>{page->view(), page->chat()->line()}) {
            where->setFocus();
            QTest::keyClick(where, Qt::Key_F1);
            QVERIFY2(inGame->isVisible(), where->metaObject()->className());
            QTest::keyClick(inGame, Qt::Key_Escape);
            QVERIFY(!inGame->isVisible());
        }
        page->settingsCard()->open();
        QTest::keyClick(page->settingsCard(), Qt::Key_F1);
        QVERIFY(inGame->isVisible());
    }

    void keysThatRepeatDoOneThing()
    {
        Table table;
        QVERIFY(table.enter());
        PlayView* view = table.window->game()->view();
        view->setTarget(20);
        for (const bool again : {false, true, true, true}) {
            QKeyEvent press(QEvent::KeyPress, Qt::Key_G, Qt::NoModifier, QStringLiteral("g"), again);
            QApplication::sendEvent(view, &press);
        }
        QVERIFY(table.until([&] { return table.server.take(BP_REQ_GET).has_value(); }));
        QTest::qWait(50);
        QVERIFY(!table.server.take(BP_REQ_GET));
    }

    void anUpdateIsFetchedBeforeTheGame()
    {
        Table table;
        test::HttpFiles files;
        files.files[QStringLiteral("/u/notes.txt")] = "what is new";
        ConnectWish wish;
        wish.host = QStringLiteral("127.0.0.1");
        wish.port = table.server.port();
        wish.session.account = "wren";
        wish.world = table.world();
        wish.updates = std::filesystem::path(table.folder.path().toStdString()) / "updates";
        table.window->setWish(wish);
        table.server.leads = false;
        QTest::mouseClick(table.window->login()->button(), Qt::LeftButton);
        std::optional<wire::Message> asked;
        QVERIFY(table.until([&] { return (asked = table.server.take(AP_REQ_GAME)).has_value(); }));
        QCOMPARE(numberOf(*asked, "last_download"), 0u);
        const auto offer = [&](std::uint32_t time, const char* name) {
            table.server.say(AP_DOWNLOAD, {u16("count", 1), text("machine", "127.0.0.1:" + std::to_string(files.port())), text("path", "/u"),
                                           text("reason", "The bridge is new."), text("demo", ""),
                                           elements("packages", {{u32("time", time), u32("flags", 16), u32("size", 1024), text("name", name)}})});
        };
        offer(77, "notes.txt");
        QVERIFY(table.until([&] { return (asked = table.server.take(AP_REQ_GAME)).has_value(); }));
        QCOMPARE(numberOf(*asked, "last_download"), 77u);
        QVERIFY(std::filesystem::exists(wish.updates / "help" / "notes.txt"));
        offer(78, "..\\escape.txt"); // an update that makes no sense ends the connection, with a reason
        QVERIFY(table.until([&] { return table.window->login()->error()->text().contains(QStringLiteral("makes no sense")); }));
        QVERIFY(table.window->client().state() == GameClient::State::Idle);
        QVERIFY(table.window->page() == table.window->login());
    }

    void anotherProgramIsOffered()
    {
        Table table;
        table.server.leads = false;
        QTest::mouseClick(table.window->login()->button(), Qt::LeftButton);
        QVERIFY(table.until([&] { return table.server.take(AP_REQ_GAME).has_value(); }));
        table.server.say(AP_GETCLIENT, {text("machine", "files.example.org"), text("file", "client.zip")});
        QVERIFY(table.until([&] { return table.window->login()->offer()->text().contains(QStringLiteral("http://files.example.org/client.zip")); }));
        QVERIFY(!table.window->login()->offer()->isHidden());
    }

    void settingsAreKept()
    {
        QTemporaryDir folder;
        QSettings settings(folder.filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
        {
            ClientWindow window(&settings);
            window.login()->server()->setText(QStringLiteral("example.org:7"));
            window.login()->account()->setText(QStringLiteral("wren"));
            window.login()->password()->setText(QStringLiteral("secret"));
            window.login()->remember();
            window.close();
        }
        settings.sync();
        ClientWindow again(&settings);
        QCOMPARE(again.login()->server()->text(), QStringLiteral("example.org:7"));
        QCOMPARE(again.login()->account()->text(), QStringLiteral("wren"));
        for (const QString& key : settings.allKeys())
            QVERIFY(!settings.value(key).toString().contains(QStringLiteral("secret"))); // passwords are never kept
    }
};

QTEST_MAIN(TestWindows)
#include "tst_windows.moc"
