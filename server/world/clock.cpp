// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/world/clock.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace blak::world {

Clock::Clock() : from_(realMilliseconds()), base_(from_) {}

void Clock::setSources(Sources sources)
{
    sources_ = std::move(sources);
    from_ = base_ = steadyMilliseconds();
}

void Clock::start()
{
    startedAt_ = unixTime();
    startedSteady_ = steadyMilliseconds();
}

std::int64_t Clock::unixTime() const
{
    if (sources_.unixTime)
        return sources_.unixTime();
    return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

std::int64_t Clock::cleaningTime() const
{
    constexpr std::int64_t millisecondsPerSecond = 1000;
    constexpr std::int64_t tolerance = 24 * 60 * 60; // by which a clock may be put right
    return std::min(unixTime(), startedAt_ + (steadyMilliseconds() - startedSteady_) / millisecondsPerSecond + tolerance);
}

std::int64_t Clock::realMilliseconds()
{
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::int64_t Clock::milliseconds() const
{
    return base_ + static_cast<std::int64_t>(static_cast<double>(steadyMilliseconds() - from_) * scale_);
}

void Clock::setScale(double scale)
{
    base_ = milliseconds();
    from_ = steadyMilliseconds();
    scale_ = std::max(scale, 0.0);
}

int Clock::until(std::int64_t due, int most) const
{
    if (scale_ <= 0)
        return most;
    const double wait = static_cast<double>(due - milliseconds()) / scale_;
    return static_cast<int>(std::clamp(wait, 0.0, static_cast<double>(most)));
}

} // namespace blak::world
