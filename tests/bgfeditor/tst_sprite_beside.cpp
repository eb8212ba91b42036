// SPDX-License-Identifier: GPL-3.0-or-later
// What stands beside the sprite in its page: another palette, a room of the world, an Aseprite picture that changes on the disk.
#include "bgfeditor/ui/import_dialog.h"
#include "bgfeditor/ui/outside_editor.h"
#include "bgfeditor/ui/palette_compare.h"
#include "bgfeditor/ui/preview_room.h"
#include "bgfeditor/ui/room_preview.h"
#include "bgfeditor/ui/sprite_canvas.h"
#include "bgfeditor/ui/sprite_import.h"
#include "client/scene/viewpoint.h"
#include "formats/base/file_io.h"
#include "tests/bgfeditor/aseprite_writer.h"
#include "tests/bgfeditor/sprite_page.h"
#include "tests/blak/blak_files.h"
#include "tests/roomedit/view_support.h"
#include "tests/support/shared_data.h"
#include "ui/background_pool.h"
#include "ui/number_field.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMouseEvent>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolTip>
#include <QThreadPool>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <tuple>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::sprites;

namespace fs = std::filesystem;

namespace {

constexpr std::uint8_t body = 0x61;

class WorldFolder : public test::FolderProject
{
public:
    explicit WorldFolder(const QString& folder) : FolderProject({fs::path(folder.toStdString())}), folder_(folder) {}
    QString root() const override { return folder_; }
    std::function<RoomFacts()> roomFactsReader(const QString&) const override
    {
        if (!arrival)
            return {};
        return [arrival = arrival] {
            RoomFacts facts;
            facts.arrival = arrival;
            return facts;
        };
    }

    std::optional<RoomFacts::Arrival> arrival;

private:
    QString folder_;
};

/// One frame of 4 x 4 in a colour of the built-in palette.
std::vector<std::byte> pictureOf(std::uint8_t index, int frames = 1)
{
    const auto& c = palette::builtIn()[index];
    test::AsepriteWriter out(4, 4, 32);
    for (int i = 0; i < frames; ++i) {
        out.frame();
        if (i == 0)
            out.layer("body", true);
        std::vector<std::uint8_t> bytes;
        for (int pixel = 0; pixel < 16; ++pixel) {
            const auto& one = i == 0 && pixel < 3 ? c : palette::builtIn()[body];
            bytes.insert(bytes.end(), {one.r, one.g, one.b, 255});
        }
        out.cel(0, 0, 0, 4, 4, bytes, true);
    }
    return out.take();
}

} // namespace

class TestSpriteBeside : public QObject
{
    Q_OBJECT

    QTemporaryDir folder_;
    std::shared_ptr<WorldFolder> project_;
    std::unique_ptr<SpriteView> view_;

    fs::path beside(const char* name) const { return fs::path(folder_.path().toStdString()) / name; }
    QString name(const char* file) const { return folder_.filePath(QLatin1String(file)); }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    void init()
    {
        view_.reset();
        bgf::Sprite sprite;
        sprite.bitmaps.push_back(bgf::encode(16, 32, std::vector<std::uint8_t>(16 * 32, body)));
        sprite.groups = {{0}};
        test::put(beside("wolf.bgf"), bgf::write(sprite));
        project_ = std::make_shared<WorldFolder>(folder_.path());
        auto opened = spriteDocumentType().open(name("wolf.bgf"), project_, nullptr);
        QVERIFY(opened);
        view_.reset(qobject_cast<SpriteView*>(opened.value()));
    }

    void cleanupTestCase() { view_.reset(); }

