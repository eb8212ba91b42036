// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/bgfcore/content_box.h"
#include "bgfeditor/bgfcore/frame_edits.h"
#include "bgfeditor/bgfcore/hotspot_edits.h"
#include "bgfeditor/bgfcore/sprite_checks.h"
#include "formats/base/file_io.h"
#include "tests/blak/blak_files.h"
#include "tests/support/shared_data.h"

#include <QTemporaryDir>
#include <QTest>

#include <random>

using namespace blak;
using namespace blak::bgfcore;

namespace {

std::string asText(const std::vector<std::byte>& bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

std::string written(const SpriteDocument& document)
{
    const auto content = document.content();
    return content ? *content.value() : std::string();
}

/// Four frames of 8 x 8 with a block of colour each, hotspot 1 in the first and the last, one group of four.
std::shared_ptr<SpriteDocument> walker()
{
    auto document = SpriteDocument::makeNew("walker.bgf");
    std::vector<ImagePointer> images;
    for (int i = 0; i < 4; ++i) {
        FrameImage::Indices indices(64, bgf::transparentIndex);
        indices[static_cast<std::size_t>(8 * (6 - i) + 3)] = static_cast<std::uint8_t>(20 + i); // a pixel that rises
        images.push_back(FrameImage::ofIndices(8, 8, indices));
    }
    const auto frames = addFrames(*document, images);
    const auto group = addGroup(*document, 4);
    for (std::size_t i = 0; i < 4; ++i)
        (void)setGroupEntry(*document, group.value(), i, frames.value()[i]);
    (void)addHotspot(*document, frames.value()[0], {1, 0, 6});
    (void)addHotspot(*document, frames.value()[3], {1, 6, 0});
    return document;
}

std::vector<PartId> idsOf(const SpriteDocument& document)
{
    return {document.frames().ids().begin(), document.frames().ids().end()};
}

} // namespace

class TestSpriteDocument : public QObject
{
    Q_OBJECT

private slots:
    void untouchedItIsTheSameBytes()
    {
        bgf::Sprite sprite = test::smallSprite();
        sprite.rawName[20] = 'x';             // garbage behind the end
        sprite.groups.push_back({7, -1, -9}); // names what is not there
        sprite.maxIndices = 99;
        const std::string bytes = asText(bgf::write(sprite));
        const auto document = SpriteDocument::make("lamp.bgf", bytes);
        QVERIFY(document);
        QCOMPARE(written(*document.value()), bytes);
        QVERIFY(!document.value()->isModified());
    }

    void everyCorpusSpriteComesBack()
    {
        BLAK_NEED_SHARED(folder, "corpus/bgf");
        int sprites = 0;
        for (const auto& file : test::filesBelow(folder, ".bgf")) {
            const auto bytes = readTextFile(file);
            QVERIFY(bytes);
            const auto document = SpriteDocument::make(file, bytes.value());
            QVERIFY2(document, document ? "" : document.error().text().c_str());
            for (const PartId id : document.value()->frames().ids())
                (void)document.value()->frames().at(id).image->indices(); // decoding changes nothing
            QVERIFY2(written(*document.value()) == bytes.value(), file.c_str());
            // Decoded and encoded again, images of version 10 have the very bytes of the old tool.
            (void)checkSprite(*document.value());
            ++sprites;
        }
        QVERIFY(sprites > 20);
    }

    void itIsSavedWithTheVersionBefore()
    {
        const QTemporaryDir dir;
        const auto file = std::filesystem::path(dir.path().toStdString()) / "lamp.bgf";
        test::put(file, bgf::write(test::smallSprite()));
        const auto opened = SpriteDocument::open(file);
        QVERIFY(opened);
        SpriteDocument& document = *opened.value();
        QVERIFY(moveOffsets(document, idsOf(document), 3, -2));
        QVERIFY(document.isModified());
        QVERIFY(document.save());
        QVERIFY(!document.isModified());
        QVERIFY(std::filesystem::exists(file.string() + "~"));
        const auto again = bgf::read(readFile(file).value(), "lamp.bgf");
        QVERIFY(again);
        QCOMPARE(again.value().bitmaps[1].xOffset, 3);
        QCOMPARE(again.value().bitmaps[1].yOffset, -2);
        QCOMPARE(again.value().bitmaps[0].stored, test::smallSprite().bitmaps[0].stored);
        QVERIFY(document.history().undo());
        QVERIFY(document.isModified()); // the file has the edit
    }

