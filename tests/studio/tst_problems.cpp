// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/bgfcore/sprite_checks.h"
#include "kodide/ui/code_editor.h"
#include "kodide/ui/code_view.h"
#include "studio/help/help_pages.h"
#include "studio/help/help_panel.h"
#include "studio/shell/dock.h"
#include "studio/shell/document_area.h"
#include "studio/shell/editors.h"
#include "studio/shell/output_panel.h"
#include "studio/shell/perspective_docks.h"
#include "studio/shell/problems_panel.h"
#include "studio/shell/project_check.h"
#include "studio/shell/rule_names.h"
#include "studio/shell/studio_window.h"
#include "tests/studio/shell_fixture.h"
#include "tests/support/held_work.h"
#include "tests/support/shared_data.h"
#include "ui/empty_label.h"
#include "ui/place_path.h"
#include "ui/search_field.h"
#include "ui/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QMenu>
#include <QTest>
#include <QToolButton>
#include <QTreeView>
#include <QWhatsThis>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::shell;
using blak::test::FakeDocument;
using blak::test::FakeProject;

class TestProblems : public QObject, test::ShellFixture
{
    Q_OBJECT

    static void find(DocumentView* document, std::vector<Diagnostic> problems)
    {
        static_cast<FakeDocument*>(document)->find(std::move(problems));
    }

    static Diagnostic problem(Severity severity, const char* sentence, const char* rule = "unclosed sector")
    {
        Diagnostic one;
        one.severity = severity;
        one.code = rule;
        one.message = sentence;
        one.place = "Line 1";
        return one;
    }

    void removeRoomsAndSprites()
    {
        for (const char* file : {"rooms/broken.roo", "rooms/lantern.roo", "rooms/square.roo", "sprites/keeper.bgf", "sprites/grd04107.bgf"})
            QVERIFY(QFile::remove(project_->path(file)));
    }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    void init() { begin(); }

    void theCurrentDocumentComesFirstAndErrorsBeforeWarnings()
    {
        const auto window = makeWindow();
        window->open(project_->path("rooms/lantern.roo"));
        QTRY_VERIFY(window->documents().current() != nullptr);
        DocumentView* lantern = window->documents().current();
        window->open(project_->path("rooms/square.roo"));
        QTRY_VERIFY(window->documents().current() != lantern);
        DocumentView* square = window->documents().current();
        find(lantern, {problem(Severity::Warning, "lantern warns"), problem(Severity::Error, "lantern fails")});
        find(square, {problem(Severity::Info, "square notes"), problem(Severity::Error, "square fails")});
        const auto shown = [&] { return window->problems().shownSentences(); };
        const QStringList ofSquare{QStringLiteral("square fails"), QStringLiteral("square notes")};
        const QStringList ofLantern{QStringLiteral("lantern fails"), QStringLiteral("lantern warns")};
        QTRY_COMPARE(shown(), ofSquare + ofLantern);
        window->documents().setCurrent(lantern);
        QTRY_COMPARE(shown(), ofLantern + ofSquare);

        QTest::mouseClick(window->problems().scopeButton(ProblemScope::Document), Qt::LeftButton);
        QTRY_COMPARE(shown(), ofLantern);
        QCOMPARE(window->problems().count(Severity::Error), 1);
        QCOMPARE(window->problems().total(), 2);
        window->documents().setCurrent(square);
        QTRY_COMPARE(shown(), ofSquare);
        window->report(Severity::Warning, QStringLiteral("the studio warns")); // whatever the scope
        QTRY_COMPARE(shown(), ofSquare + QStringList{QStringLiteral("the studio warns")});
        QTest::mouseClick(window->problems().scopeButton(ProblemScope::Open), Qt::LeftButton);
        QTRY_COMPARE(shown(), ofSquare + QStringList{QStringLiteral("the studio warns")} + ofLantern);
    }

