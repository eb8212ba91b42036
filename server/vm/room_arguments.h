// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/space/units.h"
#include "server/vm/machine.h"

/// What the room built-ins share in reading their arguments.
namespace blak::vm::room {

template <class Traits>
using Word = typename Traits::Word;

template <class Traits>
Word<Traits> badRoom(Machine<Traits>& m, std::string_view what, Word<Traits> word, Word<Traits> result)
{
    m.report(std::string(what) + " can't use " + m.briefText(word) + m.describeSelf());
    return result;
}

/// Row, column, fine row, fine column from argument `first` on; nothing when one is no integer.
template <class Traits>
std::optional<space::Point> place(const Arguments<Traits>& a, unsigned first)
{
    using W = Words<Traits>;
    std::int32_t parts[4];
    for (unsigned i = 0; i < 4; ++i) {
        if (!W::is(a[first + i], Tag::Int))
            return std::nullopt;
        parts[i] = static_cast<std::int32_t>(W::data(a[first + i]));
    }
    return space::toClient(space::GridPlace{parts[0], parts[1], parts[2], parts[3]});
}

template <class Traits>
bool integers(const Arguments<Traits>& a, unsigned first, unsigned end)
{
    for (unsigned i = first; i < end; ++i)
        if (!Words<Traits>::is(a[i], Tag::Int))
            return false;
    return true;
}

} // namespace blak::vm::room
