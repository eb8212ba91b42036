// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/code_editor.h"
#include "kodide/ui/code_view.h"
#include "kodide/ui/kod_styles.h"
#include "tests/kodide_ui/code_fixture.h"
#include "ui/theme.h"

#include <QApplication>
#include <QTest>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::code;

namespace {

KodStyle styleAt(const StyledKod& styled, std::string_view text, std::string_view piece)
{
    const std::size_t at = text.find(piece);
    if (at == std::string_view::npos)
        qFatal("the text does not hold it");
    return styled.styles[at];
}

} // namespace

/// The colours of texts: Blakod as the compiler reads it, everything else so that it can be read.
class TestCodeColours : public QObject, test::CodeFixture
{
    Q_OBJECT

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }
    void init() { begin(); }

    void coloursFollowTheCompilersLexer()
    {
        const StyledKod styled = styleKod(keeper, kod::classicDialect(), {"lend_limit"});
        QCOMPARE(styleAt(styled, keeper, "% Keeps"), KodStyle::Comment);
        QCOMPARE(styleAt(styled, keeper, "Villager"), KodStyle::Class);
        QCOMPARE(styleAt(styled, keeper, "messages"), KodStyle::Keyword);
        QCOMPARE(styleAt(styled, keeper, "SomeoneAsked"), KodStyle::Message);
        QCOMPARE(styleAt(styled, keeper, "who = $"), KodStyle::Parameter);
        QCOMPARE(styleAt(styled, keeper, "\"Lends"), KodStyle::String);
        QCOMPARE(styleAt(styled, keeper, "Length("), KodStyle::BuiltIn);
        QCOMPARE(styleAt(styled, keeper, "self"), KodStyle::Keyword);
        QCOMPARE(styleAt(styled, keeper, "@Refuse"), KodStyle::Message);
        QCOMPARE(styleAt(styled, keeper, "#who"), KodStyle::Parameter);
        QCOMPARE(styleAt(styled, keeper, "&Lantern"), KodStyle::Class);
        QCOMPARE(styleAt(styled, keeper, "LEND_LIMIT\n"), KodStyle::Constant); // the use in the message
        QCOMPARE(styleAt(styled, keeper, "plLoans) >"), KodStyle::Plain);
        QCOMPARE(styleAt(styled, keeper, ";\n"), KodStyle::Operator);
        // Folds hang on the lines that blocks belong to.
        QVERIFY(styled.lines[8].header);   // messages:
        QVERIFY(styled.lines[9].header);   // SomeoneAsked
        QVERIFY(styled.lines[14].header);  // if
        QVERIFY(!styled.lines[11].header); // the brace itself
        QCOMPARE(styled.lines[16].level, styled.lines[8].level + 3);
        QCOMPARE(styled.lines[20].level, 0);
    }

    /// Behind a brace or bracket that is not closed.
    void aFaultKeepsTheColoursOfLaterHandlers_data()
    {
        QTest::addColumn<QByteArray>("broken");
        QTest::addRow("brace") << QByteArray("   First()\n   {\n      if a { b = 1;\n   }\n");
        QTest::addRow("bracket") << QByteArray("   First(\n");
        QTest::addRow("both") << QByteArray("   First( {\n");
    }
    void aFaultKeepsTheColoursOfLaterHandlers()
    {
        QFETCH(QByteArray, broken);
        const std::string text = "A\nmessages:\n" + broken.toStdString() +
                                 "   Second(what = $)\n   \"Says so.\"\n   {\n      if a OR\n         Second(b)\n      {\n         Debug(c);\n      }\n      return;\n   }\nend\n";
        const StyledKod styled = styleKod(text, kod::classicDialect(), {});
        QCOMPARE(styleAt(styled, text, "Second(what"), KodStyle::Message);
        QCOMPARE(styleAt(styled, text, "what = $"), KodStyle::Parameter);
        QCOMPARE(styleAt(styled, text, "Second(b)"), KodStyle::Plain);
    }

    /// Whatever is typed in the middle of a line, what stands before and behind it keeps its colour, in its line and the others.
    void whatIsHalfTypedChangesNoOtherColour_data()
    {
        QTest::addColumn<QByteArray>("at"); ///< of the text, before which it is typed
        QTest::addColumn<QByteArray>("typed");
        for (const char* at : {"iCount = 0;", "if Length", "Send(self", "return Create", "   local", "end\n"})
            for (const char* typed : {"}\n", "{\n", "(", ")", "Send(", "Send(self, @\n", "Send(self, #\n", "x = &\n", "x = [ 1,", "if (a\n", "\"half\n", "% half\n"})
                QTest::addRow("%s before %s", typed, at) << QByteArray(at) << QByteArray(typed);
    }
    void whatIsHalfTypedChangesNoOtherColour()
    {
        QFETCH(const QByteArray, at);
        QFETCH(const QByteArray, typed);
        const std::string whole = keeper;
        const StyledKod before = styleKod(whole, kod::classicDialect(), {});
        const std::size_t place = whole.find(at.toStdString());
        const StyledKod after = styleKod(std::string(whole).insert(place, typed.toStdString()), kod::classicDialect(), {});
        QByteArray lost;
        for (std::size_t i = 0; i < whole.size(); ++i)
            if (after.styles[i < place ? i : i + static_cast<std::size_t>(typed.size())] != before.styles[i])
                lost += whole[i];
        QCOMPARE(lost, QByteArray());
    }

    /// A text that does not follow the grammar for a moment has still its constants, its own and those of headers.
    void aFaultKeepsTheColoursOfConstants()
    {
        folder_->write(QStringLiteral("moon.khd"), "   FULL_MOON = 28\n");
        const QByteArray text = QByteArray(keeper).replace("   LEND_LIMIT = 3\n", "   include moon.khd\n   LEND_LIMIT = 3\n").replace("iCount = 0", "iCount = FULL_MOON");
        auto view = openView(folder_->write(QStringLiteral("keeper.kod"), text));
        for (const auto& [right, wrong] : {std::pair("LEND_LIMIT = 3", "LEND_LIMIT = "), std::pair("Keeper is Villager", "Keeper is "), std::pair("constants:", "constants")}) {
            view->editor()->replaceText(QByteArray(text).replace(right, wrong));
            view->finishAnalysis();
            QVERIFY(view->analysis().hasGrammarFaults);
            const std::string now = view->text()->text();
            const StyledKod styled = styleKod(now, kod::classicDialect(), view->analysis().constants);
            QCOMPARE(styleAt(styled, now, "FULL_MOON"), KodStyle::Constant);
            QCOMPARE(styled.styles[now.rfind("LEND_LIMIT")], KodStyle::Constant);
        }
        // of a text that never was right, by its own lines
        const std::string faulty = QByteArray(keeper).replace("Keeper is Villager", "Keeper is").toStdString();
        QCOMPARE(styleAt(styleKod(faulty, kod::classicDialect(), {}), faulty, "LEND_LIMIT\n"), KodStyle::Constant);
    }

    /// A text that is coloured while its window is not painted, as when another page comes, is painted with it afterwards.
    void aTextColouredInAHiddenMomentIsPainted()
    {
        QWidget window;
        auto* editor = new CodeEditor(&window);
        window.resize(500, 300);
        editor->resize(window.size());
        editor->setBlakod(kod::classicDialect());
        window.show();
        window.setUpdatesEnabled(false);
        editor->load(decodeText(QByteArray(keeper), true));
        editor->setConstants({"lend_limit"});
        editor->grab();
        window.setUpdatesEnabled(true);
        for (const QWidget* part : editor->findChildren<QWidget*>())
            QVERIFY2(part->updatesEnabled(), part->metaObject()->className());
    }

    void eachDialectHasItsOwnComments()
    {
        constexpr std::string_view text =
            "A\nmessages:\n   M()\n   {\n      x = 7 % 2; // rest\n      /* a /* b */ c */ y += 1;\n   }\nend\n";
        const StyledKod open = styleKod(text, kod::open105Dialect(), {});
        QCOMPARE(styleAt(open, text, "% 2"), KodStyle::Operator);
        QCOMPARE(styleAt(open, text, "// rest"), KodStyle::Comment);
        QCOMPARE(styleAt(open, text, "c */"), KodStyle::Comment); // comments nest
        QCOMPARE(styleAt(open, text, "1;"), KodStyle::Number);
        const StyledKod classic = styleKod(text, kod::classicDialect(), {});
        QCOMPARE(styleAt(classic, text, "% 2"), KodStyle::Comment);
    }

    void damagedTextsAreStyledWithoutHarm()
    {
        for (const std::string text :
             {"", "\"", "/*", "{", "}}}}", "messages:\n{{{", "\r\r\r", "A is\nmessages:\nB(\n{", "&", "@#&"})
            for (const kod::Dialect* dialect : kod::dialects()) {
                const StyledKod styled = styleKod(text, *dialect, {});
                QCOMPARE(styled.styles.size(), text.size());
                QVERIFY(!styled.lines.empty());
            }
    }

    void plainTextsCanBeReadOnTheDarkTheme()
    {
        auto view = openView(folder_->write(QStringLiteral("LICENSE"), QByteArray("MMMM\nMMMM\n").repeated(10)));
        const QImage picture = view->editor()->grab().toImage();
        int bright = 0;
        for (int y = 0; y < picture.height(); ++y)
            for (int x = 60; x < picture.width() - 40; ++x)
                bright += picture.pixelColor(x, y).lightness() > 150;
        QVERIFY2(bright > 200, qPrintable(QString::number(bright)));
    }
};

QTEST_MAIN(TestCodeColours)
#include "tst_code_colours.moc"
