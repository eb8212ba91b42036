// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/admin/users.h"

#include "server/world/user_name.h"

#include <algorithm>

namespace blak::world {

void userHeader(const AdminCall& call) { call.line("Acct Object  Class   Name"); }

/// A user whose object is gone has no line.
void userLine(const AdminCall& call, const User& user)
{
    const auto type = call.vm.classOfObject(user.object);
    if (!type)
        return;
    const UserName name = userNameOf(call.vm, user.object);
    call.line(aligned(user.account, 4) + " " + aligned(user.object, 7) + " " + padded(call.vm.className(*type), 7) + " " +
              name.text + (name.isName ? "" : "."));
}

std::optional<std::int64_t> findUser(vm::Vm& vm, std::string_view name)
{
    vm.setTempString(name);
    const vm::Parameter parameter{vm.dialect().ids.string, {bof::Tag::TempString, 0}};
    const auto answer = vm.send(vm.systemObject(), vm.dialect().ids.findUserByString, std::span(&parameter, 1));
    return answer && answer->tag == bof::Tag::Object ? std::optional(answer->data) : std::nullopt;
}

std::optional<std::int64_t> objectOfUser(vm::Vm& vm, std::string_view text)
{
    const auto number = parseInteger(text);
    return number ? number : findUser(vm, text);
}

Account* accountOfUser(const AdminCall& call, std::string_view text)
{
    const std::optional<std::int64_t> object = objectOfUser(call.vm, text);
    const auto& users = call.world.accounts().users;
    const auto user = std::ranges::find_if(users, [&](const User& one) { return object && one.object == *object; });
    Account* account = user == users.end() ? nullptr : call.world.accounts().find(user->account);
    if (account == nullptr)
        call.line("Cannot find user " + std::string(text) + ".");
    return account;
}

} // namespace blak::world
