// SPDX-License-Identifier: GPL-3.0-or-later
// Corners taken by their handles among all kinds, what the right button offers for each kind, and what steps are called.
#include "roomedit/roomcore/tools/slope_tool.h"
#include "roomedit/ui/room_editing.h"
#include "roomedit/ui/room_inspector.h"
#include "roomedit/ui/step_names.h"
#include "roomedit/ui/texture_label.h"
#include "tests/roomedit/menu_texts.h"
#include "tests/roomedit/room_edit_case.h"

#include <QApplication>
#include <QLabel>
#include <QTest>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::rooms;

namespace {

/// Blakod decides when the world runs what the one shows; the other has a picture.
class OrnamentProject : public test::FolderProject
{
public:
    OrnamentProject() : FolderProject({}) {}
    std::function<RoomFacts()> roomFactsReader(const QString&) const override
    {
        return [] {
            RoomFacts facts;
            facts.objects.append({QStringLiteral("Ornament"), {}, 2.5, 2.5, {}, {QStringLiteral("/kod/tos.kod"), 205}, true});
            facts.objects.append({QStringLiteral("Lamp"), QStringLiteral("lamp.bgf"), 4.5, 4.5, {}, {QStringLiteral("/kod/tos.kod"), 208}});
            return facts;
        };
    }
};

} // namespace

class TestRoomHandles : public test::RoomEditCase
{
    Q_OBJECT

    static std::string undoName(RoomView& view) { return std::string(view.roomDocument()->history().undoName()); }

    static int vertexAt(RoomView& view, QPoint point)
    {
        const auto& vertices = view.model()->index().vertices();
        const auto found = std::ranges::find(vertices, point, &MapIndex::Vertex::point);
        return found == vertices.end() ? -1 : static_cast<int>(found - vertices.begin());
    }

    static QStringList menuAt(RoomView& view, double x, double y)
    {
        move(view.map(), at(view, x, y));
        QTest::mouseClick(view.map(), Qt::RightButton, {}, at(view, x, y));
        return test::textsOfMenu(view);
    }

    static bool holds(const QStringList& texts, const char* part) { return texts.join(u'|').contains(QLatin1String(part)); }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    /// Hover, click, drag and the right button mean the corner where its handle is drawn, and a line where none is.
    void aCornerIsTakenByItsHandle()
    {
        auto view = openSquare();
        RoomModel& model = *view->model();
        model.setMode(MapMode::All);
        const MapItem corner{MapItem::Kind::Vertex, vertexAt(*view, {512, 512})};
        QVERIFY(corner.index >= 0);
        // Nothing is selected: no handles.
        move(view->map(), at(*view, 512, 512));
        QCOMPARE(model.hovered().kind, MapItem::Kind::Thing); // the corner of the room
        move(view->map(), at(*view, 512, 0));
        QCOMPARE(model.hovered().kind, MapItem::Kind::Line);
        model.select({MapItem::Kind::Sector, 0});
        move(view->map(), at(*view, 510, 3));
        QVERIFY(model.hovered().isSameThing({MapItem::Kind::Vertex, vertexAt(*view, {512, 0})}));
        move(view->map(), at(*view, 512, 20)); // beyond its reach
        QCOMPARE(model.hovered().kind, MapItem::Kind::Line);
        // A drag moves it alone; the sector stays selected, so that the next corner can be taken.
        drag(*view, {512, 0}, {576, 64});
        QVERIFY(vertexAt(*view, {576, 64}) >= 0 && vertexAt(*view, {512, 0}) < 0);
        QVERIFY(vertexAt(*view, {512, 512}) >= 0 && vertexAt(*view, {0, 0}) >= 0);
        QVERIFY(model.selection().size() == 1 && model.isSelected({MapItem::Kind::Sector, 0}));
        QCOMPARE(undoName(*view), std::string("Move vertex")); // its number is another one now
        drag(*view, {0, 512}, {-64, 512});
        QVERIFY(vertexAt(*view, {-64, 512}) >= 0);
        QCOMPARE(view->roomDocument()->history().position(), std::size_t{2});
        QCOMPARE(faults(*view), QString());
        view->undo();
        view->undo();
        QVERIFY(!view->isModified());
        // A click is for the vertex.
        model.select({MapItem::Kind::Sector, 0});
        click(*view, 512, 0);
        QVERIFY(model.selection().size() == 1 && model.isSelected({MapItem::Kind::Vertex, vertexAt(*view, {512, 0})}));
        // So is the right button, also outside of the sector.
        model.select({MapItem::Kind::Sector, 0});
        const QStringList texts = menuAt(*view, 514, -3);
        QVERIFY(model.isSelected({MapItem::Kind::Vertex, vertexAt(*view, {512, 0})}));
        QVERIFY2(holds(texts, "Delete") && !holds(texts, "into this wall"), qPrintable(texts.join(u'|')));
        QVERIFY(!view->isModified());
    }

