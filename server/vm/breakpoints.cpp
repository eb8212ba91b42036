// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/names.h"
#include "server/vm/machine.h"

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

template <class Traits>
std::size_t Machine<Traits>::patch(Code<Traits>& code, std::int32_t line, bool on)
{
    if (code.entry == Entry::TooManySlots)
        return 0;
    if (code.entry == Entry::Undecoded) {
        decode(code);
        if (timed_)
            chooseBuiltins(code);
    }
    std::size_t count = 0;
    for (std::size_t i = 0; i < code.statement.size(); ++i) {
        if (code.statement[i] != line)
            continue;
        ++count;
        Instruction& instruction = code.instructions[i];
        if (on && instruction.operation != Operation::Break) {
            patched_[&instruction] = instruction.operation;
            instruction.operation = Operation::Break;
        } else if (!on && instruction.operation == Operation::Break) {
            instruction.operation = operationAt(&instruction);
            patched_.erase(&instruction);
        }
    }
    return count;
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
    for (const auto& [stem, line] : breakpoints_)
        patchFile(stem, line, true);
}

#define X(Traits)                                                                                                                \
    template std::size_t Machine<Traits>::patch(Code<Traits>&, std::int32_t, bool);                                              \
    template std::size_t Machine<Traits>::patchFile(std::string_view, std::int32_t, bool);                                       \
    template std::size_t Machine<Traits>::setBreakpoint(std::string_view, std::int32_t, bool);                                   \
    template void Machine<Traits>::clearBreakpoints();                                                                           \
    template void Machine<Traits>::patchAnew();
BLAK_VM_FOR_EACH_DIALECT(X)
#undef X

} // namespace blak::vm
