// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/profile/work_ticker.h"

#include <functional>

namespace blak::serve {

/// Calls a function, from a thread of its own, ten times in each second that the starting thread works.
class Pulse
{
public:
    void start(std::function<void()> beat);
    void stop(); ///< no call is under way afterwards

private:
    WorkTicker ticker_;
};

} // namespace blak::serve
