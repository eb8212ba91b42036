// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures brought into a command file and handed out of it: import with its preview, other programs, drops, sheets.
#include "bgfeditor/bgfcore/png_file.h"
#include "bgfeditor/bgfcore/angles.h"
#include "bgfeditor/ui/animation_panel.h"
#include "bgfeditor/ui/frame_list.h"
#include "bgfeditor/ui/import_dialog.h"
#include "bgfeditor/ui/outside_editor.h"
#include "bgfeditor/ui/sprite_document.h"
#include "bgfeditor/ui/sprite_import.h"
#include "bgfeditor/ui/sprite_view.h"
#include "formats/base/file_io.h"
#include "tests/bgfeditor/wolf_page.h"
#include "ui/file_order.h"
#include "ui/number_field.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QDropEvent>
#include <QFile>
#include <QFileDialog>
#include <QLabel>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QCheckBox>
#include <QSignalSpy>
#include <QTest>
#include <QUrl>

#include <algorithm>
#include <set>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::sprites;

namespace fs = std::filesystem;

class TestSpritePictures : public test::WolfPage
{
    Q_OBJECT

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }
    void init() { open(); }
    void cleanupTestCase() { view_.reset(); }

    void importShowsWhatChangesFirst()
    {
        QImage sheet(40, 10, QImage::Format_ARGB32);
        for (int x = 0; x < 40; ++x)
            for (int y = 0; y < 10; ++y)
                sheet.setPixelColor(x, y, QColor(x * 6, 255 - x * 5, y * 20));
        const QString file = folder_->filePath(QStringLiteral("sheet.png"));
        QVERIFY(sheet.save(file));
        askAndImport(*view_, {file}, Cut::Whole);
        auto* dialog = view_->findChild<ImportDialog*>();
        QVERIFY(dialog != nullptr);
        QVERIFY(QTest::qWaitForWindowExposed(dialog));
        auto* facts = dialog->findChild<QLabel*>(QStringLiteral("facts"));
        auto* add = dialog->findChild<QPushButton*>();
        QVERIFY(facts->text().contains(QStringLiteral("400 colours")));
        QVERIFY(facts->text().endsWith(QStringLiteral("It becomes 1 frame.")));
        const QString plain = facts->text();
        dialog->findChild<QComboBox*>(QStringLiteral("dither"))->setCurrentIndex(2);
        QVERIFY(facts->text() != plain);
        auto* kept = dialog->findChild<QLineEdit*>(QStringLiteral("protected"));
        kept->setText(QStringLiteral("0-999"));
        QVERIFY(!add->isEnabled());
        kept->setText(QStringLiteral("0-63, 244-247"));
        QVERIFY(add->isEnabled());
        dialog->findChild<QComboBox*>(QStringLiteral("cut"))->setCurrentIndex(static_cast<int>(Cut::Grid));
        auto* columns = dialog->findChild<NumberField*>(QStringLiteral("columns"));
        columns->setFocus();
        columns->selectAll();
        QTest::keyClicks(columns, QStringLiteral("3"));
        QTest::keyClick(columns, Qt::Key_Tab);
        QVERIFY(!add->isEnabled()); // 40 is no multiple of 3
        columns->setFocus();
        columns->selectAll();
        QTest::keyClicks(columns, QStringLiteral("4"));
        QTest::keyClick(columns, Qt::Key_Tab);
        QVERIFY(add->isEnabled());
        auto* angles = dialog->findChild<NumberField*>(QStringLiteral("angles"));
        const auto setAngles = [&](const char* number) {
            angles->setFocus();
            angles->selectAll();
            QTest::keyClicks(angles, QLatin1String(number));
            QTest::keyClick(angles, Qt::Key_Tab);
        };
        setAngles("3");
        QVERIFY(!add->isEnabled()); // four frames do not fill groups of three
        setAngles("2");
        QVERIFY(facts->text().endsWith(QStringLiteral("It becomes 4 frames in 2 groups.")));
        test::grabForPeople(*dialog, QStringLiteral("sprite-import"));
        const int groups = model().groupCount();
        QTest::mouseClick(add, Qt::LeftButton);
        QCOMPARE(model().frameCount(), 8);
        QCOMPARE(model().groupCount(), groups + 2);
        QCOMPARE(model().sprite().groups.back(), (bgf::Group{3, 4}));
        QCOMPARE(model().bitmap(1)->width, 10);
        for (const std::uint8_t index : *model().indices(1))
            QVERIFY(index >= 64); // protected ones are not used
        QCOMPARE(model().document().frames().at(model().frameId(1)).file, QStringLiteral("wolf4.bmp").toStdString());
    }

    void oneColourAndOneThingAreSaidInTheSingular()
    {
        QImage dot(9, 9, QImage::Format_ARGB32);
        dot.fill(Qt::transparent);
        for (int i = 3; i < 6; ++i)
            dot.setPixelColor(i, 4, QColor(255, 1, 2));
        const QString file = folder_->filePath(QStringLiteral("dot.png"));
        QVERIFY(dot.save(file));
        askAndImport(*view_, {file}, Cut::Things);
        auto* dialog = view_->findChild<ImportDialog*>();
        QVERIFY(dialog != nullptr && QTest::qWaitForWindowExposed(dialog));
        const QString facts = dialog->findChild<QLabel*>(QStringLiteral("facts"))->text();
        QVERIFY2(facts.contains(QStringLiteral(" 1 colour, 1 of them not in the palette.")), qPrintable(facts));
        QVERIFY2(facts.endsWith(QStringLiteral("It becomes 1 frame.")), qPrintable(facts));
        dialog->reject();
    }

    void otherProgramsWriteBitmaps()
    {
        QSignalSpy said(view_.get(), &DocumentView::reported);
        QCOMPARE(view_->outside().fileOfCurrentFrame(), folder_->filePath(QStringLiteral("wolf0.png")));
        (void)bgfcore::writePng(beside("wolf0.png"), {20, 30, std::vector<std::uint8_t>(600, 0x77), palette::builtIn()}, true);
        QTRY_COMPARE(pixel(0, 5, 5), std::uint8_t{0x77});
        QTRY_COMPARE(said.count(), 1);
        view_->undo();
        QCOMPARE(pixel(0, 5, 5), std::uint8_t{0x61});
    }

    void aFrameOfASpriteIsHandedOut()
    {
        const auto built = model().document().sprite();
        (void)writeFileAtomically(beside("plain.bgf"), bgf::write(built), Backup::None);
        auto opened = spriteDocumentType().open(folder_->filePath(QStringLiteral("plain.bgf")), project_, nullptr);
        QVERIFY(opened);
        view_.reset(qobject_cast<SpriteView*>(opened.value()));
        QVERIFY(!field<QCheckBox>("transposed")->isEnabled());
        QVERIFY(!field<QLineEdit>("label")->isEnabled());
        const QString file = view_->outside().fileOfCurrentFrame();
        QVERIFY(QFile::exists(file));
        (void)bgfcore::writePng(file.toStdString(), {20, 30, std::vector<std::uint8_t>(600, 0x77), palette::builtIn()}, true);
        QTRY_COMPARE(pixel(0, 5, 5), std::uint8_t{0x77});
        QVERIFY(view_->isModified());
        view_->undo();
        QCOMPARE(pixel(0, 5, 5), std::uint8_t{0x61});
    }

    void picturesAreDroppedAndDraggedOut()
    {
        auto* list = panel<FrameList>("frames");
        std::unique_ptr<QMimeData> out(list->model()->mimeData({list->model()->index(2, 0)}));
        QVERIFY(out->hasImage());
        QCOMPARE(out->urls().size(), 1);
        QDropEvent drop(QPointF(5, 5), Qt::CopyAction, out.get(), Qt::LeftButton, Qt::NoModifier);
        static_cast<QObject*>(view_.get())->event(&drop); // QApplication keeps drops for itself that no drag has brought
        QCOMPARE(model().frameCount(), 5);
        QCOMPARE(*model().indices(1), *model().indices(3)); // behind the first
        QMimeData image;
        image.setImageData(QImage(4, 4, QImage::Format_RGB32));
        QDropEvent second(QPointF(5, 5), Qt::CopyAction, &image, Qt::LeftButton, Qt::NoModifier);
        struct Reached : FrameList
        {
            using FrameList::dropEvent;
        };
        (list->*(&Reached::dropEvent))(&second);
        QCOMPARE(model().frameCount(), 6);
    }

    void sheetsAndFramesAreWritten()
    {
        const QString file = folder_->filePath(QStringLiteral("all.png"));
        QVERIFY(exportSheet(*view_, file));
        QVERIFY(QFile::exists(folder_->filePath(QStringLiteral("all.json"))));
        const auto sheet = bgfcore::readPng(file.toStdString(), palette::builtIn());
        QVERIFY(sheet);
        QCOMPARE(std::ranges::count(sheet.value().indices, 0x63), std::ptrdiff_t{599});
        QVERIFY(exportFrames(*view_, file));
        QCOMPARE(bgfcore::readPng(beside("all-3.png"), palette::builtIn()).value().indices, *model().indices(3));
        QVERIFY(!exportSheet(*view_, folder_->filePath(QStringLiteral("none/all.png"))));

        // Of more than ten, the numbers have as many digits as the last: every program has them in their order.
        while (model().frameCount() < 12)
            test::runSpriteAction(*view_, QStringLiteral("sprite.frame.duplicate"));
        QVERIFY(exportFrames(*view_, folder_->filePath(QStringLiteral("walk.png"))));
        QVERIFY(QFile::exists(folder_->filePath(QStringLiteral("walk-03.png"))) && QFile::exists(folder_->filePath(QStringLiteral("walk-11.png"))));
        QVERIFY(!QFile::exists(folder_->filePath(QStringLiteral("walk-3.png"))));
    }

    void whatAnExportReplacesStays()
    {
        for (const char* name : {"all-0.png", "all.png", "all.json"})
            QVERIFY(writeFileAtomically(beside(name), std::string_view("painted"), Backup::None));
        const auto kept = [this](const char* name) { return readFile(beside(name), 100).value().size(); };
        QCOMPARE(exportFrames(*view_, folder_->filePath(QStringLiteral("all.png"))).value(), std::size_t{4});
        QVERIFY(exportSheet(*view_, folder_->filePath(QStringLiteral("all.png"))));
        for (const char* name : {"all-0.png~", "all.png~", "all.json~"})
            QCOMPARE(kept(name), std::size_t{7});
        QVERIFY(!QFile::exists(folder_->filePath(QStringLiteral("all-1.png~"))));
    }

    /// The chooser asks for no name with a number, so the page does: once for all of them.
    void framesAreReplacedWhenOneSaysSo()
    {
        QSignalSpy wrote(view_.get(), &SpriteView::wroteFiles);
        const auto write = [this](const char* answer) {
            test::runSpriteAction(*view_, QStringLiteral("sprite.frame.exportEach"));
            auto* chooser = view_->findChild<QFileDialog*>();
            QVERIFY(chooser != nullptr);
            chooser->selectFile(folder_->filePath(QStringLiteral("all.png")));
            chooser->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Save)->click();
            auto* question = view_->findChild<QMessageBox*>();
            QCOMPARE(question != nullptr, answer != nullptr);
            if (question == nullptr)
                return;
            QVERIFY2(question->text().startsWith(QStringLiteral("2 of these files")), qPrintable(question->text()));
            for (QAbstractButton* button : question->buttons())
                if (button->text().remove(u'&') == QLatin1String(answer))
                    return button->click();
            QFAIL(answer);
        };
        const auto tidy = [this] {
            QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
            QVERIFY(view_->findChild<QMessageBox*>() == nullptr);
        };
        for (const char* name : {"all-0.png", "all-2.png"})
            QVERIFY(writeFileAtomically(beside(name), std::string_view("painted"), Backup::None));
        write("Cancel");
        tidy();
        QCOMPARE(readFile(beside("all-0.png"), 100).value().size(), std::size_t{7});
        QVERIFY(!QFile::exists(folder_->filePath(QStringLiteral("all-1.png"))));
        QCOMPARE(wrote.count(), 0);
        write("Replace");
        tidy();
        QCOMPARE(bgfcore::readPng(beside("all-2.png"), palette::builtIn()).value().indices, *model().indices(2));
        QCOMPARE(wrote.count(), 1);
        QVERIFY2(wrote[0][0].toString().startsWith(QStringLiteral("Wrote 4 frames in ")), qPrintable(wrote[0][0].toString()));
        QCOMPARE(wrote[0][1].toString(), folder_->path());
        for (const QString& name : QDir(folder_->path()).entryList({QStringLiteral("all-*")}))
            QVERIFY(QFile::remove(folder_->filePath(name)));
        write(nullptr);
        QCOMPARE(wrote.count(), 2);
    }

    /// On any picture: none of it is seen between the letters.
    void captionsOfTheStripStandOnPlates()
    {
        auto* angles = panel<AnimationPanel>("animation")->angles();
        for (int cell = 0; cell < 2; ++cell) {
            model().setAngle(bgfcore::angleOfEntry(2, 1 - cell)); // this cell is not the current one
            const QImage strip = angles->grab().toImage();
            const QRect part(angles->cellRect(cell).topLeft() + QPoint(5, 8), QSize(12, 5));
            int plain = 0;
            for (int y = part.top(); y <= part.bottom(); ++y)
                for (int x = part.left(); x <= part.right(); ++x)
                    plain += strip.pixelColor(x, y) == theme().input;
            QVERIFY2(plain > part.width() * part.height() / 3, qPrintable(QString::number(plain)));
        }
    }

    /// The words that say so are read: no frame of a picture that is not there, no hotspot of it crosses them.
    void nothingCrossesTheWordsOfAMissingPicture()
    {
        model().setFrame(0);
        QVERIFY(QFile::remove(folder_->filePath(QStringLiteral("wolf0.png"))));
        auto opened = spriteDocumentType().open(folder_->filePath(QStringLiteral("wolf.bbg")), std::make_shared<test::WorldFolder>(folder_->path()), nullptr);
        QVERIFY(opened);
        const std::unique_ptr<DocumentView> other(opened.value());
        auto* missing = qobject_cast<SpriteView*>(other.get());
        missing->resize(700, 600);
        missing->show(); // else the canvas has no size yet, and no words in its middle
        QVERIFY(QTest::qWaitForWindowExposed(missing));
        missing->model()->setFrame(0);
        QVERIFY(!missing->model()->problem(0).isEmpty());
        SpriteCanvas* shown = missing->canvas();
        shown->setZoom(1);
        const bgf::Bitmap& frame = *missing->model()->bitmap(0);
        QVERIFY(!frame.hotspots.empty());
        shown->setHotspotsShown(true);
        shown->setOffsetsShown(true);
        // The words stay in the middle; what belongs to the frame comes along with the view: far away, right on them, with its hotspot on them.
        const auto words = [&](QPointF shift) {
            shown->setShift(shift);
            return shown->grab(QRect(shown->rect().center() - QPoint(120, 12), QSize(240, 24))).toImage();
        };
        const QImage alone = words({2000, 1500});
        std::set<QRgb> colours;
        for (int x = 0; x < alone.width(); ++x)
            for (int y = 0; y < alone.height(); ++y)
                colours.insert(alone.pixel(x, y));
        QVERIFY2(colours.size() > 1, qPrintable(QString::number(colours.size()))); // there are some
        QCOMPARE(words({0, 0}), alone);
        QCOMPARE(words(QPointF(-frame.hotspots[0].x, -frame.hotspots[0].y)), alone);
        QCOMPARE(words(QPointF(frame.hotspots[0].x, frame.hotspots[0].y)), alone);
    }

    /// The list goes to the right, and so do the keys that move a frame in it.
    void framesMoveWhereTheirKeysPoint()
    {
        const ActionTable table = spriteActions();
        for (const auto& [id, key, word, way] : {std::tuple("sprite.frame.forward", Qt::Key_Left, "left", -1), std::tuple("sprite.frame.back", Qt::Key_Right, "right", 1)}) {
            const auto spec = std::ranges::find(table, QLatin1String(id), &ActionSpec::id);
            QVERIFY(spec != table.end());
            QVERIFY2(spec->text.endsWith(QLatin1String(word)), qPrintable(spec->text));
            QVERIFY(spec->keys.contains(QKeySequence(Qt::ALT | key)));
            model().setFrame(1);
            const auto moved = model().currentId();
            spec->run(view_.get());
            QCOMPARE(model().frameOf(moved), 1 + way);
            view_->undo();
        }
    }

    /// Numbers without zeros come from other programs: choosers and drags hand them over letter by letter.
    void picturesComeInTheOrderOfTheirNumbers()
    {
        QCOMPARE(inNumberOrder({QStringLiteral("/a/f-0.png"), QStringLiteral("/a/f-1.png"), QStringLiteral("/a/f-10.png"), QStringLiteral("/a/F-2.png"), QStringLiteral("/a/f-03.png")}),
                 (QStringList{QStringLiteral("/a/f-0.png"), QStringLiteral("/a/f-1.png"), QStringLiteral("/a/F-2.png"), QStringLiteral("/a/f-03.png"), QStringLiteral("/a/f-10.png")}));
        QMimeData dropped;
        QList<QUrl> urls;
        for (const int side : {1, 10, 2}) { // a picture of so many pixels
            QImage picture(side, side, QImage::Format_RGB32);
            picture.fill(Qt::black);
            const QString file = folder_->filePath(QStringLiteral("turn-%1.png").arg(side));
            QVERIFY(picture.save(file));
            urls.append(QUrl::fromLocalFile(file));
        }
        dropped.setUrls(urls);
        model().setFrame(0);
        importData(*view_, dropped);
        QVector<int> sides;
        for (int frame = 1; frame <= 3; ++frame)
            sides.append(model().bitmap(frame)->width);
        QCOMPARE(sides, (QVector<int>{1, 2, 10}));
    }
};

QTEST_MAIN(TestSpritePictures)
#include "tst_sprite_pictures.moc"
