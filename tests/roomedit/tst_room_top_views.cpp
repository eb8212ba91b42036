// SPDX-License-Identifier: GPL-3.0-or-later
// Several top views of one room beside the 3D view, and slopes through three vertices, by mouse and keys.
#include "roomedit/roomcore/operations/construct.h"
#include "roomedit/ui/draw_options_bar.h"
#include "roomedit/ui/new_parts_dialog.h"
#include "roomedit/ui/room_inspector.h"
#include "roomedit/ui/top_views.h"
#include "roomedit/ui/version_dialog.h"
#include "roomedit/ui/view3d_canvas.h"
#include "tests/roomedit/room_edit_case.h"
#include "ui/number_field.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPushButton>
#include <QSignalSpy>
#include <QSplitter>
#include <QToolButton>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::rooms;

class TestRoomTopViews : public test::RoomEditCase
{
    Q_OBJECT

    static QPoint on(MapCanvas* map, double x, double y) { return map->toWidget({x, y}).toPoint(); }
    static void clickOn(MapCanvas* map, double x, double y)
    {
        move(map, on(map, x, y));
        QTest::mouseClick(map, Qt::LeftButton, {}, on(map, x, y));
    }
    static void dragOn(MapCanvas* map, QPoint from, QPoint to, Qt::KeyboardModifiers modifiers = {})
    {
        move(map, from);
        QTest::mousePress(map, Qt::LeftButton, modifiers, from);
        for (int i = 1; i <= 4; ++i)
            move(map, from + (to - from) * i / 4, Qt::LeftButton, modifiers);
        QTest::mouseRelease(map, Qt::LeftButton, modifiers, to);
    }
    static MapCanvas* canvas(RoomView& view, int number) { return view.topViews().all()[number]->canvas(); }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    void eachViewHasItsOwnPlaceAndAllShowTheSameRoom()
    {
        auto view = openSquare();
        MapCanvas* first = view->map();
        run(*view, "room.view.topBeside");
        QCOMPARE(view->topViews().all().size(), 2);
        MapCanvas* second = view->map();
        QVERIFY(second != first);
        QCOMPARE(second, canvas(*view, 1));
        QCOMPARE(second->zoom(), first->zoom()); // it begins where the other one is
        run(*view, "room.view.topBelow");
        QCOMPARE(view->topViews().all().size(), 3);
        MapCanvas* third = view->map();
        QTRY_VERIFY(third->width() > 60 && third->height() > 60);
        QVERIFY(third->mapToGlobal(QPoint()).y() > second->mapToGlobal(QPoint()).y()); // below the one it came from,
        QVERIFY(second->mapToGlobal(QPoint()).x() > first->mapToGlobal(QPoint()).x()); // which stands beside the first

        second->setView({512, 512}, 4);
        third->setView({0, 0}, 2);
        third->setFill(MapFill::Height);
        QCOMPARE(first->zoom(), 1.0);
        QCOMPARE(second->fill(), MapFill::FloorTexture);
        // Edited in one of them, seen in all, and in the 3D view.
        view->model()->setMode(MapMode::Vertex);
        QSignalSpy changes(view->model(), &RoomModel::roomChanged);
        const QImage before = first->grab().toImage();
        dragOn(second, on(second, 512, 512), on(second, 512, 512) + QPoint(-64, 64), Qt::AltModifier);
        QVERIFY(changes.size() > 0);
        QCOMPARE(int{view->model()->room().linedefs[2].x0}, 496);
        view->prepareForGrab();
        QVERIFY(first->grab().toImage() != before);
        QCOMPARE(view->view3d() != nullptr, true);
        // What is selected in one is selected in all, and Escape in any of them lets it go.
        QCOMPARE(view->model()->selection().size(), 1);
        QTest::keyClick(third, Qt::Key_Escape);
        QVERIFY(view->model()->selection().isEmpty());
        test::grabForPeople(*view, QStringLiteral("room-views"), [](QWidget& widget) { static_cast<RoomView&>(widget).prepareForGrab(); });
    }

