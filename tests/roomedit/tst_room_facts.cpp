// SPDX-License-Identifier: GPL-3.0-or-later
// What a world's Blakod says of a room, on its map and beside it: exits, ways over an edge, objects, where people arrive.
#include "roomedit/ui/room_inspector.h"
#include "roomedit/ui/view3d_canvas.h"
#include "tests/roomedit/room_view_case.h"

#include <QApplication>
#include <QLabel>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <array>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::rooms;

namespace {

/// A world whose Blakod says these things of its rooms.
class FactsProject : public test::FolderProject
{
public:
    explicit FactsProject(RoomFacts facts) : FolderProject({}), facts_(std::move(facts)) {}
    std::function<RoomFacts()> roomFactsReader(const QString&) const override
    {
        return [facts = facts_] { return facts; };
    }

private:
    RoomFacts facts_;
};

/// The room has an exit, and one that leads nowhere.
RoomFacts twoExits()
{
    RoomFacts facts;
    facts.exits.append({2, 2, QStringLiteral("RID_INN"), {QStringLiteral("/kod/square.kod"), 12}, QStringLiteral("The Limping Toad")});
    facts.exits.append({1, 1, QStringLiteral("RID_LOST"), {QStringLiteral("/kod/square.kod"), 13}, QStringLiteral("RID_LOST")});
    return facts;
}

} // namespace

class TestRoomFacts : public test::RoomViewCase
{
    Q_OBJECT

    /// The small room in a world that says this of it.
    std::unique_ptr<RoomView> openWith(RoomFacts facts)
    {
        project_ = std::make_shared<FactsProject>(std::move(facts));
        auto view = openSmall();
        project_ = std::make_shared<test::FolderProject>(std::vector<std::filesystem::path>{});
        return view;
    }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    /// People know rooms by their names; the number stays where one asks.
    void exitsSayWhereTheyLead()
    {
        auto view = openWith(twoExits());
        QTRY_VERIFY(view->model()->facts() != nullptr);
        const auto middle = [&](double row, double column) { return view->map()->toWidget(view->model()->placeOfFact(row - 0.5, column - 0.5)); };
        QCOMPARE(view->map()->factsAt(middle(2, 2)), QStringLiteral("Exit to The Limping Toad (RID_INN): square.kod, line 12"));
        QCOMPARE(view->map()->factsAt(middle(1, 1)), QStringLiteral("Exit to RID_LOST: square.kod, line 13"));
        QCOMPARE(view->map()->factsAt(middle(9, 9)), QString());
        test::grabForPeople(*view, QStringLiteral("exits"));
    }

