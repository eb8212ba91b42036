// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/bgfcore/aseprite_import.h"
#include "bgfeditor/bgfcore/layer_edits.h"
#include "bgfeditor/bgfcore/pixel_edits.h"
#include "formats/base/byte_writer.h"
#include "formats/bgf/sprite.h"

#include "tests/bgfeditor/aseprite_writer.h"

#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <functional>

using namespace blak;
using namespace blak::bgfcore;

namespace {

constexpr std::uint8_t colour = 0x60; ///< of the built-in palette

std::vector<std::uint8_t> rgba(int pixels, std::uint8_t alpha = 255)
{
    const auto& c = palette::builtIn()[colour];
    std::vector<std::uint8_t> bytes;
    for (int i = 0; i < pixels; ++i)
        bytes.insert(bytes.end(), {c.r, c.g, c.b, alpha});
    return bytes;
}

/// Two layers and a hidden one, three frames, a tag of two, slices for a hand and the feet.
std::vector<std::byte> creature()
{
    test::AsepriteWriter out(8, 6, 32);
    out.frame();
    out.layer("body", true);
    out.layer("notes", false, 1);      // a hidden group
    out.layer("scribble", true, 0, 1); // in it
    out.layer("hand", true);
    out.cel(0, 1, 1, 4, 4, rgba(16), true);
    out.cel(2, 0, 0, 8, 6, rgba(48), true);
    out.cel(3, 6, 2, 4, 2, rgba(8), false); // reaches out at the right
    out.chunk(0x2018, [](ByteWriter& tags) {
        tags.u16(1);
        test::AsepriteWriter::zeros(tags, 8);
        tags.u16(0);
        tags.u16(1);
        test::AsepriteWriter::zeros(tags, 13);
        test::AsepriteWriter::text(tags, "stand");
    });
    out.slice("21 right hand", {{0, 6, 2, 2, 2}, {2, 0, 0, 4, 4}}, {});
    out.slice("feet", {{0, 0, 4, 8, 2}}, std::pair<std::int32_t, std::int32_t>{3, 1});
    out.slice("somewhere", {{0, 0, 0, 1, 1}}, {});
    out.chunk(0x1234, [](ByteWriter& more) { test::AsepriteWriter::zeros(more, 9); }); // of later times
    out.frame();
    out.link(0, 0);
    out.frame();
    out.cel(0, 0, 0, 1, 1, rgba(1), true);
    return out.take();
}

} // namespace

class TestAsepriteImport : public QObject
{
    Q_OBJECT

private slots:
    void layersAreFlattenedAndTagsKept()
    {
        const auto picture = aseprite::read(creature(), "c.aseprite");
        QVERIFY2(picture, picture ? "" : picture.error().text().c_str());
        QCOMPARE(picture.value().frames.size(), std::size_t{3});
        const auto seen = [&](std::size_t frame, int x, int y) {
            return picture.value().frames[frame].pixels[static_cast<std::size_t>(8 * y + x)] >> 24 == 255;
        };
        QVERIFY(!seen(0, 0, 0)); // the scribble is hidden with its group
        QVERIFY(seen(0, 1, 1) && seen(0, 4, 4) && !seen(0, 5, 4));
        QVERIFY(seen(0, 7, 3));
        QVERIFY(seen(1, 4, 4) && !seen(1, 7, 3)); // linked
        QVERIFY(seen(2, 0, 0) && !seen(2, 1, 1));
        QCOMPARE(picture.value().tags[0].name, std::string("stand"));
        QCOMPARE(picture.value().frames[1].duration, 120);
        QVERIFY(aseprite::isAseprite(creature()));
        QVERIFY(!aseprite::isAseprite({}));
    }

    void itBecomesACreature()
    {
        const auto picture = aseprite::read(creature(), "c.aseprite");
        QVERIFY(picture);
        auto document = SpriteDocument::makeNew("c.bgf");
        const auto report = addAseprite(*document, picture.value(), Quantiser(palette::builtIn()));
        QVERIFY(report);
        QCOMPARE(report.value().unusedSlices, std::vector<std::string>{"somewhere"});
        QCOMPARE(report.value().foreignColours, std::size_t{0});
        const bgf::Sprite sprite = document->sprite();
        QCOMPARE(sprite.groups, (std::vector<bgf::Group>{{0, 1}}));
        QCOMPARE(sprite.bitmaps[0].hotspots, (std::vector<bgf::Hotspot>{{21, 7, 3}})); // its middle
        QCOMPARE(sprite.bitmaps[2].hotspots, (std::vector<bgf::Hotspot>{{21, 2, 2}})); // the later key
        QCOMPARE(sprite.bitmaps[0].xOffset, 16);                                       // feet at x 3 of 8, 16 units a pixel
        QCOMPARE(sprite.bitmaps[0].yOffset, 4);                                        // at y 5 of 6, four steps a pixel
        const auto indices = bgf::decode(sprite, sprite.bitmaps[0], {});
        QVERIFY(indices);
        QCOMPARE(int(indices.value()[8 + 1]), int(colour));
        QCOMPARE(int(indices.value()[0]), int(bgf::transparentIndex));
        QVERIFY(document->history().undo());
        QVERIFY(document->frames().empty() && document->groups().empty());
    }

