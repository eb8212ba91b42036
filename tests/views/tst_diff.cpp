// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/file_io.h"
#include "studio/views/diff/room_diff.h"
#include "studio/views/diff/save_diff.h"
#include "studio/views/diff/sprite_diff.h"
#include "studio/views/diff/table_diff.h"
#include "tests/support/shared_data.h"

#include <QTest>

#include <algorithm>
#include <random>

using namespace blak;
using namespace blak::diff;

namespace {

/// A square room with a wall in the middle: four outer lines, sector 0.
roo::Room squareRoom()
{
    roo::Room room;
    room.sectors.resize(2);
    room.sectors[0].floorHeight = 16;
    room.sectors[1].userId = 5;
    const auto line = [&room](int x0, int y0, int x1, int y1, std::uint16_t texture, int sector) {
        room.sidedefs.push_back({});
        room.sidedefs.back().normalTexture = texture;
        roo::Linedef one;
        one.plusSide = static_cast<std::uint16_t>(room.sidedefs.size());
        one.plusSector = static_cast<std::int16_t>(sector);
        one.x0 = static_cast<std::int16_t>(x0);
        one.y0 = static_cast<std::int16_t>(y0);
        one.x1 = static_cast<std::int16_t>(x1);
        one.y1 = static_cast<std::int16_t>(y1);
        room.linedefs.push_back(one);
    };
    line(0, 0, 0, 512, 101, 0);
    line(0, 512, 512, 512, 102, 0);
    line(512, 512, 512, 0, 103, 1);
    line(512, 0, 0, 0, 104, 1);
    room.things.resize(2);
    room.things[1].x = 512;
    return room;
}

Differences compare(const roo::Room& left, const roo::Room& right) { return compareRooms(left, right, matchRooms(left, right)); }

save::Game smallGame()
{
    save::Game game;
    game.classes = {{1, "Room", {"plActive"}}, {2, "Lantern", {"piOil", "poOwner", "plNotes"}}};
    game.resources = {{7, "lantern_name"}};
    game.objects = {{0, 1, {{bof::Tag::List, 0}}},
                    {1, 2, {{bof::Tag::Int, 20}, {bof::Tag::Object, 0}, {bof::Tag::Nil, 0}}},
                    {2, 2, {{bof::Tag::Int, 30}, {bof::Tag::Object, 0}, {bof::Tag::Nil, 0}}}};
    game.listNodes = {{{bof::Tag::Object, 1}, {bof::Tag::List, 1}}, {{bof::Tag::Object, 2}, {bof::Tag::Nil, 0}}};
    game.timers = {{4, 1, "Burn", 1000}};
    game.users = {{3, 2}};
    return game;
}

} // namespace

class TestDiff : public QObject
{
    Q_OBJECT

private slots:
    void equalRoomsDoNotDiffer() { QVERIFY(compare(squareRoom(), squareRoom()).empty()); }

    void anInsertedLineMarksNoOther()
    {
        const roo::Room left = squareRoom();
        roo::Room right = left;
        roo::Linedef fresh = left.linedefs[0];
        fresh.x0 = 100;
        fresh.y0 = 100;
        fresh.x1 = 200;
        fresh.y1 = 100;
        right.linedefs.insert(right.linedefs.begin() + 1, fresh);
        const Differences all = compare(left, right);
        QCOMPARE(all.size(), std::size_t{1});
        QCOMPARE(all[0].change, Change::Added);
        QCOMPARE(all[0].rightIndex, 1);
        QCOMPARE(all[0].place, std::string("Line 1"));
    }

    void aTextureAHeightAndAMovedEndAreNamed()
    {
        const roo::Room left = squareRoom();
        roo::Room right = left;
        right.sidedefs[2].normalTexture = 777;
        right.sectors[0].floorHeight = 48;
        right.linedefs[1].x1 = 640;
        right.things[1].y = 64;
        const Differences all = compare(left, right);
        const auto has = [&all](const char* place, const char* field, const char* before, const char* after) {
            return std::any_of(all.begin(), all.end(), [&](const Difference& one) {
                return one.place == place && one.field == field && one.left == before && one.right == after;
            });
        };
        QCOMPARE(all.size(), std::size_t{4});
        QVERIFY(has("Line 2", "+ normal texture", "103", "777"));
        QVERIFY(has("Line 1", "end", "512, 512", "640, 512"));
        QVERIFY(has("Sector 0", "floor height", "16", "48"));
        QVERIFY(has("Thing 1", "place", "512, 0", "512, 64"));
    }

