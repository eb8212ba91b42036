// SPDX-License-Identifier: GPL-3.0-or-later
// Commands about the connections.
#include "server/world/admin_commands.h"

#include <algorithm>

namespace blak::world {

void AdminCommands::say()
{
    if (world.players() != nullptr)
        world.players()->tellAdministrators("[Admin] " + std::string(in.texts.empty() ? "" : in.texts[0]));
    line("Said.");
}

void AdminCommands::who()
{
    const bool wide = world.extended();
    const std::size_t addressColumn = wide ? 22 : 18;
    line("");
    line(wide ? "Name                Act Ver Sess Port                   Where"
              : "Name                Act Ver Sess Port               Where");
    line("----------------------------------------------------------------------------");
    if (world.players() == nullptr)
        return;
    for (const PlayerLine& one : world.players()->list()) {
        const std::string account = one.account == 0 ? "" : std::to_string(one.account);
        std::string text = padded(one.name, 18) + std::string(account.size() < 5 ? 5 - account.size() : 0, ' ') + account;
        text += " " + padded(one.version == 0 ? "No" : std::to_string(one.version), 3) + " " + aligned(one.session, wide ? 3 : 4);
        line(text + " " + padded(one.address, addressColumn) + " " + one.where);
    }
}

void AdminCommands::hangupAccount()
{
    const Account* account = world.accounts().findNamed(in.texts[0]);
    if (account == nullptr)
        line("Cannot find account " + std::string(in.texts[0]) + ".");
    else if (world.players() == nullptr || !world.players()->hangUpAccount(account->id))
        line("Account " + account->name + " is not logged on.");
    else
        line("Account " + account->name + " has been hung up.");
}

void AdminCommands::hangupUser()
{
    const Account* account = accountOfUser(in.texts[0]);
    if (account == nullptr)
        return;
    if (world.players() == nullptr || !world.players()->hangUpAccount(account->id))
        line("User " + std::string(in.texts[0]) + " is not logged on.");
    else
        line("User " + std::string(in.texts[0]) + " has been hung up.");
}

void AdminCommands::hangupIp()
{
    line("This command will only affect specified IPs until the server reboots");
    if (world.players() != nullptr)
        world.players()->blockAddress(in.texts[0]);
    line("IP " + std::string(in.texts[0]) + " blocked");
}

void AdminCommands::hangupSession()
{
    if (world.players() == nullptr || !world.players()->hangUpSession(in.numbers[0]))
        line("Cannot find SESSION " + std::to_string(in.numbers[0]) + ".");
    else
        line("SESSION " + std::to_string(in.numbers[0]) + " has been hung up.");
}

void AdminCommands::hangupAll()
{
    if (world.players() != nullptr)
        world.players()->hangUpAll();
}

void AdminCommands::kickoffAccount()
{
    const Account* account = world.accounts().find(in.numbers[0]);
    if (account == nullptr) {
        line("Cannot find account " + std::to_string(in.numbers[0]) + ".");
        return;
    }
    const std::string who = "ACCOUNT " + std::to_string(account->id) + " (" + account->name + ") ";
    const bool kicked = world.players() != nullptr && world.players()->kickOffAccount(account->id);
    line(who + (kicked ? "will be kicked off." : "is not logged on."));
}

void AdminCommands::kickoffAll()
{
    if (world.players() != nullptr)
        world.players()->kickOffAll();
}

} // namespace blak::world
