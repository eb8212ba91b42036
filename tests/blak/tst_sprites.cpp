// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/blak/blak_files.h"
#include "tests/support/run_blak.h"

#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

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
        QVERIFY(text.output.startsWith(QStringLiteral("lamp.bgf: version 10, \"lamp\", shrink 1, 2 bitmaps, 1 groups\n")));
        QVERIFY(text.output.contains(QStringLiteral("1 at 2,1")));
        QVERIFY(text.output.endsWith(QStringLiteral("group 1: 1 2 0\n")));
        const QJsonObject json = QJsonDocument::fromJson(run("bgf info --json lamp.bgf").output.toUtf8())[0].toObject();
        QCOMPARE(json[QStringLiteral("bitmaps")].toArray().size(), 2);
        QCOMPARE(json[QStringLiteral("groups")][0].toArray().size(), 3);
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