    /// The list puts errors first; who goes through a text goes from place to place, and begins anew behind the last.
    /// Short names take the room that they need; what is left is the sentence's. Who moves a border keeps it there.
    void theSentenceHasTheRoomThatOthersLeave()
    {
        const auto window = makeWindow();
        window->open(project_->path("rooms/square.roo"));
        QTRY_VERIFY(window->documents().current() != nullptr);
        find(window->documents().current(), {problem(Severity::Error, "a sentence that goes on for as long as a sentence of this kind usually does, and longer")});
        window->showDock(QStringLiteral("problems"));
        const QTreeView* list = window->problems().list();
        QTRY_VERIFY(list->isVisible() && list->model()->rowCount() > 0);
        QApplication::processEvents();
        constexpr int source = 2, around = 40; // column; px of a cell beside its letters
        const int needed = std::max(list->fontMetrics().horizontalAdvance(QStringLiteral("square.roo")), list->header()->sectionSizeHint(source));
        QVERIFY2(list->columnWidth(source) <= needed + around, qPrintable(QString::number(list->columnWidth(source))));
        QVERIFY(list->columnWidth(source) >= needed);
        int all = 0;
        for (int column = 0; column < list->model()->columnCount(); ++column)
            all += list->columnWidth(column);
        QCOMPARE(all, list->viewport()->width());
        constexpr int chosen = 170;
        list->header()->resizeSection(source, chosen);
        window->problems().filter()->setText(QStringLiteral("sentence"));
        QTest::qWait(100);
        QCOMPARE(list->columnWidth(source), chosen);
    }

    /// Where words are looked for, the title and the switches say how many of all are shown.
    void countsSayHowManyOfAllAreShown()
    {
        const auto window = makeWindow();
        window->open(project_->path("rooms/lantern.roo"));
        QTRY_VERIFY(window->documents().current() != nullptr);
        std::vector<Diagnostic> found{problem(Severity::Error, "a gap"), problem(Severity::Error, "a hole")};
        for (int i = 0; i < 5; ++i)
            found.push_back(problem(Severity::Warning, qPrintable(QStringLiteral("wall %1").arg(i)), "one-way wall"));
        find(window->documents().current(), found);
        ProblemsPanel& panel = window->problems();
        const Dock* dock = window->docks().dock(QStringLiteral("problems"));
        const auto words = [&] {
            QStringList all{dock->windowTitle()};
            for (const QToolButton* button : panel.findChildren<QToolButton*>())
                if (button->isCheckable() && button->toolButtonStyle() == Qt::ToolButtonTextBesideIcon)
                    all << button->text();
            return all.join(u'|');
        };
        QTRY_COMPARE(words(), QStringLiteral("Problems  7|2|5|0"));
        panel.filter()->setText(QStringLiteral("hole"));
        QTRY_COMPARE(words(), QStringLiteral("Problems  1 of 7|1 of 2|0 of 5|0"));
        panel.filter()->clear();
        QTRY_COMPARE(words(), QStringLiteral("Problems  7|2|5|0"));
    }

    void f8GoesByPlace()
    {
        const auto window = makeWindow();
        window->open(project_->path("rooms/lantern.roo"));
        QTRY_VERIFY(window->documents().current() != nullptr);
        const auto at = [](Severity severity, const char* sentence, std::uint32_t line, std::uint32_t column) {
            Diagnostic one = problem(severity, sentence);
            one.range.line = line;
            one.range.column = column;
            return one;
        };
        find(window->documents().current(), {at(Severity::Error, "third", 4, 12), at(Severity::Error, "fourth", 4, 29),
                                             at(Severity::Warning, "second", 4, 7), at(Severity::Info, "first", 2, 30)});
        ProblemsPanel& panel = window->problems();
        QTRY_COMPARE(panel.total(), 4);
        QStringList went;
        for (int i = 0; i < 5; ++i) {
            panel.goToNext(1);
            went << panel.list()->currentIndex().siblingAtColumn(0).data().toString();
        }
        QCOMPARE(went.join(u' '), QStringLiteral("first second third fourth first"));
        panel.goToNext(-1);
        QCOMPARE(panel.list()->currentIndex().siblingAtColumn(0).data().toString(), QStringLiteral("fourth"));
    }

