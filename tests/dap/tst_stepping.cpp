// SPDX-License-Identifier: GPL-3.0-or-later
// Steps over random programs and over programs with known ways: the statements that stepping stops at are those that a trace by the
// compiler's own table of statements gives, and the locals at each of them are those that an instrumented copy of the program prints.
#include "kodide/compiler/sidecar.h"
#include "server/control/debugger.h"
#include "server/dap/sidecar_book.h"
#include "tests/fuzz/server/random_blakod.h"

#include <QTest>

#include <algorithm>
#include <optional>
#include <random>
#include <sstream>

using namespace blak;

namespace {

struct Program
{
    std::shared_ptr<kod::SyntaxUnit> unit;
    std::optional<kod::Session> session;
    kod::UnitResult compiled;
    kodbase::Kodbase names;
    std::unique_ptr<dap::Sidecar> sidecar;

    Program(const std::string& text, const kod::Dialect& language)
    {
        session.emplace(language);
        unit = kod::parse(std::make_shared<kod::SourceText>(kod::SourceText{"system.kod", text}), language, {});
        kod::UnitOptions options;
        options.object.debugLines = true;
        compiled = session->compile(unit, options);
        if (!compiled.good)
            return;
        names = kodbase::read(kod::writeKodbase(session->symbols()), "kodbase.txt").value();
        sidecar = dap::readSidecar(kod::writeSidecar(compiled.bound, *unit, compiled.object), "/");
    }
};

constexpr std::int64_t budget = 5'000, valueBudget = 800;

std::unique_ptr<vm::Vm> machineWith(const Program& program, const vm::Dialect& dialect, test::FakeHost& host,
                                    std::int64_t most = budget)
{
    auto machine = vm::Vm::create(dialect, host);
    machine->setNames(program.names);
    std::vector<vm::LoadedFile> files;
    files.push_back({bof::read(program.compiled.object.bytes, "system").value(), "system.bof"});
    machine->loadProgram(std::move(files));
    machine->clearWorld();
    machine->setMaxInstructions(most);
    machine->createObject(dialect.ids.classSystem, {});
    return machine;
}

/// Hears of every statement of the sidecar's table.
class Trace : public vm::DebugHook
{
public:
    void breakpoint(const vm::CodePlace& place) override { offsets.push_back(place.offset); }
    std::vector<std::uint32_t> offsets;
};

std::vector<std::uint32_t> traced(const Program& program, const vm::Dialect& dialect, std::string_view message)
{
    test::FakeHost host;
    const auto machine = machineWith(program, dialect, host);
    Trace trace;
    machine->addHook(trace, vm::HookCalls::Untold);
    for (const dap::HandlerNames& handler : program.sidecar->handlers)
        for (const dap::StatementPlace& statement : handler.statements)
            if (!statement.inner && !machine->setBreakpointAt("system.kod", statement.offset, true))
                qFatal("no instruction begins where the compiler says");
    machine->send(0, machine->messageByName(message).value(), {});
    machine->removeHook(trace);
    return trace.offsets;
}

std::vector<std::uint32_t> stepped(const Program& program, const vm::Dialect& dialect, std::string_view message)
{
    test::FakeHost host;
    const auto machine = machineWith(program, dialect, host);
    serve::Debugger debugger(*machine);
    std::vector<std::uint32_t> offsets;
    debugger.stoppedAt = [&](const serve::Stop& stop) { offsets.push_back(stop.place.offset); };
    debugger.serveTools = [&] {
        debugger.resume(serve::Debugger::Step::Into);
        return true;
    };
    debugger.attach();
    debugger.pause();
    machine->send(0, machine->messageByName(message).value(), {});
    return offsets;
}

constexpr std::array variableNames{"a", "string", "timer", "x", "y"};
constexpr std::int64_t markers = 7'000'000; ///< no program comes to numbers like these

/// Lines whose statements run once for each time that they are come to: the head of a loop is looked at again at each turn.
bool isInstrumented(const std::string& line)
{
    constexpr std::size_t indent = 6;
    return line.find_first_not_of(' ') != line.npos && line.find_first_not_of(' ') >= indent && line.find("while ") == line.npos &&
           line.find("local ") == line.npos && line.find_first_of("{}") != line.find_first_not_of(' ');
}

std::vector<std::string> linesOf(const std::string& text)
{
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);)
        lines.push_back(line);
    return lines;
}