    void palettesAreCompared()
    {
        auto* compare = test::panelOf<PaletteCompare>(*view_, "palettes");
        QVERIFY(compare != nullptr);
        QVERIFY(compare->throughOther().isNull());
        palette::Palette other = palette::builtIn();
        other[body] = {1, 250, 2};
        other[0x20] = {3, 4, 5};
        test::put(beside("other.pal"), palette::write(other, palette::FileKind::Text));
        QVERIFY(!compare->openOther(name("wolf.bgf")));
        QVERIFY(compare->throughOther().isNull());
        QVERIFY(compare->openOther(name("other.pal")));
        QCOMPARE(compare->differing().count(), std::size_t{2});
        QVERIFY(compare->differing().test(body) && compare->differing().test(0x20));
        QCOMPARE(compare->facts()->text(), QStringLiteral("2 of 256 colours differ, 1 of them used in this frame"));
        QCOMPARE(QColor(compare->throughOther().pixel(3, 3)), QColor(1, 250, 2));
        QVERIFY(QColor(view_->model()->image(0).pixel(3, 3)) != QColor(1, 250, 2));
        compare->resize(900, 260);
        compare->show();
        const auto grids = compare->findChildren<ColourGrid*>();
        QCOMPARE(grids.size(), 2);
        const QRectF cell = grids[1]->rectOf(body);
        QVERIFY(cell.width() >= 4);
        QCOMPARE(grids[1]->grab().toImage().pixelColor(cell.center().toPoint()), QColor(1, 250, 2));
        QTest::mouseMove(grids[0], grids[0]->rectOf(body).center().toPoint());
        QTRY_VERIFY2(compare->facts()->text().contains(QStringLiteral("1, 250, 2")), qPrintable(compare->facts()->text()));
        QTest::mouseClick(compare->findChild<QAbstractButton*>(QStringLiteral("builtInPalette")), Qt::LeftButton);
        QVERIFY(compare->differing().none());
        compare->setParent(view_.get());
    }

    /// And not on the widest floor, which may be a pond; the list calls rooms as people do.
    void itStandsWhereOneArrives()
    {
        fs::copy_file(test::sourceDir() / "tests/data/rooms/terrace_13_float.roo", beside("hall.roo"), fs::copy_options::overwrite_existing);
        auto room = roomOfFile(beside("hall.roo"));
        QVERIFY(room);
        const space::Point open = openPlace(room.value());
        const auto square = [](double at) { return std::floor(at / squareSide) + 1; };
        std::optional<RoomFacts::Arrival> other;
        for (double row = 0.5; row < 40 && !other; ++row)
            for (double column = 0.5; column < 40 && !other; ++column)
                if (scene::canStand(room.value(), {column * squareSide, row * squareSide}) && square(open.x) != column + 0.5 && square(open.y) != row + 0.5)
                    other = RoomFacts::Arrival{row, column, {}};
        QVERIFY(other);
        auto* preview = test::panelOf<RoomPreview>(*view_, "preview");
        auto* row = preview->findChild<NumberField*>(QStringLiteral("previewRow"));
        auto* column = preview->findChild<NumberField*>(QStringLiteral("previewColumn"));
        QVERIFY(preview->setRoom(name("hall.roo")));
        QCOMPARE(row->value(), square(open.y));
        project_->arrival = other;
        QVERIFY(preview->setRoom(name("hall.roo")));
        QCOMPARE(row->value(), square(open.y));
        QTRY_COMPARE(row->value(), other->row + 0.5);
        QCOMPARE(column->value(), other->column + 0.5);
        QVERIFY(preview->setRoom(name("hall.roo")));
        preview->setPlace(open.x, open.y); // before it is known
        backgroundPool().waitForDone();
        QCoreApplication::processEvents();
        QCOMPARE(row->value(), square(open.y));
        // Where nobody can stand: outside, and on a floor that may not be walked on.
        roo::Room pond = room.value().room();
        const space::Point wet{other->column * squareSide, other->row * squareSide};
        pond.sectors[room.value().sectorAt(wet)].flags |= roo::sector_flag::noMove;
        test::put(beside("pond.roo"), roo::write(pond));
        const auto water = roomOfFile(beside("pond.roo"));
        QVERIFY(water && water.value().sectorAt(wet) != space::none);
        using Case = std::tuple<const char*, const space::LoadedRoom*, RoomFacts::Arrival>;
        for (const auto& [file, shown, arrival] : {Case("pond.roo", &water.value(), *other), Case("hall.roo", &room.value(), {-3, -3, {}})}) {
            project_->arrival = arrival;
            QVERIFY(preview->setRoom(name(file)));
            backgroundPool().waitForDone();
            QCoreApplication::processEvents();
            const space::Point best = openPlace(*shown);
            QVERIFY(square(best.y) != arrival.row + 0.5 || square(best.x) != arrival.column + 0.5);
            QCOMPARE(row->value(), square(best.y));
            QCOMPARE(column->value(), square(best.x));
        }
        project_->arrival.reset();

        auto* rooms = preview->findChild<QComboBox*>(QStringLiteral("previewRoom"));
        view_->setRoomTitles([](const QString& file) { return file == QLatin1String("hall.roo") ? QStringLiteral("The Great Hall \u00b7 hall.roo") : file; });
        QVERIFY(rooms->currentText().startsWith(QStringLiteral("The Great Hall"))); // it is the one shown
        QVERIFY(preview->setRoom({}));
        rooms->setCurrentIndex(0);
        rooms->setEditText(QStringLiteral("great h"));
        QTest::keyClick(rooms, Qt::Key_Return);
        QCOMPARE(rooms->currentData().toString(), name("hall.roo"));
        rooms->setEditText(QStringLiteral("great horn"));
        QTest::keyClick(rooms, Qt::Key_Return);
        QTRY_COMPARE(QToolTip::text(), QStringLiteral("No room of this project has \"great horn\" in its name or file."));
    }

