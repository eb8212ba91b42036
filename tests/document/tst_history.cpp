// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/document/changes.h"
#include "formats/document/history.h"
#include "formats/document/property_edit.h"
#include "formats/roo/room_properties.h"

#include <QTest>

#include <array>
#include <random>

using namespace blak;
using namespace blak::document;

namespace {

using List = std::vector<int>;

void append(History& history, List& list, int value)
{
    Transaction transaction(history, "append " + std::to_string(value));
    insert(history, list, list.size(), {value});
    transaction.commit();
}

/// A random edit of the list, possibly with nested transactions of which some are rolled back.
void editAtRandom(History& history, List& list, std::mt19937& random, int depth)
{
    for (unsigned steps = random() % 4; steps > 0; --steps) {
        const std::size_t at = list.empty() ? 0 : random() % (list.size() + 1);
        const std::size_t room = list.size() - at;
        switch (random() % 4) {
        case 0: insert(history, list, at, List(random() % 4, static_cast<int>(random() % 1000))); break;
        case 1: erase(history, list, at, room == 0 ? 0 : random() % (room + 1)); break;
        case 2:
            if (room > 0)
                replace(history, list, at, static_cast<int>(random() % 1000));
            break;
        default:
            if (depth < 3) {
                Transaction inner(history, "inner");
                editAtRandom(history, list, random, depth + 1);
                if (random() % 2 == 0)
                    inner.commit();
            }
        }
    }
}

} // namespace

class TestHistory : public QObject
{
    Q_OBJECT

private slots:
    void stepsAreUndoneAndRedoneByName()
    {
        History history;
        List list;
        QVERIFY(!history.undo() && !history.redo());
        append(history, list, 1);
        append(history, list, 2);
        QCOMPARE(history.undoName(), std::string_view("append 2"));
        QVERIFY(history.undo());
        QCOMPARE(list, List{1});
        QCOMPARE(history.redoName(), std::string_view("append 2"));
        QVERIFY(history.redo());
        QCOMPARE(list, (List{1, 2}));
        QVERIFY(!history.canRedo());
        history.moveTo(0);
        QVERIFY(list.empty());
        history.moveTo(99);
        QCOMPARE(list, (List{1, 2}));
    }

    void aNewStepForgetsWhatWasUndone()
    {
        History history;
        List list;
        append(history, list, 1);
        append(history, list, 2);
        history.undo();
        append(history, list, 3);
        QVERIFY(!history.canRedo());
        QCOMPARE(list, (List{1, 3}));
        QCOMPARE(history.size(), std::size_t{2});
    }

    void anUncommittedTransactionLeavesNothing()
    {
        History history;
        List list{7};
        {
            const Transaction transaction(history, "lost");
            insert(history, list, 1, {8, 9});
            QVERIFY(!history.canUndo());
            QVERIFY(!history.isSaved());
        }
        QCOMPARE(list, List{7});
        QVERIFY(history.isSaved());
        QCOMPARE(history.size(), std::size_t{0});
        Transaction(history, "empty").commit();
        QCOMPARE(history.size(), std::size_t{0});
    }

    void anInnerTransactionIsRolledBackAlone()
    {
        History history;
        List list;
        Transaction outer(history, "outer");
        insert(history, list, 0, {1});
        {
            Transaction inner(history, "kept");
            insert(history, list, 1, {2});
            inner.commit();
        }
        {
            const Transaction inner(history, "rolled back");
            insert(history, list, 0, {3});
        }
        outer.commit();
        QCOMPARE(list, (List{1, 2}));
        QCOMPARE(history.size(), std::size_t{1});
        QCOMPARE(history.undoName(), std::string_view("outer"));
        history.undo();
        QVERIFY(list.empty());
    }

    void theSavedStateIsFoundAgain()
    {
        History history;
        List list;
        QVERIFY(history.isSaved());
        append(history, list, 1);
        QVERIFY(!history.isSaved());
        history.markSaved();
        append(history, list, 2);
        QVERIFY(!history.isSaved());
        history.undo();
        QVERIFY(history.isSaved());
        history.undo();
        QVERIFY(!history.isSaved());
        append(history, list, 3); // the saved state can never come back
        history.undo();
        QVERIFY(!history.isSaved());
    }

