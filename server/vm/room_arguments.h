// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/space/flat_geometry.h"
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

template <class Traits>
bool integers(const Arguments<Traits>& a, unsigned first, unsigned end)
{
    for (unsigned i = first; i < end; ++i)
        if (!Words<Traits>::is(a[i], Tag::Int))
            return false;
    return true;
}

constexpr std::int64_t floorLift = 4; ///< the kind of animation that moves floors; every other one moves ceilings

/// Scales fine units to client units.
constexpr auto unitsPerFine = static_cast<float>(space::clientUnitsPerEditorUnit);

template <class Traits>
float lengthOf(Word<Traits> fineUnits)
{
    return static_cast<float>(Words<Traits>::data(fineUnits)) * unitsPerFine;
}

/// From squares in ten seconds to client units in a millisecond.
template <class Traits>
float speedOf(Word<Traits> squares)
{
    return static_cast<float>(Words<Traits>::data(squares)) * static_cast<float>(space::clientUnitsPerSquare) * 0.0001F;
}

/// Row, column, fine row, fine column from argument `first` on; nothing when one is no integer.
template <class Traits>
std::optional<space::FlatPoint> place(const Arguments<Traits>& a, unsigned first)
{
    using W = Words<Traits>;
    if (!integers(a, first, first + 4))
        return std::nullopt;
    const auto coordinate = [&](unsigned whole, unsigned fine) {
        constexpr auto finePerSquare = static_cast<float>(space::editorUnitsPerSquare);
        return (static_cast<float>(W::data(a[first + whole]) - 1) * finePerSquare +
                static_cast<float>(W::data(a[first + fine]))) *
               unitsPerFine;
    };
    return space::FlatPoint{coordinate(1, 3), coordinate(0, 2)};
}

/// Writes an integer to the local that `slot` names.
template <class Traits>
void store(Machine<Traits>& m, Word<Traits> slot, std::int64_t value)
{
    if (Word<Traits>* local = m.outSlot(slot))
        *local = Words<Traits>::integer(value);
    else
        m.report("there is no local number " + m.briefText(slot) + m.describeSelf());
}

/// To four locals: row, column, fine row, fine column. Towards zero, as the reference does.
template <class Traits>
void storePlace(Machine<Traits>& m, const Arguments<Traits>& a, unsigned first, space::FlatPoint point)
{
    constexpr std::int64_t finePerSquare = 64;
    const auto x = static_cast<std::int64_t>(point.x / unitsPerFine), y = static_cast<std::int64_t>(point.y / unitsPerFine);
    store(m, a[first], y / finePerSquare + 1);
    store(m, a[first + 1], x / finePerSquare + 1);
    store(m, a[first + 2], y % finePerSquare);
    store(m, a[first + 3], x % finePerSquare);
}

} // namespace blak::vm::room
