// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/ui/doll_panel.h"
#include "bgfeditor/ui/hotspot_table.h"
#include "bgfeditor/ui/palette_panel.h"
#include "bgfeditor/ui/sprite_canvas.h"
#include "bgfeditor/ui/sprite_document.h"
#include "bgfeditor/ui/sprite_import.h"
#include "bgfeditor/ui/sprite_view.h"
#include "client/render/asset_store.h"
#include "formats/base/file_io.h"
#include "tests/bgfeditor/sprite_page.h"
#include "tests/blak/blak_files.h"
#include "tests/roomedit/view_support.h"
#include "tests/support/shared_data.h"
#include "ui/empty_label.h"

#include <QComboBox>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::sprites;

/// Changes a sprite as an artist does: with the mouse, the keys, the table of hotspots and the actions.
class TestSpriteEdit : public QObject
{
    Q_OBJECT

    QTemporaryDir folder_;
    std::shared_ptr<Project> project_;
    std::unique_ptr<SpriteView> view_;
    QByteArray before_;

    QString path() const { return folder_.filePath(QStringLiteral("small.bgf")); }

    static QByteArray bytesOf(const QString& file)
    {
        const auto bytes = readFile(file.toStdString());
        return bytes
                   ? QByteArray(reinterpret_cast<const char*>(bytes.value().data()), static_cast<qsizetype>(bytes.value().size()))
                   : QByteArray();
    }

    /// Four frames of 20 x 30 in one group; hotspot 21 in all, -41 in all but the last.
    static bgf::Sprite sprite()
    {
        bgf::Sprite sprite;
        sprite.rawName = {'t', 'e', 's', 't'};
        sprite.maxIndices = 4;
        sprite.shrink = 2;
        for (int i = 0; i < 4; ++i) {
            std::vector<std::uint8_t> indices(20 * 30, static_cast<std::uint8_t>(0x60 + i));
            indices[0] = bgf::transparentIndex;
            bgf::Bitmap bitmap = bgf::encode(20, 30, indices);
            bitmap.hotspots = {{21, 15, 12}, {-41, 4, 20}};
            if (i == 3)
                bitmap.hotspots.pop_back();
            sprite.bitmaps.push_back(bitmap);
        }
        sprite.groups = {{0, 1, 2, 3}};
        return sprite;
    }

    SpriteModel& model() { return *view_->model(); }
    SpriteCanvas& canvas() { return *view_->canvas(); }
    const bgf::Bitmap& frame(int number) { return *model().bitmap(number); }

    QPoint at(int x, int y) { return canvas().toWidget(QPointF(x + 0.5, y + 0.5)).toPoint(); }

    void drag(QPoint from, QPoint to, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::mousePress(&canvas(), Qt::LeftButton, modifiers, from);
        for (int step = 1; step <= 4; ++step) {
            const QPointF point = QPointF(from) + (QPointF(to) - QPointF(from)) * step / 4;
            QMouseEvent move(QEvent::MouseMove, point, canvas().mapToGlobal(point), Qt::NoButton, Qt::LeftButton, modifiers);
            QApplication::sendEvent(&canvas(), &move);
        }
        QTest::mouseRelease(&canvas(), Qt::LeftButton, modifiers, to);
    }

    void run(const char* id) { test::runSpriteAction(*view_, QLatin1String(id)); }

    template <typename Widget>
    Widget* panel(const char* id)
    {
        return test::panelOf<Widget>(*view_, id);
    }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    void init()
    {
        test::put(path().toStdString(), bgf::write(sprite()));
        before_ = bytesOf(path());
        project_ = std::make_shared<test::FolderProject>(std::vector<std::filesystem::path>{folder_.path().toStdString()});
        auto opened = spriteDocumentType().open(path(), project_, nullptr);
        QVERIFY(opened);
        view_.reset(qobject_cast<SpriteView*>(opened.value()));
        view_->resize(700, 600);
        view_->show();
        QVERIFY(QTest::qWaitForWindowExposed(view_.get()));
        canvas().setZoom(8);
        canvas().setFocus();
    }

