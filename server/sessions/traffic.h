// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/wire/message_table.h"
#include "server/world/players.h"

#include <array>
#include <cstdint>
#include <vector>

namespace blak::serve {

struct SessionCounters
{
    std::uint64_t accepted = 0, refused = 0, gaveWay = 0, logins = 0, failedLogins = 0;
    std::uint64_t messagesIn = 0, messagesOut = 0, bytesIn = 0, bytesOut = 0;
    std::uint64_t dropped = 0, forged = 0, slowReaders = 0;
};

/// What came and went over all connections since the start.
class Traffic
{
public:
    SessionCounters counters;

    /// A message that was understood. As the servers do it: those of the login in no table.
    void count(const wire::MessageRow& row);
    std::vector<std::uint64_t> heard(world::MessageTable table) const; ///< by number
    /// True once a minute, when a new one begins.
    bool minuteEnds(std::int64_t now);
    std::uint64_t bytesLastMinute() const { return bytesLastMinute_; }

private:
    std::array<std::array<std::uint64_t, 256>, 3> heard_{}; ///< by world::MessageTable
    std::uint64_t bytesLastMinute_ = 0;
    std::uint64_t bytesBeforeMinute_ = 0;
    std::int64_t minuteBegan_ = 0;
};

} // namespace blak::serve