    /// Old rooms have hundreds of places that one rule is about: they do not push the rest out of the list.
    void manyPlacesOfOneRuleAreOneRow()
    {
        const auto window = makeWindow();
        window->open(project_->path("rooms/lantern.roo"));
        QTRY_VERIFY(window->documents().current() != nullptr);
        std::vector<Diagnostic> found{problem(Severity::Error, "a gap"), problem(Severity::Info, "short", "short line")};
        for (int i = 0; i < 40; ++i)
            found.push_back(problem(Severity::Info, qPrintable(QStringLiteral("wall %1").arg(i)), "one-way wall"));
        find(window->documents().current(), found);
        ProblemsPanel& panel = window->problems();
        QTreeView* list = panel.list();
        QTRY_COMPARE(panel.total(), 42);
        window->showProblems();
        QCOMPARE(list->model()->rowCount(), 3);
        const auto row = [list](int number) { return list->model()->index(number, 0); };
        QCOMPARE(row(2).data().toString(), QStringLiteral("One-way wall: 40 places"));
        QVERIFY(!list->isExpanded(row(2)));
        QCOMPARE(panel.shownSentences().size(), 42); // F8 goes through all of them

        list->setCurrentIndex(row(2));
        QTest::keyClick(list, Qt::Key_Return);
        QVERIFY(list->isExpanded(row(2)));
        found.push_back(problem(Severity::Info, "wall 40", "one-way wall"));
        find(window->documents().current(), found);
        QTRY_COMPARE(panel.total(), 43);
        QVERIFY(list->isExpanded(row(2))); // as it was
        list->setCurrentIndex(row(1));
        panel.goToNext(1);
        QCOMPARE(list->currentIndex().data().toString(), QStringLiteral("wall 0"));
        panel.goToNext(-1);
        QCOMPARE(list->currentIndex().data().toString(), QStringLiteral("short"));
        panel.filter()->setText(QStringLiteral("wall 17"));
        QTRY_COMPARE(panel.shownSentences(), QStringList{QStringLiteral("wall 17")});
        panel.filter()->clear();
        panel.resize(600, 200); // sentences come first where there is little room
        QVERIFY(list->isColumnHidden(3));
        panel.resize(1000, 200);
        QVERIFY(!list->isColumnHidden(3));
        found.resize(6);
        find(window->documents().current(), found);
        QTRY_COMPARE(list->model()->rowCount(), 6); // few stand by themselves
    }

    void theScopeOfTheProjectChecksAllItsBlakod()
    {
        removeRoomsAndSprites(); // would be reported, too
        project_->write(QStringLiteral("kod/creature/keeper.kod"),
                      "Keeper is Creature\nmessages:\n   Greet()\n   {\n      nowhere = 3;\n      return;\n   }\nend\n");
        project_->write(QStringLiteral("kod/creature.kod"), "Creature\nend\n");
        project_->write(QStringLiteral("kod/include/blakston.khd"), "NIL = 0\n");
        const auto window = makeWindow();
        window->open(project_->root());
        QTRY_VERIFY(!window->index().isRunning());
        QVERIFY(!window->projectCheck().isRunning()); // nobody asked
        QTest::mouseClick(window->problems().scopeButton(ProblemScope::Project), Qt::LeftButton);
        window->projectCheck().finish();
        const auto errors = [&] { return window->problems().count(Severity::Error); };
        QTRY_COMPARE(errors(), 1);
        const Diagnostic& found = window->projectCheck().findings().problems.front();
        QCOMPARE(QString::fromStdString(found.file), project_->path("kod/creature/keeper.kod"));
        QCOMPARE(found.range.line, 5u);
        QVERIFY(found.message.find("nowhere") != std::string::npos);
        QVERIFY(window->output().shownLines().join(u' ').contains(QStringLiteral("Checked Blakod: 2, rooms: 0, sprites: 0")));
        QTest::mouseClick(window->problems().scopeButton(ProblemScope::Open), Qt::LeftButton);
        QTRY_VERIFY2(errors() == 0, qPrintable(window->problems().shownSentences().join(u'\n')));

        project_->write(QStringLiteral("kod/creature/keeper.kod"), "Keeper is Creature\nend\n");
        window->projectCheck().fileChanged();
        QVERIFY(!window->projectCheck().isRunning()); // not wanted now
        QTest::mouseClick(window->problems().scopeButton(ProblemScope::Project), Qt::LeftButton);
        window->projectCheck().finish();
        QTRY_VERIFY2(errors() == 0, qPrintable(window->problems().shownSentences().join(u'\n')));
        window->closeProject();
        QVERIFY(!window->projectCheck().isKnown());
    }

