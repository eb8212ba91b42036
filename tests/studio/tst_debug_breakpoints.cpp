// SPDX-License-Identifier: GPL-3.0-or-later
// What a scripter does with breakpoints beside setting them: menus, dialogs, running to a line, moving within the handler.
#include "kodide/ui/breakpoint_dialog.h"
#include "kodide/ui/old_source.h"
#include "studio/shell/file_desk.h"
#include "tests/studio/debug_fixture.h"
#include "ui/toast.h"

#include <QComboBox>
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

    /// It is the same text under another name: its breakpoints are there, and follow its lines, also over steps that were made before.
    void breakpointsGoAlongWithANewName()
    {
        beginWithFake();
        clickMargin(firstStatement);
        code::CodeView* text = view();
        const QString before = world_->path(), after = world_->root() + QStringLiteral("/lamp.kod");
        text->text()->edit("Type", "% one more line\n" + text->text()->text());
        QTRY_COMPARE(text->editor()->breakpointAt(firstStatement), std::optional(BreakpointLook::Plain));
        window_->files().rename(before, QStringLiteral("lamp.kod"));
        QCOMPARE(text->path(), after);
        QVERIFY(debug_->session().breakpoints().value(before).empty());
        QCOMPARE(debug_->session().breakpoints().value(after).size(), std::size_t{1});
        QTRY_COMPARE(text->editor()->breakpointAt(firstStatement), std::optional(BreakpointLook::Plain));
        text->undo();
        QTRY_COMPARE(text->editor()->breakpointAt(firstStatement - 1), std::optional(BreakpointLook::Plain));
        QTRY_COMPARE(debug_->session().breakpoints().value(after).front().line(), firstStatement);
        window_->files().rename(after, QStringLiteral("system.kod"));
        QCOMPARE(debug_->session().breakpoints().value(before).size(), std::size_t{1});
        QVERIFY(debug_->session().breakpoints().value(after).empty());
    }

    /// Why a breakpoint does not count stands in the list, not only in a tip.
    void theListSaysWhyAWorldDoesNotStop()
    {
        beginWithFake();
        press(Qt::CTRL | Qt::Key_F5);
        fake_->waiting = firstStatement;
        fake_->waitsFor = "the condition: there is no iWrong here";
        clickMargin(firstStatement);
        auto* list = part<QTreeWidget>("debugBreakpoints");
        QTRY_COMPARE(list->topLevelItemCount(), 1);
        QCOMPARE(list->topLevelItem(0)->text(2), QStringLiteral("does not stop"));
        QCOMPARE(list->topLevelItem(0)->childCount(), 1);
        QTreeWidgetItem* why = list->topLevelItem(0)->child(0);
        QVERIFY(why->text(0).contains(QStringLiteral("iWrong")));
        QVERIFY(list->visualItemRect(why).height() > 0); // it is open
        // A double click there edits the condition that is meant; Del removes its breakpoint.
        list->setCurrentItem(why);
        QTest::keyClick(list, Qt::Key_F2);
        QVERIFY(list->findChild<QLineEdit*>() != nullptr);
        QTest::keyClick(list->findChild<QLineEdit*>(), Qt::Key_Escape);
        list->setCurrentItem(why);
        QTest::keyClick(list, Qt::Key_Delete);
        QTRY_COMPARE(list->topLevelItemCount(), 0);
    }

    void theDialogSaysAllOfIt()
    {
        beginWithFake();
        press(Qt::CTRL | Qt::Key_F5);
        askMarginMenu(firstStatement);
        choose("Add breakpoint with condition, hit count or log\u2026");
        auto* ask = dialog<code::BreakpointDialog>();
        QVERIFY(ask->windowTitle().contains(QStringLiteral("system.kod:14")));
        type(ask, "breakpointCondition", QStringLiteral("number > 3"));
        type(ask, "breakpointHits", QStringLiteral("often"));
        auto* fault = ask->findChild<QLabel*>(QStringLiteral("breakpointFault"));
        QVERIFY(fault->text().contains(QStringLiteral("A hit count is a number")));
        QCoreApplication::processEvents();
        QVERIFY2(fault->height() >= fault->heightForWidth(fault->width()), "the reason is clipped");
        QTest::keyClick(ask, Qt::Key_Return); // refused
        QVERIFY(ask->isVisible());
        type(ask, "breakpointHits", QStringLiteral(">= 2"));
        QVERIFY(fault->text().isEmpty());
        type(ask, "breakpointCondition", QStringLiteral("number >"));
        QCOMPARE(fault->text(), QStringLiteral("Condition: Expected an expression, found the end."));
        QTest::keyClick(ask, Qt::Key_Return); // refused
        QVERIFY(ask->isVisible());
        for (const char* text : {"number > 3hello one", "number > 3 hello"}) {
            type(ask, "breakpointCondition", QLatin1String(text));
            QCOMPARE(fault->text(), QStringLiteral("Condition: Unexpected `hello` after the expression."));
        }
        type(ask, "breakpointCondition", QStringLiteral("(number > 3"));
        QCOMPARE(fault->text(), QStringLiteral("Condition: Expected `)`, found the end."));
        type(ask, "breakpointCondition", QStringLiteral("number > 3"));
        QVERIFY2(fault->text().isEmpty(), qPrintable(fault->text()));
        // What a log evaluates is looked at as the condition is.
        type(ask, "breakpointLog", QStringLiteral("number is {number +}"));
        QCOMPARE(fault->text(), QStringLiteral("Log message, {number +}: Expected an expression, found the end."));
        QTest::keyClick(ask, Qt::Key_Return); // refused
        QVERIFY(ask->isVisible());
        type(ask, "breakpointLog", QStringLiteral("number is { }"));
        QVERIFY2(fault->text().contains(QStringLiteral("no expression")), qPrintable(fault->text()));
        QTRY_VERIFY(view()->index() != nullptr);
        type(ask, "breakpointLog", QStringLiteral("number is {nosuch}, \\{so\\}"));
        QVERIFY2(fault->text().startsWith(QStringLiteral("Log message, {nosuch}: Unknown name `nosuch`")), qPrintable(fault->text()));
        type(ask, "breakpointLog", QStringLiteral("{piCount} {iSum}"));
        QVERIFY2(fault->text().isEmpty(), qPrintable(fault->text()));
        type(ask, "breakpointCondition", QStringLiteral("nosuch > 3"));
        QVERIFY2(fault->text().startsWith(QStringLiteral("Condition: Unknown name `nosuch`")), qPrintable(fault->text()));
        type(ask, "breakpointCondition", QStringLiteral("Send(self,@NoSuchMessage) > 3"));
        QCOMPARE(fault->text(), QStringLiteral("Condition: Unknown message `NoSuchMessage`."));
        type(ask, "breakpointCondition", QStringLiteral("IsClass(self,&NoSuchClass)"));
        QCOMPARE(fault->text(), QStringLiteral("Condition: Unknown class `NoSuchClass`."));
        type(ask, "breakpointCondition", QStringLiteral("IsClass(self,&System) and Send(self,@Reckon) > 3"));
        QVERIFY2(fault->text().isEmpty(), qPrintable(fault->text()));
        type(ask, "breakpointCondition", QStringLiteral("number > 3"));
        type(ask, "breakpointLog", QStringLiteral("number is {number}"));
        QTest::keyClick(ask, Qt::Key_Return);
        QCOMPARE(fake_->asked.back(), QStringLiteral("breakpoints 14?#>= 2\"number is {number}"));
        QCOMPARE(view()->editor()->breakpointAt(firstStatement - 1), std::optional(BreakpointLook::Conditional));
        auto* list = part<QTreeWidget>("debugBreakpoints");
        QTRY_COMPARE(list->topLevelItemCount(), 1);
        QCOMPARE(list->topLevelItem(0)->text(1), QStringLiteral("number > 3"));
        QCOMPARE(list->topLevelItem(0)->text(2), QStringLiteral("hit >= 2, logs"));
        QCOMPARE(list->topLevelItem(0)->childCount(), 1);
        QCOMPARE(list->topLevelItem(0)->child(0)->text(0), QStringLiteral("number is {number}"));
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        askMarginMenu(firstStatement);
        choose("Edit breakpoint\u2026");
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
        choose("New on a property\u2026");
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
        choose("Edit\u2026");
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
