// SPDX-License-Identifier: GPL-3.0-or-later
// Commands of the room editor by mouse and keys: what is built, found, pasted and repeated, and the grid that one walks.
#include "roomedit/ui/find_replace_dialog.h"
#include "roomedit/ui/paste_dialogs.h"
#include "roomedit/ui/room_editing.h"
#include "tests/roomedit/room_edit_case.h"
#include "ui/number_field.h"

#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTreeWidget>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::rooms;

class TestRoomCommands : public test::RoomEditCase
{
    Q_OBJECT

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    /// What cannot be run says what it takes, and no longer once it is there.
    void commandsSayWhatTheyWaitFor()
    {
        auto view = openSquare();
        const auto needs = [&](const char* id) -> QString {
            for (const ActionSpec& spec : actions_)
                if (spec.id == QLatin1String(id))
                    return spec.enabled && !spec.enabled(view.get()) ? spec.needs ? spec.needs(view.get()) : QStringLiteral("nothing is said") : QString();
            return QStringLiteral("no such command");
        };
        view->model()->clearSelection();
        for (const ActionSpec& spec : actions_)
            if (spec.enabled && !spec.enabled(view.get()))
                QVERIFY2(spec.needs && spec.needs(view.get()).endsWith(u'.'), qPrintable(spec.id));
        QCOMPARE(needs("room.nudge.right"), QStringLiteral("Select something in the room first."));
        QCOMPARE(needs("room.line.split"), QStringLiteral("Select a line first."));
        QCOMPARE(needs("room.sector.join"), QStringLiteral("Select two sectors first."));
        QCOMPARE(needs("room.bridge"), QStringLiteral("Select two lines first."));
        view->model()->select({MapItem::Kind::Line, 0});
        QCOMPARE(needs("room.turn.right"), QString());
        QCOMPARE(needs("room.line.split"), QString());
        QVERIFY(!needs("room.bridge").isEmpty());
        // A sector tilts from a line of its border, and is levelled only when it slopes.
        const QString tilt = QStringLiteral("Select one sector and one line of its border first.");
        QCOMPARE(needs("room.slope.floor"), tilt);
        view->model()->select({MapItem::Kind::Sector, 0});
        QCOMPARE(needs("room.slope.floor"), tilt);
        QVERIFY(!needs("room.slope.level").isEmpty());
        view->model()->toggle({MapItem::Kind::Line, 0});
        QCOMPARE(needs("room.slope.floor"), QString());
        run(*view, "room.slope.floor");
        QVERIFY(view->model()->room().sectors[0].floorSlope.has_value());
        view->model()->select({MapItem::Kind::Sector, 0});
        QCOMPARE(needs("room.slope.level"), QString());
        QVERIFY(!needs("room.slope.levelCeiling").isEmpty());
        // A line somewhere else in the room is none to tilt from, nor one that the tool begins at.
        run(*view, "room.slope.level");
        run(*view, "room.tool.rectangle");
        drag(*view, {192, 192}, {256, 256});
        drag(*view, {384, 384}, {448, 448});
        run(*view, "room.tool.select");
        const auto& index = view->model()->index();
        const int inner = index.sectorAt({224, 224}), elsewhere = index.linesNear({416, 384}, 4).front();
        QVERIFY(inner > 0);
        view->model()->select({MapItem::Kind::Sector, inner});
        view->model()->toggle({MapItem::Kind::Line, elsewhere});
        QCOMPARE(needs("room.slope.floor"), tilt);
        run(*view, "room.tool.slope");
        QVERIFY(view->map()->isSloping());
        QVERIFY(view->map()->tools().slope()->points().empty());
    }

