// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/sessions/traffic.h"

namespace blak::serve {

void Traffic::count(const wire::MessageRow& row)
{
    using world::MessageTable;
    if (row.family == wire::Family::Login)
        return;
    const MessageTable table = row.family == wire::Family::User     ? MessageTable::User
                               : row.family == wire::Family::System ? MessageTable::System
                                                                    : MessageTable::Regular;
    ++heard_[static_cast<std::size_t>(table)][row.number];
}

std::vector<std::uint64_t> Traffic::heard(world::MessageTable table) const
{
    const auto& counts = heard_[static_cast<std::size_t>(table)];
    return {counts.begin(), counts.end()};
}

bool Traffic::minuteEnds(std::int64_t now)
{
    constexpr std::int64_t minute = 60'000;
    if (now - minuteBegan_ < minute)
        return false;
    bytesLastMinute_ = minuteBegan_ == 0 ? 0 : counters.bytesOut - bytesBeforeMinute_;
    bytesBeforeMinute_ = counters.bytesOut;
    minuteBegan_ = now;
    return true;
}

} // namespace blak::serve