    /// A way over an edge: an arrow beside the room with a name; a click on either shows where it leads, and opens that room.
    void aWayOverAnEdgeIsOnTheMap()
    {
        RoomFacts world;
        world.edges.append({RoomFacts::Edge::South, QStringLiteral("RID_MILL"), {QStringLiteral("/kod/square.kod"), 44}, QStringLiteral("The old mill"), QStringLiteral("/rooms/mill.roo")});
        auto view = openWith(world);
        QTRY_VERIFY(view->model()->facts() != nullptr);
        MapCanvas* map = view->map();
        map->grab();
        QCOMPARE(map->namesOfFacts().size(), 1);
        const roo::PlayableRectangle& playable = view->model()->index().playable();
        const QPointF edge = map->toWidget(QPointF((playable.left + playable.right) / 2.0, playable.bottom));
        const QString said = QStringLiteral("Exit to The old mill over the south edge: square.kod, line 44");
        QVERIFY(map->namesOfFacts().first().top() > edge.y());
        QCOMPARE(map->factsAt(edge + QPointF(0, 7)), said);
        QCOMPARE(map->factsAt(map->namesOfFacts().first().center()), said);
        QVERIFY(!map->factsAt(edge - QPointF(0, 20)).contains(QStringLiteral("mill")));
        const std::optional<PlacedItem> way({PlacedItem::Kind::Edge, 0});
        for (const MapMode mode : {MapMode::All, MapMode::Sector})
            for (const QPointF at : {edge + QPointF(0, 7), map->namesOfFacts().first().center()}) {
                view->model()->setMode(mode);
                view->model()->clearSelection();
                QTest::mouseClick(map, Qt::LeftButton, {}, at.toPoint());
                QCOMPARE(view->model()->picked(), way);
                QCOMPARE(map->roomsBehind(at).size(), 1);
                QCOMPARE(map->roomsBehind(at).first().file, QStringLiteral("/rooms/mill.roo"));
            }
        QVERIFY(view->statusLeft().contains(QStringLiteral("Exit to The old mill")));
        RoomInspector* inspector = nullptr;
        for (const auto& panel : view->panels())
            for (auto* one : {qobject_cast<RoomInspector*>(panel.widget), panel.widget->findChild<RoomInspector*>()})
                inspector = inspector == nullptr ? one : inspector;
        QVERIFY(inspector != nullptr);
        QStringList texts;
        QSignalSpy opened(view.get(), &DocumentView::openRequested);
        for (QLabel* label : inspector->findChildren<QLabel*>()) {
            if (!label->isVisibleTo(inspector))
                continue; // of a page that was shown before
            texts << label->text();
            if (label->text().contains(QStringLiteral("Open room")))
                emit label->linkActivated(QStringLiteral("#"));
        }
        for (const char* text : {"The old mill", "RID_MILL", "south", "square.kod, line 44"})
            QVERIFY2(texts.join(u'|').contains(QLatin1String(text)), qPrintable(texts.join(u'|')));
        QCOMPARE(opened.size(), 1);
        QCOMPARE(opened[0][0].toString(), QStringLiteral("/rooms/mill.roo"));
        test::grabForPeople(*view, QStringLiteral("edge-exit"));
    }

