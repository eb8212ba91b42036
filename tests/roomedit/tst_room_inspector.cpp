// SPDX-License-Identifier: GPL-3.0-or-later
// The inspector of rooms: what is changed in it, the pictures that are put through it, and what it does not show.
#include "roomedit/ui/room_editing.h"
#include "roomedit/ui/room_inspector.h"
#include "roomedit/ui/texture_label.h"
#include "roomedit/ui/view3d_canvas.h"
#include "tests/roomedit/room_edit_case.h"
#include "ui/number_field.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDropEvent>
#include <QLabel>
#include <QMimeData>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::rooms;

class TestRoomInspector : public test::RoomEditCase
{
    Q_OBJECT

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    void theInspectorChangesOneAndMany()
    {
        auto view = openSquare();
        RoomInspector* inspector = view->inspector();
        inspector->resize(320, 700);
        inspector->show();
        run(*view, "room.tool.rectangle");
        drag(*view, {64, 64}, {128, 128});
        run(*view, "room.tool.select");
        const auto enter = [&](const char* name, const QString& text) {
            auto* field = inspector->findChild<NumberField*>(QLatin1String(name));
            QVERIFY(field != nullptr);
            field->setFocus();
            field->selectAll();
            QTest::keyClicks(field, text);
            QTest::keyClick(field, Qt::Key_Return);
        };
        view->model()->setMode(MapMode::Sector);
        view->model()->selectAll();
        QCOMPARE(view->model()->selection().size(), 2);
        enter("heightceiling.1", QStringLiteral("128+32"));
        QCOMPARE(view->model()->room().sectors[0].ceilingHeight, 160);
        QCOMPARE(view->model()->room().sectors[1].ceilingHeight, 160);
        view->model()->select({MapItem::Kind::Sector, 1});
        enter("heightfloor.0", QStringLiteral("24"));
        QCOMPARE(view->model()->room().sectors[1].floorHeight, 24);
        QCOMPARE(view->model()->room().sectors[0].floorHeight, 0);
        // Two numbers are two steps, steps by the arrows are one.
        enter("heightfloor.0", QStringLiteral("30"));
        enter("heightfloor.0", QStringLiteral("36"));
        for (int i = 0; i < 4; ++i)
            QTest::keyClick(inspector->findChild<NumberField*>(QStringLiteral("heightfloor.0")), Qt::Key_Up);
        QCOMPARE(std::string(view->roomDocument()->history().undoName()), std::string("Set floor height to 40"));
        QCOMPARE(view->model()->room().sectors[1].floorHeight, 40);
        for (const int before : {36, 30, 24}) {
            view->undo();
            QCOMPARE(view->model()->room().sectors[1].floorHeight, before);
        }
        view->model()->selectAll();
        QVERIFY(inspector->findChild<NumberField*>(QStringLiteral("heightfloor.0"))->isMixed());

        // Flags of one side; the others that shared its sidedef stay.
        view->model()->select({MapItem::Kind::Line, 0});
        auto* never = inspector->findChild<QCheckBox*>(QStringLiteral("mapnever.0"));
        QVERIFY(never != nullptr);
        never->click();
        const roo::Room& room = view->model()->room();
        QVERIFY((room.sidedefs[room.linedefs[0].plusSide - 1u].flags & roo::side_flag::mapNever) != 0);
        QVERIFY((room.sidedefs[room.linedefs[1].plusSide - 1u].flags & roo::side_flag::mapNever) == 0);
        view->model()->setMode(MapMode::Vertex);
        click(*view, 512, 512);
        enter("vertex.x", QStringLiteral("480"));
        QVERIFY(view->roomDocument()->map().vertexAt({480, 512}));
        view->roomDocument()->history().moveTo(0);
        QVERIFY(!view->isModified());
    }