    void aHotspotIsDraggedAsOneStep()
    {
        QSignalSpy modified(view_.get(), &DocumentView::modifiedChanged);
        drag(at(15, 12), at(10, 8));
        QCOMPARE(frame(0).hotspots[0], (bgf::Hotspot{21, 10, 8}));
        QCOMPARE(frame(1).hotspots[0], (bgf::Hotspot{21, 15, 12}));
        QCOMPARE(model().hotspot(), 0); // and is chosen
        QVERIFY(view_->isModified() && view_->canUndo() && modified.count() > 0);
        QCOMPARE(model().document().history().size(), std::size_t{1});
        view_->undo();
        QCOMPARE(frame(0).hotspots[0], (bgf::Hotspot{21, 15, 12}));
        QVERIFY(!view_->isModified());
        view_->redo();
        QCOMPARE(frame(0).hotspots[0], (bgf::Hotspot{21, 10, 8}));
        drag(at(10, 8), at(11, 9), Qt::ShiftModifier); // with Shift in all frames
        QCOMPARE(frame(3).hotspots[0], (bgf::Hotspot{21, 16, 13}));
    }

    void keysNudgeAndDelete()
    {
        QTest::mouseClick(&canvas(), Qt::LeftButton, {}, at(15, 12));
        QTest::keyClick(&canvas(), Qt::Key_Left);
        QTest::keyClick(&canvas(), Qt::Key_Up, Qt::ShiftModifier);
        QCOMPARE(frame(0).hotspots[0], (bgf::Hotspot{21, 14, 11}));
        QCOMPARE(frame(2).hotspots[0], (bgf::Hotspot{21, 15, 11}));
        QTest::keyClick(&canvas(), Qt::Key_Delete);
        QCOMPARE(frame(0).hotspots.size(), std::size_t{1});
        QCOMPARE(frame(1).hotspots.size(), std::size_t{2});
        QCOMPARE(model().hotspot(), -1);
        QTest::keyClick(&canvas(), Qt::Key_Right); // without a hotspot: the next frame
        QCOMPARE(model().frame(), 1);
        while (view_->canUndo())
            view_->undo();
        QVERIFY(!view_->isModified());
    }

    /// The hint in the status bar is that of the tool in hand, also when it came by a key.
    void aToolByKeyTellsTheStatusBar()
    {
        QSignalSpy told(view_.get(), &DocumentView::statusChanged);
        run("sprite.tool.pencil");
        QVERIFY(told.count() > 0);
        const QStringList pencil = view_->statusLeft();
        told.clear();
        run("sprite.tool.hotspot");
        QVERIFY(told.count() > 0);
        QVERIFY(view_->statusLeft() != pencil);
    }

    /// The key that takes away what is chosen in the picture does so in the table; in a cell that is typed into it is the cell's.
    void deleteInTheTableRemovesTheHotspot()
    {
        auto* hotspots = panel<HotspotTable>("hotspots");
        QVERIFY(hotspots != nullptr);
        auto* table = hotspots->table();
        table->setCurrentCell(1, 1);
        QCOMPARE(model().hotspot(), 1);
        table->setFocus();
        QTest::keyClick(table, Qt::Key_Delete);
        QCOMPARE(frame(0).hotspots, (std::vector<bgf::Hotspot>{{21, 15, 12}}));
        QCOMPARE(frame(1).hotspots.size(), std::size_t{2});
        view_->undo();
        QCOMPARE(frame(0).hotspots.size(), std::size_t{2});
    }

