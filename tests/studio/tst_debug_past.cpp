// SPDX-License-Identifier: GPL-3.0-or-later
// Going back in time with keys and mouse: what the studio asks for, the mark, the time line; and a whole session on a real world.
#include "kodide/ui/breakpoint_dialog.h"
#include "tests/studio/debug_fixture.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QPushButton>
#include <QSignalSpy>
#include <QSlider>

using namespace blak;
using namespace blak::ui;
using namespace blak::test;
using code::DebugState;

namespace {

constexpr int patience = 60000;

} // namespace

class TestDebugPast : public test::DebugFixture
{
    Q_OBJECT

    /// The debugger shows a moment of the past.
    void showPast(std::int64_t line)
    {
        fake_->frames = {frame(1, "System.Reckon", world_->path(), line)};
        emit fake_->stopped({QStringLiteral("step"), {}, true});
    }

    QString valueOf(const char* name) const
    {
        auto* variables = part<QTreeWidget>("debugVariables");
        const auto rows = variables->findItems(QLatin1String(name), Qt::MatchExactly | Qt::MatchRecursive);
        return rows.isEmpty() ? QString() : rows.front()->text(1);
    }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }
    void init() { setUp(); }
    void cleanup() { window_.reset(); }

    void keysAndTheTimeLine()
    {
        beginWithFake();
        fake_->kept = {true, 1000, 5000, 5000};
        press(Qt::CTRL | Qt::Key_F5);
        auto* slider = part<QSlider>("debugTimeLine");
        QVERIFY(!slider->isVisible()); // the world runs
        stopAt(16);
        QVERIFY(slider->isVisible());
        QCOMPARE(slider->value(), slider->maximum());
        QCOMPARE(part<QLabel>("debugPast")->text(), QStringLiteral("The last 4.00 s are kept"));
        QVERIFY(!part<QToolButton>("debugNow")->isEnabled());
        QVERIFY(!window_->actions().action(QStringLiteral("debug.now"))->isEnabled());

        press(Qt::SHIFT | Qt::Key_F10);
        QCOMPARE(fake_->asked.back(), QStringLiteral("proceed 4"));
        QCOMPARE(debug_->session().state(), DebugState::Stopped); // it does not run meanwhile
        fake_->kept.here = 4500;
        showPast(15);
        QCOMPARE(view()->editor()->stoppedLine(), 14);
        QCOMPARE(part<QLabel>("debugPast")->text(), QStringLiteral("In the past, 0.50 s before now"));
        fake_->kept.here = 4997;
        showPast(15);
        QCOMPARE(part<QLabel>("debugPast")->text(), QStringLiteral("In the past, just before now"));
        fake_->kept.here = 4500;
        showPast(15);
        QVERIFY(part<QLabel>("debugPast")->styleSheet().contains(theme().warning.name()));
        QCOMPARE(slider->value(), 875);
        QVERIFY(!window_->actions().action(QStringLiteral("debug.next"))->isEnabled()); // the past cannot be changed
        press(Qt::Key_F10);
        QCOMPARE(fake_->asked.back(), QStringLiteral("proceed 1"));
        press(Qt::ALT | Qt::SHIFT | Qt::Key_F10);
        QCOMPARE(fake_->asked.back(), QStringLiteral("proceed 5"));

        QTest::mouseClick(part<QToolButton>("debugNow"), Qt::LeftButton);
        QCOMPARE(fake_->asked.back(), QStringLiteral("travel now"));
        slider->setFocus();
        QTest::keyClick(slider, Qt::Key_Home);
        QCOMPARE(fake_->asked.back(), QStringLiteral("travel 1000"));
        emit fake_->failed(QStringLiteral("it is too long ago")); // the handle goes back to where one is
        QCOMPARE(slider->value(), 875);
        QTest::keyClick(slider, Qt::Key_End);
        QCOMPARE(fake_->asked.back(), QStringLiteral("travel now"));
        emit fake_->continued();
        QVERIFY(!slider->isVisible());
    }

    void thePastIsSaved()
    {
        beginWithFake();
        QAction* save = window_->actions().action(QStringLiteral("debug.save"));
        QVERIFY(!save->isEnabled());
        press(Qt::CTRL | Qt::Key_F5);
        QVERIFY(save->isEnabled());
        const auto saveAs = [&](const QString& name) {
            save->trigger();
            auto* ask = dialog<QFileDialog>();
            const QString file = settings_->filePath(name);
            ask->selectFile(file);
            emit ask->fileSelected(file);
            ask->close();
            QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        };
        QSignalSpy saved(&debug_->session(), &code::DebugSession::pastSaved), failed(&debug_->session(), &code::DebugSession::failed);
        saveAs(QStringLiteral("wrong.blakrec"));
        QCOMPARE(failed.back()[0].toString(), QStringLiteral("the disk is full"));
        QVERIFY(saved.isEmpty());
        saveAs(QStringLiteral("crash.blakrec"));
        QCOMPARE(fake_->asked.back(), QStringLiteral("save ") + settings_->filePath(QStringLiteral("crash.blakrec")));
        QCOMPARE(saved.back()[1].toLongLong(), 3250);
        QCOMPARE(saved.back()[2].toLongLong(), 1500); // what a reload cuts off
        debug_->session().end();
        QVERIFY(!save->isEnabled());
    }

    /// What an editor would do: a conditional breakpoint, locals, a step, evaluation, a changed variable, back in time, on.
    void aWholeSession()
    {
        begin(std::make_unique<code::DebugAdapter>(qEnvironmentVariable("BLAK_BIN_DIR") + QStringLiteral("/blak")));
        askMenu(textArea(), marginAt(firstStatement));
        choose("Add breakpoint with condition, hit count or log\u2026");
        auto* ask = dialog<code::BreakpointDialog>();
        type(ask, "breakpointCondition", QStringLiteral("number > 3"));
        QTest::mouseClick(ask->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok), Qt::LeftButton);
        window_->activateWindow(); // no window manager does it here
        QTRY_VERIFY(window_->isActiveWindow());
        press(Qt::CTRL | Qt::Key_F5);
        QTRY_COMPARE_WITH_TIMEOUT(debug_->session().state(), DebugState::Running, patience);
        WorldTool tool(*world_);
        tool.send("Reckon", 2);
        QTRY_VERIFY_WITH_TIMEOUT(tool.heard().contains("\"data\":23"), patience); // the condition does not hold
        tool.send("Reckon", 4);
        QTRY_COMPARE_WITH_TIMEOUT(view()->editor()->stoppedLine(), firstStatement - 1, patience);
        QTRY_COMPARE_WITH_TIMEOUT(valueOf("number"), QStringLiteral("4"), patience);
        press(Qt::Key_F10);
        QTRY_COMPARE_WITH_TIMEOUT(view()->editor()->stoppedLine(), firstStatement, patience);
        auto* console = part<QLineEdit>("debugConsoleField");
        QTest::keyClicks(console, QStringLiteral("iSum + piCount"));
        QTest::keyClick(console, Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(part<QPlainTextEdit>("debugConsole")->toPlainText().contains(QStringLiteral("\n43")), patience);
        QTest::keyClicks(console, QStringLiteral("iSum = 100;"));
        QTest::keyClick(console, Qt::Key_Return);
        QTRY_COMPARE_WITH_TIMEOUT(valueOf("iSum"), QStringLiteral("100"), patience);
        press(Qt::Key_F10);
        QTRY_COMPARE_WITH_TIMEOUT(view()->editor()->stoppedLine(), firstStatement + 1, patience);
        QTRY_COMPARE_WITH_TIMEOUT(valueOf("iSum"), QStringLiteral("103"), patience);

        press(Qt::SHIFT | Qt::Key_F10);
        QTRY_COMPARE_WITH_TIMEOUT(view()->editor()->stoppedLine(), firstStatement, patience);
        QVERIFY(debug_->session().inPast());
        QTRY_COMPARE_WITH_TIMEOUT(valueOf("iSum"), QStringLiteral("40"), patience); // as it was when it came here
        press(Qt::SHIFT | Qt::Key_F10);
        QTRY_COMPARE_WITH_TIMEOUT(view()->editor()->stoppedLine(), firstStatement - 1, patience);
        QTRY_VERIFY_WITH_TIMEOUT(part<QLabel>("debugPast")->text().startsWith(QStringLiteral("In the past")), patience);
        QTest::mouseClick(part<QToolButton>("debugNow"), Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(view()->editor()->stoppedLine(), firstStatement + 1, patience);
        QVERIFY(!debug_->session().inPast());
        QTRY_COMPARE_WITH_TIMEOUT(valueOf("iSum"), QStringLiteral("103"), patience);
        press(Qt::CTRL | Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(tool.heard().contains("\"data\":103"), patience);
        press(Qt::CTRL | Qt::SHIFT | Qt::Key_F5);
        QTRY_COMPARE_WITH_TIMEOUT(debug_->session().state(), DebugState::Off, patience);
    }
};

QTEST_MAIN(TestDebugPast)
#include "tst_debug_past.moc"
