// SPDX-License-Identifier: GPL-3.0-or-later
// Painting and dragging in the 3D view; sizes that are typed, handles, lasso and grids in the top view: by mouse and keys.
#include "client/render/view.h"
#include "roomedit/ui/draw_options_bar.h"
#include "roomedit/ui/top_view.h"
#include "roomedit/ui/view3d_canvas.h"
#include "tests/roomedit/room_edit_case.h"

#include <QLineEdit>
#include <QSignalSpy>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::rooms;

class TestRoomTools : public test::RoomEditCase
{
    Q_OBJECT

    static QPoint floorOf(View3dCanvas* eye) { return {eye->width() / 2, eye->height() - 10}; }
    static QPoint wallOf(View3dCanvas* eye) { return {eye->width() / 2, eye->height() / 2}; }

    /// Looks along the room from its western wall.
    static View3dCanvas* eyeIn(RoomView& view)
    {
        View3dCanvas* eye = view.view3d();
        eye->setPlaying(false);
        eye->standAt({64, 256});
        render::Camera camera = eye->camera();
        camera.angle = 0;
        eye->setCamera(camera);
        eye->grab();
        return eye;
    }
    static void dragIn(View3dCanvas* eye, QPoint from, QPoint to, Qt::KeyboardModifiers modifiers = {})
    {
        move(eye, from);
        QTest::mousePress(eye, Qt::LeftButton, modifiers, from);
        for (int i = 1; i <= 4; ++i) {
            move(eye, from + (to - from) * i / 4, Qt::LeftButton, modifiers);
            eye->grab();
        }
        QTest::mouseRelease(eye, Qt::LeftButton, modifiers, to);
        eye->grab();
    }
    static const roo::Sector& sector(RoomView& view, std::size_t number) { return view.model()->room().sectors[number]; }
    static std::size_t steps(RoomView& view) { return view.roomDocument()->history().position(); }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    void theBrushPaintsFillsAndTakes()
    {
        auto view = openSquare();
        run(*view, "room.tool.lines"); // two halves, one behind the other from where one looks
        click(*view, 256, 0);
        click(*view, 256, 512);
        QTest::keyClick(view->map(), Qt::Key_Return);
        run(*view, "room.tool.select");
        view->model()->clearSelection();
        View3dCanvas* eye = eyeIn(*view);
        QTest::keyClick(eye, Qt::Key_P);
        QVERIFY(eye->isBrush());
        QSignalSpy told(view->model(), &RoomModel::noticed);
        QTest::mouseClick(eye, Qt::LeftButton, Qt::ControlModifier, wallOf(eye));
        QCOMPARE(eye->brushTexture(), 5);
        QCOMPARE(told.size(), 1); // no picture shows it
        QCOMPARE(told[0][0].toString(), QStringLiteral("Texture 5 is taken; its picture is missing."));
        const std::size_t before = steps(*view);
        // A stroke over both floors: one step.
        const QPoint near = floorOf(eye);
        int far = near.y();
        while (far > eye->height() / 2 && eye->itemAt(QPointF(near.x(), far)).isSameThing(eye->itemAt(near)))
            --far;
        QVERIFY(eye->itemAt(QPointF(near.x(), far - 2)).kind == MapItem::Kind::Sector);
        dragIn(eye, near, {near.x(), far - 3});
        QCOMPARE(int{sector(*view, 0).floorTexture}, 5);
        QCOMPARE(int{sector(*view, 1).floorTexture}, 5);
        QCOMPARE(steps(*view), before + 1);
        view->undo();
        QCOMPARE(int{sector(*view, 0).floorTexture}, 3);
        QCOMPARE(int{sector(*view, 1).floorTexture}, 3);
        eye->grab();
        test::grabForPeople(*view->panels().first().widget, QStringLiteral("brush"));
        // The bucket does the same by one click.
        QTest::mouseClick(eye, Qt::LeftButton, Qt::ShiftModifier, near);
        QCOMPARE(int{sector(*view, 0).floorTexture}, 5);
        QCOMPARE(int{sector(*view, 1).floorTexture}, 5);
        // Escape in the middle of a stroke takes it back, then ends the brush, then the selection.
        view->undo();
        eye->grab();
        QTest::mousePress(eye, Qt::LeftButton, {}, near);
        QVERIFY(sector(*view, 0).floorTexture == 5 || sector(*view, 1).floorTexture == 5);
        QTest::keyClick(eye, Qt::Key_Escape);
        QCOMPARE(int{sector(*view, 0).floorTexture}, 3);
        QTest::mouseRelease(eye, Qt::LeftButton, {}, near);
        QVERIFY(eye->isBrush());
        QTest::keyClick(eye, Qt::Key_Escape);
        QVERIFY(!eye->isBrush());
        QCOMPARE(faults(*view), QString());
    }

