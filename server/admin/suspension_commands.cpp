// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/admin/suspension_commands.h"

#include "server/admin/users.h"

#include <algorithm>

namespace blak::world {

/// Hours, beginning when a suspension that is on ends.
void SuspensionCommands::suspend(Account& account)
{
    constexpr std::int64_t secondsPerHour = 3600;
    constexpr std::int64_t mostHours = 24 * 366 * 100;
    if (world.extended() && in.numbers[0] < 1) {
        line("Got num hours smaller than 1, please enter a valid number (e.g. 1-150000)");
        return;
    }
    const std::int64_t from = std::max(account.suspendedUntil.value_or(0), world.unixTime());
    const std::int64_t latest = world.unixTime() + mostHours * secondsPerHour;
    account.suspendedUntil =
        std::clamp(from + std::clamp(in.numbers[0], -mostHours, mostHours) * secondsPerHour, std::int64_t{0}, latest);
    line("Account " + std::to_string(account.id) + " (" + account.name + ") is suspended until " +
         timeText(*account.suspendedUntil) + ".");
}

void SuspensionCommands::unsuspend(Account& account)
{
    account.suspendedUntil = 0;
    line("Account " + std::to_string(account.id) + " (" + account.name + ") is unsuspended.");
}

void SuspensionCommands::suspendAccount()
{
    if (Account* account = world.accounts().findNamed(in.texts[0]))
        suspend(*account);
    else
        line("Cannot find account " + std::string(in.texts[0]) + ".");
}

void SuspensionCommands::unsuspendAccount()
{
    if (Account* account = world.accounts().findNamed(in.texts[0]))
        unsuspend(*account);
    else
        line("Cannot find account " + std::string(in.texts[0]) + ".");
}

void SuspensionCommands::suspendUser()
{
    if (Account* account = accountOfUser(*this, in.texts[0]))
        suspend(*account);
}

void SuspensionCommands::unsuspendUser()
{
    if (Account* account = accountOfUser(*this, in.texts[0]))
        unsuspend(*account);
}

} // namespace blak::world
