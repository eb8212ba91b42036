// SPDX-License-Identifier: GPL-3.0-or-later
// The windows that modules bring, by keys and clicks: making a character, things, spells and skills, enchantments, people, keys.
#include "tests/modules/server_samples.h"

using namespace blak;
using namespace blak::client;

class TestWindows : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { ui::installTheme(*qApp, ui::ThemeKind::Dark); }

    void aCharacterIsMade()
    {
        ModuleTable table;
        table.server.offersNew = true;
        table.server.advertisement = "http://example.invalid/one";
        QVERIFY(table.toCharacters());
        QWidget* choice = table.window->characters();
        QVERIFY(table.until([&] { return choice->findChild<QListWidget*>(QStringLiteral("characterList"))->count() == 1; }));
        QCOMPARE(choice->findChild<QTextBrowser*>()->toPlainText(), QStringLiteral("Mind the wick."));
        QVERIFY(!choice->findChild<QWidget*>(QStringLiteral("advertisements"))->isVisible()); // unless one wants them
        click(choice, "Play");
        QVERIFY(table.sent(BP_SEND_CHARINFO));
        const auto parts = [](std::uint32_t first) { return FaceParts{{first, first + 1}, first + 2, {first + 3}, {first + 5}, {first + 4}}; };
        table.server.say(BP_CHARINFO, creationChoices(parts(100), parts(200), {choiceOfAbility(31, 81, 20), choiceOfAbility(32, 60, 30)}));
        auto* name = choice->findChild<QLineEdit*>(QStringLiteral("characterName"));
        QVERIFY(table.until([&] { return name->isVisible(); }));
        auto* create = choice->findChild<QPushButton*>(QStringLiteral("createCharacter"));
        type(name, "Wr");
        QTest::mouseClick(create, Qt::LeftButton);
        QVERIFY(saysIn(choice, QStringLiteral("3 to 30 letters")));
        type(name, "Wren");
        auto* gender = choice->findChild<QComboBox*>();
        gender->setFocus();
        QTest::keyClick(gender, Qt::Key_Down);
        const QList<QSpinBox*> spins = choice->findChildren<QSpinBox*>(); // six parts of the face, six qualities
        QCOMPARE(spins.size(), 12);
        spins[0]->setFocus();
        QTest::keyClick(spins[0], Qt::Key_Up); // the second hair
        QCOMPARE(spins[0]->value(), 2);
        spins[6]->setFocus();
        QTest::keyClick(spins[6], Qt::Key_Up); // 201 points are too many
        QVERIFY(!create->isEnabled());
        QTest::keyClick(spins[6], Qt::Key_Down);
        auto* spells = choice->findChildren<QListWidget*>().at(1);
        const auto tick = [&](int row) {
            const QRect rect = spells->visualItemRect(spells->item(row));
            QTest::mouseClick(spells->viewport(), Qt::LeftButton, {}, rect.topLeft() + QPoint(10, rect.height() / 2));
        };
        tick(0);
        tick(1);
        QVERIFY(saysIn(choice, QStringLiteral("50 of 45")) && !create->isEnabled());
        tick(1);
        QVERIFY(create->isEnabled());
        QTest::mouseClick(create, Qt::LeftButton);
        auto made = table.sent(BP_NEW_CHARINFO);
        QVERIFY(made);
        QCOMPARE(textOf(*made, "name"), std::string_view("Wren"));
        QCOMPARE(numberOf(*made, "gender"), 2u);
        QCOMPARE(numbersOf(itemsOf(*made, "face")).at(1), 201u);
        QCOMPARE(numbersOf(itemsOf(*made, "spells")), std::vector<std::uint32_t>{31});
        table.server.say(BP_CHARINFO_NOT_OK);
        QVERIFY(table.until([&] { return !choice->findChild<QLabel*>(QStringLiteral("characterState"))->text().contains(QStringLiteral("Asking")); }));
        QTest::mouseClick(create, Qt::LeftButton);
        QVERIFY(table.sent(BP_NEW_CHARINFO));
        table.server.say(BP_CHARINFO_OK, {objectId("id", 11)});
        QVERIFY(table.sent(BP_USE_CHARACTER));
    }

    void thingsByTheirMenuAndInAmounts()
    {
        ModuleTable table;
        QVERIFY(table.play());
        wire::Field coins = objectField("object", 30 | 0x10000000, 61, 0x10);
        coins.items[0].items.push_back(u32("amount", 12));
        table.server.say(BP_INVENTORY, {elements("objects", {{objectField("object", 31, 60, 0x10)}, {coins}})});
        auto* things = table.panel<ThingList>("things");
        QVERIFY(table.until([&] { return things->count() == 2; }));
        const auto at = [&](int row) { return things->visualItemRect(things->item(row)).center(); };
        QTest::mouseClick(things->viewport(), Qt::LeftButton, {}, at(0));
        QTest::mouseDClick(things->viewport(), Qt::LeftButton, {}, at(0));
        QVERIFY(table.sent(BP_REQ_USE));
        QVERIFY(chooseFromMenu(things->viewport(), at(0), QStringLiteral("Look")));
        QVERIFY(table.sent(BP_REQ_LOOK));
        QVERIFY(chooseFromMenu(things->viewport(), at(1), QStringLiteral("Drop some…")));
        QWidget* amount = table.card("amount");
        QVERIFY(amount->isVisible());
        auto* number = amount->findChild<QSpinBox*>();
        QCOMPARE(number->window()->focusWidget(), number);
        QTest::keyClicks(number, QStringLiteral("5"));
        QTest::keyClick(number, Qt::Key_Return);
        auto dropped = table.sent(BP_REQ_DROP);
        QVERIFY(dropped);
        QVERIFY(!amount->isVisible());
        const wire::Field* objects = dropped->find("objects");
        QVERIFY(objects != nullptr && objects->items.size() == 1);
        QCOMPARE(numberIn(objects->items[0].items[0].items, "amount"), 5u);
        // Applied to what one clicks in the world.
        PlayView* view = table.page()->view();
        QVERIFY(chooseFromMenu(things->viewport(), at(0), QStringLiteral("Apply to…")));
        QTest::keyClick(view, Qt::Key_Escape);
        QVERIFY(!table.server.take(BP_REQ_APPLY));
        QVERIFY(lookEast(table));
        QVERIFY(chooseFromMenu(things->viewport(), at(0), QStringLiteral("Apply to…")));
        QTest::mouseClick(view, Qt::LeftButton, {}, (*view->placeOf(20) - QPointF(0, 8)).toPoint());
        auto applied = table.sent(BP_REQ_APPLY);
        QVERIFY(applied);
        QCOMPARE(numberOf(*applied, "target"), 20u);
    }

    void spellsSkillsAndTheirTargets()
    {
        ModuleTable table;
        QVERIFY(table.play());
        table.window->client().session()->resources().set(90, "Kindle");
        table.window->client().session()->resources().set(91, "Fencing");
        table.server.say(BP_SPELLS, {elements("spells", {{ability("spell", 70, 90, 1)}, {ability("spell", 71, 81, 0)}})});
        table.server.say(BP_SKILLS, {elements("skills", {{skill(72, 91)}})});
        auto* tabs = table.panel<QTabWidget>("sidePanel");
        clickTab(tabs, QStringLiteral("Spells"));
        auto* list = table.panel<QTreeWidget>("abilities");
        QVERIFY(list->isVisible());
        QVERIFY(table.until([&] { return rowOf(list, QStringLiteral("Fencing")) != nullptr && rowOf(list, QStringLiteral("Kindle")) != nullptr; }));
        QVERIFY(doubleClickRow(list, QStringLiteral("light"))); // on nothing
        auto cast = table.sent(BP_REQ_CAST);
        QVERIFY(cast);
        QCOMPARE(numberOf(*cast, "id"), 71u);
        QVERIFY(itemsOf(*cast, "targets").empty());
        // On what one clicks.
        PlayView* view = table.page()->view();
        QVERIFY(lookEast(table));
        QVERIFY(doubleClickRow(list, QStringLiteral("Kindle")));
        QTest::mouseClick(view, Qt::LeftButton, {}, (*view->placeOf(20) - QPointF(0, 8)).toPoint());
        cast = table.sent(BP_REQ_CAST);
        QVERIFY(cast);
        QCOMPARE(numberOf(*cast, "id"), 70u);
        QCOMPARE(numbersOf(itemsOf(*cast, "targets")), std::vector<std::uint32_t>{20});
        // By the keyboard: the row, Return, Esc.
        QTest::keyClick(view, Qt::Key_Escape);
        QCOMPARE(view->target(), 0u);
        table.server.heard.clear();
        clickRow(list, QStringLiteral("Kindle"));
        QTest::keyClick(list, Qt::Key_Return);
        QTest::keyClick(view, Qt::Key_Escape);
        QTest::qWait(30);
        QVERIFY(!table.server.take(BP_REQ_CAST));
        table.server.say(BP_SPELL_REMOVE, {objectId("id", 70)});
        QVERIFY(table.until([&] { return rowOf(list, QStringLiteral("Kindle")) == nullptr; }));
    }

    void enchantmentsComeAndGo()
    {
        ModuleTable table;
        QVERIFY(table.play());
        auto* sheet = table.panel<QTreeWidget>("sheet");
        clickTab(table.panel<QTabWidget>("sidePanel"), QStringLiteral("Self"));
        QVERIFY(sheet->isVisible());
        table.server.say(BP_ADD_ENCHANTMENT, {u8("kind", 1), objectField("object", 80, 81, 0)});
        table.server.say(BP_ADD_ENCHANTMENT, {u8("kind", 2), objectField("object", 81, 61, 0)});
        QVERIFY(table.until([&] { return rowOf(sheet, QStringLiteral("light")) != nullptr && rowOf(sheet, QStringLiteral("apple")) != nullptr; }));
        QCOMPARE(rowOf(sheet, QStringLiteral("light"))->parent()->text(0), QStringLiteral("Enchantments"));
        QCOMPARE(rowOf(sheet, QStringLiteral("apple"))->parent()->text(0), QStringLiteral("Enchantments of this place"));
        table.server.say(BP_REMOVE_ENCHANTMENT, {u8("kind", 1), objectId("id", 80)});
        QVERIFY(table.until([&] { return rowOf(sheet, QStringLiteral("light")) == nullptr; }));
        QVERIFY(rowOf(sheet, QStringLiteral("apple")) != nullptr);
    }

    void peopleBuddiesAndWhoIsNotHeard()
    {
        ModuleTable table;
        QVERIFY(table.play());
        table.server.say(BP_PLAYERS, {elements("players", {onlinePlayer(11, 1'000'001, "Wren"), onlinePlayer(12, 1'000'002, "Bob")})});
        auto* people = table.panel<QTreeWidget>("people");
        QVERIFY(table.until([&] { return people->topLevelItemCount() == 2; }));
        clickTab(table.panel<QTabWidget>("sidePanel"), QStringLiteral("People"));
        const auto middle = [&](const char* name) { return people->visualItemRect(rowOf(people, QLatin1String(name))).center(); };
        QVERIFY(chooseFromMenu(people->viewport(), middle("Bob"), QStringLiteral("Buddy")));
        QCOMPARE(rowOf(people, QStringLiteral("Bob"))->text(1), QStringLiteral("buddy"));
        QVERIFY(chooseFromMenu(people->viewport(), middle("Bob"), QStringLiteral("Do not hear")));
        QCOMPARE(rowOf(people, QStringLiteral("Bob"))->text(1), QStringLiteral("not heard"));
        QVERIFY(chooseFromMenu(people->viewport(), middle("Bob"), QStringLiteral("Hear again")));
        QVERIFY(doubleClickRow(people, QStringLiteral("Bob")));
        QLineEdit* line = table.page()->chat()->line();
        QCOMPARE(line->text(), QStringLiteral("/tell \"Bob\" "));
        QVERIFY(line->hasFocus());
        QTest::keyClicks(line, QStringLiteral("come over"));
        QTest::keyClick(line, Qt::Key_Return);
        auto told = table.sent(BP_SAY_GROUP);
        QVERIFY(told);
        QCOMPARE(numbersOf(itemsOf(*told, "listeners")), std::vector<std::uint32_t>{12});
        QCOMPARE(textOf(*told, "text"), std::string_view("come over"));
        table.server.say(BP_PLAYER_REMOVE, {objectId("id", 12)});
        QVERIFY(table.until([&] { return people->topLevelItemCount() == 1; }));
    }

    /// A module's key is bound to another, taken from what had it, kept, and given back.
    void aModulesKeyIsBound()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("s.ini"));
        const auto compass = [](ClientWindow& window) {
            for (const ModuleKey& row : window.game()->modules()->keys())
                if (row.module == QStringLiteral("compass"))
                    return row.key;
            return QKeySequence(Qt::Key_F35);
        };
        {
            QSettings settings(file, QSettings::IniFormat);
            ClientWindow window(&settings);
            window.show();
            QVERIFY(window.game()->modules()->load(QStringLiteral("compass")));
            QCOMPARE(compass(window), QKeySequence(Qt::Key_C));
            KeysCard* card = window.game()->settingsCard()->keysCard();
            card->open();
            QVERIFY(clickRow(card->list(), QStringLiteral("compass")));
            QTest::mouseClick(card->addButton(), Qt::LeftButton);
            QTest::keyClick(card, Qt::Key_M); // the map's until now
            QCOMPARE(compass(window), QKeySequence(Qt::Key_M));
            QVERIFY(!window.game()->view()->keys().actionOf(Qt::Key_M, false));
            QStringList said; // the page is not shown: one is not in the game
            for (const QLabel* label : card->findChildren<QLabel*>())
                said << label->text();
            QVERIFY2(said.contains(QStringLiteral("M no longer does \"Map\".")), qPrintable(said.join(QLatin1Char('|'))));
            QTest::mouseClick(card->addButton(), Qt::LeftButton);
            QTest::keyClick(card, Qt::Key_K, Qt::ControlModifier);
            QCOMPARE(compass(window), QKeySequence(Qt::ControlModifier | Qt::Key_K));
            QCOMPARE(rowOf(card->list(), QStringLiteral("compass"))->text(1), QStringLiteral("Ctrl+K"));
            window.close();
        }
        QSettings settings(file, QSettings::IniFormat);
        ClientWindow again(&settings);
        again.show();
        QVERIFY(again.game()->modules()->load(QStringLiteral("compass")));
        QCOMPARE(compass(again), QKeySequence(Qt::ControlModifier | Qt::Key_K));
        KeysCard* card = again.game()->settingsCard()->keysCard();
        card->open();
        // The client takes it back; then both have what they had.
        card->list()->setCurrentItem(card->list()->topLevelItem(static_cast<int>(PlayAction::Map)));
        QVERIFY(clickRow(card->list(), QStringLiteral("compass")));
        QTest::mouseClick(card->clearButton(), Qt::LeftButton);
        QVERIFY(compass(again).isEmpty());
        click(card, "Modern");
        QCOMPARE(compass(again), QKeySequence(Qt::Key_C));
        again.game()->modules()->unload(QStringLiteral("compass"));
        QVERIFY(QTest::qWaitFor([&] { return rowOf(card->list(), QStringLiteral("compass")) == nullptr; }));
    }
};

QTEST_MAIN(TestWindows)
#include "tst_windows.moc"
