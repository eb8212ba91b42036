// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/bgfcore/edit_scope.h"
#include "bgfeditor/bgfcore/pixel_edits.h"
#include "bgfeditor/bgfcore/quantiser.h"
#include "bgfeditor/bgfcore/seams.h"
#include "bgfeditor/bgfcore/shades.h"
#include "bgfeditor/bgfcore/sheet_export.h"
#include "bgfeditor/bgfcore/stroke.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <random>

using namespace blak;
using namespace blak::bgfcore;

namespace {

constexpr std::uint8_t clear = bgf::transparentIndex;

/// 6 x 4: a block of 0x21 from 1, 1 to 3, 2, one pixel of it at 5, 3.
Pixels sample()
{
    Pixels pixels(6, 4);
    for (const PixelPoint at : {PixelPoint{1, 1}, {2, 1}, {3, 1}, {1, 2}, {2, 2}, {3, 2}, {5, 3}})
        pixels.set(at, 0x21);
    return pixels;
}

std::shared_ptr<SpriteDocument> documentOf(const std::vector<Pixels>& frames)
{
    auto document = SpriteDocument::makeNew("test.bgf");
    std::vector<ImagePointer> images;
    for (const Pixels& one : frames)
        images.push_back(one.image());
    (void)addFrames(*document, images);
    return document;
}

std::vector<PartId> idsOf(const SpriteDocument& document)
{
    return {document.frames().ids().begin(), document.frames().ids().end()};
}

Pixels pixelsOf(const SpriteDocument& document, std::size_t place)
{
    return Pixels(*document.frames().at(document.frameAt(place)).image);
}

} // namespace

class TestSelection : public QObject
{
    Q_OBJECT

private slots:
    void aRectangleIsCutAtTheEdges()
    {
        const Selection selection = selectRectangle(6, 4, {4, 2}, {-3, 9});
        QCOMPARE(selection.count(), std::size_t{5 * 2});
        QCOMPARE(*selection.box(), (Box{0, 2, 5, 4}));
        QVERIFY(selectRectangle(6, 4, {7, 0}, {9, 3}).isEmpty());
        QCOMPARE(selectAll(6, 4).count(), std::size_t{24});
        QVERIFY(inverted(selectAll(6, 4)).isEmpty());
    }

    void aLassoTakesWhatIsInside()
    {
        // A triangle, and the same the other way round.
        const std::vector<PixelPoint> path{{0, 0}, {8, 0}, {0, 8}};
        const Selection selection = selectLasso(10, 10, path);
        QVERIFY(selection.contains({1, 1}) && selection.contains({0, 8}) && selection.contains({3, 4}));
        QVERIFY(!selection.contains({6, 6}) && !selection.contains({9, 0}));
        QCOMPARE(selection, selectLasso(10, 10, {path.rbegin(), path.rend()}));
        QCOMPARE(selection.count(), std::size_t{45}); // rows of 9, 8, ... 1
        QCOMPARE(selectLasso(10, 10, {{4, 4}}).count(), std::size_t{1});
        QVERIFY(selectLasso(10, 10, {}).isEmpty());
        // A square around a square: the hole is inside, too, unless the path goes back into it.
        QCOMPARE(selectLasso(10, 10, {{2, 2}, {6, 2}, {6, 6}, {2, 6}}).count(), std::size_t{25});
    }

    void theWandTakesAColour()
    {
        QCOMPARE(selectColour(sample(), {2, 1}, true).count(), std::size_t{6});
        QCOMPARE(selectColour(sample(), {2, 1}, false).count(), std::size_t{7});
        QVERIFY(selectColour(sample(), {9, 9}, true).isEmpty());
    }

    void selectionsAreCombined()
    {
        const Selection left = selectRectangle(6, 4, {0, 0}, {2, 3}), right = selectRectangle(6, 4, {2, 0}, {5, 3});
        QCOMPARE(combined(left, right, Combine::Add), selectAll(6, 4));
        QCOMPARE(combined(left, right, Combine::Subtract), selectRectangle(6, 4, {0, 0}, {1, 3}));
        QCOMPARE(combined(left, right, Combine::Intersect), selectRectangle(6, 4, {2, 0}, {2, 3}));
        QCOMPARE(combined(left, right, Combine::Replace), right);
        QCOMPARE(combined(Selection(3, 3), right, Combine::Add), right); // of another bitmap
    }