    /// A drag that comes back changes nothing, and one that is broken off neither.
    void aDragOfAHandleIsTakenBack()
    {
        auto view = openSquare();
        view->model()->setMode(MapMode::All);
        view->model()->select({MapItem::Kind::Sector, 0});
        const QPoint from = at(*view, 512, 0);
        move(view->map(), from);
        QTest::mousePress(view->map(), Qt::LeftButton, {}, from);
        move(view->map(), from + QPoint(60, 0), Qt::LeftButton);
        QVERIFY(vertexAt(*view, {512, 0}) < 0);
        QTest::keyClick(view->map(), Qt::Key_Escape);
        QVERIFY(vertexAt(*view, {512, 0}) >= 0);
        QVERIFY(!view->roomDocument()->history().isOpen());
        QTest::mouseRelease(view->map(), Qt::LeftButton, {}, from);
        drag(*view, {512, 0}, {513, 0});
        QCOMPARE(view->roomDocument()->history().position(), std::size_t{0});
        QVERIFY(!view->roomDocument()->history().isOpen());
        QVERIFY(!view->isModified());
    }

    void theMenuFitsWhatIsMeant_data()
    {
        QTest::addColumn<MapMode>("mode");
        QTest::addColumn<QPoint>("place");
        QTest::addColumn<QStringList>("there");
        QTest::addColumn<QStringList>("gone");
        const QString door = QStringLiteral("Door into this wall"), vertex = QStringLiteral("Insert vertex here"), copy = QStringLiteral("Copy"),
                      split = QStringLiteral("Split line"), dissolve = QStringLiteral("Dissolve sector");
        QTest::newRow("vertex") << MapMode::Vertex << QPoint(512, 0) << QStringList{QStringLiteral("Delete")} << QStringList{door, copy, QStringLiteral("Cut"), vertex, split, dissolve};
        QTest::newRow("line, for a vertex") << MapMode::Vertex << QPoint(512, 200) << QStringList{vertex} << QStringList{door, copy, split};
        QTest::newRow("line") << MapMode::Line << QPoint(512, 200) << QStringList{door, vertex, split, copy} << QStringList{dissolve};
        QTest::newRow("sector at its wall") << MapMode::Sector << QPoint(510, 200) << QStringList{dissolve, copy} << QStringList{door, vertex, split};
        QTest::newRow("line among all") << MapMode::All << QPoint(512, 200) << QStringList{door, vertex, split} << QStringList{dissolve};
        QTest::newRow("sector among all") << MapMode::All << QPoint(256, 256) << QStringList{dissolve, copy} << QStringList{door, vertex, split};
        QTest::newRow("outside") << MapMode::Sector << QPoint(560, 200) << QStringList{QStringLiteral("Show the whole room")} << QStringList{door, vertex, split, dissolve, copy};
        QTest::newRow("thing") << MapMode::Thing << QPoint(512, 512) << QStringList{copy} << QStringList{door, vertex, split, dissolve};
    }
    void theMenuFitsWhatIsMeant()
    {
        QFETCH(const MapMode, mode);
        QFETCH(const QPoint, place);
        QFETCH(const QStringList, there);
        QFETCH(const QStringList, gone);
        auto view = openSquare();
        view->model()->setMode(mode);
        const QStringList texts = menuAt(*view, place.x(), place.y());
        for (const QString& text : there)
            QVERIFY2(texts.contains(text), qPrintable(text + QStringLiteral(" not in ") + texts.join(u'|')));
        for (const QString& text : gone)
            QVERIFY2(!texts.contains(text), qPrintable(text + QStringLiteral(" in ") + texts.join(u'|')));
    }

