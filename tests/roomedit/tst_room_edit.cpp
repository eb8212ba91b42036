// SPDX-License-Identifier: GPL-3.0-or-later
// Editing with real mouse and key events: what is drawn and dragged is in the map, in the file and in the 3D view.
#include "formats/space/loaded_room.h"
#include "roomedit/ui/room_edit_actions.h"
#include "roomedit/ui/room_findings.h"
#include "roomedit/ui/view3d_canvas.h"
#include "tests/roomedit/room_edit_case.h"
#include "tests/support/shared_data.h"

#include <QApplication>
#include <QMouseEvent>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::rooms;
using roomcore::SectorId;

class TestRoomEdit : public test::RoomEditCase
{
    Q_OBJECT

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    void aVertexIsDraggedSavedAndUndone()
    {
        auto view = openSquare();
        const auto before = readFile(view->path().toStdString()).value();
        view->model()->setMode(MapMode::Vertex);
        QVERIFY(!view->isModified() && !view->canUndo());
        drag(*view, {512, 512}, {441, 455}); // to the grid of 32
        QVERIFY(view->isModified() && view->canUndo());
        const auto& vertices = view->model()->index().vertices();
        QVERIFY(std::any_of(vertices.begin(), vertices.end(), [](const auto& each) { return each.point == QPoint(448, 448); }));
        QCOMPARE(view->model()->index().sectorAt({500, 500}), -1);
        QCOMPARE(view->model()->current().kind, MapItem::Kind::Vertex);
        QCOMPARE(view->roomDocument()->history().size(), 1u);

        QVERIFY(view->save());
        QVERIFY(!view->isModified());
        QVERIFY(readFile(view->path().toStdString() + "~").value() == before);
        const auto saved = roo::read(readFile(view->path().toStdString()).value(), "saved");
        QVERIFY(saved && space::LoadedRoom::load(saved.value(), "saved"));
        QCOMPARE(saved.value().security, roo::securityValue(saved.value()));

        view->undo();
        QVERIFY(view->isModified() && view->canRedo());
        QCOMPARE(view->model()->index().sectorAt({500, 500}), 0);
        QVERIFY(view->save());
        QVERIFY(readFile(view->path().toStdString()).value() == before);
        view->redo();
        QCOMPARE(view->model()->index().sectorAt({500, 500}), -1);
    }

    void escapeTakesADragBack()
    {
        auto view = openSquare();
        view->model()->setMode(MapMode::Vertex);
        const QPoint from = at(*view, 512, 512), to = at(*view, 300, 300);
        move(view->map(), from);
        QTest::mousePress(view->map(), Qt::LeftButton, {}, from);
        move(view->map(), to, Qt::LeftButton);
        QVERIFY(view->map()->isDragging());
        QCOMPARE(view->model()->index().sectorAt({450, 450}), -1);
        QTest::keyClick(view->map(), Qt::Key_Escape);
        QTest::mouseRelease(view->map(), Qt::LeftButton, {}, to);
        QCOMPARE(view->model()->index().sectorAt({450, 450}), 0);
        QVERIFY(!view->isModified() && !view->canUndo());
        QCOMPARE(view->model()->selection().size(), 1); // one step back at a time
        QTest::keyClick(view->map(), Qt::Key_Escape);
        QVERIFY(view->model()->selection().isEmpty());
    }

    void sectorsAreDrawnPointByPoint()
    {
        auto view = openSquare();
        run(*view, "room.tool.lines");
        QVERIFY(view->map()->drawShape());
        for (const auto& [x, y] : {std::pair(128, 128), {128, 256}, {256, 256}, {256, 128}})
            click(*view, x + 3, y - 4); // snaps
        QCOMPARE(linesOf(*view), 4u);
        QTest::keyClick(view->map(), Qt::Key_Backspace); // the last point again
        click(*view, 256, 128);
        click(*view, 128, 128);
        QCOMPARE(linesOf(*view), 8u);
        QCOMPARE(sectorsOf(*view), 2u);
        QCOMPARE(view->model()->index().sectorAt({200, 200}), 1);
        QCOMPARE(faults(*view), QString());
        // A wall across, open, ended by Return.
        click(*view, 0, 384);
        click(*view, 512, 384);
        QTest::keyClick(view->map(), Qt::Key_Return);
        QCOMPARE(sectorsOf(*view), 3u);
        QCOMPARE(faults(*view), QString());
        QTest::keyClick(view->map(), Qt::Key_Escape);
        QVERIFY(!view->map()->drawShape());
        view->undo();
        view->undo();
        QCOMPARE(linesOf(*view), 4u);
        QVERIFY(!view->isModified());
    }