    /// What only a look through all sources tells is told of open texts, too, and once: as `blak check` tells it.
    void theScopeOfTheProjectTellsMessagesThatNobodyHandles()
    {
        removeRoomsAndSprites();
        project_->write(QStringLiteral("kod/creature/keeper.kod"),
                        "Keeper is Creature\nmessages:\n   Greet()\n   {\n      Send(self, @Qwertyuiop);\n      Send(self, @Wave, #how = 1);\n      return;\n   }\nend\n");
        project_->write(QStringLiteral("kod/creature.kod"), "Creature\nmessages:\n   Wave()\n   {\n      return;\n   }\nend\n");
        project_->write(QStringLiteral("kod/include/blakston.khd"), "NIL = 0\n");
        const auto window = test::shownStudio(documentTypes(), editorActions());
        window->open(project_->root());
        QTRY_VERIFY(!window->index().isRunning());
        window->open(project_->path("kod/creature/keeper.kod"));
        window->finishBackgroundWork();
        const QString unhandled = QStringLiteral("No class has a handler for `Qwertyuiop`.");
        const QString notTaken = QStringLiteral("No handler that can get this message takes `how`.");
        const QString unsent = QStringLiteral("No code names the message `Greet`.");
        const auto shown = [&] {
            QStringList all = window->problems().shownSentences();
            all.sort();
            return all;
        };
        QTRY_COMPARE_WITH_TIMEOUT(shown(), (QStringList{unhandled, unsent, notTaken}), 10'000); // while typing
        QTest::mouseClick(window->problems().scopeButton(ProblemScope::Project), Qt::LeftButton);
        window->projectCheck().finish();
        QTRY_COMPARE(shown(), (QStringList{unhandled, unsent, notTaken}));
    }

    void theScopeOfTheProjectCountsUnsavedWorkThatNoViewShows()
    {
        removeRoomsAndSprites();
        const QByteArray good = "Keeper is Creature\nend\n";
        project_->write(QStringLiteral("kod/creature/keeper.kod"), good);
        project_->write(QStringLiteral("kod/creature.kod"), "Creature\nend\n");
        project_->write(QStringLiteral("kod/include/blakston.khd"), "NIL = 0\n");
        const auto window = makeWindow();
        window->open(project_->root());
        QTRY_VERIFY(!window->index().isRunning());
        QTest::mouseClick(window->problems().scopeButton(ProblemScope::Project), Qt::LeftButton);
        window->projectCheck().finish();
        const auto errors = [&] { return window->problems().count(Severity::Error); };
        QTRY_COMPARE(errors(), 0);

        const std::filesystem::path keeper = project_->path("kod/creature/keeper.kod").toStdString();
        const char* broken = "Keeper is Creature\nmessages:\n   Greet()\n   {\n      nowhere = 3;\n      return;\n   }\nend\n";
        const auto text = window->workspace().openText(keeper, EncodingRule::Guess);
        QVERIFY(text);
        text.value()->edit("Change", broken);
        QTRY_COMPARE_WITH_TIMEOUT(errors(), 1, 20'000); // by itself, some time after
        const Diagnostic& found = window->projectCheck().findings().problems.front();
        QCOMPARE(found.file, keeper.string());
        QCOMPARE(found.range.line, 5u);
        window->workspace().undo(*text.value());
        QTRY_COMPARE_WITH_TIMEOUT(errors(), 0, 20'000);
        window->workspace().close(keeper);
        window->workspace().setOverlay(keeper, broken);
        QTRY_COMPARE_WITH_TIMEOUT(errors(), 1, 20'000);
        QFile file(QString::fromStdString(keeper.string()));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), good); // nothing was written
    }

    void theScopeOfTheProjectKnowsRoomsAndSprites()
    {
        removeRoomsAndSprites();
        const auto copy = [this](const char* from, const char* to) {
            QVERIFY(QFile::copy(QString::fromStdString((test::sourceDir() / from).string()), project_->path(to)));
        };
        copy("tests/data/rooms/terrace_10.roo", "rooms/terrace.roo");
        project_->write(QStringLiteral("rooms/cut.roo"), QByteArray("ROO\xB1\x0d\0\0\0", 8));
        project_->write(QStringLiteral("sprites/cut.bgf"), "BGF\x11\x0a");
        const auto window = makeWindow();
        window->open(project_->root());
        QTRY_VERIFY(!window->index().isRunning());
        QTest::mouseClick(window->problems().scopeButton(ProblemScope::Project), Qt::LeftButton);
        window->projectCheck().finish();
        const ProjectFindings& found = window->projectCheck().findings();
        QCOMPARE(found.rooms, std::size_t{2});
        QCOMPARE(found.sprites, std::size_t{1});
        QStringList unreadable, ofRoom;
        for (const Diagnostic& one : found.problems) {
            if (one.code == "unreadable")
                unreadable << QString::fromStdString(one.message);
            else if (one.file == project_->path("rooms/terrace.roo").toStdString())
                ofRoom << QString::fromStdString(one.message);
        }
        QCOMPARE(unreadable.size(), 2);
        QVERIFY2(unreadable.first().contains(QStringLiteral("cut.")), qPrintable(unreadable.first()));
        QVERIFY2(!ofRoom.isEmpty(), "textures that the project does not have"); // none of them is in this project
        QTRY_VERIFY(window->problems().shownSentences().contains(ofRoom.first()));
        const QStringList lines = window->output().shownLines();
        QVERIFY2(lines.join(u' ').contains(QStringLiteral("rooms/cut.roo: error:")), qPrintable(lines.join(u'\n')));
        QVERIFY(lines.last().contains(QStringLiteral("rooms: 2, sprites: 1")));

        // A double click opens the room at the place.
        const QString terrace = project_->path("rooms/terrace.roo");
        for (const Diagnostic& one : found.problems)
            if (one.file == terrace.toStdString() && !placeToGo(one).isEmpty()) {
                window->open(placePath(terrace, placeToGo(one)));
                auto* room = static_cast<FakeDocument*>(window->documents().find(terrace));
                QVERIFY(room != nullptr);
                QCOMPARE(room->wentTo, placeToGo(one));
                return;
            }
        QFAIL("no finding has a place");
    }

    void aLookThroughAProjectCanBeGivenUp()
    {
        const auto project = project::open(std::filesystem::path(project_->root().toStdString()));
        QVERIFY(project);
        QCOMPARE(checkProject(project.value(), nullptr, true).rooms, std::size_t{0});
        QVERIFY(checkProject(project.value()).rooms > 0);
    }

    void rulesHaveNamesAndTheirExplanationIsOneKeyAway()
    {
        QCOMPARE(ruleText(QStringLiteral("K0302")), QStringLiteral("unknown name \u00b7 K0302"));
        QCOMPARE(ruleText(QStringLiteral("unclosed sector")), QStringLiteral("unclosed sector"));
        QVERIFY(ruleExplanation(QStringLiteral("unclosed sector")).contains(QStringLiteral("gap")));
        QVERIFY(ruleExplanation(QStringLiteral("K0302")).contains(QStringLiteral("known here")));
        QVERIFY(ruleHelpPage(QStringLiteral("no such rule")).isEmpty());
        for (const char* rule :
             {"no tree", "two things", "zero length", "side without sector", "lines on each other", "unclosed sector",
              "unused sector", "floor above ceiling", "tag without texture", "missing texture", "grid size", "security value",
              "empty rectangle", "crossing lines", "loose end", "unused side", "slope point outside", "scroll and animation",
              "too many points"})
            QVERIFY2(ruleExplanation(QLatin1String(rule)).size() > 40, rule);
        const help::HelpPages pages;
        for (const bgfcore::SpriteRule& one : bgfcore::spriteRules()) {
            const QString rule = QString::fromUtf8(one.code.data(), static_cast<qsizetype>(one.code.size()));
            QVERIFY2(ruleExplanation(rule).size() > 40, qPrintable(rule));
            QCOMPARE(ruleHelpPage(rule), QStringLiteral("studio/sprite-rules#") + help::headingName(rule));
        }

        const auto window = makeWindow();
        window->open(project_->path("rooms/lantern.roo"));
        QTRY_VERIFY(window->documents().current() != nullptr);
        find(window->documents().current(), {problem(Severity::Error, "An unknown name.", "K0302")});
        QTRY_COMPARE(window->problems().total(), 1);
        window->showProblems();
        window->problems().list()->setCurrentIndex(window->problems().list()->model()->index(0, 0));
        QTest::keyClick(window->problems().list(), Qt::Key_F1);
        QCOMPARE(window->helpPanel().page(), QStringLiteral("diagnostics"));
        window->problems().filter()->setText(QStringLiteral("unknown name")); // by the rule's name, too
        QTRY_COMPARE(window->problems().shownSentences().size(), 1);
    }

    /// That there are none is said once a text was looked through, and no longer when it is another one.
    void aTextThatIsNotLookedThroughYetHasNoAnswer()
    {
        removeRoomsAndSprites();
        project_->write(QStringLiteral("kod/creature.kod"), "Creature\nend\n");
        project_->write(QStringLiteral("kod/notes.txt"), "nothing\n");
        const auto window = test::shownStudio(documentTypes(), editorActions());
        const auto* empty = window->problems().findChild<EmptyLabel*>();
        const auto* errors = window->problems().findChildren<QToolButton*>().first();
        const auto view = [&] { return qobject_cast<code::CodeView*>(window->documents().current()); };
        {
            const test::HeldWork held;
            window->open(project_->path("kod/notes.txt"));
            QTRY_VERIFY(view() != nullptr);
            QTRY_COMPARE(empty->text(), QStringLiteral("No problems.")); // it is never looked through
            window->open(project_->path("kod/creature.kod"));
            QTRY_VERIFY(view() != nullptr && view()->isBlakod());
            QTRY_COMPARE(empty->text(), QStringLiteral("Checking\u2026"));
            QCOMPARE(errors->text(), QStringLiteral("\u2013"));
            QTest::mouseClick(window->problems().scopeButton(ProblemScope::Document), Qt::LeftButton);
            QCOMPARE(empty->text(), QStringLiteral("Checking\u2026"));
            window->documents().setCurrent(window->documents().find(project_->path("kod/notes.txt")));
            QTRY_COMPARE(empty->text(), QStringLiteral("No problems in this document."));
            window->documents().setCurrent(window->documents().find(project_->path("kod/creature.kod")));
            QTRY_COMPARE(empty->text(), QStringLiteral("Checking\u2026"));
        }
        QTRY_COMPARE_WITH_TIMEOUT(empty->text(), QStringLiteral("No problems in this document."), 10'000);
        QCOMPARE(errors->text(), QStringLiteral("0"));
        {
            const test::HeldWork held;
            view()->editor()->goTo(0, 0);
            QTest::keyClicks(view()->editor()->focusProxy(), QStringLiteral("x is "));
            QTRY_COMPARE(empty->text(), QStringLiteral("Checking\u2026"));
        }
        QTRY_VERIFY_WITH_TIMEOUT(window->problems().count(Severity::Error) > 0, 10'000);
        QVERIFY(!empty->isVisible());
        view()->undo();
        QTRY_COMPARE_WITH_TIMEOUT(empty->text(), QStringLiteral("No problems in this document."), 10'000);
    }

    /// F8 in a text goes on from the caret, in the order of its lines and around; also when the list was made anew meanwhile.
    void f8GoesOnFromTheCaret()
    {
        project_->write(QStringLiteral("kod/creature/keeper.kod"),
                        "Keeper is Creature\nmessages:\n   Greet(a = 1, b = 2)\n   {\n      if not a = b { return 1; }\n      if not b = 3 { return 2; }\n"
                        "      if not a = 4 { return 3; }\n      return 0;\n   }\nend\n");
        project_->write(QStringLiteral("kod/creature.kod"), "Creature\nend\n");
        const auto window = test::shownStudio(documentTypes(), editorActions());
        window->open(project_->path("kod/creature/keeper.kod"));
        window->finishBackgroundWork();
        auto* view = qobject_cast<code::CodeView*>(window->documents().current());
        QVERIFY(view != nullptr);
        QSet<int> lines;
        const auto read = [&] {
            lines.clear();
            for (const Diagnostic& one : view->problems())
                lines << static_cast<int>(one.range.line);
            return lines;
        };
        QTRY_VERIFY(read().contains(5) && lines.contains(6) && lines.contains(7) && window->problems().total() >= 3);
        const auto pressed = [&](Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
            QTest::keyClick(view->editor()->focusProxy(), Qt::Key_F8, modifiers);
            return view->editor()->placeOf(view->editor()->selection().first).line + 1;
        };
        QList<int> sorted(lines.begin(), lines.end());
        std::ranges::sort(sorted);
        view->editor()->goTo(5, 0); // line 6, before its problem
        view->editor()->setFocus();
        QTRY_VERIFY(window->isActiveWindow());
        QCOMPARE(pressed(), 6);
        QCOMPARE(pressed(), 7);
        view->editor()->goTo(4, 0); // back to where another one is
        QCOMPARE(pressed(), 5);
        QCOMPARE(pressed(), 6);
        QCOMPARE(pressed(Qt::ShiftModifier), 5);
        view->editor()->goTo(9, 0);
        QCOMPARE(pressed(), sorted.first()); // around
        QCOMPARE(pressed(Qt::ShiftModifier), sorted.last());
    }

    /// By mouse: the menu of a row offers its fix, and all of its kind, each as one step of undo.
    void theMenuPutsOneRightOrAllOfAKind()
    {
        const QByteArray before = "Keeper is Creature\nmessages:\n   Greet(a = 1, b = 2)\n   {\n"
                                  "      if not a = b { return 1; }\n      if not b = 3 { return 2; }\n"
                                  "      if not a = 4 { return 3; }\n      return 0;\n   }\nend\n";
        project_->write(QStringLiteral("kod/creature/keeper.kod"), before);
        project_->write(QStringLiteral("kod/creature.kod"), "Creature\nend\n");
        const auto window = test::shownStudio(documentTypes(), editorActions());
        window->open(project_->path("kod/creature/keeper.kod"));
        window->finishBackgroundWork();
        const auto document = window->documents().current()->document();
        const auto text = [&] { return QByteArray::fromStdString(*document->content().value()); };
        const auto fixable = [&] {
            return std::ranges::count_if(document->problems(), [](const Diagnostic& one) { return !one.fixes.empty(); });
        };
        QTRY_COMPARE(fixable(), 3);
        window->showProblems();
        QTRY_COMPARE(window->problems().total(), static_cast<int>(document->problems().size()));

        const auto choose = [&](const QString& beginning, bool isForAll) {
            QTreeView* list = window->problems().list();
            const QAbstractItemModel* rows = list->model();
            for (int row = 0; row < rows->rowCount(); ++row) {
                list->setCurrentIndex(rows->index(row, 0));
                if (!window->problems().fixRows().isEmpty())
                    break;
            }
            const QRect at = list->visualRect(list->currentIndex());
            QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, at.center());
            QContextMenuEvent menuEvent(QContextMenuEvent::Mouse, at.center(), list->viewport()->mapToGlobal(at.center()));
            QApplication::sendEvent(list->viewport(), &menuEvent);
            auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            QVERIFY(menu != nullptr);
            for (QAction* action : menu->actions())
                if (action->text().startsWith(beginning) && action->text().contains(QStringLiteral(": all")) == isForAll) {
                    QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
                    return;
                }
            QFAIL("no such row in the menu");
        };
        choose(QStringLiteral("Put the comparison"), false);
        QTRY_COMPARE(text().count("not ("), 1);
        QTRY_COMPARE(fixable(), 2);
        QTRY_COMPARE(window->problems().total(), static_cast<int>(document->problems().size()));
        choose(QStringLiteral("Put the comparison"), true);
        QTRY_COMPARE(text().count("not ("), 3);
        QTRY_COMPARE(fixable(), 0);
        window->actions().action(QStringLiteral("studio.undo.back"))->trigger(); // all of them at once
        QCOMPARE(text().count("not ("), 1);
        window->actions().action(QStringLiteral("studio.undo.back"))->trigger();
        QCOMPARE(text(), before);
        QVERIFY(!document->isModified());
    }

    /// The menu of a row copies it, and says what its rule means.
    void theMenuCopiesAndExplains()
    {
        project_->write(QStringLiteral("kod/creature/keeper.kod"), "Keeper is Creature\nmessages:\n   Greet(what = $)\n   {\n      return whatt;\n   }\nend\n");
        project_->write(QStringLiteral("kod/creature.kod"), "Creature\nend\n");
        const auto window = test::shownStudio(documentTypes(), editorActions());
        window->open(project_->path("kod/creature/keeper.kod"));
        window->finishBackgroundWork();
        QTRY_COMPARE(window->problems().count(Severity::Error), 1);
        window->showProblems();
        QTreeView* list = window->problems().list();
        const auto choose = [&](const QString& text) {
            const QPoint at = list->visualRect(list->model()->index(0, 0)).center();
            QContextMenuEvent event(QContextMenuEvent::Mouse, at, list->viewport()->mapToGlobal(at));
            QApplication::sendEvent(list->viewport(), &event);
            auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            QVERIFY(menu != nullptr);
            for (QAction* action : menu->actions())
                if (action->text() == text) {
                    QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
                    return;
                }
            QFAIL(qPrintable(text));
        };
        choose(QStringLiteral("Copy"));
        QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("keeper.kod:5: Unknown name `whatt`; did you mean `what`? [K0302]"));
        choose(QStringLiteral("What is this?"));
        QTRY_VERIFY(std::ranges::any_of(QApplication::topLevelWidgets(), [](QWidget* one) { return one->isVisible() && one->inherits("QWhatsThat"); }));
        QWhatsThis::hideText();
        choose(QStringLiteral("Change to what"));
        const auto document = window->documents().current()->document();
        QVERIFY(QByteArray::fromStdString(*document->content().value()).contains("return what;"));
        QTRY_COMPARE(window->problems().count(Severity::Error), 0);
    }

    void theOutputKeepsItsSourcesApart()
    {
        OutputPanel panel;
        panel.append(QStringLiteral("Compiler"), QStringLiteral("one\ntwo"));
        panel.append(QStringLiteral("Server"), QStringLiteral("three"));
        QCOMPARE(panel.shownLines().size(), 3);
        QVERIFY(panel.shownLines().last().endsWith(QStringLiteral("Server: three")));
        panel.showOnly(QStringLiteral("Compiler"));
        QCOMPARE(panel.shownLines().size(), 2);
        panel.append(QStringLiteral("Server"), QStringLiteral("four"));
        QCOMPARE(panel.shownLines().size(), 2);
        panel.showOnly({});
        QCOMPARE(panel.shownLines().size(), 4);
        for (int i = 0; i < OutputPanel::mostLines + 10; ++i)
            panel.append(QStringLiteral("Server"), QString::number(i));
        QCOMPARE(panel.shownLines().size(), OutputPanel::mostLines);
        panel.clear();
        QVERIFY(panel.shownLines().isEmpty());
    }
};

QTEST_MAIN(TestProblems)
#include "tst_problems.moc"
