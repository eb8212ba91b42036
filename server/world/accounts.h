// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace blak::world {

enum class AccountType : std::uint8_t { Normal, Admin, Dm, Guest };

struct Account
{
    std::int64_t id = 0;
    std::string name;
    std::string password; ///< hex MD5 as the file has it; "None" = cannot log in
    AccountType type = AccountType::Normal;
    std::int64_t lastLogin = 0;
    std::int64_t credits = 0; ///< 1/100 credits; seconds played in the newer servers
    std::int64_t suspendedUntil = 0;
    std::string email;
};

/// A character: the object that plays for an account.
struct User
{
    std::int64_t account = 0;
    std::int64_t object = 0;
};

/// Accounts and their characters; text form is the file accounts.N.
class Accounts
{
public:
    std::int64_t create(std::string_view name, std::string_view password, AccountType type, std::string_view email);
    Account* find(std::int64_t id);
    Account* find(std::string_view name); ///< without case
    /// By number or by name, as administrators name accounts.
    Account* findNamed(std::string_view text);
    bool remove(std::int64_t id);
    void clear();

    std::string write(bool withEmail) const;
    /// False when no line made sense.
    bool read(std::string_view text);

    std::vector<Account> list;
    std::vector<User> users; ///< newest last
    std::int64_t nextId = 1;
};

} // namespace blak::world
