// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <thread>

namespace blak::serve {

/// Calls a function ten times a second, from a thread of its own.
class Pulse
{
public:
    ~Pulse() { stop(); }

    void start(std::function<void()> beat);
    void stop(); ///< no call is under way afterwards

private:
    std::jthread thread_;
};

} // namespace blak::serve
