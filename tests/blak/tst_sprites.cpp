// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/blak/blak_files.h"
#include "tests/support/run_blak.h"

#include <QColor>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <array>

using namespace blak;
using test::Run;
using test::runBlak;

class TestSprites : public QObject
{
    Q_OBJECT

    QTemporaryDir dir_;
    std::filesystem::path root_ = dir_.path().toStdString();

    Run run(const char* words) const { return runBlak(QString::fromLatin1(words).split(QLatin1Char(' ')), dir_.path()); }
    QImage image(const char* name) const { return QImage(dir_.filePath(QString::fromLatin1(name))); }
    static QRgb colourOf(const palette::Palette& colours, std::size_t index)
    {
        return qRgb(colours[index].r, colours[index].g, colours[index].b);
    }

private slots:
    void initTestCase()
    {
        test::put(root_ / "lamp.bgf", bgf::write(test::smallSprite()));
        bgf::Sprite old = test::smallSprite();
        old.version = 9;
        test::put(root_ / "old.bgf", bgf::write(old));
        test::put(root_ / "cut.bgf", {std::byte{'B'}, std::byte{'G'}, std::byte{'F'}, std::byte{17}});
        palette::Palette colours = palette::builtIn();
        colours[0xD3] = {1, 2, 3};
        test::put(root_ / "other.txt", palette::write(colours, palette::FileKind::Text));
    }

    void infoShowsWhatASpriteHolds()
    {
        const Run text = run("bgf info lamp.bgf");
        QCOMPARE(text.exitCode, 0);
        QVERIFY(text.output.startsWith(QStringLiteral("lamp.bgf: version 10, \"lamp\", shrink 1, 2 bitmaps, 1 group\n")));
        QVERIFY(text.output.contains(QStringLiteral("1 at 2,1")));
        QVERIFY(text.output.endsWith(QStringLiteral("group 1: 1 2 0\n")));
        const QJsonObject json = QJsonDocument::fromJson(run("bgf info --json lamp.bgf").output.toUtf8())[0].toObject();
        QCOMPARE(json[QStringLiteral("bitmaps")].toArray().size(), 2);
        QCOMPARE(json[QStringLiteral("groups")][0].toArray().size(), 3);
    }

    void aSheetOfAnyColoursBecomesASprite()
    {
        QImage sheet(40, 30, QImage::Format_ARGB32);
        sheet.fill(0);
        for (int cell = 0; cell < 4; ++cell) // 2 x 2 cells of 20 x 15, a block in each
            for (int y = 4; y < 12; ++y)
                for (int x = 5; x < 15; ++x)
                    sheet.setPixelColor(cell % 2 * 20 + x, cell / 2 * 15 + y, QColor(180 - cell, 31 + 3 * cell, 30 + y));
        QVERIFY(sheet.save(dir_.filePath(QStringLiteral("sheet.png"))));
        const Run made = run("bgf import sheet.png -o wolf.bgf --sheet 2x2 --angles 2 --crop --name wolf --shrink 2");
        QCOMPARE(made.error, QString());
        QVERIFY2(made.output.contains(QStringLiteral("sheet.png: 32 colours, ")), qPrintable(made.output));
        QVERIFY(made.output.endsWith(QStringLiteral("wolf.bgf: 4 bitmaps in 2 groups\n")));
        const auto sprite = bgf::read(readFile(root_ / "wolf.bgf").value(), "wolf.bgf");
        QVERIFY(sprite);
        QCOMPARE(sprite.value().name(), std::string("wolf"));
        QCOMPARE(sprite.value().shrink, 2);
        QCOMPARE(sprite.value().groups, (std::vector<bgf::Group>{{0, 1}, {2, 3}}));
        QCOMPARE(sprite.value().bitmaps[0].width, 10);
        QCOMPARE(sprite.value().bitmaps[0].height, 8);
        QCOMPARE(sprite.value().bitmaps[0].yOffset, -6); // three rows up at 8 client units, in steps of four
        QCOMPARE(run("bgf check wolf.bgf").exitCode, 0);
        QCOMPARE(run("bgf import sheet.png -o wolf.bgf --sheet 3x2").error,
                 QStringLiteral("blak: sheet.png: 40 x 30 pixels cannot be cut into 3 x 2 equal bitmaps\n"));
        QCOMPARE(run("bgf import sheet.png -o wolf.bgf --dither much").error,
                 QStringLiteral("blak: --dither needs none, ordered or diffused, not \"much\"\n"));
        QVERIFY(run("bgf import sheet.png -o wolf.bgf --angles 3").error.contains(QStringLiteral("1 bitmap does not fill groups of 3")));
        QCOMPARE(run("bgf import sheet.png").exitCode, 2);
    }