    void unsavedEditsAreKeptAndComeBackAsOneStep()
    {
        const auto document = walker();
        const auto kept = document->unsavedState();
        QVERIFY(kept);
        const std::string bytes = asText(bgf::write(test::smallSprite()));
        const auto other = SpriteDocument::make("walker.bgf", bytes);
        QVERIFY(other);
        QVERIFY(other.value()->restoreUnsaved(kept.value()));
        QCOMPARE(written(*other.value()), written(*document));
        QVERIFY(other.value()->history().undo());
        QCOMPARE(written(*other.value()), bytes);
        QVERIFY(!other.value()->restoreUnsaved(std::as_bytes(std::span("damaged"))));
        QCOMPARE(written(*other.value()), bytes);
    }

    void groupsFollowTheirFrames()
    {
        const auto document = walker();
        const auto ids = idsOf(*document);
        QVERIFY(moveFrame(*document, ids[3], 0));
        QCOMPARE(document->sprite().groups[0], (bgf::Group{1, 2, 3, 0}));
        const std::array gone{ids[1], ids[1]};
        QVERIFY(removeFrames(*document, gone));
        QCOMPARE(document->sprite().groups[0], (bgf::Group{1, -1, 2, 0}));
        QVERIFY(document->history().undo());
        QVERIFY(document->history().undo());
        QCOMPARE(document->sprite().groups[0], (bgf::Group{0, 1, 2, 3}));
        QVERIFY(resizeGroup(*document, document->groupAt(0), 8));
        QCOMPARE(document->sprite().maxIndices, 8);
        QVERIFY(!resizeGroup(*document, document->groupAt(0), 5000));
        QVERIFY(!setGroupEntry(*document, document->groupAt(0), 8, ids[0]));
        QVERIFY(!removeFrames(*document, std::array<PartId, 1>{12345}));
        QVERIFY(removeGroup(*document, document->groupAt(0)));
        QVERIFY(document->groups().empty());
    }

    void aDragIsOneStep()
    {
        const auto document = walker();
        const auto ids = idsOf(*document);
        const std::size_t before = document->history().size();
        const auto key = document::newStepKey();
        for (int i = 0; i < 20; ++i)
            QVERIFY(moveHotspot(*document, ids, 1, 1, -1, key));
        QCOMPARE(document->history().size(), before + 1);
        QCOMPARE(document->frames().at(ids[3]).hotspots[0], (bgf::Hotspot{1, 26, -20}));
        QVERIFY(document->history().stepMemory(before) < 2000); // the pixels are not counted again
        QVERIFY(document->history().undo());
        QCOMPARE(document->frames().at(ids[3]).hotspots[0], (bgf::Hotspot{1, 6, 0}));
    }

