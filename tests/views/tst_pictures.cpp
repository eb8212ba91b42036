// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/palette/palette.h"
#include "studio/views/image/image_view.h"
#include "studio/views/image/picture_canvas.h"
#include "studio/views/palette/palette_view.h"
#include "studio/views/palette/swatch_grid.h"
#include "tests/support/shared_data.h"
#include "tests/views/view_support.h"

#include <QComboBox>
#include <QImage>
#include <QTabBar>
#include <QToolButton>
#include <QWheelEvent>

using namespace blak::test;
using namespace blak;

class TestPictures : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir folder_;

    QString writePalette(palette::FileKind kind, const char* name)
    {
        return writeFile(QDir(folder_.path()), QLatin1String(name), asBytes(palette::write(palette::builtIn(), kind)));
    }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    void everyKindOfPaletteFileOpens()
    {
        for (const auto& [kind, name] :
             {std::pair{palette::FileKind::Text, "world.pal"}, std::pair{palette::FileKind::Riff, "riff.pal"},
              std::pair{palette::FileKind::Chart, "palette.bmp"}}) {
            const auto view = openView(writePalette(kind, name));
            QVERIFY2(qobject_cast<PaletteView*>(view.get()) != nullptr, name);
            QVERIFY(!view->statusRight().isEmpty());
        }
    }

    void hoveringAndClickingTellIndexAndColour()
    {
        const auto view = openView(writePalette(palette::FileKind::Text, "world.pal"));
        auto* shown = qobject_cast<PaletteView*>(view.get());
        const palette::Colour& colour = palette::builtIn()[35];
        const QString hex = QStringLiteral("#%1").arg((colour.r << 16) | (colour.g << 8) | colour.b, 6, 16, QLatin1Char('0'));
        clickAt(shown->chart(), shown->chart()->cellRect(3, 2));
        QVERIFY(shown->facts().startsWith(QStringLiteral("35 ")));
        QVERIFY(shown->facts().contains(hex));
        QVERIFY(shown->facts().contains(QLatin1String("Ramp 32 to 47")));
        QTest::keyClick(shown->chart(), Qt::Key_Right);
        QVERIFY(shown->facts().startsWith(QStringLiteral("36 ")));
        QTest::mouseMove(shown->chart(), shown->chart()->cellRect(14, 15).center());
        QTRY_VERIFY(view->statusLeft().first().contains(QLatin1String("transparent")));
        QVERIFY(view->goToPlace(QStringLiteral("9")));
        QVERIFY(shown->facts().contains(QLatin1String("kept for the system")));
        QVERIFY(!view->goToPlace(QStringLiteral("256")));
    }

    void aLightLevelAndATranslationAreSeenThroughTheChart()
    {
        const auto view = openView(writePalette(palette::FileKind::Text, "world.pal"));
        auto* shown = qobject_cast<PaletteView*>(view.get());
        palette::Tables tables;
        palette::buildTables(palette::builtIn(), tables);
        clickAt(shown->light(), shown->light()->cellRect(100, 5));
        QCOMPARE(shown->chart()->indexAt(4, 6), tables.light[5][100]);
        shown->tabs()->setCurrentIndex(2);
        QApplication::processEvents();
        clickAt(shown->translations(), shown->translations()->cellRect(10, 0));
        int first = 0; // the first translation that changes anything
        const auto isIdentity = [&](int id) {
            for (std::size_t i = 0; i < 256; ++i)
                if (tables.translation[static_cast<std::size_t>(id)][i] != i)
                    return false;
            return true;
        };
        while (isIdentity(first))
            ++first;
        for (int index = 0; index < 256; ++index)
            QCOMPARE(shown->chart()->indexAt(index % 16, index / 16),
                     tables.translation[static_cast<std::size_t>(first)][static_cast<std::size_t>(index)]);
        shown->tabs()->setCurrentIndex(1);
        QApplication::processEvents();
        shown->share()->setCurrentIndex(0);
        QCOMPARE(shown->blend()->indexAt(200, 40), tables.blend[0][40][200]);
        shown->share()->setCurrentIndex(2);
        QCOMPARE(shown->blend()->indexAt(200, 40), tables.blend[2][40][200]);
    }

    void aPictureTellsHowFarItIsFromThePalette()
    {
        QImage picture(12, 8, QImage::Format_RGB32);
        const palette::Colour& known = palette::builtIn()[40];
        picture.fill(qRgb(known.r, known.g, known.b));
        picture.setPixel(3, 2, qRgb(known.r, known.g ^ 1, known.b));
        const QString path = folder_.filePath(QStringLiteral("tile.png"));
        QVERIFY(picture.save(path));
        const auto view = openView(path);
        auto* shown = qobject_cast<ImageView*>(view.get());
        QVERIFY(shown != nullptr);
        QCOMPARE(shown->distance().colours, 2);
        QCOMPARE(shown->distance().strangers, 1);
        QCOMPARE(shown->distance().pixels, 1);
        QVERIFY(shown->sentence().contains(QLatin1String("outside the palette")));
        QTest::mouseClick(shown->marks(), Qt::LeftButton);
        QVERIFY(shown->marks()->isChecked());
        QVERIFY(qAlpha(shown->distance().overlay.pixel(3, 2)) == 255);
    }

    void theWheelZoomsAtThePointerAndTheStatusTellsThePixel()
    {
        QImage picture(64, 64, QImage::Format_Indexed8);
        picture.setColorTable({qRgb(0, 0, 0), qRgb(255, 0, 0)});
        picture.fill(1);
        const QString path = folder_.filePath(QStringLiteral("indexed.bmp"));
        QVERIFY(picture.save(path));
        const auto view = openView(path);
        PictureCanvas* canvas = qobject_cast<ImageView*>(view.get())->canvas();
        const double before = canvas->zoom();
        const QPointF at(canvas->width() / 2.0 + 40, canvas->height() / 2.0 - 20);
        const QPointF pixel = canvas->placeAt(at);
        QWheelEvent wheel(at, canvas->mapToGlobal(at.toPoint()), {}, {0, 120}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase,
                          false);
        QApplication::sendEvent(canvas, &wheel);
        QVERIFY(canvas->zoom() > before);
        QVERIFY((canvas->placeAt(at) - pixel).manhattanLength() < 0.01);
        QTest::mouseMove(canvas, at.toPoint());
        QTRY_VERIFY(view->statusLeft().first().contains(QLatin1String("index 1")));
        QTest::keyClick(canvas, Qt::Key_Home);
        QCOMPARE(canvas->zoom(), before);
    }

    void damagedPicturesSayWhy()
    {
        const QString path =
            writeFile(QDir(folder_.path()), QStringLiteral("bad.png"), QByteArray("\x89PNG\r\n\x1a\nnothing more", 20));
        QString error;
        QVERIFY(openView(path, &error) == nullptr);
        QVERIFY2(error.contains(QLatin1String("bad.png")), qPrintable(error));
    }

    void realPalettesOpen()
    {
        BLAK_NEED_SHARED(palettes, "corpus/pal");
        int opened = 0;
        for (const auto& entry : std::filesystem::directory_iterator(palettes)) {
            QString error;
            QVERIFY2(openView(QString::fromStdString(entry.path().string()), &error) != nullptr, qPrintable(error));
            ++opened;
        }
        QCOMPARE(opened, 4);
    }
};

QTEST_MAIN(TestPictures)
#include "tst_pictures.moc"
