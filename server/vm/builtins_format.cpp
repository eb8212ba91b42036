// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/vm/builtins.h"
#include "server/vm/text_format.h"

namespace blak::vm {
namespace {

template <class Traits>
typename Traits::Word badText(Machine<Traits>& m, typename Traits::Word word)
{
    m.report("BuildString can't use non-string " + m.briefText(word));
    return Words<Traits>::nil;
}

/// A new string from a pattern and what goes into it; integers are cut to 32 bits, as in the reference.
template <class Traits>
typename Traits::Word buildString(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    const auto pattern = m.lookUp(a[0]);
    if (!pattern)
        return badText(m, a[0]);
    if (m.isBlank(a[0]))
        return W::nil;
    std::vector<FormatArgument> arguments;
    for (unsigned i = 1; i < a.count; ++i) {
        if (W::is(a[i], Tag::Int)) {
            arguments.emplace_back(static_cast<std::int32_t>(W::data(a[i])));
            continue;
        }
        const auto text = m.lookUp(a[i]);
        if (!text)
            return badText(m, a[i]);
        if (m.isBlank(a[i]))
            return W::nil;
        arguments.emplace_back(*text);
    }
    const auto text = formatText(*pattern, arguments, m.memoryLeft());
    if (text)
        return m.makeString(text.value());
    if (text.error().where.empty())
        m.take(m.memoryLeft() + 1);
    else
        m.report("BuildString can't fill the format \"" + std::string(*pattern) + "\": " + text.error().what);
    return W::nil;
}

} // namespace

template <class Traits>
Builtin<Traits> formatBuiltin(bof::Function function)
{
    return function == bof::Function::BuildString ? &buildString<Traits> : nullptr;
}

#define X(Traits) template Builtin<Traits> formatBuiltin<Traits>(bof::Function);
BLAK_VM_FOR_EACH_DIALECT(X)
#undef X

} // namespace blak::vm
