// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/names.h"
#include "server/vm/machine.h"

#include <algorithm>

/// Breakpoints are instructions that stand where a statement begins; what stood there is kept aside.
namespace blak::vm {
namespace {

/// "memmap/Thing.bof" and "thing.kod" are the same for people who set breakpoints.
std::string stemOf(std::string_view file)
{
    file = file.substr(file.find_last_of("/\\") + 1);
    return lowerCase(file.substr(0, file.rfind('.')));
}

} // namespace

/// False for a handler that cannot run.
template <class Traits>
bool Machine<Traits>::makeReady(const Code<Traits>& code)
{
    if (code.entry == Entry::Undecoded) {
        decode(code);
        if (timed_)
            chooseBuiltins(code);
    }
    return code.entry == Entry::Ready;
}

template <class Traits>
void Machine<Traits>::patchAt(Instruction& instruction, bool on)
{
    if (on && instruction.operation != Operation::Break) {
        patched_[&instruction] = instruction.operation;
        instruction.operation = Operation::Break;
    } else if (!on && instruction.operation == Operation::Break) {
        instruction.operation = operationAt(&instruction);
        patched_.erase(&instruction);
    }
}

template <class Traits>
std::size_t Machine<Traits>::patch(Code<Traits>& code, std::int32_t line, bool on)
{
    if (!makeReady(code))
        return 0;
    std::size_t count = 0;
    for (std::size_t i = 0; i < code.statement.size(); ++i) {
        if (code.statement[i] != line)
            continue;
        ++count;
        patchAt(code.instructions[i], on);
    }
    return count;
}

template <class Traits>
bool Machine<Traits>::patchOffset(std::string_view stem, std::uint32_t offset, bool on)
{
    for (const auto& [id, type] : program_.classes) {
        if (stemOf(type->fileName) != stem)
            continue;
        for (const auto& handler : type->handlers) {
            if (offset < handler->place || !makeReady(*handler))
                continue;
            const auto hit = std::ranges::lower_bound(handler->offsets, offset);
            if (hit == handler->offsets.end() || *hit != offset)
                continue;
            patchAt(handler->instructions[static_cast<std::size_t>(hit - handler->offsets.begin())], on);
            return true;
        }
    }
    return false;
}

template <class Traits>
std::size_t Machine<Traits>::patchFile(std::string_view stem, std::int32_t line, bool on)
{
    std::size_t count = 0;
    for (const auto& [id, type] : program_.classes)
        if (stemOf(type->fileName) == stem)
            for (const auto& handler : type->handlers)
                count += patch(*handler, line, on);
    return count;
}

template <class Traits>
std::size_t Machine<Traits>::setBreakpoint(std::string_view file, std::int32_t line, bool on)
{
    const std::string stem = stemOf(file);
    if (on)
        breakpoints_.emplace(stem, line);
    else
        breakpoints_.erase({stem, line});
    return patchFile(stem, line, on);
}

template <class Traits>
bool Machine<Traits>::setBreakpointAt(std::string_view file, std::uint32_t offset, bool on)
{
    const std::string stem = stemOf(file);
    if (!patchOffset(stem, offset, on))
        return false;
    if (on) {
        placed_.emplace(stem, offset);
        return true;
    }
    placed_.erase({stem, offset});
    for (const auto& [other, line] : breakpoints_) // one of them may stand at the same statement
        if (other == stem)
            patchFile(stem, line, true);
    return true;
}

/// Those that objects of a class and of its descendants run for a message, each once.
template <class Traits>
std::vector<const Code<Traits>*> Machine<Traits>::handlersBelow(std::int32_t classId, std::int32_t message)
{
    std::vector<const Code<Traits>*> result;
    const Class* wanted = program_.find(classId);
    std::set<const Code<Traits>*> seen;
    for (const auto& [id, type] : program_.classes) {
        const Code<Traits>* code = wanted != nullptr && type->isA(wanted) ? type->find(message) : nullptr;
        if (code != nullptr && seen.insert(code).second && makeReady(*code) && !code->instructions.empty())
            result.push_back(code);
    }
    return result;
}

template <class Traits>
std::vector<CodePlace> Machine<Traits>::entries(std::int32_t classId, std::int32_t message)
{
    std::vector<CodePlace> result;
    for (const Code<Traits>* code : handlersBelow(classId, message)) {
        const auto first = std::ranges::find_if(code->statement, [](std::int32_t line) { return line >= 0; });
        const auto at = static_cast<std::size_t>(first == code->statement.end() ? 0 : first - code->statement.begin());
        result.push_back({code->file->name, std::max(code->statement[at], 0), code->offsets[at]});
    }
    return result;
}

template <class Traits>
std::vector<CodePlace> Machine<Traits>::exits(std::int32_t classId, std::int32_t message)
{
    std::vector<CodePlace> result;
    for (const Code<Traits>* code : handlersBelow(classId, message))
        for (std::size_t i = 0; i < code->instructions.size(); ++i) {
            if (leaves(operationAt(&code->instructions[i])))
                result.push_back({code->file->name, code->lines[i], code->offsets[i]});
        }
    return result;
}

/// A property is written by handlers of its object alone: of the class, of those below it, and of those that it inherits from.
template <class Traits>
std::vector<CodePlace> Machine<Traits>::writers(std::int32_t classId, std::uint32_t property)
{
    std::vector<CodePlace> result;
    const Class* wanted = program_.find(classId);
    for (const auto& [id, type] : program_.classes) {
        if (wanted == nullptr || (!type->isA(wanted) && !wanted->isA(type.get())))
            continue;
        for (const auto& handler : type->handlers) {
            if (!makeReady(*handler))
                continue;
            const auto write = std::ranges::find_if(handler->instructions, [&](const Instruction& one) {
                return propertyWrittenBy(one, operationAt(&one)) == property;
            });
            if (write == handler->instructions.end())
                continue;
            const auto at = static_cast<std::size_t>(write - handler->instructions.begin());
            result.push_back({handler->file->name, handler->lines[at], handler->offsets[at]});
        }
    }
    return result;
}

template <class Traits>
void Machine<Traits>::clearBreakpoints()
{
    breakpoints_.clear();
    patchAnew();
}

/// In a program of which some instructions are new, or all.
template <class Traits>
void Machine<Traits>::patchAnew()
{
    for (const auto& [id, type] : program_.classes)
        for (const auto& handler : type->handlers)
            for (Instruction& instruction : handler->instructions)
                if (instruction.operation == Operation::Break)
                    instruction.operation = operationAt(&instruction);
    patched_.clear();
    placed_.clear();
    for (const auto& [stem, line] : breakpoints_)
        patchFile(stem, line, true);
}

#define X(Traits)                                                                                                                \
    template bool Machine<Traits>::makeReady(const Code<Traits>&);                                                               \
    template void Machine<Traits>::patchAt(Instruction&, bool);                                                                  \
    template std::size_t Machine<Traits>::patch(Code<Traits>&, std::int32_t, bool);                                              \
    template bool Machine<Traits>::patchOffset(std::string_view, std::uint32_t, bool);                                           \
    template bool Machine<Traits>::setBreakpointAt(std::string_view, std::uint32_t, bool);                                       \
    template std::vector<CodePlace> Machine<Traits>::entries(std::int32_t, std::int32_t);                                        \
    template std::vector<CodePlace> Machine<Traits>::exits(std::int32_t, std::int32_t);                                          \
    template std::vector<CodePlace> Machine<Traits>::writers(std::int32_t, std::uint32_t);                                       \
    template std::vector<const Code<Traits>*> Machine<Traits>::handlersBelow(std::int32_t, std::int32_t);                        \
    template std::size_t Machine<Traits>::patchFile(std::string_view, std::int32_t, bool);                                       \
    template std::size_t Machine<Traits>::setBreakpoint(std::string_view, std::int32_t, bool);                                   \
    template void Machine<Traits>::clearBreakpoints();                                                                           \
    template void Machine<Traits>::patchAnew();
BLAK_VM_FOR_EACH_DIALECT(X)
#undef X

} // namespace blak::vm