    /// Of what is selected, in the menu bar and under the mouse; the list of all commands keeps one name.
    void theWordsFitTheNumber()
    {
        auto view = openSquare();
        RoomModel& model = *view->model();
        model.setMode(MapMode::Sector);
        model.select({MapItem::Kind::Sector, 0});
        run(*view, "room.edit.copy");
        pasteAt(model, {2000, 256});
        const auto called = [&](const char* id) {
            const auto spec = std::ranges::find(actions_, QLatin1String(id), &ActionSpec::id);
            return spec == actions_.end() ? QString() : spec->textFor(view.get());
        };
        for (const char* plane : {"room.slope.level", "room.height.floorUp", "room.height.floorDown"}) {
            model.select({MapItem::Kind::Sector, 0});
            QVERIFY2(called(plane).contains(QLatin1String("floor")) && !called(plane).contains(QLatin1String("floors")), qPrintable(called(plane)));
            model.selectAll();
            QVERIFY2(called(plane).contains(QLatin1String("floors")), qPrintable(called(plane)));
        }
        QCOMPARE(called("room.height.ceilingUp"), QStringLiteral("Raise ceilings by 8"));
        QCOMPARE(called("room.slope.levelCeiling"), QStringLiteral("Level ceilings"));
        QCOMPARE(called("room.sector.dissolve"), QStringLiteral("Dissolve sectors"));
        QVERIFY(menuAt(*view, 256, 256).contains(QStringLiteral("Dissolve sectors")));
        model.select({MapItem::Kind::Sector, 1});
        QCOMPARE(called("room.sector.dissolve"), QStringLiteral("Dissolve sector"));
        model.setMode(MapMode::Line);
        model.setSelection({{MapItem::Kind::Line, 0}, {MapItem::Kind::Line, 1}});
        QCOMPARE(called("room.line.split"), QStringLiteral("Split lines"));
        QCOMPARE(called("room.line.flip"), QStringLiteral("Flip lines"));
        model.select({MapItem::Kind::Line, 0});
        QCOMPARE(called("room.line.split"), QStringLiteral("Split line"));
        QCOMPARE(called("room.line.flip"), QStringLiteral("Flip line"));
        model.clearSelection();
        QCOMPARE(called("room.line.split"), QStringLiteral("Split lines")); // disabled, and as the palette has it
    }

    /// A row that would change nothing cannot be run, and says what it waits for.
    void whatCannotActIsDisabled()
    {
        auto view = openSquare();
        RoomModel& model = *view->model();
        const auto waits = [&](const char* id) {
            const auto spec = std::ranges::find(actions_, QLatin1String(id), &ActionSpec::id);
            return spec != actions_.end() && !spec->enabled(view.get()) && !spec->needs(view.get()).isEmpty();
        };
        model.setMode(MapMode::Vertex);
        model.select({MapItem::Kind::Vertex, 0});
        for (const char* id : {"room.turn.right", "room.turn.left", "room.turn.mirrorX", "room.turn.mirrorY", "room.prefab.save", "room.properties.copy", "room.line.split", "room.sector.dissolve"})
            QVERIFY2(waits(id), id);
        QVERIFY(!waits("room.edit.delete"));
        model.setSelection({{MapItem::Kind::Vertex, 0}, {MapItem::Kind::Vertex, 1}});
        QVERIFY(!waits("room.turn.right"));
        model.setMode(MapMode::Line);
        model.select({MapItem::Kind::Line, 0});
        for (const char* id : {"room.turn.right", "room.turn.mirrorX", "room.prefab.save", "room.properties.copy", "room.line.split"})
            QVERIFY2(!waits(id), id);
    }