    /// In the modes of things and of all kinds a click looks at what Blakod places: what it is, where, and the line that says so.
    void aClickLooksAtWhatBlakodPlaces()
    {
        RoomFacts world;
        world.exits.append({2, 2, QStringLiteral("RID_INN"), {QStringLiteral("/kod/square.kod"), 12}, QStringLiteral("The Limping Toad"), QStringLiteral("/rooms/inn.roo")});
        world.objects.append({QStringLiteral("Brazier"), QStringLiteral("brazier.bgf"), 0.5, 3.5, 1024, {QStringLiteral("/kod/square.kod"), 31}});
        auto view = openWith(world);
        QTRY_VERIFY(view->model()->facts() != nullptr);
        RoomModel& model = *view->model();
        MapCanvas* map = view->map();
        const auto at = [&](double row, double column) { return map->toWidget(model.placeOfFact(row, column)).toPoint(); };
        RoomInspector* inspector = nullptr;
        for (const auto& panel : view->panels())
            for (auto* one : {qobject_cast<RoomInspector*>(panel.widget), panel.widget->findChild<RoomInspector*>()})
                inspector = inspector == nullptr ? one : inspector;
        QVERIFY(inspector != nullptr);
        const auto links = [inspector] {
            QStringList texts;
            for (QLabel* label : inspector->findChildren<QLabel*>())
                if (label->isVisibleTo(inspector))
                    texts << label->text();
            return texts.join(u'|');
        };
        model.setMode(MapMode::Thing);
        QTest::mouseClick(map, Qt::LeftButton, {}, at(0.5, 3.5));
        QCOMPARE(model.picked(), (std::optional<PlacedItem>({PlacedItem::Kind::Object, 0})));
        QVERIFY2(links().contains(QStringLiteral("Brazier")) && links().contains(QStringLiteral("1, 4")) && links().contains(QStringLiteral("square.kod, line 31")), qPrintable(links()));
        QVERIFY(!view->isModified());
        test::grabForPeople(*view, QStringLiteral("picked-object"));
        QTest::mouseClick(map, Qt::LeftButton, {}, at(1.4, 1.4));
        QCOMPARE(model.picked(), (std::optional<PlacedItem>({PlacedItem::Kind::Exit, 0})));
        QVERIFY2(links().contains(QStringLiteral("The Limping Toad")) && links().contains(QStringLiteral("RID_INN")) && links().contains(QStringLiteral("line 12")), qPrintable(links()));
        QSignalSpy opened(view.get(), &DocumentView::openRequested);
        for (QLabel* label : inspector->findChildren<QLabel*>())
            if (label->text().contains(QStringLiteral("line 12")))
                emit label->linkActivated(QStringLiteral("#"));
        QCOMPARE(opened.size(), 1);
        QVERIFY(opened[0][0].toString().contains(QStringLiteral("/kod/square.kod")) && opened[0][0].toString().contains(QStringLiteral("12")));
        // Something of the room ends it, and so does a click on nothing.
        model.setMode(MapMode::Sector);
        model.select({MapItem::Kind::Sector, 0});
        QVERIFY(!model.picked());
        model.setMode(MapMode::Thing);
        QTest::mouseClick(map, Qt::LeftButton, {}, at(0.5, 3.5));
        QVERIFY(model.picked() && model.selection().isEmpty());
        model.clearSelection();
        QVERIFY(!model.picked());
        // Of all kinds, too; a second click is for the floor of the exit.
        const std::optional<PlacedItem> exit({PlacedItem::Kind::Exit, 0});
        model.setMode(MapMode::All);
        QTest::mouseClick(map, Qt::LeftButton, {}, at(1.4, 1.4));
        QCOMPARE(model.picked(), exit);
        QTest::mouseClick(map, Qt::LeftButton, {}, at(1.4, 1.4));
        QVERIFY(!model.picked() && model.current().kind == MapItem::Kind::Sector);
        // Its name, wherever that lies, and its middle, whatever runs below.
        map->grab();
        QVERIFY(!map->namesOfFacts().isEmpty());
        const auto clickOn = [&](QPointF point) {
            model.clearSelection();
            QTest::mouseClick(map, Qt::LeftButton, {}, point.toPoint());
            return model.picked();
        };
        QCOMPARE(clickOn(map->namesOfFacts().first().center()), exit);
        QCOMPARE(clickOn(at(1.5, 1.5)), exit);
        const auto hit = map->placedAt(at(1.5, 1.5));
        QVERIFY(hit && hit->isMark && !map->placedAt(at(1.2, 1.2))->isMark);
        model.setMode(MapMode::Line);
        QVERIFY(!clickOn(map->namesOfFacts().first().center()));
    }

