// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/vm/vm.h"
#include "tests/server/fake_host.h"

#include <cstdlib>

namespace blak::test {

constexpr std::int32_t systemClass = 4;
constexpr std::int32_t thingClass = 10001;
constexpr std::uint32_t listProperty = 1, nextProperty = 5;
constexpr int cellsOfAnObject = 3;

inline bof::Class emptyClass(std::int32_t id, std::int32_t properties)
{
    bof::Class type;
    type.id = id;
    type.totalProperties = properties;
    for (std::int32_t number = 1; number <= properties; ++number)
        type.properties.push_back({number, bof::Value{bof::Tag::Nil, 0}});
    return type;
}

/// A world without handlers, of any size. An object has five properties and three list cells.
class BigWorld
{
public:
    /// `alive` objects in a chain from System on, between as many dead ones if wanted.
    BigWorld(const vm::Dialect& dialect, std::int64_t alive, bool withDead) : machine(vm::Vm::create(dialect, host_))
    {
        bof::File file;
        file.version = dialect.bofVersion;
        file.classes = {emptyClass(systemClass, nextProperty), emptyClass(thingClass, nextProperty)};
        std::vector<vm::LoadedFile> files;
        files.push_back({std::move(file), "world.bof"});
        if (!machine->loadProgram(std::move(files)).empty())
            std::abort();
        kodbase::Kodbase names;
        const std::vector<std::pair<std::string, std::int32_t>> properties{
            {"plThings", 1}, {"piA", 2}, {"piB", 3}, {"psName", 4}, {"poNext", 5}};
        for (const auto& [name, id] : {std::pair("System", systemClass), std::pair("Thing", thingClass)}) {
            auto& entry = names.classes.emplace_back();
            entry.name = name;
            entry.id = id;
            for (const auto& [property, number] : properties)
                entry.properties.push_back({property, number});
        }
        machine->setNames(names);
        machine->clearWorld();
        std::int64_t last = machine->createObject(systemClass, {});
        for (std::int64_t i = 0; i < alive; ++i) {
            if (withDead)
                add();
            const std::int64_t made = add();
            machine->setProperty(last, nextProperty, {bof::Tag::Object, made});
            last = made;
        }
    }

    std::unique_ptr<vm::Vm> machine;

private:
    std::int64_t add()
    {
        const std::int64_t object = machine->createObject(thingClass, {});
        vm::Value list{bof::Tag::Nil, 0};
        for (int i = 0; i < cellsOfAnObject; ++i)
            list = {bof::Tag::List, machine->newListNode(vm::Value::integer(i), list)};
        machine->setProperty(object, listProperty, list);
        machine->setProperty(object, 2, vm::Value::integer(object & 0xFFFF));
        return object;
    }

    test::FakeHost host_;
};

} // namespace blak::test
