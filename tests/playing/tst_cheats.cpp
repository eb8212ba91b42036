// SPDX-License-Identifier: GPL-3.0-or-later
// The Cheats dock: another room, another hour, a thing, a skill, flying, no walls.
#include "played_studio.h"

#include "studio/playing/cheat_panel.h"
#include "studio/playing/live_object.h"
#include "studio/playing/play_log.h"
#include "ui/find_box.h"
#include "ui/theme.h"
#include "ui/toast.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QCompleter>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QSlider>
#include <QToolButton>
#include <QTreeWidget>

#include <cmath>
#include <vector>

using namespace blak;
using namespace blak::ui;
using blak::ui::playing::PlayTab;
using Studio = blak::play::PlayedStudio;

class TestCheats : public QObject
{
    Q_OBJECT

    static constexpr int patience = Studio::patience;

    /// A property of the current client's character, as the world has it now.
    static QString valueOf(const Studio& studio, const char* name)
    {
        playing::LiveObject live;
        bool done = false;
        live.look(studio.tab()->character());
        studio.play->session().control().ask({{"do", "object.read"}, {"object", live.object()}}, [&](const play::ControlAnswer& answer) {
            if (answer.good)
                live.take(answer.result);
            done = true;
        });
        if (!QTest::qWaitFor([&] { return done; }, patience))
            return {};
        const playing::LiveProperty* property = live.find(QLatin1String(name), false);
        return property == nullptr ? QString() : property->text;
    }

    /// How the world of a test is played, in its own words.
    static void putRecipe(const Studio& studio, const char* json)
    {
        QFile recipe(studio.world.path(QStringLiteral("play.json")));
        if (!recipe.open(QIODevice::WriteOnly) || recipe.write(json) < 0)
            qFatal("play.json cannot be written");
    }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    /// A dock of a window of 1280 px is narrow, and may be made narrower yet.
    void noWordIsCutInANarrowDock_data()
    {
        QTest::addColumn<bool>("isDark");
        QTest::newRow("dark") << true;
        QTest::newRow("light") << false;
    }
    void noWordIsCutInANarrowDock()
    {
        QFETCH(const bool, isDark);
        Studio studio({});
        setTheme(isDark ? ThemeKind::Dark : ThemeKind::Light);
        QWidget dock;
        playing::CheatPanel panel(*studio.play, &dock);
        dock.resize(300, 500);
        dock.show();
        for (const int width : {240, 200, 185, 170}) {
            panel.resize(width, 420);
            QTest::qWait(0);
            QCOMPARE(panel.width(), width);
            for (const auto* button : panel.findChildren<QToolButton*>()) {
                QVERIFY2(button->width() >= button->sizeHint().width(), qPrintable(QStringLiteral("%1 at %2").arg(button->text()).arg(width)));
                QVERIFY2(panel.rect().contains(QRect(button->mapTo(&panel, QPoint()), button->size())), qPrintable(button->text()));
            }
            for (const auto* label : panel.findChildren<QLabel*>())
                QVERIFY2(label->width() >= label->sizeHint().width(), qPrintable(QStringLiteral("%1 at %2").arg(label->text()).arg(width)));
        }
        // In a low one it scrolls, and no row lies over another.
        QWidget* page = panel.widget();
        for (const int height : {420, 160, 90}) {
            panel.resize(200, height);
            QTest::qWait(0);
            std::vector<QRect> rows;
            for (auto* part : std::initializer_list<QWidget*>{panel.rooms(), panel.hour(), panel.thing(), panel.skills()})
                rows.push_back({part->mapTo(page, QPoint()), part->size()});
            for (const auto* button : panel.findChildren<QToolButton*>()) {
                if (button->objectName().startsWith(QLatin1String("qt_")))
                    continue;
                QVERIFY2(button->height() >= button->minimumSizeHint().height(), qPrintable(button->text()));
                rows.push_back({button->mapTo(page, QPoint()), button->size()});
            }
            for (std::size_t i = 0; i < rows.size(); ++i) {
                QVERIFY(page->rect().contains(rows[i]));
                for (std::size_t k = 0; k < i; ++k)
                    QVERIFY2(!rows[i].intersects(rows[k]), qPrintable(QStringLiteral("%1 and %2 at %3").arg(k).arg(i).arg(height)));
            }
            QVERIFY(panel.verticalScrollBar()->isVisible() == (height < 200));
        }
        panel.resize(200, 420);
        if (const QString folder = qEnvironmentVariable("BLAK_GRAB_DIR"); !folder.isEmpty()) // to be looked at by people
            panel.grab().save(QStringLiteral("%1/cheats-%2.png").arg(folder, isDark ? QStringLiteral("dark") : QStringLiteral("light")));
        setTheme(ThemeKind::Dark);
    }

