// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/fuzz/server/compiled_blakod.h"

#include <array>
#include <cstdlib>
#include <span>
#include <string>

/// Blakod made of bytes, compiled and run with small limits. Nothing that a program does may crash the machine, and a machine
/// that ran one must still do what it is told.
namespace blak::fuzz {

class BlakodWriter
{
public:
    BlakodWriter(std::span<const std::uint8_t> bytes, bool extended) : bytes_(bytes), extended_(extended) {}

    std::string program()
    {
        text_ = "System\nresources:\n   r_text = \"some text\"\nproperties:\n";
        for (int i = 0; i < properties; ++i)
            text_ += "   p" + std::to_string(i) + " = $\n";
        text_ += "messages:\n   Constructor() { return; }\n   Works() { return 42; }\n";
        for (int i = 0; i < handlers; ++i) {
            text_ += "   M" + std::to_string(i) +
                     "(a = 1, string = $, timer = $)\n   {\n      local x, y;\n      x = 0;\n      y = a;\n";
            block(0);
            text_ += "      return " + expression(1) + ";\n   }\n";
        }
        return text_ + "end\n";
    }

private:
    static constexpr int properties = 6;
    static constexpr int handlers = 4;
    static constexpr int deepest = 3;

    struct Function
    {
        const char* name;
        int arguments;
        int dialects; ///< 1 classic, 2 open105, 3 both
    };

    /// 0 once the bytes are used up, so that programs end.
    unsigned next(unsigned below)
    {
        const unsigned byte = at_ < bytes_.size() ? bytes_[at_] : 0u;
        ++at_;
        return byte % below;
    }
    bool spent() const { return at_ >= bytes_.size(); }

    std::string variable()
    {
        const unsigned which = next(properties + 3);
        return which < properties ? "p" + std::to_string(which) : which == properties ? "x" : which == properties + 1 ? "y" : "a";
    }

    std::string call(int depth)
    {
        static constexpr auto functions = std::to_array<Function>({{"Cons", 2, 3},
                                                                   {"First", 1, 1},
                                                                   {"Rest", 1, 1},
                                                                   {"Length", 1, 3},
                                                                   {"Nth", 2, 3},
                                                                   {"SetNth", 3, 3},
                                                                   {"SetFirst", 2, 3},
                                                                   {"DelListElem", 2, 3},
                                                                   {"FindListElem", 2, 3},
                                                                   {"MoveListElem", 3, 1},
                                                                   {"SwapListElem", 3, 2},
                                                                   {"InsertListElem", 3, 2},
                                                                   {"AppendListElem", 2, 2},
                                                                   {"Last", 1, 2},
                                                                   {"DelLastListElem", 1, 2},
                                                                   {"IsListMatch", 2, 2},
                                                                   {"ListCopy", 1, 2},
                                                                   {"GetListNode", 3, 2},
                                                                   {"GetListElemByClass", 2, 2},
                                                                   {"GetAllListNodesByClass", 3, 2},
                                                                   {"SendList", 3, 2},
                                                                   {"SendListByClass", 4, 2},
                                                                   {"IsList", 1, 3},
                                                                   {"Abs", 1, 3},
                                                                   {"Bound", 3, 3},
                                                                   {"Sqrt", 1, 3},
                                                                   {"Random", 2, 3},
                                                                   {"CreateTable", 0, 3},
                                                                   {"AddTableEntry", 3, 3},
                                                                   {"GetTableEntry", 2, 3},
                                                                   {"DeleteTableEntry", 2, 3},
                                                                   {"DeleteTable", 1, 3},
                                                                   {"CreateString", 0, 3},
                                                                   {"SetString", 2, 3},
                                                                   {"StringEqual", 2, 3},
                                                                   {"StringContain", 2, 3},
                                                                   {"StringSubstitute", 3, 3},
                                                                   {"AppendTempString", 1, 3},
                                                                   {"ClearTempString", 0, 3},
                                                                   {"GetTempString", 0, 3},
                                                                   {"BuildString", 2, 1},
                                                                   {"StringLength", 1, 3},
                                                                   {"StringConsistsOf", 2, 3},
                                                                   {"StringToNumber", 1, 2},
                                                                   {"ParseString", 3, 3},
                                                                   {"SetResource", 2, 3},
                                                                   {"CreateTimer", 3, 3},
                                                                   {"DeleteTimer", 1, 3},
                                                                   {"GetTimeRemaining", 1, 3},
                                                                   {"Post", 2, 3},
                                                                   {"Send", 2, 3},
                                                                   {"Debug", 2, 3},
                                                                   {"AddPacket", 2, 3},
                                                                   {"IsObject", 1, 3},
                                                                   {"RecycleUser", 1, 3},
                                                                   {"LoadRoom", 1, 3},
                                                                   {"RoomData", 1, 3},
                                                                   {"GetTime", 0, 3},
                                                                   {"SendWebhook", 2, 1},
                                                                   {"SetClassVar", 3, 2}});
        const Function& function = functions[next(static_cast<unsigned>(functions.size()))];
        if ((function.dialects & (extended_ ? 2 : 1)) == 0)
            return "List(" + variable() + "," + variable() + ")";
        std::string text = std::string(function.name) + "(";
        for (int i = 0; i < function.arguments; ++i)
            text += (i == 0 ? "" : ",") + expression(depth + 1);
        return text + ")";
    }

