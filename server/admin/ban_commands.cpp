// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/admin/ban_commands.h"

namespace blak::world {
namespace {

std::string untilText(std::int64_t until) { return until == 0 ? "for ever" : "until " + timeText(until); }

} // namespace

void BanCommands::ban(BanKind kind)
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

void BanCommands::banAccount() { ban(BanKind::Account); }

void BanCommands::banPattern() { ban(BanKind::Pattern); }

void BanCommands::unbanPattern() { unban(BanKind::Pattern); }

void BanCommands::banAddress() { ban(BanKind::Address); }

void BanCommands::unban(BanKind kind)
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

void BanCommands::unbanAccount() { unban(BanKind::Account); }

void BanCommands::unbanAddress() { unban(BanKind::Address); }

void BanCommands::showBans()
{
    line("Kind    What                                      Until                By, reason");
    if (world.players() == nullptr)
        return;
    for (const Ban& one : world.players()->bans())
        line(padded(banKindName(one.kind), 7) + " " + padded(one.what, 41) + " " +
             padded(one.until == 0 ? "for ever" : timeText(one.until), 20) + " " + one.by +
             (one.reason.empty() ? "" : ": " + one.reason));
}

} // namespace blak::world
