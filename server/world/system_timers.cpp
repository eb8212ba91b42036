// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/world/system_timers.h"

#include <algorithm>

namespace blak::world {
namespace {

constexpr std::int64_t minute = 60;
constexpr std::int64_t hour = 60 * minute;
constexpr std::int64_t day = 24 * hour;

struct Description
{
    SystemTimer kind;
    std::string_view name;
    std::string_view option; ///< group [Auto]: option + "Period", option + "Time"
    std::int64_t unit;
    std::int64_t period; ///< default, in units
    bool classicOnly;
};

// Reference protocol.md section 2.1, group [Auto].
constexpr Description descriptions[]{
    {SystemTimer::Save, "Save game", "Save", minute, 180, false},
    {SystemTimer::NewHour, "New Blakod hour", "Kod", minute, 5, false},
    {SystemTimer::Interface, "Update interface", "Interface", 1, 5, false},
    {SystemTimer::Transmitted, "Reset transmit count", "Transmitted", 1, 60, false},
    {SystemTimer::ResetPool, "Reset buffer pool", "ResetPool", minute, 60, false},
    {SystemTimer::ReopenChannels, "Reopen channels", "ReopenChannels", 1, 86400, true},
};

std::int64_t nextTime(const SystemTimers::Row& row, std::int64_t now)
{
    return ((now - row.offset) / row.period + 1) * row.period + row.offset;
}

} // namespace

void SystemTimers::configure(const Config& config, bool extended, std::int64_t now)
{
    const std::vector<Row> before = std::move(rows_);
    rows_.clear();
    for (const Description& description : descriptions) {
        if (extended && description.classicOnly)
            continue;
        const std::string option(description.option);
        const std::string periodName = description.kind == SystemTimer::Interface ? "InterfaceUpdate" : option + "Period";
        Row row{description.kind, description.name};
        row.period =
            std::clamp<std::int64_t>(config.number("Auto", periodName, description.period), 0, day * 366) * description.unit;
        row.offset = std::clamp<std::int64_t>(config.number("Auto", option + "Time", 0), 0, day * 366) * description.unit;
        const auto same = std::ranges::find(before, row.kind, &Row::kind);
        row.enabled = same == before.end() || same->enabled;
        if (row.period > 0)
            row.next = nextTime(row, now);
        rows_.push_back(row);
    }
}

void SystemTimers::follow(std::int64_t now, std::int64_t milliseconds)
{
    constexpr std::int64_t smallestStep = 10; // below that a clock is only put right
    const std::int64_t step = now - followed_ - (milliseconds - followedAt_) / 1000;
    const bool known = followed_ != 0;
    followed_ = now;
    followedAt_ = milliseconds;
    if (!known || (step < smallestStep && step > -smallestStep))
        return;
    for (Row& row : rows_)
        if (row.period > 0)
            row.next = std::min(row.next + step, now + row.period);
}

std::optional<SystemTimer> SystemTimers::takeDue(std::int64_t now)
{
    for (Row& row : rows_)
        if (row.enabled && row.period > 0 && row.next <= now) {
            row.next = nextTime(row, now);
            return row.kind;
        }
    return std::nullopt;
}

std::int64_t SystemTimers::secondsUntilDue(std::int64_t now) const
{
    std::int64_t least = hour;
    for (const Row& row : rows_)
        if (row.enabled && row.period > 0)
            least = std::min(least, row.next - now);
    return std::max<std::int64_t>(least, 0);
}

bool SystemTimers::enable(std::int64_t number, bool on, std::int64_t now)
{
    for (Row& row : rows_)
        if (static_cast<std::int64_t>(row.kind) == number) {
            row.enabled = on;
            if (row.period > 0)
                row.next = nextTime(row, now);
            return true;
        }
    return false;
}

std::string periodText(std::int64_t seconds)
{
    std::string text;
    const auto part = [&](std::int64_t unit, std::string_view name) {
        if (const std::int64_t count = seconds / unit; count > 0)
            text += (text.empty() ? "" : " ") + std::to_string(count) + " " + std::string(name) + (count == 1 ? "" : "s");
        seconds %= unit;
    };
    part(day, "day");
    part(hour, "hour");
    part(minute, "minute");
    part(1, "second");
    return text.empty() ? "0 sec" : text;
}

} // namespace blak::world
