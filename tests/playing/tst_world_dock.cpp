// SPDX-License-Identifier: GPL-3.0-or-later
// The World dock: the room, timers, objects by their classes, what is looked for; and all of it while the world is saved.
#include "world_dock.h"

#include "studio/playing/game_states.h"
#include "studio/playing/object_panel.h"
#include "studio/playing/world_panel.h"
#include "ui/search_field.h"
#include "ui/theme.h"

#include <QLabel>

#include <algorithm>
#include <array>

using namespace blak;
using namespace blak::ui;
using namespace blak::test::dock;
using Studio = blak::play::PlayedStudio;

class TestWorldDock : public QObject
{
    Q_OBJECT

    static constexpr int patience = Studio::patience;

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    void theWorldDockHasTimersAndObjectsOfAllClasses()
    {
        Studio studio({});
        studio.play5();
        auto* tree = studio.window->findChild<QTreeWidget*>(QStringLiteral("play.world"));
        QTreeWidgetItem* timers = group(tree, QStringLiteral("Timers"));
        QTreeWidgetItem* objects = group(tree, QStringLiteral("Objects"));
        QVERIFY(timers != nullptr && objects != nullptr);
        QCOMPARE(timers->childCount() + objects->childCount(), 0);
        timers->setExpanded(true);
        QTRY_VERIFY_WITH_TIMEOUT(timers->childCount() > 0, patience);
        QVERIFY(timers->child(0)->text(0).contains(u'.'));
        QVERIFY(timers->child(0)->text(1).endsWith(QLatin1String(" s")));
        objects->setExpanded(true);
        QTreeWidgetItem* root = nullptr;
        QTRY_VERIFY_WITH_TIMEOUT((root = childOf(objects, QStringLiteral("Native"))) != nullptr, patience);
        QVERIFY(root->text(1).toInt() > 20);
        // Down to an object, which the inspector then shows.
        root->setExpanded(true);
        QTRY_VERIFY_WITH_TIMEOUT(root->childCount() > 0, patience);
        const qint64 candle = firstOf(studio, "Candle");
        QVERIFY(candle > 0);
        QTreeWidgetItem* found = root;
        for (int depth = 0; depth < 12 && found->data(0, Qt::UserRole).toLongLong() == 0; ++depth) {
            found->setExpanded(true);
            QTRY_VERIFY_WITH_TIMEOUT(found->childCount() > 0, patience);
            QTreeWidgetItem* next = nullptr; // abstract classes may have nothing below them
            for (int i = found->childCount() - 1; i >= 0 && next == nullptr; --i)
                if (found->child(i)->text(0) == QStringLiteral("System"))
                    continue; // its object has the number 0
                else if (found->child(i)->data(0, Qt::UserRole).toLongLong() != 0 || found->child(i)->text(1).toInt() > 0)
                    next = found->child(i);
            QVERIFY2(next != nullptr, qPrintable(found->text(0)));
            found = next;
        }
        const qint64 object = found->data(0, Qt::UserRole).toLongLong();
        QVERIFY(object > 0);
        tree->setCurrentItem(found);
        auto* panel = studio.window->findChild<playing::ObjectPanel*>();
        QTRY_COMPARE(panel->object(), object);
        QTRY_VERIFY2(!panel->heading()->text().isEmpty() && found->text(0).endsWith(panel->heading()->text()), qPrintable(found->text(0)));
    }

