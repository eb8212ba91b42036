// SPDX-License-Identifier: GPL-3.0-or-later
// Steps over random programs and over programs with known ways: the statements that stepping stops at are those that a trace by the
// compiler's own table of statements gives.
#include "kodide/compiler/sidecar.h"
#include "server/control/debugger.h"
#include "server/dap/sidecar_book.h"
#include "tests/fuzz/server/random_blakod.h"

#include <QTest>

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
    std::string source;
    static constexpr std::int64_t budget = 5'000;

    bool isLoop(std::int64_t line) const
    {
        std::istringstream lines(source);
        std::string text;
        for (std::int64_t i = 0; i < line; ++i)
            std::getline(lines, text);
        return text.find("while ") != text.npos;
    }

    Program(const std::string& text, const kod::Dialect& language) : source(text)
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

std::unique_ptr<vm::Vm> machineWith(const Program& program, const vm::Dialect& dialect, test::FakeHost& host)
{
    auto machine = vm::Vm::create(dialect, host);
    machine->setNames(program.names);
    std::vector<vm::LoadedFile> files;
    files.push_back({bof::read(program.compiled.object.bytes, "system").value(), "system.bof"});
    machine->loadProgram(std::move(files));
    machine->clearWorld();
    machine->setMaxInstructions(Program::budget);
    machine->createObject(dialect.ids.classSystem, {});
    return machine;
}

/// A value as far as it is the same in both programs: numbers of messages, and of texts within a file, are not.
std::string shown(const vm::Vm& machine, const vm::Value& value)
{
    if (value.tag == bof::Tag::Message)
        return "@" + std::string(machine.messageName(static_cast<std::int32_t>(value.data)));
    if (value.tag == bof::Tag::DebugString)
        return "a text";
    return std::to_string(static_cast<int>(value.tag)) + ":" + std::to_string(value.data);
}

/// The program with a call before every statement of its handlers but those that loops come back to. It hands over
/// the locals, and the line that the statement has in the program itself.
std::string instrumented(const std::string& program)
{
    std::string out;
    std::istringstream lines(program);
    int number = 0;
    bool inHandler = false;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        const std::size_t indent = line.find_first_not_of(' ');
        const std::string_view word = indent == line.npos ? std::string_view() : std::string_view(line).substr(indent);
        const bool statement = word.ends_with(';') || word.starts_with("if ");
        if (word.starts_with("local ")) {
            inHandler = true;
            out += line + "\n";
            continue;
        }
        if (line == "   }")
            inHandler = false;
        if (inHandler && indent >= 6 && statement)
            out += "Send(self,@Seen,#a=" + std::to_string(number) + ",#x=x,#y=y,#z=a,#string=string,#timer=timer);\n";
        out += line + "\n";
    }
    const std::size_t end = out.rfind("end\n");
    return out.substr(0, end) + "   Seen(a = $, x = $, y = $, z = $, string = $, timer = $)\n   {\n      return;\n   }\nend\n";
}

using Seen = std::vector<std::pair<std::int64_t, std::string>>; ///< line, locals

/// What the instrumented program says of itself.
class SeenHook : public vm::DebugHook
{
public:
    SeenHook(vm::Vm& machine, const dap::HandlerNames& handler) : machine_(machine), names_(handler.variables) {}
    void breakpoint(const vm::CodePlace&) override
    {
        const vm::FrameView frame = machine_.stack().front();
        const auto of = [&](const char* name) {
            const auto it = std::ranges::find(names_, name);
            return frame.locals[static_cast<std::size_t>(it - names_.begin())];
        };
        std::string text;
        for (const char* name : {"x", "y", "z", "string", "timer"})
            text += shown(machine_, of(name)) + " ";
        seen.emplace_back(of("a").data, text);
    }
    Seen seen;

private:
    vm::Vm& machine_;
    std::vector<std::string> names_;
};

