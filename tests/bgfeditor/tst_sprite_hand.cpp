// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/bgfcore/colour_map.h"
#include "bgfeditor/ui/doll_panel.h"
#include "bgfeditor/ui/frame_list.h"
#include "bgfeditor/ui/hotspot_table.h"
#include "bgfeditor/ui/light_strip.h"
#include "bgfeditor/ui/outside_editor.h"
#include "bgfeditor/ui/sprite_canvas.h"
#include "client/render/asset_store.h"
#include "tests/bgfeditor/sprite_page.h"
#include "tests/blak/blak_files.h"
#include "tests/roomedit/view_support.h"
#include "ui/theme.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QCompleter>
#include <QLineEdit>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::sprites;

namespace {

constexpr std::uint8_t body = 0x60, ink = 0x32, second = 0x25, none = bgf::transparentIndex;

} // namespace

/// What the hand of an artist expects between strokes: both buttons, Alt, Shift, the space bar, lines that mirror; and of the panels beside.
class TestSpriteHand : public QObject
{
    Q_OBJECT

    QTemporaryDir folder_;
    std::shared_ptr<Project> project_;
    std::unique_ptr<SpriteView> view_;

    /// Three frames of 20 x 30, each of one colour.
    static bgf::Sprite sprite()
    {
        bgf::Sprite sprite;
        for (int i = 0; i < 3; ++i) {
            sprite.bitmaps.push_back(bgf::encode(20, 30, std::vector<std::uint8_t>(20 * 30, static_cast<std::uint8_t>(body + i))));
            sprite.bitmaps.back().hotspots = {{1, 4, 5}};
        }
        sprite.bitmaps[0].xOffset = 8;
        sprite.groups = {{0, 1, 2}};
        return sprite;
    }

    SpriteModel& model() { return *view_->model(); }
    SpriteCanvas& canvas() { return *view_->canvas(); }
    void run(const char* id) { test::runSpriteAction(*view_, QLatin1String("sprite.") + QLatin1String(id)); }
    QPoint at(int x, int y) { return canvas().toWidget(QPointF(x + 0.5, y + 0.5)).toPoint(); }
    int pixel(int x, int y) { return (*model().indices(model().frame()))[static_cast<std::size_t>(y * 20 + x)]; }

    void drag(QPoint from, QPoint to, Qt::MouseButton button = Qt::LeftButton, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::mousePress(&canvas(), button, modifiers, from);
        QMouseEvent move(QEvent::MouseMove, to, canvas().mapToGlobal(QPointF(to)), Qt::NoButton, button, modifiers);
        QApplication::sendEvent(&canvas(), &move);
        QTest::mouseRelease(&canvas(), button, modifiers, to);
    }

    void setColours()
    {
        bgfcore::DrawSettings settings = model().drawing();
        settings.colour = ink;
        settings.second = second;
        model().setDrawing(settings);
    }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    void init()
    {
        const QString path = folder_.filePath(QStringLiteral("small.bgf"));
        test::put(path.toStdString(), bgf::write(sprite()));
        project_ = std::make_shared<test::FolderProject>(std::vector<std::filesystem::path>{folder_.path().toStdString()});
        auto opened = spriteDocumentType().open(path, project_, nullptr);
        QVERIFY(opened);
        view_.reset(qobject_cast<SpriteView*>(opened.value()));
        view_->resize(700, 600);
        view_->show();
        QVERIFY(QTest::qWaitForWindowExposed(view_.get()));
        canvas().setZoom(8);
        canvas().setFocus();
        setColours();
    }

    void cleanupTestCase() { view_.reset(); }

