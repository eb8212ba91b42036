// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/account/accounts.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace blak::world {

using account::Account;
using AccountType = account::Type;

/// A character: the object that plays for an account.
struct User
{
    std::int64_t account = 0;
    std::int64_t object = 0;
};

/// Accounts and their characters; formats/account reads and writes the file accounts.N.
class Accounts
{
public:
    /// `password` as the file keeps it. The name has to be a good one.
    std::int64_t create(std::string_view name, std::string_view password, AccountType type, std::string_view email);
    Account* find(std::int64_t id);
    Account* find(std::string_view name); ///< without case
    /// By number or by name, as administrators name accounts.
    Account* findNamed(std::string_view text);
    bool remove(std::int64_t id);
    void clear();

    std::string write(bool withEmail) const;
    /// Lines that make no sense are left out and described in `problems`. False when no line made sense.
    bool read(std::string_view text, std::string_view file, std::vector<Error>& problems);

    std::vector<Account> list;
    std::vector<User> users; ///< newest last
    std::int64_t nextId = 1;
    std::int64_t initialCredits = 0; ///< of new accounts, in hundredths
};

/// Whether the file of accounts can hold it: not empty, no colon, no control characters, at most 50 bytes.
bool isGoodAccountName(std::string_view name);
/// Whether the file of accounts can hold it; an empty one is good.
bool isGoodEmail(std::string_view email);

} // namespace blak::world
