// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/vm/vm.h"
#include "server/world/accounts.h"
#include "server/world/players.h"

#include <nlohmann/json_fwd.hpp>

/// What administrators and tools see of a world, as JSON: one form for the control channel and for `--json`.
namespace blak::world {

/// {"object": 5, "class": "User", "classId": 1, "properties": [{"name": ..., "value": ...}]}. The object has to exist.
nlohmann::json objectJson(const vm::Vm& machine, std::int64_t object);
/// Variables, properties, messages. The class has to exist.
nlohmann::json classJson(const vm::Vm& machine, std::int32_t id);
/// {"elements": [...]} and "rest" where it was cut off or is a dotted pair. The node has to exist. `within`: so many elements are written
/// out of each list that is an element; 0: such lists are numbers only.
nlohmann::json listJson(const vm::Vm& machine, std::int64_t node, std::size_t limit, std::size_t within = 0);
/// Without anything of its password.
nlohmann::json accountJson(const Accounts& accounts, const Account& account);
nlohmann::json playerJson(const PlayerLine& line);
nlohmann::json banJson(const Ban& ban);

} // namespace blak::world
