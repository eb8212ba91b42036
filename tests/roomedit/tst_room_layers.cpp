// SPDX-License-Identifier: GPL-3.0-or-later
// The panel of layers and groups, and hide, isolate and lock, by mouse and keys.
#include "roomedit/roomcore/room_sidecar.h"
#include "roomedit/ui/layers_panel.h"
#include "tests/roomedit/room_edit_case.h"
#include "tests/support/shared_data.h"

#include <QFile>
#include <QLineEdit>
#include <QSignalSpy>
#include <QToolButton>
#include <QTreeWidget>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::rooms;

class TestRoomLayers : public test::RoomEditCase
{
    Q_OBJECT

    /// Left and right room with a wall between, drawn; and the panel, shown.
    std::unique_ptr<RoomView> openTwo()
    {
        auto view = openSquare();
        run(*view, "room.tool.lines");
        click(*view, 256, 0);
        click(*view, 256, 512);
        QTest::keyClick(view->map(), Qt::Key_Return);
        run(*view, "room.tool.select");
        view->model()->clearSelection();
        for (const Panel& panel : view->panels())
            if (panel.id == QLatin1String("layers")) {
                panel_ = qobject_cast<LayersPanel*>(panel.widget);
                panel_->resize(220, 226);
                panel_->show();
            }
        [[maybe_unused]] const bool shown = QTest::qWaitForWindowExposed(panel_);
        return view;
    }

    LayersPanel* panel_ = nullptr;

    void press(const char* name)
    {
        auto* button = panel_->findChild<QToolButton*>(QLatin1String(name));
        QVERIFY(button != nullptr && button->isEnabled());
        QTest::mouseClick(button, Qt::LeftButton);
    }