    void chosenPixelsAreMovedOverOthers()
    {
        const Selection block = selectColour(sample(), {2, 1}, true);
        const Pixels now = withMoved(sample(), block, 2, 1);
        QCOMPARE(now.at({1, 1}), clear);
        QCOMPARE(now.at({3, 2}), std::uint8_t{0x21});
        QCOMPARE(now.at({5, 3}), std::uint8_t{0x21});
        QCOMPARE(std::ranges::count(now.indices(), 0x21), std::ptrdiff_t{6}); // one covers another
        QCOMPARE(moved(block, 2, 1).contains({5, 3}), true);
        // Out of the bitmap they are lost.
        QCOMPARE(std::ranges::count(withMoved(sample(), {}, 100, 0).indices(), clear), std::ptrdiff_t{24});
    }

    void toolsKeepWithinTheSelection()
    {
        const Selection half = selectRectangle(6, 4, {0, 0}, {2, 3});
        for (const DrawTool tool : {DrawTool::Rectangle, DrawTool::Fill, DrawTool::Replace, DrawTool::Pencil, DrawTool::Eraser,
                                    DrawTool::Shade, DrawTool::Line, DrawTool::Ellipse}) {
            DrawSettings settings;
            settings.colour = 0x33;
            settings.brush = 3;
            settings.filled = true;
            Stroke stroke(sample(), tool, settings, {2, 1}, half);
            if (tool != DrawTool::Fill) // it fills where the pointer is
                stroke.moveTo({5, 3});
            for (int y = 0; y < 4; ++y)
                for (int x = 3; x < 6; ++x)
                    QCOMPARE(stroke.pixels().at({x, y}), sample().at({x, y}));
            QVERIFY2(stroke.changedAnything(), std::string(toolName(tool)).c_str());
        }
    }

    void shadingInkChangesAPixelOnce()
    {
        DrawSettings settings;
        settings.shade = 2;
        Stroke stroke(sample(), DrawTool::Shade, settings, {1, 1});
        stroke.moveTo({3, 1});
        stroke.moveTo({1, 1});
        QCOMPARE(stroke.pixels().at({2, 1}), std::uint8_t{0x23});
        QCOMPARE(stroke.pixels().at({1, 2}), std::uint8_t{0x21});
        QCOMPARE(stroke.pixels().at({0, 1}), clear);
        QCOMPARE(shaded(0x2E, 5), std::uint8_t{0x2F});
        QCOMPARE(shaded(0x21, -5), std::uint8_t{0x20});
        for (const int index : {0x00, 0x09, 0xF0, 0xFE, 0xFF})
            QCOMPARE(shaded(static_cast<std::uint8_t>(index), 3), static_cast<std::uint8_t>(index));
        QCOMPARE(rampShift(2, 13)[0x25], std::uint8_t{0xD5});
        QCOMPARE(rampShift(2, 13)[0x35], std::uint8_t{0x35});
        QCOMPARE(rampShift(-1, 13)[0xFE], clear);
    }

    void aStrokeIsMirroredBothWays()
    {
        DrawSettings settings;
        settings.colour = 7;
        settings.symmetric = settings.symmetricDown = true;
        const Stroke stroke(Pixels(6, 4), DrawTool::Pencil, settings, {0, 0});
        for (const PixelPoint at : {PixelPoint{0, 0}, {5, 0}, {0, 3}, {5, 3}})
            QCOMPARE(stroke.pixels().at(at), std::uint8_t{7});
        QCOMPARE(std::ranges::count(stroke.pixels().indices(), 7), std::ptrdiff_t{4});
    }

    void turnedFourTimesItIsTheSame()
    {
        Pixels square(5, 5);
        for (int i = 0; i < 25; ++i)
            square.set({i % 5, i / 5}, static_cast<std::uint8_t>(i + 16));
        QCOMPARE(turned(square, 0), square);
        QCOMPARE(turned(square, 90), turnedRight(square));
        QCOMPARE(turned(turned(square, 180), 180), square);
        QCOMPARE(turned(turned(square, 30), -30).at({2, 2}), square.at({2, 2}));
    }

