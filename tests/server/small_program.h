// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/byte_writer.h"
#include "server/vm/vm.h"
#include "tests/server/fake_host.h"

#include <memory>

/// A program of three classes, made instruction by instruction.
namespace blak::test::small {

using bof::Tag;

// Names of the small world: System (4) with the property plKeep, Base and Derived below Object-less roots.
inline constexpr std::int32_t systemClass = 4;
inline constexpr std::int32_t baseClass = 10001;
inline constexpr std::int32_t derivedClass = 10002;
inline constexpr std::int32_t constructorMessage = 10;
inline constexpr std::int32_t addMessage = 10010;
inline constexpr std::int32_t keepMessage = 10011;
inline constexpr std::int32_t whoMessage = 10012;
inline constexpr std::int32_t spinMessage = 10013;
inline constexpr std::int32_t tickMessage = 10014;
inline constexpr std::int32_t sizeMessage = 10015;
inline constexpr std::int32_t parameterX = 10020;
inline constexpr std::uint8_t absFunction = 131;

/// Code of version 5, instruction by instruction.
class Code
{
public:
    Code& binary(int op, int destination, std::uint32_t first, bof::Value second)
    {
        out_.u8(0x22);
        out_.u8(static_cast<std::uint8_t>(op));
        out_.u32(static_cast<std::uint32_t>(destination));
        out_.u32(first);
        out_.u32(second.word());
        return *this;
    }
    Code& storeProperty(std::uint32_t property, std::uint32_t local)
    {
        out_.u8(0x10);
        out_.u8(2);
        out_.u32(property);
        out_.u32(local);
        return *this;
    }
    Code& returnLocal(std::uint32_t local)
    {
        out_.u8(0x80);
        out_.u32(local);
        return *this;
    }
    Code& returnConstant(bof::Value value)
    {
        out_.u8(0x88);
        out_.u32(value.word());
        return *this;
    }
    Code& propagate()
    {
        out_.u8(0x90);
        return *this;
    }
    Code& jump(std::int32_t distance)
    {
        out_.u8(0x41);
        out_.i32(distance);
        return *this;
    }
    /// Of a built-in function with one argument.
    Code& call(std::uint8_t function, std::uint32_t destination, std::uint32_t local)
    {
        out_.u8(0x60);
        out_.u8(function);
        out_.u32(destination);
        out_.u8(1);
        out_.u8(0);
        out_.u32(local);
        out_.u8(0);
        return *this;
    }
    std::vector<std::byte> take() { return out_.take(); }

private:
    ByteWriter out_;
};

inline bof::Handler handler(std::int32_t message, std::uint8_t locals, std::vector<bof::Parameter> parameters, Code code)
{
    bof::Handler result;
    result.message = message;
    result.locals = locals;
    result.parameters = std::move(parameters);
    result.code = code.take();
    result.lines = {{0, message}};
    return result;
}

inline bof::File world()
{
    const bof::Parameter x{parameterX, {Tag::Int, 7}};
    const bof::Parameter timer{30, {Tag::Nil, 0}};
    const bof::Value nil{Tag::Nil, 0};

    bof::Class system;
    system.id = systemClass;
    system.totalProperties = 1;
    system.properties = {{1, nil}};
    system.handlers = {handler(constructorMessage, 0, {}, Code().returnConstant(nil)),
                       handler(addMessage, 2, {x}, Code().binary(0, 1, 0, {Tag::Int, 1}).returnLocal(1)),
                       handler(keepMessage, 1, {x}, Code().storeProperty(1, 0).returnConstant(nil)),
                       handler(spinMessage, 0, {}, Code().jump(0).returnConstant(nil)),
                       handler(tickMessage, 1, {timer}, Code().storeProperty(1, 0).returnConstant(nil)),
                       handler(sizeMessage, 2, {x}, Code().call(absFunction, 1, 0).returnLocal(1))};

    bof::Class base;
    base.id = baseClass;
    base.totalProperties = 1;
    base.properties = {{1, {Tag::Int, 5}}};
    base.handlers = {handler(constructorMessage, 0, {}, Code().returnConstant(nil)),
                     handler(whoMessage, 1, {x}, Code().returnLocal(0))};

    bof::Class derived;
    derived.id = derivedClass;
    derived.superId = baseClass;
    derived.totalProperties = 1;
    derived.handlers = {handler(whoMessage, 2, {x}, Code().binary(0, 0, 0, {Tag::Int, 1}).propagate())};

    bof::File file;
    file.classes = {system, base, derived};
    file.hasLines = true;
    file.sourceName = "world.kod";
    return file;
}

inline kodbase::Kodbase names()
{
    kodbase::Kodbase base;
    base.classes = {{"System", systemClass, 0, "", {}, {}, {{"plKeep", 1}}, {{"Tick", tickMessage, {{"timer", 30}}}}},
                    {"Base", baseClass, 0, "", {}, {}, {{"piValue", 1}}, {{"Who", whoMessage, {{"x", parameterX}}}}},
                    {"Derived", derivedClass, baseClass, "Base", {}, {}, {}, {}}};
    return base;
}

inline std::unique_ptr<vm::Vm> boot(vm::Host& host, const vm::Dialect& dialect = vm::classic)
{
    auto machine = vm::Vm::create(dialect, host);
    std::vector<vm::LoadedFile> files;
    files.push_back({world(), "world.bof"});
    if (!machine->loadProgram(std::move(files)).empty())
        return nullptr;
    machine->setNames(names());
    machine->clearWorld();
    machine->createObject(systemClass, {});
    return machine;
}

} // namespace blak::test::small
