// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/breadcrumb.h"
#include "kodide/ui/code_document.h"
#include "kodide/ui/code_view.h"
#include "kodide/ui/find_bar.h"
#include "kodide/ui/line_comment.h"
#include "kodide/ui/outline_panel.h"
#include "kodide/ui/problem_fixes.h"
#include "tests/kodide_ui/code_fixture.h"
#include "ui/empty_label.h"
#include "ui/theme.h"

#include <QAbstractScrollArea>
#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QScrollBar>
#include <QTest>
#include <QTimer>
#include <QToolTip>
#include <QTreeWidget>
#include <Qsci/qsciscintilla.h>

#include <algorithm>

#ifdef __GLIBC__
#include <malloc.h>
#endif

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::code;
using blak::test::FakeProject;
using blak::test::TextFolder;

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

    /// That a text has no classes is said once it was looked through.
    void theOutlineWaitsForTheText()
    {
        OutlinePanel outline;
        const auto* label = outline.findChild<EmptyLabel*>();
        QCOMPARE(label->text(), QString());
        outline.setOutline({});
        QCOMPARE(label->text(), QStringLiteral("No classes in this text."));
    }

    void outlineAndPathFollowTheCursor()
    {
        auto view = openView(folder_->write(QStringLiteral("kod/creature/keeper.kod"), keeper));
        QTreeWidget* tree = view->outline()->tree();
        QCOMPARE(tree->topLevelItemCount(), 1);
        QCOMPARE(tree->topLevelItem(0)->text(0), QStringLiteral("Keeper"));
        QStringList members;
        for (int i = 0; i < tree->topLevelItem(0)->childCount(); ++i)
            members << tree->topLevelItem(0)->child(i)->text(0);
        QCOMPARE(members, (QStringList{QStringLiteral("LEND_LIMIT"), QStringLiteral("keeper_name"), QStringLiteral("plLoans"),
                                       QStringLiteral("SomeoneAsked")}));
        view->outline()->resize(240, 300);
        view->outline()->setParent(nullptr);
        view->outline()->show();
        QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, tree->visualItemRect(tree->topLevelItem(0)->child(3)).center());
        QCOMPARE(view->editor()->cursor().line, 9);
        QCOMPARE(view->breadcrumb()->texts(),
                 (QStringList{QStringLiteral("kod"), QStringLiteral("creature"), QStringLiteral("keeper.kod"),
                              QStringLiteral("Keeper"), QStringLiteral("SomeoneAsked")}));
        QVERIFY(view->statusLeft().contains(QStringLiteral("Keeper.SomeoneAsked")));
        // In other colours the same row is the current one, and what was folded is.
        const QTreeWidgetItem* current = tree->currentItem();
        QVERIFY(current != nullptr && current->text(0) == QStringLiteral("SomeoneAsked"));
        installTheme(*qApp, ThemeKind::Light);
        QVERIFY(tree->currentItem() != nullptr);
        QCOMPARE(tree->currentItem()->text(0), QStringLiteral("SomeoneAsked"));
        tree->topLevelItem(0)->setExpanded(false);
        installTheme(*qApp, ThemeKind::Dark);
        QVERIFY(!tree->topLevelItem(0)->isExpanded());
        view->outline()->setParent(view.get());
    }

    void problemsComeWhileTyping()
    {
        writeCaller();
        folder_->write(QStringLiteral("villager.kod"), QByteArray(villager).replace("what", "who"));
        auto view = openView(folder_->write(QStringLiteral("keeper.kod"), keeper));
        const auto rules = [&view] {
            QStringList all;
            for (const Diagnostic& problem : view->problems())
                all << QString::fromStdString(problem.code);
            return all;
        };
        QCOMPARE(rules(), QStringList{QStringLiteral("K0807")}); // legal, but iCount is never read
        QCOMPARE(view->problems().front().severity, Severity::Warning);
        view->editor()->goTo(13, 12); // behind "iCount ="
        QTest::keyClicks(keysOf(*view), QStringLiteral(") "));
        QTRY_COMPARE_WITH_TIMEOUT(rules(), QStringList{QStringLiteral("K0101")}, 10000);
        const Diagnostic problem = view->problems().front();
        QVERIFY(placeText(problem).starts_with("keeper.kod:14"));
        view->editor()->goTo(0, 0);
        view->showProblem(problem);
        QCOMPARE(view->editor()->cursor().line, 13);
        view->undo();
        QTRY_COMPARE_WITH_TIMEOUT(rules(), QStringList{QStringLiteral("K0807")}, 10000);
    }

    void whatNamesMeanIsSaidWhileTyping()
    {
        writeCaller();
        folder_->write(QStringLiteral("villager.kod"), villager);
        auto view = openView(folder_->write(QStringLiteral("smith.kod"), "Smith is Villager\nmessages:\n   Work()\n   {\n"
                                                                         "      piFire = piFire + 1;\n      return piFire;\n"
                                                                         "   }\nend\n"));
        QVERIFY2(view->problems().empty(), view->problems().empty() ? "" : view->problems().front().message.c_str()); // piFire is inherited
        view->editor()->goTo(4, 12);
        QTest::keyClicks(keysOf(*view), QStringLiteral("x"));
        QTRY_VERIFY_WITH_TIMEOUT(!view->problems().empty(), 10000);
        const Diagnostic problem = view->problems().front();
        QVERIFY2(QString::fromStdString(problem.message).contains(QStringLiteral("piFirex")), problem.message.c_str());
        QVERIFY2(QString::fromStdString(problem.message).endsWith(QStringLiteral("?")), problem.message.c_str()); // did you mean piFire
        QVERIFY(problem.code.starts_with("K03"));
        QCOMPARE(placeText(problem), std::string("smith.kod:5"));
        QVERIFY(view->isModified()); // said of text that no file has
        view->undo();
        QTRY_VERIFY_WITH_TIMEOUT(view->problems().empty(), 10000);
    }

    /// What only the rest of the tree tells of a text, not what the text alone does.
    void whatTheTreeSaysIsToldWhileTyping()
    {
        writeCaller();
        folder_->write(QStringLiteral("villager.kod"), villager);
        auto view = openView(folder_->write(QStringLiteral("smith.kod"), "Smith is Villager\nmessages:\n   Work()\n   {\n"
                                                                         "      return Create(&Villager);\n   }\nend\n"));
        QVERIFY(view->problems().empty());
        const auto tells = [&view](const char* code) {
            return std::ranges::any_of(view->problems(), [code](const Diagnostic& one) { return one.code == code; });
        };
        view->editor()->goTo(4, 29); // behind "&Villager"
        QTest::keyClicks(keysOf(*view), QStringLiteral(", #size = 1"));
        QTRY_VERIFY_WITH_TIMEOUT(tells("K0815"), 10000);
        view->editor()->goTo(2, 7); // behind "Work"
        QTest::keyClicks(keysOf(*view), QStringLiteral("Less"));
        QTRY_VERIFY_WITH_TIMEOUT(tells("K0813"), 10000);
    }

    /// A text that is open is judged again when another one says something else: at once where it is seen, else when it is shown.
    void whatOtherTextsSayIsToldWithoutAnEdit()
    {
        writeCaller();
        folder_->write(QStringLiteral("villager.kod"), villager);
        auto other = openView(folder_->path(QStringLiteral("villager.kod")));
        auto view = openView(folder_->write(QStringLiteral("smith.kod"), "Smith is Villager\nmessages:\n   Refuse()\n   {\n"
                                                                         "      return Send(self,@Refused);\n   }\nend\n"));
        const auto tells = [&view] {
            return std::ranges::any_of(view->problems(), [](const Diagnostic& one) { return one.code == "K0814"; });
        };
        QTRY_VERIFY_WITH_TIMEOUT(tells(), 10000);
        other->editor()->goTo(4, 9); // behind "Refuse"
        QTest::keyClicks(keysOf(*other), QStringLiteral("d"));
        QTRY_VERIFY_WITH_TIMEOUT(!tells(), 10000);
        view->hide();
        other->undo();
        other->finishAnalysis();
        QVERIFY(!tells());
        view->show();
        QTRY_VERIFY_WITH_TIMEOUT(tells(), 10000);
    }

    /// What is missing behind a line is marked at its last letter, where it can be seen.
    void whatIsMissingIsMarkedAtTheEndOfItsLine()
    {
        writeCaller();
        folder_->write(QStringLiteral("villager.kod"), villager);
        auto view = openView(folder_->write(QStringLiteral("smith.kod"), "Smith is Villager\nmessages:\n   Work()\n   {\n"
                                                                         "      piFire = 2\n      return 1;\n   }\nend\n"));
        QVERIFY(!view->problems().empty());
        const auto* text = qobject_cast<QsciScintilla*>(keysOf(*view));
        const qsizetype last = view->editor()->text().indexOf('2');
        const auto isMarked = [text](qsizetype at) { return text->SendScintilla(QsciScintilla::SCI_INDICATORALLONFOR, static_cast<unsigned long>(at)) != 0; };
        QVERIFY(isMarked(last));
        QVERIFY(!isMarked(last + 1));
    }

    /// Of two unknown names alike the one at the cursor is changed, or both.
    void unknownNamesCanBeChanged()
    {
        writeCaller();
        folder_->write(QStringLiteral("villager.kod"), villager);
        auto view = openView(folder_->write(QStringLiteral("smith.kod"), "Smith is Villager\nmessages:\n   Work()\n   {\n"
                                                                         "      piFire = 2;\n      piFire = piFirre + 1;\n      return piFirre;\n   }\nend\n"));
        QCOMPARE(view->problems().size(), std::size_t{2});
        const auto rows = [&](int line, int column) {
            view->editor()->goTo(line, column);
            return fixesAt(*view, view->editor()->cursorOffset());
        };
        QVERIFY(rows(2, 0).isEmpty());
        offerFixes(*view);
        QCOMPARE(QToolTip::text(), QStringLiteral("No fix is known for this line.")); // said where the list would be
        QToolTip::hideText();
        const auto titles = [](const QVector<FixRow>& all) {
            QStringList texts;
            for (const FixRow& row : all)
                texts << row.title;
            return texts;
        };
        const QVector<FixRow> second = rows(6, 0); // of the line
        QCOMPARE(titles(second), (QStringList{QStringLiteral("Change to piFire"), QStringLiteral("Change to piFire: all 2 in this file")}));
        second.front().run();
        QVERIFY(view->editor()->text().contains("piFirre + 1") && view->editor()->text().contains("return piFire;"));
        view->undo();
        view->finishAnalysis();
        rows(5, 17).back().run();
        QVERIFY(!view->editor()->text().contains("piFirre"));
        view->finishAnalysis();
        QVERIFY(view->problems().empty());
    }

    /// With its line, and what is said of it there; a letter is too little to guess by, and TRUE is known before anybody uses it.
    void whatNobodyUsesCanBeRemoved()
    {
        writeCaller();
        folder_->write(QStringLiteral("villager.kod"), villager);
        folder_->write(QStringLiteral("truth.khd"), "   TRUE = 1\n");
        auto view = openView(folder_->write(QStringLiteral("smith.kod"), "Smith is Villager\nconstants:\n   include truth.khd\n   FORGE = 3  % unused\n   HEAT = 4\n"
                                                                         "messages:\n   Work()\n   {\n      local i;\n      i = HEAT;\n"
                                                                         "      return i;\n   }\nend\n"));
        view->editor()->goTo(3, 4);
        const QVector<FixRow> rows = fixesAt(*view, view->editor()->cursorOffset());
        QCOMPARE(rows.size(), 1);
        QCOMPARE(rows.front().title, QStringLiteral("Remove FORGE"));
        rows.front().run();
        QVERIFY2(view->editor()->text().contains("truth.khd\n   HEAT = 4\n"), view->editor()->text().constData());
        const auto sentence = [&](const char* with) {
            view->editor()->replaceText(view->editor()->text().replace("i = HEAT;", with));
            view->finishAnalysis();
            const auto found = std::ranges::find(view->problems(), std::string("K0302"), &Diagnostic::code);
            const QString told = found == view->problems().end() ? QString() : QString::fromStdString(found->message);
            view->editor()->replaceText(view->editor()->text().replace(with, "i = HEAT;"));
            return told;
        };
        QCOMPARE(sentence("i = tru;"), QStringLiteral("Unknown name `tru`; did you mean `TRUE`?"));
        QCOMPARE(sentence("i = x;"), QStringLiteral("Unknown name `x`."));
    }

    void unsavedTextOfAnotherFileCounts()
    {
        writeCaller();
        auto parent = openView(folder_->write(QStringLiteral("villager.kod"), villager));
        auto view = openView(folder_->write(QStringLiteral("smith.kod"), "Smith is Villager\nmessages:\n   Work()\n   {\n"
                                                                         "      piAnvil = 1;\n      return;\n   }\nend\n"));
        view->finishAnalysis();
        QCOMPARE(view->problems().size(), std::size_t{1});
        const QByteArray text = QByteArray(villager).replace("piFire = 0\n", "piFire = 0\n   piAnvil = 0\n");
        parent->editor()->replaceText(text);
        parent->finishAnalysis();
        QVERIFY(parent->isModified());
        QTRY_VERIFY_WITH_TIMEOUT(view->problems().empty(), 10000);
        parent->editor()->replaceText("Villager\nproperties:\n   piFire = \n"); // half a text: the last whole one counts
        parent->finishAnalysis();
        QVERIFY(!parent->problems().empty());
        parent->editor()->replaceText(text);
        parent->finishAnalysis();
        parent.reset(); // in no tab, but still what would be saved
        QTest::qWait(200);
        QVERIFY(view->problems().empty());
        project_->workspace()->close(folder_->path(QStringLiteral("villager.kod")).toStdString()); // given up: the file counts again
        QTRY_COMPARE_WITH_TIMEOUT(view->problems().size(), std::size_t{1}, 10000);
    }

    /// A world with sources in `kod` and a knowledge base beside the build: the names of its sources are known all the same.
    void aKnowledgeBaseElsewhereIsNoTree()
    {
        folder_->write(QStringLiteral("kodbase.txt"), "T 1\n");
        folder_->write(QStringLiteral("kod/include/blakston.khd"), "   FULL_MOON = 28\n");
        folder_->write(QStringLiteral("kod/villager.kod"), QByteArray(villager).replace("properties:", "constants:\n   include "
                                                                                                      "blakston.khd\nproperties:"));
        auto view = openView(folder_->write(QStringLiteral("kod/npc/smith.kod"),
                                            "Smith is Villager\nmessages:\n   Work()\n   {\n      local x;\n\n      x = undefinedthing + "
                                            "Nonfunc(3);\n      piFire = x;\n      return x;\n   }\nend\n"));
        QStringList names;
        for (const Diagnostic& problem : view->problems())
            if (problem.severity == Severity::Error)
                names << QString::fromStdString(problem.message);
        QVERIFY2(names.join(u' ').contains(QStringLiteral("undefinedthing")), qPrintable(names.join(u'\n')));
        QVERIFY2(!names.join(u' ').contains(QStringLiteral("piFire")), qPrintable(names.join(u'\n')));
    }

    void nothingIsSaidBelowAClassWithErrors()
    {
        folder_->write(QStringLiteral("villager.kod"), "Villager\nproperties:\n   piFire 0\nmessages:\nend\n");
        auto view = openView(folder_->write(QStringLiteral("smith.kod"), "Smith is Villager\nmessages:\n   Work()\n   {\n"
                                                                         "      piFire = 1;\n      return;\n   }\nend\n"));
        QVERIFY(view->problems().empty());
        auto lost = openView(folder_->write(QStringLiteral("lost.kod"), "Lost is Nobody\nmessages:\nend\n"));
        lost->finishAnalysis();
        QCOMPARE(lost->problems().size(), std::size_t{1});
        QVERIFY(QString::fromStdString(lost->problems().front().message).contains(QStringLiteral("Nobody")));
    }

    void aNarrowOutlineGivesNamesTheRoom()
    {
        auto view = openView(folder_->write(QStringLiteral("keeper.kod"), keeper));
        OutlinePanel* outline = view->outline();
        QTreeWidget* tree = outline->tree();
        outline->setParent(nullptr);
        outline->resize(400, 300);
        outline->show();
        QApplication::processEvents();
        QVERIFY(!tree->isColumnHidden(1));
        const int wanted = tree->columnWidth(0);
        QCOMPARE(wanted + tree->columnWidth(1), tree->viewport()->width()); // long details end in dots
        outline->resize(150, 300);
        QApplication::processEvents();
        QVERIFY(tree->isColumnHidden(1));
        QVERIFY(tree->columnWidth(0) <= tree->viewport()->width()); // so that the name is cut off with dots
        QCOMPARE(tree->topLevelItem(0)->child(3)->toolTip(0), QStringLiteral("SomeoneAsked  (who)"));
        QCOMPARE(tree->topLevelItem(0)->child(3)->toolTip(1), QStringLiteral("SomeoneAsked  (who)"));
        outline->resize(400, 300);
        QApplication::processEvents();
        QVERIFY(!tree->isColumnHidden(1));
        QCOMPARE(tree->columnWidth(0), wanted);
        outline->setParent(view.get());
    }

    /// Whatever is broken, what stands elsewhere stays in the outline.
    void aFaultDoesNotEmptyTheOutline_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("after");
        QTest::addColumn<QStringList>("lost");
        QTest::newRow("header") << QByteArray("Keeper is Villager") << QByteArray("Keeper is") << QStringList();
        QTest::newRow("colon of a block") << QByteArray("properties:") << QByteArray("properties") << QStringList();
        QTest::newRow("entry") << QByteArray("LEND_LIMIT = 3") << QByteArray("LEND_LIMIT = ") << QStringList();
        QTest::newRow("parameters") << QByteArray("(who = $)") << QByteArray("(who = ") << QStringList();
        QTest::newRow("brace") << QByteArray("         Send(self,@Refuse,#who=who);\n      }\n")
                               << QByteArray("         Send(self,@Refuse,#who=who);\n") << QStringList();
        QTest::newRow("half a statement") << QByteArray("iCount = 0;") << QByteArray("iCount = ") << QStringList();
        QTest::newRow("quote") << QByteArray("\"the keeper\"") << QByteArray("\"the keeper") << QStringList();
    }
    void aFaultDoesNotEmptyTheOutline()
    {
        QFETCH(const QByteArray, before);
        QFETCH(const QByteArray, after);
        QFETCH(const QStringList, lost);
        QByteArray text = QByteArray(keeper).replace("end\n", "   Leave()\n   {\n      return;\n   }\nend\n");
        QVERIFY(text.contains(before));
        text.replace(before, after);
        folder_->write(QStringLiteral("villager.kod"), villager);
        auto view = openView(folder_->write(QStringLiteral("keeper.kod"), text));
        QVERIFY(!view->problems().empty());
        QCOMPARE(view->analysis().classes.size(), 1);
        QCOMPARE(view->analysis().classes[0].name, QStringLiteral("Keeper"));
        QStringList names;
        for (const OutlineEntry& member : view->analysis().classes[0].members) {
            names << member.name;
            QCOMPARE(text.mid(member.begin, member.name.size()), member.name.toUtf8());
            QCOMPARE(member.line, static_cast<int>(text.left(member.begin).count('\n')));
        }
        QStringList wanted{QStringLiteral("LEND_LIMIT"), QStringLiteral("keeper_name"), QStringLiteral("plLoans"),
                           QStringLiteral("SomeoneAsked"), QStringLiteral("Leave")};
        for (const QString& name : lost)
            wanted.removeOne(name);
        QCOMPARE(names, wanted);
    }

    void includedConstantsAreKnown()
    {
        folder_->write(QStringLiteral("kod/include/blakston.khd"), "   FULL_MOON = 28\n");
        const QString path =
            folder_->write(QStringLiteral("kod/a/b.kod"), "B\nconstants:\n   include blakston.khd\nmessages:\nend\n");
        auto view = openView(path);
        QVERIFY(view->analysis().constants.contains("full_moon"));
        QVERIFY(view->problems().empty());
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

private:
    /// Somebody sends what the texts handle; else that nobody does would be told of them.
    void writeCaller()
    {
        folder_->write(QStringLiteral("zcaller.kod"), "Caller\nmessages:\n   Constructor()\n   {\n      Send(self, @SomeoneAsked);\n"
                                                      "      Send(self, @Work);\n      return;\n   }\nend\n");
    }
};

QTEST_MAIN(TestCodeView)
#include "tst_code_view.moc"
