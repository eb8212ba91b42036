// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/control/debug_rules.h"

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string_view>

namespace blak::serve {

/// Whoever owns a machine, as the copies of the process see it.
class Guide
{
public:
    virtual ~Guide() = default;
    /// In a copy: no breakpoints, nobody is told of anything.
    virtual void forgetPresent() = 0;
    /// In a copy: breakpoints as they are now, which call `met` instead of stopping. Conditions run between two calls of `tries`.
    virtual void watch(const nlohmann::json& rules, std::function<void(const Stop& stop)> met,
                       std::function<void(bool begins)> tries) = 0;
    /// In a copy that watches: Debug() of Blakod was called.
    virtual void debugLine(std::string_view text) = 0;
    /// In a copy that stands at a moment: the answer to a request of the control channel.
    virtual nlohmann::json answerInPast(const nlohmann::json& request) = 0;
};

} // namespace blak::serve
