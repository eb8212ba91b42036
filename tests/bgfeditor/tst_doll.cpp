// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/bgfcore/doll.h"
#include "client/render/sprite_layout.h"

#include <QTest>

using namespace blak;
using namespace blak::bgfcore;

namespace {

std::vector<std::byte> filled(int width, int height, std::uint8_t index, std::vector<bgf::Hotspot> hotspots, int shrink = 1,
                              int xOffset = 0, int yOffset = 0)
{
    bgf::Sprite sprite;
    sprite.shrink = shrink;
    const std::vector<std::uint8_t> indices(static_cast<std::size_t>(width * height), index);
    bgf::Bitmap bitmap = bgf::encode(width, height, indices);
    bitmap.xOffset = xOffset;
    bitmap.yOffset = yOffset;
    bitmap.hotspots = std::move(hotspots);
    sprite.bitmaps.push_back(bitmap);
    sprite.groups = {{0}};
    sprite.maxIndices = 1;
    return bgf::write(sprite);
}

/// A body of 6 x 8 with a hand and a place under it, a hand of 2 x 2 that holds a blade, a cloak.
class Wardrobe
{
public:
    Wardrobe()
    {
        store.setFile("body.bgf", filled(6, 8, 0x60, {{21, 5, 3}, {-41, 1, 6}}));
        store.setFile("hand.bgf", filled(2, 2, 0x70, {{22, 1, 0}}));
        store.setFile("blade.bgf", filled(1, 4, 0x80, {}, 1, 0, -3));
        store.setFile("cloak.bgf", filled(8, 4, 0x90, {}, 1, -2, -1));
    }
    render::AssetStore store{std::vector<std::filesystem::path>{}};
};

Doll knight() { return {"body.bgf", 0, 0, {{"hand.bgf", 21, 0, 0}, {"blade.bgf", 22, 0, 0}, {"cloak.bgf", 41, 0, 0}}}; }

} // namespace

class TestDoll : public QObject
{
    Q_OBJECT

private slots:
    void partsHangWhereTheClientHangsThem()
    {
        Wardrobe wardrobe;
        const auto state = stateOf(knight(), wardrobe.store);
        const FlatDoll flat = flatten(state, 0, wardrobe.store.tables());
        QVERIFY(flat.width >= 8 && flat.height >= 8);
        // Every pixel is that of the topmost image of the client's own layout.
        const auto placed = render::layOutSprite(state, 0);
        QCOMPARE(placed.size(), std::size_t{4});
        const render::PlacedImage* base = nullptr;
        for (const auto& one : placed)
            if (one.overlay < 0)
                base = &one;
        QVERIFY(base != nullptr);
        for (int y = 0; y < flat.height; ++y)
            for (int x = 0; x < flat.width; ++x) {
                const double across = base->left + (x - flat.baseX + 0.5) * 16, up = base->top - (y - flat.baseY + 0.5) * 16;
                std::uint8_t expected = bgf::transparentIndex;
                for (const auto& one : placed)
                    if (across > one.left && across < one.right() && up < one.top && up > one.bottom())
                        expected = one.image->pixels[0];
                QCOMPARE(int(flat.indices[static_cast<std::size_t>(y * flat.width + x)]), int(expected));
            }
    }

    void underIsUnderAndOverIsOver()
    {
        Wardrobe wardrobe;
        const FlatDoll flat = flatten(stateOf(knight(), wardrobe.store), 0, wardrobe.store.tables());
        const auto at = [&](int x, int y) {
            return int(flat.indices[static_cast<std::size_t>((y + flat.baseY) * flat.width + x + flat.baseX)]);
        };
        QCOMPARE(at(0, 0), 0x60);
        QCOMPARE(at(5, 4), 0x70);  // the hand, over the body
        QCOMPARE(at(2, 6), 0x60);  // the cloak is under the body
        QCOMPARE(at(-1, 6), 0x90); // and beside it to be seen
        QCOMPARE(at(6, 1), 0x80);  // the blade hangs on the hand
    }

    void colourTranslationsCount()
    {
        Wardrobe wardrobe;
        Doll doll = knight();
        doll.parts[0].translation = 0x12;
        const FlatDoll flat = flatten(stateOf(doll, wardrobe.store), 0, wardrobe.store.tables());
        const std::uint8_t expected = wardrobe.store.tables().translation[0x12][0x70];
        QCOMPARE(int(flat.indices[static_cast<std::size_t>((4 + flat.baseY) * flat.width + 5 + flat.baseX)]), int(expected));
    }

    void aDollComesBackFromItsFile()
    {
        Doll doll = knight();
        doll.parts[1].hotspot = -22;
        doll.parts[2].group = 7;
        doll.translation = 200;
        const auto again = readDoll(writeDoll(doll), "knight.doll");
        QVERIFY2(again, again ? "" : again.error().text().c_str());
        QCOMPARE(again.value(), doll);
    }

    void whatIsHiddenIsNotDrawnButWornAllTheSame()
    {
        Wardrobe wardrobe;
        Doll doll = knight();
        const std::size_t all = stateOf(doll, wardrobe.store).overlays.size();
        const std::string blakod = blakodOf(doll);
        doll.parts[0].isHidden = true;
        QCOMPARE(stateOf(doll, wardrobe.store).overlays.size(), all - 1);
        QCOMPARE(blakodOf(doll), blakod);
        QCOMPARE(readDoll(writeDoll(doll), "knight.doll").value(), doll);
    }

