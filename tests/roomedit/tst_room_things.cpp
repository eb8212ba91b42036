// SPDX-License-Identifier: GPL-3.0-or-later
// Things are made by Blakod: what the editor says of them, what it does where one wants to put or move one, and the ways to their lines.
#include "roomedit/ui/view3d_canvas.h"
#include "tests/roomedit/room_edit_case.h"

#include <QApplication>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::rooms;

namespace {

/// A world whose Blakod places a sign and an exit in each of its rooms.
class SignProject : public test::FolderProject
{
public:
    SignProject() : FolderProject({}) {}
    std::function<RoomFacts()> roomFactsReader(const QString&) const override
    {
        return [] {
            RoomFacts facts;
            facts.exits.append({2, 2, QStringLiteral("RID_INN"), {QStringLiteral("/kod/guest1.kod"), 12}, QStringLiteral("The Inn")});
            facts.objects.append({QStringLiteral("Sign"), {}, 4.5, 4.5, {}, {QStringLiteral("/kod/guest1.kod"), 101}});
            return facts;
        };
    }
};

} // namespace

class TestRoomThings : public test::RoomEditCase
{
    Q_OBJECT

    std::unique_ptr<RoomView> openWithSign()
    {
        project_ = std::make_shared<SignProject>();
        auto view = openSquare();
        [&] { QTRY_VERIFY(view->model()->facts() != nullptr); }();
        return view;
    }

    const ActionSpec& spec(const char* id) const { return *std::ranges::find(actions_, QLatin1String(id), &ActionSpec::id); }

    static QPointF placeOfSign(RoomView& view) { return view.model()->placeOfFact(4.5, 4.5); }

    /// Of the menu that a right click there opens, which goes; with those below it.
    static QStringList menuAt(RoomView& view, QPointF editor)
    {
        move(view.map(), at(view, editor.x(), editor.y()));
        QTest::mouseClick(view.map(), Qt::RightButton, {}, at(view, editor.x(), editor.y()));
        return takeMenu(view);
    }

    static QStringList takeMenu(RoomView& view, const QString& chosen = {})
    {
        QStringList texts;
        auto* menu = view.findChild<QMenu*>();
        if (menu == nullptr)
            return texts;
        QVector<QAction*> all = menu->actions();
        for (qsizetype i = 0; i < all.size(); ++i) {
            if (all[i]->menu() != nullptr)
                all += all[i]->menu()->actions();
            if (!all[i]->isSeparator() && all[i]->isEnabled())
                texts << all[i]->text();
        }
        for (QAction* action : std::as_const(all))
            if (!chosen.isEmpty() && action->text().contains(chosen)) {
                action->trigger();
                break;
            }
        delete menu;
        return texts;
    }

    static bool holds(const QStringList& texts, const char* part) { return texts.join(u'|').contains(QLatin1String(part)); }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    /// A sector that was selected in its own mode is not marked among things: keys leave it alone, and say why.
    void deleteAmongThingsLeavesSectorsAlone()
    {
        auto view = openWithSign();
        view->model()->setMode(MapMode::Sector);
        view->model()->select({MapItem::Kind::Sector, 0});
        view->model()->setMode(MapMode::Thing);
        QSignalSpy said(view->model(), &RoomModel::noticed);
        for (const char* id : {"room.edit.delete", "room.edit.cut"}) {
            run(*view, id);
            QVERIFY2(!view->canUndo(), id);
        }
        QCOMPARE(said.size(), 2);
        view->model()->setMode(MapMode::Sector);
        run(*view, "room.edit.delete");
        QVERIFY(view->canUndo());
    }