    /// What was chosen in the list of the room stays chosen while others come and go, and nothing else is chosen when it is gone.
    void theChosenObjectStaysChosen()
    {
        Studio studio(QStringLiteral("rooms/lantern.roo"));
        studio.play5();
        auto* tree = studio.window->findChild<QTreeWidget*>(QStringLiteral("play.world"));
        QTreeWidgetItem* room = tree->topLevelItem(1);
        QTRY_VERIFY_WITH_TIMEOUT(room->text(0) == QStringLiteral("The Lantern Inn") && room->childCount() > 4, patience); // from the square to it
        const auto remove = [&](qint64 object) {
            QVERIFY(ask(studio, {{"do", "admin"}, {"command", "send object " + std::to_string(object) + " Delete"}}).is_object());
            const auto isThere = [&] {
                for (int i = 0; i < room->childCount(); ++i)
                    if (room->child(i)->data(0, Qt::UserRole).toLongLong() == object)
                        return true;
                return false;
            };
            QTRY_VERIFY_WITH_TIMEOUT(!isThere(), patience);
        };
        const auto rowOf = [&](const char* name) {
            for (int i = 0; i < room->childCount(); ++i)
                if (room->child(i)->text(0) == QLatin1String(name))
                    return i;
            return -1;
        };
        std::array<const char*, 2> names{"a candle", "a loaf of bread"};
        std::ranges::sort(names, {}, rowOf);
        QVERIFY(rowOf(names[0]) >= 0 && rowOf(names[0]) < rowOf(names[1]));
        const qint64 above = room->child(rowOf(names[0]))->data(0, Qt::UserRole).toLongLong();
        const qint64 chosen = room->child(rowOf(names[1]))->data(0, Qt::UserRole).toLongLong();
        tree->setCurrentItem(room->child(rowOf(names[1])));
        remove(above);
        QVERIFY(tree->currentItem() != nullptr);
        QCOMPARE(tree->currentItem()->data(0, Qt::UserRole).toLongLong(), chosen);
        auto* panel = studio.window->findChild<playing::ObjectPanel*>();
        QTRY_COMPARE(panel->object(), chosen);
        remove(chosen);
        QVERIFY(tree->currentItem() == nullptr);
    }

    void theRoomStaysThroughASave()
    {
        Studio studio(QStringLiteral("rooms/lantern.roo"));
        studio.play5();
        auto* tree = studio.window->findChild<QTreeWidget*>(QStringLiteral("play.world"));
        QVERIFY(tree != nullptr);
        const auto room = [tree] { return tree->topLevelItem(1); };
        const QString name = QStringLiteral("The Lantern Inn");
        QTRY_VERIFY_WITH_TIMEOUT(!room()->isHidden() && room()->childCount() > 1 && room()->text(0) == name, patience);
        QSignalSpy saved(&studio.play->session(), &play::PlaySession::renumbered);
        studio.play->states().save(1);
        QElapsedTimer clock;
        clock.start();
        while (clock.elapsed() < 3000) {
            QTest::qWait(10);
            emit studio.play->tabsChanged(); // whatever happens meanwhile, it is shown anew
            QVERIFY2(!room()->isHidden(), qPrintable(QString::number(clock.elapsed())));
            QVERIFY(room()->childCount() > 1); // somebody may come or go
            QCOMPARE(room()->text(0), name);
            QVERIFY2(room()->text(1).startsWith(u'#') && room()->child(0)->text(1).startsWith(u'#'), qPrintable(QString::number(clock.elapsed())));
        }
        QVERIFY(!saved.isEmpty());
        QVERIFY2(room()->text(1).startsWith(u'#') && room()->child(0)->text(1).startsWith(u'#'), qPrintable(room()->text(1))); // no count
        QVERIFY(room()->child(0)->data(0, Qt::UserRole).toLongLong() > 0);
        studio.tab()->client().disconnectNow(); // it knows nothing now
        emit studio.play->tabsChanged();
        QVERIFY(!room()->isHidden() && room()->text(0) == name && room()->childCount() > 1);
        QVERIFY(room()->text(1).startsWith(u'#') && room()->child(0)->text(1).startsWith(u'#')); // the last that is known
        QCOMPARE(room()->child(0)->data(0, Qt::UserRole).toLongLong(), 0);                      // but nothing is chosen by it
    }