    /// Whatever is selected, however one pans and wherever the camera stands: a name stays where it is beside its door.
    void namesOfExitsStandStill()
    {
        RoomFacts world;
        world.exits.append({3, 2, QStringLiteral("RID_TOS"), {QStringLiteral("/kod/square.kod"), 1}, QStringLiteral("The Streets of Tos")});
        world.exits.append({2, 4, QStringLiteral("RID_INN"), {QStringLiteral("/kod/square.kod"), 2}, QStringLiteral("Familiars")});
        world.edges.append({RoomFacts::Edge::South, QStringLiteral("RID_MILL"), {QStringLiteral("/kod/square.kod"), 44}, QStringLiteral("The old mill")});
        auto view = openWith(world);
        QTRY_VERIFY(view->model()->facts() != nullptr);
        RoomModel& model = *view->model();
        MapCanvas* map = view->map();
        const QPointF door = model.placeOfFact(2, 1);
        const auto offsets = [&] { // of the names from the door, by where they are in the room
            map->grab();
            QVector<QPointF> all;
            for (const QRectF& name : map->namesOfFacts())
                all.append(name.topLeft() - map->toWidget(door));
            return all;
        };
        map->setView(model.placeOfFact(2.5, 2), 1.2);
        const QVector<QPointF> before = offsets();
        QCOMPARE(before.size(), 3);
        const auto isStill = [&](const QVector<QPointF>& now) {
            return std::ranges::all_of(now, [&](QPointF one) { return std::ranges::any_of(before, [one](QPointF other) { return (one - other).manhattanLength() < 0.01; }); });
        };
        // The camera on the very place of a name.
        CameraPose camera = model.camera();
        camera.valid = true;
        camera.editor = map->toEditor(map->namesOfFacts().first().center());
        model.setCamera(camera);
        QCOMPARE(offsets(), before);
        model.pick({PlacedItem::Kind::Exit, 0});
        QCOMPARE(offsets(), before);
        model.select({MapItem::Kind::Sector, 0});
        QCOMPARE(offsets(), before);
        const QPointF middle = map->centre();
        for (const QPointF by : {QPointF(37, 0), QPointF(-220, 0), QPointF(0, 200), QPointF(0, -180), QPointF(250, 130)}) {
            map->setView(middle + by, 1.2);
            const QVector<QPointF> now = offsets();
            QVERIFY(!now.isEmpty());
            QVERIFY2(isStill(now), qPrintable(QStringLiteral("%1, %2").arg(by.x()).arg(by.y())));
        }
    }

    /// Exits beside each other, at any zoom: no name on the square of the other.
    void aNameLiesOnNoOtherExit()
    {
        RoomFacts world;
        world.exits.append({3, 2, QStringLiteral("RID_TOS"), {QStringLiteral("/kod/square.kod"), 1}, QStringLiteral("The Streets of Tos")});
        world.exits.append({3, 3, QStringLiteral("RID_INN"), {QStringLiteral("/kod/square.kod"), 2}, QStringLiteral("Familiars")});
        auto view = openWith(world);
        QTRY_VERIFY(view->model()->facts() != nullptr);
        MapCanvas* map = view->map();
        for (const double zoom : {1.8, 1.15, 0.8, 0.5, 0.3}) {
            map->setView(view->model()->placeOfFact(2.5, 2), zoom);
            map->grab();
            const QVector<QRectF> names = map->namesOfFacts();
            QVERIFY2(names.size() == 2, qPrintable(QStringLiteral("%1 names at %2").arg(names.size()).arg(zoom)));
            const auto square = [&](int column) { return QRectF(map->toWidget(view->model()->placeOfFact(2, column - 1)), map->toWidget(view->model()->placeOfFact(3, column))); };
            QVERIFY2(!names[0].intersects(square(3)) && !names[1].intersects(square(2)), qPrintable(QString::number(zoom)));
        }
        map->setView(view->model()->placeOfFact(2.5, 2), 1.15);
        test::grabForPeople(*view, QStringLiteral("two-doors"));
    }

