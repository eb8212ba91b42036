// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/editor_look.h"
#include "kodide/ui/text_look.h"
#include "studio/views/common/contrast.h"
#include "tests/roomedit/view_support.h"
#include "tests/views/compare_case.h"

#include <QScrollBar>

#include <array>

using namespace blak::test;
using namespace blak;
using ui::code::KodStyle;

/// Texts that are compared look as in the editor.
class TestCompareColours : public CompareCase
{
    Q_OBJECT

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }
    void cleanup()
    {
        code::setEditorLook({});
        setTheme(ThemeKind::Dark);
    }

    void blakodHasTheColoursOfTheEditor()
    {
        write("limits.khd", "   MOST = 3\n");
        const QByteArray text("% Keeps.\nKeeper is Villager\nconstants:\n   include limits.khd\nmessages:\n\tAsked(who = $)\n   {\n      return MOST;\n   }\nend\n");
        QByteArray other = text;
        other.replace("return MOST", "return 1 + MOST");
        const QString file = write("keeper.kod", text);
        const auto view = compare(file, write("changed.kod", other));
        QCOMPARE(inksOf(*view, 0), QStringLiteral("% Keeps.=comment"));
        QVERIFY2(inksOf(*view, 1).contains(QStringLiteral("Villager=class")), qPrintable(inksOf(*view, 1)));
        QVERIFY2(inksOf(*view, 4).startsWith(QStringLiteral("messages=keyword")), qPrintable(inksOf(*view, 4)));
        QCOMPARE(view->sides()->line(5).left.text, QStringLiteral("   Asked(who = $)")); // a tab, as wide as in Blakod
        QVERIFY2(inksOf(*view, 5).contains(QStringLiteral("Asked=message")), qPrintable(inksOf(*view, 5)));
        QVERIFY2(inksOf(*view, 7).contains(QStringLiteral("MOST=constant")), qPrintable(inksOf(*view, 7))); // an included file says so
        QVERIFY2(inksOf(*view, 7, false).contains(QStringLiteral("1=number")), qPrintable(inksOf(*view, 7, false)));

        // So have versions that were kept, whose names say nothing of their language.
        write("keeper.kod~", other);
        QVERIFY(inksOf(*compare(file + u'~', file), 0).contains(QStringLiteral("comment")));
    }

    void otherTextsHaveTheirs()
    {
        const auto settings = compare(write("a.ini", "# note\nKey=1\n"), write("b.ini", "# note\nKey=2\n"));
        QCOMPARE(inksOf(*settings, 0), QStringLiteral("# note=comment"));
        const auto plain = compare(write("a.txt", "% no Blakod\n"), write("b.txt", "% none\n"));
        QCOMPARE(inksOf(*plain, 0), QString());
        const QByteArray large = QByteArray("% " + QByteArray(400, 'x') + "\n").repeated(12'000); // more than the editor shows in colours
        const QString first = write("large.kod", large);
        const auto view = compare(first, write("large2.kod", large + "end\n"));
        QCOMPARE(view->differences(), 1);
        QCOMPARE(inksOf(*view, 0), QString());
    }

    /// Letters of more than one byte, and of one byte in the old code page: colours and marks are where the letters are.
    void lettersOfSeveralBytesKeepTheirPlaces()
    {
        for (const QByteArray& e : {QByteArray("\xC3\xA9"), QByteArray("\xE9")}) {
            const auto view = compare(write("bytes_a.kod", "Object\nresources:\n   a = \"caf" + e + "\" % one\nend\n"),
                                      write("bytes_b.kod", "Object\nresources:\n   a = \"caf" + e + "\" % two\nend\n"));
            QVERIFY2(inksOf(*view, 2).endsWith(QStringLiteral("\"caf\u00e9\"=string % one=comment")), qPrintable(inksOf(*view, 2)));
            const LineText& line = view->sides()->line(2).left;
            QCOMPARE(line.ranges.size(), std::size_t{1});
            QCOMPARE(line.text.mid(line.ranges[0].first, line.ranges[0].second - line.ranges[0].first), QStringLiteral("one"));
        }
    }

    /// Font, size and tabs are those of the editor, and follow them.
    void theLookOfTheEditorIsFollowed()
    {
        const auto view = compare(write("look_a.kod", "\tA\n"), write("look_b.kod", "\tB\n"));
        const int lines = view->sides()->verticalScrollBar()->pageStep();
        QCOMPARE(view->sides()->line(0).left.text, QStringLiteral("   A"));
        code::EditorLook look;
        look.pixels = 32;
        look.tabWidth = 6;
        code::setEditorLook(look);
        QApplication::processEvents();
        QCOMPARE(view->sides()->line(0).left.text, QStringLiteral("      A"));
        QVERIFY(view->sides()->verticalScrollBar()->pageStep() < lines);
    }

    /// In both themes every colour can be read on every mark, and it is what is painted.
    void coloursCanBeReadOnMarks()
    {
        const QString left = write("read_a.kod", "Object\nmessages:\n   A() { return; }\nend\n");
        const QString right = write("read_b.kod", "Object\nmessages:\n   A() { break; }\nend\n");
        for (const ThemeKind kind : {ThemeKind::Dark, ThemeKind::Light}) {
            setTheme(kind);
            const Theme& now = theme();
            for (const QColor& change : {now.warning, now.error, now.success}) {
                const QColor line = SideBySide::lineGround(change);
                for (const QColor& ground : {line, SideBySide::rangeGround(line, change), SideBySide::rangeGround(now.selected, change)}) {
                    for (int style = 0; style < code::kodStyleCount; ++style) {
                        const QColor ink = readableInk(code::colourOf(static_cast<KodStyle>(style)), ground, now.text);
                        QVERIFY2(contrast(ink, ground) >= leastContrast, qPrintable(ink.name() + QStringLiteral(" on ") + ground.name()));
                    }
                }
            }
            const auto view = compare(left, right);
            const QImage picture = view->sides()->viewport()->grab().toImage();
            const QColor line = SideBySide::lineGround(now.warning), inside = SideBySide::rangeGround(line, now.warning);
            const auto holds = [&picture](const QColor& colour) {
                for (int y = 0; y < picture.height(); ++y)
                    for (int x = 0; x < picture.width(); ++x)
                        if (picture.pixelColor(x, y) == colour)
                            return true;
                return false;
            };
            QVERIFY(holds(now.syntax.keyword)); // `messages`, on no mark
            QVERIFY(holds(line) && holds(inside));
            QVERIFY(holds(readableInk(now.syntax.keyword, inside, now.text))); // `return`
            grabForPeople(*view, now.isDark() ? QStringLiteral("compare-kod-dark") : QStringLiteral("compare-kod-light"));
        }
    }

private:
    /// The inked pieces of a line: "text=what it is", one after the other.
    static QString inksOf(const CompareView& view, int number, bool isLeft = true)
    {
        static constexpr std::array words{
#define X(name, member, words) words,
            KOD_STYLES(X)
#undef X
        };
        const LineText& line = view.sides()->line(number).side(isLeft);
        QStringList all;
        for (const LineText::Ink& ink : line.inks)
            if (ink.style != KodStyle::Plain)
                all << line.text.mid(ink.from, ink.to - ink.from) + u'=' + QLatin1String(words[static_cast<std::size_t>(ink.style)]);
        return all.join(u' ');
    }
};

QTEST_MAIN(TestCompareColours)
#include "tst_compare_colours.moc"