    /// Vertices alone are no piece: cutting them would lose them.
    void verticesAreNotCut()
    {
        auto view = openSquare();
        view->model()->setMode(MapMode::Vertex);
        view->model()->select({MapItem::Kind::Vertex, vertexAt(*view, {512, 0})});
        QVERIFY(!hasPiece(*view->model()));
        cutSelection(*view->model());
        QVERIFY(!view->isModified());
    }

    void stepsSayWhatTheyAreAbout()
    {
        auto view = openSquare();
        RoomModel& model = *view->model();
        const auto stepOf = [&](const char* id) {
            run(*view, id);
            return undoName(*view);
        };
        model.setMode(MapMode::Sector);
        model.select({MapItem::Kind::Sector, 0});
        QCOMPARE(stepOf("room.nudge.right"), std::string("Move sector 0"));
        QCOMPARE(stepOf("room.turn.right"), std::string("Rotate sector 0"));
        QCOMPARE(stepOf("room.turn.mirrorX"), std::string("Mirror sector 0"));
        QCOMPARE(stepOf("room.height.floorUp"), std::string("Raise floor of sector 0"));
        QCOMPARE(stepOf("room.height.ceilingDown"), std::string("Lower ceiling of sector 0"));
        QCOMPARE(stepOf("room.light.darker"), std::string("Darken sector 0"));
        QCOMPARE(stepOf("room.arrange.group"), std::string("New group of sector 0"));
        run(*view, "room.edit.copy");
        pasteAt(model, {2000, 2000});
        QCOMPARE(undoName(*view), std::string("Paste 1 sector"));
        model.setMode(MapMode::Line);
        model.selectAll();
        QCOMPARE(model.selection().size(), 8);
        QCOMPARE(stepOf("room.line.split"), std::string("Split 8 lines"));
        model.select({MapItem::Kind::Line, 3});
        QCOMPARE(stepOf("room.line.flip"), std::string("Flip line 3"));
        model.setMode(MapMode::Vertex);
        model.setSelection({{MapItem::Kind::Vertex, 0}, {MapItem::Kind::Vertex, 1}, {MapItem::Kind::Vertex, 2}});
        QCOMPARE(stepOf("room.nudge.up"), std::string("Move 3 vertices"));
        model.select({MapItem::Kind::Vertex, 1});
        QCOMPARE(stepOf("room.edit.delete"), std::string("Delete vertex"));
        // By nudging again and again: one step, which still says it.
        model.setMode(MapMode::Sector);
        model.select({MapItem::Kind::Sector, 1});
        const auto before = view->roomDocument()->history().position();
        stepOf("room.height.floorUp");
        QCOMPARE(stepOf("room.height.floorUp"), std::string("Raise floor of sector 1"));
        QCOMPARE(view->roomDocument()->history().position(), before + 1);
        model.selectAll();
        QCOMPARE(stepOf("room.nudge.right"), std::string("Move 2 sectors"));
        QVERIFY(!view->roomDocument()->history().isOpen());
        // What no selection tells: places, planes and numbers.
        model.select({MapItem::Kind::Sector, 0});
        run(*view, "room.tool.slope");
        roomcore::SlopeTool* slope = view->map()->tools().slope();
        QVERIFY(slope != nullptr);
        const auto& map = view->roomDocument()->map();
        slope->beginAtLine(map.linesOf(slope->sectors().front()).front());
        slope->setHeight(2, 64);
        QCOMPARE(undoName(*view), std::string("Slope floor of sector 0"));
        slope->setPlane(roomcore::Plane::Ceiling);
        slope->setHeight(2, 300);
        QCOMPARE(undoName(*view), std::string("Slope ceiling of sector 0"));
        run(*view, "room.tool.select");
        makeSectorAt(model, {200, 300});
        QCOMPARE(undoName(*view), std::string("Make sector at x 200, y 300"));
    }