    void editsOfManyFramesAreOneStep()
    {
        const auto document = documentOf({sample(), sample(), Pixels(3, 3, 0x44)});
        const std::string before = *document->content().value();
        const Selection corner = selectRectangle(6, 4, {0, 0}, {3, 2});
        QVERIFY(changeShapes(*document, idsOf(*document), corner, "Flip", flippedAcross));
        QCOMPARE(pixelsOf(*document, 1).at({0, 1}), std::uint8_t{0x21});
        QCOMPARE(pixelsOf(*document, 1).at({3, 1}), clear);
        QCOMPARE(pixelsOf(*document, 1).at({5, 3}), std::uint8_t{0x21}); // was not chosen
        QVERIFY(changeColours(*document, idsOf(*document), corner, "Darker", [](const Pixels& pixels) {
            Pixels result = pixels;
            mapColours(result, shadeShift(1));
            return result;
        }));
        QCOMPARE(pixelsOf(*document, 0).at({0, 1}), std::uint8_t{0x22});
        QCOMPARE(pixelsOf(*document, 0).at({5, 3}), std::uint8_t{0x21});
        QCOMPARE(pixelsOf(*document, 2).at({0, 0}), std::uint8_t{0x45}); // of another size: all of it
        QVERIFY(document->history().undo());
        QVERIFY(document->history().undo());
        QCOMPARE(*document->content().value(), before);
        QVERIFY(!changeColours(*document, std::vector<PartId>{999}, {}, "x", flippedDown));
        QVERIFY(!changeColours(*document, {}, {}, "x", flippedDown));
        QCOMPARE(*document->content().value(), before);
    }

    void roomAroundFramesKeepsThePictureInPlace()
    {
        const auto document = documentOf({sample()});
        QVERIFY(resizeFrames(*document, idsOf(*document), {2, 1, 0, 3}));
        const Frame& frame = document->frames().at(document->frameAt(0));
        QCOMPARE(frame.width(), 8);
        QCOMPARE(frame.height(), 8);
        QCOMPARE(frame.image->at(3, 2), std::uint8_t{0x21});
        QCOMPARE(frame.xOffset, -16); // the middle went left by one pixel
        QCOMPARE(frame.yOffset, 12);  // the bottom down by three, in steps of four units
        QVERIFY(!resizeFrames(*document, idsOf(*document), {-9, 0, 0, 0}));
    }

    void aScopeIsFramesEachOnce()
    {
        const auto document = documentOf({sample(), sample(), sample(), sample()});
        const auto ids = idsOf(*document);
        const PartId first = addGroup(*document, 2).value(), second = addGroup(*document, 2).value();
        (void)setGroupEntry(*document, first, 0, ids[1]);
        (void)setGroupEntry(*document, first, 1, ids[0]);
        (void)setGroupEntry(*document, second, 0, ids[1]);
        (void)setGroupEntry(*document, second, 1, ids[2]);
        using Ids = std::vector<PartId>;
        QCOMPARE(framesInScope(*document, EditScope::Frame, ids[0], first, 2048), (Ids{ids[0]}));
        QCOMPARE(framesInScope(*document, EditScope::Group, ids[0], first, 2048), (Ids{ids[1], ids[0]}));
        QCOMPARE(framesInScope(*document, EditScope::Angle, ids[0], first, 2048), (Ids{ids[0], ids[2]}));
        QCOMPARE(framesInScope(*document, EditScope::Angle, ids[1], first, 0), (Ids{ids[1]}));
        QCOMPARE(framesInScope(*document, EditScope::All, ids[0], first, 0), ids);
        QCOMPARE(framesInScope(*document, EditScope::Group, ids[3], 0, 0), (Ids{ids[3]}));
    }

    void seamsAreMeasured()
    {
        const auto& colours = palette::builtIn();
        Pixels steady(16, 16, 0xD5), ramp(16, 16);
        for (int i = 0; i < 256; ++i)
            ramp.set({i % 16, i / 16}, static_cast<std::uint8_t>(0xD0 + i % 16));
        QVERIFY(!seamsOf(steady, colours).showsAcross() && !seamsOf(steady, colours).showsDown());
        QVERIFY(seamsOf(ramp, colours).showsAcross()); // dark meets light
        QVERIFY(!seamsOf(ramp, colours).showsDown());
        QVERIFY(!seamsOf(Pixels(1, 5), colours).showsDown());
        QCOMPARE(halved(steady, colours), Pixels(8, 8, 0xD5));
        QCOMPARE(halved(Pixels(1, 1, 0xD5), colours), Pixels(1, 1, 0xD5));
        QCOMPARE(halved(Pixels(4, 4), colours), Pixels(2, 2)); // transparent
    }

