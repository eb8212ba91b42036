// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/bgfcore/aseprite_import.h"
#include "formats/base/byte_writer.h"
#include "formats/bgf/sprite.h"

#include "tests/bgfeditor/aseprite_writer.h"

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
