// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/world/config.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace blak::world {

/// What the server does by the clock; the numbers are those of `show systimers`.
enum class SystemTimer : std::uint8_t { Save = 1, NewHour, Interface, Transmitted, ResetPool, ReopenChannels };

/// The system timers: each is due at the multiples of its period (since 1970) plus an offset, all in seconds of Unix time.
class SystemTimers
{
public:
    struct Row
    {
        SystemTimer kind;
        std::string_view name;
        std::int64_t period = 0; ///< 0 = never
        std::int64_t offset = 0;
        std::int64_t next = 0;
        bool enabled = true;
    };

    /// Sets periods and offsets anew; disabled timers stay disabled.
    void configure(const Config& config, bool extended, std::int64_t now);
    /// Notices when the clock is set: what was due in five minutes still is. `milliseconds` of a steady clock. Before takeDue().
    void follow(std::int64_t now, std::int64_t milliseconds);
    /// One that is due, with its next time set.
    std::optional<SystemTimer> takeDue(std::int64_t now);
    std::int64_t secondsUntilDue(std::int64_t now) const; ///< at most an hour
    /// False when there is no timer of that number.
    bool enable(std::int64_t number, bool on, std::int64_t now);

    const std::vector<Row>& rows() const { return rows_; }

private:
    std::vector<Row> rows_;
    std::int64_t followed_ = 0; ///< Unix time, 0 = not yet
    std::int64_t followedAt_ = 0;
};

/// "1 day 6 hours", "0 sec".
std::string periodText(std::int64_t seconds);

} // namespace blak::world