    void itStandsInARoomOfTheWorld()
    {
        fs::copy_file(test::sourceDir() / "tests/data/rooms/terrace_13_float.roo", beside("hall.roo"), fs::copy_options::overwrite_existing);
        test::put(beside("broken.roo"), std::vector<std::byte>(40));
        auto* preview = test::panelOf<RoomPreview>(*view_, "preview");
        preview->resize(320, 240);
        const QImage plain = preview->grab().toImage();
        auto* rooms = preview->findChild<QComboBox*>(QStringLiteral("previewRoom"));
        auto* row = preview->findChild<NumberField*>(QStringLiteral("previewRow"));
        QVERIFY(rooms != nullptr && row != nullptr);
        rooms->showPopup();
        rooms->hidePopup();
        const int hall = rooms->findText(QStringLiteral("hall.roo"));
        QVERIFY(hall > 0 && rooms->findText(QStringLiteral("broken.roo")) > 0);
        rooms->setCurrentIndex(hall);
        emit rooms->activated(hall);
        const QImage inHall = preview->grab().toImage();
        QVERIFY(inHall != plain);
        { // where the viewer has the most room to step back
            auto room = roomOfFile(beside("hall.roo"));
            QVERIFY(room);
            const space::Point place = openPlace(room.value());
            const auto away = [&](int direction) {
                const render::Camera camera = viewerOf(room.value(), place, preview->distance() * squareSide, direction);
                return std::hypot(camera.x - place.x, camera.y - place.y);
            };
            for (int direction = 0; direction < 4096; direction += 256)
                QVERIFY(away(direction) < away(preview->direction()) + squareSide / 8);
        }
        const auto seen = [&] { // what becomes another colour with the sprite
            const QImage usual = preview->grab().toImage();
            view_->model()->setTranslation(0x4A); // all red
            const QImage red = preview->grab().toImage();
            view_->model()->setTranslation(0);
            int count = 0;
            for (int y = 0; y < red.height(); ++y)
                for (int x = 0; x < red.width(); ++x)
                    count += red.pixel(x, y) != usual.pixel(x, y);
            return count;
        };
        rooms->setCurrentIndex(0); // the hall is too narrow to step back
        emit rooms->activated(0);
        preview->setDistance(1.0);
        const int near = seen();
        preview->setDistance(3);
        const int far = seen();
        QVERIFY2(near > far && far > 0, qPrintable(QStringLiteral("%1 %2").arg(near).arg(far)));
        rooms->setCurrentIndex(hall);
        emit rooms->activated(hall);
        view_->model()->setLight(10);
        QVERIFY(preview->grab().toImage() != inHall);
        view_->model()->setLight(63);
        const QImage before = preview->grab().toImage();
        const int direction = preview->direction();
        QTest::mousePress(preview, Qt::LeftButton, {}, {100, 100});
        QMouseEvent move(QEvent::MouseMove, QPointF(160, 100), preview->mapToGlobal(QPointF(160, 100)), Qt::NoButton, Qt::LeftButton, {});
        QApplication::sendEvent(preview, &move);
        QTest::mouseRelease(preview, Qt::LeftButton, {}, {160, 100});
        QVERIFY(preview->direction() != direction);
        QVERIFY(preview->grab().toImage() != before);
        QSignalSpy told(preview, &RoomPreview::failed);
        row->setValue(9000);
        emit row->valueChanged(9000);
        QCOMPARE(told.count(), 1);
        QVERIFY(row->value() < 9000);
        QVERIFY(!preview->setRoom(name("broken.roo")));
        QCOMPARE(told.count(), 2);
        QVERIFY(preview->setRoom({}));
    }

