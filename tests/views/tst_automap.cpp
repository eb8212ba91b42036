// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/automap/automap.h"
#include "formats/roo/room.h"
#include "studio/views/automap/automap_canvas.h"
#include "studio/views/automap/automap_view.h"
#include "studio/views/common/table_pane.h"
#include "studio/views/common/text_box.h"
#include "tests/views/view_support.h"
#include "ui/empty_label.h"
#include "ui/search_field.h"

#include <QSignalSpy>
#include <QTableView>
#include <QToolButton>
#include <QWheelEvent>

using namespace blak;
using namespace blak::test;

namespace {

/// A square of four client walls and a grid of 16 x 16 squares.
roo::Room squareRoom()
{
    roo::Room room;
    room.width = room.height = 16384;
    room.sectors.resize(1);
    const auto wall = [&room](double x0, double y0, double x1, double y1) {
        roo::Wall one;
        one.x0 = x0;
        one.y0 = y0;
        one.x1 = x1;
        one.y1 = y1;
        room.walls.push_back(one);
    };
    wall(0, 0, 16384, 0);
    wall(16384, 0, 16384, 16384);
    wall(16384, 16384, 0, 16384);
    wall(0, 16384, 0, 0);
    roo::Node leaf;
    leaf.sector = 1;
    room.nodes.push_back(leaf);
    room.things.resize(2);
    room.things[1].x = room.things[1].y = 1024;
    roo::refreshSecurity(room);
    return room;
}

} // namespace

class TestAutomap : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir folder_;
    std::int32_t security_ = 0;

    QString writeMap(std::int32_t walls)
    {
        const roo::Room room = squareRoom();
        security_ = static_cast<std::int32_t>(room.security);
        const QDir dir(folder_.path());
        writeFile(dir, QStringLiteral("hall.roo"), asBytes(roo::write(room)));
        automap::Map map;
        automap::Room* known = automap::addRoom(map, security_, walls).value();
        known->setSeen(1, true);
        known->setSeen(3, true);
        automap::Notes& notes = automap::addNotes(map, *known);
        notes.entries[0].x = 4096;
        notes.entries[0].y = 8192;
        notes.entries[0].setText("caf\xE9 behind the door");
        (void)automap::addRoom(map, 4711, 90).value();
        return writeFile(dir, QStringLiteral("game.map"), asBytes(automap::write(map)));
    }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    void wallsAreDrawnOverTheRoomOfTheWorld()
    {
        const auto view = openView(writeMap(4));
        auto* map = qobject_cast<AutomapView*>(view.get());
        QVERIFY(map != nullptr);
        map->prepareForGrab();
        QCOMPARE(map->pane()->model()->rowCount(), 2);
        QCOMPARE(map->pane()->model()->index(0, 0).data().toString(), QStringLiteral("hall.roo"));
        QCOMPARE(map->pane()->model()->index(0, 3).data().toString(), QStringLiteral("50 %"));
        const AutomapCanvas::Drawing& drawing = map->canvas()->drawing();
        QCOMPARE(drawing.seen, (QVector<QLineF>{{16384, 0, 16384, 16384}, {0, 16384, 0, 0}}));
        QCOMPARE(drawing.unseen.size(), 2);
        QCOMPARE(drawing.pins.size(), 1);
        QCOMPARE(drawing.pins[0].text, QString::fromUtf8("caf\u00e9 behind the door"));
        QVERIFY(map->notes()->text().contains(QStringLiteral("(4096, 8192)")));
        QVERIFY(!map->sentence()->isVisible());
        QVERIFY(view->problems().empty());
        // What was seen stands out: the middle of the right wall against the middle of the upper one.
        const QImage picture = map->canvas()->grab().toImage();
        const auto strength = [&](QPointF place) {
            const QPoint at = map->canvas()->pointOf(place).toPoint();
            const int ground = qGray(picture.pixel(2, 2));
            int most = 0;
            for (int dy = -2; dy <= 2; ++dy)
                for (int dx = -2; dx <= 2; ++dx)
                    most = std::max(most, std::abs(qGray(picture.pixel(at.x() + dx, at.y() + dy)) - ground));
            return most;
        };
        QVERIFY(strength({16384, 8192}) > 150);
        QVERIFY(strength({8192, 0}) < strength({16384, 8192}));
    }

    void aRoomNobodyHasSaysSoAndNotesAreSearched()
    {
        const auto view = openView(writeMap(4));
        auto* map = qobject_cast<AutomapView*>(view.get());
        map->prepareForGrab();
        QVERIFY(view->goToPlace(QStringLiteral("4711")));
        QVERIFY(map->sentence()->isVisible());
        QVERIFY(map->sentence()->text().contains(QStringLiteral("No room of this project has the security 4711")));
        QVERIFY(!view->goToPlace(QStringLiteral("1")));
        QTest::keyClicks(map->pane()->table(), QStringLiteral("behind"));
        QTRY_COMPARE(map->pane()->model()->rowCount(), 1);
        QCOMPARE(map->canvas()->drawing().seen.size(), 2); // the row that is left is the one shown
        QSignalSpy opened(view.get(), &DocumentView::openRequested);
        QTest::keyClick(map->pane()->table(), Qt::Key_Return);
        QCOMPARE(opened.count(), 1);
        QVERIFY(opened[0][0].toString().endsWith(QLatin1String("hall.roo")));
    }

    void aMapOfAnotherVersionOfTheRoomWarns()
    {
        const auto view = openView(writeMap(6));
        auto* map = qobject_cast<AutomapView*>(view.get());
        map->prepareForGrab();
        QVERIFY(map->canvas()->drawing().seen.isEmpty());
        QCOMPARE(map->canvas()->drawing().unseen.size(), 4);
        QVERIFY(map->sentence()->text().contains(QStringLiteral("has 4 walls now and the map knows 6")));
        QCOMPARE(view->problems().size(), std::size_t{1});
        QVERIFY(view->goToPlace(QStringLiteral("4711")));
        view->showProblem(view->problems().front());
        QCOMPARE(map->pane()->currentRow(), 0);
    }

    void wheelKeysAndButtonsZoomAndMove()
    {
        const auto view = openView(writeMap(4));
        AutomapCanvas* canvas = qobject_cast<AutomapView*>(view.get())->canvas();
        view->prepareForGrab(); // the rooms were looked through
        const double whole = canvas->zoom();
        const QPointF place(100, 80);
        const QPointF under = canvas->placeAt(place);
        QWheelEvent wheel(place, canvas->mapToGlobal(place), {}, {0, 120}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase,
                          false);
        QApplication::sendEvent(canvas, &wheel);
        QVERIFY(canvas->zoom() > whole);
        QVERIFY((canvas->placeAt(place) - under).manhattanLength() < 1); // the place under the pointer stays
        canvas->setFocus();
        const QPointF before = canvas->placeAt({0, 0});
        QTest::keyClick(canvas, Qt::Key_Right);
        QVERIFY(canvas->placeAt({0, 0}).x() > before.x());
        QTest::mousePress(canvas, Qt::LeftButton, {}, {200, 200});
        QTest::mouseMove(canvas, {240, 230});
        QTest::mouseRelease(canvas, Qt::LeftButton, {}, {240, 230});
        QTest::keyClick(canvas, Qt::Key_Home);
        QCOMPARE(canvas->zoom(), whole);
        for (int i = 0; i < 60; ++i)
            QTest::keyClick(canvas, Qt::Key_Plus);
        QVERIFY(canvas->zoom() <= whole * 64 + 1e-9);
    }
};

QTEST_MAIN(TestAutomap)
#include "tst_automap.moc"
