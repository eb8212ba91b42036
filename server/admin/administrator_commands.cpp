// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/admin/administrator_commands.h"

namespace blak::world {

void AdministratorCommands::createAdministrator()
{
    const auto role = roleNamed(in.texts[1]);
    if (!role) {
        line("A role is observer, operator or owner.");
        return;
    }
    if (world.credentials().administrators().find(in.texts[0]) != nullptr) {
        line("Administrator " + std::string(in.texts[0]) + " already exists.");
        return;
    }
    if (auto made = world.credentials().administrators().set(in.texts[0], *role, in.texts[2]); !made)
        line(made.error().text());
    else
        line("Created administrator " + std::string(in.texts[0]) + " (" + std::string(roleName(*role)) + ").");
}

void AdministratorCommands::deleteAdministrator()
{
    if (auto removed = world.credentials().administrators().remove(in.texts[0]); !removed)
        line(removed.error().text());
    else
        line("Deleted administrator " + std::string(in.texts[0]) + ".");
}

void AdministratorCommands::setAdministratorPassword()
{
    const Administrator* one = world.credentials().administrators().find(in.texts[0]);
    if (one == nullptr) {
        line("Cannot find administrator " + std::string(in.texts[0]) + ".");
        return;
    }
    const Administrator before = *one;
    if (auto changed = world.credentials().administrators().set(before.name, before.role, in.texts[1]); !changed)
        line(changed.error().text());
    else
        line("Set password for administrator " + before.name + ".");
}

/// Also a role for an administrator's account of the game that has no entry yet.
void AdministratorCommands::setAdministratorRole()
{
    const auto role = roleNamed(in.texts[1]);
    if (!role) {
        line("A role is observer, operator or owner.");
        return;
    }
    const Account* account = world.accounts().find(in.texts[0]);
    const bool known = world.credentials().administrators().find(in.texts[0]) != nullptr;
    if (!known && (account == nullptr || account->type != AccountType::Admin)) {
        line("Cannot find administrator " + std::string(in.texts[0]) + ".");
        return;
    }
    if (auto changed = world.credentials().administrators().set(in.texts[0], *role, ""); !changed)
        line(changed.error().text());
    else
        line("Administrator " + std::string(in.texts[0]) + " is " + std::string(roleName(*role)) + ".");
}

void AdministratorCommands::showAdministrators()
{
    line("Name                                               Role      Logs in with");
    for (const Administrator& one : world.credentials().administrators().list())
        line(padded(one.name, 50) + " " + padded(roleName(one.role), 9) + " " +
             (one.hash.empty() ? "the account of the game" : "a password of its own"));
}

} // namespace blak::world
