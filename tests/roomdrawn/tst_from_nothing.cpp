// SPDX-License-Identifier: GPL-3.0-or-later
// A room drawn from nothing with mouse and keys, saved, compiled into the sample world, served, and walked by a bot.
#include "formats/base/file_io.h"
#include "formats/space/loaded_room.h"
#include "roomedit/roomcore/map/defects.h"
#include "roomedit/roomcore/room_document.h"
#include "roomedit/ui/map_canvas.h"
#include "roomedit/ui/room_document.h"
#include "roomedit/ui/room_view.h"
#include "roomedit/ui/view3d_canvas.h"
#include "tests/roomedit/view_support.h"
#include "tests/support/run_blak.h"
#include "ui/theme.h"

#include <QAction>
#include <QApplication>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMimeData>
#include <QMouseEvent>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <filesystem>

using namespace blak;
using namespace blak::ui;
using rooms::MapItem;
using rooms::MapMode;
using rooms::RoomView;
using blak::test::Run;
using blak::test::runBlak;

namespace fs = std::filesystem;

namespace {

constexpr int wallTexture = 4140, floorTexture = 4160; // brick and flagstone of the sample world

fs::path binaries() { return qEnvironmentVariable("BLAK_BIN_DIR").toStdString(); }

/// The built sample world without what a server made of it.
void copyWorld(const fs::path& to)
{
    const fs::path from = binaries() / "../world";
    for (const auto& entry : fs::recursive_directory_iterator(from)) {
        const fs::path below = fs::relative(entry.path(), from);
        const std::string top = below.begin()->string();
        if (entry.is_directory() || (top != "kod" && top != "rooms" && top != "resource" && top != "world.json" && top != "blakston.pal"))
            continue;
        fs::create_directories((to / below).parent_path());
        fs::copy_file(entry.path(), to / below);
        fs::permissions(to / below, fs::perms::owner_write, fs::perm_options::add);
    }
}

/// What a server needs, as the manual has it: classes, resources, rooms, the table of names.
void makeRunFolder(const fs::path& world, const fs::path& run)
{
    for (const char* part : {"loadkod", "rsc", "rooms"})
        fs::create_directories(run / part);
    for (const auto& entry : fs::recursive_directory_iterator(world / "kod")) {
        const fs::path ending = entry.path().extension();
        if (ending == ".bof" || ending == ".rsc")
            fs::copy_file(entry.path(), run / (ending == ".bof" ? "loadkod" : "rsc") / entry.path().filename());
    }
    for (const auto& entry : fs::directory_iterator(world / "rooms"))
        fs::copy_file(entry.path(), run / "rooms" / entry.path().filename());
    fs::copy_file(world / "kod/kodbase.txt", run / "kodbase.txt");
    (void)writeFileAtomically(run / "blakserv.cfg",
                              std::string_view("[Socket]\nPort 0\nMaintenancePort 0\n[Auto]\nKodPeriod 100000\nSnapshotPeriod 0\n"),
                              Backup::None);
}

/// The mouse and the keyboard of somebody who sits before the room.
class Hand
{
public:
    explicit Hand(RoomView& room) : room_(room) {}

    QPoint at(QPointF editor) const { return room_.map()->toWidget(editor).toPoint(); }

    void move(QWidget* widget, QPoint to, Qt::MouseButtons buttons = {}) const
    {
        QMouseEvent event(QEvent::MouseMove, QPointF(to), widget->mapToGlobal(QPointF(to)), Qt::NoButton, buttons, {});
        QApplication::sendEvent(widget, &event);
    }
    void point(QPointF editor) const { move(room_.map(), at(editor)); }
    void click(QPointF editor, Qt::KeyboardModifiers modifiers = {}) const
    {
        QVERIFY2(room_.map()->rect().contains(at(editor)), "the place is not on the screen");
        point(editor);
        QTest::mouseClick(room_.map(), Qt::LeftButton, modifiers, at(editor));
    }
    void drag(QPointF from, QPointF to) const
    {
        const QPoint a = at(from), b = at(to);
        QVERIFY2(room_.map()->rect().contains(a) && room_.map()->rect().contains(b), "the place is not on the screen");
        move(room_.map(), a);
        QTest::mousePress(room_.map(), Qt::LeftButton, {}, a);
        for (int i = 1; i <= 4; ++i)
            move(room_.map(), a + (b - a) * i / 4, Qt::LeftButton);
        QTest::mouseRelease(room_.map(), Qt::LeftButton, {}, b);
    }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) const
    {
        room_.activateWindow();
        room_.map()->setFocus();
        QTest::keyClick(room_.map(), key, modifiers);
    }
    void drop(QWidget* on, QPoint where, int texture) const
    {
        QMimeData mime;
        mime.setData(QStringLiteral("application/x-blakston-texture"), QByteArray::number(texture));
        mime.setText(QString::number(texture));
        QDragEnterEvent enter(where, Qt::CopyAction, &mime, Qt::LeftButton, {});
        QApplication::sendEvent(on, &enter);
        QDropEvent event(QPointF(where), Qt::CopyAction, &mime, Qt::LeftButton, {});
        QApplication::sendEvent(on, &event);
    }

private:
    RoomView& room_;
};

} // namespace

