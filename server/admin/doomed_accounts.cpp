// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/admin/doomed_accounts.h"

#include "server/world/world.h"

namespace blak::world {

void DoomedAccounts::removeFrom(World& world)
{
    for (const std::int64_t id : accounts_) {
        if (const Account* account = world.accounts().find(id))
            if (auto removed = world.credentials().forgetPassword(*account); !removed)
                world.logError(removed.error().text());
        world.accounts().remove(id);
        const auto users = world.accounts().users;
        std::erase_if(world.accounts().users, [&](const User& user) { return user.account == id; });
        for (const User& user : users)
            if (user.account == id)
                world.vm().send(user.object, world.vm().dialect().ids.deleteMessage, {});
    }
    accounts_.clear();
}

} // namespace blak::world