    /// A gate of several squares has one name, from far away too, and names do not cover each other.
    void aRunOfExitsHasOneNameAtAnyZoom()
    {
        RoomFacts world;
        for (int column = 1; column <= 3; ++column)
            world.exits.append({1, column, QStringLiteral("RID_TOWN"), {QStringLiteral("/kod/square.kod"), column}, QStringLiteral("The Town"), QStringLiteral("/rooms/town.roo")});
        for (const int row : {3, 4})
            world.exits.append({row, 2, QStringLiteral("RID_INN"), {QStringLiteral("/kod/square.kod"), 9}, QStringLiteral("The Inn")});
        auto view = openWith(world);
        QTRY_VERIFY(view->model()->facts() != nullptr);
        MapCanvas* map = view->map();
        const auto names = [map] {
            map->grab();
            return map->namesOfFacts();
        };
        for (const double zoom : {1.0, 0.45, 0.3}) {
            map->setView(view->model()->placeOfFact(2, 2), zoom);
            const QVector<QRectF> shown = names();
            QVERIFY2(shown.size() == 2 || (zoom < 0.4 && shown.size() == 1), qPrintable(QStringLiteral("%1 names at %2").arg(shown.size()).arg(zoom)));
            QVERIFY(shown.size() < 2 || !shown[0].intersects(shown[1]));
        }
        map->setView(view->model()->placeOfFact(2, 2), 0.45);
        test::grabForPeople(*view, QStringLiteral("exit-names"));
        map->setView(view->model()->placeOfFact(2, 2), 0.05);
        QVERIFY(names().isEmpty());
        // The menu leads to the room, then to the line.
        map->fitRoom();
        const QPointF gate = map->toWidget(view->model()->placeOfFact(0.5, 1.5));
        QCOMPARE(map->roomsBehind(gate).size(), 1);
        QCOMPARE(map->roomsBehind(map->toWidget(view->model()->placeOfFact(2.5, 1.5))).size(), 0); // no file of it is known
        emit map->menuRequested(map->mapToGlobal(gate.toPoint()), map->toEditor(gate));
        auto* menu = view->findChild<QMenu*>();
        QVERIFY(menu != nullptr);
        QStringList rows;
        for (const QAction* action : menu->actions())
            rows << action->text();
        const qsizetype open = rows.indexOf(QStringLiteral("Open The Town"));
        QVERIFY2(open >= 0, qPrintable(rows.join(u'|')));
        QVERIFY(rows.value(open + 1).startsWith(QStringLiteral("Exit to The Town (RID_TOWN)")));
        QSignalSpy opened(view.get(), &DocumentView::openRequested);
        menu->actions()[open]->trigger();
        QCOMPARE(opened.size(), 1);
        QCOMPARE(opened[0][0].toString(), QStringLiteral("/rooms/town.roo"));
        menu->close();
    }

