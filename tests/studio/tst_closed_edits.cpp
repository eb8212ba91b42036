// SPDX-License-Identifier: GPL-3.0-or-later
// Files that were closed with edits: marked, kept, saved with all others, given up.
#include "studio/shell/opening.h"
#include "studio/shell/problems_panel.h"
#include "studio/shell/recovery_bar.h"
#include "studio/shell/saving.h"
#include "tests/studio/note_fixture.h"
#include "ui/toast.h"

#include <QAction>
#include <QApplication>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::shell;
using blak::test::NoteView;

class TestClosedEdits : public QObject, test::NoteFixture
{
    Q_OBJECT

    /// One step of two files; both are open afterwards.
    static std::pair<NoteView*, NoteView*> renameIn(StudioWindow& window, const QString& a, const QString& b)
    {
        NoteView* first = openNote(window, a);
        NoteView* second = openNote(window, b);
        document::GroupTransaction both("Rename b to c");
        both.add(first->document());
        both.add(second->document());
        first->type("renamed a");
        second->type("renamed b");
        both.commit();
        return {first, second};
    }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }
    void init() { begin(); }

    /// In the tree one sees which closed files have edits; opened again in the same session, each of their steps can be taken back.
    void whatIsClosedWithEditsIsMarkedAndComesBackWithItsSteps()
    {
        const QString file = writeNote("a.note", "saved");
        const auto window = makeWindow();
        window->open(folder_->path());
        QTRY_VERIFY(!window->opening().isUnderWay());
        NoteView* note = openNote(*window, file);
        note->type("one");
        note->type("two");
        QTRY_COMPARE(markOf(*window, file), static_cast<int>(ProjectModel::Mark::Unsaved));
        window->closeDocument(note);
        QCOMPARE(markOf(*window, file), static_cast<int>(ProjectModel::Mark::Kept));
        QVERIFY(window->browser().findChild<ProjectModel*>()->indexOf(file).data(Qt::ToolTipRole).toString().contains(QStringLiteral("not saved")));
        QVERIFY(!window->workspace().find(file.toStdString())); // nothing is compiled with edits that nobody sees

        note = openNote(*window, file);
        QCOMPARE(note->text(), QByteArray("two"));
        QVERIFY(note->isModified());
        QCOMPARE(markOf(*window, file), static_cast<int>(ProjectModel::Mark::Unsaved));
        QCOMPARE(journals(), 1);
        note->undo();
        QCOMPARE(note->text(), QByteArray("one"));
        note->undo();
        QCOMPARE(note->text(), QByteArray("saved"));
        QVERIFY(!note->isModified());
        QVERIFY(!note->canUndo());
        QTRY_COMPARE(journals(), 0);
        window->closeDocument(note);
        QCOMPARE(markOf(*window, file), static_cast<int>(ProjectModel::Mark::None));
    }

    /// As at another scale: the window comes anew over the same documents, and marks what is unsaved from its first moment.
    void theWindowThatComesAnewMarksWhatIsUnsaved()
    {
        const QString file = writeNote("a.note", "saved"), closed = writeNote("b.note", "saved");
        std::shared_ptr<document::Workspace> workspace;
        std::shared_ptr<ClosedEdits> closedEdits;
        document::ViewHold held;
        {
            const auto window = makeWindow();
            window->open(folder_->path());
            QTRY_VERIFY(!window->opening().isUnderWay());
            openNote(*window, file)->type("edited");
            NoteView* other = openNote(*window, closed);
            other->type("one");
            other->type("two");
            window->closeDocument(other);
            QVERIFY(window->saving().leave());
            window->saveSession();
            workspace = window->sharedWorkspace();
            closedEdits = window->saving().closed().handOver();
            held = document::ViewHold(workspace->find(file.toStdString()));
        }
        StudioWindow again(test::noteTypes(), {}, workspace);
        again.saving().closed().takeOver(closedEdits);
        again.show();
        again.restoreSession();
        QTRY_VERIFY(again.documents().find(file) != nullptr);
        QTRY_COMPARE(markOf(again, file), static_cast<int>(ProjectModel::Mark::Unsaved));
        QCOMPARE(markOf(again, closed), static_cast<int>(ProjectModel::Mark::Kept));
        NoteView* other = openNote(again, closed); // with its steps
        QCOMPARE(other->text(), QByteArray("two"));
        other->undo();
        QCOMPARE(other->text(), QByteArray("one"));
    }

    /// A replacement in several files is taken back in those that were closed with it, too, and made again.
    void aStepOfSeveralFilesIsTakenBackInClosedOnesToo()
    {
        const QString a = writeNote("a.note", "a"), b = writeNote("b.note", "b");
        const auto window = makeWindow();
        window->open(folder_->path());
        QTRY_VERIFY(!window->opening().isUnderWay());
        NoteView* first = openNote(*window, a);
        NoteView* second = openNote(*window, b);
        document::GroupTransaction both("Replace");
        both.add(first->document());
        both.add(second->document());
        first->type("replaced a");
        second->type("replaced b");
        both.commit();
        window->closeDocument(second);
        QCOMPARE(markOf(*window, b), static_cast<int>(ProjectModel::Mark::Kept));
        first->undo();
        QCOMPARE(first->text(), QByteArray("a"));
        QVERIFY2(window->toasts().sentences().contains(QStringLiteral("Took back in 2 files, 1 of them closed: Replace.")),
                 qPrintable(window->toasts().sentences().join(u'|')));
        QCOMPARE(markOf(*window, b), static_cast<int>(ProjectModel::Mark::None));
        QTRY_COMPARE(journals(), 0);
        first->redo();
        QCOMPARE(markOf(*window, b), static_cast<int>(ProjectModel::Mark::Kept));
        QTRY_COMPARE(journals(), 2);
        first->undo();
        second = openNote(*window, b);
        QCOMPARE(second->text(), QByteArray("b"));
        QVERIFY(!second->isModified());
    }

    /// In another session what comes back is a step of this file alone; in the one before it was one of several.
    void aStepOfSeveralFilesIsToldOfWhenItIsTakenBackInAnotherSession()
    {
        const QString a = writeNote("a.note", "a"), b = writeNote("b.note", "b");
        {
            const auto window = makeWindow();
            const auto [first, second] = renameIn(*window, a, b);
            QVERIFY(window->saving().save(second));
            first->type("renamed and edited");
            QVERIFY(window->saving().leave());
        }
        const QString told = QStringLiteral("Took back in a.note alone. \u201cRename b to c\u201d was made in 1 other file in an earlier session and stays there.");
        for (int session = 0; session < 2; ++session) { // what is kept again still says it
            const auto window = makeWindow();
            NoteView* note = openNote(*window, a);
            QCOMPARE(note->text(), QByteArray("renamed and edited"));
            QVERIFY(!window->toasts().sentences().contains(told));
            note->type("more");
            note->undo(); // of this session
            QVERIFY(!window->toasts().sentences().contains(told));
            note->undo();
            QCOMPARE(note->text(), QByteArray("a"));
            QVERIFY2(window->toasts().sentences().contains(told), qPrintable(window->toasts().sentences().join(u'|')));
            QCOMPARE(contentOf(b), QByteArray("renamed b"));
            press(*window, QStringLiteral("Redo"));
            QCOMPARE(note->text(), QByteArray("renamed and edited"));
            QTRY_VERIFY(!window->toasts().sentences().contains(told));
            QVERIFY(window->saving().leave());
        }
    }

    /// Once it was taken back, other edits of the file are its own.
    void aSharedStepThatWasTakenBackIsNotKept()
    {
        const QString a = writeNote("a.note", "a"), b = writeNote("b.note", "b");
        {
            const auto window = makeWindow();
            const auto [first, second] = renameIn(*window, a, b);
            QVERIFY(window->saving().save(second));
            QVERIFY(window->saving().leave());
        }
        {
            const auto window = makeWindow();
            NoteView* note = openNote(*window, a);
            note->undo();
            note->type("mine");
            QVERIFY(window->saving().leave());
        }
        const auto window = makeWindow();
        NoteView* note = openNote(*window, a);
        QCOMPARE(note->text(), QByteArray("mine"));
        window->toasts().clear();
        note->undo();
        QCOMPARE(note->text(), QByteArray("a"));
        QCOMPARE(window->toasts().sentences(), QStringList());
    }

    /// What was saved before it was closed is of the file; only later edits come back.
    void whatWasSavedIsNoSharedEdit()
    {
        const QString a = writeNote("a.note", "a"), b = writeNote("b.note", "b");
        {
            const auto window = makeWindow();
            const auto [first, second] = renameIn(*window, a, b);
            QVERIFY(window->saving().saveAll());
            first->type("edited");
            QVERIFY(window->saving().leave());
        }
        const auto window = makeWindow();
        NoteView* note = openNote(*window, a);
        QCOMPARE(note->text(), QByteArray("edited"));
        window->toasts().clear();
        note->undo();
        QCOMPARE(note->text(), QByteArray("renamed a"));
        QCOMPARE(window->toasts().sentences(), QStringList());
    }

    void recordsOfSharedStepsComeFromAnywhere()
    {
        const SharedStep step{QStringLiteral("Rename \u201cb\u201d to c"), 22};
        QCOMPARE(*SharedStep::fromRecord(step.toRecord()), step);
        for (const char* bad : {"", "Edit", "shared", "shared\n1", "shared\n0\nx", "shared\n-3\nx", "shared\n99999999999\nx", "shared\n1\nx\ny", "Shared\n1\nx"})
            QVERIFY2(!SharedStep::fromRecord(bad), bad);
        QVERIFY(!SharedStep::fromRecord("shared\n1\n" + std::string(SharedStep::longestName + 1, 'x')));
    }

    /// The file was written by another program meanwhile: the edits come back, and one is asked.
    void whatComesBackOverAChangedFileIsAConflict()
    {
        const QString file = writeNote("a.note", "saved");
        const auto window = makeWindow();
        NoteView* note = openNote(*window, file);
        note->type("mine");
        window->closeDocument(note);
        writeNote("a.note", "theirs, longer");
        note = openNote(*window, file);
        QCOMPARE(note->text(), QByteArray("mine"));
        QVERIFY(window->documents().notice(note) != nullptr);
        QVERIFY(!window->saving().save(note));
        QCOMPARE(contentOf(file), QByteArray("theirs, longer"));
    }

    /// However they are given up, a click takes that back; and nothing is offered any longer that is no more.
    void discardedEditsComeBackByAClick()
    {
        const QString file = writeNote("a.note", "saved");
        const auto said = [](StudioWindow& window) { return window.toasts().sentences().join(u'|'); };
        {
            const auto window = makeWindow();
            window->open(folder_->path());
            QTRY_VERIFY(!window->opening().isUnderWay());
            NoteView* note = openNote(*window, file);
            note->type("one");
            note->type("two");
            window->closeDocument(note);
            press(*window, QStringLiteral("Discard"));
            QCOMPARE(journals(), 0);
            QVERIFY2(said(*window).contains(QStringLiteral("Discarded the kept edits of a.note.")), qPrintable(said(*window)));
            press(*window, QStringLiteral("Undo"));
            QCOMPARE(journals(), 1);
            QCOMPARE(markOf(*window, file), static_cast<int>(ProjectModel::Mark::Kept));
            note = openNote(*window, file); // with its steps
            QCOMPARE(note->text(), QByteArray("two"));
            QVERIFY2(!said(*window).contains(QStringLiteral("Discarded")) && !said(*window).contains(QStringLiteral("Kept edits")), qPrintable(said(*window)));
            note->undo();
            QCOMPARE(note->text(), QByteArray("one"));
            QVERIFY(window->close());
        }
        const auto window = makeWindow(); // now only a journal has them
        window->open(folder_->path());
        QTRY_VERIFY(!window->opening().isUnderWay());
        NoteView* putBack = openNote(*window, file);
        QVERIFY2(said(*window).contains(QStringLiteral("Put back kept edits of a.note.")), qPrintable(said(*window)));
        press(*window, QStringLiteral("Discard"));
        QCOMPARE(putBack->text(), QByteArray("saved"));
        QVERIFY(!putBack->isModified());
        press(*window, QStringLiteral("Undo"));
        QCOMPARE(putBack->text(), QByteArray("one"));
        window->closeDocument(putBack);
        emit window->browser().discardRequested({file});
        QCOMPARE(journals(), 0);
        press(*window, QStringLiteral("Undo"));
        QCOMPARE(journals(), 1);
        NoteView* note = openNote(*window, file);
        QCOMPARE(note->text(), QByteArray("one"));
        press(*window, QStringLiteral("Discard")); // while it is open
        QCOMPARE(note->text(), QByteArray("saved"));
        QVERIFY(!note->isModified());
        press(*window, QStringLiteral("Undo"));
        QCOMPARE(note->text(), QByteArray("one"));
        QVERIFY(note->isModified());
        note->undo(); // down to the file, which is saved
        QCOMPARE(note->text(), QByteArray("saved"));
        QVERIFY(!note->isModified());
        note->redo();
        QCOMPARE(note->text(), QByteArray("one"));
        // What was discarded does not come back over what was done meanwhile.
        window->closeDocument(note);
        press(*window, QStringLiteral("Discard"));
        note = openNote(*window, file);
        QCOMPARE(note->text(), QByteArray("saved"));
        QVERIFY2(!said(*window).contains(QStringLiteral("Discarded")), qPrintable(said(*window)));
        // Saved is saved.
        note->type("three");
        window->closeDocument(note);
        note = openNote(*window, file);
        QVERIFY(window->saving().save(note));
        QVERIFY2(!said(*window).contains(QStringLiteral("kept edits")), qPrintable(said(*window)));
    }

    void manyDiscardedEditsComeBackAtOnce()
    {
        const QString a = writeNote("a.note", "a"), b = writeNote("b.note", "b");
        {
            const auto window = makeWindow();
            window->open(folder_->path());
            QTRY_VERIFY(!window->opening().isUnderWay());
            for (const QString& file : {a, b}) {
                NoteView* note = openNote(*window, file);
                note->type("edited");
                window->closeDocument(note);
            }
            emit window->browser().discardRequested({a, b});
            QCOMPARE(journals(), 0);
            QVERIFY(window->toasts().sentences().contains(QStringLiteral("Discarded the kept edits of 2 files.")));
            press(*window, QStringLiteral("Undo"));
            QCOMPARE(journals(), 2);
            QCOMPARE(markOf(*window, a), static_cast<int>(ProjectModel::Mark::Kept));
            QCOMPARE(markOf(*window, b), static_cast<int>(ProjectModel::Mark::Kept));
            QVERIFY(window->close());
        }
        // On Welcome, where nobody has a project.
        const auto window = makeWindow();
        window->showWelcome();
        QTRY_COMPARE(window->findChildren<RecoveryBar*>().size(), qsizetype{2});
        press(*window, QStringLiteral("Forget"));
        QCOMPARE(journals(), 1);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QCOMPARE(window->findChildren<RecoveryBar*>().size(), qsizetype{1});
        press(*window, QStringLiteral("Undo"));
        QCOMPARE(journals(), 2);
        QTRY_COMPARE(window->findChildren<RecoveryBar*>().size(), qsizetype{2});
    }

    void keptEditsCanBeGivenUpInTheTree()
    {
        const QString file = writeNote("a.note", "saved");
        const auto window = makeWindow();
        window->open(folder_->path());
        QTRY_VERIFY(!window->opening().isUnderWay());
        NoteView* note = openNote(*window, file);
        note->type("one");
        window->closeDocument(note);
        emit window->browser().discardRequested({file});
        QCOMPARE(markOf(*window, file), static_cast<int>(ProjectModel::Mark::None));
        QCOMPARE(journals(), 0);
        note = openNote(*window, file);
        QCOMPARE(note->text(), QByteArray("saved"));
    }

    /// Save all saves what the tree marks, also of closed files; what another program changed meanwhile is opened, to be looked at.
    void saveAllSavesWhatIsKeptOfClosedFiles()
    {
        const QString a = writeNote("a.note", "a");
        const QString b = writeNote("b.note", "b");
        const auto window = makeWindow();
        window->open(folder_->path());
        QTRY_VERIFY(!window->opening().isUnderWay());
        for (const QString& file : {a, b}) {
            NoteView* note = openNote(*window, file);
            note->type("edited");
            window->closeDocument(note);
        }
        QVERIFY(QFile::remove(b));
        writeNote("b.note", "by another program");
        QVERIFY(window->saving().hasUnsaved());
        QVERIFY(window->saving().saveAll()); // of what is open: before a debugger starts, say
        QCOMPARE(contentOf(a), QByteArray("a"));
        QTRY_VERIFY(window->actions().action(QStringLiteral("studio.file.saveAll"))->isEnabled());
        window->actions().action(QStringLiteral("studio.file.saveAll"))->trigger();
        QCOMPARE(contentOf(a), QByteArray("edited"));
        QCOMPARE(markOf(*window, a), static_cast<int>(ProjectModel::Mark::None));
        QVERIFY(window->toasts().sentences().join(u'|').contains(QStringLiteral("a.note")));
        QTRY_VERIFY(window->documents().find(b) != nullptr);
        QCOMPARE(contentOf(b), QByteArray("by another program"));
        QCOMPARE(static_cast<NoteView*>(window->documents().find(b))->text(), QByteArray("edited"));
        QVERIFY(window->documents().find(a) == nullptr);
    }

    /// Kept edits of a file that is gone can be written into one again: from reopening it, and at the start.
    void aFileThatIsGoneIsWrittenFromItsKeptEdits()
    {
        const QString file = writeNote("a.note", "saved");
        {
            const auto window = makeWindow();
            NoteView* note = openNote(*window, file);
            note->type("not saved, \xc3\xa4");
            window->closeDocument(note);
            QVERIFY(QFile::remove(file));
            window->actions().action(QStringLiteral("studio.file.reopen"))->trigger();
            QVERIFY(window->documents().documents().isEmpty());
            QVERIFY(window->toasts().sentences().contains(QStringLiteral("a.note is gone, but edits of it are kept.")));
            QVERIFY(!window->toasts().sentences().join(u'|').contains(QStringLiteral("is not there")));
            QVERIFY(window->close()); // nothing was pressed
        }
        QCOMPARE(journals(), 1);
        QVERIFY(!QFile::exists(file));
        const auto window = makeWindow();
        window->saving().openKept();
        press(*window, QStringLiteral("Put it back"));
        QTRY_VERIFY(window->documents().find(file) != nullptr);
        QCOMPARE(contentOf(file), QByteArray("not saved, \xc3\xa4"));
        auto* note = static_cast<NoteView*>(window->documents().find(file));
        QCOMPARE(note->text(), QByteArray("not saved, \xc3\xa4"));
        QVERIFY(!note->isModified());
        QTRY_COMPARE(journals(), 0);
    }

    /// What has kept edits comes back beside the page one left, which is in front again.
    void keptEditsComeBehindThePageOneLeft()
    {
        const QString file = writeNote("a.note", "saved"), left = writeNote("b.note", "looked at"), closed = writeNote("c.note", "saved");
        {
            const auto window = makeWindow();
            window->open(folder_->path());
            QTRY_VERIFY(!window->opening().isUnderWay());
            openNote(*window, file)->type("not saved");
            NoteView* other = openNote(*window, closed);
            other->type("not saved either");
            window->closeDocument(other);
            openNote(*window, left);
            QVERIFY(window->close());
        }
        const auto window = makeWindow();
        window->restoreSession();
        window->saving().openKept();
        QTRY_VERIFY(!window->opening().isUnderWay());
        for (const QString& one : {file, closed})
            QVERIFY(window->documents().find(one) != nullptr && window->documents().find(one)->isModified());
        QVERIFY(window->documents().current() != nullptr);
        QCOMPARE(window->documents().current()->path(), left);
        QCOMPARE(window->documents().documents().size(), 3);
    }

    /// A window that opens on one project does not fill with files of another one.
    void keptEditsOfAnotherProjectWait()
    {
        const QString file = writeNote("a.note", "saved");
        {
            const auto window = makeWindow();
            openNote(*window, file)->type("not saved");
            QVERIFY(window->close());
        }
        QTemporaryDir other;
        const auto window = makeWindow();
        window->open(other.path());
        window->saving().openKept();
        QTRY_VERIFY(!window->opening().isUnderWay());
        QVERIFY(window->documents().find(file) == nullptr);
        QVERIFY2(window->toasts().sentences().join(u'|').contains(QStringLiteral("Edits of a file outside of this project")),
                 qPrintable(window->toasts().sentences().join(u'|')));
        QCOMPARE(journals(), 1);
        window->open(file); // then they are there
        QTRY_VERIFY(window->documents().find(file) != nullptr);
        QCOMPARE(static_cast<NoteView*>(window->documents().find(file))->text(), QByteArray("not saved"));
        QTRY_VERIFY(!window->toasts().sentences().join(u'|').contains(QStringLiteral("outside of this project"))); // no longer so
    }
};

QTEST_MAIN(TestClosedEdits)
#include "tst_closed_edits.moc"