    /// So does what is dragged by the box around the selection; broken off, or with another tool in hand, nothing is left of it.
    void theBoxSaysWhatItMoves()
    {
        auto view = openSquare();
        view->model()->setMode(MapMode::Sector);
        view->model()->select({MapItem::Kind::Sector, 0});
        run(*view, "room.tool.transform");
        const auto& history = view->roomDocument()->history();
        drag(*view, {200, 200}, {264, 200});
        QCOMPARE(undoName(*view), std::string("Move sector 0"));
        drag(*view, {576, 256}, {512, 256}); // its right side
        QCOMPARE(undoName(*view), std::string("Scale sector 0"));
        QCOMPARE(history.position(), std::size_t{2});
        for (const bool isBrokenOff : {true, false}) {
            const QPoint from = at(*view, 300, 200);
            move(view->map(), from);
            QTest::mousePress(view->map(), Qt::LeftButton, {}, from);
            move(view->map(), from + QPoint(64, 0), Qt::LeftButton);
            QVERIFY(history.isOpen());
            if (isBrokenOff)
                QTest::keyClick(view->map(), Qt::Key_Escape);
            else
                run(*view, "room.tool.lines");
            QVERIFY(!history.isOpen());
            QTest::mouseRelease(view->map(), Qt::LeftButton, {}, from);
            QCOMPARE(history.position(), std::size_t{2});
        }
        QCOMPARE(faults(*view), QString());
    }

    /// As the inspector says it.
    void texturesAreSetInOneManner()
    {
        auto view = openSquare();
        RoomModel& model = *view->model();
        const QVector<MapItem> ceiling{{MapItem::Kind::Sector, 0, MapItem::Part::Ceiling}};
        applyTexture(model, ceiling, 4112);
        QCOMPARE(undoName(*view), std::string("Set ceiling texture to 4112"));
        applyTexture(model, {{MapItem::Kind::Sector, 0}}, 4113);
        QCOMPARE(undoName(*view), std::string("Set floor texture to 4113"));
        applyTexture(model, {{MapItem::Kind::Line, 0}}, 12);
        QCOMPARE(undoName(*view), std::string("Set wall texture to 12"));
        applyTexture(model, {{MapItem::Kind::Line, 0}, {MapItem::Kind::Line, 1}}, 13);
        QCOMPARE(undoName(*view), std::string("Set wall texture of 2 lines to 13"));
        applyTexture(model, {{MapItem::Kind::Line, 0, MapItem::Part::Normal}}, 14);
        QCOMPARE(undoName(*view), std::string("Set normal texture to 14"));
        applyTexture(model, {{MapItem::Kind::Line, 0}, {MapItem::Kind::Sector, 0}}, 15);
        QCOMPARE(undoName(*view), std::string("Set textures to 15"));
    }

    /// The inspector claims no picture that nobody can know.
    void whatBlakodChoosesIsSaidToBeChosen()
    {
        project_ = std::make_shared<OrnamentProject>();
        auto view = openSquare();
        QTRY_VERIFY(view->model()->facts() != nullptr);
        view->model()->setMode(MapMode::Thing);
        view->inspector()->resize(384, 600);
        view->inspector()->show();
        const auto says = [&](const char* words) {
            return std::ranges::any_of(view->inspector()->findChildren<QLabel*>(), [words](const QLabel* label) { return label->isVisible() && label->text() == QLatin1String(words); });
        };
        view->model()->pick({PlacedItem::Kind::Object, 0});
        QVERIFY(says("chosen by its Blakod"));
        view->model()->pick({PlacedItem::Kind::Object, 1});
        QVERIFY(says("lamp.bgf") && !says("chosen by its Blakod"));
    }

    void aTextureHasOneSpelling()
    {
        auto view = openSquare();
        view->inspector()->resize(384, 600);
        view->inspector()->show();
        view->model()->select({MapItem::Kind::Sector, 0});
        const auto names = view->inspector()->findChildren<QLabel*>(QStringLiteral("textureName"));
        QVERIFY(!names.isEmpty());
        for (const QLabel* name : names) // no textures here: no names, and no room for them
            QVERIFY(!name->isVisible());
        QCOMPARE(textureWords(4101, QStringLiteral("Oak boards")), QStringLiteral("4101 Oak boards"));
        QCOMPARE(textureWords(7, {}), QStringLiteral("7"));
    }
};

QTEST_MAIN(TestRoomHandles)
#include "tst_room_handles.moc"
