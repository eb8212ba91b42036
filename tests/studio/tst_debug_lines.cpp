// SPDX-License-Identifier: GPL-3.0-or-later
// Breakpoints stand where a world can stop, and go along with the lines of a text.
#include "kodide/ui/inline_values.h"
#include "kodide/ui/old_source.h"
#include "tests/studio/debug_fixture.h"

#include <QHelpEvent>
#include <QPushButton>
#include <QStyledItemDelegate>
#include <QToolTip>

using namespace blak;
using namespace blak::ui;
using namespace blak::test;
using code::BreakpointLook;

class TestDebugLines : public test::DebugFixture
{
    Q_OBJECT

    void deleteLines(int first, int count)
    {
        view()->editor()->goTo(first - 1, 0);
        for (int i = 0; i < count; ++i)
            QTest::keyClick(view()->editor()->focusProxy(), Qt::Key_Down, Qt::ShiftModifier);
        QTest::keyClick(view()->editor()->focusProxy(), Qt::Key_Home, Qt::ShiftModifier); // the caret keeps its column on its way
        QTest::keyClick(view()->editor()->focusProxy(), Qt::Key_Delete);
        QCoreApplication::processEvents();
    }
    void editorEnter(int line)
    {
        view()->editor()->goTo(line - 1, 0);
        QTest::keyClick(view()->editor()->focusProxy(), Qt::Key_Return);
        QCoreApplication::processEvents();
    }
    /// Of the breakpoints of the text, where each is shown.
    QList<int> lines() const
    {
        QList<int> all;
        for (const code::LineBreakpoint& one : debug_->session().breakpoints().value(world_->path()))
            all << one.line();
        return all;
    }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }
    void init() { setUp(); }
    void cleanup() { window_.reset(); }

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
        clickMargin(13); // one that was set by a line goes by the same line
        QVERIFY(!editor.breakpointAt(firstStatement - 1));
        clickMargin(13);
        QCOMPARE(editor.breakpointAt(firstStatement - 1), std::optional(BreakpointLook::Plain));
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

    /// While the world stands: the mark of its place, the values behind the lines and the call stack, with a breakpoint in the text or none.
    void theStandingPlaceGoesAlongWithItsLines_data()
    {
        QTest::addColumn<bool>("anyBreakpoint");
        QTest::newRow("a breakpoint") << true;
        QTest::newRow("none") << false;
    }
    void theStandingPlaceGoesAlongWithItsLines()
    {
        QFETCH(bool, anyBreakpoint);
        beginWithFake();
        code::CodeEditor& editor = *view()->editor();
        if (anyBreakpoint)
            clickMargin(firstStatement);
        fake_->values[12] = {variable("iSum", "20", "INT")};
        press(Qt::CTRL | Qt::Key_F5);
        stopAt(firstStatement + 1);
        const QMap<int, QString> before{{13, QStringLiteral("iSum = 20")}, {14, QStringLiteral("iSum = 20")}};
        const QMap<int, QString> moved{{15, QStringLiteral("iSum = 20")}, {16, QStringLiteral("iSum = 20")}};
        QCOMPARE(editor.inlineValues(), before);
        editor.goTo(8, 0);
        for (int i = 0; i < 2; ++i)
            QTest::keyClick(editor.focusProxy(), Qt::Key_Return);
        QTRY_COMPARE(editor.inlineValues(), moved);
        QCOMPARE(editor.stoppedLine(), 16);
        auto* stack = part<QTreeWidget>("debugStack");
        QCOMPARE(stack->topLevelItem(0)->text(1), QStringLiteral("system.kod:17"));
        QCOMPARE(stack->topLevelItem(1)->text(1), QStringLiteral("system.kod:7"));
        editor.goTo(2, 0);
        QTest::mouseClick(stack->viewport(), Qt::LeftButton, {}, middleOf(stack, stack->topLevelItem(0), 0));
        QCOMPARE(editor.cursor().line, 16);
        stopAt(firstStatement + 2); // the world has the old text
        QCOMPARE(editor.stoppedLine(), 17);
        // The world takes the new text while it stands: the handler is the old one, and its line is where it went.
        press(Qt::CTRL | Qt::ALT | Qt::Key_F5);
        fake_->frames[0].isOld = true;
        fake_->frames[0].sourceReference = 1;
        fake_->oldText = QString::fromLatin1(debugProgram);
        emit fake_->stopped({QStringLiteral("breakpoint"), {}});
        QCOMPARE(editor.stoppedLine(), 17);
        editor.goTo(8, 0);
        QTest::keyClick(editor.focusProxy(), Qt::Key_Return);
        QTRY_COMPARE(editor.stoppedLine(), 18);
        QTest::mouseDClick(stack->viewport(), Qt::LeftButton, {}, middleOf(stack, stack->topLevelItem(0), 0));
        QCOMPARE(dialog<code::OldSource>()->editor()->stoppedLine(), firstStatement + 1); // in its own text it stands where it stood
        dialog<code::OldSource>()->close();
        view()->undo();
        fake_->frames[0].isOld = false;
        fake_->frames[0].line = firstStatement + 4;
        emit fake_->stopped({QStringLiteral("step"), {}});
        QCOMPARE(editor.stoppedLine(), 17);
        view()->undo();
        view()->undo();
        const QMap<int, QString> back{{13, QStringLiteral("iSum = 20")}, {14, QStringLiteral("iSum = 20")}, {15, QStringLiteral("iSum = 20")}};
        QTRY_COMPARE(editor.inlineValues(), back);
        QCOMPARE(editor.stoppedLine(), 15);
    }

    /// Each layout measures some rows for the widths, not all: an object has hundreds of properties, and it would take half a second.
    void hundredsOfPropertiesAreLaidOutAtOnce()
    {
        class Counting : public QStyledItemDelegate
        {
        public:
            using QStyledItemDelegate::QStyledItemDelegate;
            QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
            {
                ++asked;
                return QStyledItemDelegate::sizeHint(option, index);
            }
            mutable int asked = 0;
        };
        beginWithFake();
        auto* variables = part<QTreeWidget>("debugVariables");
        auto* counting = new Counting(variables);
        variables->setItemDelegate(counting);
        fake_->values[12].clear();
        for (int i = 0; i < 700; ++i)
            fake_->values[12].push_back(variable(("piNumber" + std::to_string(i)).c_str(), std::to_string(i).c_str(), "INT"));
        press(Qt::CTRL | Qt::Key_F5);
        stopAt(firstStatement);
        QTRY_VERIFY(variables->findItems(QStringLiteral("piNumber699"), Qt::MatchExactly | Qt::MatchRecursive).size() == 1);
        QTest::qWait(200);
        QVERIFY2(counting->asked > 0 && counting->asked < 3000, qPrintable(QString::number(counting->asked)));
    }

    /// A word of a string or a comment is no variable, nor is a bracket there one of the code.
    void valuesStandBehindCodeAlone()
    {
        const QByteArray text = "System\nresources:\n   note = \"iSum is not here\"\nmessages:\n   Reckon(number = 2)\n"
                                "   \"Says what iSum is: { number.\"\n   {\n      local iSum;\n\n      % of the number }\n"
                                "      iSum = 7; % as iOther\n      Debug(\"number % iSum\", iOther);\n      return iSum;\n   }\nend\n";
        const QMap<QString, QString> values{{QStringLiteral("isum"), QStringLiteral("7")},
                                            {QStringLiteral("number"), QStringLiteral("2")},
                                            {QStringLiteral("iother"), QStringLiteral("9")}};
        const QMap<int, QString> shown{{4, QStringLiteral("number = 2")},
                                       {10, QStringLiteral("iSum = 7")},
                                       {11, QStringLiteral("iOther = 9")},
                                       {12, QStringLiteral("iSum = 7")}};
        QCOMPARE(code::inlineValues(text, kod::classicDialect(), 12, values), shown);
        QByteArray other = text;
        other.replace('%', "//");
        QCOMPARE(code::inlineValues(other, kod::open105Dialect(), 12, values), shown);
    }

    /// "#type=" is a parameter of the handler that is called, and "@type" a message: the variable of that name here is another thing.
    void valuesAreNotThoseOfOthersNames()
    {
        const QByteArray text = "System\nmessages:\n   Say(type = 0, string = $)\n   {\n"
                                "      Send(self,@Say,#type=Nth(string,2), # string = 4);\n      Send(self,@type,#type=type);\n   }\nend\n";
        const QMap<QString, QString> values{{QStringLiteral("type"), QStringLiteral("0")}, {QStringLiteral("string"), QStringLiteral("\"a\"")}};
        const auto shown = code::inlineValues(text, kod::classicDialect(), 5, values);
        QCOMPARE(shown.value(4), QStringLiteral("string = \"a\""));
        QCOMPARE(shown.value(5), QStringLiteral("type = 0"));
        const auto before = code::inlineValues(text, kod::classicDialect(), 4, {{QStringLiteral("type"), QStringLiteral("0")}});
        QVERIFY2(!before.contains(4), qPrintable(before.value(4)));
    }

    /// Lines that are deleted take their breakpoints along to where they were; undo brings each back to its line, with all that it is.
    void breakpointsComeBackWithTheirLines_data()
    {
        QTest::addColumn<bool>("debugs");
        QTest::newRow("a world is debugged") << true;
        QTest::newRow("none") << false;
    }
    void breakpointsComeBackWithTheirLines()
    {
        QFETCH(bool, debugs);
        beginWithFake();
        code::DebugSession& session = debug_->session();
        for (const int line : {firstStatement, 15, 16})
            clickMargin(line);
        code::LineBreakpoint one = session.breakpoints()[world_->path()][1];
        one.wanted.condition = "iSum > 3";
        one.wanted.oneShot = true;
        session.change(world_->path(), 1, one);
        one = session.breakpoints()[world_->path()][2];
        one.enabled = false;
        session.change(world_->path(), 2, one);
        if (debugs)
            press(Qt::CTRL | Qt::Key_F5);
        const QStringList asked = fake_->asked;
        const QList<int> before{14, 15, 16}, gone{13, 13, 13};
        QCOMPARE(lines(), before);
        deleteLines(13, 4);
        QTRY_COMPARE(lines(), gone);
        view()->undo();
        QTRY_COMPARE(lines(), before);
        code::CodeEditor& editor = *view()->editor();
        QTRY_COMPARE(editor.breakpointAt(13), std::optional(BreakpointLook::Plain));
        QTRY_COMPARE(editor.breakpointAt(14), std::optional(BreakpointLook::Conditional));
        QCOMPARE(editor.breakpointAt(15), std::optional(BreakpointLook::Waiting));
        QVERIFY(!editor.breakpointAt(16));
        QCOMPARE(session.breakpoints()[world_->path()][1].wanted.condition, std::string("iSum > 3"));
        view()->redo();
        QTRY_COMPARE(lines(), gone);
        view()->undo();
        QTRY_COMPARE(lines(), before);
        // Several deletions with others between, undone in turn and all at once.
        deleteLines(15, 1);
        QTRY_COMPARE(lines(), (QList<int>{14, 15, 15}));
        editor.goTo(8, 0);
        QTest::keyClick(editor.focusProxy(), Qt::Key_Return);
        QTRY_COMPARE(lines(), (QList<int>{15, 16, 16}));
        deleteLines(14, 4);
        QTRY_COMPARE(lines(), (QList<int>{14, 14, 14}));
        QTest::keyClicks(editor.focusProxy(), QStringLiteral("% a"));
        QTest::keyClick(editor.focusProxy(), Qt::Key_Return);
        document::History& history = view()->document()->history();
        const std::size_t steps = history.position();
        QVERIFY(steps >= 4);
        QCoreApplication::processEvents();
        while (lines() != (QList<int>{15, 16, 16}) && history.position() > 2) {
            view()->undo();
            QCoreApplication::processEvents();
        }
        QCOMPARE(history.position(), std::size_t{2});
        view()->undo();
        QTRY_COMPARE(lines(), (QList<int>{14, 15, 15}));
        view()->undo();
        QTRY_COMPARE(lines(), before);
        history.moveTo(steps);
        QTRY_VERIFY(lines() != before);
        history.moveTo(0);
        QTRY_COMPARE(lines(), before);
        QCOMPARE(fake_->asked, asked); // the world has had them where they are all the while
        // One that is set meanwhile tells the world nothing else of the others; one that is taken away does not come back.
        deleteLines(15, 1);
        QTRY_COMPARE(lines(), (QList<int>{14, 15, 15}));
        session.remove(world_->path(), 0);
        if (debugs)
            QCOMPARE(fake_->asked.back(), QStringLiteral("breakpoints 15?!"));
        view()->undo();
        QTRY_COMPARE(lines(), (QList<int>{15, 16}));
    }

    /// Line by line, and letter by letter: one step of undo.
    void breakpointsComeBackFromDeletingLetters()
    {
        beginWithFake();
        for (const int line : {15, 16})
            clickMargin(line);
        code::CodeEditor& editor = *view()->editor();
        editor.goTo(15, 6); // in line 16
        for (int i = 0; i < 60; ++i)
            QTest::keyClick(editor.focusProxy(), Qt::Key_Backspace);
        QTRY_COMPARE(lines(), (QList<int>{12, 12}));
        while (view()->document()->history().canUndo())
            view()->undo();
        QTRY_COMPARE(lines(), (QList<int>{15, 16}));
    }

    /// Deleted, closed without saving, and opened again.
    void breakpointsComeBackWithTheFile()
    {
        beginWithFake();
        for (const int line : {15, 16})
            clickMargin(line);
        deleteLines(14, 3);
        QTRY_COMPARE(lines(), (QList<int>{14, 14}));
        window_->closeDocument(view());
        QTRY_VERIFY(view() == nullptr);
        QCOMPARE(lines(), (QList<int>{14, 14}));
        for (QPushButton* one : window_->findChildren<QPushButton*>())
            if (one->text() == QLatin1String("Discard"))
                QTest::mouseClick(one, Qt::LeftButton);
        window_->open(world_->path());
        QTRY_VERIFY(view() != nullptr && !view()->isModified());
        QTRY_COMPARE(lines(), (QList<int>{15, 16}));
    }

    /// A run to the cursor ends where it was to, whatever becomes of the line meanwhile.
    void aRunToTheCursorKeepsItsLine()
    {
        beginWithFake();
        press(Qt::CTRL | Qt::Key_F5);
        stopAt(firstStatement);
        view()->editor()->goTo(15, 0);
        press(Qt::CTRL | Qt::Key_F10);
        QCOMPARE(fake_->asked[fake_->asked.size() - 2], QStringLiteral("breakpoints 16!"));
        deleteLines(15, 2);
        clickMargin(firstStatement);
        QCOMPARE(fake_->asked.back(), QStringLiteral("breakpoints 14 16!"));
        view()->undo();
        QTRY_COMPARE(view()->document()->history().position(), std::size_t{0});
        press(Qt::CTRL | Qt::ALT | Qt::Key_F5);
        QTRY_COMPARE(lines(), QList<int>{firstStatement});
        clickMargin(15);
        QCOMPARE(fake_->asked.back(), QStringLiteral("breakpoints 14 15 16!"));
    }

    /// All is deleted and comes back, by undo or otherwise: it is what the world runs, line by line.
    void aTextThatIsAgainWhatRunsHasItsLines_data()
    {
        QTest::addColumn<QString>("how");
        for (const char* how : {"undo", "paste", "by another program"})
            QTest::newRow(how) << QString::fromLatin1(how);
    }
    void aTextThatIsAgainWhatRunsHasItsLines()
    {
        QFETCH(QString, how);
        beginWithFake();
        code::CodeEditor& editor = *view()->editor();
        clickMargin(15);
        press(Qt::CTRL | Qt::Key_F5);
        stopAt(15);
        QCOMPARE(editor.stoppedLine(), 14);
        press(Qt::CTRL | Qt::Key_A);
        if (how == QLatin1String("paste"))
            press(Qt::CTRL | Qt::Key_X);
        else
            QTest::keyClick(editor.focusProxy(), Qt::Key_X);
        QTRY_COMPARE(lines(), QList<int>{1});
        if (how == QLatin1String("undo"))
            view()->undo();
        else if (how == QLatin1String("paste"))
            press(Qt::CTRL | Qt::Key_V);
        else
            std::dynamic_pointer_cast<document::TextDocument>(view()->document())->edit("Put back", debugProgram);
        QTRY_COMPARE(editor.text(), QByteArray(debugProgram));
        QTRY_COMPARE(lines(), QList<int>{15});
        QTRY_COMPARE(editor.breakpointAt(14), std::optional(BreakpointLook::Plain));
        QTRY_COMPARE(editor.stoppedLine(), 14);
        QCOMPARE(part<QTreeWidget>("debugStack")->topLevelItem(0)->text(1), QStringLiteral("system.kod:15"));
        debug_->session().proceed(code::DebugStep::Over);
        stopAt(16, "step");
        QCOMPARE(editor.stoppedLine(), 15);
        clickMargin(16);
        QCOMPARE(fake_->asked.back(), QStringLiteral("breakpoints 15 16"));
        QCOMPARE(lines(), (QList<int>{15, 16}));
    }

    /// The world has loaded the text without those lines: they come back, and are what it has when it has loaded them again.
    void linesOfBeforeAReloadComeBack()
    {
        beginWithFake();
        for (const int line : {firstStatement, 15})
            clickMargin(line);
        press(Qt::CTRL | Qt::Key_F5);
        deleteLines(15, 1);
        press(Qt::CTRL | Qt::ALT | Qt::Key_F5);
        QTRY_COMPARE(lines(), (QList<int>{14, 15}));
        QCOMPARE(fake_->asked.back(), QStringLiteral("breakpoints 14 15"));
        deleteLines(14, 2);
        QTRY_COMPARE(lines(), (QList<int>{14, 14}));
        view()->undo();
        QTRY_COMPARE(lines(), (QList<int>{14, 15}));
        editorEnter(9);
        view()->undo();
        view()->undo(); // to what the world had at first
        QTRY_COMPARE(view()->editor()->text(), QByteArray(debugProgram));
        QTRY_COMPARE(lines(), (QList<int>{14, 15}));
        press(Qt::CTRL | Qt::ALT | Qt::Key_F5);
        QTRY_COMPARE(fake_->asked.back(), QStringLiteral("breakpoints 14 15"));
        stopAt(15);
        QCOMPARE(view()->editor()->stoppedLine(), 14);
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

    /// Closed, and changed by another program before it is opened again.
    void breakpointsStayWhenAClosedFileIsChanged()
    {
        beginWithFake();
        clickMargin(15);
        view()->editor()->goTo(12, 0);
        for (int i = 0; i < 3; ++i)
            QTest::keyClick(view()->editor()->focusProxy(), Qt::Key_Return);
        QTRY_COMPARE(debug_->session().indexAt(world_->path(), 18), 0);
        view()->editor()->goTo(3, 0);
        QTest::keyClick(view()->editor()->focusProxy(), Qt::Key_Return); // of this edit nobody has heard yet when it is closed
        QVERIFY(view()->save());
        window_->closeDocument(view());
        QVERIFY(view() == nullptr);
        QCOMPARE(debug_->session().indexAt(world_->path(), 19), 0);
        QFile file(world_->path());
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(debugProgram) > 0);
        file.close();
        window_->open(world_->path());
        QTRY_VERIFY(view() != nullptr);
        QTRY_COMPARE(debug_->session().indexAt(world_->path(), 15), 0);
        QTRY_COMPARE(view()->editor()->breakpointAt(14), std::optional(BreakpointLook::Plain));
    }
};

QTEST_MAIN(TestDebugLines)
#include "tst_debug_lines.moc"
