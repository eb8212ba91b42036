// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/bgfcore/command_source.h"
#include "bgfeditor/bgfcore/frame_edits.h"
#include "bgfeditor/bgfcore/hotspot_edits.h"
#include "bgfeditor/bgfcore/hotspot_names.h"
#include "bgfeditor/bgfcore/pixels.h"
#include "bgfeditor/bgfcore/png_file.h"
#include "bgfeditor/bgfcore/sheet.h"
#include "bgfeditor/bgfcore/sprite_checks.h"
#include "formats/base/file_io.h"
#include "formats/bbg/make.h"
#include "tests/support/shared_data.h"

#include <QCryptographicHash>
#include <QTemporaryDir>
#include <QTest>

using namespace blak;
using namespace blak::bgfcore;

namespace fs = std::filesystem;

namespace {

constexpr std::string_view text = "# A wolf\r\n"
                                  "#*Groups: 2\r\n"
                                  "#* stand\r\n"
                                  "#* run\r\n"
                                  "-s 4   -n Wolf\r\n"
                                  "3\r\n"
                                  "wolf0.bmp [1, 2] :1 21 [3, 4]\r\n"
                                  "#^Applied to Hotspot: 1\r\n"
                                  "WOLF1.png\t[0, 0]\r\n"
                                  "wolf0.bmp\r\n"
                                  "2\r\n"
                                  "2 1 0\r\n"
                                  "1 3\r\n"
                                  "# the end\r\n";

/// What the old makebgf, without switches, makes of the command files of the corpus that come with their bitmaps: SHA-256 of the sprites.
constexpr std::pair<std::string_view, const char*> builtByTheOldTool[] = {
    {"ankh.bbg", "03b3fa60c18926502cfe90e378648edfd0816ea265b33c97c40c11c84c745425"},
    {"arrowfir.BBG", "004b2114482bfc66f977680b2181c40602846eae2bfd6a15fc230e415bdd0f67"},
    {"arrowner.BBG", "2a029ce6607698254aa698ed73a126efff5f61d7e81b0adb19c2c6d5cbb5b5a1"},
    {"bolticon.bbg", "19be764299aee629b146bffe289628f04ff6672207db1d626321e7062d6c48cc"},
    {"exp.BBG", "9f43ed154e44970e4f7a53ae075a14b8b81915f58b3eab490a7ac854f839e8ab"},
    {"grd09780.bbg", "d1eab641752f4a5cda693b9bbe069b441dbf379f8af9e046cbe06a095db73b43"},
    {"grd09781.bbg", "3d6337b5e6e58ec87ddcc7eb25521e5ede15eca465777ff6f975abeab14828ef"},
    {"heal.bbg", "d2ce972337703e34a56fb60d2a298359a1ce2adeed221707da1461c220b9b66c"},
    {"mystswd.bbg", "2be8821a731234674fe97ebc331ddd9b839e296cb0a867b3b846851c579f3453"},
    {"mystwdov.bbg", "cbb6ebd60163d450ba68a0ecf75d9e0fdbab68a690f7a3dd36d2a9dfa76dae05"},
    {"povmystsw.bbg", "09abd6555288773f878b6d3482b41c8c445592aa78934059c59da0861a4c353d"},
};

void put(const fs::path& file, std::string_view content) { (void)writeFileAtomically(file, content, Backup::None); }

std::vector<std::uint8_t> block(std::size_t size, std::uint8_t index) { return std::vector<std::uint8_t>(size, index); }

std::string contentOf(const fs::path& file) { return readTextFile(file).value(); }

} // namespace

/// Sprites that are made of command files and bitmaps (.bbg).
class TestCommandFile : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> folder_;
    fs::path file_;

    fs::path beside(const char* name) const { return file_.parent_path() / name; }

    std::shared_ptr<SpriteDocument> open()
    {
        auto opened = SpriteDocument::open(file_);
        if (!opened)
            qFatal("%s", opened.error().text().c_str());
        return opened.value();
    }

