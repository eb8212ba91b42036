// SPDX-License-Identifier: GPL-3.0-or-later
// What a list of steps says of an edit of a text.
#include "kodide/ui/line_comment.h"
#include "kodide/ui/text_steps.h"
#include "tests/kodide_ui/code_fixture.h"
#include "ui/theme.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QTest>

using namespace blak;
using namespace blak::ui;
using namespace blak::test;

class TestTextSteps : public QObject, private CodeFixture
{
    Q_OBJECT

    static QString last(const CodeView& view)
    {
        const document::History& history = view.text()->history();
        const std::string_view title = history.undoName();
        return QString::fromUtf8(title.data(), static_cast<qsizetype>(title.size()));
    }
    static void putOnClipboard(const char* text) { QGuiApplication::clipboard()->setText(QString::fromUtf8(text)); }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }
    void init() { begin(); }

    void whatWasTyped()
    {
        auto view = openView(folder_->write(QStringLiteral("a.txt"), "one\ntwo\n"));
        QWidget* keys = keysOf(*view);
        QTest::keyClicks(keys, QStringLiteral("foo"));
        QCOMPARE(last(*view), QStringLiteral("Type \"foo\""));
        QTest::keyClicks(keys, QStringLiteral(" = bar("));
        QCOMPARE(last(*view), QStringLiteral("Type \"foo = bar(\"")); // it goes on, as undo has it
        QCOMPARE(view->text()->history().size(), std::size_t{1});
        QTest::keyClick(keys, Qt::Key_Backspace);
        QTest::keyClick(keys, Qt::Key_Backspace);
        QCOMPARE(last(*view), QStringLiteral("Erase \"r(\""));
        QTest::keyClick(keys, Qt::Key_Return);
        QCOMPARE(last(*view), QStringLiteral("New line"));
        view->editor()->select(0, 3);
        QTest::keyClicks(keys, QStringLiteral("cafe"));
        QCOMPARE(last(*view), QStringLiteral("Replace \"foo\" with \"cafe\""));
        view->undo();
        QCOMPARE(last(*view), QStringLiteral("New line"));
        view->redo();
        QCOMPARE(last(*view), QStringLiteral("Replace \"foo\" with \"cafe\""));
        view->editor()->goTo(0, 0);
        QTest::keyClicks(keys, QStringLiteral("  "));
        QCOMPARE(last(*view), QStringLiteral("Type 2 spaces"));
        view->editor()->select(0, 0);
        QTest::keyClicks(keys, QString(5000, QLatin1Char('x')));
        QVERIFY2(last(*view).size() < 50, qPrintable(last(*view)));
        QVERIFY(last(*view).endsWith(QStringLiteral("\u2026\"")));
    }

    /// The words say more than the number of lines.
    void typedLinesAreCalledByTheirWords()
    {
        auto view = openView(folder_->write(QStringLiteral("a.txt"), "end\n"));
        QWidget* keys = keysOf(*view);
        view->editor()->select(0, 0);
        QTest::keyClicks(keys, QStringLiteral("oRoom = 1;"));
        QTest::keyClick(keys, Qt::Key_Return);
        QTest::keyClicks(keys, QStringLiteral("oWho = 2;"));
        QCOMPARE(view->editor()->text(), QByteArray("oRoom = 1;\noWho = 2;end\n"));
        QVERIFY2(last(*view).startsWith(QStringLiteral("Type \"")) && last(*view).endsWith(QStringLiteral("oWho = 2;\"")), qPrintable(last(*view)));
    }

    void lines()
    {
        auto view = openView(folder_->write(QStringLiteral("a.txt"), "one\ntwo\nthree\nfour\nfive\n"));
        QWidget* keys = keysOf(*view);
        putOnClipboard("a\nb\nc\n");
        view->editor()->goTo(1, 0);
        view->editor()->paste();
        QCOMPARE(last(*view), QStringLiteral("Paste 3 lines"));
        putOnClipboard("word");
        view->editor()->paste();
        QCOMPARE(last(*view), QStringLiteral("Paste \"word\""));
        view->undo();
        view->undo();
        view->editor()->select(4, 8); // "two" and its end
        QTest::keyClick(keys, Qt::Key_Delete);
        QCOMPARE(last(*view), QStringLiteral("Delete line 2"));
        view->undo();
        view->editor()->select(4, 14);
        QTest::keyClick(keys, Qt::Key_Delete);
        QCOMPARE(last(*view), QStringLiteral("Delete lines 2 to 3"));
        view->undo();
        view->editor()->select(4, 14);
        view->editor()->cut();
        QCOMPARE(last(*view), QStringLiteral("Cut 2 lines"));
        view->undo();
        view->editor()->goTo(1, 3);
        QTest::keyClick(keys, Qt::Key_Delete);
        QCOMPARE(last(*view), QStringLiteral("Join line 2 with the next one"));
        view->undo();
        view->editor()->select(0, static_cast<qsizetype>(view->text()->text().size()));
        QTest::keyClick(keys, Qt::Key_Tab);
        QCOMPARE(last(*view), QStringLiteral("Indent 5 lines"));
        QTest::keyClick(keys, Qt::Key_Backtab);
        QCOMPARE(last(*view), QStringLiteral("Unindent 5 lines"));
    }

    void commentsAndReplacing()
    {
        auto view = openView(folder_->write(QStringLiteral("a.kod"), keeper));
        view->editor()->goTo(13, 0);
        code::toggleComment(*view->editor());
        QCOMPARE(last(*view), QStringLiteral("Comment line 14"));
        code::toggleComment(*view->editor());
        QCOMPARE(last(*view), QStringLiteral("Take the comment away from line 14"));
        view->editor()->select(view->editor()->offsetOf(12, 0), view->editor()->offsetOf(15, 0));
        code::toggleComment(*view->editor());
        QCOMPARE(last(*view), QStringLiteral("Comment 3 lines"));
        view->undo();
        const std::string text = view->text()->text();
        QVector<code::CodeEditor::Replacement> places;
        for (std::size_t at = text.find("who"); at != text.npos; at = text.find("who", at + 1))
            places.push_back({static_cast<qsizetype>(at), static_cast<qsizetype>(at + 3), "whom"});
        QVERIFY(places.size() > 2);
        view->editor()->replaceRanges({places.front()});
        QCOMPARE(last(*view), QStringLiteral("Replace \"who\" with \"whom\""));
        view->undo();
        view->editor()->replaceRanges(places, code::replaceAllName(places.size()));
        QCOMPARE(last(*view), QStringLiteral("Replace all: %1 places").arg(places.size()));
    }

    /// Places that lie before others move them: what is quoted is what stands there now.
    /// A step of many places, as of a renaming, leaves the caret among them near where it was; one of a single place takes it there.
    void theCaretOfAStepInManyPlaces()
    {
        auto view = openView(folder_->write(QStringLiteral("a.txt"), "one\ntwo\none\ntwo\none\ntwo\n"));
        const auto rename = [&](const char* from, const char* to) {
            document::Transaction step(view->text()->history(), "Rename");
            for (std::size_t at = 0; (at = view->text()->text().find(from, at)) != std::string::npos; ++at)
                view->text()->splice(at, std::string_view(from).size(), to);
            step.commit();
        };
        rename("one", "eleven");
        view->editor()->goTo(2, 3);
        view->undo();
        QCOMPARE(view->editor()->cursor().line, 2);
        view->editor()->goTo(0, 1);
        view->redo();
        QCOMPARE(view->editor()->cursor().line, 0);
        view->editor()->goTo(5, 2);
        view->undo();
        QCOMPARE(view->editor()->cursor().line, 4);
        // Letter by letter, however far away the caret is by then.
        view->editor()->goTo(1, 3);
        QTest::keyClicks(keysOf(*view), QStringLiteral("abc"));
        view->editor()->goTo(5, 0);
        view->undo();
        QCOMPARE(view->editor()->cursor().line, 1);
        QCOMPARE(view->editor()->cursor().column, 3);
        view->editor()->goTo(5, 0);
        view->redo();
        QCOMPARE(view->editor()->cursor().line, 1);
        QCOMPARE(view->editor()->cursor().column, 6);
    }

    void placesFromTheEnd()
    {
        auto view = openView(folder_->write(QStringLiteral("a.txt"), "a b c\n"));
        view->editor()->replaceRanges({{0, 1, "longer"}, {2, 3, "longer"}, {4, 5, "longer"}});
        QCOMPARE(view->text()->text(), std::string("longer longer longer\n"));
        QCOMPARE(last(*view), QStringLiteral("Type \"longer\" in 3 places"));
        view->undo();
        QVector<code::CodeEditor::Replacement> many;
        view->editor()->replaceText(QByteArray("x,").repeated(500));
        for (qsizetype i = 0; i < 500; ++i)
            many.push_back({2 * i, 2 * i + 1, QByteArray(1, static_cast<char>('a' + i % 20))});
        view->editor()->replaceRanges(many);
        QCOMPARE(last(*view), QStringLiteral("Change 500 places"));
    }
};

QTEST_MAIN(TestTextSteps)
#include "tst_text_steps.moc"