class TestFromNothing : public QObject
{
    Q_OBJECT

    QTemporaryDir folder_;
    fs::path world_ = fs::path(folder_.path().toStdString()) / "world";
    fs::path file_ = world_ / "rooms/winecellar.roo";
    ActionTable table_ = rooms::roomActions();
    std::unique_ptr<RoomView> room_;

    std::size_t sectors() const { return room_->model()->room().sectors.size(); }
    int sectorAt(QPointF at) const { return room_->model()->sectorAt(at); }
    const roo::Sector& sector(QPointF at) const
    {
        return room_->model()->room().sectors[static_cast<std::size_t>(sectorAt(at))];
    }
    QString faults() const
    {
        const auto defects = roomcore::findDefects(room_->roomDocument()->map());
        return defects.count() == 0 ? QString() : QStringLiteral("%1 defects").arg(defects.count());
    }

private slots:
    void initTestCase()
    {
        installTheme(*qApp, ThemeKind::Dark);
        copyWorld(world_);
        const Run made = runBlak({QStringLiteral("room"), QStringLiteral("new"), QStringLiteral("--write"), QStringLiteral("--title"),
                               QStringLiteral("The Wine Cellar"), QString::fromStdString(world_.string()), QStringLiteral("WineCellar"),
                               QStringLiteral("LanternInn:8,4:8,10:8,9:6,4")});
        QVERIFY2(made.exitCode == 0, qPrintable(made.error));
        const auto project = std::make_shared<test::FolderProject>(std::vector<fs::path>{world_ / "resource"});
        auto opened = rooms::roomDocumentType().open(QString::fromStdString(file_.string()), project, nullptr);
        QVERIFY(opened);
        room_.reset(qobject_cast<RoomView*>(opened.value()));
        // The keys that a studio gives the rows of its action table.
        for (const ActionSpec& spec : table_) {
            auto* action = new QAction(spec.text, room_.get());
            action->setObjectName(spec.id);
            action->setShortcuts(spec.keys);
            connect(action, &QAction::triggered, this, [this, run = spec.run] { run(room_.get()); });
            room_->addAction(action);
        }
        room_->resize(1000, 760);
        room_->show();
        room_->panels().first().widget->resize(500, 400);
        room_->panels().first().widget->show();
        room_->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(room_.get()));
    }

    void itIsDrawn()
    {
        const Hand hand(*room_);
        // Nothing: no sector, no line, no thing.
        hand.press(Qt::Key_4);
        QCOMPARE(room_->model()->mode(), MapMode::Sector);
        hand.press(Qt::Key_A, Qt::ControlModifier);
        QCOMPARE(room_->model()->selection().size(), 1);
        hand.press(Qt::Key_Delete);
        hand.press(Qt::Key_5);
        hand.press(Qt::Key_A, Qt::ControlModifier);
        hand.press(Qt::Key_Delete);
        QCOMPARE(room_->model()->room().sectors.size(), 0u);
        QCOMPARE(room_->model()->room().linedefs.size(), 0u);
        QCOMPARE(room_->model()->room().things.size(), 0u);

        room_->map()->setView({544, 512}, 0.62);
        hand.press(Qt::Key_BracketLeft); // grid of 16
        QCOMPARE(room_->map()->gridStep(), 16);

        // Two sectors, one point by point, one from corner to corner.
        hand.press(Qt::Key_D);
        for (const QPointF corner : {QPointF(3, 258), QPointF(-2, 770), QPointF(514, 766), QPointF(510, 254)})
            hand.click(corner);
        hand.click({0, 256});
        QCOMPARE(sectors(), 1u);
        hand.press(Qt::Key_D, Qt::ShiftModifier);
        hand.drag({528, 256}, {1088, 768});
        hand.press(Qt::Key_Escape);
        QCOMPARE(sectors(), 2u);
        QVERIFY(sectorAt({256, 500}) >= 0 && sectorAt({700, 500}) >= 0 && sectorAt({256, 500}) != sectorAt({700, 500}));
        QCOMPARE(sectorAt({520, 300}), -1);

        // A door and a window between them.
        hand.point({511, 416});
        hand.press(Qt::Key_O);
        QCOMPARE(sectors(), 3u);
        hand.point({511, 640});
        hand.press(Qt::Key_O, Qt::ShiftModifier);
        QCOMPARE(sectors(), 4u);
        QVERIFY(sectorAt({520, 416}) >= 0 && sectorAt({520, 640}) >= 0);
        QCOMPARE(sector({520, 416}).floorHeight, sector({256, 500}).floorHeight);
        QCOMPARE(sector({520, 640}).floorHeight, sector({256, 500}).floorHeight + 40);
        QCOMPARE(faults(), QString());

        // Stairs: eight steps of 16, room above them.
        hand.press(Qt::Key_S, Qt::ShiftModifier);
        hand.drag({816, 320}, {1072, 448});
        hand.press(Qt::Key_Escape);
        QCOMPARE(sectors(), 12u);
        const int ceiling = sector({832, 400}).ceilingHeight;
        for (int i = 0; i < 16; ++i)
            hand.press(Qt::Key_PageUp, Qt::ShiftModifier);
        QCOMPARE(sector({832, 400}).ceilingHeight, ceiling + 128);
        QCOMPARE(sector({1056, 400}).floorHeight - sector({700, 500}).floorHeight, 128);

        // A slope that begins level with the floor.
        hand.press(Qt::Key_D, Qt::ShiftModifier);
        hand.drag({832, 512}, {1088, 768});
        hand.press(Qt::Key_Escape);
        QCOMPARE(sectors(), 13u);
        hand.press(Qt::Key_1);
        room_->model()->clearSelection();
        hand.press(Qt::Key_4);
        hand.click({960, 640});
        hand.press(Qt::Key_1);
        hand.click({832, 640}, Qt::ControlModifier);
        QCOMPARE(room_->model()->selection().size(), 2);
        room_->findChild<QAction*>(QStringLiteral("room.slope.floor"))->trigger();
        QVERIFY(sector({960, 640}).floorSlope.has_value());
        QCOMPARE(faults(), QString());

        // The corners of the room.
        hand.point({1, 767});
        hand.press(Qt::Key_T, Qt::ShiftModifier);
        hand.point({1087, 257});
        hand.press(Qt::Key_T, Qt::ShiftModifier);
        const auto& playable = room_->model()->index().playable();
        QCOMPARE(std::tuple(playable.left, playable.top, playable.right, playable.bottom), std::tuple(0, 768, 1088, 256));
        QCOMPARE(room_->model()->room().things.size(), 2u);
    }

    void texturesAreDroppedAndAligned()
    {
        QVERIFY(sectors() == 13);
        const Hand hand(*room_);
        room_->model()->clearSelection();
        hand.press(Qt::Key_4);
        hand.drop(room_->map(), hand.at({256, 500}), floorTexture);
        QCOMPARE(sector({256, 500}).floorTexture, floorTexture);
        hand.press(Qt::Key_3);
        for (const QPointF wall : {QPointF(0, 500), QPointF(256, 768), QPointF(256, 256)})
            hand.drop(room_->map(), hand.at(wall), wallTexture);
        // From inside: the wall ahead is pushed and the others follow it.
        hand.point({256, 500});
        hand.press(Qt::Key_C, Qt::ShiftModifier);
        auto* eye = room_->view3d();
        QVERIFY(eye != nullptr);
        render::Camera camera = eye->camera();
        camera.angle = space::anglesPerTurn / 2; // west
        eye->setCamera(camera);
        eye->grab();
        const QPoint ahead(eye->width() / 2, eye->height() / 2);
        hand.move(eye, ahead);
        QCOMPARE(room_->model()->hovered().kind, MapItem::Kind::Line);
        QTest::keyClick(eye, Qt::Key_Right, Qt::ControlModifier);
        eye->grab();
        hand.move(eye, ahead);
        QTest::keyClick(eye, Qt::Key_L, Qt::ControlModifier);
        const roo::Room& room = room_->model()->room();
        std::vector<const roo::Linedef*> walls;
        for (const roo::Linedef& line : room.linedefs)
            if (line.minusSide == 0 && line.plusSide != 0 && room.sidedefs[line.plusSide - 1u].normalTexture == wallTexture)
                walls.push_back(&line);
        QVERIFY(walls.size() >= 3);
        int pairs = 0;
        for (const roo::Linedef* a : walls)
            for (const roo::Linedef* b : walls)
                if (a != b && a->x1 == b->x0 && a->y1 == b->y0) { // b goes on where a ends
                    const int length = static_cast<int>(std::hypot(a->x1 - a->x0, a->y1 - a->y0));
                    QVERIFY2((a->plusXOffset + length - b->plusXOffset) % 64 == 0 && b->plusXOffset != 0,
                             qPrintable(QStringLiteral("%1 %2 %3").arg(a->plusXOffset).arg(length).arg(b->plusXOffset)));
                    ++pairs;
                }
        QVERIFY(pairs >= 2);
    }

    void itIsSavedWithoutFindings()
    {
        QVERIFY(sectors() == 13);
        QVERIFY(room_->isModified());
        QVERIFY(room_->save());
        QVERIFY(!room_->isModified());
        QVERIFY(fs::exists(file_.string() + "~"));
        const auto saved = roo::read(readFile(file_).value(), "saved");
        QVERIFY(saved && space::LoadedRoom::load(saved.value(), "saved"));
        QCOMPARE(saved.value().security, roo::securityValue(saved.value()));
        const Run checked = runBlak({QStringLiteral("room"), QStringLiteral("check"), QString::fromStdString(file_.string())});
        QVERIFY2(checked.exitCode == 0, qPrintable(checked.output));
        if (const QString grabs = qEnvironmentVariable("BLAK_GRAB_DIR"); !grabs.isEmpty()) {
            room_->prepareForGrab();
            room_->grab().save(grabs + QStringLiteral("/room-from-nothing.png"));
        }
    }

    void itIsServedAndWalkedFromEndToEnd()
    {
        QVERIFY(fs::exists(file_.string() + "~"));
        const QString world = QString::fromStdString(world_.string());
        const Run compiled = runBlak({QStringLiteral("compile"), QStringLiteral("--all"), QStringLiteral("--dialect"), QStringLiteral("classic"),
                                   QStringLiteral("--output"), world, world + QStringLiteral("/kod")});
        QVERIFY2(compiled.exitCode == 0, qPrintable(compiled.error));
        const fs::path run = fs::path(folder_.path().toStdString()) / "run";
        makeRunFolder(world_, run);
        QProcess server;
        server.setStandardOutputFile(QProcess::nullDevice());
        server.start(QString::fromStdString((binaries() / "blak").string()), {QStringLiteral("serve"), QString::fromStdString(run.string())});
        const auto facts = [&run] {
            const auto bytes = readFile(run / "control.json");
            return bytes ? QJsonDocument::fromJson(QByteArray(reinterpret_cast<const char*>(bytes.value().data()),
                                                              static_cast<qsizetype>(bytes.value().size())))
                               .object()
                         : QJsonObject();
        };
        QTRY_VERIFY_WITH_TIMEOUT(!facts().isEmpty(), 60'000);

        // In by the inn; through the door, up the stairs, down, up the slope, and out again.
        const fs::path script = run / "walk.bots";
        QVERIFY(writeFileAtomically(script,
                                    std::string_view("goto 11 20\ngoto 11 21\nwait 0.5\ngoto 8 9\nwait 0.5\ngoto 2 2\ngoto 6 12\ngoto 6 17\n"
                                                     "goto 6 12\ngoto 2 17\ngoto 8 17\ngoto 8 4\nwait 0.5\n"),
                                    Backup::None));
        const Run walked = runBlak({QStringLiteral("bot"), QStringLiteral("--server"),
                                 QStringLiteral("127.0.0.1:%1").arg(facts().value(QStringLiteral("players")).toInt()),
                                 QStringLiteral("--maintenance"), QString::number(facts().value(QStringLiteral("maintenance")).toInt()),
                                 QStringLiteral("--rooms"), QString::fromStdString((run / "rooms").string()), QStringLiteral("--resources"),
                                 QString::fromStdString((run / "rsc").string()), QStringLiteral("--count"), QStringLiteral("1"),
                                 QStringLiteral("--seconds"), QStringLiteral("30"), QStringLiteral("--rate"), QStringLiteral("6"),
                                 QStringLiteral("--script"), QString::fromStdString(script.string()), QStringLiteral("--json")});
        server.kill();
        server.waitForFinished();
        QVERIFY2(walked.exitCode == 0, qPrintable(walked.error));
        const QJsonObject report = QJsonDocument::fromJson(walked.output.toUtf8()).object();
        const auto number = [&report](const char* key) { return report.value(QLatin1String(key)).toInt(-1); };
        QVERIFY2(number("scripts_finished") == 1 && number("gave_up") == 0 && number("refused_moves") == 0, qPrintable(walked.output));
        int visited = 0;
        for (const QJsonValue& each : report.value(QStringLiteral("coverage")).toArray())
            if (each[QStringLiteral("room")].toString() == QStringLiteral("winecellar.roo"))
                visited = each[QStringLiteral("visited")].toInt();
        QVERIFY2(visited >= 30, qPrintable(walked.output));
    }
};

QTEST_MAIN(TestFromNothing)
#include "tst_from_nothing.moc"
