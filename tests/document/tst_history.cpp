// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/document/changes.h"
#include "formats/document/history.h"
#include "formats/document/property_edit.h"
#include "formats/roo/room_properties.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <random>

using namespace blak;
using namespace blak::document;

namespace {

using List = std::vector<int>;

/// A document of numbers: its parts, and a title.
struct Numbers
{
    Parts<int> parts{"number"};
    std::string title;

    List list() const
    {
        List all;
        for (const PartId id : parts.ids())
            all.push_back(parts.at(id));
        return all;
    }
};

PartId append(History& history, Numbers& numbers, int value)
{
    Transaction transaction(history, "append " + std::to_string(value));
    const PartId id = insert(history, numbers.parts, value);
    transaction.commit();
    return id;
}

/// A random edit, possibly with nested transactions of which some are rolled back.
void editAtRandom(History& history, Numbers& numbers, std::mt19937& random, int depth)
{
    for (auto steps = random() % 6; steps > 0; --steps) {
        const auto ids = numbers.parts.ids();
        const PartId any = ids.empty() ? PartId{0} : ids[random() % ids.size()];
        switch (random() % 6) {
        case 0:
        case 1: insert(history, numbers.parts, static_cast<int>(random() % 1000), random() % (ids.size() + 2)); break;
        case 2:
            if (any != 0)
                erase(history, numbers.parts, any);
            break;
        case 3:
            if (any != 0)
                replace(history, numbers.parts, any, static_cast<int>(random() % 1000));
            break;
        case 4: {
            std::vector<PartId> order(ids.begin(), ids.end());
            std::ranges::shuffle(order, random);
            reorder(history, numbers.parts, std::move(order));
            break;
        }
        default:
            if (depth < 3) {
                Transaction inner(history, "inner");
                editAtRandom(history, numbers, random, depth + 1);
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
        Numbers numbers;
        QVERIFY(!history.undo() && !history.redo());
        append(history, numbers, 1);
        append(history, numbers, 2);
        QCOMPARE(history.undoName(), std::string_view("append 2"));
        QVERIFY(history.undo());
        QCOMPARE(numbers.list(), List{1});
        QCOMPARE(history.redoName(), std::string_view("append 2"));
        QVERIFY(history.redo());
        QCOMPARE(numbers.list(), (List{1, 2}));
        QVERIFY(!history.canRedo());
        history.moveTo(0);
        QVERIFY(numbers.list().empty());
        history.moveTo(99);
        QCOMPARE(numbers.list(), (List{1, 2}));
        history.clear();
        QVERIFY(!history.canUndo());
        QCOMPARE(history.memory(), std::size_t{0});
    }

    void aNewStepForgetsWhatWasUndone()
    {
        History history;
        Numbers numbers;
        append(history, numbers, 1);
        append(history, numbers, 2);
        history.undo();
        append(history, numbers, 3);
        QVERIFY(!history.canRedo());
        QCOMPARE(numbers.list(), (List{1, 3}));
        QCOMPARE(history.size(), std::size_t{2});
    }

    void idsAreNeverUsedAgain()
    {
        History history;
        Numbers numbers;
        const PartId first = append(history, numbers, 1);
        const PartId second = append(history, numbers, 2);
        history.undo();
        const PartId third = append(history, numbers, 3);
        QVERIFY(third != second && third != first);
        QVERIFY(!numbers.parts.contains(second));
        Transaction transaction(history, "erase");
        erase(history, numbers.parts, first);
        transaction.commit();
        append(history, numbers, 4);
        history.moveTo(1);
        QCOMPARE(numbers.parts.at(first), 1); // the same part under the same name, in its place
        QCOMPARE(numbers.list(), List{1});
    }

    void anUncommittedTransactionLeavesNothing()
    {
        History history;
        Numbers numbers;
        numbers.parts.append(7);
        {
            const Transaction transaction(history, "lost");
            insert(history, numbers.parts, 8);
            insert(history, numbers.parts, 9, 0);
            QVERIFY(!history.canUndo());
            QVERIFY(!history.isSaved());
        }
        QCOMPARE(numbers.list(), List{7});
        QVERIFY(history.isSaved());
        QCOMPARE(history.size(), std::size_t{0});
        Transaction(history, "empty").commit();
        QCOMPARE(history.size(), std::size_t{0});
    }

    void whereTheSavedStateIsAmongTheSteps()
    {
        History history;
        Numbers numbers;
        const auto add = [&](int value) {
            Transaction step(history, "add");
            insert(history, numbers.parts, value);
            step.commit();
        };
        QCOMPARE(history.savedPosition(), std::optional<std::size_t>(0));
        add(1);
        add(2);
        QCOMPARE(history.savedPosition(), std::optional<std::size_t>(0));
        history.markSaved();
        QCOMPARE(history.savedPosition(), std::optional<std::size_t>(2));
        add(3);
        QCOMPARE(history.savedPosition(), std::optional<std::size_t>(2));
        history.moveTo(1);
        QCOMPARE(history.savedPosition(), std::optional<std::size_t>(2)); // ahead: by redo
        add(4);
        QCOMPARE(history.savedPosition(), std::optional<std::size_t>()); // on the way that was left
        history.markSaved();
        QCOMPARE(history.savedPosition(), std::optional<std::size_t>(2));
    }

    void whetherAStepOfSeveralDocumentsIsInEffect()
    {
        History history;
        Numbers numbers;
        history.begin("of several");
        insert(history, numbers.parts, 1);
        history.commit(0, 7);
        QVERIFY(history.isInEffect(7) && !history.isInEffect(8));
        history.undo();
        QVERIFY(!history.isInEffect(7));
        history.redo();
        Transaction step(history, "on it");
        insert(history, numbers.parts, 2);
        step.commit();
        QVERIFY(history.isInEffect(7));
    }

    void anInnerTransactionIsRolledBackAlone()
    {
        History history;
        Numbers numbers;
        Transaction outer(history, "outer");
        insert(history, numbers.parts, 1);
        {
            Transaction inner(history, "kept");
            insert(history, numbers.parts, 2);
            inner.commit();
        }
        {
            const Transaction inner(history, "rolled back");
            insert(history, numbers.parts, 3, 0);
        }
        outer.commit();
        QCOMPARE(numbers.list(), (List{1, 2}));
        QCOMPARE(history.size(), std::size_t{1});
        QCOMPARE(history.undoName(), std::string_view("outer"));
        history.undo();
        QVERIFY(numbers.list().empty());
    }

    void whoWantsToKnowIsToldWhatChanged()
    {
        using Kind = HistoryNotice::Kind;
        History history;
        Numbers numbers;
        std::vector<std::string> told;
        auto listener = history.notices().connect([&](const HistoryNotice& notice) {
            std::string line = std::to_string(static_cast<int>(notice.kind));
            if (notice.change != nullptr) {
                const auto* swap = dynamic_cast<const PartSwap<int>*>(notice.change);
                line += ' ' + std::string(notice.change->touched().kind) + std::to_string(notice.change->touched().id);
                line += swap->parts().contains(swap->id()) ? " is" : " is not";
            } else {
                line += ' ' + std::string(notice.name);
            }
            told.push_back(line);
        });
        const auto line = [](Kind kind, const std::string& rest) { return std::to_string(static_cast<int>(kind)) + ' ' + rest; };
        const PartId id = append(history, numbers, 5);
        const std::string part = "number" + std::to_string(id);
        QCOMPARE(told, (std::vector<std::string>{line(Kind::BeforeChange, part + " is not"), line(Kind::AfterChange, part + " is"),
                                                 line(Kind::Committed, "append 5")}));
        told.clear();
        history.undo();
        QCOMPARE(told, (std::vector<std::string>{line(Kind::BeforeChange, part + " is"), line(Kind::AfterChange, part + " is not"),
                                                 line(Kind::Undone, "append 5")}));
        told.clear();
        history.redo();
        QCOMPARE(told.back(), line(Kind::Redone, "append 5"));
        told.clear();
        {
            const Transaction transaction(history, "lost");
            erase(history, numbers.parts, id);
        }
        QCOMPARE(told.back(), line(Kind::RolledBack, ""));
        QCOMPARE(told.size(), std::size_t{5});
        told.clear();
        history.markSaved();
        QCOMPARE(told, std::vector<std::string>{line(Kind::Saved, "")});
        listener.end();
        history.undo();
        QCOMPARE(told.size(), std::size_t{1});
    }

    void listenersComeAndGoWhileTheyAreTold()
    {
        Notifier<int> notifier;
        std::vector<int> heard;
        Connection second;
        Connection later;
        auto first = notifier.connect([&](int value) {
            heard.push_back(value);
            second.end();
            later = notifier.connect([&](int more) { heard.push_back(1000 + more); });
        });
        second = notifier.connect([&](int value) { heard.push_back(100 + value); });
        notifier.tell(1);
        QCOMPARE(heard, std::vector<int>{1});
        first.end();
        notifier.tell(2);
        QCOMPARE(heard, (std::vector<int>{1, 1002}));
        {
            Notifier<int> shortLived;
            second = shortLived.connect([](int) {});
        }
        second.end(); // of a notifier that is gone
    }

    void theSavedStateIsFoundAgain()
    {
        History history;
        Numbers numbers;
        QVERIFY(history.isSaved());
        append(history, numbers, 1);
        QVERIFY(!history.isSaved());
        history.markSaved();
        append(history, numbers, 2);
        QVERIFY(!history.isSaved());
        history.undo();
        QVERIFY(history.isSaved());
        history.undo();
        QVERIFY(!history.isSaved());
        append(history, numbers, 3); // the saved state can never come back
        history.undo();
        QVERIFY(!history.isSaved());
    }

    void stepsOfOneKeyBecomeOne()
    {
        History history;
        Numbers numbers;
        const PartId id = numbers.parts.append(0);
        const auto drag = [&](int to, std::uint64_t key) {
            Transaction transaction(history, "drag");
            replace(history, numbers.parts, id, to);
            transaction.commit(key);
        };
        drag(1, 5);
        const std::size_t memory = history.memory();
        for (int to = 2; to < 100; ++to)
            drag(to, 5);
        QCOMPARE(history.size(), std::size_t{1});
        QCOMPARE(history.memory(), memory);
        history.undo();
        QCOMPARE(numbers.parts.at(id), 0);
        history.redo();
        QCOMPARE(numbers.parts.at(id), 99);
        drag(100, 6);
        drag(101, 0);
        drag(102, 0);
        QCOMPARE(history.size(), std::size_t{4});
        drag(103, 7);
        { // the last name says what came of all of them
            Transaction last(history, "drag to 105");
            replace(history, numbers.parts, id, 105);
            last.commit(7);
        }
        QCOMPARE(history.size(), std::size_t{5});
        QCOMPARE(history.undoName(), std::string_view("drag to 105"));
        history.markSaved();
        drag(104, 7);
        QCOMPARE(history.size(), std::size_t{6});
        history.undo();
        QVERIFY(history.isSaved());
    }

    void membersAreNamedByTheMember()
    {
        History history;
        Numbers numbers;
        for (const char* title : {"o", "one", "one more"}) {
            Transaction transaction(history, "Title");
            assign(history, numbers, &Numbers::title, title, "title");
            transaction.commit(9);
        }
        QCOMPARE(history.size(), std::size_t{1});
        history.undo();
        QVERIFY(numbers.title.empty());
        history.redo();
        QCOMPARE(numbers.title, std::string("one more"));
    }

    void theMemoryOfEachStepIsCounted()
    {
        History history;
        Parts<std::string> pictures("picture");
        const PartId id = pictures.append(std::string(100'000, 'x'));
        {
            Transaction transaction(history, "erase");
            erase(history, pictures, id);
            transaction.commit();
        }
        QVERIFY(history.memory() >= 100'000); // the step holds it now
        QCOMPARE(history.memory(), history.stepMemory(0));
        history.undo();
        QVERIFY(history.memory() < 1'000); // the document has it again
        history.redo();
        QVERIFY(history.memory() >= 100'000);
    }

    void theOldestStepsGoWhenMemoryIsShort()
    {
        History history(20'000);
        Parts<std::string> texts("text");
        std::vector<PartId> ids;
        for (int i = 0; i < 50; ++i)
            ids.push_back(texts.append(std::string(4000, 'x')));
        for (const PartId id : ids) {
            Transaction transaction(history, "erase");
            erase(history, texts, id);
            transaction.commit();
            QVERIFY(history.memory() <= history.memoryLimit());
        }
        QVERIFY(history.size() >= 1 && history.size() < 6);
        history.moveTo(0);
        history.moveTo(history.size());
        QVERIFY(texts.empty());
        history.setMemoryLimit(0);
        QCOMPARE(history.size(), std::size_t{1});
        QVERIFY(history.undo());
        QCOMPARE(texts.size(), std::size_t{1});
        QCOMPARE(texts.ids()[0], ids.back());
    }

    void randomEditsAreUndoneToTheStart()
    {
        for (unsigned seed = 1; seed <= 40; ++seed) {
            std::mt19937 random(seed);
            History history;
            Numbers numbers;
            for (const int value : {1, 2, 3, 4, 5})
                numbers.parts.append(value);
            const List start = numbers.list();
            std::vector<List> states{start}; // by position
            for (int i = 0; i < 100; ++i) {
                Transaction transaction(history, "edit");
                editAtRandom(history, numbers, random, 0);
                if (random() % 5 == 0)
                    continue; // rolled back
                transaction.commit(random() % 3);
                states.resize(history.position() + 1);
                states.back() = numbers.list();
                if (random() % 10 == 0 && history.undo())
                    QCOMPARE(numbers.list(), states[history.position()]);
            }
            QVERIFY(history.size() > 20);
            history.moveTo(0);
            QCOMPARE(numbers.list(), start);
            states.resize(history.size() + 1);
            history.moveTo(history.size());
            states.back() = numbers.list();
            for (int i = 0; i < 50; ++i) {
                const std::size_t p = random() % (history.size() + 1);
                history.moveTo(p);
                QCOMPARE(numbers.list(), states[p]);
            }
        }
    }

    void oneSetPropertyIsOneStep()
    {
        using namespace blak::roo;
        History history;
        Parts<Sector> sectors("sector");
        for (int i = 0; i < 5; ++i)
            sectors.append({});
        const auto all = [&] {
            std::vector<Sector> list;
            for (const PartId id : sectors.ids())
                list.push_back(sectors.at(id));
            return list;
        };
        const auto change = [&](PartId id, auto how) {
            Sector one = sectors.at(id);
            how(one);
            Transaction transaction(history, "set up");
            replace(history, sectors, id, std::move(one));
            transaction.commit();
        };
        change(3, [](Sector& one) { one.floorHeight = 64; });
        const auto before = all();
        const auto& table = sectorProperties();
        const std::array<PartId, 3> which{1, 3, 5};
        QVERIFY(editProperty(history, sectors, which, table, *table.find("heightfloor"), std::int64_t{64}));
        QCOMPARE(history.undoName(), std::string_view("Set Height"));
        QCOMPARE(sectors.at(5).floorHeight, std::uint16_t{64});
        history.undo();
        QCOMPARE(all(), before);
        // One that fails leaves all as they were: only the first sector has a slope; and there is no sector 77.
        change(1, [](Sector& one) { one.floorSlope.emplace(); });
        const auto sloped = all();
        QVERIFY(!editProperty(history, sectors, which, table, *table.find("floorslope_z1"), std::int64_t{9}));
        QVERIFY(!editProperty(history, sectors, std::array<PartId, 2>{1, 77}, table, *table.find("heightfloor"), std::int64_t{9}));
        QCOMPARE(all(), sloped);
        // A slider over many records keeps one step and its memory.
        const std::size_t steps = history.size();
        for (std::int64_t light = 0; light < 100; ++light)
            QVERIFY(editProperty(history, sectors, which, table, *table.find("lightlevel"), light + 1, 42));
        QCOMPARE(history.size(), steps + 1);
        QVERIFY(history.stepMemory(steps) < 2000);
        history.undo();
        QCOMPARE(all(), sloped);
    }
};

QTEST_APPLESS_MAIN(TestHistory)
#include "tst_history.moc"
