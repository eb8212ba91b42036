// SPDX-License-Identifier: GPL-3.0-or-later
// The Debug perspective with mouse and keys: against a fake that says what it is told to say, and against a real world.
#include "kodide/ui/breakpoint_dialog.h"
#include "studio/debugging/test_runner.h"
#include "tests/studio/debug_fixture.h"
#include "ui/icons.h"
#include "ui/pop_list.h"

#include <QComboBox>
#include <QLabel>
#include <QSignalSpy>
#include <QStyleOptionComboBox>
#include <QTimer>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::shell;
using namespace blak::test;
using code::DebugState;

class TestDebug : public test::DebugFixture
{
    Q_OBJECT

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }
    void init()
    {
        setUp();
    }
    void cleanup() { window_.reset(); }

    void breakpointsAreSetByMouseAndKey()
    {
        beginWithFake();
        code::CodeEditor& editor = *view()->editor();
        clickMargin(firstStatement);
        QCOMPARE(editor.breakpointAt(firstStatement - 1), std::optional(code::BreakpointLook::Plain));
        editor.goTo(15, 0);
        press(Qt::Key_F9);
        QCOMPARE(editor.breakpointAt(15), std::optional(code::BreakpointLook::Plain));
        press(Qt::Key_F9);
        QVERIFY(!editor.breakpointAt(15));
        QVERIFY(fake_->asked.isEmpty()); // nobody debugs yet
        fake_->moves[firstStatement] = 15;
        press(Qt::CTRL | Qt::Key_F5);
        QCOMPARE(window_->perspective(), Perspective::Debug);
        QVERIFY(fake_->asked.contains(QStringLiteral("start ") + world_->root()));
        QVERIFY(fake_->asked.contains(QStringLiteral("breakpoints 14")));
        QCOMPARE(debug_->session().state(), DebugState::Running);
        QVERIFY(!editor.breakpointAt(firstStatement - 1)); // it was moved, and is shown where it is
        QCOMPARE(editor.breakpointAt(14), std::optional(code::BreakpointLook::Plain));
        fake_->waiting = 7;
        clickMargin(7);
        QCOMPARE(editor.breakpointAt(6), std::optional(code::BreakpointLook::Waiting));
        clickMargin(15); // takes the moved one away
        QVERIFY(!editor.breakpointAt(14));
        QCOMPARE(fake_->asked.back(), QStringLiteral("breakpoints 7"));
    }

    void aStopIsShownAndSteppedFrom()
    {
        beginWithFake();
        press(Qt::CTRL | Qt::Key_F5);
        stopAt(firstStatement);
        code::CodeEditor& editor = *view()->editor();
        QCOMPARE(window_->perspective(), Perspective::Debug);
        QCOMPARE(editor.stoppedLine(), firstStatement - 1);
        auto* area = qobject_cast<QAbstractScrollArea*>(editor.focusProxy());
        const QImage picture = area->viewport()->grab().toImage();
        const auto colourOf = [&](int line) {
            constexpr int lineHeight = 20, behindTheText = 500;
            return picture.pixelColor(behindTheText, (line - 1) * lineHeight + lineHeight / 2);
        };
        QVERIFY(colourOf(firstStatement) != colourOf(firstStatement + 1)); // the line itself is marked
        QCOMPARE(colourOf(firstStatement + 1), theme().editor);
        auto* stack = part<QTreeWidget>("debugStack");
        QCOMPARE(stack->topLevelItemCount(), 2);
        QCOMPARE(stack->topLevelItem(0)->text(1), QStringLiteral("system.kod:14"));
        QTest::mouseClick(stack->viewport(), Qt::LeftButton, {}, middleOf(stack, stack->topLevelItem(1), 0));
        QCOMPARE(editor.stoppedLine(), 6);
        QCOMPARE(debug_->session().frame(), std::size_t{1});
        press(Qt::Key_F10);
        QCOMPARE(fake_->asked.back(), QStringLiteral("proceed 1"));
        QCOMPARE(editor.stoppedLine(), -1);
        QCOMPARE(stack->topLevelItemCount(), 0);
        press(Qt::Key_F10); // the world runs: nothing to step
        QCOMPARE(fake_->asked.filter(QStringLiteral("proceed")).size(), 1);
        stopAt(15, "step");
        press(Qt::Key_F7);
        QCOMPARE(fake_->asked.back(), QStringLiteral("proceed 2"));
        stopAt(15, "step");
        press(Qt::SHIFT | Qt::Key_F7);
        QCOMPARE(fake_->asked.back(), QStringLiteral("proceed 3"));
        stopAt(15, "step");
        press(Qt::CTRL | Qt::Key_F5);
        QCOMPARE(fake_->asked.back(), QStringLiteral("proceed 0"));
        press(Qt::CTRL | Qt::Key_F7);
        QCOMPARE(fake_->asked.back(), QStringLiteral("pause"));
        QCOMPARE(debug_->session().stateText(), QStringLiteral("Pauses at the next message")); // nothing runs just now
        stopAt(15, "pause");
        QCOMPARE(debug_->session().stateText(), QStringLiteral("Paused"));
        press(Qt::CTRL | Qt::Key_F5);
        QCOMPARE(debug_->session().stateText(), QStringLiteral("The world runs"));
        press(Qt::CTRL | Qt::SHIFT | Qt::Key_F5);
        QCOMPARE(debug_->session().state(), DebugState::Off);
    }

    /// F5 plays and F11 fills the screen, but not while the debugged world waits: then they go on and step in.
    void keysOfOthersAreTheDebuggersWhileTheWorldWaits()
    {
        beginWithFake();
        int played = 0;
        ActionSpec play;
        play.id = QStringLiteral("play.run.here");
        play.text = QStringLiteral("Play here");
        play.menu = QStringLiteral("Run");
        play.keys = {QKeySequence(Qt::Key_F5)};
        play.run = [&](DocumentView*) { ++played; };
        window_->actions().add({play});
        window_->addAction(window_->actions().action(play.id)); // as the menus do
        const auto said = [this](const char* id) { return window_->actions().action(QLatin1String(id))->toolTip(); };
        press(Qt::Key_F5);
        QCOMPARE(played, 1);
        press(Qt::CTRL | Qt::Key_F5);
        QCOMPARE(said("play.run.here"), QStringLiteral("Play here (F5)"));
        stopAt(firstStatement);
        QCOMPARE(said("play.run.here"), QStringLiteral("Play here"));
        QCOMPARE(said("debug.start"), QStringLiteral("Start or continue (F5)"));
        QCOMPARE(said("debug.into"), QStringLiteral("Step in (F11)"));
        press(Qt::Key_F5);
        QCOMPARE(fake_->asked.back(), QStringLiteral("proceed 0"));
        QCOMPARE(played, 1);
        stopAt(15);
        press(Qt::Key_F11);
        QCOMPARE(fake_->asked.back(), QStringLiteral("proceed 2"));
        QVERIFY(!window_->isFullScreen());
        press(Qt::Key_F5); // between two statements
        QCOMPARE(played, 1);
        stopAt(15, "step");
        press(Qt::SHIFT | Qt::Key_F11);
        QCOMPARE(fake_->asked.back(), QStringLiteral("proceed 3"));
        stopAt(15, "step");
        press(Qt::Key_F5);
        QCOMPARE(said("debug.start"), QStringLiteral("Start or continue (Ctrl+F5)"));
        press(Qt::Key_F5); // it runs: the key plays again
        QCOMPARE(played, 2);
        // Keys that the user chose stay.
        window_->actions().setKeys(QStringLiteral("play.run.here"), {QKeySequence(Qt::Key_F5)});
        stopAt(15);
        press(Qt::Key_F5);
        QCOMPARE(played, 3);
    }

    /// With a game that is played the call stack offers the debugger.
    void aGameOffersItsDebugger()
    {
        beginWithFake();
        window_->setPerspective(Perspective::Debug);
        auto* offer = part<EmptyLabel>("debugOffer");
        QVERIFY(offer->isHidden());
        code::DebugWish game;
        game.kind = code::DebugWish::Kind::Attach;
        game.host = QStringLiteral("game");
        bool played = true;
        debug_->setPlayed([&] { return played ? std::optional(game) : std::nullopt; });
        window_->actions().refresh(); // as Play does
        QVERIFY(!offer->isHidden());
        offer->setFocus();
        QTest::keyClick(offer, Qt::Key_Return);
        QCOMPARE(fake_->asked.filter(QStringLiteral("attach game")).size(), 1);
        QVERIFY(offer->isHidden());
        press(Qt::CTRL | Qt::SHIFT | Qt::Key_F5);
        QVERIFY(!offer->isHidden());
        played = false;
        window_->actions().refresh();
        QVERIFY(offer->isHidden());
    }

    /// F5 once more, after it let a server go on that somebody else runs, begins no game; elsewhere than in Debug and Play it does. A game that
    /// the studio plays it leads to.
    void aServerThatIsDebuggedIsNoReasonForAGame()
    {
        beginWithFake();
        int played = 0;
        ActionSpec play;
        play.id = QStringLiteral("play.run.here");
        play.text = QStringLiteral("Play here");
        play.menu = QStringLiteral("Run");
        play.keys = {QKeySequence(Qt::Key_F5)};
        play.run = [&](DocumentView*) { ++played; };
        window_->actions().add({play});
        window_->addAction(window_->actions().action(play.id));
        code::DebugWish game;
        game.kind = code::DebugWish::Kind::Attach;
        game.host = QStringLiteral("game");
        debug_->setPlayed([&] { return std::optional(game); });
        debug_->startPlayed(true);
        stopAt(firstStatement);
        window_->setPerspective(Perspective::Debug);
        press(Qt::Key_F5);
        QCOMPARE(fake_->asked.back(), QStringLiteral("proceed 0"));
        window_->setPerspective(Perspective::Debug); // wherever the studio went
        press(Qt::Key_F5);
        QCOMPARE(played, 1);
        debug_->setPlayed([] { return std::optional<code::DebugWish>(); });
        window_->setPerspective(Perspective::Debug);
        press(Qt::Key_F5);
        QCOMPARE(played, 1);
        window_->setPerspective(Perspective::Code);
        press(Qt::Key_F5);
        QCOMPARE(played, 2);
    }

    void theConditionOfTheLineIsAKeyAway()
    {
        beginWithFake();
        view()->editor()->goTo(firstStatement - 1, 0);
        press(Qt::SHIFT | Qt::Key_F9); // without a breakpoint it makes one
        auto* ask = dialog<code::BreakpointDialog>();
        auto* condition = part<QLineEdit>("breakpointCondition");
        QTRY_COMPARE(QApplication::focusWidget(), condition);
        QTest::keyClicks(condition, QStringLiteral("number > 2"));
        QTest::keyClick(ask, Qt::Key_Return);
        QCOMPARE(debug_->session().breakpoints()[world_->path()].size(), std::size_t{1});
        QCOMPARE(debug_->session().breakpoints()[world_->path()].front().wanted.condition, std::string("number > 2"));
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        window_->activateWindow();
        QTRY_COMPARE(QApplication::activeWindow(), window_.get());
        press(Qt::SHIFT | Qt::Key_F9); // and changes the one that is there
        QCOMPARE(part<QLineEdit>("breakpointCondition")->text(), QStringLiteral("number > 2"));
        QTest::keyClick(dialog<code::BreakpointDialog>(), Qt::Key_Escape);
    }

    void variablesOpenInPagesAndAreChanged()
    {
        beginWithFake();
        fake_->values[11] = {variable("number", "2", "INT")};
        dap::Variable list = variable("lMany", "[250] [1, 2]", "LIST");
        list.reference = 99;
        list.indexed = 250;
        fake_->values[12] = {variable("iSum", "20", "INT"), list,
                             variable("lAVeryLongNameOfALocalVariable", "\"said by somebody far away\"", "TEMPORARY_STRING")};
        for (int i = 1; i <= 250; ++i)
            fake_->values[99].push_back(variable(std::to_string(i).c_str(), "7", "INT"));
        press(Qt::CTRL | Qt::Key_F5);
        stopAt(firstStatement);
        auto* tree = part<QTreeWidget>("debugVariables");
        QCOMPARE(row(tree, "number")->text(1), QStringLiteral("2"));
        auto* watches = part<QTreeWidget>("debugWatches"); // without a row there is nothing to scroll to
        QTRY_COMPARE(watches->columnWidth(0) + watches->columnWidth(1) + watches->columnWidth(2), watches->viewport()->width());
        QTreeWidgetItem* many = row(tree, "lMany");
        QCOMPARE(many->childCount(), 0);
        QTRY_VERIFY2(tree->columnWidth(1) * 3 > tree->viewport()->width(), "values have little place");
        QCOMPARE(tree->columnWidth(0) + tree->columnWidth(1) + tree->columnWidth(2), tree->viewport()->width());
        many->setExpanded(true);
        QCOMPARE(many->childCount(), 101);
        QCOMPARE(many->child(100)->text(0), QStringLiteral("150 more"));
        many->child(100)->setExpanded(true);
        QTRY_COMPARE(many->childCount(), 201);
        tree->setCurrentItem(row(tree, "iSum"), 1);
        const QPoint value = middleOf(tree, row(tree, "iSum"), 1);
        QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, value);
        QTest::mouseDClick(tree->viewport(), Qt::LeftButton, {}, value);
        auto* editor = tree->viewport()->findChild<QLineEdit*>();
        QVERIFY(editor != nullptr);
        QTest::keyClicks(editor, QStringLiteral("41"));
        QTest::keyClick(editor, Qt::Key_Return);
        QTRY_VERIFY(fake_->asked.contains(QStringLiteral("set 12 iSum 41")));
        QTRY_COMPARE(row(tree, "iSum")->text(1), QStringLiteral("41"));
    }

    void watchesAndTheConsoleEvaluate()
    {
        beginWithFake();
        press(Qt::CTRL | Qt::Key_F5);
        auto* field = part<QLineEdit>("debugWatchField");
        QTest::keyClicks(field, QStringLiteral("iSum + 1"));
        QTest::keyClick(field, Qt::Key_Return);
        auto* watches = part<QTreeWidget>("debugWatches");
        QCOMPARE(watches->topLevelItemCount(), 1);
        stopAt(firstStatement);
        QCOMPARE(watches->topLevelItem(0)->text(1), QStringLiteral("<iSum + 1>"));
        QVERIFY(watches->topLevelItem(0)->foreground(1).color() != theme().error);
        // What has no value says why, not as if it were one.
        QTest::keyClicks(field, QStringLiteral("wrong + 1"));
        QTest::keyClick(field, Qt::Key_Return);
        QTRY_COMPARE(watches->topLevelItemCount(), 2);
        QCOMPARE(watches->topLevelItem(1)->text(1), QStringLiteral("this is wrong"));
        QCOMPARE(watches->topLevelItem(1)->foreground(1).color(), theme().error);
        QCOMPARE(watches->topLevelItem(1)->toolTip(1), QStringLiteral("This is wrong."));
        watches->setCurrentItem(watches->topLevelItem(1));
        QTest::keyClick(watches, Qt::Key_Delete);
        auto* console = part<QLineEdit>("debugConsoleField");
        for (const char* text : {"Length(plThings)", "wrong"}) {
            QTest::keyClicks(console, QLatin1String(text));
            QTest::keyClick(console, Qt::Key_Return);
        }
        const QString said = part<QPlainTextEdit>("debugConsole")->toPlainText();
        QVERIFY(said.contains(QStringLiteral("Stopped at a breakpoint \u00b7 system.kod:14")));
        QVERIFY(said.contains(QStringLiteral("> Length(plThings)\n<Length(plThings)>")));
        QVERIFY(said.contains(QStringLiteral("> wrong\nthis is wrong")));
        QVERIFY(!said.contains(QStringLiteral("stays changed")));
        QTest::keyClick(console, Qt::Key_Up);
        QTest::keyClick(console, Qt::Key_Up);
        QCOMPARE(console->text(), QStringLiteral("Length(plThings)"));
        // Who sends messages is told that they are no mere looks.
        console->clear();
        QTest::keyClicks(console, QStringLiteral("Send(self,@Count)"));
        QTest::keyClick(console, Qt::Key_Return);
        QVERIFY(part<QPlainTextEdit>("debugConsole")->toPlainText().contains(QStringLiteral("<Send(self,@Count)>\nIt ran in the world itself")));
        QCOMPARE(watches->topLevelItem(0)->text(2), QString());
        QTest::keyClicks(field, QStringLiteral("Send(self,@Count)"));
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(watches->topLevelItem(1)->text(2), QStringLiteral("runs code"));
        watches->setCurrentItem(watches->topLevelItem(1));
        QTest::keyClick(watches, Qt::Key_Delete);
        watches->setCurrentItem(watches->topLevelItem(0));
        QTest::keyClick(watches, Qt::Key_Delete);
        QCOMPARE(watches->topLevelItemCount(), 0);
    }

    /// An error stands there in words; as the machine tells it, it is below the mouse.
    void errorsAreSaidInWords()
    {
        beginWithFake();
        press(Qt::CTRL | Qt::Key_F5);
        auto* state = part<QLabel>("debugState");
        const auto stop = [this](const code::DebugStop& of) { emit fake_->stopped(of); };
        stop({QStringLiteral("exception"), QStringLiteral("System has no handler Missing"), false, false,
              QStringLiteral("[system.bof (14)] OBJECT 0 CLASS System can't find a handler for MESSAGE Missing (5)")});
        QCOMPARE(state->text(), QStringLiteral("System has no handler Missing"));
        QVERIFY(state->toolTip().contains(QStringLiteral("can't find a handler for MESSAGE Missing").toHtmlEscaped()));
        stop({QStringLiteral("step"), {}});
        QVERIFY(state->toolTip().isEmpty());
    }

    /// As in the editor; Return evaluates what stands there, and Tab takes the first row.
    void whatIsEvaluatedHasTheNamesOfTheHandler()
    {
        beginWithFake();
        QTRY_VERIFY(view()->index() != nullptr);
        press(Qt::CTRL | Qt::Key_F5);
        auto* field = part<QLineEdit>("debugConsoleField");
        auto* list = field->findChild<PopList*>();
        QVERIFY(list != nullptr);
        const auto offers = [list](const char* name) {
            return list->isVisible() && !list->rows().isEmpty() && list->rows().front().text == QLatin1String(name);
        };
        stopAt(firstStatement);
        QTest::keyClicks(field, QStringLiteral("iS"));
        QTRY_VERIFY(offers("iSum"));
        QTest::keyClick(field, Qt::Key_Tab);
        QCOMPARE(field->text(), QStringLiteral("iSum"));
        QVERIFY(!list->isVisible());
        QTest::keyClicks(field, QStringLiteral(" + piC"));
        QTRY_VERIFY(offers("piCount"));
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(fake_->asked.filter(QStringLiteral("evaluate")).back(), QStringLiteral("evaluate 1 iSum + piC"));
        QVERIFY(field->text().isEmpty() && !list->isVisible());
        QTest::keyClicks(field, QStringLiteral("Send(self,@Rec"));
        QTRY_VERIFY(offers("Reckon"));
        QTest::keyClick(field, Qt::Key_Down); // the list's, not the history's
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(field->text(), QStringLiteral("Send(self,@Reckon"));
        field->clear();
        emit fake_->continued(); // no names mean anything then
        QTest::keyClicks(field, QStringLiteral("iSu"));
        QTest::qWait(100);
        QVERIFY(!list->isVisible());
    }

    /// What is debugged stands there whole while there is room; and the first button lets go on what stands.
    void theBarSaysWhatIsDebuggedAndGoesOn()
    {
        beginWithFake();
        window_->setPerspective(shell::Perspective::Debug);
        code::DebugWish game;
        game.kind = code::DebugWish::Kind::Attach;
        game.name = QStringLiteral("The world that is played");
        game.port = 1;
        debug_->setPlayed([game] { return game; });
        const QAction* start = window_->actions().action(QStringLiteral("debug.start"));
        const auto looksLike = [start](const char* name) {
            constexpr int size = 16;
            return start->icon().pixmap(size).toImage() == icon(QLatin1String(name)).pixmap(size).toImage();
        };
        QVERIFY(looksLike("bug") && !looksLike("play"));
        debug_->startPlayed(true);
        auto* box = part<QComboBox>("debugLaunch");
        QCOMPARE(box->placeholderText(), game.name);
        QTRY_VERIFY(box->isVisible());
        QStyleOptionComboBox option;
        const auto room = [&] {
            option.initFrom(box);
            return box->style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, box).width();
        };
        QTRY_VERIFY2(room() >= box->fontMetrics().horizontalAdvance(game.name),
                     qPrintable(QStringLiteral("%1 for %2").arg(room()).arg(box->fontMetrics().horizontalAdvance(game.name))));
        QVERIFY(box->toolTip().contains(game.name));
        const QAction* played = window_->actions().action(QStringLiteral("debug.played"));
        QVERIFY(played->isEnabled() && played->isChecked());
        stopAt(firstStatement);
        QTRY_VERIFY(looksLike("play"));
        debug_->session().proceed(code::DebugStep::Continue);
        QTRY_VERIFY(looksLike("bug"));
    }

    void theListOfBreakpoints()
    {
        beginWithFake();
        press(Qt::CTRL | Qt::Key_F5);
        auto* list = part<QTreeWidget>("debugBreakpoints");
        const auto* words = list->parentWidget()->findChild<EmptyLabel*>();
        QVERIFY(words != nullptr && !words->isHidden()); // how to set one
        clickMargin(firstStatement);
        clickMargin(16);
        QTRY_COMPARE(list->topLevelItemCount(), 2);
        QVERIFY(words->isHidden());
        QCOMPARE(list->topLevelItem(1)->text(0), QStringLiteral("system.kod:16"));
        list->topLevelItem(0)->setCheckState(0, Qt::Unchecked);
        QCOMPARE(fake_->asked.back(), QStringLiteral("breakpoints 16"));
        QCOMPARE(view()->editor()->breakpointAt(firstStatement - 1), std::optional(code::BreakpointLook::Waiting));
        QTest::qWait(0);
        list->setCurrentItem(list->topLevelItem(1));
        QTest::keyClick(list, Qt::Key_F2);
        auto* editor = list->viewport()->findChild<QLineEdit*>();
        QVERIFY(editor != nullptr);
        QTest::keyClicks(editor, QStringLiteral("iSum > 4"));
        QTest::keyClick(editor, Qt::Key_Return);
        QTRY_COMPARE(fake_->asked.back(), QStringLiteral("breakpoints 16?"));
        QCOMPARE(view()->editor()->breakpointAt(15), std::optional(code::BreakpointLook::Conditional));
        QTest::qWait(0);
        list->setCurrentItem(list->topLevelItem(0));
        QTest::keyClick(list, Qt::Key_Delete);
        QTRY_COMPARE(list->topLevelItemCount(), 1);
        QTest::mouseClick(part<QCheckBox>("debugErrorStops"), Qt::LeftButton, {}, QPoint(8, 8));
        QCOMPARE(fake_->asked.back(), QStringLiteral("errors on"));
    }

    /// The whole of it: a world is compiled and started, stops, is looked at, changed and goes on.
    void aRealWorldIsDebugged()
    {
        const QString blak = qEnvironmentVariable("BLAK_BIN_DIR") + QStringLiteral("/blak");
        QVERIFY2(QFile::exists(blak), qPrintable(blak + QStringLiteral(" is missing: set BLAK_BIN_DIR")));
        constexpr int patience = 60'000;
        begin(std::make_unique<code::DebugAdapter>(blak));
        clickMargin(firstStatement);
        press(Qt::CTRL | Qt::Key_F5);
        QTRY_COMPARE_WITH_TIMEOUT(debug_->session().state(), DebugState::Running, patience);
        QTRY_COMPARE(view()->editor()->breakpointAt(firstStatement - 1), std::optional(code::BreakpointLook::Plain));

        // When one sees that it stands one sees the values, too.
        QStringList shownAtOnce;
        const auto watch = connect(&debug_->session(), &code::DebugSession::frameChanged, this, [&] {
            for (const QTreeWidgetItem* item : part<QTreeWidget>("debugVariables")->findItems(QStringLiteral("number"), Qt::MatchExactly | Qt::MatchRecursive))
                shownAtOnce << item->text(1);
        });

        const QJsonObject facts = world_->control();
        QVERIFY(!facts.isEmpty());
        QTcpSocket tool;
        tool.connectToHost(QStringLiteral("127.0.0.1"), static_cast<quint16>(facts[QStringLiteral("port")].toInt()));
        QVERIFY(tool.waitForConnected());
        tool.write("{\"id\":1,\"do\":\"hello\",\"token\":\"" + facts[QStringLiteral("token")].toString().toLatin1() +
                   "\"}\n{\"id\":2,\"do\":\"send\",\"object\":0,\"message\":\"Reckon\",\"parameters\":{\"number\":4}}\n");

        QTRY_COMPARE_WITH_TIMEOUT(view()->editor()->stoppedLine(), firstStatement - 1, patience);
        disconnect(watch);
        QCOMPARE(shownAtOnce, QStringList{QStringLiteral("4")});
        QCOMPARE(view()->editor()->inlineValues().value(9), QStringLiteral("number = 4"));
        auto* variables = part<QTreeWidget>("debugVariables");
        QTRY_VERIFY(!variables->findItems(QStringLiteral("number"), Qt::MatchExactly | Qt::MatchRecursive).isEmpty());
        QCOMPARE(row(variables, "number")->text(1), QStringLiteral("4"));
        press(Qt::Key_F10);
        QTRY_COMPARE_WITH_TIMEOUT(view()->editor()->stoppedLine(), firstStatement, patience);
        auto* console = part<QLineEdit>("debugConsoleField");
        QTest::keyClicks(console, QStringLiteral("iSum + piCount"));
        QTest::keyClick(console, Qt::Key_Return);
        QTRY_VERIFY(part<QPlainTextEdit>("debugConsole")->toPlainText().contains(QStringLiteral("> iSum + piCount\n43")));
        QTest::keyClicks(console, QStringLiteral("iSum = 100;"));
        QTest::keyClick(console, Qt::Key_Return);
        QTRY_VERIFY(!variables->findItems(QStringLiteral("iSum"), Qt::MatchExactly | Qt::MatchRecursive).isEmpty() &&
                    row(variables, "iSum")->text(1) == QStringLiteral("100"));
        QTest::keyClicks(console, QStringLiteral("number +"));
        QTest::keyClick(console, Qt::Key_Return);
        QTRY_VERIFY(part<QPlainTextEdit>("debugConsole")->toPlainText().contains(QStringLiteral("> number +\nexpected an expression, found the end")));
        QTest::keyClicks(console, QStringLiteral("number + )"));
        QTest::keyClick(console, Qt::Key_Return);
        QTRY_VERIFY(part<QPlainTextEdit>("debugConsole")->toPlainText().contains(QStringLiteral("> number + )\nexpected an expression, found `)`")));
        press(Qt::CTRL | Qt::Key_F5);
        QByteArray answers;
        QTRY_VERIFY_WITH_TIMEOUT((answers += tool.readAll()).contains("\"data\":103"), patience);
        // Which lines run is seen as in a game, though the project's folder has no server.
        debug_->session().toggleBreakpoint(world_->path(), firstStatement);
        auto* runner = window_->findChild<debugging::TestRunner*>();
        QStringList faults;
        connect(runner, &debugging::TestRunner::failed, this, [&](const QString& why) { faults << why; });
        QSignalSpy ended(runner, &debugging::TestRunner::ended);
        window_->actions().action(QStringLiteral("tests.watch"))->trigger();
        const auto send = [&] { tool.write("{\"id\":3,\"do\":\"send\",\"object\":0,\"message\":\"Reckon\",\"parameters\":{\"number\":4}}\n"); };
        QTimer again;
        connect(&again, &QTimer::timeout, this, send);
        again.start(500);
        QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, patience);
        again.stop();
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join(QLatin1Char('\n'))));
        QVERIFY(view()->editor()->coverage().value(firstStatement - 1) > 0);
        press(Qt::CTRL | Qt::SHIFT | Qt::Key_F5);
        QTRY_COMPARE_WITH_TIMEOUT(debug_->session().state(), DebugState::Off, patience);
        QVERIFY(debug_->session().backend().world().server.isEmpty());
        QCOMPARE(world_->files(), QStringList{QStringLiteral("system.kod")}); // it was compiled and run aside
    }
};

QTEST_MAIN(TestDebug)
#include "tst_debug.moc"