    /// The copy is chosen at once, and its words say where it belongs to; undo goes back to the original and its group.
    void aCopyIsChosenAndItsOriginalAfterUndo()
    {
        test::put(folder_.filePath(QStringLiteral("groups.bgf")).toStdString(), [] {
            bgf::Sprite twice = sprite();
            twice.groups = {{0, 1, 2}, {2, 1, 0}};
            return bgf::write(twice);
        }());
        auto opened = spriteDocumentType().open(folder_.filePath(QStringLiteral("groups.bgf")), project_, nullptr);
        QVERIFY(opened);
        view_.reset(qobject_cast<SpriteView*>(opened.value()));
        QSignalSpy said(view_.get(), &DocumentView::reported);
        for (const int original : {0, 2}) {
            model().setGroup(1);
            while (model().frame() != original)
                model().turn(1);
            const int angle = model().angle();
            run("frame.duplicate");
            QCOMPARE(model().frame(), original + 1);
            QCOMPARE(model().group(), -1);
            const QString words = said.takeLast().at(1).toString();
            QVERIFY2(words.startsWith(QStringLiteral("Frame %1 is a copy of frame %2, in no group yet.").arg(original + 1).arg(original)) && words.contains(QStringLiteral("Add group")), qPrintable(words));
            view_->undo();
            QCOMPARE(model().frame(), original);
            QCOMPARE(model().group(), 1);
            QCOMPARE(model().angle(), angle);
            view_->redo();
            QCOMPARE(model().frame(), original + 1);
            view_->undo();
        }
    }

    /// Without its ending, in any case of letters; Return hangs it on, and the button after it not once more.
    void aSpriteIsHungOnByItsName()
    {
        test::put(folder_.filePath(QStringLiteral("anglwing.bgf")).toStdString(), bgf::write(sprite()));
        test::put(folder_.filePath(QStringLiteral("anglwing2.bgf")).toStdString(), bgf::write(sprite()));
        project_->assets()->rescan();
        auto opened = spriteDocumentType().open(folder_.filePath(QStringLiteral("small.bgf")), project_, nullptr);
        QVERIFY(opened);
        view_.reset(qobject_cast<SpriteView*>(opened.value()));
        auto* doll = test::panelOf<DollPanel>(*view_, "doll");
        QVERIFY(doll != nullptr);
        doll->resize(300, 200);
        doll->show();
        QVERIFY(QTest::qWaitForWindowExposed(doll));
        auto* add = doll->findChild<QToolButton*>(QStringLiteral("plus"));
        const auto names = [this] {
            QStringList all;
            for (const bgfcore::DollPart& part : model().doll().parts)
                all << QString::fromStdString(part.file);
            return all;
        };
        QLineEdit* field = doll->files()->lineEdit();
        field->setFocus();
        QTest::keyClicks(field, QStringLiteral("anglwing"));
        QWidget* list = doll->files()->completer()->popup();
        QTest::keyClick(list->isVisible() ? list : static_cast<QWidget*>(field), Qt::Key_Return); // as the window system would
        QTRY_COMPARE(names(), QStringList{QStringLiteral("anglwing.bgf")});
        QTest::qWait(0);
        QTest::mouseClick(add, Qt::LeftButton);
        QCOMPARE(names().size(), 1);
        for (const auto& typed : {QStringLiteral("AnglWing2"), QStringLiteral("ANGLWING.BGF"), QStringLiteral(" anglwing2.bgf ")}) {
            doll->files()->setEditText(typed);
            QTest::mouseClick(add, Qt::LeftButton);
        }
        QCOMPARE(names(), QStringList({QStringLiteral("anglwing.bgf"), QStringLiteral("anglwing2.bgf"), QStringLiteral("anglwing.bgf"), QStringLiteral("anglwing2.bgf")}));
    }

    /// A cell that was typed into stays the current one; its row stays chosen when it gets another number.
    void aTypedCellOfAHotspotStaysCurrent()
    {
        auto* hotspots = test::panelOf<HotspotTable>(*view_, "hotspots");
        QVERIFY(hotspots != nullptr);
        hotspots->resize(400, 200);
        hotspots->show();
        QVERIFY(QTest::qWaitForWindowExposed(hotspots));
        QTableWidget* table = hotspots->table();
        const auto type = [table](int column, const QString& text) {
            table->setCurrentCell(0, column);
            table->edit(table->currentIndex());
            auto* editor = table->viewport()->findChild<QLineEdit*>();
            QVERIFY(editor != nullptr);
            editor->setText(text);
            QTest::keyClick(editor, Qt::Key_Return);
            QCoreApplication::processEvents(); // the cell takes it once the key is done
            QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        };
        QTest::failOnWarning(QRegularExpression(QStringLiteral("closeEditor")));
        constexpr int number = 0, x = 2;
        type(x, QStringLiteral("9"));
        QCOMPARE(model().current()->hotspots[0], (bgf::Hotspot{1, 9, 5}));
        QCOMPARE(table->currentColumn(), x);
        type(number, QStringLiteral("7"));
        QCOMPARE(model().current()->hotspots[0], (bgf::Hotspot{7, 9, 5}));
        QCOMPARE(model().hotspot(), 0);
        QCOMPARE(table->currentColumn(), number);
        type(x, QStringLiteral("a word")); // is put back
        QCOMPARE(model().current()->hotspots[0], (bgf::Hotspot{7, 9, 5}));
    }