    void whatIsUnfoldedStaysThroughASave()
    {
        Studio studio({});
        studio.play5();
        auto* tree = studio.window->findChild<QTreeWidget*>(QStringLiteral("play.world"));
        QTreeWidgetItem* timers = group(tree, QStringLiteral("Timers"));
        QTreeWidgetItem* objects = group(tree, QStringLiteral("Objects"));
        timers->setExpanded(true);
        objects->setExpanded(true);
        QTRY_VERIFY_WITH_TIMEOUT(timers->childCount() > 0 && childOf(objects, QStringLiteral("Native")) != nullptr, patience);
        childOf(objects, QStringLiteral("Native"))->setExpanded(true);
        QTRY_VERIFY_WITH_TIMEOUT(childOf(objects, QStringLiteral("Native"))->childCount() > 0, patience);
        QSignalSpy saved(&studio.play->session(), &play::PlaySession::renumbered);
        studio.play->states().save(1);
        QElapsedTimer clock;
        clock.start();
        while (clock.elapsed() < 2000 || saved.isEmpty()) {
            QTest::qWait(10);
            QVERIFY2(timers->isExpanded() && timers->childCount() > 0 && !timers->text(1).isEmpty(), qPrintable(QString::number(clock.elapsed())));
            const QTreeWidgetItem* native = childOf(objects, QStringLiteral("Native"));
            QVERIFY2(native != nullptr && native->isExpanded() && native->text(1).toInt() > 20, qPrintable(QString::number(clock.elapsed())));
            QVERIFY(clock.elapsed() < patience);
        }
        QVERIFY(childOf(objects, QStringLiteral("Native"))->childCount() > 0);
    }

    /// What is unfolded, chosen and shown stays while a state is loaded: its objects have the numbers that they had.
    void whatIsShownStaysThroughALoad()
    {
        Studio studio({});
        studio.play5();
        auto* tree = studio.window->findChild<QTreeWidget*>(QStringLiteral("play.world"));
        auto* panel = studio.window->findChild<playing::ObjectPanel*>();
        QStringList said;
        connect(&studio.play->session(), &play::PlaySession::said, this, [&said](const play::PlayLine& line) { said << line.text; });
        studio.play->states().save(1);
        QTRY_VERIFY_WITH_TIMEOUT(!said.filter(QStringLiteral("State 1 is saved.")).isEmpty(), patience);
        QTreeWidgetItem* objects = group(tree, QStringLiteral("Objects"));
        objects->setExpanded(true);
        QTRY_VERIFY_WITH_TIMEOUT(childOf(objects, QStringLiteral("Native")) != nullptr, patience);
        childOf(objects, QStringLiteral("Native"))->setExpanded(true);
        QTRY_VERIFY_WITH_TIMEOUT(childOf(objects, QStringLiteral("Native"))->childCount() > 0, patience);
        const qint64 candle = firstOf(studio, "Candle");
        studio.play->inspect(candle);
        QTRY_COMPARE_WITH_TIMEOUT(panel->heading()->text(), QStringLiteral("Candle"), patience);
        QSignalSpy ready(&studio.play->session(), &play::PlaySession::ready);
        studio.play->states().load(1);
        QTRY_VERIFY_WITH_TIMEOUT(!ready.isEmpty(), patience);
        QTest::qWait(1500); // what there is now is known
        QCOMPARE(panel->object(), candle);
        QVERIFY(panel->list()->topLevelItemCount() > 0);
        QVERIFY(objects->isExpanded());
        const QTreeWidgetItem* native = childOf(objects, QStringLiteral("Native"));
        QVERIFY(native != nullptr && native->isExpanded() && native->childCount() > 0);
    }