    /// A texture of the browser goes on what is selected: first where nobody has to say so, in one step of undo.
    void aTextureGoesOnWhatIsSelected()
    {
        auto view = openSquare();
        RoomModel& model = *view->model();
        model.clearSelection();
        QVERIFY(texturePlaces(*view).isEmpty());
        model.setMode(MapMode::Sector);
        model.select({MapItem::Kind::Sector, 0});
        QCOMPARE(texturePlaces(*view), QStringList({QStringLiteral("the floor"), QStringLiteral("the ceiling")}));
        putTexture(*view, 4107, 0);
        QCOMPARE(model.room().sectors[0].floorTexture, std::uint16_t{4107});
        QCOMPARE(model.room().sectors[0].ceilingTexture, std::uint16_t{4});
        putTexture(*view, 4108, 1);
        QCOMPARE(model.room().sectors[0].ceilingTexture, std::uint16_t{4108});
        putTexture(*view, 4109, 7); // no such place
        view->undo();
        view->undo();
        QVERIFY(!view->isModified());
        QCOMPARE(model.room().sectors[0].floorTexture, std::uint16_t{3});
        // What was pointed at in the 3D view comes first.
        model.select({MapItem::Kind::Sector, 0, MapItem::Part::Ceiling});
        QCOMPARE(texturePlaces(*view).first(), QStringLiteral("the ceiling"));
        model.setMode(MapMode::Line);
        model.setSelection({{MapItem::Kind::Line, 0}, {MapItem::Kind::Line, 1}});
        QCOMPARE(texturePlaces(*view).size(), 4);
        QCOMPARE(texturePlaces(*view).first(), QStringLiteral("the wall"));
        const auto normalOf = [&model](std::size_t line) { return model.room().sidedefs[model.room().linedefs[line].plusSide - 1u].normalTexture; };
        putTexture(*view, 4110, 0);
        QCOMPARE(normalOf(0), std::uint16_t{4110});
        QCOMPARE(normalOf(1), std::uint16_t{4110});
        QCOMPARE(normalOf(2), std::uint16_t{5});
        putTexture(*view, 4111, 1); // above
        QCOMPARE(model.room().sidedefs[model.room().linedefs[0].plusSide - 1u].aboveTexture, std::uint16_t{4111});
        view->undo();
        view->undo();
        QVERIFY(!view->isModified());
    }

    /// A click on a picture of the inspector asks for another one, which then goes there.
    void aClickOnAPictureOfTheInspectorAsksForAnother()
    {
        auto view = openSquare();
        RoomInspector* inspector = view->inspector();
        inspector->resize(320, 700);
        inspector->show();
        view->model()->select({MapItem::Kind::Sector, 0});
        int asked = -1;
        whenTextureIsAsked(*view, [&asked](int number) { asked = number; });
        auto* row = inspector->findChild<QWidget*>(QStringLiteral("textureceiling.1"));
        auto* picture = row != nullptr ? row->findChild<TextureLabel*>() : nullptr;
        QVERIFY(picture != nullptr && picture->cursor().shape() == Qt::PointingHandCursor);
        QTest::mouseClick(picture, Qt::LeftButton, {}, QPoint(18, 20));
        QCOMPARE(asked, 4);
        QVERIFY(picture->isChosen());
        QCOMPARE(texturePlaces(*view).first(), QStringLiteral("the ceiling"));
        putTexture(*view, 4108, 0);
        QCOMPARE(view->model()->room().sectors[0].ceilingTexture, std::uint16_t{4108});
        QCOMPARE(view->model()->room().sectors[0].floorTexture, std::uint16_t{3});
        putTexture(*view, 4109, 1); // the other places are still there
        QCOMPARE(view->model()->room().sectors[0].floorTexture, std::uint16_t{4109});
        view->model()->clearSelection();
        view->model()->select({MapItem::Kind::Sector, 0});
        QVERIFY(!picture->isChosen());
        QCOMPARE(texturePlaces(*view).first(), QStringLiteral("the floor"));
        view->undo();
        view->undo();
        QVERIFY(!view->isModified());
    }