    void goesToARoomAndGivesAThingByTheCheats()
    {
        Studio studio({});
        studio.play5();
        auto* cheats = studio.window->findChild<playing::CheatPanel*>();
        // By any part of what people call it, or of the file.
        QTRY_VERIFY_WITH_TIMEOUT(cheats->rooms()->findText(QStringLiteral("mill.roo"), Qt::MatchContains) >= 0, patience);
        QCOMPARE(cheats->rooms()->itemText(cheats->rooms()->findText(QStringLiteral("lantern.roo"), Qt::MatchContains)),
                 QStringLiteral("The Lantern Inn \u00b7 lantern.roo"));
        cheats->rooms()->setFocus();
        QTest::keyClicks(cheats->rooms()->lineEdit(), QStringLiteral("ntern i"));
        QVERIFY(!cheats->rooms()->completer()->currentCompletion().isEmpty());
        QTest::keyClick(cheats->rooms()->lineEdit(), Qt::Key_Return);
        QTRY_COMPARE_WITH_TIMEOUT(studio.tab()->place().room, QStringLiteral("lantern.roo"), patience);
        cheats->rooms()->lineEdit()->selectAll();
        QTest::keyClicks(cheats->rooms()->lineEdit(), QStringLiteral("MILL"));
        QTest::keyClick(cheats->rooms()->lineEdit(), Qt::Key_Return);
        QTRY_COMPARE_WITH_TIMEOUT(studio.tab()->place().room, QStringLiteral("mill.roo"), patience);
        const std::size_t before = studio.tab()->client().game()->room().inventory().size();
        QTest::keyClicks(cheats->thing(), QStringLiteral("Apple"));
        QTest::keyClick(cheats->thing(), Qt::Key_Return);
        QTRY_COMPARE_WITH_TIMEOUT(studio.tab()->client().game()->room().inventory().size(), before + 1, patience);
        QCOMPARE(cheats->thing()->text(), QString());
        // What is no class, or nothing that one holds, stays there, and a word says so.
        const auto tries = [&](const char* text) {
            cheats->thing()->selectAll();
            QTest::keyClicks(cheats->thing(), QLatin1String(text));
            QTest::keyClick(cheats->thing(), Qt::Key_Return);
        };
        tries("Aple");
        QCOMPARE(cheats->thing()->text(), QStringLiteral("Aple"));
        QVERIFY2(studio.window->toasts().sentences().join(u'|').contains(QStringLiteral("Nothing that one can hold has the name or class Aple. Is it")),
                 qPrintable(studio.window->toasts().sentences().join(u'|')));
        QStringList errors;
        connect(studio.play, &playing::PlayController::said, this, [&](const play::PlayLine& line) {
            if (line.severity == Severity::Error)
                errors << line.text;
        });
        tries("drownedmiller");
        QCOMPARE(cheats->thing()->text(), QStringLiteral("drownedmiller"));
        QVERIFY2(studio.window->toasts().sentences().join(u'|').contains(QStringLiteral("DrownedMiller is nothing that one can hold")),
                 qPrintable(studio.window->toasts().sentences().join(u'|')));
        QTest::qWait(500);
        QVERIFY2(errors.isEmpty(), qPrintable(errors.join(u'\n')));
        QCOMPARE(studio.tab()->client().game()->room().inventory().size(), before + 1);
        // By what players call it, its class beside; the best row first, whatever its place in the list.
        cheats->thing()->selectAll();
        QTest::keyClicks(cheats->thing(), QStringLiteral("candle"));
        QCompleter* matches = cheats->thing()->completer();
        const QString first = matches->completionModel()->index(0, 0).data().toString();
        QCOMPARE(first, QStringLiteral("a candle \u00b7 Candle"));
        QTest::keyClick(cheats->thing(), Qt::Key_Return);
        QTRY_COMPARE_WITH_TIMEOUT(studio.tab()->client().game()->room().inventory().size(), before + 2, patience);
        tries("LANTER"); // a part of the name of one whose class is called otherwise
        QTRY_COMPARE_WITH_TIMEOUT(studio.tab()->client().game()->room().inventory().size(), before + 3, patience);
        QCOMPARE(cheats->thing()->text(), QString());
        if (const QString grabs = qEnvironmentVariable("BLAK_GRAB_DIR"); !grabs.isEmpty()) { // to be looked at by people
            QTest::keyClicks(cheats->thing(), QStringLiteral("a"));
            QTest::qWait(300);
            matches->popup()->grab().save(grabs + QStringLiteral("/give.png"));
            QTest::keyClick(matches->popup(), Qt::Key_Escape);
        }
        // Another project has other things, and another log.
        QVERIFY(studio.window->findChild<playing::PlayLog*>()->list()->topLevelItemCount() > 0);
        cheats->thing()->setText(QStringLiteral("half a wo"));
        QTemporaryDir other;
        QFile source(other.filePath(QStringLiteral("system.kod")));
        QVERIFY(source.open(QIODevice::WriteOnly) && source.write("System\nmessages:\n   Constructor()\n   {\n      return;\n   }\nend\n") > 0);
        source.close();
        studio.window->open(other.path());
        studio.window->finishBackgroundWork();
        QTRY_COMPARE_WITH_TIMEOUT(studio.window->index().root(), other.path(), patience);
        QTRY_VERIFY_WITH_TIMEOUT(!studio.play->isBusy(), patience);
        QTest::qWait(500); // for what is late
        QCOMPARE(studio.window->findChild<playing::PlayLog*>()->list()->topLevelItemCount(), 0);
        QCOMPARE(cheats->rooms()->count(), 0);
        QCOMPARE(cheats->skills()->count(), 0);
        QCOMPARE(cheats->thing()->text(), QString());
        QCOMPARE(matches->completionModel()->rowCount(), 0);
    }

