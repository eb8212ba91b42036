// SPDX-License-Identifier: GPL-3.0-or-later
// The map of all rooms: typed into, zoomed, dragged and clicked.
#include "studio/atlas/ui/atlas_window.h"

#include "studio/atlas/ui/atlas_canvas.h"
#include "tests/newroom/engine_tree.h"
#include "ui/fonts.h"
#include "ui/place_path.h"
#include "ui/theme.h"

#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMouseEvent>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>
#include <QWheelEvent>

using namespace blak;
using ui::atlas::AtlasCanvas;
using ui::atlas::AtlasWindow;

class TestAtlasWindow : public QObject
{
    Q_OBJECT

    static std::unique_ptr<AtlasWindow> openMap(const QString& folder)
    {
        auto project = project::open(folder.toStdString());
        if (!project)
            qFatal("%s", project.error().text().c_str());
        auto window = std::make_unique<AtlasWindow>(std::make_shared<const project::Project>(std::move(project).value()),
                                                       std::shared_ptr<const FileSource>(&diskFiles(), [](const FileSource*) {}));
        window->show();
        [[maybe_unused]] const bool shown = QTest::qWaitForWindowExposed(window.get());
        window->finish();
        return window;
    }

    static int numberOf(AtlasWindow& window, std::string_view name)
    {
        const auto& rooms = window.canvas()->graph().rooms;
        for (std::size_t i = 0; i < rooms.size(); ++i)
            if (rooms[i].name == name)
                return static_cast<int>(i);
        return -1;
    }

    static void drag(QWidget* widget, QPoint from, QPoint to)
    {
        QTest::mousePress(widget, Qt::LeftButton, {}, from);
        for (int i = 1; i <= 3; ++i) {
            const QPointF at = QPointF(from) + QPointF(to - from) * i / 3;
            QMouseEvent move(QEvent::MouseMove, at, widget->mapToGlobal(at), Qt::NoButton, Qt::LeftButton, {});
            QApplication::sendEvent(widget, &move);
        }
        QTest::mouseRelease(widget, Qt::LeftButton, {}, to);
    }

private slots:
    void initTestCase()
    {
        ui::loadFonts();
        ui::installTheme(*qApp, ui::ThemeKind::Dark);
    }

    /// Of classes that share a file, the one that people come to; and from far off one still reads where one is.
    void whereOneIsIsMarkedAndNamed()
    {
        test::EngineTree tree(false);
        tree.write("kod/object/tosrm/aprofile.kod", "AProfile is Room\n\nconstants:\n   include blakston.khd\n\nresources:\n   room_profile = tos.roo\n\n"
                                                    "properties:\n   prRoom = room_profile\n   piRoom_num = RID_OLD\n\nmessages:\n\nend\n");
        const auto window = openMap(tree.folder.path());
        AtlasCanvas* canvas = window->canvas();
        const int tos = numberOf(*window, "Tos"), profile = numberOf(*window, "AProfile");
        QVERIFY(tos >= 0 && profile >= 0 && profile < tos);
        QVERIFY(canvas->waysOf(tos) > 0);
        QCOMPARE(canvas->waysOf(profile), 0);
        window->setCurrentFile(QStringLiteral("TOS.roo"));
        canvas->fit();
        QVERIFY(canvas->farNames().empty()); // they are in the boxes
        for (int i = 0; i < 40 && canvas->farNames().empty(); ++i)
            canvas->zoomStep(-1);
        const auto names = canvas->farNames();
        QVERIFY(!names.empty());
        QCOMPARE(names.front().first, tos);
        for (std::size_t i = 0; i < names.size(); ++i)
            for (std::size_t j = 0; j < i; ++j)
                QVERIFY(!names[i].second.intersects(names[j].second));
        canvas->find(QStringLiteral("TosInn"));
        for (const auto& [room, place] : canvas->farNames())
            QCOMPARE(room, numberOf(*window, "TosInn"));
    }