    /// What somebody did comes first, what follows from it last; grids with as many free squares say how many differ.
    void byproductsComeLastAndSayHowMuchDiffers()
    {
        roo::Room left = squareRoom();
        left.server.emplace();
        for (roo::Grid<std::uint8_t>* grid : {&left.server->move, &left.server->flags}) {
            grid->rows = grid->columns = 2;
            grid->cells = {1, 0, 1, 1};
        }
        roo::Room right = left;
        right.server->move.cells = {0, 1, 1, 1};
        right.security = 5;
        right.nodes.resize(3);
        right.width = 99;
        right.things[1].y = 64;
        const Differences all = compare(left, right);
        std::vector<std::string> fields;
        for (const Difference& one : all)
            fields.push_back(one.field);
        QCOMPARE(fields, (std::vector<std::string>{"width", "place", "security", "BSP tree", "move grids"}));
        QCOMPARE(all.back().left, std::string("2 x 2, 3 free"));
        QCOMPARE(all.back().right, std::string("2 x 2, 3 free; 2 squares differ"));
        QCOMPARE(all.back().leftIndex, -1);
        left.nodes = right.nodes;
        right.nodes[1].sector = 7;
        const Differences trees = compare(left, right);
        const auto tree = std::ranges::find(trees, "BSP tree", &Difference::field);
        QVERIFY(tree != trees.end());
        QCOMPARE(tree->right, tree->left + "; 1 node and 0 walls are others");
    }

    void renumberedSectorsAreTheSame()
    {
        const roo::Room left = squareRoom();
        roo::Room right = left;
        std::swap(right.sectors[0], right.sectors[1]);
        for (roo::Linedef& line : right.linedefs)
            line.plusSector = static_cast<std::int16_t>(1 - line.plusSector);
        QVERIFY(compare(left, right).empty());
    }

    void aTurnedLineKeepsItsSides()
    {
        const roo::Room left = squareRoom();
        roo::Room right = left;
        roo::Linedef& line = right.linedefs[0];
        std::swap(line.x0, line.x1);
        std::swap(line.y0, line.y1);
        std::swap(line.plusSide, line.minusSide);
        std::swap(line.plusSector, line.minusSector);
        const Differences all = compare(left, right);
        QCOMPARE(all.size(), std::size_t{1});
        QCOMPARE(all[0].field, std::string("direction"));
    }

    void realRoomsDifferFromTheirChangedCopiesOnlyThere()
    {
        BLAK_NEED_SHARED(rooms, "corpus/roo");
        int seen = 0;
        for (const auto& file : test::filesBelow(rooms, ".roo")) {
            const auto bytes = readFile(file);
            auto room = roo::read(bytes.value(), file.filename().string());
            if (!room || room.value().linedefs.size() < 4 || room.value().sectors.empty())
                continue;
            roo::Room changed = room.value();
            QVERIFY(compare(room.value(), changed).empty());
            changed.linedefs.erase(changed.linedefs.begin());
            changed.sectors.back().light = static_cast<std::uint8_t>(changed.sectors.back().light + 1);
            const Differences all = compare(room.value(), changed);
            QVERIFY2(all.size() == 2, file.filename().c_str());
            QCOMPARE(all[0].change, Change::Removed);
            QCOMPARE(all[1].field, std::string("light"));
            ++seen;
        }
        QVERIFY(seen > 30);
    }