    void hotspotsAreAddedTypedAndCopied()
    {
        run("sprite.tool.hotspot");
        drag(at(3, 5), at(4, 7)); // placed, and moved while the button is held
        QCOMPARE(frame(0).hotspots.back(), (bgf::Hotspot{1, 4, 7}));
        auto* hotspots = panel<HotspotTable>("hotspots");
        QVERIFY(hotspots != nullptr);
        auto* table = hotspots->table();
        QCOMPARE(table->rowCount(), 3);
        table->item(2, 0)->setText(QStringLiteral("-31"));
        QCOMPARE(frame(0).hotspots.back(), (bgf::Hotspot{-31, 4, 7}));
        table->item(2, 2)->setText(QStringLiteral("9"));
        QCOMPARE(frame(0).hotspots.back(), (bgf::Hotspot{-31, 9, 7}));
        QSignalSpy said(view_.get(), &DocumentView::reported);
        table->item(2, 0)->setText(QStringLiteral("21")); // there already
        QCOMPARE(frame(0).hotspots.back(), (bgf::Hotspot{-31, 9, 7}));
        QCOMPARE(said.count(), 1);
        table->item(2, 3)->setText(QStringLiteral("far"));
        QCOMPARE(said.count(), 2);
        QCOMPARE(table->item(2, 3)->text(), QStringLiteral("7"));
        model().setHotspot(2);
        run("sprite.hotspot.copyToAll");
        QCOMPARE(said.count(), 3);
        QVERIFY2(said.last().at(1).toString().contains(QStringLiteral("3 other frames")), qPrintable(said.last().at(1).toString()));
        for (int i = 0; i < 4; ++i)
            QCOMPARE(frame(i).hotspots.back(), (bgf::Hotspot{-31, 9, 7}));
        model().setHotspot(1); // -41, which the last frame lacks
        QVERIFY(!view_->problems().empty());
        run("sprite.hotspot.interpolate");
        QCOMPARE(frame(3).hotspots.size(), std::size_t{3});
        for (const Diagnostic& problem : view_->problems())
            QVERIFY(problem.code != "missing hotspot");
    }

    void hotspotsOfTheOtherSideAreMirrored()
    {
        model().setFrame(3);
        run("sprite.hotspot.mirror");
        QCOMPARE(frame(3).hotspots, (std::vector<bgf::Hotspot>{{31, 4, 12}, {-41, 15, 20}}));
        QSignalSpy said(view_.get(), &DocumentView::reported);
        model().setFrame(0);
        run("sprite.hotspot.mirror"); // the front has no other side
        QCOMPARE(said.count(), 1);
    }

    void theFeetAreDragged()
    {
        run("sprite.tool.offset");
        drag(at(5, 5), at(7, 8)); // two pixels right, three down; 8 client units a pixel
        QCOMPARE(frame(0).xOffset, -16);
        QCOMPARE(frame(0).yOffset, -6);
        QCOMPARE(frame(1).xOffset, 0);
        QTest::keyClick(&canvas(), Qt::Key_Left, Qt::ShiftModifier);
        QCOMPARE(frame(1).xOffset, 8);
        run("sprite.offset.feet");
        for (int i = 0; i < 4; ++i)
            QCOMPARE(std::pair(frame(i).xOffset, frame(i).yOffset), std::pair(0, 0)); // filled to all edges
    }

