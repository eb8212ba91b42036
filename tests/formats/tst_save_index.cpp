// SPDX-License-Identifier: GPL-3.0-or-later
// Looking into saves, with lists as only a broken or hostile save has them.
#include "formats/save/compare.h"
#include "formats/save/consistency.h"

#include <QTest>

using namespace blak;
using namespace blak::save;
using bof::Tag;

namespace {

/// One object of one property that holds this value.
SaveSet holding(const Value& value, std::vector<ListNode> nodes = {}, std::vector<Table> tables = {})
{
    SaveSet set;
    set.game.flavour = Flavour::Extended;
    set.game.classes = {{1, "Box", {"plHeld"}}};
    set.game.objects = {{1, 1, {value}}};
    set.game.listNodes = std::move(nodes);
    set.game.tables = std::move(tables);
    return set;
}

constexpr Value nil{Tag::Nil, 0};
constexpr Value list(std::int64_t node) { return {Tag::List, node}; }
constexpr Value number(std::int64_t value) { return {Tag::Int, value}; }

/// Node i holds node i + 1 twice: 2^count ways, count nodes.
std::vector<ListNode> doubling(std::size_t count)
{
    std::vector<ListNode> nodes;
    for (std::size_t i = 0; i + 1 < count; ++i)
        nodes.push_back({list(static_cast<std::int64_t>(i + 1)), list(static_cast<std::int64_t>(i + 1))});
    nodes.push_back({{Tag::Object, 1}, nil});
    return nodes;
}

} // namespace

class TestSaveIndex : public QObject
{
    Q_OBJECT

private slots:
    void valuesAreDescribed()
    {
        SaveSet set = holding(list(0), {{number(-3), list(1)}, {{Tag::Object, 9}, {Tag::Int, 4}}},
                              {{73, {{number(1), list(1)}, {{Tag::Resource, 1000000}, nil}}}});
        set.strings = Strings{{{0, "a \"text\""}}};
        set.dynamicResources = DynamicResources{{{1000000, 0, "Ada"}}};
        const GameIndex index(set);
        QCOMPARE(index.describe(list(0)), std::string("[-3, OBJECT 9 (missing) . 4]"));
        QCOMPARE(index.describe({Tag::Tag13, 0}), std::string("{1: [OBJECT 9 (missing) . 4], RESOURCE 1000000 \"Ada\": $}"));
        QCOMPARE(index.describe({Tag::Tag13, 5}), std::string("TABLE 5"));
        QCOMPARE(index.describe({Tag::String, 0}), std::string("\"a \"text\"\""));
        QCOMPARE(index.describe({Tag::Timer, 3}), std::string("TIMER 3"));
        QCOMPARE(index.describe({Tag::Class, 1}), std::string("CLASS Box"));
        QCOMPARE(index.describe(list(0), 1), std::string("[-3, ...]"));
        QCOMPARE(index.propertyName(1, 1), std::string("plHeld"));
        QCOMPARE(index.propertyName(1, 2), std::string("property 2"));
        QCOMPARE(index.className(44), std::string("class 44"));
    }

    void listsThatHoldThemselvesEnd()
    {
        const SaveSet set = holding(list(0), {{list(0), list(0)}});
        const GameIndex index(set);
        QVERIFY(index.describe(list(0)).size() < 2000);
        QVERIFY(compare(index, index).empty());
        QCOMPARE(index.referencesTo(1).size(), std::size_t{0});
        QCOMPARE(checkConsistency(index).count, std::size_t{0});
    }

    void sharedListsAreLookedAtOnce()
    {
        const SaveSet set = holding(list(0), doubling(5000));
        const GameIndex index(set);
        const auto references = index.referencesTo(1);
        QCOMPARE(references.size(), std::size_t{1});
        QVERIFY(references[0].isWithinList && references[0].property == 1);
        SaveSet other = set;
        other.game.listNodes.back().first = number(7); // at the bottom of all
        const GameIndex otherIndex(other);
        QVERIFY(compare(index, index).empty());
        const auto differences = compare(index, otherIndex);
        QCOMPARE(differences.size(), std::size_t{1});
        QCOMPARE(differences[0].property, std::string("plHeld"));
    }

    void longListsAreNoRecursion()
    {
        std::vector<ListNode> nodes;
        constexpr std::int64_t count = 1'000'000;
        for (std::int64_t i = 0; i < count; ++i)
            nodes.push_back({number(i), i + 1 < count ? list(i + 1) : nil});
        const SaveSet set = holding(list(0), std::move(nodes));
        const GameIndex index(set);
        QVERIFY(compare(index, index).empty());
        QVERIFY(index.describe(list(0), 3).starts_with("[0, 1, 2, ..."));
    }

    void changedClassesAreComparedByName()
    {
        SaveSet before = holding(number(1)), after = holding(number(1));
        before.game.classes = {{1, "Box", {"piOld", "piSame"}}};
        before.game.objects = {{1, 1, {number(1), number(2)}}};
        after.game.classes = {{8, "Box", {"piSame", "piNew"}}};
        after.game.objects = {{1, 8, {number(2), number(3)}}};
        const auto differences = compare(GameIndex(before), GameIndex(after));
        QCOMPARE(differences.size(), std::size_t{3});
        QVERIFY(differences[0].subject == Difference::Subject::Class && differences[0].before == "piOld piSame");
        QVERIFY(differences[1].property == "piNew" && differences[1].change == Change::Added && differences[1].after == "3");
        QVERIFY(differences[2].property == "piOld" && differences[2].change == Change::Removed && differences[2].before == "1");
        after.game.classes[0].name = "Chest"; // another object under the same number
        const auto others = compare(GameIndex(before), GameIndex(after));
        QVERIFY(others.back().property == "class" && others.back().after == "Chest");
    }

    void faultsAreCountedBeyondTheLimit()
    {
        std::vector<ListNode> nodes(50, {{Tag::Object, 77}, nil});
        const SaveSet set = holding(nil, std::move(nodes));
        const Consistency consistency = checkConsistency(GameIndex(set), 10);
        QCOMPARE(consistency.count, std::size_t{50});
        QCOMPARE(consistency.faults.size(), std::size_t{10});
    }
};

QTEST_APPLESS_MAIN(TestSaveIndex)
#include "tst_save_index.moc"
