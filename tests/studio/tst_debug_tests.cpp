// SPDX-License-Identifier: GPL-3.0-or-later
// Tests in Blakod from the studio: the panel, the menu of the margin, jumps, and which lines ran; with the sample world and blak itself.
#include "studio/debugging/tests_controller.h"
#include "studio/debugging/tests_panel.h"
#include "studio/shell/output_panel.h"
#include "studio/shell/problems_panel.h"
#include "tests/studio/debug_fixture.h"
#include "ui/toast.h"

#include <QDirIterator>
#include <QPlainTextEdit>
#include <QPushButton>

using namespace blak;
using namespace blak::ui;
using namespace blak::test;

class TestDebugTests : public test::DebugFixture
{
    Q_OBJECT

    static constexpr int patience = 120'000;
    QTemporaryDir sample_;

    QString copied(const QString& name) const { return sample_.filePath(name); }
    void copySample() const
    {
        const QString from = qEnvironmentVariable("BLAK_SOURCE_DIR") + QStringLiteral("/world");
        for (QDirIterator it(from, QDir::Files, QDirIterator::Subdirectories); it.hasNext();) {
            const QString file = it.next();
            const QString to = sample_.filePath(QDir(from).relativeFilePath(file));
            QVERIFY(QDir().mkpath(QFileInfo(to).path()));
            if (!QFile::exists(to))
                QVERIFY(QFile::copy(file, to));
        }
        QFile failing(copied(QStringLiteral("tests/failingtest.kod")));
        QVERIFY(failing.open(QIODevice::WriteOnly));
        failing.write("FailingTest is BlakodTest\n\nmessages:\n\n   TestTwoAndTwo()\n   {\n"
                      "      Send(self,@ExpectEqual,#value=2+2,#wanted=5);\n      return;\n   }\n\nend\n");
    }
    static QTreeWidgetItem* rowOf(QTreeWidget* tree, const char* name)
    {
        const auto found = tree->findItems(QLatin1String(name), Qt::MatchExactly);
        return found.isEmpty() ? nullptr : found.front();
    }

private slots:
    void initTestCase()
    {
        installTheme(*qApp, ThemeKind::Dark);
        copySample();
    }
    void init() { setUp(); }
    void cleanup() { window_.reset(); }