    void pixelsAreDrawnFilledAndPicked()
    {
        auto* host = panel<QWidget>("palette");
        QVERIFY(host != nullptr);
        auto* palette = host->findChild<PaletteGrid*>();
        QVERIFY(palette != nullptr);
        palette->resize(160, 160);                                      // ten pixels a colour
        QTest::mouseClick(palette, Qt::LeftButton, {}, QPoint(25, 35)); // row 3, column 2
        QCOMPARE(int(model().drawing().colour), 0x32);
        run("sprite.tool.pencil");
        drag(at(2, 2), at(8, 2));
        const auto* indices = model().indices(0);
        for (int x = 0; x < 20; ++x)
            QCOMPARE((*indices)[static_cast<std::size_t>(2 * 20 + x)] == 0x32, x >= 2 && x <= 8);
        QCOMPARE(model().document().history().undoName(), std::string_view("Pencil"));
        run("sprite.tool.eraser");
        drag(at(5, 2), at(5, 2));
        QCOMPARE(int((*model().indices(0))[2 * 20 + 5]), int(bgf::transparentIndex));
        run("sprite.tool.picker");
        QTest::mouseClick(&canvas(), Qt::LeftButton, {}, at(10, 20));
        QCOMPARE(int(model().drawing().colour), 0x60);
        run("sprite.tool.fill");
        QTest::mouseClick(&canvas(), Qt::LeftButton, {}, at(2, 2)); // the left part of the line goes
        QCOMPARE(int((*model().indices(0))[2 * 20 + 3]), 0x60);
        QCOMPARE(int((*model().indices(0))[2 * 20 + 7]), 0x32);
        run("sprite.brush.filled");
        run("sprite.brush.symmetric");
        run("sprite.tool.rectangle");
        drag(at(1, 20), at(3, 22));
        QCOMPARE(int((*model().indices(0))[21 * 20 + 18]), 0x60);
        while (view_->canUndo())
            view_->undo();
        QVERIFY(view_->unsavedState());
        QCOMPARE(view_->unsavedState().value(), before_);
    }

    void aStrokeIsGivenUpWithEscape()
    {
        run("sprite.tool.pencil");
        QTest::mousePress(&canvas(), Qt::LeftButton, {}, at(4, 4));
        QTest::keyClick(&canvas(), Qt::Key_Escape);
        QTest::mouseRelease(&canvas(), Qt::LeftButton, {}, at(9, 9));
        QVERIFY(!view_->isModified());
    }

    void aPictureTakesTheFramesPlace()
    {
        const bgf::Bitmap before = frame(0);
        QImage picture(9, 4, QImage::Format_ARGB32);
        picture.fill(qRgba(201, 33, 30, 255));
        picture.setPixel(0, 0, 0);
        const QString file = folder_.filePath(QStringLiteral("other.png"));
        QVERIFY(picture.save(file));
        QSignalSpy told(view_.get(), &DocumentView::reported);
        replaceFrame(*view_, file);
        QCOMPARE(model().frameCount(), 4);
        QCOMPARE(frame(0).width, 9);
        QCOMPARE(frame(0).height, 4);
        QCOMPARE(frame(0).hotspots, before.hotspots);
        QCOMPARE(frame(0).xOffset, before.xOffset);
        QCOMPARE(int((*model().indices(0))[0]), int(bgf::transparentIndex));
        QVERIFY((*model().indices(0))[1] != bgf::transparentIndex);
        QCOMPARE(model().group(), 0);
        QCOMPARE(model().document().history().size(), std::size_t{1});
        QVERIFY(told.count() == 1 && told[0][1].toString().contains(QStringLiteral("nearest")));
        view_->undo();
        QCOMPARE(frame(0).width, before.width);
        QVERIFY(!view_->isModified());
        told.clear();
        replaceFrame(*view_, folder_.filePath(QStringLiteral("gone.png")));
        QVERIFY(!view_->isModified());
        QCOMPARE(told.count(), 1);
    }

    /// What undo and redo put back is shown, whatever was shown meanwhile.
    void aFrameThatComesBackIsShown()
    {
        model().setFrame(1);
        run("sprite.frame.remove");
        QCOMPARE(model().frameCount(), 3);
        QCOMPARE(model().frame(), 1); // the next one
        model().setFrame(2);
        view_->undo();
        QCOMPARE(model().frameCount(), 4);
        QCOMPARE(model().frame(), 1);
        model().setFrame(0);
        view_->redo();
        QCOMPARE(model().frameCount(), 3);
        QCOMPARE(model().frame(), 0); // it is still there
        view_->undo();
        QCOMPARE(model().frame(), 1);
        view_->redo();
        QCOMPARE(model().frame(), 1); // the next one, as when it was removed
        view_->undo();
        model().setFrame(3);
        run("sprite.frame.remove");
        view_->undo();
        view_->redo();
        QCOMPARE(model().frame(), 2); // there is no next one
        view_->undo();
        model().setFrame(1);
        run("sprite.frame.remove");
        model().setFrame(0);
        run("sprite.frame.duplicate");
        model().setFrame(3);
        view_->undo();
        QCOMPARE(model().frameCount(), 3);
        view_->redo();
        QCOMPARE(model().frame(), 1);
    }