    /// A double click on an exit or its name goes through it; anywhere else it moves the camera, but never out of the room on foot.
    void aDoubleClickGoesThroughAnExit()
    {
        RoomFacts world;
        world.exits.append({2, 2, QStringLiteral("RID_TOS"), {QStringLiteral("/kod/square.kod"), 1}, QStringLiteral("The Streets of Tos"), QStringLiteral("/rooms/tos.roo")});
        world.exits.append({1, 4, QStringLiteral("RID_LOST"), {QStringLiteral("/kod/square.kod"), 2}, QStringLiteral("Nowhere")});
        world.edges.append({RoomFacts::Edge::South, QStringLiteral("RID_MILL"), {QStringLiteral("/kod/square.kod"), 44}, QStringLiteral("The old mill"), QStringLiteral("/rooms/mill.roo")});
        auto view = openWith(world);
        QTRY_VERIFY(view->model()->facts() != nullptr);
        MapCanvas* map = view->map();
        map->grab();
        const auto place = [&](double row, double column) { return map->toWidget(view->model()->placeOfFact(row, column)); };
        const auto& room = view->model()->index();
        const roo::PlayableRectangle& playable = room.playable();
        const QPointF edge = map->toWidget(QPointF((playable.left + playable.right) / 2.0, playable.bottom)) + QPointF(0, 7);
        const auto nameBeside = [&](QPointF what) {
            QPointF best;
            for (const QRectF& name : map->namesOfFacts())
                if (best.isNull() || QLineF(name.center(), what).length() < QLineF(best, what).length())
                    best = name.center();
            return best;
        };
        QSignalSpy opened(view.get(), &DocumentView::openRequested);
        QStringList said;
        connect(view->model(), &RoomModel::noticed, this, [&said](const QString& sentence) { said << sentence; });
        const auto through = [&](QPointF at) {
            const render::Camera before = view->view3d()->camera();
            opened.clear();
            QTest::mouseDClick(map, Qt::LeftButton, {}, at.toPoint());
            const bool stood = view->view3d()->camera().x != before.x || view->view3d()->camera().y != before.y;
            return stood ? QStringLiteral("camera") : opened.isEmpty() ? QString() : opened[0][0].toString();
        };
        for (const MapMode mode : {MapMode::All, MapMode::Line, MapMode::Thing}) {
            view->model()->setMode(mode);
            QCOMPARE(through(place(1.4, 1.4)), QStringLiteral("/rooms/tos.roo"));
            QCOMPARE(through(nameBeside(place(1.5, 1.5))), QStringLiteral("/rooms/tos.roo"));
            QCOMPARE(through(edge), QStringLiteral("/rooms/mill.roo"));
            QCOMPARE(through(nameBeside(edge)), QStringLiteral("/rooms/mill.roo"));
        }
        said.clear();
        QCOMPARE(through(place(0.5, 3.5)), QString()); // of which no file is known: said, and nothing moves
        QVERIFY2(said.join(u'|').contains(QStringLiteral("Nowhere")), qPrintable(said.join(u'|')));
        // On foot nowhere outside, flying anywhere.
        QPointF inside, outside;
        for (int y = map->height() - 20; y > 40; y -= 9)
            for (int x = 40; x < map->width() - 20; x += 9)
                if (const QPointF at(x, y); map->roomsBehind(at).isEmpty() && map->factsAt(at).isEmpty())
                    (room.loaded()->sectorAt(room.place(map->toEditor(at)).client) == space::none ? outside : inside) = at;
        QVERIFY(!inside.isNull() && !outside.isNull());
        QCOMPARE(through(inside), QStringLiteral("camera"));
        said.clear();
        QCOMPARE(through(outside), QString());
        QCOMPARE(said.size(), 1);
        view->view3d()->setFlying(true);
        QCOMPARE(through(outside), QStringLiteral("camera"));
        // From far away, too, where exits are marks of a few pixels.
        view->view3d()->setFlying(false);
        map->setView(view->model()->placeOfFact(2, 2), 0.05);
        map->grab();
        QCOMPARE(through(place(1.5, 1.5)), QStringLiteral("/rooms/tos.roo"));
    }

    /// At any zoom exits, ways over an edge and objects are marked: a town that fits into its view is the first thing that one sees of it.
    void fromFarAwayExitsAreMarked()
    {
        class Far : public test::FolderProject
        {
        public:
            explicit Far(bool isFull) : FolderProject({}), isFull_(isFull) {}
            std::function<RoomFacts()> roomFactsReader(const QString&) const override
            {
                return [isFull = isFull_] {
                    RoomFacts facts;
                    if (!isFull)
                        return facts;
                    facts.exits.append({2, 2, QStringLiteral("RID_TOS"), {QStringLiteral("/kod/square.kod"), 1}, QStringLiteral("Tos"), QStringLiteral("/rooms/tos.roo")});
                    facts.objects.append({QStringLiteral("Mug"), {}, 3, 4, {}, {QStringLiteral("/kod/square.kod"), 2}});
                    facts.edges.append({RoomFacts::Edge::South, QStringLiteral("RID_MILL"), {QStringLiteral("/kod/square.kod"), 44}, QStringLiteral("Mill"), QStringLiteral("/rooms/mill.roo")});
                    return facts;
                };
            }
            bool isFull_;
        };
        QImage pictures[2];
        std::array<QPoint, 2> marks;
        for (const bool isFull : {false, true}) {
            project_ = std::make_shared<Far>(isFull);
            auto view = openSmall();
            project_ = std::make_shared<test::FolderProject>(std::vector<std::filesystem::path>{});
            QTRY_VERIFY(view->model()->facts() != nullptr);
            MapCanvas* map = view->map();
            map->setView(view->model()->placeOfFact(2, 2), 0.06);
            map->paintCompletely();
            pictures[isFull] = map->grab().toImage();
            marks = {map->toWidget(view->model()->placeOfFact(1.5, 1.5)).toPoint(), map->toWidget(view->model()->placeOfFact(3, 4)).toPoint()};
            QVERIFY(map->namesOfFacts().isEmpty());
            if (isFull) {
                QCOMPARE(map->roomsBehind(marks[0]).size(), 1);
                view->model()->setMode(MapMode::Thing);
                QVERIFY(map->placedAt(marks[1]));
            }
        }
        for (const QPoint mark : marks)
            QVERIFY(pictures[0].pixel(mark) != pictures[1].pixel(mark));
    }