    /// In the mode of things nothing is put in, and what is there instead is said.
    void insertChangesNothingInThingMode()
    {
        auto view = openWithSign();
        const ActionSpec& insert = spec("room.line.insertVertex");
        view->model()->select({MapItem::Kind::Line, 0});
        view->model()->setMode(MapMode::Thing);
        QVERIFY(!insert.enabled(view.get()));
        QVERIFY2(insert.needs(view.get()).contains(QStringLiteral("Blakod")) && insert.needs(view.get()).contains(QStringLiteral("guest1.kod, line 101")), qPrintable(insert.needs(view.get())));
        move(view->map(), at(*view, 2, 256)); // over a wall
        run(*view, "room.line.insertVertex");
        QCOMPARE(linesOf(*view), std::size_t(4));
        QVERIFY(!view->isModified());
        view->model()->setMode(MapMode::Line);
        QVERIFY(insert.enabled(view.get()));
        QCOMPARE(insert.needs(view.get()), QString());
        // Where no Blakod is known, the sentence names no file.
        project_ = std::make_shared<test::FolderProject>(std::vector<std::filesystem::path>{});
        auto alone = openSquare();
        alone->model()->setMode(MapMode::Thing);
        QVERIFY(insert.needs(alone.get()).contains(QStringLiteral("Blakod")) && !insert.needs(alone.get()).contains(QStringLiteral(".kod")));
    }

    /// Elsewhere Insert is for the line under the mouse, or the selected one, and for none that is only the nearest.
    void insertIsForTheLineThatIsMeant()
    {
        auto view = openSquare();
        QSignalSpy told(view.get(), &DocumentView::reported);
        view->model()->setMode(MapMode::Sector);
        view->model()->select({MapItem::Kind::Sector, 0});
        move(view->map(), at(*view, 50, 256)); // 50 units from the wall
        run(*view, "room.line.insertVertex");
        QCOMPARE(linesOf(*view), std::size_t(4));
        QVERIFY(!view->isModified());
        QCOMPARE(told.size(), 1);
        QCOMPARE(told[0][1].toString(), QStringLiteral("Point at the line that gets a vertex, or select it alone."));
        // Under the mouse: there.
        move(view->map(), at(*view, 3, 200));
        run(*view, "room.line.insertVertex");
        QCOMPARE(linesOf(*view), std::size_t(5));
        QVERIFY(view->roomDocument()->map().vertexAt({0, 200}));
        QCOMPARE(told.size(), 1); // it is seen there
        // The selected one while the mouse is elsewhere: in its middle, and said.
        const auto right = view->model()->index().linesNear({512, 256}, 4);
        QVERIFY(!right.empty());
        view->model()->select({MapItem::Kind::Line, right.front()});
        move(view->map(), at(*view, 256, 256));
        run(*view, "room.line.insertVertex");
        QCOMPARE(linesOf(*view), std::size_t(6));
        QVERIFY(view->roomDocument()->map().vertexAt({512, 256}));
        QCOMPARE(told.size(), 2);
        QVERIFY2(told[1][1].toString().contains(QStringLiteral("Line %1").arg(right.front())), qPrintable(told[1][1].toString()));
        // Of several none is meant.
        const auto& index = view->model()->index();
        view->model()->select({MapItem::Kind::Line, index.linesNear({256, 0}, 4).front()});
        view->model()->toggle({MapItem::Kind::Line, index.linesNear({256, 512}, 4).front()});
        run(*view, "room.line.insertVertex");
        QCOMPARE(linesOf(*view), std::size_t(6));
        QCOMPARE(told.size(), 3);
        QCOMPARE(faults(*view), QString());
    }

    /// What is selected elsewhere is not offered to be deleted behind the menu, and in the mode of things it is about things.
    void theMenuIsOfTheModeAndThePlace()
    {
        auto view = openWithSign();
        view->model()->select({MapItem::Kind::Sector, 0});
        view->model()->setMode(MapMode::Thing);
        QStringList texts = menuAt(*view, {100, 100});
        for (const char* gone : {"Delete", "Cut", "Copy", "Dissolve", "prefab", "Door into"})
            QVERIFY2(!holds(texts, gone), qPrintable(texts.join(u'|')));
        for (const char* there : {"Sign: guest1.kod, line 101", "Exit to The Inn: guest1.kod, line 12", "Thing 0", "Go to the Blakod that places things: guest1.kod, line 101",
                                  "Show objects and exits of the world", "Light here: sector 0", "Corner of the room here", "Look from here"})
            QVERIFY2(holds(texts, there), qPrintable(texts.join(u'|')));
        QVERIFY(!view->isModified());
        // On a thing of the file: for that one.
        texts = menuAt(*view, {0, 0});
        QCOMPARE(view->model()->current().kind, MapItem::Kind::Thing);
        QVERIFY2(holds(texts, "Copy"), qPrintable(texts.join(u'|')));
        // On what Blakod places: it is looked at.
        texts = menuAt(*view, placeOfSign(*view));
        QCOMPARE(view->model()->picked(), (std::optional<PlacedItem>({PlacedItem::Kind::Object, 0})));
        QVERIFY2(!holds(texts, "Copy") && texts.count(QStringLiteral("Sign: guest1.kod, line 101")) == 2 && !holds(texts, "Go to the Blakod"), qPrintable(texts.join(u'|')));
        // The same for a line that is selected elsewhere, and for one under the mouse.
        view->model()->setMode(MapMode::Line);
        view->model()->select({MapItem::Kind::Line, 0});
        QVERIFY(!holds(menuAt(*view, {256, 300}), "Delete"));
        QCOMPARE(view->model()->selection().size(), 1);
        QVERIFY(holds(menuAt(*view, {512, 200}), "Delete"));
        QVERIFY(!holds(menuAt(*view, {512, 200}), "Things and exits"));
    }

