// SPDX-License-Identifier: GPL-3.0-or-later
// What one does with others and with what they have, by keys and clicks: quests, trades, containers; what servers advertise.
#include "tests/modules/server_samples.h"

#include <QDesktopServices>

using namespace blak;
using namespace blak::client;

namespace {

constexpr std::uint32_t givesQuests = 0x0080'0000, offerable = 0x200, isContainer = 0x20;

wire::Field said(const char* name) { return {name, wire::FieldType::Message, 72, {}, {}}; }

} // namespace

class TestDealings : public QObject
{
    Q_OBJECT

public slots:
    void takeAddress(const QUrl& url) { addresses_ << url; }

private slots:
    void initTestCase() { ui::installTheme(*qApp, ui::ThemeKind::Dark); }

    void questsAreAskedForAndTaken()
    {
        ModuleTable table(wire::Dialect::Open105);
        table.flagsOfTheThing = givesQuests;
        QVERIFY(table.play());
        PlayView* view = table.page()->view();
        QVERIFY(lookEast(table));
        const QPoint at = (*view->placeOf(20) - QPointF(0, 8)).toPoint();
        QTest::mouseClick(view, Qt::RightButton, {}, at);
        QMenu* menu = nullptr;
        QVERIFY(table.until([&] { return (menu = qobject_cast<QMenu*>(QApplication::activePopupWidget())) != nullptr; }));
        QAction* quests = nullptr;
        for (QAction* action : menu->actions())
            if (action->text() == QStringLiteral("Quests"))
                quests = action;
        QVERIFY(quests != nullptr);
        QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(quests).center());
        auto sent = table.sent(BP_REQ_NPC_QUESTS);
        QVERIFY(sent && numberOf(*sent, "npc") == 20);
        const auto object = [&](const char* name, std::uint32_t id, std::uint32_t text) { return inDialect(table.dialect, objectField(name, id, text, 0)); };
        table.server.say(BP_NPC_QUEST_LIST, {object("npc", 20, 71), elements("quests", {{object("quest", 90, 60), said("description"), said("requirements")},
                                                                                       {object("quest", 91, 61), said("description"), said("requirements")}})});
        QWidget* card = table.page()->questsCard();
        QVERIFY(table.until([&] { return card->isVisible(); }));
        auto* list = card->findChild<QListWidget*>();
        QCOMPARE(list->count(), 2);
        QVERIFY(card->findChild<QTextBrowser*>()->toPlainText().contains(QStringLiteral("An old lantern.")));
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualItemRect(list->item(1)).center());
        click(card, "Accept");
        sent = table.sent(BP_REQ_TRIGGER_QUEST);
        QVERIFY(sent && numberOf(*sent, "npc") == 20 && numberOf(*sent, "quest") == 91);
        QVERIFY(!card->isVisible());
        // Who has none today.
        table.server.say(BP_NPC_QUEST_LIST, {object("npc", 20, 71), elements("quests", {})});
        QVERIFY(table.until([&] { return card->isVisible(); }));
        QVERIFY(!button(card, "Accept")->isEnabled());
        QTest::keyClick(card, Qt::Key_Escape);
        QVERIFY(!card->isVisible());
    }

    /// open105 names the module and says at once what one may choose anew.
    void statisticsAreChosenAnew()
    {
        ModuleTable table(wire::Dialect::Open105);
        QVERIFY(table.play());
        auto& texts = table.window->client().session()->resources();
        texts.set(500, "stats.dll");
        texts.set(92, "Faith");
        table.server.say(UC_SPELL_SCHOOLS, {elements("schools", {{resourceId("name", 92)}})});
        table.server.say(BP_LOAD_MODULE, {resourceId("module", 500)});
        table.server.say(BP_REQ_STAT_CHANGE, statisticsToChoose(30));
        QVERIFY(table.until([&] { return table.card("stats") != nullptr && table.card("stats")->isVisible(); }));
        QWidget* card = table.card("stats");
        QVERIFY(saysIn(card, QStringLiteral("5 of 200 points are left")) && saysIn(card, QStringLiteral("Faith")));
        QVERIFY(saysIn(card, QStringLiteral("School 3")) && !saysIn(card, QStringLiteral("School 2"))); // nothing was learned of that
        const QList<QSpinBox*> numbers = card->findChildren<QSpinBox*>();
        QVERIFY(numbers[0]->hasFocus());
        for (int i = 0; i < 6; ++i)
            QTest::keyClick(numbers[0], Qt::Key_Up);
        QVERIFY(saysIn(card, QStringLiteral("1 points too many")) && !button(card, "Change me")->isEnabled());
        QTest::keyClick(numbers[0], Qt::Key_Down);
        QTest::keyClick(numbers[6], Qt::Key_Up); // levels cannot be raised
        QCOMPARE(numbers[6]->value(), 3);
        QTest::keyClick(numbers[6], Qt::Key_Down);
        click(card, "Change me");
        const auto changed = table.sent(BP_CHANGED_STATS);
        QVERIFY(changed && !card->isVisible());
        const auto& chosen = itemsOf(*changed, "statistics");
        QCOMPARE(numberIn(chosen, "might"), 30u);
        QCOMPARE(numbersOf(findIn(chosen, "schools")->items), (std::vector<std::uint32_t>{2, 0, 1, 0, 0, 0}));
        QCOMPARE(numberIn(chosen, "weaponcraft"), 2u);
        table.server.say(BP_CHANGED_STATS_NOT_OK);
        QVERIFY(table.until([&] { return table.page()->chat()->text().contains(QStringLiteral("does not take that choice")); }));
        table.server.say(BP_REQ_STAT_CHANGE, statisticsToChoose(20)); // once more, with the module there
        QVERIFY(table.until([&] { return card->isVisible(); }));
        QCOMPARE(numbers[5]->value(), 20);
        QTest::keyClick(card, Qt::Key_Escape);
        QVERIFY(!card->isVisible());
    }

    void tradesFromBothSides()
    {
        ModuleTable table;
        table.flagsOfTheThing = offerable;
        QVERIFY(table.play());
        table.server.say(BP_INVENTORY, {elements("objects", {{objectField("object", 31, 60, 0x10)}, {objectField("object", 32, 61, 0x10)}})});
        auto* things = table.panel<ThingList>("things");
        QVERIFY(table.until([&] { return things->count() == 2; }));
        // The other begins: one gives something for it.
        QWidget* card = table.page()->tradeCard();
        table.server.say(BP_OFFER, {objectField("offerer", 20, 71, offerable), elements("objects", {{objectField("object", 50, 61, 0x10)}})});
        QVERIFY(table.until([&] { return card->isVisible(); }));
        QVERIFY(saysIn(card, QStringLiteral("Choose what you give for it")));
        auto* own = card->findChildren<ThingList*>().at(0);
        QTest::mouseClick(own->viewport(), Qt::LeftButton, {}, own->visualItemRect(own->item(0)).center());
        click(card, "Offer this for it");
        const auto countered = table.sent(BP_REQ_COUNTEROFFER);
        QVERIFY(countered);
        QCOMPARE(itemsOf(*countered, "objects").size(), std::size_t{1});
        QCOMPARE(own->texts(), QStringList{QStringLiteral("lantern")}); // what one gives stands there before the server repeats it
        QVERIFY(saysIn(card, QStringLiteral("The other thinks about it.")));
        QVERIFY(!button(card, "Offer this for it")->isVisible());
        table.server.say(BP_OFFER_CANCELED);
        QVERIFY(table.until([&] { return !card->isVisible(); }));
        // One begins: sees what one would get, and takes it.
        PlayView* view = table.page()->view();
        QVERIFY(lookEast(table));
        QTest::keyClick(view, Qt::Key_Tab);
        QCOMPARE(view->target(), 20u);
        QVERIFY(chooseFromMenu(things->viewport(), things->visualItemRect(things->item(1)).center(), QStringLiteral("Offer to lantern")));
        QVERIFY(table.sent(BP_REQ_OFFER));
        QCOMPARE(own->texts(), QStringList{QStringLiteral("apple")});
        table.server.say(BP_OFFERED, {elements("objects", {{objectField("object", 32, 61, 0x10)}})});
        table.server.say(BP_COUNTEROFFER, {elements("objects", {{objectField("object", 51, 60, 0x10)}})});
        QVERIFY(table.until([&] { return card->isVisible() && saysIn(card, QStringLiteral("This is what you would get.")); }));
        click(card, "Accept");
        QVERIFY(table.sent(BP_ACCEPT_OFFER));
        QVERIFY(!card->isVisible());
    }

    void whatIsInAContainer()
    {
        ModuleTable table;
        table.flagsOfTheThing = isContainer;
        QVERIFY(table.play());
        PlayView* view = table.page()->view();
        QVERIFY(lookEast(table));
        QTest::keyClick(view, Qt::Key_Tab);
        QCOMPARE(view->target(), 20u);
        table.page()->runLine(QStringLiteral("/open"));
        QVERIFY(table.sent(BP_SEND_OBJECT_CONTENTS));
        const wire::Field container{"container", wire::FieldType::Stack, 20, {}, {}};
        table.server.say(BP_OBJECT_CONTENTS, {container, elements("objects", {{objectField("object", 60, 60, 0x10)}, {objectField("object", 61, 61, 0x10)}})});
        ContentsCard* card = table.page()->contentsCard();
        QVERIFY(table.until([&] { return card->isVisible(); }));
        QCOMPARE(card->title(), QStringLiteral("lantern"));
        auto* list = card->findChild<ThingList*>();
        QCOMPARE(list->count(), 2);
        QVERIFY(!button(card, "Take")->isEnabled()); // nothing is chosen
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualItemRect(list->item(1)).center());
        click(card, "Take");
        QVERIFY(table.sent(BP_REQ_GET_FROM_CONTAINER));
    }

    void advertisementsAreThereForWhoWantsThem()
    {
        QDesktopServices::setUrlHandler(QStringLiteral("https"), this, "takeAddress");
        ModuleTable table;
        table.server.advertisement = "https://example.invalid/one";
        SettingsCard* settings = table.window->game()->settingsCard();
        QCheckBox* wanted = nullptr;
        for (QCheckBox* box : settings->findChildren<QCheckBox*>())
            if (box->text().startsWith(QStringLiteral("What servers advertise")))
                wanted = box;
        QVERIFY(wanted != nullptr && !wanted->isChecked());
        QTest::mouseClick(wanted, Qt::LeftButton, {}, QPoint(8, wanted->height() / 2));
        QVERIFY(wanted->isChecked());
        QTest::mouseClick(table.window->login()->button(), Qt::LeftButton);
        QVERIFY(table.until([&] { return table.window->characters() != nullptr && table.window->page() == table.window->characters(); }));
        auto* shown = table.window->characters()->findChild<QLabel*>(QStringLiteral("advertisements"));
        QVERIFY(table.until([&] { return shown->isVisible(); }));
        QVERIFY(shown->text().contains(QStringLiteral("https://example.invalid/one")));
        QVERIFY(addresses_.isEmpty()); // nothing is fetched by itself
        // The keyboard: to the link, and there.
        shown->setFocus();
        QTest::keyClick(shown, Qt::Key_Tab);
        QTest::keyClick(shown, Qt::Key_Return);
        if (addresses_.isEmpty()) // by the mouse
            for (int x = 4; x < 200 && addresses_.isEmpty(); x += 16)
                QTest::mouseClick(shown, Qt::LeftButton, {}, QPoint(x, shown->height() / 2));
        QCOMPARE(addresses_, QList<QUrl>{QUrl(QStringLiteral("https://example.invalid/one"))});
        const auto told = table.sent(BP_AD_SELECTED);
        QVERIFY(told && numberOf(*told, "which") == 1);
        QDesktopServices::unsetUrlHandler(QStringLiteral("https"));
    }

private:
    QList<QUrl> addresses_;
};

QTEST_MAIN(TestDealings)
#include "tst_dealings.moc"