    /// Two groups of two sides; each frame has one pixel of its own.
    void onionSkinsAreOfGroupsAnglesOrFrames()
    {
        bgf::Sprite sprite;
        for (int i = 0; i < 4; ++i) {
            std::vector<std::uint8_t> indices(16, bgf::transparentIndex);
            indices[static_cast<std::size_t>(i)] = body;
            sprite.bitmaps.push_back(bgf::encode(4, 4, indices));
        }
        sprite.groups = {{0, 3}, {2, 1}};
        test::put(beside("onion.bgf"), bgf::write(sprite));
        auto opened = spriteDocumentType().open(name("onion.bgf"), project_, nullptr);
        QVERIFY(opened);
        view_.reset(qobject_cast<SpriteView*>(opened.value()));
        SpriteCanvas& canvas = *view_->canvas();
        view_->resize(500, 400);
        view_->show();
        canvas.setZoom(16);
        canvas.setOffsetsShown(false);
        view_->model()->setGroup(0);
        QCOMPARE(view_->model()->frame(), 0);
        const QImage bare = canvas.grab().toImage();
        QColor ghost;
        const auto through = [&](const char* action) { // which frames' pixels are seen besides its own
            test::runSpriteAction(*view_, QLatin1String("sprite.") + QLatin1String(action));
            const QImage image = canvas.grab().toImage();
            QString seen;
            for (int i = 1; i < 4; ++i) {
                const QPoint at = canvas.toWidget(QPointF(i + 0.5, 0.5)).toPoint();
                if (image.pixelColor(at) != bare.pixelColor(at)) {
                    seen += QString::number(i);
                    ghost = image.pixelColor(at);
                }
            }
            return seen;
        };
        QCOMPARE(through("show.onionGroups"), QStringLiteral("2"));
        QCOMPARE(through("show.onionAngles"), QStringLiteral("3"));
        QCOMPARE(through("show.onionFrames"), QStringLiteral("1"));
        QVERIFY2(ghost.blue() > ghost.red() + 25, qPrintable(ghost.name())); // the one after, as in Aseprite
        view_->model()->setFrame(2);
        const QImage both = canvas.grab().toImage();
        const QColor earlier = both.pixelColor(canvas.toWidget(QPointF(1.5, 0.5)).toPoint()), later = both.pixelColor(canvas.toWidget(QPointF(3.5, 0.5)).toPoint());
        QVERIFY2(earlier.red() > earlier.blue() + 25 && later.blue() > later.red() + 25, qPrintable(earlier.name() + later.name()));
        view_->model()->setFrame(0);
        QVERIFY(canvas.isOnionShown() && canvas.onionSkin() == OnionSkin::Frames);
        QCOMPARE(through("show.onion"), QString()); // and off

        // The button of the header, the action of the tool bar and the canvas are of one mind, whichever is pressed.
        const auto buttons = view_->findChildren<QToolButton*>();
        const auto found = std::ranges::find_if(buttons, [](const QToolButton* one) { return one->toolTip().startsWith(QLatin1String("Onion skin")); });
        QVERIFY(found != buttons.end());
        QToolButton* button = *found;
        const ActionTable actions = spriteActions();
        const auto action = std::ranges::find(actions, QStringLiteral("sprite.show.onion"), &ActionSpec::id);
        QSignalSpy told(view_.get(), &DocumentView::statusChanged); // makes the shell look at its actions
        for (const bool byHeader : {false, true, true, false, true, false}) {
            const bool before = canvas.isOnionShown();
            told.clear();
            if (byHeader)
                button->click();
            else
                action->run(view_.get());
            QCOMPARE(canvas.isOnionShown(), !before);
            QCOMPARE(button->isChecked(), !before);
            QCOMPARE(action->checked(view_.get()), !before);
            QVERIFY(!told.isEmpty());
        }
    }