    /// A save gives other numbers to all behind what was freed: the log says so, and the row that was chosen is the same object's.
    void theChosenObjectStaysChosenThroughASave()
    {
        Studio studio(QStringLiteral("rooms/lantern.roo"));
        studio.play5();
        auto* dock = studio.window->findChild<playing::WorldPanel*>();
        auto* panel = studio.window->findChild<playing::ObjectPanel*>();
        QTreeWidgetItem* found = group(dock->tree(), QStringLiteral("Found"));
        dock->search()->setText(QStringLiteral("aldwin"));
        QTRY_VERIFY_WITH_TIMEOUT(!found->isHidden() && found->child(0)->text(0).contains(QStringLiteral("Keeper")), patience);
        dock->tree()->setCurrentItem(found->child(0));
        const qint64 before = found->child(0)->data(0, Qt::UserRole).toLongLong();
        QTRY_VERIFY_WITH_TIMEOUT(panel->object() == before, patience);
        // What such a number is stands on it.
        const auto explains = [](const QString& tip) { return tip.contains(QStringLiteral("Saving the world may give it another number")); };
        QVERIFY(explains(panel->findChild<QLabel*>(QStringLiteral("play.object.owner"))->toolTip()));
        QTRY_VERIFY_WITH_TIMEOUT(!panel->list()->findItems(QStringLiteral("poOwner"), Qt::MatchExactly).isEmpty(), patience);
        QVERIFY(explains(panel->list()->findItems(QStringLiteral("poOwner"), Qt::MatchExactly).first()->toolTip(1)));
        QStringList said;
        connect(&studio.play->session(), &play::PlaySession::said, this, [&said](const play::PlayLine& line) { said << line.text; });
        const qint64 gone = firstOf(studio, "Loaf");
        QVERIFY(gone > 0 && gone < before);
        QVERIFY(ask(studio, {{"do", "admin"}, {"command", "send object " + std::to_string(gone) + " Delete"}}).is_object());
        studio.play->states().save(1);
        QTRY_VERIFY_WITH_TIMEOUT(said.contains(QStringLiteral("State 1 is saved. Objects were numbered anew.")), patience);
        QTRY_VERIFY_WITH_TIMEOUT(panel->object() > 0 && panel->object() != before, patience);
        QTRY_VERIFY_WITH_TIMEOUT(found->child(0)->data(0, Qt::UserRole).toLongLong() == panel->object(), patience);
        QVERIFY(dock->tree()->currentItem() == found->child(0));
        for (int i = 0; i < panel->list()->topLevelItemCount(); ++i)
            QVERIFY2(!panel->list()->topLevelItem(i)->toolTip(1).startsWith(QLatin1String("was ")), qPrintable(panel->list()->topLevelItem(i)->text(0)));
    }

    void theWorldDockFindsByNumberClassAndName()
    {
        Studio studio(QStringLiteral("rooms/lantern.roo"));
        studio.play5();
        auto* dock = studio.window->findChild<playing::WorldPanel*>();
        auto* panel = studio.window->findChild<playing::ObjectPanel*>();
        QTreeWidgetItem* found = group(dock->tree(), QStringLiteral("Found"));
        QVERIFY(found->isHidden());
        const qint64 candle = firstOf(studio, "Candle");
        QVERIFY(candle > 0);
        const auto isTheCandle = [&] {
            return !found->isHidden() && found->childCount() == 1 && found->child(0)->data(0, Qt::UserRole).toLongLong() == candle &&
                   found->child(0)->text(0) == QStringLiteral("a candle \u00b7 Candle") && found->child(0)->text(1) == QStringLiteral("#%1").arg(candle);
        };
        for (const char* form : {"#%1", "%1", "OBJECT %1", "object %1"}) {
            panel->show(0);
            dock->search()->setText(QString::fromLatin1(form).arg(candle));
            QTRY_VERIFY2_WITH_TIMEOUT(isTheCandle(), form, patience);
            QVERIFY(dock->tree()->currentItem() == found->child(0));
            QTRY_COMPARE(panel->object(), candle);
            dock->search()->clear();
            QTRY_VERIFY(found->isHidden());
        }
        dock->search()->setText(QStringLiteral("#99999999"));
        QTRY_VERIFY_WITH_TIMEOUT(!found->isHidden() && found->child(0)->text(0).contains(QStringLiteral("99999999")), patience);
        const auto finds = [&](const char* words, const char* row) {
            dock->search()->setText(QString::fromUtf8(words));
            return QTest::qWaitFor([&] { return childOf(found, QString::fromUtf8(row)) != nullptr; }, patience);
        };
        QVERIFY(finds("candle", "a candle \u00b7 Candle")); // a class
        QVERIFY(finds("cand", "a candle \u00b7 Candle"));   // a part of it
        QVERIFY(finds("loaf of", "a loaf of bread \u00b7 Loaf")); // what players call it
        QVERIFY(finds("Shopkeeper", "Aldwin the innkeeper \u00b7 Keeper")); // a class above
        QVERIFY(finds("hopkee", "Aldwin the innkeeper \u00b7 Keeper"));     // a part of that
        QVERIFY(finds("nothing of that", "Nothing has this name or class"));
    }
};

QTEST_MAIN(TestWorldDock)
#include "tst_world_dock.moc"