    /// One place says what was refused, and while a slope is made its bar and the status say how it goes on and ends.
    void whatIsToldIsToldOnceAndASlopeSaysItsEnd()
    {
        auto view = openSquare();
        view->model()->select({MapItem::Kind::Sector, 0});
        run(*view, "room.tool.slope");
        const auto shown = [&](const QString& part) {
            return std::ranges::count_if(view->findChildren<QLabel*>(), [&](const QLabel* label) { return label->isVisible() && label->text().contains(part); });
        };
        QCOMPARE(shown(QStringLiteral("Click vertex 1 of 3 \u00b7 Esc: end")), 1);
        view->activateWindow();
        view->map()->setFocus(); // the keys are its
        QTRY_VERIFY(view->map()->hasFocus());
        QVERIFY(view->statusLeft().last().contains(QStringLiteral("Enter done \u00b7 Esc back")));
        QSignalSpy told(view.get(), &DocumentView::reported);
        click(*view, 256, 256);
        QCOMPARE(told.size(), 1);
        QCOMPARE(shown(told[0][1].toString()), 0);
        click(*view, 0, 0);
        QCOMPARE(shown(QStringLiteral("Click vertex 2 of 3 \u00b7 Esc: back")), 1);
        click(*view, 512, 0);
        click(*view, 512, 512);
        QCOMPARE(shown(QStringLiteral("Enter: done")), 1);
        QTest::keyClick(view->map(), Qt::Key_Return);
        QVERIFY(!view->map()->isSloping());
        QCOMPARE(shown(QStringLiteral("Enter: done")), 0);
        QVERIFY(!view->statusLeft().last().contains(QStringLiteral("Esc back")));
    }

    void theGridSaysWhatIsInTheWay()
    {
        auto view = openSquare();
        run(*view, "room.tool.rectangle");
        drag(*view, {256, 256}, {384, 384});
        run(*view, "room.tool.select");
        view->model()->setMode(MapMode::Sector);
        click(*view, 300, 300);
        for (int i = 0; i < 5; ++i)
            run(*view, "room.height.floorUp"); // a block of 40
        view->model()->clearSelection();
        run(*view, "room.view.walk");
        WalkOverlay* walk = view->map()->walk();
        walk->finish();
        QVERIFY(walk->isShown() && walk->grid() != nullptr);
        const auto goes = [walk](space::Cell from, space::Direction way) { return walk->grid() != nullptr && walk->grid()->canLeave(from, way); };
        QVERIFY(!goes({3, 3}, space::Direction::East)); // nobody climbs the block,
        QVERIFY(goes({3, 4}, space::Direction::West));  // but one comes down
        // The square left of the block: a click asks, and selects nothing.
        click(*view, 224, 288);
        QVERIFY(view->model()->selection().isEmpty());
        QCOMPARE(walk->asked(), std::optional(space::Cell{3, 3}));
        QVERIFY(!walk->answers().isEmpty());
        const auto east = std::ranges::find_if(walk->answers(), [](const auto& each) { return each.way == space::Direction::East; });
        QVERIFY(east != walk->answers().end());
        QVERIFY(east->verdict.block == roomcore::StepBlock::HighStep);
        QCOMPARE(east->verdict.amount, 40);
        QVERIFY(view->map()->accessibleDescription().contains(QStringLiteral("a step of 40")));
        view->map()->grab();
        // The box leaves most of the map free, says all the same, and a click folds it to its first line: no question about what is below.
        const QRectF box = walk->box();
        QVERIFY(!box.isEmpty() && box.width() <= std::max(220.0, 0.47 * view->map()->width()));
        QTest::mouseClick(view->map(), Qt::LeftButton, {}, box.center().toPoint());
        QVERIFY(walk->isFolded());
        QCOMPARE(walk->asked(), std::optional(space::Cell{3, 3}));
        view->map()->grab();
        QVERIFY2(walk->box().height() < box.height() && walk->box().topLeft() == box.topLeft(), "folded to its first line");
        QTest::mouseClick(view->map(), Qt::LeftButton, {}, walk->box().center().toPoint());
        QVERIFY(!walk->isFolded());
        view->map()->grab();
        QCOMPARE(walk->box(), box);
        QTest::mouseClick(view->map(), Qt::LeftButton, {}, walk->box().center().toPoint()); // as somebody left it
        view->map()->grab();
        QVERIFY(walk->isFolded());
        QTest::mouseClick(view->map(), Qt::LeftButton, {}, walk->box().center().toPoint());
        // It follows edits: a step of 16 bars nobody.
        view->model()->setMode(MapMode::Sector);
        view->model()->select({MapItem::Kind::Sector, view->model()->index().sectorAt({300, 300})});
        for (int i = 0; i < 3; ++i)
            run(*view, "room.height.floorDown");
        walk->finish();
        QVERIFY(goes({3, 3}, space::Direction::East));
        QVERIFY(walk->answers().isEmpty());
        test::grabForPeople(*view, QStringLiteral("room-walk"), [](QWidget& widget) { static_cast<RoomView&>(widget).prepareForGrab(); });
        // Escape takes the question back, then the selection; outside of the grid nothing is asked.
        QTest::keyClick(view->map(), Qt::Key_Escape);
        QVERIFY(!walk->asked());
        QVERIFY(!view->model()->selection().isEmpty());
        click(*view, -40, 288);
        QVERIFY(!walk->asked());
        run(*view, "room.view.walk");
        click(*view, 300, 300);
        QCOMPARE(view->model()->current().kind, MapItem::Kind::Sector);
    }