    void theOtherButtonDrawsWithTheSecondColour()
    {
        run("tool.pencil");
        drag(at(3, 3), at(6, 3), Qt::RightButton);
        QCOMPARE(pixel(5, 3), int(second));
        drag(at(3, 4), at(6, 4));
        QCOMPARE(pixel(5, 4), int(ink));
        bgfcore::DrawSettings settings = model().drawing();
        settings.second = none; // as it is at first: the other button erases
        model().setDrawing(settings);
        drag(at(3, 4), at(4, 4), Qt::RightButton);
        QCOMPARE(pixel(3, 4), int(none));
        QCOMPARE(model().document().history().size(), std::size_t{3});
        // Both at once give the stroke up, whichever came first.
        QTest::mousePress(&canvas(), Qt::RightButton, {}, at(9, 9));
        QTest::mousePress(&canvas(), Qt::LeftButton, {}, at(9, 9));
        QTest::mouseRelease(&canvas(), Qt::LeftButton, {}, at(9, 9));
        QTest::mouseRelease(&canvas(), Qt::RightButton, {}, at(9, 9));
        QCOMPARE(model().document().history().size(), std::size_t{3});
        QCOMPARE(pixel(9, 9), int(body));
    }

    void altTakesAColourWithAnyTool()
    {
        run("tool.pencil");
        QTest::mouseClick(&canvas(), Qt::LeftButton, Qt::AltModifier, at(2, 2));
        QCOMPARE(int(model().drawing().colour), int(body));
        model().setFrame(1);
        QTest::mouseClick(&canvas(), Qt::RightButton, Qt::AltModifier, at(2, 2));
        QCOMPARE(int(model().drawing().second), body + 1);
        QVERIFY(!view_->isModified());
    }

    void shiftGoesOnFromTheLastStroke()
    {
        run("tool.pencil");
        QTest::mouseClick(&canvas(), Qt::LeftButton, {}, at(2, 2));
        QTest::mouseClick(&canvas(), Qt::LeftButton, Qt::ShiftModifier, at(12, 2));
        for (int x = 2; x <= 12; ++x)
            QCOMPARE(pixel(x, 2), int(ink));
        QTest::mouseClick(&canvas(), Qt::LeftButton, Qt::ShiftModifier, at(12, 10));
        QCOMPARE(pixel(12, 6), int(ink));
    }

    void shiftKeepsShapesEven()
    {
        run("tool.rectangle");
        drag(at(2, 2), at(8, 5), Qt::LeftButton, Qt::ShiftModifier);
        QCOMPARE(pixel(8, 8), int(ink)); // a square
        QCOMPARE(pixel(8, 5), int(ink));
        QCOMPARE(pixel(5, 5), int(body));
        run("tool.line");
        drag(at(2, 20), at(10, 22), Qt::LeftButton, Qt::ShiftModifier);
        QCOMPARE(pixel(10, 20), int(ink)); // level
        QCOMPARE(pixel(10, 22), int(body));
        drag(at(2, 12), at(7, 16), Qt::LeftButton, Qt::ShiftModifier);
        QCOMPARE(pixel(7, 17), int(ink)); // by 45 degrees
    }

    void theSpaceBarMovesTheView()
    {
        run("tool.pencil");
        const QPointF before = canvas().shift();
        QTest::keyPress(&canvas(), Qt::Key_Space);
        drag(at(5, 5), at(5, 5) + QPoint(30, 10));
        QTest::keyRelease(&canvas(), Qt::Key_Space);
        QVERIFY(canvas().shift() != before);
        QVERIFY(!view_->isModified());
        drag(at(5, 5), at(6, 5));
        QVERIFY(view_->isModified());
    }