/// The same program, which prints its variables before each statement.
std::string instrumented(const std::string& text)
{
    std::string out;
    std::int64_t number = 0;
    for (const std::string& line : linesOf(text)) {
        ++number;
        if (isInstrumented(line))
            for (std::size_t i = 0; i < variableNames.size(); ++i)
                out += "      Debug(" + std::to_string(markers + number * 10 + static_cast<std::int64_t>(i)) + "," + variableNames[i] + ");\n";
        out += line + "\n";
    }
    return out;
}

/// As Debug() prints it; nothing where it cannot.
std::optional<std::string> printedAs(const vm::Vm& machine, const vm::Value& value)
{
    using bof::Tag;
    const std::string number = std::to_string(value.data);
    const auto shown = [&](std::string_view tag) { return std::string(tag) + " " + number; };
    switch (value.tag) {
    case Tag::String: return machine.stringText(value.data);
    case Tag::TempString: return machine.tempString();
    case Tag::DebugString: return machine.debugString(machine.stack().front().ownerClass, value.data);
    case Tag::Resource: return machine.resourceText(value.data).value_or("<unknown RESOURCE " + number + ">");
    case Tag::Int: return number;
    case Tag::Class: return "&" + machine.className(static_cast<std::int32_t>(value.data));
    case Tag::Object: return machine.classOfObject(value.data) ? shown("OBJECT") : "<OBJECT " + number + " invalid>";
    case Tag::Tag13: return shown(machine.dialect().extended ? "HASHTABLE" : "OVERRIDE");
    default: return shown(vm::tagName(value.tag, machine.dialect().extended));
    }
}

/// Lines "marker,value" of the variables at each statement, as the debugger sees them.
std::vector<std::string> seenWhileStepping(const Program& program, const std::vector<std::string>& lines, vm::Vm& machine,
                                           std::string_view message)
{
    serve::Debugger debugger(machine);
    std::vector<std::string> out;
    debugger.stoppedAt = [&](const serve::Stop& stop) {
        if (machine.counters().mostInstructions >= valueBudget) // a message was ended, and what was posted follows
            return;
        for (const dap::HandlerNames& handler : program.sidecar->handlers) {
            if (stop.place.offset < handler.begin || stop.place.offset >= handler.end)
                continue;
            const dap::StatementPlace* statement = dap::statementAt(handler, stop.place.offset);
            if (statement == nullptr || !isInstrumented(lines.at(static_cast<std::size_t>(statement->line - 1))))
                return;
            const vm::FrameView frame = machine.stack().front();
            for (std::size_t i = 0; i < variableNames.size(); ++i) {
                const auto slot = std::ranges::find(handler.variables, std::string(variableNames[i]));
                if (slot == handler.variables.end())
                    continue;
                const auto text = printedAs(machine, frame.locals.at(static_cast<std::size_t>(slot - handler.variables.begin())));
                if (text)
                    out.push_back(std::to_string(markers + statement->line * 10 + static_cast<std::int64_t>(i)) + "," +
                                  text->substr(0, text->find('\0')));
            }
        }
    };
    debugger.serveTools = [&] {
        debugger.resume(serve::Debugger::Step::Into);
        return true;
    };
    debugger.attach();
    debugger.pause();
    machine.send(0, machine.messageByName(message).value(), {});
    return out;
}

std::vector<std::string> printed(vm::Vm& machine, test::FakeHost& host, std::string_view message)
{
    host.debug.clear();
    machine.send(0, machine.messageByName(message).value(), {});
    std::vector<std::string> out;
    for (const std::string& line : host.debug)
        if (const std::size_t at = line.find("] 7"); at != line.npos && line.find(',', at) == at + 2 + std::to_string(markers).size())
            out.push_back(line.substr(at + 2));
    return out;
}

vm::Limits wideLimits()
{
    vm::Limits limits;
    limits.logBytes = std::size_t{1} << 30;
    limits.errors = limits.shownErrors = 1'000'000;
    return limits;
}

} // namespace