    void commandsAreRepeated()
    {
        auto view = openSquare();
        run(*view, "room.tool.rectangle");
        drag(*view, {64, 64}, {128, 128});
        drag(*view, {192, 64}, {256, 128});
        run(*view, "room.tool.select");
        run(*view, "room.edit.repeat"); // nothing yet
        view->model()->setMode(MapMode::Sector);
        click(*view, 90, 90);
        run(*view, "room.height.floorUp");
        click(*view, 220, 90);
        run(*view, "room.edit.repeat");
        const auto floorAt = [&](double x) { return view->model()->room().sectors[static_cast<std::size_t>(view->model()->index().sectorAt({x, 90}))].floorHeight; };
        QCOMPARE(floorAt(90), 8);
        QCOMPARE(floorAt(220), 8);
        QCOMPARE(floorAt(400), 0);
        // What is like the selection, and what is next to it.
        run(*view, "room.select.sameHeights");
        QCOMPARE(view->model()->selection().size(), 2);
        run(*view, "room.select.neighbours");
        QCOMPARE(view->model()->selection().size(), 3);
    }

    void archesBridgesAndLifts()
    {
        auto view = openSquare();
        run(*view, "room.tool.rectangle");
        drag(*view, {544, 0}, {1024, 512});
        run(*view, "room.tool.select");
        QCOMPARE(sectorsOf(*view), 2u);
        move(view->map(), at(*view, 510, 256));
        run(*view, "room.opening.arch");
        QCOMPARE(sectorsOf(*view), 10u);
        QCOMPARE(faults(*view), QString());
        view->undo();
        view->model()->setMode(MapMode::Line);
        click(*view, 512, 256);
        click(*view, 544, 256, Qt::ControlModifier);
        QCOMPARE(view->model()->selection().size(), 2);
        run(*view, "room.bridge");
        QVERIFY(sectorsOf(*view) > 2u);
        QCOMPARE(faults(*view), QString());
        view->undo();
        view->model()->setMode(MapMode::Sector);
        click(*view, 600, 100);
        run(*view, "room.mover.lift");
        QCOMPARE(view->model()->room().sectors[static_cast<std::size_t>(view->model()->index().sectorAt({600, 100}))].userId, 1);
        run(*view, "room.corner.fit");
        QCOMPARE(view->model()->index().playable().right, 1024);
        view->roomDocument()->history().moveTo(0);
        QVERIFY(!view->isModified());
    }