    void theViewerStaysInTheRoom()
    {
        const auto room = plainRoom(1);
        QVERIFY(room);
        const space::Point place{2 * squareSide, 1.5 * squareSide};
        const render::Camera south = viewerOf(room.value(), place, 3 * squareSide, 3072);
        QVERIFY(std::abs(south.y - 4.5 * squareSide) < 1);
        const render::Camera far = viewerOf(room.value(), place, 60 * squareSide, 3072);
        QVERIFY(far.y > 11 * squareSide && far.y < 12 * squareSide); // the wall behind
        QCOMPARE(south.z, groundAt(room.value(), place) + eyeHeight);
        const render::Camera side = viewerOf(room.value(), place, 60 * squareSide, 0);
        QVERIFY(side.x > 0 && side.x < squareSide);
    }

    /// The same height of the eye above what is looked at, wherever the viewer stands, as far as floor and ceiling leave room.
    void theEyeIsAboveTheGroundOfWhatIsSeen()
    {
        fs::copy_file(test::sourceDir() / "tests/data/rooms/terrace_13_float.roo", beside("hall.roo"), fs::copy_options::overwrite_existing);
        auto room = roomOfFile(beside("hall.roo"));
        QVERIFY(room);
        const space::Point place = openPlace(room.value());
        const double wanted = groundAt(room.value(), place) + eyeHeight;
        int uneven = 0;
        for (int direction = 0; direction < 4096; direction += 128)
            for (const double away : {0.5, 1.0, 2.0, 4.0}) {
                const render::Camera camera = viewerOf(room.value(), place, away * squareSide, direction);
                const space::Point eye{camera.x, camera.y};
                const space::Index sector = room.value().sectorAt(eye);
                QVERIFY(sector != space::none);
                const double below = groundAt(room.value(), eye), above = room.value().ceilingHeight(sector, eye);
                uneven += std::abs(below + eyeHeight - wanted) > 1;
                QVERIFY(camera.z > below && camera.z < std::max(above, below + squareSide));
                if (wanted > below + squareSide / 4 && wanted < above - squareSide / 4)
                    QCOMPARE(camera.z, wanted);
            }
        QVERIFY(uneven > 0); // the room has such places
    }

