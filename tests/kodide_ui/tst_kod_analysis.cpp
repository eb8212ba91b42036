// SPDX-License-Identifier: GPL-3.0-or-later
// What is read of a text by itself: headers as what they are, and where a breakpoint belongs.
#include "kodide/ui/breakpoint_place.h"
#include "kodide/ui/kod_analysis.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QTest>

using namespace blak;
using namespace blak::ui::code;
using Kind = OutlineEntry::Kind;

class TestKodAnalysis : public QObject
{
    Q_OBJECT

    static KodAnalysis read(const std::string& text, const char* file, const kod::Dialect& dialect = kod::classicDialect())
    {
        return analyseKod(text, file, dialect, nullptr);
    }
    static int placeOf(const KodAnalysis& analysis, int line) { return BreakpointPlace::of(analysis, line, QStringLiteral("a.kod")).line; }

private slots:
    void aHeaderIsItsConstants()
    {
        const std::string text = "\n"
                                 "\n"
                                 "TRUE = 1\n"
                                 "FALSE = 0\n"
                                 "BIG = 0x7F\n"
                                 "LOW = -5\n";
        for (const kod::Dialect* dialect : {&kod::classicDialect(), &kod::open105Dialect()}) {
            const KodAnalysis found = read(text, "names.khd", *dialect);
            QVERIFY2(found.problems.isEmpty(), qPrintable(found.problems.value(0).sentence));
            QVERIFY(!found.hasGrammarFaults);
            QCOMPARE(found.classes.size(), 4);
            const char* const names[]{"TRUE", "FALSE", "BIG", "LOW"};
            for (int i = 0; i < 4; ++i) {
                QCOMPARE(found.classes[i].kind, Kind::Constant);
                QCOMPARE(found.classes[i].name, QLatin1String(names[i]));
                QCOMPARE(found.classes[i].line, i + 2);
            }
            QCOMPARE(found.classes[3].detail, QStringLiteral("-5"));
            QVERIFY(found.constants.contains("true") && found.constants.contains("low"));
            QVERIFY(found.outside.isEmpty()); // no class
        }
    }

    /// A fault is told where it is, and costs its own line.
    void aFaultOfAHeaderCostsItsLine()
    {
        const KodAnalysis found = read("ONE = 1\nTWO 2\nTHREE = 3\n", "names.khd");
        QCOMPARE(found.problems.size(), 1);
        QCOMPARE(found.problems[0].line, 1);
        QCOMPARE(found.problems[0].sentence, QStringLiteral("Expected `=`, found `2`."));
        QVERIFY(found.hasGrammarFaults);
        QCOMPARE(found.classes.size(), 2);
        QCOMPARE(found.classes[1].name, QStringLiteral("THREE"));
        QVERIFY(read("", "names.khd").problems.isEmpty());
        QVERIFY(read("% only words\n", "names.khd").problems.isEmpty());
        // Without the end of the last line what includes it goes on there; only one dialect takes that.
        QVERIFY(read("ONE = 1", "names.khd", kod::open105Dialect()).problems.isEmpty());
        QCOMPARE(read("ONE = 1", "names.khd", kod::open105Dialect()).classes.size(), 1);
        QCOMPARE(read("ONE = 1", "names.khd").problems.size(), 1);
    }

    /// What is a class in spite of its name stays one; and a source with the same words keeps its fault.
    void onlyHeadersAreHeaders()
    {
        const KodAnalysis lamp = read("Lamp is Item\nend\n", "lamp.khd");
        QCOMPARE(lamp.classes.value(0).kind, Kind::Class);
        QCOMPARE(read("System\nproperties:\n   piCount = 3\nend\n", "system.khd").classes.value(0).kind, Kind::Class);
        QVERIFY(!read("TRUE = 1\n", "names.kod").problems.isEmpty());
    }

    void headersOfWorldsAreWithoutFindings()
    {
        QStringList folders{QStringLiteral(BLAK_WORLD_DIR)};
        folders += qEnvironmentVariable("BLAK_KOD_TREES").split(u':', Qt::SkipEmptyParts); // more of them, where somebody has some
        int headers = 0;
        for (const QString& folder : folders) {
            QDirIterator files(folder, {QStringLiteral("*.khd")}, QDir::Files, QDirIterator::Subdirectories);
            while (files.hasNext()) {
                QFile file(files.next());
                QVERIFY(file.open(QIODevice::ReadOnly));
                const std::string text = file.readAll().toStdString();
                const bool isOpen = text.find("\n//") != text.npos || text.starts_with("//");
                const kod::Dialect& dialect = isOpen ? kod::open105Dialect() : kod::classicDialect();
                const KodAnalysis found = read(text, file.fileName().toLocal8Bit().constData(), dialect);
                for (const CodeProblem& one : found.problems)
                    qWarning().noquote() << file.fileName() << one.line + 1 << one.sentence;
                QVERIFY(found.problems.isEmpty());
                QVERIFY(found.classes.size() > 10);
                ++headers;
            }
        }
        QVERIFY(headers >= 2);
    }

    void aBreakpointBelongsToItsStatement()
    {
        const KodAnalysis found = read("System\n"
                                       "messages:\n"
                                       "   Reckon(number = 2)\n"
                                       "   {\n"
                                       "      local a;\n"
                                       "      Send(self,@Reckon,\n" // 6
                                       "           #number=1,\n"
                                       "\n"
                                       "           #number=2);\n"
                                       "      if number = 1\n" // 10
                                       "         AND number = 2\n"
                                       "      {\n"
                                       "         a = 1;\n" // 13
                                       "      }\n"
                                       "      else\n"
                                       "      {\n"
                                       "         a = 2\n" // 17
                                       "             + 3;\n"
                                       "      }\n"
                                       "      while (number\n" // 20
                                       "             < 3\n"
                                       "            )\n"
                                       "      {\n"
                                       "         number = number + 1;\n" // 24
                                       "      }\n"
                                       "      return\n" // 26
                                       "         a;\n"
                                       "   }\n"
                                       "end\n",
                                       "system.kod");
        QVERIFY2(found.problems.isEmpty(), qPrintable(found.problems.value(0).sentence));
        const QMap<int, int> places{{5, 6},   {6, 6},   {7, 6},   {8, 6},   {9, 6},   {10, 10}, {11, 10}, {12, 13}, {13, 13}, {14, 17}, {15, 17},
                                    {16, 17}, {17, 17}, {18, 17}, {19, 20}, {20, 20}, {21, 20}, {22, 20}, {23, 24}, {25, 26}, {27, 26}, {28, 0}};
        for (auto it = places.begin(); it != places.end(); ++it)
            QVERIFY2(placeOf(found, it.key()) == it.value(), qPrintable(QStringLiteral("line %1 went to %2").arg(it.key()).arg(placeOf(found, it.key()))));
        QCOMPARE(BreakpointPlace::of(found, 7, QStringLiteral("a.kod")).sentence,
                 QStringLiteral("Breakpoint at a.kod:7 moved to 6, where the statement of this line begins."));
    }
};

QTEST_APPLESS_MAIN(TestKodAnalysis)
#include "tst_kod_analysis.moc"
