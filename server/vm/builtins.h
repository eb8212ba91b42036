// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/vm/machine.h"

/// The built-in functions by theme (reference kod.md, section 5). Each look-up gives nullptr for functions of another theme.
namespace blak::vm {

template <class Traits>
Builtin<Traits> objectBuiltin(bof::Function function);
template <class Traits>
Builtin<Traits> listBuiltin(bof::Function function);
template <class Traits>
Builtin<Traits> listSearchBuiltin(bof::Function function);
template <class Traits>
Builtin<Traits> formatBuiltin(bof::Function function);
template <class Traits>
Builtin<Traits> stringBuiltin(bof::Function function);
template <class Traits>
Builtin<Traits> tableBuiltin(bof::Function function);
template <class Traits>
Builtin<Traits> systemBuiltin(bof::Function function);
template <class Traits>
Builtin<Traits> roomBuiltin(bof::Function function);
template <class Traits>
Builtin<Traits> bspRoomBuiltin(bof::Function function);
template <class Traits>
Builtin<Traits> bspChangeBuiltin(bof::Function function);
template <class Traits>
Builtin<Traits> bspStepBuiltin(bof::Function function);

/// The hash of a table key: by text for texts, by word for the rest.
template <class Traits>
std::uint32_t tableHash(Machine<Traits>& machine, typename Traits::Word key);

/// Texts are equal without case and without blanks around them; an empty text equals nothing.
bool fuzzyEqual(std::string_view a, std::string_view b);
std::string_view trimmed(std::string_view text);
inline char upperCase(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

} // namespace blak::vm