Seen said(const Program& program, const vm::Dialect& dialect, std::string_view message, bool& tooDeep)
{
    test::FakeHost host;
    const auto machine = machineWith(program, dialect, host);
    machine->setMaxInstructions(1'000'000); // the calls must not be what ends it
    const auto handler = std::ranges::find(program.sidecar->handlers, "Seen", &dap::HandlerNames::name);
    SeenHook hook(*machine, *handler);
    machine->addHook(hook, vm::HookCalls::Untold);
    machine->setBreakpointAt("system.kod", handler->statements.front().offset, true);
    machine->send(0, machine->messageByName(message).value(), {});
    machine->removeHook(hook);
    tooDeep = std::ranges::any_of(host.errors, [](const std::string& error) { return error.find("depth is") != error.npos; });
    return hook.seen;
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

} // namespace

/// What somebody who steps sees in the locals, at the statements before which the instrumented program speaks.
Seen looked(const Program& program, const vm::Dialect& dialect, std::string_view message, bool& cut)
{
    test::FakeHost host;
    const auto machine = machineWith(program, dialect, host);
    serve::Debugger debugger(*machine);
    Seen seen;
    debugger.stoppedAt = [&](const serve::Stop& stop) {
        const dap::HandlerNames* handler = program.sidecar->handlerAt(stop.place.offset);
        const dap::StatementPlace* statement = handler == nullptr ? nullptr : dap::statementAt(*handler, stop.place.offset);
        if (statement == nullptr)
            qFatal("a stop at no statement");
        if (statement->inner || !handler->name.starts_with('M') || program.isLoop(statement->line))
            return;
        const vm::FrameView frame = machine->stack().front();
        const auto of = [&](const char* name) {
            const auto it = std::ranges::find(handler->variables, name);
            return frame.locals[static_cast<std::size_t>(it - handler->variables.begin())];
        };
        std::string text;
        for (const char* name : {"x", "y", "a", "string", "timer"})
            text += shown(*machine, of(name)) + " ";
        seen.emplace_back(statement->line, text);
    };
    debugger.serveTools = [&] {
        debugger.resume(serve::Debugger::Step::Into);
        return true;
    };
    debugger.attach();
    debugger.pause();
    machine->send(0, machine->messageByName(message).value(), {});
    cut = machine->counters().mostInstructions >= Program::budget;
    return seen;
}

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
        std::size_t statements = 0, locals = 0, skipped = 0;
        for (int i = 0; programs < wanted && i < wanted * 4; ++i) {
            std::vector<std::uint8_t> bytes(100 + random() % 500);
            for (std::uint8_t& byte : bytes)
                byte = static_cast<std::uint8_t>(random());
            const vm::Dialect& dialect = *dialects[static_cast<std::size_t>(i) % dialects.size()];
            const Program program(fuzz::BlakodWriter(bytes, dialect.extended).program(), *kod::findDialect(dialect.name));
            if (!program.compiled.good)
                continue;
            ++programs;
            const Program speaking(instrumented(program.source), *kod::findDialect(dialect.name));
            QVERIFY(speaking.compiled.good);
            for (const char* message : {"M0", "M1", "M2", "M3"}) {
                const auto trace = traced(program, dialect, message);
                QCOMPARE(stepped(program, dialect, message), trace);
                statements += trace.size();
                bool cut = false, tooDeep = false;
                const Seen mine = looked(program, dialect, message, cut);
                Seen theirs = said(speaking, dialect, message, tooDeep);
                if (tooDeep) { // the calls of the instrumented program are too many for the stack
                    ++skipped;
                    continue;
                }
                if (cut && theirs.size() > mine.size()) // its budget has ended, that of the other one not
                    theirs.resize(mine.size());
                QCOMPARE(mine, theirs);
                locals += mine.size();
            }
        }
        qInfo("%d programs, %zu statements, locals compared at %zu of them; %zu runs were too deep for that",
              programs, statements, locals, skipped);
        QVERIFY(skipped < static_cast<std::size_t>(wanted));
        QCOMPARE(programs, wanted);
        QVERIFY(statements > static_cast<std::size_t>(wanted) * 10);
    }
};

QTEST_APPLESS_MAIN(TestStepping)
#include "tst_stepping.moc"
