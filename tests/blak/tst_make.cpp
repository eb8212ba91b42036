// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/file_io.h"
#include "formats/bgf/sprite.h"
#include "tests/support/run_blak.h"
#include "tests/support/shared_data.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using blak::test::Run;
using blak::test::runBlak;

namespace {

QString worldFile(const char* name) { return QString::fromStdString((blak::test::sourceDir() / "world" / name).string()); }

blak::bgf::Sprite spriteAt(const QString& file)
{
    return blak::bgf::read(blak::test::bytesOf(file.toStdString()), "made.bgf").value();
}

} // namespace

class TestMake : public QObject
{
    Q_OBJECT

    QTemporaryDir dir_;
    QString output_ = dir_.filePath(QStringLiteral("made.bgf"));

private slots:
    void theInnkeeperIsMadeOfPng()
    {
        const Run run =
            runBlak({QStringLiteral("bgf"), QStringLiteral("make"), QStringLiteral("--palette"), worldFile("blakston.pal"),
                     QStringLiteral("-o"), output_, QLatin1Char('@') + worldFile("sprites/keeper.bbg")});
        QCOMPARE(run.error, QString());
        QCOMPARE(run.exitCode, 0);
        const auto sprite = spriteAt(output_);
        QCOMPARE(sprite.bitmaps.size(), std::size_t{40});
        QCOMPARE(sprite.groups.size(), std::size_t{5});
        QCOMPARE(sprite.bitmaps[0].hotspots.size(), std::size_t{4});
        const auto pixels = blak::bgf::decode(sprite, sprite.bitmaps[0], "made.bgf").value();
        QCOMPARE(pixels.front(), blak::bgf::transparentIndex);
    }

    void wallsAreTurnedAndNamed()
    {
        const Run run =
            runBlak({QStringLiteral("bgf"), QStringLiteral("make"), QStringLiteral("-o"), output_, QStringLiteral("-n"),
                     QStringLiteral("Dressed stone"), QStringLiteral("-r"), QStringLiteral("1"),
                     worldFile("sprites/traveller0.png"), QStringLiteral("1"), QStringLiteral("1"), QStringLiteral("1")});
        QCOMPARE(run.exitCode, 0);
        QCOMPARE(spriteAt(output_).bitmaps[0].width, 200);
        QCOMPARE(spriteAt(output_).name(), std::string("Dressed stone"));
    }

    void theOldNameAndWildcardsWork()
    {
        const Run run = runBlak({QStringLiteral("-o"), output_, QStringLiteral("4"), QStringLiteral("water?.png"),
                                 QStringLiteral("1"), QStringLiteral("1"), QStringLiteral("1")},
                                worldFile("textures"), QStringLiteral("makebgf"));
        QCOMPARE(run.exitCode, 0);
        QCOMPARE(spriteAt(output_).bitmaps.size(), std::size_t{4});
    }

    void whatIsWrongIsSaidAndNothingIsWritten()
    {
        QFile::remove(output_);
        const Run missing =
            runBlak({QStringLiteral("bgf"), QStringLiteral("make"), QStringLiteral("-o"), output_, QStringLiteral("1"),
                     QStringLiteral("none.bmp"), QStringLiteral("1"), QStringLiteral("1"), QStringLiteral("1")});
        QCOMPARE(missing.exitCode, 1);
        QVERIFY2(missing.error.contains(QStringLiteral("The bitmap none.bmp is missing. It was looked for in ")), qPrintable(missing.error));
        const Run index =
            runBlak({QStringLiteral("bgf"), QStringLiteral("make"), QStringLiteral("-o"), output_, QStringLiteral("1"),
                     worldFile("textures/stone.png"), QStringLiteral("1"), QStringLiteral("1"), QStringLiteral("2")});
        QCOMPARE(index.exitCode, 1);
        QVERIFY2(
            index.error.contains(QStringLiteral("argument 7: expected bitmap 1 of 1 in group 1 of 1 from 0 to 1, found \"2\"")),
            qPrintable(index.error));
        const Run output =
            runBlak({QStringLiteral("bgf"), QStringLiteral("make"), QStringLiteral("1"), worldFile("textures/stone.png"),
                     QStringLiteral("1"), QStringLiteral("1"), QStringLiteral("1")});
        QCOMPARE(output.exitCode, 1);
        QVERIFY(output.error.contains(QStringLiteral("expected -o FILE")));
        QVERIFY(!QFile::exists(output_));
    }
};

QTEST_GUILESS_MAIN(TestMake)
#include "tst_make.moc"