    void rectanglesEllipsesAndCorridors()
    {
        auto view = openSquare();
        run(*view, "room.tool.rectangle");
        drag(*view, {512, 128}, {640, 256}); // beside the room: the wall opens
        QCOMPARE(sectorsOf(*view), 2u);
        QCOMPARE(view->model()->index().sectorAt({600, 200}), 1);
        run(*view, "room.tool.ellipse");
        drag(*view, {64, 64}, {192, 192});
        QCOMPARE(sectorsOf(*view), 3u);
        run(*view, "room.tool.corridor");
        click(*view, 256, 512);
        click(*view, 256, 576);
        QTest::keyClick(view->map(), Qt::Key_Return);
        QCOMPARE(sectorsOf(*view), 4u);
        QCOMPARE(faults(*view), QString());
        view->map()->paintCompletely();
        test::grabForPeople(*view, QStringLiteral("room-drawn"), [](QWidget& widget) { static_cast<RoomView&>(widget).prepareForGrab(); });
    }

    void theBandTheKeysAndTheMenuCommands()
    {
        auto view = openSquare();
        run(*view, "room.tool.rectangle");
        drag(*view, {64, 64}, {128, 128});
        drag(*view, {192, 64}, {256, 128});
        run(*view, "room.tool.select");
        view->model()->setMode(MapMode::Sector);
        view->model()->clearSelection();
        drag(*view, {32, 32}, {300, 160});
        QCOMPARE(view->model()->selection().size(), 2);
        run(*view, "room.height.floorUp");
        run(*view, "room.height.floorUp");
        QCOMPARE(view->model()->room().sectors[1].floorHeight, 16);
        QCOMPARE(view->model()->room().sectors[2].floorHeight, 16);
        const std::size_t steps = view->roomDocument()->history().size();
        run(*view, "room.height.floorUp");
        QCOMPARE(view->roomDocument()->history().size(), steps); // one step
        // The new steps have textures.
        const roo::Linedef& line = view->model()->room().linedefs[static_cast<std::size_t>(view->model()->index().sector(1).lines.front())];
        const auto outer = line.plusSector == 0 ? line.plusSide : line.minusSide;
        QCOMPARE(view->model()->room().sidedefs[outer - 1u].belowTexture, 5);
        run(*view, "room.nudge.right");
        QCOMPARE(view->model()->index().sectorAt({272, 100}), 2);
        run(*view, "room.sector.join");
        QCOMPARE(sectorsOf(*view), 2u);
        run(*view, "room.turn.right");
        run(*view, "room.turn.mirrorX");
        QCOMPARE(faults(*view), QString());
        run(*view, "room.edit.delete");
        QCOMPARE(sectorsOf(*view), 1u);
        QCOMPARE(faults(*view), QString());
        view->model()->setMode(MapMode::Line);
        click(*view, 512, 256);
        run(*view, "room.line.split");
        QVERIFY(view->model()->selection().size() == 2);
        run(*view, "room.line.flip");
        QCOMPARE(faults(*view), QString());
        view->roomDocument()->history().moveTo(0);
        QVERIFY(!view->isModified());
    }

    /// A floor that cannot go so far down stops, and that is told.
    void heightsThatAreCutAreTold()
    {
        auto view = openSquare();
        view->model()->setMode(MapMode::Sector);
        view->model()->select({MapItem::Kind::Sector, 0});
        QSignalSpy told(view->model(), &RoomModel::noticed);
        run(*view, "room.height.floorUp");
        QCOMPARE(told.size(), 0);
        run(*view, "room.height.floorDown");
        QCOMPARE(told.size(), 0);
        run(*view, "room.height.floorDown");
        QCOMPARE(told.size(), 1);
        QCOMPARE(told[0][0].toString(), QStringLiteral("The floor stops at 0 instead of -8: floors go from 0 to the ceiling."));
        QCOMPARE(view->model()->room().sectors[0].floorHeight, 0);
    }

