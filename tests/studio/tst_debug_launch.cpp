// SPDX-License-Identifier: GPL-3.0-or-later
// Ways to debug that are kept with the project; a test that is debugged from the margin; reloading while a world is debugged.
#include "studio/debugging/launch_dialog.h"
#include "tests/studio/debug_fixture.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QInputDialog>
#include <QListWidget>
#include <QPushButton>
#include <QSpinBox>

using namespace blak;
using namespace blak::ui;
using namespace blak::test;
using code::DebugState;
using code::DebugWish;

namespace {

constexpr int patience = 120'000;

} // namespace

class TestDebugLaunch : public test::DebugFixture
{
    Q_OBJECT

    QComboBox* box() const { return part<QComboBox>("debugLaunch"); }
    QString kept() const { return world_->root() + QStringLiteral("/debug.json"); }
    void editWays()
    {
        window_->setPerspective(shell::Perspective::Debug);
        window_->actions().action(QStringLiteral("debug.launches"))->trigger();
    }
    static debugging::LaunchDialog* ways()
    {
        auto* found = qobject_cast<debugging::LaunchDialog*>(QApplication::activeModalWidget());
        if (found == nullptr)
            qFatal("the dialog is not open");
        return found;
    }
    template <class Widget>
    static Widget* in(QWidget* where, const char* name)
    {
        auto* found = where->findChild<Widget*>(QLatin1String(name));
        if (found == nullptr)
            qFatal("there is no %s", name);
        return found;
    }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }
    void init() { setUp(); }
    void cleanup() { window_.reset(); }

    /// Without any of its own, a project's dialog says what one is and leads to the first.
    void theListIsEmptyAtFirst()
    {
        beginWithFake();
        editWays();
        QVERIFY(ways()->findChild<QListWidget*>(QStringLiteral("launchList"))->count() == 0);
        auto* empty = ways()->findChild<EmptyLabel*>();
        QVERIFY(empty != nullptr && empty->isVisible());
        QVERIFY(empty->text().contains(QStringLiteral("debug.json")));
        QVERIFY(!in<QLineEdit>(ways(), "launchName")->isVisible());
        empty->setFocus();
        QTest::keyClick(empty, Qt::Key_Return);
        QVERIFY(!empty->isVisible() && in<QLineEdit>(ways(), "launchName")->isVisible());
        QTRY_VERIFY(in<QLineEdit>(ways(), "launchName")->hasFocus());
        QTest::mouseClick(in<QPushButton>(ways(), "launchRemove"), Qt::LeftButton);
        QVERIFY(empty->isVisible());
        ways()->reject();
    }

    void whatTheFileMaySay()
    {
        const auto faultOf = [](const char* text) {
            const auto read = debugging::parseLaunches(text, QStringLiteral("debug.json"));
            return read ? QString() : QString::fromStdString(read.error().text());
        };
        QVERIFY(faultOf("nonsense").contains(QStringLiteral("no JSON")));
        QVERIFY(faultOf("{}").contains(QStringLiteral("configurations")));
        QVERIFY(faultOf(R"({"configurations":[5]})").contains(QStringLiteral("configuration 1: expected an object, found number")));
        QVERIFY(faultOf(R"({"configurations":[{"name":"a","request":"fly"}]})").contains(QStringLiteral("fly")));
        QVERIFY(faultOf(R"({"configurations":[{"request":"launch"}]})").contains(QStringLiteral("name")));
        QVERIFY(faultOf(R"({"configurations":[{"name":"a","request":"attach"}]})").contains(QStringLiteral("neither")));
        QVERIFY(faultOf(R"({"configurations":[{"name":"a","request":"attach","port":70000}]})").contains(QStringLiteral("70000")));
        QVERIFY(faultOf(R"({"configurations":[{"name":"a","request":"attach","port":-1}]})").contains(QStringLiteral("port")));
        QVERIFY(faultOf(R"({"configurations":[{"name":"a","request":"launch","arguments":[1]}]})").contains(QStringLiteral("arguments")));
        QVERIFY(faultOf(R"({"configurations":[{"name":"a","request":"launch","stopOnEntry":"yes"}]})").contains(QStringLiteral("stopOnEntry")));
        DebugWish wish;
        wish.name = QStringLiteral("Quick");
        wish.arguments << QStringLiteral("--dialect") << QStringLiteral("classic");
        wish.stopOnEntry = true;
        wish.keepPast = false;
        DebugWish there;
        there.name = QStringLiteral("There");
        there.kind = DebugWish::Kind::Attach;
        there.port = 4711;
        there.token = QStringLiteral("secret");
        DebugWish past;
        past.name = QStringLiteral("Past");
        past.kind = DebugWish::Kind::Recording;
        past.recording = QStringLiteral("crash.blakrec");
        const QByteArray text = debugging::launchesText({wish, there, past});
        QVERIFY(!text.contains("secret"));
        const auto again = debugging::parseLaunches(text, {});
        QVERIFY(again);
        QCOMPARE(again.value().size(), 3);
        QCOMPARE(again.value()[2].kind, DebugWish::Kind::Recording);
        QCOMPARE(again.value()[2].recording, past.recording);
        QCOMPARE(again.value()[0].arguments, wish.arguments);
        QVERIFY(again.value()[0].stopOnEntry && !again.value()[0].keepPast);
        QCOMPARE(again.value()[1].port, 4711);
    }

    void waysAreMadeChosenAndKept()
    {
        beginWithFake();
        editWays();
        auto* dialog = ways();
        QVERIFY(!in<QLineEdit>(dialog, "launchName")->isEnabled()); // there is none yet
        QTest::mouseClick(in<QPushButton>(dialog, "launchAdd"), Qt::LeftButton);
        QTest::keyClicks(in<QLineEdit>(dialog, "launchName"), QStringLiteral("Quick"));
        QTest::keyClicks(in<QLineEdit>(dialog, "launchArguments"), QStringLiteral("--port 5960"));
        QTest::mouseClick(in<QCheckBox>(dialog, "launchStop"), Qt::LeftButton, {}, QPoint(8, 8));
        QTest::mouseClick(in<QPushButton>(dialog, "launchAdd"), Qt::LeftButton);
        auto* good = dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok);
        in<QLineEdit>(dialog, "launchName")->selectAll();
        QTest::keyClicks(in<QLineEdit>(dialog, "launchName"), QStringLiteral("Quick"));
        QVERIFY(!good->isEnabled()); // two of one name
        QTest::keyClicks(in<QLineEdit>(dialog, "launchName"), QStringLiteral(" server"));
        in<QComboBox>(dialog, "launchKind")->setCurrentIndex(1);
        QVERIFY(!good->isEnabled());
        QVERIFY(in<QLabel>(dialog, "launchFault")->text().contains(QStringLiteral("folder")));
        QTest::keyClicks(in<QLineEdit>(dialog, "launchFolder"), QStringLiteral("run/server"));
        QTest::mouseClick(good, Qt::LeftButton);
        QCOMPARE(box()->count(), 4); // the project's world, both, and what edits them
        QCOMPARE(box()->currentText(), QStringLiteral("Quick server"));
        QFile file(kept());
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().contains("run/server"));

        press(Qt::CTRL | Qt::Key_F5);
        QCOMPARE(fake_->last.kind, DebugWish::Kind::Attach);
        QCOMPARE(fake_->last.folder, world_->root() + QStringLiteral("/run/server"));
        press(Qt::CTRL | Qt::SHIFT | Qt::Key_F5);
        box()->setCurrentIndex(1);
        emit box()->activated(1);
        press(Qt::CTRL | Qt::Key_F5);
        QVERIFY(fake_->last.kind == DebugWish::Kind::Launch && fake_->last.stopOnEntry);
        QCOMPARE(fake_->last.arguments, (QStringList{QStringLiteral("--port"), QStringLiteral("5960")}));
        press(Qt::CTRL | Qt::SHIFT | Qt::Key_F5);

        editWays();
        dialog = ways();
        QTest::mouseClick(in<QPushButton>(dialog, "launchAdd"), Qt::LeftButton);
        QTest::keyClicks(in<QLineEdit>(dialog, "launchName"), QStringLiteral("Past"));
        in<QComboBox>(dialog, "launchKind")->setCurrentIndex(3);
        good = dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok);
        QVERIFY(!good->isEnabled());
        QVERIFY(in<QLabel>(dialog, "launchFault")->text().contains(QStringLiteral("which file")));
        QTest::keyClicks(in<QLineEdit>(dialog, "launchRecording"), QStringLiteral("crash.blakrec"));
        QTest::mouseClick(good, Qt::LeftButton);
        box()->setCurrentIndex(3);
        emit box()->activated(3);
        press(Qt::CTRL | Qt::Key_F5);
        QCOMPARE(fake_->last.kind, DebugWish::Kind::Recording);
        QCOMPARE(fake_->last.recording, world_->root() + QStringLiteral("/crash.blakrec"));
        press(Qt::CTRL | Qt::SHIFT | Qt::Key_F5);
        box()->setCurrentIndex(1);
        emit box()->activated(1);

        window_.reset(); // another studio knows them, and which one was chosen
        beginWithFake();
        window_->setPerspective(shell::Perspective::Debug);
        QTRY_COMPARE(box()->count(), 5);
        QCOMPARE(box()->currentText(), QStringLiteral("Quick"));
    }

    void aTokenIsAskedForAndNotKept()
    {
        QFile file(kept());
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"({"configurations":[{"name":"By port","request":"attach","port":4711}]} // ours)");
        file.close();
        beginWithFake();
        debug_->launches().choose(QStringLiteral("By port"));
        press(Qt::CTRL | Qt::Key_F5);
        auto* ask = qobject_cast<QInputDialog*>(QApplication::activeModalWidget());
        QVERIFY(ask != nullptr);
        auto* field = ask->findChild<QLineEdit*>();
        QCOMPARE(field->echoMode(), QLineEdit::Password);
        QTest::keyClicks(field, QStringLiteral("abc"));
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(fake_->last.token, QStringLiteral("abc"));
        QCOMPARE(fake_->last.host, QStringLiteral("127.0.0.1"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(!file.readAll().contains("abc"));
    }

    void aFileThatMakesNoSenseIsToldAndKept()
    {
        QFile file(kept());
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{ nonsense");
        file.close();
        beginWithFake();
        QCOMPARE(debug_->launches().all().size(), 1);
        QVERIFY(!debug_->launches().setOwn({}));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("{ nonsense"));
    }

    void whatWasChangedIsReloaded()
    {
        beginWithFake();
        QAction* reload = window_->actions().action(QStringLiteral("debug.reload"));
        QVERIFY(!reload->isEnabled());
        press(Qt::CTRL | Qt::Key_F5);
        QVERIFY(reload->isEnabled());
        press(Qt::CTRL | Qt::ALT | Qt::Key_F5);
        QCOMPARE(fake_->asked.back(), QStringLiteral("reload"));
        QVERIFY(part<QPlainTextEdit>("debugConsole")->toPlainText().contains(QStringLiteral("Reloaded: system.bof")));
        fake_->reloadFault = QStringLiteral("system.kod:14: expected an expression");
        press(Qt::CTRL | Qt::ALT | Qt::Key_F5);
        QVERIFY(part<QPlainTextEdit>("debugConsole")->toPlainText().contains(QStringLiteral("expected an expression")));
    }

    /// Saved, compiled, loaded, and the next call runs it, while the world is debugged.
    void aRealWorldIsReloaded()
    {
        begin(std::make_unique<code::DebugAdapter>(qEnvironmentVariable("BLAK_BIN_DIR") + QStringLiteral("/blak")));
        press(Qt::CTRL | Qt::Key_F5);
        QTRY_COMPARE_WITH_TIMEOUT(debug_->session().state(), DebugState::Running, patience);
        WorldTool tool(*world_);
        tool.send("Reckon", 2);
        QTRY_VERIFY_WITH_TIMEOUT(tool.heard().contains("\"data\":23"), patience);
        view()->editor()->replaceText(view()->editor()->text().replace("number * 10", "number * 100"));
        press(Qt::CTRL | Qt::ALT | Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(part<QPlainTextEdit>("debugConsole")->toPlainText().contains(QStringLiteral("Reloaded: system.bof")), patience);
        tool.send("Reckon", 2);
        QTRY_VERIFY_WITH_TIMEOUT(tool.heard().contains("\"data\":203"), patience);
        press(Qt::CTRL | Qt::SHIFT | Qt::Key_F5);
        QTRY_COMPARE_WITH_TIMEOUT(debug_->session().state(), DebugState::Off, patience);
    }

    void aTestIsDebuggedFromTheMargin()
    {
        QFile file(world_->root() + QStringLiteral("/tests.kod"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("SomeTest is BlakodTest\n\nmessages:\n\n   TestIt()\n   {\n      return;\n   }\n\nend\n");
        file.close();
        beginWithFake();
        window_->open(file.fileName());
        QTRY_VERIFY(view() != nullptr && view()->path() == file.fileName());
        askMenu(textArea(), marginAt(5));
        choose("Debug this test");
        QCOMPARE(fake_->last.kind, DebugWish::Kind::Test);
        QCOMPARE(fake_->last.test, QStringLiteral("SomeTest.TestIt"));
        QCOMPARE(part<QLabel>("debugState")->text(), QStringLiteral("SomeTest.TestIt runs"));
    }
};

QTEST_MAIN(TestDebugLaunch)
#include "tst_debug_launch.moc"
