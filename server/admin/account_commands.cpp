// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/admin/account_commands.h"

#include "formats/base/counted.h"
#include "server/admin/users.h"
#include "server/world/passwords.h"

#include <algorithm>

namespace blak::world {
namespace {

constexpr std::int64_t creditsPerUnit = Account::creditsPerUnit;

/// "user", "admin", "dm", "guest" or a number.
std::optional<AccountType> accountTypeNamed(std::string_view text)
{
    const std::string name = lowerCase(text);
    if (name == "admin" || name == "1")
        return AccountType::Admin;
    if (name == "dm" || name == "2")
        return AccountType::Dm;
    if (name == "guest" || name == "3")
        return AccountType::Guest;
    if (name == "user" || name == "0")
        return AccountType::Normal;
    return std::nullopt;
}

} // namespace

Account* AccountCommands::needAccount(std::int64_t id)
{
    Account* account = world.accounts().find(id);
    if (account == nullptr)
        line("Cannot find account " + std::to_string(id) + ".");
    return account;
}

/// Says so when the file of accounts could not hold it, or when the name is taken.
bool AccountCommands::mayCreate(std::string_view name, std::string_view email)
{
    if (world.accounts().find(name) != nullptr)
        line("Account name " + std::string(name) + " already exists");
    else if (!isGoodAccountName(name))
        line("An account name has 1 to 50 characters and no colon.");
    else if (!isGoodEmail(email))
        line("This is no e-mail address that can be kept.");
    else
        return true;
    return false;
}

void AccountCommands::setAccountName()
{
    Account* account = needAccount(in.numbers[0]);
    if (account == nullptr)
        return;
    if (Account* other = world.accounts().find(in.texts[0]); other != nullptr && other != account) {
        line("Account name " + std::string(in.texts[0]) + " already exists");
        return;
    }
    if (!isGoodAccountName(in.texts[0])) {
        line("An account name has 1 to 50 characters and no colon.");
        return;
    }
    line("Changing name of account " + std::to_string(account->id) + " from '" + account->name + "' to '" +
         std::string(in.texts[0]) + "'.");
    if (auto renamed = world.credentials().renameAccount(*account, in.texts[0]); !renamed)
        line(renamed.error().text());
}

void AccountCommands::setAccountPassword()
{
    Account* account = needAccount(in.numbers[0]);
    if (account == nullptr)
        return;
    if (auto kept = world.credentials().setPassword(*account, passwordText(in.texts[0])); !kept)
        line(kept.error().text());
    else
        line("Set password for account " + std::to_string(account->id) + " (" + account->name + ").");
}

void AccountCommands::setAccountCredits()
{
    Account* account = needAccount(in.numbers[0]);
    if (account == nullptr)
        return;
    account->credits = std::clamp<std::int64_t>(in.numbers[1], 0, INT32_MAX / creditsPerUnit) * creditsPerUnit;
}

void AccountCommands::addCredits()
{
    Account* account = world.accounts().find(in.numbers[0]);
    if (account == nullptr) {
        line("Cannot find ACCOUNT " + std::to_string(in.numbers[0]) + ".");
        return;
    }
    constexpr std::int64_t most = INT32_MAX / creditsPerUnit;
    const std::int64_t more = std::clamp<std::int64_t>(in.numbers[1], -most, most) * creditsPerUnit;
    account->credits = std::clamp<std::int64_t>(account->credits + more, 0, INT32_MAX);
}

void AccountCommands::setAccountEmail()
{
    if (!isGoodEmail(in.texts[0]) || in.texts[0].find('@') == std::string_view::npos) {
        line("Invalid email address.");
        return;
    }
    Account* account = needAccount(in.numbers[0]);
    if (account == nullptr)
        return;
    line("Changing email of account " + std::to_string(account->id) + " from '" + account->email.value_or("") + "' to '" +
         std::string(in.texts[0]) + "'.");
    account->email = in.texts[0];
}

/// By its number, as open105's server; we take the name too.
void AccountCommands::setAccountType()
{
    const auto type = accountTypeNamed(in.texts[0]);
    const bool known = type && *type != AccountType::Guest; // which that server does not have
    if (!known) {
        line("Invalid account type specified.");
        return;
    }
    Account* account = needAccount(in.numbers[0]);
    if (account == nullptr)
        return;
    line("Changing type of account " + std::to_string(account->id) + " from '" + std::to_string(static_cast<int>(account->type)) +
         "' to '" + std::to_string(static_cast<int>(*type)) + "'.");
    account->type = *type;
}

/// One more character, perhaps another account's until now.
void AccountCommands::setAccountObject()
{
    const Account* account = needAccount(in.numbers[0]);
    if (account == nullptr)
        return;
    const std::string object = std::to_string(in.numbers[1]);
    if (!vm.classOfObject(in.numbers[1])) {
        line("Object " + object + " does not exist.");
        return;
    }
    auto& users = world.accounts().users;
    const auto known = std::ranges::find(users, in.numbers[1], &User::object);
    if (known == users.end()) {
        line("warning: Object " + object + " is not a known user object; results may not be what you expect.");
    } else {
        line("Removing user object " + object + " from the old account " + std::to_string(known->account) + ".");
        users.erase(known);
    }
    users.push_back({account->id, in.numbers[1]});
    line("Associated account " + std::to_string(account->id) + " with object " + object + " as a user.");
}

/// The first letter says of which type. Guests, whom the classic dialects have, can be made here only.
AccountType AccountCommands::typeToCreate(std::string_view text) const
{
    switch (text.empty() ? '\0' : lowerCase(text).front()) {
    case 'a': return AccountType::Admin;
    case 'd': return AccountType::Dm;
    case 'g': return world.extended() ? AccountType::Normal : AccountType::Guest;
    default: return AccountType::Normal;
    }
}

void AccountCommands::createAccount()
{
    const std::string typed = lowerCase(in.texts[0]);
    if (typed == "auto" || (typed == "automated" && world.extended())) // "create automated" was meant
        return createAutomatedFrom(std::span(in.texts).subspan(1));
    const AccountType kind = typeToCreate(in.texts[0]);
    const std::string_view email = in.texts.size() > 3 ? in.texts[3] : std::string_view();
    if (!mayCreate(in.texts[1], email))
        return;
    const std::int64_t id = world.accounts().create(in.texts[1], "None", kind, email);
    if (auto kept = world.credentials().setPassword(*world.accounts().find(id), passwordText(in.texts[2])); !kept)
        line(kept.error().text());
    line("Created ACCOUNT " + std::to_string(id) + ".");
}

void AccountCommands::createAutomated() { createAutomatedFrom(in.texts); }

/// Name, password, and perhaps an address. open105 fills the slots of the account ([Account] NumSlots) and lists none of the
/// characters.
void AccountCommands::createAutomatedFrom(std::span<const std::string_view> texts)
{
    constexpr std::int64_t usualSlots = 3;
    constexpr std::int64_t mostSlots = 100;
    const std::string_view email = texts.size() > 2 ? texts[2] : std::string_view();
    if (!mayCreate(texts[0], email))
        return;
    const std::int64_t id = world.accounts().create(texts[0], "None", AccountType::Normal, email);
    if (auto kept = world.credentials().setPassword(*world.accounts().find(id), passwordText(texts[1])); !kept)
        line(kept.error().text());
    line("Created account " + std::to_string(id) + ".");
    if (vm.dialect().extended) {
        const auto slots = std::clamp<std::int64_t>(world.config().number("Account", "NumSlots", usualSlots), 0, mostSlots);
        for (std::int64_t slot = 0; slot < slots && world.createUser(id, vm.dialect().ids.classUser) >= 0; ++slot) {
        }
    } else if (world.createUser(id, vm.dialect().ids.classUser) >= 0) {
        userLine(*this, world.accounts().users.back());
    }
}

/// The same under a number that was given before.
void AccountCommands::recreateAutomated()
{
    const std::int64_t id = in.numbers[0];
    if (id < 1 || id >= INT32_MAX || world.accounts().find(id) != nullptr) {
        line("Cannot recreate account " + std::to_string(id) + "; may already exist.");
        return;
    }
    Accounts& accounts = world.accounts();
    const std::int64_t next = std::max(accounts.nextId, id + 1);
    accounts.nextId = id;
    createAutomated();
    accounts.nextId = std::max(accounts.nextId, next);
}

void AccountCommands::deleteAccount()
{
    const std::int64_t id = in.numbers[0];
    if (world.accounts().find(id) == nullptr) {
        line("Account " + std::to_string(id) + " does not exist.");
        return;
    }
    line("Account " + std::to_string(id) + " will be deleted.");
    admin.doomedAccounts().add(id);
    if (world.extended())
        admin.doomedAccounts().removeFrom(world);
}

/// Who never came: no login, nobody connected, no administrator.
void AccountCommands::deleteUnused()
{
    std::size_t count = 0;
    for (const Account& account : world.accounts().list)
        if (account.lastLogin == 0 && account.type == AccountType::Normal) {
            admin.doomedAccounts().add(account.id);
            ++count;
        }
    admin.doomedAccounts().removeFrom(world);
    line("Deleted " + counted(count, "account") + " that nobody ever logged in to.");
}

} // namespace blak::world