    void clickRow(int row, int column)
    {
        QTreeWidget* list = panel_->list();
        const QRect place = list->visualRect(list->model()->index(row, column));
        QVERIFY(!place.isEmpty());
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, place.center());
    }

    static QColor pixelAt(RoomView& view, double x, double y)
    {
        view.prepareForGrab();
        return view.map()->grab().toImage().pixelColor(at(view, x, y));
    }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    void aLayerIsMadeNamedHiddenAndKept()
    {
        auto view = openTwo();
        QCOMPARE(sectorsOf(*view), std::size_t{2});
        run(*view, "room.mode.sector");
        click(*view, 100, 100);
        QCOMPARE(view->model()->current().kind, MapItem::Kind::Sector);
        const int left = view->model()->current().index;
        press("layers.plus");
        QCOMPARE(panel_->list()->topLevelItemCount(), 1);

        // Its name is offered for typing at once.
        QTreeWidget* list = panel_->list();
        auto* field = list->findChild<QLineEdit*>();
        QVERIFY(field != nullptr);
        field->selectAll();
        QTest::keyClicks(field, QStringLiteral("Cellar"));
        QTest::keyClick(field, Qt::Key_Return);
        QTRY_COMPARE(view->roomDocument()->arrangement().groups.at(0).name, std::string("Cellar"));
        test::grabForPeople(*panel_, QStringLiteral("layers-panel"));

        // The eye: not drawn, not picked, not selected any more.
        view->setFill(static_cast<int>(MapFill::Light));
        view->map()->setGridShown(false);
        const QColor shown = pixelAt(*view, 100, 100), otherShown = pixelAt(*view, 400, 100);
        clickRow(0, 2);
        QVERIFY(view->roomDocument()->arrangement().groups.at(0).isHidden);
        QVERIFY(view->model()->selection().isEmpty());
        QVERIFY(pixelAt(*view, 100, 100) != shown);
        QCOMPARE(pixelAt(*view, 400, 100), otherShown);
        test::grabForPeople(*view, QStringLiteral("layers-hidden"));
        click(*view, 100, 100);
        QVERIFY(view->model()->selection().isEmpty());
        run(*view, "room.select.all");
        QCOMPARE(view->model()->selection().size(), qsizetype{1});
        QVERIFY(view->model()->current().index != left);

        // Undo shows it again; saved and opened again it is as it was.
        view->undo();
        QVERIFY(!view->model()->isHidden({MapItem::Kind::Sector, left}));
        view->redo();
        QVERIFY(view->model()->isHidden({MapItem::Kind::Sector, left}));
        const QString path = view->path();
        QVERIFY(view->roomDocument()->save());
        QVERIFY(std::filesystem::exists(roomcore::sidecarOf(path.toStdString())));
        view.reset();
        view = openFile(path);
        QCOMPARE(view->roomDocument()->arrangement().groups.at(0).name, std::string("Cellar"));
        QVERIFY(view->model()->isHidden({MapItem::Kind::Sector, left}));
        run(*view, "room.arrange.show");
        QVERIFY(!view->model()->isHidden({MapItem::Kind::Sector, left}));

        // A room that is closed while a name is typed.
        for (const Panel& panel : view->panels())
            if (auto* layers = qobject_cast<LayersPanel*>(panel.widget)) {
                layers->show();
                list = layers->list();
            }
        list->editItem(list->topLevelItem(0), 0);
        QVERIFY(list->findChild<QLineEdit*>() != nullptr);
        QTest::keyClicks(list->findChild<QLineEdit*>(), QStringLiteral("Half a na"));
        view.reset();
        std::filesystem::remove(roomcore::sidecarOf(path.toStdString())); // the next room is of the same name
    }

    void whatIsLockedIsNeitherSelectedNorMoved()
    {
        auto view = openTwo();
        run(*view, "room.mode.sector");
        click(*view, 100, 100);
        const int left = view->model()->current().index;
        press("layers.plus");
        clickRow(0, 1);
        QVERIFY(view->roomDocument()->arrangement().groups.at(0).isLocked);
        click(*view, 100, 100);
        QVERIFY(view->model()->selection().isEmpty());
        run(*view, "room.mode.line");
        drag(*view, {0, 256}, {-64, 256});
        click(*view, 0, 256);
        QVERIFY(view->model()->selection().isEmpty());
        run(*view, "room.mode.vertex");
        click(*view, 256, 0);
        QVERIFY(view->model()->selection().isEmpty());

        // The neighbour would pull the wall between them along: refused in words. Its own far wall moves.
        run(*view, "room.mode.sector");
        QSignalSpy told(view->model(), &RoomModel::noticed);
        const auto revision = view->roomDocument()->revision();
        click(*view, 400, 100);
        QCOMPARE(view->model()->selection().size(), qsizetype{1});
        drag(*view, {400, 100}, {464, 100});
        QVERIFY(told.size() >= 1);
        QVERIFY(told.front().front().toString().contains(QLatin1String("locked")));
        run(*view, "room.nudge.right");
        run(*view, "room.edit.delete");
        QCOMPARE(sectorsOf(*view), std::size_t{2});
        QCOMPARE(view->roomDocument()->revision(), revision);
        run(*view, "room.mode.line");
        drag(*view, {512, 256}, {576, 256});
        QVERIFY(view->roomDocument()->revision() != revision);
        QCOMPARE(faults(*view), QString());

        run(*view, "room.arrange.unlock");
        run(*view, "room.mode.sector");
        click(*view, 100, 100);
        QCOMPARE(view->model()->current().index, left);
    }

    void everyEditRespectsTheLock()
    {
        auto view = openTwo();
        run(*view, "room.mode.sector");
        click(*view, 100, 100);
        press("layers.plus");
        clickRow(0, 1); // locked
        const std::vector<roo::Sector> before = view->model()->room().sectors;
        QSignalSpy told(view->model(), &RoomModel::noticed);
        run(*view, "room.tool.lines");
        click(*view, 128, 0);
        click(*view, 128, 512);
        QTest::keyClick(view->map(), Qt::Key_Return);
        run(*view, "room.tool.select");
        QCOMPARE(told.size(), 1);
        QVERIFY(told.front().front().toString().contains(QLatin1String("locked")));
        QCOMPARE(sectorsOf(*view), std::size_t{2});
        QVERIFY(view->model()->room().sectors == before);
        QCOMPARE(faults(*view), QString());
        // Its neighbour is free.
        click(*view, 400, 100);
        run(*view, "room.height.floorUp");
        QCOMPARE(told.size(), 1);
        QVERIFY(!(view->model()->room().sectors == before));
    }

    void aClickOnAGroupSelectsAllOfIt()
    {
        auto view = openTwo();
        run(*view, "room.mode.sector");
        run(*view, "room.select.all");
        QCOMPARE(view->model()->selection().size(), qsizetype{2});
        press("layers.link");
        view->model()->clearSelection();
        click(*view, 100, 100);
        QCOMPARE(view->model()->selection().size(), qsizetype{2});
        click(*view, 400, 100, Qt::ShiftModifier);
        QCOMPARE(view->model()->selection().size(), qsizetype{0});
        run(*view, "room.arrange.whole");
        click(*view, 100, 100);
        QCOMPARE(view->model()->selection().size(), qsizetype{1});
        run(*view, "room.select.none");
        clickRow(0, 0); // the row of the panel
        QCOMPARE(view->model()->selection().size(), qsizetype{2});
    }

    void hideIsolateAndShowByTheirCommands()
    {
        auto view = openTwo();
        run(*view, "room.mode.sector");
        click(*view, 100, 100);
        const int left = view->model()->current().index;
        run(*view, "room.arrange.isolate");
        QVERIFY(!view->model()->isHidden({MapItem::Kind::Sector, left}));
        QVERIFY(view->model()->isHidden({MapItem::Kind::Sector, 1 - left}));
        QVERIFY(view->model()->isHidden({MapItem::Kind::Thing, 0}));
        run(*view, "room.arrange.show");
        QVERIFY(!view->model()->isHidden({MapItem::Kind::Sector, 1 - left}));
        click(*view, 100, 100);
        run(*view, "room.arrange.hide");
        QVERIFY(view->model()->isHidden({MapItem::Kind::Sector, left}));
        QVERIFY(view->model()->selection().isEmpty());

        // Forgetting a layer leaves its parts.
        click(*view, 400, 100);
        press("layers.plus");
        QCOMPARE(panel_->list()->topLevelItemCount(), 1);
        press("layers.trash");
        QCOMPARE(panel_->list()->topLevelItemCount(), 0);
        QCOMPARE(sectorsOf(*view), std::size_t{2});
        test::grabForPeople(*panel_, QStringLiteral("layers-empty"));
    }

    void aRefusedNameGoesBack()
    {
        auto view = openTwo();
        run(*view, "room.mode.sector");
        click(*view, 100, 100);
        press("layers.plus");
        click(*view, 400, 100);
        press("layers.plus");
        QCOMPARE(panel_->list()->topLevelItemCount(), 2);
        QSignalSpy told(view->model(), &RoomModel::noticed);
        panel_->list()->topLevelItem(1)->setText(0, panel_->list()->topLevelItem(0)->text(0));
        QCOMPARE(told.size(), 1);
        QCOMPARE(panel_->list()->topLevelItem(1)->text(0), QStringLiteral("Layer 2"));
    }

    /// Of a large room lines come at once and floors when its tree is built: what is painted in between must not stay.
    void floorsComeBackInALargeRoom()
    {
        BLAK_NEED_SHARED(corpus, "corpus/roo");
        const QString path = folder_.filePath(QStringLiteral("large.roo"));
        QFile::remove(path);
        QVERIFY(QFile::copy(QString::fromStdString((corpus / "om__15__labyrinth1.roo").string()), path));
        auto view = openFile(path);
        view->setFill(static_cast<int>(MapFill::Light));
        view->map()->fitRoom();
        const auto picture = [&] {
            view->prepareForGrab();
            return view->map()->grab().toImage();
        };
        const auto paintAsItIs = [&] { // without waiting for the tree
            view->map()->paintCompletely();
            (void)view->map()->grab();
        };
        const auto asPaintedAnew = [&] {
            const int fill = static_cast<int>(view->map()->fill());
            view->setFill(static_cast<int>(MapFill::None));
            view->setFill(fill);
            return picture();
        };
        picture();
        view->model()->select({MapItem::Kind::Sector, 100});
        run(*view, "room.arrange.hide");
        QVERIFY(view->model()->isBuilding());
        paintAsItIs();
        view->model()->finishBuilding();
        const QImage hidden = picture();
        QCOMPARE(hidden, asPaintedAnew());
        view->undo();
        view->map()->zoomStep(1);
        paintAsItIs();
        view->model()->finishBuilding();
        const QImage shown = picture();
        QCOMPARE(shown, asPaintedAnew());
    }
};

QTEST_MAIN(TestRoomLayers)
#include "tst_room_layers.moc"
