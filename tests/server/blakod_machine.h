// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/kodbase/kodbase.h"
#include "kodide/compiler/kodbase.h"
#include "kodide/compiler/session.h"
#include "server/vm/vm.h"
#include "tests/server/fake_host.h"

#include <QTest>

#include <memory>
#include <string>
#include <vector>

namespace blak::test {

/// A machine with a program that is compiled from its text; object 0 is of the first class.
class BlakodMachine
{
public:
    BlakodMachine(const vm::Dialect& dialect, const std::string& text) : dialect_(dialect), session_(compilerDialect())
    {
        machine = vm::Vm::create(dialect, host);
        machine->setNames(add(text, true));
        machine->loadProgram(std::move(files_));
        machine->clearWorld(); // which keeps the first list nodes for clients
        machine->createObject(firstClass_, {});
    }

    /// Another version of a class that is there already, as a file of its own.
    vm::LoadedFile compile(const std::string& text)
    {
        names = add(text, false);
        vm::LoadedFile file = std::move(files_.back());
        files_.clear();
        return file;
    }

    std::optional<vm::Value> send(std::string_view message, std::int64_t object = 0)
    {
        return machine->send(object, machine->messageByName(message).value_or(-1), {});
    }
    /// How many errors say so.
    std::size_t errors(std::string_view part) const
    {
        std::size_t count = 0;
        for (const std::string& error : host.errors)
            count += error.find(part) != error.npos;
        return count;
    }

    FakeHost host;
    std::unique_ptr<vm::Vm> machine;
    kodbase::Kodbase names; ///< after compile()

private:
    const kod::Dialect& compilerDialect() const { return *kod::findDialect(dialect_.name); }

    /// Classes are told apart by the word "end" on a line of its own.
    kodbase::Kodbase add(const std::string& text, bool first)
    {
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t end = std::min(text.find("\nend\n", at), text.size() - 5) + 5;
            const std::string part = text.substr(at, end - at);
            at = end;
            const std::string name =
                part.substr(part.find_first_not_of("\n "),
                            part.find_first_of(" \n", part.find_first_not_of("\n ")) - part.find_first_not_of("\n "));
            const std::shared_ptr<kod::SyntaxUnit> unit =
                kod::parse(std::make_shared<kod::SourceText>(kod::SourceText{name + ".kod", part}), compilerDialect(), {});
            kod::UnitOptions options;
            options.run = ++run_;
            options.object.debugLines = true;
            kod::UnitResult result = session_.compile(unit, options);
            for (const kod::Finding& finding : result.findings)
                if (!result.good)
                    qWarning("%s", kod::referenceText(finding).c_str());
            if (!result.good)
                qFatal("the program of a test does not compile");
            auto file = bof::read(result.object.bytes, name);
            if (!file)
                qFatal("%s", file.error().text().c_str());
            if (first && firstClass_ < 0)
                firstClass_ = file.value().classes.front().id;
            files_.push_back({std::move(file).value(), name + ".bof"});
        }
        return kodbase::read(kod::writeKodbase(session_.symbols()), "kodbase.txt").value();
    }

    const vm::Dialect& dialect_;
    kod::Session session_;
    std::vector<vm::LoadedFile> files_;
    std::int32_t firstClass_ = -1;
    std::uint32_t run_ = 0;
};

} // namespace blak::test
