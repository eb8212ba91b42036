// SPDX-License-Identifier: GPL-3.0-or-later
// Passwords and who may do what.
#include "server/world/passwords.h"
#include "server/world/secrets.h"
#include "server/world/world.h"

#include <algorithm>

namespace blak::world {
namespace {

constexpr double slowChecksPerSecond = 15; ///< about a fifth of the world's time at most
constexpr std::string_view noDigest = "None";

} // namespace

/// Slow hashes hold the world up, so that only so many are checked.
bool World::mayCheckSlowly()
{
    const std::int64_t now = steadyMilliseconds();
    slowChecks_ =
        std::min(slowChecks_ + static_cast<double>(now - slowChecksAt_) * slowChecksPerSecond / 1000, slowChecksPerSecond);
    slowChecksAt_ = now;
    if (slowChecks_ < 1)
        return false;
    slowChecks_ -= 1;
    return true;
}

bool World::slowHashMatches(const Account& account, const std::string& digestText)
{
    return passwords_.has(account) && mayCheckSlowly() && passwords_.matches(account, digestText);
}

Result<void> World::setPassword(Account& account, const std::string& digestText)
{
    const bool keeps = config_.yes("Security", "KeepDigests", true);
    const bool slow = !keeps || account.type == AccountType::Admin;
    if (auto kept = slow ? passwords_.set(account, digestText) : passwords_.remove(account.id); !kept)
        return kept;
    account.password = keeps ? digestText : std::string(noDigest);
    return {};
}

bool World::passwordIsRight(Account& account, const std::string& digestText)
{
    if (!keepsDigest(account))
        return slowHashMatches(account, digestText);
    if (!passwordMatches(account, digestText))
        return false;
    // The digest of a world that keeps none any more goes with the first login.
    if (!config_.yes("Security", "KeepDigests", true) && mayCheckSlowly())
        if (auto kept = setPassword(account, digestText); !kept)
            logError(kept.error().text());
    return true;
}

std::optional<std::string> World::slowHashOf(const Account& account) const
{
    return keepsDigest(account) ? std::nullopt : passwords_.hashOf(account);
}

bool World::losesDigest(const Account& account) const
{
    return keepsDigest(account) && !config_.yes("Security", "KeepDigests", true);
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

std::optional<World::Login> World::logInAdministrator(std::string_view name, std::string_view password)
{
    const Administrator* named = administrators_.find(name);
    if (named != nullptr && !named->hash.empty()) {
        if (!mayCheckSlowly() || !matchesSlowHash(named->hash, password))
            return std::nullopt;
        return Login{named->name, named->role};
    }
    Account* account = accounts_.find(name);
    const bool may =
        account != nullptr && account->type == AccountType::Admin && account->suspendedUntil.value_or(0) <= unixTime();
    if (!may) {
        if (mayCheckSlowly())
            pretendToCheck(password);
        return std::nullopt;
    }
    if (!passwordIsRight(*account, passwordText(password)))
        return std::nullopt;
    return Login{account->name, roleOf(*account)};
}

} // namespace blak::world
