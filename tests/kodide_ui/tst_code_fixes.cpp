// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/code_view.h"
#include "kodide/ui/cursor_note.h"
#include "kodide/ui/problem_fixes.h"
#include "tests/kodide_ui/code_fixture.h"
#include "tests/support/held_work.h"
#include "ui/theme.h"

#include <QApplication>
#include <QMenu>
#include <QTest>
#include <QTimer>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::code;

/// What a key offers at the cursor, and what the keys after it do.
class TestCodeFixes : public QObject, test::CodeFixture
{
    Q_OBJECT

    static constexpr auto smith = "Smith is Villager\nmessages:\n   Work()\n   {\n      piFire = piFirre;\n      return 1;\n   }\nend\n";

    std::unique_ptr<CodeView> openSmith()
    {
        writeCaller();
        folder_->write(QStringLiteral("villager.kod"), villager);
        auto view = openView(folder_->write(QStringLiteral("smith.kod"), smith));
        view->editor()->textKeys()->setFocus();
        return view;
    }

    static const CursorNote& noteOf(const CodeView& view) { return *view.findChild<CursorNote*>(); }
    static QMenu* menu() { return qobject_cast<QMenu*>(QApplication::activePopupWidget()); }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }
    void init() { begin(); }
    void cleanup()
    {
        if (QMenu* left = menu())
            left->close();
    }

    void theListTakesTheKeys()
    {
        auto view = openSmith();
        view->editor()->goTo(4, 17);
        offerFixes(*view);
        QVERIFY(menu() != nullptr);
        QVERIFY(!noteOf(*view).isVisible());
        QTest::keyClick(menu(), Qt::Key_Return);
        QTRY_VERIFY(view->editor()->text().contains("      piFire = piFire;\n"));
    }

    /// A line is said and no list: it looks like none, and the next key is the text's.
    void whereThereIsNoFixTheNextKeyIsTheTexts()
    {
        auto view = openSmith();
        view->editor()->goTo(5, 12);
        offerFixes(*view);
        QVERIFY(menu() == nullptr);
        const CursorNote& note = noteOf(*view);
        QVERIFY(note.isVisible());
        QCOMPARE(note.text(), QStringLiteral("No fix here."));
        QVERIFY(note.windowFlags().testFlag(Qt::WindowTransparentForInput));
        const qsizetype cursor = view->editor()->cursorOffset();
        QVERIFY(note.geometry().bottom() < view->editor()->screenRectOf(cursor, cursor).top() ||
                note.geometry().top() > view->editor()->screenRectOf(cursor, cursor).bottom()); // the line can be read
        QTest::keyClick(keysOf(*view), Qt::Key_Shift);
        QVERIFY(note.isVisible());
        QTest::keyClick(keysOf(*view), Qt::Key_Return);
        QVERIFY(!note.isVisible());
        QCOMPARE(view->editor()->text().count('\n'), QByteArray(smith).count('\n') + 1);
    }

    void theNoteGoesByItselfAndWithEsc()
    {
        auto view = openSmith();
        view->editor()->goTo(5, 12);
        const CursorNote& note = noteOf(*view);
        offerFixes(*view);
        QVERIFY(note.isVisible());
        QTest::keyClick(keysOf(*view), Qt::Key_Escape);
        QVERIFY(!note.isVisible());
        QCOMPARE(view->editor()->text(), QByteArray(smith));
        offerFixes(*view);
        auto* timer = note.findChild<QTimer*>(QStringLiteral("goes"));
        QVERIFY(timer != nullptr && timer->isActive() && timer->isSingleShot());
        timer->setInterval(0);
        QTRY_VERIFY(!note.isVisible());
        offerFixes(*view);
        QTest::mouseClick(view->editor()->textArea(), Qt::LeftButton, {}, QPoint(80, 10));
        QVERIFY(!note.isVisible());
    }

    /// Asked for while the text is looked at: the list comes where one stayed, and where one typed on it does not take the keys.
    void aListThatComesLateTakesNoKeys()
    {
        auto view = openSmith();
        const auto askWhileHeld = [&](bool typesOn) {
            view->editor()->goTo(4, 17);
            {
                const test::HeldWork held;
                QTest::keyClicks(keysOf(*view), QStringLiteral("r"));
                offerFixes(*view);
                offerFixes(*view); // two times are one
                QCoreApplication::processEvents();
                if (typesOn)
                    QTest::keyClick(keysOf(*view), Qt::Key_Return);
            }
            view->finishAnalysis();
        };
        askWhileHeld(true);
        QVERIFY(menu() == nullptr);
        QCOMPARE(view->editor()->text().count('\n'), QByteArray(smith).count('\n') + 1);
        view->undo();
        view->undo();
        view->finishAnalysis();
        QCOMPARE(view->editor()->text(), QByteArray(smith));
        askWhileHeld(false);
        QVERIFY(menu() != nullptr);
        menu()->close();
        QVERIFY(menu() == nullptr);
    }
};

QTEST_MAIN(TestCodeFixes)
#include "tst_code_fixes.moc"
