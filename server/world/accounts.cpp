// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/world/accounts.h"

#include "formats/base/names.h"

#include <algorithm>
#include <set>

namespace blak::world {
namespace {

constexpr std::size_t longestName = 50;
constexpr std::size_t longestEmail = 200;

bool isField(std::string_view text)
{
    return std::ranges::none_of(text, [](char c) { return c == ':' || (c >= '\0' && c < ' '); }) && trimmed(text) == text;
}

} // namespace

bool isGoodAccountName(std::string_view name) { return !name.empty() && name.size() <= longestName && isField(name); }

bool isGoodEmail(std::string_view email) { return email.size() <= longestEmail && isField(email); }

std::int64_t Accounts::create(std::string_view name, std::string_view password, AccountType type, std::string_view email)
{
    if (nextId >= INT32_MAX) // a file of the old server said so
        for (nextId = 1; find(nextId) != nullptr;)
            ++nextId;
    Account account;
    account.id = static_cast<std::int32_t>(nextId++);
    account.name = name;
    account.password = password;
    account.type = type;
    account.suspendedUntil = 0;
    account.credits = initialCredits;
    account.email = email;
    list.push_back(account);
    return account.id;
}

Account* Accounts::find(std::int64_t id)
{
    const auto it = std::ranges::find_if(list, [id](const Account& account) { return account.id == id; });
    return it == list.end() ? nullptr : &*it;
}

Account* Accounts::find(std::string_view name)
{
    const auto it = std::ranges::find_if(list, [name](const Account& account) { return equalIgnoringCase(account.name, name); });
    return it == list.end() ? nullptr : &*it;
}

Account* Accounts::findNamed(std::string_view text)
{
    if (const auto id = parseNumber(text))
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
    account::File file;
    for (Account account : list) {
        account.suspendedUntil = account.suspendedUntil.value_or(0); // old servers want the field
        account.email = withEmail ? std::optional(account.email.value_or("")) : std::nullopt;
        addEntry(file.lines, account::Entry(std::move(account)));
    }
    addEntry(file.lines, account::Entry(account::NextId{static_cast<std::int32_t>(std::min<std::int64_t>(nextId, INT32_MAX))}));
    return account::write(file);
}

bool Accounts::read(std::string_view text, std::string_view file, std::vector<Error>& problems)
{
    list.clear();
    nextId = 1;
    bool any = false;
    std::set<std::int32_t> taken;
    std::size_t number = 0;
    for (const TextLine& line : splitLines(text)) {
        const std::string where = std::string(file) + ", line " + std::to_string(++number);
        auto parsed = account::read(line.text, file);
        if (!parsed) {
            problems.push_back({parsed.error().what, where});
            continue;
        }
        nextId = std::max<std::int64_t>(nextId, parsed.value().nextId());
        for (const auto& one : parsed.value().lines) {
            any = any || one.entry.has_value();
            const Account* account = one.entry ? std::get_if<Account>(&*one.entry) : nullptr;
            if (account == nullptr)
                continue;
            if (taken.insert(account->id).second)
                list.push_back(*account);
            else
                problems.push_back({"account " + std::to_string(account->id) + " comes twice; the first counts", where});
        }
    }
    return any;
}

} // namespace blak::world
