// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/find_file.h"
#include "formats/bbg/command_file.h"
#include "formats/bbg/make.h"

#include "formats/base/byte_writer.h"
#include "formats/base/file_io.h"
#include "tests/support/shared_data.h"

#include <QTest>

using namespace blak;
using namespace blak::bbg;

namespace {

std::vector<std::byte> bmp(std::int32_t width, std::int32_t height, std::uint16_t depth = 8)
{
    ByteWriter out;
    out.text("BM");
    for (const std::uint32_t value : {0u, 0u, 54u + 1024u, 40u})
        out.u32(value);
    out.i32(width);
    out.i32(height);
    out.u16(1);
    out.u16(depth);
    for (int i = 0; i < 6; ++i)
        out.u32(0);
    for (int i = 0; i < 256; ++i)
        out.u32(0);
    for (std::int32_t y = 0; y < height; ++y)
        for (std::int32_t x = 0; x < (width + 3) / 4 * 4; ++x)
            out.u8(x < width ? static_cast<std::uint8_t>(10 * y + x) : std::uint8_t{99});
    return out.take();
}

} // namespace

class TestBbg : public QObject
{
    Q_OBJECT

private slots:
    void aWholeFileIsUnderstood()
    {
        const auto parsed = read("# Ant\r\n-s 4 -n Ant\n2\n# first\na.bmp [-26, 46] :1 -12 [27, 47]\n\\ b.bmp\n# groups\n2\n2 1 "
                                 "0\n# walk\n1 2\n# end\n",
                                 "ant.bbg");
        QVERIFY2(parsed, parsed ? "" : parsed.error().text().c_str());
        const CommandFile& file = parsed.value().commands;
        QCOMPARE(file.effectiveShrink(), 4);
        QCOMPARE(*file.name, std::string("Ant"));
        QCOMPARE(file.bitmaps.size(), std::size_t{2});
        QCOMPARE(file.bitmaps[0].comments, std::vector<std::string>{"# first"});
        QCOMPARE(file.bitmaps[0].offset->second, 46);
        QCOMPARE(file.bitmaps[0].hotspots, (std::vector<Hotspot>{{-12, 27, 47}}));
        QCOMPARE(file.groups[0].indices, (std::vector<std::int32_t>{1, 0}));
        QCOMPARE(file.groups[1].comments, std::vector<std::string>{"# walk"});
        QCOMPARE(file.trailer, std::vector<std::string>{"# end"});
        const auto again = read(write(file), "ant.bbg");
        QVERIFY(again);
        QCOMPARE(again.value().commands, file);
    }