    void framesComeAndGo()
    {
        QImage picture(7, 5, QImage::Format_ARGB32);
        picture.fill(qRgba(200, 30, 30, 255));
        picture.setPixel(0, 0, 0);
        const QString file = folder_.filePath(QStringLiteral("new.png"));
        QVERIFY(picture.save(file));
        importPictures(*view_, {file, file});
        QCOMPARE(model().frameCount(), 6);
        QCOMPARE(model().frame(), 1);
        QCOMPARE(frame(1).width, 7);
        QCOMPARE(int((*model().indices(1))[0]), int(bgf::transparentIndex));
        QVERIFY((*model().indices(1))[1] != bgf::transparentIndex);
        QCOMPARE(model().sprite().groups[0], (bgf::Group{0, 3, 4, 5})); // shows what it showed
        run("sprite.frame.remove");
        run("sprite.frame.remove");
        QCOMPARE(model().sprite().groups[0], (bgf::Group{0, 1, 2, 3}));
        run("sprite.frame.duplicate");
        QCOMPARE(model().frameCount(), 5);
        run("sprite.frame.copy");
        run("sprite.frame.paste");
        QCOMPARE(model().frameCount(), 6);
        QCOMPARE(*model().indices(model().frame()), *model().indices(model().frame() - 1));
        run("sprite.frame.remove");
        QImage sheet(40, 20, QImage::Format_ARGB32);
        sheet.fill(0);
        for (int i = 0; i < 50; ++i) { // two rows: 5 x 5 twice above, once below
            sheet.setPixel(2 + i % 5, 1 + i / 5 % 5, 0xFFB41E1E);
            sheet.setPixel(20 + i % 5, 2 + i / 5 % 5, 0xFFB41E1E);
            sheet.setPixel(10 + i % 5, 12 + i / 5 % 5, 0xFFB41E1E);
        }
        const QString sheetFile = folder_.filePath(QStringLiteral("sheet.png"));
        QVERIFY(sheet.save(sheetFile));
        ImportOptions things;
        things.cut = Cut::Things;
        importPictures(*view_, {sheetFile}, things);
        QCOMPARE(model().frameCount(), 8);
        QCOMPARE(frame(model().frame()).width, 5);
        view_->undo();
        QCOMPARE(model().frameCount(), 5);
        const auto seed = test::sourceDir() / "tests/fuzz/corpus/aseprite/walk.aseprite";
        importPictures(*view_, {QString::fromStdString(seed.string())});
        QCOMPARE(model().frameCount(), 7);
        QCOMPARE(model().groupCount(), 2); // its tag
        QCOMPARE(frame(model().frame()).hotspots, (std::vector<bgf::Hotspot>{{21, 3, 3}}));
        view_->undo();
        model().setFrame(1);
        run("sprite.frame.back");
        run("sprite.frame.flip");
        run("sprite.frame.cropAll");
        QSignalSpy said(view_.get(), &DocumentView::reported);
        importPictures(*view_, {folder_.filePath(QStringLiteral("gone.png"))});
        QCOMPARE(said.count(), 1);
        while (view_->canUndo())
            view_->undo();
        QCOMPARE(view_->unsavedState().value(), before_);
    }