    void aWayGoesOnInTheNextView()
    {
        auto view = openSquare();
        MapCanvas* first = view->map();
        run(*view, "room.view.topBeside");
        MapCanvas* second = view->map();
        QTRY_VERIFY(second->width() > 60);
        first->setView({128, 128}, 1);
        second->setView({400, 400}, 2);
        run(*view, "room.tool.lines");
        QVERIFY(first->drawShape() == roomcore::DrawShape::Lines && second->drawShape() == roomcore::DrawShape::Lines);
        clickOn(first, 128, 0);
        QVERIFY(first->isActive() && !second->isActive());
        clickOn(second, 384, 512);
        QVERIFY(second->isActive());
        QTest::keyClick(second, Qt::Key_Return);
        QCOMPARE(sectorsOf(*view), std::size_t{2});
        QCOMPARE(faults(*view), QString());
        // The strip stands in the active view alone.
        const auto strips = view->findChildren<DrawOptionsBar*>();
        QCOMPARE(std::count_if(strips.begin(), strips.end(), [](const DrawOptionsBar* bar) { return !bar->isHidden(); }), 1);
        QTest::keyClick(second, Qt::Key_Escape);
        QVERIFY(!first->drawShape());
        // One grid for all.
        second->setGridStep(16);
        QCOMPARE(first->gridStep(), 16);
    }

    void viewsCloseByTheirButtonAndCommandsGoToTheActiveOne()
    {
        auto view = openSquare();
        run(*view, "room.view.topBeside");
        run(*view, "room.view.topBelow");
        MapCanvas* third = view->map();
        MapCanvas* second = canvas(*view, 1);
        second->setView({256, 256}, 1);
        QTest::mouseClick(second, Qt::MiddleButton, {}, {50, 50});
        QCOMPARE(view->map(), second);
        const double before = third->zoom();
        run(*view, "room.view.zoomIn");
        QVERIFY(second->zoom() > 1);
        QCOMPARE(third->zoom(), before);
        run(*view, "room.view.topNext");
        QTRY_COMPARE(view->map(), third);
        // Its own button closes a view; the splitter that held two is gone with it.
        const auto buttons = view->topViews().all()[1]->findChildren<QToolButton*>();
        const auto close = std::find_if(buttons.begin(), buttons.end(), [](const QToolButton* one) { return one->accessibleName() == QStringLiteral("Close this top view"); });
        QVERIFY(close != buttons.end());
        QTest::mouseClick(*close, Qt::LeftButton);
        QCOMPARE(view->topViews().all().size(), 2);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QCOMPARE(view->topViews().findChildren<QSplitter*>().size(), 1);
        QCOMPARE(view->map(), third);
        run(*view, "room.view.topClose");
        QCOMPARE(view->topViews().all().size(), 1);
        run(*view, "room.view.topClose"); // one stays
        QCOMPARE(view->topViews().all().size(), 1);
        for (int i = 0; i < 20; ++i)
            run(*view, i % 2 == 0 ? "room.view.topBeside" : "room.view.topBelow");
        QCOMPARE(view->topViews().all().size(), TopViews::mostViews);
        clickOn(view->map(), 256, 256);
        QVERIFY(view->model()->current());
    }

    void theLayoutIsRemembered()
    {
        QByteArray kept;
        {
            auto view = openSquare();
            run(*view, "room.view.topBeside");
            run(*view, "room.view.topBelow");
            canvas(*view, 0)->setView({10, 20}, 0.5);
            canvas(*view, 1)->setView({100, 200}, 2);
            canvas(*view, 2)->setView({300, 400}, 4);
            canvas(*view, 2)->setFill(MapFill::Light);
            view->topViews().setActive(view->topViews().all()[1]);
            kept = QJsonDocument(QJsonObject::fromVariantMap(view->saveViewState())).toJson();
        }
        auto view = openSquare();
        view->restoreViewState(QJsonDocument::fromJson(kept).object().toVariantMap());
        QCOMPARE(view->topViews().all().size(), 3);
        QCOMPARE(canvas(*view, 0)->centre(), QPointF(10, 20));
        QCOMPARE(canvas(*view, 1)->zoom(), 2.0);
        QCOMPARE(canvas(*view, 2)->centre(), QPointF(300, 400));
        QCOMPARE(canvas(*view, 2)->fill(), MapFill::Light);
        QCOMPARE(view->map(), canvas(*view, 1));
        QTRY_VERIFY(canvas(*view, 2)->mapToGlobal(QPoint()).y() > canvas(*view, 1)->mapToGlobal(QPoint()).y());
        clickOn(canvas(*view, 0), 10, 20); // they are alive: what is clicked is heard
        QCOMPARE(view->map(), canvas(*view, 0));
        // Another state with one view takes the others away; hostile ones end somewhere.
        QVariantMap deep{{QStringLiteral("parts"), QVariantList{QVariantMap{{QStringLiteral("zoom"), 1}}}}};
        for (int i = 0; i < 50; ++i)
            deep = {{QStringLiteral("parts"), QVariantList{deep, deep, deep, deep, deep, deep, deep}}, {QStringLiteral("sizes"), QVariantList{-5, 1e12}}};
        view->restoreViewState({{QStringLiteral("topViews"), deep}});
        QVERIFY(view->topViews().all().size() >= 1);
        QVariantList many;
        for (int i = 0; i < 40; ++i)
            many.append(QVariantMap{{QStringLiteral("zoom"), 1}});
        view->restoreViewState({{QStringLiteral("topViews"), QVariantMap{{QStringLiteral("parts"), many}}}});
        QCOMPARE(view->topViews().all().size(), TopViews::mostViews);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        clickOn(view->map(), 256, 256);
    }