    /// What goes along with a wall is told, and what then stands outside; two sectors that become one are no loss.
    void deletingAWallTellsWhatWentWithIt()
    {
        class LampProject : public test::FolderProject
        {
        public:
            LampProject() : FolderProject({}) {}
            std::function<RoomFacts()> roomFactsReader(const QString&) const override
            {
                return [] {
                    RoomFacts facts;
                    facts.objects.append({QStringLiteral("Lamp"), {}, 4.5, 9.5, std::nullopt, {}});
                    facts.objects.append({QStringLiteral("Barrel"), {}, 4.5, 4.5, std::nullopt, {}});
                    facts.exits.append({5, 10, QStringLiteral("RID_INN"), {}, QStringLiteral("The Inn")});
                    return facts;
                };
            }
        };
        const auto before = std::exchange(project_, std::make_shared<LampProject>());
        auto view = openSquare();
        project_ = before;
        QTRY_VERIFY(view->model()->facts() != nullptr);
        run(*view, "room.tool.rectangle");
        drag(*view, {512, 128}, {576, 384});
        drag(*view, {576, 128}, {640, 384});
        run(*view, "room.tool.select");
        QCOMPARE(sectorsOf(*view), 3u);
        view->model()->setMode(MapMode::Line);
        QSignalSpy told(view->model(), &RoomModel::noticed);
        click(*view, 576, 256); // between both
        run(*view, "room.edit.delete");
        QCOMPARE(sectorsOf(*view), 2u);
        QVERIFY2(told.isEmpty(), qPrintable(told.value(0).value(0).toString()));
        click(*view, 640, 256);
        QCOMPARE(view->model()->selection().size(), 1);
        run(*view, "room.edit.delete");
        QCOMPARE(sectorsOf(*view), 1u);
        QCOMPARE(told.size(), 1);
        QCOMPARE(told[0][0].toString(), QStringLiteral("Sector 1 went with it: nothing encloses it any longer. Outside of the room now: Lamp and the exit to The Inn."));
        view->roomDocument()->history().undo();
        QCOMPARE(sectorsOf(*view), 2u);
    }

    void thingsAndSelectedSectorsAreDragged()
    {
        auto view = openSquare();
        view->model()->setMode(MapMode::Thing);
        drag(*view, {512, 512}, {480, 480});
        QCOMPARE(view->model()->room().things[1].x, 480);
        QCOMPARE(view->model()->index().playable().right, 480);
        run(*view, "room.tool.rectangle");
        drag(*view, {64, 64}, {128, 128});
        run(*view, "room.tool.select");
        view->model()->setMode(MapMode::Sector);
        click(*view, 90, 90);
        drag(*view, {90, 90}, {90 + 256, 90});
        QCOMPARE(view->model()->index().sectorAt({350, 90}), 1);
        QCOMPARE(view->model()->index().sectorAt({90, 90}), 0);
        QCOMPARE(faults(*view), QString());
    }

    void the3dViewFollowsAndEdits()
    {
        auto view = openSquare();
        View3dCanvas* eye = view->view3d();
        QVERIFY(eye != nullptr);
        render::Camera camera = eye->camera();
        view->model()->setMode(MapMode::Sector);
        eye->grab();
        // The floor below the middle of the lower border.
        const QPoint down(eye->width() / 2, eye->height() - 10);
        move(eye, down);
        QCOMPARE(view->model()->hovered().part, MapItem::Part::Floor);
        const auto wheel = [&](Qt::KeyboardModifiers modifiers, int notches) {
            QWheelEvent event(QPointF(down), eye->mapToGlobal(QPointF(down)), QPoint(), QPoint(0, 120 * notches), Qt::NoButton,
                              modifiers, Qt::NoScrollPhase, false);
            QApplication::sendEvent(eye, &event);
            move(eye, down);
        };
        wheel(Qt::ControlModifier, 2);
        QCOMPARE(view->model()->room().sectors[0].floorHeight, 16);
        wheel(Qt::ControlModifier | Qt::ShiftModifier, -1);
        QCOMPARE(view->model()->room().sectors[0].floorHeight, 15);
        wheel(Qt::AltModifier, -1);
        QCOMPARE(view->model()->room().sectors[0].light, 188);
        QCOMPARE(view->model()->index().loaded()->shapes()[0].floorLevel, 15 * 16.0);
        QTest::keyClick(eye, Qt::Key_PageDown);
        QCOMPARE(view->model()->room().sectors[0].floorHeight, 7);
        // A wall: texture taken from it and put on the floor.
        eye->grab();
        const QPoint ahead(eye->width() / 2, eye->height() / 2);
        move(eye, ahead);
        QCOMPARE(view->model()->hovered().kind, MapItem::Kind::Line);
        QTest::keyClick(eye, Qt::Key_Right, Qt::ControlModifier);
        QVERIFY(std::any_of(view->model()->room().linedefs.begin(), view->model()->room().linedefs.end(),
                            [](const roo::Linedef& each) { return each.plusXOffset == -8; }));
        move(eye, ahead);
        QTest::keyClick(eye, Qt::Key_C, Qt::ControlModifier);
        eye->grab();
        move(eye, down);
        QTest::keyClick(eye, Qt::Key_V, Qt::ControlModifier);
        QCOMPARE(view->model()->room().sectors[0].floorTexture, 5);
        view->roomDocument()->history().moveTo(0);
        QVERIFY(!view->isModified());
        QCOMPARE(camera.angle, eye->camera().angle);
    }