    void layersStayLayers()
    {
        const auto picture = aseprite::read(creature(), "c.aseprite");
        QVERIFY(picture);
        QCOMPARE(picture.value().layers.size(), std::size_t{3}); // a group is none
        QVERIFY(!picture.value().layers[1].visible);             // with its group
        auto document = SpriteDocument::makeNew("c.bgf");
        const auto report = addAseprite(*document, picture.value(), Quantiser(palette::builtIn()));
        QVERIFY(report);
        QCOMPARE(report.value().layers, (std::vector<std::string>{"body", "scribble", "hand"}));
        const Frame& first = document->frames().at(document->frameAt(0));
        QVERIFY(first.layers != nullptr);
        const LayerStack& layers = *first.layers;
        QCOMPARE(layers.size(), std::size_t{3});
        QCOMPARE(layers[1].name, std::string("scribble"));
        QVERIFY(layers[0].visible && !layers[1].visible && layers[2].visible && !layers[0].locked);
        QCOMPARE(int(layers[0].image->at(1, 1)), int(colour));
        QCOMPARE(int(layers[1].image->at(7, 5)), int(colour)); // also what is hidden
        QCOMPARE(int(layers[2].image->at(6, 2)), int(colour));
        QCOMPARE(int(layers[2].image->at(1, 1)), int(bgf::transparentIndex));
        QCOMPARE(*first.image->indices(), flattened(layers).indices());
        const LayerStack& third = *document->frames().at(document->frameAt(2)).layers;
        QCOMPARE(third.size(), std::size_t{3}); // what has nothing there is an empty sheet
        QCOMPARE(int(third[2].image->at(6, 2)), int(bgf::transparentIndex));
    }

    void whatShinesThroughLooksAsInThePicture()
    {
        test::AsepriteWriter out(3, 1, 32);
        out.frame();
        out.layer("below", true);
        out.layer("veil", true, 0, 0, 128);
        out.layer("hair", true);
        out.cel(0, 0, 0, 3, 1, {200, 0, 0, 255, 200, 0, 0, 255, 200, 0, 0, 255}, true);
        out.cel(1, 1, 0, 1, 1, {0, 0, 200, 255}, true);
        out.cel(2, 2, 0, 1, 1, {0, 0, 0, 20}, true); // hardly seen
        const auto picture = aseprite::read(out.take(), "v.aseprite");
        QVERIFY(picture);
        auto document = SpriteDocument::makeNew("v.bgf");
        const Quantiser quantiser(palette::builtIn());
        QVERIFY(addAseprite(*document, picture.value(), quantiser));
        const Frame& frame = document->frames().at(document->frameAt(0));
        const auto flat = quantiser.run({3, 1, picture.value().frames[0].pixels});
        QCOMPARE(*frame.image->indices(), flat.indices);
        QVERIFY(flat.indices[1] != flat.indices[0]);
        QCOMPARE((*frame.layers)[0].image->at(1, 0), flat.indices[0]); // the sheet below has its own colour
        QCOMPARE((*frame.layers)[1].image->at(1, 0), flat.indices[1]);
    }

    void theOrderOfACelAndReferenceLayers()
    {
        test::AsepriteWriter out(1, 1, 32);
        out.frame();
        out.layer("low", true);
        out.layer("low", true); // of the same name
        out.layerWithFlags("photograph", 1 | 2 | 64);
        out.cel(0, 0, 0, 1, 1, rgba(1), false, 1); // drawn over the next one
        out.cel(1, 0, 0, 1, 1, {1, 2, 3, 255}, false);
        out.cel(2, 0, 0, 1, 1, {200, 200, 200, 255}, false);
        const auto picture = aseprite::read(out.take(), "z.aseprite");
        QVERIFY(picture);
        const auto& c = palette::builtIn()[colour];
        QCOMPARE(picture.value().frames[0].pixels[0],
                 0xFF000000u | std::uint32_t{c.r} << 16 | std::uint32_t{c.g} << 8 | std::uint32_t{c.b});
        auto document = SpriteDocument::makeNew("z.bgf");
        QVERIFY(addAseprite(*document, picture.value(), Quantiser(palette::builtIn())));
        const LayerStack& layers = *document->frames().at(document->frameAt(0)).layers;
        QCOMPARE(layers.size(), std::size_t{2});
        QCOMPARE(layers[0].name, std::string("low 2"));
        QCOMPARE(layers[1].name, std::string("low"));
    }

