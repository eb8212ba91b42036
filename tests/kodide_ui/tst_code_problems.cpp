// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/code_view.h"
#include "kodide/ui/problem_fixes.h"
#include "tests/kodide_ui/code_fixture.h"
#include "ui/theme.h"

#include <QTest>
#include <Qsci/qsciscintilla.h>

#include <algorithm>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::code;

/// What is found in texts while they are typed.
class TestCodeProblems : public QObject, test::CodeFixture
{
    Q_OBJECT

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }
    void init() { begin(); }

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
        writeCaller();
        folder_->write(QStringLiteral("villager.kod"), "Villager\nproperties:\n   piFire 0\nmessages:\nend\n");
        auto view = openView(folder_->write(QStringLiteral("smith.kod"), "Smith is Villager\nmessages:\n   Work()\n   {\n"
                                                                         "      piFire = 1;\n      return;\n   }\nend\n"));
        QVERIFY(view->problems().empty());
        auto lost = openView(folder_->write(QStringLiteral("lost.kod"), "Lost is Nobody\nmessages:\nend\n"));
        lost->finishAnalysis();
        QCOMPARE(lost->problems().size(), std::size_t{1});
        QVERIFY(QString::fromStdString(lost->problems().front().message).contains(QStringLiteral("Nobody")));
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
};

QTEST_MAIN(TestCodeProblems)
#include "tst_code_problems.moc"
