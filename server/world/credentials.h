// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/world/account_passwords.h"
#include "server/world/administrators.h"
#include "server/world/run_folder.h"

#include <functional>
#include <optional>
#include <string>

namespace blak::world {

/// Passwords of accounts and administrators, and who may do what.
class Credentials
{
public:
    /// `now` is the time of the day in Unix seconds.
    Credentials(RunFolder& folder, Accounts& accounts, std::function<std::int64_t()> now);

    /// From their files. One that makes no sense is an error and changes nothing; both are tried.
    std::vector<Error> load();
    /// The same anew, after which nobody is known who was known only here before.
    std::vector<Error> begin();

    Administrators& administrators() { return administrators_; }

    /// Keeps the digest for old servers where keepsDigests(), and a slow hash for administrators' accounts and for whoever has
    /// no digest.
    Result<void> setPassword(Account& account, const std::string& digestText);
    /// The same with a slow hash that was made elsewhere; "" where the account wants none.
    Result<void> setPassword(Account& account, const std::string& digestText, std::string hash);
    bool wantsSlowHash(const Account& account) const;
    /// [Security] KeepDigests.
    bool keepsDigests() const;
    /// What shows that somebody is who they say: `secret` matches the slow `hash`, which takes a while and is checked elsewhere
    /// than on the world's thread. Without a hash it is decided: `right`.
    struct Proof
    {
        std::string hash{}, secret{};
        bool right = false;
    };
    /// nullptr = nobody: as slow as others, and never enough for provesToBe().
    Proof proofOf(const Account* account, const std::string& digestText) const;
    /// Whether a proof that was right still is one for the account.
    bool provesToBe(const Account& account, const Proof& proof) const;
    /// The account still keeps a digest that it may not.
    bool losesDigest(const Account& account) const;
    /// Puts a slow hash of the digest in its place.
    Result<void> replaceDigest(Account& account, std::string hash);
    /// The password goes with the account.
    Result<void> forgetPassword(const Account& account);
    Result<void> renameAccount(Account& account, std::string_view name);

    /// What an administrator may do in the game: everything, unless administrators.json says less.
    Role roleOf(const Account& account) const;
    struct Login
    {
        std::string name;
        Role role = Role::Observer;
    };
    /// With a password as people write it: of a named administrator, or of an administrator's account of the game.
    Proof administratorProof(std::string_view name, std::string_view password) const;
    /// Who comes with a proof that was right.
    std::optional<Login> administratorBy(std::string_view name, const Proof& proof) const;

private:
    const Account* administratorAccount(std::string_view name) const;

    const RunFolder& folder_;
    Accounts& accounts_;
    std::function<std::int64_t()> now_;
    AccountPasswords passwords_;
    Administrators administrators_;
};

} // namespace blak::world