    void pixelsOfAStepAreCounted()
    {
        const auto document = walker();
        const auto ids = idsOf(*document);
        const std::size_t memory = document->history().memory();
        QVERIFY(setImage(*document, ids[0], FrameImage::ofIndices(300, 300, FrameImage::Indices(90'000, 9)), "Draw"));
        QVERIFY(setImage(*document, ids[0], FrameImage::ofIndices(4, 4, FrameImage::Indices(16, 9)), "Draw"));
        QVERIFY(document->history().memory() > memory + 90'000);
    }

    void hotspotsAreInterpolatedCopiedAndMirrored()
    {
        const auto document = walker();
        const auto ids = idsOf(*document);
        QVERIFY(interpolateHotspot(*document, ids, 1));
        QCOMPARE(document->frames().at(ids[1]).hotspots[0], (bgf::Hotspot{1, 2, 4}));
        QCOMPARE(document->frames().at(ids[2]).hotspots[0], (bgf::Hotspot{1, 4, 2}));
        QVERIFY(addHotspot(*document, ids[0], {-21, 1, 2}));
        QVERIFY(copyHotspot(*document, ids[0], -21, ids));
        for (const PartId id : ids)
            QVERIFY(findHotspot(document->frames().at(id), -21));
        QVERIFY(mirrorHotspots(*document, ids[0], ids[2]));
        QCOMPARE(document->frames().at(ids[2]).hotspots, (std::vector<bgf::Hotspot>{{1, 7, 6}, {-31, 6, 2}}));
        QVERIFY(!addHotspot(*document, ids[0], {1, 0, 0}));
        QVERIFY(!addHotspot(*document, ids[0], {0, 0, 0}));
        QVERIFY(!moveHotspot(*document, ids, 77, 1, 1));
        QVERIFY(!moveHotspot(*document, ids, 1, 2'000'000, 0));
        QVERIFY(setHotspotProperty(*document, ids, 1, "number", std::int64_t{-12}));
        QVERIFY(!setHotspotProperty(*document, ids, -12, "number", std::int64_t{0}));
        QVERIFY(setHotspotProperty(*document, ids, -12, "x", std::int64_t{5}));
        QCOMPARE(document->frames().at(ids[1]).hotspots[0], (bgf::Hotspot{-12, 5, 4}));
        QVERIFY(removeHotspot(*document, ids, -12));
        QVERIFY(!findHotspot(document->frames().at(ids[1]), -12));
    }

    /// 21 and -21 are the same hand, over the bitmap and under it: who has one of them lacks nothing.
    void bothSignsAreOnePart()
    {
        const auto document = walker();
        const auto ids = idsOf(*document);
        QVERIFY(addHotspot(*document, ids[0], {21, 1, 2}));
        QVERIFY(addHotspot(*document, ids[1], {-21, 5, 5}));
        QVERIFY(addHotspot(*document, ids[3], {21, 7, 2}));
        QVERIFY(interpolateHotspot(*document, ids, 21));
        QVERIFY(!findHotspot(document->frames().at(ids[1]), 21));
        QVERIFY(findHotspot(document->frames().at(ids[2]), 21));
        QVERIFY(copyHotspot(*document, ids[0], 21, ids));
        const Frame& other = document->frames().at(ids[1]);
        QVERIFY(!findHotspot(other, 21));
        QCOMPARE(other.hotspots[*findHotspot(other, -21)], (bgf::Hotspot{-21, 1, 2}));
        // A file may hold both all the same.
        QVERIFY(addHotspot(*document, ids[0], {-21, 3, 3}));
        document->setProblems(checkSprite(*document));
        const auto twice = std::ranges::find(document->problems(), "hotspot twice", &Diagnostic::code);
        QVERIFY(twice != document->problems().end());
        QCOMPARE(twice->message, std::string("Hotspots 21 and -21 are both there; what hangs on them hangs on the first one, 21."));
        QVERIFY(document->applyFix(static_cast<std::size_t>(twice - document->problems().begin()), 0, false));
        QVERIFY(!findHotspot(document->frames().at(ids[0]), -21) && findHotspot(document->frames().at(ids[0]), 21));
        QCOMPARE(std::ranges::count(checkSprite(*document), "hotspot twice", &Diagnostic::code), std::ptrdiff_t{0});
    }

    void aFullListOfHotspotsTakesNoMore()
    {
        const auto document = walker();
        const PartId frame = document->frameAt(1);
        for (int number = -128; number < 128; ++number)
            if (number != 0)
                QVERIFY(addHotspot(*document, frame, {static_cast<std::int8_t>(number), 0, 0}));
        QCOMPARE(document->frames().at(frame).hotspots.size(), std::size_t{255});
        const auto again = bgf::read(bgf::write(document->sprite()), "x.bgf");
        QVERIFY(again && again.value() == document->sprite());
    }

    void feetAreAlignedByWhatIsSeen()
    {
        const auto document = walker();
        const auto ids = idsOf(*document);
        QVERIFY(alignOffsets(*document, ids, Alignment::Feet));
        for (std::size_t i = 0; i < 4; ++i) { // the pixel at (3, 6 - i) of 8 x 8: bottom edge at 7 - i
            const Frame& frame = document->frames().at(ids[i]);
            QCOMPARE(frame.xOffset, 8);                                      // half a pixel left of the middle, 16 units a pixel
            QCOMPARE(frame.yOffset, static_cast<std::int32_t>(4 * (1 + i))); // that many pixels of four steps each
        }
        QVERIFY(alignOffsets(*document, ids, Alignment::Centre));
        QCOMPARE(document->frames().at(ids[0]).xOffset, 0);
        QVERIFY(setFrameProperty(*document, ids, "yoffset", std::int64_t{7}));
        QVERIFY(!setFrameProperty(*document, ids, "width", std::int64_t{7}));
        QVERIFY(!setFrameProperty(*document, ids, "yoffset", std::int64_t{2'000'000'000}));
        QCOMPARE(document->frames().at(ids[3]).yOffset, 7);
    }

    void theNameAndTheShrinkAreSet()
    {
        const auto document = walker();
        QVERIFY(setHeaderProperty(*document, "name", std::string("night watch")));
        QVERIFY(!setHeaderProperty(*document, "name", std::string(32, 'x')));
        QVERIFY(setHeaderProperty(*document, "shrink", std::int64_t{4}));
        QVERIFY(!setHeaderProperty(*document, "shrink", std::int64_t{0}));
        QCOMPARE(document->sprite().name(), std::string("night watch"));
        QCOMPARE(document->sprite().shrink, 4);
    }

    void checksFindWhatIsWrongAndRepairIt()
    {
        bgf::Sprite sprite = test::smallSprite();
        sprite.rawName.fill('n');
        sprite.shrink = 0;
        sprite.groups.push_back({5});
        sprite.groups.push_back({-1, -1});
        sprite.bitmaps.push_back(bgf::encode(4, 3, std::vector<std::uint8_t>(12, 9)));
        sprite.bitmaps[2].hotspots = {{1, 40, 1}, {3, 0, 0}, {3, 1, 1}, {0, 1, 1}};
        const auto made = SpriteDocument::make("bad.bgf", asText(bgf::write(sprite)));
        QVERIFY(made);
        SpriteDocument& document = *made.value();
        const auto codes = [&document] {
            std::vector<std::string> found;
            for (const Diagnostic& one : document.problems())
                found.push_back(one.code);
            return found;
        };
        document.setProblems(checkSprite(document));
        for (const char* code : {"missing frame", "name too long", "hotspot 0", "empty group", "shrink 0", "reserved colour",
                                 "hotspot twice", "hotspot outside", "missing hotspot"})
            QVERIFY2(std::ranges::count(codes(), code) == 1, code);
        for (const char* code : {"missing frame", "name too long", "shrink 0", "missing hotspot"}) {
            const auto all = codes();
            const auto at = static_cast<std::size_t>(std::ranges::find(all, code) - all.begin());
            QVERIFY(at < all.size());
            const auto fixed = document.applyFix(at, 0, false);
            QVERIFY2(fixed && fixed.value() == 1, code);
            document.setProblems(checkSprite(document));
            QVERIFY2(std::ranges::count(codes(), code) == 0, code);
        }
        QCOMPARE(document.sprite().shrink, 1);
        QCOMPARE(document.sprite().groups[1], bgf::Group{-1});
        while (document.history().undo()) {
        }
        QCOMPARE(written(document), asText(bgf::write(sprite)));
        for (const SpriteRule& rule : spriteRules())
            QVERIFY(!rule.meaning.empty());
    }

    /// Whatever is done, undoing all of it gives the bytes of before, and redoing those of after.
    void undoOfEverythingGivesTheSameBytes()
    {
        std::mt19937 random(7);
        const auto pick = [&random](std::size_t count) {
            return std::uniform_int_distribution<std::size_t>(0, count - 1)(random);
        };
        const std::string bytes = written(*walker());
        const auto made = SpriteDocument::make("walker.bgf", bytes);
        QVERIFY(made);
        SpriteDocument& document = *made.value();
        for (int i = 0; i < 400; ++i) {
            const auto ids = idsOf(document);
            const PartId frame = ids.empty() ? 0 : ids[pick(ids.size())];
            const PartId group = document.groupAt(pick(document.groups().size() + 1));
            const int number = static_cast<int>(pick(6)) - 2;
            switch (pick(13)) {
            case 0: (void)addFrames(document, {FrameImage::ofIndices(2, 2, {1, 2, 3, 4})}, pick(6)); break;
            case 1: (void)removeFrames(document, std::array{frame}); break;
            case 2: (void)duplicateFrames(document, std::array{frame}); break;
            case 3: (void)moveFrame(document, frame, pick(6)); break;
            case 4: (void)addHotspot(document, frame, {static_cast<std::int8_t>(number), 1, 1}); break;
            case 5: (void)moveHotspot(document, ids, number, 1, 2); break;
            case 6: (void)interpolateHotspot(document, ids, number, pick(2) == 0); break;
            case 7: (void)moveOffsets(document, ids, 2, 2); break;
            case 8: (void)setGroupEntry(document, group, pick(4), frame); break;
            case 9: (void)addGroup(document, 1 + pick(8)); break;
            case 10: (void)resizeGroup(document, group, 1 + pick(8)); break;
            case 11: (void)alignOffsets(document, ids, Alignment::Content); break;
            case 12: (void)moveGroup(document, group, pick(3)); break;
            default: break;
            }
        }
        const std::string after = written(document);
        const std::size_t steps = document.history().position();
        QVERIFY(steps > 100);
        document.history().moveTo(0);
        QCOMPARE(written(document), bytes);
        document.history().moveTo(steps);
        QCOMPARE(written(document), after);
    }
};

QTEST_APPLESS_MAIN(TestSpriteDocument)
#include "tst_sprite_document.moc"