    void heightsPicturesAndSlopesAreDragged()
    {
        auto view = openSquare();
        View3dCanvas* eye = eyeIn(*view);
        const QPoint floor = floorOf(eye);
        // Not selected: a drag changes nothing but the selection.
        dragIn(eye, floor, floor - QPoint(0, 60));
        QCOMPARE(int{sector(*view, 0).floorHeight}, 0);
        QVERIFY(view->model()->current().part == MapItem::Part::Floor);
        const std::size_t before = steps(*view);
        dragIn(eye, floor, floor - QPoint(0, 60));
        const int raised = sector(*view, 0).floorHeight;
        QVERIFY2(raised > 0 && raised % 8 == 0, qPrintable(QString::number(raised)));
        QCOMPARE(steps(*view), before + 1);
        view->undo();
        eye->grab();
        // There and back again is no step.
        QTest::mousePress(eye, Qt::LeftButton, {}, floor);
        move(eye, floor - QPoint(0, 60), Qt::LeftButton);
        QVERIFY(sector(*view, 0).floorHeight > 0);
        move(eye, floor, Qt::LeftButton);
        QTest::mouseRelease(eye, Qt::LeftButton, {}, floor);
        QCOMPARE(int{sector(*view, 0).floorHeight}, 0);
        QCOMPARE(steps(*view), before);

        // A wall that is selected: its picture follows the mouse.
        const QPoint wall = wallOf(eye);
        QTest::mouseClick(eye, Qt::LeftButton, {}, wall);
        QVERIFY(view->model()->current().kind == MapItem::Kind::Line);
        dragIn(eye, wall, wall + QPoint(40, 0));
        const auto& lines = view->model()->room().linedefs;
        QVERIFY(std::any_of(lines.begin(), lines.end(), [](const roo::Linedef& line) { return line.plusXOffset < 0; }));
        view->undo();

        // A handle of the plane: the far wall's side of the floor goes up, the near one stays.
        eye->grab();
        QTest::mouseClick(eye, Qt::LeftButton, {}, floor);
        eye->grab();
        test::grabForPeople(*view->panels().first().widget, QStringLiteral("handles"));
        eye->grab();
        render::View seen(eye->camera(), eye->width(), eye->height());
        const space::Point far = view->model()->index().place({512, 256}).client;
        const render::ViewPoint at = seen.toView(far.x, far.y);
        const QPoint handle(static_cast<int>(seen.screenX(at)), static_cast<int>(seen.screenY(0, at.depth)));
        dragIn(eye, handle, handle - QPoint(0, 30));
        const auto& slope = sector(*view, 0).floorSlope;
        QVERIFY(slope.has_value());
        int highest = 0, lowest = 999;
        for (const roo::SlopeVertex& vertex : slope->vertices) {
            highest = std::max<int>(highest, vertex.z);
            lowest = std::min<int>(lowest, vertex.z);
        }
        QVERIFY(highest > 0);
        QCOMPARE(lowest, 0);
        view->undo();
        QVERIFY(!sector(*view, 0).floorSlope);
        QCOMPARE(faults(*view), QString());
    }

    /// The words in the corner are read whole, also where a handle lies below them.
    void wordsLieOverHandles()
    {
        auto view = openSquare();
        View3dCanvas* eye = eyeIn(*view);
        view->model()->select({MapItem::Kind::Sector, 0, MapItem::Part::Floor});
        eye->grab();
        const space::Point far = view->model()->index().place({512, 256}).client;
        const auto yellowAt = [&](int y) { // the look goes up or down until the handle of the far wall is there
            render::Camera camera = eye->camera();
            camera.horizonShift = 0;
            const render::View level(camera, eye->width(), eye->height());
            camera.horizonShift = (y - level.screenY(0, level.toView(far.x, far.y).depth)) / eye->height();
            eye->setCamera(camera);
            eye->grab(); // the frame that handles are placed by
            const QImage picture = eye->grab().toImage();
            int count = 0;
            for (int dx = -3; dx <= 3; ++dx)
                for (int dy = -4; dy <= 4; ++dy)
                    count += picture.pixelColor(eye->width() / 2 + dx, y + dy) == themeOf(ThemeKind::Dark).map.selected ? 1 : 0;
            return count;
        };
        QVERIFY(yellowAt(eye->height() - 80) > 20);
        QCOMPARE(yellowAt(eye->height() - 19), 0);
    }

