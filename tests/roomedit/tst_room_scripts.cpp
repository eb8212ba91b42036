// SPDX-License-Identifier: GPL-3.0-or-later
// The console of scripts and the import of Doom maps, by keys and clicks.
#include "roomedit/ui/doom_import_dialog.h"
#include "roomedit/ui/doom_import_session.h"
#include "roomedit/ui/obj_export.h"
#include "roomedit/ui/script_console.h"
#include "roomedit/ui/script_input.h"
#include "tests/doomimport/wad_writer.h"
#include "tests/roomedit/room_edit_case.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTextBrowser>
#include <QTreeWidget>

#include <algorithm>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::rooms;

namespace {

constexpr int longest = 60'000;

void runAndWait(ScriptConsole& console, const std::function<void()>& start)
{
    QSignalSpy ran(&console, &ScriptConsole::ran);
    start();
    QVERIFY(!ran.isEmpty() || ran.wait(longest));
}

} // namespace

class TestRoomScripts : public test::RoomEditCase
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName(QStringLiteral("blak-tests"));
        QCoreApplication::setApplicationName(QStringLiteral("room-scripts"));
        installTheme(*qApp, ThemeKind::Dark);
    }

    void aScriptIsOneStep()
    {
        auto view = openSquare();
        run(*view, "room.script.console");
        ScriptConsole* console = view->scriptConsole();
        QVERIFY(console->isVisible());
        console->setScript(QStringLiteral("room.rectangle(64, 64, 128, 128);\nroom.rectangle(192, 64, 256, 128);\nprint(room.sectors().length);"));
        const auto sectors = view->model()->room().sectors.size();
        runAndWait(*console, [&] { QTest::mouseClick(console->findChild<QPushButton*>(QStringLiteral("scriptConsole.run")), Qt::LeftButton); });
        QVERIFY2(console->output().contains(QString::number(sectors + 2)), qPrintable(console->output()));
        QCOMPARE(view->model()->room().sectors.size(), sectors + 2);
        QVERIFY(view->isModified());
        test::grabForPeople(*console, QStringLiteral("room-scripts"), [](QWidget&) {});
        view->undo();
        view->model()->finishBuilding();
        QCOMPARE(view->model()->room().sectors.size(), sectors);
        QVERIFY(!view->isModified());
    }

    /// The room is as the script left it, and the console says that no client takes it so.
    void whatAScriptBrokeIsSaid()
    {
        auto view = openSquare();
        ScriptConsole* console = view->scriptConsole();
        console->setScript(QStringLiteral("room.remove({things: [room.things()[0]]});"));
        runAndWait(*console, [&] { console->runScript(); });
        QVERIFY2(console->output().contains(QLatin1String("The room has one thing. Clients expect exactly two")), qPrintable(console->output()));
        QCOMPARE(view->model()->room().things.size(), std::size_t{1});
    }

    void errorsLeadToTheirLine()
    {
        auto view = openSquare();
        ScriptConsole* console = view->scriptConsole();
        console->show();
        console->setScript(QStringLiteral("room.rectangle(64, 64, 128, 128);\n\nroom.flip(4711);\n"));
        auto* script = console->findChild<QPlainTextEdit*>(QStringLiteral("scriptConsole.script"));
        const auto sectors = view->model()->room().sectors.size();
        QVERIFY(QTest::qWaitForWindowActive(console)); // its keys belong to the window
        script->setFocus();
        runAndWait(*console, [&] { QTest::keyClick(script, Qt::Key_Return, Qt::ControlModifier); });
        QVERIFY2(console->output().contains(QLatin1String("Line 3:")), qPrintable(console->output()));
        QCOMPARE(script->textCursor().blockNumber(), 2);
        QCOMPARE(view->model()->room().sectors.size(), sectors); // nothing of it stays
        QVERIFY(!view->isModified());
        // The link leads there again.
        script->moveCursor(QTextCursor::Start);
        emit console->findChild<QTextBrowser*>()->anchorClicked(QUrl(QStringLiteral("#3")));
        QCOMPARE(script->textCursor().blockNumber(), 2);
    }

    void linesHaveHistoryAndNames()
    {
        auto view = openSquare();
        ScriptConsole* console = view->scriptConsole();
        console->show();
        QVERIFY(QTest::qWaitForWindowActive(console));
        ScriptInput* input = console->input();
        input->setHistory({});
        input->setFocus();
        QTest::keyClicks(input, QStringLiteral("1 + 1"));
        runAndWait(*console, [&] { QTest::keyClick(input, Qt::Key_Return); });
        QVERIFY(console->output().contains(QLatin1String("> 1 + 1\n2")));
        QTest::keyClicks(input, QStringLiteral("2 + 3"));
        runAndWait(*console, [&] { QTest::keyClick(input, Qt::Key_Return); });
        QTest::keyClick(input, Qt::Key_Up);
        QTest::keyClick(input, Qt::Key_Up);
        QCOMPARE(input->text(), QStringLiteral("1 + 1"));
        QTest::keyClick(input, Qt::Key_Down);
        QTest::keyClick(input, Qt::Key_Down);
        QCOMPARE(input->text(), QString());
        // Names: the list comes while one types, Tab opens it, Return takes the first.
        QTest::keyClicks(input, QStringLiteral("room.sectorA"));
        auto* completer = input->findChild<QCompleter*>();
        QStringList calls;
        for (int row = 0; row < completer->model()->rowCount(); ++row)
            calls << completer->model()->index(row, 0).data().toString();
        QVERIFY(calls.size() > 20 && std::ranges::is_sorted(calls)); // what one looks for by reading
        QTRY_VERIFY(completer->popup()->isVisible());
        // It has a frame to be told from what lies below, and leaves the field whole.
        QVERIFY(!completer->popup()->geometry().intersects(QRect(input->mapToGlobal(QPoint()), input->size())));
        const QImage list = completer->popup()->grab().toImage();
        QCOMPARE(list.pixelColor(0, list.height() / 2), theme().border);
        QCOMPARE(list.pixelColor(list.width() / 2, list.height() - 1), theme().border);
        QTest::keyClick(completer->popup(), Qt::Key_Return);
        QCOMPARE(input->text(), QStringLiteral("room.sectorAt()"));
        QCOMPARE(input->cursorPosition(), 14);
        QTest::keyClicks(input, QStringLiteral("300, 300"));
        runAndWait(*console, [&] { QTest::keyClick(input, Qt::Key_Return); });
        QVERIFY(console->output().endsWith(QLatin1String("\n0")));
        // Tab takes the first of the list, too, instead of leaving the line.
        QTest::keyClicks(input, QStringLiteral("room.sectorA"));
        QTRY_VERIFY(completer->popup()->isVisible());
        QTest::keyClick(completer->popup(), Qt::Key_Tab);
        QCOMPARE(input->text(), QStringLiteral("room.sectorAt()"));
        QVERIFY(console->focusWidget() == input);
        input->clear();
        QTest::keyClick(input, Qt::Key_Tab); // nothing to complete: on to the next field
        QVERIFY(console->focusWidget() != input);
    }

    void aScriptCanBeStopped()
    {
        auto view = openSquare();
        ScriptConsole* console = view->scriptConsole();
        console->show();
        console->setScript(QStringLiteral("for (;;) ;"));
        QSignalSpy ran(console, &ScriptConsole::ran);
        console->runScript();
        QVERIFY(console->isRunning());
        console->stop();
        QVERIFY(ran.wait(longest));
        QVERIFY(console->output().contains(QLatin1String("stopped")));
    }

    /// Somebody draws while a script runs: what was drawn stays.
    void anEditMeanwhileWins()
    {
        auto view = openSquare();
        ScriptConsole* console = view->scriptConsole();
        console->show();
        console->setScript(QStringLiteral("const end = Date.now() + 400; while (Date.now() < end) ;\nroom.rectangle(64, 64, 128, 128);"));
        QSignalSpy ran(console, &ScriptConsole::ran);
        console->runScript();
        run(*view, "room.tool.rectangle");
        drag(*view, {192, 64}, {256, 128});
        const auto sectors = view->model()->room().sectors.size();
        QVERIFY(!ran.isEmpty() || ran.wait(longest));
        QVERIFY(console->output().contains(QLatin1String("edited meanwhile")));
        QCOMPARE(view->model()->room().sectors.size(), sectors);
    }

    void theRoomIsAModel()
    {
        auto view = openSquare();
        QSignalSpy told(view.get(), &RoomView::wroteFiles);
        exportModelTo(*view, folder_.filePath(QStringLiteral("square.obj")));
        QCOMPARE(told.size(), 1);
        QVERIFY2(told[0][0].toString().startsWith(QLatin1String("Wrote square.obj")), qPrintable(told[0][0].toString()));
        QVERIFY(QFile::exists(folder_.filePath(QStringLiteral("square.mtl"))));
    }

    void aMapIsImported()
    {
        test::WadWriter writer;
        wad::DoomMap first = test::twoRooms(), second = test::twoRooms(wad::MapKind::Text);
        second.name = "MAP02";
        test::addMap(writer, first);
        test::addMap(writer, second);
        const QString wad = folder_.filePath(QStringLiteral("two.wad"));
        QVERIFY(writeFileAtomically(wad.toStdString(), writer.finish(), Backup::None));

        DoomImportDialog dialog(project_, folder_.path());
        dialog.show();
        auto* button = dialog.findChild<QPushButton*>(QStringLiteral("doomImport.import"));
        QVERIFY(!button->isEnabled());
        QVERIFY(!dialog.problem().isEmpty());
        dialog.setWad(folder_.filePath(QStringLiteral("nothing.wad")));
        QVERIFY(!button->isEnabled());
        dialog.setWad(wad);
        auto* maps = dialog.findChild<QListWidget*>(QStringLiteral("doomImport.maps"));
        QCOMPARE(maps->count(), 2);
        QTest::mouseClick(maps->viewport(), Qt::LeftButton, {}, maps->visualItemRect(maps->item(1)).center());
        auto* textures = dialog.findChild<QTreeWidget*>(QStringLiteral("doomImport.textures"));
        QTRY_COMPARE_WITH_TIMEOUT(textures->topLevelItemCount(), 5, longest); // two of walls, three flats: the sky is none
        textures->topLevelItem(0)->setText(3, QStringLiteral("17"));
        QCOMPARE(int{dialog.session().matches()[0].number}, 17);
        textures->topLevelItem(0)->setText(3, QStringLiteral("many"));
        QCOMPARE(textures->topLevelItem(0)->text(3), QStringLiteral("17"));
        test::grabForPeople(dialog, QStringLiteral("room-import"), [](QWidget&) {});

        QSignalSpy imported(&dialog, &DoomImportDialog::imported);
        ImportedRoom made;
        connect(&dialog, &DoomImportDialog::imported, this, [&made](const ImportedRoom& room) { made = room; });
        QVERIFY(button->isEnabled());
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(imported.size(), 1);
        QCOMPARE(made.path, folder_.filePath(QStringLiteral("map02.roo")));
        QCOMPARE(made.room.sectors.size(), std::size_t{3});
        QVERIFY(!made.report.isEmpty());
        QVERIFY(!QFile::exists(made.path)); // not before it is saved

        // As the studio shows it: a document without a file, one step from nothing.
        const auto document = roomcore::RoomDocument::makeNew(made.path.toStdString(), made.room, made.step.toStdString());
        QVERIFY(document->isModified());
        auto shown = RoomView::ofNew(document, project_, nullptr);
        QVERIFY(shown);
        const std::unique_ptr<DocumentView> view(shown.value());
        auto* room = qobject_cast<RoomView*>(view.get());
        QCOMPARE(room->model()->room().sectors.size(), std::size_t{3});
        QCOMPARE(document->history().undoName(), std::string_view("Import MAP02"));
        room->undo();
        QCOMPARE(document->map().lines().size(), std::size_t{0});
        room->redo();
        const auto saved = room->save();
        QVERIFY2(saved, saved ? "" : saved.error().text().c_str());
        QVERIFY(!document->isModified());
        const auto read = roomcore::RoomDocument::open(made.path.toStdString());
        QVERIFY(read);
        QCOMPARE(read.value()->copy().value()->room.sectors.size(), std::size_t{3});
    }
};

QTEST_MAIN(TestRoomScripts)
#include "tst_room_scripts.moc"