    void learnsASkillByTheCheats()
    {
        Studio studio({});
        studio.play5();
        auto* cheats = studio.window->findChild<playing::CheatPanel*>();
        QTRY_VERIFY_WITH_TIMEOUT(cheats->skills()->findText(QStringLiteral("fencing"), Qt::MatchFixedString | Qt::MatchCaseSensitive) >= 0, patience);
        QVERIFY(cheats->skills()->findText(QStringLiteral("glow"), Qt::MatchFixedString | Qt::MatchCaseSensitive) >= 0);
        const auto known = [&] { return valueOf(studio, "plSkills").startsWith(QLatin1String("LIST")); };
        QCOMPARE(valueOf(studio, "plSkills"), QStringLiteral("$"));
        const int fencing = cheats->skills()->findText(QStringLiteral("fencing"), Qt::MatchFixedString | Qt::MatchCaseSensitive);
        cheats->skills()->setCurrentIndex(fencing);
        emit cheats->skills()->activated(fencing);
        QTRY_VERIFY_WITH_TIMEOUT(known(), patience);
        QTRY_VERIFY_WITH_TIMEOUT(studio.window->toasts().sentences().contains(QStringLiteral("Wren has learned fencing.")), patience);
    }

    void setsTheHour()
    {
        Studio studio({});
        studio.play5();
        auto* hour = studio.window->findChild<playing::CheatPanel*>()->hour();
        const auto worldHour = [&] {
            int now = -1;
            bool done = false;
            studio.play->session().control().ask({{"do", "instances.read"}, {"class", "System"}, {"names", {"piHour"}}},
                                                 [&](const play::ControlAnswer& answer) {
                                                     if (answer.good)
                                                         now = answer.result["objects"][0]["values"][0]["data"].get<int>();
                                                     done = true;
                                                 });
            return QTest::qWaitFor([&] { return done; }, patience) ? now : -1;
        };
        const int wanted = (worldHour() + 7) % 24;
        hour->setFocus();
        QTest::keyClick(hour, wanted > hour->value() ? Qt::Key_End : Qt::Key_Home);
        while (hour->value() != wanted)
            QTest::keyClick(hour, wanted > hour->value() ? Qt::Key_Right : Qt::Key_Left);
        QTRY_COMPARE_WITH_TIMEOUT(worldHour(), wanted, patience);
    }