    void propertiesAreCopiedFromWallToWall()
    {
        auto view = openSquare();
        View3dCanvas* eye = eyeIn(*view);
        move(eye, wallOf(eye));
        QTest::keyClick(eye, Qt::Key_Right, Qt::ControlModifier);
        move(eye, wallOf(eye));
        QTest::keyClick(eye, Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
        view->model()->clearSelection();
        run(*view, "room.mode.line");
        run(*view, "room.select.all");
        move(eye, {-1, -1});
        view->model()->setHovered({});
        QTest::keyClick(eye, Qt::Key_V, Qt::ControlModifier | Qt::ShiftModifier);
        for (const roo::Linedef& line : view->model()->room().linedefs)
            QCOMPARE(int{line.plusXOffset}, -8);
    }

    void doorsAndTheDayArePlayed()
    {
        auto view = openSquare();
        run(*view, "room.tool.rectangle");
        drag(*view, {192, 192}, {320, 320});
        run(*view, "room.tool.select");
        run(*view, "room.mode.sector");
        click(*view, 256, 256);
        run(*view, "room.mover.door");
        const auto revision = view->roomDocument()->revision();
        QSignalSpy told(view->model(), &RoomModel::noticed);
        run(*view, "room.3d.mover");
        QCOMPARE(told.size(), 0);
        QVERIFY(view->view3d()->isPlaying());
        QCOMPARE(view->roomDocument()->revision(), revision); // played, not edited
        view->model()->clearSelection();
        view->model()->setHovered({});
        run(*view, "room.3d.mover");
        QCOMPARE(told.size(), 1);

        const double hour = view->view3d()->light().hour;
        view->view3d()->setDayPlaying(true);
        QTRY_VERIFY(view->view3d()->light().hour != hour);
        view->view3d()->setDayPlaying(false);
    }

    void hiddenPartsAreGoneFromBothViews()
    {
        auto view = openSquare();
        run(*view, "room.tool.rectangle");
        drag(*view, {320, 128}, {448, 384});
        run(*view, "room.tool.select");
        run(*view, "room.mode.sector");
        click(*view, 400, 256);
        run(*view, "room.height.floorUp");
        for (int i = 0; i < 8; ++i)
            run(*view, "room.height.floorUp");
        View3dCanvas* eye = eyeIn(*view);
        const auto seesBlock = [&] {
            eye->grab();
            for (int y = 0; y < eye->height(); y += 2)
                if (const MapItem item = eye->itemAt(QPointF(eye->width() / 2.0, y)); item.kind == MapItem::Kind::Sector && item.index == 1)
                    return true;
            return false;
        };
        QVERIFY(seesBlock());
        run(*view, "room.arrange.hide");
        QVERIFY(!seesBlock());
        view->undo();
        QVERIFY(seesBlock());
    }

    void sizesAreTypedWhileDrawing()
    {
        auto view = openSquare();
        auto* bar = view->findChild<DrawOptionsBar*>();
        QVERIFY(bar != nullptr && !bar->isVisible());
        run(*view, "room.tool.lines");
        QVERIFY(bar->isVisible());
        click(*view, 64, 64);
        move(view->map(), at(*view, 200, 64));
        QTest::keyClick(view->map(), Qt::Key_1);
        QCOMPARE(bar->size()->text(), QStringLiteral("1"));
        QTest::keyClicks(bar->size(), QStringLiteral("00<0"));
        test::grabForPeople(*view, QStringLiteral("typed"));
        QTest::keyClick(bar->size(), Qt::Key_Return);
        for (const char* size : {"100<90", "100<180", "100<270"}) {
            bar->size()->setText(QLatin1String(size));
            QTest::keyClick(bar->size(), Qt::Key_Return);
        }
        QCOMPARE(sectorsOf(*view), std::size_t{2});
        QVERIFY(view->roomDocument()->map().vertexAt({164, 164}));
        // A word that is no size stays to be corrected, and says why.
        run(*view, "room.tool.rectangle");
        QSignalSpy told(view->model(), &RoomModel::noticed);
        bar->size()->setText(QStringLiteral("wide"));
        QTest::keyClick(bar->size(), Qt::Key_Return);
        QCOMPARE(told.size(), 1);
        QCOMPARE(bar->size()->text(), QStringLiteral("wide"));
        run(*view, "room.tool.select");
        QVERIFY(!bar->isVisible());
        QCOMPARE(faults(*view), QString());
    }

    void theSelectionIsStretchedByItsHandles()
    {
        auto view = openSquare();
        run(*view, "room.tool.rectangle");
        drag(*view, {128, 128}, {256, 256});
        run(*view, "room.tool.transform");
        test::grabForPeople(*view, QStringLiteral("transform"));
        QVERIFY(view->map()->isTransforming());
        drag(*view, {256, 256}, {384, 320});
        QVERIFY(view->roomDocument()->map().vertexAt({384, 320}) && view->roomDocument()->map().vertexAt({128, 128}));
        QTest::keyClick(view->map(), Qt::Key_Escape);
        QVERIFY(!view->map()->isTransforming());
        QCOMPARE(faults(*view), QString());
        view->undo();
        QVERIFY(view->roomDocument()->map().vertexAt({256, 256}));
    }

    void theLassoSelects()
    {
        auto view = openSquare();
        run(*view, "room.tool.rectangle");
        drag(*view, {64, 64}, {128, 128});
        drag(*view, {320, 320}, {384, 384});
        run(*view, "room.tool.select");
        run(*view, "room.mode.sector");
        view->model()->clearSelection();
        run(*view, "room.select.lasso");
        const QPoint from = at(*view, 40, 40);
        move(view->map(), from);
        QTest::mousePress(view->map(), Qt::LeftButton, {}, from);
        for (const QPointF to : {QPointF(40, 160), QPointF(160, 160), QPointF(160, 40), QPointF(44, 40)})
            move(view->map(), at(*view, to.x(), to.y()), Qt::LeftButton);
        QTest::mouseRelease(view->map(), Qt::LeftButton, {}, at(*view, 44, 40));
        QCOMPARE(view->model()->selection().size(), qsizetype{1});
        QVERIFY(view->model()->boundsOf(view->model()->current()).contains(QPointF(96, 96)));
    }

    void aPictureLiesOverTheFloors()
    {
        auto view = openSquare();
        QImage red(64, 64, QImage::Format_RGB32);
        red.fill(Qt::red);
        const QString file = folder_.filePath(QStringLiteral("plan.png"));
        QVERIFY(red.save(file));
        view->prepareForGrab();
        const QPoint middle = at(*view, 256, 300);
        const QColor before = view->map()->grab().toImage().pixelColor(middle);
        BackdropDialog dialog(view->map(), view.get());
        QVERIFY(!dialog.take(folder_.filePath(QStringLiteral("square.roo"))));
        QVERIFY(dialog.take(file));
        QVERIFY(view->map()->grab().toImage().pixelColor(middle).red() > before.red() + 30);
        const QVariantMap state = view->saveViewState();
        view->map()->setBackdrop({});
        view->restoreViewState(state);
        QCOMPARE(view->map()->backdrop().image.width(), 64);
        QCOMPARE(view->map()->backdrop().corner, QPointF(0, 512));
        std::filesystem::remove(file.toStdString());
        auto other = openSquare();
        other->restoreViewState(state);
        QVERIFY(other->map()->backdrop().image.isNull());
        QVERIFY(!view->isModified());
    }

    void theGridTurnsAndFollowsTheZoom()
    {
        auto view = openSquare();
        run(*view, "room.tool.lines");
        click(*view, 64, 64);
        click(*view, 256, 160);
        QTest::keyClick(view->map(), Qt::Key_Return);
        run(*view, "room.tool.select");
        run(*view, "room.mode.line");
        click(*view, 160, 112);
        run(*view, "room.grid.line");
        QVERIFY(!view->map()->grid().isPlain());
        QVERIFY(std::abs(std::abs(view->map()->grid().degrees) - 26.565) < 0.01);
        test::grabForPeople(*view, QStringLiteral("turned"), [](QWidget& widget) { static_cast<RoomView&>(widget).prepareForGrab(); });
        const QVariantMap state = view->saveViewState();
        run(*view, "room.grid.plain");
        QVERIFY(view->map()->grid().isPlain());
        view->restoreViewState(state);
        QVERIFY(std::abs(std::abs(view->map()->grid().degrees) - 26.565) < 0.01);
        run(*view, "room.grid.plain");
        run(*view, "room.grid.dynamic");
        view->map()->setView({256, 256}, 8);
        QCOMPARE(view->map()->gridStep(), 2);
        view->map()->setView({256, 256}, 0.25);
        QCOMPARE(view->map()->gridStep(), 64);
        run(*view, "room.grid.finer");
        QVERIFY(!view->map()->isGridDynamic());
    }
};

QTEST_MAIN(TestRoomTools)
#include "tst_room_tools.moc"