    void piecesStairsAndOpenings()
    {
        auto view = openSquare();
        run(*view, "room.tool.stairs");
        drag(*view, {64, 64}, {320, 160});
        QCOMPARE(sectorsOf(*view), 9u);
        QCOMPARE(view->model()->room().sectors[static_cast<std::size_t>(view->model()->index().sectorAt({304, 100}))].floorHeight, 8 * 16);
        run(*view, "room.tool.select");
        view->model()->setMode(MapMode::Sector);
        drag(*view, {32, 32}, {352, 192});
        QCOMPARE(view->model()->selection().size(), 8);
        run(*view, "room.edit.copy");
        move(view->map(), at(*view, 192, 416));
        run(*view, "room.edit.paste");
        QCOMPARE(sectorsOf(*view), 17u);
        QCOMPARE(view->model()->selection().size(), 8);
        QCOMPARE(faults(*view), QString());
        run(*view, "room.edit.cut");
        QCOMPARE(sectorsOf(*view), 9u);
        move(view->map(), at(*view, 510, 320));
        run(*view, "room.opening.door");
        QCOMPARE(sectorsOf(*view), 10u);
        QCOMPARE(view->model()->index().sectorAt({520, 320}), 9);
        view->model()->setMode(MapMode::All);
        view->model()->select({MapItem::Kind::Sector, 9});
        const int far = view->model()->index().linesNear({528, 320}, 4).front();
        view->model()->toggle({MapItem::Kind::Line, far});
        run(*view, "room.slope.floor");
        QVERIFY(view->model()->room().sectors[9].floorSlope.has_value());
        run(*view, "room.slope.level");
        QVERIFY(!view->model()->room().sectors[9].floorSlope.has_value());
        QCOMPARE(faults(*view), QString());
        view->roomDocument()->history().moveTo(0);
        QVERIFY(!view->isModified());
    }

    /// What the menu and the palette call it is what the history says.
    void rotatingHasOneName()
    {
        auto view = openSquare();
        const ActionTable table = roomEditActions();
        for (const char* id : {"room.turn.right", "room.turn.left"}) {
            const auto spec = std::ranges::find(table, QLatin1String(id), &ActionSpec::id);
            QVERIFY(spec != table.end());
            view->model()->setMode(MapMode::Sector);
            view->model()->select({MapItem::Kind::Sector, 0});
            spec->run(view.get());
            const auto name = view->roomDocument()->history().undoName();
            QCOMPARE(std::string(name), std::string("Rotate sector 0"));
            QVERIFY2(spec->text.startsWith(QLatin1String("Rotate ")), qPrintable(spec->text));
        }
    }