    void aFrameThatWasPutInMarksNoOther()
    {
        bgf::Sprite left;
        const auto frame = [](std::uint8_t colour) { return bgf::encode(4, 3, std::vector<std::uint8_t>(12, colour)); };
        left.bitmaps = {frame(1), frame(2), frame(3)};
        left.groups = {{0}, {1, 2}};
        bgf::Sprite right = left;
        right.bitmaps.insert(right.bitmaps.begin() + 1, frame(9));
        right.groups = {{0}, {2, 3}};
        SpriteDifference result = compareSprites(left, right);
        QCOMPARE(result.list.size(), std::size_t{1});
        QCOMPARE(result.list[0].change, Change::Added);
        QCOMPARE(result.list[0].place, std::string("Frame 1"));
        QCOMPARE(result.frames.size(), std::size_t{4});

        right.bitmaps[3].xOffset = 5; // its number is another one in the right sprite, and groups count from one
        right.groups.push_back({1});
        result = compareSprites(left, right);
        QCOMPARE(result.list.size(), std::size_t{3});
        QCOMPARE(result.list[1].place, std::string("Frame 2 \u2192 3"));
        QCOMPARE(result.list[2].place, std::string("Group 3"));

        right = left;
        right.bitmaps[2].hotspots = {{5, 1, 2}};
        right.bitmaps[1] = bgf::encode(4, 3, std::vector<std::uint8_t>{2, 2, 2, 2, 7, 2, 2, 2, 2, 2, 2, 2});
        result = compareSprites(left, right);
        QCOMPARE(result.list.size(), std::size_t{2});
        QCOMPARE(result.frames[1].pixels, std::size_t{1});
        QCOMPARE(result.list[1].field, std::string("hotspot 5"));
    }

    /// What is see-through is like what is not there; only what is seen on one side at least can differ.
    void nothingIsLikeSeeThrough()
    {
        constexpr std::uint8_t none = bgf::transparentIndex;
        bgf::Sprite left;
        left.bitmaps = {bgf::encode(3, 2, std::vector<std::uint8_t>{none, 5, none, none, 6, none})};
        left.groups = {{0}};
        bgf::Sprite right = left;
        right.bitmaps = {bgf::encode(4, 3, std::vector<std::uint8_t>{none, 5, none, none, none, 6, none, none, none, none, none, none})};
        SpriteDifference result = compareSprites(left, right);
        QCOMPARE(result.list.size(), std::size_t{1});
        QCOMPARE(result.list[0].field, std::string("size"));
        QCOMPARE(result.frames[0].pixels, std::size_t{0});
        QVERIFY(!result.frames[0].same);
        QVERIFY(comparePixels(left, right, result.frames[0]).places.empty());

        right.bitmaps = {bgf::encode(4, 3, std::vector<std::uint8_t>{none, none, none, none, none, 6, none, none, none, none, none, 9})};
        result = compareSprites(left, right);
        QCOMPARE(result.frames[0].pixels, std::size_t{2});
        using Places = std::vector<PixelDifference::Place>;
        QCOMPARE(comparePixels(left, right, result.frames[0]).places, (Places{{1, 0}, {3, 2}}));
        QCOMPARE(comparePixels(left, right, {-1, 0}).places, (Places{{1, 1}, {3, 2}}));
    }

    /// Against the plain way, over pictures of any sizes.
    void pixelsDifferWhereAPlainLookSaysSo()
    {
        std::mt19937 random(11);
        const auto below = [&random](unsigned count) { return static_cast<int>(random() % count); };
        for (int round = 0; round < 300; ++round) {
            const auto make = [&] {
                bgf::Sprite sprite;
                const int width = 1 + below(7), height = 1 + below(7);
                std::vector<std::uint8_t> pixels(static_cast<std::size_t>(width * height));
                for (std::uint8_t& one : pixels)
                    one = static_cast<std::uint8_t>(below(3) == 0 ? 7 : bgf::transparentIndex);
                sprite.bitmaps = {bgf::encode(width, height, pixels)};
                return sprite;
            };
            const bgf::Sprite left = make(), right = make();
            const auto seen = [](const bgf::Sprite& sprite, int x, int y) {
                const bgf::Bitmap& bitmap = sprite.bitmaps[0];
                return x < bitmap.width && y < bitmap.height && bgf::decode(sprite, bitmap, {}).value()[static_cast<std::size_t>(y * bitmap.width + x)] == 7;
            };
            std::size_t expected = 0;
            for (int y = 0; y < 8; ++y)
                for (int x = 0; x < 8; ++x)
                    expected += seen(left, x, y) != seen(right, x, y) ? 1u : 0u;
            const PixelDifference found = comparePixels(left, right, {0, 0});
            QCOMPARE(found.count, expected);
            QCOMPARE(found.places.size(), expected);
            for (const auto& [x, y] : found.places)
                QVERIFY(seen(left, x, y) != seen(right, x, y));
            QCOMPARE(compareSprites(left, right).frames[0].pixels, expected);
        }
    }