    void aClickOpensARoomAndADragMoves()
    {
        test::EngineTree tree(false);
        const auto window = openMap(tree.folder.path());
        AtlasCanvas* canvas = window->canvas();
        const int tos = numberOf(*window, "Tos");
        QVERIFY(tos >= 0);
        QSignalSpy opened(window.get(), &AtlasWindow::openRequested);
        const QPoint at = canvas->pointOfRoom(tos).toPoint();
        QCOMPARE(canvas->roomAt(at), tos);
        drag(canvas, at, at + QPoint(60, 40));
        QCOMPARE(opened.size(), 0);
        QVERIFY((canvas->pointOfRoom(tos) - QPointF(at) - QPointF(60, 40)).manhattanLength() < 2);
        QTest::mouseClick(canvas, Qt::LeftButton, {}, canvas->pointOfRoom(tos).toPoint());
        QCOMPARE(opened.size(), 1);
        QVERIFY(opened.front().front().toString().endsWith(QLatin1String("resource/rooms/tos.roo")));

        const double zoom = canvas->zoom();
        const QPointF middle = canvas->pointOfRoom(tos);
        QWheelEvent wheel(middle, canvas->mapToGlobal(middle), {}, {0, 120}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(canvas, &wheel);
        QVERIFY(canvas->zoom() > zoom);
        QVERIFY((canvas->pointOfRoom(tos) - middle).manhattanLength() < 2);
    }

    void tagsLeadToTheirLineOfBlakod()
    {
        test::EngineTree tree(false);
        tree.write("kod/object/tosrm/tosinn.kod",
                   "TosInn is TosRoom\n\nconstants:\n   include blakston.khd\n   GATE = 7\n\nresources:\n   room_tosinn = tosinn.roo\n\n"
                   "properties:\n   prRoom = room_tosinn\n   piRoom_num = RID_TOS_INN\n\nmessages:\n\n   Opens()\n   {\n"
                   "      Send(self,@SetSector,#sector=GATE);\n      return;\n   }\nend\n");
        const auto window = openMap(tree.folder.path());
        AtlasCanvas* canvas = window->canvas();
        const int inn = numberOf(*window, "TosInn");
        canvas->setView(canvas->placeAt(canvas->pointOfRoom(inn)), 240);
        QSignalSpy opened(window.get(), &AtlasWindow::openRequested);
        const QRectF tags = canvas->tagBoxOf(inn);
        QVERIFY(!tags.isEmpty());
        QVERIFY(canvas->tagBoxOf(numberOf(*window, "Tos")).isEmpty());
        // In the smallest box that has them they cover no letter of a name of two lines.
        canvas->setView(canvas->placeAt(canvas->pointOfRoom(inn)), 150);
        QFont name = canvas->font();
        name.setPixelSize(12);
        const double boxHeight = 0.32 * 150, nameTop = canvas->pointOfRoom(inn).y() - boxHeight / 2 + 3;
        const double nameBottom = nameTop + 2 * QFontMetrics(name).height();
        QVERIFY2(canvas->tagBoxOf(inn).top() >= nameBottom - 1, qPrintable(QStringLiteral("%1, the name ends at %2").arg(canvas->tagBoxOf(inn).top()).arg(nameBottom)));
        canvas->setView(canvas->placeAt(canvas->pointOfRoom(inn)), 240);
        canvas->grab();
        QTest::mouseClick(canvas, Qt::LeftButton, {}, tags.center().toPoint());
        QCOMPARE(opened.size(), 1);
        const auto place = ui::placedFile(opened.front().front().toString());
        QVERIFY(place && place->file.endsWith(QLatin1String("tosinn.kod")));
        QCOMPARE(place->place, QStringLiteral("18"));
        // Found by its number.
        QCOMPARE(canvas->find(QStringLiteral("tag 7")), 1);
        QCOMPARE(canvas->find(QStringLiteral("tag 8")), 0);
        // The menu of the right button has the line too.
        QString lines;
        QTimer::singleShot(0, window.get(), [&lines] {
            if (auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget())) {
                for (const QAction* action : menu->actions())
                    lines += action->text() + u'|';
                menu->close();
            }
        });
        QTest::mouseClick(canvas, Qt::RightButton, {}, canvas->pointOfRoom(inn).toPoint());
        QVERIFY2(lines.contains(QStringLiteral("Tag 7, SetSector: tosinn.kod, line 18")), qPrintable(lines));
    }