    std::string expression(int depth)
    {
        const std::string number = std::to_string(static_cast<int>(next(256)) - 20);
        switch (depth > deepest ? next(6) : next(14)) {
        case 0: return "$";
        case 1: return number;
        case 2:
        case 3: return variable();
        case 4: return "@M" + std::to_string(next(handlers));
        case 5: return next(2) == 0 ? "self" : "\"a b{0}\"";
        case 6: return "&System";
        case 7: return "[" + expression(depth + 1) + "," + expression(depth + 1) + "]";
        case 8: return "(" + expression(depth + 1) + " + " + expression(depth + 1) + ")";
        case 9: return "(" + expression(depth + 1) + " = " + expression(depth + 1) + ")";
        case 10: return "Send(self,@M" + std::to_string(next(handlers)) + ",#a=" + expression(depth + 1) + ")";
        case 11: return "Create(&System)";
        default: return call(depth);
        }
    }

    void block(int depth)
    {
        const unsigned count = 1 + next(5);
        for (unsigned i = 0; i < count && !spent(); ++i)
            statement(depth);
    }

    void statement(int depth)
    {
        switch (next(depth > 2 ? 4 : 7)) {
        case 0:
        case 1:
        case 2: text_ += "      " + variable() + " = " + expression(0) + ";\n"; break;
        case 3: text_ += "      y = " + call(0) + ";\n"; break;
        case 4:
            text_ += "      if " + expression(1) + "\n      {\n";
            block(depth + 1);
            text_ += "         x = 1;\n      }\n";
            break;
        case 5:
            text_ += "      while " + expression(1) + "\n      {\n";
            block(depth + 1);
            text_ += "         x = x + 1;\n      }\n";
            break;
        default: text_ += "      Post(self,@M" + std::to_string(next(handlers)) + ",#a=" + expression(1) + ");\n"; break;
        }
    }

    std::span<const std::uint8_t> bytes_;
    bool extended_;
    std::size_t at_ = 0;
    std::string text_;
};

/// Whether it compiled, so that it was run.
inline bool runBlakod(std::span<const std::uint8_t> bytes)
{
    constexpr std::array dialects{&vm::classic, &vm::classic97, &vm::open105};
    if (bytes.empty())
        return false;
    const vm::Dialect& dialect = *dialects[bytes[0] % dialects.size()];
    const auto compiled = CompiledBlakod::compile(BlakodWriter(bytes.subspan(1), dialect.extended).program(), dialect);
    if (!compiled)
        return false;
    test::FakeHost host;
    const auto machine = compiled->machine(host);
    machine->createObject(dialect.ids.classSystem, {});
    const auto send = [&](const char* message) { return machine->send(0, machine->messageByName(message).value_or(-1), {}); };
    for (int round = 0; round < 2; ++round) {
        for (const char* message : {"M0", "M1", "M2", "M3"})
            send(message);
        for (int i = 0; i < 20; ++i) {
            host.now += 100;
            machine->runDueTimer();
        }
        std::vector<std::int64_t> roots{0, 1};
        machine->collect(roots);
        host.errors.clear();
        host.debug.clear();
    }
    mustWork(*machine);
    VectorSink image;
    machine->writeImage(image);
    const std::uint64_t hash = machine->stateHash();
    if (!machine->readImage(image.bytes, "image") || machine->stateHash() != hash)
        std::abort();
    const save::Game game = machine->saveGame();
    const save::Strings strings = machine->saveStrings();
    const save::DynamicResources resources = machine->saveDynamicResources();
    machine->clearWorld();
    std::vector<std::string> reports;
    if (!machine->loadGame(game, strings, resources, reports))
        std::abort();
    return true;
}

} // namespace blak::fuzz
