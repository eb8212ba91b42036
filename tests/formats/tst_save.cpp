// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/save/game.h"
#include "tests/support/shared_data.h"

#include <QTest>

using namespace blak;
using namespace blak::save;
using bof::Tag;

namespace {

Game smallGame(Flavour flavour)
{
    Game game;
    game.flavour = flavour;
    game.classes = {{4, "System", {"plUsers", "piHour"}}, {10001, "Object", {}}};
    game.resources = {{20001, "stone_rsc"}};
    game.builtIns = {{0, 0}};
    if (flavour == Flavour::Extended)
        game.builtIns.push_back({1, 1});
    game.objects = {{0, 4, {{Tag::List, 0}, {Tag::Int, -5}}}, {1, 10001, {}}};
    game.listNodes = {{{Tag::Object, 1}, {Tag::Nil, 0}}};
    if (flavour == Flavour::Extended)
        game.tables = {{73, {{{Tag::Int, 1}, {Tag::String, 0}}}}};
    game.timers = {{0, 1, "Tick", 1500}};
    game.users = {{1, 1}};
    return game;
}

} // namespace

class TestSave : public QObject
{
    Q_OBJECT

private slots:
    void everyFlavourIsKept()
    {
        for (const Flavour flavour : {Flavour::Original, Flavour::Extended, Flavour::Wide}) {
            const Game game = smallGame(flavour);
            const auto result = readGame(write(game), "gameuser.1");
            QVERIFY2(result, result ? "" : result.error().text().c_str());
            QCOMPARE(result.value(), game);
        }
    }

    void wideValuesKeepSixtyBits()
    {
        Game game = smallGame(Flavour::Wide);
        game.objects[0].properties[1] = {Tag::Int, -(std::int64_t{1} << 58)};
        const auto result = readGame(write(game), "gameuser.1");
        QVERIFY(result);
        QCOMPARE(result.value().objects[0].properties[1].data, -(std::int64_t{1} << 58));
    }

    void recordsOutOfOrderAreRefused()
    {
        auto bytes = write(smallGame(Flavour::Original));
        bytes.push_back(std::byte{2});
        const auto result = readGame(bytes, "gameuser.1");
        QVERIFY(!result);
        QVERIFY(result.error().what.starts_with("a record of kind 2 after records that follow it"));
    }

    /// Only open105 has tables; their entries without a head made a save that nothing could read.
    void otherFlavoursHaveNoTables()
    {
        for (const Flavour flavour : {Flavour::Original, Flavour::Wide}) {
            Game game = smallGame(flavour);
            const auto without = write(game);
            game.tables = smallGame(Flavour::Extended).tables;
            QCOMPARE(write(game), without);
        }
        Game bare = smallGame(Flavour::Original);
        bare.timers.clear();
        bare.users.clear();
        auto bytes = write(bare);
        for (const int byte : {8, 0, 0, 0, 0})
            bytes.push_back(static_cast<std::byte>(byte));
        const auto result = readGame(bytes, "gameuser.1");
        QVERIFY(!result);
        QVERIFY2(result.error().what.find("only open105 has tables; found 8") != std::string::npos, result.error().what.c_str());
    }

    void anUnknownRecordIsNamed()
    {
        auto bytes = write(smallGame(Flavour::Original));
        bytes.push_back(std::byte{99});
        const auto result = readGame(bytes, "gameuser.1");
        QVERIFY(!result);
        QCOMPARE(result.error().what, std::string("expected a record of kind 1 to 8, found 99"));
    }

    void stringsAndResourcesAreKept()
    {
        const Strings strings{{{0, "one"}, {5, std::string("a\0b", 3)}}};
        const auto read1 = readStrings(write(strings), "striings.1");
        QVERIFY(read1);
        QCOMPARE(read1.value(), strings);
        const DynamicResources resources{{{1000000, 0, "name"}}};
        const auto read2 = readDynamicResources(write(resources), "dynarscs.1");
        QVERIFY(read2);
        QCOMPARE(read2.value(), resources);
    }

    void everyTruncationIsRefused()
    {
        const auto strings = write(Strings{{{0, "one"}, {5, "two"}}});
        for (std::size_t size = 0; size < strings.size(); ++size)
            QVERIFY(!readStrings(std::span(strings).first(size), "cut"));
    }

    void realSavesAreIdentical()
    {
        BLAK_NEED_SHARED(dir, "corpus/save");
        int count = 0;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(dir)) {
            const std::string name = entry.path().filename().string();
            if (!entry.is_regular_file())
                continue;
            const auto bytes = test::bytesOf(entry.path());
            if (name.starts_with("gameuser.")) {
                const auto result = readGame(bytes, name);
                QVERIFY2(result, result ? "" : result.error().text().c_str());
                QVERIFY2(write(result.value()) == bytes, entry.path().c_str());
            } else if (name.starts_with("striings.")) {
                const auto result = readStrings(bytes, name);
                QVERIFY2(result, result ? "" : result.error().text().c_str());
                QVERIFY2(write(result.value()) == bytes, entry.path().c_str());
            } else if (name.starts_with("dynarscs.")) {
                const auto result = readDynamicResources(bytes, name);
                QVERIFY2(result, result ? "" : result.error().text().c_str());
                QVERIFY2(write(result.value()) == bytes, entry.path().c_str());
            } else {
                continue;
            }
            ++count;
        }
        QCOMPARE(count, 6);
    }
};

QTEST_APPLESS_MAIN(TestSave)
#include "tst_save.moc"