    void whatTheToolsSay()
    {
        const auto results = debugging::readTestResults(R"([{"class":"A","handler":"TestB","verdict":"failed","milliseconds":2.5,
            "failures":[{"place":"/nowhere.kod:3","text":"4 is not 5"}]},{"class":"A","handler":"TestC","verdict":"skipped",
            "skipped":"not today","failures":[]}])");
        QCOMPARE(results.size(), 2);
        QCOMPARE(results[0].name(), QStringLiteral("A.TestB"));
        QCOMPARE(results[0].message, QStringLiteral("4 is not 5"));
        QVERIFY(results[0].path.isEmpty()); // there is no such file
        QCOMPARE(results[1].message, QStringLiteral("not today"));
        QVERIFY(debugging::readTestResults("nonsense").isEmpty());
        const auto coverage = debugging::readLcov("TN:\nSF:/a.kod\nDA:3,0\nDA:5,7\nDA:x\nDA:-1,4\nend_of_record\nDA:9,9\n");
        QCOMPARE(coverage[QStringLiteral("/a.kod")].value(5), qint64{7});
        QCOMPARE(coverage[QStringLiteral("/a.kod")].value(3), qint64{0});
        QVERIFY(!coverage[QStringLiteral("/a.kod")].contains(-1));
        const QStringList text{QStringLiteral("Some is BlakodTest"), QStringLiteral("messages:"), QStringLiteral("   SetUp()"),
                               QStringLiteral("   TestIt(a = 1)"), QStringLiteral("end")};
        QCOMPARE(debugging::testAt(text, 3), QStringLiteral("Some.TestIt"));
        QVERIFY(debugging::testAt(text, 2).isEmpty());
        QCOMPARE(debugging::lineOfHandler(text, QStringLiteral("some"), QStringLiteral("testit")), 4);
        QCOMPARE(debugging::lineOfHandler(text, QStringLiteral("Other"), QStringLiteral("TestIt")), 0);
    }

    void allTestsRunFromThePanel()
    {
        beginWithFake();
        window_->open(sample_.path());
        QTRY_VERIFY(!window_->index().isRunning());
        window_->setPerspective(shell::Perspective::Debug);
        auto* tree = part<QTreeWidget>("testsTree");
        auto* run = part<QToolButton>("testsRun");
        QTest::mouseClick(run, Qt::LeftButton);
        QVERIFY(!run->isEnabled());
        QVERIFY(part<QToolButton>("testsStop")->isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(run->isEnabled(), patience);
        QVERIFY(tree->topLevelItemCount() > 10);
        QVERIFY(part<QLabel>("testsSum")->text().startsWith(QStringLiteral("1 failed, ")));
        QTreeWidgetItem* failed = rowOf(tree, "FailingTest.TestTwoAndTwo");
        QVERIFY(failed != nullptr);
        QVERIFY(failed->text(1).contains(QLatin1Char('4')) && failed->text(1).contains(QLatin1Char('5')));
        QCOMPARE(tree->currentItem(), failed); // what one looks for
        tree->setFocus();
        QTest::keyClick(tree, Qt::Key_Return);
        QTRY_VERIFY(view() != nullptr && view()->path().endsWith(QStringLiteral("failingtest.kod")));
        QTRY_COMPARE(view()->editor()->cursor().line, 6);
        QVERIFY(rowOf(tree, "ItemTest.TestPickUp") != nullptr);
        tree->setCurrentItem(rowOf(tree, "ItemTest.TestPickUp"));
        QTest::keyClick(tree, Qt::Key_Return); // one that is good: its handler
        QTRY_VERIFY(view() != nullptr && view()->path().endsWith(QStringLiteral("itemtest.kod")));
        QTRY_VERIFY(view()->editor()->lineText(view()->editor()->cursor().line).contains("TestPickUp"));

        // Which lines of the world ran.
        window_->open(copied(QStringLiteral("kod/native.kod")));
        QTRY_VERIFY(view() != nullptr && view()->path().endsWith(QStringLiteral("native.kod")));
        const auto lines = view()->editor()->coverage();
        QVERIFY(std::any_of(lines.begin(), lines.end(), [](qint64 count) { return count > 0; }));
        window_->actions().action(QStringLiteral("tests.coverage"))->trigger();
        QVERIFY(view()->editor()->coverage().isEmpty());
        window_->actions().action(QStringLiteral("tests.coverage"))->trigger();
        QCOMPARE(view()->editor()->coverage(), lines);
    }

    /// A project without tests is none with problems: the panel says what tests are, as the tip does.
    void aProjectWithoutTests()
    {
        beginWithFake();
        QTRY_COMPARE_WITH_TIMEOUT(window_->problems().total(), 1, patience); // of the text itself: nobody sends Reckon
        window_->setPerspective(shell::Perspective::Debug);
        window_->docks().dock(QStringLiteral("debugTests"))->raise();
        auto* label = window_->findChild<debugging::TestsPanel*>()->findChild<EmptyLabel*>();
        const QString whatTheyAre = label->text();
        QVERIFY(whatTheyAre.contains(QStringLiteral("BlakodTest")));
        press(Qt::CTRL | Qt::SHIFT | Qt::Key_F9);
        QTRY_VERIFY_WITH_TIMEOUT(part<QToolButton>("testsRun")->isEnabled() && label->text() != whatTheyAre, patience);
        QVERIFY2(label->text().endsWith(whatTheyAre) && label->isVisible(), qPrintable(label->text()));
        QTest::qWait(200);
        QCOMPARE(window_->problems().total(), 1);
        QCOMPARE(window_->toasts().sentences(), QStringList()); // the panel has said it
        window_->setPerspective(shell::Perspective::Code);
        press(Qt::CTRL | Qt::SHIFT | Qt::Key_F9);
        QTRY_VERIFY_WITH_TIMEOUT(window_->toasts().sentences().join(QLatin1Char('|')).contains(QStringLiteral("no tests")), patience);
    }

    /// The toast leads to what was counted: marked lines in the text where most ran, and all files by name.
    void watchedLinesAreShown()
    {
        beginWithFake();
        window_->open(sample_.path());
        QTRY_VERIFY(!window_->index().isRunning());
        window_->setPerspective(shell::Perspective::Room);
        const QString root = QFileInfo(sample_.path()).canonicalFilePath();
        const QString native = root + QStringLiteral("/kod/native.kod"), test = root + QStringLiteral("/tests/failingtest.kod");
        auto* runner = window_->findChild<debugging::TestRunner*>();
        emit runner->covered({{native, {{3, 0}}}});
        QTRY_VERIFY(window_->toasts().sentences().join(u'|').contains(QStringLiteral("No line of the world's Blakod ran")));
        window_->toasts().clear();
        emit runner->covered({{native, {{12, 1}, {13, 40}, {14, 0}}}, {test, {{7, 1}}}, {root + QStringLiteral("/kod/none.kod"), {{1, 0}}}});
        QCOMPARE(window_->toasts().sentences(), QStringList{QStringLiteral("Lines that ran are marked: 3 lines, in 2 files.")});
        QPushButton* show = nullptr;
        for (auto* button : window_->findChildren<QPushButton*>())
            if (button->text() == QStringLiteral("Show") && button->isVisible())
                show = button;
        QVERIFY(show != nullptr);
        QTest::mouseClick(show, Qt::LeftButton);
        QTRY_VERIFY(view() != nullptr && view()->path().endsWith(QStringLiteral("native.kod")));
        QTRY_COMPARE(view()->editor()->cursor().line, 12); // from 0: the one that ran most often
        QCOMPARE(view()->editor()->coverage().value(12), qint64{40});
        auto* output = window_->findChild<shell::OutputPanel*>();
        QVERIFY(output->isVisible());
        const QStringList lines = output->shownLines().last(3);
        QVERIFY2(lines[0].endsWith(QStringLiteral("tests/failingtest.kod:7 \u00b7 1 line ran \u00b7 this one once")), qPrintable(lines[0]));
        QVERIFY2(lines[1].endsWith(QStringLiteral("kod/native.kod:13 \u00b7 2 lines ran \u00b7 this one 40 times")), qPrintable(lines[1]));
        // Names lead there.
        auto* text = output->findChild<QPlainTextEdit*>();
        QTextCursor cursor(text->document()->find(QStringLiteral("failingtest.kod:7")));
        QVERIFY(!cursor.isNull());
        cursor.setPosition(cursor.selectionStart() + 3);
        QTest::mouseClick(text->viewport(), Qt::LeftButton, {}, text->cursorRect(cursor).center());
        QTRY_VERIFY(view() != nullptr && view()->path().endsWith(QStringLiteral("failingtest.kod")));
        QTRY_COMPARE(view()->editor()->cursor().line, 6);
    }

    void oneTestRunsFromTheMargin()
    {
        beginWithFake();
        window_->open(sample_.path());
        QTRY_VERIFY(!window_->index().isRunning());
        window_->open(copied(QStringLiteral("tests/failingtest.kod")));
        QTRY_VERIFY(view() != nullptr && view()->path().endsWith(QStringLiteral("failingtest.kod")));
        askMenu(textArea(), marginAt(5));
        choose("Run this test");
        auto* tree = part<QTreeWidget>("testsTree");
        QTRY_COMPARE_WITH_TIMEOUT(tree->topLevelItemCount(), 1, patience);
        QTRY_VERIFY(part<QToolButton>("testsRun")->isEnabled());
        // Mended, and run again from the panel's menu.
        const QByteArray text = view()->editor()->text();
        view()->editor()->replaceText(QByteArray(text).replace("#wanted=5", "#wanted=4"));
        askMenu(tree->viewport(), middleOf(tree, tree->topLevelItem(0), 0));
        choose("Run this test");
        QTRY_COMPARE_WITH_TIMEOUT(part<QLabel>("testsSum")->text(), QStringLiteral("1 passed"), patience);
        view()->editor()->replaceText(text);
        press(Qt::CTRL | Qt::Key_S);
        askMenu(textArea(), marginAt(7)); // no test begins there
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(menu != nullptr);
        for (const QAction* action : menu->actions())
            QVERIFY(action->text() != QStringLiteral("Run this test"));
        closeMenu();
    }
};

QTEST_MAIN(TestDebugTests)
#include "tst_debug_tests.moc"
