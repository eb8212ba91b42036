// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/code_view.h"
#include "kodide/ui/find_bar.h"
#include "kodide/ui/line_comment.h"
#include "tests/kodide_ui/code_fixture.h"
#include "ui/theme.h"

#include <QAbstractScrollArea>
#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QScrollBar>
#include <QTest>
#include <QTimer>


#ifdef __GLIBC__
#include <malloc.h>
#endif

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::code;

class TestCodeView : public QObject, test::CodeFixture
{
    Q_OBJECT

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }
    void init() { begin(); }

    /// The file was changed by another program above and below the caret: it stays at its line, where it was on the screen.
    void theCaretStaysWhenTheFileIsReadAgain()
    {
        QByteArray lines;
        for (int i = 1; i <= 200; ++i)
            lines += "   line" + QByteArray::number(i) + ";\n";
        const QString path = folder_->write(QStringLiteral("a.txt"), lines);
        auto view = openView(path);
        view->resize(600, 400);
        view->show();
        view->editor()->goTo(99, 7);
        view->editor()->setFirstVisibleLine(92);
        QByteArray changed = "   above1;\n   above2;\n" + lines;
        changed.replace("line98;", "line98;\n   between;").replace("line150;", "other;");
        folder_->write(QStringLiteral("a.txt"), changed);
        QVERIFY(view->reload());
        QCoreApplication::processEvents();
        QCOMPARE(view->editor()->cursor().line, 102);
        QCOMPARE(view->editor()->cursor().column, 7);
        QCOMPARE(view->editor()->lineText(102), QByteArray("   line100;"));
        QVERIFY2(view->editor()->firstVisibleLine() >= 93 && view->editor()->firstVisibleLine() <= 95,
                 qPrintable(QString::number(view->editor()->firstVisibleLine())));
    }

    /// The place that is kept is one of the text with its unsaved edits, also where the file has not so many lines.
    void theCaretStaysWhenEditsArePutBack()
    {
        const QString path = folder_->write(QStringLiteral("a.txt"), "one\ntwo\nthree\n");
        auto view = openView(path);
        view->restoreViewState({{QStringLiteral("line"), 5}, {QStringLiteral("column"), 2}});
        QVERIFY(view->restoreUnsaved("zero\none\ntwo\nthree\nfour\nfive\n"));
        QCOMPARE(view->editor()->cursor().line, 5);
        QCOMPARE(view->editor()->cursor().column, 2);
    }

    /// It was put into a text that had no width yet.
    void aTextBeginsWithItsFirstColumns()
    {
        const QString path = folder_->write(QStringLiteral("a.txt"), QByteArray(60, 'x') + "\n" + QByteArray(4000, 'y') + "\n");
        auto view = openView(path);
        auto* area = qobject_cast<QAbstractScrollArea*>(view->editor()->focusProxy());
        view->resize(200, 300);
        const auto restore = [&](int line, int column) {
            view->restoreViewState({{QStringLiteral("line"), line}, {QStringLiteral("column"), column}, {QStringLiteral("top"), 0}});
            view->resize(1200, 300);
            view->show();
            QTest::qWait(50);
        };
        restore(0, 58);
        QCOMPARE(area->horizontalScrollBar()->value(), 0);
        restore(1, 3000); // the caret is far to the right
        QVERIFY(area->horizontalScrollBar()->value() > 0);
    }

    void bytesAreKept_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("bytes");
        QByteArray all;
        for (int c = 1; c < 256; ++c)
            all += static_cast<char>(c);
        QTest::newRow("every byte") << QStringLiteral("a.kod") << all;
        QTest::newRow("mixed line ends") << QStringLiteral("a.kod") << QByteArray("a\r\nb\nc\rd\n\r\n");
        QTest::newRow("UTF-8") << QStringLiteral("a.txt") << QByteArray("gr\xC3\xBC\xC3\x9F\x65\r\n");
        QTest::newRow("UTF-8 with mark") << QStringLiteral("a.txt") << QByteArray("\xEF\xBB\xBFgr\xC3\xBC");
        QTest::newRow("mark alone") << QStringLiteral("a.txt") << QByteArray("\xEF\xBB\xBF");
        QTest::newRow("mark and damaged") << QStringLiteral("a.txt") << QByteArray("\xEF\xBB\xBF\xFF");
        QTest::newRow("UTF-8 in Blakod is bytes") << QStringLiteral("a.kod") << QByteArray("% \xC3\xBC\n");
        QTest::newRow("a byte 0 far behind") << QStringLiteral("a.txt") << QByteArray(QByteArray(5000, 'x') + '\0' + "y");
        QTest::newRow("empty") << QStringLiteral("a.kod") << QByteArray();
    }

    void bytesAreKept()
    {
        QFETCH(QString, name);
        QFETCH(QByteArray, bytes);
        const QString path = folder_->write(name, bytes);
        auto view = openView(path);
        view->editor()->select(0, 0);
        QTest::keyClicks(keysOf(*view), QStringLiteral("#"));
        QVERIFY(view->isModified());
        QVERIFY(view->save());
        const QByteArray mark = name.endsWith(QLatin1String(".txt")) && view->format().encoding == TextEncoding::Utf8WithMark
                                    ? QByteArray("\xEF\xBB\xBF")
                                    : QByteArray();
        QCOMPARE(folder_->read(name), QByteArray(mark + '#' + bytes.mid(mark.size())));
        QCOMPARE(folder_->read(name + u'~'), bytes);
    }

    void aCharacterWithoutPlaceIsRefusedAndNothingIsLost()
    {
        const QString path = folder_->write(QStringLiteral("a.kod"), "A\n%\nend\n");
        auto view = openView(path);
        view->editor()->goTo(1, 1);
        QKeyEvent euro(QEvent::KeyPress, Qt::Key_unknown, Qt::NoModifier, QStringLiteral("\u20AC")); // it has a place
        QApplication::sendEvent(keysOf(*view), &euro);
        view->editor()->replaceText("A\n% \xE2\x86\x92 \nend\n");
        view->finishAnalysis();
        const auto saved = view->save();
        QVERIFY(!saved);
        QCOMPARE(QString::fromStdString(saved.error().what),
                 QStringLiteral("\u201c\u2192\u201d in line 2, column 3 is not in Windows-1252"));
        QVERIFY(view->isModified());
        QCOMPARE(folder_->read(QStringLiteral("a.kod")), QByteArray("A\n%\nend\n"));
        QVERIFY(QString::fromStdString(view->problems().front().message).contains(QStringLiteral("cannot be saved")));
        view->undo();
        QVERIFY(view->save());
        QCOMPARE(folder_->read(QStringLiteral("a.kod")), QByteArray("A\n%\x80\nend\n"));
    }

    void newLinesTakeTheLineEndOfTheFile()
    {
        const QString path = folder_->write(QStringLiteral("a.cfg"), "a\r\nb\r\nc\n");
        auto view = openView(path);
        QVERIFY(view->statusRight().contains(QStringLiteral("Windows-1252, mixed line ends")));
        view->editor()->goTo(0, 1);
        QTest::keyClick(keysOf(*view), Qt::Key_Return);
        QVERIFY(view->save());
        QCOMPARE(folder_->read(QStringLiteral("a.cfg")), QByteArray("a\r\n\r\nb\r\nc\n"));
    }

    /// What was said of something one did goes by itself, too.
    void whatIsSaidGoes()
    {
        auto view = openView(folder_->write(QStringLiteral("a.txt"), "one\ntwo\n"));
        view->say(QStringLiteral("No world stops there."));
        QCOMPARE(view->statusLeft(), QStringList{QStringLiteral("No world stops there.")});
        auto* timer = view->findChild<QTimer*>(QStringLiteral("said"));
        QVERIFY(timer != nullptr && timer->isActive() && timer->isSingleShot());
        timer->setInterval(0);
        QTRY_COMPARE(view->statusLeft().first(), QStringLiteral("line 1, column 1"));
    }

    /// Keys of other editors that are bound to nothing here are no letters.
    void controlWithALetterTypesNothing()
    {
        auto view = openView(folder_->write(QStringLiteral("a.txt"), "one two\n"));
        QWidget* keys = view->editor()->textKeys();
        view->editor()->select(0, 3);
        for (const auto& [key, letter] : {std::pair(Qt::Key_Period, '.'), std::pair(Qt::Key_Semicolon, ';'), std::pair(Qt::Key_Apostrophe, '\'')}) {
            QKeyEvent down(QEvent::KeyPress, key, Qt::ControlModifier, QString(QLatin1Char(letter)));
            QApplication::sendEvent(keys, &down);
        }
        QCOMPARE(view->editor()->text(), QByteArray("one two\n"));
        QKeyEvent graph(QEvent::KeyPress, Qt::Key_At, Qt::ControlModifier | Qt::AltModifier, QStringLiteral("@")); // AltGr
        QApplication::sendEvent(keys, &graph);
        QCOMPARE(view->editor()->text(), QByteArray("@ two\n"));
    }

    void linesAreCommentedAndMoved()
    {
        auto view = openView(folder_->write(QStringLiteral("a.kod"), "A\n   one\n\n      two\nend\n"));
        view->editor()->select(view->editor()->offsetOf(1, 0), view->editor()->offsetOf(3, 4));
        toggleComment(*view->editor());
        QCOMPARE(view->editor()->text(), QByteArray("A\n   % one\n\n   %    two\nend\n"));
        toggleComment(*view->editor());
        QCOMPARE(view->editor()->text(), QByteArray("A\n   one\n\n      two\nend\n"));
        view->editor()->goTo(1, 0);
        view->editor()->moveLines(-1);
        QCOMPARE(view->editor()->text(), QByteArray("   one\nA\n\n      two\nend\n"));
        view->undo();
        auto other = openView(folder_->write(QStringLiteral("b.kod"), "A\nend\n"), QStringLiteral("open105"));
        toggleComment(*other->editor());
        QCOMPARE(other->editor()->text(), QByteArray("// A\nend\n"));
    }

    void findGoesThroughHitsAndCounts()
    {
        auto view = openView(folder_->write(QStringLiteral("keeper.kod"), keeper));
        view->findBar()->open(true);
        QLineEdit* field = view->findBar()->findField();
        QTest::keyClicks(field, QStringLiteral("plloans"));
        QCOMPARE(view->findBar()->countText(), QStringLiteral("1 of 2"));
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(view->findBar()->countText(), QStringLiteral("2 of 2"));
        QTest::keyClick(field, Qt::Key_Return); // around the end
        QCOMPARE(view->findBar()->countText(), QStringLiteral("1 of 2"));
        QTest::keyClick(field, Qt::Key_Return, Qt::ShiftModifier);
        QCOMPARE(view->findBar()->countText(), QStringLiteral("2 of 2"));
        QTest::mouseClick(view->findBar()->switches().matchCase, Qt::LeftButton);
        QCOMPARE(view->findBar()->countText(), QStringLiteral("Not found"));
        QTest::mouseClick(view->findBar()->switches().matchCase, Qt::LeftButton);
        field->setText(QStringLiteral("who"));
        QCOMPARE(view->findBar()->countText(), QStringLiteral("2 of 3"));
        QTest::mouseClick(view->findBar()->switches().regex, Qt::LeftButton);
        field->setText(QStringLiteral("(\\w+)=(who"));
        QVERIFY(view->findBar()->countText().contains(QStringLiteral("fault")));
        field->setText(QStringLiteral("(\\w+)=(who)"));
        view->findBar()->replaceField()->setText(QStringLiteral("$2=$1\u00e9"));
        view->findBar()->replaceAll();
        QVERIFY(view->editor()->text().contains("#who=who\xC3\xA9)"));
        view->undo();
        QCOMPARE(view->editor()->text(), QByteArray(keeper));
        QTest::keyClick(field, Qt::Key_Escape);
        QVERIFY(!view->findBar()->isVisible());
    }

    void placesOfTheCommandPalette()
    {
        auto view = openView(folder_->write(QStringLiteral("keeper.kod"), keeper));
        QVERIFY(view->goToPlace(QStringLiteral("14,7")));
        QCOMPARE(view->editor()->cursor().line, 13);
        QCOMPARE(view->editor()->cursor().column, 6);
        QVERIFY(view->goToPlace(QStringLiteral("999"))); // there are not as many: the last
        QCOMPARE(view->editor()->cursor().line, view->editor()->lineCount() - 1);
        view->restoreViewState({{QStringLiteral("line"), 99'998}});
        QCOMPARE(view->editor()->cursor().line, view->editor()->lineCount() - 1);
        QVERIFY(!view->goToPlace(QStringLiteral("0")));
        QVERIFY(!view->goToPlace(QStringLiteral("x")));
        QVERIFY(view->goToPlace(QStringLiteral("someoneasked"))); // as it stands in the outline, in any case
        QCOMPARE(view->editor()->cursor().line, 9);
        QVERIFY2(view->placeHint().contains(QStringLiteral("outline")), qPrintable(view->placeHint()));
    }

    void whatAnotherProgramWroteIsOneStep()
    {
        const QString path = folder_->write(QStringLiteral("keeper.kod"), keeper);
        auto view = openView(path);
        view->editor()->goTo(13, 3);
        folder_->write(QStringLiteral("keeper.kod"), QByteArray(keeper).replace("LEND_LIMIT = 3", "LEND_LIMIT = 44"));
        QVERIFY(view->reload());
        QVERIFY(!view->isModified());
        QVERIFY(view->editor()->text().contains("= 44"));
        QCOMPARE(view->editor()->cursor().line, 13); // the place stays
        view->undo();
        QCOMPARE(view->editor()->text(), QByteArray(keeper));
    }

    void unsavedEditsComeBack()
    {
        const QString path = folder_->write(QStringLiteral("keeper.kod"), keeper);
        QByteArray kept;
        {
            auto view = openView(path);
            QTest::keyClicks(keysOf(*view), QStringLiteral("% edited"));
            kept = view->unsavedState().value();
            project_->workspace()->close(path.toStdString());
        }
        auto view = openView(path);
        QVERIFY(view->restoreUnsaved(kept));
        QVERIFY(view->isModified());
        QVERIFY(view->editor()->text().startsWith("% edited"));
    }

    void typingIsStepsOfTheDocument()
    {
        auto view = openView(folder_->write(QStringLiteral("a.txt"), "one\n"));
        document::History& history = view->text()->history();
        QTest::keyClicks(keysOf(*view), QStringLiteral("two"));
        QCOMPARE(history.size(), std::size_t{1}); // a word is a step
        QCOMPARE(view->text()->text(), std::string("twoone\n"));
        QTest::keyClick(keysOf(*view), Qt::Key_Backspace);
        QTest::keyClick(keysOf(*view), Qt::Key_Backspace);
        QCOMPARE(history.size(), std::size_t{2}); // so is taking letters away
        QTest::keyClick(keysOf(*view), Qt::Key_Return);
        QCOMPARE(history.size(), std::size_t{3});
        view->editor()->select(0, 1);
        QTest::keyClicks(keysOf(*view), QStringLiteral("x")); // over a selection: both are one
        QCOMPARE(history.size(), std::size_t{4});
        QCOMPARE(view->text()->text(), std::string("x\none\n"));
        view->editor()->moveLines(1);
        QCOMPARE(history.undoName(), std::string_view("Move lines"));
        QCOMPARE(view->text()->text(), view->editor()->text().toStdString());
        history.moveTo(0);
        QCOMPARE(view->editor()->text(), QByteArray("one\n"));
        history.moveTo(history.size());
        QCOMPARE(view->editor()->text(), QByteArray("one\nx\n"));
        QVERIFY(view->isModified());
        QVERIFY(view->save());
        QTest::keyClicks(keysOf(*view), QStringLiteral("y"));
        view->undo();
        QVERIFY(!view->isModified()); // what was saved is found again
    }

    void oneTextInTwoViews()
    {
        const QString path = folder_->write(QStringLiteral("a.kod"), "A\n   % caf\xE9\nend\n");
        auto first = openView(path);
        auto second = openView(path);
        QCOMPARE(first->document(), second->document());
        first->editor()->goTo(2, 3);
        second->editor()->goTo(1, 3);
        QTest::keyClicks(keysOf(*second), QStringLiteral("bc"));
        QCOMPARE(first->editor()->text(), second->editor()->text());
        QCOMPARE(first->editor()->cursor().line, 2); // its own place
        QTest::keyClicks(keysOf(*first), QStringLiteral("z"));
        QCOMPARE(second->text()->history().size(), std::size_t{2});
        second->undo(); // one history
        second->undo();
        QCOMPARE(first->editor()->text(), QByteArray("A\n   % caf\xC3\xA9\nend\n"));
        QVERIFY(!first->isModified() && !second->isModified());
        QTest::keyClicks(keysOf(*first), QStringLiteral("q"));
        first.reset();
        QVERIFY(second->isModified());
        second.reset();
        const auto text = project_->workspace()->find(path.toStdString());
        QVERIFY(text && text->views() == 0 && text->isModified());
        QVERIFY(text->save());
        auto third = openView(path);
        QCOMPARE(third->document(), text);
    }

    void closingAHeaderTellsNobodyWhoIsGone()
    {
#ifdef __GLIBC__
        mallopt(M_PERTURB, 0xa5); // what is used after its end is no longer what it was
#endif
        folder_->write(QStringLiteral("kod/include/blakston.khd"), "   FULL_MOON = 28\n");
        auto header = openView(folder_->path(QStringLiteral("kod/include/blakston.khd")));
        const auto reader = openView(folder_->write(QStringLiteral("kod/a/b.kod"), "B\nconstants:\n   include blakston.khd\nend\n"));
        header.reset();
        QCoreApplication::processEvents();
        QVERIFY(reader->isVisible());
#ifdef __GLIBC__
        mallopt(M_PERTURB, 0);
#endif
    }
};

QTEST_MAIN(TestCodeView)
#include "tst_code_view.moc"