    /// The arrow of an edge and its name come along where the middle of the edge is out of sight, and stand still otherwise.
    void namesOfEdgesStayInSight()
    {
        RoomFacts world;
        world.edges.append({RoomFacts::Edge::South, QStringLiteral("RID_MILL"), {QStringLiteral("/kod/square.kod"), 44}, QStringLiteral("Mill"), QStringLiteral("/rooms/mill.roo")});
        world.edges.append({RoomFacts::Edge::West, QStringLiteral("RID_WOOD"), {QStringLiteral("/kod/square.kod"), 45}, QStringLiteral("Wood"), QStringLiteral("/rooms/wood.roo")});
        auto view = openWith(world);
        QTRY_VERIFY(view->model()->facts() != nullptr);
        MapCanvas* map = view->map();
        const roo::PlayableRectangle& playable = view->model()->index().playable();
        const QPointF corner(playable.left, playable.bottom);
        const double width = playable.right - playable.left;
        // Zoomed in on the corner of both edges: neither middle is seen.
        const double zoom = 2.6 * map->width() / width;
        map->setView(corner, zoom);
        map->grab();
        const QRectF whole = QRectF(map->rect());
        QCOMPARE(map->namesOfFacts().size(), 2);
        for (const QRectF& name : map->namesOfFacts())
            QVERIFY(whole.contains(name));
        QVERIFY(!map->namesOfFacts()[0].intersects(map->namesOfFacts()[1]));
        QStringList behind;
        for (const QRectF& name : map->namesOfFacts())
            behind << map->roomsBehind(name.center()).value(0).name;
        behind.sort();
        QCOMPARE(behind, QStringList({QStringLiteral("Mill"), QStringLiteral("Wood")}));
        const QVector<QRectF> before = map->namesOfFacts();
        CameraPose camera = view->model()->camera();
        camera.valid = true;
        camera.editor = map->toEditor(before.first().center());
        view->model()->setCamera(camera);
        view->model()->select({MapItem::Kind::Sector, 0});
        map->grab();
        QCOMPARE(map->namesOfFacts(), before);
        test::grabForPeople(*view, QStringLiteral("edge-corner"));
        // Back where the middle is seen the name is beside that.
        map->setView(QPointF((playable.left + playable.right) / 2.0, playable.bottom), zoom);
        map->grab();
        const QPointF middle = map->toWidget(QPointF((playable.left + playable.right) / 2.0, playable.bottom));
        QVERIFY(std::ranges::any_of(map->namesOfFacts(), [&](const QRectF& name) { return std::abs(name.left() - middle.x()) < 30; }));
    }

    /// A room that was made just now has its class in the project a moment after it is open.
    void exitsComeWithTheFilesOfTheProject()
    {
        class GrowingProject : public test::FolderProject
        {
        public:
            GrowingProject() : FolderProject({}) {}
            std::function<RoomFacts()> roomFactsReader(const QString&) const override
            {
                return [isGrown = isGrown] {
                    RoomFacts facts;
                    if (isGrown)
                        facts.exits.append({2, 2, QStringLiteral("RID_INN"), {QStringLiteral("/kod/square.kod"), 12}, QStringLiteral("The Limping Toad")});
                    return facts;
                };
            }
            bool isGrown = false;
        };
        const auto growing = std::make_shared<GrowingProject>();
        project_ = growing;
        auto view = openSmall();
        project_ = std::make_shared<test::FolderProject>(std::vector<std::filesystem::path>{});
        QTRY_VERIFY(view->model()->facts() != nullptr);
        QVERIFY(view->model()->facts()->exits.isEmpty());
        growing->isGrown = true;
        growing->renewed().tell();
        QTRY_COMPARE(view->model()->facts()->exits.size(), 1);
        view.reset();
        growing->renewed().tell(); // nobody listens any more
    }

