// SPDX-License-Identifier: GPL-3.0-or-later
// What assistants made - a class, a room with its class - and how all of it is taken back, or none.
#include "formats/base/file_io.h"
#include "kodide/ui/code_editor.h"
#include "roomedit/roomcore/operations/transform.h"
#include "roomedit/roomcore/room_document.h"
#include "studio/newclass/ui/new_class_dialog.h"
#include "studio/shell/document_area.h"
#include "studio/shell/editors.h"
#include "studio/shell/file_desk.h"
#include "studio/shell/history_panel.h"
#include "studio/shell/made_files.h"
#include "studio/shell/studio_window.h"
#include "studio/treeplan/file_plan.h"
#include "tests/formats/small_room.h"
#include "tests/support/shown_studio.h"
#include "ui/theme.h"
#include "ui/toast.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::shell;

class TestMadeFiles : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> dir_;
    std::unique_ptr<test::OwnSettings> settings_;

    QString path(const char* name) const { return dir_->filePath(QLatin1String(name)); }

    void write(const char* name, const QByteArray& text) const
    {
        QVERIFY(QDir().mkpath(QFileInfo(path(name)).path()));
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }

    std::unique_ptr<StudioWindow> openProject()
    {
        auto window = test::shownStudio(documentTypes(), editorActions());
        addEditorKeys(window->actions());
        window->open(dir_->path());
        window->finishBackgroundWork();
        return window;
    }

    static bool press(StudioWindow& window, const char* words)
    {
        for (QPushButton* button : window.findChildren<QPushButton*>())
            if (button->isVisible() && button->text() == QLatin1String(words)) {
                QTest::mouseClick(button, Qt::LeftButton);
                return true;
            }
        return false;
    }

    static bool says(StudioWindow& window, const char* words) { return !window.toasts().sentences().filter(QLatin1String(words)).isEmpty(); }

    /// By the dialog.
    static void makeTroll(StudioWindow& window)
    {
        window.actions().action(QStringLiteral("studio.file.newClass"))->trigger();
        auto* dialog = window.findChild<ui::newclass::NewClassDialog*>();
        QVERIFY(dialog != nullptr);
        auto* create = dialog->findChild<QPushButton*>(QStringLiteral("create"));
        dialog->findChild<QLineEdit*>(QStringLiteral("class"))->setText(QStringLiteral("CaveTroll"));
        dialog->findChild<QComboBox*>(QStringLiteral("parent"))->setEditText(QStringLiteral("Inn"));
        QTRY_VERIFY(create->isEnabled());
        QTest::mouseClick(create, Qt::LeftButton);
    }

    /// A room and its class, as New room makes them.
    void makeCellar(StudioWindow& window) const
    {
        const auto bytes = roo::write(test::smallRoom(roo::Format::V14));
        auto plan = std::make_shared<treeplan::FilePlan>();
        plan->name = "New room Cellar";
        plan->files.push_back({path("kod/cellar.kod").toStdString(), {}, "Cellar is Inn\nend\n", true, {}});
        plan->files.push_back({path("rooms/cellar.roo").toStdString(), {}, std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()), true, "room"});
        const auto group = treeplan::carryOut(window.workspace(), *plan);
        QVERIFY2(group, group ? "" : group.error().text().c_str());
        window.made().show(path("rooms/cellar.roo"), group.value(), plan, QStringLiteral("cellar.roo was created."));
        QTRY_VERIFY(window.documents().find(path("rooms/cellar.roo")) != nullptr);
    }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Light); }

    void init()
    {
        dir_ = std::make_unique<QTemporaryDir>();
        settings_ = std::make_unique<test::OwnSettings>();
        write("blakserv.cfg", "[Path]\n");
        write("kod/inn.kod", "Inn is Room\nresources:\n   n = \"The Inn\"\nclassvars:\n   vrName = n\nend\n");
        QVERIFY(QDir().mkpath(path("rooms")));
    }

    /// What an assistant made can be taken back where one is, whatever is shown there, and done again.
    void whatWasMadeIsTakenBackByItsToast()
    {
        const auto window = openProject();
        const QString source = path("kod/cavetroll.kod");
        makeTroll(*window);
        QTRY_VERIFY(window->documents().find(source) != nullptr);
        QVERIFY(QFileInfo::exists(source));
        QVERIFY(press(*window, "Undo"));
        QTRY_VERIFY(!QFileInfo::exists(source));
        QVERIFY(!window->actions().action(QStringLiteral("studio.edit.takeBackMade"))->isEnabled());
        QVERIFY(press(*window, "Redo"));
        QTRY_VERIFY(QFileInfo::exists(source));
        QTRY_VERIFY(window->documents().current() != nullptr && window->documents().current()->path() == source);
        // From anywhere, long after the toast has gone.
        window->open(path("kod/inn.kod"));
        window->actions().action(QStringLiteral("studio.edit.takeBackMade"))->trigger();
        QTRY_VERIFY(!QFileInfo::exists(source));
        QTRY_VERIFY(window->documents().find(source) == nullptr); // nothing is left to show
        QVERIFY(press(*window, "Redo"));
        QTRY_VERIFY(window->documents().find(source) != nullptr && QFileInfo::exists(source));
        // What was edited since stays whole.
        auto* editor = window->documents().find(source)->findChild<code::CodeEditor*>();
        QVERIFY(editor != nullptr);
        QTest::keyClicks(editor->focusProxy() != nullptr ? editor->focusProxy() : editor, QStringLiteral("x"));
        QTRY_VERIFY(window->documents().find(source)->isModified());
        QAction* takeBack = window->actions().action(QStringLiteral("studio.edit.takeBackMade"));
        takeBack->trigger();
        QVERIFY(QFileInfo::exists(source) && takeBack->isEnabled());
        window->documents().find(source)->undo();
        takeBack->trigger();
        QTRY_VERIFY(!QFileInfo::exists(source));
        QTRY_VERIFY(window->documents().find(source) == nullptr);
    }

    /// Undo is for what was typed: the file itself goes by its toast or from the menu, as a room does that was made.
    void undoStopsWhereTheFileWasMade()
    {
        const auto window = openProject();
        const QString source = path("kod/cavetroll.kod");
        makeTroll(*window);
        QTRY_VERIFY(window->documents().find(source) != nullptr);
        window->finishBackgroundWork();
        QAction* undo = window->actions().action(QStringLiteral("studio.undo.back"));
        QCOMPARE(window->documents().current()->path(), source);
        QTRY_VERIFY(!undo->isEnabled());
        QVERIFY2(window->actions().needs(QStringLiteral("studio.undo.back")).contains(QStringLiteral("Take back what was created")), qPrintable(window->actions().needs(QStringLiteral("studio.undo.back"))));
        QCOMPARE(window->history().shownSteps(), QStringList{QStringLiteral("As it was created")});
        auto* editor = window->documents().current()->findChild<code::CodeEditor*>();
        QVERIFY(editor != nullptr);
        QTest::keyClicks(editor->textKeys(), QStringLiteral("x"));
        QTRY_COMPARE(window->history().shownSteps(), (QStringList{QStringLiteral("As it was created"), QStringLiteral("Type \"x\"")}));
        QTRY_VERIFY(undo->isEnabled());
        for (int i = 0; i < 3; ++i) // the rest are too many
            undo->trigger();
        QVERIFY(QFileInfo::exists(source));
        QTRY_VERIFY(!undo->isEnabled());
        QTRY_COMPARE(window->history().position(), 0);
        QTest::keyClicks(editor->textKeys(), QStringLiteral("y"));
        window->history().goTo(0);
        QVERIFY(QFileInfo::exists(source) && !window->documents().current()->isModified());
        // The menu of the text says the same.
        const auto isUndoOffered = [editor] {
            QContextMenuEvent asks(QContextMenuEvent::Mouse, QPoint(60, 10), editor->textKeys()->mapToGlobal(QPoint(60, 10)));
            QApplication::sendEvent(editor->textKeys(), &asks);
            const QMenu* menu = editor->findChild<QMenu*>();
            if (menu == nullptr)
                qFatal("the text has no menu");
            const auto rows = menu->actions();
            const bool isOffered = std::ranges::any_of(rows, [](const QAction* row) { return row->text() == QStringLiteral("Undo") && row->isEnabled(); });
            delete menu;
            return isOffered;
        };
        QVERIFY(!isUndoOffered());
        QTest::keyClicks(editor->textKeys(), QStringLiteral("z"));
        QTRY_VERIFY(isUndoOffered());
        window->history().goTo(0);
        // By another way it is said, and can be done again.
        window->toasts().clear();
        window->documents().current()->undo();
        QVERIFY(!QFileInfo::exists(source));
        QVERIFY2(says(*window, "Took back in 1 file"), qPrintable(window->toasts().sentences().join(u'|')));
        QVERIFY(press(*window, "Redo"));
        QVERIFY(QFileInfo::exists(source));
    }

    /// It is what was made, whatever it is called since.
    void aMadeFileThatWasRenamedIsTakenBackAllTheSame()
    {
        const auto window = openProject();
        const QString source = path("kod/cavetroll.kod"), renamed = path("kod/troll.kod");
        makeTroll(*window);
        QTRY_VERIFY(window->documents().find(source) != nullptr);
        window->finishBackgroundWork();
        window->files().rename(source, QStringLiteral("troll.kod"));
        QVERIFY(QFileInfo::exists(renamed) && !QFileInfo::exists(source));
        QTRY_VERIFY(!window->actions().action(QStringLiteral("studio.undo.back"))->isEnabled());
        QTRY_COMPARE(window->history().shownSteps(), QStringList{QStringLiteral("As it was created")});
        window->made().takeBack();
        QTRY_VERIFY(!QFileInfo::exists(renamed) && window->documents().find(renamed) == nullptr);
        QVERIFY(!QFileInfo::exists(source));
        QVERIFY(press(*window, "Redo"));
        QTRY_VERIFY(QFileInfo::exists(renamed) && window->documents().find(renamed) != nullptr);
    }

    /// What was taken back can be made anew under the same name; what was before is not to be had any more then.
    void whatWasTakenBackCanBeMadeAgain()
    {
        const auto window = openProject();
        const QString source = path("kod/cavetroll.kod"), room = path("rooms/cellar.roo");
        for (int i = 0; i < 2; ++i) {
            makeTroll(*window);
            QTRY_VERIFY(window->documents().find(source) != nullptr);
            QVERIFY(QFileInfo::exists(source) && QFileInfo(source).size() > 0);
            QVERIFY(!press(*window, "Redo"));
            QVERIFY(press(*window, "Undo"));
            QTRY_VERIFY(!QFileInfo::exists(source) && window->documents().find(source) == nullptr);
        }
        for (int i = 0; i < 2; ++i) {
            makeCellar(*window);
            QVERIFY(QFileInfo::exists(room) && QFileInfo::exists(path("kod/cellar.kod")));
            window->made().takeBack();
            QTRY_VERIFY(!QFileInfo::exists(room) && !QFileInfo::exists(path("kod/cellar.kod")));
            QTRY_VERIFY(window->documents().find(room) == nullptr);
        }
        QVERIFY(press(*window, "Redo"));
        QTRY_VERIFY(window->documents().find(room) != nullptr);
        QVERIFY(QFileInfo::exists(path("kod/cellar.kod")));
    }

    /// A room that was drawn in, saved or not, stays with its class, and one sentence says why.
    void aRoomThatWasEditedStaysWithItsClass()
    {
        const auto window = openProject();
        makeCellar(*window);
        QTRY_VERIFY(window->workspace().find(path("rooms/cellar.roo").toStdString()) != nullptr); // it is read in the background
        window->finishBackgroundWork();
        DocumentView* view = window->documents().find(path("rooms/cellar.roo"));
        const auto room = std::dynamic_pointer_cast<roomcore::RoomDocument>(window->workspace().find(path("rooms/cellar.roo").toStdString()));
        QVERIFY(room != nullptr && view != nullptr);
        const auto stays = [&] {
            window->toasts().clear();
            window->made().takeBack();
            return window->toasts().sentences().size() == 1 && says(*window, "cellar.roo stays") && window->made().canTakeBack() &&
                   QFileInfo::exists(path("kod/cellar.kod")) && QFileInfo::exists(path("rooms/cellar.roo"));
        };
        roomcore::MapSelection what;
        for (std::uint32_t i = 0; what.vertices.empty(); ++i)
            if (room->map().has(roomcore::VertexId{i}))
                what.vertices = {{i}};
        roomcore::MapEdit edit = room->edit();
        QVERIFY(roomcore::moveBy(edit, what, {3, 1}, roomcore::MergeRule::Merge, room->defaults()));
        QVERIFY(view->isModified());
        QVERIFY(stays());
        QVERIFY(view->save());
        QVERIFY(stays());
        view->undo();
        QVERIFY(view->save());
        window->made().takeBack();
        QTRY_VERIFY(!QFileInfo::exists(path("rooms/cellar.roo")) && !QFileInfo::exists(path("kod/cellar.kod")));
    }
};

QTEST_MAIN(TestMadeFiles)
#include "tst_made_files.moc"
