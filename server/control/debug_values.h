// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/vm/vm.h"

#include <nlohmann/json.hpp>
#include <string>

/// Values as debuggers show them.
namespace blak::serve {

/// "5", "$", "OBJECT 812 (User)", "[812, 1190, 21]", in Windows-1252.
std::string shownValue(const vm::Vm& machine, const vm::Value& value);

/// The value with `shown`, and `count` when it has parts to look into. `literalsOf`: the class whose code has the value, which is what
/// text literals mean something in; 0 = none.
nlohmann::json shownJson(const vm::Vm& machine, const vm::Value& value, std::int32_t literalsOf = 0);

/// The node that stands so many places behind; nothing at the end of the list, or where it is no list.
std::optional<vm::Value> nodeAt(const vm::Vm& machine, vm::Value list, std::size_t index);

/// Of a list: its length, as far as `most`; a ring has no end.
std::size_t listLength(const vm::Vm& machine, vm::Value list, std::size_t most);

} // namespace blak::serve
