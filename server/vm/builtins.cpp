// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/vm/builtins.h"

namespace blak::vm {
namespace {

/// Numbers that a dialect does not have.
template <class Traits>
typename Traits::Word invalid(Machine<Traits>& machine, const Arguments<Traits>&)
{
    machine.report("bad C function number");
    return Words<Traits>::nil;
}

} // namespace

template <class Traits>
Builtin<Traits> builtinFor(bof::Function function)
{
    for (const auto lookUp : {&objectBuiltin<Traits>, &listBuiltin<Traits>, &listSearchBuiltin<Traits>, &stringBuiltin<Traits>,
                              &formatBuiltin<Traits>, &tableBuiltin<Traits>, &systemBuiltin<Traits>, &roomBuiltin<Traits>,
                              &bspRoomBuiltin<Traits>, &bspChangeBuiltin<Traits>, &bspStepBuiltin<Traits>})
        if (const Builtin<Traits> found = lookUp(function))
            return found;
    return &invalid<Traits>;
}

#define X(Traits) template Builtin<Traits> builtinFor<Traits>(bof::Function);
BLAK_VM_FOR_EACH_DIALECT(X)
#undef X

std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view blanks = " \t\r\n";
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == text.npos)
        return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

bool fuzzyEqual(std::string_view a, std::string_view b)
{
    a = trimmed(a);
    b = trimmed(b);
    if (a.empty() || a.size() != b.size())
        return false;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (upperCase(a[i]) != upperCase(b[i]))
            return false;
    return true;
}

} // namespace blak::vm
