// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/world/accounts.h"
#include "server/world/json_store.h"

#include <filesystem>
#include <map>
#include <optional>

namespace blak::world {

/// Slow salted hashes for accounts: passwords.json in the run folder, beside the saved games and not part of them. What is hashed
/// is the digest that clients send (as hexadecimal text), so that a client can log in without its digest being kept anywhere.
///
///     {"passwords": [{"account": 3, "name": "ann", "hash": "$argon2id$..."}]}
class AccountPasswords
{
public:
    explicit AccountPasswords(std::filesystem::path file);

    /// No file = no hashes. A file that makes no sense changes nothing.
    Result<void> load();

    Result<void> setHash(const Account& account, std::string hash);
    std::optional<std::string> hashOf(const Account& account) const;
    Result<void> remove(std::int64_t account);
    /// The account gets another name: its hash goes with it.
    Result<void> rename(const Account& before, std::string_view name);

    /// A hash counts for the account of that number and name only: numbers come again when a world begins anew.
    bool has(const Account& account) const;
    std::size_t size() const { return store_.kept().size(); }

    struct Entry
    {
        std::string name;
        std::string hash;
    };
    using Hashes = std::map<std::int64_t, Entry>; ///< by account

private:
    JsonStore<Hashes> store_;
};

} // namespace blak::world