    /// Who opens a room for the first time sees it from where people arrive in it, once the Blakod was read; who looked about before
    /// that stays where he is.
    void theFirstLookIsFromWherePeopleArrive()
    {
        class ArrivalProject : public test::FolderProject
        {
        public:
            explicit ArrivalProject(RoomFacts::Arrival arrival) : FolderProject({}), arrival_(arrival) {}
            std::function<RoomFacts()> roomFactsReader(const QString&) const override
            {
                return [arrival = arrival_] {
                    RoomFacts facts;
                    facts.arrival = arrival;
                    return facts;
                };
            }

        private:
            RoomFacts::Arrival arrival_;
        };
        const auto openAt = [this](RoomFacts::Arrival arrival, const std::function<void(RoomView&)>& meanwhile = {}) {
            project_ = std::make_shared<ArrivalProject>(arrival);
            auto view = openView(writeRoom(test::smallRoom(roo::Format::V14), QStringLiteral("small.roo")));
            project_ = std::make_shared<test::FolderProject>(std::vector<std::filesystem::path>{});
            if (meanwhile)
                meanwhile(*view);
            [[maybe_unused]] const bool read = QTest::qWaitFor([&] { return view->model()->facts() != nullptr; });
            return view;
        };
        const auto otherwise = openSmall()->view3d()->camera();
        // The second row from the north, the fourth column; the middle of that square, looking where Blakod says.
        auto view = openAt({1.5, 3.5, 1024});
        QCOMPARE(view->view3d()->camera().x, 3.5 * 1024);
        QCOMPARE(view->view3d()->camera().y, 1.5 * 1024);
        QCOMPARE(view->view3d()->camera().angle, 1024.0);
        QCOMPARE(view->model()->camera().editor, QPointF(160, 96)); // the map shows it
        QVERIFY(view->view3d()->camera().x != otherwise.x || view->view3d()->camera().y != otherwise.y);
        // Once: what is read again later moves nobody.
        const render::Camera there = view->view3d()->camera();
        view->view3d()->standAt({0, 128});
        view->model()->readFacts();
        QTest::qWait(50);
        QVERIFY(view->view3d()->camera().x != there.x);
        // Outside of the room, and where there is no floor, it is no place to stand.
        for (const RoomFacts::Arrival& nowhere : {RoomFacts::Arrival{8.5, 1.5, {}}, RoomFacts::Arrival{-0.5, 1.5, {}}}) {
            view = openAt(nowhere);
            QCOMPARE(view->view3d()->camera().x, otherwise.x);
            QCOMPARE(view->view3d()->camera().y, otherwise.y);
        }
        view = openAt({1.5, 3.5, {}}, [](RoomView& room) { room.view3d()->standAt({0, 128}); });
        QCOMPARE(view->model()->camera().editor, QPointF(0, 128));
        QVariantMap kept;
        view = openAt({1.5, 3.5, {}}, [&](RoomView& room) {
            room.view3d()->standAt({-32, 128});
            kept = room.saveViewState();
        });
        view = openAt({1.5, 3.5, {}}, [&kept](RoomView& room) { room.restoreViewState(kept); });
        QCOMPARE(view->model()->camera().editor, QPointF(-32, 128));
    }
};

QTEST_MAIN(TestRoomFacts)
#include "tst_room_facts.moc"
