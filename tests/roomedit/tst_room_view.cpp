// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/ui/room_editing.h"
#include "roomedit/ui/room_inspector.h"
#include "roomedit/ui/top_views.h"
#include "roomedit/ui/view3d_canvas.h"
#include "tests/roomedit/room_view_case.h"
#include "tests/support/shared_data.h"

#include <QApplication>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLineEdit>
#include <QSignalSpy>
#include <QSplitter>
#include <QTest>

#include <algorithm>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::rooms;

/// Clicks and types through a room document made from our own room, and opens real ones where they are at hand.
class TestRoomView : public test::RoomViewCase
{
    Q_OBJECT

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    void farSceneryDoesNotMakeTheRoomADot()
    {
        roo::Room room = test::smallRoom(roo::Format::V14);
        for (roo::Thing& thing : room.things) { // a fourth of the room is where people walk
            thing.x = thing.x / 8;
            thing.y = thing.y / 8;
        }
        auto view = openView(writeRoom(room, QStringLiteral("plains.roo")));
        view->resize(640, 480);
        view->show();
        QVERIFY(QTest::qWaitForWindowExposed(view.get()));
        const double near = view->map()->zoom();
        view->map()->fitRoom();
        QVERIFY2(near > 1.5 * view->map()->zoom(), qPrintable(QStringLiteral("%1, all of it %2").arg(near).arg(view->map()->zoom())));
    }

    void cleanup() { setInputPreset(InputPreset::Studio); }

    void aRoomIsRecognisedByContent()
    {
        const DocumentType type = roomDocumentType();
        QCOMPARE(type.id, QStringLiteral("room"));
        QVERIFY(type.recognises(QStringLiteral("x"), QByteArray("ROO\xb1\x0c\0\0\0", 8)));
        QVERIFY(!type.recognises(QStringLiteral("x.roo"), QByteArray("BGF\x11", 4)));
        QVERIFY(!type.recognises(QStringLiteral("x.roo"), QByteArray()));
    }