    void stepsOfOneKeyBecomeOne()
    {
        History history;
        int value = 0;
        const auto drag = [&](int to, std::uint64_t key) {
            Transaction transaction(history, "drag");
            assign(history, value, to);
            transaction.commit(key);
        };
        drag(1, 5);
        const std::size_t memory = history.memory();
        for (int to = 2; to < 100; ++to)
            drag(to, 5);
        QCOMPARE(history.size(), std::size_t{1});
        QCOMPARE(history.memory(), memory);
        history.undo();
        QCOMPARE(value, 0);
        history.redo();
        QCOMPARE(value, 99);
        drag(100, 6);
        drag(101, 0);
        drag(102, 0);
        QCOMPARE(history.size(), std::size_t{4});
        drag(103, 7);
        history.markSaved();
        drag(104, 7);
        QCOMPARE(history.size(), std::size_t{6});
        history.undo();
        QVERIFY(history.isSaved());
    }

    void theOldestStepsGoWhenMemoryIsShort()
    {
        History history(20'000);
        List list;
        for (int i = 0; i < 50; ++i) {
            Transaction transaction(history, "large");
            insert(history, list, 0, List(1000, i));
            transaction.commit();
            history.undo(); // now the change holds the elements
            history.redo();
        }
        // What was inserted is in the list, so nothing is held; erasing holds 4000 bytes a step.
        while (!list.empty()) {
            Transaction transaction(history, "erase");
            erase(history, list, 0, 1000);
            transaction.commit();
            QVERIFY(history.memory() <= history.memoryLimit());
        }
        QVERIFY(history.size() >= 1 && history.size() < 50);
        const List empty = list;
        history.moveTo(0);
        history.moveTo(history.size());
        QCOMPARE(list, empty);
        history.setMemoryLimit(0);
        QCOMPARE(history.size(), std::size_t{1});
        QVERIFY(history.undo());
        QCOMPARE(list.size(), std::size_t{1000});
    }

    void randomEditsAreUndoneToTheStart()
    {
        for (unsigned seed = 1; seed <= 40; ++seed) {
            std::mt19937 random(seed);
            History history;
            const List start{1, 2, 3, 4, 5};
            List list = start;
            std::vector<List> states{start}; // by position
            for (int i = 0; i < 100; ++i) {
                Transaction transaction(history, "edit");
                editAtRandom(history, list, random, 0);
                if (random() % 5 == 0)
                    continue; // rolled back
                transaction.commit(random() % 3);
                states.resize(history.position() + 1);
                states.back() = list;
                if (random() % 10 == 0 && history.undo())
                    QCOMPARE(list, states[history.position()]);
            }
            QVERIFY(history.size() > 20);
            history.moveTo(0);
            QCOMPARE(list, start);
            states.resize(history.size() + 1);
            history.moveTo(history.size());
            states.back() = list;
            for (int i = 0; i < 50; ++i) {
                const std::size_t p = random() % (history.size() + 1);
                history.moveTo(p);
                QCOMPARE(list, states[p]);
            }
        }
    }

    void oneSetPropertyIsOneStep()
    {
        using namespace blak::roo;
        History history;
        std::vector<Sector> sectors(5);
        sectors[2].floorHeight = 64;
        const std::vector<Sector> before = sectors;
        const auto& table = sectorProperties();
        const std::array<std::size_t, 3> which{0, 2, 4};
        QVERIFY(editProperty(history, sectors, which, table, *table.find("heightfloor"), std::int64_t{64}));
        QCOMPARE(history.undoName(), std::string_view("Set Height"));
        QCOMPARE(sectors[4].floorHeight, std::uint16_t{64});
        history.undo();
        QCOMPARE(sectors, before);
        // One that fails leaves all as they were: only sector 0 has a slope.
        sectors[0].floorSlope.emplace();
        const std::vector<Sector> sloped = sectors;
        QVERIFY(!editProperty(history, sectors, which, table, *table.find("floorslope_z1"), std::int64_t{9}));
        QCOMPARE(sectors, sloped);
        // A slider over many records keeps one step and its memory.
        for (std::int64_t light = 0; light < 100; ++light)
            QVERIFY(editProperty(history, sectors, which, table, *table.find("lightlevel"), light + 1, 42));
        QCOMPARE(history.size(), std::size_t{1});
        QVERIFY(history.memory() < 2000);
        history.undo();
        QCOMPARE(sectors, sloped);
    }
};

QTEST_APPLESS_MAIN(TestHistory)
#include "tst_history.moc"
