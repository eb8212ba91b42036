// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/world/credentials.h"

#include "server/world/passwords.h"
#include "server/world/secrets.h"

#include <algorithm>

namespace blak::world {
namespace {

constexpr std::string_view noDigest = "None";

} // namespace

Credentials::Credentials(RunFolder& folder, Accounts& accounts, std::function<std::int64_t()> now)
    : folder_(folder), accounts_(accounts), now_(std::move(now)), passwords_(folder.folder() / "passwords.json"),
      administrators_(folder.folder() / "administrators.json")
{
}

std::vector<Error> Credentials::begin()
{
    passwords_ = AccountPasswords(folder_.file("passwords.json"));
    administrators_ = Administrators(folder_.file("administrators.json"));
    return load();
}

std::vector<Error> Credentials::load()
{
    std::vector<Error> faults;
    for (const Result<void>& loaded : {administrators_.load(), passwords_.load()})
        if (!loaded)
            faults.push_back(loaded.error());
    return faults;
}

bool Credentials::wantsSlowHash(const Account& account) const { return account.type == AccountType::Admin || !keepsDigests(); }

bool Credentials::keepsDigests() const { return folder_.config().yes("Security", "KeepDigests", false); }

Result<void> Credentials::setPassword(Account& account, const std::string& digestText)
{
    if (!wantsSlowHash(account))
        return setPassword(account, digestText, {});
    auto hash = slowHash(digestText);
    return hash ? setPassword(account, digestText, std::move(hash).value()) : Result<void>(hash.error());
}

Result<void> Credentials::setPassword(Account& account, const std::string& digestText, std::string hash)
{
    if (auto kept = hash.empty() ? passwords_.remove(account.id) : passwords_.setHash(account, std::move(hash)); !kept)
        return kept;
    account.password = keepsDigests() ? digestText : std::string(noDigest);
    return {};
}

Credentials::Proof Credentials::proofOf(const Account* account, const std::string& digestText) const
{
    if (account != nullptr && keepsDigest(*account))
        return {.right = passwordMatches(*account, digestText)};
    if (const auto hash = account == nullptr ? std::nullopt : passwords_.hashOf(*account))
        return {.hash = *hash, .secret = digestText};
    if (keepsDigests()) // where all others are quick
        return {};
    return {.hash = hashOfNobody(), .secret = digestText};
}

bool Credentials::provesToBe(const Account& account, const Proof& proof) const
{
    if (keepsDigest(account))
        return proof.hash.empty() && proof.right;
    return !proof.hash.empty() && passwords_.hashOf(account) == proof.hash;
}

bool Credentials::losesDigest(const Account& account) const { return keepsDigest(account) && !keepsDigests(); }

Result<void> Credentials::replaceDigest(Account& account, std::string hash)
{
    if (auto kept = passwords_.setHash(account, std::move(hash)); !kept)
        return kept;
    account.password = noDigest;
    return {};
}

Result<void> Credentials::forgetPassword(const Account& account) { return passwords_.remove(account.id); }

Result<void> Credentials::renameAccount(Account& account, std::string_view name)
{
    if (auto renamed = passwords_.rename(account, name); !renamed)
        return renamed;
    account.name = name;
    return {};
}

Role Credentials::roleOf(const Account& account) const
{
    const Administrator* named = administrators_.find(account.name);
    return named == nullptr ? Role::Owner : named->role;
}

/// That of an administrator who may come now.
const Account* Credentials::administratorAccount(std::string_view name) const
{
    const Account* account = accounts_.find(name);
    const bool may = account != nullptr && account->type == AccountType::Admin && account->suspendedUntil.value_or(0) <= now_();
    return may ? account : nullptr;
}

Credentials::Proof Credentials::administratorProof(std::string_view name, std::string_view password) const
{
    if (const Administrator* named = administrators_.find(name); named != nullptr && !named->hash.empty())
        return {.hash = named->hash, .secret = std::string(password)};
    if (const Account* account = administratorAccount(name))
        return proofOf(account, passwordText(password));
    return {.hash = hashOfNobody(), .secret = std::string(password)};
}

std::optional<Credentials::Login> Credentials::administratorBy(std::string_view name, const Proof& proof) const
{
    if (const Administrator* named = administrators_.find(name); named != nullptr && !named->hash.empty())
        return named->hash == proof.hash ? std::optional(Login{named->name, named->role}) : std::nullopt;
    const Account* account = administratorAccount(name);
    if (account == nullptr || !provesToBe(*account, proof))
        return std::nullopt;
    return Login{account->name, roleOf(*account)};
}

} // namespace blak::world
