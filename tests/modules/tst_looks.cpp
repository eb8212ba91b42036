// SPDX-License-Identifier: GPL-3.0-or-later
// Every window of the client in both themes and at both sizes of the design, empty and full: nothing of it is cut off, and keys come to
// all that can be done in it. With BLAK_PICTURES=FOLDER a picture of each is kept there, to be looked at.
#include "client/session/chess_board.h"
#include "client/windows/help_card.h"
#include "tests/modules/server_samples.h"
#include "tests/modules/window_look.h"
#include "tests/play/update_offer.h"
#include "tests/updates/file_servers.h"

#include <QDir>
#include <QSet>

using namespace blak;
using namespace blak::client;

namespace {

wire::Field said(const char* name, std::uint32_t resource) { return {name, wire::FieldType::Message, resource, {}, {}}; }

wire::Field heap(std::uint32_t id, std::uint32_t name, std::uint32_t amount)
{
    wire::Field field = objectField("object", id | 0x10000000, name, 0x10);
    field.items[0].items.push_back(u32("amount", amount));
    return field;
}

wire::Field number(std::uint32_t index, std::uint32_t name, int value, int most)
{
    return structure("stat", {u8("number", index), resourceId("name", name), u8("kind", 1), u8("tag", 1), i32("value", value), i32("minimum", 0),
                              i32("maximum", 100), i32("current_maximum", most)});
}

} // namespace

class TestLooks : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { ui::installTheme(*qApp, ui::ThemeKind::Dark); }

    void everyWindow_data()
    {
        QTest::addColumn<bool>("dark");
        QTest::addColumn<QSize>("size");
        for (const bool dark : {true, false})
            for (const QSize size : {QSize(1280, 800), QSize(1920, 1080)})
                QTest::addRow("%s %dx%d", dark ? "dark" : "light", size.width(), size.height()) << dark << size;
    }

    void everyWindow()
    {
        QFETCH(bool, dark);
        QFETCH(QSize, size);
        dark_ = dark;
        size_ = size;
        complaints_.clear();
        ui::setTheme(dark ? ui::ThemeKind::Dark : ui::ThemeKind::Light);
        logins();
        characters();
        if (QTest::currentTestFailed())
            return;
        game();
        if (QTest::currentTestFailed())
            return;
        quests();
        update();
        QVERIFY2(complaints_.isEmpty(), qPrintable(complaints_.join(QLatin1Char('\n'))));
    }

