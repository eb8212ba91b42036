// SPDX-License-Identifier: GPL-3.0-or-later
// The client's game window, driven by keys and clicks, against a server on a socket: walking, things, people, cards.
#include "client/play/play_view.h"
#include "client/windows/cards.h"
#include "client/windows/chat_panel.h"
#include "client/windows/client_window.h"
#include "client/windows/game_page.h"
#include "client/windows/map_card.h"
#include "client/windows/module_host.h"
#include "client/windows/thing_list.h"
#include "tests/play/window_table.h"
#include "ui/theme.h"

#include <QAction>
#include <QApplication>
#include <QLineEdit>
#include <QTest>
#include <QTextBrowser>
#include <QToolBar>
#include <QTreeWidget>
#include <QUdpSocket>

#include <algorithm>

using namespace blak;
using namespace blak::client;
using namespace blak::wire::fields;
using enum blak::wire::MessageId;
using session::objectField;
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

    /// As its key does: what opened the map closes it.
    void theMapsButtonClosesItToo()
    {
        Table table;
        QVERIFY(table.enter());
        GamePage* page = table.window->game();
        QAction* map = nullptr;
        for (QAction* action : page->findChild<QToolBar*>()->actions())
            if (action->text() == QLatin1String("Map"))
                map = action;
        QVERIFY(map != nullptr);
        const auto* card = page->findChild<MapCard*>();
        QVERIFY(card != nullptr && !card->isVisible());
        map->trigger();
        QVERIFY(card->isVisible());
        map->trigger();
        QVERIFY(!card->isVisible());
        map->trigger();
        QVERIFY(card->isVisible());
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
};

QTEST_MAIN(TestWindows)
#include "tst_windows.moc"
