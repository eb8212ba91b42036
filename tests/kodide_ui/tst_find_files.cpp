// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/code_view.h"
#include "kodide/ui/file_search.h"
#include "kodide/ui/find_panel.h"
#include "kodide/ui/hit_delegate.h"
#include "kodide/ui/hit_place.h"
#include "tests/kodide_ui/find_case.h"
#include "ui/fonts.h"
#include "ui/theme.h"

#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QTreeWidget>


using namespace blak;
using namespace blak::ui;
using namespace blak::ui::code;
using blak::test::FakeProject;
using blak::test::TextFolder;

class TestFindFiles : public test::FindCase
{
    Q_OBJECT

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }
    void init() { setUp(); }
    void cleanup() { tearDown(); }

    void saysHowManyFilesItWillSearch() { QCOMPARE(panel_->summary(), QStringLiteral("Type to search 4 files.")); }

    void hitsAreGroupedByFileAndOpenAtTheirPlace()
    {
        search(QStringLiteral("lantern"));
        QCOMPARE(fileRows(), (QStringList{QStringLiteral("a.kod 3"), QStringLiteral("b.kod 1"), QStringLiteral("c.khd 1")}));
        QCOMPARE(panel_->summary(), QStringLiteral("5 hits in 3 files"));
        QSignalSpy opened(panel_.get(), &FindPanel::openRequested);
        QTest::keyClick(panel_->findField(), Qt::Key_Down);
        panel_->tree()->setCurrentItem(panel_->tree()->topLevelItem(1)->child(0));
        QTest::keyClick(panel_->tree(), Qt::Key_Return);
        QCOMPARE(opened.size(), 1);
        QCOMPARE(opened[0][0].toString(), folder_->path(QStringLiteral("kod/b.kod")));
        const CodeView* shown = openView(QStringLiteral("kod/b.kod"));
        open_->restoreViewState(opened[0][1].toMap());
        const auto [begin, end] = shown->editor()->selection();
        QCOMPARE(shown->editor()->text().mid(begin, end - begin), QByteArray("lantern")); // behind a letter of two bytes
    }

    /// The search read the file; the view has the edits it was closed with. They come at once, or out of a journal a moment later.
    void aHitInAFileThatWasClosedWithEditsIsWhereItIsNow()
    {
        folder_->write(QStringLiteral("kod/b.kod"), "B\n\t% caf\xE9 lantern\n   one lantern\nend\n");
        search(QStringLiteral("lantern"));
        QSignalSpy opened(panel_.get(), &FindPanel::openRequested);
        QVector<QVariantMap> places; // of the file on the disk
        for (int row = 0; row < 2; ++row) {
            panel_->tree()->setCurrentItem(panel_->tree()->topLevelItem(1)->child(row));
            QTest::keyClick(panel_->tree(), Qt::Key_Return);
            places << opened.takeLast()[1].toMap();
        }
        const auto selected = [&](int row) -> QByteArray {
            open_->restoreViewState(places[row]);
            const auto [begin, end] = open_->editor()->selection();
            return QByteArray::number(open_->editor()->placeOf(begin).line) + ' ' + open_->editor()->text().mid(begin, end - begin);
        };
        openView(QStringLiteral("kod/b.kod"));
        QCOMPARE(selected(1), QByteArray("2 lantern"));
        const auto text = std::dynamic_pointer_cast<document::TextDocument>(open_->document());
        QVERIFY(text);
        const auto edit = [&text](std::size_t at, std::size_t count, const char* with) {
            document::Transaction step(text->history(), "edit");
            text->splice(at, count, with);
            step.commit();
        };
        edit(0, 1, "lantern first\nBB");
        QCOMPARE(selected(1), QByteArray("3 lantern"));
        QCOMPARE(selected(0), QByteArray("2 lantern"));
        edit(text->text().find("one"), 3, "an edited");
        QCOMPARE(selected(1), QByteArray("2 lantern")); // the line is another one: the same word, nearest
        // Out of a journal: the place was asked for before.
        openView(QStringLiteral("kod/b.kod"));
        const QByteArray edited = "BBBB\nB\n" + open_->editor()->text();
        open_->restoreViewState(places[1]);
        QVERIFY(open_->restoreUnsaved(edited));
        const auto [begin, end] = open_->editor()->selection();
        QCOMPARE(open_->editor()->placeOf(begin).line, 4);
        QCOMPARE(open_->editor()->text().mid(begin, end - begin), QByteArray("lantern"));
    }

    void placesOfHitsComeFromAnywhere()
    {
        const QByteArray text("one lantern\ntwo\n");
        const auto placed = [&](const QVariantMap& state) {
            const auto place = HitPlace::fromState(state);
            return place ? place->in(text) : std::pair<qsizetype, qsizetype>{-9, -9};
        };
        using Range = std::pair<qsizetype, qsizetype>;
        const QString select = QStringLiteral("select"), words = QStringLiteral("words");
        QVERIFY((placed({}) == Range{-9, -9}));
        QVERIFY((placed({{select, QVariantList{4}}}) == Range{-9, -9}));
        QVERIFY((placed({{select, QVariantList{4, 11}}}) == Range{4, 11}));
        QVERIFY((placed({{select, QVariantList{4, 11}}, {words, QVariantList{QStringLiteral("x"), QStringLiteral("gone"), QString()}}}) == Range{4, 11}));
        QVERIFY((placed({{select, QVariantList{9'999, 10'006}}, {words, QVariantList{QString(), QStringLiteral("lantern"), QString()}}}) == Range{4, 11}));
        QVERIFY((placed({{select, QVariantList{-5, 2}}, {words, QVariantList{QString(), QStringLiteral("lantern"), QString()}}}) == Range{-5, 2}));
        HitPlace place{4, 11, QStringLiteral("one "), QStringLiteral("lantern"), QString()};
        QVERIFY((place.in({}) == Range{4, 11}));
        QVERIFY((HitPlace::fromState(place.toState())->in("zero\none\none lantern\n") == Range{13, 20}));
    }

    void switchesNarrowTheSearch()
    {
        QTest::mouseClick(panel_->switches().matchCase, Qt::LeftButton);
        search(QStringLiteral("Lantern"));
        QCOMPARE(fileRows(), QStringList{QStringLiteral("a.kod 1")});
        QTest::mouseClick(panel_->switches().matchCase, Qt::LeftButton);
        QTest::mouseClick(panel_->switches().wholeWord, Qt::LeftButton);
        search(QStringLiteral("lantern"));
        QVERIFY(!fileRows().join(u' ').contains(QStringLiteral("c.khd"))); // LANTERN_OIL is one word
        QTest::mouseClick(panel_->switches().wholeWord, Qt::LeftButton);
        QTest::mouseClick(panel_->switches().regex, Qt::LeftButton);
        search(QStringLiteral("^end$"));
        QCOMPARE(fileRows(), (QStringList{QStringLiteral("a.kod 1"), QStringLiteral("b.kod 1")})); // also before CRLF
        search(QStringLiteral("("));
        QVERIFY(panel_->summary().contains(QStringLiteral("fault")));
        QTest::mouseClick(panel_->switches().regex, Qt::LeftButton);
        panel_->filterField()->setText(QStringLiteral("makefile*"));
        search(QStringLiteral("lantern"));
        QCOMPARE(fileRows(), QStringList{QStringLiteral("makefile 1")});
    }

    void openDocumentsAreSearchedAndEditedAsTheyAre()
    {
        openView(QStringLiteral("kod/a.kod"));
        open_->editor()->replaceText("A\r\n   % one lantern, unsaved\r\nend\r\n");
        search(QStringLiteral("unsaved"));
        QCOMPARE(fileRows(), QStringList{QStringLiteral("a.kod 1")});
        panel_->replaceField()->setText(QStringLiteral("replaced"));
        panel_->replaceTicked();
        QCOMPARE(open_->editor()->text(), QByteArray("A\r\n   % one lantern, replaced\r\nend\r\n"));
        QVERIFY(folder_->read(QStringLiteral("kod/a.kod")).contains("Lantern = lantern")); // the file waits for a save
        open_->undo();
        QCOMPARE(open_->editor()->text(), QByteArray("A\r\n   % one lantern, unsaved\r\nend\r\n"));
    }

    /// What is listed follows the texts: lines that move, hits that come and go, and come back.
    void hitsFollowEdits()
    {
        openView(QStringLiteral("kod/a.kod"));
        search(QStringLiteral("lantern"));
        QCOMPARE(panel_->summary(), QStringLiteral("5 hits in 3 files"));
        panel_->replaceField()->setText(QStringLiteral("lamp"));
        panel_->tree()->topLevelItem(0)->child(1)->setCheckState(0, Qt::Unchecked);
        panel_->tree()->setCurrentItem(panel_->tree()->topLevelItem(0)->child(2));
        open_->editor()->replaceText("A\r\n\r\n   % a lantern\r\n   Lantern = lantern\r\n   Lantern = 3\r\nend\r\n");
        QTRY_COMPARE(panel_->summary(), QStringLiteral("6 hits in 3 files"));
        QCOMPARE(fileRows(), (QStringList{QStringLiteral("a.kod 4"), QStringLiteral("b.kod 1"), QStringLiteral("c.khd 1")}));
        const QTreeWidgetItem* file = panel_->tree()->topLevelItem(0);
        QCOMPARE(file->child(0)->data(0, HitDelegate::LineRole).toInt(), 2);
        QVERIFY(file->isExpanded() && panel_->tree()->currentItem() == file->child(2));
        QCOMPARE(file->child(1)->checkState(0), Qt::Unchecked);
        QCOMPARE(file->child(3)->checkState(0), Qt::Checked);
        QCOMPARE(file->child(3)->data(0, HitDelegate::ReplacementRole).toString(), QStringLiteral("lamp"));
        open_->editor()->replaceText("A\r\nend\r\n");
        QTRY_COMPARE(panel_->summary(), QStringLiteral("2 hits in 2 files"));
        open_->undo();
        open_->undo();
        QTRY_COMPARE(panel_->summary(), QStringLiteral("5 hits in 3 files"));
        // In a file that had none; and in one that is not looked through.
        const auto makefile = project_->workspace()->openText(folder_->path(QStringLiteral("makefile")).toStdString(), EncodingRule::AlwaysWindows1252);
        QVERIFY(makefile);
        makefile.value()->edit("typed", "all: lantern lantern\n");
        const auto header = project_->workspace()->openText(folder_->path(QStringLiteral("kod/c.khd")).toStdString(), EncodingRule::AlwaysWindows1252);
        QVERIFY(header);
        header.value()->edit("typed", "   OIL = 3\n");
        QTRY_COMPARE(panel_->summary(), QStringLiteral("4 hits in 2 files"));
        header.value()->edit("typed", "   LANTERN_OIL = 3\n");
        QTRY_COMPARE(panel_->summary(), QStringLiteral("5 hits in 3 files"));
        // What is there now is what is replaced.
        panel_->tree()->topLevelItem(0)->setCheckState(0, Qt::Unchecked);
        panel_->replaceTicked();
        QCOMPARE(header.value()->text(), std::string("   lamp_OIL = 3\n"));
    }

    /// What is typed in no tab but changed in the workspace is searched and changed, too.
    void textsInNoTabCount()
    {
        const auto text = project_->workspace()->openText(folder_->path(QStringLiteral("kod/b.kod")).toStdString(),
                                                          EncodingRule::AlwaysWindows1252);
        QVERIFY(text);
        text.value()->edit("Type", "B\n   % nobody shows this torch\nend\n");
        search(QStringLiteral("torch"));
        QCOMPARE(fileRows(), QStringList{QStringLiteral("b.kod 1")});
        panel_->replaceField()->setText(QStringLiteral("candle"));
        panel_->replaceTicked();
        QCOMPARE(text.value()->text(), std::string("B\n   % nobody shows this candle\nend\n"));
        QVERIFY(folder_->read(QStringLiteral("kod/b.kod")).contains("lantern")); // it had edits that are not for us to save
    }

    void whatWasLookedForIsToldAsItWasTyped()
    {
        search(QStringLiteral("<b>no&such</b>"));
        QTRY_VERIFY_WITH_TIMEOUT(!panel_->isSearching(), 30000);
        QCOMPARE(panel_->summary(), QStringLiteral("No file holds \u201c<b>no&such</b>\u201d."));
        for (const auto* label : panel_->findChildren<QLabel*>())
            if (label->text().contains(QStringLiteral("no&such")))
                QCOMPARE(label->textFormat(), Qt::PlainText);
    }

    void aSearchFindsTheSameEveryTime()
    {
        const auto query = TextSearch::make({.text = QStringLiteral("lantern")});
        QVERIFY(query);
        const QStringList files = filesBelow(folder_->root());
        for (int round = 0; round < 40; ++round) {
            FileSearch search;
            QMap<QString, qsizetype> found;
            connect(&search, &FileSearch::found, this, [&](const QVector<FileHits>& batch) {
                for (const FileHits& file : batch)
                    found[QFileInfo(file.path).fileName()] += file.hits.size();
            });
            search.start(files, query.value(), {});
            QTRY_VERIFY_WITH_TIMEOUT(!search.isRunning(), 30000);
            const QMap<QString, qsizetype> expected{{QStringLiteral("a.kod"), 3},
                                                    {QStringLiteral("b.kod"), 1},
                                                    {QStringLiteral("c.khd"), 1},
                                                    {QStringLiteral("makefile"), 1}};
            QCOMPARE(found, expected);
        }
    }

    void aLongSearchIsCancelled()
    {
        for (int i = 0; i < 1500; ++i)
            folder_->write(QStringLiteral("many/m%1.kod").arg(i),
                           "M\n   % lantern lantern\n" + QByteArray(2000, 'x') + "\nend\n");
        panel_->findField()->setText(QStringLiteral("lantern"));
        panel_->search();
        QVERIFY(panel_->isSearching());
        for (QPushButton* button : panel_->findChildren<QPushButton*>())
            if (button->text() == QStringLiteral("Cancel"))
                QTest::mouseClick(button, Qt::LeftButton);
        QVERIFY(!panel_->isSearching());
        search(QStringLiteral("lantern lantern"));
        QCOMPARE(panel_->summary(), QStringLiteral("1\u2009500 hits in 1\u2009500 files"));
        // Rows that reach over both columns slow every later insertion: only what is unfolded has them.
        QTreeWidgetItem *first = panel_->tree()->topLevelItem(0), *last = panel_->tree()->topLevelItem(1499);
        int spanned = 0;
        for (int i = 0; i < panel_->tree()->topLevelItemCount(); ++i)
            spanned += panel_->tree()->topLevelItem(i)->child(0)->isFirstColumnSpanned() ? 1 : 0;
        QVERIFY2(spanned > 0 && spanned < 100, qPrintable(QString::number(spanned)));
        for (QTreeWidgetItem* file : {first, last}) {
            file->setExpanded(true);
            QVERIFY(file->child(0)->isFirstColumnSpanned());
        }
        // What would stand instead comes as one change of the list, not as thousands.
        QSignalSpy changes(panel_->tree()->model(), &QAbstractItemModel::dataChanged);
        panel_->replaceField()->setText(QStringLiteral("lamp"));
        QCOMPARE(first->checkState(0), Qt::Checked);
        QCOMPARE(last->child(0)->checkState(0), Qt::Checked);
        QVERIFY2(changes.size() < 10, qPrintable(QString::number(changes.size())));
        QVERIFY(panel_->tree()->visualItemRect(first->child(0)).height() > panel_->tree()->visualItemRect(first).height());
    }

    /// Where a line has room it is whole; else its end is cut first, then its beginning, never the hit.
    void linesAreCutAroundTheirHit()
    {
        const QFontMetrics metrics(monoFont(11.5));
        const QString line = QStringLiteral("      plExits = Cons([ 12, RID_BAR_NORTH, 1 ], plExits);");
        const int column = static_cast<int>(line.indexOf(QStringLiteral("RID_BAR_NORTH")));
        const auto shown = [&](int width) { return hitLine(line, column, 13, metrics, width); };
        const HitLine whole = shown(metrics.horizontalAdvance(line.trimmed()));
        QCOMPARE(whole.before + whole.hit + whole.after, line.trimmed()); // its indentation takes no room
        const int hit = metrics.horizontalAdvance(QStringLiteral("RID_BAR_NORTH"));
        const int before = metrics.horizontalAdvance(QStringLiteral("plExits = Cons([ 12, "));
        QCOMPARE(shown(hit + before * 3 / 2 + 1).before, whole.before); // the end has a third of the rest, then it is cut
        const HitLine narrow = shown(hit + before);
        QVERIFY(narrow.before != whole.before);
        QVERIFY(metrics.horizontalAdvance(narrow.before) > before / 2);
        QCOMPARE(narrow.hit, whole.hit);
        QVERIFY(metrics.horizontalAdvance(shown(hit / 2).before) <= metrics.horizontalAdvance(QChar(0x2026)));
    }
};

QTEST_MAIN(TestFindFiles)
#include "tst_find_files.moc"
