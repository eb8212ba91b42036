// SPDX-License-Identifier: GPL-3.0-or-later
// Modules of the client: loaded by name at the server's word, told of every event in the order of their priorities, and gone without
// a trace. Two modules of the tests (probe, stopper) write down what they hear.
#include "client/windows/map_card.h"
#include "client/windows/module_host.h"
#include "client/windows/settings_card.h"
#include "client/windows/chat_panel.h"
#include "client/windows/help_card.h"
#include "client/windows/thing_list.h"
#include "tests/modules/probe/probe.h"
#include "tests/play/window_table.h"
#include "ui/theme.h"

#include <QApplication>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QRegularExpression>
#include <QTextBrowser>
#include <QToolBar>
#include <QToolButton>

using namespace blak;
using namespace blak::client;

namespace {

QStringList heard() { return qApp->property(probe::heard).toStringList(); }
void forget() { qApp->setProperty(probe::heard, QStringList()); }
void keepFor(const QStringList& events) { qApp->setProperty(probe::handles, events); }

bool hasHeard(const QString& line)
{
    for (const QString& one : heard())
        if (one == line || one.startsWith(line + QLatin1Char(' ')))
            return true;
    return false;
}

bool isMapped(const char* library)
{
    QFile maps(QStringLiteral("/proc/self/maps"));
    return maps.open(QIODevice::ReadOnly) && maps.readAll().contains(library);
}

/// The texts a server names its modules by.
void name(Table& table, quint32 resource, const char* text)
{
    table.window->client().session()->resources().set(resource, text);
}

QAction* actionOf(QWidget* page, const QString& text)
{
    for (QAction* action : page->findChildren<QAction*>())
        if (action->text() == text)
            return action;
    return nullptr;
}

} // namespace

