// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/record/peer.h"

#include <functional>
#include <map>
#include <optional>

namespace blak::serve {

struct PortalSettings
{
    int serverNumber = 1;
    bool ignore = false; ///< its answers do not matter
};

enum class BillingVerdict : std::uint8_t {
    Yes,
    No,
    Unknown ///< the billing machine is not there, or silent
};

/// The billing machine of the 1997 document, section A.3: lines of fields with tabs between them.
///
///     -> STARTUP 1             until the same comes back nobody may log in
///     -> LOGIN ann 1           <- LOGIN YES ann 1 or LOGIN NO ann 1
///     -> LOGOUT ann 1
///
/// One Portal lives as long as the server; its connection comes and goes. Several logins may wait at once.
class Portal final : public Peer
{
public:
    explicit Portal(PortalSettings settings) : settings_(settings) {}

    /// Answers a login that waited. `ticket` is what ask() got.
    std::function<void(std::int64_t ticket, BillingVerdict verdict)> answered = [](std::int64_t, BillingVerdict) {};
    std::function<void(std::string_view)> log = [](std::string_view) {};

    /// The account wants to log in. A verdict at once, or nothing: then `answered` is called later.
    std::optional<BillingVerdict> ask(std::string_view account, std::int64_t ticket, std::int64_t now);
    void forget(std::int64_t ticket); ///< who asked is gone
    void loggedOut(std::string_view account);

    void connected(std::int64_t now) override;
    void received(std::string_view bytes, std::int64_t now) override;
    void lost(std::int64_t now) override;
    void tick(std::int64_t now) override;

    bool ready() const { return ready_; }         ///< STARTUP has come back
    bool underWay() const { return connection_; } ///< there is a connection, or one begins
    void begin();                                 ///< a connection begins

    static constexpr std::size_t longestLine = 1024;
    static constexpr std::size_t mostWaiting = 4096;
    static constexpr std::int64_t patience = 30'000; ///< for an answer, milliseconds

private:
    struct Question
    {
        std::string account;
        std::int64_t asked = 0;
    };

    void line(std::string_view text);
    void settle(std::string_view account, BillingVerdict verdict);
    void giveUp(std::string_view why);
    std::string startup() const { return "STARTUP\t" + std::to_string(settings_.serverNumber); }

    PortalSettings settings_;
    std::map<std::int64_t, Question> waiting_; ///< by ticket
    std::string input_;
    std::int64_t startedAt_ = 0;
    bool connection_ = false;
    bool there_ = false;
    bool ready_ = false;
};

} // namespace blak::serve
