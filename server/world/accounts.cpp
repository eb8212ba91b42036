// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/world/accounts.h"

#include "server/vm/names.h"

#include <algorithm>
#include <charconv>

namespace blak::world {
namespace {

std::optional<std::int64_t> number(std::string_view text)
{
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

std::vector<std::string_view> split(std::string_view text, char separator)
{
    std::vector<std::string_view> parts;
    for (;;) {
        const std::size_t end = text.find(separator);
        parts.push_back(text.substr(0, end));
        if (end == text.npos)
            return parts;
        text.remove_prefix(end + 1);
    }
}

} // namespace

std::int64_t Accounts::create(std::string_view name, std::string_view password, AccountType type, std::string_view email)
{
    Account account;
    account.id = nextId++;
    account.name = name;
    account.password = password;
    account.type = type;
    account.email = email;
    list.push_back(account);
    return account.id;
}

Account* Accounts::find(std::int64_t id)
{
    const auto it = std::ranges::find(list, id, &Account::id);
    return it == list.end() ? nullptr : &*it;
}

Account* Accounts::find(std::string_view name)
{
    const std::string wanted = lowerCase(name);
    for (Account& account : list)
        if (lowerCase(account.name) == wanted)
            return &account;
    return nullptr;
}

Account* Accounts::findNamed(std::string_view text)
{
    if (const auto id = number(text))
        return find(*id);
    return find(text);
}

bool Accounts::remove(std::int64_t id)
{
    return std::erase_if(list, [&](const Account& account) { return account.id == id; }) > 0;
}

void Accounts::clear()
{
    list.clear();
    users.clear();
    nextId = 1;
}

std::string Accounts::write(bool withEmail) const
{
    std::string out;
    for (const Account& account : list) {
        out += "ACCOUNT " + std::to_string(account.id) + ":" + account.name + ":" + account.password + ":" +
               std::to_string(static_cast<int>(account.type)) + ":" + std::to_string(account.lastLogin) + ":" +
               std::to_string(account.credits) + ":" + std::to_string(account.suspendedUntil);
        if (withEmail)
            out += ":" + account.email;
        out += "\n";
    }
    return out + "NEXT_ACCOUNT_ID " + std::to_string(nextId) + "\n";
}

bool Accounts::read(std::string_view text)
{
    list.clear();
    bool any = false;
    for (std::string_view line : split(text, '\n')) {
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        constexpr std::string_view accountWord = "ACCOUNT ";
        constexpr std::string_view nextWord = "NEXT_ACCOUNT_ID ";
        if (line.starts_with(nextWord)) {
            nextId = number(line.substr(nextWord.size())).value_or(nextId);
            any = true;
        }
        if (!line.starts_with(accountWord))
            continue;
        const auto parts = split(line.substr(accountWord.size()), ':');
        const auto id = number(parts[0]);
        if (!id || parts.size() < 7)
            continue;
        Account account;
        account.id = *id;
        account.name = parts[1];
        account.password = parts[2];
        account.type = static_cast<AccountType>(std::clamp<std::int64_t>(number(parts[3]).value_or(0), 0, 3));
        account.lastLogin = number(parts[4]).value_or(0);
        account.credits = number(parts[5]).value_or(0);
        account.suspendedUntil = number(parts[6]).value_or(0);
        if (parts.size() > 7)
            account.email = parts[7];
        nextId = std::max(nextId, *id + 1);
        list.push_back(account);
        any = true;
    }
    return any;
}

} // namespace blak::world