    void anAsepritePictureThatIsSavedAgainComesIn()
    {
        test::put(beside("walk.aseprite"), pictureOf(body));
        importPictures(*view_, {name("walk.aseprite")});
        SpriteModel& model = *view_->model();
        QCOMPARE(model.frameCount(), 2);
        QCOMPARE((*model.indices(1))[0], body);
        QSignalSpy told(view_.get(), &DocumentView::reported);
        const std::size_t steps = model.document().history().size();
        test::put(beside("walk.aseprite"), pictureOf(0x25, 2)); // as another program saves it, with a frame more
        QTRY_COMPARE_WITH_TIMEOUT((*model.indices(1))[0], std::uint8_t{0x25}, 10'000);
        QCOMPARE((*model.indices(1))[3], body);
        QCOMPARE(model.frameCount(), 3);
        QCOMPARE(model.document().history().size(), steps + 1);
        QTRY_VERIFY(!told.isEmpty());
        QVERIFY2(told.last().at(1).toString().contains(QStringLiteral("1 frame changed, 3 pixels")), qPrintable(told.last().at(1).toString()));
        view_->undo();
        QCOMPARE((*model.indices(1))[0], body);
        QCOMPARE(model.frameCount(), 2);
        test::put(beside("walk.aseprite"), std::vector<std::byte>(10)); // half written
        told.clear();
        QTRY_VERIFY_WITH_TIMEOUT(!told.isEmpty(), 10'000);
        QVERIFY(told.last().at(1).toString().contains(QStringLiteral("cannot be read again")));
        QCOMPARE((*model.indices(1))[0], body);
    }

    /// As another program does it while the sprite is closed.
    void anAsepritePictureIsReadAgainWhenAsked()
    {
        test::put(beside("late.aseprite"), pictureOf(body));
        importPictures(*view_, {name("late.aseprite")});
        QVERIFY(view_->document()->save());
        view_.reset();
        test::put(beside("late.aseprite"), pictureOf(0x25));
        auto opened = spriteDocumentType().open(name("wolf.bgf"), project_, nullptr);
        QVERIFY(opened);
        view_.reset(qobject_cast<SpriteView*>(opened.value()));
        SpriteModel& model = *view_->model();
        QSignalSpy told(view_.get(), &DocumentView::reported);
        QTRY_VERIFY(!told.isEmpty());
        QVERIFY2(told.last().at(1).toString().contains(QStringLiteral("late.aseprite was changed since its frames were read")),
                 qPrintable(told.last().at(1).toString()));
        QCOMPARE((*model.indices(1))[0], body); // nobody has asked yet
        test::runSpriteAction(*view_, QStringLiteral("sprite.frame.readAgain"));
        QCOMPARE((*model.indices(1))[0], std::uint8_t{0x25});
        QVERIFY(told.last().at(1).toString().contains(QStringLiteral("1 frame changed, 3 pixels")));
        test::runSpriteAction(*view_, QStringLiteral("sprite.frame.readAgain"));
        QVERIFY(told.last().at(1).toString().contains(QStringLiteral("are as they were when they were read last")));
        view_->undo();
        QCOMPARE((*model.indices(1))[0], body);
        QVERIFY(!view_->canUndo());
    }

    /// Colours as they were chosen when it came, not the usual ones.
    void anAsepritePictureIsReadAgainAsItWasRead()
    {
        test::put(beside("kept.aseprite"), pictureOf(body));
        askAndImport(*view_, {name("kept.aseprite")}, Cut::Whole);
        auto* dialog = view_->findChild<ImportDialog*>();
        QVERIFY(dialog != nullptr);
        dialog->show();
        QVERIFY(QTest::qWaitForWindowExposed(dialog));
        QVERIFY(!dialog->findChild<QComboBox*>(QStringLiteral("cut"))->isVisible()); // its tags say it
        dialog->findChild<QLineEdit*>(QStringLiteral("protected"))->setText(QStringLiteral("0-95")); // body is 0x61
        test::grabForPeople(*dialog, QStringLiteral("sprite-import-aseprite"));
        QTest::mouseClick(dialog->findChild<QPushButton*>(), Qt::LeftButton);
        SpriteModel& model = *view_->model();
        QCOMPARE(model.frameCount(), 2);
        QCOMPARE((*model.indices(1))[0], body);
        QVERIFY(view_->document()->save());
        auto opened = spriteDocumentType().open(name("wolf.bgf"), project_, nullptr);
        QVERIFY(opened);
        view_.reset(qobject_cast<SpriteView*>(opened.value()));
        test::put(beside("kept.aseprite"), pictureOf(0x25));
        test::runSpriteAction(*view_, QStringLiteral("sprite.frame.readAgain"));
        const std::uint8_t now = (*view_->model()->indices(1))[0];
        QVERIFY2(now != body && now >= 96, qPrintable(QString::number(now))); // 0x25 is protected
    }
};

QTEST_MAIN(TestSpriteBeside)
#include "tst_sprite_beside.moc"