    void theLineOfSymmetryIsDragged()
    {
        run("tool.pencil");
        run("brush.symmetric");
        QTest::mouseClick(&canvas(), Qt::LeftButton, {}, at(2, 2));
        QCOMPARE(pixel(17, 2), int(ink)); // about the middle
        const QPoint handle = canvas().toWidget(QPointF(10, 0)).toPoint() - QPoint(0, 14);
        drag(handle, canvas().toWidget(QPointF(5.5, 0)).toPoint() - QPoint(0, 14)); // into the middle of a pixel
        QCOMPARE(model().drawing().axisAcross, std::optional(11));
        QTest::mouseClick(&canvas(), Qt::LeftButton, {}, at(3, 6));
        QCOMPARE(pixel(7, 6), int(ink));
        QCOMPARE(pixel(16, 6), int(body));
        const QPoint moved = canvas().toWidget(QPointF(5.5, 0)).toPoint() - QPoint(0, 14);
        QTest::mouseDClick(&canvas(), Qt::LeftButton, {}, moved);
        QVERIFY(!model().drawing().axisAcross);
        run("brush.symmetric");
    }

    void aStrokeIsDrawnInAllFramesThatEditsChange()
    {
        model().setScope(bgfcore::EditScope::Group);
        run("tool.pencil");
        drag(at(3, 3), at(6, 3));
        QCOMPARE(pixel(5, 3), int(ink));
        QCOMPARE(model().document().history().size(), std::size_t{1});
        model().setFrame(1); // laid over by the base point, half a pixel to the right
        QCOMPARE(pixel(7, 3), int(ink));
        QCOMPARE(pixel(3, 3), body + 1);
        model().setFrame(2);
        run("tool.marquee");
        drag(at(0, 0), at(9, 9));
        QTest::keyClick(&canvas(), Qt::Key_Delete);
        QCOMPARE(pixel(9, 9), int(none));
        model().setFrame(0);
        QCOMPARE(pixel(9, 9), int(none));
        view_->undo();
        view_->undo();
        QVERIFY(!view_->canUndo());
        QCOMPARE(pixel(9, 9), int(body));
        model().setScope(bgfcore::EditScope::Frame);
        model().setSelection({});
    }

    void aFlipTakesHotspotsAndTheOffsetAlong()
    {
        run("frame.flip");
        QCOMPARE(model().bitmap(0)->hotspots[0], (bgf::Hotspot{1, 15, 5}));
        QCOMPARE(model().bitmap(0)->xOffset, -8);
        QCOMPARE(model().bitmap(1)->hotspots[0], (bgf::Hotspot{1, 4, 5}));
        view_->undo();
        QCOMPARE(model().bitmap(0)->hotspots[0], (bgf::Hotspot{1, 4, 5}));
        QVERIFY(!view_->canUndo());
    }

    void theDrawnColourIsShownAtEveryLight()
    {
        auto* panel = test::panelOf<QWidget>(*view_, "palette");
        QVERIFY(panel != nullptr);
        auto* lights = panel->findChild<LightStrip*>(QStringLiteral("lights"));
        QVERIFY(lights != nullptr);
        lights->resize(320, 18);
        QTest::mouseClick(lights, Qt::LeftButton, {}, lights->cellOf(20).center());
        QCOMPARE(model().light(), 20);
        model().setLight(63);
        const QImage seen = lights->grab().toImage();
        const auto& c = model().palette()[bgfcore::shownIndex(model().tables(), model().translation(), 30, ink)];
        QCOMPARE(seen.pixelColor(seen.width() * 61 / 128, seen.height() / 2), QColor(c.r, c.g, c.b)); // the middle of level 30
    }

    void aFrameIsDraggedToAnotherPlace()
    {
        auto* list = test::panelOf<FrameList>(*view_, "frames");
        QVERIFY(list != nullptr);
        model().setFrame(0);
        emit list->moved(0, 2);
        QCOMPARE(int((*model().indices(2))[0]), int(body));
        QCOMPARE(model().frame(), 2);
        QCOMPARE(model().sprite().groups[0], (bgf::Group{2, 0, 1})); // shows what it showed
        view_->undo();
        QCOMPARE(int((*model().indices(0))[0]), int(body));
    }
};

QTEST_MAIN(TestSpriteHand)
#include "tst_sprite_hand.moc"
