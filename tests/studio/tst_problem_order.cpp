// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/document_area.h"
#include "studio/shell/editors.h"
#include "studio/shell/problems_panel.h"
#include "studio/shell/project_check.h"
#include "studio/shell/studio_window.h"
#include "tests/studio/shell_fixture.h"
#include "ui/theme.h"

#include <QApplication>
#include <QLabel>
#include <QScrollBar>
#include <QTabBar>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::shell;
using blak::test::FakeDocument;

/// Who goes through the problems finds the list as it was, and the row where it was.
class TestProblemOrder : public QObject, test::ShellFixture
{
    Q_OBJECT

    static Diagnostic problem(Severity severity, const QString& sentence)
    {
        Diagnostic one;
        one.severity = severity;
        one.code = "unclosed sector";
        one.message = sentence.toStdString();
        return one;
    }

    /// An error and a warning for each of them, "square fails" and "square warns".
    static void find(DocumentView* document, const QString& more = {})
    {
        const QString name = document->title().section(u'.', 0, 0);
        std::vector<Diagnostic> found{problem(Severity::Error, name + QStringLiteral(" fails")), problem(Severity::Warning, name + QStringLiteral(" warns"))};
        if (!more.isEmpty())
            found.push_back(problem(Severity::Warning, more));
        static_cast<FakeDocument*>(document)->find(std::move(found));
    }

    /// Rooms and a sprite, the first of them in front, with the list of what is wrong with them.
    std::unique_ptr<StudioWindow> openAll(const QStringList& files)
    {
        auto window = makeWindow();
        for (const QString& file : files) {
            window->open(project_->root() + u'/' + file);
            const auto isInFront = [&] { return window->documents().current() != nullptr && window->documents().current()->title() == file.section(u'/', -1); };
            [&] { QTRY_VERIFY(isInFront()); }();
            find(window->documents().current());
        }
        window->documents().setCurrent(window->documents().find(project_->root() + u'/' + files.first()));
        window->showProblems();
        [&] { QTRY_COMPARE(window->problems().total(), 2 * static_cast<int>(files.size())); }();
        return window;
    }

    static QString firstWords(StudioWindow& window, qsizetype count)
    {
        return window.problems().shownSentences().first(count).join(u',');
    }

    static QModelIndex rowOf(const QTreeView& list, const QString& sentence)
    {
        for (int row = 0; row < list.model()->rowCount(); ++row)
            if (const QModelIndex index = list.model()->index(row, 0); index.data().toString() == sentence)
                return index;
        return {};
    }

