// SPDX-License-Identifier: GPL-3.0-or-later
// Lines that an editor takes for breakpoints, from the text alone, against those that the debugger takes from the sidecar of the
// compiled class: over programs with all statements and over random ones.
#include "kodide/compiler/session.h"
#include "kodide/compiler/sidecar.h"
#include "kodide/compiler/statement_lines.h"
#include "server/dap/sidecar_book.h"
#include "tests/fuzz/server/random_blakod.h"

#include <QTest>

#include <algorithm>
#include <random>

using namespace blak;

namespace {

struct Program
{
    std::shared_ptr<kod::SyntaxUnit> unit;
    std::unique_ptr<dap::Sidecar> sidecar;

    Program(const std::string& text, const kod::Dialect& dialect)
    {
        kod::Session session(dialect);
        unit = kod::parse(std::make_shared<kod::SourceText>(kod::SourceText{"system.kod", text}), dialect, {});
        const kod::UnitResult compiled = session.compile(unit, {});
        if (compiled.good)
            sidecar = dap::readSidecar(kod::writeSidecar(compiled.bound, *unit, compiled.object), "/");
    }
};

/// The next line of the same file, whichever handler it is in, as the debugger asks for it.
std::int64_t nextOf(const std::vector<kod::HandlerLines>& all, int line)
{
    std::int64_t best = 0;
    for (const kod::HandlerLines& one : all)
        if (const int next = one.next(line); next != 0 && (best == 0 || next < best))
            best = next;
    return best;
}

void compare(const Program& program, const std::string& text)
{
    QVERIFY2(program.sidecar != nullptr, text.c_str());
    const auto all = kod::statementLines(*program.unit);
    QCOMPARE(all.size(), program.sidecar->handlers.size());
    for (const kod::HandlerLines& one : all) { // the compiled class has its own order
        QVERIFY(std::ranges::any_of(program.sidecar->handlers, [&](const auto& other) {
            return other.name == one.name && other.className == one.owner;
        }));
        QVERIFY(one.isWhole);
    }
    const auto last = static_cast<int>(std::count(text.begin(), text.end(), '\n')) + 2;
    for (int line = 1; line <= last; ++line) {
        const auto spot = dap::spotFor(*program.sidecar, line);
        QVERIFY2(nextOf(all, line) == (spot ? spot->statement->line : 0), (std::to_string(line) + "\n" + text).c_str());
    }
}

constexpr auto classicProgram = "System\n"
                                "properties:\n"
                                "   piCount = 3\n"
                                "messages:\n"
                                "   Constructor()\n"
                                "   \"Begins.\"\n"
                                "   {\n"
                                "      return;\n"
                                "   }\n"
                                "\n"
                                "   % Counts.\n"
                                "   Reckon(number = 2,\n"
                                "          things = $)\n"
                                "   {\n"
                                "      local i, x;\n" // 15
                                "\n"
                                "      x = number *\n"
                                "          10;\n"
                                "      if x > 5\n"
                                "         and x < 9\n" // 20
                                "      {\n"
                                "         x = 1;\n"
                                "      }\n"
                                "      else\n"
                                "      {\n" // 25
                                "         if x = 3\n"
                                "         {\n"
                                "            x = 2; x = 3;\n"
                                "         }\n"
                                "      }\n" // 30
                                "      for i in things\n"
                                "      {\n"
                                "         if i = $ { continue; }\n"
                                "         break;\n"
                                "      }\n" // 35
                                "      while x > 0\n"
                                "      {\n"
                                "         x = x - 1;\n"
                                "      }\n"
                                "      Send(self,\n" // 40
                                "           @Constructor);\n"
                                "      return x;\n"
                                "   }\n"
                                "\n"
                                "   Empty()\n" // 45
                                "   {\n"
                                "      return;\n"
                                "   }\n"
                                "end\n";

constexpr auto openProgram = "System\n"
                             "messages:\n"
                             "   Reckon(number = 2)\n"
                             "   {\n"
                             "      local i, x;\n" // 5
                             "      for (i = 0;\n"
                             "           i < 3;\n"
                             "           ++i)\n"
                             "      {\n"
                             "         x += i;\n" // 10
                             "      }\n"
                             "      do\n"
                             "      {\n"
                             "         --x;\n"
                             "      }\n" // 15
                             "      while (x > 0);\n"
                             "      switch (x)\n"
                             "      {\n"
                             "      case 1:\n"
                             "         x = 2;\n" // 20
                             "         break;\n"
                             "      default:\n"
                             "         x = 3;\n"
                             "      }\n"
                             "      if (x = 1)\n" // 25
                             "      {\n"
                             "         x = 4;\n"
                             "      }\n"
                             "      else if (x = 2)\n"
                             "      {\n" // 30
                             "         x = 5;\n"
                             "      }\n"
                             "      else\n"
                             "      {\n"
                             "         x = 6;\n" // 35
                             "      }\n"
                             "      return;\n"
                             "   }\n"
                             "end\n";

} // namespace

class TestStatementLines : public QObject
{
    Q_OBJECT

private slots:
    void programsWithAllStatements()
    {
        compare(Program(classicProgram, kod::classicDialect()), classicProgram);
        compare(Program(openProgram, *kod::findDialect("open105")), openProgram);
    }

    void whereTheyAre()
    {
        const auto all = kod::statementLines(*Program(classicProgram, kod::classicDialect()).unit);
        QCOMPARE(all.size(), std::size_t{3});
        QCOMPARE(all[1].first, 12);
        QCOMPARE(all[1].last, 43);
        QCOMPARE(all[1].lines, (std::vector<int>{17, 19, 22, 26, 28, 31, 33, 34, 36, 38, 40, 42}));
        QCOMPARE(all[1].next(12), 17);
        QCOMPARE(all[1].next(18), 19);
        QCOMPARE(all[1].next(43), 0);
        QCOMPARE(all[2].next(0), 47);
    }

    /// What is broken says so, and the other handlers are as they were.
    void textsWithFaults()
    {
        std::string text = classicProgram;
        text.replace(text.find("x = number *"), 12, "x = = ber *");
        const auto unit = kod::parse(std::make_shared<kod::SourceText>(kod::SourceText{"system.kod", text}), kod::classicDialect(),
                                     {.includes = nullptr, .home = {}, .recovery = kod::Recovery::Editor});
        const auto all = kod::statementLines(*unit);
        const auto named = [&](const char* name) { return std::ranges::find(all, name, &kod::HandlerLines::name); };
        QVERIFY(named("Constructor") != all.end() && named("Reckon") != all.end());
        QVERIFY(named("Constructor")->isWhole);
        QVERIFY(!named("Reckon")->isWhole);
    }

    void randomPrograms_data()
    {
        QTest::addColumn<QString>("dialect");
        QTest::newRow("classic") << QStringLiteral("classic");
        QTest::newRow("open105") << QStringLiteral("open105");
    }
    void randomPrograms()
    {
        QFETCH(QString, dialect);
        const kod::Dialect& language = *kod::findDialect(dialect.toStdString());
        std::mt19937 random(31);
        for (int round = 0; round < 60; ++round) {
            std::vector<std::uint8_t> bytes(100 + random() % 500);
            for (std::uint8_t& byte : bytes)
                byte = static_cast<std::uint8_t>(random());
            const std::string text = fuzz::BlakodWriter(bytes, dialect == QLatin1String("open105")).program();
            const Program program(text, language);
            if (program.sidecar)
                compare(program, text);
        }
    }
};

QTEST_APPLESS_MAIN(TestStatementLines)
#include "tst_statement_lines.moc"
