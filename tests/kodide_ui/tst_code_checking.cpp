// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/code_view.h"
#include "tests/kodide_ui/code_fixture.h"
#include "tests/support/held_work.h"
#include "ui/theme.h"

#include <QCoreApplication>
#include <QTest>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::code;

/// That a text has no problems is said of what was looked through.
class TestCodeChecking : public QObject, test::CodeFixture
{
    Q_OBJECT

    static constexpr auto smith = "Smith is Villager\nmessages:\n   Work()\n   {\n      piFire = 2;\n      return 1;\n   }\nend\n";

    std::unique_ptr<CodeView> justOpened(const QString& path)
    {
        project_ = std::make_shared<test::FakeProject>(folder_->root(), QStringLiteral("classic"));
        auto opened = CodeView::open(path, project_, nullptr);
        if (!opened)
            qFatal("%s", opened.error().what.c_str());
        return std::unique_ptr<CodeView>(static_cast<CodeView*>(opened.value()));
    }

    static bool saysSo(const CodeView& view) { return view.statusRight().contains(QStringLiteral("Checking\u2026")); }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }
    void init()
    {
        begin();
        writeCaller();
        folder_->write(QStringLiteral("villager.kod"), villager);
    }

    void aTextThatWasJustOpenedIsBeingChecked()
    {
        const QString path = folder_->write(QStringLiteral("smith.kod"), smith);
        std::unique_ptr<CodeView> view;
        {
            const test::HeldWork held;
            view = justOpened(path);
            QCoreApplication::processEvents();
            QVERIFY(view->problems().empty());
            QVERIFY(view->isBeingChecked());
            QVERIFY(saysSo(*view));
        }
        int told = 0;
        connect(view.get(), &DocumentView::problemsChanged, view.get(), [&] { ++told; });
        view->finishAnalysis();
        QVERIFY(view->problems().empty());
        QVERIFY(!view->isBeingChecked());
        QVERIFY(!saysSo(*view));
        QCOMPARE(told, 1); // else the list would not learn of it
    }

    /// The grammar alone is known sooner than what names mean.
    void itIsBeingCheckedUntilItsTreeWasRead()
    {
        auto view = justOpened(folder_->write(QStringLiteral("smith.kod"), QByteArray(smith).replace("return 1", "return piFirre")));
        bool wasTold = false;
        connect(view.get(), &DocumentView::problemsChanged, view.get(), [&] { wasTold = wasTold || (view->problems().empty() && !view->isBeingChecked()); });
        view->finishAnalysis();
        QCOMPARE(view->problems().size(), std::size_t{1});
        QVERIFY(!wasTold);
        QVERIFY(!view->isBeingChecked());
    }

    void otherTextsAreNotChecked()
    {
        const auto view = justOpened(folder_->write(QStringLiteral("notes.txt"), "one\n"));
        QVERIFY(!view->isBeingChecked());
        QVERIFY(!saysSo(*view));
        QTest::keyClicks(keysOf(*view), QStringLiteral("x"));
        QCoreApplication::processEvents();
        QVERIFY(!view->isBeingChecked());
    }

    void headersAreChecked()
    {
        const auto view = justOpened(folder_->write(QStringLiteral("blakston.khd"), "   FULL_MOON = 28\n"));
        QVERIFY(view->isBeingChecked());
        view->finishAnalysis();
        QVERIFY(!view->isBeingChecked());
    }

    /// What was found before stays until something else is known, but that there was nothing does not.
    void afterAnEditItIsBeingChecked()
    {
        const auto view = openView(folder_->write(QStringLiteral("smith.kod"), smith));
        QVERIFY(view->problems().empty());
        QVERIFY(!view->isBeingChecked());
        view->editor()->goTo(5, 14); // behind "return 1"
        {
            const test::HeldWork held;
            QTest::keyClicks(keysOf(*view), QStringLiteral("x"));
            QCoreApplication::processEvents();
            QVERIFY(view->isBeingChecked());
            QVERIFY(!saysSo(*view)); // what stands beside it would jump with every word
        }
        QTRY_COMPARE_WITH_TIMEOUT(view->problems().size(), std::size_t{1}, 10000);
        QTRY_VERIFY_WITH_TIMEOUT(!view->isBeingChecked(), 10000);
        view->undo();
        QCoreApplication::processEvents();
        QVERIFY(view->isBeingChecked());
        QTRY_VERIFY_WITH_TIMEOUT(!view->isBeingChecked(), 10000);
        QVERIFY(view->problems().empty());
    }

    /// A second view of a text that is known brings no doubt, whatever becomes of it.
    void aSecondViewKnowsWhatTheFirstFound()
    {
        const QString path = folder_->write(QStringLiteral("smith.kod"), smith);
        const auto first = openView(path);
        QVERIFY(!first->isBeingChecked());
        auto second = CodeView::open(path, project_, nullptr);
        QVERIFY(second);
        QVERIFY(!first->isBeingChecked());
        delete second.value();
        first->finishAnalysis();
        QVERIFY(!first->isBeingChecked());
    }
};

QTEST_MAIN(TestCodeChecking)
#include "tst_code_checking.moc"
