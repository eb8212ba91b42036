// SPDX-License-Identifier: GPL-3.0-or-later
// Commands by palette, key, menu and tool bar.
#include "studio/shell/command_palette.h"
#include "studio/shell/dock.h"
#include "studio/shell/document_area.h"
#include "studio/shell/perspective_docks.h"
#include "studio/shell/project_browser.h"
#include "studio/shell/project_model.h"
#include "studio/shell/recent_projects.h"
#include "studio/shell/settings_dialog.h"
#include "studio/shell/shortcut_page.h"
#include "studio/shell/studio_settings.h"
#include "studio/shell/studio_window.h"
#include "studio/shell/tool_strip.h"
#include "tests/studio/shell_fixture.h"
#include "ui/place_path.h"
#include "ui/search_field.h"
#include "ui/status_strip.h"
#include "ui/theme.h"
#include "ui/toast.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QKeySequenceEdit>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QRegularExpression>
#include <QScreen>
#include <QSignalSpy>
#include <QTabBar>
#include <QTest>
#include <QToolButton>
#include <QTreeView>
#include <QTreeWidget>

#include <memory>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::shell;
using blak::test::FakeDocument;
using blak::test::FakeProject;

class TestCommands : public QObject, test::ShellFixture
{
    Q_OBJECT

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    void init() { begin(); }

