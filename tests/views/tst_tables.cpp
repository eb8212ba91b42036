// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/rsc/rsc.h"
#include "formats/save/game.h"
#include "studio/views/common/chips.h"
#include "studio/views/common/table_pane.h"
#include "studio/views/common/text_box.h"
#include "studio/views/tables/kodbase_view.h"
#include "studio/views/tables/object_panel.h"
#include "studio/views/tables/resource_view.h"
#include "studio/views/tables/save_view.h"
#include "tests/support/shared_data.h"
#include "tests/views/view_support.h"
#include "ui/place_path.h"
#include "ui/search_field.h"

#include <QClipboard>
#include <QHeaderView>
#include <QLabel>
#include <QSignalSpy>
#include <QTabBar>
#include <QToolButton>
#include <QTreeWidget>

using namespace blak::test;
using namespace blak;

namespace {

const QByteArray smallKodbase = "T 10003 20002\n"
                                "C Object 10001 0\n"
                                "Y\tpoOwner 1\n"
                                "C Lantern 10002 10001 Object\n"
                                "R\tlantern_name 20001\n"
                                "Y\tpiOil 2\n"
                                "M\tBurn 10003\n"
                                "P\t\tamount 10004\n";

save::Game smallGame()
{
    save::Game game;
    game.classes = {{10002, "Lantern", {"poOwner", "piOil", "plNotes", "vrName"}}};
    game.resources = {{20001, "lantern_name"}};
    game.builtIns = {{0, 0}};
    for (int id = 0; id < 3; ++id)
        game.objects.push_back({id,
                                10002,
                                {{bof::Tag::Object, id == 0 ? 2 : 0},
                                 {bof::Tag::Int, 10 + id},
                                 {id == 1 ? bof::Tag::List : bof::Tag::Nil, 0},
                                 {bof::Tag::Resource, 20001}}});
    game.listNodes = {{{bof::Tag::Object, 2}, {bof::Tag::List, 1}}, {{bof::Tag::Int, 7}, {bof::Tag::Nil, 0}}};
    game.timers = {{1, 2, "Burn", 1500}};
    game.users = {{9, 1}};
    return game;
}

} // namespace

