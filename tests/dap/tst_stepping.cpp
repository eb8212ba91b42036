// SPDX-License-Identifier: GPL-3.0-or-later
// Steps over random programs and over programs with known ways: the statements that stepping stops at are those that a trace by the
// compiler's own table of statements gives.
#include "kodide/compiler/sidecar.h"
#include "server/control/debugger.h"
#include "server/dap/sidecar_book.h"
#include "tests/fuzz/server/random_blakod.h"

#include <QTest>

#include <random>

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

std::unique_ptr<vm::Vm> machineWith(const Program& program, const vm::Dialect& dialect, test::FakeHost& host)
{
    constexpr std::int64_t budget = 5'000;
    auto machine = vm::Vm::create(dialect, host);
    machine->setNames(program.names);
    std::vector<vm::LoadedFile> files;
    files.push_back({bof::read(program.compiled.object.bytes, "system").value(), "system.bof"});
    machine->loadProgram(std::move(files));
    machine->clearWorld();
    machine->setMaxInstructions(budget);
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
};

QTEST_APPLESS_MAIN(TestStepping)
#include "tst_stepping.moc"
