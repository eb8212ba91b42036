// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/compiler/kodbase.h"
#include "kodide/compiler/session.h"
#include "server/vm/vm.h"
#include "tests/server/fake_host.h"

#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace blak::fuzz {

/// A program of one file, and machines that run it within small limits.
class CompiledBlakod
{
public:
    /// Nothing where the text has errors.
    static std::optional<CompiledBlakod> compile(const std::string& text, const vm::Dialect& dialect)
    {
        const kod::Dialect& language = *kod::findDialect(dialect.name);
        kod::Session session(language);
        const std::shared_ptr<kod::SyntaxUnit> unit =
            kod::parse(std::make_shared<kod::SourceText>(kod::SourceText{"system.kod", text}), language, {});
        kod::UnitOptions options;
        options.object.debugLines = true;
        const kod::UnitResult compiled = session.compile(unit, options);
        if (!compiled.good)
            return std::nullopt;
        auto names = kodbase::read(kod::writeKodbase(session.symbols()), "kodbase.txt");
        auto file = bof::read(compiled.object.bytes, "system");
        if (!names || !file)
            std::abort();
        return CompiledBlakod(dialect, std::move(file).value(), std::move(names).value());
    }

    /// It has no object yet.
    std::unique_ptr<vm::Vm> machine(vm::Host& host) const
    {
        auto machine = vm::Vm::create(*dialect_, host);
        machine->setNames(names_);
        std::vector<vm::LoadedFile> files;
        files.push_back({file_, "system.bof"});
        if (!machine->loadProgram(std::move(files)).empty())
            std::abort();
        machine->clearWorld();
        machine->setMaxInstructions(20'000);
        vm::Limits limits;
        limits.messageBytes = 4 << 20;
        limits.shownErrors = 20;
        limits.errors = 500;
        limits.logBytes = 10'000;
        limits.posts = 100;
        limits.packetBytes = 10'000;
        limits.timers = 50;
        machine->setLimits(limits);
        return machine;
    }

private:
    CompiledBlakod(const vm::Dialect& dialect, bof::File file, kodbase::Kodbase names)
        : dialect_(&dialect), file_(std::move(file)), names_(std::move(names))
    {
    }

    const vm::Dialect* dialect_;
    bof::File file_;
    kodbase::Kodbase names_;
};

/// A machine that has run whatever it was must still do what it is told: `Works() { return 42; }` of object 0.
inline void mustWork(vm::Vm& machine)
{
    if (machine.send(0, machine.messageByName("Works").value_or(-1), {}) != vm::Value::integer(42) || machine.running())
        std::abort();
}

} // namespace blak::fuzz