    void itIsSavedAndShownInRoomsBefore()
    {
        const auto store = project_->assets();
        drag(at(15, 12), at(10, 8));
        run("sprite.tool.pencil");
        drag(at(6, 6), at(9, 6));
        const auto shownIndex = [&] { return store->sprite("small.bgf")->images.at(0).pixels; };
        const auto old = shownIndex();
        QTRY_VERIFY(shownIndex() != old);
        QVERIFY(static_cast<bool>(view_->save()));
        QVERIFY(!view_->isModified());
        QCOMPARE(bytesOf(path() + QLatin1Char('~')), before_);
        const auto again = bgf::read(readFile(path().toStdString()).value(), "small.bgf");
        QVERIFY(again);
        QCOMPARE(again.value().bitmaps[0].hotspots[0], (bgf::Hotspot{21, 10, 8}));
        QCOMPARE(again.value().bitmaps[1], sprite().bitmaps[1]); // as it was
        QVERIFY(!store->findFile("small.bgf").empty());          // from the disk again
    }

    void editsOfAnEarlierSessionComeBack()
    {
        drag(at(15, 12), at(10, 8));
        const auto kept = view_->unsavedState();
        QVERIFY(kept);
        view_->undo();
        QVERIFY(static_cast<bool>(view_->restoreUnsaved(kept.value())));
        QCOMPARE(frame(0).hotspots[0], (bgf::Hotspot{21, 10, 8}));
        QVERIFY(view_->isModified());
        QVERIFY(!view_->restoreUnsaved("damaged"));
        QCOMPARE(frame(0).hotspots[0], (bgf::Hotspot{21, 10, 8}));
    }

    void theZoomIsWholeNumbers()
    {
        for (int i = 0; i < 40; ++i) {
            QWheelEvent wheel(QPointF(200, 200), canvas().mapToGlobal(QPointF(200, 200)), {}, {0, i < 20 ? 120 : -120},
                              Qt::NoButton, {}, Qt::NoScrollPhase, false);
            QApplication::sendEvent(&canvas(), &wheel);
            QVERIFY2(canvas().zoom() == 0.5 || canvas().zoom() == std::floor(canvas().zoom()),
                     qPrintable(QString::number(canvas().zoom())));
        }
        QCOMPARE(canvas().zoom(), 0.5);
        canvas().setZoom(3.3);
        QCOMPARE(canvas().zoom(), 3.0);
    }

    void whatCanBeRepairedIs()
    {
        QSignalSpy said(view_.get(), &DocumentView::reported);
        run("sprite.check.fix"); // hotspot -41 is missing in the last frame
        QCOMPARE(said.count(), 1);
        QCOMPARE(frame(3).hotspots.size(), std::size_t{2});
        run("sprite.check.fix");
        QCOMPARE(said.at(1).at(1).toString(), QStringLiteral("There is nothing that can be repaired by itself."));
        view_->undo();
        QVERIFY(!view_->isModified());
    }