    void eachFaultNamesItsLineAndWord_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, const char* text, const char* message) {
            QTest::newRow(name) << QString::fromLatin1(text) << QString::fromLatin1(message);
        };
        row("no count", "x.bmp 1 1 1", "x.bbg, line 1: expected a number of bitmaps from 1 to 10000, found \"x.bmp\"");
        row("zero bitmaps", "0", "x.bbg, line 1: expected a number of bitmaps from 1 to 10000, found \"0\"");
        row("one-word pair", "1\nx.bmp [1,2]\n1 1 1",
            "x.bbg, line 2: expected a coordinate pair of two words, \"[x,\" and \"y]\", found \"[1,2]\"");
        row("hotspot 0", "1\nx.bmp :1 0 [1, 2]\n1 1 1", "x.bbg, line 2: expected a hotspot number other than 0");
        row("index too large", "1 x.bmp\n1\n1 2",
            "x.bbg, line 3: expected bitmap 1 of 1 in group 1 of 1 from 0 to 1, found \"2\"");
        row("too few indices", "1 x.bmp\n1\n2 1",
            "x.bbg, line 3: expected bitmap 2 of 2 in group 1 of 1, found the end after \"1\"");
        row("empty group", "1 x.bmp\n1\n0",
            "x.bbg, line 3: expected a number of bitmaps in group 1 of 1 from 1 to 10000, found \"0\"");
        row("no groups", "1 x.bmp", "x.bbg, line 1: expected a number of groups, found the end after \"x.bmp\"");
    }
    void eachFaultNamesItsLineAndWord()
    {
        QFETCH(QString, text);
        QFETCH(QString, message);
        const auto parsed = read(text.toStdString(), "x.bbg");
        QVERIFY(!parsed);
        QCOMPARE(QString::fromStdString(parsed.error().text()), message);
    }

    void oddOptionsAreWarnedAbout()
    {
        const auto parsed = read("-w -q -s 0 1 x.bmp 1 1 1 surplus", "x.bbg");
        QVERIFY(parsed);
        QVERIFY(parsed.value().commands.rotate);
        QCOMPARE(parsed.value().commands.effectiveShrink(), 1);
        QCOMPARE(parsed.value().warnings.size(), std::size_t{4});
    }

    void aBitmapIsTurnedTopDownAndItsPaddingDropped()
    {
        const auto image = readIndexedBmp(bmp(3, 2), "a.bmp");
        QVERIFY2(image, image ? "" : image.error().text().c_str());
        QCOMPARE(image.value().indices, (std::vector<std::uint8_t>{10, 11, 12, 0, 1, 2}));
        const auto trueColour = readIndexedBmp(bmp(3, 2, 24), "a.bmp");
        QVERIFY(!trueColour);
        QCOMPARE(trueColour.error().text(), std::string("a.bmp, bits a pixel (offset 28): expected 8, found 24"));
        const auto bytes = bmp(3, 2);
        for (std::size_t size = 0; size + 1 < bytes.size(); ++size)
            QVERIFY(!readIndexedBmp(std::span(bytes).first(size), "cut.bmp"));
    }

    void rotationTransposes()
    {
        const auto parsed = read("-r 1 a.bmp 1 1 1", "x.bbg");
        const auto sprite = make(parsed.value().commands, [](const std::string&) -> Result<IndexedImage> {
            return IndexedImage{3, 2, {1, 2, 3, 4, 5, 6}};
        });
        QVERIFY(sprite);
        const bgf::Bitmap& bitmap = sprite.value().bitmaps[0];
        QCOMPARE(bitmap.width, 2);
        QCOMPARE(bgf::decode(sprite.value(), bitmap, "x").value(), (std::vector<std::uint8_t>{1, 4, 2, 5, 3, 6}));
    }

    void anUntouchedFileKeepsItsText()
    {
        const std::string text = "# a\r\n-s  4 \r\n1\r\na.bmp\r\n1\t1 1\r\n";
        CommandFile file = read(text, "a.bbg").value().commands;
        QCOMPARE(rewrite(file, text), text);
        file.shrink = 5;
        QCOMPARE(rewrite(file, text), std::string("# a\r\n-s 5\r\n1\r\na.bmp\r\n1\r\n1 1\r\n"));
        QCOMPARE(rewrite(file, ""), write(file));
    }

    void groupsHaveLabels()
    {
        CommandFile file = read("# a\n#*Groups: 2\n#* stand \n#*walk\n# b\n1 a.bmp 1 1 1", "a.bbg").value().commands;
        QCOMPARE(groupLabels(file), (std::vector<std::string>{"stand", "walk"}));
        setGroupLabels(file, {"run"});
        QCOMPARE(file.comments, (std::vector<std::string>{"# a", "#*Groups: 1", "#* run", "# b"}));
        setGroupLabels(file, {});
        QCOMPARE(file.comments, (std::vector<std::string>{"# a", "# b"}));
        QVERIFY(groupLabels(file).empty());
    }

    void realFilesGiveTheReferenceToolsBytes()
    {
        BLAK_NEED_SHARED(corpus, "corpus/bbg");
        int made = 0, identical = 0, rejected = 0;
        for (const auto& file : test::filesBelow(corpus, ".bbg")) {
            const auto parsed = read(readTextFile(file).value(), file.filename().string());
            if (file.filename() == "appletree.bbg") {
                QVERIFY(!parsed);
                ++rejected;
                continue;
            }
            QVERIFY2(parsed, parsed ? "" : parsed.error().text().c_str());
            QVERIFY(rewrite(parsed.value().commands, readTextFile(file).value()) == readTextFile(file).value());
            const auto again = read(write(parsed.value().commands), "again.bbg");
            QVERIFY(again);
            QCOMPARE(again.value().commands, parsed.value().commands);
            if (file.parent_path().filename() == "syntax-only")
                continue;
            std::filesystem::path expectedFile = file;
            expectedFile.replace_extension(".bgf");
            CommandFile commands = parsed.value().commands;
            std::vector<std::byte> expectedBytes;
            if (std::filesystem::exists(expectedFile)) {
                // Name and -x came from the makefile's command line.
                expectedBytes = test::bytesOf(expectedFile);
                const bgf::Sprite expected = bgf::read(expectedBytes, "expected.bgf").value();
                commands.name = expected.name();
                commands.raw = expected.bitmaps[0].storage == 0;
            }
            const auto sprite = make(commands, [&](const std::string& name) {
                return readIndexedBmp(test::bytesOf(findFile(file.parent_path(), name).value_or(name)), name);
            });
            QVERIFY2(sprite, sprite ? "" : sprite.error().text().c_str());
            ++made;
            identical += bgf::write(sprite.value()) == expectedBytes ? 1 : 0;
        }
        qInfo("%d made, %d identical to the committed sprite, %d rejected", made, identical, rejected);
        QCOMPARE(rejected, 1);
        QVERIFY(identical >= 6);
    }
};

QTEST_APPLESS_MAIN(TestBbg)
#include "tst_bbg.moc"
