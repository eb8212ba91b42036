// SPDX-License-Identifier: GPL-3.0-or-later
// The windows that modules bring, by keys and clicks: making a character, things, spells and skills, enchantments, people, guilds with
// halls and shields, letters, news, the consoles of administrators and game masters, keys.
#include "client/windows/cards.h"
#include "client/windows/chat_panel.h"
#include "client/windows/keys_card.h"
#include "client/windows/map_card.h"
#include "client/windows/module_host.h"
#include "client/windows/settings_card.h"
#include "client/windows/thing_list.h"
#include "tests/play/window_table.h"
#include "ui/theme.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QSettings>
#include <QSpinBox>
#include <QTabBar>
#include <QTabWidget>
#include <QTextBrowser>
#include <QTreeWidget>

using namespace blak;
using namespace blak::client;

namespace {

QPushButton* button(QWidget* in, const char* text)
{
    for (QPushButton* one : in->findChildren<QPushButton*>())
        if (one->text() == QLatin1String(text))
            return one;
    qFatal("there is no button \"%s\"", text);
}

void click(QWidget* in, const char* text) { QTest::mouseClick(button(in, text), Qt::LeftButton); }

QTabWidget* tabsIn(QWidget* in)
{
    auto* self = qobject_cast<QTabWidget*>(in);
    return self != nullptr ? self : in->findChild<QTabWidget*>();
}

void clickTab(QWidget* in, const QString& text)
{
    QTabBar* bar = tabsIn(in)->tabBar();
    for (int i = 0; i < bar->count(); ++i)
        if (bar->tabText(i).startsWith(text))
            return QTest::mouseClick(bar, Qt::LeftButton, {}, bar->tabRect(i).center());
    qFatal("there is no page \"%s\"", qPrintable(text));
}

void type(QWidget* field, const char* text)
{
    field->setFocus();
    if (auto* line = qobject_cast<QLineEdit*>(field))
        line->selectAll();
    QTest::keyClicks(field, QString::fromLatin1(text));
}

/// A row of a tree by its first column, also within a group.
QTreeWidgetItem* rowOf(QTreeWidget* tree, const QString& text)
{
    const QList<QTreeWidgetItem*> found = tree->findItems(text, Qt::MatchExactly | Qt::MatchRecursive);
    return found.isEmpty() ? nullptr : found.first();
}

bool clickRow(QTreeWidget* tree, const QString& text, Qt::MouseButton with = Qt::LeftButton)
{
    QTreeWidgetItem* item = rowOf(tree, text);
    if (item == nullptr)
        return false;
    tree->scrollToItem(item);
    QTest::mouseClick(tree->viewport(), with, {}, tree->visualItemRect(item).center());
    return true;
}

bool doubleClickRow(QTreeWidget* tree, const QString& text)
{
    if (!clickRow(tree, text))
        return false;
    QTest::mouseDClick(tree->viewport(), Qt::LeftButton, {}, tree->visualItemRect(rowOf(tree, text)).center());
    return true;
}

/// The menu of the right button at a place, and an item of it by the mouse.
bool chooseFromMenu(QWidget* viewport, QPoint at, const QString& text)
{
    QContextMenuEvent wanted(QContextMenuEvent::Mouse, at, viewport->mapToGlobal(at));
    QApplication::sendEvent(viewport, &wanted);
    QMenu* menu = nullptr;
    if (!QTest::qWaitFor([&] { return (menu = qobject_cast<QMenu*>(QApplication::activePopupWidget())) != nullptr; }))
        return false;
    for (QAction* action : menu->actions())
        if (action->text() == text) {
            QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
            return true;
        }
    menu->close();
    return false;
}

bool saysIn(QWidget* in, const QString& part)
{
    for (const QLabel* label : in->findChildren<QLabel*>())
        if (label->isVisible() && label->text().contains(part))
            return true;
    return false;
}

/// A table where one plays and the usual modules are there.
struct ModuleTable : Table
{
    bool play()
    {
        if (!enter())
            return false;
        window->activateWindow();
        if (!QTest::qWaitForWindowActive(window.get()))
            return false;
        return until([&] { return page()->modules()->isLoaded(QStringLiteral("mailnews")) && page()->modules()->isLoaded(QStringLiteral("merintr")); });
    }
    GamePage* page() { return window->game(); }
    template <typename Widget>
    Widget* panel(const char* name)
    {
        return page()->findChild<Widget*>(QLatin1String(name));
    }
    QWidget* card(const char* name) { return page()->modules()->window(QLatin1String(name)); }
    std::optional<wire::Message> sent(wire::MessageId id)
    {
        std::optional<wire::Message> message;
        until([&] { return (message = server.take(id)).has_value(); });
        return message;
    }
    bool load(const char* file, const char* module)
    {
        window->client().session()->resources().set(500, file);
        server.say(BP_LOAD_MODULE, {resourceId("module", 500)});
        return until([&] { return page()->modules()->isLoaded(QLatin1String(module)); });
    }
};

wire::Field ability(const char* name, std::uint32_t id, std::uint32_t nameResource, std::uint32_t targets)
{
    wire::Field field = objectField(name, id, nameResource, 0);
    std::vector<wire::Field> items{structure("object", std::move(field.items))};
    items.push_back(u8("targets", targets));
    items.push_back(u8("school", 1));
    return structure(name, std::move(items));
}

} // namespace

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
        QTest::mouseClick(table.window->login()->button(), Qt::LeftButton);
        QVERIFY(table.until([&] { return table.window->characters() != nullptr && table.window->page() == table.window->characters(); }));
        QWidget* choice = table.window->characters();
        QVERIFY(table.until([&] { return choice->findChild<QListWidget*>(QStringLiteral("characterList"))->count() == 1; }));
        QCOMPARE(choice->findChild<QTextBrowser*>()->toPlainText(), QStringLiteral("Mind the wick."));
        QVERIFY(!choice->findChild<QWidget*>(QStringLiteral("advertisements"))->isVisible()); // unless one wants them
        click(choice, "Play");
        QVERIFY(table.sent(BP_SEND_CHARINFO));
        const auto icons = [](std::string_view name, std::initializer_list<int> list) {
            std::vector<std::vector<wire::Field>> rows;
            for (const int icon : list)
                rows.push_back({resourceId("icon", icon)});
            return elements(name, std::move(rows));
        };
        const auto faces = [&](const char* name, int first) {
            return structure(name, {icons("hair", {first, first + 1}), resourceId("head", first + 2), icons("eyes", {first + 3}),
                                    icons("noses", {first + 5}), icons("mouths", {first + 4})});
        };
        table.server.say(BP_CHARINFO, {elements("hair_palettes", {{u8("palette", 5)}, {u8("palette", 6)}}), elements("skin_palettes", {{u8("palette", 1)}}),
                                       faces("male", 100), faces("female", 200),
                                       elements("spells", {{objectId("id", 31), resourceId("name", 81), resourceId("description", 72), u32("cost", 20), u8("school", 1)},
                                                           {objectId("id", 32), resourceId("name", 60), resourceId("description", 72), u32("cost", 30), u8("school", 1)}}),
                                       elements("skills", {})});
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
        table.window->client().motion()->look(-table.window->client().motion()->body().angle, 0);
        QVERIFY(table.until([&] { return view->placeOf(20).has_value() && view->objectAt(*view->placeOf(20) - QPointF(0, 8)) == 20; }));
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
        wire::Field skill = ability("skill", 72, 91, 0);
        skill.items.resize(1); // mainline tells no more of a skill
        table.server.say(BP_SKILLS, {elements("skills", {{skill}})});
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
        table.window->client().motion()->look(-table.window->client().motion()->body().angle, 0);
        QVERIFY(table.until([&] { return view->placeOf(20).has_value() && view->objectAt(*view->placeOf(20) - QPointF(0, 8)) == 20; }));
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
        const auto player = [](std::uint32_t id, std::uint32_t name, const char* text_) {
            return structure("player", {objectId("id", id), resourceId("name", name), text("text", text_), structure("flags", {u32("flags", 4)})});
        };
        table.server.say(BP_PLAYERS, {elements("players", {{player(11, 1'000'001, "Wren")}, {player(12, 1'000'002, "Bob")}})});
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
        const auto info = [&](std::uint32_t commands) {
            std::vector<std::vector<wire::Field>> ranks(10, {text("title", "Member")});
            table.server.say(UC_GUILDINFO, {text("name", "The Wicks"), u8("has_password", 1), text("password", "tallow"), u32("commands", commands), objectId("guild", 90),
                                            elements("ranks", std::move(ranks)), objectId("vote", 0),
                                            elements("members", {{objectId("id", 11), text("name", "Wren"), u8("rank", 5), u8("gender", 1)},
                                                                 {objectId("id", 12), text("name", "Bob"), u8("rank", 2), u8("gender", 1)}})});
        };
        info(0x4);
        QVERIFY(table.until([&] { return saysIn(card, QStringLiteral("The Wicks, 2 members")); }));
        QVERIFY(!card->findChild<QPushButton*>(QStringLiteral("Promote"))->isVisible());
        info(0xFFFF);
        QVERIFY(table.until([&] { return card->findChild<QPushButton*>(QStringLiteral("Promote"))->isVisible(); }));
        QTreeWidget* members = nullptr;
        QTreeWidget* guilds = nullptr;
        QTreeWidget* halls = nullptr;
        for (QTreeWidget* tree : card->findChildren<QTreeWidget*>())
            (tree->accessibleName() == QStringLiteral("Members") ? members : tree->accessibleName() == QStringLiteral("Guilds") ? guilds : halls) = tree;
        QVERIFY(clickRow(members, QStringLiteral("Bob")));
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

    void theShieldOfAGuild()
    {
        ModuleTable table;
        QVERIFY(table.play());
        std::vector<std::vector<wire::Field>> ranks(10, {text("title", "Member")});
        table.server.say(UC_GUILDINFO, {text("name", "The Wicks"), u8("has_password", 0), u32("commands", 0xFFFF), objectId("guild", 90),
                                        elements("ranks", std::move(ranks)), objectId("vote", 0), elements("members", {})});
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
        table.server.say(BP_LOOK_NEWSGROUP, {u16("group", 9), u8("permission", 3), objectField("object", 20, 60, 0x10), {"description", wire::FieldType::Message, 72, {}, {}}});
        QWidget* card = table.card("news");
        QVERIFY(table.until([&] { return card->isVisible(); }));
        QVERIFY(table.sent(BP_REQ_ARTICLES));
        table.server.say(BP_ARTICLES, {u16("group", 9), u8("part", 1), u8("parts", 1),
                                       elements("articles", {{u32("number", 1), u32("time", 1000), text("poster", "Bob"), text("title", "Rain")},
                                                             {u32("number", 2), u32("time", 2000), text("poster", "Ann"), text("title", "Sun")}})});
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
