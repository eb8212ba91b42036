// SPDX-License-Identifier: GPL-3.0-or-later
// Commands that change accounts and their characters.
#include "server/world/admin_commands.h"
#include "server/world/passwords.h"

#include <algorithm>

namespace blak::world {
namespace {

constexpr std::int64_t creditsPerUnit = 100;

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

Account* AdminCommands::needAccount(std::int64_t id)
{
    Account* account = world.accounts().find(id);
    if (account == nullptr)
        line("Cannot find account " + std::to_string(id) + ".");
    return account;
}

/// Says so when the file of accounts could not hold it, or when the name is taken.
bool AdminCommands::mayCreate(std::string_view name, std::string_view email)
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

void AdminCommands::setAccountName()
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
    if (auto renamed = world.renameAccount(*account, in.texts[0]); !renamed)
        line(renamed.error().text());
}

void AdminCommands::setAccountPassword()
{
    Account* account = needAccount(in.numbers[0]);
    if (account == nullptr)
        return;
    if (auto kept = world.setPassword(*account, passwordText(in.texts[0])); !kept)
        line(kept.error().text());
    else
        line("Set password for account " + std::to_string(account->id) + " (" + account->name + ").");
}

void AdminCommands::setAccountCredits()
{
    Account* account = needAccount(in.numbers[0]);
    if (account == nullptr)
        return;
    account->credits = std::clamp<std::int64_t>(in.numbers[1], 0, INT32_MAX / creditsPerUnit) * creditsPerUnit;
    line("Account " + std::to_string(account->id) + " (" + account->name + ") has " +
         std::to_string(account->credits / creditsPerUnit) + " credits.");
}

void AdminCommands::addCredits()
{
    Account* account = needAccount(in.numbers[0]);
    if (account == nullptr)
        return;
    constexpr std::int64_t most = INT32_MAX / creditsPerUnit;
    const std::int64_t more = std::clamp<std::int64_t>(in.numbers[1], -most, most) * creditsPerUnit;
    account->credits = std::clamp<std::int64_t>(account->credits + more, 0, INT32_MAX);
    line("Account " + std::to_string(account->id) + " (" + account->name + ") has " +
         std::to_string(account->credits / creditsPerUnit) + " credits.");
}

void AdminCommands::setAccountEmail()
{
    Account* account = needAccount(in.numbers[0]);
    if (account == nullptr)
        return;
    if (!isGoodEmail(in.texts[0])) {
        line("This is no e-mail address that can be kept.");
        return;
    }
    account->email = in.texts[0];
    line("Set email for account " + std::to_string(account->id) + " (" + account->name + ").");
}

void AdminCommands::setAccountType()
{
    Account* account = needAccount(in.numbers[0]);
    if (account == nullptr)
        return;
    const auto type = accountTypeNamed(in.texts[0]);
    if (!type) {
        line("The type of an account is user, admin or dm.");
        return;
    }
    account->type = *type;
    line("Account " + std::to_string(account->id) + " (" + account->name + ") is of type " +
         std::string(account::typeName(*type)) + ".");
}

/// The newest character of the account becomes another object.
void AdminCommands::setAccountObject()
{
    const Account* account = needAccount(in.numbers[0]);
    if (account == nullptr || !needObject(in.numbers[1]))
        return;
    auto& users = world.accounts().users;
    const auto newest = std::ranges::find(users.rbegin(), users.rend(), std::int64_t{account->id}, &User::account);
    if (newest == users.rend())
        users.push_back({account->id, in.numbers[1]});
    else
        newest->object = in.numbers[1];
    line("Account " + std::to_string(account->id) + " (" + account->name + ") now has OBJECT " + std::to_string(in.numbers[1]) +
         ".");
}

/// In the classic server accounts go with the next save; their characters go with the collection in it.
void AdminCommands::deleteDoomedAccounts()
{
    for (const std::int64_t id : admin.doomedAccounts_) {
        if (const Account* account = world.accounts().find(id))
            world.forgetPassword(*account);
        world.accounts().remove(id);
        const auto users = world.accounts().users;
        std::erase_if(world.accounts().users, [&](const User& user) { return user.account == id; });
        for (const User& user : users)
            if (user.account == id)
                vm.send(user.object, vm.dialect().ids.deleteMessage, {});
    }
    admin.doomedAccounts_.clear();
}

void AdminCommands::createAccount()
{
    const AccountType kind = accountTypeNamed(in.texts[0]).value_or(AccountType::Normal);
    const std::string_view email = in.texts.size() > 3 ? in.texts[3] : std::string_view();
    if (!mayCreate(in.texts[1], email))
        return;
    const std::int64_t id = world.accounts().create(in.texts[1], "None", kind, email);
    if (auto kept = world.setPassword(*world.accounts().find(id), passwordText(in.texts[2])); !kept)
        line(kept.error().text());
    line(world.extended() ? "Created ACCOUNT " + std::to_string(id) + "." : "Created account " + std::to_string(id) + ".");
}

void AdminCommands::createAutomated()
{
    const std::string_view email = in.texts.size() > 2 ? in.texts[2] : std::string_view();
    if (!mayCreate(in.texts[0], email))
        return;
    const std::int64_t id = world.accounts().create(in.texts[0], "None", AccountType::Normal, email);
    if (auto kept = world.setPassword(*world.accounts().find(id), passwordText(in.texts[1])); !kept)
        line(kept.error().text());
    line("Created account " + std::to_string(id) + ".");
    if (world.createUser(id, vm.dialect().ids.classUser) >= 0)
        userLine(world.accounts().users.back());
}

/// The same under a number that was given before.
void AdminCommands::recreateAutomated()
{
    const std::int64_t id = in.numbers[0];
    if (id < 1 || id >= INT32_MAX || world.accounts().find(id) != nullptr) {
        line("Account " + std::to_string(id) + " already exists");
        return;
    }
    Accounts& accounts = world.accounts();
    const std::int64_t next = std::max(accounts.nextId, id + 1);
    accounts.nextId = id;
    createAutomated();
    accounts.nextId = std::max(accounts.nextId, next);
}

void AdminCommands::createUserOnEachAccount()
{
    std::vector<std::int64_t> without;
    for (const Account& account : world.accounts().list)
        if (std::ranges::find(world.accounts().users, std::int64_t{account.id}, &User::account) == world.accounts().users.end())
            without.push_back(account.id);
    userHeader();
    for (const std::int64_t id : without)
        if (world.createUser(id, vm.dialect().ids.classUser) >= 0)
            userLine(world.accounts().users.back());
}

/// The account need not exist, as in the old servers.
void AdminCommands::makeUser(std::int32_t classId)
{
    if (world.createUser(in.numbers[0], classId) < 0) {
        line("Cannot create an object of class " + std::to_string(classId) + ".");
        return;
    }
    userHeader();
    userLine(world.accounts().users.back());
}

void AdminCommands::createUser() { makeUser(vm.dialect().ids.classUser); }

void AdminCommands::createAdmin() { makeUser(vm.dialect().ids.classAdmin); }

void AdminCommands::createDm() { makeUser(vm.dialect().ids.classDm); }

void AdminCommands::deleteAccount()
{
    const std::int64_t id = in.numbers[0];
    if (world.accounts().find(id) == nullptr) {
        line("Account " + std::to_string(id) + " does not exist.");
        return;
    }
    line("Account " + std::to_string(id) + " will be deleted.");
    admin.doomedAccounts_.push_back(id);
    if (world.extended())
        deleteDoomedAccounts();
}

void AdminCommands::deleteUser()
{
    auto& users = world.accounts().users;
    const auto it = std::ranges::find(users, in.numbers[0], &User::object);
    if (it == users.end()) {
        line("Cannot find user " + std::to_string(in.numbers[0]) + ".");
        return;
    }
    const std::int64_t object = it->object;
    users.erase(it);
    vm.send(object, vm.dialect().ids.deleteMessage, {});
    line("User " + std::to_string(object) + " is deleted.");
}

/// By the number of the object or by the name of the character.
Account* AdminCommands::accountOfUser(std::string_view text)
{
    std::optional<std::int64_t> object = parseInteger(text);
    if (!object) {
        vm.setTempString(text);
        const vm::Parameter parameter{vm.dialect().ids.string, {bof::Tag::TempString, 0}};
        const auto answer = vm.send(0, vm.dialect().ids.findUserByString, std::span(&parameter, 1));
        if (answer && answer->tag == bof::Tag::Object)
            object = answer->data;
    }
    const auto& users = world.accounts().users;
    const auto user = std::ranges::find_if(users, [&](const User& one) { return object && one.object == *object; });
    Account* account = user == users.end() ? nullptr : world.accounts().find(user->account);
    if (account == nullptr)
        line("Cannot find user " + std::string(text) + ".");
    return account;
}

void AdminCommands::suspend(Account& account)
{
    constexpr std::int64_t secondsPerHour = 3600;
    constexpr std::int64_t mostHours = 24 * 366 * 100;
    account.suspendedUntil = world.unixTime() + std::clamp<std::int64_t>(in.numbers[0], 0, mostHours) * secondsPerHour;
    line("Account " + std::to_string(account.id) + " (" + account.name + ") is suspended until " +
         timeText(*account.suspendedUntil) + ".");
}

void AdminCommands::unsuspend(Account& account)
{
    account.suspendedUntil = 0;
    line("Account " + std::to_string(account.id) + " (" + account.name + ") is unsuspended.");
}

void AdminCommands::suspendAccount()
{
    if (Account* account = world.accounts().findNamed(in.texts[0]))
        suspend(*account);
    else
        line("Cannot find account " + std::string(in.texts[0]) + ".");
}

void AdminCommands::unsuspendAccount()
{
    if (Account* account = world.accounts().findNamed(in.texts[0]))
        unsuspend(*account);
    else
        line("Cannot find account " + std::string(in.texts[0]) + ".");
}

void AdminCommands::suspendUser()
{
    if (Account* account = accountOfUser(in.texts[0]))
        suspend(*account);
}

void AdminCommands::unsuspendUser()
{
    if (Account* account = accountOfUser(in.texts[0]))
        unsuspend(*account);
}

} // namespace blak::world
