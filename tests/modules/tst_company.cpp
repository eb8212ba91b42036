// SPDX-License-Identifier: GPL-3.0-or-later
// The windows that modules bring for what people have together, by keys and clicks: guilds with halls and shields, letters, news, the
// consoles of administrators and game masters.
#include "tests/modules/server_samples.h"

#include <QScrollBar>
#include <QTextBrowser>

using namespace blak;
using namespace blak::client;

class TestCompany : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { ui::installTheme(*qApp, ui::ThemeKind::Dark); }

    void aGuildIsFoundedAndRun()
    {
        ModuleTable table;
        QVERIFY(table.play());
        QWidget* card = table.card("guild");
        table.server.say(UC_GUILD_ASK, {u32("cost", 500), u32("secret_cost", 900)});
        QVERIFY(table.until([&] { return card->isVisible(); }));
        QVERIFY(saysIn(card, QStringLiteral("A guild costs 500, a secret one 900.")));
        QLineEdit* name = nullptr;
        for (QLineEdit* one : card->findChildren<QLineEdit*>())
            if (one->placeholderText() == QStringLiteral("Name of the guild"))
                name = one;
        QVERIFY(name != nullptr);
        type(name, "The Wicks");
        for (QLineEdit* one : card->findChildren<QLineEdit*>())
            if (one->accessibleName() == QStringLiteral("Rank 5, female"))
                type(one, "Abbess");
        auto* secret = card->findChild<QCheckBox*>();
        QTest::mouseClick(secret, Qt::LeftButton, {}, QPoint(8, secret->height() / 2));
        click(card, "Found it");
        auto sent = table.sent(UC_GUILD_CREATE);
        QVERIFY(sent);
        QCOMPARE(textOf(*sent, "name"), std::string_view("The Wicks"));
        QCOMPARE(numberOf(*sent, "secret"), 1u);
        QCOMPARE(itemsOf(*sent, "ranks").at(9).items.front().text, std::string("Abbess"));
        // What one may do depends on the rank.
        table.server.say(UC_GUILDINFO, guildOfTheWicks(0x4));
        QVERIFY(table.until([&] { return saysIn(card, QStringLiteral("The Wicks, 2 members")); }));
        QVERIFY(!card->findChild<QPushButton*>(QStringLiteral("Promote"))->isVisible());
        table.server.say(UC_GUILDINFO, guildOfTheWicks(0xFFFF));
        QVERIFY(table.until([&] { return card->findChild<QPushButton*>(QStringLiteral("Promote"))->isVisible(); }));
        QTreeWidget* members = nullptr;
        QTreeWidget* guilds = nullptr;
        QTreeWidget* halls = nullptr;
        for (QTreeWidget* tree : card->findChildren<QTreeWidget*>())
            (tree->accessibleName() == QStringLiteral("Members") ? members : tree->accessibleName() == QStringLiteral("Guilds") ? guilds : halls) = tree;
        QVERIFY(clickRow(members, QStringLiteral("Bob")));
        QVERIFY(button(card, "Hand over")->isEnabled() && button(card, "Hand over")->isVisible());
        click(card, "Hand over");
        sent = table.sent(UC_ABDICATE);
        QVERIFY(sent && numberOf(*sent, "id") == 12);
        click(card, "Promote");
        sent = table.sent(UC_SET_RANK);
        QVERIFY(sent && numberOf(*sent, "id") == 12 && numberOf(*sent, "rank") == 3);
        QVERIFY(clickRow(members, QStringLiteral("Bob")));
        click(card, "Vote");
        QVERIFY(table.sent(UC_VOTE));
        click(card, "Exile");
        sent = table.sent(UC_EXILE);
        QVERIFY(sent && numberOf(*sent, "id") == 12);
        clickTab(card, QStringLiteral("Guilds"));
        table.server.say(UC_GUILD_LIST, {elements("guilds", {{objectId("id", 91), text("name", "Moths")}}), elements("allies", {}), elements("enemies", {}),
                                         elements("allied_by", {{objectId("id", 91)}}), elements("enemy_of", {})});
        QVERIFY(table.until([&] { return rowOf(guilds, QStringLiteral("Moths")) != nullptr; }));
        QCOMPARE(rowOf(guilds, QStringLiteral("Moths"))->text(1), QStringLiteral("counts us as ally"));
        QVERIFY(clickRow(guilds, QStringLiteral("Moths")));
        click(card, "Ally");
        sent = table.sent(UC_MAKE_ALLIANCE);
        QVERIFY(sent && numberOf(*sent, "id") == 91);
        clickTab(card, QStringLiteral("Halls"));
        table.server.say(UC_GUILD_HALLS, {elements("halls", {{objectId("id", 95), resourceId("name", 60), u32("cost", 100), u32("rent", 7)}})});
        QVERIFY(table.until([&] { return rowOf(halls, QStringLiteral("lantern")) != nullptr; }));
        QVERIFY(clickRow(halls, QStringLiteral("lantern")));
        for (QLineEdit* one : card->findChildren<QLineEdit*>())
            if (one->accessibleName() == QStringLiteral("Password of the hall"))
                type(one, "beeswax");
        click(card, "Rent");
        sent = table.sent(UC_GUILD_RENT);
        QVERIFY(sent && numberOf(*sent, "id") == 95 && textOf(*sent, "password") == "beeswax");
        click(card, "Set password");
        sent = table.sent(UC_GUILD_SET_PASSWORD);
        QVERIFY(sent && textOf(*sent, "password") == "beeswax");
        click(card, "Give up the hall");
        QVERIFY(table.sent(UC_ABANDON_GUILD_HALL));
        click(card, "Disband");
        QVERIFY(table.sent(UC_DISBAND));
    }

    /// Who is in no guild asks for what there is of guilds, not for a shield of none: servers would say so twice.
    void whoIsInNoGuildAsksOnce()
    {
        ModuleTable table;
        QVERIFY(table.play());
        table.page()->runLine(QStringLiteral("/guild"));
        QVERIFY(table.sent(UC_REQ_GUILDINFO) && table.sent(UC_GUILD_SHIELDS));
        QTest::qWait(30);
        QVERIFY(!table.server.take(UC_GUILD_SHIELD));
        table.server.say(UC_GUILDINFO, guildOfNobody());
        QVERIFY(table.sent(UC_GUILD_SHIELD)); // now there is one
    }

    void theShieldOfAGuild()
    {
        ModuleTable table;
        QVERIFY(table.play());
        table.server.say(UC_GUILDINFO, guildOfNobody());
        table.server.heard.clear();
        table.page()->runLine(QStringLiteral("/guild"));
        QWidget* card = table.card("guild");
        QVERIFY(table.sent(UC_GUILD_SHIELDS) && table.sent(UC_GUILD_SHIELD));
        clickTab(card, QStringLiteral("Shield"));
        auto* claim = card->findChild<QPushButton*>(QStringLiteral("claimShield"));
        const auto says = [&](const char* words) { return card->findChild<QLabel*>(QStringLiteral("shieldState"))->text() == QLatin1String(words); };
        table.server.say(UC_GUILD_SHIELDS, {elements("shields", {{resourceId("icon", 50)}, {resourceId("icon", 50)}, {resourceId("icon", 50)}})});
        table.server.say(UC_GUILD_SHIELD, {objectId("guild", 90), text("name", "The Wicks"), u8("colour1", 0), u8("colour2", 0), u8("shape", 0)});
        QVERIFY(table.until([&] { return says("Your guild has no shield yet."); }));
        QVERIFY(!claim->isEnabled());
        const QList<QSpinBox*> spins = card->findChildren<QSpinBox*>();
        QCOMPARE(spins.size(), 3);
        QCOMPARE(spins[2]->maximum(), 3);
        spins[0]->setFocus();
        QTest::keyClick(spins[0], Qt::Key_Up);
        auto sent = table.sent(UC_CLAIM_SHIELD);
        QVERIFY(sent && numberOf(*sent, "colour1") == 1 && numberOf(*sent, "really") == 0);
        table.server.say(UC_GUILD_SHIELD, {objectId("guild", 91), text("name", "Moths"), u8("colour1", 1), u8("colour2", 0), u8("shape", 1)});
        QVERIFY(table.until([&] { return says("This is the shield of Moths."); }));
        QVERIFY(!claim->isEnabled());
        QTest::keyClick(spins[0], Qt::Key_Up);
        table.server.say(UC_GUILD_SHIELD, {objectId("guild", 0), text("name", ""), u8("colour1", 2), u8("colour2", 0), u8("shape", 1)});
        QVERIFY(table.until([&] { return says("This shield belongs to nobody."); }));
        table.server.heard.clear();
        QTest::mouseClick(claim, Qt::LeftButton);
        sent = table.sent(UC_CLAIM_SHIELD);
        QVERIFY(sent && numberOf(*sent, "colour1") == 2 && numberOf(*sent, "shape") == 1 && numberOf(*sent, "really") == 1);
        table.server.say(UC_GUILD_SHIELD, {objectId("guild", 90), text("name", "The Wicks"), u8("colour1", 2), u8("colour2", 0), u8("shape", 1)});
        QVERIFY(table.until([&] { return says("This is the shield of your guild."); }));
        // Grey all over is nobody's, and is not asked for.
        spins[0]->setValue(9);
        QVERIFY(table.sent(UC_CLAIM_SHIELD));
        spins[1]->setValue(9);
        QVERIFY(says("Nobody can have a shield that is grey all over."));
        QVERIFY(!claim->isEnabled());
        QTest::qWait(30);
        QVERIFY(!table.server.take(UC_CLAIM_SHIELD));
    }

    void lettersComeAndGo()
    {
        ModuleTable table;
        QVERIFY(table.play());
        table.page()->runLine(QStringLiteral("/mail"));
        QWidget* card = table.card("mail");
        QVERIFY(card->isVisible());
        QVERIFY(table.sent(BP_REQ_GET_MAIL));
        wire::Field body = speech("come over");
        body.name = "body";
        table.server.say(BP_MAIL, {u32("index", 4), text("sender", "Bob"), u32("time", 1000), elements("recipients", {{text("name", "Wren")}}), body});
        auto* list = card->findChild<QTreeWidget*>();
        QVERIFY(table.until([&] { return list->topLevelItemCount() == 1; }));
        QVERIFY(clickRow(list, QStringLiteral("Bob")));
        QVERIFY(card->findChild<QTextBrowser*>()->toPlainText().contains(QStringLiteral("come over")));
        click(card, "Answer");
        QLineEdit* to = card->findChild<QLineEdit*>();
        QCOMPARE(to->text(), QStringLiteral("Bob"));
        auto* letter = card->findChild<QPlainTextEdit*>();
        QVERIFY(letter->hasFocus());
        QTest::keyClicks(letter, QStringLiteral("On my way"));
        QTest::keyClick(letter, Qt::Key_Return);
        QTest::keyClicks(letter, QStringLiteral("Wren"));
        click(card, "Send");
        auto sent = table.sent(BP_REQ_LOOKUP_NAMES);
        QVERIFY(sent && textOf(*sent, "names") == "Bob");
        table.server.say(BP_LOOKUP_NAMES, {elements("players", {{objectId("id", 0)}})});
        QVERIFY(table.until([&] { return saysIn(card, QStringLiteral("Nobody is called Bob.")); }));
        click(card, "Send");
        QVERIFY(table.sent(BP_REQ_LOOKUP_NAMES));
        table.server.say(BP_LOOKUP_NAMES, {elements("players", {{objectId("id", 12)}})});
        sent = table.sent(BP_SEND_MAIL);
        QVERIFY(sent && numbersOf(itemsOf(*sent, "recipients")) == std::vector<std::uint32_t>{12});
        QCOMPARE(textOf(*sent, "text"), std::string_view("On my way\nWren"));
        QVERIFY(saysIn(card, QStringLiteral("Sent.")));
        clickTab(card, QStringLiteral("Came"));
        QVERIFY(clickRow(list, QStringLiteral("Bob")));
        click(card, "Delete");
        sent = table.sent(BP_DELETE_MAIL);
        QVERIFY(sent && numberOf(*sent, "index") == 4);
        table.server.say(BP_MAIL, {u32("index", 0), text("sender", ""), u32("time", 0), elements("recipients", {}), text("nothing", "")});
        QVERIFY(table.until([&] { return list->topLevelItemCount() == 0 && saysIn(card, QStringLiteral("No letters.")); }));
    }

    void newsAreReadAndWritten()
    {
        ModuleTable table;
        QVERIFY(table.play());
        table.server.say(BP_LOOK_NEWSGROUP, newsBoard());
        QWidget* card = table.card("news");
        QVERIFY(table.until([&] { return card->isVisible(); }));
        QVERIFY(table.sent(BP_REQ_ARTICLES));
        table.server.say(BP_ARTICLES, articles());
        auto* list = card->findChild<QTreeWidget*>();
        QVERIFY(table.until([&] { return list->topLevelItemCount() == 2; }));
        QVERIFY(clickRow(list, QStringLiteral("Sun")));
        auto sent = table.sent(BP_REQ_ARTICLE);
        QVERIFY(sent && numberOf(*sent, "article") == 2);
        table.server.say(BP_ARTICLE, {text("body", "It shines.")});
        QVERIFY(table.until([&] { return card->findChild<QTextBrowser*>()->toPlainText() == QStringLiteral("It shines."); }));
        type(card->findChild<QLineEdit*>(), "Wind");
        type(card->findChild<QPlainTextEdit*>(), "It blows.");
        click(card, "Post");
        sent = table.sent(BP_POST_ARTICLE);
        QVERIFY(sent && textOf(*sent, "title") == "Wind" && textOf(*sent, "body") == "It blows.");
        QTest::keyClick(card, Qt::Key_Escape);
        QVERIFY(!card->isVisible());
    }

    /// open105 alone lets one take an article away.
    void newsAreTakenAway()
    {
        for (const wire::Dialect dialect : {wire::Dialect::Mainline, wire::Dialect::Open105}) {
            ModuleTable table(dialect);
            QVERIFY(table.play());
            table.server.say(BP_LOOK_NEWSGROUP, newsBoard(dialect));
            QWidget* card = table.card("news");
            QVERIFY(table.until([&] { return card->isVisible(); }));
            table.server.say(BP_ARTICLES, articles());
            auto* list = card->findChild<QTreeWidget*>();
            QVERIFY(table.until([&] { return list->topLevelItemCount() == 2; }));
            QPushButton* away = button(card, "Delete");
            QCOMPARE(away->isVisible(), wire::isOpen(dialect));
            if (!wire::isOpen(dialect))
                continue;
            QVERIFY(!away->isEnabled()); // nothing is chosen
            QVERIFY(clickRow(list, QStringLiteral("Rain")));
            table.server.heard.clear();
            click(card, "Delete");
            const auto sent = table.sent(BP_DELETE_NEWS);
            QVERIFY(sent && numberOf(*sent, "group") == 9 && numberOf(*sent, "article") == 1);
            QVERIFY(table.sent(BP_REQ_ARTICLES)); // what is left
        }
    }

    void administratorsAndGameMasters()
    {
        ModuleTable table;
        QVERIFY(table.play());
        QVERIFY(table.load("admin.dll", "admin"));
        QVERIFY(table.load("dm.dll", "dm"));
        table.page()->openWindow(QStringLiteral("admin"));
        QWidget* card = table.card("admin");
        QVERIFY(card->isVisible());
        auto* line = card->findChild<QLineEdit*>();
        type(line, "show status");
        QTest::keyClick(line, Qt::Key_Return);
        auto sent = table.sent(BP_REQ_ADMIN);
        QVERIFY(sent && textOf(*sent, "command") == "show status");
        QVERIFY(line->text().isEmpty());
        table.server.say(BP_ADMIN, {text("text", "> show status\r\nAll is well.\r\n")});
        QVERIFY(table.until([&] { return card->findChild<QPlainTextEdit*>()->toPlainText().contains(QStringLiteral("All is well.")); }));
        QTest::keyClick(card, Qt::Key_Escape);
        const auto typed = [&](const char* words) {
            table.page()->view()->setFocus();
            QTest::keyClick(table.page()->view(), Qt::Key_Slash);
            QTest::keyClicks(table.page()->chat()->line(), QString::fromLatin1(words));
            QTest::keyClick(table.page()->chat()->line(), Qt::Key_Return);
        };
        typed("goroom 12");
        sent = table.sent(BP_REQ_DM);
        QVERIFY(sent && textOf(*sent, "argument") == "12");
        typed("goplayer nobody");
        QVERIFY(table.page()->chat()->text().contains(QStringLiteral("Nobody in the game has that name")));
        QScrollBar* bar = table.page()->chat()->lines()->verticalScrollBar();
        for (int i = 0; i < 12; ++i)
            typed("goplayer nobody");
        ChatPanel* chat = table.page()->chat();
        const QSize narrow = chat->size();
        QVERIFY(bar->maximum() > 0);
        QCOMPARE(bar->value(), bar->maximum());
        chat->resize(narrow.width() * 2, narrow.height() * 2); // as the page is wider while another tab is shown
        chat->resize(narrow);
        QCOMPARE(bar->value(), bar->maximum());
        bar->setValue(0); // who reads further above goes on reading there
        typed("goplayer nobody");
        QCOMPARE(bar->value(), 0);
        typed("dm Closing soon");
        sent = table.sent(BP_SAY_TO);
        QVERIFY(sent && textOf(*sent, "text") == "Closing soon");
        QTest::keyClick(table.page()->view(), Qt::Key_M);
        MapView* map = table.page()->mapCard()->view();
        QVERIFY(table.until([&] { return map->wallsDrawn() > 0; }));
        const int seen = map->wallsDrawn();
        typed("showmap");
        QVERIFY(table.until([&] { return map->wallsDrawn() > seen; }));
    }
};

QTEST_MAIN(TestCompany)
#include "tst_company.moc"
