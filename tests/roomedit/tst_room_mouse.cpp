// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/ui/room_editing.h"
#include "roomedit/ui/view3d_canvas.h"
#include "roomedit/ui/walk_keys.h"
#include "tests/roomedit/menu_texts.h"
#include "tests/roomedit/room_view_case.h"

#include <QApplication>
#include <QScreen>
#include <QSignalSpy>
#include <QTest>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::rooms;

/// What the mouse and the walking keys do in both views of a room, in each preset.
class TestRoomMouse : public test::RoomViewCase
{
    Q_OBJECT

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }
    void cleanup() { setInputPreset(InputPreset::Studio); }

    void theWheelZoomsAtTheCursor()
    {
        auto view = openSmall();
        const QPointF at(200, 150);
        const QPointF before = view->map()->toEditor(at);
        const double zoom = view->map()->zoom();
        QWheelEvent wheel(at, view->map()->mapToGlobal(at), {}, {0, 120}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(view->map(), &wheel);
        QVERIFY(view->map()->zoom() > zoom);
        const QPointF after = view->map()->toEditor(at);
        QVERIFY(QLineF(before, after).length() < 2 / zoom);
    }

    void middleButtonAndSpacePan()
    {
        auto view = openSmall();
        for (const bool space : {false, true}) {
            const QPointF before = view->map()->centre();
            const Qt::MouseButton button = space ? Qt::LeftButton : Qt::MiddleButton;
            if (space)
                QTest::keyPress(view->map(), Qt::Key_Space);
            QTest::mousePress(view->map(), button, {}, {200, 200});
            QMouseEvent drag(QEvent::MouseMove, QPointF(240, 220), view->map()->mapToGlobal(QPointF(240, 220)), button, button,
                             {});
            QApplication::sendEvent(view->map(), &drag);
            QTest::mouseRelease(view->map(), button, {}, {240, 220});
            if (space)
                QTest::keyRelease(view->map(), Qt::Key_Space);
            const QPointF moved = view->map()->centre() - before;
            QVERIFY(std::abs(moved.x() + 40 / view->map()->zoom()) < 0.01);
            QVERIFY(std::abs(moved.y() - 20 / view->map()->zoom()) < 0.01);
        }
    }

    void theRightButtonOfTheTopViewFollowsThePreset_data()
    {
        QTest::addColumn<InputPreset>("preset");
        QTest::addColumn<bool>("pans");
        QTest::newRow("Studio") << InputPreset::Studio << false;
        QTest::newRow("Ultimate Doom Builder") << InputPreset::UltimateDoomBuilder << true;
        QTest::newRow("TrenchBroom") << InputPreset::TrenchBroom << true;
    }

    void theRightButtonOfTheTopViewFollowsThePreset()
    {
        QFETCH(InputPreset, preset);
        QFETCH(bool, pans);
        auto view = openSmall();
        setInputPreset(preset);
        view->map()->disconnect(view.get()); // its menu would wait for somebody to choose
        QSignalSpy menus(view->map(), &MapCanvas::menuRequested);
        const QPointF before = view->map()->centre();
        drag(view->map(), Qt::RightButton, {200, 200}, {240, 200});
        const double expected = pans ? -40 / view->map()->zoom() : 0;
        QVERIFY(std::abs(view->map()->centre().x() - before.x() - expected) < 0.01);
        QCOMPARE(menus.size(), pans ? 0 : 1);
        QTest::mouseClick(view->map(), Qt::RightButton, {}, {200, 200});
        QCOMPARE(menus.size(), pans ? 1 : 2);
    }

    void theMenuOfTheTopViewIsAboutWhatIsBelowTheMouse()
    {
        auto view = openSmall();
        view->model()->setMode(MapMode::Sector);
        const auto textsAt = [&](QPointF editor) {
            QTest::mouseMove(view->map(), onCanvas(*view, editor));
            QTest::mouseClick(view->map(), Qt::RightButton, {}, onCanvas(*view, editor));
            return test::textsOfMenu(*view);
        };
        const QStringList texts = textsAt({0, 128});
        QCOMPARE(view->model()->selection().size(), 1);
        const MapItem first = view->model()->current();
        QVERIFY2(texts.contains(QStringLiteral("Delete")) && texts.contains(QStringLiteral("Copy")), qPrintable(texts.join(u'|')));
        QVERIFY(texts.contains(QStringLiteral("Insert a prefab here\u2026"))); // there, not where the pointer is when the menu bar is open
        QVERIFY2(!texts.contains(QStringLiteral("Join sectors")) && !texts.contains(QStringLiteral("Split line")), qPrintable(texts.join(u'|')));
        // What is selected already stays selected as a whole.
        QTest::mouseClick(view->map(), Qt::LeftButton, Qt::ShiftModifier, onCanvas(*view, {128, 128}));
        QCOMPARE(view->model()->selection().size(), 2);
        QVERIFY(textsAt({0, 128}).contains(QStringLiteral("Join sectors")));
        QCOMPARE(view->model()->selection().size(), 2);
        QVERIFY(view->model()->isSelected(first));
    }

    void shiftPaintsTheSelectionInTheTrenchBroomPreset()
    {
        auto view = openSmall();
        view->model()->setMode(MapMode::Sector);
        QTest::mouseClick(view->map(), Qt::LeftButton, Qt::ShiftModifier, onCanvas(*view, {0, 128}));
        QCOMPARE(view->model()->selection().size(), 1); // Studio: a drag is a rubber band
        view->model()->clearSelection();
        setInputPreset(InputPreset::TrenchBroom);
        drag(view->map(), Qt::LeftButton, onCanvas(*view, {0, 128}), onCanvas(*view, {128, 128}), Qt::ShiftModifier);
        QCOMPARE(view->model()->selection().size(), 2);
        drag(view->map(), Qt::LeftButton, onCanvas(*view, {0, 128}), onCanvas(*view, {128, 128}), Qt::ShiftModifier);
        QCOMPARE(view->model()->selection().size(), 2); // paint never takes out
    }

    void theMiddleButtonPaintsInTheDoomBuilderPreset()
    {
        auto view = openSmall();
        view->model()->setMode(MapMode::Sector);
        setInputPreset(InputPreset::UltimateDoomBuilder);
        const QPointF before = view->map()->centre();
        drag(view->map(), Qt::MiddleButton, onCanvas(*view, {0, 128}), onCanvas(*view, {128, 128}));
        QCOMPARE(view->model()->selection().size(), 2);
        QCOMPARE(view->map()->centre(), before);
    }

    void walkingKeysFollowThePreset()
    {
        QCOMPARE(walkKeysName(InputPreset::Studio), QStringLiteral("WASD"));
        QCOMPARE(walkKeysName(InputPreset::UltimateDoomBuilder), QStringLiteral("ESDF"));
        QVERIFY(walkKeyOf(InputPreset::Studio, Qt::Key_C) == WalkKey::Down);
        QVERIFY(!walkKeyOf(InputPreset::UltimateDoomBuilder, Qt::Key_C)); // clears the selection there
    }

    void dragsIn3dFollowThePreset()
    {
        auto view = openSmall();
        View3dCanvas* canvas = view->view3d();
        canvas->setPlaying(false);
        canvas->standAt({0, 128});
        canvas->grab();
        const auto turnOf = [&](Qt::MouseButton button) {
            const double before = canvas->camera().angle;
            drag(canvas, button, {100, 100}, {120, 100});
            return canvas->camera().angle - before;
        };
        QVERIFY(turnOf(Qt::RightButton) != 0);
        QVERIFY(turnOf(Qt::MiddleButton) != 0);
        QCOMPARE(turnOf(Qt::LeftButton), 0.0);
        setInputPreset(InputPreset::UltimateDoomBuilder);
        QVERIFY(turnOf(Qt::RightButton) != 0);
        QCOMPARE(turnOf(Qt::MiddleButton), 0.0);
        setInputPreset(InputPreset::TrenchBroom);
        QVERIFY(turnOf(Qt::RightButton) != 0);
        const QPointF before = view->model()->camera().editor;
        QCOMPARE(turnOf(Qt::MiddleButton), 0.0);
        QVERIFY(view->model()->camera().editor != before); // it pans
    }

    void aRightClickLatchesLookingInTheDoomBuilderPreset()
    {
        auto view = openSmall();
        setInputPreset(InputPreset::UltimateDoomBuilder);
        View3dCanvas* canvas = view->view3d();
        canvas->setPlaying(false);
        QTest::mouseClick(canvas, Qt::RightButton, {}, {100, 100});
        const double before = canvas->camera().angle;
        moveHeld(canvas, Qt::NoButton, {120, 100});
        const double turned = canvas->camera().angle;
        QVERIFY(turned != before);
        QTest::keyClick(canvas, Qt::Key_Escape);
        moveHeld(canvas, Qt::NoButton, {140, 100});
        QCOMPARE(canvas->camera().angle, turned);
    }

    /// Held, the right button looks about; a click asks what can be done with the surface.
    void aRightClickIn3dOffersWhatOneDoesWithASurface()
    {
        auto view = openSmall();
        View3dCanvas* canvas = view->view3d();
        canvas->setPlaying(false);
        canvas->standAt({0, 128});
        canvas->grab();
        const QPoint at(canvas->width() / 2, canvas->height() - 20); // the floor before the feet
        const MapItem floor = canvas->itemAt(at);
        QVERIFY(floor);
        const auto menuTexts = [&] { return test::textsOfMenu(*view); };
        drag(canvas, Qt::RightButton, at, at + QPoint(30, 0));
        QVERIFY(menuTexts().isEmpty());
        canvas->standAt({0, 128});
        canvas->grab();
        QTest::mouseClick(canvas, Qt::RightButton, {}, at);
        const MapItem current = view->model()->current();
        QVERIFY(current);
        const QStringList texts = menuTexts();
        QVERIFY2(texts.contains(QStringLiteral("Show on the map")), qPrintable(texts.join(u'|')));
        QVERIFY2(texts.contains(QStringLiteral("Copy properties")), qPrintable(texts.join(u'|')));
        const int texture = textureOf(*view->model(), current);
        QCOMPARE(texts.contains(QStringLiteral("Take texture %1").arg(texture)), texture != 0);
        QVERIFY(!texts.join(u'|').contains(QStringLiteral("Put texture"))); // none was taken
        canvas->setBrushTexture(77);
        QTest::mouseClick(canvas, Qt::RightButton, {}, at);
        QVERIFY(menuTexts().contains(QStringLiteral("Put texture 77")));
        setInputPreset(InputPreset::UltimateDoomBuilder); // there a click latches looking
        QTest::mouseClick(canvas, Qt::RightButton, {}, at);
        QVERIFY(menuTexts().isEmpty());
        QTest::keyClick(canvas, Qt::Key_Escape);
    }

    void lookingGoesOnAtTheEdgeOfTheScreen()
    {
        auto view = openSmall();
        View3dCanvas* canvas = view->view3d();
        canvas->setPlaying(false);
        render::Camera camera = canvas->camera();
        camera.angle = 100;
        canvas->setCamera(camera);
        const QPoint middle = canvas->rect().center();
        const QPoint edge = canvas->mapFromGlobal(QPoint(canvas->screen()->geometry().right(), canvas->mapToGlobal(middle).y()));
        QTest::mousePress(canvas, Qt::RightButton, {}, edge - QPoint(10, 0));
        moveHeld(canvas, Qt::RightButton, edge);
        QCOMPARE(QCursor::pos(), canvas->mapToGlobal(middle)); // put back
        const double before = canvas->camera().angle;
        QVERIFY(before != 100);
        moveHeld(canvas, Qt::RightButton, middle + QPoint(10, 0));
        QCOMPARE(canvas->camera().angle - before, before - 100); // ten pixels again, and no jump from the warp
        QTest::mouseRelease(canvas, Qt::RightButton, {}, middle);
        QCOMPARE(QCursor::pos(), canvas->mapToGlobal(edge - QPoint(10, 0)));
    }

    void aClickIn3dSelectsWhatTheIdBufferShows()
    {
        auto view = openSmall();
        View3dCanvas* canvas = view->view3d();
        QVERIFY(canvas != nullptr);
        canvas->setPlaying(false);
        canvas->standAt({0, 128});
        render::Camera camera = canvas->camera();
        camera.angle = 2048; // west: line 5 is that wall
        canvas->setCamera(camera);
        canvas->grab();
        QTest::mouseClick(canvas, Qt::LeftButton, {}, canvas->rect().center());
        QCOMPARE(view->model()->current().kind, MapItem::Kind::Line);
        QCOMPARE(view->model()->current().index, 5);
        QTest::mouseClick(canvas, Qt::LeftButton, {}, QPoint(canvas->width() / 2, canvas->height() - 4));
        QCOMPARE(view->model()->current().kind, MapItem::Kind::Sector);
        QCOMPARE(view->model()->current().index, 0);
        QCOMPARE(view->model()->current().part, MapItem::Part::Floor);
    }

    void keysWalkAndTheTopViewFollows_data()
    {
        QTest::addColumn<InputPreset>("preset");
        QTest::addColumn<Qt::Key>("forward");
        QTest::newRow("Studio") << InputPreset::Studio << Qt::Key_W;
        QTest::newRow("Ultimate Doom Builder") << InputPreset::UltimateDoomBuilder << Qt::Key_E;
    }

    void keysWalkAndTheTopViewFollows()
    {
        QFETCH(InputPreset, preset);
        QFETCH(Qt::Key, forward);
        auto view = openSmall();
        setInputPreset(preset);
        View3dCanvas* canvas = view->view3d();
        canvas->standAt({-20, 128});
        render::Camera camera = canvas->camera();
        camera.angle = 0; // east
        canvas->setCamera(camera);
        const QPointF before = view->model()->camera().editor;
        QTest::keyPress(canvas, forward);
        QTRY_VERIFY(view->model()->camera().editor.x() > before.x() + 8);
        QTest::keyRelease(canvas, forward);
        QVERIFY(std::abs(view->model()->camera().editor.y() - before.y()) < 4);
    }
};

QTEST_MAIN(TestRoomMouse)
#include "tst_room_mouse.moc"