private:
    /// The window as it stands now. `keys`: Tab must come to all of it.
    void look(Table& table, QWidget* window, const char* name, bool keys = true)
    {
        QTest::qWait(30);
        QVERIFY2(window->isVisible(), name);
        table.window->activateWindow(); // a menu may have had the keys
        QVERIFY(QTest::qWaitForWindowActive(table.window.get()));
        if (const QString folder = qEnvironmentVariable("BLAK_PICTURES"); !folder.isEmpty()) {
            QDir().mkpath(folder);
            const QString file = QStringLiteral("%1/%2-%3-%4.png").arg(folder, QLatin1String(name), QLatin1String(dark_ ? "dark" : "light")).arg(size_.width());
            QVERIFY2(table.window->grab().save(file), qPrintable(file));
        }
        QStringList all = complaints(window);
        if (keys)
            all << outOfReach(window);
        for (const QString& one : all)
            complaints_ << QStringLiteral("%1: %2").arg(QLatin1String(name), one);
    }

    void setUp(Table& table)
    {
        table.window->resize(size_);
        std::filesystem::create_directories(table.world() / "sprites");
        std::filesystem::copy_file(test::dataDir() / "sprites" / "lantern.bgf", table.world() / "sprites" / "thing.bgf",
                                   std::filesystem::copy_options::overwrite_existing);
        table.window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(table.window.get()));
    }

    void logins()
    {
        Table table;
        table.server.greets = table.server.answers = false;
        setUp(table);
        look(table, table.window->login(), "login");
        table.window->login()->remember();
        table.window->login()->server()->setText(QStringLiteral("play.example.org:5959"));
        table.window->login()->remember();
        table.window->login()->showError(QStringLiteral("127.0.0.1:5959: Connection refused."));
        table.window->login()->offerProgram(QStringLiteral("http://files.example.org/clients/blakston-client-2.0-setup.zip"));
        look(table, table.window->login(), "login-refused");
        table.window->login()->offerProgram({});
        table.window->login()->server()->setText(QStringLiteral("127.0.0.1:%1").arg(table.server.port()));
        QTest::mouseClick(table.window->login()->button(), Qt::LeftButton);
        look(table, table.window->login(), "login-connecting");
        table.window->help()->open();
        look(table, table.window->help(), "login-help");
    }

    void characters()
    {
        ModuleTable table;
        table.server.offersNew = true;
        setUp(table);
        QVERIFY(table.toCharacters());
        QWidget* page = table.window->characters();
        QVERIFY(table.until([&] { return page->findChild<QListWidget*>(QStringLiteral("characterList"))->count() == 1; }));
        look(table, page, "characters");
        click(page, "Play");
        QVERIFY(table.sent(BP_SEND_CHARINFO));
        const FaceParts parts{{50, 50, 50}, 50, {50, 50}, {50, 50}, {50, 50}};
        table.window->client().session()->resources().set(90, "Create food and water");
        table.server.say(BP_CHARINFO, creationChoices(parts, parts, {choiceOfAbility(31, 81, 20), choiceOfAbility(32, 90, 30)}));
        QVERIFY(table.until([&] { return page->findChild<QLineEdit*>(QStringLiteral("characterName"))->isVisible(); }));
        click(page, "Make this character");
        look(table, page, "creation");
    }

    void game()
    {
        ModuleTable table;
        setUp(table);
        QVERIFY(table.play());
        GamePage* page = table.page();
        auto& texts = table.window->client().session()->resources();
        for (const auto& [id, text] : std::initializer_list<std::pair<std::uint32_t, const char*>>{
                 {83, "Mana"}, {84, "Vigor"}, {85, "Might"}, {90, "Kindle"}, {91, "Fencing"}, {92, "Faith"}, {93, "Abilities"}, {94, "green cloak"},
                 {95, "shillings"}, {96, "The Hall of the Weavers at the Mill"}, {97, "Shield of the unmoved mountain"}})
            texts.set(id, text);
        look(table, page, "game-begins", false);

        auto& server = table.server;
        server.say(BP_STAT_GROUPS, {elements("groups", {{resourceId("name", 82)}, {resourceId("name", 93)}})});
        server.say(BP_STAT_GROUP, {u8("group", 1), elements("stats", {{number(1, 80, 42, 50)}, {number(2, 83, 11, 20)}, {number(3, 84, 182, 200)}})});
        server.say(BP_STAT_GROUP, {u8("group", 2), elements("stats", {{number(1, 85, 25, 50)}})});
        server.say(BP_ADD_ENCHANTMENT, {u8("kind", 1), objectField("object", 80, 81, 0)});
        server.say(BP_ADD_ENCHANTMENT, {u8("kind", 2), objectField("object", 81, 97, 0)});
        server.say(BP_INVENTORY, {elements("objects", {{objectField("object", 31, 60, 0x10)}, {heap(30, 61, 12)}, {heap(33, 95, 1'204)},
                                                       {objectField("object", 34, 94, 0x10)}})});
        server.say(BP_USE_LIST, {elements("objects", {{objectId("id", 31)}})});
        server.say(BP_PLAYERS, {elements("players", {onlinePlayer(11, 1'000'001, "Wren"), onlinePlayer(12, 1'000'002, "Bob"),
                                                     onlinePlayer(13, 1'000'003, "Marjoram the Tall")})});
        server.say(BP_SPELLS, {elements("spells", {{ability("spell", 70, 90, 1)}, {ability("spell", 71, 97, 1)}})});
        server.say(BP_SKILLS, {elements("skills", {{skill(72, 91)}})});
        server.say(UC_SPELL_SCHOOLS, {elements("schools", {{resourceId("name", 92)}})});
        server.say(BP_SAID, {objectId("speaker", 20), resourceId("name", 71), u8("kind", 1), speech("Mind the wick, Wren. It must be back by dawn.")});
        server.say(BP_MESSAGE, {said("message", 72)});
        server.say(BP_SYS_MESSAGE, {said("message", 72)});
        page->runLine(QStringLiteral("/fly"));
        page->runLine(QStringLiteral("/buddy Bob"));
        QVERIFY(table.until([&] { return page->chat()->text().contains(QStringLiteral("no command")); }));
        auto* people = table.panel<QTreeWidget>("people");
        QVERIFY(table.until([&] { return people->topLevelItemCount() == 3 && rowOf(table.panel<QTreeWidget>("abilities"), QStringLiteral("Fencing")) != nullptr; }));
        for (const char* tab : {"Self", "Spells", "People", "Things"}) {
            clickTab(table.panel<QTabWidget>("sidePanel"), QLatin1String(tab));
            look(table, page, qPrintable(QStringLiteral("panel-%1").arg(QLatin1String(tab).toString().toLower())), false);
            for (const QString& one : outOfReach(table.panel<QTabWidget>("sidePanel")))
                complaints_ << QStringLiteral("panel: ") + one;
        }
        table.window->client().motion()->look(-table.window->client().motion()->body().angle, 0); // east, where the thing lies
        page->view()->setTarget(20);
        look(table, page, "target", false);
        page->view()->setTarget(0);
        page->view()->beginChoice(QStringLiteral("On what? Click it, or press Esc."));
        look(table, page, "choosing", false);
        page->view()->endChoice();

        // What is looked at: a thing, with few words and with many, oneself.
        server.say(BP_LOOK, {objectField("object", 20, 60, 0x10), u8("flags", 0), said("description", 72)});
        seen(table, page->lookCard(), "look");
        std::string much;
        for (int i = 0; i < 30; ++i)
            much += "It has stood here since the bridge was built. ";
        texts.set(98, much);
        server.say(BP_LOOK, {objectField("object", 20, 60, 0x10), u8("flags", 0), said("description", 98)});
        seen(table, page->lookCard(), "look-long");
        server.say(UC_LOOK_PLAYER, {objectField("object", 11, 1'000'001, 4), u8("flags", 1), said("description", 72), text("extra", "Wren is new here."),
                                    text("url", "http://example.org/wren")});
        seen(table, page->lookCard(), "look-self");

        server.say(BP_BUY_LIST, {objectField("seller", 25, 71, 0x400), elements("items", {{objectField("object", 40, 60, 0x10), u32("cost", 30)},
                                                                                          {objectField("object", 42, 97, 0x10), u32("cost", 12'000)},
                                                                                          {heap(41, 61, 1), u32("cost", 2)}})});
        QVERIFY(table.until([&] { return page->waresCard()->isVisible(); }));
        look(table, page->waresCard(), "shop");
        page->waresCard()->list()->selectAll();
        seen(table, page->waresCard(), "shop-chosen");
        server.say(BP_WITHDRAWAL_LIST, {objectField("keeper", 25, 71, 0), elements("items", {})});
        seen(table, page->waresCard(), "vault-empty");

        const wire::Field container{"container", wire::FieldType::Stack, 20, {}, {}};
        server.say(BP_OBJECT_CONTENTS, {container, elements("objects", {{objectField("object", 60, 60, 0x10)}, {heap(61, 61, 40)}})});
        seen(table, page->contentsCard(), "container");
        server.say(BP_OBJECT_CONTENTS, {container, elements("objects", {})});
        seen(table, page->contentsCard(), "container-empty");

        server.say(BP_OFFER, {objectField("offerer", 12, 1'000'002, 4), elements("objects", {{objectField("object", 50, 97, 0x10)}})});
        seen(table, page->tradeCard(), "trade-asked");
        QVERIFY(table.sent(BP_CANCEL_OFFER));
        wire::GameObject bob;
        bob.id = 12;
        bob.name = 1'000'002;
        page->tradeCard()->begin(bob);
        look(table, page->tradeCard(), "trade-choosing");
        auto* own = page->tradeCard()->findChildren<ThingList*>().at(0);
        QTest::mouseClick(own->viewport(), Qt::LeftButton, {}, own->visualItemRect(own->item(0)).center());
        click(page->tradeCard(), "Offer");
        look(table, page->tradeCard(), "trade-waiting");
        QCOMPARE(page->tradeCard()->title(), QStringLiteral("Trade with Bob"));
        server.say(BP_OFFERED, {elements("objects", {{objectField("object", 31, 60, 0x10)}})});
        server.say(BP_COUNTEROFFER, {elements("objects", {{heap(51, 95, 20)}})});
        QVERIFY(table.until([&] { return saysIn(page->tradeCard(), QStringLiteral("This is what you would get.")); }));
        seen(table, page->tradeCard(), "trade-answered");

        page->openWindow(QStringLiteral("password"));
        seen(table, page->view()->findChildren<PasswordCard*>().at(0), "password");
        letters(table);
        news(table);
        guilds(table);
        QVERIFY(table.load("admin.dll", "admin"));
        QVERIFY(table.load("dm.dll", "dm"));
        page->openWindow(QStringLiteral("admin"));
        look(table, table.card("admin"), "admin-empty");
        server.say(BP_ADMIN, {text("text", "> show status\r\nSystem Status -----------------------------\r\nUsed 41822 list nodes\r\nUsed 9120 objects\r\n")});
        QVERIFY(table.until([&] { return table.card("admin")->findChild<QPlainTextEdit*>()->toPlainText().contains(QStringLiteral("9120")); }));
        seen(table, table.card("admin"), "admin");

        page->act(PlayAction::Map);
        page->mapCard()->findChild<QLineEdit*>()->setText(QStringLiteral("The well"));
        QTest::keyClick(page->mapCard()->findChild<QLineEdit*>(), Qt::Key_Return);
        seen(table, page->mapCard(), "map");
        page->settingsCard()->open();
        look(table, page->settingsCard(), "settings");
        click(page->settingsCard(), "Change...");
        seen(table, page->settingsCard()->keysCard(), "keys");
        close(page->settingsCard());
        page->act(PlayAction::Help);
        seen(table, page->view()->findChildren<HelpCard*>().at(0), "help");
        auto* things = table.panel<ThingList>("things");
        QVERIFY(chooseFromMenu(things->viewport(), things->visualItemRect(things->item(1)).center(), QStringLiteral("Drop some…")));
        seen(table, table.card("amount"), "amount");
        chess(table);
        // Several at once: none hides another's title.
        page->settingsCard()->open();
        page->act(PlayAction::Map);
        page->openWindow(QStringLiteral("guild"));
        look(table, page, "several", false);
        QSet<QPoint> corners;
        for (const Card* card : page->view()->findChildren<Card*>(QString(), Qt::FindDirectChildrenOnly))
            if (card->isVisible()) {
                QVERIFY2(!corners.contains(card->pos()), qPrintable(card->title()));
                corners.insert(card->pos());
            }
        QCOMPARE(corners.size(), qsizetype{3});
    }

    void letters(ModuleTable& table)
    {
        table.page()->runLine(QStringLiteral("/mail"));
        QWidget* card = table.card("mail");
        QVERIFY(table.sent(BP_REQ_GET_MAIL));
        look(table, card, "letters-empty");
        wire::Field body = speech("come over");
        body.name = "body";
        for (const std::uint32_t index : {4u, 5u})
            table.server.say(BP_MAIL, {u32("index", index), text("sender", index == 4 ? "Bob" : "Marjoram the Tall"), u32("time", 1'000'000 * index),
                                       elements("recipients", {{text("name", "Wren")}}), body});
        QVERIFY(table.until([&] { return card->findChild<QTreeWidget*>()->topLevelItemCount() == 2; }));
        look(table, card, "letters");
        clickTab(card, QStringLiteral("Write"));
        click(card, "Send");
        seen(table, card, "letters-write");
    }

    void news(ModuleTable& table)
    {
        table.server.say(BP_LOOK_NEWSGROUP, newsBoard());
        QWidget* card = table.card("news");
        QVERIFY(table.until([&] { return card->isVisible(); }));
        QVERIFY(table.sent(BP_REQ_ARTICLES));
        look(table, card, "news-empty");
        table.server.say(BP_ARTICLES, articles("Rain in the valley, and what follows from it", "Marjoram the Tall"));
        auto* list = card->findChild<QTreeWidget*>();
        QVERIFY(table.until([&] { return list->topLevelItemCount() == 2; }));
        QVERIFY(clickRow(list, QStringLiteral("Sun")));
        table.server.say(BP_ARTICLE, {text("body", "It shines.")});
        QVERIFY(table.until([&] { return card->findChild<QTextBrowser*>()->toPlainText() == QStringLiteral("It shines."); }));
        seen(table, card, "news");
    }

    void guilds(ModuleTable& table)
    {
        table.page()->openWindow(QStringLiteral("guild"));
        QWidget* card = table.card("guild");
        for (const char* tab : {"Guilds", "Halls", "Shield", "Members"}) {
            clickTab(card, QLatin1String(tab));
            look(table, card, qPrintable(QStringLiteral("guild-none-%1").arg(QLatin1String(tab).toString().toLower())));
        }
        table.server.say(UC_GUILD_ASK, {u32("cost", 500), u32("secret_cost", 900)});
        QVERIFY(table.until([&] { return saysIn(card, QStringLiteral("A guild costs 500")); }));
        seen(table, card, "guild-founding");
        table.server.say(UC_GUILDINFO, guildOfTheWicks(0xFFFF));
        table.server.say(UC_GUILD_LIST, {elements("guilds", {{objectId("id", 91), text("name", "Moths")}, {objectId("id", 90), text("name", "The Wicks")}}), elements("allies", {}), elements("enemies", {}),
                                         elements("allied_by", {{objectId("id", 91)}}), elements("enemy_of", {})});
        table.server.say(UC_GUILD_HALLS, {elements("halls", {{objectId("id", 95), resourceId("name", 96), u32("cost", 100'000), u32("rent", 700)}})});
        table.server.say(UC_GUILD_SHIELDS, {elements("shields", {{resourceId("icon", 50)}, {resourceId("icon", 50)}})});
        table.server.say(UC_GUILD_SHIELD, {objectId("guild", 90), text("name", "The Wicks"), u8("colour1", 2), u8("colour2", 4), u8("shape", 1)});
        table.page()->openWindow(QStringLiteral("guild"));
        QVERIFY(table.until([&] { return saysIn(card, QStringLiteral("The Wicks, 2 members")); }));
        for (const char* tab : {"Guilds", "Halls", "Shield", "Members"}) {
            clickTab(card, QLatin1String(tab));
            look(table, card, qPrintable(QStringLiteral("guild-%1").arg(QLatin1String(tab).toString().toLower())));
        }
        close(card);
    }

    void chess(ModuleTable& table)
    {
        QVERIFY(table.load("chess.dll", "chess"));
        table.server.say(UC_MINIGAME_START, {objectId("id", 77), u8("player", 1)});
        QVERIFY(table.until([&] { return table.card("chess") != nullptr && table.card("chess")->isVisible(); }));
        QWidget* card = table.card("chess");
        look(table, card, "chess");
        table.server.say(UC_MINIGAME_PLAYER, {u8("player", 2), text("name", "Odran")});
        std::string state(session::ChessBoard::stateLength, '\x07');
        state[0] = 6;
        state[7] = static_cast<char>(0x86);
        state[49] = 1; // a pawn on b7
        state[64] = state[65] = state[66] = 1;
        table.server.say(UC_MINIGAME_MOVE, {objectId("id", 77), text("state", state)});
        QVERIFY(table.until([&] { return table.window->client().game()->minigame()->state == state; }));
        auto* board = card->findChild<QWidget*>(QStringLiteral("chessBoard"));
        board->setFocus();
        const int side = std::min(board->width(), board->height()) / 8;
        const QPoint corner((board->width() - side * 8) / 2, (board->height() - side * 8) / 2);
        for (const QPoint square : {QPoint(1, 1), QPoint(1, 0)})
            QTest::mouseClick(board, Qt::LeftButton, {}, corner + square * side + QPoint(side, side) / 2);
        QVERIFY(card->findChild<QWidget*>(QStringLiteral("chessPromotion"))->isVisible());
        seen(table, card, "chess-promotion");
    }

    void quests()
    {
        ModuleTable table(wire::Dialect::Open105);
        setUp(table);
        QVERIFY(table.play());
        const auto object = [&](const char* name, std::uint32_t id, std::uint32_t text) { return inDialect(table.dialect, objectField(name, id, text, 0)); };
        table.server.say(BP_NPC_QUEST_LIST, {object("npc", 20, 71), elements("quests", {{object("quest", 90, 60), said("description", 72), said("requirements", 72)},
                                                                                       {object("quest", 91, 61), said("description", 72), said("requirements", 72)}})});
        QWidget* card = table.page()->questsCard();
        seen(table, card, "quests");
        table.server.say(BP_NPC_QUEST_LIST, {object("npc", 20, 71), elements("quests", {})});
        seen(table, card, "quests-none");
        // open105 alone: statistics chosen anew, an article taken away.
        table.window->client().session()->resources().set(92, "Faith");
        table.server.say(UC_SPELL_SCHOOLS, {elements("schools", {{resourceId("name", 92)}})});
        QVERIFY(table.load("stats.dll", "stats"));
        table.server.say(BP_REQ_STAT_CHANGE, statisticsToChoose(30));
        seen(table, table.card("stats"), "stats");
        table.server.say(BP_LOOK_NEWSGROUP, newsBoard(table.dialect));
        table.server.say(BP_ARTICLES, articles());
        seen(table, table.card("news"), "news-open105");
    }

    void update()
    {
        Table table;
        setUp(table);
        test::HttpFiles files;
        files.fault = test::HttpFiles::Fault::Silent;
        ConnectWish wish;
        test::loginForUpdates(table, wish);
        QVERIFY(table.until([&] { return table.server.take(AP_REQ_GAME).has_value(); }));
        test::offerPackage(table, files.port(), "The bridge is new. Whoever wants to cross it needs its pictures, which are fetched now.", 77, "bridge.zip");
        QVERIFY(table.until([&] { return !files.asked.isEmpty(); }));
        look(table, table.window->page(), "update");
    }

    /// A card that the server opens: looked at, then closed by Esc.
    void seen(Table& table, QWidget* card, const char* name)
    {
        QVERIFY2(table.until([&] { return card->isVisible(); }), name);
        look(table, card, name);
        close(card);
    }

    void close(QWidget* card)
    {
        QTest::keyClick(card, Qt::Key_Escape);
        QVERIFY(!card->isVisible());
    }

    bool dark_ = true;
    QSize size_;
    QStringList complaints_;
};

QTEST_MAIN(TestLooks)
#include "tst_looks.moc"
