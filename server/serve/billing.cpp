// SPDX-License-Identifier: GPL-3.0-or-later
// The billing machine that is asked about logins: group [Portal] of the configuration.
#include "server/serve/server.h"

#include <algorithm>

namespace blak::serve {
namespace {

constexpr std::int64_t secondsPerMinute = 60;
constexpr std::int64_t longestPeriod = 24 * 60; ///< minutes

LoginVerdict loginVerdict(BillingVerdict verdict)
{
    switch (verdict) {
    case BillingVerdict::Yes: return LoginVerdict::Allowed;
    case BillingVerdict::No: return LoginVerdict::Refused;
    case BillingVerdict::Unknown: break;
    }
    return LoginVerdict::Unavailable;
}

} // namespace

void Server::startBilling()
{
    const world::Config& config = world_.config();
    if (!config.yes("Portal", "Enabled", false))
        return;
    portal_ = std::make_shared<Portal>(
        PortalSettings{static_cast<int>(std::clamp<std::int64_t>(config.number("Portal", "ServerNumber", 1), 0, 1'000'000)),
                       config.yes("Portal", "Ignore", false)});
    portal_->log = [this](std::string_view text) { world_.logLine(text); };
    portal_->answered = [this](std::int64_t session, BillingVerdict verdict) {
        sessions_->login().answer(session, loginVerdict(verdict));
    };
    sessions_->login().setGate(
        {[this](std::int64_t session, std::string_view account) -> std::optional<LoginVerdict> {
             const auto verdict = portal_->ask(account, session, outside_->milliseconds());
             return verdict ? std::optional(loginVerdict(*verdict)) : std::nullopt;
         },
         [this](std::string_view account) { loggedOut_.emplace_back(account); },
         config.text("Portal", "ErrorReport",
                     "An error has occurred in verifying your account information; please try again in a few minutes.")});
    connectPortal();
}

void Server::connectPortal()
{
    if (!portal_ || portal_->underWay())
        return;
    const world::Config& config = world_.config();
    portal_->begin();
    const auto port = static_cast<int>(std::clamp<std::int64_t>(config.number("Portal", "Port", 4949), 1, 65535));
    if (auto begun = connectPeer(config.text("Portal", "Machine", "localhost"), port, portal_); !begun)
        world_.logError("billing: " + begun.error().text());
}

/// Hangs up what there is first.
void Server::reconnectPortal()
{
    const auto link = std::ranges::find_if(peers_, [this](const auto& entry) { return entry.second.peer == portal_; });
    if (portal_ && link != peers_.end())
        dropPeer(link->first);
    connectPortal();
}

/// Connects anew when the connection is gone, at the minutes that CheckPortalTime and CheckPortalPeriod say. An account has
/// logged out when no session of it is left.
void Server::tickBilling()
{
    if (!portal_)
        return;
    for (const std::string& account : std::exchange(loggedOut_, {})) {
        const bool there = std::ranges::any_of(sessions_->all(), [&](const auto& entry) {
            return entry.second->account != 0 && entry.second->accountName == account && !entry.second->closing;
        });
        if (!there)
            portal_->loggedOut(account);
    }
    const std::int64_t steady = outside_->milliseconds(); // a clock that is set back delays nothing
    if (steady < portalDue_)
        return;
    const auto period = std::clamp<std::int64_t>(world_.config().number("Auto", "CheckPortalPeriod", 5), 1, longestPeriod);
    const auto offset = std::clamp<std::int64_t>(world_.config().number("Auto", "CheckPortalTime", 4), 0, longestPeriod) % period;
    const std::int64_t now = world_.unixTime();
    const std::int64_t minute = now / secondsPerMinute;
    const std::int64_t next = ((minute - offset) / period + 1) * period * secondsPerMinute + offset * secondsPerMinute;
    constexpr std::int64_t milliseconds = 1000;
    portalDue_ = steady + (next - now) * milliseconds;
    connectPortal();
}

} // namespace blak::serve