class TestStepping : public QObject
{
    Q_OBJECT

private slots:
    void randomProgramsAreSteppedAsTheyRun()
    {
        constexpr std::array dialects{&vm::classic, &vm::classic97, &vm::open105};
        const int wanted = qEnvironmentVariableIntValue("BLAK_STEPPED_PROGRAMS") > 0
                               ? qEnvironmentVariableIntValue("BLAK_STEPPED_PROGRAMS")
                               : 300;
        std::mt19937 random(21);
        int programs = 0;
        std::size_t statements = 0;
        for (int i = 0; programs < wanted && i < wanted * 4; ++i) {
            std::vector<std::uint8_t> bytes(100 + random() % 500);
            for (std::uint8_t& byte : bytes)
                byte = static_cast<std::uint8_t>(random());
            const vm::Dialect& dialect = *dialects[static_cast<std::size_t>(i) % dialects.size()];
            const Program program(fuzz::BlakodWriter(bytes, dialect.extended).program(), *kod::findDialect(dialect.name));
            if (!program.compiled.good)
                continue;
            ++programs;
            for (const char* message : {"M0", "M1", "M2", "M3"}) {
                const auto trace = traced(program, dialect, message);
                QCOMPARE(stepped(program, dialect, message), trace);
                statements += trace.size();
            }
        }
        qInfo("%d programs, %zu statements", programs, statements);
        QCOMPARE(programs, wanted);
        QVERIFY(statements > static_cast<std::size_t>(wanted) * 10);
    }

    /// Where a program runs out of instructions, which the instrumented one does elsewhere, what comes before is compared.
    void localsAreWhatAnInstrumentedCopyPrints()
    {
        constexpr std::array dialects{&vm::classic, &vm::classic97, &vm::open105};
        constexpr std::int64_t budgetsOfPosts = 10; ///< what a message posts has altogether; the rest waits for the next one
        constexpr std::int64_t printing = 40; ///< times as many instructions, for what is printed
        const int wanted = qEnvironmentVariableIntValue("BLAK_STEPPED_PROGRAMS") > 0
                               ? qEnvironmentVariableIntValue("BLAK_STEPPED_PROGRAMS")
                               : 300;
        std::mt19937 random(7);
        int programs = 0;
        std::size_t values = 0, whole = 0;
        for (int i = 0; programs < wanted && i < wanted * 8; ++i) {
            std::vector<std::uint8_t> bytes(100 + random() % 500);
            for (std::uint8_t& byte : bytes)
                byte = static_cast<std::uint8_t>(random());
            const vm::Dialect& dialect = *dialects[static_cast<std::size_t>(i) % dialects.size()];
            const std::string text = fuzz::BlakodWriter(bytes, dialect.extended).program();
            const Program program(text, *kod::findDialect(dialect.name));
            const Program printer(instrumented(text), *kod::findDialect(dialect.name));
            if (!program.compiled.good || !printer.compiled.good)
                continue;
            ++programs;
            const std::vector<std::string> lines = linesOf(text);
            test::FakeHost host, printingHost;
            const auto machine = machineWith(program, dialect, host, valueBudget);
            const auto printingMachine = machineWith(printer, dialect, printingHost, valueBudget * printing);
            machine->setLimits(wideLimits());
            printingMachine->setLimits(wideLimits());
            bool isWhole = true;
            for (const char* message : {"M0", "M1", "M2", "M3"}) {
                const std::int64_t before = machine->counters().instructions;
                std::vector<std::string> seen = seenWhileStepping(program, lines, *machine, message);
                std::vector<std::string> told = printed(*printingMachine, printingHost, message);
                isWhole = machine->counters().mostInstructions < valueBudget && printingMachine->counters().mostInstructions < valueBudget * printing &&
                          machine->counters().instructions - before < valueBudget * budgetsOfPosts;
                if (!isWhole) {
                    const std::size_t both = std::min(seen.size(), told.size());
                    seen.resize(both);
                    told.resize(both);
                }
                for (std::size_t at = 0; at < std::min(seen.size(), told.size()); ++at)
                    if (seen[at] != told[at])
                        QFAIL(("program " + std::to_string(i) + ", " + message + ": seen " + seen[at] + ", printed " + told[at] + "\n" + text).c_str());
                QCOMPARE(seen.size(), told.size());
                values += seen.size();
                if (!isWhole)
                    break; // the machines are not alike any more
            }
            whole += isWhole;
        }
        qInfo("%d programs, %zu of them to their end, %zu values", programs, whole, values);
        QCOMPARE(programs, wanted);
        QVERIFY(whole > static_cast<std::size_t>(wanted) / 20);
        QVERIFY(values > static_cast<std::size_t>(wanted) * 50);
    }
};

QTEST_APPLESS_MAIN(TestStepping)
#include "tst_stepping.moc"
