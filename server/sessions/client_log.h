// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/sessions/line_limit.h"

#include <array>
#include <functional>
#include <string>
#include <string_view>

namespace blak::serve {

// What somebody outside can have written into the logs: how many lines a minute altogether, and what the rest is called.
#define BLAK_CLIENT_LINES(X)                                                                                                     \
    X(Complaint, 100, "messages that were refused")                                                                              \
    X(FailedLogin, 100, "failed logins")                                                                                         \
    X(Password, 100, "changes of passwords")                                                                                     \
    X(Refusal, 100, "connections that were refused or gave way")                                                                 \
    X(HangUp, 300, "hang-ups")                                                                                                   \
    X(Coming, 600, "logins and ends of connections")                                                                             \
    X(Letter, 100, "letters and requests of tools that were refused")

enum class ClientLine : std::uint8_t {
#define X(name, most, text) name,
    BLAK_CLIENT_LINES(X)
#undef X
};

/// The one rule for all lines that clients cause: five a minute of each kind for a session, so many a minute of each kind
/// altogether; what is above is counted, and the count is told once a minute.
class ClientLog
{
public:
    /// Whether a line may be written; `own` = of the session, nullptr = of somebody who has none.
    bool may(ClientLine kind, LineLimit* own, std::int64_t now);
    /// Once a minute: tells what was left out, a line for each kind.
    void tell(const std::function<void(const std::string& line)>& write);
    std::uint64_t leftOut() const { return leftOut_; } ///< since the start

private:
#define X(name, most, text) +1
    static constexpr std::size_t kinds = 0 BLAK_CLIENT_LINES(X);
#undef X
    std::array<LineLimit, kinds> limits_{
#define X(name, most, text) LineLimit(most, 60'000),
        BLAK_CLIENT_LINES(X)
#undef X
    };
    std::array<std::uint64_t, kinds> counts_{}; ///< left out and not told yet
    std::uint64_t leftOut_ = 0;
};

} // namespace blak::serve
