// SPDX-License-Identifier: GPL-3.0-or-later
// Accounts and their characters.
#include "server/world/admin_commands.h"
#include "server/world/user_name.h"

#include <algorithm>

namespace blak::world {

void AdminCommands::accountHeader()
{
    line(world.extended()
             ? "Acct  Name                   Email                  Suspended Sec logged inLast login                    "
             : "Acct  Name                   Suspended Credits Last login                    ");
}

void AdminCommands::accountLine(const Account& account)
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

void AdminCommands::userHeader() { line("Acct Object  Class   Name"); }

/// A user whose object is gone has no line.
void AdminCommands::userLine(const User& user)
{
    const auto type = vm.classOfObject(user.object);
    if (!type)
        return;
    const UserName name = userNameOf(vm, user.object);
    line(aligned(user.account, 4) + " " + aligned(user.object, 7) + " " + padded(vm.className(*type), 7) + " " + name.text +
         (name.isName ? "" : "."));
}

void AdminCommands::showAccount()
{
    const Account* account = world.accounts().findNamed(in.texts[0]);
    if (account == nullptr) {
        line("Cannot find account " + std::string(in.texts[0]) + ".");
        return;
    }
    accountHeader();
    accountLine(*account);
    userHeader();
    const std::int64_t id = account->id;
    const auto users = world.accounts().users;
    for (auto it = users.rbegin(); it != users.rend(); ++it) // newest first
        if (it->account == id)
            userLine(*it);
}

void AdminCommands::showAccounts()
{
    accountHeader();
    for (const Account& account : world.accounts().list)
        accountLine(account);
}

void AdminCommands::showUser()
{
    const auto object = objectOfUser(in.texts[0]);
    const auto& users = world.accounts().users;
    const auto found = std::ranges::find_if(users, [&](const User& user) { return object && user.object == *object; });
    if (found == users.end()) {
        line("Cannot find user " + std::string(in.texts[0]) + ".");
        return;
    }
    userHeader();
    userLine(User(*found));
}

/// The newest first.
void AdminCommands::showUsers()
{
    userHeader();
    const auto users = world.accounts().users;
    for (auto it = users.rbegin(); it != users.rend(); ++it)
        userLine(*it);
}

std::optional<std::int64_t> AdminCommands::findUser(std::string_view name)
{
    vm.setTempString(name);
    const vm::Parameter parameter{vm.dialect().ids.string, {bof::Tag::TempString, 0}};
    const auto answer = vm.send(vm.systemObject(), vm.dialect().ids.findUserByString, std::span(&parameter, 1));
    return answer && answer->tag == bof::Tag::Object ? std::optional(answer->data) : std::nullopt;
}

std::optional<std::int64_t> AdminCommands::objectOfUser(std::string_view text)
{
    const auto number = parseInteger(text);
    return number ? number : findUser(text);
}

void AdminCommands::showName()
{
    const auto object = findUser(in.texts[0]);
    if (!object) {
        line("Cannot find user with name " + std::string(in.texts[0]) + ".");
        return;
    }
    line(":< object " + std::to_string(*object));
    line(":>");
}

void AdminCommands::showEmail()
{
    accountHeader();
    for (const Account& account : world.accounts().list)
        if (lowerCase(account.email.value_or("")) == lowerCase(in.texts[0]))
            accountLine(account);
}

void AdminCommands::showActive()
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

void AdminCommands::showSuspended()
{
    accountHeader();
    for (const Account& account : world.accounts().list)
        if (account.suspendedUntil.value_or(0) > world.unixTime())
            accountLine(account);
}

} // namespace blak::world
