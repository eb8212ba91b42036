// SPDX-License-Identifier: GPL-3.0-or-later
// Commands that the old servers do not have: bans, named administrators, one class, room or resource file.
#include "server/world/admin_commands.h"

namespace blak::world {
namespace {

std::string untilText(std::int64_t until) { return until == 0 ? "for ever" : "until " + timeText(until); }

} // namespace

void AdminCommands::ban(BanKind kind)
{
    constexpr std::int64_t secondsPerHour = 3600;
    constexpr std::int64_t mostHours = 24 * 366 * 100;
    const std::int64_t hours = in.numbers[0];
    if (hours < 0 || hours > mostHours) {
        line("The hours of a ban are 1 to " + std::to_string(mostHours) + ", or 0 for ever.");
        return;
    }
    if (world.players() == nullptr)
        return;
    Ban wanted{kind, std::string(in.texts[0]), std::string(in.texts[1]), asker.name, world.unixTime(), 0};
    if (kind == BanKind::Account) {
        const Account* account = world.accounts().findNamed(in.texts[0]);
        if (account == nullptr) {
            line("Cannot find account " + std::string(in.texts[0]) + ".");
            return;
        }
        wanted.what = account->name;
    }
    wanted.until = hours == 0 ? 0 : wanted.since + hours * secondsPerHour;
    if (auto banned = world.players()->ban(wanted); !banned)
        line(banned.error().text());
    else
        line(std::string(banKindName(kind)) + " " + wanted.what + " is banned " + untilText(wanted.until) + ".");
}

void AdminCommands::banAccount() { ban(BanKind::Account); }

void AdminCommands::banPattern() { ban(BanKind::Pattern); }

void AdminCommands::unbanPattern() { unban(BanKind::Pattern); }

void AdminCommands::banAddress() { ban(BanKind::Address); }

void AdminCommands::unban(BanKind kind)
{
    if (world.players() == nullptr)
        return;
    std::string what(in.texts[0]);
    if (kind == BanKind::Account)
        if (const Account* account = world.accounts().findNamed(what))
            what = account->name;
    if (auto ended = world.players()->unban(kind, what); !ended)
        line(ended.error().text());
    else
        line(std::string(banKindName(kind)) + " " + what + " is banned no more.");
}

void AdminCommands::unbanAccount() { unban(BanKind::Account); }

void AdminCommands::unbanAddress() { unban(BanKind::Address); }

void AdminCommands::showBans()
{
    line("Kind    What                                      Until                By, reason");
    if (world.players() == nullptr)
        return;
    for (const Ban& one : world.players()->bans())
        line(padded(banKindName(one.kind), 7) + " " + padded(one.what, 41) + " " +
             padded(one.until == 0 ? "for ever" : timeText(one.until), 20) + " " + one.by +
             (one.reason.empty() ? "" : ": " + one.reason));
}

void AdminCommands::createAdministrator()
{
    const auto role = roleNamed(in.texts[1]);
    if (!role) {
        line("A role is observer, operator or owner.");
        return;
    }
    if (world.administrators().find(in.texts[0]) != nullptr) {
        line("Administrator " + std::string(in.texts[0]) + " already exists.");
        return;
    }
    if (auto made = world.administrators().set(in.texts[0], *role, in.texts[2]); !made)
        line(made.error().text());
    else
        line("Created administrator " + std::string(in.texts[0]) + " (" + std::string(roleName(*role)) + ").");
}

void AdminCommands::deleteAdministrator()
{
    if (auto removed = world.administrators().remove(in.texts[0]); !removed)
        line(removed.error().text());
    else
        line("Deleted administrator " + std::string(in.texts[0]) + ".");
}

void AdminCommands::setAdministratorPassword()
{
    const Administrator* one = world.administrators().find(in.texts[0]);
    if (one == nullptr) {
        line("Cannot find administrator " + std::string(in.texts[0]) + ".");
        return;
    }
    const Administrator before = *one;
    if (auto changed = world.administrators().set(before.name, before.role, in.texts[1]); !changed)
        line(changed.error().text());
    else
        line("Set password for administrator " + before.name + ".");
}

/// Also a role for an administrator's account of the game that has no entry yet.
void AdminCommands::setAdministratorRole()
{
    const auto role = roleNamed(in.texts[1]);
    if (!role) {
        line("A role is observer, operator or owner.");
        return;
    }
    const Account* account = world.accounts().find(in.texts[0]);
    const bool known = world.administrators().find(in.texts[0]) != nullptr;
    if (!known && (account == nullptr || account->type != AccountType::Admin)) {
        line("Cannot find administrator " + std::string(in.texts[0]) + ".");
        return;
    }
    if (auto changed = world.administrators().set(in.texts[0], *role, ""); !changed)
        line(changed.error().text());
    else
        line("Administrator " + std::string(in.texts[0]) + " is " + std::string(roleName(*role)) + ".");
}

void AdminCommands::showAdministrators()
{
    line("Name                                               Role      Logs in with");
    for (const Administrator& one : world.administrators().list())
        line(padded(one.name, 50) + " " + padded(roleName(one.role), 9) + " " +
             (one.hash.empty() ? "the account of the game" : "a password of its own"));
}

void AdminCommands::reloadClass()
{
    const auto done = world.reloadClass(in.texts[0]);
    if (!done) {
        line("Reload failed: " + done.error().text());
        return;
    }
    line("Reloaded " + done.value().file + " in " + std::to_string(done.value().milliseconds) + " milliseconds.");
    for (const std::string& report : done.value().reports)
        line(report);
}

void AdminCommands::reloadResource()
{
    const auto done = world.reloadResourceFile(in.texts[0]);
    if (!done)
        line("Reload failed: " + done.error().text());
    else
        line("Reloaded " + done.value().file + ", " + std::to_string(done.value().count) + " texts changed.");
}

void AdminCommands::reloadRoom()
{
    const auto done = world.reloadRoomFile(in.texts[0]);
    if (!done)
        line("Reload failed: " + done.error().text());
    else
        line("Reloaded " + done.value().file + ", " + std::to_string(done.value().count) + " times in use.");
}

} // namespace blak::world