    void piecesAreFilesAndComeInRows()
    {
        auto view = openSquare();
        run(*view, "room.tool.rectangle");
        drag(*view, {64, 64}, {96, 96});
        run(*view, "room.tool.select");
        view->model()->setMode(MapMode::Sector);
        click(*view, 80, 80);
        const QString file = folder_.filePath(QStringLiteral("block.prefab"));
        run(*view, "room.prefab.save"); // has a name to start with, as every file that is written
        auto* chooser = view->findChild<QFileDialog*>();
        QVERIFY(chooser != nullptr && !chooser->selectedFiles().isEmpty());
        QVERIFY2(chooser->selectedFiles().front().endsWith(QFileInfo(view->path()).completeBaseName() + QStringLiteral(".prefab")),
                 qPrintable(chooser->selectedFiles().front()));
        delete chooser;
        QVERIFY(savePrefab(*view->model(), file));
        QVERIFY(insertPrefab(*view->model(), file, {400, 400}));
        QCOMPARE(sectorsOf(*view), 3u);
        QVERIFY(view->model()->index().sectorAt({400, 400}) > 0);
        QVERIFY(!insertPrefab(*view->model(), folder_.filePath(QStringLiteral("none.prefab")), {400, 400}));
        view->undo();
        // Four copies, each beside and above the one before.
        click(*view, 80, 80);
        run(*view, "room.edit.copy");
        move(view->map(), at(*view, 80, 208));
        run(*view, "room.edit.pasteSpecial");
        auto* dialog = view->findChild<PasteSpecialDialog*>();
        QVERIFY(dialog != nullptr);
        dialog->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(dialog));
        const auto type = [dialog](const char* name, const char* text) {
            auto* field = dialog->findChild<NumberField*>(QLatin1String(name));
            field->setFocus();
            field->selectAll();
            QTest::keyClicks(field, QLatin1String(text));
            QTest::keyClick(field, Qt::Key_Tab);
        };
        type("paste.copies", "4");
        type("paste.x", "64");
        type("paste.raise", "8");
        type("paste.raiseStep", "8");
        auto* buttons = dialog->findChild<QDialogButtonBox*>();
        for (QAbstractButton* button : buttons->buttons())
            if (buttons->buttonRole(button) == QDialogButtonBox::AcceptRole)
                QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(sectorsOf(*view), 6u);
        for (int i = 0; i < 4; ++i) {
            const int sector = view->model()->index().sectorAt({80.0 + 64 * i, 208});
            QVERIFY(sector > 0);
            QCOMPARE(view->model()->room().sectors[static_cast<std::size_t>(sector)].floorHeight, 8 * (i + 1));
        }
        QCOMPARE(faults(*view), QString());
        view->undo(); // one step
        QCOMPARE(sectorsOf(*view), 2u);
    }

    /// The texture of what is selected is what is sought, whichever part of a line shows it.
    void theTextureOfTheSelectionIsSought()
    {
        QTemporaryDir world;
        roo::Room room = test::drawnSquare();
        for (roo::Sidedef& side : room.sidedefs) {
            side.normalTexture = side.aboveTexture = 0;
            side.belowTexture = 321;
        }
        const QString path = world.filePath(QStringLiteral("step.roo"));
        QVERIFY(writeFileAtomically(path.toStdString(), roo::write(room), Backup::None));
        auto opened = RoomView::open(path, std::make_shared<test::FolderProject>(std::vector<std::filesystem::path>{}, world.path()), nullptr);
        QVERIFY(opened);
        const std::unique_ptr<RoomView> view(qobject_cast<RoomView*>(opened.value()));
        MapItem line;
        line.kind = MapItem::Kind::Line;
        line.index = 0;
        view->model()->select(line);
        QCOMPARE(view->findReplace()->query().value, 321);
    }

    /// Nothing can be pasted before something of the kind was copied, in whatever room.
    void propertiesArePastedOnlyWhereSomethingWasCopied()
    {
        auto view = openSquare();
        const auto canPaste = [&] {
            const auto spec = std::ranges::find_if(actions_, [](const ActionSpec& one) { return one.id == QLatin1String("room.properties.paste"); });
            return spec != actions_.end() && spec->enabled(view.get());
        };
        view->model()->select({MapItem::Kind::Vertex, 0});
        QVERIFY(!canPaste());
        view->model()->select({MapItem::Kind::Sector, 0});
        const bool wasCopied = canPaste(); // by a test before
        run(*view, "room.properties.copy");
        QVERIFY(canPaste());
        QVERIFY(!wasCopied);
        view->model()->select({MapItem::Kind::Line, 0});
        QVERIFY(!canPaste()); // a sector was copied, no side
    }

    void partsAreFoundAndReplaced()
    {
        QTemporaryDir world;
        for (const char* name : {"one.roo", "two.roo"})
            QVERIFY(writeFileAtomically(world.filePath(QLatin1String(name)).toStdString(), roo::write(test::drawnSquare()), Backup::None));
        auto project = std::make_shared<test::FolderProject>(std::vector<std::filesystem::path>{}, world.path());
        auto opened = RoomView::open(world.filePath(QStringLiteral("one.roo")), project, nullptr);
        QVERIFY(opened);
        const std::unique_ptr<RoomView> view(qobject_cast<RoomView*>(opened.value()));
        FindReplaceDialog* dialog = view->findReplace();
        dialog->show();
        dialog->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(dialog));
        const auto type = [dialog](const char* field, const char* text) {
            auto* number = dialog->findChild<NumberField*>(QLatin1String(field));
            QVERIFY(number != nullptr);
            number->setFocus();
            number->selectAll();
            QTest::keyClicks(number, QLatin1String(text));
            QTest::keyClick(number, Qt::Key_Tab);
        };
        QVERIFY(dialog->findChild<NumberField*>(QStringLiteral("find.value"))->hasFocus()); // digits go where they are meant
        dialog->setQuery({roomcore::Findable::Texture, 0});
        QCOMPARE(dialog->findChild<NumberField*>(QStringLiteral("find.value"))->selectedText(), QStringLiteral("0"));
        type("find.value", "5");
        type("find.with", "6");
        QSignalSpy revealed(view->model(), &RoomModel::revealRequested);
        dialog->find();
        QCOMPARE(view->model()->selection().size(), 4);
        QCOMPARE(revealed.size(), 1);
        QCOMPARE(revealed[0][0].toRectF(), QRectF(0, 0, 512, 512)); // all that was found, not the first part
        dialog->replaceAll();
        QCOMPARE(view->model()->room().sidedefs[0].normalTexture, 6);
        dialog->find();
        QVERIFY(view->model()->selection().isEmpty());
        view->undo();
        QVERIFY(!dialog->outcome().isEmpty());
        type("find.value", "7");
        QVERIFY(dialog->outcome().isEmpty()); // the answer to another question
        type("find.value", "5");

        // In the whole project: the other room is changed too, nothing is written, and undo takes back both.
        dialog->setScope(FindReplaceDialog::Scope::Project);
        dialog->find();
        dialog->finish();
        QVERIFY2(dialog->outcome().contains(QStringLiteral("2 of 2")), qPrintable(dialog->outcome()));
        QSignalSpy chosen(view.get(), &DocumentView::openRequested);
        auto* list = dialog->findChild<QTreeWidget*>();
        QCOMPARE(list->topLevelItemCount(), 2);
        emit list->itemActivated(list->topLevelItem(1), 0);
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen[0][0].toString(), world.filePath(QStringLiteral("two.roo")));
        dialog->replaceAll();
        dialog->finish();
        QVERIFY2(dialog->outcome().contains(QStringLiteral("8 places changed in 2 rooms")), qPrintable(dialog->outcome()));
        QCOMPARE(std::string(view->roomDocument()->history().undoName()), std::string("Replace texture 5 by 6 in 2 rooms"));
        const auto other = std::dynamic_pointer_cast<roomcore::RoomDocument>(project->workspace()->find(world.filePath(QStringLiteral("two.roo")).toStdString()));
        QVERIFY(other != nullptr && other->isModified());
        QCOMPARE(other->copy().value()->room.sidedefs[0].normalTexture, 6);
        QCOMPARE(roo::read(readFile(world.filePath(QStringLiteral("two.roo")).toStdString()).value(), "two").value().sidedefs[0].normalTexture, 5);
        view->undo();
        QVERIFY(!view->isModified() && !other->isModified());
    }
};

QTEST_MAIN(TestRoomCommands)
#include "tst_room_commands.moc"
