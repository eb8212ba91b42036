// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/find_panel.h"
#include "kodide/ui/hit_delegate.h"
#include "tests/kodide_ui/find_case.h"
#include "ui/fonts.h"
#include "ui/theme.h"

#include <QApplication>
#include <QFile>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QTreeWidget>

#include <algorithm>
#include <cmath>
#include <cstdlib>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::code;
using blak::test::FakeProject;
using blak::test::TextFolder;

class TestFindReplace : public test::FindCase
{
    Q_OBJECT

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }
    void init() { setUp(); }
    void cleanup() { tearDown(); }

    void replacingChangesNothingButTheHits()
    {
        search(QStringLiteral("lantern"));
        panel_->replaceField()->setFocus();
        panel_->replaceField()->setText(QStringLiteral("l\u00e4mp"));
        QTreeWidgetItem* first = panel_->tree()->topLevelItem(0);
        QCOMPARE(first->child(0)->data(0, HitDelegate::ReplacementRole).toString(), QStringLiteral("l\u00e4mp"));
        first->child(1)->setCheckState(0, Qt::Unchecked); // "Lantern" stays
        QSignalSpy told(panel_.get(), &FindPanel::replaced);
        QTest::mouseClick(panel_->replaceButton(), Qt::LeftButton);
        QCOMPARE(told.size(), 1);
        QCOMPARE(told[0][0].toString(), QStringLiteral("Replaced 4 hits in 3 files. All of them are saved."));
        QCOMPARE(folder_->read(QStringLiteral("kod/a.kod")),
                 QByteArray("A\r\n   % a l\xE4mp\r\n   Lantern = l\xE4mp\r\nend\r\n"));
        QCOMPARE(folder_->read(QStringLiteral("kod/b.kod")), QByteArray("B\n   % caf\xE9 l\xE4mp\nend\n"));
        QCOMPARE(folder_->read(QStringLiteral("kod/b.kod~")), QByteArray("B\n   % caf\xE9 lantern\nend\n"));
        QCOMPARE(folder_->read(QStringLiteral("makefile")), QByteArray("all: lantern\n")); // was not listed
        panel_->undoReplace();
        QCOMPARE(folder_->read(QStringLiteral("kod/a.kod")),
                 QByteArray("A\r\n   % a lantern\r\n   Lantern = lantern\r\nend\r\n"));
        QCOMPARE(folder_->read(QStringLiteral("kod/b.kod")), QByteArray("B\n   % caf\xE9 lantern\nend\n"));
    }

    /// A version that a save of the user's kept is not given for a step that came and went.
    void takenBackTheKeptVersionsAreWhatTheyWere()
    {
        const QString kept = QStringLiteral("kod/a.kod~"), none = QStringLiteral("kod/b.kod~");
        folder_->write(kept, "what was kept before\n");
        search(QStringLiteral("lantern"));
        panel_->replaceField()->setText(QStringLiteral("lamp"));
        panel_->replaceTicked();
        QTRY_VERIFY_WITH_TIMEOUT(!panel_->isSearching(), 30000);
        QVERIFY(folder_->read(kept).contains("lantern"));
        panel_->undoReplace();
        QVERIFY(folder_->read(QStringLiteral("kod/a.kod")).contains("lantern"));
        QCOMPARE(folder_->read(kept), QByteArray("what was kept before\n"));
        QVERIFY(!QFile::exists(folder_->path(none)));
    }

    /// One that came to be since is somebody's.
    void aVersionKeptSinceStays()
    {
        const QString kept = QStringLiteral("kod/a.kod~");
        search(QStringLiteral("lantern"));
        panel_->replaceField()->setText(QStringLiteral("lamp"));
        panel_->replaceTicked();
        QTRY_VERIFY_WITH_TIMEOUT(!panel_->isSearching(), 30000);
        folder_->write(kept, "kept since\n");
        panel_->undoReplace();
        QCOMPARE(folder_->read(kept), QByteArray("kept since\n"));
    }

    /// A closed file whose edits are somewhere else: these would have nothing to go on.
    void whatIsSetAsideIsLeftAlone()
    {
        panel_->setAside([](const QString& path) { return path.endsWith(QLatin1String("/b.kod")); });
        search(QStringLiteral("lantern"));
        panel_->replaceField()->setText(QStringLiteral("lamp"));
        QSignalSpy refused(panel_.get(), &FindPanel::failed);
        QSignalSpy told(panel_.get(), &FindPanel::replaced);
        QTest::mouseClick(panel_->replaceButton(), Qt::LeftButton);
        QCOMPARE(told.size(), 1);
        QCOMPARE(told[0][0].toString(), QStringLiteral("Replaced 4 hits in 2 files. All of them are saved."));
        QCOMPARE(refused.size(), 1);
        QCOMPARE(refused[0][0].toString(), QStringLiteral("b.kod was closed with edits that are not saved, and was left as it is. Open it first."));
        QCOMPARE(folder_->read(QStringLiteral("kod/b.kod")), QByteArray("B\n   % caf\xE9 lantern\nend\n"));
    }

    void aCharacterWithoutPlaceWritesNothing()
    {
        search(QStringLiteral("lantern"));
        panel_->replaceField()->setText(QStringLiteral("\u2192"));
        QSignalSpy failed(panel_.get(), &FindPanel::failed);
        panel_->replaceTicked();
        QCOMPARE(failed.size(), 1);
        QVERIFY(failed[0][0].toString().startsWith(QStringLiteral("Nothing was replaced: in a.kod")));
        QCOMPARE(folder_->read(QStringLiteral("kod/b.kod")), QByteArray("B\n   % caf\xE9 lantern\nend\n"));
    }

    void filesThatChangedMeanwhileAreLeft()
    {
        search(QStringLiteral("lantern"));
        folder_->write(QStringLiteral("kod/b.kod"), "B\n% another lantern\nend\n");
        panel_->replaceField()->setText(QStringLiteral("lamp"));
        QSignalSpy failed(panel_.get(), &FindPanel::failed);
        panel_->replaceTicked();
        QVERIFY(failed[0][0].toString().startsWith(QStringLiteral("b.kod changed since the search")));
        QCOMPARE(folder_->read(QStringLiteral("kod/b.kod")), QByteArray("B\n% another lantern\nend\n"));
        QTRY_VERIFY_WITH_TIMEOUT(!panel_->isSearching(), 30000);
        folder_->write(QStringLiteral("kod/c.khd"), "   somebody wrote here\n");
        panel_->undoReplace();
        QCOMPARE(folder_->read(QStringLiteral("kod/c.khd")), QByteArray("   somebody wrote here\n"));
        QVERIFY(folder_->read(QStringLiteral("kod/a.kod")).contains("lantern"));
    }

    /// A click on the box of a hit ticks it and goes nowhere; one on its line goes there.
    void aClickOnATickGoesNowhere()
    {
        search(QStringLiteral("lantern"));
        panel_->replaceField()->setText(QStringLiteral("lamp"));
        panel_->resize(500, 400);
        panel_->show();
        QTreeWidget* tree = panel_->tree();
        tree->topLevelItem(0)->setExpanded(true);
        QTreeWidgetItem* hit = tree->topLevelItem(0)->child(0);
        QTRY_VERIFY(!tree->visualItemRect(hit).isEmpty());
        const QRect row = tree->visualItemRect(hit);
        const int line = row.top() + row.height() / 4; // the first of two
        QSignalSpy opened(panel_.get(), &FindPanel::openRequested);
        int x = row.left();
        for (; x < row.left() + 40 && hit->checkState(0) == Qt::Checked; x += 3)
            QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, QPoint(x, line));
        QCOMPARE(hit->checkState(0), Qt::Unchecked); // its box was found
        opened.clear();
        QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, QPoint(x - 3, line));
        QCOMPARE(hit->checkState(0), Qt::Checked);
        QVERIFY(opened.isEmpty());
        QCoreApplication::processEvents(); // the click is over
        QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, QPoint(row.left() + 80, row.center().y()));
        QCOMPARE(opened.size(), 1);
    }

    /// Whatever becomes of the rest: it was taken away, so it stays away.
    void aTickTakenAwayStaysAway()
    {
        folder_->write(QStringLiteral("kod/a.kod"), "A\n   x = Foo(lantern, lantern, lantern);\n   % lantern\n   % lantern\nend\n");
        openView(QStringLiteral("kod/a.kod"));
        search(QStringLiteral("lantern"));
        panel_->replaceField()->setText(QStringLiteral("lamp"));
        untick({1, 3});
        QCOMPARE(ticks(), QStringLiteral("a+-+-+ b+ c+"));
        // Refused: no file has a place for that letter.
        panel_->replaceField()->setText(QStringLiteral("\u2192"));
        panel_->replaceTicked();
        QTRY_VERIFY_WITH_TIMEOUT(!panel_->isSearching(), 30000);
        QCOMPARE(ticks(), QStringLiteral("a+-+-+ b+ c+"));
        // Refused for one file that another program wrote, done in the others.
        panel_->replaceField()->setText(QStringLiteral("lamp"));
        untickFile(1);
        folder_->write(QStringLiteral("kod/c.khd"), "   LANTERN_OIL = 3\n   LANTERN_WICK = 4\n");
        panel_->replaceTicked();
        QTRY_VERIFY_WITH_TIMEOUT(!panel_->isSearching(), 30000);
        QCOMPARE(open_->editor()->text(), QByteArray("A\n   x = Foo(lamp, lantern, lamp);\n   % lantern\n   % lamp\nend\n"));
        QCOMPARE(ticks(), QStringLiteral("a-- b- c++"));
        QTest::qWait(400); // and what was edited is looked through once more
        QCOMPARE(ticks(), QStringLiteral("a-- b- c++"));
        // So that the next press does what the list says.
        panel_->replaceTicked();
        QTRY_VERIFY_WITH_TIMEOUT(!panel_->isSearching(), 30000);
        QCOMPARE(ticks(), QStringLiteral("a-- b-"));
        QVERIFY(open_->editor()->text().contains("Foo(lamp, lantern, lamp);\n   % lantern\n"));
        QVERIFY(folder_->read(QStringLiteral("kod/b.kod")).contains("lantern"));
        // Taken back: each has what it had.
        panel_->undoReplace();
        QTRY_COMPARE(ticks(), QStringLiteral("a-- b- c++"));
        open_->undo();
        QTRY_COMPARE(ticks(), QStringLiteral("a+-+-+ b- c++"));
    }

    /// A line that is edited, goes, comes back or is put elsewhere.
    void ticksFollowTheirLines()
    {
        openView(QStringLiteral("kod/a.kod"));
        const QByteArray before = open_->editor()->text();
        search(QStringLiteral("lantern"));
        panel_->replaceField()->setText(QStringLiteral("lamp"));
        untick({0, 2});
        QCOMPARE(ticks(), QStringLiteral("a-+- b+ c+"));
        const auto becomes = [&](const QByteArray& text, const QString& expected) {
            open_->editor()->replaceText(text);
            QTRY_COMPARE(ticks(), expected);
        };
        becomes("A\r\n   % my lantern\r\n   Lantern = lantern\r\nend\r\n", QStringLiteral("a-+- b+ c+"));     // edited
        QTest::qWait(400);
        QCOMPARE(ticks(), QStringLiteral("a-+- b+ c+"));
        becomes("A\r\n   % my lanterXn\r\n   Lantern = lantern\r\nend\r\n", QStringLiteral("a+- b+ c+"));     // goes
        becomes("A\r\n   % my lanterXn oil\r\n   Lantern = lantern\r\nend\r\n", QStringLiteral("a+- b+ c+")); // edited meanwhile
        QTest::qWait(400);
        becomes("A\r\n   % my lantern oil\r\n   Lantern = lantern\r\nend\r\n", QStringLiteral("a-+- b+ c+"));  // and is there again
        becomes("A\r\n   Lantern = lantern\r\nend\r\n", QStringLiteral("a+- b+ c+"));                           // cut
        becomes("A\r\n   Lantern = lantern\r\n   % my lantern oil\r\nend\r\n", QStringLiteral("a+-- b+ c+"));  // pasted below
        becomes("A\r\nend\r\n", QStringLiteral("b+ c+"));
        for (int i = 0; i < 20 && open_->editor()->text() != before; ++i)
            open_->undo();
        QCOMPARE(open_->editor()->text(), before);
        QTRY_COMPARE(ticks(), QStringLiteral("a-+- b+ c+"));
        // A new one is to be replaced; but not in a file that was unticked.
        becomes("A\r\n   % a lantern\r\n   Lantern = lantern\r\n   lantern = 7\r\nend\r\n", QStringLiteral("a-+-+ b+ c+"));
        untickFile(0);
        becomes("A\r\n   lantern\r\n   % a lantern\r\n   Lantern = lantern\r\n   lantern = 7\r\nend\r\n", QStringLiteral("a----- b+ c+"));
    }

    /// Lines that are alike are told apart by where they stand.
    void ticksOfTheSameLinesAreTheirOwn()
    {
        folder_->write(QStringLiteral("kod/a.kod"), "A\n   lantern\n   x\n   lantern\n   y\n   lantern\nend\n");
        openView(QStringLiteral("kod/a.kod"));
        search(QStringLiteral("lantern"));
        panel_->replaceField()->setText(QStringLiteral("lamp"));
        untick({1});
        open_->editor()->replaceText("A\n   x\n   lantern\n   y\n   lantern\nend\n"); // the first goes
        QTRY_COMPARE(ticks(), QStringLiteral("a-+ b+ c+"));
        open_->editor()->replaceText("A\n   x\n   y\n   lantern\nend\n"); // then the one without a tick
        QTRY_COMPARE(ticks(), QStringLiteral("a+ b+ c+"));
        open_->undo();
        QTRY_COMPARE(ticks(), QStringLiteral("a-+ b+ c+"));
        open_->undo();
        QTRY_COMPARE(ticks(), QStringLiteral("a+-+ b+ c+"));
    }

    /// Without anything to put in there are no boxes; their ticks are the same when they come back.
    void ticksOutliveAnEmptyField()
    {
        openView(QStringLiteral("kod/a.kod"));
        search(QStringLiteral("lantern"));
        panel_->replaceField()->setText(QStringLiteral("l"));
        untick({1});
        panel_->replaceField()->clear();
        QVERIFY(panel_->tree()->topLevelItem(0)->child(1)->data(0, Qt::CheckStateRole).isNull());
        panel_->replaceField()->setText(QStringLiteral("lamp"));
        QCOMPARE(ticks(), QStringLiteral("a+-+ b+ c+"));
        panel_->replaceField()->clear();
        open_->editor()->replaceText("A\r\n\r\n   % a lantern\r\n   Lantern = lantern\r\nend\r\n");
        QTest::qWait(400);
        QTest::keyClick(panel_->findField(), Qt::Key_Return); // once more
        QTRY_VERIFY_WITH_TIMEOUT(!panel_->isSearching(), 30000);
        panel_->replaceField()->setText(QStringLiteral("lamp"));
        QCOMPARE(ticks(), QStringLiteral("a+-+ b+ c+"));
        // Another search is another list.
        search(QStringLiteral("Lanter"));
        QCOMPARE(ticks(), QStringLiteral("a+++ b+ c+"));
    }

    /// The list is new by then, so nobody has to make it anew.
    void whatWasRefusedIsListedAnew()
    {
        search(QStringLiteral("lantern"));
        panel_->replaceField()->setText(QStringLiteral("lamp"));
        QSignalSpy failed(panel_.get(), &FindPanel::failed);
        folder_->write(QStringLiteral("kod/b.kod"), "B\n% another lantern, a lantern\nend\n");
        panel_->replaceTicked();
        QTRY_VERIFY_WITH_TIMEOUT(!panel_->isSearching(), 30000);
        QCOMPARE(failed.size(), 1);
        QCOMPARE(failed[0][0].toString(), QStringLiteral("b.kod changed since the search and was left as it is. Its hits are listed anew."));
        QCOMPARE(fileRows(), QStringList{QStringLiteral("b.kod 2")});
        panel_->undoReplace();
        QTRY_COMPARE(panel_->tree()->topLevelItemCount(), 3);
        for (const char* file : {"kod/a.kod", "kod/b.kod"})
            folder_->write(QString::fromLatin1(file), "lantern\n");
        panel_->replaceTicked();
        QCOMPARE(failed.size(), 2);
        QCOMPARE(failed[1][0].toString(), QStringLiteral("2 files changed since the search and were left as they are. Their hits are listed anew."));
    }

    /// Nobody presses a button that does nothing, and a key says why it does nothing.
    void withoutATickNothingIsReplacedAndThatIsSaid()
    {
        search(QStringLiteral("lantern"));
        panel_->replaceField()->setText(QStringLiteral("lamp"));
        QSignalSpy failed(panel_.get(), &FindPanel::failed);
        QVERIFY(panel_->replaceButton()->isEnabled());
        QCOMPARE(panel_->replaceButton()->toolTip(), QStringLiteral("Replace 5 hits in 3 files"));
        for (int file = 0; file < 3; ++file)
            untickFile(file);
        QTRY_VERIFY(!panel_->replaceButton()->isEnabled());
        QVERIFY(!panel_->replaceButton()->isHidden());
        const QString why = QStringLiteral("No hit is ticked: tick those that are to be replaced.");
        QCOMPARE(panel_->replaceButton()->toolTip(), why);
        QTest::keyClick(panel_->replaceField(), Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(failed.size(), 1);
        QCOMPARE(failed[0][0].toString(), why);
        QVERIFY(folder_->read(QStringLiteral("kod/b.kod")).contains("lantern"));
        // Also when the list is new, until there is a tick again.
        QTest::keyClick(panel_->findField(), Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(!panel_->isSearching(), 30000);
        QVERIFY(!panel_->replaceButton()->isHidden() && !panel_->replaceButton()->isEnabled());
        QCOMPARE(ticks(), QStringLiteral("a--- b- c-"));
        panel_->tree()->topLevelItem(0)->child(1)->setCheckState(0, Qt::Checked);
        QTRY_VERIFY(panel_->replaceButton()->isEnabled());
        QCOMPARE(panel_->replaceButton()->toolTip(), QStringLiteral("Replace 1 hit in 1 file"));
    }

    void aReplacementInFortyFilesIsOneStepForGood()
    {
        QMap<QString, QByteArray> before;
        for (int i = 0; i < 40; ++i) {
            const QString name = QStringLiteral("many/m%1.kod").arg(i, 2, 10, QLatin1Char('0'));
            before[name] = "M\n   % a torch, a torch " + QByteArray::number(i) + "\nend\n";
            folder_->write(name, before[name]);
        }
        openView(QStringLiteral("many/m07.kod"));
        const auto onDisk = [&](const QByteArray& word) {
            int files = 0;
            for (auto one = before.constBegin(); one != before.constEnd(); ++one)
                files += folder_->read(one.key()).contains(word);
            return files;
        };
        search(QStringLiteral("torch"));
        panel_->replaceField()->setText(QStringLiteral("candle"));
        QVERIFY(panel_->undoButton()->isHidden());
        QSignalSpy told(panel_.get(), &FindPanel::replaced);
        QSignalSpy gone(panel_.get(), &FindPanel::undoGone);
        QTest::mouseClick(panel_->replaceButton(), Qt::LeftButton);
        QCOMPARE(told[0][0].toString(), QStringLiteral("Replaced 80 hits in 40 files. 1 of them is open and not saved yet, the others are saved."));
        QCOMPARE(onDisk("candle"), 39); // the open one waits for a save
        QVERIFY(open_->isModified());
        QTRY_VERIFY_WITH_TIMEOUT(!panel_->isSearching(), 30000);
        QVERIFY(!panel_->undoButton()->isHidden());
        QCOMPARE(gone.size(), 0);
        const QString what = QStringLiteral("Replaced \u201ctorch\u201d by \u201ccandle\u201d at 80 places in m00.kod, m01.kod and 38 more files.");
        QCOMPARE(panel_->summary(), what);
        // From the one that is open, as if it were one edit.
        QSignalSpy said(open_.get(), &DocumentView::steppedInMany);
        open_->undo();
        QCOMPARE(said.size(), 1);
        QVERIFY(said[0][0].toString().contains(QStringLiteral("40 files")));
        QVERIFY(!open_->isModified());
        QCOMPARE(open_->editor()->text(), before[QStringLiteral("many/m07.kod")]);
        const auto [begin, end] = open_->editor()->selection();
        QCOMPARE(begin, end); // nothing is left selected
        for (auto one = before.constBegin(); one != before.constEnd(); ++one)
            QCOMPARE(folder_->read(one.key()), one.value());
        // The panel saw it: the hits are there again, and nothing is offered that was done already.
        QTRY_COMPARE_WITH_TIMEOUT(panel_->summary(), QStringLiteral("80 hits in 40 files"), 30000);
        QVERIFY(panel_->undoButton()->isHidden());
        QCOMPARE(gone.size(), 1); // so that nobody offers it any longer
        open_->redo();
        QCOMPARE(onDisk("candle"), 39);
        QTRY_COMPARE_WITH_TIMEOUT(panel_->summary(), what, 30000);
        QVERIFY(open_->save());
        QCOMPARE(onDisk("candle"), 40);
        // Closing the view does not end it; the button stays.
        open_.reset();
        panel_->undoReplace();
        QCOMPARE(onDisk("torch"), 40);
        QCOMPARE(onDisk("candle"), 0);
        QTRY_VERIFY_WITH_TIMEOUT(!panel_->isSearching(), 30000);
        QVERIFY(panel_->undoButton()->isHidden());
        QCOMPARE(panel_->summary(), QStringLiteral("80 hits in 40 files"));
    }

    /// What was undone in most files only is told as what was done.
    void whatCouldNotBeUndoneIsToldInASentence()
    {
        openView(QStringLiteral("kod/a.kod"));
        search(QStringLiteral("lantern"));
        panel_->replaceField()->setText(QStringLiteral("lamp"));
        panel_->replaceTicked();
        const auto other = project_->workspace()->openText(folder_->path(QStringLiteral("kod/b.kod")).toStdString(), encodingRuleOf(QStringLiteral("b.kod")));
        QVERIFY(other);
        other.value()->edit("Type", "B\nend\n");
        QSignalSpy told(open_.get(), &DocumentView::reported);
        open_->undo();
        QCOMPARE(told.size(), 1);
        QCOMPARE(told[0][1].toString(), QStringLiteral("Took back in 2 files: Replace \u201clantern\u201d by \u201clamp\u201d. b.kod was changed since and stays as it is."));
    }

    /// What is left of the word stands below what was replaced; another word tells of itself alone.
    void whatWasReplacedIsToldWithWhatIsLeft()
    {
        search(QStringLiteral("lantern"));
        panel_->replaceField()->setText(QStringLiteral("lamp"));
        panel_->tree()->topLevelItem(0)->child(0)->setCheckState(0, Qt::Unchecked);
        panel_->replaceTicked();
        QTRY_VERIFY_WITH_TIMEOUT(!panel_->isSearching(), 30000);
        QCOMPARE(panel_->summary(), QStringLiteral("Replaced \u201clantern\u201d by \u201clamp\u201d at 4 places in a.kod, b.kod and c.khd.\n1 hit in 1 file"));
        search(QStringLiteral("caf"));
        QCOMPARE(panel_->summary(), QStringLiteral("1 hit in 1 file"));
    }

    /// What was to be put in the place of something else would have its ticks, one click away.
    void aNewSearchReplacesNothing()
    {
        search(QStringLiteral("lantern"));
        panel_->replaceField()->setText(QStringLiteral("lamp"));
        QVERIFY(panel_->replaceButton()->isVisible());
        panel_->begin(QStringLiteral("caf"));
        QTRY_COMPARE(panel_->summary(), QStringLiteral("1 hit in 1 file"));
        QVERIFY(panel_->replaceField()->text().isEmpty() && panel_->replaceButton()->isHidden());
        QVERIFY(panel_->tree()->topLevelItem(0)->child(0)->data(0, Qt::CheckStateRole).isNull());
        panel_->replaceField()->undo();
        QCOMPARE(panel_->replaceField()->text(), QStringLiteral("lamp"));
    }

    /// Where two lines stand one below the other, the tick is beside the number: in the first.
    void theTickIsInTheFirstLine()
    {
        search(QStringLiteral("lantern"));
        panel_->resize(300, 500);
        panel_->replaceField()->setText(QStringLiteral("lamp"));
        QTreeWidget* tree = panel_->tree();
        tree->topLevelItem(0)->setExpanded(true);
        QTreeWidgetItem* hit = tree->topLevelItem(0)->child(0);
        const QRect row = tree->visualItemRect(hit);
        QVERIFY(row.height() > tree->visualItemRect(tree->topLevelItem(0)).height() * 3 / 2);
        const auto isTickedByClicksAt = [&](int y) {
            for (int x = row.left(); x < row.left() + 40 && hit->checkState(0) == Qt::Checked; x += 3)
                QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, QPoint(x, y));
            return hit->checkState(0) == Qt::Checked;
        };
        QVERIFY(isTickedByClicksAt(row.center().y() + 4));
        QVERIFY(!isTickedByClicksAt(row.top() + row.height() / 4));
    }

    /// The two buttons come in each other's place: the second click of a double one is for neither.
    void aDoubleClickOnUndoReplacesNothing()
    {
        search(QStringLiteral("lantern"));
        panel_->replaceField()->setText(QStringLiteral("torch"));
        const QByteArray before = folder_->read(QStringLiteral("kod/a.kod"));
        QTest::mouseClick(panel_->replaceButton(), Qt::LeftButton);
        QVERIFY(folder_->read(QStringLiteral("kod/a.kod")) != before);
        QTRY_VERIFY(!panel_->isSearching() && panel_->undoButton()->isVisible() && panel_->undoButton()->isEnabled());
        QTest::mouseClick(panel_->undoButton(), Qt::LeftButton);
        QCOMPARE(folder_->read(QStringLiteral("kod/a.kod")), before);
        QTRY_VERIFY(panel_->replaceButton()->isVisible());
        QVERIFY(!panel_->replaceButton()->isEnabled());
        QTest::mouseClick(panel_->replaceButton(), Qt::LeftButton);
        QCOMPARE(folder_->read(QStringLiteral("kod/a.kod")), before);
        QTRY_VERIFY(panel_->replaceButton()->isEnabled());
        QTest::mouseClick(panel_->replaceButton(), Qt::LeftButton);
        QVERIFY(folder_->read(QStringLiteral("kod/a.kod")) != before);
    }

    /// A narrow list has the line as it would be below the line as it is, a wide one beside it.
    void bothLinesStandWhereTheyHaveRoom()
    {
        search(QStringLiteral("lantern"));
        QTreeWidget* tree = panel_->tree();
        QTreeWidgetItem* row = tree->topLevelItem(0)->child(0);
        panel_->resize(300, 500);
        const auto height = [&] { return tree->visualItemRect(row).height(); };
        panel_->show();
        const int one = height();
        panel_->replaceField()->setText(QStringLiteral("Warden"));
        QVERIFY(height() > one * 3 / 2);
        QCOMPARE(tree->visualItemRect(tree->topLevelItem(0)).height(), one); // the name of the file is one line
        panel_->resize(HitDelegate::besideFrom + 100, 500);
        QCoreApplication::processEvents();
        QCOMPARE(height(), one);
        panel_->resize(300, 500);
        QCoreApplication::processEvents();
        QVERIFY(height() > one * 3 / 2);
        panel_->replaceField()->clear();
        QCOMPARE(height(), one);
    }

    /// Also of hits that are listed anew.
    void rowsKeepTheirHeight()
    {
        openView(QStringLiteral("kod/a.kod"));
        search(QStringLiteral("lantern"));
        QTreeWidget* tree = panel_->tree();
        panel_->resize(300, 500);
        panel_->replaceField()->setText(QStringLiteral("Warden"));
        const int two = tree->visualItemRect(tree->topLevelItem(0)->child(0)).height();
        QVERIFY(two > tree->visualItemRect(tree->topLevelItem(0)).height() * 3 / 2);
        const auto areHigh = [&] {
            for (int i = 0; i < tree->topLevelItemCount(); ++i)
                for (int j = 0; j < tree->topLevelItem(i)->childCount(); ++j)
                    if (tree->visualItemRect(tree->topLevelItem(i)->child(j)).height() != two)
                        return false;
            return tree->topLevelItemCount() > 0;
        };
        QVERIFY(areHigh());
        open_->editor()->replaceText("A\r\n   % a lantern\r\n   lantern = lantern + lantern\r\nend\r\n");
        QTRY_COMPARE(fileRows().value(0), QStringLiteral("a.kod 4"));
        QVERIFY(areHigh());
        QTest::keyClick(panel_->findField(), Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(!panel_->isSearching(), 30000);
        QVERIFY(areHigh());
    }

    /// In a narrow panel as well: how far the ink of the new name reaches beside one that is long itself.
    void whatWillStandThereIsSeen()
    {
        QTreeWidget tree;
        auto* row = new QTreeWidgetItem(&tree, {QStringLiteral("   plExits = Cons([ 12, RID_BAR_NORTH, 1 ], plExits);")});
        row->setData(0, HitDelegate::LineRole, 53);
        row->setData(0, HitDelegate::ColumnRole, 24);
        row->setData(0, HitDelegate::LengthRole, 13);
        row->setData(0, HitDelegate::ReplacementRole, QStringLiteral("RID_NORTH"));
        tree.setItemDelegate(new HitDelegate(&tree));
        tree.setHeaderHidden(true);
        tree.resize(220, 60);
        tree.show();
        const auto inked = [&tree](const QColor& wanted) {
            const QImage image = tree.grab().toImage();
            int left = image.width(), right = 0;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x) {
                    const QColor one = image.pixelColor(x, y);
                    if (std::abs(one.red() - wanted.red()) + std::abs(one.green() - wanted.green()) + std::abs(one.blue() - wanted.blue()) < 60) {
                        left = std::min(left, x);
                        right = std::max(right, x);
                    }
                }
            return right - left;
        };
        const int whole = QFontMetrics(monoFont(11.5)).horizontalAdvance(QStringLiteral("RID_NORTH"));
        QVERIFY2(inked(theme().success) > whole * 8 / 10, qPrintable(QStringLiteral("%1 of %2").arg(inked(theme().success)).arg(whole)));
        QVERIFY(inked(theme().error) > whole / 3); // and that something goes
    }
};

QTEST_MAIN(TestFindReplace)
#include "tst_find_replace.moc"
