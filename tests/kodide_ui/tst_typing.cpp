// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/code_view.h"
#include "tests/kodide_ui/code_fixture.h"
#include "ui/theme.h"

#include <QApplication>
#include <QTest>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::code;

/// What keys do to a text beside their letters: indentation, and several cursors.
class TestTyping : public QObject, test::CodeFixture
{
    Q_OBJECT

    std::unique_ptr<CodeView> openText(const QByteArray& text) { return openView(folder_->write(QStringLiteral("a.kod"), text)); }

    static void click(const CodeView& view, int line, int rightOf, Qt::KeyboardModifiers held)
    {
        const qsizetype begin = view.editor()->offsetOf(line, 0);
        const QRect place = view.editor()->screenRectOf(begin, begin);
        QTest::mouseClick(view.editor()->textArea(), Qt::LeftButton, held, view.editor()->textArea()->mapFromGlobal(QPoint(place.left() + rightOf, place.center().y())));
    }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }
    void init() { begin(); }

    void bracesAreIndented_data()
    {
        QTest::addColumn<QByteArray>("before"); ///< `|` is the cursor
        QTest::addColumn<QString>("keys");
        QTest::addColumn<QByteArray>("after");
        QTest::newRow("behind an opening one") << QByteArray("   A()\n   {|\n") << QStringLiteral("\n") << QByteArray("   A()\n   {\n      |\n");
        QTest::newRow("between both") << QByteArray("   if a {|}\n") << QStringLiteral("\n") << QByteArray("   if a {\n      |\n   }\n");
        QTest::newRow("between both, Windows") << QByteArray("   if a {|}\r\nend\r\n") << QStringLiteral("\nx") << QByteArray("   if a {\r\n      x|\r\n   }\r\nend\r\n");
        QTest::newRow("with something between") << QByteArray("   if a {| b; }\n") << QStringLiteral("\n") << QByteArray("   if a {\n      |b; }\n");
        QTest::newRow("a closing one") << QByteArray("   if a\n   {\n      b;\n      |\n") << QStringLiteral("}") << QByteArray("   if a\n   {\n      b;\n   }|\n");
        QTest::newRow("behind a brace of a string") << QByteArray("   if a\n   {\n      b(\"{\");\n      |\n") << QStringLiteral("}")
                                                    << QByteArray("   if a\n   {\n      b(\"{\");\n   }|\n");
        QTest::newRow("no brace") << QByteArray("   a;|\n") << QStringLiteral("\n") << QByteArray("   a;\n   |\n");
    }
    void bracesAreIndented()
    {
        QFETCH(const QByteArray, before);
        QFETCH(const QString, keys);
        QFETCH(const QByteArray, after);
        auto view = openText(QByteArray(before).replace("|", ""));
        view->editor()->select(before.indexOf('|'), before.indexOf('|'));
        for (const QChar key : keys)
            if (key == u'\n')
                QTest::keyClick(keysOf(*view), Qt::Key_Return);
            else
                QTest::keyClicks(keysOf(*view), QString(key));
        QCOMPARE(view->editor()->text().insert(view->editor()->cursorOffset(), '|'), after);
        view->undo();
        if (keys.size() == 1)
            QCOMPARE(view->editor()->text(), QByteArray(before).replace("|", "")); // all of it is one step
    }

    /// Behind the end of a line, too: at its end.
    void aClickWithControlAndAltBringsACursor()
    {
        auto view = openText("one\ntwo two\nthree\n");
        view->editor()->goTo(0, 3);
        click(*view, 1, 600, Qt::ControlModifier | Qt::AltModifier);
        click(*view, 2, 0, Qt::ControlModifier | Qt::AltModifier);
        QTest::keyClicks(keysOf(*view), QStringLiteral("x"));
        QCOMPARE(view->editor()->text(), QByteArray("onex\ntwo twox\nxthree\n"));
    }

    /// A word is a step, typed in one place or in several.
    void wordsOfSeveralCursorsAreSteps()
    {
        auto view = openText("one\ntwo\nthree\n");
        view->editor()->goTo(0, 3);
        click(*view, 1, 600, Qt::ControlModifier | Qt::AltModifier);
        click(*view, 2, 600, Qt::ControlModifier | Qt::AltModifier);
        const document::History& history = view->text()->history();
        QTest::keyClicks(keysOf(*view), QStringLiteral("abc"));
        QCOMPARE(view->editor()->text(), QByteArray("oneabc\ntwoabc\nthreeabc\n"));
        QCOMPARE(history.size(), std::size_t{1});
        QCOMPARE(history.undoName(), std::string_view("Type \"abc\" in 3 places"));
        QTest::keyClick(keysOf(*view), Qt::Key_Backspace);
        QTest::keyClick(keysOf(*view), Qt::Key_Backspace);
        QCOMPARE(history.size(), std::size_t{2});
        QCOMPARE(history.undoName(), std::string_view("Erase \"bc\" in 3 places"));
        view->undo();
        QCOMPARE(view->editor()->text(), QByteArray("oneabc\ntwoabc\nthreeabc\n"));
        view->undo();
        QCOMPARE(view->editor()->text(), QByteArray("one\ntwo\nthree\n"));
        view->editor()->goTo(0, 0); // elsewhere is another step
        QTest::keyClicks(keysOf(*view), QStringLiteral("q"));
        view->editor()->goTo(1, 0);
        QTest::keyClicks(keysOf(*view), QStringLiteral("r"));
        QCOMPARE(history.size(), std::size_t{2});
    }
};

QTEST_MAIN(TestTyping)
#include "tst_typing.moc"
