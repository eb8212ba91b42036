// SPDX-License-Identifier: GPL-3.0-or-later
// Passwords and who may do what.
#include "server/world/passwords.h"
#include "server/world/secrets.h"
#include "server/world/world.h"

#include <algorithm>

namespace blak::world {
namespace {

constexpr std::string_view noDigest = "None";

} // namespace

bool World::wantsSlowHash(const Account& account) const
{
    return account.type == AccountType::Admin || !keepsDigests();
}

bool World::keepsDigests() const
{
    return config_.yes("Security", "KeepDigests", false);
}

Result<void> World::setPassword(Account& account, const std::string& digestText)
{
    if (!wantsSlowHash(account))
        return setPassword(account, digestText, {});
    auto hash = slowHash(digestText);
    return hash ? setPassword(account, digestText, std::move(hash).value()) : Result<void>(hash.error());
}

Result<void> World::setPassword(Account& account, const std::string& digestText, std::string hash)
{
    if (auto kept = hash.empty() ? passwords_.remove(account.id) : passwords_.setHash(account, std::move(hash)); !kept)
        return kept;
    account.password = keepsDigests() ? digestText : std::string(noDigest);
    return {};
}

World::Proof World::proofOf(const Account* account, const std::string& digestText) const
{
    if (account != nullptr && keepsDigest(*account))
        return {.right = passwordMatches(*account, digestText)};
    if (const auto hash = account == nullptr ? std::nullopt : passwords_.hashOf(*account))
        return {.hash = *hash, .secret = digestText};
    if (keepsDigests()) // where all others are quick
        return {};
    return {.hash = hashOfNobody(), .secret = digestText};
}

bool World::provesToBe(const Account& account, const Proof& proof) const
{
    if (keepsDigest(account))
        return proof.hash.empty() && proof.right;
    return !proof.hash.empty() && passwords_.hashOf(account) == proof.hash;
}

bool World::losesDigest(const Account& account) const
{
    return keepsDigest(account) && !keepsDigests();
}

Result<void> World::replaceDigest(Account& account, std::string hash)
{
    if (auto kept = passwords_.setHash(account, std::move(hash)); !kept)
        return kept;
    account.password = noDigest;
    return {};
}

void World::forgetPassword(const Account& account)
{
    if (auto removed = passwords_.remove(account.id); !removed)
        logError(removed.error().text());
}

Result<void> World::renameAccount(Account& account, std::string_view name)
{
    if (auto renamed = passwords_.rename(account, name); !renamed)
        return renamed;
    account.name = name;
    return {};
}

Role World::roleOf(const Account& account) const
{
    const Administrator* named = administrators_.find(account.name);
    return named == nullptr ? Role::Owner : named->role;
}

/// That of an administrator who may come now.
const Account* World::administratorAccount(std::string_view name)
{
    const Account* account = accounts_.find(name);
    const bool may =
        account != nullptr && account->type == AccountType::Admin && account->suspendedUntil.value_or(0) <= unixTime();
    return may ? account : nullptr;
}

World::Proof World::administratorProof(std::string_view name, std::string_view password)
{
    if (const Administrator* named = administrators_.find(name); named != nullptr && !named->hash.empty())
        return {.hash = named->hash, .secret = std::string(password)};
    if (const Account* account = administratorAccount(name))
        return proofOf(account, passwordText(password));
    return {.hash = hashOfNobody(), .secret = std::string(password)};
}

std::optional<World::Login> World::administratorBy(std::string_view name, const Proof& proof)
{
    if (const Administrator* named = administrators_.find(name); named != nullptr && !named->hash.empty())
        return named->hash == proof.hash ? std::optional(Login{named->name, named->role}) : std::nullopt;
    const Account* account = administratorAccount(name);
    if (account == nullptr || !provesToBe(*account, proof))
        return std::nullopt;
    return Login{account->name, roleOf(*account)};
}

} // namespace blak::world