    static void goTo(QTreeView& list, const QPoint& at)
    {
        QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, at);
        QTest::mouseDClick(list.viewport(), Qt::LeftButton, {}, at);
    }

    static QString chosen(const QTreeView& list) { return list.currentIndex().siblingAtColumn(0).data().toString(); }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }
    void init() { begin(); }

    void goingToAProblemLeavesTheListAsItIs()
    {
        const auto window = openAll({QStringLiteral("rooms/lantern.roo"), QStringLiteral("rooms/square.roo"), QStringLiteral("sprites/keeper.bgf")});
        QTreeView& list = *window->problems().list();
        const auto order = [&] { return window->problems().shownSentences().join(u','); };
        const QString before = QStringLiteral("lantern fails,lantern warns,square fails,keeper fails,square warns,keeper warns");
        QTRY_COMPARE(order(), before);
        list.scrollTo(rowOf(list, QStringLiteral("square warns")));
        const QPoint at = list.visualRect(rowOf(list, QStringLiteral("square warns"))).center();
        goTo(list, at);
        QTRY_COMPARE(window->documents().current()->title(), QStringLiteral("square.roo"));
        QCOMPARE(current(*window)->shown, QStringList{QStringLiteral("square warns")});
        QTest::qWait(50);
        QCOMPARE(order(), before);
        QCOMPARE(chosen(list), QStringLiteral("square warns"));
        QCOMPARE(list.indexAt(at).siblingAtColumn(0).data().toString(), QStringLiteral("square warns")); // under the mouse

        find(window->documents().current(), QStringLiteral("square warns again")); // an edit
        QTRY_COMPARE(window->problems().total(), 7);
        QCOMPARE(firstWords(*window, 3), QStringLiteral("lantern fails,lantern warns,square fails"));
        QCOMPARE(chosen(list), QStringLiteral("square warns"));
        QCOMPARE(list.indexAt(at).siblingAtColumn(0).data().toString(), QStringLiteral("square warns"));

        // A tab is another choice: what it shows comes first.
        auto* tabs = window->findChild<QTabBar*>(QStringLiteral("documentTabs"));
        for (int tab = 0; tab < tabs->count(); ++tab)
            if (tabs->tabText(tab).contains(QStringLiteral("keeper")))
                QTest::mouseClick(tabs, Qt::LeftButton, {}, tabs->tabRect(tab).center());
        QTRY_COMPARE(firstWords(*window, 2), QStringLiteral("keeper fails,keeper warns"));
    }

    /// What is above the row may become more or less: it stays at its height in the view.
    void theChosenRowStaysUnderTheMouse()
    {
        const auto window = openAll({QStringLiteral("rooms/lantern.roo"), QStringLiteral("rooms/square.roo")});
        auto* lantern = static_cast<FakeDocument*>(window->documents().current());
        std::vector<Diagnostic> many;
        for (int i = 0; i < 60; ++i)
            many.push_back(problem(Severity::Error, QStringLiteral("gap %1").arg(i)));
        lantern->find(many);
        QTRY_COMPARE(window->problems().total(), 62);
        QTreeView& list = *window->problems().list();
        list.scrollTo(rowOf(list, QStringLiteral("gap 30")), QAbstractItemView::PositionAtCenter);
        const QPoint at = list.visualRect(rowOf(list, QStringLiteral("gap 30"))).center();
        goTo(list, at);
        const auto under = [&] { return list.indexAt(at).siblingAtColumn(0).data().toString(); };
        QCOMPARE(under(), QStringLiteral("gap 30"));
        many.erase(many.begin(), many.begin() + 5);
        lantern->find(many);
        QTRY_COMPARE(window->problems().total(), 57);
        QCOMPARE(under(), QStringLiteral("gap 30"));
        QCOMPARE(chosen(list), QStringLiteral("gap 30"));
    }

    /// Each key goes one on; all documents have their turn.
    void theKeyGoesThroughAllDocuments()
    {
        const auto window = openAll({QStringLiteral("rooms/lantern.roo"), QStringLiteral("rooms/square.roo"), QStringLiteral("sprites/keeper.bgf")});
        QStringList went;
        for (int i = 0; i < 7; ++i) {
            QTest::keyClick(window.get(), Qt::Key_F8);
            QApplication::processEvents();
            went << chosen(*window->problems().list());
        }
        // The list, which has the keys, stands on its first row.
        QCOMPARE(went.join(u','), QStringLiteral("lantern warns,square fails,square warns,keeper fails,keeper warns,lantern fails,lantern warns"));
        QTest::keyClick(window.get(), Qt::Key_F8, Qt::ShiftModifier);
        QApplication::processEvents();
        QCOMPARE(chosen(*window->problems().list()), QStringLiteral("lantern fails"));
    }

    /// A file that the list opens tells its problems itself from then on: where the look through the project told them, in the same words.
    void aFileOpenedFromTheListStaysWhereItStood()
    {
        for (const char* file : {"rooms/broken.roo", "rooms/lantern.roo", "rooms/square.roo", "sprites/keeper.bgf", "sprites/grd04107.bgf"})
            QVERIFY(QFile::remove(project_->path(file)));
        QVERIFY(QFile::remove(project_->path("kod/creature/keeper.kod")));
        project_->write(QStringLiteral("kod/creature.kod"), "Creature\nend\n");
        project_->write(QStringLiteral("kod/include/blakston.khd"), "NIL = 0\n");
        for (const char* name : {"Ape", "Bee", "Cat"})
            project_->write(QStringLiteral("kod/creature/%1.kod").arg(QLatin1String(name).toString().toLower()),
                            QByteArray(name) + " is Creature\nmessages:\n   Greet()\n   {\n      return no" + name + ";\n   }\nend\n");
        const auto window = test::shownStudio(documentTypes(), editorActions());
        window->open(project_->root());
        QTRY_VERIFY(!window->index().isRunning());
        window->open(project_->path("kod/creature/bee.kod"));
        window->finishBackgroundWork();
        window->showProblems();
        QTRY_COMPARE(window->problems().count(Severity::Error), 1);
        QTreeView& list = *window->problems().list();
        const auto places = [&] {
            QStringList all;
            for (int row = 0; row < list.model()->rowCount(); ++row)
                all << list.model()->index(row, 2).data().toString() + u' ' + list.model()->index(row, 1).data().toString();
            return all.join(u',');
        };
        QCOMPARE(places(), QStringLiteral("bee.kod Line 5"));
        const auto* state = window->problems().findChild<QLabel*>(QStringLiteral("secondary"));
        QTest::mouseClick(window->problems().scopeButton(ProblemScope::Project), Qt::LeftButton);
        window->projectCheck().finish();
        const QString before = QStringLiteral("bee.kod Line 5,ape.kod Line 5,cat.kod Line 5");
        QTRY_COMPARE(places(), before);
        QTRY_VERIFY(state->isVisible() && state->text().startsWith(QStringLiteral("checked")));
        for (const int row : {2, 1}) {
            const QString file = list.model()->index(row, 2).data().toString();
            const QPoint at = list.visualRect(list.model()->index(row, 0)).center();
            goTo(list, at);
            QTRY_COMPARE(window->documents().current()->title(), file);
            window->finishBackgroundWork();
            QTRY_VERIFY(!window->documents().current()->problems().empty());
            QTest::qWait(50);
            QCOMPARE(places(), before);
            QCOMPARE(list.currentIndex().row(), row);
            QVERIFY(list.indexAt(at).row() == row);
        }
        QTest::mouseClick(window->problems().scopeButton(ProblemScope::Open), Qt::LeftButton);
        QTRY_COMPARE(places(), QStringLiteral("ape.kod Line 5,bee.kod Line 5,cat.kod Line 5")); // another list, so with the one in front
        QVERIFY(!state->isVisible()); // says when the project was looked through
        QTest::mouseClick(window->problems().scopeButton(ProblemScope::Project), Qt::LeftButton);
        QVERIFY(state->isVisible());
    }
};

QTEST_MAIN(TestProblemOrder)
#include "tst_problem_order.moc"