    void listsOfIndicesAreRead()
    {
        QCOMPARE(parseIndices("8-15, 244").value().count(), std::size_t{9});
        QVERIFY(parseIndices(" ,").value().none());
        QCOMPARE(parseIndices("0 - 255").value().count(), std::size_t{256});
        for (const char* wrong : {"256", "x", "3-", "9-5", "1;2", "-3", "99999999999999999999"})
            QVERIFY2(!parseIndices(wrong), wrong);
    }

    void aSheetSaysWhereItsFramesAre()
    {
        const auto document = documentOf({sample(), Pixels(3, 3, 0x44), sample()});
        (void)addGroup(*document, 2);
        (void)setGroupEntry(*document, document->groupAt(0), 1, document->frameAt(2));
        const bgf::Sprite sprite = document->sprite();
        const auto sheet = makeSheet(sprite, "test.bgf");
        QVERIFY(sheet);
        const std::array<std::string, 1> labels{"walk"};
        const auto json = nlohmann::json::parse(describeSheet(sprite, sheet.value(), "test.png", labels));
        QCOMPARE(json["frames"].size(), std::size_t{3});
        QCOMPARE(json["groups"][0]["frames"].dump(), std::string("[-1,2]"));
        QCOMPARE(json["groups"][0]["label"].get<std::string>(), std::string("walk"));
        for (std::size_t i = 0; i < 3; ++i) { // the pixels stand where it says
            const auto& at = json["frames"][i]["frame"];
            const Pixels expected = pixelsOf(*document, i);
            QCOMPARE(at["w"].get<int>(), expected.width());
            for (int y = 0; y < expected.height(); ++y)
                for (int x = 0; x < expected.width(); ++x)
                    QCOMPARE(sheet.value().picture.indices[static_cast<std::size_t>((at["y"].get<int>() + y) * sheet.value().picture.width +
                                                                                    at["x"].get<int>() + x)],
                             expected.at({x, y}));
        }
    }

    void anyEditCanBeUndone()
    {
        std::mt19937 random(20);
        const auto number = [&random](int below) { return static_cast<int>(random() % static_cast<unsigned>(below)); };
        const auto document = documentOf({sample(), sample(), Pixels(3, 3, 0x44)});
        const std::string before = *document->content().value();
        int steps = 0;
        for (int i = 0; i < 300; ++i) {
            const Selection selection = selectRectangle(6, 4, {number(8) - 1, number(6) - 1}, {number(8) - 1, number(6) - 1});
            const auto ids = idsOf(*document);
            const std::vector<PartId> some{ids[static_cast<std::size_t>(number(3))]};
            const auto revision = document->revision();
            Result<void> done;
            switch (number(5)) {
            case 0: done = changeShapes(*document, some, selection, "turn", turnedRight); break;
            case 1: done = changeShapes(*document, ids, selection, "flip", flippedDown); break;
            case 2: done = changeColours(*document, ids, selection, "move", [&](const Pixels& pixels) { return withMoved(pixels, {}, 1, -1); }); break;
            case 3: done = resizeFrames(*document, some, {number(3) - 1, number(3) - 1, number(3) - 1, number(3) - 1}); break;
            default: done = changeShapes(*document, some, selection, "turn", [&](const Pixels& pixels) { return turned(pixels, number(360)); }); break;
            }
            steps += document->revision() != revision ? 1 : 0;
        }
        QVERIFY(steps > 100);
        const std::string after = *document->content().value();
        for (int i = 0; i < steps; ++i)
            QVERIFY(document->history().undo());
        QCOMPARE(*document->content().value(), before);
        while (document->history().redo()) {
        }
        QCOMPARE(*document->content().value(), after);
    }
};

QTEST_APPLESS_MAIN(TestSelection)
#include "tst_selection.moc"
