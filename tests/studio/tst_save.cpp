// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/roo/room.h"
#include "kodide/ui/code_document.h"
#include "kodide/ui/code_editor.h"
#include "roomedit/roomcore/operations/draw.h"
#include "roomedit/roomcore/room_document.h"
#include "roomedit/ui/room_document.h"
#include "studio/shell/document_notice.h"
#include "studio/shell/opening.h"
#include "studio/shell/problems_panel.h"
#include "studio/shell/save_sentence.h"
#include "studio/shell/saving.h"
#include "studio/shell/tab_button.h"
#include "studio/views/compare/compare_view.h"
#include "tests/studio/note_fixture.h"
#include "tests/support/shared_data.h"
#include "ui/toast.h"

#include <QAction>
#include <QApplication>
#include <QLabel>
#include <QTabBar>

#include <unistd.h>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::shell;
using blak::test::NoteText;
using blak::test::NoteView;

class TestSave : public QObject, test::NoteFixture
{
    Q_OBJECT

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    void init() { begin(); }

    /// What was said of a step goes when it is taken back; of steps before and errors it stays.
    void whatWasSaidOfAStepGoesWithIt()
    {
        const QString file = writeNote("a.note", "saved");
        const auto window = makeWindow();
        window->open(folder_->path());
        QTRY_VERIFY(!window->opening().isUnderWay());
        NoteView* note = openNote(*window, file);
        window->toasts().clear(); // of a folder that is no world
        note->type("one");
        note->type("two");
        emit note->reported(Severity::Info, QStringLiteral("Two is removed."));
        emit note->reported(Severity::Error, QStringLiteral("It cannot be written."));
        note->type("three");
        note->undo();
        QVERIFY(window->toasts().sentences().contains(QStringLiteral("Two is removed.")));
        note->undo();
        QCOMPARE(window->toasts().sentences(), QStringList{QStringLiteral("It cannot be written.")});
        note->redo();
        QCOMPARE(window->toasts().sentences().size(), 1);
    }

    void ctrlSWritesTheFileAndKeepsTheOldOne()
    {
        const QString file = writeNote("a.note", "first");
        const auto window = makeWindow();
        NoteView* note = openNote(*window, file);
        QAction* save = window->actions().action(QStringLiteral("studio.file.save"));
        QVERIFY(!save->isEnabled());
        note->type("second");
        QTRY_VERIFY(save->isEnabled());
        QVERIFY(window->findChild<TabButton*>()); // the dot
        auto* dot = static_cast<TabButton*>(
            window->findChild<QTabBar*>(QStringLiteral("documentTabs"))->tabButton(0, QTabBar::RightSide));
        QVERIFY(dot->isModified());
        QTest::keyClick(window.get(), Qt::Key_S, Qt::ControlModifier);
        QCOMPARE(contentOf(file), QByteArray("second"));
        QCOMPARE(contentOf(file + u'~'), QByteArray("first"));
        QVERIFY(!dot->isModified());
        QTRY_VERIFY(!save->isEnabled());
        QCOMPARE(journals(), 0);
    }