    /// In the air one goes over whatever stands there; the world hears where one lands.
    void fliesAndLands()
    {
        Studio studio(QStringLiteral("rooms/square.roo"));
        studio.play5();
        PlayTab* tab = studio.tab();
        auto* view = tab->game().view();
        const auto before = tab->place();
        const double height = tab->client().motion()->body().z;
        QToolButton* fly = nullptr;
        for (auto* button : studio.window->findChild<playing::CheatPanel*>()->findChildren<QToolButton*>())
            if (button->text() == QLatin1String("Fly through walls"))
                fly = button;
        QVERIFY(fly != nullptr && fly->isEnabled());
        QTest::mouseClick(fly, Qt::LeftButton);
        QVERIFY(fly->isChecked() && tab->ghost() == PlayTab::Ghost::Flies);
        QVERIFY(studio.window->actions().action(QStringLiteral("play.fly.on"))->isChecked());
        view->setFocus();
        tab->client().motion()->look(0, 0.3); // up
        QTest::keyPress(view, Qt::Key_W);
        QTest::qWait(1500);
        QTest::keyRelease(view, Qt::Key_W);
        QVERIFY(tab->client().motion()->body().z > height);
        const auto there = tab->place();
        QVERIFY(std::hypot(there.x - before.x, there.y - before.y) > 100);
        QTest::mouseClick(fly, Qt::LeftButton);
        QVERIFY(tab->ghost() == PlayTab::Ghost::None);
        QTRY_VERIFY_WITH_TIMEOUT(std::abs(tab->client().motion()->body().z - height) < 2048 && tab->isIn(), patience);
    }

