// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/bgfcore/colour_map.h"
#include "bgfeditor/ui/frame_list.h"
#include "bgfeditor/ui/light_strip.h"
#include "bgfeditor/ui/outside_editor.h"
#include "bgfeditor/ui/sprite_canvas.h"
#include "tests/bgfeditor/sprite_page.h"
#include "tests/blak/blak_files.h"
#include "tests/roomedit/view_support.h"
#include "ui/theme.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::sprites;

namespace {

constexpr std::uint8_t body = 0x60, ink = 0x32, second = 0x25, none = bgf::transparentIndex;

} // namespace

/// What the hand of an artist expects between strokes: both buttons, Alt, Shift, the space bar, lines that mirror.
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