    void undoAndRedoByKeys()
    {
        const auto window = makeWindow();
        NoteView* note = openNote(*window, writeNote("a.note", "one"));
        note->type("two");
        note->type("three");
        QTRY_VERIFY(window->actions().action(QStringLiteral("studio.undo.back"))->isEnabled());
        QTest::keyClick(window.get(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(note->text(), QByteArray("two"));
        QTRY_VERIFY(window->actions().action(QStringLiteral("studio.undo.again"))->isEnabled());
        QTest::keyClick(window.get(), Qt::Key_Y, Qt::ControlModifier);
        QCOMPARE(note->text(), QByteArray("three"));
        QTest::keyClick(window.get(), Qt::Key_Z, Qt::ControlModifier);
        QTest::keyClick(window.get(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(note->text(), QByteArray("one"));
        QVERIFY(!note->isModified());
        QTRY_COMPARE(journals(), 0); // nothing unsaved is left to keep
    }

    void saveAllSavesEveryDocument()
    {
        const QString a = writeNote("a.note", "a");
        const QString b = writeNote("b.note", "b");
        const auto window = makeWindow();
        openNote(*window, a)->type("a2");
        openNote(*window, b)->type("b2");
        QTRY_VERIFY(window->actions().action(QStringLiteral("studio.file.saveAll"))->isEnabled());
        QTest::keyClick(window.get(), Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(contentOf(a), QByteArray("a2"));
        QCOMPARE(contentOf(b), QByteArray("b2"));
        QVERIFY(!window->saving().hasUnsaved());
    }

    void closingKeepsTheEditsAndTheyComeBack()
    {
        const QString file = writeNote("a.note", "saved");
        {
            const auto window = makeWindow();
            NoteView* note = openNote(*window, file);
            note->type("not saved");
            window->closeDocument(note);
            QVERIFY(window->documents().documents().isEmpty());
            QVERIFY(window->toasts().sentences().contains(QStringLiteral("Kept edits of a.note.")));
            QCOMPARE(contentOf(file), QByteArray("saved"));
            window->close();
        }
        QCOMPARE(journals(), 1);
        const auto window = makeWindow();
        window->saving().openKept();
        QTRY_VERIFY(window->documents().find(file) != nullptr);
        auto* note = static_cast<NoteView*>(window->documents().find(file));
        QCOMPARE(note->text(), QByteArray("not saved"));
        QVERIFY(note->isModified());
        note->undo(); // what came back is one step
        QCOMPARE(note->text(), QByteArray("saved"));
    }

    /// Nobody edits them further, and nobody saves them: they come back at every start, not only at the first.
    void keptEditsComeBackAtEveryStart()
    {
        const QString file = writeNote("a.note", "saved");
        {
            const auto window = makeWindow();
            openNote(*window, file)->type("not saved");
            QVERIFY(window->close());
        }
        for (int start = 0; start < 4; ++start) {
            QCOMPARE(journals(), 1);
            const auto window = makeWindow();
            NoteView* note = openNote(*window, file);
            QCOMPARE(note->text(), QByteArray("not saved"));
            QVERIFY(note->isModified());
            QVERIFY(window->close());
        }
        const auto window = makeWindow();
        window->closeDocument(openNote(*window, file));
        press(*window, QStringLiteral("Discard"));
        QCOMPARE(journals(), 0);
    }

    void discardForgetsKeptEdits()
    {
        const QString file = writeNote("a.note", "saved");
        const auto window = makeWindow();
        NoteView* note = openNote(*window, file);
        note->type("not saved");
        window->closeDocument(note);
        QCOMPARE(journals(), 1);
        press(*window, QStringLiteral("Discard"));
        QCOMPARE(journals(), 0);
        QCOMPARE(openNote(*window, file)->text(), QByteArray("saved"));
    }

    void editsSurviveACrash()
    {
        const QString file = writeNote("a.note", "saved");
        const auto crashed = makeWindow();
        openNote(*crashed, file)->type("typed before the crash");
        QTRY_COMPARE_WITH_TIMEOUT(journals(), 1, 5000);
        // A copy of the folder is what another start finds after a crash; this studio still runs and holds its own.
        QTemporaryDir after;
        QDir().mkpath(after.filePath(QStringLiteral("kept")));
        for (const QString& name : QDir(keptFolder()).entryList({QStringLiteral("*.kept")}))
            QVERIFY(QFile::copy(keptFolder() + u'/' + name, after.filePath(QStringLiteral("kept/")) + name));
        useSettingsFile(after.filePath(QStringLiteral("studio.ini")));
        const auto window = makeWindow();
        QCOMPARE(openNote(*window, file)->text(), QByteArray("typed before the crash"));
    }

    void anEmptiedTextIsKept()
    {
        const QString file = writeNote("a.note", "saved");
        {
            const auto window = makeWindow();
            openNote(*window, file)->type("");
            QTRY_COMPARE_WITH_TIMEOUT(journals(), 1, 5000);
            QCOMPARE(window->problems().count(Severity::Warning), 0);
            QVERIFY(window->close());
        }
        const auto window = makeWindow();
        NoteView* note = openNote(*window, file);
        QCOMPARE(note->text(), QByteArray());
        QVERIFY(note->isModified());
    }

    /// What was told of edits that could not be kept goes when they can be.
    void thatEditsAreNotKeptIsToldWhileItIsSo()
    {
        const auto window = makeWindow();
        NoteView* note = openNote(*window, writeNote("a.note", "saved"));
        note->note().canBeKept = false;
        note->type("first");
        QTRY_COMPARE_WITH_TIMEOUT(window->problems().count(Severity::Warning), 1, 5000);
        note->note().canBeKept = true;
        note->type("second");
        QTRY_COMPARE_WITH_TIMEOUT(window->problems().count(Severity::Warning), 0, 5000);
    }

    void twoStudiosKeepTheirOwnEdits()
    {
        const QString file = writeNote("a.note", "saved");
        const auto first = makeWindow();
        const auto second = makeWindow();
        openNote(*first, file)->type("by the first");
        QTRY_COMPARE_WITH_TIMEOUT(journals(), 1, 5000);
        NoteView* other = openNote(*second, file);
        QCOMPARE(other->text(), QByteArray("saved")); // what the first one holds is not taken away
        other->type("by the second");
        QTRY_COMPARE_WITH_TIMEOUT(journals(), 2, 5000);
    }

    /// One of them comes back, the other is offered, and stays whatever becomes of the first.
    void editsOfTwoStudiosAreBothOffered()
    {
        const QString file = writeNote("a.note", "saved");
        {
            const auto first = makeWindow();
            const auto second = makeWindow();
            openNote(*first, file)->type("by the first");
            openNote(*second, file)->type("by the second");
            QTRY_COMPARE_WITH_TIMEOUT(journals(), 2, 5000);
            QVERIFY(first->close());
            QVERIFY(second->close());
        }
        QCOMPARE(journals(), 2);
        const auto window = makeWindow();
        NoteView* note = openNote(*window, file);
        const QByteArray one = note->text();
        const QByteArray other = one == "by the first" ? "by the second" : "by the first";
        QVERIFY(one == "by the first" || one == "by the second");
        QVERIFY(window->saving().save(note));
        QCOMPARE(journals(), 1); // not its own
        press(*window, QStringLiteral("Put those back"));
        QCOMPARE(note->text(), other);
        QCOMPARE(journals(), 1);
        note->undo();
        QCOMPARE(note->text(), one);
        note->redo();
        QVERIFY(!window->saving().save(note)); // they were made before the file was what it is now
        press(*window, QStringLiteral("Overwrite"));
        QVERIFY(!note->isModified());
        QCOMPARE(journals(), 0);
    }

    void leavingIsRefusedWhenEditsCannotBeKept()
    {
        const auto window = makeWindow();
        NoteView* note = openNote(*window, writeNote("a.note", "saved"));
        note->note().canBeKept = false;
        note->type("not saved");
        window->closeDocument(note);
        QCOMPARE(window->documents().documents().size(), 1);
        QVERIFY(!window->close());
        QTRY_VERIFY(window->problems().shownSentences().join(u' ').contains(QStringLiteral("Save it first")));
        QVERIFY(note->save());
        QVERIFY(window->close());
    }

    void aFileChangedByAnotherProgramIsReadAgain()
    {
        const QString file = writeNote("a.note", "old");
        const auto window = makeWindow();
        NoteView* note = openNote(*window, file);
        QVERIFY(writeFileAtomically(file.toStdString(), std::string_view("new"), Backup::None));
        QTRY_COMPARE_WITH_TIMEOUT(note->text(), QByteArray("new"), 5000);
        QVERIFY(window->toasts().sentences().join(u' ').contains(QStringLiteral("read again")));
        QVERIFY(writeFileAtomically(file.toStdString(), std::string_view("newer"), Backup::None)); // still watched
        QTRY_COMPARE_WITH_TIMEOUT(note->text(), QByteArray("newer"), 5000);
    }

    void aFileChangedUnderEditsIsNotOverwrittenUnasked_data()
    {
        QTest::addColumn<QString>("choice");
        QTest::addColumn<QByteArray>("inFile");
        QTest::addColumn<QByteArray>("inDocument");
        QTest::newRow("overwrite") << QStringLiteral("Overwrite") << QByteArray("mine") << QByteArray("mine");
        QTest::newRow("reload") << QStringLiteral("Reload") << QByteArray("theirs") << QByteArray("theirs");
    }

    void aFileChangedUnderEditsIsNotOverwrittenUnasked()
    {
        QFETCH(QString, choice);
        QFETCH(QByteArray, inFile);
        QFETCH(QByteArray, inDocument);
        const QString file = writeNote("a.note", "old");
        const auto window = makeWindow();
        NoteView* note = openNote(*window, file);
        note->type("mine");
        QVERIFY(writeFileAtomically(file.toStdString(), std::string_view("theirs"), Backup::None));
        QVERIFY(!window->saving().save(note)); // before the watcher told
        QCOMPARE(contentOf(file), QByteArray("theirs"));
        auto* notice = window->findChild<DocumentNotice*>();
        QVERIFY(notice != nullptr && notice->isVisible());
        QVERIFY(QApplication::activeModalWidget() == nullptr);
        press(*notice, choice);
        QCOMPARE(contentOf(file), inFile);
        QCOMPARE(note->text(), inDocument);
        QVERIFY(!note->isModified());
        QTRY_VERIFY(window->findChild<DocumentNotice*>() == nullptr);
        QCOMPARE(journals(), 0);
    }

    void aRoomChangedUnderEditsIsComparedAsARoom_data()
    {
        QTest::addColumn<QString>("choice");
        QTest::addColumn<bool>("keepsOurs");
        QTest::newRow("overwrite") << QStringLiteral("Overwrite") << true;
        QTest::newRow("reload") << QStringLiteral("Reload") << false;
    }

    /// Maps beside each other, not how many bytes; there one decides, and is back in the room.
    void aRoomChangedUnderEditsIsComparedAsARoom()
    {
        QFETCH(QString, choice);
        QFETCH(bool, keepsOurs);
        const QString file = path("terrace.roo");
        const auto put = [&file](const std::vector<std::byte>& bytes) {
            return static_cast<bool>(writeFileAtomically(file.toStdString(), {reinterpret_cast<const char*>(bytes.data()), bytes.size()}, Backup::None));
        };
        const std::vector<std::byte> bytes = test::bytesOf(test::dataDir() / "rooms/terrace_13_integer.roo");
        QVERIFY(put(bytes));
        const auto window = test::shownStudio({rooms::roomDocumentType()}, ActionTable{});
        window->open(file);
        QTRY_VERIFY(window->documents().find(file) != nullptr && window->documents().find(file)->document());
        DocumentView* view = window->documents().find(file);
        const auto room = std::dynamic_pointer_cast<roomcore::RoomDocument>(view->document());
        QVERIFY(room);
        {
            roomcore::MapEdit edit = room->edit();
            const roomcore::MapPoint corner{4096, 4096};
            QVERIFY(roomcore::drawLines(edit, roomcore::rectanglePoints(corner, {4352, 4352}), true, room->defaults()));
        }
        QVERIFY(view->isModified());
        auto theirs = roo::read(bytes, "terrace.roo");
        theirs.value().sectors[0].floorHeight += 8;
        QVERIFY(put(roo::write(theirs.value())));
        QVERIFY(!window->saving().save(view));
        window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(window.get()));
        press(*window->findChild<DocumentNotice*>(), QStringLiteral("Compare"));
        auto* compared = qobject_cast<views::CompareView*>(window->documents().current());
        QVERIFY(compared != nullptr && compared->rooms() != nullptr);
        QVERIFY(compared->differences() > 1); // theirs and ours
        QTRY_VERIFY(QApplication::focusWidget() != nullptr && compared->isAncestorOf(QApplication::focusWidget())); // the keys are here
        press(*window->findChildren<DocumentNotice*>().last(), QStringLiteral("Decide later"));
        QCOMPARE(window->documents().current(), view);
        QTRY_VERIFY(QApplication::focusWidget() == view || view->isAncestorOf(QApplication::focusWidget()));
        QVERIFY(view->isModified());
        window->saving().compare(view); // once more: one page, not two
        QCOMPARE(window->documents().documents().size(), 2);
        press(*window->findChildren<DocumentNotice*>().last(), choice);
        QTRY_COMPARE(window->documents().documents().size(), 1);
        QCOMPARE(window->documents().current(), view);
        QVERIFY(!view->isModified());
        const auto now = roo::read(test::bytesOf(file.toStdString()), "terrace.roo");
        QCOMPARE(now.value().sectors[0].floorHeight == theirs.value().sectors[0].floorHeight, !keepsOurs);
        QTRY_VERIFY(window->findChild<DocumentNotice*>() == nullptr);
    }

    void unsavedEditsOfAComparedFileAreSaid()
    {
        const QString a = writeNote("c.txt", "one\n"), b = writeNote("d.txt", "two\n");
        const auto window = test::shownStudio({code::textDocumentType()}, ActionTable{});
        window->open(a);
        QTRY_VERIFY(window->documents().find(a) != nullptr && window->documents().find(a)->document());
        DocumentView* view = window->documents().find(a);
        window->opening().compare(a, b);
        DocumentView* page = window->documents().current();
        const auto said = [page] {
            const auto* note = page->findChild<QLabel*>(QStringLiteral("compareNote"));
            return note == nullptr ? QString() : note->text();
        };
        QCOMPARE(said(), QString());
        window->documents().setCurrent(view);
        view->findChild<code::CodeEditor*>()->replaceText("two\n");
        window->documents().setCurrent(page);
        QCOMPARE(said(), QStringLiteral("c.txt has edits that are not saved. Compared is the file on disk."));
        auto* compared = qobject_cast<views::CompareView*>(page);
        const auto press = [page](const char* name) {
            const auto buttons = page->findChildren<QPushButton*>(QLatin1String(name));
            QVERIFY2(!buttons.isEmpty(), name);
            buttons.last()->click(); // the bar before it is going
        };
        QCOMPARE(compared->differences(), 1);
        press("compareOther");
        QCOMPARE(compared->differences(), 0);
        QVERIFY2(compared->summary().contains(QStringLiteral("as edited")), qPrintable(compared->summary()));
        press("compareOther");
        QCOMPARE(compared->differences(), 1);
        press("compareSave");
        QVERIFY(!view->isModified());
        QTRY_COMPARE(said(), QString());
        QTRY_COMPARE(compared->differences(), 0);
    }

    /// Edits that are kept of a closed file: at hand where it was closed in this session, else out of the journal.
    void keptEditsAreComparedAndSavedFromTheComparison_data()
    {
        QTest::addColumn<bool>("closedNow");
        QTest::addColumn<bool>("saves");
        QTest::addRow("closed now, compared") << true << false;
        QTest::addRow("closed now, saved") << true << true;
        QTest::addRow("of a session before, compared") << false << false;
        QTest::addRow("of a session before, saved") << false << true;
    }
    void keptEditsAreComparedAndSavedFromTheComparison()
    {
        QFETCH(bool, closedNow);
        QFETCH(bool, saves);
        const QString a = writeNote("a.txt", "one\n"), b = writeNote("b.txt", "one\n");
        const auto edit = [&](StudioWindow& window) -> DocumentView* {
            window.open(b);
            if (!QTest::qWaitFor([&] { return window.documents().find(b) != nullptr && window.documents().find(b)->document(); }))
                qFatal("b.txt did not open");
            DocumentView* view = window.documents().find(b);
            view->findChild<code::CodeEditor*>()->replaceText("two\n");
            return view;
        };
        if (!closedNow) {
            const auto window = test::shownStudio({code::textDocumentType()}, ActionTable{});
            DocumentView* view = edit(*window);
            window->closeDocument(view);
            QVERIFY(window->saving().leave());
        }
        const auto window = test::shownStudio({code::textDocumentType()}, ActionTable{});
        if (closedNow) {
            DocumentView* view = edit(*window);
            window->opening().compare(a, b);
            QVERIFY(qobject_cast<views::CompareView*>(window->documents().current())->compareEdits(true));
            window->documents().setCurrent(view);
            window->closeDocument(view); // with its edits, while they are compared
        } else {
            window->open(a);
            QTRY_VERIFY(!window->opening().isUnderWay());
            window->opening().compare(a, b);
        }
        auto* page = qobject_cast<views::CompareView*>(window->documents().current());
        QVERIFY(page != nullptr);
        const auto button = [page](const char* name) -> QPushButton* {
            const auto buttons = page->findChildren<QPushButton*>(QLatin1String(name));
            return buttons.isEmpty() ? nullptr : buttons.last();
        };
        QTRY_COMPARE(page->differences(), closedNow ? 1 : 0);
        QCOMPARE(page->comparesEdits(), closedNow);
        if (saves) {
            button("compareSave")->click();
            QTRY_COMPARE(contentOf(b), QByteArray("two\n"));
            QTRY_VERIFY(button("compareSave") == nullptr || !button("compareSave")->isVisible());
            QTRY_COMPARE(page->differences(), 1);
            QVERIFY(!page->comparesEdits());
        } else {
            QVERIFY(button("compareOther")->isEnabled());
            if (!closedNow)
                button("compareOther")->click();
            QTRY_COMPARE(page->differences(), 1);
            QVERIFY(page->comparesEdits());
            button("compareOther")->click(); // and the file again
            QTRY_COMPARE(page->differences(), 0);
            QCOMPARE(contentOf(b), QByteArray("one\n"));
        }
        QCOMPARE(window->documents().current(), page);
    }

    /// A text is compared as rooms and sprites are: by the same page, and typing on shows in it.
    void theComparisonOfATextFollowsItsEdits()
    {
        const QString file = writeNote("b.txt", "one\ntwo\nthree\n");
        const auto window = test::shownStudio({code::textDocumentType()}, ActionTable{});
        window->open(file);
        QTRY_VERIFY(window->documents().find(file) != nullptr && window->documents().find(file)->document());
        DocumentView* view = window->documents().find(file);
        auto* text = view->findChild<code::CodeEditor*>();
        QVERIFY(text != nullptr);
        text->replaceText("zero\none\ntwo\nthree\n");
        QVERIFY(view->isModified());
        window->saving().compare(view);
        auto* compared = qobject_cast<views::CompareView*>(window->documents().current());
        QVERIFY(compared != nullptr);
        QCOMPARE(compared->title(), QStringLiteral("b.txt \u2194 as edited"));
        QCOMPARE(compared->differences(), 1);
        window->documents().setCurrent(view);
        text->replaceText("zero\none\ntwo\nmore\nthree\n");
        window->documents().setCurrent(compared);
        QTRY_COMPARE(compared->differences(), 2);
        writeNote("b.txt", "zero\none\ntwo\nthree\n");
        QTRY_COMPARE_WITH_TIMEOUT(compared->differences(), 1, 5000);
    }

    /// The backup keeps the old file alive, so that a watcher of that one would wait for ever.
    void theFileIsWatchedAfterASaveToo()
    {
        const QString file = writeNote("a.note", "old");
        const auto window = makeWindow();
        NoteView* note = openNote(*window, file);
        for (const char* theirs : {"theirs 1", "theirs 2"}) {
            note->type("mine");
            QVERIFY(window->saving().save(note));
            QTest::qWait(400); // what our own save set off is over
            QCOMPARE(note->text(), QByteArray("mine"));
            QVERIFY(writeFileAtomically(file.toStdString(), std::string_view(theirs), Backup::None));
            QTRY_COMPARE_WITH_TIMEOUT(note->text(), QByteArray(theirs), 5000);
            QVERIFY(!note->isModified());
        }
        // Written into, as some editors do.
        writeNote("a.note", "theirs 3");
        QTRY_COMPARE_WITH_TIMEOUT(note->text(), QByteArray("theirs 3"), 5000);
    }

    /// The same two files once more: the same page, with what they hold now.
    void comparingAgainReadsBothFilesAnew()
    {
        const QString a = writeNote("first.txt", "one\ntwo\n"), b = writeNote("second.txt", "one\ntwo\n");
        const auto window = makeWindow();
        window->opening().compare(a, b);
        auto* page = qobject_cast<views::CompareView*>(window->documents().current());
        QVERIFY(page != nullptr);
        QCOMPARE(page->differences(), 0);
        writeNote("second.txt", "one\n2\n");
        window->opening().compare(a, b); // at once, before any watcher tells
        QCOMPARE(window->documents().current(), static_cast<DocumentView*>(page));
        QCOMPARE(page->differences(), 1);
        writeNote("first.txt", "one\n2\n");
        QTRY_COMPARE_WITH_TIMEOUT(page->differences(), 0, 5000); // by itself
    }

    void aFileDeletedWhileOpenIsTold()
    {
        const QString file = writeNote("a.note", "old");
        const auto window = makeWindow();
        NoteView* note = openNote(*window, file);
        QVERIFY(!note->isModified());
        QVERIFY(QFile::remove(file));
        QTRY_VERIFY_WITH_TIMEOUT(note->isModified(), 5000);
        auto* notice = window->findChild<DocumentNotice*>();
        QVERIFY(notice != nullptr);
        press(*notice, QStringLiteral("Save again"));
        QCOMPARE(contentOf(file), QByteArray("old"));
        QVERIFY(!note->isModified());
        QTRY_VERIFY(window->findChild<DocumentNotice*>() == nullptr);
        // It comes back by itself.
        QVERIFY(QFile::remove(file));
        QTRY_VERIFY_WITH_TIMEOUT(window->findChild<DocumentNotice*>() != nullptr, 5000);
        writeNote("a.note", "back");
        QTRY_COMPARE_WITH_TIMEOUT(note->text(), QByteArray("back"), 5000);
        QTRY_VERIFY(window->findChild<DocumentNotice*>() == nullptr);
    }

    void unsavedWorkInNoTabIsSavedWithAll()
    {
        const QString file = writeNote("a.txt", "old");
        const auto window = makeWindow();
        const auto text = window->workspace().openText(file.toStdString(), EncodingRule::Guess);
        QVERIFY(text);
        QVERIFY(!window->saving().hasUnsaved());
        text.value()->edit("Type", "new");
        QVERIFY(window->saving().hasUnsaved());
        QVERIFY(window->saving().saveAll());
        QCOMPARE(contentOf(file), QByteArray("new"));
        QVERIFY(!window->saving().hasUnsaved());
        QVERIFY(window->workspace().documents().empty()); // nobody needs it any more
    }

    void aWriteProtectedFileIsNotReplacedUnasked()
    {
        const QString file = writeNote("a.note", "old");
        const auto readOnly = QFile::ReadOwner | QFile::ReadUser | QFile::ReadGroup | QFile::ReadOther;
        QVERIFY(QFile::setPermissions(file, readOnly));
        const auto window = makeWindow();
        NoteView* note = openNote(*window, file);
        note->type("new");
        QVERIFY(!window->saving().save(note));
        QCOMPARE(contentOf(file), QByteArray("old"));
        QVERIFY(note->isModified());
        auto* notice = window->findChild<DocumentNotice*>();
        QVERIFY(notice != nullptr && notice->isVisible());
        window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(window.get()));
        QTRY_VERIFY(notice->isAncestorOf(QApplication::focusWidget()));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return); // "Leave it"
        QTRY_VERIFY(window->findChild<DocumentNotice*>() == nullptr);
        QCOMPARE(contentOf(file), QByteArray("old"));
        QVERIFY(!window->saving().saveAll());
        notice = window->findChild<DocumentNotice*>();
        QVERIFY(notice != nullptr);
        press(*notice, QStringLiteral("Save anyway"));
        QCOMPARE(contentOf(file), QByteArray("new"));
        QVERIFY(!note->isModified());
        QVERIFY((QFile::permissions(file) & (QFile::WriteOwner | QFile::WriteGroup | QFile::WriteOther)) == 0); // as it was
        note->type("newer"); // asked once
        QVERIFY(window->saving().save(note));
        QCOMPARE(contentOf(file), QByteArray("newer"));
    }

    void whyAFileCannotBeSavedIsSaid()
    {
        QCOMPARE(
            saveSentence(QStringLiteral("lantern.roo"), {"cannot write", "/w/lantern.roo", ErrorCode::DiskFull}),
            QStringLiteral("Cannot save lantern.roo: the disk is full. Your edits are kept; free some space and save again."));
        const QString file = writeNote("a.note", "old");
        const auto window = makeWindow();
        NoteView* note = openNote(*window, file);
        note->type("new");
        QVERIFY(folder_->remove()); // the folder goes away
        QVERIFY(!window->saving().save(note));
        QVERIFY(note->isModified());
        QTRY_VERIFY(window->problems().shownSentences().contains(
            QStringLiteral("Cannot save a.note: its folder is gone. Your edits are kept; put the folder back and save again.")));
        QTRY_COMPARE_WITH_TIMEOUT(journals(), 1, 5000);
        QVERIFY(QDir().mkpath(QFileInfo(file).path()));
        QVERIFY(window->saving().save(note));
        QCOMPARE(contentOf(file), QByteArray("new"));
        QTRY_COMPARE(window->problems().total(), 0);
    }
};

QTEST_MAIN(TestSave)
#include "tst_save.moc"