    void aSlopeThroughThreeVerticesByMouse()
    {
        auto view = openSquare();
        view->model()->select({MapItem::Kind::Sector, 0});
        const auto steps = [&view] { return view->roomDocument()->history().position(); };
        const std::size_t before = steps();
        run(*view, "room.tool.slope");
        QVERIFY(view->map()->isSloping());
        auto* bar = view->map()->findChild<DrawOptionsBar*>();
        QVERIFY(bar != nullptr && !bar->isHidden());
        clickOn(view->map(), 0, 0);
        clickOn(view->map(), 512, 0);
        clickOn(view->map(), 512, 512);
        const auto height = [bar](int point) { return bar->findChild<NumberField*>(QStringLiteral("slopeHeight%1").arg(point)); };
        QVERIFY(!height(3)->isHidden());
        QCOMPARE(steps(), before);
        // Typed, then dragged.
        height(1)->setFocus();
        height(1)->selectAll();
        QTest::keyClicks(height(1), QStringLiteral("32+32"));
        QTest::keyClick(height(1), Qt::Key_Return);
        QTest::keyClick(height(1), Qt::Key_Escape); // nothing to put back in the field: out of it, to the map
        QVERIFY(view->map()->isSloping());
        QCOMPARE(view->focusWidget(), static_cast<QWidget*>(view->map()));
        const auto floorAt = [&view](double x, double y) {
            return roomcore::heightAt(view->model()->room().sectors[0], roomcore::Plane::Floor, roomcore::onGrid(x, y, 1));
        };
        QCOMPARE(floorAt(0, 0), 64.0);
        QCOMPARE(floorAt(512, 512), 0.0);
        dragOn(view->map(), on(view->map(), 512, 512), on(view->map(), 512, 512) - QPoint(0, 40));
        QCOMPARE(floorAt(512, 512), 40.0);
        QCOMPARE(height(3)->value(), 40.0);
        QCOMPARE(steps(), before + 1);
        view->prepareForGrab();
        test::grabForPeople(*view, QStringLiteral("room-slope"), [](QWidget& widget) { static_cast<RoomView&>(widget).prepareForGrab(); });
        // The ceiling has a plane of its own.
        auto* plane = bar->findChild<QComboBox*>(QStringLiteral("slopePlane"));
        plane->setCurrentIndex(1);
        emit plane->activated(1);
        QCOMPARE(height(1)->value(), 256.0);
        // Escape takes the points back one by one, then the tool; what was tilted stays, and is one step of undo.
        for (int i = 0; i < 3; ++i) {
            QTest::keyClick(view->map(), Qt::Key_Escape);
            QVERIFY(view->map()->isSloping());
        }
        QTest::keyClick(view->map(), Qt::Key_Escape);
        QVERIFY(!view->map()->isSloping());
        QVERIFY(bar->isHidden());
        QCOMPARE(floorAt(0, 0), 64.0);
        view->undo();
        QCOMPARE(steps(), before);
        QCOMPARE(floorAt(0, 0), 0.0);
        // Return in the last field says what was made, and the next three vertices may come; Escape takes nothing of it back.
        QSignalSpy told(view->model(), &RoomModel::noticed);
        view->model()->select({MapItem::Kind::Sector, 0});
        run(*view, "room.tool.slope");
        clickOn(view->map(), 0, 0);
        clickOn(view->map(), 512, 0);
        clickOn(view->map(), 512, 512);
        height(3)->setFocus();
        height(3)->selectAll();
        QTest::keyClicks(height(3), QStringLiteral("148"));
        QTest::keyClick(height(3), Qt::Key_Return);
        QCOMPARE(told.size(), 1);
        QCOMPARE(told[0][0].toString(), QStringLiteral("Floor of sector 0 is sloped through 3 points."));
        QVERIFY(view->map()->isSloping());
        QVERIFY(height(1)->isHidden());
        QCOMPARE(floorAt(512, 512), 148.0);
        QVERIFY2(view->model()->describe({MapItem::Kind::Sector, 0}).startsWith(QStringLiteral("floor sloped 0 to 148 \u00b7 ceiling 256")),
                 qPrintable(view->model()->describe({MapItem::Kind::Sector, 0})));
        clickOn(view->map(), 0, 0);
        QTest::keyClick(view->map(), Qt::Key_Escape);
        QVERIFY(view->map()->isSloping());
        QTest::keyClick(view->map(), Qt::Key_Escape);
        QVERIFY(!view->map()->isSloping());
        QCOMPARE(floorAt(512, 512), 148.0);
        view->undo();
        // From a line that is selected with the sector: three points at once.
        view->model()->select({MapItem::Kind::Sector, 0});
        view->model()->toggle({MapItem::Kind::Line, 0});
        run(*view, "room.tool.slope");
        QVERIFY(!height(3)->isHidden());
        QTest::keyClick(view->map(), Qt::Key_Return);
        QVERIFY(!view->map()->isSloping());
    }