    /// "light" and "thing" lead somewhere.
    void commandsLeadToThingsAndLight()
    {
        auto view = openWithSign();
        const auto said = [this](const QString& word) { return std::ranges::count_if(actions_, [&](const ActionSpec& one) { return one.text.contains(word, Qt::CaseInsensitive) && one.menu.startsWith(QLatin1String("Map/")); }); };
        QVERIFY(said(QStringLiteral("light")) > 0);
        QVERIFY(said(QStringLiteral("thing")) > 0);
        QSignalSpy opened(view.get(), &DocumentView::openRequested);
        run(*view, "room.thing.line");
        QCOMPARE(opened.size(), 1);
        QVERIFY(opened[0][0].toString().contains(QStringLiteral("guest1.kod")) && opened[0][0].toString().contains(QStringLiteral("101")));
        view->model()->pick({PlacedItem::Kind::Exit, 0}); // of what is looked at
        run(*view, "room.thing.line");
        QVERIFY(opened[1][0].toString().contains(QStringLiteral("12")));
        // Chosen from the list it is looked at and brought into view, wherever that is.
        view->model()->setShowsFacts(false);
        view->map()->setView({4000, 4000}, 1);
        run(*view, "room.thing.list");
        QVERIFY(holds(takeMenu(*view, QStringLiteral("Sign")), "Sign"));
        QVERIFY(view->model()->showsFacts());
        QCOMPARE(view->model()->picked(), (std::optional<PlacedItem>({PlacedItem::Kind::Object, 0})));
        QVERIFY(view->map()->rect().contains(view->map()->toWidget(placeOfSign(*view)).toPoint()));
        // Light is the sector's.
        QSignalSpy told(view.get(), &DocumentView::reported);
        move(view->map(), at(*view, 100, 100));
        run(*view, "room.light.here");
        QCOMPARE(view->model()->mode(), MapMode::Sector);
        QCOMPARE(view->model()->current().kind, MapItem::Kind::Sector);
        QVERIFY(told[0][1].toString().contains(QStringLiteral("192")));
        QVERIFY(!view->isModified());
        // Without Blakod the way there is closed, and says so.
        project_ = std::make_shared<test::FolderProject>(std::vector<std::filesystem::path>{});
        auto alone = openSquare();
        QVERIFY(!spec("room.thing.line").enabled(alone.get()) && spec("room.thing.line").needs(alone.get()).endsWith(u'.'));
    }