    void aFileThatIsNoRoomGivesAnError()
    {
        QFile file(folder_.filePath(QStringLiteral("no.roo")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("nothing of the kind");
        file.close();
        QVERIFY(!roomDocumentType().open(file.fileName(), project_, nullptr));
    }

    void allThreeCoordinateSystemsAreInTheStatus()
    {
        auto view = openSmall();
        QTest::mouseMove(view->map(), onCanvas(*view, {0, 128}));
        const QStringList facts = view->statusLeft();
        const Place place = view->model()->index().place(view->map()->toEditor(*view->map()->cursor()));
        QVERIFY(std::abs(place.editor.x()) < 2 && std::abs(place.editor.y() - 128) < 2);
        QVERIFY2(facts.join(u'|').contains(QStringLiteral("row %1, col %2").arg(place.server.row).arg(place.server.column)),
                 qPrintable(facts.join(u'|')));
        QCOMPARE(place.server.column, 2); // x 0 is one square east of the corner at -64
        QVERIFY(facts.join(u'|').contains(QStringLiteral("client ")));
        QCOMPARE(view->statusRight().last(), QStringLiteral("Saved"));
    }

    void aClickSelectsByMode()
    {
        auto view = openSmall();
        const auto clickAt = [&](QPointF editor) {
            const QPoint at = onCanvas(*view, editor);
            QTest::mouseMove(view->map(), at);
            QTest::mouseClick(view->map(), Qt::LeftButton, {}, at);
            return view->model()->current();
        };
        view->model()->setMode(MapMode::Sector);
        QCOMPARE(clickAt({0, 128}).index, 0);
        QCOMPARE(clickAt({128, 128}).index, 1);
        view->model()->setMode(MapMode::Line);
        const MapItem line = clickAt({64, 128});
        QCOMPARE(line.kind, MapItem::Kind::Line);
        QCOMPARE(line.index, 6);
        view->model()->setMode(MapMode::Vertex);
        QCOMPARE(clickAt({64, 64}).kind, MapItem::Kind::Vertex);
        view->model()->setMode(MapMode::Thing);
        QCOMPARE(clickAt({192, 192}).kind, MapItem::Kind::Thing);
        QTest::mouseClick(view->map(), Qt::LeftButton, {}, onCanvas(*view, {0, 128}));
        QVERIFY(!view->model()->current()); // nothing of this kind there
    }

    void aSecondClickWalksThroughWhatLiesUnderTheCursor()
    {
        auto view = openSmall();
        const auto items = view->model()->itemsAt({66, 128}, 6 / view->map()->zoom());
        QVERIFY(items.size() >= 2); // the middle line and a sector
        QTest::mouseMove(view->map(), onCanvas(*view, {66, 128}));
        QTest::mouseClick(view->map(), Qt::LeftButton, {}, onCanvas(*view, {66, 128}));
        QVERIFY(view->model()->current() == items[0]);
        QTest::mouseClick(view->map(), Qt::LeftButton, {}, onCanvas(*view, {66, 128}));
        QVERIFY(view->model()->current() == items[1]);
        view->map()->cycle();
        QVERIFY(view->model()->current() == items[2 % items.size()]);
    }

    void tabSwapsTheViews()
    {
        auto view = openSmall();
        view->activateWindow();
        view->map()->setFocus();
        QVERIFY(!view->is3dFirst());
        QTest::keyClick(view->map(), Qt::Key_Tab);
        QVERIFY(view->is3dFirst());
        QVERIFY(view->view3d()->isVisibleTo(view.get()));
        QTest::keyClick(view->view3d(), Qt::Key_Tab);
        QVERIFY(!view->is3dFirst());
        QTest::keyClick(view->map(), Qt::Key_Tab, Qt::ShiftModifier); // moves the focus, nothing else
        QVERIFY(!view->is3dFirst());
    }

    void shiftAddsToTheSelectionAndEscapeClearsIt()
    {
        auto view = openSmall();
        view->model()->setMode(MapMode::Sector);
        QTest::mouseClick(view->map(), Qt::LeftButton, {}, onCanvas(*view, {0, 128}));
        QTest::mouseClick(view->map(), Qt::LeftButton, Qt::ShiftModifier, onCanvas(*view, {128, 128}));
        QCOMPARE(view->model()->selection().size(), 2);
        QCOMPARE(view->inspector()->valueText(QStringLiteral("lightlevel")), QStringLiteral("mixed"));
        QTest::keyClick(view->map(), Qt::Key_Escape);
        QCOMPARE(view->model()->selection().size(), 0);
    }

    void theInspectorShowsWhatTheFileHolds()
    {
        auto view = openSmall();
        view->model()->select({MapItem::Kind::Sector, 1});
        QCOMPARE(view->inspector()->valueText(QStringLiteral("heightfloor")), QStringLiteral("64"));
        QCOMPARE(view->inspector()->valueText(QStringLiteral("heightceiling"), 1), QStringLiteral("320"));
        QCOMPARE(view->inspector()->valueText(QStringLiteral("id")), QStringLiteral("77"));
        view->model()->select({MapItem::Kind::Line, 6});
        QCOMPARE(view->inspector()->valueText(QStringLiteral("texturetop"), 0), QStringLiteral("103"));
        QCOMPARE(view->inspector()->valueText(QStringLiteral("texturemiddle"), 1), QStringLiteral("105"));
        QCOMPARE(view->inspector()->valueText(QStringLiteral("passable"), 0), QStringLiteral("true"));
    }

    /// Drawn again only when it looks different: animations go at their own steps, a still room and a hidden one not at all.
    void aRoomAtRestIsDrawnAtItsOwnSteps()
    {
        const auto framesIn = [](View3dCanvas& canvas, int milliseconds) {
            QTest::qWait(200); // what the opening brought
            const std::size_t before = canvas.framesDrawn();
            QTest::qWait(milliseconds);
            return static_cast<int>(canvas.framesDrawn() - before);
        };
        roo::Room room = test::smallRoom(roo::Format::V14);
        for (roo::Sidedef& side : room.sidedefs) {
            side.animationSpeed = 0;
            side.flags &= ~(3u << roo::side_flag::scrollSpeedShift);
        }
        for (roo::Sector& sector : room.sectors) {
            sector.animationSpeed = 0;
            sector.flags &= ~(roo::sector_flag::flicker | 3u << roo::sector_flag::scrollSpeedShift);
        }
        auto still = openView(writeRoom(room, QStringLiteral("still.roo")));
        still->panels().first().widget->resize(320, 240);
        still->panels().first().widget->show();
        QVERIFY(QTest::qWaitForWindowExposed(still->panels().first().widget));
        QCOMPARE(framesIn(*still->view3d(), 400), 0);

        QVERIFY(!room.sidedefs.empty());
        room.sidedefs.front().animationSpeed = 50; // 5 steps a second
        auto view = openView(writeRoom(room, QStringLiteral("moving.roo")));
        QWidget* panel = view->panels().first().widget;
        panel->resize(320, 240);
        panel->show();
        QVERIFY(QTest::qWaitForWindowExposed(panel));
        const int drawn = framesIn(*view->view3d(), 1000);
        QVERIFY2(drawn >= 2 && drawn <= 7, qPrintable(QString::number(drawn)));
        panel->hide();
        QCOMPARE(framesIn(*view->view3d(), 400), 0);
        panel->show();
        QVERIFY(framesIn(*view->view3d(), 1000) >= 2);
    }

    void aNarrowPaneShowsLessOfTheSides()
    {
        auto view = openSmall();
        View3dCanvas* canvas = view->view3d();
        canvas->resize(800, 500);
        QVERIFY(std::abs(canvas->camera().fieldOfView - 90) < 0.01);
        canvas->resize(300, 700);
        QCOMPARE(canvas->camera().fieldOfView, 55.0);
        QVERIFY(std::abs(view->model()->camera().fieldOfView * 180 / M_PI - 55) < 0.01); // as the top view draws it
        canvas->resize(1800, 400);
        QCOMPARE(canvas->camera().fieldOfView, 100.0);
    }

    /// A number that does not fit beside the corner or at the end is left out: half of it says something else.
    void rulersShowWholeNumbers()
    {
        auto view = openSmall();
        constexpr int ruler = 26; // px; its last rows hold the marks
        for (int step = 0; step < 24; ++step) {
            view->map()->setView({-900.0 - step * 11, -700.0 - step * 7}, 0.35);
            const QImage image = view->map()->grab().toImage();
            const auto isBlank = [&](int x, int y) { return image.pixelColor(x, y) == theme().dock; };
            for (int i = 4; i < ruler - 8; ++i) {
                QVERIFY2(isBlank(ruler, i), qPrintable(QStringLiteral("step %1, above at %2").arg(step).arg(i)));
                QVERIFY2(isBlank(i, ruler), qPrintable(QStringLiteral("step %1, left at %2").arg(step).arg(i)));
                QVERIFY2(isBlank(image.width() - 1, i), qPrintable(QStringLiteral("step %1, right end at %2").arg(step).arg(i)));
            }
        }
    }

    void theCanvasShowsLinesInTheirColours()
    {
        auto view = openSmall();
        view->map()->setFill(MapFill::None);
        view->map()->setGridShown(false);
        view->map()->setView({64, 128}, 1);
        view->prepareForGrab();
        const QImage image = view->map()->grab().toImage();
        const auto hasColourNear = [&](QPointF editor, const QColor& colour) {
            const QPoint at = onCanvas(*view, editor);
            for (int dy = -2; dy <= 2; ++dy)
                for (int dx = -2; dx <= 2; ++dx) {
                    const QColor found = image.pixelColor(at + QPoint(dx, dy));
                    if (std::abs(found.red() - colour.red()) < 40 && std::abs(found.green() - colour.green()) < 40 &&
                        std::abs(found.blue() - colour.blue()) < 40)
                        return true;
                }
            return false;
        };
        QVERIFY(hasColourNear({0, 192}, theme().map.oneSided)); // tagless outer wall
        QVERIFY(hasColourNear({64, 100}, theme().map.tagged) || hasColourNear({64, 104}, theme().map.tagged)); // dashed
        QVERIFY(!hasColourNear({0, 160}, theme().map.oneSided));
    }

    void theViewsChangePlaces()
    {
        auto view = openSmall();
        QVERIFY(view->topViews().parentWidget() == view.get());
        view->set3dFirst(true);
        QVERIFY(view->view3d()->window() == view.get());
        QVERIFY(view->topViews().parentWidget() == view->panels().first().widget);
        view->set3dFirst(false);
        QVERIFY(view->topViews().parentWidget() == view.get());
    }

    void goToFindsSquaresNumbersTagsAndTextures()
    {
        auto view = openSmall();
        const auto ask = [&](const QString& text) {
            view->topView()->askWhere();
            auto* field = view->topView()->findChild<QLineEdit*>(QStringLiteral("goTo"));
            field->clear();
            QTest::keyClicks(field, text);
            QTest::keyClick(field, Qt::Key_Return);
            return view->model()->selection();
        };
        QCOMPARE(ask(QStringLiteral("line 6")).last().index, 6);
        QCOMPARE(ask(QStringLiteral("sector 1")).last().kind, MapItem::Kind::Sector);
        QCOMPARE(ask(QStringLiteral("tag 77")).size(), 1);
        QCOMPARE(ask(QStringLiteral("texture 203")).size(), 1);
        ask(QStringLiteral("2,3"));
        QCOMPARE(view->map()->centre(), view->model()->index().centreOfSquare(2, 3));
    }

    void thePaletteGoesToPlaces()
    {
        auto view = openSmall();
        QVERIFY(view->placeHint().contains(QStringLiteral("row,column")));
        QVERIFY(view->goToPlace(QStringLiteral("2,1")));
        QCOMPARE(view->map()->centre(), view->model()->index().centreOfSquare(2, 1));
        QVERIFY(view->goToPlace(QStringLiteral("sector 1")));
        QCOMPARE(view->model()->current().index, 1);
        QVERIFY(view->goToPlace(QStringLiteral("line 6")));
        QCOMPARE(view->model()->current().kind, MapItem::Kind::Line);
        QVERIFY(!view->goToPlace(QStringLiteral("sector 99")));
        QVERIFY(!view->goToPlace(QStringLiteral("nowhere")));
    }

    void faultsBecomeProblemsThatLeadToTheirPlace()
    {
        roo::Room room = test::smallRoom(roo::Format::V14);
        room.linedefs[6].minusSector = -1;         // side without sector, and both sectors open
        room.linedefs.push_back(room.linedefs[0]); // twice the same line
        room.things.resize(1);
        room.security ^= 1;
        auto view = openView(writeRoom(room, QStringLiteral("faults.roo")));
        view->resize(400, 300);
        view->show();
        QVERIFY(view->isBeingChecked()); // that there are no problems nobody knows yet
        view->prepareForGrab();
        QVERIFY(!view->isBeingChecked());
        QStringList rules;
        for (const Diagnostic& problem : view->problems())
            rules.append(QString::fromStdString(problem.code));
        for (const char* rule : {"two things", "side without sector", "unclosed sector", "lines on each other", "security value"})
            QVERIFY2(rules.contains(QLatin1String(rule)), rule);
        for (const Diagnostic& problem : view->problems())
            if (problem.code == "side without sector") {
                view->model()->setMode(MapMode::Vertex);
                view->showProblem(problem);
                QCOMPARE(view->model()->current().index, 6);
                QCOMPARE(view->model()->mode(), MapMode::Line);
                view->model()->setMode(MapMode::All);
                view->showProblem(problem);
                QCOMPARE(view->model()->mode(), MapMode::All);
                // The badge in the map says what is wrong there.
                const QLineF line(view->model()->index().start(6), view->model()->index().end(6));
                const QPointF badge = view->map()->toWidget(line.center());
                QVERIFY2(view->map()->faultsAt(badge).contains(QString::fromStdString(problem.message)), qPrintable(view->map()->faultsAt(badge)));
                QCOMPARE(view->map()->faultsAt(badge + QPointF(40, 40)), QString());
            }
    }

    /// Words with a place in them and the badge, and the jump of the row in Problems, are about the same place.
    void theMarkOfAnOpenSectorIsWhereItIsOpen()
    {
        roo::Room room = test::smallRoom(roo::Format::V14);
        room.linedefs.erase(room.linedefs.begin() + 5); // the west wall
        auto view = openView(writeRoom(room, QStringLiteral("open.roo")));
        view->resize(640, 480);
        view->show();
        view->prepareForGrab();
        const auto all = view->problems();
        const auto open = std::ranges::find(all, std::string("unclosed sector"), &Diagnostic::code);
        QVERIFY(open != all.end());
        QVERIFY2(open->message.find("x -64, y 64") != std::string::npos, open->message.c_str());
        MapCanvas* map = view->map();
        const QPointF vertex(-64, 64), middle = view->model()->index().sector(0).labelPoint;
        QVERIFY2(map->faultsAt(map->toWidget(vertex)).contains(QString::fromStdString(open->message)), qPrintable(map->faultsAt(map->toWidget(vertex))));
        QVERIFY(!map->faultsAt(map->toWidget(middle)).contains(QString::fromStdString(open->message)));
        map->setView({192, 192}, 8);
        view->showProblem(*open);
        QCOMPARE(view->model()->current().kind, MapItem::Kind::Sector);
        QVERIFY(QLineF(map->toWidget(vertex), map->rect().center()).length() < 40);
        QCOMPARE(map->zoom(), 8.0);
        map->fitRoom();
        test::grabForPeople(*view, QStringLiteral("open-sector"));
    }

    /// The status bar tells the keys of the view that has them.
    void hintsAreOfTheViewWithTheFocus()
    {
        auto view = openSmall();
        const auto hint = [&view] { return view->statusLeft().last(); };
        view->activateWindow();
        view->map()->setFocus();
        QTRY_VERIFY(view->map()->hasFocus());
        QVERIFY2(hint().contains(QStringLiteral("Wheel zoom")), qPrintable(hint()));
        QSignalSpy told(view.get(), &DocumentView::statusChanged);
        view->panels().first().widget->activateWindow();
        view->view3d()->setFocus();
        QTRY_VERIFY(view->view3d()->hasFocus());
        QVERIFY(!told.isEmpty());
        QCOMPARE(hint(), QStringLiteral("WASD walk · Right drag look · Tab 3D view")); // to the centre
        view->view3d()->setFlying(true);
        QCOMPARE(hint(), QStringLiteral("WASD fly · Space up, C down · Right drag look · Tab 3D view"));
        view->view3d()->setBrush(true);
        QVERIFY(hint().contains(QStringLiteral("Click paint")));
        view->view3d()->setBrush(false);
        view->view3d()->setFlying(false);
        view->set3dFirst(true);
        QCOMPARE(hint(), QStringLiteral("WASD walk · Right drag look · Tab top view"));
        view->activateWindow();
        view->panels().first().widget->activateWindow();
        view->map()->setFocus(); // beside it now
        QTRY_VERIFY(view->map()->hasFocus());
        QCOMPARE(hint(), QStringLiteral("Wheel zoom · Space drag pan · Tab top view"));
    }

    /// The same words as for a text.
    void aFileThatWentIsToldAsSuch()
    {
        auto view = openSmall();
        QCOMPARE(view->statusRight().last(), QStringLiteral("Saved"));
        QSignalSpy told(view.get(), &DocumentView::statusChanged);
        QVERIFY(QFile::remove(view->path()));
        view->roomDocument()->checkDisk();
        QCOMPARE(view->statusRight().last(), QStringLiteral("File deleted"));
        QVERIFY(!told.isEmpty());
        QVERIFY(view->save());
        QCOMPARE(view->statusRight().last(), QStringLiteral("Saved"));
        view->model()->select({MapItem::Kind::Line, 6});
        deleteSelection(*view->model());
        QCOMPARE(view->statusRight().last(), QStringLiteral("Not saved"));
        view->undo();
        QCOMPARE(view->statusRight().last(), QStringLiteral("Saved"));
    }

    void aSoundRoomHasNoErrors()
    {
        roo::Room room = test::smallRoom(roo::Format::V14);
        roo::refreshSecurity(room);
        auto view = openView(writeRoom(room, QStringLiteral("sound.roo")));
        view->prepareForGrab();
        for (const Diagnostic& problem : view->problems())
            QVERIFY2(problem.severity != Severity::Error, problem.message.c_str());
    }

    void viewStateComesBack()
    {
        auto first = openSmall();
        first->map()->setView({10, 100}, 2);
        first->setFill(static_cast<int>(MapFill::Height));
        first->model()->setMode(MapMode::Line);
        first->model()->select({MapItem::Kind::Line, 2});
        first->model()->toggle({MapItem::Kind::Line, 0});
        const auto selected = first->model()->selection();
        QCOMPARE(selected.size(), 2);
        const QVariantMap state = QJsonDocument(QJsonObject::fromVariantMap(first->saveViewState())).object().toVariantMap();
        auto second = openSmall();
        second->restoreViewState(state);
        QCOMPARE(second->map()->centre(), QPointF(10, 100));
        QCOMPARE(second->map()->zoom(), 2.0);
        QCOMPARE(second->map()->fill(), MapFill::Height);
        QCOMPARE(second->model()->mode(), MapMode::Line);
        QCOMPARE(second->model()->selection(), selected);
        QCOMPARE(second->model()->selectedParts().lines.size(), std::size_t{2});
        // Of a file that has changed since only what is there.
        second->restoreViewState({{QStringLiteral("selected"), QVariantList{2, 1, 2, 100000, 9, 0, 3, -4, QStringLiteral("x")}}});
        QCOMPARE(second->model()->selection(), (QVector<MapItem>{{MapItem::Kind::Line, 1}}));
        second->restoreViewState({{QStringLiteral("zoom"), QStringLiteral("rubbish")}, {QStringLiteral("mode"), -7}});
        QCOMPARE(second->model()->mode(), MapMode::All);
    }

    void actionsActOnTheRoom()
    {
        auto view = openSmall();
        const ActionTable actions = roomActions();
        QSet<QString> ids;
        for (const ActionSpec& action : actions) {
            QVERIFY2(!ids.contains(action.id), qPrintable(action.id));
            ids.insert(action.id);
            QVERIFY2(!action.text.isEmpty(), qPrintable(action.id));
            QCOMPARE(action.context, QStringLiteral("room"));
        }
        const auto run = [&](const char* id) {
            for (const ActionSpec& action : actions)
                if (action.id == QLatin1String(id))
                    return action.run(view.get());
            QFAIL(id);
        };
        run("room.mode.sector");
        QCOMPARE(view->model()->mode(), MapMode::Sector);
        run("room.select.all");
        QCOMPARE(view->model()->selection().size(), 2);
        run("room.fill.light");
        QCOMPARE(view->map()->fill(), MapFill::Light);
        const int step = view->map()->gridStep();
        run("room.grid.coarser");
        QCOMPARE(view->map()->gridStep(), 2 * step);
        run("room.3d.fly");
        QVERIFY(view->view3d()->isFlying());
        run("room.view.swap");
        QVERIFY(view->is3dFirst());
    }

    void everyCorpusRoomOpens()
    {
        BLAK_NEED_SHARED(folder, "corpus/roo");
        for (const auto& file : test::filesBelow(folder, ".roo")) {
            auto view = openView(QString::fromStdString(file.string()));
            view->resize(500, 400);
            view->prepareForGrab();
            view->map()->grab();
            for (const Diagnostic& problem : view->problems())
                if (problem.code == "security value" || problem.code == "no tree")
                    QFAIL(qPrintable(QString::fromStdString(file.filename().string()) + QStringLiteral(": ") + QString::fromStdString(problem.message)));
        }
    }

    /// For people: BLAK_GRAB_DIR=/tmp BLAK_GRAB_ROOM=x.roo BLAK_GRAB_TEXTURES=folder.
    void picturesForPeople()
    {
        const QString room = qEnvironmentVariable("BLAK_GRAB_ROOM");
        if (room.isEmpty())
            QSKIP("BLAK_GRAB_ROOM is not set");
        project_ = std::make_shared<test::FolderProject>(
            std::vector<std::filesystem::path>{qEnvironmentVariable("BLAK_GRAB_TEXTURES").toStdString()});
        auto view = openView(room);
        QSplitter window;
        QSplitter right(Qt::Vertical);
        window.addWidget(view.get());
        window.addWidget(&right);
        for (const Panel& panel : view->panels())
            right.addWidget(panel.widget);
        window.resize(1280, 800);
        window.setSizes({850, 430});
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        view->map()->fitRoom();
        view->model()->select({MapItem::Kind::Sector, std::min(qEnvironmentVariableIntValue("BLAK_GRAB_SECTOR"),
                                                               static_cast<int>(view->model()->room().sectors.size()) - 1)});
        const auto prepare = [](QWidget& widget) {
            for (RoomView* each : widget.findChildren<RoomView*>())
                each->prepareForGrab();
        };
        test::grabForPeople(window, QStringLiteral("room-draw"), prepare);
        view->model()->setMode(MapMode::Line);
        view->model()->select({MapItem::Kind::Line, 20});
        view->showSelection();
        view->map()->setView(view->map()->centre(), 0.9);
        test::grabForPeople(window, QStringLiteral("room-line"), prepare);
        view->setFill(static_cast<int>(MapFill::Height));
        view->set3dFirst(true);
        test::grabForPeople(window, QStringLiteral("room-3d"), prepare);
        for (const Panel& panel : view->panels())
            panel.widget->setParent(nullptr);
        view->setParent(nullptr);
    }
};

QTEST_MAIN(TestRoomView)
#include "tst_room_view.moc"