    /// A line that passes a room's box ends before it and goes on behind it.
    void linesThatPassTouchNoBox()
    {
        blak::atlas::AtlasGraph graph;
        for (const char* name : {"A", "B", "C"}) {
            blak::atlas::AtlasRoom room;
            room.name = name;
            room.isReached = true;
            graph.rooms.push_back(room);
        }
        using blak::atlas::Compass;
        graph.exits = {{0, 1, Compass::East, {}, 1}, {1, 0, Compass::West, {}, 1}, {1, 2, Compass::East, {}, 1}, {2, 1, Compass::West, {}, 1}, {0, 2, std::nullopt, {}, 1}};
        AtlasCanvas canvas;
        canvas.resize(900, 300);
        canvas.setProject(graph);
        canvas.show();
        QCOMPARE(canvas.pointOfRoom(0).y(), canvas.pointOfRoom(2).y()); // B stands between
        QVERIFY(canvas.openPiecesOf(1).isEmpty());                      // the way back has the same line
        const auto meets = [&canvas](std::size_t exit, int room) {
            for (const QLineF& piece : canvas.openPiecesOf(exit))
                for (double at = 0; at <= 1; at += 0.005)
                    if (canvas.roomAt(piece.pointAt(at)) == room)
                        return true;
            return false;
        };
        for (const double zoom : {20.0, 120.0, 300.0}) {
            canvas.setView(canvas.placeAt(canvas.pointOfRoom(1)), zoom);
            QCOMPARE(canvas.openPiecesOf(0).size(), 1);
            QCOMPARE(canvas.openPiecesOf(4).size(), 2);
            QVERIFY(meets(0, 0) && meets(0, 1));
            QVERIFY(meets(4, 0) && meets(4, 2));
            QVERIFY(!meets(4, 1));
            canvas.grab();
        }
    }

    /// The line of a room that is chosen is of another colour, the others pale.
    void theWaysOfTheChosenRoomStandOut()
    {
        test::EngineTree tree(false);
        const auto window = openMap(tree.folder.path());
        AtlasCanvas* canvas = window->canvas();
        const int tos = numberOf(*window, "Tos"), inn = numberOf(*window, "TosInn");
        const QPointF middle = (canvas->pointOfRoom(tos) + canvas->pointOfRoom(inn)) / 2;
        QVERIFY(canvas->roomAt(middle) < 0);
        canvas->setCurrent(-1);
        const QColor before = canvas->grab().toImage().pixelColor(middle.toPoint());
        canvas->setCurrent(tos);
        QVERIFY(canvas->grab().toImage().pixelColor(middle.toPoint()) != before);
    }

    void fromNearARoomShowsItsPlan()
    {
        test::EngineTree tree(false);
        const auto window = openMap(tree.folder.path());
        AtlasCanvas* canvas = window->canvas();
        const int tos = numberOf(*window, "Tos");
        canvas->grab();
        window->finish();
        QVERIFY(canvas->planBoxOf(tos).isEmpty()); // too small for one
        canvas->setView(canvas->placeAt(canvas->pointOfRoom(tos)), 400);
        canvas->grab();
        QTRY_VERIFY(canvas->hasPlan(tos));
        const QRectF box = canvas->planBoxOf(tos);
        QVERIFY2(box.width() > 120 && box.height() > 80, qPrintable(QStringLiteral("%1 x %2").arg(box.width()).arg(box.height())));
        const QImage image = canvas->grab().toImage();
        int drawn = 0;
        for (int x = static_cast<int>(box.left()); x < box.right(); ++x)
            drawn += image.pixelColor(x, static_cast<int>(box.center().y())) != image.pixelColor(static_cast<int>(box.left()) + 2, static_cast<int>(box.top()) + 2);
        QVERIFY(drawn >= 2); // both walls
    }

    void typingFindsRooms()
    {
        test::EngineTree tree(true);
        const auto window = openMap(tree.folder.path());
        auto* search = window->findChild<QLineEdit*>();
        QTest::keyClicks(search, QStringLiteral("tos_inn")); // its number
        QStringList told;
        for (const QLabel* label : window->findChildren<QLabel*>())
            told << label->text();
        QVERIFY2(told.join(u'|').contains(QStringLiteral("1 room")), qPrintable(told.join(u'|')));
        QTest::keyClick(search, Qt::Key_Return);
        const QPointF middle = QRectF(window->canvas()->rect()).center();
        QVERIFY((window->canvas()->pointOfRoom(numberOf(*window, "TosInn")) - middle).manhattanLength() < 3);
        search->clear();
        QTest::keyClicks(search, QStringLiteral("nowhere at all"));
        QCOMPARE(window->canvas()->showNextFound(), -1);
        QVERIFY(window->isVisible()); // Return in the field is no end of the window
    }

    void aFolderWithoutRoomsSaysSo()
    {
        QTemporaryDir folder;
        const auto window = openMap(folder.path());
        QStringList told;
        for (const QLabel* label : window->findChildren<QLabel*>())
            told << label->text();
        QVERIFY(told.join(u'|').contains(QStringLiteral("There is no map of this project")));
        window->canvas()->grab();
    }
};

QTEST_MAIN(TestAtlasWindow)
#include "tst_atlas_window.moc"