class TestEvents : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { ui::installTheme(*qApp, ui::ThemeKind::Dark); }

    void init()
    {
        forget();
        keepFor({});
    }

    void namesAreNoPaths_data()
    {
        QTest::addColumn<QString>("given");
        QTest::addColumn<bool>("good");
        for (const char* good : {"merintr", "a", "mod_2"})
            QTest::newRow(good) << QString::fromLatin1(good) << true;
        for (const char* bad : {"", "..", "../x", "a/b", "a\\b", "A", "merintr.so", "a b", "\xe4", "abcdefghijklmnopqrstuvwxyz_0123456"})
            QTest::newRow(bad) << QString::fromLatin1(bad) << false;
    }

    void namesAreNoPaths()
    {
        QFETCH(QString, given);
        QFETCH(bool, good);
        QCOMPARE(isModuleName(given), good);
        if (!good)
            QVERIFY(!LoadedModule::load(given));
    }

    void theUsualOnesComeByThemselves()
    {
        Table table;
        ModuleHost* modules = table.window->game()->modules();
        QVERIFY(modules->loaded().isEmpty());
        QVERIFY(table.enter()); // this server names none that there is
        QVERIFY(table.until([&] { return modules->loaded() == QStringList{QStringLiteral("merintr"), QStringLiteral("mailnews")}; }));
        QVERIFY(table.window->characters() == nullptr); // char has done its work
        table.window->client().disconnectNow();
        QVERIFY(table.until([&] { return modules->loaded().isEmpty(); }));
        QVERIFY(table.until([] { return !isMapped("blakston_merintr"); })); // out of memory
        QVERIFY(table.window->game()->findChild<QWidget*>(QStringLiteral("sidePanel")) == nullptr);
    }

    void theServerLoadsAndUnloads()
    {
        Table table;
        QVERIFY(table.enter());
        GamePage* page = table.window->game();
        name(table, 500, "..\\bin\\Chess.DLL");
        name(table, 501, "/etc/passwd");
        name(table, 502, "unheard_of.dll");
        name(table, 503, "admin.dll");
        for (const quint32 module : {500u, 501u, 502u, 503u, 9999u})
            table.server.say(BP_LOAD_MODULE, {resourceId("module", module)});
        QVERIFY(table.until([&] { return page->modules()->isLoaded(QStringLiteral("admin")); }));
        QVERIFY(page->modules()->isLoaded(QStringLiteral("chess")));
        QCOMPARE(page->modules()->loaded().size(), 4);
        QVERIFY(table.until([&] { return page->chat()->text().contains(QStringLiteral("module unheard_of")); })); // said once, and one plays on
        QVERIFY(isMapped("blakston_admin"));
        // The window of one that goes goes with it, open or not.
        QVERIFY(page->openWindow(QStringLiteral("admin")));
        QVERIFY(page->modules()->window(QStringLiteral("admin"))->isVisible());
        QVERIFY(actionOf(page, QStringLiteral("Administration")) != nullptr);
        table.server.say(BP_UNLOAD_MODULE, {resourceId("module", 503)});
        QVERIFY(table.until([&] { return page->modules()->window(QStringLiteral("admin")) == nullptr; }));
        QVERIFY(table.until([] { return !isMapped("blakston_admin"); }));
        QVERIFY(actionOf(page, QStringLiteral("Administration")) == nullptr);
        QVERIFY(!page->openWindow(QStringLiteral("admin")));
        // Away and back in one breath.
        table.server.say(BP_UNLOAD_MODULE, {resourceId("module", 500)});
        table.server.say(BP_LOAD_MODULE, {resourceId("module", 500)});
        table.server.say(BP_SAID, {objectId("speaker", 20), resourceId("name", 71), u8("kind", 1), speech("all came")});
        QVERIFY(table.until([&] { return page->chat()->text().contains(QStringLiteral("all came")); }));
        QVERIFY(table.until([&] { return page->modules()->isLoaded(QStringLiteral("chess")) && page->modules()->window(QStringLiteral("chess")) != nullptr; }));
    }

    /// A server that loads and unloads without end costs nothing in the end.
    void manyTimes()
    {
        Table table;
        QVERIFY(table.enter());
        ModuleHost* modules = table.window->game()->modules();
        const auto widgets = [&] {
            QStringList names;
            for (const QWidget* widget : table.window->findChildren<QWidget*>())
                names << QString::fromLatin1(widget->metaObject()->className()) + QLatin1Char(' ') + widget->objectName();
            names.sort();
            return names;
        };
        QVERIFY(table.until([&] { return modules->loaded().size() == 2 && table.window->findChild<QWidget*>(QStringLiteral("characterPage")) == nullptr; }));
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        const QStringList before = widgets();
        for (int i = 0; i < 20; ++i)
            for (const char* module : {"chess", "admin", "dm", "mailnews", "merintr"}) {
                const QString name_ = QString::fromLatin1(module);
                if (i % 2 == 0)
                    modules->unload(name_);
                else
                    QVERIFY(modules->load(name_));
                QCoreApplication::processEvents();
            }
        for (const char* module : {"chess", "admin", "dm"})
            modules->unload(QString::fromLatin1(module));
        QVERIFY(table.until([&] { return modules->loaded().size() == 2; }));
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        table.until([&] { return widgets() == before; });
        QCOMPARE(widgets().join(QLatin1Char('\n')), before.join(QLatin1Char('\n')));
        QTest::qWait(50);
        QVERIFY(table.window->client().isPlaying());
    }

    void everyEvent()
    {
        Table table;
        GamePage* page = table.window->game();
        ModuleHost* modules = page->modules();
        QVERIFY(modules->load(QStringLiteral("probe")));
        QVERIFY(hasHeard(QStringLiteral("probe.begin")));
        // Before the game: keys of the login page, messages of the window.
        table.window->activateWindow();
        QVERIFY(table.until([] { return hasHeard(QStringLiteral("probe.windowMessage")); }));
        QTest::keyClick(table.window.get(), Qt::Key_F8);
        QVERIFY(hasHeard(QStringLiteral("probe.userAction probe.login")));
        QVERIFY(table.enter());
        QVERIFY(hasHeard(QStringLiteral("probe.stateChanged 0 1")));
        QVERIFY(hasHeard(QStringLiteral("probe.stateChanged 1 2")));
        QVERIFY(hasHeard(QStringLiteral("probe.serverMessage AP_GETLOGIN 21 -1")));
        QVERIFY(hasHeard(QStringLiteral("probe.userChanged")));
        QVERIFY(table.until([] { return hasHeard(QString::fromLatin1("probe.newRoom %1").arg(QLatin1String(roomFile))); }));
        PlayView* view = page->view();
        QVERIFY(table.until([] { return hasHeard(QStringLiteral("probe.redraw 1")) && hasHeard(QStringLiteral("probe.animate on")); }));
        forget();
        view->setFocus();
        QTest::keyClick(view, Qt::Key_L);
        QVERIFY(hasHeard(QStringLiteral("probe.key %1").arg(static_cast<int>(Qt::Key_L))));
        QVERIFY(hasHeard(QStringLiteral("probe.userAction look")));
        QTest::mouseClick(view, Qt::LeftButton, {}, QPoint(5, 5));
        QVERIFY(hasHeard(QStringLiteral("probe.mouseClick 0")));
        page->runLine(QStringLiteral("/probe now"));
        QVERIFY(hasHeard(QStringLiteral("probe.textCommand /probe now")));
        actionOf(page, QStringLiteral("Tool of probe"))->trigger();
        QVERIFY(hasHeard(QStringLiteral("probe.toolButton probe")));
        actionOf(page, QStringLiteral("Item of probe"))->trigger();
        QVERIFY(hasHeard(QStringLiteral("probe.menuItem probe")));
        table.window->resize(900, 640);
        QVERIFY(table.until([] { return hasHeard(QStringLiteral("probe.resize 900")); }));
        table.server.say(UC_MINIGAME_PLAYER, {u8("player", 1), text("name", "Odran")}); // of the second kind of number
        table.server.say(BP_INVENTORY, {elements("objects", {{objectField("object", 31, 60, 0x10)}})});
        table.server.say(BP_INVENTORY_ADD, {objectField("object", 32, 61, 0x10)});
        table.server.say(BP_USE, {objectId("id", 31)});
        table.server.say(BP_UNUSE, {objectId("id", 31)});
        table.server.say(BP_USE_LIST, {elements("objects", {{objectId("id", 31)}})});
        table.server.say(BP_INVENTORY_REMOVE, {objectId("id", 32)});
        QVERIFY(table.until([] { return hasHeard(QStringLiteral("probe.inventory 2 32")); }));
        for (const char* line : {"probe.inventory 0 0", "probe.inventory 1 32", "probe.inventory 3 31", "probe.inventory 4 31", "probe.inventory 6 0"})
            QVERIFY2(hasHeard(QString::fromLatin1(line)), line);
        // Rows of what one carries are drawn.
        QVERIFY(table.until([] { return hasHeard(QStringLiteral("probe.drawItem things 31 1")); }));
        auto* size = page->settingsCard()->findChild<QComboBox*>(QStringLiteral("chatSize"));
        size->setCurrentIndex(2);
        emit size->activated(2);
        QVERIFY(hasHeard(QStringLiteral("probe.fontChanged chat")));
        QVERIFY(hasHeard(QStringLiteral("probe.configChanged")));
        emit page->settingsCard()->themeChanged(false);
        QVERIFY(hasHeard(QStringLiteral("probe.colourChanged window")));
        emit page->settingsCard()->themeChanged(true);
        // The pointer over a thing, and its neighbour.
        table.window->client().motion()->look(-table.window->client().motion()->body().angle, 0);
        QTest::qWait(60);
        if (const auto place = view->placeOf(20)) {
            for (int up = 1; up < 60 && !hasHeard(QStringLiteral("probe.setCursor")); ++up)
                QTest::mouseMove(view, (*place - QPointF(0, up)).toPoint());
        }
        QVERIFY(hasHeard(QStringLiteral("probe.setCursor %1").arg(static_cast<int>(Qt::PointingHandCursor))));
        page->chat()->line()->setFocus();
        QTest::qWait(20);
        view->setFocus();
        QVERIFY(table.until([] { return hasHeard(QStringLiteral("probe.setFocus")); }));
        QVERIFY(modules->load(QStringLiteral("stopper"))); // somebody to speak with
        QTest::keyClick(view, Qt::Key_F7);
        modules->post(QStringLiteral("stopper"), QStringLiteral("probe"), QStringLiteral("psst"), 7);
        QVERIFY(hasHeard(QStringLiteral("probe.moduleMessage stopper psst 7")));
        table.server.say(BP_INVALIDATE_DATA);
        QVERIFY(table.until([] { return hasHeard(QStringLiteral("probe.resetData")); }));
        table.server.say(BP_WAIT);
        QVERIFY(table.until([] { return hasHeard(QStringLiteral("probe.stateChanged 2 3")); }));
        table.server.say(BP_UNWAIT);
        QVERIFY(table.until([] { return hasHeard(QStringLiteral("probe.stateChanged 3 2")); }));
        view->beginChoice(QStringLiteral("On what?"));
        QVERIFY(table.until([] { return hasHeard(QStringLiteral("probe.stateChanged 2 4")); }));
        QTest::keyClick(view, Qt::Key_Escape);
        QVERIFY(hasHeard(QStringLiteral("probe.serverMessage UC_MINIGAME_PLAYER 155 48 0105004f6472616e")));
        // None of the events of the list was left out above.
        QStringList missing;
#define X(bit, event, function)                                                                                                  \
    if (!everHeard_.contains(QStringLiteral("probe." #function)) && !hasHeard(QStringLiteral("probe." #function)))               \
        missing << QStringLiteral(#function);
        for (const char* before : {"stateChanged", "serverMessage", "userChanged", "newRoom", "redraw", "animate", "windowMessage"})
            everHeard_ << QStringLiteral("probe.") + QLatin1String(before); // verified before forget()
        BLAK_MODULE_EVENTS(X)
#undef X
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join(QLatin1Char(' '))));
    }

    void services()
    {
        Table table;
        QVERIFY(table.enter());
        GamePage* page = table.window->game();
        QVERIFY(page->modules()->load(QStringLiteral("probe")));
        QVERIFY(page->modules()->load(QStringLiteral("stopper")));
        table.server.say(BP_EFFECT, {u16("effect", 9), elements("parameters", {})});
        const auto player = [](std::uint32_t id, std::uint32_t nameId, const char* text_) {
            return structure("player", {objectId("id", id), resourceId("name", nameId), text("text", text_), structure("flags", {u32("flags", 4)})});
        };
        table.server.say(BP_PLAYERS, {elements("players", {{player(11, 1'000'001, "Wren")}, {player(12, 1'000'002, "Bob")}})});
        QVERIFY(table.until([&] { return table.window->client().game()->room().players().size() == 2; }));
        table.server.heard.clear();
        QTest::keyClick(page->view(), Qt::Key_F7); // both have it; the first takes it
        QVERIFY(hasHeard(QStringLiteral("stopper.services")));
        QVERIFY(!hasHeard(QStringLiteral("probe.services")));
        QString said;
        for (const QString& line : heard())
            if (line.startsWith(QStringLiteral("stopper.services")))
                said = line;
        for (const char* part : {"dialect=mainline", "state=2", "text=lantern", "room=40/The Terrace/terrace_13_float.roo", "things=2", "player=11",
                                 "at=5.0,5.0", "users=Wren+Bob", "find=lantern", "light=256", "map=0", "target=0",
                                 "modules=stopper+merintr+mailnews+probe", "weather=rain", "latency=1"})
            QVERIFY2(said.contains(QLatin1String(part)), qPrintable(QLatin1String(part) + QStringLiteral(" in ") + said));
        QVERIFY(hasHeard(QStringLiteral("stopper.send 1 0 0")));
        QVERIFY(table.until([&] { return table.server.take(UC_REST).has_value(); }));
        QVERIFY(page->mapCard()->isVisible());
        QCOMPARE(page->view()->target(), 20u);
        QVERIFY(page->chat()->text().contains(QStringLiteral("The probe has spoken.")));
        QVERIFY(hasHeard(QStringLiteral("probe.moduleMessage stopper hello 42")));
        QVERIFY(!hasHeard(QStringLiteral("stopper.moduleMessage"))); // not to oneself
        // Windows by their name, help, and all of it gone with the module.
        QVERIFY(page->openWindow(QStringLiteral("probe")));
        QVERIFY(page->view()->findChild<QLabel*>(QStringLiteral("probe.window"))->isVisible());
        QVERIFY(page->openWindow(QStringLiteral("help")));
        QVERIFY(page->view()->findChild<HelpCard*>()->findChild<QTextBrowser*>()->toPlainText().contains(QStringLiteral("Help of probe")));
        page->modules()->unload(QStringLiteral("probe"));
        QVERIFY(table.until([&] { return page->findChild<QLabel*>(QStringLiteral("probe.panel")) == nullptr; }));
        QVERIFY(page->view()->findChild<QLabel*>(QStringLiteral("probe.window")) == nullptr);
        QVERIFY(actionOf(page, QStringLiteral("Tool of probe")) == nullptr);
        QVERIFY(actionOf(page, QStringLiteral("Item of probe")) == nullptr);
        QVERIFY(heard().contains(QStringLiteral("probe.end")));
        forget();
        QTest::keyClick(page->view(), Qt::Key_F7);
        QVERIFY(hasHeard(QStringLiteral("stopper.services")));
        page->modules()->unload(QStringLiteral("stopper"));
        QVERIFY(table.until([] { return !isMapped("blakston_stopper") && !isMapped("blakston_probe"); }));
    }

    /// Ascending priority: the stopper (1) before the probe (5); what it keeps, neither the probe nor the client gets.
    void theFirstMayKeepIt()
    {
        Table table;
        QVERIFY(table.enter());
        GamePage* page = table.window->game();
        ModuleHost* modules = page->modules();
        QVERIFY(modules->load(QStringLiteral("probe")));
        QVERIFY(modules->load(QStringLiteral("stopper")));
        QCOMPARE(modules->loaded().first(), QStringLiteral("stopper"));
        QCOMPARE(modules->loaded().last(), QStringLiteral("probe"));
        forget();
        page->runLine(QStringLiteral("/time"));
        const QStringList order = heard().filter(QStringLiteral("textCommand"));
        QCOMPARE(order, (QStringList{QStringLiteral("stopper.textCommand /time"), QStringLiteral("probe.textCommand /time")}));

        keepFor({QStringLiteral("stopper.textCommand"), QStringLiteral("stopper.serverMessage"), QStringLiteral("stopper.userAction"),
                 QStringLiteral("stopper.mouseClick"), QStringLiteral("stopper.key")});
        forget();
        table.server.heard.clear();
        page->runLine(QStringLiteral("/rest"));
        table.window->client().flush();
        table.server.say(BP_SAID, {objectId("speaker", 20), resourceId("name", 71), u8("kind", 1), speech("unheard")});
        QVERIFY(table.until([] { return hasHeard(QStringLiteral("stopper.serverMessage BP_SAID")); }));
        QVERIFY(!hasHeard(QStringLiteral("probe.serverMessage")));
        QVERIFY(!hasHeard(QStringLiteral("probe.textCommand")));
        QVERIFY(!page->chat()->text().contains(QStringLiteral("unheard")));
        const double x = table.window->client().motion()->body().x, y = table.window->client().motion()->body().y;
        QTest::keyPress(page->view(), Qt::Key_W);
        QTest::qWait(150);
        QTest::keyRelease(page->view(), Qt::Key_W);
        QCOMPARE(table.window->client().motion()->body().x, x);
        QCOMPARE(table.window->client().motion()->body().y, y);
        QVERIFY(!table.server.take(UC_REST).has_value());
        QTest::keyClick(page->view(), Qt::Key_Tab);
        QCOMPARE(page->view()->target(), 0u);
        keepFor({QStringLiteral("stopper.userAction")});
        QTest::keyClick(page->view(), Qt::Key_Tab); // the key is heard, what it does is kept
        QVERIFY(hasHeard(QStringLiteral("probe.key %1").arg(static_cast<int>(Qt::Key_Tab))));
        QCOMPARE(page->view()->target(), 0u);
        keepFor({});
        page->runLine(QStringLiteral("/rest"));
        QVERIFY(table.until([&] { return table.server.take(UC_REST).has_value(); }));
    }

    /// The example of docs/modules.md knows nothing but the interface.
    void theExample()
    {
        Table table;
        table.window->game()->modules()->setOwn({QStringLiteral("compass")});
        QVERIFY(table.enter());
        GamePage* page = table.window->game();
        QVERIFY(table.until([&] { return page->modules()->isLoaded(QStringLiteral("compass")); }));
        const QPoint north(page->view()->width() / 2, 44);
        QVERIFY(table.until([&] { return page->view()->frames() > 2; }));
        const QImage with = page->view()->grab().toImage();
        QTest::keyClick(page->view(), Qt::Key_C);
        const QImage without = page->view()->grab().toImage();
        const auto differs = [&](const QImage& a, const QImage& b) {
            int different = 0;
            for (int dy = -34; dy <= 34; ++dy)
                for (int dx = -34; dx <= 34; ++dx)
                    different += a.pixel(north + QPoint(dx, dy)) != b.pixel(north + QPoint(dx, dy));
            return different;
        };
        QVERIFY(differs(with, without) > 1500);
        page->runLine(QStringLiteral("/compass"));
        QVERIFY(differs(page->view()->grab().toImage(), without) > 1500);
    }

    void theOpeningGoesByItself()
    {
        Table table;
        QVERIFY(table.window->game()->modules()->load(QStringLiteral("intro")));
        auto* picture = table.window->findChild<QWidget*>(QStringLiteral("opening"));
        QVERIFY(picture != nullptr && picture->isVisible());
        QCOMPARE(picture->size(), table.window->size());
        QTest::keyClick(picture, Qt::Key_Space);
        QVERIFY(table.until([&] { return table.window->findChild<QWidget*>(QStringLiteral("opening")) == nullptr; }));
        QVERIFY(table.until([] { return !isMapped("blakston_intro"); }));
        QVERIFY(table.window->game()->modules()->load(QStringLiteral("intro")));
        QVERIFY(QTest::qWaitFor([&] { return table.window->findChild<QWidget*>(QStringLiteral("opening")) == nullptr; }, 20'000));
        QVERIFY(table.enter());
    }

private:
    QStringList everHeard_;
};

QTEST_MAIN(TestEvents)
#include "tst_events.moc"