    /// A room that has a square for who is brought there has one stand on it and look where it says; on no floor, at the nearest.
    void goesToTheSquareOfARoomsOwn()
    {
        Studio studio({});
        putRecipe(studio, R"({"name": "squares",
            "room": {"class": "Room", "file": "vrFile", "row": "viArriveRow", "column": "viArriveColumn", "angle": "viArriveAngle"},
            "place": [{"do": "send", "object": "$roomId", "message": "PutFine",
                       "parameters": {"what": "$user", "fine_row": "$wireRow", "fine_col": "$wireColumn", "angle": "$angle"}}]})");
        studio.world.replace(QStringLiteral("kod/object/room.kod"), "   viRid = 0\n", "   viRid = 0\n   viArriveRow = $\n   viArriveColumn = $\n   viArriveAngle = $\n");
        studio.world.replace(QStringLiteral("kod/object/room/lanterninn.kod"), "   viRid = RID_LANTERN\n",
                             "   viRid = RID_LANTERN\n   viArriveRow = 8\n   viArriveColumn = 9\n   viArriveAngle = 1024\n");
        studio.world.replace(QStringLiteral("kod/object/room/oldmill.kod"), "   viRid = RID_MILL\n",
                             "   viRid = RID_MILL\n   viArriveRow = 900\n   viArriveColumn = 900\n");
        studio.window->open(studio.world.path(QStringLiteral("rooms/square.roo")));
        studio.window->finishBackgroundWork();
        studio.play5();
        PlayTab* tab = studio.tab();
        const auto roomCalled = [&](const char* file) {
            bool answered = false;
            play::PlayRoom found;
            studio.play->session().rooms([&](const QVector<play::PlayRoom>& all, const QString&) {
                for (const play::PlayRoom& one : all)
                    found = one.file == QLatin1String(file) ? one : found;
                answered = true;
            });
            return QTest::qWaitFor([&] { return answered; }, patience) ? found : play::PlayRoom();
        };
        const play::PlayRoom inn = roomCalled("lantern.roo"), mill = roomCalled("mill.roo"), square = roomCalled("square.roo");
        QCOMPARE(std::vector<int>({inn.row, inn.column, inn.angle, square.row, square.column}), std::vector<int>({8, 9, 1024, 0, 0}));
        tab->goTo(inn.file, inn.object);
        QTRY_COMPARE_WITH_TIMEOUT(tab->place().room, QStringLiteral("lantern.roo"), patience);
        QTRY_COMPARE_WITH_TIMEOUT(std::floor(tab->place().y / 1024) + 1, 8.0, patience);
        QCOMPARE(std::floor(tab->place().x / 1024) + 1, 9.0);
        QCOMPARE(tab->place().angle, 1024);
        for (const play::PlayRoom& other : {mill, square}) {
            tab->goTo(other.file, other.object);
            QTRY_COMPARE_WITH_TIMEOUT(tab->place().room, other.file, patience);
            QTRY_VERIFY_WITH_TIMEOUT(tab->client().follower()->scene()->room().sectorAt({tab->place().x, tab->place().y}) != space::none, patience);
        }
    }

    /// Rooms that list what is in them, as those of the engine's own worlds do: one comes to stand beside what stands at their square.
    void standsBesideWhatTheRoomLists()
    {
        Studio studio({});
        putRecipe(studio, R"({"name": "lists",
            "room": {"class": "Room", "file": "vrFile", "row": "viArriveRow", "column": "viArriveColumn", "angle": "viArriveAngle"},
            "things": {"lists": ["plNobody", "plStanding"], "row": 3, "column": 4, "fineRow": 5, "fineColumn": 6},
            "place": [{"do": "send", "object": "$roomId", "message": "PutFine",
                       "parameters": {"what": "$user", "fine_row": "$wireRow", "fine_col": "$wireColumn", "angle": "$angle"}}]})");
        studio.world.replace(QStringLiteral("kod/object/room.kod"), "   viRid = 0\n", "   viRid = 0\n   viArriveRow = 8\n   viArriveColumn = 9\n   viArriveAngle = 1024\n");
        studio.world.replace(QStringLiteral("kod/object/room.kod"), "   plSounds = $\n", "   plSounds = $\n   plNobody = $\n   plStanding = $\n");
        studio.world.replace(QStringLiteral("kod/object/room.kod"), "      Send(self,@MakeSounds);\n",
                             "      Send(self,@MakeSounds);\n      plStanding = [[self,0,8,9,32,32]];\n");
        studio.window->open(studio.world.path(QStringLiteral("rooms/square.roo")));
        studio.window->finishBackgroundWork();
        studio.play5();
        PlayTab* tab = studio.tab();
        tab->goTo(QStringLiteral("lantern.roo"));
        QTRY_COMPARE_WITH_TIMEOUT(tab->place().room, QStringLiteral("lantern.roo"), patience);
        const double aside = std::hypot(tab->place().x - 8.5 * 1024, tab->place().y - 7.5 * 1024);
        QVERIFY2(aside > 1000 && aside < 3000, qPrintable(QString::number(aside)));
    }

    /// As a ghost one leaves the inn through its wall; the world hears of it when that ends.
    void walksThroughWallsAndStandsThereAfterwards()
    {
        Studio studio({});
        studio.play5();
        PlayTab* tab = studio.tab();
        const auto put = [&](double row, double column, int angle) {
            bool there = false;
            studio.play->session().put(tab->character(), {QStringLiteral("lantern.roo"), true, (column - 0.5) * 1024, (row - 0.5) * 1024, angle},
                                       [&](bool good, const QString&) { there = good; });
            QTRY_VERIFY_WITH_TIMEOUT(there, patience);
            QTRY_VERIFY_WITH_TIMEOUT(tab->place().room == QLatin1String("lantern.roo") && std::abs(tab->place().x - (column - 0.5) * 1024) < 64, patience);
        };
        put(4, 11, 3072); // in the hall, below the wall to the corridor in the north
        auto* view = tab->game().view();
        const auto walk = [&] {
            view->setFocus();
            QTest::keyPress(view, Qt::Key_W);
            QTest::qWait(1500);
            QTest::keyRelease(view, Qt::Key_W);
            return tab->place().y / 1024 + 1;
        };
        const double atTheWall = walk();
        QVERIFY2(atTheWall > 3.9, qPrintable(QString::number(atTheWall)));
        auto* through = studio.window->findChild<QToolButton*>(QStringLiteral("play.through"));
        QVERIFY(through != nullptr && through->isEnabled());
        through->click();
        QVERIFY(through->isChecked() && tab->ghost() == PlayTab::Ghost::Walks);
        const double beyond = walk();
        QVERIFY2(beyond < 3.5, qPrintable(QString::number(beyond)));
        const auto serverRow = [&] { return valueOf(studio, "piRow").toDouble() / 64; };
        QVERIFY(serverRow() > 3.8);
        through->click();
        QVERIFY(tab->ghost() == PlayTab::Ghost::None);
        QTRY_VERIFY_WITH_TIMEOUT(serverRow() < 3.6, patience);
    }
};

QTEST_MAIN(TestCheats)
#include "tst_cheats.moc"
