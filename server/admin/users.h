// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/admin/call.h"

/// Characters of accounts, for the commands about them.
namespace blak::world {

void userHeader(const AdminCall& call);
void userLine(const AdminCall& call, const User& user);

/// The character of that name, as Blakod finds it.
std::optional<std::int64_t> findUser(vm::Vm& vm, std::string_view name);
/// By the number of the object or by the name of the character.
std::optional<std::int64_t> objectOfUser(vm::Vm& vm, std::string_view text);
/// The same for the account; says so when there is none.
Account* accountOfUser(const AdminCall& call, std::string_view text);

} // namespace blak::world