    void protectedIndicesGetNoPixel()
    {
        QImage picture(64, 64, QImage::Format_ARGB32);
        for (int y = 0; y < 64; ++y)
            for (int x = 0; x < 64; ++x)
                picture.setPixelColor(x, y, QColor(x * 4, y * 4, (x + y) * 2));
        QVERIFY(picture.save(dir_.filePath(QStringLiteral("many.png"))));
        const auto used = [this](const char* file) {
            const auto sprite = bgf::read(readFile(root_ / file).value(), file).value();
            const auto pixels = bgf::decode(sprite, sprite.bitmaps[0], file);
            std::array<bool, 256> found{};
            for (std::size_t i = 0; i < pixels.value().size(); ++i)
                found[pixels.value()[i]] = true;
            return found;
        };
        const auto anyOf = [](const std::array<bool, 256>& found, std::size_t first, std::size_t last) {
            bool any = false;
            for (std::size_t i = first; i <= last; ++i)
                any = any || found[i];
            return any;
        };
        for (const char* dither : {"none", "ordered", "diffused"}) {
            QCOMPARE(run(qPrintable(QStringLiteral("bgf import many.png -o usual.bgf --dither ") + QLatin1String(dither))).error, QString());
            const auto usual = used("usual.bgf");
            QVERIFY(anyOf(usual, 64, 127)); // what is protected below is wanted otherwise
            QVERIFY(!anyOf(usual, 8, 15) && !anyOf(usual, 244, 247) && !usual[254]);
            QCOMPARE(run(qPrintable(QStringLiteral("bgf import many.png -o kept.bgf --protect 0-3,64-127 --dither ") + QLatin1String(dither))).error,
                     QString());
            const auto kept = used("kept.bgf");
            QVERIFY(!anyOf(kept, 0, 3) && !anyOf(kept, 64, 127) && !kept[254]);
            QVERIFY(anyOf(kept, 128, 243)); // drawn with others, not left out
        }
        QVERIFY(run("bgf import many.png -o kept.bgf --protect 3-999").error.startsWith(QStringLiteral("blak: --protect: ")));
    }

    void bitmapsAndAnimationsAreImported()
    {
        QImage picture(6, 4, QImage::Format_RGB32);
        picture.fill(QColor(colourOf(palette::builtIn(), 0x54)));
        picture.setPixelColor(2, 1, QColor(colourOf(palette::builtIn(), 0x21)));
        QVERIFY(picture.save(dir_.filePath(QStringLiteral("deep.bmp"))));
        const QRgb a = colourOf(palette::builtIn(), 0x30), b = colourOf(palette::builtIn(), 0x60);
        QByteArray gif("GIF89a\x02\0\x02\0\x80\0\0", 13); // two images of 2 x 2, of two colours; 4 codes of 3 bits after a clear
        for (const QRgb one : {a, b})
            gif.append(char(qRed(one))).append(char(qGreen(one))).append(char(qBlue(one)));
        for (const char* codes : {"\x02\x02\x84\x51", "\x02\x02\x8C\x53"})
            gif.append("\x2C\0\0\0\0\x02\0\x02\0\0", 10).append(codes, 4).append('\0');
        gif.append('\x3B');
        QVERIFY(writeFileAtomically(root_ / "two.gif", std::string_view(gif.constData(), std::size_t(gif.size()))));
        const Run made = run("bgf import deep.bmp two.gif -o mixed.bgf");
        QCOMPARE(made.error, QString());
        const auto sprite = bgf::read(readFile(root_ / "mixed.bgf").value(), "mixed.bgf").value();
        QCOMPARE(sprite.bitmaps.size(), std::size_t{3});
        const auto still = bgf::decode(sprite, sprite.bitmaps[0], {}), first = bgf::decode(sprite, sprite.bitmaps[1], {}),
                   second = bgf::decode(sprite, sprite.bitmaps[2], {});
        QVERIFY(still && first && second);
        QCOMPARE(int(still.value()[8]), 0x21);
        QCOMPARE(int(still.value()[9]), 0x54);
        QCOMPARE(first.value().size(), std::size_t{4});
        for (std::size_t i = 0; i < 4; ++i) {
            QCOMPARE(int(first.value()[i]), 0x30);
            QCOMPARE(int(second.value()[i]), 0x60);
        }
    }