    void aPictureIsFittedToItsWall()
    {
        auto view = openSquare();
        const auto shown = std::ranges::find_if(view->model()->room().linedefs, [&](const roo::Linedef& line) {
            return line.plusSide != 0 && view->model()->room().sidedefs[line.plusSide - 1u].normalTexture != 0;
        });
        QVERIFY(shown != view->model()->room().linedefs.end());
        const auto line = static_cast<std::uint32_t>(shown - view->model()->room().linedefs.begin());
        const roomcore::SideRef side{{line}, roomcore::Side::Plus};
        roomcore::MapEdit edit = view->model()->edit();
        QVERIFY(roomcore::shiftTexture(edit, std::span(&side, 1), 5, 7));
        view->model()->select({MapItem::Kind::Line, static_cast<int>(line)});
        QSignalSpy told(view.get(), &DocumentView::reported);
        run(*view, "room.texture.fitBoth");
        QCOMPARE(told.size(), 1);
        const QString said = told[0][1].toString(); // 64 x 64, since there is no picture here
        QVERIFY2(said.startsWith(QLatin1String("Along:")) && said.contains(QLatin1String("Upwards:")), qPrintable(said));
        QVERIFY2(said.contains(QLatin1String("edge to edge")) || said.contains(QLatin1String("no multiple of 64")), qPrintable(said));
        QCOMPARE(view->roomDocument()->history().undoName(), QStringLiteral("Fit textures from line %1").arg(line).toStdString());
        QVERIFY(view->roomDocument()->map().line({line}).side(roomcore::Side::Plus).xOffset != 5);
        view->undo();
        QCOMPARE(view->roomDocument()->map().line({line}).side(roomcore::Side::Plus).xOffset, std::int16_t{5});
    }

    void checksFollow()
    {
        auto view = openSquare();
        const auto worst = [&view] {
            const auto& rows = view->problems();
            return rows.empty() ? Severity::Info : rows.front().severity;
        };
        QTRY_VERIFY(worst() != Severity::Error);
        roo::Sector sector = view->roomDocument()->map().sector({0});
        sector.floorHeight = 300;
        roomcore::MapEdit edit = view->roomDocument()->edit();
        document::Transaction transaction(view->roomDocument()->history(), "Break");
        edit.set(SectorId{0}, sector);
        transaction.commit();
        const auto isThere = [&view] {
            const auto& rows = view->problems();
            return std::ranges::any_of(rows, [](const Diagnostic& row) { return row.code == "floor above ceiling"; });
        };
        QTRY_VERIFY(isThere());
        const Diagnostic problem = view->problems().front();
        QCOMPARE(problem.code, std::string("floor above ceiling"));
        view->showProblem(problem);
        QCOMPARE(view->model()->current().kind, MapItem::Kind::Sector);

        // Its fix is a step of undo; ignoring it is kept beside the room.
        const auto fixes = view->fixesOf(problem);
        QCOMPARE(fixes.size(), 3);
        fixes[0].apply(false);
        QCOMPARE(view->model()->room().sectors[0].floorHeight, 256);
        QCOMPARE(view->model()->room().sectors[0].ceilingHeight, 300);
        QTRY_VERIFY(!isThere());
        view->undo();
        QTRY_VERIFY(isThere());
        view->fixesOf(view->problems().front()).last().apply(false);
        QTRY_VERIFY(!isThere());
        QVERIFY(view->findings().ignoredRules().contains("floor above ceiling"));
        QVERIFY(roomcore::readSidecar(view->roomDocument()->path()).value().ignoredRules == view->findings().ignoredRules());
        view->findings().heedAllRules();
        QTRY_VERIFY(isThere());
        QVERIFY(!std::filesystem::exists(roomcore::sidecarOf(view->roomDocument()->path())));
    }

    void aLargeRoomFollowsInTheWorker()
    {
        BLAK_NEED_SHARED(corpus, "corpus/roo");
        std::filesystem::path largest;
        std::uintmax_t size = 0;
        for (const auto& file : test::filesBelow(corpus, ".roo"))
            if (std::filesystem::file_size(file) > size) {
                size = std::filesystem::file_size(file);
                largest = file;
            }
        const QString path = folder_.filePath(QStringLiteral("large.roo"));
        QVERIFY(QFile::copy(QString::fromStdString(largest.string()), path));
        QVERIFY(QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner));
        auto view = openFile(path);
        QVERIFY(linesOf(*view) > 1000);
        view->model()->setMode(MapMode::Vertex);
        const QPoint vertex = view->model()->index().vertices()[view->model()->index().vertices().size() / 2].point;
        view->map()->setView(vertex, 2);
        view->map()->grab();
        drag(*view, vertex, QPointF(vertex) + QPointF(7, 3), Qt::AltModifier);
        QVERIFY(view->isModified());
        view->model()->finishBuilding();
        QVERIFY(view->model()->index().loaded() != nullptr);
        QVERIFY2(view->model()->buildError().isEmpty(), qPrintable(view->model()->buildError()));
        view->undo();
        view->model()->finishBuilding();
        QVERIFY(!view->isModified());
    }
};

QTEST_MAIN(TestRoomEdit)
#include "tst_room_edit.moc"