class TestTables : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir folder_;

    QString writeWorld()
    {
        const QDir dir(folder_.path());
        writeFile(dir, QStringLiteral("kodbase.txt"), smallKodbase);
        writeFile(dir, QStringLiteral("lantern.kod"), "% a lamp\nLantern is Object\nend\n");
        rsc::File texts;
        texts.version = rsc::languageVersion;
        texts.entries = {{20001, 0, "a brass lantern"}, {20001, 1, "eine Laterne"}, {20002, 0, "line one\nline two"}};
        writeFile(dir, QStringLiteral("rsc0000.rsb"), asBytes(rsc::write(texts)));
        return writeFile(dir, QStringLiteral("gameuser.1700000000"), asBytes(save::write(smallGame())));
    }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    void resourcesShowOneColumnForEachLanguageAndTheWholeTextBelow()
    {
        writeWorld();
        const auto view = openView(folder_.filePath(QStringLiteral("rsc0000.rsb")));
        auto* resources = qobject_cast<ResourceView*>(view.get());
        QVERIFY(resources != nullptr);
        const TableModel& model = *resources->pane()->model();
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.columnCount(), 5); // number, name, class, two languages
        QCOMPARE(model.index(0, 1).data().toString(), QStringLiteral("lantern_name"));
        QCOMPARE(model.index(0, 2).data().toString(), QStringLiteral("Lantern"));
        QCOMPARE(model.index(0, 4).data().toString(), QStringLiteral("eine Laterne"));
        QTableView* table = resources->pane()->table();
        clickAt(table->viewport(), table->visualRect(model.index(1, 3)));
        QCOMPARE(resources->box()->text(), QStringLiteral("en: line one\nline two"));
        QVERIFY(view->goToPlace(QStringLiteral("20001")));
        QVERIFY(resources->box()->heading().contains(QLatin1String("lantern_name")));
        QVERIFY(!view->goToPlace(QStringLiteral("99")));
    }

    void typingInTheTableFiltersAndCopyTakesTheRows()
    {
        writeWorld();
        const auto view = openView(folder_.filePath(QStringLiteral("rsc0000.rsb")));
        TablePane* pane = qobject_cast<ResourceView*>(view.get())->pane();
        pane->table()->setFocus();
        QTest::keyClicks(pane->table(), QStringLiteral("b"));
        QTest::keyClicks(pane->filter(), QStringLiteral("rass"));
        QCOMPARE(pane->filter()->text(), QStringLiteral("brass"));
        QTRY_COMPARE(pane->model()->rowCount(), 1);
        QTest::keyClick(pane->filter(), Qt::Key_Down);
        pane->table()->selectAll();
        QTest::keyClick(pane->table(), Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QApplication::clipboard()->text(),
                 QStringLiteral("20001\tlantern_name\tLantern\ta brass lantern\teine Laterne"));
        pane->filter()->setText(QStringLiteral("nothing like it"));
        QTRY_COMPARE(pane->model()->rowCount(), 0);
        QVERIFY(pane->table()->isHidden()); // the sentence stands there instead
        QTest::keyClick(pane->filter(), Qt::Key_Escape);
        QTRY_COMPARE(pane->model()->rowCount(), 2);
    }

    void oneRowIsNoRows()
    {
        rsc::File texts;
        texts.version = rsc::languageVersion;
        texts.entries = {{20001, 0, "a brass lantern"}};
        writeFile(QDir(folder_.path()), QStringLiteral("one.rsb"), asBytes(rsc::write(texts)));
        const auto one = openView(folder_.filePath(QStringLiteral("one.rsb")));
        QCOMPARE(qobject_cast<ResourceView*>(one.get())->pane()->countText(), QStringLiteral("1 text"));
        writeWorld();
        const auto two = openView(folder_.filePath(QStringLiteral("rsc0000.rsb")));
        TablePane* pane = qobject_cast<ResourceView*>(two.get())->pane();
        QCOMPARE(pane->countText(), QStringLiteral("2 texts"));
        pane->filter()->setText(QStringLiteral("brass"));
        QTRY_COMPARE(pane->countText(), QStringLiteral("1 of 2 texts"));
    }

    void aClickOnAHeadingSortsUpDownAndBack()
    {
        writeWorld();
        const auto view = openView(folder_.filePath(QStringLiteral("rsc0000.rsb")));
        TablePane* pane = qobject_cast<ResourceView*>(view.get())->pane();
        QHeaderView* header = pane->table()->horizontalHeader();
        const QPoint heading(header->sectionViewportPosition(3) + 20, header->height() / 2);
        const auto first = [&] { return pane->model()->index(0, 0).data().toString(); };
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, heading);
        QCOMPARE(first(), QStringLiteral("20001"));
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, heading);
        QCOMPARE(first(), QStringLiteral("20002"));
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, heading);
        QCOMPARE(first(), QStringLiteral("20001"));
    }

    void aSealedFileSaysWhyItIsEmpty()
    {
        rsc::File sealed;
        sealed.version = 3;
        sealed.sealedCount = 12;
        sealed.sealed.resize(40);
        const QString path = writeFile(QDir(folder_.path()), QStringLiteral("old.rsc"), asBytes(rsc::write(sealed)));
        const auto view = openView(path);
        QVERIFY(view != nullptr);
        bool said = false;
        for (const QLabel* label : view->findChildren<QLabel*>())
            said = said || (label->isVisible() && label->text().contains(QLatin1String("sealed")));
        QVERIFY(said);
    }

    void aHundredThousandRowsAreNarrowedAndSorted()
    {
        rsc::File texts;
        for (int i = 0; i < 100'000; ++i)
            texts.entries.push_back({20000 + i, 0, "text number " + std::to_string(i * 7919 % 100'000)});
        const QString path = writeFile(QDir(folder_.path()), QStringLiteral("big.rsb"), asBytes(rsc::write(texts)));
        const auto view = openView(path);
        TablePane* pane = qobject_cast<ResourceView*>(view.get())->pane();
        QCOMPARE(pane->model()->rowCount(), 100'000);
        pane->filter()->setText(QStringLiteral("number 777"));
        QTRY_COMPARE(pane->model()->rowCount(), 560); // in the number or in the text
        pane->filter()->clear();
        QTRY_COMPARE(pane->model()->rowCount(), 100'000);
        pane->model()->sort(0, Qt::DescendingOrder);
        QCOMPARE(pane->model()->index(0, 0).data().toString(), QStringLiteral("119999"));
    }

    void theKodbaseShowsWhatAClassDeclaresAndOpensItsSource()
    {
        writeWorld();
        const auto view = openView(folder_.filePath(QStringLiteral("kodbase.txt")));
        auto* base = qobject_cast<KodbaseView*>(view.get());
        QVERIFY(base != nullptr);
        QCOMPARE(base->pane()->model()->rowCount(), 7);
        QTest::mouseClick(base->chips()->chip(0), Qt::LeftButton); // classes only
        QCOMPARE(base->pane()->model()->rowCount(), 2);
        QTest::mouseClick(base->chips()->chip(0), Qt::LeftButton);
        QCOMPARE(base->pane()->model()->rowCount(), 7);

        QTreeWidgetItem* lantern =
            base->tree()->findItems(QStringLiteral("Lantern"), Qt::MatchExactly | Qt::MatchRecursive).value(0);
        QVERIFY(lantern != nullptr);
        QCOMPARE(lantern->parent()->text(0), QStringLiteral("Object"));
        base->tree()->expandAll();
        clickAt(base->tree()->viewport(), base->tree()->visualItemRect(lantern));
        QCOMPARE(base->pane()->model()->rowCount(), 5);

        QSignalSpy opened(view.get(), &DocumentView::openRequested);
        base->pane()->selectRow(1);
        QTest::keyClick(base->pane()->table(), Qt::Key_Return);
        QCOMPARE(opened.count(), 1);
        const auto there = placedFile(opened[0][0].toString());
        QVERIFY(there && there->file.endsWith(QLatin1String("lantern.kod")));
        QCOMPARE(there->place, QStringLiteral("2")); // the line of the class
        QVERIFY(view->goToPlace(QStringLiteral("10003")));
        QVERIFY(view->goToPlace(QStringLiteral("object")));
        QVERIFY(!view->goToPlace(QStringLiteral("Unicorn")));
    }

    void aReferenceIsFollowedAndTheWayBackKept()
    {
        const auto view = openView(writeWorld());
        auto* saved = qobject_cast<SaveView*>(view.get());
        QVERIFY(saved != nullptr);
        QCOMPARE(saved->pane()->model()->rowCount(), 3);
        QTableView* table = saved->pane()->table();
        clickAt(table->viewport(), table->visualRect(saved->pane()->model()->index(1, 0)));
        ObjectPanel* panel = saved->panel();
        QCOMPARE(panel->object(), 1);
        QTreeWidget* properties = panel->properties();
        QCOMPARE(properties->topLevelItemCount(), 2); // Lantern first, Object last
        QCOMPARE(properties->topLevelItem(0)->text(0), QStringLiteral("Lantern"));
        QCOMPARE(properties->topLevelItem(1)->text(0), QStringLiteral("Object"));

        QTreeWidgetItem* owner = properties->findItems(QStringLiteral("poOwner"), Qt::MatchExactly | Qt::MatchRecursive).value(0);
        const QRect cell = properties->visualItemRect(owner);
        QTest::mouseClick(properties->viewport(), Qt::LeftButton, {},
                          QPoint(properties->header()->sectionPosition(1) + 20, cell.center().y()));
        QCOMPARE(panel->object(), 0);
        QVERIFY(panel->canGoBack());
        QTest::mouseClick(panel->backButton(), Qt::LeftButton);
        QCOMPARE(panel->object(), 1);
        QTest::mouseClick(panel->forwardButton(), Qt::LeftButton);
        QCOMPARE(panel->object(), 0);
    }

    void listsUnfoldAndTellWhoHoldsAnObject()
    {
        const auto view = openView(writeWorld());
        auto* saved = qobject_cast<SaveView*>(view.get());
        QVERIFY(view->goToPlace(QStringLiteral("1")));
        QTreeWidgetItem* notes =
            saved->panel()->properties()->findItems(QStringLiteral("plNotes"), Qt::MatchExactly | Qt::MatchRecursive).value(0);
        QCOMPARE(notes->text(1), QStringLiteral("[2 items]"));
        QCOMPARE(notes->childCount(), 0);
        notes->setExpanded(true);
        QCOMPARE(notes->childCount(), 2);
        QCOMPARE(notes->child(1)->text(1), QStringLiteral("7"));
        QVERIFY(notes->child(0)->text(1).startsWith(QLatin1String("Lantern 2")));

        // Object 2 is held by object 0 directly, by object 1 through the list, and by a timer.
        QVERIFY(view->goToPlace(QStringLiteral("2")));
        QCOMPARE(saved->panel()->references()->topLevelItemCount(), 3);
        QTreeWidgetItem* list =
            saved->panel()->references()->findItems(QStringLiteral("plNotes, in a list"), Qt::MatchExactly, 1).value(0);
        QVERIFY(list != nullptr);
        clickAt(saved->panel()->references()->viewport(), saved->panel()->references()->visualItemRect(list));
    }

    void objectsCarryTheirNames()
    {
        const auto view = openView(writeWorld());
        auto* saved = qobject_cast<SaveView*>(view.get());
        QCOMPARE(saved->pane()->model()->index(0, 2).data().toString(), QStringLiteral("a brass lantern"));
        saved->tabs()->setCurrentIndex(static_cast<int>(SavePage::Timers));
        QCOMPARE(saved->pane()->model()->rowCount(), 1);
        QCOMPARE(saved->pane()->model()->index(0, 2).data().toString(), QStringLiteral("Burn"));
        saved->tabs()->setCurrentIndex(static_cast<int>(SavePage::Lists));
        QCOMPARE(saved->pane()->model()->rowCount(), 1); // one list of two nodes
    }

    void realSavedGamesOpen()
    {
        BLAK_NEED_SHARED(saves, "corpus/save");
        for (const char* file : {"mainline/gameuser.1795203822", "open105/gameuser.1795203827"}) {
            QString error;
            const auto view = openView(QString::fromStdString((saves / file).string()), &error);
            QVERIFY2(view != nullptr, qPrintable(error));
            auto* saved = qobject_cast<SaveView*>(view.get());
            QVERIFY(saved->pane()->model()->rowCount() > 4000);
            QVERIFY(view->goToPlace(QStringLiteral("0")));
            QVERIFY(saved->panel()->properties()->topLevelItemCount() > 0);
            for (int page = 0; page < savePageCount; ++page) {
                saved->showPage(static_cast<SavePage>(page));
                if (saved->pane()->model()->rowCount() == 0)
                    continue;
                saved->pane()->selectRow(0);
                QApplication::processEvents();
            }
            // The state comes back.
            saved->showPage(SavePage::Objects);
            const QVariantMap state = view->saveViewState();
            const auto again = openView(QString::fromStdString((saves / file).string()));
            again->restoreViewState(state);
            QCOMPARE(qobject_cast<SaveView*>(again.get())->panel()->object(), saved->panel()->object());
        }
    }

    void aDamagedGameSaysWhatIsWrong()
    {
        QByteArray bytes = asBytes(save::write(smallGame()));
        bytes.chop(3);
        QString error;
        QVERIFY(openView(writeFile(QDir(folder_.path()), QStringLiteral("gameuser.17"), bytes), &error) == nullptr);
        QVERIFY2(error.contains(QLatin1String("gameuser.17")), qPrintable(error));
    }
};

QTEST_MAIN(TestTables)
#include "tst_tables.moc"