    /// A sword is hung on the right hand with the mouse; canvas and room show it where the client would.
    void aDollIsPutTogether()
    {
        bgf::Sprite sword;
        const std::vector<std::uint8_t> blade(12, 0x20);
        sword.bitmaps = {bgf::encode(2, 6, blade)};
        sword.bitmaps[0].yOffset = -5;
        sword.groups = {{0}};
        sword.shrink = 2;
        test::put(folder_.filePath(QStringLiteral("sword.bgf")).toStdString(), bgf::write(sword));
        project_->assets()->rescan();
        auto* doll = panel<DollPanel>("doll");
        QVERIFY(doll != nullptr);
        QSignalSpy said(view_.get(), &DocumentView::reported);
        doll->resize(300, 200);
        const auto* words = doll->findChild<EmptyLabel*>();
        QVERIFY(words != nullptr && !words->isHidden()); // an empty table says nothing
        doll->files()->setEditText(QStringLiteral("nothing.bgf"));
        auto* add = doll->findChildren<QToolButton*>().value(0);
        QVERIFY(add != nullptr);
        QTest::mouseClick(add, Qt::LeftButton);
        QCOMPARE(said.count(), 1); // there is no such sprite
        doll->files()->setEditText({});
        QTest::keyClicks(doll->files()->lineEdit(), QStringLiteral("sword.bgf"));
        QTest::mouseClick(add, Qt::LeftButton);
        QCOMPARE(model().doll().parts, (std::vector<bgfcore::DollPart>{{"sword.bgf", 21, 0, 0}}));
        QVERIFY(words->isHidden());
        said.clear();
        doll->findChild<QToolButton*>(QStringLiteral("code"))->click(); // nothing else shows that it was done
        QCOMPARE(said.count(), 1);
        QCOMPARE(said.first().at(0).value<Severity>(), Severity::Info);
        QVERIFY(said.first().at(1).toString().contains(QStringLiteral("Blakod")));
        said.clear();

        const auto colourAt = [&](double x, double y) {
            return canvas().grab().toImage().pixelColor(canvas().toWidget(QPointF(x + 0.5, y + 0.5)).toPoint());
        };
        canvas().setHotspotsShown(false);
        canvas().setGridShown(false);
        const auto& colours = model().palette();
        const auto isColour = [&](const QColor& seen, std::uint8_t index) {
            return std::abs(seen.red() - colours[index].r) < 3 && std::abs(seen.green() - colours[index].g) < 3 &&
                   std::abs(seen.blue() - colours[index].b) < 3;
        };
        QVERIFY(isColour(colourAt(16, 9), 0x20)); // from (15, 12 - 5) on, two pixels wide
        QVERIFY(isColour(colourAt(12, 9), 0x60));
        const QRect cell = doll->table()->visualItemRect(doll->table()->item(0, 0));
        const auto clickTheEye = [&] {
            QTest::mouseClick(doll->table()->viewport(), Qt::LeftButton, {}, QPoint(cell.left() + 8, cell.center().y()));
        };
        clickTheEye();
        QVERIFY(model().doll().parts[0].isHidden);
        QVERIFY(!isColour(colourAt(16, 9), 0x20));
        QVERIFY(bgfcore::blakodOf(model().shownDoll()).find("sword_icon") != std::string::npos); // hidden from the eye only
        doll->table()->setCurrentCell(0, 0);
        QTest::keyClick(doll->table(), Qt::Key_Space);
        QVERIFY(!model().doll().parts[0].isHidden);
        QVERIFY(isColour(colourAt(16, 9), 0x20));
        doll->table()->item(0, 1)->setText(QStringLiteral("41")); // where something hangs under
        QVERIFY(!isColour(colourAt(16, 9), 0x20));
        QVERIFY(isColour(colourAt(4, 17), 0x60)); // the frame hides it
        doll->table()->item(0, 1)->setText(QStringLiteral("999"));
        QCOMPARE(model().doll().parts[0].hotspot, 41);

        const QString file = folder_.filePath(QStringLiteral("knight.doll"));
        doll->saveTo(file);
        doll->table()->setCurrentCell(0, 0);
        doll->removePart();
        QVERIFY(model().doll().parts.empty());
        doll->openFrom(file);
        QCOMPARE(model().doll().parts, (std::vector<bgfcore::DollPart>{{"sword.bgf", 41, 0, 0}}));
        doll->files()->setEditText(QStringLiteral("sword.bgf"));
        QTest::keyClick(doll->files()->lineEdit(), Qt::Key_Return); // once more
        QTRY_COMPARE(model().doll().parts.size(), std::size_t{2});
        doll->removePart();
        QCOMPARE(model().doll().parts.size(), std::size_t{1});
        QVERIFY(!view_->isModified()); // a doll is no part of the sprite
    }

    void everyEditIsInTheTableOnce()
    {
        QSet<QString> ids;
        for (const ActionSpec& action : spriteActions()) {
            QVERIFY2(!ids.contains(action.id), qPrintable(action.id));
            ids.insert(action.id);
        }
        QVERIFY(ids.size() > 40);
    }

    /// For people: BLAK_GRAB_DIR=/tmp.
    void grab()
    {
        model().setHotspot(0);
        run("sprite.tool.pencil");
        test::grabForPeople(*view_, QStringLiteral("sprite-edit"));
    }
};

QTEST_MAIN(TestSpriteEdit)
#include "tst_sprite_edit.moc"