    void cleanup()
    {
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete); // what tool strips no longer show goes a little later
        QVERIFY(QApplication::topLevelWidgets().isEmpty());
    }

    /// What matches can be scrolled through, not only the first ten; a document that is open already gets the keys.
    void thePaletteScrollsAndGivesTheFocusOn()
    {
        const auto window = makeWindow();
        openProjectIn(*window);
        for (int i = 0; i < 12; ++i)
            project_->write(QStringLiteral("kod/o%1.kod").arg(i), "O is Object\nend\n");
        window->index().refresh();
        QTRY_VERIFY(window->index().holds(project_->path("kod/o11.kod")));
        window->palette().open({});
        QTest::keyClicks(window->palette().field(), QStringLiteral("o"));
        const auto all = window->palette().shownTexts();
        QVERIFY2(all.size() > CommandPalette::maxRows, qPrintable(QString::number(all.size())));
        auto* list = window->palette().findChild<QListView*>();
        QVERIFY(list->height() < (CommandPalette::maxRows + 1) * list->sizeHintForRow(0));
        for (int i = 0; i < CommandPalette::maxRows; ++i)
            QTest::keyClick(window->palette().field(), Qt::Key_Down);
        QCOMPARE(list->currentIndex().row(), CommandPalette::maxRows);
        QVERIFY(list->viewport()->rect().contains(list->visualRect(list->currentIndex()).center()));
        // A file and a line, as compilers write them.
        QSignalSpy chosen(&window->palette(), &CommandPalette::fileChosen);
        window->palette().field()->clear();
        QTest::keyClicks(window->palette().field(), QStringLiteral("o7.kod:2"));
        QCOMPARE(window->palette().shownTexts().value(0), QStringLiteral("o7.kod"));
        QTest::keyClick(window->palette().field(), Qt::Key_Return);
        QCOMPARE(chosen.value(0).value(0).toString(), placePath(project_->path("kod/o7.kod"), QStringLiteral("2")));
    }

    /// Keys go to the palette from a dock that is a window of its own, which lies above it, and back.
    void thePaletteOpensFromAFloatingDock()
    {
        const auto window = makeWindow();
        openProjectIn(*window);
        window->open(project_->path("rooms/square.roo"));
        Dock* dock = dockOf(*window, "problems");
        dock->setFloating(true);
        dock->setGeometry(QRect(window->mapToGlobal(QPoint(window->width() / 2, 60)), QSize(260, 200)));
        auto* words = new QLineEdit(dock);
        words->show();
        dock->show();
        dock->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(dock));
        words->setFocus();
        QTRY_VERIFY(words->hasFocus());
        window->palette().open(QStringLiteral(">"));
        QTRY_VERIFY(window->palette().field()->hasFocus());
        QVERIFY(!dock->frameGeometry().intersects(QRect(window->palette().mapToGlobal(QPoint()), window->palette().size())));
        QTest::keyClick(window->palette().field(), Qt::Key_Escape);
        QVERIFY(!window->palette().isVisible());
        QTRY_VERIFY(words->hasFocus());
    }

    /// A dock that is made to float stands beside its place, in a frame, and all of it on the screen.
    void aDockFloatsAwayFromItsPlace()
    {
        const auto window = makeWindow();
        openProjectIn(*window);
        window->open(project_->path("rooms/square.roo"));
        Dock* dock = dockOf(*window, "room/inspector");
        QTRY_VERIFY(dock->isVisible());
        const QRect before(dock->mapToGlobal(QPoint()), dock->size());
        QToolButton* button = nullptr;
        for (QToolButton* one : dock->findChildren<QToolButton*>())
            if (one->accessibleName() == QLatin1String("Float"))
                button = one;
        QVERIFY(button != nullptr && button->isVisible());
        QTest::mouseClick(button, Qt::LeftButton);
        QVERIFY(dock->isFloating());
        QTRY_VERIFY(dock->frameGeometry().left() <= before.left() - 20);
        QVERIFY(dock->screen()->availableGeometry().contains(dock->frameGeometry()));
        const QImage shown = dock->grab().toImage();
        QCOMPARE(shown.pixelColor(0, shown.height() / 2), theme().borderStrong);
        QTest::mouseClick(button, Qt::LeftButton);
        QVERIFY(!dock->isFloating());
    }

    /// What cannot run says why, in the palette and in its tool tip; once it can, no longer.
    void whatCannotRunSaysWhy()
    {
        const auto window = makeWindow();
        openProjectIn(*window);
        ActionSpec spec;
        spec.id = QStringLiteral("room.test.bend");
        spec.text = QStringLiteral("Bend walls");
        spec.context = QStringLiteral("room");
        spec.run = [](DocumentView*) {};
        spec.enabled = [](const DocumentView* view) { return view->canUndo(); };
        spec.needs = [](const DocumentView* view) { return QStringLiteral("No wall of %1 is selected.").arg(view->title()); };
        ActionSpec silent = spec;
        silent.id = QStringLiteral("room.test.break");
        silent.text = QStringLiteral("Break walls");
        silent.needs = {};
        window->actions().add({spec, silent});
        const auto detailOf = [&](const char* text) {
            window->palette().open(QLatin1Char('>') + QLatin1String(text));
            const auto* list = window->palette().findChild<QListView*>();
            QString detail = QStringLiteral("is not in the list");
            for (int row = list->model()->rowCount(); row-- > 0;)
                if (const QModelIndex one = list->model()->index(row, 0); one.data().toString() == QLatin1String(text))
                    detail = one.data(Qt::AccessibleDescriptionRole).toString();
            window->palette().dismiss();
            return detail;
        };
        QCOMPARE(detailOf("Bend walls"), QStringLiteral("in a room"));
        window->open(project_->path("rooms/square.roo"));
        const QAction* bend = window->actions().action(spec.id);
        QVERIFY(!bend->isEnabled());
        QCOMPARE(detailOf("Bend walls"), QStringLiteral("No wall of square.roo is selected."));
        QCOMPARE(bend->toolTip(), QStringLiteral("Bend walls\nNo wall of square.roo is selected."));
        QCOMPARE(detailOf("Break walls"), QStringLiteral("not now"));
        QCOMPARE(detailOf("Redo"), QStringLiteral("There is nothing to redo."));
        // Who knows more than the row says it himself.
        QAction* broken = window->actions().action(silent.id);
        broken->setProperty(actionNeeds, QStringLiteral("The wall is too short."));
        QCOMPARE(detailOf("Break walls"), QStringLiteral("The wall is too short."));

        // Before commands that have but its letters here and there: Return runs none of those in its place.
        window->palette().open(QStringLiteral(">redo"));
        QCOMPARE(window->palette().shownTexts().value(0), QStringLiteral("Redo"));
        QVERIFY(window->palette().shownTexts().size() > 1);
        QTest::keyClick(window->palette().field(), Qt::Key_Return);
        QVERIFY(window->palette().isVisible());
        window->palette().dismiss();

        current(*window)->edits = 1;
        window->actions().refresh();
        QVERIFY(bend->isEnabled());
        QCOMPARE(bend->toolTip(), QStringLiteral("Bend walls"));
        QCOMPARE(broken->toolTip(), QStringLiteral("Break walls"));
        QCOMPARE(detailOf("Bend walls"), QString());
    }

    /// The key of a command that cannot run now says why, once, unless something else takes the key; of another kind of document it is silent.
    void theKeyOfWhatCannotRunSaysWhy()
    {
        const auto window = makeWindow();
        openProjectIn(*window);
        ActionSpec spec;
        spec.id = QStringLiteral("room.test.bend");
        spec.text = QStringLiteral("Bend walls");
        spec.context = QStringLiteral("room");
        spec.keys = {QKeySequence(Qt::CTRL | Qt::ALT | Qt::SHIFT | Qt::Key_K)};
        spec.run = [](DocumentView* view) { static_cast<FakeDocument*>(view)->zoom = 7; };
        spec.enabled = [](const DocumentView* view) { return view->canUndo(); };
        spec.needs = [](const DocumentView*) { return QStringLiteral("Select a wall first."); };
        window->actions().add({spec});
        window->addActions({window->actions().action(spec.id)});
        const auto press = [&](QWidget* widget) {
            QTest::keyClick(widget, Qt::Key_K, Qt::ControlModifier | Qt::AltModifier | Qt::ShiftModifier);
            return static_cast<int>(window->toasts().sentences().count(QStringLiteral("Select a wall first.")));
        };
        QCOMPARE(press(window.get()), 0); // no room is open
        window->open(project_->path("rooms/square.roo"));
        auto* shown = current(*window);
        QVERIFY(shown != nullptr);
        QCOMPARE(press(shown), 1);
        QCOMPARE(press(shown), 1);
        window->toasts().clear();
        auto* field = new QLineEdit(shown); // takes letters, as fields do
        field->show();
        spec.id = QStringLiteral("room.test.letter");
        spec.keys = {QKeySequence(Qt::Key_Y)};
        window->actions().add({spec});
        QTest::keyClick(field, Qt::Key_Y);
        QCOMPARE(field->text(), QStringLiteral("y"));
        QVERIFY(window->toasts().sentences().isEmpty());
        delete field;
        shown->edits = 1;
        window->actions().refresh();
        QCOMPARE(press(shown), 0);
    }

    /// A compile makes two files beside each text: they do not stand in the way of what people wrote.
    void productsOfACompileStandLast()
    {
        project_->write(QStringLiteral(".gitignore"), "*.bof\n");
        project_->write(QStringLiteral("kod/creature/keeper.bof"), "BOF\xff\x05");
        project_->write(QStringLiteral("kod/creature/keeper.rsc"), "RSC\x01\x05");
        project_->write(QStringLiteral("kod/creature/gatekeeper.kod"), "Gatekeeper is Keeper\n");
        const auto window = makeWindow();
        openProjectIn(*window);
        const auto shown = [&](const char* typed) {
            window->palette().open(QLatin1String(typed));
            return window->palette().shownTexts();
        };
        const QStringList keepers = shown("keeper");
        QCOMPARE(keepers.mid(keepers.size() - 2), (QStringList{QStringLiteral("keeper.rsc"), QStringLiteral("keeper.bof")}));
        const QStringList all = shown("");
        const QStringList last = all.mid(all.size() - 3);
        QCOMPARE(QSet<QString>(last.begin(), last.end()), (QSet<QString>{QStringLiteral(".gitignore"), QStringLiteral("keeper.bof"), QStringLiteral("keeper.rsc")}));
        const QStringList paths = shown("creature/keeper");
        QCOMPARE(paths.value(0), QStringLiteral("keeper.kod"));
        QCOMPARE(shown("keeper.rsc").value(0), QStringLiteral("keeper.rsc"));
        QCOMPARE(shown(".gitignore").value(0), QStringLiteral(".gitignore"));
    }

    /// What another kind of document calls the same is not listed beside what can be done here; where nothing can, it says where.
    void aCommandOfAnotherDocumentIsNotListedTwice()
    {
        ActionTable table = test::fakeActions();
        for (const auto& [id, text] : {std::pair{"room.edit.swap", "Swap words\u2026"}, std::pair{"sprite.edit.swap", "Swap words"}}) {
            ActionSpec spec;
            spec.id = QLatin1String(id);
            spec.text = QString::fromUtf8(text);
            spec.context = spec.id.section(u'.', 0, 0);
            spec.run = [](DocumentView*) {};
            table << spec;
        }
        const auto window = test::shownStudio(test::fakeTypes(), table);
        window->open(project_->path("rooms/square.roo"));
        QTRY_VERIFY(window->documents().current() != nullptr);
        window->palette().open(QStringLiteral(">swap words"));
        QCOMPARE(window->palette().shownTexts(), QStringList{QString::fromUtf8("Swap words\u2026")});
        window->palette().open(QStringLiteral(">pencil"));
        QCOMPARE(window->palette().shownTexts().value(0), QStringLiteral("Pencil"));
    }

    void thePaletteFindsFilesAndCommands()
    {
        const auto window = makeWindow();
        openProjectIn(*window);
        window->open(project_->path("rooms/square.roo"));
        current(*window)->setFocus();
        QTest::keyClick(window.get(), Qt::Key_P, Qt::ControlModifier);
        QLineEdit* field = window->palette().field();
        QVERIFY(window->palette().isVisible());
        QCOMPARE(QApplication::focusWidget(), field);
        QTest::keyClicks(field, QStringLiteral("kepbgf"));
        QCOMPARE(window->palette().shownTexts().value(0), QStringLiteral("keeper.bgf"));
        QTest::keyClick(field, Qt::Key_Return);
        QVERIFY(!window->palette().isVisible());
        QCOMPARE(window->perspective(), Perspective::Sprite);

        QTest::keyClick(window.get(), Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        QTest::keyClicks(field, QStringLiteral("room persp"));
        QCOMPARE(window->palette().shownTexts().value(0), QStringLiteral("Room perspective"));
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(window->perspective(), Perspective::Room);

        // What ran last stands first; what cannot run now stands last and does not run.
        QTest::keyClick(window.get(), Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(window->palette().shownTexts().mid(0, 2).contains(QStringLiteral("Room perspective")));
        field->setText(QStringLiteral(">Pencil"));
        QTest::keyClick(field, Qt::Key_Return);
        QVERIFY(window->palette().isVisible());
        QTest::keyClick(field, Qt::Key_Escape);
        QVERIFY(!window->palette().isVisible());

        // Other words for what a command does: those of its name.
        window->palette().open(QStringLiteral(">opening"));
        QCOMPARE(window->palette().shownTexts().value(0), QStringLiteral("How to open a project"));
        window->palette().dismiss();

        window->actions().addWords({{QStringLiteral("studio.layout.reset"), QStringLiteral("rearrange")}});
        for (const auto& [typed, found] : {std::pair{">replace", "Find in files"}, {">goto", "Go to place"}, {">rearr", "Reset layout"}}) {
            window->palette().open(QLatin1String(typed));
            QVERIFY2(window->palette().shownTexts().contains(QLatin1String(found)), typed);
            window->palette().dismiss();
        }

        // A switch that is on has a tick.
        const auto isTicked = [&](const char* text) {
            const auto* list = window->palette().findChild<QListView*>();
            for (int row = 0; row < list->model()->rowCount(); ++row)
                if (list->model()->index(row, 0).data().toString() == QLatin1String(text))
                    return list->model()->index(row, 0).data(Qt::CheckStateRole) == QVariant(Qt::Checked);
            qFatal("%s is not in the list", text);
        };
        window->palette().open(QStringLiteral(">docks"));
        QVERIFY(isTicked("Left docks"));
        window->palette().dismiss();
        window->actions().action(QStringLiteral("studio.area.left"))->trigger();
        window->palette().open(QStringLiteral(">docks"));
        QVERIFY(!isTicked("Left docks"));
        window->palette().dismiss();
        window->actions().action(QStringLiteral("studio.area.left"))->trigger();

        // On the way to "square.roo:12" the file stays.
        window->palette().open(QStringLiteral("square.roo:"));
        QCOMPARE(window->palette().shownTexts().value(0), QStringLiteral("square.roo"));
        window->palette().dismiss();

        // A path, typed or pasted, finds its file.
        QTest::keyClick(window.get(), Qt::Key_P, Qt::ControlModifier);
        QTest::keyClicks(field, QStringLiteral("rooms/squ"));
        QCOMPARE(window->palette().shownTexts().value(0), QStringLiteral("square.roo"));
        field->setText(window->index().root() + QStringLiteral("/sprites/keeper.bgf"));
        QCOMPARE(window->palette().shownTexts().value(0), QStringLiteral("keeper.bgf"));
        field->setText(QStringLiteral("nowhere/keeper.bgf"));
        QVERIFY(window->palette().shownTexts().isEmpty());
        window->palette().dismiss();

        window->palette().open(QStringLiteral(":12,4"));
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(current(*window)->wentTo, QStringLiteral("12,4"));
        window->palette().open(QStringLiteral("?"));
        QCOMPARE(window->palette().shownTexts().size(), 6);
        field->setText(QStringLiteral("?palette"));
        QVERIFY(!window->palette().shownTexts().isEmpty());
        QVERIFY(!window->palette().shownTexts().contains(QStringLiteral("Go to a class")));
        window->palette().dismiss();
    }

    void aKeyAsksForAPlaceInWhatIsShown()
    {
        const auto window = makeWindow();
        openProjectIn(*window);
        window->open(project_->path("rooms/lantern.roo"));
        QTest::keyClick(window.get(), Qt::Key_G, Qt::ControlModifier);
        QVERIFY(window->palette().isVisible());
        QLineEdit* field = window->palette().field();
        QCOMPARE(field->text(), QStringLiteral(":"));
        QTest::keyClicks(field, QStringLiteral("12,7"));
        QTest::keyClick(field, Qt::Key_Return);
        QTRY_COMPARE(current(*window)->wentTo, QStringLiteral("12,7"));
        QVERIFY(!window->palette().isVisible());
    }

    void altEnterBindsAKey()
    {
        const auto window = makeWindow();
        window->palette().open(QStringLiteral(">Reset lay"));
        QTest::keyClick(window->palette().field(), Qt::Key_Return, Qt::AltModifier);
        QVERIFY(window->settingsDialog() != nullptr);
        ShortcutPage* keys = window->settingsDialog()->keysPage();
        QVERIFY(keys->isVisible());
        QCOMPARE(keys->list()->currentItem()->text(0), QStringLiteral("Reset layout"));
        keys->keyEdit()->setKeySequence(QKeySequence(Qt::CTRL | Qt::Key_R));
        for (auto* button : keys->findChildren<QPushButton*>())
            if (button->text() == QStringLiteral("Assign"))
                QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(window->actions().action(QStringLiteral("studio.layout.reset"))->shortcut(), QKeySequence(Qt::CTRL | Qt::Key_R));
        QTest::keyClick(window->settingsDialog(), Qt::Key_Escape);
        QTRY_VERIFY(window->settingsDialog() == nullptr);
    }

    void conflictsAreShownFirstAndKeysSurviveARestart()
    {
        {
            const auto window = makeWindow();
            QVERIFY(window->actions().conflicts().isEmpty()); // room and sprite share Ctrl++ but are never current together
            window->actions().setKeys(QStringLiteral("studio.layout.reset"), {QKeySequence(Qt::CTRL | Qt::Key_P)});
            QCOMPARE(window->actions().conflicts().size(), 1);
            window->openSettings(SettingsDialog::Keys);
            ShortcutPage* keys = window->settingsDialog()->keysPage();
            QVERIFY(keys->conflictText().contains(QStringLiteral("1 key")));
            const QStringList first{keys->list()->topLevelItem(0)->text(0), keys->list()->topLevelItem(1)->text(0)};
            QVERIFY(first.contains(QStringLiteral("Reset layout")));
            QVERIFY(first.contains(QStringLiteral("Go to file")));
            QVERIFY(keys->list()->topLevelItem(0)->text(3).startsWith(QStringLiteral("also ")));
            keys->presets()->setCurrentIndex(1);
            QCOMPARE(window->actions().preset(), KeyPreset::UltimateDoomBuilder);
            QCOMPARE(inputPreset(), InputPreset::UltimateDoomBuilder); // what the mouse follows
            QCOMPARE(window->actions().action(QStringLiteral("room.view.zoomIn"))->shortcut(), QKeySequence(Qt::Key_Z));
            keys->filter()->setText(QStringLiteral("ctrl+p"));
            QTRY_VERIFY(keys->list()->topLevelItemCount() <= 4);
            window->settingsDialog()->close();
            window->close();
        }
        const auto window = makeWindow();
        QCOMPARE(window->actions().preset(), KeyPreset::UltimateDoomBuilder);
        QCOMPARE(window->actions().keys(QStringLiteral("studio.layout.reset")),
                 QList<QKeySequence>{QKeySequence(Qt::CTRL | Qt::Key_P)});
        window->actions().resetAllKeys();
        QVERIFY(window->actions().conflicts().isEmpty());
    }

    void perspectivesHaveTheirOwnDocksMenusAndTools()
    {
        const auto window = makeWindow();
        openProjectIn(*window);
        window->open(project_->path("rooms/lantern.roo"));
        FakeDocument* room = current(*window);
        QTRY_VERIFY(room->inspector()->isVisible());
        QVERIFY(room->combo()->isVisible());
        QVERIFY(!menuTitles(*window).contains(QStringLiteral("Sprite")));
        window->open(project_->path("sprites/keeper.bgf"));
        FakeDocument* sprite = current(*window);
        QTRY_VERIFY(sprite->inspector()->isVisible());
        QVERIFY(!room->inspector()->isVisible());
        QVERIFY(!room->combo()->isVisible());
        QVERIFY(menuTitles(*window).contains(QStringLiteral("Sprite")));

        // Close a dock here: it stays closed in this perspective and only here.
        dockOf(*window, "problems")->close();
        QTest::keyClick(window.get(), Qt::Key_1, Qt::ControlModifier);
        QCOMPARE(window->documents().current(), room);
        QVERIFY(dockOf(*window, "problems")->isVisible());
        QTest::keyClick(window.get(), Qt::Key_2, Qt::ControlModifier);
        QVERIFY(!dockOf(*window, "problems")->isVisible());
        window->actions().action(QStringLiteral("studio.layout.reset"))->trigger();
        QVERIFY(dockOf(*window, "problems")->isVisible());

        QTest::keyClick(window.get(), Qt::Key_B, Qt::ControlModifier | Qt::AltModifier);
        QVERIFY(!sprite->inspector()->isVisible());
        QTest::keyClick(window.get(), Qt::Key_B, Qt::ControlModifier | Qt::AltModifier);
        QTRY_VERIFY(sprite->inspector()->isVisible());
    }

    void actionsFollowTheirDocument()
    {
        const auto window = makeWindow();
        QAction* zoom = window->actions().action(QStringLiteral("room.view.zoomIn"));
        QVERIFY(!zoom->isEnabled());
        window->open(project_->path("rooms/lantern.roo"));
        QTRY_VERIFY(window->documents().current() != nullptr);
        QVERIFY(zoom->isEnabled());
        QTest::keyClick(window.get(), Qt::Key_Plus, Qt::ControlModifier);
        QCOMPARE(current(*window)->zoom, 110);
        current(*window)->zoom = 200;
        emit current(*window)->statusChanged();
        QTRY_VERIFY(!zoom->isEnabled());
        QTRY_COMPARE(window->status().left(), (QStringList{QStringLiteral("Sector mode"), QStringLiteral("zoom 200")}));
    }

    void keysWalkThroughDocksAndDocuments()
    {
        const auto window = makeWindow();
        openProjectIn(*window);
        window->open(project_->path("rooms/lantern.roo"));
        window->open(project_->path("rooms/square.roo"));
        FakeDocument* square = current(*window);
        QTest::keyClick(window.get(), Qt::Key_Tab, Qt::ControlModifier);
        QVERIFY(current(*window) != square);
        QTest::keyClick(window.get(), Qt::Key_Tab, Qt::ControlModifier);
        QCOMPARE(current(*window), square);
        QTRY_COMPARE(QApplication::focusWidget(), static_cast<QWidget*>(square));
        QSet<QString> visited;
        for (int i = 0; i < 8; ++i) {
            QTest::keyClick(window.get(), Qt::Key_F6);
            for (QWidget* at = QApplication::focusWidget(); at != nullptr; at = at->parentWidget())
                if (auto* dock = qobject_cast<Dock*>(at)) {
                    visited << dock->objectName();
                    QVERIFY(dock->body()->findChild<QWidget*>(QStringLiteral("dockFocus"))->isVisibleTo(dock->body())); // seen where one is
                }
        }
        QVERIFY(visited.contains(QStringLiteral("project")));
        QVERIFY(visited.contains(QStringLiteral("room/inspector")));
        QVERIFY(visited.contains(QStringLiteral("textures")));
        square->inspector()->setFocus();
        QTest::keyClick(square->inspector(), Qt::Key_Escape);
        QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(square));
        QTest::keyClick(window.get(), Qt::Key_W, Qt::ControlModifier);
        QCOMPARE(window->documents().documents().size(), 1);
    }

    void undoInAFieldWithNothingToTakeBackIsTheDocuments()
    {
        const auto window = makeWindow();
        openProjectIn(*window);
        window->open(project_->path("rooms/lantern.roo"));
        FakeDocument* room = current(*window);
        QTRY_VERIFY(room->inspector()->isVisible());
        room->edits = 2;
        room->setModified(true);
        QTRY_VERIFY(window->actions().action(QStringLiteral("studio.undo.back"))->isEnabled());
        QLineEdit* field = room->inspector();
        field->setText(QStringLiteral("abc"));
        field->setFocus();
        QTest::keyClicks(field, QStringLiteral("d"));
        QTest::keyClick(field, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(field->text(), QStringLiteral("abc"));
        QCOMPARE(room->edits, 2);
        QTest::keyClick(field, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(room->edits, 1);
        QCOMPARE(field->text(), QStringLiteral("abc"));
    }

    void quitIsTheLastRowOfTheFileMenu()
    {
        ActionTable table = test::fakeActions();
        ActionSpec late;
        late.id = QStringLiteral("views.compareWith");
        late.text = QStringLiteral("Compare with");
        late.menu = QStringLiteral("File");
        late.run = [](DocumentView*) {};
        table << late;
        StudioWindow window(test::fakeTypes(), table);
        const auto actions = window.findChild<QMenuBar*>()->actions();
        const QList<QAction*> file = actions.first()->menu()->actions();
        QCOMPARE(file.last()->text(), QStringLiteral("Quit"));
        QVERIFY(std::ranges::any_of(file, [](const QAction* one) { return one->text() == QStringLiteral("Compare with"); }));
    }
};

QTEST_MAIN(TestCommands)
#include "tst_commands.moc"