    /// Who drags what Blakod places is told why it stays, once, and the pointer does not promise otherwise.
    void aDragOfBlakodSaysWhyItStays()
    {
        auto view = openWithSign();
        view->model()->setMode(MapMode::Thing);
        QSignalSpy told(view.get(), &DocumentView::reported);
        const QPointF sign = placeOfSign(*view);
        for (int time = 1; time <= 2; ++time) { // the second is of what is looked at already
            const QPoint from = at(*view, sign.x(), sign.y());
            move(view->map(), from);
            QTest::mousePress(view->map(), Qt::LeftButton, {}, from);
            QCOMPARE(told.size(), time - 1);
            move(view->map(), from + QPoint(20, 0), Qt::LeftButton);
            move(view->map(), from + QPoint(60, 30), Qt::LeftButton);
            QCOMPARE(told.size(), time);
            QCOMPARE(view->map()->cursor().has_value(), true);
            QCOMPARE(static_cast<QWidget*>(view->map())->cursor().shape(), Qt::ForbiddenCursor);
            QTest::mouseRelease(view->map(), Qt::LeftButton, {}, from + QPoint(60, 30));
            QCOMPARE(static_cast<QWidget*>(view->map())->cursor().shape(), Qt::ArrowCursor);
            QVERIFY2(told.last()[1].toString().contains(QStringLiteral("Sign is placed by guest1.kod, line 101")), qPrintable(told.last()[1].toString()));
            QCOMPARE(view->model()->picked(), (std::optional<PlacedItem>({PlacedItem::Kind::Object, 0})));
            QVERIFY(!view->isModified());
        }
        // From the square of an exit that is looked at a frame can be drawn, as from any floor.
        const QPointF exit = view->model()->placeOfFact(1.2, 1.2);
        click(*view, exit.x(), exit.y());
        QCOMPARE(view->model()->picked(), (std::optional<PlacedItem>({PlacedItem::Kind::Exit, 0})));
        drag(*view, exit, {560, 560});
        QCOMPARE(view->model()->selection(), (QVector<MapItem>{{MapItem::Kind::Thing, 1}}));
        view->model()->clearSelection();
        QCOMPARE(told.size(), 2);
        // A click is no drag, and what is of the file moves as before.
        click(*view, sign.x(), sign.y());
        QCOMPARE(told.size(), 2);
        QVERIFY(!view->isModified());
        drag(*view, {512, 512}, {448, 448});
        QVERIFY(view->isModified());
        QCOMPARE(told.size(), 2);
    }

    /// Back from the 3D view the plan is where it was, unless what is selected now would not be seen.
    void thePlanIsWhereItWasLeft()
    {
        auto view = openSquare();
        view->activateWindow();
        MapCanvas* map = view->map();
        map->fitRoom();
        const double whole = map->zoom();
        const auto lookAt = [&](int line) { // as a click on a wall in the 3D view does
            view->model()->select({MapItem::Kind::Line, line});
            emit view->model()->revealRequested(view->model()->boundsOf({MapItem::Kind::Line, line}));
        };
        const auto tripTo = [&](int line) {
            view->set3dFirst(true);
            QCoreApplication::processEvents();
            lookAt(line);
            view->set3dFirst(false);
            QCoreApplication::processEvents();
        };
        view->set3dFirst(true);
        QCoreApplication::processEvents();
        map->reveal({-4000, -4000, 10, 10}); // small as it is, it goes somewhere
        QVERIFY(!qFuzzyCompare(map->zoom(), whole) || QLineF(map->centre(), QPointF(256, 256)).length() > 100);
        view->model()->select({MapItem::Kind::Line, 0});
        view->set3dFirst(false);
        QCoreApplication::processEvents();
        QCOMPARE(map->zoom(), whole);
        QVERIFY(QLineF(map->centre(), QPointF(256, 256)).length() < 2);
        // A view by hand, too, whose selection is in it.
        map->setView({0, 256}, 2);
        tripTo(0); // the wall from 0, 0 to 0, 512
        QCOMPARE(map->zoom(), 2.0);
        QCOMPARE(map->centre(), QPointF(0, 256));
        // What would not be seen is panned to, at the same scale.
        map->setView({0, 256}, 4);
        tripTo(2); // at x 512
        QCOMPARE(map->zoom(), 4.0);
        QVERIFY(map->rect().contains(map->toWidget({512, 256}).toPoint()));
        // Who moves the plan beside the 3D view means it.
        map->setView({256, 256}, 1);
        view->set3dFirst(true);
        QCoreApplication::processEvents();
        map->setView({100, 100}, 3);
        view->set3dFirst(false);
        QCoreApplication::processEvents();
        QCOMPARE(map->centre(), QPointF(100, 100));
        QCOMPARE(map->zoom(), 3.0);
    }
};

QTEST_MAIN(TestRoomThings)
#include "tst_room_things.moc"