    void savedGamesAreComparedByObjectAndProperty()
    {
        const save::Game left = smallGame();
        QVERIFY(compareGames(left, left).empty());
        save::Game right = left;
        right.objects[1].properties[0].data = 18;
        right.timers[0].remaining = 400;
        const Differences all = compareGames(left, right);
        QCOMPARE(all.size(), std::size_t{2});
        QCOMPARE(all[0].place, std::string("Lantern 1"));
        QCOMPARE(all[0].field, std::string("piOil"));
        QCOMPARE(all[0].left, std::string("20"));
        QCOMPARE(all[0].right, std::string("18"));
        QCOMPARE(all[1].kind, std::string("timer"));
    }

    void listsAreEqualWhenWhatTheyHoldIs()
    {
        const save::Game left = smallGame();
        save::Game right = left;
        right.listNodes = {{{bof::Tag::Nil, 0}, {bof::Tag::Nil, 0}},
                           {{bof::Tag::Object, 2}, {bof::Tag::Nil, 0}},
                           {{bof::Tag::Object, 1}, {bof::Tag::List, 1}}};
        right.objects[0].properties[0].data = 2;
        QVERIFY(compareGames(left, right).empty());
        right.listNodes[1].first = {bof::Tag::Int, 3};
        QCOMPARE(compareGames(left, right).size(), std::size_t{1});
    }

    void objectsWithNewNumbersAreFoundAgain()
    {
        const save::Game left = smallGame();
        save::Game right = left;
        right.objects.erase(right.objects.begin() + 1);
        right.objects[1].id = 1; // the server collected
        right.listNodes = {{{bof::Tag::Object, 1}, {bof::Tag::Nil, 0}}};
        right.timers.clear();
        right.users[0].object = 1;
        const Differences all = compareGames(left, right);
        const auto count = [&all](Change change, const char* kind) {
            return std::count_if(all.begin(), all.end(),
                                 [&](const Difference& one) { return one.change == change && one.kind == kind; });
        };
        QCOMPARE(count(Change::Removed, "object"), 1);
        QCOMPARE(count(Change::Added, "object"), 0);
    }

    void realSavedGamesCompare()
    {
        BLAK_NEED_SHARED(saves, "corpus/save");
        for (const char* file : {"mainline/gameuser.1795203822", "open105/gameuser.1795203827"}) {
            const auto bytes = readFile(saves / file);
            const auto game = save::readGame(bytes.value(), file);
            QVERIFY(static_cast<bool>(game));
            QVERIFY(compareGames(game.value(), game.value()).empty());
            save::Game changed = game.value();
            changed.objects[100].properties[0] = {bof::Tag::Int, 424242};
            const Differences all = compareGames(game.value(), changed);
            QCOMPARE(all.size(), std::size_t{1});
            QCOMPARE(all[0].leftIndex, game.value().objects[100].id);
        }
    }

    void textsAndNamesAreComparedByNumberAndName()
    {
        const rsc::File left{4, {{1, 0, "lamp"}, {2, 0, "oil"}}, 0, 0, {}};
        const rsc::File right{4, {{2, 0, "fine oil"}, {3, 0, "wick"}}, 0, 0, {}};
        const Differences texts = compareResources(left, right);
        QCOMPARE(texts.size(), std::size_t{3});
        QCOMPARE(texts[0].change, Change::Removed);
        QCOMPARE(texts[1].change, Change::Changed);
        QCOMPARE(texts[2].change, Change::Added);

        kodbase::Kodbase before;
        before.classes = {{"Lantern", 10001, 0, {}, {}, {}, {{"piOil", 1}}, {{"Burn", 10002, {{"amount", 10003}}}}}};
        kodbase::Kodbase after = before;
        after.classes[0].messages[0].parameters.clear();
        after.classes[0].properties.push_back({"piWick", 2});
        after.classes[0].id = 10009;
        const Differences names = compareKodbases(before, after);
        QCOMPARE(names.size(), std::size_t{3});
        QVERIFY(std::any_of(names.begin(), names.end(), [](const Difference& one) {
            return one.change == Change::Removed && one.kind == "parameter" && one.field == "amount";
        }));
    }
};

QTEST_APPLESS_MAIN(TestDiff)
#include "tst_diff.moc"
