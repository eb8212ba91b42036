// SPDX-License-Identifier: GPL-3.0-or-later
// Requests of those who want to know where the time goes.
#include "server/control/control.h"
#include "server/control/values.h"

#include <algorithm>

namespace blak::serve {
namespace {

using nlohmann::json;

constexpr std::int64_t usualPeriod = 5000, shortestPeriod = 100, longestPeriod = 1'000'000; ///< microseconds

} // namespace

json Control::profileStart(ControlClient& client, const json& request)
{
    if (world_.vm().running())
        throw RequestFault("a handler stands: let the world go on first");
    if (profiler_)
        throw RequestFault("somebody takes a profile already");
    const std::int64_t period = request.contains("period") ? numberFromJson(request, "period") : usualPeriod;
    if (period != 0 && (period < shortestPeriod || period > longestPeriod))
        throw RequestFault("period: expected 0 (every call), or " + std::to_string(shortestPeriod) + " to " +
                           std::to_string(longestPeriod) + " microseconds, found " + std::to_string(period));
    const json statements = request.value("statements", json(false));
    if (!statements.is_boolean())
        throw RequestFault("statements: expected true or false");
    profiler_ = std::make_unique<profile::Profiler>(world_.vm(),
                                                    profile::Wish{std::chrono::microseconds(period), statements.get<bool>()});
    profiles_ = client.id;
    return json::object();
}

json Control::profileStop(ControlClient& client, const json&)
{
    if (!profiler_ || profiles_ != client.id)
        throw RequestFault("profile.start first");
    if (world_.vm().running())
        throw RequestFault("a handler stands: let the world go on first");
    json out = profiler_->take().toJson();
    profiler_.reset();
    return out;
}

} // namespace blak::serve