    void groupsAreTyped_data()
    {
        using scene::Animation;
        QTest::addColumn<QString>("typed");
        QTest::addColumn<int>("group");
        QTest::addColumn<QString>("shown"); ///< empty: refused
        QTest::newRow("one") << "3" << 2 << "3";
        QTest::newRow("blanks") << " 3  " << 2 << "3";
        QTest::newRow("round") << "2-5" << 0 << "2-5 180";
        QTest::newRow("round with a pace") << "2 - 5  60" << 0 << "2-5 60";
        QTest::newRow("backwards") << "5-2 60" << 0 << "5-2 60";
        QTest::newRow("once") << "2-5>1" << 0 << "2-5>1 180";
        QTest::newRow("once with a pace") << "2-5 > 1 250" << 0 << "2-5>1 250";
        for (const char* wrong : {"", "0", "-3", "x", "3x", "3 60", "2-", "2-5>", "2-5 0", "2-5 99999", "2-5>1 x", "2-560 7 8", "99999999"})
            QTest::newRow(wrong) << wrong << 0 << "";
    }

    void groupsAreTyped()
    {
        QFETCH(QString, typed);
        QFETCH(int, group);
        QFETCH(QString, shown);
        DollPart part;
        const bool taken = readGroupText(typed.toStdString(), part);
        QCOMPARE(taken, !shown.isEmpty());
        QCOMPARE(part.group, group);
        if (taken)
            QCOMPARE(QString::fromStdString(groupText(part)), shown);
        else
            QCOMPARE(part, DollPart());
    }

    void movingPartsShowTheGroupOfTheMoment()
    {
        Wardrobe wardrobe;
        Doll doll = knight();
        QVERIFY(readGroupText("2-4>1 100", doll.parts[0]));
        const auto groupAfter = [&](double elapsed) { return stateOf(doll, wardrobe.store, elapsed).overlays[0].group; };
        QCOMPARE(groupAfter(0), 1);
        QCOMPARE(groupAfter(150), 2);
        QCOMPARE(groupAfter(250), 3);
        QCOMPARE(groupAfter(300), 0);
        QVERIFY(blakodOf(doll).find("AddPacket(1,ANIMATE_ONCE, 4,100, 2,2, 2,4, 2,1);") != std::string::npos);
        QCOMPARE(readDoll(writeDoll(doll), "knight.doll").value(), doll);
        QVERIFY(readGroupText("2-4 90", doll.parts[0]));
        QVERIFY(blakodOf(doll).find("AddPacket(1,ANIMATE_CYCLE, 4,90, 2,2, 2,4);") != std::string::npos);
        QCOMPARE(readDoll(writeDoll(doll), "knight.doll").value(), doll);
    }

    void badFilesAreRefusedWithTheirPlace()
    {
        const auto refusal = [](std::string_view text) {
            const auto doll = readDoll(text, "x.doll");
            return doll ? std::string() : doll.error().text();
        };
        QVERIFY(refusal("").starts_with("x.doll: not a paper doll"));
        QVERIFY(refusal("[1]").starts_with("x.doll: not a paper doll"));
        QVERIFY(refusal(R"({"kind":"blakston-doll"})").starts_with("x.doll: base: expected the name"));
        QVERIFY(refusal(R"({"kind":"blakston-doll","base":"../a.bgf"})").starts_with("x.doll: base: expected the name"));
        QCOMPARE(refusal(R"({"kind":"blakston-doll","base":"a.bgf","parts":[{"file":"b.bgf","hotspot":500}]})"),
                 std::string("x.doll, part 1: hotspot: expected a number from -128 to 127, found 500"));
        QCOMPARE(refusal(R"({"kind":"blakston-doll","base":"a.bgf","parts":[{"file":"b.bgf","hidden":1}]})"),
                 std::string("x.doll, part 1: hidden: expected true or false"));
        QVERIFY(refusal(R"({"kind":"blakston-doll","base":"a.bgf","parts":7})").starts_with("x.doll, parts: expected a list"));
        QVERIFY(refusal(R"({"kind":"blakston-doll","base":"a.bgf","parts":[{"file":"b.bgf","motion":{"kind":"jump"}}]})")
                    .starts_with("x.doll, part 1: motion: expected"));
        QVERIFY(refusal(R"({"kind":"blakston-doll","base":"a.bgf","parts":[{"file":"b.bgf","motion":{"kind":"cycle","period":0}}]})")
                    .starts_with("x.doll, part 1: period: expected a number from 1 to 60000"));
        QVERIFY(refusal(R"({"kind":"blakston-doll","base":"a.bgf","group":1e99})").find("group: expected a number") !=
                std::string::npos);
    }

    void withoutABaseThereIsNothing()
    {
        Wardrobe wardrobe;
        const FlatDoll flat = flatten({}, 0, wardrobe.store.tables());
        QCOMPARE(flat.width, 0);
    }
};

QTEST_APPLESS_MAIN(TestDoll)
#include "tst_doll.moc"