    void aPictureThatIsReadAgainBringsItsLayersAndLeavesOthers()
    {
        const Quantiser quantiser(palette::builtIn());
        auto document = SpriteDocument::makeNew("c.bgf");
        const auto picture = aseprite::read(creature(), "c.aseprite");
        QVERIFY(picture);
        const auto added = addAseprite(*document, picture.value(), quantiser);
        QVERIFY(added);
        document->setDrawnLayer("body");
        const std::array first{document->frameAt(0)};
        const auto made = addLayer(*document, first, "shine");
        QVERIFY(made);
        document->setDrawnLayer("shine");
        QVERIFY(changeColours(*document, first, {}, "Dot", [](const Pixels& pixels) {
            Pixels changed = pixels;
            changed.set({0, 0}, 0x25);
            return changed;
        }));
        auto changed = picture.value();
        changed.layers[2].name = "fist";
        changed.layers.push_back({"sword", true, false, false});
        changed.frames[0].cels.push_back(
            {3, 2, 0, 1, 1, 255, std::make_shared<const aseprite::Colours>(aseprite::Colours{0xFF000000})});
        const auto report = updateAseprite(*document, changed, quantiser, added.value().frames, added.value().layers);
        QVERIFY(report);
        const Frame& frame = document->frames().at(document->frameAt(0));
        std::vector<std::string> names;
        for (const Layer& layer : *frame.layers)
            names.push_back(layer.name);
        QCOMPARE(names, (std::vector<std::string>{"body", "shine", "scribble", "fist", "sword"}));
        QCOMPARE(int(frame.image->at(0, 0)), 0x25);
        QCOMPARE(*frame.image->indices(), flattened(*frame.layers).indices());
        QCOMPARE(document->frames().at(document->frameAt(1)).layers->size(), std::size_t{4});
        QVERIFY(document->history().undo());
        QCOMPARE(document->frames().at(document->frameAt(0)).layers->size(), std::size_t{4});
    }

    void onlyOneLayerIsASheet()
    {
        const auto one = [](std::uint8_t red) {
            test::AsepriteWriter out(1, 1, 32);
            out.frame();
            out.layer("Layer 1", true);
            out.cel(0, 0, 0, 1, 1, {red, 0, 0, 255}, false);
            return aseprite::read(out.take(), "o.aseprite").value();
        };
        const Quantiser quantiser(palette::builtIn());
        auto document = SpriteDocument::makeNew("o.bgf");
        const auto added = addAseprite(*document, one(200), quantiser);
        QVERIFY(added);
        const PartId id = document->frameAt(0);
        QVERIFY(document->frames().at(id).layers == nullptr);
        const std::array ids{id};
        const auto made = addLayer(*document, ids, "Layer 1"); // of the same name as the sheet has there
        QVERIFY(made);
        QVERIFY(updateAseprite(*document, one(90), quantiser, added.value().frames, added.value().layers));
        const Frame& frame = document->frames().at(id);
        QCOMPARE(frame.layers->size(), std::size_t{2});
        QCOMPARE((*frame.layers)[0].name, std::string(firstLayerName));
        QCOMPARE((*frame.layers)[1].name, std::string("Layer 1"));
        QCOMPARE(frame.image->at(0, 0), quantiser.run({1, 1, {0xFF5A0000}}).indices[0]);
    }

    void whereFramesCameFromIsKept()
    {
        QTemporaryDir folder;
        const std::filesystem::path path = std::filesystem::path(folder.path().toStdString()) / "c.bgf";
        auto document = SpriteDocument::makeNew(path);
        const auto picture = aseprite::read(creature(), "c.aseprite");
        QVERIFY(picture);
        const auto added = addAseprite(*document, picture.value(), Quantiser(palette::builtIn()));
        QVERIFY(added);
        const auto drawn = path.parent_path() / "art" / "c.aseprite";
        QVERIFY(keepAsepriteSource(*document, drawn, "abc", added.value()));
        const std::array second{document->frameAt(1)};
        QVERIFY(removeFrames(*document, second));
        QVERIFY(document->save());
        const auto again = SpriteDocument::open(path);
        QVERIFY(again);
        const auto* source = findAsepriteSource(*again.value(), drawn);
        QVERIFY(source != nullptr);
        QCOMPARE(source->file, std::string("art/c.aseprite"));
        QCOMPARE(source->fingerprint, std::string("abc"));
        QCOMPARE(source->layers, added.value().layers);
        QCOMPARE(source->frames, (std::vector<PartId>{again.value()->frameAt(0), 0, again.value()->frameAt(1)}));
        QCOMPARE(again.value()->pathOfSource(*source), drawn);
        const auto& kept = again.value()->frames().at(again.value()->frameAt(0));
        QCOMPARE(kept.layers->size(), std::size_t{3});
        // Kept edits bring them back too.
        const auto state = document->unsavedState();
        QVERIFY(state);
        auto other = SpriteDocument::makeNew(path);
        QVERIFY(other->restoreUnsaved(state.value()));
        QVERIFY(findAsepriteSource(*other, drawn) != nullptr);
        // Undone to the beginning there is none, and no file of layers is left.
        while (document->history().undo())
            ;
        QVERIFY(document->asepriteSources().empty());
    }

