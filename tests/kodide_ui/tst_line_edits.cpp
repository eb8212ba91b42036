// SPDX-License-Identifier: GPL-3.0-or-later
// Where lines go when a text is edited.
#include "kodide/ui/line_edits.h"

#include <QRandomGenerator>
#include <QTest>

using namespace blak::ui::code;

class TestLineEdits : public QObject
{
    Q_OBJECT

    static int after(const QByteArray& before, const QByteArray& now, int line)
    {
        const auto edit = lineEdit(before, now);
        return edit ? LineEdits::moved(line, *edit) : line;
    }

private slots:
    void whatLiesBetween()
    {
        QVERIFY(!lineEdit("a\nb\n", "a\nb\n"));
        QVERIFY(!lineEdit("a\nb\nc\n", "a\nbb\nc\n"));
        QCOMPARE(lineEdit("a\nb\nc\n", "a\nx\ny\nb\nc\n"), std::optional(LineEdit{2, 0, 2}));
        QCOMPARE(lineEdit("a\nb\nc\n", "a\nc\n"), std::optional(LineEdit{2, 1, 0}));
        QCOMPARE(lineEdit("   a = 1;\n   a = 2;\n", "   a = 1;\n   a = 3;\n   a = 2;\n"), std::optional(LineEdit{2, 0, 1})); // alike
        QCOMPARE(lineEdit("", "a\nb"), std::optional(LineEdit{1, 1, 2}));
        QCOMPARE(after("a\nb", "x\na\nb", 2), 3); // a last line without an end
        QCOMPARE(after("a\nb", "a\nb\nc", 2), 2);
    }

    void statementsKeepTheirLines()
    {
        const QByteArray text = "one\n   two();\n   three(); four();\nfive\n";
        QCOMPARE(after(text, "one\n   two();\n\n   three(); four();\nfive\n", 3), 4);                // Enter before the line
        QCOMPARE(after(text, "one\n   two();\n   three(); four();\n   \nfive\n", 3), 3);             // and behind it
        QCOMPARE(after(text, "one\n   two();\n   three();\n   four();\nfive\n", 3), 3);              // within
        QCOMPARE(after(text, "one\n   two();   three(); four();\nfive\n", 4), 3);                    // two became one
        QCOMPARE(after(text, "one\nfive\n", 3), 2);                                                  // gone: where it was
        QCOMPARE(after(text, "one\nfive\n", 4), 2);
        QCOMPARE(after(text, "", 4), 1);
    }

    void severalStretchesAtOnce()
    {
        const QByteArray before = "a\nb\nc\nd\ne\n";
        QCOMPARE(lineEdits(before, "x\na\nb\nc\nd\ne\ny\nz\n"), (QVector<LineEdit>{{6, 0, 2}, {1, 0, 1}}));
        QCOMPARE(lineEdits(before, "b\nc\nx\ny\ne\n"), (QVector<LineEdit>{{4, 1, 2}, {1, 1, 0}}));
        QVERIFY(lineEdits(before, before).isEmpty());
        QVERIFY(lineEdits(before, "a\nB\nc\nD\ne\n").isEmpty());
        int line = 3; // between the two
        for (const LineEdit& edit : lineEdits(before, "x\na\nb\nc\nd\ne\ny\n"))
            line = LineEdits::moved(line, edit);
        QCOMPARE(line, 4);
    }

    /// Of lines that are all different each is found again, forth and back, over many edits.
    void manyEditsOneAfterTheOther()
    {
        QRandomGenerator random(21);
        QByteArrayList lines;
        int next = 0;
        for (; next < 40; ++next)
            lines << "line " + QByteArray::number(next);
        const QByteArrayList first = lines;
        LineEdits edits;
        for (int step = 0; step < 200; ++step) {
            const QByteArray before = lines.join('\n') + '\n';
            const auto at = static_cast<qsizetype>(random.bounded(static_cast<int>(lines.size()) + 1));
            if (random.bounded(3) == 0 && lines.size() > 10 && at < lines.size())
                lines.remove(at, std::min<qsizetype>(1 + random.bounded(2), lines.size() - at));
            else
                for (int i = random.bounded(3); i >= 0; --i)
                    lines.insert(at, "line " + QByteArray::number(next++));
            if (const auto edit = lineEdit(before, lines.join('\n') + '\n'))
                edits.add(*edit);
            for (int line = 1; line <= first.size(); ++line) {
                const qsizetype now = lines.indexOf(first[line - 1]) + 1;
                if (now == 0)
                    continue;
                QCOMPARE(edits.now(line), static_cast<int>(now));
                QCOMPARE(edits.before(static_cast<int>(now)), line);
            }
        }
    }
};

QTEST_APPLESS_MAIN(TestLineEdits)
#include "tst_line_edits.moc"