    /// The inspector scrolls by the wheel: what lies below the cursor on the way must not change.
    void theWheelScrollsTheInspectorAndChangesNothing()
    {
        auto view = openSquare();
        RoomInspector* inspector = view->inspector();
        inspector->resize(320, 200);
        inspector->show();
        view->model()->select({MapItem::Kind::Sector, 0});
        auto* choice = inspector->findChild<QComboBox*>(QStringLiteral("scrolldirection.0"));
        QVERIFY(choice != nullptr && choice->count() > 1);
        QScrollArea* scroll = nullptr;
        for (auto* each : inspector->findChildren<QScrollArea*>())
            if (each->isAncestorOf(choice))
                scroll = each;
        QVERIFY(scroll != nullptr);
        QTRY_VERIFY(scroll->verticalScrollBar()->maximum() > 0);
        const int before = choice->currentIndex();
        for (const int delta : {-120, -120, 120, -120}) {
            const QPointF middle(choice->rect().center());
            QWheelEvent wheel(middle, choice->mapToGlobal(middle), {}, {0, delta}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
            QSpontaneKeyEvent::setSpontaneous(&wheel); // one of the window system: it goes on to what the field lies in
            qApp->notify(choice, &wheel);
        }
        QCOMPARE(choice->currentIndex(), before);
        QVERIFY(!view->isModified() && !choice->hasFocus());
        QVERIFY((choice->focusPolicy() & Qt::WheelFocus) != Qt::WheelFocus);
        QVERIFY(scroll->verticalScrollBar()->value() > 0); // the form went on below the cursor
    }

    /// Labels without fields are noise: the rows of a slope where there is none, the head over a side that is not there.
    void theInspectorShowsNoRowsWithoutFields()
    {
        auto view = openSquare();
        RoomInspector* inspector = view->inspector();
        inspector->resize(320, 700);
        inspector->show();
        const auto label = [&](const QString& text) -> QWidget* {
            for (auto* each : inspector->findChildren<QLabel*>())
                if (each->text() == text && each->isVisibleTo(inspector))
                    return each;
            return nullptr;
        };
        view->model()->select({MapItem::Kind::Line, 0}); // a wall of the square has one side
        auto* texture = inspector->findChild<QWidget*>(QStringLiteral("texturetop.0"));
        QVERIFY(texture != nullptr);
        QStringList heads;
        for (auto* each : texture->parentWidget()->findChildren<QLabel*>(QStringLiteral("columnHead")))
            if (each->isVisibleTo(inspector))
                heads.append(each->text());
        QCOMPARE(heads, QStringList{QStringLiteral("+ side")});
        view->model()->select({MapItem::Kind::Sector, 0});
        QVERIFY(label(QStringLiteral("Sloped")) != nullptr);
        QVERIFY(label(QStringLiteral("Point 1 x")) == nullptr);
        auto* sloped = inspector->findChild<QCheckBox*>(QStringLiteral("slopedfloor.0"));
        QVERIFY(sloped != nullptr);
        sloped->click();
        QVERIFY(label(QStringLiteral("Point 1 x")) != nullptr);
        view->undo();
        QVERIFY(label(QStringLiteral("Point 1 x")) == nullptr);
    }

    void texturesAreDropped()
    {
        auto view = openSquare();
        QMimeData texture;
        texture.setData(QStringLiteral("application/x-blakston-texture"), "21");
        texture.setText(QStringLiteral("21"));
        const auto drop = [&](QWidget* on, QPoint where) {
            QDragEnterEvent enter(where, Qt::CopyAction, &texture, Qt::LeftButton, {});
            QApplication::sendEvent(on, &enter);
            QDropEvent event(QPointF(where), Qt::CopyAction, &texture, Qt::LeftButton, {});
            QApplication::sendEvent(on, &event);
        };
        view->model()->setMode(MapMode::Sector);
        drop(view->map(), at(*view, 100, 100));
        QCOMPARE(view->model()->room().sectors[0].floorTexture, 21);
        view->view3d()->grab();
        drop(view->view3d(), {view->view3d()->width() / 2, 4});
        QCOMPARE(view->model()->room().sectors[0].ceilingTexture, 21);
        view->model()->setMode(MapMode::Line);
        drop(view->map(), at(*view, 0, 100));
        const roo::Room& room = view->model()->room();
        QCOMPARE(room.sidedefs[room.linedefs[0].plusSide - 1u].normalTexture, 21);
        QCOMPARE(room.sidedefs[room.linedefs[1].plusSide - 1u].normalTexture, 5);
        QCOMPARE(view->roomDocument()->history().size(), 3u);
    }
};

QTEST_MAIN(TestRoomInspector)
#include "tst_room_inspector.moc"