    void spritesAreMadeSmallerWithoutAChange()
    {
        bgf::Sprite sprite = test::smallSprite();
        sprite.bitmaps.push_back(sprite.bitmaps[0]); // twice the same
        sprite.bitmaps.push_back(bgf::encode(100, 100, std::vector<std::uint8_t>(10'000, 7), false));
        sprite.groups.push_back({2, 3});
        test::put(root_ / "fat.bgf", bgf::write(sprite));
        const auto before = readFile(root_ / "fat.bgf").value();
        QCOMPARE(run("bgf optimise --dry-run fat.bgf").exitCode, 0);
        QCOMPARE(readFile(root_ / "fat.bgf").value(), before);
        QCOMPARE(run("bgf optimise --merge fat.bgf -o thin.bgf").exitCode, 0);
        const auto thin = bgf::read(readFile(root_ / "thin.bgf").value(), "thin.bgf");
        QVERIFY(thin);
        QCOMPARE(thin.value().bitmaps.size(), std::size_t{3});
        QCOMPARE(thin.value().groups[1], (bgf::Group{0, 2}));
        QVERIFY(readFile(root_ / "thin.bgf").value().size() < 500);
        QCOMPARE(bgf::decode(thin.value(), thin.value().bitmaps[2], {}).value(), std::vector<std::uint8_t>(10'000, 7));
        QCOMPARE(run("bgf optimise fat.bgf").exitCode, 0);
        QCOMPARE(readFile(root_ / "fat.bgf~").value(), before);
        QCOMPARE(run("bgf optimise -o x.bgf fat.bgf thin.bgf").exitCode, 2);
    }

    void checkNamesWhatIsWrong()
    {
        bgf::Sprite sprite = test::smallSprite();
        sprite.groups.push_back({9});
        sprite.shrink = 0;
        test::put(root_ / "bad/bad.bgf", bgf::write(sprite));
        const Run bad = run("bgf check --no-hints bad");
        QCOMPARE(bad.exitCode, 1);
        QVERIFY2(bad.output.startsWith(QStringLiteral("bad/bad.bgf: Group 2: error: The group names frame 9, but the file has 2. ")),
                 qPrintable(bad.output));
        QVERIFY(bad.output.contains(QStringLiteral("warning: The shrink factor is 0; programs take it as 1. [shrink 0]\n")));
        QVERIFY(bad.output.endsWith(QStringLiteral("1 sprite, 1 error, 1 warning, 0 hints\n")));
        const QJsonArray json = QJsonDocument::fromJson(run("bgf check --json bad").output.toUtf8()).array();
        QCOMPARE(json[0].toObject()[QStringLiteral("code")].toString(), QStringLiteral("missing frame"));
        QCOMPARE(json[0].toObject()[QStringLiteral("fixes")].toArray().size(), 1);
        QCOMPARE(run("bgf check cut.bgf").exitCode, 1);
    }

    void standardInputIsAFileToo()
    {
        const auto bytes = bgf::write(test::smallSprite());
        const QByteArray piped(reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size()));
        const auto pipe = [&](const char* words, const QByteArray& input) {
            return runBlak(QString::fromLatin1(words).split(QLatin1Char(' ')), dir_.path(), QStringLiteral("blak"), input);
        };
        const Run text = pipe("bgf info -", piped);
        QCOMPARE(text.error, QString());
        QCOMPARE(text.output.section(QLatin1Char(':'), 1), run("bgf info lamp.bgf").output.section(QLatin1Char(':'), 1));
        QCOMPARE(pipe("verify -", piped).exitCode, 0);
        QCOMPARE(pipe("bgf png - --output piped.png", piped).exitCode, 0);
        QVERIFY(QFile::exists(dir_.filePath(QStringLiteral("piped.png"))));
        QCOMPARE(pipe("room info -", piped).error, QStringLiteral("blak: standard input is a sprite, not a room.\n"));
        QVERIFY(pipe("bgf info -", piped.left(30)).error.startsWith(QStringLiteral("blak: standard input is a sprite, but it ends too early. ")));
    }

    void infoRefusesADamagedFile()
    {
        const Run bad = run("bgf info cut.bgf");
        QCOMPARE(bad.exitCode, 1);
        QCOMPARE(bad.error, QStringLiteral("blak: cut.bgf is a sprite, but it ends too early. Version: the file ends here: expected 4 more "
                                           "bytes, found 0. Restore a backup or copy the file again. (Offset 4.)\n"));
        QCOMPARE(run("bgf info none.bgf").exitCode, 1);
    }

    void pngOfOneBitmapKeepsItsIndices()
    {
        QCOMPARE(run("bgf png lamp.bgf --bitmap 2 -o two.png").exitCode, 0);
        const QImage two = image("two.png");
        QCOMPARE(two.size(), QSize(6, 5));
        QCOMPARE(two.format(), QImage::Format_Indexed8);
        QCOMPARE(two.pixelIndex(1, 1), 0x21);
        QCOMPARE(qAlpha(two.pixel(0, 0)), 0);
        QCOMPARE(two.pixel(1, 1), colourOf(palette::builtIn(), 0x21));

        QCOMPARE(run("bgf png lamp.bgf --bitmap 2 --opaque -o two.png").exitCode, 0);
        QCOMPARE(qAlpha(image("two.png").pixel(0, 0)), 255);
    }

    void pngOfAViewChoosesTheBitmap()
    {
        QCOMPARE(run("bgf png lamp.bgf --group 1 --angle 1400 -o view.png").exitCode, 0);
        QCOMPARE(image("view.png").size(), QSize(6, 5));
        const Run none = run("bgf png lamp.bgf --angle 2800 -o none.png");
        QCOMPARE(none.exitCode, 1);
        QCOMPARE(none.error, QStringLiteral("blak: group 1 has no bitmap for that angle\n"));
    }

    void pngOfAllIsASheetOrManyFiles()
    {
        QCOMPARE(run("bgf png lamp.bgf").exitCode, 0);
        const QImage sheet = image("lamp.png");
        QVERIFY(sheet.size() == QSize(6, 5 + 4 + 5) || sheet.size() == QSize(6 + 4 + 6, 5));
        QCOMPARE(run("bgf png lamp.bgf --split -o each.png").exitCode, 0);
        QCOMPARE(image("each-1.png").size(), QSize(4, 3));
        QCOMPARE(image("each-2.png").size(), QSize(6, 5));
    }

    void paletteAndTranslationChangeTheColours()
    {
        QCOMPARE(run("bgf png lamp.bgf --bitmap 1 --palette other.txt -o p.png").exitCode, 0);
        QCOMPARE(image("p.png").pixel(0, 0), qRgb(1, 2, 3));
        QCOMPARE(run("bgf png lamp.bgf --bitmap 1 --translation 0x12 -o t.png").exitCode, 0);
        QCOMPARE(image("t.png").pixelIndex(0, 0), 0x13);
    }

    void spritesAreMadeOfBitmapsAndPngs()
    {
        QImage grey(3, 2, QImage::Format_Indexed8); // the palette of the world: indices are kept
        QList<QRgb> table;
        for (std::size_t i = 0; i < 256; ++i)
            table << colourOf(palette::builtIn(), i);
        grey.setColorTable(table);
        grey.fill(0xD5);
        grey.setPixel(1, 0, 0x21);
        QVERIFY(grey.save(dir_.filePath(QStringLiteral("Front.bmp"))));
        QVERIFY(grey.save(dir_.filePath(QStringLiteral("front.png"))));
        QImage colours(2, 2, QImage::Format_ARGB32); // anything else is matched
        colours.fill(Qt::transparent);
        colours.setPixelColor(1, 1, QColor(colourOf(palette::builtIn(), 0x54)));
        QVERIFY(colours.save(dir_.filePath(QStringLiteral("true.png"))));
        const std::string text = "# two\n-n lantern -s 2\n3 front.BMP [1, -2] :1 5 [0, 1]\nfront.png\ntrue.png\n1 3 1 2 3\n";
        QVERIFY(writeFileAtomically(root_ / "lantern.bbg", text));

        const Run made = run("bgf make -o lantern.bgf @lantern.bbg");
        QCOMPARE(made.error, QString());
        QCOMPARE(made.exitCode, 0);
        const bgf::Sprite sprite = bgf::read(readFile(root_ / "lantern.bgf").value(), "lantern.bgf").value();
        QCOMPARE(sprite.name(), std::string("lantern"));
        QCOMPARE(sprite.shrink, 2);
        QCOMPARE(sprite.bitmaps[0].yOffset, -2);
        const std::vector<std::uint8_t> kept{0xD5, 0x21, 0xD5, 0xD5, 0xD5, 0xD5};
        QCOMPARE(bgf::decode(sprite, sprite.bitmaps[0], "x").value(), kept);
        QCOMPARE(bgf::decode(sprite, sprite.bitmaps[1], "x").value(), kept);
        QCOMPARE(bgf::decode(sprite, sprite.bitmaps[2], "x").value(), (std::vector<std::uint8_t>{254, 254, 254, 0x54}));

        const Run without = run("bgf make -o none.bgf 2 no1.bmp no2.png 1 1 1");
        QVERIFY(without.exitCode != 0);
        QVERIFY2(without.error.contains(QStringLiteral("All 2 bitmaps are missing: no1.bmp, no2.png. They were looked for in ")), qPrintable(without.error));
        QVERIFY(writeFileAtomically(root_ / "cut.png", std::string_view("\x89PNG\r\n\x1a\n\0\0", 10)));
        QVERIFY(run("bgf make -o cut.bgf 1 cut.png 1 1 1").error.contains(QStringLiteral("cut.png: cannot be read as PNG")));
    }

    void badValuesAreNamed()
    {
        QCOMPARE(run("bgf png lamp.bgf --bitmap 3").error,
                 QStringLiteral("blak: --bitmap needs a number from 1 to 2, not \"3\"\n"));
        QCOMPARE(run("bgf png lamp.bgf --translation x").exitCode, 1);
        QCOMPARE(run("bgf png lamp.bgf --palette cut.bgf").exitCode, 1);
        const Run old = run("bgf png old.bgf --bitmap 1 -o old.png");
        QCOMPARE(old.exitCode, 1);
        QVERIFY(old.error.contains(QStringLiteral("version 9 compression is proprietary")));
        QVERIFY(!QFile::exists(dir_.filePath(QStringLiteral("old.png"))));
        QCOMPARE(run("bgf png old.bgf --bitmap 2 -o old.png").exitCode, 0); // this one is raw
    }
};

QTEST_APPLESS_MAIN(TestSprites)
#include "tst_sprites.moc"