    void aCopyInAnotherVersion()
    {
        auto view = openSquare();
        VersionDialog dialog(*view);
        auto* format = dialog.findChild<QComboBox*>(QStringLiteral("version.format"));
        auto* tree = dialog.findChild<QComboBox*>(QStringLiteral("version.tree"));
        for (const int wanted : {static_cast<int>(roo::Format::V12), static_cast<int>(roo::Format::V13Float), static_cast<int>(roo::Format::V14)})
            for (const int kind : {0, 1}) {
                format->setCurrentIndex(wanted);
                tree->setCurrentIndex(kind);
                const QString file = folder_.filePath(QStringLiteral("copy%1%2.roo").arg(wanted).arg(kind));
                QVERIFY(dialog.writeTo(file));
                const auto bytes = readFile(file.toStdString());
                QVERIFY(bytes);
                const auto room = roo::read(bytes.value(), "copy");
                QVERIFY2(room, room ? "" : room.error().text().c_str());
                QCOMPARE(static_cast<int>(room.value().format), wanted);
                QVERIFY(!room.value().nodes.empty());
                QCOMPARE(room.value().linedefs.size(), std::size_t{4});
            }
        const auto before = readFile(view->path().toStdString());
        QSignalSpy told(view.get(), &DocumentView::reported);
        QVERIFY(!dialog.writeTo(view->path())); // not over the room that is open
        QCOMPARE(told.size(), 1);
        QCOMPARE(readFile(view->path().toStdString()).value(), before.value());
        QVERIFY(!view->isModified());
    }

    void newPartsGetTheirTextures()
    {
        QVariantMap kept;
        {
            auto view = openSquare();
            NewPartsDialog dialog(*view);
            const auto field = [&dialog](const char* name) { return dialog.findChild<NumberField*>(QLatin1String("newParts.") + QLatin1String(name)); };
            QCOMPARE(field("wall")->intValue(), 5); // what the room uses most
            field("below")->setValue(77);
            dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok)->click();
            run(*view, "room.tool.rectangle");
            drag(*view, {128, 128}, {256, 256});
            run(*view, "room.tool.select");
            view->model()->setMode(MapMode::Sector);
            click(*view, 192, 192);
            run(*view, "room.height.floorUp");
            const auto& sides = view->model()->room().sidedefs;
            QVERIFY(std::any_of(sides.begin(), sides.end(), [](const roo::Sidedef& side) { return side.belowTexture == 77; }));
            kept = view->saveViewState();
        }
        auto view = openSquare();
        QVERIFY(!view->roomDocument()->hasOwnDefaults());
        view->restoreViewState(kept);
        QCOMPARE(int{view->roomDocument()->defaults().belowTexture}, 77);
        QCOMPARE(int{view->roomDocument()->defaults().wallTexture}, 5);
    }

    void theBrowserGivesTheBrushItsTexture()
    {
        auto view = openSquare();
        view->takeTexture(4107);
        QCOMPARE(view->view3d()->brushTexture(), 4107);
        view->takeTexture(0); // nothing was clicked
        view->takeTexture(70'000);
        QCOMPARE(view->view3d()->brushTexture(), 4107);
        View3dCanvas* eye = view->view3d();
        eye->setPlaying(false);
        eye->standAt({256, 256});
        eye->grab();
        QTest::keyClick(eye, Qt::Key_P);
        QTest::mouseClick(eye, Qt::LeftButton, {}, {eye->width() / 2, eye->height() - 10});
        QCOMPARE(int{view->model()->room().sectors[0].floorTexture}, 4107);
    }
};

QTEST_MAIN(TestRoomTopViews)
#include "tst_room_top_views.moc"
