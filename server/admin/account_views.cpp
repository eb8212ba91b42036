// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/admin/account_views.h"

#include "server/admin/users.h"

#include <algorithm>

namespace blak::world {

void AccountViews::accountHeader()
{
    line(world.extended()
             ? "Acct  Name                   Email                  Suspended Sec logged inLast login                    "
             : "Acct  Name                   Suspended Credits Last login                    ");
}

void AccountViews::accountLine(const Account& account)
{
    const char letter = account.type == AccountType::Admin   ? 'A'
                        : account.type == AccountType::Dm    ? 'D'
                        : account.type == AccountType::Guest ? 'G'
                                                             : ' ';
    std::string text = aligned(account.id, 4) + letter + " " + padded(account.name, 23);
    if (world.extended())
        text += padded(account.email.value_or(""), 22);
    const std::int64_t left = account.suspendedUntil.value_or(0) - world.unixTime();
    std::string suspended;
    if (left > 0) {
        const std::int64_t tenths = (left * 10 + 1800) / 3600;
        suspended = std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + "h";
    }
    text += std::string(suspended.size() < 9 ? 9 - suspended.size() : 0, ' ') + suspended;
    std::string credits = std::to_string(account.credits / 100) + "." + (account.credits % 100 < 10 ? "0" : "") +
                          std::to_string(account.credits % 100);
    text += " " + std::string(credits.size() < 7 ? 7 - credits.size() : 0, ' ') + credits + " ";
    text += padded(account.lastLogin == 0 ? "Never" : timeText(account.lastLogin), 30);
    line(text);
}

void AccountViews::showAccount()
{
    const Account* account = world.accounts().findNamed(in.texts[0]);
    if (account == nullptr) {
        line("Cannot find account " + std::string(in.texts[0]) + ".");
        return;
    }
    accountHeader();
    accountLine(*account);
    userHeader(*this);
    const std::int64_t id = account->id;
    const auto users = world.accounts().users;
    for (auto it = users.rbegin(); it != users.rend(); ++it) // newest first
        if (it->account == id)
            userLine(*this, *it);
}

void AccountViews::showAccounts()
{
    accountHeader();
    for (const Account& account : world.accounts().list)
        accountLine(account);
}

void AccountViews::showUser()
{
    const auto object = objectOfUser(vm, in.texts[0]);
    const auto& users = world.accounts().users;
    const auto found = std::ranges::find_if(users, [&](const User& user) { return object && user.object == *object; });
    if (found == users.end()) {
        line("Cannot find user " + std::string(in.texts[0]) + ".");
        return;
    }
    userHeader(*this);
    userLine(*this, User(*found));
}

/// The newest first.
void AccountViews::showUsers()
{
    userHeader(*this);
    const auto users = world.accounts().users;
    for (auto it = users.rbegin(); it != users.rend(); ++it)
        userLine(*this, *it);
}

void AccountViews::showName()
{
    const auto object = findUser(vm, in.texts[0]);
    if (!object) {
        line("Cannot find user with name " + std::string(in.texts[0]) + ".");
        return;
    }
    line(":< object " + std::to_string(*object));
    line(":>");
}

void AccountViews::showEmail()
{
    accountHeader();
    for (const Account& account : world.accounts().list)
        if (lowerCase(account.email.value_or("")) == lowerCase(in.texts[0]))
            accountLine(account);
}

void AccountViews::showActive()
{
    constexpr std::int64_t secondsPerDay = 86400;
    constexpr std::int64_t mostDays = 1'000'000;
    const std::int64_t since = world.unixTime() - std::clamp<std::int64_t>(in.numbers[0], 0, mostDays) * secondsPerDay;
    std::size_t found = 0;
    accountHeader();
    for (const Account& account : world.accounts().list)
        if (account.lastLogin > since && account.lastLogin != 0) {
            accountLine(account);
            ++found;
        }
    line(std::to_string(found) + " accounts active in the last " + std::to_string(in.numbers[0]) + " days.");
}

void AccountViews::showSuspended()
{
    accountHeader();
    for (const Account& account : world.accounts().list)
        if (account.suspendedUntil.value_or(0) > world.unixTime())
            accountLine(account);
}

} // namespace blak::world
