// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/admin/session_commands.h"

#include "server/admin/users.h"

#include <algorithm>

namespace blak::world {
namespace {

/// Who talks, as the old servers call them: by the name of the account, or "Administrator".
std::string speaker(const Asker& asker)
{
    const std::size_t open = asker.name.rfind('(');
    const bool isAccount = asker.from == Access::Admin && asker.name.ends_with(')') && open != std::string::npos;
    return isAccount ? asker.name.substr(open + 1, asker.name.size() - open - 2) : "Administrator";
}

} // namespace

void SessionCommands::say()
{
    if (world.players() != nullptr)
        world.players()->tellAdministrators(speaker(asker) + " says, \"" + std::string(in.texts.empty() ? "" : in.texts[0]) +
                                            "\"");
    line("Said.");
}

void SessionCommands::whoHeader()
{
    line(world.extended() ? "Name                Act Ver Sess Port                   Where"
                          : "Name                Act Ver Sess Port               Where");
    line("----------------------------------------------------------------------------");
}

void SessionCommands::whoLine(const PlayerLine& one)
{
    const bool wide = world.extended();
    std::string text = padded(one.name.substr(0, 18), 18) + " ";
    text += one.account == 0 ? "    " : aligned(one.account, 4) + (wide ? " " : "");
    text += one.version == 0 ? " No " : aligned(one.version, 4);
    text += wide ? "" : " ";
    line(text + aligned(one.session, 4) + " " + padded(one.address.substr(0, wide ? 22 : 18), wide ? 22 : 18) + " " + one.where);
}

void SessionCommands::who()
{
    line("");
    whoHeader();
    if (world.players() != nullptr)
        for (const PlayerLine& one : world.players()->list())
            whoLine(one);
}

void SessionCommands::hangupAccount()
{
    const Account* account = world.accounts().findNamed(in.texts[0]);
    if (account == nullptr)
        line("Cannot find account " + std::string(in.texts[0]) + ".");
    else if (world.players() == nullptr || !world.players()->hangUpAccount(account->id))
        line("ACCOUNT " + std::to_string(account->id) + " (" + account->name + ") is not logged in.");
    else
        line("Account " + account->name + " has been hung up.");
}

void SessionCommands::hangupUser()
{
    const Account* account = accountOfUser(*this, in.texts[0]);
    if (account == nullptr)
        return;
    if (world.players() == nullptr || !world.players()->hangUpAccount(account->id))
        line("User " + std::string(in.texts[0]) + " is not logged on.");
    else
        line("User " + std::string(in.texts[0]) + " has been hung up.");
}

void SessionCommands::hangupIp()
{
    line("This command will only affect specified IPs until the server reboots");
    if (world.players() != nullptr && !world.players()->blockAddress(in.texts[0]))
        line("Couldn`t build IP address bad format " + std::string(in.texts[0]));
    else
        line("IP " + std::string(in.texts[0]) + " blocked");
}

void SessionCommands::hangupSession()
{
    if (world.players() == nullptr || !world.players()->hangUpSession(in.numbers[0]))
        line("Cannot find SESSION " + std::to_string(in.numbers[0]) + ".");
    else
        line("SESSION " + std::to_string(in.numbers[0]) + " has been hung up.");
}

void SessionCommands::hangupAll()
{
    if (world.players() != nullptr)
        world.players()->hangUpAll();
}

void SessionCommands::kickoffAccount()
{
    const Account* account = world.accounts().find(in.numbers[0]);
    if (account == nullptr) {
        line("Cannot find ACCOUNT " + std::to_string(in.numbers[0]) + ".");
        return;
    }
    const std::string who = "ACCOUNT " + std::to_string(account->id) + " (" + account->name + ") ";
    const std::int64_t id = account->id;
    const auto all = world.players() == nullptr ? std::vector<PlayerLine>() : world.players()->list();
    const bool isThere = std::ranges::find(all, id, &PlayerLine::account) != all.end();
    const bool kicked = isThere && world.players()->kickOffAccount(id);
    line(who + (kicked ? "will be kicked off." : isThere ? "is not in the game." : "is not logged on."));
}

void SessionCommands::kickoffAll()
{
    if (world.players() != nullptr)
        world.players()->kickOffAll();
}

/// open105's side channel.
void SessionCommands::showUdp()
{
    const std::int64_t last = world.players() == nullptr ? 0 : world.players()->lastDatagram();
    line(":< Current time " + timeText(world.unixTime()) + ", last UDP packet received " +
         (last == 0 ? "Never" : timeText(last)));
    line(":>");
}

void SessionCommands::resetUdp()
{
    line("<: The UDP socket of this server never needs a reset.");
    line(":>");
}

/// Who is logged on from the address of a session.
void SessionCommands::showSameAddress()
{
    const std::vector<PlayerLine> all = world.players() == nullptr ? std::vector<PlayerLine>() : world.players()->list();
    const auto wanted = std::ranges::find(all, in.numbers[0], &PlayerLine::session);
    if (wanted == all.end()) {
        line("Session " + std::to_string(in.numbers[0]) + " not found!");
        return;
    }
    line("Accounts matching IP of session " + std::to_string(in.numbers[0]) + ":");
    whoHeader();
    for (const PlayerLine& one : all)
        if (one.address == wanted->address)
            whoLine(one);
}

} // namespace blak::world