private slots:
    void init()
    {
        folder_ = std::make_unique<QTemporaryDir>();
        file_ = fs::path(folder_->path().toStdString()) / "wolf.bbg";
        put(file_, text);
        (void)writeFileAtomically(beside("wolf0.bmp"), bbg::writeIndexedBmp({5, 3, block(15, 0x41)}, palette::builtIn()),
                                  Backup::None);
        IndexedPicture picture{4, 4, block(16, 0x52), palette::builtIn()};
        picture.indices[0] = bgf::transparentIndex;
        (void)writePng(beside("wolf1.png"), picture, true);
    }

    void itOpensWithItsBitmapsAndNotes()
    {
        const auto document = open();
        QVERIFY(document->isCommandFile());
        QCOMPARE(document->frames().size(), std::size_t{3});
        const Frame& first = document->frames().at(document->frameAt(0));
        QCOMPARE(first.width(), 5);
        QCOMPARE(first.image->at(4, 2), std::uint8_t{0x41});
        QCOMPARE(first.yOffset, 2);
        QCOMPARE(first.hotspots, (std::vector<bgf::Hotspot>{{21, 3, 4}}));
        const Frame& second = document->frames().at(document->frameAt(1)); // its name is in small letters on the disk
        QCOMPARE(second.image->at(1, 0), std::uint8_t{0x52});
        QCOMPARE(second.image->at(0, 0), bgf::transparentIndex);
        QCOMPARE(document->groups().at(document->groupAt(0)).label, std::string("stand"));
        QCOMPARE(document->groups().at(document->groupAt(0)).entries[1].frame, PartId{0});
        QCOMPARE(document->header().name(), std::string("Wolf"));
        QCOMPARE(document->header().effectiveShrink(), 4);
        QCOMPARE(document->builtName(), std::string("wolf.bgf"));
        QCOMPARE(*document->content().value(), std::string(text)); // to the byte
        QVERIFY(!document->isModified());
    }

    void onlyWhatChangedIsWritten()
    {
        const auto document = open();
        const auto bmpBefore = contentOf(beside("wolf0.bmp"));
        const auto pngTime = fs::last_write_time(beside("wolf1.png"));
        const PartId png = document->frameAt(1);
        QVERIFY(setHeaderProperty(*document, "shrink", std::int64_t{5}));
        QVERIFY(document->save());
        QCOMPARE(fs::last_write_time(beside("wolf1.png")), pngTime);
        QVERIFY(contentOf(file_).find("-n Wolf -s 5\r\n") != std::string::npos);
        QVERIFY(contentOf(file_).find("#^Applied to Hotspot: 1\r\n") != std::string::npos);
        QVERIFY(contentOf(file_.string() + "~") == text);

        Pixels pixels(*document->frames().at(png).image);
        pixels.set({2, 2}, 0x33);
        QVERIFY(setImage(*document, png, pixels.image(), "Pencil"));
        QVERIFY(document->save());
        QCOMPARE(contentOf(beside("wolf0.bmp")), bmpBefore);
        const auto again = readPng(beside("wolf1.png"), palette::builtIn());
        QVERIFY(again);
        QCOMPARE(again.value().indices, pixels.indices());
        QVERIFY(fs::exists(beside("wolf1.png~")));

        QVERIFY(document->history().undo()); // and the old pixels come back to the disk
        QVERIFY(document->isModified());
        QVERIFY(document->save());
        QCOMPARE(readPng(beside("wolf1.png"), palette::builtIn()).value().indices[10], std::uint8_t{0x52});
    }

    void aBitmapOfTwoFramesGetsACopyWhenOneIsDrawnOn()
    {
        const auto document = open();
        const PartId third = document->frameAt(2);
        Pixels pixels(*document->frames().at(third).image);
        pixels.set({0, 0}, 0x33);
        QVERIFY(setImage(*document, third, pixels.image(), "Pencil"));
        QCOMPARE(document->frames().at(third).file, std::string("wolf2.bmp"));
        QVERIFY(document->save());
        const auto drawn = bbg::readIndexedBmp(readFile(beside("wolf2.bmp")).value(), "wolf2.bmp");
        QVERIFY(drawn);
        QCOMPARE(drawn.value().indices[0], std::uint8_t{0x33});
        const auto kept = bbg::readIndexedBmp(readFile(beside("wolf0.bmp")).value(), "wolf0.bmp");
        QCOMPARE(kept.value().indices, block(15, 0x41));
        const auto again = open();
        QCOMPARE(again->frames().at(again->frameAt(2)).image->at(0, 0), std::uint8_t{0x33});
    }

    void addedFramesGetBitmapsOfTheirOwn()
    {
        const auto document = open();
        QVERIFY(addFrames(*document, {FrameImage::ofIndices(2, 1, {1, 2}), FrameImage::ofIndices(2, 1, {3, 4})}));
        QCOMPARE(document->frames().at(document->frameAt(3)).file, std::string("wolf2.bmp"));
        QCOMPARE(document->frames().at(document->frameAt(4)).file, std::string("wolf3.bmp"));
        QVERIFY(document->save());
        const auto again = open();
        QCOMPARE(*again->frames().at(again->frameAt(4)).image->indices(), (std::vector<std::uint8_t>{3, 4}));
    }

    void whatIsBuiltIsWhatTheOldToolWouldMake()
    {
        const auto document = open();
        const auto load = [&](const std::string& name) -> Result<bbg::IndexedImage> {
            const ImagePointer image = document->source()->onDisk(name);
            return bbg::IndexedImage{image->width(), image->height(), *image->indices()};
        };
        for (const bool transposed : {false, true})
            for (const bool raw : {false, true}) {
                QVERIFY(setHeaderProperty(*document, "transposed", transposed));
                QVERIFY(setHeaderProperty(*document, "raw", raw));
                const auto made = bbg::make(commandsOf(*document), load);
                QVERIFY(made);
                QVERIFY(bgf::write(made.value()) == bgf::write(document->sprite()));
                QCOMPARE(document->sprite().bitmaps[0].width, transposed ? 3 : 5);
            }
    }

    void labelsComeAndGo()
    {
        const auto document = open();
        QVERIFY(setGroupProperty(*document, document->groupAt(1), "label", std::string("run fast")));
        QVERIFY(document->content().value()->find("#* stand\r\n#* run fast\r\n") != std::string::npos);
        QVERIFY(!setGroupProperty(*document, document->groupAt(1), "label", std::string("two\nlines")));
        QVERIFY(removeGroup(*document, document->groupAt(0)));
        QVERIFY(document->content().value()->find("#*Groups: 1\r\n#* run fast\r\n") != std::string::npos);
        QVERIFY(document->history().undo());
        QVERIFY(document->history().undo());
        QCOMPARE(*document->content().value(), std::string(text));
    }

    void nothingIsWrittenOutsideOfTheFolder()
    {
        put(file_, "1\n../other.bmp\n1\n1 1\n");
        (void)writeFileAtomically(beside("..") / "other.bmp", bbg::writeIndexedBmp({1, 1, {7}}, palette::builtIn()), Backup::None);
        const auto document = open();
        const PartId id = document->frameAt(0);
        QCOMPARE(document->frames().at(id).image->at(0, 0), std::uint8_t{7});
        QVERIFY(setImage(*document, id, FrameImage::ofIndices(1, 1, {9}), "Pencil"));
        const auto saved = document->save();
        QVERIFY(!saved);
        QVERIFY(QString::fromStdString(saved.error().what).contains(QStringLiteral("outside of the folder")));
        QCOMPARE(contentOf(file_), std::string("1\n../other.bmp\n1\n1 1\n"));
        fs::remove(beside("..") / "other.bmp");
    }

    void aBitmapThatIsMissingOrDamagedIsSaid()
    {
        fs::remove(beside("wolf1.png"));
        put(beside("wolf0.bmp"), "BMno");
        const auto document = open();
        QCOMPARE(*document->content().value(), std::string(text));
        const auto found = checkSprite(*document);
        const std::ptrdiff_t ofWolf0 = std::ranges::count(found, "damaged frame", &Diagnostic::code);
        QVERIFY(ofWolf0 > 0 && std::ranges::all_of(found, [](const Diagnostic& one) {
                    return one.code != "damaged frame" || one.message.find("wolf0.bmp cannot be read") != std::string::npos;
                }));
        QCOMPARE(std::ranges::count(found, "missing bitmap", &Diagnostic::code), std::ptrdiff_t{1});
        QCOMPARE(found.front().code, std::string("missing bitmap"));
        QCOMPARE(found.front().message, "1 of 2 bitmaps is missing: WOLF1.png. It was looked for in " + file_.parent_path().string() + ".");
        QVERIFY(moveOffsets(*document, std::vector{document->frameAt(0)}, 1, 1));
        QVERIFY(document->save()); // the text only
        QCOMPARE(contentOf(beside("wolf0.bmp")), std::string("BMno"));
        QVERIFY(!fs::exists(beside("wolf1.png")));
    }

    /// What is missing is no damage, and a folder without its bitmaps is one thing to put right, not forty.
    void manyMissingBitmapsAreOneFinding()
    {
        std::string commands = "40\n";
        for (int i = 0; i < 40; ++i)
            commands += "ox" + std::to_string(i) + ".bmp\n";
        put(file_, commands + "1\n1 1\n");
        const auto document = open();
        auto found = checkSprite(*document);
        QVERIFY(std::ranges::count(found, "damaged frame", &Diagnostic::code) == 0);
        QCOMPARE(std::ranges::count(found, Severity::Error, &Diagnostic::severity), std::ptrdiff_t{1});
        QCOMPARE(found.front().message, "All 40 bitmaps are missing: ox0.bmp, ox1.bmp, ox2.bmp and 37 more. They were looked for in " +
                                            file_.parent_path().string() + ".");
        QCOMPARE(document->frames().at(document->frameAt(0)).image->problem(),
                 "ox0.bmp is missing. It was looked for in " + file_.parent_path().string() + ".");
        for (int i = 0; i < 40; ++i) // they come
            put(beside(("ox" + std::to_string(i) + ".bmp").c_str()), "BMno");
        (void)document->readBitmapsAgain();
        found = checkSprite(*document);
        QCOMPARE(std::ranges::count(found, "missing bitmap", &Diagnostic::code), std::ptrdiff_t{0});
        QCOMPARE(std::ranges::count(found, "damaged frame", &Diagnostic::code), std::ptrdiff_t{40});
    }

    void aBitmapThatAnotherProgramWroteIsNotWrittenOver()
    {
        const auto document = open();
        const PartId png = document->frameAt(1);
        QVERIFY(setImage(*document, png, FrameImage::ofIndices(4, 4, block(16, 0x61)), "Fill"));
        (void)writePng(beside("wolf1.png"), {4, 4, block(16, 0x77), palette::builtIn()}, true);
        const auto refused = document->save();
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::Conflict);
        QCOMPARE(contentOf(file_), std::string(text));
        QCOMPARE(document->readBitmapsAgain().value(), std::size_t{1}); // taken in, as a step of undo
        QCOMPARE(document->frames().at(png).image->at(0, 0), std::uint8_t{0x77});
        QCOMPARE(document->readBitmapsAgain().value(), std::size_t{0});
        QVERIFY(document->history().undo());
        QCOMPARE(document->frames().at(png).image->at(0, 0), std::uint8_t{0x61});
        QVERIFY(document->save());
        QCOMPARE(readPng(beside("wolf1.png"), palette::builtIn()).value().indices[0], std::uint8_t{0x61});
    }

    void unsavedPixelsOutliveACrash()
    {
        const auto before = open();
        QVERIFY(setImage(*before, before->frameAt(1), FrameImage::ofIndices(2, 2, {1, 2, 3, 4}), "Fill"));
        QVERIFY(setGroupProperty(*before, before->groupAt(0), "label", std::string("sit")));
        const auto state = before->unsavedState();
        QVERIFY(state);
        const auto after = open();
        QVERIFY(after->restoreUnsaved(state.value()));
        QVERIFY(after->isModified());
        QCOMPARE(*after->frames().at(after->frameAt(1)).image->indices(), (std::vector<std::uint8_t>{1, 2, 3, 4}));
        QCOMPARE(after->groups().at(after->groupAt(0)).label, std::string("sit"));
        QVERIFY(*after->content().value() == *before->content().value());
        for (std::size_t length = 0; length < state.value().size(); length += 3) { // cut short anywhere
            const auto fresh = open();
            QVERIFY(!fresh->restoreUnsaved(std::span(state.value()).first(length)));
            QCOMPARE(*fresh->content().value(), std::string(text));
        }
    }

    void readAgainItTakesWhatTheDiskHas()
    {
        const auto document = open();
        put(file_, "-s 2\n1\nwolf1.png\n1\n1 1\n");
        (void)writePng(beside("wolf1.png"), {1, 1, {0x44}, palette::builtIn()}, true);
        QVERIFY(document->reload());
        QCOMPARE(document->frames().size(), std::size_t{1});
        QCOMPARE(document->frames().at(document->frameAt(0)).image->at(0, 0), std::uint8_t{0x44});
        QVERIFY(document->history().undo());
        QCOMPARE(document->frames().size(), std::size_t{3});
    }

    void aBrokenTextSaysWhere()
    {
        put(file_, "2\nwolf0.bmp\n1\n1 3\n");
        const auto opened = SpriteDocument::open(file_);
        QVERIFY(!opened);
        QVERIFY(QString::fromStdString(opened.error().text()).contains(QStringLiteral("wolf.bbg, line")));
    }

    void foreignColoursAreFoundAndMatched()
    {
        palette::Palette other = palette::builtIn();
        std::swap(other[0x41], other[0x85]);
        (void)writeFileAtomically(beside("wolf0.bmp"), bbg::writeIndexedBmp({5, 3, block(15, 0x41)}, other), Backup::None);
        const auto document = open();
        QCOMPARE(document->frames().at(document->frameAt(0)).image->at(0, 0), std::uint8_t{0x41}); // as the old tool takes it
        document->setProblems(checkSprite(*document));
        const auto one = std::ranges::find(document->problems(), "foreign palette", &Diagnostic::code);
        QVERIFY(one != document->problems().end());
        QCOMPARE(document->applyFix(static_cast<std::size_t>(one - document->problems().begin()), 0, true).value(), std::size_t{2});
        QCOMPARE(document->frames().at(document->frameAt(0)).image->at(0, 0), std::uint8_t{0x85});
        QCOMPARE(std::ranges::count(checkSprite(*document), "foreign palette", &Diagnostic::code), std::ptrdiff_t{0});
        // Other colours of the window system are nothing to speak of.
        other = palette::builtIn();
        other[3] = other[250] = {1, 2, 3};
        (void)writeFileAtomically(beside("wolf0.bmp"), bbg::writeIndexedBmp({5, 1, {3, 250, 0x41, 3, 254}}, other), Backup::None);
        QCOMPARE(std::ranges::count(checkSprite(*open()), "foreign palette", &Diagnostic::code), std::ptrdiff_t{0});
    }

    void aSolidBackgroundIsFoundAndCleared()
    {
        std::vector<std::uint8_t> indices = block(100, 0xFF);
        indices[44] = indices[45] = 0x41;
        indices[55] = 0xFF; // inside of the figure's row, but open to the edge
        (void)writePng(beside("wolf1.png"), {10, 10, indices, palette::builtIn()}, false);
        const auto document = open();
        document->setProblems(checkSprite(*document));
        const auto one = std::ranges::find(document->problems(), "solid background", &Diagnostic::code);
        QVERIFY(one != document->problems().end());
        QVERIFY(document->applyFix(static_cast<std::size_t>(one - document->problems().begin()), 0, false));
        const FrameImage& image = *document->frames().at(document->frameAt(1)).image;
        QCOMPARE(image.at(0, 0), bgf::transparentIndex);
        QCOMPARE(image.at(4, 4), std::uint8_t{0x41});
        QCOMPARE(std::ranges::count(*image.indices(), 0x41), std::ptrdiff_t{2});
        QCOMPARE(std::ranges::count(checkSprite(*document), "solid background", &Diagnostic::code), std::ptrdiff_t{0});
    }

    void hotspotsOfSomeAnglesAreMissed()
    {
        // Group 1 of four sides: 21 in three of them, at one side under; group 2 has none.
        std::string commands = "8\n";
        for (int i = 0; i < 8; ++i)
            commands += i < 3 ? "wolf0.bmp :1 " + std::string(i == 2 ? "-21" : "21") + " [" + std::to_string(i) + ", 1]\n"
                              : "wolf0.bmp\n";
        put(file_, commands + "2\n4 1 2 3 4\n4 5 6 7 8\n");
        const auto document = open();
        document->setProblems(checkSprite(*document));
        const auto one = std::ranges::find(document->problems(), "missing hotspot", &Diagnostic::code);
        QVERIFY(one != document->problems().end());
        QCOMPARE(one->message, std::string("Hotspot 21 is missing in frame 3 of group 1."));
        QVERIFY(document->applyFix(static_cast<std::size_t>(one - document->problems().begin()), 0, true));
        QCOMPARE(document->frames().at(document->frameAt(3)).hotspots.size(), std::size_t{1});
        QCOMPARE(document->frames().at(document->frameAt(2)).hotspots.size(), std::size_t{1}); // under it has it already
        QCOMPARE(std::ranges::count(checkSprite(*document), "missing hotspot", &Diagnostic::code), std::ptrdiff_t{0});
    }

    void everyCommandFileOfTheCorpusComesBack()
    {
        BLAK_NEED_SHARED(folder, "corpus/bbg");
        int files = 0, built = 0;
        std::size_t asTheOldTool = 0;
        for (const auto& one : fs::recursive_directory_iterator(folder)) {
            if (!SpriteDocument::isCommandFileName(one.path()))
                continue;
            const auto before = readTextFile(one.path());
            const auto document = SpriteDocument::open(one.path());
            if (one.path().filename() == "appletree.bbg") { // ends too early
                QVERIFY(!document);
                continue;
            }
            QVERIFY2(document, document ? "" : document.error().text().c_str());
            QVERIFY2(*document.value()->content().value() == before.value(), one.path().c_str());
            ++files;
            const auto old = std::ranges::find(builtByTheOldTool, one.path().filename().string(),
                                               &std::pair<std::string_view, const char*>::first);
            if (old != std::end(builtByTheOldTool)) {
                const auto made = bgf::write(document.value()->sprite());
                const auto hash = QCryptographicHash::hash(
                    QByteArray(reinterpret_cast<const char*>(made.data()), static_cast<qsizetype>(made.size())), QCryptographicHash::Sha256);
                QVERIFY2(hash.toHex() == old->second, one.path().c_str());
                ++asTheOldTool;
            }
            const auto expected = readFile(fs::path(one.path()).replace_extension(".bgf"));
            const auto& header = document.value()->header();
            if (!expected)
                continue;
            auto real = bgf::read(expected.value(), "expected");
            QVERIFY(real);
            if (real.value().bitmaps[0].storage == 0)
                QVERIFY(setHeaderProperty(*document.value(), "raw", true)); // as its makefile says
            real.value().rawName = header.rawName; // made with -n on the command line
            real.value().shrink = header.shrink;
            built += bgf::write(real.value()) == bgf::write(document.value()->sprite()) ? 1 : 0;
        }
        qInfo("%d command files, %d identical to the committed sprite", files, built);
        QVERIFY(files > 5);
        QCOMPARE(asTheOldTool, std::size(builtByTheOldTool));
        QVERIFY(built >= 6); // as makebgf in tst_bbg
    }

    void namesOfHotspotsBelongToTheWorld()
    {
        const fs::path world = file_.parent_path();
        {
            const auto names = HotspotNames::ofProject(world);
            QCOMPARE(names->name(-21), std::string("right hand"));
            QVERIFY(names->setName(33, "tail"));
            QVERIFY(names->setName(21, "paw"));
            QVERIFY(!names->setName(0, "nothing"));
            QVERIFY(!names->setName(5, "two\nlines"));
            QCOMPARE(HotspotNames::ofProject(world)->name(33), std::string("tail"));
        }
        QCOMPARE(contentOf(world / "hotspots.txt"), std::string("21 paw\n33 tail\n"));
        const auto again = HotspotNames::ofProject(world);
        QCOMPARE(again->name(-33), std::string("tail"));
        QVERIFY(again->setName(21, "right hand"));
        QCOMPARE(contentOf(world / "hotspots.txt"), std::string("33 tail\n"));
        HotspotNames none;
        QVERIFY(!none.setName(5, "x"));
        none.read("x\n5\n 6 y\n7 z\r\n999 w\n");
        QCOMPARE(none.write(), std::string("7 z\n"));
    }
};

QTEST_APPLESS_MAIN(TestCommandFile)
#include "tst_command_file.moc"
