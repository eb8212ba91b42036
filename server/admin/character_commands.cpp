// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/admin/character_commands.h"

#include "server/admin/users.h"

#include <algorithm>

namespace blak::world {

void CharacterCommands::createUserOnEachAccount()
{
    std::vector<std::int64_t> without;
    for (const Account& account : world.accounts().list)
        if (std::ranges::find(world.accounts().users, std::int64_t{account.id}, &User::account) == world.accounts().users.end())
            without.push_back(account.id);
    userHeader(*this);
    for (const std::int64_t id : without)
        if (world.createUser(id, vm.dialect().ids.classUser) >= 0)
            userLine(*this, world.accounts().users.back());
}

/// The account need not exist, as in the old servers.
void CharacterCommands::makeUser(std::int32_t classId)
{
    if (world.createUser(in.numbers[0], classId) < 0) {
        line("Cannot create an object of class " + std::to_string(classId) + ".");
        return;
    }
    userHeader(*this);
    userLine(*this, world.accounts().users.back());
}

void CharacterCommands::createUser() { makeUser(vm.dialect().ids.classUser); }

void CharacterCommands::createAdmin() { makeUser(vm.dialect().ids.classAdmin); }

void CharacterCommands::createDm() { makeUser(vm.dialect().ids.classDm); }

/// A class of open105 with a reserved name.
void CharacterCommands::createConvict()
{
    if (const auto id = needClass("EscapedConvict"))
        makeUser(*id);
}

void CharacterCommands::deleteUser()
{
    auto& users = world.accounts().users;
    const auto it = std::ranges::find(users, in.numbers[0], &User::object);
    if (it == users.end()) {
        line("Cannot find user with object id " + std::to_string(in.numbers[0]) + ".");
        return;
    }
    const std::int64_t object = it->object;
    line("Deleting the 1 user.");
    users.erase(it);
    vm.send(object, vm.dialect().ids.deleteMessage, {});
}

} // namespace blak::world