    void moreLayersThanASpriteKeepsAreLeftOut()
    {
        test::AsepriteWriter out(2, 2, 32);
        out.frame();
        for (std::size_t i = 0; i <= mostLayers; ++i)
            out.layer("l", true);
        out.cel(0, 0, 0, 2, 2, rgba(4), false);
        const auto picture = aseprite::read(out.take(), "m.aseprite");
        QVERIFY(picture);
        auto document = SpriteDocument::makeNew("m.bgf");
        const auto report = addAseprite(*document, picture.value(), Quantiser(palette::builtIn()));
        QVERIFY(report && report.value().tooManyLayers);
        QVERIFY(document->frames().at(document->frameAt(0)).layers == nullptr);
        QCOMPARE(int(document->frames().at(document->frameAt(0)).image->at(1, 1)), int(colour));
    }

    void indexedAndGreyPicturesAreRead()
    {
        test::AsepriteWriter indexed(2, 1, 8);
        indexed.frame();
        indexed.chunk(0x2019, [](ByteWriter& out) {
            out.u32(3);
            out.u32(1);
            out.u32(2);
            test::AsepriteWriter::zeros(out, 8);
            out.u16(1);
            for (const int value : {10, 20, 30, 255})
                out.u8(static_cast<std::uint8_t>(value));
            test::AsepriteWriter::text(out, "named");
            out.u16(0);
            for (const int value : {40, 50, 60, 255})
                out.u8(static_cast<std::uint8_t>(value));
        });
        indexed.layer("all", true);
        indexed.cel(0, 0, 0, 2, 1, {2, 0}, true);
        const auto picture = aseprite::read(indexed.take(), "i.ase");
        QVERIFY2(picture, picture ? "" : picture.error().text().c_str());
        QCOMPARE(picture.value().frames[0].pixels, (std::vector<std::uint32_t>{0xFF28323C, 0}));
        test::AsepriteWriter grey(1, 1, 16);
        grey.frame();
        grey.layer("all", true, 0, 0, 128);
        grey.cel(0, 0, 0, 1, 1, {77, 255}, false);
        const auto half = aseprite::read(grey.take(), "g.ase");
        QVERIFY(half);
        QCOMPARE(half.value().frames[0].pixels[0], 0x804D4D4Du);
    }

    void namesMeanHotspots()
    {
        QCOMPARE(hotspotOfName("21"), 21);
        QCOMPARE(hotspotOfName("-41 legs"), -41);
        QCOMPARE(hotspotOfName("Head"), 1);
        QCOMPARE(hotspotOfName("21st"), 0);
        QCOMPARE(hotspotOfName("500"), 0);
        QCOMPARE(hotspotOfName(""), 0);
    }

    void everyTruncationAndChangeIsSurvived()
    {
        const auto bytes = creature();
        for (std::size_t size = 0; size < bytes.size(); ++size)
            QVERIFY2(!aseprite::read(std::span(bytes).first(size), "cut"), std::to_string(size).c_str());
        int refused = 0;
        for (std::size_t i = 0; i < bytes.size(); ++i)
            for (const int value : {0x00, 0x7F, 0xFF}) {
                auto changed = bytes;
                changed[i] = static_cast<std::byte>(value);
                refused += !aseprite::read(changed, "changed");
            }
        QVERIFY(refused > 20);
        QCOMPARE(aseprite::read({}, "e.ase").error().code, ErrorCode::Truncated);
    }

    void hugeSizesTakeNoMemory()
    {
        test::AsepriteWriter out(65535, 65535, 32);
        out.frame();
        const auto huge = aseprite::read(out.take(), "huge.ase");
        QVERIFY(!huge);
        QCOMPARE(huge.error().code, ErrorCode::TooLarge);
    }
};

QTEST_APPLESS_MAIN(TestAsepriteImport)
#include "tst_aseprite_import.moc"
