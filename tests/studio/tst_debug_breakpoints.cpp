// SPDX-License-Identifier: GPL-3.0-or-later
// What a scripter does with breakpoints beside setting them: menus, dialogs, running to a line, moving within the handler.
#include "kodide/ui/breakpoint_dialog.h"
#include "kodide/ui/old_source.h"
#include "studio/debugging/kept_breakpoints.h"
#include "tests/studio/debug_fixture.h"
#include "ui/toast.h"

#include <QComboBox>
#include <QDir>
#include <QHelpEvent>
#include <QTextBlock>
#include <QToolTip>
#include <Qsci/qsciscintilla.h>

using namespace blak;
using namespace blak::ui;
using namespace blak::test;
using code::BreakpointLook;
using code::DebugState;

class TestDebugBreakpoints : public test::DebugFixture
{
    Q_OBJECT

    void askMarginMenu(int line) { askMenu(textArea(), marginAt(line)); }

    QPoint wordAt(int line, int column) const
    {
        auto* sci = qobject_cast<QsciScintilla*>(view()->editor()->focusProxy());
        const long position = sci->SendScintilla(QsciScintillaBase::SCI_FINDCOLUMN, static_cast<unsigned long>(line - 1), static_cast<long>(column));
        return {static_cast<int>(sci->SendScintilla(QsciScintillaBase::SCI_POINTXFROMPOSITION, 0UL, position)) + 2,
                static_cast<int>(sci->SendScintilla(QsciScintillaBase::SCI_POINTYFROMPOSITION, 0UL, position)) + 6};
    }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }
    void init() { setUp(); }
    void cleanup() { window_.reset(); }

    void theMenuOfTheMargin()
    {
        beginWithFake();
        press(Qt::CTRL | Qt::Key_F5);
        code::CodeEditor& editor = *view()->editor();
        askMarginMenu(firstStatement);
        choose("Add breakpoint");
        QCOMPARE(fake_->asked.back(), QStringLiteral("breakpoints 14"));
        QCOMPARE(editor.breakpointAt(firstStatement - 1), std::optional(BreakpointLook::Plain));
        askMarginMenu(firstStatement);
        choose("Disable breakpoint");
        QCOMPARE(fake_->asked.back(), QStringLiteral("breakpoints"));
        QCOMPARE(editor.breakpointAt(firstStatement - 1), std::optional(BreakpointLook::Waiting));
        askMarginMenu(firstStatement);
        choose("Enable breakpoint");
        askMarginMenu(firstStatement);
        choose("Only once");
        QCOMPARE(fake_->asked.back(), QStringLiteral("breakpoints 14!"));
        askMarginMenu(firstStatement);
        choose("Remove breakpoint");
        QCOMPARE(fake_->asked.back(), QStringLiteral("breakpoints"));
        QVERIFY(!editor.breakpointAt(firstStatement - 1));
        askMarginMenu(15);
        choose("Add breakpoint for once");
        QCOMPARE(fake_->asked.back(), QStringLiteral("breakpoints 15!"));
        stopAt(15);
        emit fake_->spent(world_->path(), 0);
        QVERIFY(!editor.breakpointAt(14)); // met, and gone
        QVERIFY(debug_->session().breakpoints()[world_->path()].empty());
    }

    void theDialogSaysAllOfIt()
    {
        beginWithFake();
        press(Qt::CTRL | Qt::Key_F5);
        askMarginMenu(firstStatement);
        choose("Add breakpoint with condition, hit count or log...");
        auto* ask = dialog<code::BreakpointDialog>();
        QVERIFY(ask->windowTitle().contains(QStringLiteral("system.kod:14")));
        type(ask, "breakpointCondition", QStringLiteral("number > 3"));
        type(ask, "breakpointHits", QStringLiteral("often"));
        auto* fault = ask->findChild<QLabel*>(QStringLiteral("breakpointFault"));
        QVERIFY(fault->text().contains(QStringLiteral("a hit count is a number")));
        QTest::keyClick(ask, Qt::Key_Return); // refused
        QVERIFY(ask->isVisible());
        type(ask, "breakpointHits", QStringLiteral(">= 2"));
        QVERIFY(fault->text().isEmpty());
        type(ask, "breakpointLog", QStringLiteral("number is {number}"));
        QTest::keyClick(ask, Qt::Key_Return);
        QCOMPARE(fake_->asked.back(), QStringLiteral("breakpoints 14?#>= 2\"number is {number}"));
        QCOMPARE(view()->editor()->breakpointAt(firstStatement - 1), std::optional(BreakpointLook::Conditional));
        auto* list = part<QTreeWidget>("debugBreakpoints");
        QTRY_COMPARE(list->topLevelItemCount(), 1);
        QCOMPARE(list->topLevelItem(0)->text(1), QStringLiteral("number > 3"));
        QCOMPARE(list->topLevelItem(0)->text(2), QStringLiteral("hit >= 2, logs"));
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        askMarginMenu(firstStatement);
        choose("Edit breakpoint...");
        ask = dialog<code::BreakpointDialog>();
        QCOMPARE(ask->findChild<QLineEdit*>(QStringLiteral("breakpointCondition"))->text(), QStringLiteral("number > 3"));
        QTest::mouseClick(ask->findChild<QCheckBox*>(QStringLiteral("breakpointEnabled")), Qt::LeftButton, {}, QPoint(8, 8));
        const auto asked = fake_->asked.size();
        QTest::keyClick(ask, Qt::Key_Escape);
        QCOMPARE(fake_->asked.size(), asked); // Esc changes nothing
    }

    void messagesPropertiesAndErrorsFromTheDock()
    {
        beginWithFake();
        press(Qt::CTRL | Qt::Key_F5);
        auto* list = part<QTreeWidget>("debugBreakpoints");
        QTest::mouseClick(part<QToolButton>("debugAddMessage"), Qt::LeftButton);
        auto* ask = dialog<code::BreakpointDialog>();
        QTest::keyClick(ask, Qt::Key_Return); // nothing is named yet
        QVERIFY(ask->isVisible());
        type(ask, "breakpointName", QStringLiteral("System.Reckon"));
        QTest::keyClick(ask, Qt::Key_Return);
        QCOMPARE(fake_->asked.back(), QStringLiteral("message: System.Reckon"));
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QTRY_COMPARE(list->topLevelItemCount(), 1);
        askMenu(list->viewport(), QPoint(40, list->viewport()->height() - 4));
        choose("New on a property...");
        ask = dialog<code::BreakpointDialog>();
        type(ask, "breakpointName", QStringLiteral("System.piCount"));
        type(ask, "breakpointCondition", QStringLiteral("piCount > 3"));
        QTest::mouseClick(ask->findChild<QCheckBox*>(QStringLiteral("breakpointOnce")), Qt::LeftButton, {}, QPoint(8, 8));
        QTest::keyClick(ask, Qt::Key_Return);
        QCOMPARE(fake_->asked.back(), QStringLiteral("write: System.piCount!?piCount > 3"));
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QTRY_COMPARE(list->topLevelItemCount(), 2);
        QCOMPARE(list->topLevelItem(1)->text(1), QStringLiteral("piCount > 3"));
        QCOMPARE(list->topLevelItem(1)->text(2), QStringLiteral("once"));
        askMenu(list->viewport(), middleOf(list, list->topLevelItem(0), 0));
        choose("Disable");
        QCOMPARE(fake_->asked.back(), QStringLiteral("message:"));
        QTRY_COMPARE(list->topLevelItem(0)->checkState(0), Qt::Unchecked);
        askMenu(list->viewport(), middleOf(list, list->topLevelItem(1), 0));
        choose("Remove");
        QTRY_COMPARE(list->topLevelItemCount(), 1);
        QCOMPARE(fake_->asked.back(), QStringLiteral("write:"));
        QTest::mouseClick(part<QCheckBox>("debugErrorStops"), Qt::LeftButton, {}, QPoint(8, 8));
        QCOMPARE(fake_->asked.back(), QStringLiteral("errors on"));
        auto* words = part<QLineEdit>("debugErrorText");
        QVERIFY(words->isEnabled());
        QTest::keyClicks(words, QStringLiteral("non-list, div"));
        QTest::keyClick(words, Qt::Key_Return);
        QCOMPARE(fake_->asked.back(), QStringLiteral("errors on non-list|div"));
    }

    void endsOfMessagesAndTheirConditions()
    {
        beginWithFake();
        press(Qt::CTRL | Qt::Key_F5);
        auto* list = part<QTreeWidget>("debugBreakpoints");
        QTest::mouseClick(part<QToolButton>("debugAddMessage"), Qt::LeftButton);
        auto* ask = dialog<code::BreakpointDialog>();
        type(ask, "breakpointName", QStringLiteral("System.Reckon"));
        auto* when = ask->findChild<QComboBox*>(QStringLiteral("breakpointWhen"));
        when->setFocus();
        QTest::keyClick(when, Qt::Key_Down);
        QCOMPARE(when->currentText(), QStringLiteral("where its handlers return"));
        type(ask, "breakpointCondition", QStringLiteral("number > 3"));
        QTest::keyClick(ask, Qt::Key_Return);
        QCOMPARE(fake_->asked.back(), QStringLiteral("message: end of System.Reckon?number > 3"));
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QTRY_COMPARE(list->topLevelItemCount(), 1);
        QCOMPARE(list->topLevelItem(0)->text(1), QStringLiteral("number > 3"));
        askMenu(list->viewport(), middleOf(list, list->topLevelItem(0), 0));
        choose("Edit...");
        ask = dialog<code::BreakpointDialog>();
        QCOMPARE(ask->findChild<QLineEdit*>(QStringLiteral("breakpointName"))->text(), QStringLiteral("System.Reckon"));
        when = ask->findChild<QComboBox*>(QStringLiteral("breakpointWhen"));
        when->setFocus();
        QTest::keyClick(when, Qt::Key_Up);
        type(ask, "breakpointCondition", QStringLiteral("number = 9"));
        QTest::keyClick(ask, Qt::Key_Return);
        QCOMPARE(fake_->asked.back(), QStringLiteral("message: System.Reckon?number = 9"));
    }

    void theWorldRunsToALineAndIsMoved()
    {
        beginWithFake();
        askMarginMenu(firstStatement);
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(menu != nullptr && !menu->actions().back()->isEnabled()); // nothing stands
        closeMenu();
        press(Qt::CTRL | Qt::Key_F5);
        stopAt(firstStatement);
        view()->editor()->goTo(15, 0);
        press(Qt::CTRL | Qt::Key_F10);
        QCOMPARE(fake_->asked.filter(QStringLiteral("breakpoints")).back(), QStringLiteral("breakpoints 16!"));
        QCOMPARE(fake_->asked.back(), QStringLiteral("proceed 0"));
        QVERIFY(!view()->editor()->breakpointAt(15)); // nobody sees it
        stopAt(16);
        QCOMPARE(fake_->asked.filter(QStringLiteral("breakpoints")).back(), QStringLiteral("breakpoints")); // gone
        askMarginMenu(14);
        choose("Set next statement");
        QCOMPARE(fake_->asked.back(), QStringLiteral("next 14"));
        stopAt(14, "goto");
        QCOMPARE(view()->editor()->stoppedLine(), 13);
        view()->editor()->goTo(14, 0);
        press(Qt::CTRL | Qt::SHIFT | Qt::Key_F10);
        QCOMPARE(fake_->asked.back(), QStringLiteral("next 15"));
        press(Qt::CTRL | Qt::SHIFT | Qt::Key_F7);
        QCOMPARE(fake_->asked.back(), QStringLiteral("restart 1"));
        auto* stack = part<QTreeWidget>("debugStack");
        askMenu(stack->viewport(), middleOf(stack, stack->topLevelItem(1), 0));
        choose("Restart the handler");
        QCOMPARE(fake_->asked.back(), QStringLiteral("restart 2"));
        askMarginMenu(15);
        choose("Run to this line");
        QCOMPARE(fake_->asked.back(), QStringLiteral("proceed 0"));
    }

    /// Without a world: by the text, where the debugger would put them.
    void breakpointsGoWhereAWorldCanStop()
    {
        beginWithFake();
        code::CodeEditor& editor = *view()->editor();
        clickMargin(13); // empty
        QVERIFY(!editor.breakpointAt(12));
        QCOMPARE(editor.breakpointAt(firstStatement - 1), std::optional(BreakpointLook::Plain));
        QCOMPARE(view()->statusLeft(), QStringList{QStringLiteral("Breakpoint at system.kod:13 moved to 14, the next line with code.")});
        clickMargin(12); // a declaration: the one there is is not taken away
        QCOMPARE(editor.breakpointAt(firstStatement - 1), std::optional(BreakpointLook::Plain));
        QCOMPARE(view()->statusLeft(), QStringList{QStringLiteral("Line 14, the next one with code, has a breakpoint already.")});
        editor.goTo(9, 0);
        QVERIFY(view()->statusLeft().value(0).startsWith(QStringLiteral("line 10"))); // what was said goes with the next step
        press(Qt::Key_F9);                                                             // the head of the message
        QVERIFY(!editor.breakpointAt(9));
        QCOMPARE(debug_->session().breakpoints()[world_->path()].size(), std::size_t{1});
        clickMargin(9); // between messages
        QCOMPARE(view()->statusLeft(),
                 QStringList{QStringLiteral("Line 9 is outside of every message, so a world never stops there. Set the breakpoint on a "
                                            "statement.")});
        clickMargin(3);
        QVERIFY(view()->statusLeft().value(0).startsWith(QStringLiteral("Line 3 is outside")));
        clickMargin(17); // the closing brace
        QCOMPARE(view()->statusLeft(),
                 QStringList{QStringLiteral("No statement of System.Reckon begins at line 17 or below, so a world never stops there.")});
        QCOMPARE(debug_->session().breakpoints()[world_->path()].size(), std::size_t{1});
        clickMargin(firstStatement); // on its line it goes
        QVERIFY(!editor.breakpointAt(firstStatement - 1));
        askMarginMenu(13);
        choose("Add breakpoint");
        QCOMPARE(editor.breakpointAt(firstStatement - 1), std::optional(BreakpointLook::Plain));
        askMarginMenu(1);
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(menu != nullptr && menu->actions().front()->text().startsWith(QStringLiteral("No breakpoint can be set here")));
        QVERIFY(!menu->actions().front()->isEnabled());
        closeMenu();
    }

    /// A line that has lost its statement by an edit keeps its breakpoint, which says that it stops nothing.
    void breakpointsWithoutAStatementAreHollow()
    {
        beginWithFake();
        code::CodeEditor& editor = *view()->editor();
        clickMargin(firstStatement);
        clickMargin(16);
        QCOMPARE(editor.breakpointTip(firstStatement - 1), QString());
        editor.goTo(firstStatement - 1, 6);
        QTest::keyClicks(editor.focusProxy(), QStringLiteral("% "));
        QTRY_COMPARE(editor.breakpointAt(firstStatement - 1), std::optional(BreakpointLook::Hollow));
        QCOMPARE(editor.breakpointTip(firstStatement - 1),
                 QStringLiteral("No statement begins on this line. A world that is debugged stops at line 15 instead, in System.Reckon."));
        QCOMPARE(editor.breakpointAt(15), std::optional(BreakpointLook::Plain));
        auto* list = part<QTreeWidget>("debugBreakpoints");
        QTRY_COMPARE(list->topLevelItem(0)->text(2), QStringLiteral("no code"));
        // Lines that come above change nothing of it.
        editor.goTo(12, 0);
        QTest::keyClick(editor.focusProxy(), Qt::Key_Return);
        QTRY_COMPARE(editor.breakpointAt(firstStatement), std::optional(BreakpointLook::Hollow));
        view()->undo();
        view()->undo();
        QTRY_COMPARE(editor.breakpointAt(firstStatement - 1), std::optional(BreakpointLook::Plain));
        QCOMPARE(editor.breakpointTip(firstStatement - 1), QString());
        // A text with a fault is not read to its end: nothing is said of what is not known.
        editor.goTo(firstStatement - 1, 6);
        QTest::keyClicks(editor.focusProxy(), QStringLiteral("= "));
        view()->finishAnalysis();
        QTRY_VERIFY(!view()->problems().empty());
        QCOMPARE(editor.breakpointAt(firstStatement - 1), std::optional(BreakpointLook::Plain));
        view()->undo();
        // What a world says that is debugged counts more.
        fake_->waiting = firstStatement;
        press(Qt::CTRL | Qt::Key_F5);
        QTRY_COMPARE(editor.breakpointAt(firstStatement - 1), std::optional(BreakpointLook::Waiting));
        QCOMPARE(editor.breakpointTip(firstStatement - 1), QStringLiteral("Waits for the class."));
        askMarginMenu(16);
        choose("Disable breakpoint");
        QCOMPARE(editor.breakpointTip(15), QStringLiteral("This breakpoint is taken out."));
    }

    /// They stay at their statements; the world, which has the old text yet, is not told before it has the new one.
    void breakpointsGoAlongWithTheirLines()
    {
        beginWithFake();
        code::CodeEditor& editor = *view()->editor();
        clickMargin(firstStatement);
        clickMargin(16);
        editor.goTo(12, 0);
        QTest::keyClick(editor.focusProxy(), Qt::Key_Return); // nobody debugs yet
        QTRY_COMPARE(editor.breakpointAt(14), std::optional(BreakpointLook::Plain));
        QTRY_COMPARE(debug_->session().indexAt(world_->path(), 15), 0);
        press(Qt::CTRL | Qt::Key_F5);
        QVERIFY(fake_->asked.contains(QStringLiteral("breakpoints 15 17")));
        const auto asked = fake_->asked.size();
        editor.goTo(12, 0);
        for (int i = 0; i < 3; ++i)
            QTest::keyClick(editor.focusProxy(), Qt::Key_Return);
        QTRY_COMPARE(debug_->session().indexAt(world_->path(), 18), 0);
        QCOMPARE(debug_->session().indexAt(world_->path(), 20), 1);
        QCOMPARE(editor.breakpointAt(17), std::optional(BreakpointLook::Plain));
        QVERIFY(!editor.breakpointAt(14));
        QCOMPARE(fake_->asked.size(), asked);
        // One more is set where the world, as it runs, has that statement; what it says is shown where it is now.
        clickMargin(19);
        QCOMPARE(fake_->asked.back(), QStringLiteral("breakpoints 15 16 17"));
        QCOMPARE(editor.breakpointAt(18), std::optional(BreakpointLook::Plain));
        QTRY_COMPARE(part<QTreeWidget>("debugBreakpoints")->topLevelItemCount(), 3);
        QCOMPARE(part<QTreeWidget>("debugBreakpoints")->topLevelItem(0)->text(0), QStringLiteral("system.kod:18"));
        stopAt(15);
        QCOMPARE(editor.stoppedLine(), 17);
        debug_->session().proceed(code::DebugStep::Continue);
        press(Qt::CTRL | Qt::ALT | Qt::Key_F5); // reload: it has the new text
        QVERIFY(fake_->asked.contains(QStringLiteral("reload")));
        QCOMPARE(fake_->asked.back(), QStringLiteral("breakpoints 18 19 20"));
        stopAt(18);
        QCOMPARE(editor.stoppedLine(), 17);
        debug_->session().proceed(code::DebugStep::Continue);
        editor.goTo(12, 0);
        QTest::keyClick(editor.focusProxy(), Qt::Key_Backspace);
        QTRY_COMPARE(debug_->session().indexAt(world_->path(), 17), 0);
        press(Qt::CTRL | Qt::SHIFT | Qt::Key_F5);
        editor.goTo(12, 0);
        QTest::keyClick(editor.focusProxy(), Qt::Key_Backspace);
        QTRY_COMPARE(editor.breakpointAt(15), std::optional(BreakpointLook::Plain));
    }

    /// Changed by another program and read again, above and below.
    void breakpointsStayWhenTheFileIsReadAgain()
    {
        beginWithFake();
        code::CodeEditor& editor = *view()->editor();
        clickMargin(15);
        editor.goTo(14, 3);
        QByteArray changed = debugProgram;
        changed.replace("   piCount = 3\n", "   piCount = 3\n   piOther = 4\n   piLast = 5\n").replace("return iSum", "return iSum + 1");
        QFile file(world_->path());
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(changed) == changed.size());
        file.close();
        QVERIFY(view()->reload());
        QTRY_COMPARE(debug_->session().indexAt(world_->path(), 17), 0);
        QTRY_COMPARE(editor.breakpointAt(16), std::optional(BreakpointLook::Plain));
        QVERIFY(!editor.breakpointAt(14) && !editor.breakpointAt(3));
        QCOMPARE(editor.cursor().line, 16);
        view()->undo();
        QTRY_COMPARE(editor.breakpointAt(14), std::optional(BreakpointLook::Plain));
    }

    /// Several steps of undo at once do what each does alone.
    void breakpointsStayInAJumpThroughTheHistory()
    {
        beginWithFake();
        code::CodeEditor& editor = *view()->editor();
        const auto enterAt = [&](int line) {
            editor.goTo(line - 1, 0);
            QTest::keyClick(editor.focusProxy(), Qt::Key_Return);
            QCoreApplication::processEvents();
        };
        clickMargin(15);
        enterAt(6); // above the breakpoint, below it, and in the lines between
        enterAt(17);
        editor.goTo(13, 0);
        QTest::keyClicks(editor.focusProxy(), QStringLiteral("% a"));
        enterAt(9);
        QTRY_COMPARE(debug_->session().indexAt(world_->path(), 17), 0);
        document::History& history = view()->document()->history();
        const std::size_t steps = history.size();
        QVERIFY(steps >= 4);
        while (history.canUndo())
            history.undo();
        QTRY_COMPARE(debug_->session().indexAt(world_->path(), 15), 0);
        QTRY_COMPARE(editor.breakpointAt(14), std::optional(BreakpointLook::Plain));
        while (history.canRedo())
            history.redo();
        QTRY_COMPARE(debug_->session().indexAt(world_->path(), 17), 0);
        QCOMPARE(editor.breakpointAt(16), std::optional(BreakpointLook::Plain));
    }

    /// The line belongs to the statement that begins above.
    void aLineThatGoesOnHasTheBreakpointOfItsStatement()
    {
        QByteArray program = debugProgram;
        program.replace("iSum + piCount;", "iSum\n         + piCount;"); // 16
        QFile file(world_->path());
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(program) == program.size());
        file.close();
        beginWithFake();
        clickMargin(16);
        QCOMPARE(view()->editor()->breakpointAt(14), std::optional(BreakpointLook::Plain));
        QCOMPARE(view()->statusLeft(),
                 QStringList{QStringLiteral("Breakpoint at system.kod:16 moved to 15, where the statement of this line begins.")});
        clickMargin(16);
        QCOMPARE(view()->statusLeft(), QStringList{QStringLiteral("Line 15, where this statement begins, has a breakpoint already.")});
        QCOMPARE(debug_->session().breakpoints()[world_->path()].size(), std::size_t{1});
    }

    /// For each project, from one run of the studio to the next, and not in its folder.
    void breakpointsAndWatchesAreKept()
    {
        beginWithFake();
        clickMargin(firstStatement);
        clickMargin(15);
        clickMargin(16);
        code::LineBreakpoint one = debug_->session().breakpoints()[world_->path()][1];
        one.wanted.condition = "iSum > 3";
        one.wanted.hitCondition = ">= 2";
        one.wanted.logMessage = "now {iSum}";
        debug_->session().change(world_->path(), 1, one);
        one = debug_->session().breakpoints()[world_->path()][2];
        one.enabled = false;
        debug_->session().change(world_->path(), 2, one);
        code::LineBreakpoint message;
        message.wanted.name = "System.Reckon";
        debug_->session().add(code::messageBreakpoints, message);
        debug_->session().addWatch(QStringLiteral("piCount"));
        const QStringList files = QDir(world_->root()).entryList(QDir::Files);
        window_.reset();
        QCOMPARE(QDir(world_->root()).entryList(QDir::Files), files);

        beginWithFake();
        const auto lines = debug_->session().breakpoints()[world_->path()];
        QCOMPARE(lines.size(), std::size_t{3});
        QCOMPARE(lines[0].line(), firstStatement);
        QVERIFY(lines[0].isPlain() && lines[0].enabled);
        QCOMPARE(lines[1].line(), 15);
        QCOMPARE(lines[1].wanted.condition, std::string("iSum > 3"));
        QCOMPARE(lines[1].wanted.hitCondition, std::string(">= 2"));
        QCOMPARE(lines[1].wanted.logMessage, std::string("now {iSum}"));
        QVERIFY(!lines[2].enabled);
        QCOMPARE(debug_->session().breakpoints()[code::messageBreakpoints].size(), std::size_t{1});
        QCOMPARE(debug_->session().watches(), QStringList{QStringLiteral("piCount")});
        QTRY_COMPARE(view()->editor()->breakpointAt(firstStatement - 1), std::optional(BreakpointLook::Plain));
        QTRY_COMPARE(part<QTreeWidget>("debugBreakpoints")->topLevelItemCount(), 4);
        // They go along with lines, and what is taken away stays away.
        view()->editor()->goTo(12, 0);
        QTest::keyClick(view()->editor()->focusProxy(), Qt::Key_Return);
        QTRY_COMPARE(debug_->session().indexAt(world_->path(), 15), 0);
        view()->undo();
        QTRY_COMPARE(debug_->session().indexAt(world_->path(), 14), 0);
        debug_->session().remove(world_->path(), 0);
        debug_->session().removeWatch(0);
        window_.reset();
        beginWithFake();
        QCOMPARE(debug_->session().breakpoints()[world_->path()].size(), std::size_t{2});
        QVERIFY(debug_->session().watches().isEmpty());
        // Another project has its own.
        window_.reset();
        const DebugWorld other;
        beginWithFake();
        window_->open(other.root());
        QTRY_COMPARE(window_->index().root(), other.root());
        QTRY_VERIFY(debug_->session().breakpoints()[world_->path()].empty());
        window_->open(world_->root());
        QTRY_COMPARE(debug_->session().breakpoints()[world_->path()].size(), std::size_t{2});
    }

    /// What was typed and not saved comes back after the studio is gone, and the breakpoints are where they were in it.
    void breakpointsStayInKeptEdits()
    {
        beginWithFake();
        clickMargin(15);
        view()->editor()->goTo(12, 0);
        for (int i = 0; i < 3; ++i)
            QTest::keyClick(view()->editor()->focusProxy(), Qt::Key_Return);
        QTRY_COMPARE(debug_->session().indexAt(world_->path(), 18), 0);
        const QByteArray edited = view()->editor()->text();
        constexpr int untilKept = 3000; // ms: edits are written a moment later
        QTest::qWait(untilKept);
        window_.reset();

        beginWithFake();
        QTRY_COMPARE(view()->editor()->text(), edited);
        QTest::qWait(300);
        QCOMPARE(debug_->session().indexAt(world_->path(), 18), 0);
        QCOMPARE(view()->editor()->breakpointAt(17), std::optional(BreakpointLook::Plain));
        view()->undo(); // they are one step, which takes the breakpoint along
        QTRY_COMPARE(debug_->session().indexAt(world_->path(), 15), 0);
    }

    /// Settings that others have written into.
    void whatMakesNoSenseIsNotKept()
    {
        using debugging::keptFrom;
        const QString root = QStringLiteral("/world");
        for (const char* text : {"", "{", "[]", "7", "{\"breakpoints\":7}", "{\"breakpoints\":[7,{},{\"at\":\"a.kod\"},{\"at\":\"a.kod\",\"line\":-3}]}",
                                 "{\"breakpoints\":[{\"at\":\"message:\"}],\"watches\":[3]}"}) {
            const auto kept = keptFrom(QString::fromLatin1(text), root);
            QVERIFY2(kept.breakpoints.isEmpty() && kept.watches.isEmpty(), text);
        }
        const auto twice = keptFrom(QStringLiteral("{\"breakpoints\":[{\"at\":\"kod/a.kod\",\"line\":9},{\"at\":\"kod/a.kod\",\"line\":4},"
                                                   "{\"at\":\"kod/a.kod\",\"line\":9}]}"),
                                    root);
        const auto& lines = twice.breakpoints[QStringLiteral("/world/kod/a.kod")];
        QCOMPARE(lines.size(), std::size_t{2});
        QCOMPARE(lines[0].line(), 4);
        QCOMPARE(debugging::keptText({}, root), QString());
    }

    void anErrorInTheConsoleLeadsToItsLine()
    {
        beginWithFake();
        press(Qt::CTRL | Qt::Key_F5);
        emit fake_->printed(QStringLiteral("the server listens\n"), false);
        emit fake_->printed(QStringLiteral("[system.kod (15)] can't add\n"), true, world_->path(), 15);
        auto* console = part<QPlainTextEdit>("debugConsole");
        view()->editor()->goTo(0, 0);
        const auto clickOn = [console](int block) {
            QTextCursor cursor(console->document()->findBlockByNumber(block));
            cursor.movePosition(QTextCursor::Right, QTextCursor::MoveAnchor, 3);
            QTest::mouseClick(console->viewport(), Qt::LeftButton, {}, console->cursorRect(cursor).center());
        };
        const int last = console->document()->blockCount() - 1;
        clickOn(last - 1); // knows of no place
        QCOMPARE(view()->editor()->cursor().line, 0);
        clickOn(last);
        QCOMPARE(view()->editor()->cursor().line, 14);
    }

    void anOldHandlerShowsItsSource()
    {
        beginWithFake();
        press(Qt::CTRL | Qt::Key_F5);
        fake_->frames = {frame(1, "System.Reckon (as it was before the reload)", world_->path(), 3), frame(2, "System.Outer", world_->path(), 7)};
        fake_->frames[0].isOld = true;
        fake_->frames[0].sourceReference = 1;
        emit fake_->stopped({QStringLiteral("step"), {}});
        auto* stack = part<QTreeWidget>("debugStack");
        const auto isOffered = [&](int row) {
            askMenu(stack->viewport(), middleOf(stack, stack->topLevelItem(row), 0));
            const auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            bool found = false;
            for (const QAction* action : menu == nullptr ? QList<QAction*>() : menu->actions())
                found = found || action->text() == QLatin1String("Show its source as it was");
            closeMenu();
            return found;
        };
        QVERIFY(!isOffered(1));
        QVERIFY(isOffered(0));
        askMenu(stack->viewport(), middleOf(stack, stack->topLevelItem(0), 0));
        choose("Show its source as it was");
        QCOMPARE(fake_->asked.back(), QStringLiteral("source 1"));
        QVERIFY(window_->findChild<code::OldSource*>() == nullptr); // nothing is known of it, and that is told
        QVERIFY(window_->toasts().sentences().join(u'|').contains(QStringLiteral("nothing is known of that source")));
        fake_->oldText = QStringLiteral("System\n   % as it was\n      return 5;\nend\n");
        QTest::mouseDClick(stack->viewport(), Qt::LeftButton, {}, middleOf(stack, stack->topLevelItem(0), 0));
        auto* old = dialog<code::OldSource>();
        QVERIFY(old->isVisible());
        QCOMPARE(old->windowTitle(), QStringLiteral("system.kod as it was before the reload"));
        QCOMPARE(QString::fromUtf8(old->editor()->text()), fake_->oldText);
        QVERIFY(old->editor()->isReadOnly());
        QCOMPARE(old->editor()->stoppedLine(), 2);
        QTRY_VERIFY(old->isActiveWindow());
        const QPointer<code::OldSource> shown = old;
        QTest::keyClick(old, Qt::Key_Escape);
        QTRY_VERIFY(shown == nullptr || !shown->isVisible());
    }

    void valuesStandBehindTheLines()
    {
        beginWithFake();
        fake_->values[11] = {variable("number", "2", "INT")};
        fake_->values[12] = {variable("iSum", "20", "INT")};
        press(Qt::CTRL | Qt::Key_F5);
        code::CodeEditor& editor = *view()->editor();
        QVERIFY(editor.inlineValues().isEmpty());
        stopAt(15);
        const QMap<int, QString> wanted{{9, QStringLiteral("number = 2")},
                                        {13, QStringLiteral("iSum = 20, number = 2")},
                                        {14, QStringLiteral("iSum = 20")}};
        QCOMPARE(editor.inlineValues(), wanted);
        const auto behind = [&](int line) { // pixels that are not the line's own colour
            const QImage picture = textArea()->parentWidget()->grab().toImage();
            constexpr int lineHeight = 20;
            int count = 0;
            for (int y = (line - 1) * lineHeight + 2; y < line * lineHeight - 2; ++y)
                for (int x = 320; x < 560; ++x)
                    count += picture.pixelColor(x, y) != picture.pixelColor(picture.width() - 30, y);
            return count;
        };
        QTRY_VERIFY(behind(14) > 50);
        QCOMPARE(behind(16), 0);
        const QPoint word = wordAt(14, 8);
        QHelpEvent tip(QEvent::ToolTip, word, textArea()->mapToGlobal(word));
        QApplication::sendEvent(textArea(), &tip);
        QCOMPARE(fake_->asked.back(), QStringLiteral("look up 1 iSum"));
        QTRY_COMPARE(QToolTip::text(), QStringLiteral("iSum = 41"));
        QToolTip::hideText();
        press(Qt::Key_F10);
        QVERIFY(editor.inlineValues().isEmpty()); // it runs
        fake_->frames = {frame(1, "System.Reckon", world_->path(), 15)};
        fake_->frames[0].isOld = true;
        emit fake_->stopped({QStringLiteral("step"), {}});
        QVERIFY(editor.inlineValues().isEmpty()); // lines of another version
        auto* stack = part<QTreeWidget>("debugStack");
        QVERIFY(stack->topLevelItem(0)->toolTip(0).contains(QStringLiteral("as it was before the reload")));
    }
};

QTEST_MAIN(TestDebugBreakpoints)
#include "tst_debug_breakpoints.moc"
